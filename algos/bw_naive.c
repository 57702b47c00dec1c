/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The naive generalisation of the Black-White Bakery to sessions, which Y. He, K. Gopalakrishnan and E. Gafni, "Group
 * Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Section 4, describe in order to show that it is WRONG:
 * "simply add an additional check to see whether the other process is a conflicting process in all busy-wait loops".
 * The algorithm underneath is G. Taubenfeld, "The Black-White Bakery Algorithm", DISC 2004, LNCS 3274, pp. 56-70,
 * Algorithm 2.
 *
 * Processes of one session and of both colours can be in the CS together; whoever of them leaves flips the colour
 * without looking, and a conflicting process that waits for one still inside is let in.
 *
 * Departures: the paper gives no code for it. Session[i] is announced after choosing[i] and withdrawn last, as in GLB;
 * each wait has the additional alternative Session[j] in {0, mysession}. The rest follows Taubenfeld's algorithm in a
 * form in which a ticket (color and number) is one register, written in one access, and line 11 reads the ticket before
 * the color.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                          \
  LINE( 1,  DOORWAY, "choosing[i] := true")                                                             \
  LINE( 2,  DOORWAY, "Session[i] := mysession")                                                         \
  LINE( 3,  DOORWAY, "mycolor := color")                                                                \
  LINE( 4a, DOORWAY, "ticket[i] := (mycolor, 1 + max of ticket[j].number of that color)   [the reads]") \
  LINE( 4b, DOORWAY, "[the write of line 4]")                                                           \
  LINE( 5,  DOORWAY, "choosing[i] := false")                                                            \
  TEXT( 6,           "for j := 1 to N do")                                                              \
  LINE( 7a, WAITING, "  wait until choosing[j] = false or")                                             \
  LINE( 7b, WAITING, "             Session[j] in {0, mysession}")                                       \
  LINE( 8,  WAITING, "  if ticket[j].color = mycolor then")                                             \
  LINE( 9a, WAITING, "    wait until ticket[j].number = 0 or (mynumber, i) <="                          \
                     " (ticket[j].number, j) or ticket[j].color != mycolor or")                         \
  LINE( 9b, WAITING, "               Session[j] in {0, mysession}")                                     \
  TEXT(10,           "  else")                                                                          \
  LINE(11a, WAITING, "    wait until ticket[j].number = 0 or ticket[j].color = mycolor or")             \
  LINE(11b, WAITING, "               color != mycolor or")                                              \
  LINE(11c, WAITING, "               Session[j] in {0, mysession}")                                     \
  TEXT(12,           "end for")                                                                         \
  TEXT(13,           "CRITICAL SECTION")                                                                \
  LINE(14,  EXIT,    "color := the opposite of mycolor")                                                \
  LINE(15,  EXIT,    "ticket[i] := (mycolor, 0)")                                                       \
  LINE(16,  EXIT,    "Session[i] := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

enum color { BLACK, WHITE };
static const char *const color_names[] = {"black", "white", NULL};
static const char *const truth[] = {"false", "true", NULL};

struct bw_naive {
  uint8_t pc;
  uint8_t color;    /* mycolor                                       */
  uint16_t j;       /* 1..N+1                                        */
  uint32_t session; /* mysession, 1..                                */
  uint32_t number;  /* mynumber                                      */
};

enum { COLOR_SHIFT = 20 };

static const struct rmr_field ticket_fields[] = {
  {.name = "color", .shift = COLOR_SHIFT, .width = 1, .max = rmr_bit, .names = color_names},
  {.name = "number", .width = COLOR_SHIFT},
  {.name = NULL},
};

static rmr_word ticket(uint8_t color, uint32_t number)
{
  return (rmr_word)color << COLOR_SHIFT | (rmr_word)number;
}

static uint8_t color_of(rmr_word ticket)
{
  return ticket >> COLOR_SHIFT & 1;
}

static uint32_t number_of(rmr_word ticket)
{
  return ticket & ((1 << COLOR_SHIFT) - 1);
}

enum { COLOR_BIT, SESSION_ARRAY, TICKET_ARRAY, CHOOSING_ARRAY };

static const struct rmr_shared registers[] = {
  [COLOR_BIT] =
    {.name = "color", .initial = WHITE, .max = rmr_bit, .arbitrary = true, .multi_writer = true, .names = color_names},
  [SESSION_ARRAY] = {.name = "Session", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_session_number},
  [TICKET_ARRAY] = {.name = "ticket", .cells = rmr_per_process, .home = rmr_owner, .fields = ticket_fields},
  [CHOOSING_ARRAY] = {.name = "choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* clang-format off */
#define GLOBAL      VAR(COLOR_BIT, 0)
#define SESSION(p)  VAR(SESSION_ARRAY, (p) - 1)
#define TICKET(p)   VAR(TICKET_ARRAY, (p) - 1)
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)

static bool goes_first(const struct bw_naive *my, uint32_t i, rmr_word ticket) /* line 9, as far as tickets decide */
{
  const uint32_t other = number_of(ticket);
  return other == 0 || my->number < other || (my->number == other && i <= my->j) || color_of(ticket) != my->color;
}

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct bw_naive *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    DO ( 1,                   write_to(CHOOSING(i), true));
    DO ( 2,                   write_to(SESSION(i), my->session));
    LET( 3, my->color,        read_of(GLOBAL));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 4a,                read_of(TICKET(my->j)));
      if (color_of(REPLY) == my->color && number_of(REPLY) > my->number) my->number = number_of(REPLY);
    }
    my->j = 0, my->number++;
    DO ( 4b,                  write_to(TICKET(i), ticket(my->color, my->number)));
    DO ( 5,                   write_to(CHOOSING(i), false));
    for (my->j = 1; my->j <= n; my->j++) {
      for (;;) {
        DO ( 7a,              spin_on(CHOOSING(my->j)));
        if (!REPLY) break;
        DO ( 7b,              read_of(SESSION(my->j)));
        if (compatible(my->session, REPLY)) break;
      }
      DO ( 8,                 read_of(TICKET(my->j)));
      if (color_of(REPLY) == my->color)
        for (;;) {
          DO ( 9a,            spin_on(TICKET(my->j)));
          if (goes_first(my, i, REPLY)) break;
          DO ( 9b,            read_of(SESSION(my->j)));
          if (compatible(my->session, REPLY)) break;
        }
      else
        for (;;) {
          DO (11a,            spin_on(TICKET(my->j)));
          if (number_of(REPLY) == 0 || color_of(REPLY) == my->color) break;
          DO (11b,            read_of(GLOBAL));
          if (REPLY != my->color) break;
          DO (11c,            read_of(SESSION(my->j)));
          if (compatible(my->session, REPLY)) break;
        }
    }
    my->j = 0, my->number = 0;
    DO (14,                   write_to(GLOBAL, !my->color));
    DO (15,                   write_to(TICKET(i), ticket(my->color, 0)));
    my->color = 0;
    DO (16,                   write_to(SESSION(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(bw_naive) = {
  RMR_ALGORITHM_BODY(registers, struct bw_naive),
  .name = "bw_naive",
  .title = "Naive generalisation of the Black-White Bakery (known wrong)",
  .source =
    "described in He, Gopalakrishnan, Gafni, arXiv:1403.5605, Section 4; after Taubenfeld, DISC 2004, Algorithm 2",
  .note = "The paper describes it in words only. Session[i] is announced and withdrawn as in GLB.",
  .group = true,
  .claims = {.primitives = "read, write",
             .space = "3N+1",
             .p = {0, RMR_NO},
             .bounded = RMR_UNSAID,
             .wrong =
               "P1 fails: a leaving process flips the color while one of its session and of the other color is inside"},
  .step = step,
};
