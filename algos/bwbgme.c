/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Y. He, K. Gopalakrishnan and E. Gafni, "Group Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Section
 * 4, Figures 2, 3 and 4: the Black and White Bakery GME algorithm (BWBGME), as printed; and the same with a repaired
 * line 17.
 *
 * Taubenfeld's Black-White Bakery, generalised to sessions. A token has a colour, taken from GlobalColor, and a number,
 * one more than the largest conflicting number of that colour. Those whose colour is no longer the global one go first.
 * Whoever leaves with a number above 1 flips GlobalColor, unless somebody active has the other colour.
 *
 * bwbgme is the printed text. Read one register at a time, its line 17 lets a process wait for ever on one that asks
 * for the same session: Choosing[j] may be read in the doorway of P_j and Token[j].session after its exit, when it is
 * 0. bwbgme_repaired tests Token[j].session in {0, mysession} there, as lines 19 and 21 do, and differs in nothing
 * else.
 *
 * Departures: a Token is one register of three fields, read and written in one access, as Section 4 assumes. Line 17
 * reads Choosing[j] (17a), then Token[j] (17b); line 21 reads GlobalColor (21a), then Token[j] (21b). Line 26 calls
 * Figure 4, whose one access is labelled 26a. The color that is not yet set is called none. Loops include j = i, as
 * printed.
 */
#include <rmr/algo.h>

#include "algos/parts/colored_numbers.h"

/* clang-format off */
#define PSEUDOCODE_WITH(LINE, TEXT, condition17)                                                           \
  TEXT( 1,           "repeat")                                                                   \
  TEXT( 2,           "  REMAINDER SECTION")                                                      \
  LINE( 3,  DOORWAY, "  Token[i] := (mysession, none, 0)")                                       \
  LINE( 4,  DOORWAY, "  Choosing[i] := true")                                                    \
  LINE( 5,  DOORWAY, "  mycolor := GlobalColor")                                                 \
  TEXT( 6,           "  mynumber := 0")                                                          \
  TEXT( 7,           "  for j := 1 to N do")                                                     \
  LINE( 8,  DOORWAY, "    other := Token[j]")                                                    \
  TEXT( 9,           "    if other.color = mycolor and other.session not in {0, mysession} then")\
  TEXT(10,           "      mynumber := max(other.number, mynumber)")                            \
  TEXT(11,           "    end if")                                                               \
  TEXT(12,           "  end for")                                                                \
  TEXT(13,           "  mynumber := mynumber + 1")                                               \
  LINE(14,  DOORWAY, "  Token[i] := (mysession, mycolor, mynumber)")                             \
  LINE(15,  DOORWAY, "  Choosing[i] := false")                                                   \
  TEXT(16,           "  for j := 1 to N do")                                                     \
  LINE(17a, WAITING, "    wait until ((Choosing[j] = false) or")                                 \
  LINE(17b, WAITING, condition17)                                                                \
  LINE(18,  WAITING, "    if Token[j].color = mycolor then")                                     \
  LINE(19,  WAITING, "      wait until (((mynumber, i) < (Token[j].number, j)) or"               \
                     " (Token[j].color != mycolor) or (Token[j].session in {0, mysession}))")    \
  TEXT(20,           "    else")                                                                 \
  LINE(21a, WAITING, "      wait until ((GlobalColor != mycolor) or")                            \
  LINE(21b, WAITING, "        (Token[j].color = mycolor) or (Token[j].session in {0, mysession}))")\
  TEXT(22,           "    end if")                                                               \
  TEXT(23,           "  end for")                                                                \
  TEXT(24,           "  CRITICAL SECTION")                                                       \
  TEXT(25,           "  if mynumber != 1 then")                                                  \
  TEXT(26,           "    if not OPPOSITECOLOR(mycolor) then")                                   \
  LINE(26a, EXIT,    "      [Figure 4: for j := 1 to N do other := Token[j]"                     \
                     " until other.session != 0 and other.color is the opposite]")               \
  TEXT(27,           "      if mycolor = black then")                                            \
  LINE(28,  EXIT,    "        GlobalColor := white")                                             \
  TEXT(29,           "      else")                                                               \
  LINE(30,  EXIT,    "        GlobalColor := black")                                             \
  TEXT(31,           "      end if")                                                             \
  TEXT(32,           "    end if")                                                               \
  TEXT(33,           "  end if")                                                                 \
  LINE(34,  EXIT,    "  Token[i] := (0, none, 0)")                                               \
  TEXT(35,           "forever")

#define PRINTED(LINE, TEXT) PSEUDOCODE_WITH(LINE, TEXT, "                (Token[j].session = mysession))")
#define REPAIRED                                                                                 \
  "                (Token[j].session in {0, mysession}))   [printed: = mysession]"
RMR_LINES(PRINTED)
static const struct rmr_line lines_repaired[] = {PSEUDOCODE_WITH(RMR_LINE_ROW_, RMR_TEXT_ROW_, REPAIRED)};
/* clang-format on */

enum color { NONE, BLACK, WHITE };
static const char *const color_names[] = {"none", "black", "white", NULL};
static const char *const truth[] = {"false", "true", NULL};

struct bwbgme {
  uint8_t pc;
  uint8_t color;    /* mycolor: BLACK or WHITE, 0 outside the passage  */
  uint16_t j;       /* 1..N+1                                          */
  uint32_t session; /* mysession, 1..                                  */
  uint32_t number;  /* mynumber, 0..N+1                                */
};

/* --- Token: (session, color, number) in one word; (0, none, 0) is 0 ----------------------------------------------- */

enum { NUMBER_BITS = 20, COLOR_BITS = 2, SESSION_BITS = 16 };

static rmr_word white_at_most(struct rmr_size s)
{
  (void)s;
  return WHITE;
}

/* Theorem 16. A colour is brought back by a process with a number above 1, so a third one has had a smaller one. */
static rmr_word number_at_most(struct rmr_size s)
{
  return colored_numbers(s.n + 1, 3, s);
}

static const struct rmr_field token_fields[] = {
  {.name = "session", .shift = NUMBER_BITS + COLOR_BITS, .width = SESSION_BITS, .max = rmr_session_number},
  {.name = "color", .shift = NUMBER_BITS, .width = COLOR_BITS, .max = white_at_most, .names = color_names},
  {.name = "number", .width = NUMBER_BITS, .max = number_at_most},
  {.name = NULL},
};

static rmr_word token(uint32_t session, enum color color, uint32_t number)
{
  return (rmr_word)session << (NUMBER_BITS + COLOR_BITS) | (rmr_word)color << NUMBER_BITS | (rmr_word)number;
}

static uint32_t session_of(rmr_word token)
{
  return (uint32_t)(token >> (NUMBER_BITS + COLOR_BITS));
}

static uint8_t color_of(rmr_word token)
{
  return token >> NUMBER_BITS & ((1 << COLOR_BITS) - 1);
}

static uint32_t number_of(rmr_word token)
{
  return token & ((1 << NUMBER_BITS) - 1);
}

static uint8_t opposite(uint8_t color)
{
  return BLACK + WHITE - color;
}

enum { COLOR_BIT, TOKEN_ARRAY, CHOOSING_ARRAY };

static const struct rmr_shared registers[] = {
  [COLOR_BIT] = {.name = "GlobalColor",
                 .initial = WHITE,
                 .min = BLACK,
                 .max = white_at_most,
                 .arbitrary = true,
                 .multi_writer = true,
                 .names = color_names},
  [TOKEN_ARRAY] = {.name = "Token", .cells = rmr_per_process, .home = rmr_owner, .fields = token_fields},
  [CHOOSING_ARRAY] = {.name = "Choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* clang-format off */
#define GLOBALCOLOR VAR(COLOR_BIT, 0)
#define TOKEN(p)    VAR(TOKEN_ARRAY, (p) - 1)
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)

static bool no_conflict(const struct bwbgme *my, rmr_word other) /* other.session in {0, mysession} */
{
  return compatible(my->session, session_of(other));
}

static bool smaller(const struct bwbgme *my, uint32_t i, rmr_word other) /* (mynumber, i) < (other.number, j) */
{
  return my->number < number_of(other) || (my->number == number_of(other) && i < my->j);
}

static bool is_opposite(const struct bwbgme *my, rmr_word other) /* Figure 4, line 3 */
{
  return session_of(other) != 0 && color_of(other) == opposite(my->color);
}

/* clang-format off */
static inline struct rmr_op bwbgme(struct bwbgme *my, const struct rmr_in *in, const bool repaired)
{
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 3,                   write_to(TOKEN(i), token(my->session, NONE, 0)));
    DO ( 4,                   write_to(CHOOSING(i), true));
    LET( 5, my->color,        read_of(GLOBALCOLOR));
    my->number = 0;                                                                           /* line 6 */
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 8,                 read_of(TOKEN(my->j)));
      if (color_of(REPLY) == my->color && !no_conflict(my, REPLY) && number_of(REPLY) > my->number)
        my->number = number_of(REPLY);
    }
    my->j = 0, my->number++;
    DO (14,                   write_to(TOKEN(i), token(my->session, my->color, my->number)));
    DO (15,                   write_to(CHOOSING(i), false));
    for (my->j = 1; my->j <= n; my->j++) {
      for (;;) {
        DO (17a,              spin_on(CHOOSING(my->j)));
        if (!REPLY) break;
        DO (17b,              read_of(TOKEN(my->j)));
        if (repaired ? no_conflict(my, REPLY) : session_of(REPLY) == my->session) break;
      }
      DO (18,                 read_of(TOKEN(my->j)));
      if (color_of(REPLY) == my->color) {
        do
          DO (19,             spin_on(TOKEN(my->j)));
        while (!(smaller(my, i, REPLY) || color_of(REPLY) != my->color || no_conflict(my, REPLY)));
      } else {
        for (;;) {
          DO (21a,            spin_on(GLOBALCOLOR));
          if (REPLY != my->color) break;
          DO (21b,            read_of(TOKEN(my->j)));
          if (color_of(REPLY) == my->color || no_conflict(my, REPLY)) break;
        }
      }
    }
    my->j = 0;
    if (my->number != 1) {
      my->number = 0;
      for (my->j = 1; my->j <= n; my->j++) {
        DO (26a,              read_of(TOKEN(my->j)));
        if (is_opposite(my, REPLY)) break;
      }
      if (my->j > n) {
        my->j = 0;
        if (my->color == BLACK)
          DO (28,             write_to(GLOBALCOLOR, WHITE));
        else
          DO (30,             write_to(GLOBALCOLOR, BLACK));
      }
      my->j = 0;
    }
    my->color = NONE, my->number = 0;
    DO (34,                   write_to(TOKEN(i), token(0, NONE, 0)));
  }
  END;
}
/* clang-format on */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  return bwbgme(state, in, false);
}

static struct rmr_op step_repaired(void *state, const struct rmr_in *in)
{
  return bwbgme(state, in, true);
}

#define WHAT_BOTH_SHARE                                                                     \
  RMR_ALGORITHM_HEAD, .n_rows = RMR_COUNT_(lines), .n_lines = N_LINES, .shared = registers, \
                      .n_shared = RMR_COUNT_(registers), RMR_STATE(struct bwbgme), .group = true

#define WHAT_THE_PAPER_CLAIMS                                  \
  .primitives = "read, write", .rmr_cc = "N", .space = "2N+1", \
  .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES}, .bounded = RMR_YES

RMR_ALGORITHM(bwbgme) = {
  WHAT_BOTH_SHARE,
  .name = "bwbgme",
  .title = "Black and White Bakery GME (BWBGME), as printed",
  .source = "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Section 4, Figures 2-4",
  .note = "Line 17 as printed: (Choosing[j] = false) or (Token[j].session = mysession), two reads.",
  .claims = {WHAT_THE_PAPER_CLAIMS,
             .wrong =
               "read one register at a time, line 17 breaks P2, P4 and the O(N) bound (two processes, one session)"},
  .lines = lines,
  .step = step,
};

RMR_ALGORITHM(bwbgme_repaired) = {
  WHAT_BOTH_SHARE,
  .name = "bwbgme_repaired",
  .title = "BWBGME with line 17 testing Token[j].session in {0, mysession}",
  .source = "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Section 4, Figures 2-4, with line 17 repaired here",
  .note = "Differs from the print in line 17 only.",
  .claims = {WHAT_THE_PAPER_CLAIMS},
  .lines = lines_repaired,
  .step = step_repaired,
};
