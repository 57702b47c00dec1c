/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is wrong: the one-bit module with a session test that accepts mysession only. A process in its remainder
 * has a session that nobody asks for, where algos/burns_lamport_gme.c has 0; the same test then says `= mysession`. It
 * excludes, but a process may wait for ever for one that has left, or is on its way and asks for the same (P4 fails).
 */
#include "tests/toys/one_bit.h"

enum { NOBODYS = 15 };

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                 \
  LINE( 0, WAITING, "Session[i] := mysession")                 \
  ONE_BIT_GME(LINE, TEXT, , WAITING, "")                       \
  TEXT(CS,          "CRITICAL SECTION")                        \
  LINE(12, EXIT,    "Competing[i] := false")                   \
  LINE(13, EXIT,    "Session[i] := nobody's")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct snob {
  uint8_t pc;
  struct one_bit one_bit;
  uint32_t session;
};

static rmr_word nobodys(struct rmr_size size)
{
  (void)size;
  return NOBODYS;
}

enum { COMPETING, SESSION };

static const struct rmr_shared registers[] = {
  [COMPETING] = {.name = "Competing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
  [SESSION] = {.name = "Session", .cells = rmr_per_process, .home = rmr_owner, .max = nobodys, .initial = NOBODYS},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct snob *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 0,                write_to(VAR(SESSION, i - 1), my->session));
    CALL( , ONE_BIT_GME,   one_bit_gme(&my->one_bit, in, VAR(COMPETING, 0), VAR(SESSION, 0), my->session));
    DO (12,                write_to(VAR(COMPETING, i - 1), false));
    DO (13,                write_to(VAR(SESSION, i - 1), NOBODYS));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(snob) = {RMR_ALGORITHM_BODY(registers, struct snob),
                       .name = "snob",
                       .title = "One bit, and mysession only",
                       .source = "a toy",
                       .note = "",
                       .group = true,
                       .claims = {.p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_NO, RMR_NO, RMR_YES}},
                       .step = step};
