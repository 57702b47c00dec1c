/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_buffers.c: orders of writes as text; runs where writes wait in buffers: with eager commits they are those of
 * sequential consistency, and with fences everywhere algorithms are right whenever writes are committed; minimal
 * hitting sets beside all sets.
 *
 * ctest: fast
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/property.h"
#include "base/rng.h"
#include "explore/fences/hitting.h"
#include "model/names.h"
#include "sim/run.h"

#include <cmocka.h> /* last: its fail() is not ours */

/* --- text --------------------------------------------------------------------------------------------------------- */

static const struct rmr_algorithm *named(const char *name)
{
  struct error e = {0};
  const struct rmr_algorithm *a = algorithm_find(name, &e);
  assert_non_null(a);
  return a;
}

static void test_text(void **unused)
{
  static const char *const same[] = {"sc", "tso", "pso,fences=2+3+cs", "tso,fences=all",
                                     "pso,fences=cs,buffer=3,data=no,merge=yes,drain=worst"};
  const struct rmr_algorithm *a = named("peterson");
  (void)unused;
  for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
    struct order_spec order;
    struct error e = {0};
    char text[ORDER_SIZE];
    if (!order_parse(same[k], a, &order, &e)) fail_msg("%s: %s", same[k], e.text);
    assert_string_equal(order_text(&order, a, text, sizeof text), same[k]);
  }
}

static void test_wrong_text(void **unused)
{
  static const struct {
    const char *text, *told;
  } wrong[] = {{"tos", "did you mean 'tso'"},
               {"tso,fence=3", "expected fences="},
               {"tso,fences=3,fences=4", "each at most once"},
               {"tso,fences=99", "99"},
               {"tso,fences=", "expected labels"},
               {"tso,buffer=0", "1 to 64"},
               {"tso,buffer=1000000", "1 to 64"},
               {"tso,data=maybe", "yes or no"},
               {"tso,drain=later", "random, eager, lazy or worst"},
               {"sc,buffer=3", "no buffers with sc"},
               {"", "expected sc, tso or pso"}};
  (void)unused;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct order_spec order;
    struct error e = {0};
    assert_false(order_parse(wrong[k].text, named("peterson"), &order, &e));
    if (strstr(e.text, wrong[k].told) == NULL) fail_msg("'%s': %s", wrong[k].text, e.text);
  }
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t sum, uint64_t with)
{
  uint64_t state = sum ^ with;
  return rng_next(&state);
}

/* Everything that an event says. */
static void add_up(void *self, const struct rmr_event *event)
{
  uint64_t *sum = self;
  const uint64_t parts[] = {event->step,
                            event->process,
                            event->var,
                            (uint64_t)event->before,
                            (uint64_t)event->after,
                            event->line,
                            event->kind,
                            event->cause,
                            event->from,
                            event->to,
                            event->passage_rmr,
                            event->passage_steps,
                            event->blocked,
                            event->parked,
                            event->woken,
                            event->buffered};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *sum = mixed(*sum, parts[k]);
}

struct outcome {
  uint64_t sum;
  enum run_end end;
  uint64_t p1;
  bool any; /* the run could be made */
};

static struct outcome run_of(const struct rmr_algorithm *a, const char *adversary, enum memory memory,
                             const struct order_spec *order)
{
  static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct run_spec spec = {
    .setup =
      {.algorithm = a, .n = 3, .memory = memory, .passages = 3, .sessions = &distinct, .seed = 7, .order = *order},
    .adversary = adversary,
    .max_steps = 100000};
  struct outcome out = {0};
  struct error e = {0};
  struct run *run = run_create(&spec, &e);
  if (run == NULL) return out;
  out.any = true;
  run_observe(run, (struct run_observer){add_up, &out.sum});
  if (!run_go(run, &e)) fail_msg("%s: %s", a->name, e.text);
  out.end = run_ended(run);
  out.p1 = run_monitor(run)->p1_count;
  run_free(run);
  return out;
}

static void test_eager(void **unused)
{
  static const char *const adversaries[] = {"random", "greedy", "round_robin"};
  const struct order_spec plain = {0}, eager = {.order = ORDER_PSO, .drain = DRAIN_EAGER};
  size_t compared = 0;
  (void)unused;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (size_t k = 0; k < sizeof adversaries / sizeof *adversaries; k++) {
      const struct outcome one = run_of(*a, adversaries[k], MEMORY_CC, &plain),
                           other = run_of(*a, adversaries[k], MEMORY_CC, &eager);
      if (!one.any || !other.any) continue;
      if (one.sum != other.sum) fail_msg("%s, %s: eager commits make another run", (*a)->name, adversaries[k]);
      compared++;
    }
  assert_true(compared > 150);
}

/* Algorithms that claim mutual exclusion keep it with fences everywhere, and come to an end. */
static void test_fenced(void **unused)
{
  size_t completed = 0, runs = 0;
  (void)unused;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    if ((*a)->claims.p[PROPERTY_P1] != RMR_YES || (*a)->claims.wrong != NULL || (*a)->claims.timed) continue;
    for (uint32_t k = 0; k < 2 * N_DRAINS; k++) {
      struct order_spec order;
      struct error e = {0};
      assert_true(order_parse(k < N_DRAINS ? "tso,fences=all" : "pso,fences=all", *a, &order, &e));
      order.drain = (enum drain)(k % N_DRAINS);
      const struct outcome out = run_of(*a, "random", MEMORY_CC_KEEP, &order);
      runs += out.any;
      completed += out.any && out.end == RUN_COMPLETED;
      if (out.p1 != 0) fail_msg("%s, %s, %s: P1 fails", (*a)->name, order_names[order.order], drain_names[order.drain]);
    }
  }
  print_message("%zu runs, %zu completed\n", runs, completed);
  assert_true(runs > 300 && completed > runs / 10 * 8);
}

/* A fence at the end of the critical section is made once in a passage, whether the section has a line of its own or
 * not. */
static void count_fence(void *self, const struct rmr_event *event)
{
  size_t *fences = self;
  *fences += event->action == RMR_STEP && event->kind == RMR_FENCE;
}

static void test_fence_of_cs(void **unused)
{
  static const struct {
    const char *algorithm;
    uint32_t n;
  } systems[] = {{"peterson", 3}, {"philosophers", 3}, {"philosophers", 1}, {"gt", 3}}; /* the third has a line */
  (void)unused;
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++)
    for (int order = ORDER_SC + 1; order < N_ORDERS; order++) {
      static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
      const struct run_spec spec = {.setup = {.algorithm = named(systems[k].algorithm),
                                              .n = systems[k].n,
                                              .passages = 2,
                                              .sessions = &distinct,
                                              .seed = 3,
                                              .order = {.order = (enum write_order)order, .fence_cs = true}}};
      struct error e = {0};
      size_t fences = 0;
      struct run *run = run_create(&spec, &e);
      if (run == NULL) fail_msg("%s: %s", systems[k].algorithm, e.text);
      run_observe(run, (struct run_observer){count_fence, &fences});
      assert_true(run_go(run, &e));
      assert_int_equal(run_ended(run), RUN_COMPLETED);
      assert_int_equal(fences, run_ledger(run)->passages);
      run_free(run);
    }
}

/* Without fences most fail sooner or later: the checks above could have seen it. */
static void test_unfenced(void **unused)
{
  static const char *const fail_at_once[] = {"peterson", "bakery", "burns_lamport", "szymanski"};
  const struct order_spec lazy = {.order = ORDER_TSO, .drain = DRAIN_LAZY};
  (void)unused;
  for (size_t k = 0; k < sizeof fail_at_once / sizeof *fail_at_once; k++)
    assert_true(run_of(named(fail_at_once[k]), "random", MEMORY_DSM, &lazy).p1 != 0);
}

/* --- hitting sets ------------------------------------------------------------------------------------------------- */

enum { ELEMENTS = 8, MEMBERS = 6 };

static bool hits_all(uint64_t set, const uint64_t *member, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if ((set & member[k]) == 0) return false;
  return true;
}

static bool is_minimal(uint64_t set, const uint64_t *member, uint32_t n)
{
  for (uint64_t rest = set; rest != 0; rest &= rest - 1)
    if (hits_all(set & ~(rest & -rest), member, n)) return false;
  return hits_all(set, member, n);
}

static void test_hitting(void **unused)
{
  uint64_t random = 1;
  (void)unused;
  for (int round = 0; round < 300; round++) {
    struct hitting h;
    uint64_t member[MEMBERS];
    hitting_create(&h);
    for (uint32_t n = 0; n < MEMBERS; n++) {
      member[n] = rng_next(&random) & rng_next(&random) & ((1u << ELEMENTS) - 1);
      hitting_add(&h, member[n]);
      uint32_t minimal = 0;
      for (uint64_t set = 0; set < 1u << ELEMENTS; set++) minimal += is_minimal(set, member, n + 1);
      assert_int_equal(h.n, minimal);
      for (uint32_t k = 0; k < h.n; k++) assert_true(is_minimal(h.set[k], member, n + 1));
    }
    hitting_free(&h);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text),     cmocka_unit_test(test_wrong_text),
                                     cmocka_unit_test(test_eager),    cmocka_unit_test(test_fenced),
                                     cmocka_unit_test(test_unfenced), cmocka_unit_test(test_fence_of_cs),
                                     cmocka_unit_test(test_hitting)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
