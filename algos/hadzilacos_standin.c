/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stand-in for V. Hadzilacos, "A note on group mutual exclusion", PODC 2001, pp. 100-106, whose text could not be
 * obtained.
 *
 * What is certain, from He, Gopalakrishnan and Gafni (arXiv:1403.5605), Sections 1 and 3: the algorithm is modular, a
 * module that gives an order (FCFS) and behind it the one-bit algorithm with a session test; it has P1 to P5 and
 * Theta(N^2) bounded registers; and because of the second module it pays Omega(N^2) RMRs and not the O(N) that it
 * claims. Lines 6 and 8 are that module (parts/burns_lamport.h).
 *
 * What is ours: the first module, lines 1 to 5 and 10. A process takes back all that others have told it before, notes
 * who is there with a conflicting session, and only then announces its own; if it did so first, two of them could wait
 * for each other. It waits for everybody on its list until he says that he is done (Done[j][i], set by P_j when it
 * leaves, taken back by P_i), or does not conflict any more. Nobody waits in a circle, as P_i has P_j on its list only
 * if it looked after P_j had announced itself.
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                         \
  LINE( 1,  DOORWAY, "for j := 1 to N, j != i, do Done[j][i] := false")                \
  LINE( 2,  DOORWAY, "W := {j != i: Session[j] not in {0, mysession}}")                \
  LINE( 3,  DOORWAY, "Session[i] := mysession")                                        \
  TEXT( 4,           "for j in W do")                                                  \
  LINE( 5a, WAITING, "  wait until (Done[j][i] or")                                    \
  LINE( 5b, WAITING, "              Session[j] in {0, mysession})")                    \
  TEXT( 6,           "the one-bit algorithm with a session test:")                     \
  ONE_BIT_GME(LINE, TEXT, 6_, WAITING, "  ")                                           \
  TEXT( 7,           "CRITICAL SECTION")                                               \
  LINE( 8,  EXIT,    "Competing[i] := false")                                          \
  LINE( 9,  EXIT,    "Session[i] := 0")                                                \
  LINE(10,  EXIT,    "for j := 1 to N, j != i, do Done[i][j] := true")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct hadzilacos {
  uint8_t pc;
  uint16_t j;       /* 1..N+1 */
  uint32_t session; /* mysession, 1.. */
  struct one_bit one_bit;
  bool w[]; /* [j-1]: j is in W; cleared when P_j has been waited for */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t all_pairs(struct rmr_size s)
{
  return s.n * s.n;
}

static uint32_t column(uint32_t cell, struct rmr_size s) /* Done[j][i] is read by P_i */
{
  return cell % s.n + 1;
}

enum { DONE_ARRAY, SESSION_ARRAY, COMPETING_ARRAY };

static const struct rmr_shared registers[] = {
  [DONE_ARRAY] = {.name = "Done",
                  .cells = all_pairs,
                  .columns = rmr_per_process,
                  .home = column,
                  .max = rmr_bit,
                  .multi_writer = true,
                  .names = truth},
  [SESSION_ARRAY] = {.name = "Session", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_session_number},
  [COMPETING_ARRAY] =
    {.name = "Competing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* clang-format off */
#define DONE(p, q)   VAR(DONE_ARRAY, ((p) - 1) * n + (q) - 1)
#define SESSION(p)   VAR(SESSION_ARRAY, (p) - 1)
#define COMPETING(p) VAR(COMPETING_ARRAY, (p) - 1)
#define W(p)         my->w[(p) - 1]

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct hadzilacos *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i)
        DO ( 1,           write_to(DONE(my->j, i), false));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i) {
        DO ( 2,           read_of(SESSION(my->j)));
        W(my->j) = !compatible(my->session, REPLY);
      }
    my->j = 0;
    DO ( 3,               write_to(SESSION(i), my->session));
    for (my->j = 1; my->j <= n; my->j++) {
      while (W(my->j)) {
        DO ( 5a,          spin_on(DONE(my->j, i)));
        if (REPLY) break;
        DO ( 5b,          read_of(SESSION(my->j)));
        if (compatible(my->session, REPLY)) break;
      }
      W(my->j) = false;
    }
    my->j = 0;
    CALL(6_, ONE_BIT_GME, one_bit_gme(&my->one_bit, in, COMPETING(1), SESSION(1), my->session));
    DO ( 8,               write_to(COMPETING(i), false));
    DO ( 9,               write_to(SESSION(i), 0));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i)
        DO (10,           write_to(DONE(i, my->j), true));
    my->j = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(hadzilacos_standin) = {
  RMR_ALGORITHM_BODY(registers, struct hadzilacos),
  .name = "hadzilacos_standin",
  .title = "Stand-in for Hadzilacos' group mutual exclusion: FCFS in N^2 bits, then Burns-Lamport",
  .source =
    "not the text of Hadzilacos, PODC 2001, pp. 100-106; its properties as stated in arXiv:1403.5605, Sections 1 "
    "and 3",
  .note = "Certain: two modules, the second of them, their properties and space. Ours: the first module, lines 1 to 5 "
          "and 10.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "N^2",
             .rmr_dsm = "unbounded",
             .space = "N^2+2N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .state_each = sizeof(bool),
};
