/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * P. Keane and M. Moir, "A simple local-spin group mutual exclusion algorithm", PODC 1999, pp. 23-32, and IEEE
 * Transactions on Parallel and Distributed Systems 12(7), 2001, pp. 673-685: a lock M around the bookkeeping of
 * sessions, here the arbitration tree of Yang and Anderson (parts/yang_anderson.h). The text of the paper was
 * not at hand: this is a reconstruction, less certain than the others in the order of the statements while M is held.
 *
 * Num processes are inside with Session. Who finds its session open and nobody queueing goes in; who finds nobody
 * inside opens its own; all others queue, and each waits on a bit of its own memory. The last to leave opens the
 * session of the first in the queue and lets everybody in who queues for it. M may be held for as long as that takes,
 * so neither the entry nor the exit is bounded.
 *
 * Departures. The queue Q is a list: Head, Tail, and Next[v] for each process. Line 10 does not read Num again, which
 * line 9 has just written while M is held. The plain loop of line 12 costs the last to leave a constant for each
 * process in the queue. Table 1 of arXiv:1403.5605 has O(lg N) RMRs for the paper, which organises that better, and
 * O(N) registers; the tree here has N ceil(lg N) of P.
 */
#include "algos/parts/yang_anderson.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  TEXT( 1,           "acquire M:")                                               \
  YA_TREE_ENTRY(LINE, TEXT, 1_, WAITING, "  ")                                   \
  LINE( 2,  WAITING, "Need[i] := mysession")                                     \
  LINE( 3a, WAITING, "if Session = mysession and")                               \
  LINE( 3b, WAITING, "   Q is empty then                  [Head = nil]")         \
  LINE( 3c, WAITING, "  Num := Num + 1                    [the read]")           \
  LINE( 3d, WAITING, "                                    [the write]")          \
  LINE( 4a, WAITING, "else if Num = 0 then")                                     \
  LINE( 4b, WAITING, "  Session := mysession")                                   \
  LINE( 4c, WAITING, "  Num := 1")                                               \
  TEXT( 5,           "else")                                                     \
  LINE( 5a, WAITING, "  Wait[i] := true")                                        \
  LINE( 5b, WAITING, "  append i to Q: Next[i] := nil")                          \
  LINE( 5c, WAITING, "                 if Head = nil then")                      \
  LINE( 5d, WAITING, "                   Head := i")                             \
  LINE( 5e, WAITING, "                 else t := Tail")                          \
  LINE( 5f, WAITING, "                   Next[t] := i")                          \
  LINE( 5g, WAITING, "                 Tail := i")                               \
  TEXT( 6,           "release M:")                                               \
  YA_TREE_EXIT(LINE, TEXT, 6_, WAITING, "  ")                                    \
  LINE( 7,  WAITING, "wait until not Wait[i]")                                   \
  TEXT(CS,           "CRITICAL SECTION")                                         \
  TEXT( 8,           "acquire M:")                                               \
  YA_TREE_ENTRY(LINE, TEXT, 8_, EXIT, "  ")                                      \
  LINE( 9a, EXIT,    "Num := Num - 1                      [the read]")           \
  LINE( 9b, EXIT,    "                                    [the write]")          \
  LINE(10,  EXIT,    "if Num = 0 and Q is not empty then  [Head != nil]")        \
  LINE(11a, EXIT,    "  Session := Need[head of Q]        [the read]")           \
  LINE(11b, EXIT,    "                                    [the write]")          \
  TEXT(12,           "  for each v in Q, in order, do")                          \
  LINE(12a, EXIT,    "    next := Next[v]")                                      \
  LINE(12b, EXIT,    "    if Need[v] = Session then       [Need[v]]")            \
  LINE(12c, EXIT,    "                                    [Session]")            \
  LINE(12d, EXIT,    "      remove v from Q: Head := next, if v was the first,") \
  LINE(12e, EXIT,    "                       else Next[previous] := next")       \
  LINE(12f, EXIT,    "                       Tail := previous, if v was the last of several") \
  LINE(12g, EXIT,    "      Num := Num + 1                [the read]")           \
  LINE(12h, EXIT,    "                                    [the write]")          \
  LINE(12i, EXIT,    "      Wait[v] := false")                                   \
  TEXT(13,           "release M:")                                               \
  YA_TREE_EXIT(LINE, TEXT, 13_, EXIT, "  ")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct keane_moir {
  uint8_t pc;
  uint32_t session;           /* mysession, 1.. */
  uint32_t need;              /* of the process that lines 11 and 12 look at */
  uint16_t num;               /* Num, while M is held */
  uint16_t v, next, previous; /* members of Q, 1..N, or nil; v is also the Tail of line 5 */
  struct ya_tree lock;
};

static const char *const truth[] = {"false", "true", NULL};

enum { NIL = 0 };
enum {
  C_ARRAY,
  T_ARRAY,
  P_ARRAY,
  SESSION_REGISTER,
  NUM_REGISTER,
  HEAD_REGISTER,
  TAIL_REGISTER,
  NEED_ARRAY,
  NEXT_ARRAY,
  WAIT_ARRAY
};

static const struct rmr_shared registers[] = {
  YA_REGISTERS(C_ARRAY, T_ARRAY, P_ARRAY, "", tree_sides, tree_nodes, tree_spins),
  [SESSION_REGISTER] = {.name = "Session", .max = rmr_session_number, .multi_writer = true},
  [NUM_REGISTER] = {.name = "Num", .max = rmr_up_to_n, .multi_writer = true},
  [HEAD_REGISTER] = {.name = "Head", .max = rmr_up_to_n, .multi_writer = true},
  [TAIL_REGISTER] = {.name = "Tail", .max = rmr_up_to_n, .multi_writer = true},
  [NEED_ARRAY] = {.name = "Need", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_session_number},
  [NEXT_ARRAY] =
    {.name = "Next", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_up_to_n, .multi_writer = true},
  [WAIT_ARRAY] =
    {.name = "Wait", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .multi_writer = true, .names = truth},
};

/* clang-format off */
#define M       ((struct ya_tree_registers){VAR(C_ARRAY, 0), VAR(T_ARRAY, 0), VAR(P_ARRAY, 0), n})
#define SESSION VAR(SESSION_REGISTER, 0)
#define NUM     VAR(NUM_REGISTER, 0)
#define HEAD    VAR(HEAD_REGISTER, 0)
#define TAIL    VAR(TAIL_REGISTER, 0)
#define NEED(p) VAR(NEED_ARRAY, (p) - 1)
#define NEXT(p) VAR(NEXT_ARRAY, (p) - 1)
#define WAIT(p) VAR(WAIT_ARRAY, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct keane_moir *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    CALL(1_, YA_TREE_ENTRY, ya_tree_entry(&my->lock, in, M));
    DO ( 2,                 write_to(NEED(i), my->session));
    DO ( 3a,                read_of(SESSION));
    if (REPLY == my->session) {
      DO ( 3b,              read_of(HEAD));
      if (REPLY == NIL) {
        LET( 3c, my->num,   read_of(NUM));
        my->num++;
        DO ( 3d,            write_to(NUM, my->num));
        my->num = 0;
        goto release;
      }
    }
    DO ( 4a,                read_of(NUM));
    if (REPLY == 0) {
      DO ( 4b,              write_to(SESSION, my->session));
      DO ( 4c,              write_to(NUM, 1));
    } else {
      DO ( 5a,              write_to(WAIT(i), true));
      DO ( 5b,              write_to(NEXT(i), NIL));
      DO ( 5c,              read_of(HEAD));
      if (REPLY == NIL) {
        DO ( 5d,            write_to(HEAD, i));
      } else {
        LET( 5e, my->v,     read_of(TAIL));
        DO ( 5f,            write_to(NEXT(my->v), i));
        my->v = NIL;
      }
      DO ( 5g,              write_to(TAIL, i));
    }
  release:
    CALL(6_, YA_TREE_EXIT,  ya_tree_exit(&my->lock, in, M));
    do
      DO ( 7,               spin_on(WAIT(i)));
    while (REPLY);
    CALL(8_, YA_TREE_ENTRY, ya_tree_entry(&my->lock, in, M));
    LET( 9a, my->num,       read_of(NUM));
    my->num--;
    DO ( 9b,                write_to(NUM, my->num));
    if (my->num == 0) {
      LET(10, my->v,        read_of(HEAD));
      if (my->v != NIL) {
        LET(11a, my->need,  read_of(NEED(my->v)));
        DO (11b,            write_to(SESSION, my->need));
        my->need = 0;
        while (my->v != NIL) {
          LET(12a, my->next, read_of(NEXT(my->v)));
          LET(12b, my->need, read_of(NEED(my->v)));
          DO (12c,          read_of(SESSION));
          if (REPLY == my->need) {
            my->need = 0;
            if (my->previous == NIL) {
              DO (12d,      write_to(HEAD, my->next));
            } else {
              DO (12e,      write_to(NEXT(my->previous), my->next));
              if (my->next == NIL) {
                DO (12f,    write_to(TAIL, my->previous));
                my->previous = NIL;
              }
            }
            LET(12g, my->num, read_of(NUM));
            my->num++;
            DO (12h,        write_to(NUM, my->num));
            my->num = 0;
            DO (12i,        write_to(WAIT(my->v), false));
          } else {
            my->need = 0;
            my->previous = my->v;
          }
          my->v = my->next, my->next = NIL;
        }
        my->previous = NIL;
      }
    }
    my->num = 0;
    CALL(13_, YA_TREE_EXIT, ya_tree_exit(&my->lock, in, M));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(keane_moir) = {
  RMR_ALGORITHM_BODY(registers, struct keane_moir),
  .name = "keane_moir",
  .title = "Keane-Moir group mutual exclusion over a Yang-Anderson tree",
  .source = "Keane, Moir, PODC 1999, pp. 23-32; IEEE TPDS 12(7), 2001, pp. 673-685; reconstructed",
  .note = "Line 12 is a plain loop: the last to leave pays O(1) for each process in the queue, where the paper has "
          "O(lg N) in all.",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "N",
             .space = "N ceil(lg N) + 3*2^ceil(lg N) + 3N + 1",
             .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_NO, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
