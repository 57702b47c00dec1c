/* SPDX-License-Identifier: MIT
 *
 * template: an algorithm to copy. How to make your own of it:
 *
 *   1. copy    cp algorithm.c mine.c
 *   2. rename  sed -i s/template/mine/g mine.c
 *   3. build   cc -std=c11 -Wall -Werror=switch -shared -fPIC $(pkg-config --cflags rmr) -o mine.so mine.c
 *   4. load    rmr simulate -a ./mine.so:slots=2 -n 4
 *   5. change  one thing at a time: a line of the figure and its DO. docs/add-an-algorithm.md goes on from here.
 *
 * As it stands, it is D. Dice, "Brief announcement: a partitioned ticket lock", 23rd ACM Symposium on Parallelism
 * in Algorithms and Architectures, 2011. A ticket lock in which not all wait for one register: ticket t waits for a
 * slot, t modulo the number of slots, to show t. As a slot shows the ticket that it lets in, it never has to be closed.
 * The paper leaves the number of slots open, and so does this file: `slots`; with one it is the plain ticket lock.
 *
 * The doorway is the one access that takes the ticket.
 *
 * Departures: slot s is Grant[s+1]. The counter does not wrap.
 */
#include <rmr/algo.h>

/* The parameters that a user can set: key, type, where it is stored, default, smallest, largest, help. Parsed and
 * range-checked by the host. */
struct parameters {
  int64_t slots;
};

static const struct rmr_option parameters[] = {
  {"slots", RMR_INTEGER, offsetof(struct parameters, slots), "0", 0, 4096, "registers that are waited for; 0: N"},
  {.key = NULL},
};

static uint32_t n_slots(uint32_t n, const void *given)
{
  const struct parameters *my = given;
  return my->slots != 0 ? (uint32_t)my->slots : n;
}

/* The figure, row by row. A LINE makes one access; a TEXT is printed and never executed. */
/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                  \
  LINE(1, DOORWAY, "myticket := fetch-and-increment(Ticket)")                   \
  LINE(2, WAITING, "wait until Grant[slot of myticket] = myticket")             \
  TEXT(3,          "critical section")                                          \
  LINE(4, EXIT,    "Grant[slot of myticket + 1] := myticket + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

/* The local state. The host allocates and zeroes it, and copies it byte by byte: no pointers. */
struct template
{
  uint8_t pc;
  int64_t ticket; /* myticket, 0.. */
};

/* The shared registers. */
enum { TICKET_REGISTER, GRANT_ARRAY };

static uint32_t grants(struct rmr_size s)
{
  return n_slots(s.n, s.parameters);
}

static const struct rmr_shared registers[] = {
  [TICKET_REGISTER] = {.name = "Ticket", .multi_writer = true},
  [GRANT_ARRAY] = {.name = "Grant", .cells = grants, .multi_writer = true},
};

/* The step function: once round the loop is one passage. */
/* clang-format off */
#define TICKET   VAR(TICKET_REGISTER, 0)
#define GRANT(t) VAR(GRANT_ARRAY, (t) % slots)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct template *my = state;
  const uint32_t slots = n_slots(in->n, in->parameters);
  BEGIN;
  for (;;) {
    LET(1, my->ticket,  fetch_and_add(TICKET, 1));
    do
      DO (2,            spin_on(GRANT(my->ticket)));
    while (REPLY != my->ticket);
    my->ticket++;
    DO (4,              write_to(GRANT(my->ticket), my->ticket));
    my->ticket = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(template) = {
  RMR_ALGORITHM_BODY(registers, struct template),
  .name = "template",
  .title = "Partitioned ticket lock",
  .source = "Dice, SPAA 2011",
  .note = "",
  .claims = {.primitives = "read, write, fetch-and-add",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
