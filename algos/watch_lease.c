/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lease that is watched: in the manner of G. Chockler and D. Malkhi, "Light-weight leases for storage-centric
 * coordination", International Journal of Parallel Programming 34(2), 2006, pp. 143-170, of which the abstract was
 * seen; the lines are those of a program, the delta leases of sanlock (src/delta_lease.c). Thresholds are own ones.
 *
 * One register, any number of processes, and no common clock: x holds a name and a number, and no two writes are the
 * same. Who finds it unchanged after `lease` ticks takes its owner for dead, writes, and looks again after a delay, as
 * in Fischer's algorithm.
 *
 * With slow = D, cs = C it needs delay > D, and lease > D + C, at least where C >= delay; for somebody to enter at all,
 * lease > D + delay. And no number may come back while it is watched.
 *
 * No doorway: the last one to write gets in.
 *
 * Departures: nobody renews a lease, so it must be longer than a critical section. Numbers are counted modulo
 * `numbers`, so that states are finite: a name and number come back when their owner has written as often as that, and
 * with a lease so long its watcher takes it for dead.
 */
#include <rmr/algo.h>

struct parameters {
  int64_t delay, lease, release, numbers;
};

static const struct rmr_option parameters[] = {
  {"delay", RMR_INTEGER, offsetof(struct parameters, delay), "2", 0, 1e9,
   "ticks between the write and the second look"},
  {"lease", RMR_INTEGER, offsetof(struct parameters, lease), "4", 1, 1e9, "ticks for which x is watched"},
  {"release", RMR_INTEGER, offsetof(struct parameters, release), "1", 0, 1, "whether x is given back; 0: it stays"},
  {"numbers", RMR_INTEGER, offsetof(struct parameters, numbers), "4", 2, 1 << 30, "how many numbers there are"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                    \
  LINE(1, WAITING, "start: v := x; if v = none goto write")                       \
  LINE(2, WAITING, "watch: delay lease")                                          \
  LINE(3, WAITING, "w := x; if w != none and w != v then v := w; goto watch")     \
  LINE(4, WAITING, "write: n := n + 1; x := (i, n)")                              \
  LINE(5, WAITING, "delay")                                                       \
  LINE(6, WAITING, "if x != (i, n) goto start")                                   \
  LINE(7, CS,      "critical section (without release)")                          \
  LINE(8, EXIT,    "x := none (with release)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct watch_lease {
  uint8_t pc;
  int64_t n;    /* of its last write, 0..numbers-1: remembered from passage to passage */
  int64_t seen; /* v */
};

enum { ID_BITS = 13, NUMBER_BITS = 31 };

static rmr_word number_at_most(struct rmr_size s)
{
  const struct parameters *with = s.parameters;
  return with->numbers - 1;
}

static uint32_t holder_of(uint32_t cell, rmr_word x, struct rmr_size s)
{
  (void)cell, (void)s;
  return (uint32_t)(x & ((1 << ID_BITS) - 1));
}

static const struct rmr_field x_fields[] = {
  {.name = "id", .width = ID_BITS, .max = rmr_up_to_n},
  {.name = "n", .shift = ID_BITS, .width = NUMBER_BITS, .max = number_at_most},
  {.name = NULL},
};

static const struct rmr_shared registers[] = {
  {.name = "x", .multi_writer = true, .responsible = holder_of, .fields = x_fields},
};

/* clang-format off */
#define X    VAR(0, 0)
#define NONE 0
#define MINE (my->n << ID_BITS | i)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct watch_lease *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    for (;;) {
      LET(1,        my->seen, read_of(X));
      while (my->seen != NONE) {
        DO (2,      wait_for(with->lease));
        DO (3,      read_of(X));
        my->seen = REPLY == my->seen ? NONE : REPLY;
      }
      my->n = (my->n + 1) % with->numbers;
      DO (4,        write_to(X, MINE));
      DO (5,        wait_for(with->delay));
      DO (6,        read_of(X));
      if (REPLY == MINE) break;
    }
    if (with->release)
      DO (8,        write_to(X, NONE));
    else
      DO (7,        critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(watch_lease) = {
  RMR_ALGORITHM_BODY(registers, struct watch_lease),
  .name = "watch_lease",
  .title = "A lease that is watched",
  .source = "in the manner of Chockler and Malkhi, IJPP 34(2), 2006, pp. 143-170; sanlock, src/delta_lease.c",
  .note = "Without renewals. Numbers are counted modulo `numbers`.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .timed = true},
  .step = step,
  .remembers = true,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
