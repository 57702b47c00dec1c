/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", ACM
 * Transactions on Computer Systems 9(1), 1991, pp. 21-65, Algorithm 5: the list-based queuing lock.
 *
 * Those who wait form a list. Each has a node, which lies in its own memory, and waits there until its predecessor
 * unlocks it; so no waiting is remote, with caches or without.
 *
 * The doorway is lines 1 and 2: the order is that of the fetch-and-stores. Line 9 waits in the exit, for one that has
 * joined and not yet said so, and P3 does not hold.
 *
 * Departures: P_i's node is next[i] and locked[i], nil is 0. Line 10 mentions I.next again; here it is what line 7 or 9
 * has just read: nobody writes it any more, and a read would cost nothing.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                \
  LINE( 1, DOORWAY, "I.next := nil")                                          \
  LINE( 2, DOORWAY, "predecessor := fetch-and-store(L, I)")                   \
  TEXT( 3,          "if predecessor != nil")                                  \
  LINE( 4, WAITING, "  I.locked := true")                                     \
  LINE( 5, WAITING, "  predecessor.next := I")                                \
  LINE( 6, WAITING, "  repeat while I.locked")                                \
  TEXT(CS,          "critical section")                                       \
  LINE( 7, EXIT,    "if I.next = nil")                                        \
  LINE( 8, EXIT,    "  if compare-and-swap(L, I, nil) return")                \
  LINE( 9, EXIT,    "  repeat while I.next = nil")                            \
  LINE(10, EXIT,    "I.next.locked := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct mcs {
  uint8_t pc;
  uint16_t other; /* predecessor up to line 5, I.next from line 7 on; 0 is nil */
};

static const char *const truth[] = {"false", "true", NULL};

enum { NEXT_ARRAY, LOCKED_ARRAY, L_REGISTER };

static const struct rmr_shared registers[] = {
  [NEXT_ARRAY] =
    {.name = "next", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_up_to_n, .multi_writer = true},
  [LOCKED_ARRAY] = {.name = "locked",
                    .cells = rmr_per_process,
                    .home = rmr_owner,
                    .max = rmr_bit,
                    .multi_writer = true,
                    .names = truth},
  [L_REGISTER] = {.name = "L", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
#define NEXT(p)   VAR(NEXT_ARRAY, (p) - 1)
#define LOCKED(p) VAR(LOCKED_ARRAY, (p) - 1)
#define L         VAR(L_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct mcs *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                 write_to(NEXT(i), 0));
    LET( 2, my->other,      fetch_and_store(L, i));
    if (my->other != 0) {
      DO ( 4,               write_to(LOCKED(i), true));
      DO ( 5,               write_to(NEXT(my->other), i));
      my->other = 0;
      do
        DO ( 6,             spin_on(LOCKED(i)));
      while (REPLY);
    }
    LET( 7, my->other,      read_of(NEXT(i)));
    if (my->other == 0) {
      DO ( 8,               compare_and_swap(L, (int32_t)i, 0));
      if (REPLY == i) continue;                                  /* nobody has come: return */
      do
        LET( 9, my->other,  spin_on(NEXT(i)));
      while (my->other == 0);
    }
    DO (10,                 write_to(LOCKED(my->other), false));
    my->other = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(mcs) = {
  RMR_ALGORITHM_BODY(registers, struct mcs),
  .name = "mcs",
  .title = "MCS list-based queuing lock",
  .source = "Mellor-Crummey and Scott, ACM TOCS 9(1), 1991, Algorithm 5",
  .note = "Line 10 does not read I.next again.",
  .claims = {.primitives = "read, write, fetch-and-store, compare-and-swap",
             .rmr_cc = "1",
             .rmr_dsm = "1",
             .space = "2N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
