/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * counts.c: bounds that are numbers: the steps of an exit, and of an entry that nobody disturbs; the entries of
 * others while a process waits; and the remote references of a passage. Each is the longest path in a scene.
 *
 * A passage pays on its own account, which one member alone shows, and on one with each other process, which two show.
 * Where two others cannot both make it pay the most, three members show what it pays for two together: then at most one
 * of all others makes it pay more than half of that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/neighbours.h"
#include "prove/proof.h"

/* The most that a path counts, in one scene; false: the answer is final. */
static bool take_most(const struct proof *p, const struct scene_found *s, enum reach_path path,
                      struct prove_answer *out)
{
  if (!proof_take(s, out)) return false;
  uint64_t *potential;
  const uint64_t most = reach_most(&s->scene, &s->reach, path, &potential);
  certificate_scene(p->certificate, &s->reach, potential);
  free(potential);
  if (most > out->bound) out->bound = most;
  if (most != REACH_NO_BOUND) return true;
  proof_take_loop(s, path, out);
  out->verdict = PROVE_NOT_PROVED;
  return false;
}

/* P3: each process alone. Bounded bypass: each beside another one. */
bool prove_count(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  const enum reach_path path = id == PROVE_P3 ? REACH_EXIT : REACH_BYPASS;
  struct tour tour = {.spec = p->spec, .members = id == PROVE_P3 ? 1 : 2, .conflict = true};
  struct scene scene = {.observed = 0};
  bool more = true, ok = true;
  if (prove_steps_by_matches(p, id)) return true;
  out->verdict = PROVE_HOLDS;
  certificate_begin(p->certificate);
  while (more && tour_next(&tour, &scene))
    for (uint32_t k = 0; more && k < tour.members; k++) {
      struct scene_found searched;
      scene.observed = (int)k;
      ok = proof_search(p, scene, false, &searched);
      more = ok && take_most(p, &searched, path, out);
      if (ok) scene_found_free(&searched);
    }
  tour_end(&tour);
  const enum certificate_claim claim = id == PROVE_P3 ? CLAIM_P3 : CLAIM_BYPASS;
  if (more) certificate_keep(p->certificate, claim, &scene, (uint64_t[MOST_CLAIM_BOUNDS]){out->bound});
  return ok;
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

/* The most that a passage of the observed member pays in one scene. False: *end says why it is not known, or the
 * algorithm cannot be followed. */
static bool cost_in(struct proof *p, struct scene scene, struct reach_paid *most, struct prove_answer *end)
{
  struct scene_found searched;
  if (!proof_search(p, scene, false, &searched)) return false;
  const bool known = proof_take(&searched, end);
  if (known) {
    uint64_t *potential;
    reach_pay(&searched.scene, &searched.reach, &potential, most);
    if (most->most == REACH_NO_BOUND) proof_take_loop(&searched, REACH_PASSAGE, end);
    certificate_scene(p->certificate, &searched.reach, potential);
    free(potential);
  }
  scene_found_free(&searched);
  return known;
}

/* The same in all scenes of so many members as this one: to *first where the first one is observed, else to *others.
 * Once somebody pays `enough`, the rest is not asked. */
static bool cost_of(struct proof *p, struct scene scene, struct reach_paid *first, struct reach_paid *others,
                    uint64_t enough, struct prove_answer *end)
{
  struct tour tour = {.spec = p->spec, .members = scene.members};
  bool known = true, more = true;
  while (more && tour_next(&tour, &scene))
    for (uint32_t k = 0; more && k < tour.members; k++) {
      struct reach_paid *to = k == 0 ? first : others;
      scene.observed = (int)k;
      known = cost_in(p, scene, to, end);
      more = known && (enough == REACH_NO_BOUND || to->most < enough);
    }
  tour_end(&tour);
  return known;
}

/* The cost of two others together, where that is less than twice the cost of one of them. It takes an eighth of the
 * memory: the bound without it holds as well. */
static bool cost_with_two(struct proof *p, bool by_value)
{
  struct prove_cost *c = &p->out->cost;
  const uint64_t twice = 2 * prove_with_one(c);
  struct prove_answer end = {.verdict = PROVE_HOLDS};
  struct reach_paid two = {.most = 0};
  c->two.most = twice;
  if (twice == 0 || p->spec->n == 2 || p->spec->n > MOST_N_IN_DETAIL) return true;
  if (p->spec->n == 0 && neighbours_has(&p->spec->machine->algorithm))
    return true; /* where three are is not followed */
  const long mark = certificate_mark(p->certificate);
  const size_t memory = p->limits.memory;
  p->limits.memory /= 8;
  const bool known = cost_of(p, (struct scene){.members = 3, .by_value = by_value}, &two, &two, twice, &end);
  p->limits.memory = memory;
  if (known && two.most < twice) {
    c->two = two;
    if (end.states > c->states) c->states = end.states;
  } else {
    certificate_back(p->certificate, mark);
  }
  free(end.run.step);
  return known || end.verdict != PROVE_HOLDS;
}

/* The bound by accounts, in scenes like this one. wants_own: where its own account has none, the others are not asked.
 * False: the algorithm cannot be followed. */
static bool cost_by_accounts(struct proof *p, struct scene scene, bool wants_own)
{
  struct prove_cost *out = &p->out->cost;
  struct prove_answer end = {.verdict = PROVE_HOLDS};
  *out = (struct prove_cost){.basis = scene.by_value ? PROVE_BY_VALUES : 0};
  certificate_begin(p->certificate);
  scene.members = 1;
  scene.skips_unread = proof_skips_unread(p);
  bool known = cost_of(p, scene, &out->own, &out->own, REACH_NO_BOUND, &end);
  scene.members = 2;
  const bool enough = known && wants_own && out->own.most == REACH_NO_BOUND;
  if (!enough) known = known && cost_of(p, scene, &out->above, &out->below, REACH_NO_BOUND, &end);
  out->verdict = end.verdict;
  out->states = end.states;
  memcpy(out->why, end.why, sizeof out->why);
  if (known && end.run.step != NULL && p->out->cost_run.step == NULL) prove_run_move(&end.run, &p->out->cost_run);
  free(end.run.step);
  if (!known) return end.verdict != PROVE_HOLDS;
  if (out->own.most == REACH_NO_BOUND || prove_with_one(out) == REACH_NO_BOUND) out->verdict = PROVE_NOT_PROVED;
  return out->verdict != PROVE_HOLDS || cost_with_two(p, scene.by_value);
}

/* First with the copies that are known to be valid whatever a read finds, as these take fewer states; then with those
 * that the values tell. Where nothing helps, the answer is that of the first. */
static bool cost_among_anything(struct proof *p)
{
  const struct scene plain = {.by_value = false}, by_value = {.by_value = true};
  const bool caches = memory_has_caches(p->spec->memory);
  struct prove_cost *out = &p->out->cost;
  if (!cost_by_accounts(p, plain, caches)) return false;
  if (!caches || out->verdict != PROVE_NOT_PROVED || p->out->interrupted) return true;
  const struct prove_cost before = *out;
  if (!cost_by_accounts(p, by_value, true)) return false;
  if (out->verdict == PROVE_HOLDS || p->out->interrupted) return true;
  *out = before;
  return before.own.most != REACH_NO_BOUND || cost_by_accounts(p, plain, false);
}

bool prove_costs(struct proof *p)
{
  struct prove_cost *out = &p->out->cost;
  if (prove_costs_by_matches(p)) return true;
  if (!cost_among_anything(p)) return false;
  if (out->verdict == PROVE_HOLDS && (out->basis & PROVE_BY_VALUES) == 0)
    certificate_keep(p->certificate, CLAIM_RMR, &(struct scene){.members = 2},
                     (uint64_t[MOST_CLAIM_BOUNDS]){out->own.most, out->below.most, out->above.most, out->two.most});
  return true;
}

/* --- why there is no bound ---------------------------------------------------------------------------------------- */

void proof_prefer_honest_loop(struct proof *p, enum reach_path path, struct prove_run *run)
{
  struct tour tour = {.spec = p->spec, .members = 2, .conflict = path != REACH_PASSAGE, .shows_all = p->spec->n != 0};
  struct scene scene = {.honest = true, .by_value = path == REACH_PASSAGE && memory_has_caches(p->spec->memory)};
  struct prove_answer found = {.verdict = PROVE_NOT_PROVED};
  struct scene_found pair;
  while (found.run.step == NULL && tour_next(&tour, &scene))
    for (scene.observed = 0; scene.observed < 2 && found.run.step == NULL; scene.observed++) {
      if (!proof_search(p, scene, false, &pair)) break;
      if (pair.end == REACH_ALL) proof_take_loop(&pair, path, &found);
      scene_found_free(&pair);
    }
  tour_end(&tour);
  found.run.is_honest = true;
  if (found.run.step != NULL) prove_run_move(&found.run, run);
}

/* --- entries that nobody disturbs --------------------------------------------------------------------------------- */

static bool not_followed(struct prove_answer *out, const char *why)
{
  out->verdict = PROVE_NOT_DECIDED;
  snprintf(out->why, sizeof out->why, "%s", why);
  return true;
}

/* Steps have accounts, as remote references do. */
static bool entry_in(struct proof *p, struct scene scene, struct prove_answer *out)
{
  struct reach_paid own = {.most = 0}, below = own, above = own;
  free(out->run.step);
  *out = (struct prove_answer){.verdict = PROVE_HOLDS};
  certificate_begin(p->certificate);
  scene.members = 1;
  bool known = cost_of(p, scene, &own, &own, REACH_NO_BOUND, out);
  scene.members = 2;
  known = known && cost_of(p, scene, &above, &below, REACH_NO_BOUND, out);
  if (!known) return out->verdict != PROVE_HOLDS;
  out->bound = own.most;
  out->below = below.most;
  out->above = above.most;
  out->by_accounts = true;
  if (scene.left != NULL) out->basis |= PROVE_BY_LEFT;
  if (out->bound == REACH_NO_BOUND || prove_each(out) == REACH_NO_BOUND)
    out->verdict = PROVE_NOT_PROVED;
  else if ((out->basis & PROVE_BY_LEFT) == 0)
    certificate_keep(p->certificate, CLAIM_P4, &scene,
                     (uint64_t[MOST_CLAIM_BOUNDS]){out->bound, out->below, out->above, scene.by_scan});
  return true;
}

/* The values that each process alone leaves in registers of several writers: all that it may have been the last one to
 * change. False: it is not known. */
static bool find_left(struct proof *p)
{
  bool grew = true, known = true;
  p->left = mem_new(N_EVER_WRITTEN, sizeof *p->left);
  while (grew && known) {
    struct tour tour = {.spec = p->spec, .members = 1};
    struct scene scene = {.observed = NO_MEMBER, .left = p->left, .grew = &grew};
    grew = false;
    while (known && tour_next(&tour, &scene)) {
      struct scene_found alone;
      if (!proof_search(p, scene, false, &alone)) return false;
      known = alone.end == REACH_ALL;
      scene_found_free(&alone);
    }
  }
  return known;
}

/* Once more, with what others have left. Where it does not help either, the answer remains. With sessions others may
 * be active, and write. */
static bool entry_among_left(struct proof *p, struct prove_answer *out)
{
  struct prove_answer here = {.verdict = PROVE_NOT_PROVED};
  if (p->spec->machine->algorithm.group || !find_left(p)) return true;
  for (int by_scan = 0; by_scan < 2 && here.verdict == PROVE_NOT_PROVED && !p->out->interrupted; by_scan++)
    if (!entry_in(p, (struct scene){.quiet = true, .left = p->left, .by_scan = by_scan != 0}, &here)) return false;
  free(here.verdict == PROVE_HOLDS ? out->run.step : here.run.step);
  if (here.verdict == PROVE_HOLDS) *out = here;
  return true;
}

/* P4: first with the accounts of registers alone, then with those of loops, too. */
bool prove_entry(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  if (neighbours_has(&p->spec->machine->algorithm))
    return not_followed(out, "beside a process of a graph others may be active that do not conflict with it");
  const bool two = p->spec->n == 2; /* in one match: it would say nothing of accounts */
  if (!two && prove_steps_by_matches(p, id)) return true;
  if (p->forgot) return not_followed(out, "one process alone has too many abstract states for the memory");
  if (!entry_in(p, (struct scene){.quiet = true}, out)) return false;
  if (out->verdict == PROVE_NOT_PROVED && !p->out->interrupted &&
      !entry_in(p, (struct scene){.quiet = true, .by_scan = true}, out))
    return false;
  if (out->verdict != PROVE_NOT_PROVED || p->out->interrupted) return true;
  return (two && prove_steps_by_matches(p, id)) || entry_among_left(p, out);
}
