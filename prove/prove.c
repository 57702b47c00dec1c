/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/system.h"
#include "prove/parameters.h"
#include "prove/proved_json.h"

struct scene proof_scene(struct proof *p, struct scene scene)
{
  scene.machine = p->spec->machine;
  scene.parameters = p->spec->parameters;
  scene.memory = p->spec->memory;
  scene.n = p->spec->n;
  scene.unbounded = p->unbounded;
  scene.written = p->written;
  scene.records = &p->records;
  scene.tickets = p->tickets;
  return scene;
}

bool proof_skips_unread(const struct proof *p)
{
  return p->spec->n > MOST_N_IN_DETAIL && p->certificate == NULL;
}

bool proof_search(struct proof *p, struct scene scene, bool exclusion, struct scene_found *out)
{
  *out = (struct scene_found){.scene = proof_scene(p, scene)};
  if (!scene_create(&out->scene, p->e)) {
    scene_free(&out->scene);
    return false;
  }
  out->end = reach_all(&out->scene, exclusion, &p->limits, &out->reach);
  p->out->interrupted |= out->end == REACH_INTERRUPTED;
  return true;
}

void scene_found_free(struct scene_found *s)
{
  scene_free(&s->scene);
  reach_free(&s->reach);
}

/* --- scenes ------------------------------------------------------------------------------------------------------- */

/* The identities of the members of the k-th scene of one N, in ascending order; false: they are not. */
static bool identities(const struct tour *t, uint32_t k, struct scene *scene)
{
  const struct rmr_neighbours *graph = neighbours_of(&t->spec->machine->algorithm, t->spec->parameters);
  uint32_t *identity = scene->identity;
  for (uint32_t m = t->members; m-- > 0; k /= t->spec->n) identity[m] = k % t->spec->n + 1;
  for (uint32_t m = 1; m < t->members; m++)
    if (identity[m] <= identity[m - 1]) return false;
  scene->strangers = graph != NULL && t->members == 2 && !rmr_adjacent(graph, identity[0], identity[1]);
  return !t->conflict || !scene->strangers;
}

enum { CASES_OF_RING = 4, CASES_OF_LIST = 4 };

static struct ring ring_case(uint32_t members, uint32_t k)
{
  return (struct ring){.members = (uint8_t)members, .first_apart = (k & 1) != 0, .last_apart = (k & 2) != 0};
}

/* The k-th way in which the members, one or two, lie among each other's neighbours. False: there is no such way, or not
 * one of its own. */
static bool lists(const struct tour *t, uint32_t k, struct scene *scene)
{
  bool is_one = true;
  for (uint32_t m = t->members; m-- > 0; k /= CASES_OF_LIST) scene->list[m] = ring_case(0, k % CASES_OF_LIST);
  const bool adjacent = k == 1;
  for (uint32_t m = 0; m < t->members; m++) {
    scene->list[m].members = adjacent;
    is_one &=
      adjacent || scene->list[m].first_apart || !scene->list[m].last_apart; /* else it has the one neighbour, too */
  }
  scene->strangers = t->members == 2 && !adjacent;
  return is_one && (t->members == 2 || !adjacent) && (!t->conflict || !scene->strangers);
}

/* The k-th scene of every N: where the members are among all processes, and among each other's neighbours. */
static bool places(const struct tour *t, uint32_t k, uint32_t n_lists, struct scene *scene)
{
  scene->ring = ring_case(t->members, k / n_lists);
  return n_lists == 1 || lists(t, k % n_lists, scene);
}

bool tour_next(struct tour *t, struct scene *scene)
{
  const uint32_t n = t->spec->n;
  const bool graph = n == 0 && neighbours_has(&t->spec->machine->algorithm);
  uint32_t all = 1;
  bool found = false;
  hidden_free(&t->hidden);
  scene->members = t->members;
  scene->hidden = t->members > 1 && !t->shows_all ? &t->hidden : NULL;
  for (uint32_t m = 0; m < t->members; m++) all *= n != 0 ? n : graph ? CASES_OF_LIST : 1;
  if (graph) all *= 2;
  const uint32_t scenes = n != 0 ? all : CASES_OF_RING * all;
  while (!found && t->k < scenes) {
    found = n != 0 ? identities(t, t->k, scene) : places(t, t->k, all, scene);
    t->k++;
  }
  return found;
}

void tour_end(struct tour *t)
{
  hidden_free(&t->hidden);
}

/* --- the values that are ever written ----------------------------------------------------------------------------- */

static bool refuse_end(const struct proof *p, const struct scene_found *s)
{
  const struct rmr_algorithm *a = &p->spec->machine->algorithm;
  if (s->end == REACH_INTERRUPTED) return fail(p->e, EXIT_INCOMPLETE, "interrupted");
  if (s->end == REACH_MEMORY)
    return fail(p->e, EXIT_INCOMPLETE, "%s: one process alone has too many abstract states for the memory", a->name);
  if (s->reach.last_line == 0) return fail(p->e, EXIT_INCOMPLETE, "%s: %s", a->name, s->reach.stuck);
  return fail(p->e, EXIT_INCOMPLETE, "%s, line %s: %s", a->name, rmr_line_of(a, s->reach.last_line)->label,
              s->reach.stuck);
}

/* Each process alone, in scenes like this one, among others that write what processes are known to write, until no more
 * becomes known. False: *end says why there is none. */
static bool find_written_in(struct proof *p, struct scene scene, enum reach_end *end)
{
  bool grew = true, ok = true;
  *end = REACH_STUCK;
  memset(p->written, 0, N_WRITTEN * sizeof *p->written);
  scene.observed = NO_MEMBER;
  scene.grew = &grew;
  scene.skips_unread = proof_skips_unread(p);
  while (grew && ok) {
    struct tour tour = {.spec = p->spec, .members = 1};
    grew = false;
    certificate_begin(p->certificate);
    while (ok && tour_next(&tour, &scene)) {
      struct scene_found alone;
      if (!proof_search(p, scene, false, &alone)) return false;
      *end = alone.end;
      p->may_forget = scene_may_forget(&alone.scene);
      ok = alone.end == REACH_ALL || refuse_end(p, &alone);
      if (ok) certificate_scene(p->certificate, &alone.reach, NULL);
      scene_found_free(&alone);
    }
  }
  if (ok) certificate_keep(p->certificate, CLAIM_WRITTEN, &scene, NULL);
  return ok;
}

/* If a process alone has too many states, all that can be forgotten is: more may seem to be written then. At one N
 * these are all registers, and there is no certificate of it. */
static bool find_written(struct proof *p)
{
  const size_t memory = p->limits.memory;
  const bool one = p->spec->n != 0;
  enum reach_end end;
  p->limits.memory = memory / 8;
  const bool found = find_written_in(p, (struct scene){.forgets_arrays = false}, &end);
  p->limits.memory = memory;
  if (found) return true;
  if (end != REACH_MEMORY || (one ? p->certificate != NULL : p->may_forget == 0)) return false;
  *p->e = (struct error){0};
  p->forgot = true;
  const struct scene forgetful = {.forgets_arrays = !one, .forgotten = one ? UINT32_MAX : p->may_forget};
  return find_written_in(p, forgetful, &end);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

bool proof_take(const struct scene_found *s, struct prove_answer *out)
{
  if (s->reach.n_states > out->states) out->states = s->reach.n_states;
  if (s->end == REACH_ALL) return true;
  out->verdict = s->end == REACH_EXCLUSION || s->end == REACH_ORDER ? PROVE_NOT_PROVED : PROVE_NOT_DECIDED;
  if (s->end == REACH_STUCK) snprintf(out->why, sizeof out->why, "%s", s->reach.stuck);
  if (s->end == REACH_MEMORY) snprintf(out->why, sizeof out->why, "too many abstract states for the memory");
  if (s->end == REACH_INTERRUPTED) snprintf(out->why, sizeof out->why, "interrupted");
  const bool begun = s->reach.n_states != 0 && s->reach.last < s->reach.n_states;
  if (begun && s->end != REACH_MEMORY && s->end != REACH_INTERRUPTED) proof_take_run(s, out);
  return false;
}

/* P1 and P5: every two processes, in scenes like this one. */
static bool search_pairs(struct proof *p, enum prove_property id, struct scene scene, struct prove_answer *out)
{
  struct tour tour = {.spec = p->spec, .members = 2, .conflict = true, .shows_all = scene.honest && p->spec->n != 0};
  bool more = true, ok = true;
  *out = (struct prove_answer){.verdict = PROVE_HOLDS, .forgotten = scene.forgotten};
  scene.observed = NO_MEMBER;
  scene.order = id == PROVE_P5;
  certificate_begin(p->certificate);
  while (more && tour_next(&tour, &scene)) {
    struct scene_found pair;
    ok = proof_search(p, scene, id == PROVE_P1, &pair);
    more = ok && proof_take(&pair, out);
    if (more) certificate_scene(p->certificate, &pair.reach, NULL);
    if (ok) scene_found_free(&pair);
  }
  tour_end(&tour);
  if (more) certificate_keep(p->certificate, id == PROVE_P1 ? CLAIM_P1 : CLAIM_P5, &scene, NULL);
  return ok;
}

/* Often P1 needs one array of registers only, and the others would multiply the states: each is tried alone, and then
 * all together. */
static bool prove_among_anything(struct proof *p, enum prove_property id, struct prove_answer *out)
{
  for (uint32_t group = 0; id == PROVE_P1 && group < RMR_MAX_GROUPS; group++) {
    if ((p->may_forget >> group & 1) == 0) continue;
    const struct scene scene = {.forgotten = p->may_forget & ~(UINT32_C(1) << group), .forgets_arrays = true};
    if (!search_pairs(p, id, scene, out)) return false;
    if (out->verdict == PROVE_HOLDS || p->out->interrupted) return true;
    free(out->run.step);
  }
  return search_pairs(p, id, (struct scene){.forgets_arrays = false}, out);
}

/* Where two members alone break it, that run is shown; at one N with the hidden steps, as it may be a real one. */
static void prefer_honest(struct proof *p, enum prove_property id, struct prove_answer *out)
{
  struct certificate *certificate = p->certificate;
  struct prove_answer here;
  if (id == PROVE_BYPASS) {
    proof_prefer_honest_loop(p, REACH_BYPASS, &out->run);
    return;
  }
  p->certificate = NULL;
  const bool known = search_pairs(p, id, (struct scene){.honest = true}, &here);
  p->certificate = certificate;
  here.run.is_honest = true;
  if (known && here.verdict == PROVE_NOT_PROVED) prove_run_move(&here.run, &out->run);
  free(here.run.step);
}

static bool prove_pairs(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  return (id == PROVE_P1 && prove_by_matches(p)) || prove_among_anything(p, id, out);
}

/* Tries views where two among anything do not prove the property. */
static void prove_with_views(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  if (out->verdict == PROVE_NOT_PROVED) prove_by_views(p, id);
  if (out->verdict == PROVE_NOT_PROVED) prefer_honest(p, id, out);
}

bool proof_needs_views(struct proof *p)
{
  const struct prove_answer *known = &p->out->property[PROVE_P1];
  struct certificate *certificate = p->certificate;
  struct prove_answer here = *known;
  p->certificate = NULL;
  if (known->verdict == PROVE_NOT_ASKED && prove_among_anything(p, PROVE_P1, &here)) free(here.run.step);
  p->certificate = certificate;
  return here.verdict == PROVE_NOT_PROVED || (here.basis & PROVE_BY_VIEWS) || (here.basis & PROVE_BY_MATCHES);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static const struct {
  bool (*prove)(struct proof *, enum prove_property);
  bool by_views; /* it may be proved by them */
} ways[N_PROVE_PROPERTIES] = {[PROVE_P1] = {prove_pairs, true},
                              [PROVE_P3] = {prove_count, false},
                              [PROVE_P4] = {prove_entry, false},
                              [PROVE_P5] = {prove_pairs, true},
                              [PROVE_BYPASS] = {prove_count, true}};

bool proof_asks(const struct prove_spec *spec, int property)
{
  return spec->check[property] && (property != PROVE_P5 || algorithm_has_doorway(&spec->machine->algorithm));
}

/* Proves all properties and costs that the question names, in order. Views come last, as they may take long: an
 * interrupt then loses nothing of the rest. */
static bool prove_asked(struct proof *p)
{
  const struct prove_spec *spec = p->spec;
  bool ok = find_written(p) && (p->tickets == NULL || prove_tickets(p));
  if (p->ascent != NULL) return ok && prove_ascent(p, p->ascent);
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    if (!ok || !proof_asks(spec, k)) continue;
    p->limits.what = prove_names[k];
    ok = ways[k].prove(p, k);
  }
  p->limits.what = "RMRs";
  ok = ok && (!spec->cost || prove_costs(p));
  for (int k = 0; k < N_PROVE_PROPERTIES; k++)
    if (ok && ways[k].by_views && proof_asks(spec, k)) prove_with_views(p, k);
  if (ok && spec->cost) prove_costs_by_views(p);
  if (ok && p->out->cost.verdict == PROVE_NOT_PROVED) proof_prefer_honest_loop(p, REACH_PASSAGE, &p->out->cost_run);
  return ok;
}

bool proof_make(struct proof p, struct proved *out, struct error *e)
{
  p.limits = p.spec->limits;
  p.limits.what = "what is written";
  p.certificate = p.spec->certificate;
  p.out = out;
  p.e = e;
  *out = (struct proved){.unbounded = p.unbounded};
  p.written = mem_new(N_WRITTEN, sizeof *p.written);
  const bool ok = prove_asked(&p);
  if (ok) certificate_close(p.certificate, p.written, &p.records);
  views_graph_free(&p.views.graph);
  views_graph_free(&p.queue.graph);
  free(p.written);
  free(p.left);
  lookup_free(&p.records.numbers);
  return ok;
}

bool prove(const struct prove_spec *given, struct proved *out, struct error *e)
{
  *out = (struct proved){.interrupted = false};
  const struct rmr_algorithm *a = &given->machine->algorithm;
  struct prove_parameters parameters;
  if (!prove_parameters_create(&parameters, a, given->parameters, given->n, e)) return false;
  struct prove_spec spec = *given;
  spec.parameters = parameters.block;
  const struct scene scene = {.machine = spec.machine, .n = spec.n};
  const bool ok = proof_make((struct proof){.spec = &spec}, out, e) || prove_otherwise(&spec, out, e);
  out->nodes |= scene_has_nodes(&scene);
  prove_parameters_free(&parameters);
  return ok;
}
