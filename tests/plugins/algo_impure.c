/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lock whose loop counter is a static variable from SHARED_FROM processes on: the effect of a step then depends on
 * the process that made the last one. With NO_EXIT its line 3 has no code.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: impure, N = 2: P1 behind line 2: the step function was asked twice and gave two answers
 */
#include <rmr/algo.h>

#ifndef SHARED_FROM
#define SHARED_FROM 1
#endif

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                            \
  LINE(1, WAITING, "flag[i] := 1")                        \
  LINE(2, WAITING, "for j: wait until not flag[j]")       \
  LINE(3, EXIT,    "flag[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct impure {
  uint8_t pc;
  uint16_t j;
};

enum { FLAG };

static const struct rmr_shared registers[] = {[FLAG] = {.name = "flag", .cells = rmr_per_process, .max = rmr_bit}};

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  static uint16_t shared;
  struct impure *my = state;
  uint16_t *const j = in->n >= SHARED_FROM ? &shared : &my->j;
  BEGIN;
  for (;;) {
    DO(1, write_to(VAR(FLAG, i - 1), 1));
    for (*j = 1; *j <= n; (*j)++)
      if (*j != i) do
          DO(2, spin_on(VAR(FLAG, *j - 1)));
        while (REPLY);
    my->j = 0;
#ifndef NO_EXIT
    DO(3, write_to(VAR(FLAG, i - 1), 0));
#endif
  }
  END;
}

RMR_ALGORITHM(impure) = {
  RMR_ALGORITHM_BODY(registers, struct impure),
  .name = "impure",
  .title = "A lock that is no function of its state",
  .source = "",
  .note = "",
  .step = step,
};
