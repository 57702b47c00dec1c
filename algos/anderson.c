/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * T. E. Anderson, "The performance of spin lock alternatives for shared-memory multiprocessors", IEEE Transactions on
 * Parallel and Distributed Systems 1(1), 1990, pp. 6-16, Table V: the array-based queuing lock.
 *
 * A ticket lock in which every ticket has a register of its own to wait for: slot number ticket mod N. Handing the lock
 * over takes one copy away, not those of all that wait. Which slot it will be is not known before, so it cannot lie in
 * the memory of the process that waits.
 *
 * The doorway is the one access that takes the place.
 *
 * The print has as many slots as processors. `slots` is another number of them: with fewer, two processes may wait for
 * the same one, and it is a question for the explorer from which number on P1 holds.
 *
 * Departures: slots are numbered 0..N-1, as in the print. The counter does not wrap; where it does, N must divide the
 * number of its values. The slot is closed again before the critical section.
 */
#include <rmr/algo.h>

struct parameters {
  int64_t slots; /* 0: N */
};

static const struct rmr_option parameters[] = {
  {"slots", RMR_INTEGER, offsetof(struct parameters, slots), "0", 0, 65535, "slots of the array; 0: N, as printed"},
  {.key = NULL},
};

static uint32_t n_slots(uint32_t n, const void *given)
{
  const struct parameters *my = given;
  return my->slots != 0 ? (uint32_t)my->slots : n;
}

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                \
  LINE(1, DOORWAY, "my_place := fetch-and-increment(queue_last) mod N")       \
  LINE(2, WAITING, "wait until flags[my_place] = has_lock")                   \
  LINE(3, WAITING, "flags[my_place] := must_wait")                            \
  TEXT(4,          "critical section")                                        \
  LINE(5, EXIT,    "flags[my_place + 1 mod N] := has_lock")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct anderson {
  uint8_t pc;
  uint16_t place; /* my_place, 0..slots-1 */
};

enum { MUST_WAIT, HAS_LOCK };
static const char *const flag_names[] = {"must_wait", "has_lock", NULL};

static uint32_t flag_cells(struct rmr_size s)
{
  return n_slots(s.n, s.parameters);
}

/* flags[0] is the only one that is open at first. */
static rmr_word first_is_open(uint32_t place, struct rmr_size s)
{
  (void)s;
  return place == 0 ? HAS_LOCK : MUST_WAIT;
}

enum { FLAGS_ARRAY, LAST_REGISTER };

static const struct rmr_shared registers[] = {
  [FLAGS_ARRAY] = {.name = "flags",
                   .cells = flag_cells,
                   .from_zero = true,
                   .initial_of = first_is_open,
                   .max = rmr_bit,
                   .multi_writer = true,
                   .names = flag_names},
  [LAST_REGISTER] = {.name = "queue_last", .multi_writer = true},
};

/* clang-format off */
#define FLAG(place) VAR(FLAGS_ARRAY, place)
#define LAST        VAR(LAST_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct anderson *my = state;
  const uint32_t slots = n_slots(in->n, in->parameters);
  BEGIN;
  for (;;) {
    DO (1,          fetch_and_add(LAST, 1));
    my->place = (uint16_t)(REPLY % slots);
    do
      DO (2,        spin_on(FLAG(my->place)));
    while (REPLY == MUST_WAIT);
    DO (3,          write_to(FLAG(my->place), MUST_WAIT));
    DO (5,          write_to(FLAG((my->place + 1) % slots), HAS_LOCK));
    my->place = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(anderson) = {
  RMR_ALGORITHM_BODY(registers, struct anderson),
  .name = "anderson",
  .title = "Anderson's array-based queuing lock",
  .source = "T. E. Anderson, IEEE TPDS 1(1), 1990, Table V",
  .note = "Slots are 0..N-1, as in the print. The counter does not wrap.",
  .claims = {.primitives = "read, write, fetch-and-add",
             .rmr_cc = "1",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
