/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fischer's algorithm (fischer.c) over one register that is a lease: x holds a name and the time at which it was
 * written, and counts as free when that is `lease` ticks ago. So who dies, wherever, is in nobody's way for longer. An
 * own construction; leases of this kind are old (Chockler and Malkhi, "Light-weight leases for storage-centric
 * coordination", International Journal of Parallel Programming 34(2), 2006, pp. 143-170).
 *
 * No process needs to know how many there are. Clocks must agree up to `skew`.
 *
 * With slow = D, skew = S, cs = C it needs delay > D, as without a lease, and a lease that outlasts the holder: a stamp
 * is of the moment at which the write is begun, up to D before it is there; then come the delay, the second look (up to
 * D), and the critical section. So lease > 2D + max(C, delay) + S, at least where C >= delay.
 *
 * release=0 leaves the lease to run out instead of giving it back: it is then a rate limit, too, of at most one entry
 * in `lease` - 2D - S ticks.
 *
 * No doorway: the last one to write gets in.
 *
 * Without time a stamp does not grow old: the lease may run out when its holder has crashed (--faults), and that the
 * delay is long enough is not known.
 */
#include "algos/parts/stamp.h"

struct parameters {
  int64_t delay, lease, release;
};

static const struct rmr_option parameters[] = {
  {"delay", RMR_INTEGER, offsetof(struct parameters, delay), "2", 0, 1e9,
   "ticks between the write and the second look"},
  {"lease", RMR_INTEGER, offsetof(struct parameters, lease), "6", 1, 1e9, "ticks for which a name in x counts"},
  {"release", RMR_INTEGER, offsetof(struct parameters, release), "1", 0, 1, "whether x is given back; 0: it runs out"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                            \
  LINE(1, WAITING, "start: await x = none or now - x.time >= lease")      \
  LINE(2, WAITING, "x := (i, now)")                                       \
  LINE(3, WAITING, "delay")                                               \
  LINE(4, WAITING, "if x.id != i goto start")                             \
  LINE(5, CS,      "critical section (without release)")                  \
  LINE(6, EXIT,    "x := none (with release)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct fischer_lease {
  uint8_t pc;
};

static rmr_word lease_of(struct rmr_size s)
{
  const struct parameters *with = s.parameters;
  return with->lease;
}

static const struct rmr_field x_fields[] = {STAMP_FIELDS(lease_of)};

static const struct rmr_shared registers[] = {
  {.name = "x", .multi_writer = true, .lease = true, .responsible = stamp_holder, .fields = x_fields},
};

/* clang-format off */
#define X     VAR(0, 0)
#define NONE  0

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct fischer_lease *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    do {
      do
        DO (1,    spin_on(X));
      while (stamp_is_up(REPLY, with->lease, in));
      DO (2,      write_to(X, stamp(in)));
      DO (3,      wait_for(with->delay));
      DO (4,      read_of(X));
    } while (stamp_id(REPLY) != i);
    if (with->release)
      DO (6,      write_to(X, NONE));
    else
      DO (5,      critical_section());
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(fischer_lease) = {
  RMR_ALGORITHM_BODY(registers, struct fischer_lease),
  .name = "fischer_lease",
  .title = "Fischer's timed mutual exclusion, with a lease",
  .source = "rmrlab, after M. Fischer, in Lamport, ACM TOCS 5(1), 1987, p. 4",
  .note = "Our own construction.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_NO,
             .timed = true},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
