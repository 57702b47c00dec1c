/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ticket lock: D. P. Reed and R. K. Kanodia, "Synchronization with eventcounts and sequencers", Communications of
 * the ACM 22(2), 1979, pp. 115-123; in this form J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", ACM Transactions on Computer Systems 9(1), 1991, pp. 21-65,
 * Algorithm 2.
 *
 * A bakery whose numbers are handed out by a machine at the door. All wait for the same register, so each leaving
 * process takes the copies of all that wait.
 *
 * The doorway is the one access that takes the ticket.
 *
 * Departures: the print increments now_serving on the way out; here my_ticket + 1 is written, which is the same number.
 * No pause between two looks. The counters do not wrap.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                \
  LINE(1, DOORWAY, "my_ticket := fetch-and-increment(next_ticket)")           \
  LINE(2, WAITING, "wait until now_serving = my_ticket")                      \
  TEXT(3,          "critical section")                                        \
  LINE(4, EXIT,    "now_serving := my_ticket + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct ticket {
  uint8_t pc;
  int64_t ticket; /* my_ticket, 0.. */
};

enum { NEXT_REGISTER, SERVING_REGISTER };

static const struct rmr_shared registers[] = {
  [NEXT_REGISTER] = {.name = "next_ticket", .multi_writer = true},
  [SERVING_REGISTER] = {.name = "now_serving", .multi_writer = true},
};

/* clang-format off */
#define NEXT    VAR(NEXT_REGISTER, 0)
#define SERVING VAR(SERVING_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct ticket *my = state;
  BEGIN;
  for (;;) {
    LET(1, my->ticket,  fetch_and_add(NEXT, 1));
    do
      DO (2,            spin_on(SERVING));
    while (REPLY != my->ticket);
    DO (4,              write_to(SERVING, my->ticket + 1));
    my->ticket = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(ticket) = {
  RMR_ALGORITHM_BODY(registers, struct ticket),
  .name = "ticket",
  .title = "Ticket lock",
  .source = "Mellor-Crummey and Scott, ACM TOCS 9(1), 1991, Algorithm 2; after Reed and Kanodia 1979",
  .note = "now_serving is written, not incremented. The counters do not wrap.",
  .claims = {.primitives = "read, write, fetch-and-add",
             .rmr_cc = "N",
             .rmr_dsm = "unbounded",
             .space = "2",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
};
