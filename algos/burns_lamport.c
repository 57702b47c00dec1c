/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-bit mutual exclusion algorithm found independently by J. E. Burns, "Complexity of Communication Among Asynchronous
 * Parallel Processes", Ph.D. thesis, Georgia Institute of Technology, 1981, and by L. Lamport, "The mutual exclusion problem:
 * Part II", Journal of the ACM 33(2), 1986, pp. 327-348. Transcribed from He, Gopalakrishnan and Gafni, "Group Mutual
 * Exclusion in Linear Time and Space" (arXiv:1403.5605), Appendix II, Figure 5.
 *
 * A process raises its bit and looks at the bits of the lower-numbered processes. If one is up it takes its own down, waits
 * for the other's to fall, and starts again; once all lower bits were seen down it keeps its own up and waits for each
 * higher one. The figure ends at line 11; its text says that the bit is lowered after the CS.
 *
 * Departures: the exit, which the figure leaves out, is line 12.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                 \
  LINE( 1, WAITING, "L: Competing[i] := true")                                 \
  TEXT( 2,          "for j := 1 to i-1 do")                                    \
  LINE( 3, WAITING, "  if Competing[j] then")                                  \
  LINE( 4, WAITING, "    Competing[i] := false")                               \
  LINE( 5, WAITING, "    wait until not Competing[j]")                         \
  TEXT( 6,          "    goto L")                                              \
  TEXT( 7,          "  end if")                                                \
  TEXT( 8,          "end for")                                                 \
  TEXT( 9,          "for j := i+1 to N do")                                    \
  LINE(10, WAITING, "  wait until not Competing[j]")                           \
  TEXT(11,          "end for")                                                 \
  TEXT(CS,          "CRITICAL SECTION")                                        \
  LINE(12, EXIT,    "Competing[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct burns_lamport {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
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
    for (;;) {
      DO ( 1,              write_to(COMPETING(i), true));
      for (my->j = 1; my->j < i; my->j++) {
        DO ( 3,            read_of(COMPETING(my->j)));
        if (REPLY) break;
      }
      if (my->j == i) break;                                     /* all lower-numbered ones were seen down */
      DO ( 4,              write_to(COMPETING(i), false));
      do
        DO ( 5,            spin_on(COMPETING(my->j)));
      while (REPLY);
      my->j = 0;                                                 /* goto L */
    }
    for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
      do
        DO (10,            spin_on(COMPETING(my->j)));
      while (REPLY);
    }
    my->j = 0;
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
             .bounded = RMR_YES},
  .step = step,
};
