/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: it gives out names, 1 to N, without asking who has them. P_i takes the number of passages of
 * all that it has seen, plus i: two may get the same, and some get one that does not exist (P1 fails).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                       \
  LINE(1,  DOORWAY, "name := fetch-and-add(Count, 1) + i")           \
  LINE(CS, CS,      "CRITICAL SECTION")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct namesake {
  uint8_t pc;
  uint32_t name;
};

static const struct rmr_shared registers[] = {
  {.name = "Count", .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct namesake *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,  fetch_and_add(VAR(0, 0), 1));
    my->name = (uint32_t)REPLY + i;
    DO (CS,  critical_section());
    my->name = 0;
  }
  END;
}
/* clang-format on */

static uint32_t name_held(const void *state, struct rmr_size s)
{
  const struct namesake *my = state;
  (void)s;
  return my->name;
}

static uint32_t names_max(struct rmr_size s)
{
  return s.n;
}

RMR_ALGORITHM(namesake) = {RMR_ALGORITHM_BODY(registers, struct namesake),
                           .name = "namesake",
                           .title = "Names without asking",
                           .source = "a toy",
                           .note = "",
                           .step = step,
                           .name_held = name_held,
                           .names_max = names_max};
