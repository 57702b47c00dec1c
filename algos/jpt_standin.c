/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stand-in for P. Jayanti, S. Petrovic and K. Tan, "Fair group mutual exclusion", PODC 2003, pp. 278-284, whose text
 * could not be obtained.
 *
 * What is certain, from He, Gopalakrishnan and Gafni (arXiv:1403.5605), Sections 1 and 3: the algorithm has the two
 * modules of Hadzilacos, the second unchanged, the one-bit algorithm with a session test, and the first in Theta(N)
 * bounded registers; it has P1 to P5; and because of the second module it pays Omega(N^2) RMRs. Lines 5 and 6 are that
 * module (parts/burns_lamport.h).
 *
 * What is ours: the first module, lines 1 to 4, which is linear in space, too, but not bounded. A process shows its
 * session and a turn, which it raises in its doorway if it sees a conflict there. It waits for each process that it
 * has seen in conflict until that one does not conflict any more or shows another turn: then he has come again, behind
 * it. A turn modulo M does not do, as friends do not wait for each other: it comes round while somebody still waits
 * for the old one.
 *
 * R[i] is one register of three fields, read and written in one access. The private turn lives from passage to
 * passage. A copy is 0 (none) or (session, false, turn).
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                         \
  LINE( 1,  DOORWAY, "R[i] := (mysession, true, turn)")                                \
  TEXT( 2a,          "for j := 1 to N, j != i, do")                                    \
  LINE( 2,  DOORWAY, "  r := R[j]; copy[j] := none; if r.session not in {0, mysession} then") \
  TEXT( 2b,          "    conflict := true")                                           \
  TEXT( 2c,          "    if not r.choosing then copy[j] := (r.session, r.turn)")      \
  LINE( 3,  DOORWAY, "if conflict then turn := turn + 1; R[i] := (mysession, false, turn)") \
  TEXT( 4a,          "for j := 1 to N, j != i, do wait until (r := R[j];")             \
  LINE( 4,  WAITING, "  r.session in {0, mysession} or"                                \
                     " (not r.choosing and (r.session, r.turn) != copy[j]))")          \
  TEXT( 5,           "the one-bit algorithm with a session test, Session[j] being R[j].session:") \
  ONE_BIT_GME(LINE, TEXT, 5_, WAITING, "  ")                                           \
  TEXT(CS,           "CRITICAL SECTION")                                               \
  LINE( 6,  EXIT,    "Competing[i] := false")                                          \
  LINE( 7,  EXIT,    "R[i] := (0, false, turn)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct jpt {
  uint8_t pc;
  bool conflict;
  uint16_t j;       /* 1..N+1 */
  uint32_t session; /* mysession, 1.. */
  struct one_bit one_bit;
  int64_t turn;    /* 0..: lives from passage to passage */
  rmr_word copy[]; /* [j-1]: cleared when P_j has been waited for */
};

/* --- R: (session, choosing, turn) in one word; (0, false, 0) is 0 ------------------------------------------------- */

enum { SESSION_BITS = 16, CHOOSING_BIT = SESSION_BITS, TURN_SHIFT = CHOOSING_BIT + 1, TURN_BITS = 63 - TURN_SHIFT };

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_field fields[] = {
  {.name = "session", .width = SESSION_BITS, .max = rmr_session_number},
  {.name = "choosing", .shift = CHOOSING_BIT, .width = 1, .max = rmr_bit, .names = truth},
  {.name = "turn", .shift = TURN_SHIFT, .width = TURN_BITS},
  {.name = NULL},
};

static rmr_word r_of(uint32_t session, bool choosing, int64_t turn)
{
  return (rmr_word)session | (rmr_word)choosing << CHOOSING_BIT | turn << TURN_SHIFT;
}

static bool choosing_in(rmr_word r)
{
  return r >> CHOOSING_BIT & 1;
}

static bool conflicts(const struct jpt *my, rmr_word r)
{
  return !one_bit_compatible(my->session, r);
}

enum { R_ARRAY, COMPETING_ARRAY };

static const struct rmr_shared registers[] = {
  [R_ARRAY] = {.name = "R", .cells = rmr_per_process, .home = rmr_owner, .fields = fields},
  [COMPETING_ARRAY] =
    {.name = "Competing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* clang-format off */
#define R(p)         VAR(R_ARRAY, (p) - 1)
#define COMPETING(p) VAR(COMPETING_ARRAY, (p) - 1)
#define COPY(p)      my->copy[(p) - 1]

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct jpt *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 1,               write_to(R(i), r_of(my->session, true, my->turn)));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i) {
        DO ( 2,           read_of(R(my->j)));
        if (conflicts(my, REPLY)) {
          my->conflict = true;
          if (!choosing_in(REPLY)) COPY(my->j) = REPLY;
        }
      }
    my->j = 0;
    if (my->conflict) my->turn++;
    my->conflict = false;
    DO ( 3,               write_to(R(i), r_of(my->session, false, my->turn)));
    for (my->j = 1; my->j <= n; my->j++) {
      if (my->j != i)
        do
          DO ( 4,         spin_on(R(my->j)));
        while (conflicts(my, REPLY) && (choosing_in(REPLY) || REPLY == COPY(my->j)));
      COPY(my->j) = 0;
    }
    my->j = 0;
    CALL(5_, ONE_BIT_GME, one_bit_gme(&my->one_bit, in, COMPETING(1), R(1), my->session));
    DO ( 6,               write_to(COMPETING(i), false));
    DO ( 7,               write_to(R(i), r_of(0, false, my->turn)));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(jpt_standin) = {
  RMR_ALGORITHM_BODY(registers, struct jpt),
  .name = "jpt_standin",
  .title =
    "Stand-in for the group mutual exclusion of Jayanti, Petrovic and Tan: FCFS in linear space, then Burns-Lamport",
  .source = "not the text of Jayanti, Petrovic, Tan, PODC 2003, pp. 278-284; its properties as stated in "
            "arXiv:1403.5605, Sections 1 and 3",
  .note = "Certain: two modules, the second of them, their properties. Ours: the first module, lines 1 to 4; the "
          "original's is bounded.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "N^2",
             .rmr_dsm = "unbounded",
             .space = "2N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
  .state_each = sizeof(rmr_word),
  .remembers = true,
};
