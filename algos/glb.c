/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Y. He, K. Gopalakrishnan and E. Gafni, "Group Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Section
 * 2, Figure 1: the Generalized Lamport's Bakery (GLB).
 *
 * Lamport's bakery in which a process announces its session first and waits only for those whose session conflicts with
 * its own. Registers are unbounded.
 *
 * Departures: none but the splitting of lines that make several accesses. Line 5 is N-1 reads (5a) and a write (5b).
 * Line 8 reads Choosing[j] (8a), then Session[j] (8b); line 9 reads Token[i] (9a), Token[j] (9b), Session[j] (9c), left
 * to right with short circuit. The loop of line 7 includes j = i, as printed; there 9a and 9b are one and the same
 * variable, which is read once, and Token[j] = 0 is left out, as it cannot be.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                          \
  TEXT( 1,           "repeat")                                                          \
  TEXT( 2,           "  REMAINDER SECTION")                                             \
  LINE( 3,  DOORWAY, "  Choosing[i] := true")                                           \
  LINE( 4,  DOORWAY, "  Session[i] := mysession")                                       \
  LINE( 5a, DOORWAY, "  Token[i] := 1 + max of other token numbers   [the reads]")      \
  LINE( 5b, DOORWAY, "  [the write of line 5]")                                         \
  LINE( 6,  DOORWAY, "  Choosing[i] := false")                                          \
  TEXT( 7,           "  for j := 1 to N do")                                            \
  LINE( 8a, WAITING, "    wait until ((Choosing[j] = false) or")                        \
  LINE( 8b, WAITING, "                (Session[j] in {0, mysession}))")                 \
  LINE( 9a, WAITING, "    wait until (((Token[i], i) < (Token[j], j)) or   [Token[i]]") \
  LINE( 9b, WAITING, "                (Token[j] = 0) or                    [Token[j]]") \
  LINE( 9c, WAITING, "                (Session[j] in {0, mysession}))")                 \
  TEXT(10,           "  end for")                                                       \
  TEXT(11,           "  CRITICAL SECTION")                                              \
  LINE(12,  EXIT,    "  Token[i] := 0")                                                 \
  LINE(13,  EXIT,    "  Session[i] := 0")                                               \
  TEXT(14,           "forever")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct glb {
  uint8_t pc;
  uint16_t j;       /* 1..N+1                                          */
  uint32_t session; /* mysession, 1..                                  */
  int64_t token;    /* the maximum on 5a; Token[i] between 9a and 9b   */
};

static const char *const truth[] = {"false", "true", NULL};

enum { CHOOSING_ARRAY, SESSION_ARRAY, TOKEN_ARRAY };

static const struct rmr_shared registers[] = {
  [CHOOSING_ARRAY] = {.name = "Choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [SESSION_ARRAY] = {.name = "Session", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_session_number},
  [TOKEN_ARRAY] = {.name = "Token", .cells = rmr_per_process, .home = rmr_owner},
};

/* clang-format off */
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)
#define SESSION(p)  VAR(SESSION_ARRAY, (p) - 1)
#define TOKEN(p)    VAR(TOKEN_ARRAY, (p) - 1)

/* (Token[i], i) < (Token[j], j) or Token[j] = 0 */
static bool goes_first(const struct glb *my, uint32_t i, rmr_word other)
{
  return my->token < other || (my->token == other && i < my->j) || other == 0;
}

/* clang-format on */

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct glb *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 3,                   write_to(CHOOSING(i), true));
    DO ( 4,                   write_to(SESSION(i), my->session));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i) {
        DO ( 5a,              read_of(TOKEN(my->j)));
        if (REPLY > my->token) my->token = REPLY;
      }
    my->j = 0;
    DO ( 5b,                  write_to(TOKEN(i), my->token + 1));
    my->token = 0;
    DO ( 6,                   write_to(CHOOSING(i), false));
    for (my->j = 1; my->j <= n; my->j++) {
      for (;;) {
        DO ( 8a,              spin_on(CHOOSING(my->j)));
        if (!REPLY) break;
        DO ( 8b,              read_of(SESSION(my->j)));
        if (compatible(my->session, REPLY)) break;
      }
      for (;;) {
        LET( 9a, my->token,   spin_on(TOKEN(i)));
        if (my->j != i) {
          DO ( 9b,            read_of(TOKEN(my->j)));
          if (goes_first(my, i, REPLY)) break;
        }
        my->token = 0;
        DO ( 9c,              read_of(SESSION(my->j)));
        if (compatible(my->session, REPLY)) break;
      }
      my->token = 0;
    }
    my->j = 0;
    DO (12,                   write_to(TOKEN(i), 0));
    DO (13,                   write_to(SESSION(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(glb) = {
  RMR_ALGORITHM_BODY(registers, struct glb),
  .name = "glb",
  .title = "Generalized Lamport's Bakery (GLB)",
  .source = "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Section 2, Figure 1",
  .note = "Lines with several accesses are split (5a 5b, 8a 8b, 9a 9b 9c).",
  .group = true,
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .space = "3N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
};
