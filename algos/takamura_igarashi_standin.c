/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stand-in for M. Takamura and Y. Igarashi, "Group mutual exclusion algorithms based on ticket orders", COCOON 2003,
 * LNCS 2697, pp. 232-241, and IEICE Transactions on Information and Systems E87-D(2), 2004, pp. 322-329, whose texts
 * could not be obtained. They have three algorithms; this stands for the third, and for what it shares with the
 * second.
 *
 * What is certain, from the abstracts: they are bakeries with sessions; in II and III a chair lets the processes of
 * its group in, and in III each of them in constant time as long as the chair is inside; there are two multi-writer
 * variables that are never written concurrently. From He, Gopalakrishnan and Gafni (arXiv:1403.5605), Table 1 and
 * Section 3: II and III have P1 and P2, but not P3, P4 or P5; tickets are unbounded; O(N) RMRs and O(N) registers.
 *
 * What is ours: everything else. Who is first in the order of the tickets becomes the chair and opens the room for its
 * session (7). Others of that session follow without waiting for their turn (5); they show that they are inside and
 * look again, as the chair may just be closing. It closes and waits for those inside (8). Here `open` is the one
 * register with many writers.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                        \
  LINE( 1,  DOORWAY, "choosing[i] := true")                                                           \
  LINE( 2,  DOORWAY, "number := 1 + maximum(ticket[1], ..., ticket[N])")                              \
  LINE( 3,  DOORWAY, "ticket[i] := number")                                                           \
  LINE( 4,  DOORWAY, "choosing[i] := false; j := 1")                                                  \
  LINE( 5a, WAITING, "L: if open = mysession then")                                                   \
  LINE( 5b, WAITING, "     inside[i] := true")                                                        \
  LINE( 5c, WAITING, "     if open = mysession then")                                                 \
  LINE( 5d, WAITING, "       ticket[i] := 0; goto the CRITICAL SECTION as a follower")                \
  LINE( 5e, WAITING, "     inside[i] := false")                                                       \
  TEXT( 6,           "   while j <= N do")                                                            \
  LINE( 6a, WAITING, "     if choosing[j] then goto L")                                               \
  LINE( 6b, WAITING, "     if ticket[j] != 0 and (ticket[j], j) < (number, i) then goto L; j := j + 1") \
  LINE( 7,  WAITING, "   open := mysession; and is the chair")                                        \
  TEXT(CS,           "   CRITICAL SECTION")                                                           \
  TEXT( 8,           "   if the chair then")                                                          \
  LINE( 8a, EXIT,    "     open := 0")                                                                \
  LINE( 8b, EXIT,    "     for j := 1 to N do wait until not inside[j]")                              \
  LINE( 8c, EXIT,    "     ticket[i] := 0")                                                           \
  LINE( 9,  EXIT,    "   else inside[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct takamura_igarashi {
  uint8_t pc;
  bool chair;
  uint16_t j;       /* 1..N+1 */
  uint32_t session; /* mysession, 1.. */
  int64_t number;   /* the maximum on line 2; the ticket until it is served */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t open_and_all_others(struct rmr_size s)
{
  return 1 + 2 * s.n;
}

enum { CHOOSING_ARRAY, TICKET_ARRAY, INSIDE_ARRAY, OPEN_REGISTER };

static const struct rmr_shared registers[] = {
  [CHOOSING_ARRAY] = {.name = "choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [TICKET_ARRAY] = {.name = "ticket", .cells = rmr_per_process, .home = rmr_owner},
  [INSIDE_ARRAY] = {.name = "inside", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [OPEN_REGISTER] = {.name = "open", .max = rmr_session_number, .multi_writer = true},
};

/* clang-format off */
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)
#define TICKET(p)   VAR(TICKET_ARRAY, (p) - 1)
#define INSIDE(p)   VAR(INSIDE_ARRAY, (p) - 1)
#define OPEN        VAR(OPEN_REGISTER, 0)

/* Has P_j, with this ticket, its turn before P_i? */
static bool goes_first(const struct takamura_igarashi *my, uint32_t i, rmr_word ticket)
{
  return ticket != 0 && (ticket < my->number || (ticket == my->number && my->j < i));
}

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct takamura_igarashi *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 1,               write_to(CHOOSING(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 2,             read_of(TICKET(my->j)));
      if (REPLY > my->number) my->number = REPLY;
    }
    my->j = 0, my->number++;
    DO ( 3,               write_to(TICKET(i), my->number));
    DO ( 4,               write_to(CHOOSING(i), false));
    my->j = 1;
  L:
    DO ( 5a,              spin_on(OPEN));
    if (REPLY == my->session) {
      DO ( 5b,            write_to(INSIDE(i), true));
      DO ( 5c,            read_of(OPEN));
      if (REPLY == my->session) {
        my->j = 0, my->number = 0;
        DO ( 5d,          write_to(TICKET(i), 0));
        goto critical_section;
      }
      DO ( 5e,            write_to(INSIDE(i), false));
    }
    for (; my->j <= n; my->j++) {
      DO ( 6a,            read_of(CHOOSING(my->j)));
      if (REPLY) goto L;
      DO ( 6b,            read_of(TICKET(my->j)));
      if (goes_first(my, i, REPLY)) goto L;
    }
    my->j = 0, my->number = 0;
    DO ( 7,               write_to(OPEN, my->session));
    my->chair = true;
  critical_section:
    if (my->chair) {
      DO ( 8a,            write_to(OPEN, 0));
      my->chair = false;
      for (my->j = 1; my->j <= n; my->j++) {
        do
          DO ( 8b,        spin_on(INSIDE(my->j)));
        while (REPLY);
      }
      my->j = 0;
      DO ( 8c,            write_to(TICKET(i), 0));
    } else {
      DO ( 9,             write_to(INSIDE(i), false));
    }
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(takamura_igarashi_standin) = {
  RMR_ALGORITHM_BODY(registers, struct takamura_igarashi),
  .name = "takamura_igarashi_standin",
  .title = "Stand-in for the group mutual exclusion III of Takamura and Igarashi: a bakery with a chair",
  .source = "not the text of Takamura, Igarashi, IEICE E87-D(2), 2004, pp. 322-329; its properties as stated in "
            "its abstract and in arXiv:1403.5605, Table 1",
  .note = "Certain: tickets, a chair, the properties. Ours: the algorithm.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "3N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_NO, RMR_NO, RMR_YES},
             .bounded = RMR_NO},
  .watch = open_and_all_others,
  .step = step,
};
