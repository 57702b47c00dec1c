/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * L. Lamport, "A fast mutual exclusion algorithm", ACM Transactions on Computer Systems 5(1), 1987, pp. 1-11, Figure 1
 * (Algorithm 1), with y as a lease.
 *
 * Two registers and time, for any number of processes. Who finds y free writes it, and enters at once if x still holds
 * its name: five accesses and no delay where nobody competes. Otherwise it waits so long that a rival who has got in
 * that way is out again, and enters if y is its own.
 *
 * With slow = D, skew = S, cs = C it needs delay > C + D, and lease > delay + C + 3D + S.
 *
 * No doorway: the last one to write gets in.
 *
 * Departures: the print has no line numbers; those here go with its statements, in their order. y counts as 0 when it
 * was written `lease` ticks ago: an own construction; the print has no time there. release=0 leaves it to that.
 */
#include "algos/parts/stamp.h"

struct parameters {
  int64_t delay, lease, release;
};

static const struct rmr_option parameters[] = {
  {"delay", RMR_INTEGER, offsetof(struct parameters, delay), "3", 0, 1e9, "ticks before the second look at y"},
  {"lease", RMR_INTEGER, offsetof(struct parameters, lease), "9", 1, 1e9, "ticks for which a name in y counts"},
  {"release", RMR_INTEGER, offsetof(struct parameters, release), "1", 0, 1, "whether y is given back; 0: it runs out"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                            \
  LINE(1, WAITING, "start: x := i")                                       \
  LINE(2, WAITING, "if y != 0 and now - y.time < lease goto start")       \
  LINE(3, WAITING, "y := (i, now)")                                       \
  LINE(4, WAITING, "if x != i then")                                      \
  LINE(5, WAITING, "  delay")                                             \
  LINE(6, WAITING, "  if y.id != i goto start")                           \
  LINE(7, CS,      "critical section (without release)")                  \
  LINE(8, EXIT,    "y := 0 (with release)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lamport_timed {
  uint8_t pc;
};

static rmr_word lease_of(struct rmr_size s)
{
  const struct parameters *with = s.parameters;
  return with->lease;
}

static const struct rmr_field y_fields[] = {STAMP_FIELDS(lease_of)};

enum { X_REGISTER, Y_REGISTER };

static const struct rmr_shared registers[] = {
  [X_REGISTER] = {.name = "x", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
  [Y_REGISTER] = {.name = "y", .multi_writer = true, .lease = true, .responsible = stamp_holder, .fields = y_fields},
};

/* clang-format off */
#define X     VAR(X_REGISTER, 0)
#define Y     VAR(Y_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lamport_timed *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    for (;;) {
      do {
        DO (1,      write_to(X, i));
        DO (2,      read_of(Y));
      } while (stamp_is_up(REPLY, with->lease, in));
      DO (3,        write_to(Y, stamp(in)));
      DO (4,        read_of(X));
      if (REPLY == i) break;
      DO (5,        wait_for(with->delay));
      DO (6,        read_of(Y));
      if (stamp_id(REPLY) == i) break;
    }
    if (with->release)
      DO (8,        write_to(Y, 0));
    else
      DO (7,        critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lamport_timed) = {
  RMR_ALGORITHM_BODY(registers, struct lamport_timed),
  .name = "lamport_timed",
  .title = "Lamport's timed mutual exclusion, with a lease",
  .source = "Lamport, ACM TOCS 5(1), 1987, Figure 1",
  .note = "Lines numbered here. The lease is our own construction.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "2",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_NO,
             .timed = true},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
