/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The processes that are parked, and those that wake. The gate is an algorithm made for it: P_N is the keeper and makes
 * the writes that a test wants, in the order of `keeper`; the others wait, each at the gate that `gate` gives it.
 * Register 0, 1, 2, ... are A, B, C and the Own of each process.
 */
#include "sim/state.h"

#include "client.h"

#include <rmr/algo.h> /* last: like client.h, others use its short macro names for a moment */

enum gate {
  A_OPEN,      /* wait until A                                                       */
  A_OR_B_OPEN, /* wait until A or B                                                  */
  OWN_OPEN,    /* wait until Own[i]                                                  */
  FIRST_OWN,   /* wait until Own[1]                                                  */
  THREE_TRIES, /* look at A three times, then come in whatever it says               */
  TWO_DOORS,   /* wait until (A or B), then wait until (A or C), on the same line    */
  CAS_OPEN,    /* repeat until the compare-and-swap of A from 1 to 1 succeeds        */
};

static struct {
  enum gate gate[8];
  struct rmr_op keeper[16];
} play;

enum { A, B, C, OWN = 1 << RMR_CELL_BITS }; /* OWN: the first of the second group */

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                    \
  LINE(1, WAITING, "a write of the keeper")       \
  LINE(2, WAITING, "wait until A")                \
  LINE(3, WAITING, "  or B, or C")                \
  LINE(4, WAITING, "compare-and-swap(A, 1, 1)")   \
  TEXT(5,          "CRITICAL SECTION")            \
  LINE(6, EXIT,    "look at C")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct gate_keeper {
  uint8_t pc;
  uint8_t count;
  int64_t open;
};

static uint32_t first_register(const struct rmr_in *in)
{
  switch (play.gate[in->i]) {
  case OWN_OPEN: return VAR(1, in->i - 1);
  case FIRST_OWN: return VAR(1, 0);
  case A_OPEN:
  case A_OR_B_OPEN:
  case THREE_TRIES:
  case TWO_DOORS:
  case CAS_OPEN: break;
  }
  return A;
}

/* Whether a failed look at the first register is followed by a look at a second one. */
static bool looks_twice(enum gate gate)
{
  return gate == A_OR_B_OPEN || gate == TWO_DOORS;
}

static bool passes(struct gate_keeper *my, enum gate gate)
{
  if (gate == TWO_DOORS && my->open) my->open = ++my->count == 2;
  if (gate == THREE_TRIES && ++my->count == 3) return true;
  return my->open;
}

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct gate_keeper *my = state;
  BEGIN;
  for (;;) {
    if (i == n)
      for (my->count = 0; my->count < 15; my->count++)
        DO ( 1,              play.keeper[my->count]);
    else if (play.gate[i] == CAS_OPEN)
      do
        LET( 4, my->open,    compare_and_swap(A, 1, 1));
      while (!my->open);
    else
      do {
        my->open = 0;
        LET( 2, my->open,    spin_on(first_register(in)));
        if (!my->open && looks_twice(play.gate[i]))
          LET( 3, my->open,  read_of(my->count == 0 ? B : C));
      } while (!passes(my, play.gate[i]));
    my->count = 0, my->open = 0;
    DO ( 6,                  read_of(C));
  }
  END;
}
/* clang-format on */

static uint32_t three(struct rmr_size s)
{
  (void)s;
  return 3;
}

static const struct rmr_shared registers[] = {
  {.name = "Gate", .cells = three, .multi_writer = true},
  {.name = "Own", .cells = rmr_per_process, .home = rmr_owner, .multi_writer = true},
};

static const struct rmr_algorithm gates = {RMR_ALGORITHM_BODY(registers, struct gate_keeper),
                                           .name = "gates",
                                           .title = "",
                                           .source = "",
                                           .note = "",
                                           .step = step};

#define PLAY(gates_, ...)                                                      \
  do {                                                                         \
    play.gate[1] = play.gate[2] = play.gate[3] = (gates_);                     \
    memcpy(play.keeper, (struct rmr_op[16]){__VA_ARGS__}, sizeof play.keeper); \
  } while (0)

static struct client *open_gates(uint32_t n, enum memory memory)
{
  return client_open(&(struct request){.algorithm = &gates, .n = n, .memory = memory});
}

static bool is_parked(const struct client *c, uint32_t p)
{
  return client_process(c, p)->status == RMR_PARKED;
}

/* The keeper's next write; asserts who wakes, in this order. */
static void keeper_wakes(struct client *c, uint32_t n, const uint32_t *who)
{
  const struct rmr_event event = client_step(c, sim_view(c->sim)->n);
  assert_int_equal(event.woken, n);
  for (uint32_t k = 0; k < n; k++) {
    assert_int_equal(sim_view(c->sim)->woken[k], who[k]);
    assert_true(rmr_is_ready(sim_view(c->sim), who[k]));
  }
}

static void test_parks_on_one_register(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++) {
    PLAY(A_OPEN, write_to(B, 1), write_to(A, 0), write_to(A, 1));
    struct client *c = open_gates(2, m);
    struct rmr_event event = client_step(c, 1);
    assert_int_equal(event.cause, RMR_COLD);
    assert_true(event.blocked && event.parked && is_parked(c, 1));
    assert_int_equal(sim_view(c->sim)->n_ready, 1);
    assert_int_equal(sim_view(c->sim)->ready[0], 2);
    keeper_wakes(c, 0, NULL); /* B is not watched */
    assert_true(is_parked(c, 1));
    keeper_wakes(c, 1, (uint32_t[]){1}); /* A, though with the value that it had */
    event = client_step(c, 1);
    assert_int_equal(event.cause, RMR_INVALIDATED);
    assert_true(!event.blocked && event.parked); /* the same wait: one blocking */
    keeper_wakes(c, 1, (uint32_t[]){1});
    event = client_step(c, 1);
    assert_int_equal(event.to, RMR_CS);
    assert_true(!event.parked && !event.blocked);
    client_close(c);
  }
}

static void test_parks_on_two_registers(void **state)
{
  (void)state;
  PLAY(A_OR_B_OPEN, write_to(B, 0), write_to(A, 0), write_to(A, 0), write_to(B, 1));
  struct client *c = open_gates(2, MEMORY_CC);
  assert_false(client_step(c, 1).parked);
  assert_true(client_step(c, 1).parked);
  keeper_wakes(c, 1, (uint32_t[]){1}); /* B */
  keeper_wakes(c, 0, NULL);            /* A: woken already, and on nobody's list */
  assert_int_equal(client_step(c, 1).cause, RMR_INVALIDATED);
  assert_true(client_step(c, 1).parked);
  keeper_wakes(c, 1, (uint32_t[]){1}); /* A */
  assert_int_equal(client_step(c, 1).cause, RMR_INVALIDATED);
  const struct rmr_event event =
    client_step(c, 1); /* B: still valid, so that costs nothing, and the wait fails again */
  assert_int_equal(event.cause, RMR_FREE);
  assert_true(event.parked);
  keeper_wakes(c, 1, (uint32_t[]){1}); /* B is open */
  assert_int_equal(client_step(c, 1).cause, RMR_FREE);
  assert_int_equal(client_step(c, 1).to, RMR_CS);
  client_close(c);
}

/* A's copy goes while B is being read. The evaluation fails, but the next one would read a new A, so it must be
 * made. */
static void test_copy_lost_during_evaluation(void **state)
{
  (void)state;
  PLAY(A_OR_B_OPEN, write_to(A, 0));
  struct client *c = open_gates(2, MEMORY_CC);
  client_step(c, 1);
  keeper_wakes(c, 0, NULL);
  const struct rmr_event event = client_step(c, 1);
  assert_true(event.blocked && !event.parked);
  assert_true(rmr_is_ready(sim_view(c->sim), 1));
  assert_int_equal(client_step(c, 1).cause, RMR_INVALIDATED);
  assert_true(client_step(c, 1).parked);
  client_close(c);
}

/* The same, and the lost copy would have opened the gate. */
static void test_gate_opened_during_evaluation(void **state)
{
  (void)state;
  PLAY(A_OR_B_OPEN, write_to(A, 1));
  struct client *c = open_gates(2, MEMORY_CC);
  client_step(c, 1);
  keeper_wakes(c, 0, NULL);
  assert_false(client_step(c, 1).parked);
  assert_int_equal(client_step(c, 1).to, RMR_CS);
  client_close(c);
}

static void test_waiters_wake_in_the_order_they_parked(void **state)
{
  (void)state;
  PLAY(A_OPEN, write_to(A, 0), write_to(A, 0), write_to(A, 1));
  struct client *c = open_gates(4, MEMORY_CC);
  const uint32_t first[] = {3, 1, 2}, second[] = {2, 3};
  for (int k = 0; k < 3; k++) assert_true(client_step(c, first[k]).parked);
  keeper_wakes(c, 3, first);
  for (int k = 0; k < 2; k++) assert_true(client_step(c, second[k]).parked);
  keeper_wakes(c, 2, second);
  for (uint32_t p = 3; p >= 1; p--) assert_true(client_step(c, p).parked);
  keeper_wakes(c, 3, (uint32_t[]){3, 2, 1});
  client_close(c);
}

/* One leaves the list of A from its head, its middle or its end because B was written; the others stay, in order. */
static void test_waiter_leaves_the_other_lists(void **state)
{
  (void)state;
  for (uint32_t leaver = 1; leaver <= 3; leaver++) {
    PLAY(A_OPEN, write_to(B, 0), write_to(A, 1));
    play.gate[leaver] = A_OR_B_OPEN;
    struct client *c = open_gates(4, MEMORY_CC);
    uint32_t stay[2], n = 0;
    for (uint32_t p = 1; p <= 3; p++) {
      while (!client_step(c, p).parked) continue;
      if (p != leaver) stay[n++] = p;
    }
    keeper_wakes(c, 1, &leaver);
    keeper_wakes(c, 2, stay);
    client_close(c);
  }
}

static void test_ready_set_and_list_agree(void **state)
{
  (void)state;
  PLAY(A_OPEN, write_to(A, 0));
  struct client *c = open_gates(4, MEMORY_CC);
  const struct rmr_view *view = sim_view(c->sim);
  client_step(c, 2);
  assert_int_equal(view->ready_set[0], 0xd);
  assert_int_equal(view->n_ready, 3);
  assert_int_equal(rmr_next_ready(view, 1), 3);
  assert_int_equal(rmr_next_ready(view, 4), 1);
  keeper_wakes(c, 1, (uint32_t[]){2});
  assert_int_equal(view->ready_set[0], 0xf);
  client_close(c);
}

static void test_dsm_parks_on_local_registers_only(void **state)
{
  (void)state;
  PLAY(OWN_OPEN, write_to(OWN + 1, 0), write_to(OWN, 0), write_to(OWN, 1));
  play.gate[2] = FIRST_OWN;
  struct client *c = open_gates(3, MEMORY_DSM);
  struct rmr_event event = client_step(c, 1);
  assert_int_equal(event.cause, RMR_FREE);
  assert_true(event.parked);
  for (int k = 0; k < 5; k++) { /* P2 waits for what is far away: it pays again and again, but is blocked only once */
    event = client_step(c, 2);
    assert_int_equal(event.cause, RMR_REMOTE);
    assert_false(event.parked);
    assert_int_equal(event.blocked, k == 0);
  }
  keeper_wakes(c, 0, NULL);
  keeper_wakes(c, 1, (uint32_t[]){1}); /* the same value wakes here too */
  assert_true(client_step(c, 1).parked);
  keeper_wakes(c, 1, (uint32_t[]){1});
  assert_int_equal(client_step(c, 1).to, RMR_CS);
  assert_int_equal(client_step(c, 2).to, RMR_CS);
  client_close(c);
}

static void test_waiting_that_writes_is_never_parked(void **state)
{
  (void)state;
  PLAY(CAS_OPEN, write_to(A, 1));
  struct client *c = open_gates(2, MEMORY_CC);
  for (int k = 0; k < 5; k++) {
    const struct rmr_event event = client_step(c, 1);
    assert_true(event.cause == RMR_WRITTEN && !event.parked && !event.blocked);
  }
  keeper_wakes(c, 0, NULL);
  assert_int_equal(client_step(c, 1).to, RMR_CS);
  client_close(c);
}

/* The owner of a copy wakes its waiters although it writes: their reading has made it share. */
static void test_writeback_owner_wakes(void **state)
{
  (void)state;
  PLAY(A_OPEN, write_to(A, 0), write_to(A, 0), write_to(A, 1));
  struct client *c = open_gates(2, MEMORY_CC_WRITEBACK);
  keeper_wakes(c, 0, NULL);
  keeper_wakes(c, 0, NULL);
  assert_true(client_step(c, 1).parked);
  keeper_wakes(c, 1, (uint32_t[]){1});
  assert_int_equal(client_process(c, 2)->rmr, 2); /* the first write, and the one after the read */
  client_close(c);
}

/* A process that counts its looks would not do the same again, valid copies or not. */
static void test_who_counts_is_not_parked(void **state)
{
  (void)state;
  PLAY(THREE_TRIES, write_to(A, 0));
  struct client *c = open_gates(2, MEMORY_CC);
  assert_false(client_step(c, 1).parked);
  assert_false(client_step(c, 1).parked);
  const struct rmr_event event = client_step(c, 1);
  assert_int_equal(event.to, RMR_CS);
  assert_int_equal(event.passage_rmr, 1);
  client_close(c);
}

/* Two waits on one line that begin at the same register: having passed the first is not having failed. In the first
 * play the second gate is open too, and known to be. */
static void test_second_wait_on_the_same_line(void **state)
{
  (void)state;
  PLAY(TWO_DOORS, write_to(B, 1), write_to(C, 1));
  struct client *c = client_open(&(struct request){.algorithm = &gates, .n = 2, .passages = 2});
  keeper_wakes(c, 0, NULL);
  keeper_wakes(c, 0, NULL);
  for (int k = 0; k < 10; k++) assert_false(client_step(c, 1).parked); /* twice four looks and the exit */
  assert_int_equal(client_process(c, 1)->status, RMR_DONE);
  client_close(c);

  PLAY(TWO_DOORS, write_to(B, 1), write_to(C, 1));
  c = open_gates(2, MEMORY_CC);
  keeper_wakes(c, 0, NULL);
  client_step(c, 1);
  assert_false(client_step(c, 1).parked); /* B is open; C has not been looked at */
  client_step(c, 1);
  assert_true(client_step(c, 1).parked);
  keeper_wakes(c, 1, (uint32_t[]){1});
  client_step(c, 1);
  assert_int_equal(client_step(c, 1).to, RMR_CS);
  client_close(c);
}

/* A wait that begins a passage is not the one with which the passage before began, even if nothing was written in
 * between. */
static void test_new_passage_is_a_new_wait(void **state)
{
  (void)state;
  PLAY(A_OPEN, write_to(A, 1), write_to(A, 0));
  struct client *c = client_open(&(struct request){.algorithm = &gates, .n = 2, .passages = 3});
  keeper_wakes(c, 0, NULL);
  client_step(c, 1);
  struct rmr_event event = client_step(c, 1);
  assert_int_equal(event.to, RMR_REMAINDER);
  assert_true(!event.blocked && !event.parked);
  keeper_wakes(c, 0, NULL);
  event = client_step(c, 1);
  assert_true(event.blocked && event.parked);
  client_close(c);
}

/* P2 dies with a token, for which P1 waits. While P1 looks at its own token, that of P2 runs out: the evaluation fails
 * on what it has read, and one more would not. P1 knows from its first passage what it would read from there on, which
 * is more than a wait reads, and is none. */
static void test_lease_runs_out_during_evaluation(void **state)
{
  (void)state;
  struct error e = {0};
  struct request r = {.algorithm = algorithm_named("bounded_bakery"), .n = 5, .passages = 2};
  assert_true(faults_of_text("stop:1 leases:all", r.algorithm, &r.faults, &e));
  struct client *c = client_open(&r);
  while (client_process(c, 1)->passages == 0) client_step(c, 1);
  while (client_process(c, 2)->section != RMR_WAITING) client_step(c, 2);
  while (client_process(c, 1)->pending.line != algorithm_label(r.algorithm, "7a", &e)) client_step(c, 1);
  const uint32_t token = client_process(c, 1)->pending.var;
  client_step(c, 1);
  sim_change(c->sim, rmr_action_of(RMR_CRASH, 2, 0));
  sim_change(c->sim, rmr_action_of(RMR_EXPIRE, token, 0));
  const struct rmr_event event = client_step(c, 1);
  assert_true(event.blocked && !event.parked);
  assert_false(c->sim->fault.raised);
  while (client_process(c, 1)->section != RMR_CS) client_step(c, 1);
  client_close(c);
}

static uint32_t one(struct rmr_size s)
{
  (void)s;
  return 1;
}

/* A wait that reads more than the algorithm says is the algorithm's mistake. */
static void test_wait_is_too_wide(void **state)
{
  (void)state;
  struct error e = {0};
  struct rmr_algorithm narrow = gates;
  narrow.watch = one;
  PLAY(A_OR_B_OPEN, write_to(C, 0));
  struct client *c =
    client_prepare(&(struct request){.algorithm = &narrow, .n = 2, .adversary = "round_robin", .max_steps = 20});
  assert_false(run_go(c->run, &e));
  assert_int_equal(e.code, EXIT_USAGE);
  assert_string_equal(e.text, "gates: a wait of P1 reads more than the 1 registers that `watch` declares");
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_parks_on_one_register),
    cmocka_unit_test(test_parks_on_two_registers),
    cmocka_unit_test(test_copy_lost_during_evaluation),
    cmocka_unit_test(test_gate_opened_during_evaluation),
    cmocka_unit_test(test_waiters_wake_in_the_order_they_parked),
    cmocka_unit_test(test_waiter_leaves_the_other_lists),
    cmocka_unit_test(test_ready_set_and_list_agree),
    cmocka_unit_test(test_dsm_parks_on_local_registers_only),
    cmocka_unit_test(test_waiting_that_writes_is_never_parked),
    cmocka_unit_test(test_writeback_owner_wakes),
    cmocka_unit_test(test_who_counts_is_not_parked),
    cmocka_unit_test(test_second_wait_on_the_same_line),
    cmocka_unit_test(test_new_passage_is_a_new_wait),
    cmocka_unit_test(test_lease_runs_out_during_evaluation),
    cmocka_unit_test(test_wait_is_too_wide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
