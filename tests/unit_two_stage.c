/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_two_stage.c: the delays of the two-stage solution (algos/two_stage.c), by the explorer, beside those of the
 * paper's own words: a philosopher that thinks, is hungry or eats, and arrows, without registers or steps. All states
 * of that are gone through here in the plainest way.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/words.h"
#include "explore/explore.h"
#include "model/arbitration/fork_graph.h"
#include "model/choice.h"
#include "sim/run.h"

#include <cmocka.h> /* last: its fail() is not ours */

/* --- the paper's words -------------------------------------------------------------------------------------------- */

enum { MOST_N = 5, MOST_STATES = 1 << 14 };

struct table {
  uint8_t tabled, eating, arrow[MOST_N]; /* a bit for each philosopher; arrow[i]: those of i */
};

struct tables {
  const struct graph *graph;
  struct table state[MOST_STATES];
  uint32_t n, worst[MOST_STATES]; /* worst[k]: of the one that is looked at, the meals that are to come */
};

static bool has(uint8_t set, uint32_t i)
{
  return (set >> i & 1) != 0;
}

/* T0, T1 or T2, whichever is next of i. False: it has to wait. */
static bool move(const struct graph *graph, struct table *t, uint32_t i)
{
  if (has(t->eating, i)) {
    t->eating ^= (uint8_t)(1u << i);
    t->tabled ^= (uint8_t)(1u << i);
    for (uint32_t j = 0; j < graph->n; j++) t->arrow[j] &= (uint8_t) ~(1u << i);
  } else if (has(t->tabled, i)) {
    if (t->arrow[i] != 0) return false;
    t->eating |= (uint8_t)(1u << i);
  } else {
    for (uint32_t j = 0; j < graph->n; j++)
      if (j != i && graph_has(graph, i, j) && has(t->tabled, j)) t->arrow[i] |= (uint8_t)(1u << j);
    t->tabled |= (uint8_t)(1u << i);
  }
  return true;
}

static uint32_t number_of(struct tables *all, const struct table *t)
{
  for (uint32_t k = 0; k < all->n; k++)
    if (memcmp(&all->state[k], t, sizeof *t) == 0) return k;
  assert_true(all->n < MOST_STATES);
  all->state[all->n] = *t;
  return all->n++;
}

static struct tables *all_tables(const struct graph *graph)
{
  struct tables *all = mem_new(1, sizeof *all);
  const struct table empty = {0};
  all->graph = graph;
  (void)number_of(all, &empty);
  for (uint32_t k = 0; k < all->n; k++)
    for (uint32_t i = 0; i < graph->n; i++) {
      struct table next = all->state[k];
      if (move(graph, &next, i)) (void)number_of(all, &next);
    }
  return all;
}

/* Whom arrows lead to from x, itself included. */
static uint8_t reached(const struct table *t, uint32_t x)
{
  uint8_t set = (uint8_t)(1u << x), before = 0;
  while (set != before) {
    before = set;
    for (uint32_t i = 0; i < MOST_N; i++)
      if (has(before, i)) set |= t->arrow[i];
  }
  return set;
}

/* Philosophers on the longest path of arrows from x. */
static uint32_t longest(const struct table *t, uint32_t x)
{
  uint32_t most = 0;
  for (uint32_t j = 0; j < MOST_N; j++)
    if (has(t->arrow[x], j) && longest(t, j) > most) most = longest(t, j);
  return most + 1;
}

struct delays {
  uint32_t meals;   /* of those whom x waits for, and its own */
  uint32_t longest; /* path of arrows */
  uint32_t reached; /* at most so many can be reached from it */
};

/* One round: the most meals after each state, from those of the states behind it. False: nothing has changed. */
static bool look_ahead(struct tables *all, uint32_t x)
{
  bool changed = false;
  for (uint32_t k = 0; k < all->n; k++)
    for (uint32_t i = 0; i < all->graph->n && has(all->state[k].tabled, x); i++) {
      struct table next = all->state[k];
      if (!move(all->graph, &next, i)) continue;
      uint32_t meals = has(all->state[k].eating, i) && has(reached(&all->state[k], x), i);
      if (has(next.tabled, x)) meals += all->worst[number_of(all, &next)];
      if (meals <= all->worst[k]) continue;
      all->worst[k] = meals;
      changed = true;
    }
  return changed;
}

static struct delays delays_of(struct tables *all, uint32_t x)
{
  struct delays d = {0};
  memset(all->worst, 0, sizeof all->worst);
  while (look_ahead(all, x)) continue;
  for (uint32_t k = 0; k < all->n; k++) {
    const struct table *t = &all->state[k];
    if (!has(t->tabled, x)) continue;
    const uint32_t path = longest(t, x), far = (uint32_t)__builtin_popcount(reached(t, x));
    if (all->worst[k] > d.meals) d.meals = all->worst[k];
    if (path > d.longest) d.longest = path;
    if (far > d.reached) d.reached = far;
  }
  return d;
}

/* --- the algorithm ------------------------------------------------------------------------------------------------ */

static void explore_meals(const char *algorithm, uint32_t n, uint32_t passages, struct explored *out)
{
  struct error e = {0};
  struct algorithm_choice *choice = algorithm_choose(algorithm, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct explore_spec spec = {.setup = {.n = n, .passages = passages},
                              .cost = COST_MEALS,
                              .check = {[1] = true, [2] = true, [6] = true},
                              .limits = {.memory = (size_t)1 << 30, .threads = 1}};
  algorithm_ask(choice, &spec.setup);
  if (!explore(&spec, out, &e)) fail_msg("%s: %s", algorithm, e.text);
  assert_true(out->complete);
  for (uint32_t k = 1; k < N_PROPERTIES; k++)
    if (spec.check[k]) assert_int_equal(out->property[k].verdict, VERDICT_HOLDS);
  algorithm_release(choice);
}

/* By exploration the meals of the paper's words: all who can be reached, N on a connected graph. Where each is
 * everybody's neighbour, these are one path of arrows, the longest that there is. */
static void agree(const char *algorithm, const char *graph_text)
{
  struct graph graph;
  struct error e = {0};
  struct explored explored;
  assert_true(graph_parse(graph_text, NULL, 0, &graph, &e));
  char *text = mem_format("%s:graph=%s", algorithm, graph_text);
  explore_meals(text, graph.n, 0, &explored);
  struct tables *all = all_tables(&graph);
  for (uint32_t x = 0; x < graph.n; x++) {
    const struct delays d = delays_of(all, x);
    assert_int_equal(explored.cost[x].worst, d.meals);
    assert_false(explored.cost[x].unbounded);
    assert_int_equal(d.meals, d.reached);
    assert_int_equal(d.meals, graph.n);
    assert_true(d.longest <= d.meals);
    if (2 * graph.n_forks == graph.n * (graph.n - 1)) assert_int_equal(d.longest, d.meals);
  }
  free(all);
  free(text);
  explored_free(&explored);
  graph_free(&graph);
}

static void test_delays(void **state)
{
  (void)state;
  static const char *const graphs[] = {"complete:2", "complete:3", "complete:4", "path:3", "path:4",
                                       "ring:4",     "ring:5",     "star:4",     "star:5", "grid:2x2"};
  for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++) agree("two_stage", graphs[k]);
}

/* With the T's by binary arbitration the same: waits at forks are no meals. */
static void test_arbitrated(void **state)
{
  (void)state;
  agree("two_stage_arbitrated", "complete:2");
  agree("two_stage_arbitrated", "path:3");
}

static uint16_t line_called(const struct rmr_algorithm *algorithm, const char *label)
{
  for (uint32_t row = 0; row < algorithm->n_rows; row++)
    if (strcmp(algorithm->lines[row].label, label) == 0) return algorithm->lines[row].line;
  fail_msg("no line %s", label);
  return 0;
}

/* Q2: arrows, but for those of philosophers in the midst of T0 (lines 3 to 5), make no cycle. */
enum { ARROW_GROUP = 2, ARROWS_N = 3 };

static bool has_arrow(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  return rmr_value(now, ARROW_GROUP, (i - 1) * now->size.n + j - 1) != 0;
}

static const struct rmr_algorithm *arbitrated(void)
{
  struct error e = {0};
  return algorithm_find("two_stage_arbitrated", &e);
}

static bool comes(const struct rmr_moment *now, uint32_t i)
{
  const uint16_t line = now->process[i]->pending.line;
  for (const char *label = "345"; *label != '\0'; label++)
    if (line == line_called(arbitrated(), (const char[]){*label, '\0'})) return true;
  return false;
}

/* Of so few: whether some arrows lead from one to another and on until they come back. */
static bool is_without_cycle(const struct rmr_moment *now)
{
  bool leads[ARROWS_N + 1][ARROWS_N + 1] = {{false}};
  const uint32_t n = now->size.n;
  for (uint32_t i = 1; i <= n; i++)
    for (uint32_t j = 1; j <= n; j++) leads[i][j] = !comes(now, i) && has_arrow(now, i, j);
  for (uint32_t over = 1; over <= n; over++)
    for (uint32_t i = 1; i <= n; i++)
      for (uint32_t j = 1; j <= n; j++) leads[i][j] |= leads[i][over] && leads[over][j];
  for (uint32_t i = 1; i <= n; i++)
    if (leads[i][i]) return false;
  return true;
}

static bool is_without_arrow(const struct rmr_moment *now)
{
  for (uint32_t i = 1; i <= now->size.n; i++)
    for (uint32_t j = 1; j <= now->size.n; j++)
      if (has_arrow(now, i, j)) return false;
  return true;
}

/* Whether it holds in every state of n philosophers. */
static bool is_invariant(uint32_t n, bool holds(const struct rmr_moment *))
{
  const struct rmr_invariant invariants[] = {{"Q2", "arrows", holds}, {.name = NULL}};
  struct rmr_algorithm a = *arbitrated();
  struct error e = {0};
  struct explored found;
  a.invariants = invariants;
  assert_string_equal(a.shared[ARROW_GROUP].name, "Arrow");
  const struct explore_spec spec = {.setup = {.algorithm = &a, .n = n},
                                    .check = {[PROPERTY_INVARIANTS] = true},
                                    .limits = {.memory = (size_t)1 << 30, .threads = 1}};
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  assert_int_equal(found.n_invariants, 1);
  const bool is = found.invariant[0].verdict == VERDICT_HOLDS;
  assert_true(is || found.invariant[0].verdict == VERDICT_FAILS);
  explored_free(&found);
  return is;
}

static void test_no_cycle(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= ARROWS_N; n++) {
    assert_true(is_invariant(n, is_without_cycle));
    assert_false(is_invariant(n, is_without_arrow)); /* arrows are seen */
  }
}

/* "Its longest path ends at a philosopher that can eat, hence that maximum path length gives an upper bound for the
 * delay": where neighbours eat side by side. One after the other they keep the middle of a star waiting for longer. */
static void test_middle_of_a_star(void **state)
{
  (void)state;
  struct graph graph;
  struct error e = {0};
  assert_true(graph_parse("star:5", NULL, 0, &graph, &e));
  struct tables *all = all_tables(&graph);
  const struct delays middle = delays_of(all, 0), leaf = delays_of(all, 1);
  assert_int_equal(middle.longest, 2);
  assert_int_equal(middle.meals, 5);
  assert_int_equal(leaf.longest, 3);
  assert_int_equal(leaf.meals, 5);
  free(all);
  graph_free(&graph);
}

/* --- binary arbitration among the T's ----------------------------------------------------------------------------- */

/* The largest delay, where others make so many passages. */
static uint32_t delay(const char *algorithm, uint32_t n, uint32_t passages)
{
  struct explored explored;
  explore_meals(algorithm, n, passages, &explored);
  const uint32_t worst = (uint32_t)explored_costliest(&explored)->worst;
  explored_free(&explored);
  return worst;
}

/* Here a passage stands for a T. If eating and thinking always take longer than N of them, each neighbour makes one T
 * at most while one waits for its own: then it is done with the N-th. If they may make two it is not. */
static void test_transitions(void **state)
{
  (void)state;
  static const struct {
    const char *algorithm;
    uint32_t n, one, two, all; /* the delay with one T of each other, with two, with any number */
  } cases[] = {{"philosophers:order=rank", 3, 3, 4, 4},   {"philosophers:order=xor", 4, 4, 6, 6},
               {"philosophers:order=rank", 4, 4, 6, 8},   {"philosophers:graph=ring:4", 4, 4, 6, 6},
               {"philosophers:graph=star:4", 4, 4, 4, 4}, {"philosophers:graph=path:4", 4, 4, 4, 4}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    assert_int_equal(delay(cases[k].algorithm, cases[k].n, 1), cases[k].one);
    assert_int_equal(delay(cases[k].algorithm, cases[k].n, 2), cases[k].two);
    assert_int_equal(delay(cases[k].algorithm, cases[k].n, 0), cases[k].all);
  }
  assert_int_equal(delay("philosophers:order=rank", 5, 1), 5);
}

/* --- many philosophers, by simulation ----------------------------------------------------------------------------- */

/* Something that each does, one at a time, where all are neighbours: how many do it from when somebody is about to
 * until it is done, itself included? */
struct delay {
  uint16_t begins[2], ends[2]; /* lines; where the first of `ends` is 0, it is the meal's end */
  uint32_t n, worst, *others;  /* [1..n]: so many since it began */
  bool *waits;                 /* [1..n] */
};

static bool is_one_of(const uint16_t *lines, uint16_t line)
{
  return line == lines[0] || line == lines[1];
}

static void watch_step(void *self, const struct rmr_event *event)
{
  struct delay *d = self;
  const uint32_t who = event->process;
  if (!d->waits[who] && is_one_of(d->begins, event->line)) {
    d->waits[who] = true;
    d->others[who] = 0;
  }
  if (!d->waits[who]) return;
  if (d->ends[0] == 0 ? event->from != RMR_CS || event->to == RMR_CS : !is_one_of(d->ends, event->line)) return;
  for (uint32_t p = 1; p <= d->n; p++)
    if (d->waits[p] && ++d->others[p] > d->worst) d->worst = d->others[p];
  d->waits[who] = false;
}

static uint32_t worst_seen(const struct rmr_algorithm *algorithm, struct delay d, uint32_t passages,
                           const char *adversary)
{
  struct error e = {0};
  const struct run_spec spec = {.setup = {.algorithm = algorithm, .n = d.n, .passages = passages, .seed = 3},
                                .adversary = adversary};
  struct run *run = run_create(&spec, &e);
  if (run == NULL) fail_msg("%s", e.text);
  d.others = mem_new(d.n + 1, sizeof *d.others);
  d.waits = mem_new(d.n + 1, sizeof *d.waits);
  run_observe(run, (struct run_observer){watch_step, &d});
  if (!run_go(run, &e)) fail_msg("%s", e.text);
  assert_int_equal(run_ended(run), RUN_COMPLETED);
  assert_in_range(ledger_max_meals(run_ledger(run), 0), 1, d.n);
  free(d.others);
  free(d.waits);
  run_free(run);
  return d.worst;
}

/* Meals, from when one has come to the table. */
static uint32_t meals_seen(const char *name, const char *comes, uint32_t n, uint32_t passages, const char *adversary)
{
  struct error e = {0};
  const struct rmr_algorithm *algorithm = algorithm_find(name, &e);
  const struct delay d = {.begins = {line_called(algorithm, comes)}, .n = n};
  return worst_seen(algorithm, d, passages, adversary);
}

static void test_many(void **state)
{
  (void)state;
  static const char *const adversaries[] = {"round_robin", "random", "greedy", "pct", "bursty", "solo", "timed"};
  for (size_t k = 0; k < sizeof adversaries / sizeof *adversaries; k++) {
    const uint32_t few = meals_seen("two_stage", "T0", 31, 20, adversaries[k]);
    const uint32_t many = meals_seen("two_stage_arbitrated", "5", 128, 2, adversaries[k]);
    assert_in_range(few, 1, 31);
    assert_in_range(many, 1, 128);
    if (k == 0) assert_int_equal(few, 31);   /* all come before anybody eats */
    if (k == 2) assert_int_equal(many, 128); /* likewise */
  }
  const uint32_t most = meals_seen("two_stage_arbitrated", "5", 512, 1, "random");
  assert_in_range(most, 2, 512);
}

/* T's, from the first fork that is grabbed for one to the last. One takes at most 4N accesses, of a unit of time each;
 * the meal and the thinking take longer than N of them. */
static void test_transitions_seen(void **state)
{
  (void)state;
  struct error e = {0};
  const struct rmr_algorithm *algorithm = algorithm_find("two_stage_arbitrated", &e);
  struct delay d = {.begins = {line_called(algorithm, "1.1"), line_called(algorithm, "9.1")},
                    .ends = {line_called(algorithm, "5"), line_called(algorithm, "12")}};
  static const uint32_t seen[] = {14, 58, 242, 994}; /* docs/arbitration.md has them */
  for (uint32_t k = 0; k < 4; k++) {
    d.n = 8u << k;
    const uint32_t time = 6 * d.n * d.n;
    char *slow = mem_format("timed:hit=const/1,rmr=const/1,cs=const/%u,remainder=const/%u", time, time);
    char *fast = mem_format("timed:hit=const/1,rmr=const/1,cs=const/1,remainder=const/1");
    const uint32_t few = worst_seen(algorithm, d, 20, slow), many = worst_seen(algorithm, d, 20, fast);
    assert_int_equal(few, d.n);
    assert_int_equal(many, seen[k]);
    free(slow);
    free(fast);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_delays),           cmocka_unit_test(test_arbitrated),  cmocka_unit_test(test_no_cycle),
    cmocka_unit_test(test_middle_of_a_star), cmocka_unit_test(test_transitions), cmocka_unit_test(test_many),
    cmocka_unit_test(test_transitions_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
