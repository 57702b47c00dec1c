/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that waits for what nobody does: P_i passes its own gate, which opens by itself, at some time or never, and
 * shuts it behind itself. Two registers of one change, so that one can be mistaken for the other.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                     \
  LINE(1, WAITING, "wait until Gate[i] = open")    \
  TEXT(CS,         "CRITICAL SECTION")             \
  LINE(2, EXIT,    "Gate[i] := shut")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct gates {
  uint8_t pc;
};

static const char *const words[] = {"shut", "open", NULL};

static const struct rmr_shared registers[] = {
  {.name = "Gate", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = words},
};

static bool is_shut(rmr_word value, struct rmr_size size)
{
  (void)size;
  return value == 0;
}

static rmr_word opened(rmr_word value, struct rmr_size size)
{
  (void)value, (void)size;
  return 1;
}

static const struct rmr_change changes[] = {{"open", 0, is_shut, opened}};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct gates *my = state;
  BEGIN;
  for (;;) {
    do
      DO ( 1,  spin_on(VAR(0, i - 1)));
    while (!REPLY);
    DO ( 2,    write_to(VAR(0, i - 1), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(gates) = {RMR_ALGORITHM_BODY(registers, struct gates),
                        .name = "gates",
                        .title = "Gates that open by themselves",
                        .source = "a toy",
                        .note = "",
                        .changes = changes,
                        .n_changes = 1,
                        .step = step};
