/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/choice.h"
#include "model/system.h"
#include "prove/certificate.h"

/* What one proof needs. */
struct proof {
  const struct prove_spec *spec;
  struct written *written; /* [N_WRITTEN] */
  struct abstract_records records;
  uint32_t may_forget; /* groups */
  const char *what;    /* is being proved */
  struct proved *out;
  struct error *e;
};

/* One scene, and what came of searching it. */
struct searched {
  struct scene scene;
  struct abstract_graph reach;
  enum reach_end end;
};

static bool search(struct proof *p, struct scene scene, const struct reach_limits *limits, bool exclusion, bool *grew,
                   struct searched *out)
{
  *out = (struct searched){.scene = scene};
  out->scene.machine = p->spec->machine;
  out->scene.parameters = p->spec->parameters;
  out->scene.memory = p->spec->memory;
  out->scene.n = p->spec->n;
  out->scene.written = p->written;
  out->scene.records = &p->records;
  out->scene.grew = grew;
  out->scene.ring.members = (uint8_t)scene.members;
  if (!scene_create(&out->scene, p->e)) {
    scene_free(&out->scene);
    return false;
  }
  struct reach_limits told = *limits;
  told.what = p->what;
  out->end = reach_all(&out->scene, exclusion, &told, &out->reach);
  p->out->interrupted |= out->end == REACH_INTERRUPTED;
  return true;
}

static void searched_free(struct searched *s)
{
  scene_free(&s->scene);
  reach_free(&s->reach);
}

/* --- scenes ------------------------------------------------------------------------------------------------------- */

/* The scenes of one member or two: with n = 0 whether the first member is 1, and the last one N; else who they are. */
struct tour {
  uint32_t n, members, k;
};

static bool next_scene(struct tour *t, struct scene *scene)
{
  const uint32_t k = t->k++, n = t->n;
  scene->members = t->members;
  if (n == 0) {
    scene->ring = (struct ring){(uint8_t)t->members, (k & 1) != 0, (k & 2) != 0};
    return k < 4;
  }
  scene->identity[0] = t->members == 1 ? k + 1 : k / n + 1;
  scene->identity[1] = t->members == 1 ? 0 : k % n + 1;
  if (t->members == 2 && k < n * n && scene->identity[1] <= scene->identity[0]) return next_scene(t, scene);
  return k < (t->members == 1 ? n : n * n);
}

/* --- what is ever written ----------------------------------------------------------------------------------------- */

static bool refuse_end(const struct proof *p, const struct searched *s)
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
static bool find_written_in(struct proof *p, struct scene scene, size_t memory, enum reach_end *end)
{
  struct reach_limits limits = p->spec->limits;
  bool grew = true, ok = true;
  limits.memory = memory;
  *end = REACH_STUCK;
  memset(p->written, 0, N_WRITTEN * sizeof *p->written);
  scene.observed = NO_MEMBER;
  while (grew && ok) {
    struct tour tour = {p->spec->n, 1, 0};
    grew = false;
    certificate_begin(p->spec->certificate);
    while (ok && next_scene(&tour, &scene)) {
      struct searched alone;
      if (!search(p, scene, &limits, false, &grew, &alone)) return false;
      *end = alone.end;
      p->may_forget = scene_may_forget(&alone.scene);
      ok = alone.end == REACH_ALL || refuse_end(p, &alone);
      if (ok) certificate_scene(p->spec->certificate, &alone.reach, NULL);
      searched_free(&alone);
    }
  }
  if (ok) certificate_keep(p->spec->certificate, CLAIM_WRITTEN, &scene, NULL);
  return ok;
}

/* If a process alone has too many states, all that can be forgotten is: more may seem to be written then. */
static bool find_written(struct proof *p)
{
  enum reach_end end;
  if (find_written_in(p, (struct scene){.forgets = false}, p->spec->limits.memory / 8, &end)) return true;
  if (end != REACH_MEMORY || p->may_forget == 0) return false;
  *p->e = (struct error){0};
  return find_written_in(p, (struct scene){.forgets = true, .forgotten = p->may_forget}, p->spec->limits.memory, &end);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static void take_run(const struct searched *s, struct prove_answer *out)
{
  const struct abstract_graph *r = &s->reach;
  size_t n = 0;
  for (uint32_t at = r->last; r->from[at] != at; at = r->from[at]) n++;
  const bool one_more = s->end == REACH_STUCK || s->end == REACH_ORDER;
  free(out->run);
  out->run = mem_new(n + one_more + 1, sizeof *out->run);
  out->n_run = n;
  for (uint32_t at = r->last; r->from[at] != at; at = r->from[at])
    out->run[--n] = (struct prove_step){r->mover[at], r->by[at]};
  if (one_more) out->run[out->n_run++] = (struct prove_step){r->last_mover, r->last_line};
}

/* False: the answer is final. */
static bool take(const struct searched *s, struct prove_answer *out)
{
  if (s->reach.n_states > out->states) out->states = s->reach.n_states;
  if (s->end == REACH_ALL) return true;
  out->verdict = s->end == REACH_EXCLUSION || s->end == REACH_ORDER ? PROVE_NOT_PROVED : PROVE_NOT_DECIDED;
  if (s->end == REACH_STUCK) snprintf(out->why, sizeof out->why, "%s", s->reach.stuck);
  if (s->end == REACH_MEMORY) snprintf(out->why, sizeof out->why, "too many abstract states for the memory");
  if (s->end == REACH_INTERRUPTED) snprintf(out->why, sizeof out->why, "interrupted");
  const bool begun = s->reach.n_states != 0 && s->reach.last < s->reach.n_states;
  if (begun && s->end != REACH_MEMORY && s->end != REACH_INTERRUPTED) take_run(s, out);
  return false;
}

/* P1 and P5: every two processes, in scenes like this one. */
static bool search_pairs(struct proof *p, enum prove_property id, struct scene scene, struct prove_answer *out)
{
  struct tour tour = {p->spec->n, 2, 0};
  bool more = true;
  *out = (struct prove_answer){.verdict = PROVE_HOLDS, .forgotten = scene.forgotten};
  scene.observed = NO_MEMBER;
  scene.order = id == PROVE_P5;
  certificate_begin(p->spec->certificate);
  while (more && next_scene(&tour, &scene)) {
    struct searched pair;
    if (!search(p, scene, &p->spec->limits, id == PROVE_P1, NULL, &pair)) return false;
    more = take(&pair, out);
    if (more) certificate_scene(p->spec->certificate, &pair.reach, NULL);
    searched_free(&pair);
  }
  if (more) certificate_keep(p->spec->certificate, id == PROVE_P1 ? CLAIM_P1 : CLAIM_P5, &scene, NULL);
  return true;
}

/* Often P1 needs one array of registers only, and the others would multiply the states: each is tried alone, and then
 * all together. */
static bool prove_pairs(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  for (uint32_t group = 0; id == PROVE_P1 && group < RMR_MAX_GROUPS; group++) {
    if ((p->may_forget >> group & 1) == 0) continue;
    const struct scene scene = {.forgotten = p->may_forget & ~(UINT32_C(1) << group), .forgets = true};
    if (!search_pairs(p, id, scene, out)) return false;
    if (out->verdict == PROVE_HOLDS || p->out->interrupted) return true;
    free(out->run);
  }
  return search_pairs(p, id, (struct scene){.forgets = false}, out);
}

/* What a path counts at most, in one scene; false: the answer is final. */
static bool take_most(const struct proof *p, const struct searched *s, enum reach_path path, struct prove_answer *out)
{
  if (!take(s, out)) return false;
  uint64_t *potential;
  const uint64_t most = reach_most(&s->scene, &s->reach, path, &potential);
  certificate_scene(p->spec->certificate, &s->reach, potential);
  free(potential);
  if (most > out->bound) out->bound = most;
  if (most == REACH_NO_BOUND) out->verdict = PROVE_NOT_PROVED;
  return most != REACH_NO_BOUND;
}

/* P3: each process alone. Bounded bypass: each beside another one. */
static bool prove_bound_on(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  const enum reach_path path = id == PROVE_P3 ? REACH_EXIT : REACH_BYPASS;
  struct tour tour = {p->spec->n, id == PROVE_P3 ? 1 : 2, 0};
  struct scene scene = {.observed = 0};
  bool more = true;
  out->verdict = PROVE_HOLDS;
  certificate_begin(p->spec->certificate);
  while (more && next_scene(&tour, &scene))
    for (uint32_t k = 0; more && k < tour.members; k++) {
      struct searched searched;
      scene.observed = (int)k;
      if (!search(p, scene, &p->spec->limits, false, NULL, &searched)) return false;
      more = take_most(p, &searched, path, out);
      searched_free(&searched);
    }
  const enum certificate_claim claim = id == PROVE_P3 ? CLAIM_P3 : CLAIM_BYPASS;
  if (more) certificate_keep(p->spec->certificate, claim, &scene, (uint64_t[MOST_CLAIM_BOUNDS]){out->bound});
  return true;
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

static bool cost_in(struct proof *p, struct scene scene, uint64_t *most)
{
  struct prove_cost *out = &p->out->cost;
  struct searched searched;
  if (!search(p, scene, &p->spec->limits, false, NULL, &searched)) return false;
  if (searched.reach.n_states > out->states) out->states = searched.reach.n_states;
  if (searched.end == REACH_ALL) {
    uint64_t *potential;
    const uint64_t here = reach_most(&searched.scene, &searched.reach, REACH_PASSAGE, &potential);
    certificate_scene(p->spec->certificate, &searched.reach, potential);
    free(potential);
    if (here > *most) *most = here;
  } else {
    out->verdict = PROVE_NOT_DECIDED;
    snprintf(out->why, sizeof out->why, "%s",
             searched.end == REACH_STUCK         ? searched.reach.stuck
             : searched.end == REACH_INTERRUPTED ? "interrupted"
                                                 : "too many abstract states for the memory");
  }
  searched_free(&searched);
  return true;
}

static bool prove_costs(struct proof *p)
{
  struct prove_cost *out = &p->out->cost;
  struct scene scene = {.observed = 0};
  out->verdict = PROVE_HOLDS;
  certificate_begin(p->spec->certificate);
  for (struct tour tour = {p->spec->n, 1, 0}; out->verdict == PROVE_HOLDS && next_scene(&tour, &scene);)
    if (!cost_in(p, scene, &out->own)) return false;
  for (struct tour tour = {p->spec->n, 2, 0}; out->verdict == PROVE_HOLDS && next_scene(&tour, &scene);)
    for (scene.observed = 0; scene.observed < 2 && out->verdict == PROVE_HOLDS; scene.observed++)
      if (!cost_in(p, scene, scene.observed == 0 ? &out->above : &out->below)) return false;
  const bool unbounded = out->own == REACH_NO_BOUND || out->below == REACH_NO_BOUND || out->above == REACH_NO_BOUND;
  if (out->verdict == PROVE_HOLDS && unbounded) out->verdict = PROVE_NOT_PROVED;
  if (out->verdict == PROVE_HOLDS)
    certificate_keep(p->spec->certificate, CLAIM_RMR, &scene,
                     (uint64_t[MOST_CLAIM_BOUNDS]){out->own, out->below, out->above});
  return true;
}

uint64_t prove_bound(const struct prove_cost *c, uint32_t n)
{
  if (c->verdict != PROVE_HOLDS) return REACH_NO_BOUND;
  return c->own + (n - 1) * (c->above > c->below ? c->above : c->below);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static const struct {
  const char *what;
  bool (*prove)(struct proof *, enum prove_property);
} ways[N_PROVE_PROPERTIES] = {[PROVE_P1] = {"P1", prove_pairs},
                              [PROVE_P3] = {"P3", prove_bound_on},
                              [PROVE_P5] = {"P5", prove_pairs},
                              [PROVE_BYPASS] = {"bypass", prove_bound_on}};

bool prove(const struct prove_spec *given, struct proved *out, struct error *e)
{
  *out = (struct proved){.interrupted = false};
  void *usual = given->parameters == NULL ? algorithm_defaults(&given->machine->algorithm) : NULL;
  struct prove_spec own = *given, *spec = &own;
  if (usual != NULL) own.parameters = usual;
  struct proof p = {.spec = spec, .out = out, .e = e};
  p.written = mem_new(N_WRITTEN, sizeof *p.written);
  p.what = "what is written";
  bool ok = find_written(&p);
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    if (!ok || !spec->check[k] || (k == PROVE_P5 && !algorithm_has_doorway(&spec->machine->algorithm))) continue;
    p.what = ways[k].what;
    ok = ways[k].prove(&p, k);
  }
  p.what = "RMRs";
  if (ok && spec->cost) ok = prove_costs(&p);
  if (ok) certificate_close(spec->certificate, p.written, &p.records);
  free(p.written);
  lookup_free(&p.records.numbers);
  free(usual);
  return ok;
}

static void join_answer(struct prove_answer *all, struct prove_answer *more)
{
  if (more->verdict > all->verdict) {
    free(all->run);
    const uint32_t states = all->states;
    *all = *more;
    all->states = states;
    more->run = NULL;
  }
  if (more->bound > all->bound) all->bound = more->bound;
  if (more->states > all->states) all->states = more->states;
}

static void join_part(uint64_t *all, uint64_t more)
{
  if (more > *all) *all = more;
}

void proved_join(struct proved *all, struct proved *more)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) join_answer(&all->property[k], &more->property[k]);
  if (more->cost.verdict > all->cost.verdict) {
    all->cost.verdict = more->cost.verdict;
    memcpy(all->cost.why, more->cost.why, sizeof all->cost.why);
  }
  join_part(&all->cost.own, more->cost.own);
  join_part(&all->cost.below, more->cost.below);
  join_part(&all->cost.above, more->cost.above);
  if (more->cost.states > all->cost.states) all->cost.states = more->cost.states;
  all->interrupted |= more->interrupted;
  proved_free(more);
}

void proved_free(struct proved *proved)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) free(proved->property[k].run);
  *proved = (struct proved){.interrupted = false};
}
