/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * G. Taubenfeld, "The Black-White Bakery algorithm and related bounded-space, adaptive, local-spinning and FIFO
 * algorithms", DISC 2004, LNCS 3274, pp. 56-70, Algorithm 2 on p. 62.
 *
 * Lamport's bakery with tickets of two colours. A process takes the colour that is the global one and a number larger
 * than all it sees of that colour. Those whose colour is no longer the global one go first; whoever leaves makes the
 * global colour the opposite of its own. So no colour ever has more than N numbers in use.
 *
 * Departures: lines 3 and 4 take the maximum (3) and write the ticket (4), lines 6 to 11 go through all tickets with j
 * = i. A ticket, colour and number, is one register, read and written in one access. Line 9 reads it once; line 11
 * reads it (11a) and then color (11b), and uses the colour read in 11a for its last alternative. A ticket has a colour
 * at first, which is read but decides nothing, as its number is 0.
 */
#include <rmr/algo.h>

#include "algos/parts/colored_numbers.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                      \
  LINE( 1,  DOORWAY, "choosing[i] := true")                                                         \
  LINE( 2,  DOORWAY, "mycolor := color")                                                            \
  LINE( 3,  DOORWAY, "mynumber := 1 + max of the ticket[j].number with ticket[j].color = mycolor")  \
  LINE( 4,  DOORWAY, "ticket[i] := (mycolor, mynumber)")                                            \
  LINE( 5,  DOORWAY, "choosing[i] := false")                                                        \
  TEXT( 6,           "for j := 1 to N do")                                                          \
  LINE( 7,  WAITING, "  await choosing[j] = false")                                                 \
  LINE( 8,  WAITING, "  if ticket[j].color = mycolor then")                                         \
  LINE( 9,  WAITING, "    await ticket[j].number = 0 or (ticket[j].number, j) >= (mynumber, i)"     \
                     " or ticket[j].color != mycolor")                                              \
  TEXT(10,           "  else")                                                                      \
  LINE(11a, WAITING, "    await ticket[j].number = 0 or")                                           \
  LINE(11b, WAITING, "          mycolor != color or ticket[j].color = mycolor")                     \
  TEXT(CS,           "critical section")                                                            \
  LINE(12,  EXIT,    "color := the opposite of mycolor")                                            \
  LINE(13,  EXIT,    "ticket[i] := (mycolor, 0)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

enum color { BLACK, WHITE };
static const char *const color_names[] = {"black", "white", NULL};
static const char *const truth[] = {"false", "true", NULL};

struct bw_bakery {
  uint8_t pc;
  uint8_t color;   /* mycolor                                        */
  uint8_t same;    /* ticket[j].color = mycolor, between 11a and 11b */
  uint16_t j;      /* 1..N+1                                         */
  uint32_t number; /* mynumber, 0..N                                 */
};

enum { COLOR_SHIFT = 20 };

/* Whoever leaves brings the other colour back, also a process that is alone with one that still sees the dead. */
static rmr_word number_at_most(struct rmr_size s)
{
  return colored_numbers(s.n, 2, s);
}

static const struct rmr_field ticket_fields[] = {
  {.name = "color", .shift = COLOR_SHIFT, .width = 1, .max = rmr_bit, .names = color_names},
  {.name = "number", .width = COLOR_SHIFT, .max = number_at_most},
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

enum { COLOR_BIT, TICKET_ARRAY, CHOOSING_ARRAY };

static const struct rmr_shared registers[] = {
  [COLOR_BIT] =
    {.name = "color", .initial = WHITE, .max = rmr_bit, .arbitrary = true, .multi_writer = true, .names = color_names},
  [TICKET_ARRAY] = {.name = "ticket", .cells = rmr_per_process, .home = rmr_owner, .fields = ticket_fields},
  [CHOOSING_ARRAY] = {.name = "choosing", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

static bool goes_first(const struct bw_bakery *my, uint32_t i, rmr_word ticket) /* line 9 */
{
  const uint32_t other = number_of(ticket);
  return other == 0 || my->number < other || (my->number == other && i <= my->j) || color_of(ticket) != my->color;
}

/* clang-format off */
#define COLOR       VAR(COLOR_BIT, 0)
#define TICKET(p)   VAR(TICKET_ARRAY, (p) - 1)
#define CHOOSING(p) VAR(CHOOSING_ARRAY, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct bw_bakery *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                   write_to(CHOOSING(i), true));
    LET( 2, my->color,        read_of(COLOR));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 3,                 read_of(TICKET(my->j)));
      if (color_of(REPLY) == my->color && number_of(REPLY) > my->number) my->number = number_of(REPLY);
    }
    my->j = 0, my->number++;
    DO ( 4,                   write_to(TICKET(i), ticket(my->color, my->number)));
    DO ( 5,                   write_to(CHOOSING(i), false));
    for (my->j = 1; my->j <= n; my->j++) {
      do
        DO ( 7,               spin_on(CHOOSING(my->j)));
      while (REPLY);
      DO ( 8,                 read_of(TICKET(my->j)));
      if (color_of(REPLY) == my->color) {
        do
          DO ( 9,             spin_on(TICKET(my->j)));
        while (!goes_first(my, i, REPLY));
      } else {
        for (;;) {
          DO (11a,            spin_on(TICKET(my->j)));
          if (number_of(REPLY) == 0) break;
          my->same = color_of(REPLY) == my->color;
          DO (11b,            read_of(COLOR));
          if (REPLY != my->color || my->same) break;
        }
        my->same = false;
      }
    }
    my->j = 0, my->number = 0;
    DO (12,                   write_to(COLOR, !my->color));
    DO (13,                   write_to(TICKET(i), ticket(my->color, 0)));
    my->color = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(bw_bakery) = {
  RMR_ALGORITHM_BODY(registers, struct bw_bakery),
  .name = "bw_bakery",
  .title = "Taubenfeld's Black-White Bakery",
  .source = "Taubenfeld, DISC 2004, LNCS 3274, Algorithm 2, p. 62",
  .note = "A ticket is one register of two fields; line 11 is split.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "unbounded",
             .space = "2N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
