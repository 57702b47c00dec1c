/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that declares invariants: each raises its flag, looks at the next one's, and lowers its own. The first
 * invariant holds; the others do not. The variable of the third decides nothing: but for it, a process that has seen a
 * flag and one that has not would be alike.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                         \
  LINE(1, WAITING, "Flag[i] := true")                  \
  LINE(2, WAITING, "seen := Flag[i mod N + 1]")        \
  TEXT(3,          "CRITICAL SECTION")                 \
  LINE(4, EXIT,    "Flag[i] := false; seen := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct tally {
  uint8_t pc;
  uint8_t seen;
};

static const struct rmr_shared registers[] = {
  {.name = "Flag", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct tally *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,           write_to(VAR(0, i - 1), true));
    LET( 2, my->seen, read_of(VAR(0, i % n)));
    DO ( 4,           write_to(VAR(0, i - 1), false));
    my->seen = 0;
  }
  END;
}
/* clang-format on */

static bool flags_tell(const struct rmr_moment *now)
{
  for (uint32_t i = 1; i <= now->size.n; i++)
    if ((rmr_value(now, 0, i - 1) != 0) != (now->process[i]->pending.line > L1)) return false;
  return true;
}

static bool one_is_down(const struct rmr_moment *now)
{
  for (uint32_t i = 1; i <= now->size.n; i++)
    if (rmr_value(now, 0, i - 1) == 0) return true;
  return false;
}

static bool nobody_has_seen(const struct rmr_moment *now)
{
  for (uint32_t i = 1; i <= now->size.n; i++)
    if (((const struct tally *)now->process[i]->state)->seen != 0) return false;
  return true;
}

static const struct rmr_invariant invariants[] = {
  {"told", "a flag is up exactly while its process is between lines 1 and 4", flags_tell},
  {"down", "a flag is down", one_is_down},
  {"unseen", "nobody has seen a flag up", nobody_has_seen},
  {.name = NULL},
};

RMR_ALGORITHM(tally) = {RMR_ALGORITHM_BODY(registers, struct tally),
                        .name = "tally",
                        .title = "Flags that are counted",
                        .source = "a toy",
                        .note = "",
                        .step = step,
                        .invariants = invariants};
