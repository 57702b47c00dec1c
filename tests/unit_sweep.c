/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_sweep.c: the worst case without a visited set (explore/engines/sweep_line.h) beside the one in depth, for every
 * shipped algorithm, memory and cost. The two have the tables of the automata in common and nothing of what finds the
 * longest path.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/engines/depth.h"
#include "explore/engines/history.h"
#include "explore/engines/pareto.h"
#include "explore/engines/pending.h"
#include "explore/engines/sweep_line.h"
#include "explore/graph/reduction.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct explore_limits limits = {.memory = (size_t)1 << 28, .threads = 1};
static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

/* Each algorithm is asked a part of all questions; with sanitizers, which make this long, one of four is asked. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 4 };
#else
enum { EVERY = 1 };
#endif

static struct depth by_depth(const struct space *s)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct breadth found;
  struct depth d;
  breadth_search(s, &limits, WATCH_NOTHING, true, &found);
  assert_true(found.complete);
  depth_search(s, &found.visited, &everywhere, &limits, &d);
  depth_free(&d);
  breadth_free(&found);
  return d;
}

/* The cost of the observed process on a path. */
static uint64_t cost_of(const struct space *s, const struct sweep_result *h)
{
  uint64_t cost = 0;
  const struct space_shape shape = {1, false, false};
  for (size_t k = 0; k < h->path.n; k++) {
    const uint64_t *from = visited_state(&h->visited, h->path.state[k]),
                   *to = visited_state(&h->visited, h->path.state[k + 1]);
    const uint32_t p = h->path.process[k];
    const struct space_row *row = space_row_of(s, shape, from, p);
    bool found = false;
    for (uint32_t choice = 0; choice < s->choices && !found; choice++) {
      struct successor next;
      found = space_step(s, shape, from, p, space_moves(s, shape, from, row) + choice, &next) && next.state[0] == *to;
      if (found) cost += next.weight;
    }
    assert_true(found);
  }
  return cost;
}

struct counts {
  size_t agree, come_back;
};

/* In classes as small as can be, by one thread and by several: nothing may be different. */
static void compare_cut(const struct space *s, const struct sweep_result *whole)
{
  for (uint32_t threads = 1; threads <= 2; threads++) {
    const struct explore_limits by = {.memory = limits.memory, .threads = threads};
    struct sweep_result cut;
    sweep_search_cut(s, &by, 1, &cut);
    assert_int_equal(cut.complete, whole->complete);
    assert_int_equal(cut.comes_back, whole->comes_back);
    if (whole->complete) {
      assert_int_equal(cut.most, whole->most);
      assert_int_equal(cut.configurations, whole->configurations);
      assert_int_equal(cut.transitions, whole->transitions);
      assert_int_equal(cut.labels, whole->labels);
      assert_int_equal(cut.path.n, whole->path.n);
      assert_memory_equal(cut.path.process, whole->path.process, cut.path.n * sizeof *cut.path.process);
    }
    sweep_free(&cut);
  }
}

static void compare(const struct space_spec *spec, struct counts *counts)
{
  struct error e = {0};
  struct space s;
  if (!space_create(&s, spec, &e)) fail_msg("%s", e.text);
  reduction_prepare(&s);
  const uint64_t product_states = sweep_product_states(&s);
  if (product_states != 0 && product_states < (UINT64_C(1) << 24)) {
    struct sweep_result h;
    sweep_search(&s, &limits, &h);
    const struct depth d = by_depth(&s);
    assert_true(h.complete != h.comes_back);
    if (d.positive_cycle) assert_true(h.comes_back);
    if (h.complete) {
      assert_false(d.positive_cycle);
      assert_int_equal(h.most, d.most);
      assert_int_equal(cost_of(&s, &h), h.most);
    }
    compare_cut(&s, &h);
    counts->agree += h.complete;
    counts->come_back += h.comes_back;
    sweep_free(&h);
  }
  space_free(&s);
}

/* Each cost of each algorithm in two of the memories. */
static void test_every_algorithm(void **state)
{
  (void)state;
  static const enum cost_id costs[] = {COST_RMR, COST_STEPS, COST_BYPASS, COST_LINE, COST_RMR_AT_LINE};
  static const enum memory memories[] = {MEMORY_CC, MEMORY_CC_KEEP, MEMORY_CC_WRITEBACK, MEMORY_DSM};
  struct counts counts = {0};
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (size_t c = 0; (a - rmr_algorithms) % EVERY == 0 && c < sizeof costs / sizeof *costs; c++)
      for (size_t m = (c + (size_t)(a - rmr_algorithms)) % 2; m < sizeof memories / sizeof *memories; m += 2)
        for (uint32_t passages = 1; passages <= 2; passages++)
          compare(&(struct space_spec){.setup = {.algorithm = *a,
                                                 .n = 2,
                                                 .passages = passages,
                                                 .sessions = (*a)->group ? &any_of_two : &distinct,
                                                 .memory = memories[m]},
                                       .cap = 8,
                                       .observer.process = 2,
                                       .observer.cost = costs[c],
                                       .observer.lines = {.first = 2, .last = 4}},
                  &counts);
  print_message("%zu agree, %zu come back\n", counts.agree, counts.come_back);
  assert_true(counts.agree > 200 / EVERY);
  assert_true(counts.come_back > 0);
}

static void test_more_processes(void **state)
{
  (void)state;
  struct error e = {0};
  static const char *const names[] = {"burns_lamport", "mcs", "clh", "anderson", "ticket", "splitter", "grid_renaming"};
  struct counts counts = {0};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++)
      compare(&(struct space_spec){.setup = {.algorithm = algorithm_find(names[k], &e),
                                             .n = 3,
                                             .passages = 1,
                                             .sessions = &distinct,
                                             .memory = m},
                                   .cap = 8,
                                   .observer.process = 3,
                                   .observer.cost = COST_RMR},
              &counts);
  assert_int_equal(counts.agree, 3 * sizeof names / sizeof *names);
}

/* Two processes that wait by test-and-set take the register from each other: they stay at their place, and pay without
 * end. */
static void test_going_round_at_one_place(void **state)
{
  (void)state;
  struct error e = {0};
  struct counts counts = {0};
  compare(&(struct space_spec){.setup = {.algorithm = algorithm_find("tas", &e),
                                         .n = 3,
                                         .passages = 1,
                                         .sessions = &distinct,
                                         .memory = MEMORY_CC_WRITEBACK},
                               .cap = 8,
                               .observer.process = 3,
                               .observer.cost = COST_RMR},
          &counts);
  assert_int_equal(counts.come_back, 1);
}

static void test_more_moves_than_a_record_tells(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("glb", &e), .n = 2, .passages = 1, .sessions = &any_of_two},
    .cap = 8,
    .observer.process = 2,
    .observer.cost = COST_RMR};
  assert_true(space_create(&s, &spec, &e));
  const uint32_t n_moves = s.n_moves;
  assert_int_not_equal(sweep_product_states(&s), 0);
  s.n_moves = HISTORY_ORIGIN; /* a real space of so many is large */
  assert_int_equal(sweep_product_states(&s), 0);
  s.n_moves = n_moves;
  space_free(&s);
}

/* Copies 1 and 2; label (paid, copies). */
static void test_which_labels_are_of_no_use(void **state)
{
  (void)state;
  struct pareto labels;
  struct pareto_front list = {0};
  pareto_create(&labels, 1, false, 7, NULL);
  assert_true(pareto_fit(&labels, 1000));
  pareto_add(&labels, 0, 1, &(struct pareto_label){.state = 8, .cost = 3}); /* paid 3, holds nothing */
  pareto_add(&labels, 0, 1,
             &(struct pareto_label){.state = 8 | 1, .cost = 3}); /* no more, and holds a copy: of no use */
  pareto_add(&labels, 0, 1,
             &(struct pareto_label){.state = 8 | 3, .cost = 4}); /* one more, but two copies: either may be better */
  pareto_add(&labels, 0, 2, &(struct pareto_label){.state = 16, .cost = 9}); /* of another place */
  pareto_take(&labels, 0, 1, 8, &list);
  assert_int_equal(list.n, 2);
  assert_int_equal(list.label[0].cost + list.label[1].cost, 7);
  pareto_add(&labels, 0, 1, &(struct pareto_label){.state = 8, .cost = 3});
  pareto_add(&labels, 0, 1,
             &(struct pareto_label){.state = 8 | 1, .cost = 4}); /* one more for one copy: the first is of no use now */
  pareto_take(&labels, 0, 1, 8, &list);
  assert_int_equal(list.n, 1);
  assert_int_equal(list.label[0].state, 9);
  pareto_add(&labels, 0, 1, &(struct pareto_label){.state = 8 | 3, .cost = 4});
  pareto_add(&labels, 0, 1, &(struct pareto_label){.state = 8 | 4, .cost = 3}); /* neither */
  pareto_take(&labels, 0, 1, 8, &list);
  assert_int_equal(list.n, 2);
  pareto_take(&labels, 0, 1, 8, &list);
  assert_int_equal(list.n, 0);
  pareto_take(&labels, 0, 2, 16, &list);
  assert_int_equal(list.n, 1);
  pareto_front_free(&list);
  pareto_free(&labels);
}

/* More configurations than chains: each still has its own label. */
static void test_configurations_that_share_a_chain(void **state)
{
  (void)state;
  enum { MANY = 5000 };
  struct pareto labels;
  struct pareto_front list = {0};
  pareto_create(&labels, 1, false, 7, NULL);
  assert_true(pareto_fit(&labels, 1000));
  assert_true(UINT32_C(1) << labels.bits < MANY);
  for (uint32_t k = 1; k < MANY; k++)
    pareto_add(&labels, 0, k, &(struct pareto_label){.state = (uint64_t)k << 3 | 1, .cost = k});
  for (uint32_t k = 1; k < MANY; k++) {
    pareto_take(&labels, 0, k, (uint64_t)k << 3, &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.label[0].cost, k);
  }
  pareto_front_free(&list);
  pareto_free(&labels);
}

/* Of two ways to the same label that whose last move has the lower number stays, whichever came first; and they are
 * taken in one order. */
static void test_which_of_equal_labels_stays(void **state)
{
  (void)state;
  for (uint32_t first = 0; first < 2; first++) {
    struct pareto labels;
    struct pareto_front list = {0};
    pareto_create(&labels, 2, true, 7, NULL);
    assert_true(pareto_fit(&labels, 1000));
    for (uint32_t k = 0; k < 2; k++) {
      const uint64_t copies = (first + k) % 2 == 0 ? 1 : 6;
      pareto_add(&labels, k, 1, &(struct pareto_label){.state = 8 | copies, .cost = 3});
    }
    pareto_take(&labels, 1, 1, 8, &list);
    assert_int_equal(list.n, 2);
    assert_int_equal(list.label[0].state, 9);
    assert_int_equal(list.label[1].state, 14);
    pareto_add(&labels, 0, 2, &(struct pareto_label){.state = 16, .from = history_from(7, 41 - first)});
    pareto_add(&labels, 1, 2, &(struct pareto_label){.state = 16, .from = history_from(8, 40 + first)});
    pareto_take(&labels, 0, 2, 16, &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.label[0].from, history_from(first == 0 ? 8 : 7, 40));
    pareto_front_free(&list);
    pareto_free(&labels);
  }
}

struct awaited {
  uint32_t n, step;
};

static void await(void *self, const struct pareto_label *label)
{
  struct awaited *a = self;
  const uint32_t k = a->n++ * a->step;
  assert_int_equal(label->cost, k);
  assert_int_equal(label->state, UINT64_MAX - k);
  assert_int_equal(label->from, (uint64_t)k << 20);
}

static void test_little_memory(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct sweep_result h;
  const struct explore_limits few = {.memory = 1 << 22, .threads = 1};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = 6, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observer.process = 6,
    .observer.cost = COST_RMR};
  assert_true(space_create(&s, &spec, &e));
  reduction_prepare(&s);
  sweep_search(&s, &few, &h);
  assert_false(h.complete);
  assert_false(h.comes_back);
  sweep_free(&h);
  space_free(&s);
}

/* Labels that wait for a class come out in the order in which they were put in, whether or not they were on the disk
 * meanwhile. */
static void test_labels_that_wait(void **state)
{
  (void)state;
  struct error e = {0};
  struct scratch *scratch = scratch_open("/tmp", 0, &e);
  struct pending on_disk, in_memory;
  pending_create(&on_disk, 3, 1, NULL, scratch, 0);
  pending_create(&in_memory, 3, 2, NULL, NULL, 0);
  for (uint32_t k = 0; k < 10000; k++) {
    const struct pareto_label label = {.state = UINT64_MAX - k, .from = (uint64_t)k << 20, .cost = k};
    pending_add(&on_disk, k % 4 == 0 ? 2 : 0, &label);
    pending_add(&in_memory, k % 4 == 0 ? 2 : 0, &label);
  }
  assert_true(scratch_most(scratch) >= (uint64_t)8 * SCRATCH_BLOCK);
  assert_false(pending_any(&on_disk, 1));
  assert_int_equal(on_disk.class[0].n, 7500);
  struct awaited of_disk = {.step = 4}, of_memory = {.step = 4};
  assert_true(pending_take(&on_disk, 2, await, &of_disk));
  assert_true(pending_take(&in_memory, 2, await, &of_memory));
  assert_int_equal(of_disk.n, 2500);
  assert_int_equal(of_memory.n, 2500);
  assert_false(pending_any(&on_disk, 2));
  pending_free(&on_disk); /* with what still waits */
  pending_free(&in_memory);
  scratch_close(scratch);
}

/* The same with a disk, where memory does not do; a search that is too large for the disk as well is cut short. */
static void test_a_disk(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct sweep_result whole, h;
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = 6, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observer.process = 6,
    .observer.cost = COST_RMR};
  assert_true(space_create(&s, &spec, &e));
  reduction_prepare(&s);
  sweep_search(&s, &limits, &whole);
  assert_true(whole.complete);
  for (uint32_t threads = 1; threads <= 2; threads++) {
    struct scratch *scratch = scratch_open("/tmp", 0, &e);
    const struct explore_limits few = {.memory = 5 << 20, .threads = threads, .scratch = scratch};
    sweep_search_cut(&s, &few, 1 << 14, &h);
    assert_true(h.complete);
    assert_int_equal(h.most, whole.most);
    assert_int_equal(h.configurations, whole.configurations);
    assert_int_equal(h.path.n, whole.path.n);
    assert_memory_equal(h.path.process, whole.path.process, h.path.n * sizeof *h.path.process);
    assert_true(scratch_most(scratch) > whole.labels * sizeof(uint64_t) * 9 / 10);
    sweep_free(&h);
    scratch_close(scratch);
  }
  const struct explore_limits none = {.memory = 5 << 20, .threads = 1};
  sweep_search_cut(&s, &none, 1 << 14, &h);
  assert_false(h.complete);
  sweep_free(&h);
  struct scratch *small = scratch_open("/tmp", 1 << 20, &e);
  const struct explore_limits fewer = {.memory = 5 << 20, .threads = 1, .scratch = small};
  sweep_search_cut(&s, &fewer, 1 << 14, &h);
  assert_false(h.complete);
  assert_false(h.comes_back);
  assert_true(h.most < whole.most);
  assert_true(scratch_failed(small));
  sweep_free(&h);
  scratch_close(small);
  sweep_free(&whole);
  space_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_algorithm),
    cmocka_unit_test(test_more_processes),
    cmocka_unit_test(test_going_round_at_one_place),
    cmocka_unit_test(test_more_moves_than_a_record_tells),
    cmocka_unit_test(test_which_labels_are_of_no_use),
    cmocka_unit_test(test_configurations_that_share_a_chain),
    cmocka_unit_test(test_which_of_equal_labels_stays),
    cmocka_unit_test(test_little_memory),
    cmocka_unit_test(test_labels_that_wait),
    cmocka_unit_test(test_a_disk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
