/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stand-in for Y.-J. Joung, "Asynchronous group mutual exclusion", PODC 1998, pp. 51-60, and Distributed Computing
 * 13(4), 2000, pp. 189-206, whose text could not be obtained.
 *
 * What is certain, from He, Gopalakrishnan and Gafni (arXiv:1403.5605), Table 1: reads and writes only, O(N) bounded
 * registers, P1 to P4, not P5, and no bound on the RMRs of a passage.
 *
 * What is ours: everything else. This is the algorithm of Eisenberg and McGuire (Communications of the ACM 15(11),
 * 1972) with sessions, which has the same properties. A process asks (request) and looks at all whose turn comes
 * before its own; if none of them conflicts it tries (in), and goes on if no other tries with a conflicting session.
 * Who leaves hands the turn to the next who is there at all: if friends of his were left out, they could starve.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                         \
  LINE( 1,  WAITING, "L: flag[i] := (request, mysession)")                             \
  LINE( 2,  WAITING, "M: j := turn")                                                   \
  TEXT( 3a,          "   while j != i do")                                             \
  LINE( 3,  WAITING, "     if flag[j] conflicts then goto M")                          \
  TEXT( 3b,          "     j := j mod N + 1")                                          \
  LINE( 4,  WAITING, "   flag[i] := (in, mysession)")                                  \
  LINE( 5,  WAITING, "   for j := 1 to N, j != i, do"                                  \
                     " if flag[j] conflicts and flag[j].state = in then goto L")       \
  LINE( 6,  WAITING, "   t := turn; if t != i then")                                   \
  LINE( 7,  WAITING, "     if flag[t] conflicts then goto L")                          \
  TEXT(CS,           "   CRITICAL SECTION")                                            \
  LINE( 8,  EXIT,    "   t := turn")                                                   \
  LINE( 9,  EXIT,    "   if t = i or flag[t].state = passive then")                    \
  TEXT(10a,          "     for j := t mod N + 1, ..., N, 1, ..., t, j != i, do")       \
  LINE(10,  EXIT,    "       if flag[j].state != passive then")                        \
  LINE(11,  EXIT,    "         turn := j; leave the loop")                             \
  LINE(12,  EXIT,    "   flag[i] := (passive, 0)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct joung {
  uint8_t pc;
  uint16_t j;       /* 1..N+1 */
  uint16_t t;       /* 1..N, 0 where it does not matter */
  uint32_t session; /* mysession, 1.. */
};

/* --- flag: (state, session) in one word; (passive, 0) is 0 -------------------------------------------------------- */

enum state { PASSIVE, REQUEST, IN };
static const char *const state_names[] = {"passive", "request", "in", NULL};

enum { STATE_BITS = 2, SESSION_BITS = 16 };

static rmr_word in_at_most(struct rmr_size s)
{
  (void)s;
  return IN;
}

static const struct rmr_field fields[] = {
  {.name = "state", .width = STATE_BITS, .max = in_at_most, .names = state_names},
  {.name = "session", .shift = STATE_BITS, .width = SESSION_BITS, .max = rmr_session_number},
  {.name = NULL},
};

static rmr_word flag(enum state state, uint32_t session)
{
  return (rmr_word)session << STATE_BITS | (rmr_word)state;
}

static enum state state_of(rmr_word flag)
{
  return flag & ((1 << STATE_BITS) - 1);
}

static bool conflicts(const struct joung *my, rmr_word flag)
{
  return !compatible(my->session, flag >> STATE_BITS);
}

static uint32_t turn_and_flags(struct rmr_size s)
{
  return s.n + 1;
}

enum { FLAG_ARRAY, TURN_REGISTER };

static const struct rmr_shared registers[] = {
  [FLAG_ARRAY] = {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .fields = fields},
  [TURN_REGISTER] =
    {.name = "turn", .initial = 1, .min = 1, .max = rmr_up_to_n, .arbitrary = true, .multi_writer = true},
};

/* clang-format off */
#define FLAG(p) VAR(FLAG_ARRAY, (p) - 1)
#define TURN    VAR(TURN_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct joung *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
  L:
    DO ( 1,               write_to(FLAG(i), flag(REQUEST, my->session)));
  M:
    LET( 2, my->j,        spin_on(TURN));
    while (my->j != i) {
      DO ( 3,             read_of(FLAG(my->j)));
      if (conflicts(my, REPLY)) {
        my->j = 0;
        goto M;
      }
      my->j = (uint16_t)(my->j % n + 1);
    }
    my->j = 0;
    DO ( 4,               write_to(FLAG(i), flag(IN, my->session)));
    for (my->j = 1; my->j <= n; my->j++) {
      if (my->j == i) continue;
      DO ( 5,             read_of(FLAG(my->j)));
      if (conflicts(my, REPLY) && state_of(REPLY) == IN) {
        my->j = 0;
        goto L;
      }
    }
    my->j = 0;
    LET( 6, my->t,        read_of(TURN));
    if (my->t != i) {
      DO ( 7,             read_of(FLAG(my->t)));
      if (conflicts(my, REPLY)) {
        my->t = 0;
        goto L;
      }
    }
    my->t = 0;
    LET( 8, my->t,        read_of(TURN));
    if (my->t != i) {
      DO ( 9,             read_of(FLAG(my->t)));
      if (state_of(REPLY) != PASSIVE) goto leave;
    }
    my->j = my->t;
    do {
      my->j = (uint16_t)(my->j % n + 1);
      if (my->j == i) continue;
      DO (10,             read_of(FLAG(my->j)));
      if (state_of(REPLY) != PASSIVE) {
        my->t = 0;
        DO (11,           write_to(TURN, my->j));
        break;
      }
    } while (my->j != my->t);
  leave:
    my->j = my->t = 0;
    DO (12,               write_to(FLAG(i), flag(PASSIVE, 0)));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(joung_standin) = {
  RMR_ALGORITHM_BODY(registers, struct joung),
  .name = "joung_standin",
  .title = "Stand-in for Joung's group mutual exclusion: Eisenberg-McGuire with sessions",
  .source = "not the text of Joung, Distributed Computing 13(4), 2000, pp. 189-206; its properties as stated in "
            "arXiv:1403.5605, Table 1",
  .note = "Certain: the properties, the primitives, and O(N) bounded registers. Ours: the algorithm.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = turn_and_flags,
  .step = step,
};
