/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The effect and the cost of an access, in each of the four memory models. A scene is a list of accesses in the order
 * in which they happen, each with the reply and the cause of cost that are right; the puppets are an algorithm that
 * plays it.
 */
#include "client.h"

#include <rmr/algo.h> /* last: like client.h, others use its short macro names for a moment */

struct act {
  uint32_t process;
  struct rmr_op op;
  rmr_word reply; /* of an access that reads */
  uint8_t cause;
};

static const struct act *scene;
static size_t n_acts;
static rmr_word reply_seen; /* the reply that the puppet got */

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                    \
  LINE(1, WAITING, "the next act of the scene")   \
  LINE(2, CS,      "no more")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct puppet {
  uint8_t pc;
  uint16_t act;
};

static bool next_act(struct puppet *my, uint32_t i)
{
  while (my->act < n_acts && scene[my->act].process != i) my->act++;
  return my->act < n_acts;
}

/* clang-format off */
/* The scenes number all registers; a step function names group and cell. */
static struct rmr_op called(struct rmr_op op)
{
  if (op.var != 0) op.var = VAR(1, op.var - 1);
  return op;
}

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct puppet *my = state;
  BEGIN;
  for (;;) {
    while (next_act(my, i)) {
      LET( 1, reply_seen,  called(scene[my->act].op));
      my->act++;
    }
    DO ( 2,          critical_section());
  }
  END;
}
/* clang-format on */

static const struct rmr_shared registers[] = {
  {.name = "X", .multi_writer = true},
  {.name = "Own", .cells = rmr_per_process, .home = rmr_owner, .multi_writer = true},
};

static const struct rmr_algorithm puppets = {
  RMR_ALGORITHM_BODY(registers, struct puppet), .name = "puppets", .title = "", .source = "", .note = "", .step = step};

enum { X, OWN1, OWN2, OWN3 }; /* the registers of three processes; X is nobody's */

static void play(enum memory memory, const struct act *acts, size_t n)
{
  scene = acts;
  n_acts = n;
  struct client *c = client_open(&(struct request){.algorithm = &puppets, .n = 3, .memory = memory});
  uint32_t paid[4] = {0};
  for (size_t k = 0; k < n; k++) {
    const struct act *act = &acts[k];
    const struct rmr_event event = client_step(c, act->process);
    if (event.cause != act->cause)
      fail_msg("act %zu under %s: cause %u, expected %u", k, memory_names[memory], event.cause, act->cause);
    if (rmr_kind_reads(act->op.kind) && (event.before != act->reply || reply_seen != act->reply))
      fail_msg("act %zu: reply %ld, expected %ld", k, (long)reply_seen, (long)act->reply);
    if (!rmr_kind_writes(act->op.kind)) assert_int_equal(event.after, event.before);
    paid[act->process] += act->cause != RMR_FREE;
    assert_int_equal(client_process(c, act->process)->rmr, paid[act->process]);
  }
  client_close(c);
}

#define PLAY(memory, ...)                              \
  do {                                                 \
    const struct act acts_[] = {__VA_ARGS__};          \
    play(memory, acts_, sizeof acts_ / sizeof *acts_); \
  } while (0)

static void test_read_is_cold_then_free(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++)
    PLAY(m, {1, read_of(X), 0, RMR_COLD}, {1, read_of(X), 0, RMR_FREE}, {1, spin_on(X), 0, RMR_FREE},
         {2, spin_on(X), 0, RMR_COLD}, {1, read_of(OWN1), 0, RMR_COLD}, {1, read_of(OWN2), 0, RMR_COLD});
}

static void test_write_invalidates_all_others(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++)
    PLAY(m, {1, read_of(X), 0, RMR_COLD}, {2, read_of(X), 0, RMR_COLD}, {1, read_of(OWN1), 0, RMR_COLD},
         {3, write_to(X, 5), 0, RMR_WRITTEN}, {1, read_of(X), 5, RMR_INVALIDATED}, {1, read_of(X), 5, RMR_FREE},
         {2, read_of(X), 5, RMR_INVALIDATED}, {1, read_of(OWN1), 0, RMR_FREE});
}

static void test_write_of_the_same_value_invalidates(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++)
    PLAY(m, {1, read_of(X), 0, RMR_COLD}, {2, write_to(X, 0), 0, RMR_WRITTEN}, {1, read_of(X), 0, RMR_INVALIDATED});
}

/* Section 1.1: the writer's own copy goes too. A process that reads back what it wrote pays: a cold miss where it had
 * never held a copy. */
static void test_cc_takes_the_writers_own_copy(void **state)
{
  (void)state;
  PLAY(MEMORY_CC, {1, read_of(X), 0, RMR_COLD}, {1, write_to(X, 7), 0, RMR_WRITTEN},
       {1, read_of(X), 7, RMR_INVALIDATED}, {1, read_of(X), 7, RMR_FREE}, {2, write_to(OWN2, 1), 0, RMR_WRITTEN},
       {2, read_of(OWN2), 1, RMR_COLD}, {2, write_to(OWN2, 2), 0, RMR_WRITTEN}, {2, write_to(OWN2, 3), 0, RMR_WRITTEN});
}

static void test_cc_keep_leaves_the_writer_a_copy(void **state)
{
  (void)state;
  PLAY(MEMORY_CC_KEEP, {1, write_to(X, 7), 0, RMR_WRITTEN}, {1, read_of(X), 7, RMR_FREE},
       {1, write_to(X, 8), 0, RMR_WRITTEN}, {2, write_to(X, 9), 0, RMR_WRITTEN}, {1, read_of(X), 9, RMR_INVALIDATED},
       {2, read_of(X), 9, RMR_FREE});
}

/* The owner writes for nothing until somebody else has read. */
static void test_cc_writeback_owns_and_shares(void **state)
{
  (void)state;
  PLAY(MEMORY_CC_WRITEBACK, {1, write_to(X, 1), 0, RMR_WRITTEN}, {1, write_to(X, 2), 0, RMR_FREE},
       {1, read_of(X), 2, RMR_FREE}, {1, fetch_and_add(X, 1), 2, RMR_FREE}, {2, read_of(X), 3, RMR_COLD},
       {1, read_of(X), 3, RMR_FREE}, {1, write_to(X, 4), 0, RMR_WRITTEN}, {1, write_to(X, 5), 0, RMR_FREE},
       {2, read_of(X), 5, RMR_INVALIDATED}, {2, write_to(X, 6), 0, RMR_WRITTEN}, {1, write_to(X, 7), 0, RMR_WRITTEN},
       {2, write_to(X, 8), 0, RMR_WRITTEN}, {2, write_to(X, 9), 0, RMR_FREE}, {1, read_of(X), 9, RMR_INVALIDATED});
}

static void test_cc_writeback_does_not_own_what_it_has_read(void **state)
{
  (void)state;
  PLAY(MEMORY_CC_WRITEBACK, {1, read_of(X), 0, RMR_COLD}, {1, write_to(X, 1), 0, RMR_WRITTEN},
       {1, write_to(X, 2), 0, RMR_FREE});
}

static void test_dsm_costs_by_home(void **state)
{
  (void)state;
  PLAY(MEMORY_DSM, {1, read_of(OWN1), 0, RMR_FREE}, {1, write_to(OWN1, 1), 0, RMR_FREE},
       {1, read_of(OWN1), 1, RMR_FREE}, {1, read_of(OWN2), 0, RMR_REMOTE}, {1, read_of(OWN2), 0, RMR_REMOTE},
       {1, spin_on(OWN2), 0, RMR_REMOTE}, {1, write_to(OWN2, 4), 0, RMR_WRITTEN}, {2, read_of(OWN2), 4, RMR_FREE},
       {2, test_and_set(OWN2), 4, RMR_FREE}, {1, read_of(X), 0, RMR_REMOTE}, {1, write_to(X, 1), 0, RMR_WRITTEN},
       {3, fetch_and_add(X, 1), 1, RMR_WRITTEN});
}

static void test_read_modify_writes(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_KEEP; m++)
    PLAY(m, {1, fetch_and_add(X, 5), 0, RMR_WRITTEN}, {1, fetch_and_add(X, -7), 5, RMR_WRITTEN},
         {2, fetch_and_store(X, 9), -2, RMR_WRITTEN}, {2, fetch_and_store(X, 9), 9, RMR_WRITTEN},
         {1, test_and_set(OWN1), 0, RMR_WRITTEN}, {1, test_and_set(OWN1), 1, RMR_WRITTEN},
         {3, compare_and_swap(X, 9, -1), 9, RMR_WRITTEN}, {3, compare_and_swap(X, -1, 3), -1, RMR_WRITTEN},
         {2, fetch_and_add(X, 0), 3, RMR_WRITTEN});
}

static void test_failing_cas_costs_and_invalidates(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_KEEP; m++)
    PLAY(m, {1, read_of(X), 0, RMR_COLD}, {2, compare_and_swap(X, 4, 5), 0, RMR_WRITTEN},
         {1, read_of(X), 0, RMR_INVALIDATED}, {1, compare_and_swap(X, 0, 5), 0, RMR_WRITTEN},
         {2, compare_and_swap(X, 0, 6), 5, RMR_WRITTEN}, {3, read_of(X), 5, RMR_COLD});
}

static void test_cas_compares_all_32_bits(void **state)
{
  (void)state;
  PLAY(MEMORY_CC, {1, write_to(X, (rmr_word)1 << 32), 0, RMR_WRITTEN},
       {1, compare_and_swap(X, 0, 1), (rmr_word)1 << 32, RMR_WRITTEN}, {1, write_to(X, INT32_MIN), 0, RMR_WRITTEN},
       {1, compare_and_swap(X, INT32_MIN, INT32_MAX), INT32_MIN, RMR_WRITTEN},
       {1, fetch_and_add(X, 0), INT32_MAX, RMR_WRITTEN});
}

static void test_local_step_is_free_in_every_memory(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++)
    PLAY(m, {1, critical_section(), 0, RMR_FREE}, {1, critical_section(), 0, RMR_FREE},
         {2, read_of(OWN2), 0, m == MEMORY_DSM ? RMR_FREE : RMR_COLD});
}

static void test_names_of_memories(void **state)
{
  (void)state;
  enum memory memory = N_MEMORIES;
  for (int m = 0; m < N_MEMORIES; m++) {
    struct error e = {0};
    assert_true(memory_parse(memory_names[m], &memory, &e));
    assert_int_equal(memory, m);
  }
  struct error e = {0};
  assert_false(memory_parse("cc-kep", &memory, &e));
  assert_non_null(strstr(e.text, "did you mean 'cc-keep'?"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_read_is_cold_then_free),
    cmocka_unit_test(test_write_invalidates_all_others),
    cmocka_unit_test(test_write_of_the_same_value_invalidates),
    cmocka_unit_test(test_cc_takes_the_writers_own_copy),
    cmocka_unit_test(test_cc_keep_leaves_the_writer_a_copy),
    cmocka_unit_test(test_cc_writeback_owns_and_shares),
    cmocka_unit_test(test_cc_writeback_does_not_own_what_it_has_read),
    cmocka_unit_test(test_dsm_costs_by_home),
    cmocka_unit_test(test_read_modify_writes),
    cmocka_unit_test(test_failing_cas_costs_and_invalidates),
    cmocka_unit_test(test_cas_compares_all_32_bits),
    cmocka_unit_test(test_local_step_is_free_in_every_memory),
    cmocka_unit_test(test_names_of_memories),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
