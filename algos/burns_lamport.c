/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-bit mutual exclusion algorithm found independently by J. E. Burns, "Complexity of Communication Among
 * Asynchronous Parallel Processes", Ph.D. thesis, Georgia Institute of Technology, 1981, and by L. Lamport, "The
 * mutual exclusion problem: Part II", Journal of the ACM 33(2), 1986, pp. 327-348. Transcribed from He, Gopalakrishnan
 * and Gafni, "Group Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Appendix II, Figure 5.
 *
 * The figure, and the idea in a paragraph, are in parts/burns_lamport.h, as other algorithms use it too: here it
 * stands alone. It ends at line 11; its text says that the bit is lowered after the CS.
 *
 * Departures: the exit, which the figure leaves out, is line 12.
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                 \
  ONE_BIT(LINE, TEXT, , WAITING, "")                                           \
  TEXT(CS,          "CRITICAL SECTION")                                        \
  LINE(12, EXIT,    "Competing[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct burns_lamport {
  uint8_t pc;
  struct one_bit one_bit;
};

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_shared registers[] = {
  {.name = "Competing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* clang-format off */
#define COMPETING(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lamport *my = state;
  BEGIN;
  for (;;) {
    CALL( , ONE_BIT,       one_bit(&my->one_bit, in, COMPETING(1)));
    DO (12,                write_to(COMPETING(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_lamport) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lamport),
  .name = "burns_lamport",
  .title = "Burns-Lamport one-bit mutual exclusion",
  .source =
    "Burns 1981; Lamport, JACM 33(2), 1986; as in He, Gopalakrishnan, Gafni, arXiv:1403.5605, Appendix II, Figure 5",
  .note =
    "The exit, Competing[i] := false, is described in the text but not printed in the figure; it is line 12 here.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N^2",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .one_shot = true},
  .step = step,
};
