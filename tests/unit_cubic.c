/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Costliest schedules: those of the bakery and of the recoverable one (adversary/bakery.c, recoverable_bakery.c), and
 * that of the one-bit algorithm, as the adversary burns_lamport_cubic plays it. The cost of P_N at each N, also where
 * the algorithm is a module of another, and the laws that are recognised in these costs.
 */
#include "client.h"

#include "results/analysis/recognise.h"
#include "results/formula.h"

enum { MOST = 64 };

static struct client *play_passages(const char *algorithm, const char *adversary, uint32_t n, enum memory memory,
                                    uint32_t passages)
{
  struct client *c = client_run(
    &(struct request){
      .algorithm = algorithm_named(algorithm), .n = n, .adversary = adversary, .memory = memory, .passages = passages},
    NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  if (run_gave_up(c->run)) fail_msg("%s, N = %u: %s gave up", algorithm, n, adversary);
  return c;
}

static struct client *play(const char *algorithm, const char *adversary, uint32_t n, enum memory memory)
{
  return play_passages(algorithm, adversary, n, memory, 1);
}

static uint64_t paid(const char *algorithm, uint32_t n)
{
  struct client *c = play(algorithm, "burns_lamport_cubic", n, MEMORY_CC);
  const uint64_t rmr = ledger_max_passage(run_ledger(c->run), n);
  client_close(c);
  return rmr;
}

static uint64_t formula_at(const char *text, uint32_t n)
{
  struct formula f;
  struct error e = {0};
  if (!formula_parse(text, &f, &e)) fail_msg("%s", e.text);
  return (uint64_t)formula_value(&f, n, 0);
}

static void test_the_one_bit_algorithm(void **state)
{
  (void)state;
  struct error e = {0};
  const uint16_t line4 = algorithm_label(algorithm_named("burns_lamport"), "4", &e);
  for (uint32_t n = 2; n <= 48; n++) {
    struct client *c = play("burns_lamport", "burns_lamport_cubic", n, MEMORY_CC);
    const struct ledger *l = run_ledger(c->run);
    assert_int_equal(ledger_max_passage(l, n), n == 2 ? 6 : formula_at("(N^3+18N^2-61N+84)/6", n));
    assert_int_equal(ledger_max_passage(l, 0), ledger_max_passage(l, n));
    assert_int_equal(ledger_steps(l, n, line4), n * n - 3 * n + 3);
    assert_int_equal(ledger_blocks(l, n), n * n - 3 * n + 3);
    client_close(c);
  }
}

/* Its blockings do not depend on what an access costs, nor on whether who waits is parked. */
static void test_in_every_memory(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++)
    for (uint32_t n = 2; n <= 12; n++) {
      struct client *c = play("burns_lamport", "burns_lamport_cubic", n, m);
      assert_int_equal(ledger_blocks(run_ledger(c->run), n), n * n - 3 * n + 3);
      client_close(c);
    }
}

/* P_1 leaves first, then P_2, and so on; as long as a stage lasts, nobody else does. */
struct leavers {
  uint32_t n;
};

static void leave_in_order(void *self, const struct rmr_event *event)
{
  struct leavers *leavers = self;
  if (event->to == RMR_REMAINDER) assert_int_equal(event->process, ++leavers->n);
}

static void test_stages_end_in_order(void **state)
{
  (void)state;
  for (uint32_t n = 1; n <= 20; n++) {
    struct leavers leavers = {0};
    client_close(client_run(
      &(struct request){.algorithm = algorithm_named("burns_lamport"), .n = n, .adversary = "burns_lamport_cubic"},
      leave_in_order, &leavers));
    assert_int_equal(leavers.n, n);
  }
}

/* Those that have the one-bit algorithm inside: its cost there, and the rest of the passage. The law is read off
 * the runs, and is the only one that fits. */
static void test_inside_others(void **state)
{
  (void)state;
  static const struct {
    const char *algorithm, *law;
  } inside[] = {
    {"burns_lamport", "(N^3+18N^2-61N+84)/6"},       {"burns_lamport_gme", "(N^3+18N^2-55N+90)/6"},
    {"lycklama_hadzilacos", "(N^3+18N^2-31N+96)/6"}, {"aravind", "(N^3+18N^2-55N+108)/6"},
    {"hadzilacos_standin", "(N^3+18N^2-37N+72)/6"},  {"jpt_standin", "(N^3+18N^2-49N+90)/6"},
  };
  for (size_t k = 0; k < sizeof inside / sizeof *inside; k++) {
    struct law law[MOST_LAWS];
    int64_t x[MOST], value[MOST];
    size_t points = 0;
    for (uint32_t n = 3; n <= 20; n++) {
      x[points] = n;
      value[points++] = (int64_t)paid(inside[k].algorithm, n);
    }
    assert_int_equal(recognise(points, x, value, law), 1);
    assert_string_equal(law[0].formula, inside[k].law);
    assert_true(law[0].held_out >= 10);
    assert_int_equal(paid(inside[k].algorithm, 37), formula_at(inside[k].law, 37));
  }
}

/* P_1 writes a 1 before it announces itself, if that is its session. Both strategies wait for its bit. */
static void test_a_session_is_no_announcement(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 12; n++) {
    struct client *c = play("burns_lamport_gme", "burns_lamport", n, MEMORY_CC);
    assert_int_equal(ledger_blocks(run_ledger(c->run), n), n * (n - 1) / 2);
    client_close(c);
    c = play("burns_lamport_gme", "burns_lamport_cubic", n, MEMORY_CC);
    assert_int_equal(ledger_blocks(run_ledger(c->run), n), n * n - 3 * n + 3);
    client_close(c);
  }
}

/* 4N + 4 in the bakery, which is the worst case of all schedules where these can be explored. */
static void test_the_bakery(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 256; n = n < 16 ? n + 1 : 2 * n) {
    struct client *c = play("bakery", "bakery", n, MEMORY_CC);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), n), 4 * n + 4);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), 0), 4 * n + 4);
    client_close(c);
  }
}

/* 5N + 2 in the recoverable bakery, where the others make two passages. */
static void test_the_recoverable_bakery(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 256; n = n < 16 ? n + 1 : 2 * n) {
    struct client *c = play_passages("recoverable_bakery", "recoverable_bakery", n, MEMORY_CC, 2);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), n), 5 * n + 2);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), 0), 5 * n + 2);
    client_close(c);
  }
}

/* On other algorithms, and with other numbers of passages, a play is one more schedule, and comes to an end. */
static void test_plays_elsewhere(void **state)
{
  (void)state;
  static const char *const algorithms[] = {"glb", "burns_lamport", "mcs", "yang_anderson"};
  static const char *const plays[] = {"bakery", "recoverable_bakery"};
  for (uint32_t k = 0; k < 8; k++)
    for (uint32_t n = 1; n <= 5; n++) {
      struct client *c = client_run(
        &(struct request){
          .algorithm = algorithm_named(algorithms[k / 2]), .n = n, .adversary = plays[k % 2], .passages = 1 + n % 3},
        NULL, NULL);
      assert_int_equal(run_ended(c->run), RUN_COMPLETED);
      client_close(c);
    }
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_the_one_bit_algorithm),        cmocka_unit_test(test_in_every_memory),
    cmocka_unit_test(test_stages_end_in_order),          cmocka_unit_test(test_inside_others),
    cmocka_unit_test(test_a_session_is_no_announcement), cmocka_unit_test(test_the_bakery),
    cmocka_unit_test(test_the_recoverable_bakery),       cmocka_unit_test(test_plays_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
