/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * M. Fischer's algorithm, from an electronic mail to L. Lamport of June 1985; printed in Lamport, "A fast mutual
 * exclusion algorithm", ACM Transactions on Computer Systems 5(1), 1987, pp. 1-11 (page 4).
 *
 * One register, and time: who finds x free writes its name there, and waits so long that whoever has found x free as
 * well must have written by then. If the name is still there, nobody else will write before x is free again.
 *
 * It needs `delay` > `slow` (--time slow=S): with fewer ticks a late write of a rival comes after the second look.
 *
 * No doorway: the last one to write gets in.
 *
 * Departures: none. Times here are whole ticks, and an access that takes the longest time permitted may come after
 * other actions of the same tick; so a delay as long as the slowest step is not enough, as it is where a guard is
 * strict.
 */
#include <rmr/algo.h>

struct parameters {
  int64_t delay;
};

static const struct rmr_option parameters[] = {
  {"delay", RMR_INTEGER, offsetof(struct parameters, delay), "2", 0, 1e9,
   "ticks between the write and the second look"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                     \
  LINE(1, WAITING, "start: await x = 0")           \
  LINE(2, WAITING, "x := i")                       \
  LINE(3, WAITING, "delay")                        \
  LINE(4, WAITING, "if x != i goto start")         \
  TEXT(5,          "critical section")             \
  LINE(6, EXIT,    "x := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct fischer {
  uint8_t pc;
};

static const struct rmr_shared registers[] = {
  {.name = "x", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
#define X VAR(0, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct fischer *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    do {
      do
        DO (1,    spin_on(X));
      while (REPLY != 0);
      DO (2,      write_to(X, i));
      DO (3,      wait_for(with->delay));
      DO (4,      read_of(X));
    } while (REPLY != i);
    DO (6,        write_to(X, 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(fischer) = {
  RMR_ALGORITHM_BODY(registers, struct fischer),
  .name = "fischer",
  .title = "Fischer's timed mutual exclusion",
  .source = "M. Fischer, in Lamport, ACM TOCS 5(1), 1987, p. 4",
  .note = "Lines numbered here.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .timed = true},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
