/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that excludes, by a lock taken with compare-and-swap after a local wait, and does everything else that a
 * process can do to a register: swap, fetch-and-add, test-and-set, a wait on two registers, and a critical section of
 * its own step.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                    \
  LINE(1,  DOORWAY, "fetch-and-add(Count, i)")                    \
  LINE(2,  DOORWAY, "Last[i] := fetch-and-store(Noise, i)")       \
  LINE(3a, WAITING, "wait until Lock = 0 or")                     \
  LINE(3b, WAITING, "           Noise = i")                       \
  LINE(4,  WAITING, "compare-and-swap(Lock, 0, i), else goto 3")  \
  LINE(CS, CS,      "CRITICAL SECTION")                           \
  LINE(5,  EXIT,    "test-and-set(Seen[i])")                      \
  LINE(6,  EXIT,    "Lock := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct mixer {
  uint8_t pc;
  int64_t seen;
};

enum { COUNT, NOISE, LOCK, SEEN };

static const struct rmr_shared registers[] = {
  [COUNT] = {.name = "Count", .multi_writer = true},
  [NOISE] = {.name = "Noise", .multi_writer = true},
  [LOCK] = {.name = "Lock", .max = rmr_up_to_n, .multi_writer = true},
  [SEEN] = {.name = "Seen", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct mixer *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,              fetch_and_add(VAR(COUNT, 0), i));
    DO ( 2,              fetch_and_store(VAR(NOISE, 0), i));
    do {
      for (;;) {
        LET(3a, my->seen, spin_on(VAR(LOCK, 0)));
        if (my->seen == 0) break;
        LET(3b, my->seen, read_of(VAR(NOISE, 0)));
        if (my->seen == i) break;
        my->seen = 0;
      }
      my->seen = 0;
      LET( 4, my->seen,   compare_and_swap(VAR(LOCK, 0), 0, (int32_t)i));
    } while (my->seen != 0);
    DO (CS,               critical_section());
    DO ( 5,               test_and_set(VAR(SEEN, i - 1)));
    DO ( 6,               write_to(VAR(LOCK, 0), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(mixer) = {RMR_ALGORITHM_BODY(registers, struct mixer),
                        .name = "mixer",
                        .title = "One of everything",
                        .source = "a toy",
                        .note = "",
                        .claims = {.p = {0, RMR_YES}},
                        .step = step};
