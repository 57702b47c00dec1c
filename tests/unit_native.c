/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Algorithms on real threads: accesses have the same effect as in the simulator; threads inside together are seen;
 * right locks are kept, wrong ones are not; a thread that waits for ever does not keep the run from its end; quantiles.
 *
 * ctest: fast threads
 */
#include "sim/native/native.h"

#include "client.h"
#include "model/choice.h"
#include "sim/native/access.h"
#include "sim/native/exclusion.h"
#include "sim/native/passages.h"
#include "sim/step.h"

#include <rmr/algo.h> /* its END is not that of sim/run.h */

/* --- accesses ----------------------------------------------------------------------------------------------------- */

/* Each kind of access, in each order: the reply and the register's new value are those of the simulator. */
static void test_accesses_are_those_of_the_simulator(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("mcs"), .n = 2});
  const struct system *system = c->system;
  const struct rmr_op ops[] = {read_of(0),
                               spin_on(0),
                               write_to(0, 7),
                               compare_and_swap(0, 3, 9),
                               compare_and_swap(0, 4, 9),
                               compare_and_swap(0, -1, -2),
                               fetch_and_add(0, -5),
                               fetch_and_store(0, 11),
                               {.kind = RMR_TAS, .var = 0}};
  uint32_t kinds = 0;
  for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
    for (uint32_t order = 0; order < N_NATIVE_ORDERS; order++)
      for (rmr_word before = -1; before <= 3; before += 4) {
        native_register at;
        atomic_init(&at, before);
        const rmr_word reply = native_reply(&at, &ops[k], system, ops[k].kind, (enum native_order)order);
        const rmr_word after = rmr_kind_writes(ops[k].kind) ? system_result(system, &ops[k], before) : before;
        assert_int_equal(atomic_load(&at), after);
        if (rmr_kind_reads(ops[k].kind)) assert_int_equal(reply, before);
        kinds |= 1u << ops[k].kind;
      }
  for (uint32_t kind = RMR_READ; kind < RMR_UPDATE; kind++) assert_true(kinds >> kind & 1);
  client_close(c);
}

static rmr_word doubled(rmr_word value, rmr_word argument, struct rmr_size s)
{
  (void)s;
  return 2 * value + argument;
}

static void test_update(void **state)
{
  (void)state;
  static const struct rmr_shared registers[] = {{.name = "R", .multi_writer = true, .update = doubled}};
  struct rmr_algorithm a = *algorithm_named("tas");
  a.shared = registers;
  struct client *c = client_open(&(struct request){.algorithm = &a, .n = 2});
  native_register at;
  atomic_init(&at, 5);
  const struct rmr_op op = {.kind = RMR_UPDATE, .var = 0, .value = 3};
  assert_int_equal(native_reply(&at, &op, c->system, op.kind, NATIVE_SEQ_CST), 5);
  assert_int_equal(atomic_load(&at), 13);
  client_close(c);
}

/* --- threads inside ----------------------------------------------------------------------------------------------- */

static void test_marks(void **state)
{
  (void)state;
  struct native_mark *mark = mem_aligned(4, sizeof *mark, NATIVE_LINE);
  struct client *mutex = client_open(&(struct request){.algorithm = algorithm_named("tas"), .n = 3});
  assert_int_equal(native_enter(mark, mutex->system, 1, 1), 0);
  assert_int_equal(native_enter(mark, mutex->system, 3, 1), 1); /* a lock asks for no sessions */
  native_leave(mark, 3);
  native_leave(mark, 1);
  assert_int_equal(native_enter(mark, mutex->system, 2, 1), 0);
  native_leave(mark, 2);
  client_close(mutex);
  struct client *group =
    client_open(&(struct request){.algorithm = algorithm_named("glb"), .n = 3, .sessions = "any:2"});
  assert_int_equal(native_enter(mark, group->system, 1, 2), 0);
  assert_int_equal(native_enter(mark, group->system, 2, 2), 0); /* of the same session */
  assert_int_not_equal(native_enter(mark, group->system, 3, 1), 0);
  client_close(group);
  free(mark);
}

/* --- whole runs --------------------------------------------------------------------------------------------------- */

struct ran {
  bool ok;
  struct error e;
  struct native_result result;
};

static struct ran run_natively(struct native_spec spec, const struct rmr_algorithm *algorithm, uint32_t n,
                               const char *rule)
{
  struct ran ran = {0};
  struct sessions sessions;
  assert_true(sessions_parse(rule, &sessions, &ran.e));
  void *parameters = algorithm_defaults(algorithm);
  spec.setup =
    (struct system_spec){.algorithm = algorithm, .parameters = parameters, .n = n, .sessions = &sessions, .seed = 1};
  if (spec.seconds == 0) spec.seconds = 0.05;
  if (spec.repetitions == 0) spec.repetitions = 2;
  ran.ok = native_run(&spec, &ran.result, &ran.e);
  free(parameters);
  return ran;
}

/* A text has a loop of its own, but where there is a clock; an algorithm in C has none. */
static void test_loops(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("mcs"), .n = 2});
  struct client *other = client_open(&(struct request){.algorithm = &rmr_algorithm_open_door, .n = 2});
  native_loop_fn *const own = native_find_loop(c->system, 0), *const general = native_find_loop(c->system, 1);
  assert_ptr_not_equal(own, general);
  assert_ptr_equal(native_find_loop(other->system, 0), general);
  client_close(c);
  client_close(other);
}

static void test_right_ones_are_kept(void **state)
{
  static const char *const names[] = {"tas",           "ticket",       "mcs", "bakery",          "yang_anderson", "glb",
                                      "burns_lamport", "philosophers", "clh", "bwbgme_repaired", "peterson"};
  (void)state;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (uint32_t n = 1; n <= 5; n += 2) {
      if (n == 1 && strcmp(names[k], "philosophers") == 0) continue;
      struct ran ran =
        run_natively((struct native_spec){.packed = n == 5, .floating = n == 5, .tick = n == 5 ? 1000 : 0},
                     algorithm_named(names[k]), n, "any:2"); /* with a clock: the loop that all have in common */
      const struct native_result *r = &ran.result;
      if (!ran.ok) fail_msg("%s: %s", names[k], ran.e.text);
      if (r->clashes != 0) fail_msg("%s, N = %u: P%u and P%u are inside", names[k], n, r->first.p, r->first.q);
      assert_int_equal(r->repetitions, 2);
      assert_true(r->passages > 0 && r->entries >= r->passages - n && !r->interrupted);
      assert_true(r->time.n > 0 && r->time.largest > 0 && native_mean_time(r, n) > 0);
      native_free(&ran.result);
    }
}

static void test_nothing_keeps_anyone_out(void **state)
{
  (void)state;
  struct ran ran =
    run_natively((struct native_spec){.stay = 100000, .repetitions = 4}, &rmr_algorithm_open_door, 4, "distinct");
  assert_true(ran.ok);
  assert_true(ran.result.clashes > 0);
  assert_int_not_equal(ran.result.first.p, ran.result.first.q);
  native_free(&ran.result);
  ran = run_natively((struct native_spec){.stay = 100000}, &rmr_algorithm_open_door, 4, "same");
  assert_int_equal(ran.result.clashes, 0); /* they may be inside together */
  native_free(&ran.result);
}

static rmr_word one(struct rmr_size s)
{
  (void)s;
  return 1;
}

enum { L1 = 1, L2, N_LINES };

/* Waits for ever at its second passage. */
static struct rmr_op waits(void *my, const struct rmr_in *in)
{
  uint8_t *pc = my;
  if (in->given && *pc < 4) ++*pc;
  struct rmr_op op = *pc < 3 ? write_to(VAR(0, 0), 1) : spin_on(VAR(0, 0));
  op.line = *pc == 2 ? L2 : L1;
  op.section = *pc == 2 ? RMR_EXIT : RMR_WAITING;
  return op;
}

static struct rmr_op strays(void *my, const struct rmr_in *in)
{
  struct rmr_op op = write_to(VAR(0, *(uint8_t *)my), 1);
  *(uint8_t *)my = (uint8_t)(*(uint8_t *)my + in->given);
  op.line = L1;
  op.section = RMR_WAITING;
  return op;
}

static struct rmr_op ends(void *my, const struct rmr_in *in)
{
  (void)my, (void)in;
  return (struct rmr_op){.kind = RMR_LOCAL};
}

struct bad {
  uint8_t pc;
};

static struct rmr_algorithm bad(rmr_step_fn *step)
{
  static const struct rmr_line lines[] = {{"1", "wait", L1, RMR_WAITING}, {"2", "leave", L2, RMR_EXIT}};
  static const struct rmr_shared registers[] = {{.name = "R", .multi_writer = true, .max = one}};
  return (struct rmr_algorithm){
    RMR_ALGORITHM_BODY(registers, struct bad), .name = "bad", .title = "bad", .source = "", .note = "", .step = step};
}

static void test_failures(void **state)
{
  (void)state;
  const struct rmr_algorithm waiting = bad(waits), stray = bad(strays), ended = bad(ends);
  struct ran ran = run_natively((struct native_spec){0}, &waiting, 2, "distinct");
  assert_true(ran.ok && ran.result.stuck);
  native_free(&ran.result);
  ran = run_natively((struct native_spec){.seconds = 60}, &stray, 2, "distinct"); /* ends at once */
  assert_false(ran.ok);
  assert_non_null(strstr(ran.e.text, "there is no "));
  native_free(&ran.result);
  ran = run_natively((struct native_spec){.seconds = 60}, &ended, 2, "distinct");
  assert_false(ran.ok);
  native_free(&ran.result);
  ran = run_natively((struct native_spec){0}, algorithm_named("fischer"), 2, "distinct");
  assert_non_null(strstr(ran.e.text, "--tick NS"));
  native_free(&ran.result);
}

/* A delay of a hundredth of a second in each passage. */
static void test_ticks(void **state)
{
  (void)state;
  struct ran ran =
    run_natively((struct native_spec){.tick = 5000000, .seconds = 0.2}, algorithm_named("fischer"), 1, "distinct");
  assert_true(ran.ok && ran.result.passages > 0);
  assert_true(latency_quantile(&ran.result.time, 0) >= 0.94 * 2 * 5000000 - 5000000);
  assert_true(ran.result.passages <= 2 * 41);
  native_free(&ran.result);
}

static void test_interrupted(void **state)
{
  (void)state;
  atomic_bool raised = true;
  struct ran ran =
    run_natively((struct native_spec){.interrupt = &raised, .seconds = 60}, algorithm_named("tas"), 2, "distinct");
  assert_true(ran.ok && ran.result.interrupted);
  assert_int_equal(ran.result.repetitions, 0);
  native_free(&ran.result);
}

static void test_order_names(void **state)
{
  (void)state;
  enum native_order order;
  struct error e = {0};
  for (uint32_t k = 0; k < N_NATIVE_ORDERS; k++) {
    assert_true(native_order_parse(native_order_name((enum native_order)k), &order, &e));
    assert_int_equal(order, k);
  }
  assert_false(native_order_parse("relax", &order, &e));
  assert_non_null(strstr(e.text, "did you mean 'relaxed'?"));
}

/* --- quantiles ---------------------------------------------------------------------------------------------------- */

static void test_classes(void **state)
{
  (void)state;
  uint32_t last = 0;
  for (uint64_t time = 0; time < 100000; time++) {
    const uint32_t class = latency_class(time);
    assert_true(class == last || class == last + 1);
    last = class;
  }
  assert_int_equal(latency_class(UINT64_MAX), LATENCY_CLASSES - 1);
}

static void test_quantiles(void **state)
{
  (void)state;
  struct latency *l = mem_new(1, sizeof *l), *more = mem_new(1, sizeof *more);
  assert_true(isnan(latency_quantile(l, 0.5)));
  for (uint64_t time = 1; time <= 1000; time++) latency_add(time <= 500 ? l : more, time, 1);
  latency_merge(l, more);
  assert_int_equal(l->n, 1000);
  for (int percent = 1; percent <= 100; percent++) {
    const double q = latency_quantile(l, percent / 100.0);
    assert_true(q >= 10.0 * percent && q <= 10.0 * percent * (1 + 1.0 / 16) + 1);
  }
  assert_true(latency_quantile(l, 1) == 1000);
  latency_add(l, 2000, 1000); /* one that was timed among many that were not */
  assert_int_equal(l->n, 2000);
  assert_true(latency_quantile(l, 0.5) >= 1000 && latency_quantile(l, 0.51) >= 2000);
  free(l), free(more);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_accesses_are_those_of_the_simulator),
    cmocka_unit_test(test_update),
    cmocka_unit_test(test_marks),
    cmocka_unit_test(test_loops),
    cmocka_unit_test(test_right_ones_are_kept),
    cmocka_unit_test(test_nothing_keeps_anyone_out),
    cmocka_unit_test(test_failures),
    cmocka_unit_test(test_ticks),
    cmocka_unit_test(test_interrupted),
    cmocka_unit_test(test_order_names),
    cmocka_unit_test(test_classes),
    cmocka_unit_test(test_quantiles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
