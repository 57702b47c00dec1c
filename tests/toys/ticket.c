/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy that is right: a ticket lock. The doorway is one fetch-and-add.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                             \
  LINE(1, DOORWAY, "myticket := fetch-and-add(Next, 1)")   \
  LINE(2, WAITING, "wait until Serving = myticket")        \
  TEXT(3,          "CRITICAL SECTION")                     \
  LINE(4, EXIT,    "Serving := myticket + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct ticket {
  uint8_t pc;
  int64_t ticket, serving;
};

enum { NEXT, SERVING };

static const struct rmr_shared registers[] = {
  [NEXT] = {.name = "Next", .cells = rmr_one, .multi_writer = true},
  [SERVING] = {.name = "Serving", .cells = rmr_one, .multi_writer = true},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct ticket *my = state;
  BEGIN;
  for (;;) {
    LET( 1, my->ticket,    fetch_and_add(VAR(NEXT, 0), 1));
    do
      LET( 2, my->serving, spin_on(VAR(SERVING, 0)));
    while (my->serving != my->ticket);
    my->serving = 0;
    DO ( 4,                write_to(VAR(SERVING, 0), my->ticket + 1));
    my->ticket = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(ticket) = {RMR_ALGORITHM_BODY(registers, struct ticket),
                         .name = "ticket",
                         .title = "Ticket lock",
                         .source = "a toy",
                         .note = "",
                         .claims = {.p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_YES}},
                         .step = step};
