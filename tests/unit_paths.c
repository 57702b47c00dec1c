/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_paths.c: ways through the states that a search has found (explore/answer/state_paths.h). Every step of a way
 * must be one that can be made; the shortest must be as short as a plain search in breadth says; a loop must come back
 * to where it began; the longest must cost what the search in depth says; and a fair loop must let everybody move who
 * is not in the remainder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/edges.h"
#include "explore/answer/state_paths.h"
#include "explore/engines/breadth.h"
#include "explore/graph/violated.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

extern const struct rmr_algorithm rmr_algorithm_open_door;

static const struct explore_limits limits = {.memory = (size_t)1 << 26, .threads = 1};
static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

struct ground {
  struct space space;
  struct breadth found;
  struct depth depth;
  struct region region;
};

static void prepare(struct ground *g, const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages,
                    enum cost_id cost, struct region region)
{
  struct error e = {0};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm, .n = n, .passages = passages, .sessions = &distinct},
    .cap = 8,
    .observer.process = cost != COST_NONE ? n : 0,
    .observer.cost = cost};
  if (!space_create(&g->space, &spec, &e)) fail_msg("%s", e.text);
  g->region = region;
  breadth_search(&g->space, &limits, WATCH_NOTHING, true, &g->found);
  assert_true(g->found.complete);
  depth_search(&g->space, &g->found.visited, &g->region, &limits, &g->depth);
}

static void finish(struct ground *g)
{
  depth_free(&g->depth);
  breadth_free(&g->found);
  space_free(&g->space);
}

static const struct rmr_algorithm *named(const char *name)
{
  struct error e = {0};
  const struct rmr_algorithm *a = algorithm_find(name, &e);
  if (a == NULL) fail_msg("%s", e.text);
  return a;
}

static bool is_initial(void *self, const uint64_t *state)
{
  const struct path *path = self;
  return memcmp(path->begin, state, sizeof *state) != 0; /* goes on until it is found */
}

/* Each step can be made; returns what they cost, and in *paid_in_loop what those of the loop do. */
static uint64_t walk(const struct ground *g, const struct path *path, uint64_t *paid_in_loop)
{
  static const struct region everywhere = {.kind = REGION_ALL};
  const struct edge_scope scope = {.space = &g->space, .visited = &g->found.visited, .region = &everywhere};
  struct edge *edge = edges_new(&g->space);
  uint64_t paid = 0;
  *paid_in_loop = 0;
  assert_false(space_initial(&g->space, is_initial, (void *)(uintptr_t)path));
  for (size_t k = 0; k < path->n; k++) {
    const uint32_t n = edges_of(&scope, path->state[k], edge);
    uint32_t j = 0;
    while (j < n && (edge[j].to != path->state[k + 1] || edge[j].mover != path->process[k])) j++;
    assert_true(j < n);
    paid += edge[j].weight;
    if (k >= path->loop) *paid_in_loop += edge[j].weight;
  }
  free(edge);
  return paid;
}

/* --- the fewest steps --------------------------------------------------------------------------------------------- */

static bool two_inside(void *self, uint32_t id)
{
  const struct ground *g = self;
  return violated_in(&g->space, visited_state(&g->found.visited, id)) == VIOLATED_P1;
}

static bool all_done(void *self, uint32_t id)
{
  const struct ground *g = self;
  for (uint32_t p = 1; p <= g->space.n; p++)
    if (!space_label_of(&g->space, visited_state(&g->found.visited, id), p)->done) return false;
  return true;
}

static bool nowhere(void *self, uint32_t id)
{
  (void)self, (void)id;
  return false;
}

/* The fewest steps to the goal, level by level over all states. */
struct levels {
  struct ground *g;
  struct visited_map level; /* plus 1 */
};

static bool begin_level(void *self, const uint64_t *state)
{
  struct levels *l = self;
  const uint32_t words = l->g->space.words;
  *visited_map_at(&l->level, visited_lookup(&l->g->found.visited, state, visited_hash(state, words), words)) = 1;
  return true;
}

static uint32_t go_on(struct levels *l, uint32_t depth, bool goal(void *, uint32_t), bool *reached)
{
  const struct edge_scope scope = {.space = &l->g->space, .visited = &l->g->found.visited, .region = &l->g->region};
  struct edge *edge = edges_new(&l->g->space);
  uint32_t count = 0;
  for (uint32_t part = 0; part < VISITED_PARTS; part++)
    for (uint64_t slot = 0; slot < l->g->found.visited.part[part].capacity; slot++) {
      const uint32_t id = visited_id(part, slot);
      if (*visited_state(&l->g->found.visited, id) == 0 || *visited_map_at(&l->level, id) != depth) continue;
      count++;
      *reached |= goal(l->g, id);
      const uint32_t n = edges_of(&scope, id, edge);
      for (uint32_t k = 0; k < n; k++)
        if (*visited_map_at(&l->level, edge[k].to) == 0) *visited_map_at(&l->level, edge[k].to) = depth + 1;
    }
  free(edge);
  return count;
}

static bool fewest(struct ground *g, bool goal(void *, uint32_t), size_t *steps)
{
  struct levels l = {.g = g};
  bool reached = false;
  assert_true(visited_map_create(&l.level, &g->found.visited));
  space_initial(&g->space, begin_level, &l);
  for (*steps = 0; go_on(&l, (uint32_t)*steps + 1, goal, &reached) != 0 && !reached;) ++*steps;
  visited_map_free(&l.level);
  return reached;
}

static void test_fewest_steps(void **state)
{
  (void)state;
  const struct {
    const struct rmr_algorithm *algorithm;
    uint32_t n;
    bool (*goal)(void *, uint32_t);
    bool there;
  } cases[] = {{&rmr_algorithm_open_door, 2, two_inside, true},
               {&rmr_algorithm_open_door, 3, all_done, true},
               {named("burns_lamport"), 2, two_inside, false},
               {named("burns_lamport"), 3, all_done, true},
               {named("mcs"), 2, all_done, true},
               {named("ticket"), 3, nowhere, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct ground g;
    struct path path = {0};
    size_t steps;
    uint64_t in_loop;
    prepare(&g, cases[k].algorithm, cases[k].n, 1, COST_NONE, (struct region){.kind = REGION_ALL});
    assert_int_equal(fewest(&g, cases[k].goal, &steps), cases[k].there);
    assert_int_equal(path_to(&g.space, &g.found.visited, &limits, cases[k].goal, &g, &path), cases[k].there);
    if (cases[k].there) {
      walk(&g, &path, &in_loop);
      assert_int_equal(path.n, steps);
      assert_int_equal(path.loop, path.n);
      assert_true(cases[k].goal(&g, path.state[path.n]));
      path_free(&path);
    }
    finish(&g);
  }
}

/* --- the longest, and loops --------------------------------------------------------------------------------------- */

static void test_heaviest(void **state)
{
  (void)state;
  static const char *const names[] = {"burns_lamport", "mcs", "clh", "anderson", "ticket", "peterson", "bakery"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct ground g;
    struct path path = {0};
    uint64_t in_loop, unpaid;
    prepare(&g, named(names[k]), 2, 1, COST_RMR, (struct region){.kind = REGION_ALL});
    assert_false(g.depth.positive_cycle);
    assert_true(path_longest(&g.space, &g.found.visited, &limits, &g.region, &g.depth, &path, &unpaid));
    assert_int_equal(unpaid, 0);
    assert_int_equal(walk(&g, &path, &in_loop), g.depth.most);
    assert_int_equal(path.loop, path.n);
    assert_true(space_label_of(&g.space, visited_state(&g.found.visited, path.state[path.n]), 2)->done);
    path_free(&path);
    finish(&g);
  }
}

static void test_endless(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 3; n++) {
    struct ground g;
    struct path path = {0};
    uint64_t in_loop;
    prepare(&g, named("tas"), n, 1, COST_RMR, (struct region){.kind = REGION_ALL});
    assert_true(g.depth.positive_cycle);
    assert_true(path_positive_cycle(&g.space, &g.found.visited, &limits, &g.region, &g.depth, &path));
    walk(&g, &path, &in_loop);
    assert_true(path.loop < path.n && in_loop > 0);
    assert_int_equal(path.state[path.loop], path.state[path.n]);
    path_free(&path);
    finish(&g);
  }
}

/* Test-and-set starves: P1 waits for ever although all who are outside their remainder go on. */
static void test_fair(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 3; n++) {
    struct ground g;
    struct path path = {0};
    uint64_t in_loop;
    uint32_t moved = 0;
    prepare(&g, named("tas"), n, 0, COST_NONE, (struct region){.kind = REGION_ENTRY, .process = 1});
    assert_true(g.depth.fair);
    assert_true(path_fair(&g.space, &g.found.visited, &limits, &g.region, &g.depth, &path));
    walk(&g, &path, &in_loop);
    assert_true(path.loop < path.n);
    assert_int_equal(path.state[path.loop], path.state[path.n]);
    for (size_t k = path.loop; k < path.n; k++) {
      moved |= 1u << (path.process[k] - 1);
      assert_true(region_has(&g.space, &g.region, visited_state(&g.found.visited, path.state[k])));
    }
    for (uint32_t p = 1; p <= n; p++)
      if (space_label_of(&g.space, visited_state(&g.found.visited, path.state[path.loop]), p)->section != RMR_REMAINDER)
        assert_true(moved & 1u << (p - 1));
    path_free(&path);
    finish(&g);
  }
}

/* Where nobody starves there is no fair component. */
static void test_no_fair_component(void **state)
{
  (void)state;
  struct ground g;
  prepare(&g, named("ticket"), 2, 2, COST_NONE, (struct region){.kind = REGION_ENTRY, .process = 1});
  assert_true(g.depth.complete);
  assert_false(g.depth.fair);
  finish(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_fewest_steps), cmocka_unit_test(test_heaviest),          cmocka_unit_test(test_endless),
    cmocka_unit_test(test_fair),         cmocka_unit_test(test_no_fair_component),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
