/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-bit algorithm of Burns and Lamport with a session test in each wait, alone: the second module of the group
 * mutual exclusion algorithms of V. Hadzilacos (PODC 2001) and of P. Jayanti, S. Petrovic and K. Tan (PODC 2003), as
 * He, Gopalakrishnan and Gafni, "Group Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Section 3,
 * describe it. The figure is in parts/burns_lamport.h.
 *
 * It excludes and lets friends in together, but is fair to nobody: that is the business of the first module, a doorway
 * that gives an order (hadzilacos_standin.c, jpt_standin.c).
 *
 * Departures: the paper says in words where the test goes; the lines are those of its Figure 5, with 3, 5 and 10
 * split. Session[i] is written before Competing[i] is raised (0) and taken back after it has been lowered (13), as
 * without a doorway nobody else does.
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                 \
  LINE( 0, WAITING, "Session[i] := mysession")                                 \
  ONE_BIT_GME(LINE, TEXT, , WAITING, "")                                       \
  TEXT(CS,          "CRITICAL SECTION")                                        \
  LINE(12, EXIT,    "Competing[i] := false")                                   \
  LINE(13, EXIT,    "Session[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct burns_lamport_gme {
  uint8_t pc;
  struct one_bit one_bit;
  uint32_t session; /* mysession, 1.. */
};

static const char *const truth[] = {"false", "true", NULL};

enum { COMPETING_ARRAY, SESSION_ARRAY };

static const struct rmr_shared registers[] = {
  [COMPETING_ARRAY] =
    {.name = "Competing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [SESSION_ARRAY] = {.name = "Session", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_session_number},
};

/* clang-format off */
#define COMPETING(p) VAR(COMPETING_ARRAY, (p) - 1)
#define SESSION(p)   VAR(SESSION_ARRAY, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lamport_gme *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 0,                write_to(SESSION(i), my->session));
    CALL( , ONE_BIT_GME,   one_bit_gme(&my->one_bit, in, COMPETING(1), SESSION(1), my->session));
    DO (12,                write_to(COMPETING(i), false));
    DO (13,                write_to(SESSION(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_lamport_gme) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lamport_gme),
  .name = "burns_lamport_gme",
  .title = "Burns-Lamport with a session test: the exclusion module of Hadzilacos and of Jayanti, Petrovic, Tan",
  .source = "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Section 3 and Appendix II, Figure 5",
  .note = "The module alone: without a doorway that gives an order it is not free of starvation, and a passage may be "
          "made to pay for ever.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "2N",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
