/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certificate_check.c: confirms a certificate (certificate.h). It searches nothing. Each claim has its states, and each
 * state is looked at once: are the initial states among them, are all successors, does none break the property, and
 * does the potential fall on every step by at least what the step counts?
 *
 * It trusts the language (language/), and its own steps of a member among anything (check_step.h), which give a claim
 * its meaning.
 *
 * It does not trust the prover, and uses nothing of prove.c, reach.c and the steps of abstract_step.c, hidden.c and
 * quiet.c. With the prover it shares the form of a state (scene.h, abstract.h). The list of all values that are ever
 * written is confirmed by a claim of its own, which comes first: no member of its states writes anything else. Nor does
 * it trust the file, of which certificate_read.c checks each word.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/certificate_read.h"
#include "prove/check_step.h"
#include "prove/check_views.h"

enum { POLL_EVERY = 1 << 10, MOST_NEW_RECORDS = 1 << 20 };

struct checking {
  struct certificate_reading r;
  size_t n_ways;        /* of steps: looked at */
  uint64_t limit;       /* no potential of the scene exceeds it */
  const int32_t *state; /* whose steps are made; NULL: states that come are initial */
  size_t from;          /* its number */
  uint32_t mover;       /* the member that makes them */
  struct check_scene scene;
  struct check_hidden *hidden; /* steps of the scene; NULL: of one member no step is hidden */
};

#define REFUSE(c, code, ...) CERTIFICATE_REFUSE(&(c)->r, code, __VA_ARGS__)

/* --- the checks of each state and step ---------------------------------------------------------------------------- */

static int32_t section_in(const struct checking *c, const int32_t *state, uint32_t member)
{
  return state[state_member(&c->r.scene, member) + STATE_SECTION];
}

/* The two members ask for different sessions, or there are none. */
static bool are_in_conflict(const struct checking *c, const int32_t *state)
{
  const struct scene *w = &c->r.scene;
  return !c->r.machine->algorithm.group ||
         state[state_member(w, 0) + STATE_SESSION] != state[state_member(w, 1) + STATE_SESSION];
}

/* Both members are in the critical section, and conflict. */
static bool breaks_exclusion(const struct checking *c, const int32_t *state)
{
  if (c->r.claim != CLAIM_P1) return false;
  if (section_in(c, state, 0) != RMR_CS || section_in(c, state, 1) != RMR_CS) return false;
  return are_in_conflict(c, state);
}

/* The count that a step adds to the path of the claim, and whether the path ends there. */
static uint64_t adds(const struct checking *c, const int32_t *from, const struct check_way *to, bool *ends)
{
  const uint32_t observed = (uint32_t)c->r.scene.observed;
  const bool own = c->mover == observed;
  const int32_t before = section_in(c, from, c->mover), after = section_in(c, to->state, c->mover);
  *ends = own && after == RMR_REMAINDER;
  if (c->r.claim == CLAIM_RMR || c->r.claim == CLAIM_P4) return to->counted;
  if (c->r.claim == CLAIM_P3) {
    const bool exits = to->section == RMR_EXIT;
    *ends |= own && !exits;
    return own && exits;
  }
  return !own && section_in(c, from, observed) == RMR_WAITING && before != RMR_CS && after == RMR_CS &&
         are_in_conflict(c, from);
}

static bool check_potential(struct checking *c, const struct check_way *to, size_t number)
{
  bool ends;
  const uint64_t counted = adds(c, c->state, to, &ends), rest = ends ? 0 : c->r.potential[number];
  return c->r.potential[c->from] >= counted + rest ||
         REFUSE(c, EXIT_EXPECT, "%s: a step counts more than the potential falls", certificate_claims[c->r.claim].name);
}

/* The questions to a state behind a step, or to an initial one; number: of it among the states of the scene. */
static bool check_arrival(struct checking *c, const struct check_way *to, size_t number)
{
  const char *name = certificate_claims[c->r.claim].name;
  if (breaks_exclusion(c, to->state))
    return REFUSE(c, EXIT_EXPECT, "%s: two members are in the critical section", name);
  if (c->r.claim == CLAIM_P5 && to->wrong_order)
    return REFUSE(c, EXIT_EXPECT, "%s: a member enters before one that came first", name);
  if (c->state == NULL || certificate_claims[c->r.claim].n_bounds == 0) return true;
  return check_potential(c, to, number);
}

static bool find_state(struct checking *c, const int32_t *state, size_t *number)
{
  *number = lookup_find(&c->r.states, state, c->r.scene.length * sizeof *state);
  return *number < c->r.states.n;
}

static bool refuse_way(struct checking *c, const char *stuck)
{
  return REFUSE(c, EXIT_EXPECT, "%s: a step that is not followed: %s", certificate_claims[c->r.claim].name, stuck);
}

/* All states behind the hidden steps of the member that has moved, up to a step that others see. If it has none for
 * ever, one of them is enough: they are all the same for the others. */
static bool check_behind_hidden(struct checking *c, const struct check_way *way)
{
  const struct check_behind behind = check_behind(c->hidden, way->state, c->mover);
  struct check_way to = *way;
  size_t number, found = 0;
  if (behind.stuck != NULL) return refuse_way(c, behind.stuck);
  for (size_t k = 0; k < behind.n && !(behind.for_ever && found != 0); k++) {
    to.state = behind.state + k * c->r.scene.length;
    if (!find_state(c, to.state, &number)) continue;
    found++;
    if (!check_arrival(c, &to, number)) return false;
  }
  return found == (behind.for_ever ? 1 : behind.n) ||
         REFUSE(c, EXIT_EXPECT, "%s: a step leads out of the scene's states", certificate_claims[c->r.claim].name);
}

static bool check_reached(void *self, const struct check_way *to)
{
  struct checking *c = self;
  const char *name = certificate_claims[c->r.claim].name;
  size_t number;
  if (++c->n_ways % POLL_EVERY == 0 && !read_goes_on(&c->r)) return false;
  if (to->stuck != NULL) return refuse_way(c, to->stuck);
  if (c->r.records.numbers.n > c->r.n_records + MOST_NEW_RECORDS)
    return REFUSE(c, EXIT_INCOMPLETE, "%s: steps make too many records", name);
  if (to->unlisted) return REFUSE(c, EXIT_EXPECT, "%s: a process writes what is not among the values", name);
  if (c->state != NULL && c->hidden != NULL) return to->hidden || check_behind_hidden(c, to);
  return find_state(c, to->state, &number) ? check_arrival(c, to, number)
                                           : REFUSE(c, EXIT_EXPECT, "%s: %s leads out of the scene's states", name,
                                                    c->state == NULL ? "an initial state" : "a step");
}

static bool check_limit(struct checking *c)
{
  if (certificate_claims[c->r.claim].n_bounds == 0) return true;
  for (size_t k = 0; k < c->r.states.n; k++)
    if (c->r.potential[k] > c->limit)
      return REFUSE(c, EXIT_EXPECT, "%s: a path counts %" PRIu64 ", more than the bound %" PRIu64,
                    certificate_claims[c->r.claim].name, c->r.potential[k], c->limit);
  return true;
}

static bool check_steps(struct checking *c)
{
  const size_t n = c->r.states.n;
  int32_t *from = mem_new(c->r.scene.length, sizeof *from);
  bool ok = true;
  c->state = NULL;
  check_scene_fill(&c->scene, &c->r.scene, c->r.claim == CLAIM_WRITTEN);
  if (c->scene.registers.refused != NULL) ok = refuse_way(c, c->scene.registers.refused);
  c->hidden = c->r.scene.members > 1 ? check_hidden_new(&c->scene) : NULL;
  ok = ok && check_begin(&c->scene, check_reached, c);
  for (size_t k = 0; ok && k < n; k++) {
    c->state = from;
    c->from = k;
    memcpy(from, lookup_text(&c->r.states, k), c->r.scene.length * sizeof *from);
    for (c->mover = 0; ok && c->mover < c->r.scene.members; c->mover++)
      ok = check_step(&c->scene, from, c->mover, false, check_reached, c);
  }
  check_hidden_free(c->hidden);
  free(from);
  return ok;
}

/* --- the scenes of a claim ---------------------------------------------------------------------------------------- */

static bool check_scene(struct checking *c, struct scene scene, int observed)
{
  scene.observed = observed;
  scene.order = c->r.claim == CLAIM_P5;
  scene.quiet = c->r.claim == CLAIM_P4;
  scene.by_scan = scene.quiet && c->r.out->bound[CLAIM_P4][3] != 0;
  return read_scene(&c->r, scene) && check_limit(c) && check_steps(c);
}

/* No path of the scene may count more than this. */
static uint64_t limit_of(const struct checking *c, const struct scene *scene, uint32_t member)
{
  const uint64_t *bound = c->r.out->bound[c->r.claim];
  if (certificate_claims[c->r.claim].n_bounds == 0) return 0;
  if ((c->r.claim != CLAIM_RMR && c->r.claim != CLAIM_P4) || scene->members == 1) return bound[0];
  if (scene->members == 3) return bound[3];
  return member == 0 ? bound[2] : bound[1]; /* the first member has the other one above itself */
}

/* A scene, once for each member that it may observe. */
static bool check_observed(struct checking *c, struct scene scene)
{
  const bool counts = certificate_claims[c->r.claim].n_bounds != 0;
  bool ok = true;
  for (uint32_t member = 0; ok && member < (counts ? scene.members : 1); member++) {
    c->limit = limit_of(c, &scene, member);
    ok = check_scene(c, scene, counts ? (int)member : NO_MEMBER);
  }
  return ok;
}

/* The next members among so many processes, in ascending order; false: there are none. */
static bool next_members(struct scene *scene, uint32_t n)
{
  for (uint32_t behind = 0; behind < scene->members; behind++) {
    const uint32_t m = scene->members - 1 - behind;
    if (scene->identity[m] == n - behind) continue;
    scene->identity[m]++;
    for (uint32_t k = m + 1; k < scene->members; k++) scene->identity[k] = scene->identity[k - 1] + 1;
    return true;
  }
  return false;
}

/* Whether a claim is about processes that conflict, so that it needs no scene of two that never do. */
static bool needs(const struct checking *c, const struct scene *scene)
{
  const bool of_conflicts = c->r.claim == CLAIM_P1 || c->r.claim == CLAIM_P5 || c->r.claim == CLAIM_BYPASS;
  return !scene->strangers || !of_conflicts;
}

/* The neighbours of a member, of which the other one is one or not: each degree and position that makes a difference.
 * False: there is no such case. */
static bool next_list(struct ring *list, uint32_t k, bool adjacent)
{
  static const struct ring with[] = {{1, false, false, false},
                                     {1, true, false, false},
                                     {1, false, true, false},
                                     {1, true, true, false}},
                           without[] = {{0, false, false, false}, {0, true, false, false}, {0, true, true, false}};
  const uint32_t n = adjacent ? sizeof with / sizeof *with : sizeof without / sizeof *without;
  if (k < n) *list = adjacent ? with[k] : without[k];
  return k < n;
}

/* The scenes of a graph with these places among all processes. */
static bool check_graphs(struct checking *c, struct scene scene)
{
  if (scene.members > 2) return REFUSE(c, EXIT_EXPECT, "rmr: three processes in a graph are not followed");
  for (uint32_t adjacent = 0; adjacent < scene.members; adjacent++) {
    scene.strangers = scene.members == 2 && adjacent == 0;
    if (!needs(c, &scene)) continue;
    for (uint32_t k = 0; next_list(&scene.list[0], k, adjacent == 1); k++)
      for (uint32_t j = 0; next_list(&scene.list[1], j, adjacent == 1) && (j == 0 || scene.members == 2); j++)
        if (!check_observed(c, scene)) return false;
  }
  return true;
}

/* All scenes of so many members: of every N, or of one. */
static bool check_scenes(struct checking *c, uint32_t members)
{
  const struct rmr_algorithm *a = &c->r.machine->algorithm;
  const struct rmr_neighbours *graph = neighbours_of(a, c->r.parameters.block);
  struct scene scene = {.members = members};
  const uint32_t n = c->r.out->n;
  for (uint32_t k = 0; n == 0 && k < 4; k++) {
    scene.ring = (struct ring){(uint8_t)members, k % 2 == 1, k / 2 == 1, false};
    if (graph != NULL ? !check_graphs(c, scene) : !check_observed(c, scene)) return false;
  }
  if (n < members) return true;
  scene.ring = (struct ring){.members = (uint8_t)members};
  for (uint32_t m = 0; m < members; m++) scene.identity[m] = m + 1;
  do {
    scene.strangers = graph != NULL && members == 2 && !rmr_adjacent(graph, scene.identity[0], scene.identity[1]);
    if (needs(c, &scene) && !check_observed(c, scene)) return false;
  } while (next_members(&scene, n));
  return true;
}

/* Whether less is claimed of two others than twice what each of them costs. */
static bool claims_two(const struct checking *c)
{
  const uint64_t *bound = c->r.out->bound[CLAIM_RMR];
  return c->r.claim == CLAIM_RMR && bound[3] < 2 * (bound[1] > bound[2] ? bound[1] : bound[2]);
}

static bool check_claim(struct checking *c)
{
  const bool accounts = c->r.claim == CLAIM_RMR || c->r.claim == CLAIM_P4;
  const bool one = c->r.claim == CLAIM_WRITTEN || c->r.claim == CLAIM_P3 || accounts;
  struct shows_form form;
  const bool views = read_are_views(&c->r, &form);
  if (views && !check_views(&c->r, form)) return false;
  if (!views && one && !check_scenes(c, 1)) return false;
  if (!views && (!one || accounts) && !check_scenes(c, 2)) return false;
  if (!views && claims_two(c) && !check_scenes(c, 3)) return false;
  c->r.out->claimed[c->r.claim] = true;
  c->r.out->all_conflict = !c->r.machine->algorithm.group && !neighbours_has(&c->r.machine->algorithm);
  return true;
}

bool certificate_check(const char *path, const struct reach_limits *limits, struct certified *out, struct error *e)
{
  struct checking *c = mem_new(1, sizeof *c);
  *c = (struct checking){.r.e = e};
  struct certificate_reading *r = &c->r;
  bool ok = read_begin(r, path, limits, out) && read_question(r) && read_values(r), more = true;
  while (ok && more) ok = read_claim(r, &more) && (!more || check_claim(c));
  read_free(r);
  free(c);
  return ok;
}
