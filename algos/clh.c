/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * T. S. Craig, "Building FIFO and priority-queueing spin locks from atomic swap", Technical Report 93-02-02, University
 * of Washington, 1993; P. Magnusson, A. Landin and E. Hagersten, "Queue locks on cache coherent multiprocessors", 8th
 * International Parallel Processing Symposium, 1994, pp. 165-171: the CLH lock.
 *
 * A queue in which each process watches the node of its predecessor. A process that leaves unlocks its node, which
 * belongs to its successor from then on, and takes over the one that it has watched. So it spins in its cache; and as
 * the node is another's at first, and wanders, not in its own memory.
 *
 * The doorway is lines 1 and 2: the order is that of the fetch-and-stores.
 *
 * Departures: there are nodes 0..N. P_i begins with node i, which lies in its memory and stays there; node 0, which is
 * nobody's, is the one that the queue begins with. Which node a process owns is a local value that lives from passage
 * to passage.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                \
  LINE(1, DOORWAY, "locked[mynode] := true")                                  \
  LINE(2, DOORWAY, "predecessor := fetch-and-store(Tail, mynode)")            \
  LINE(3, WAITING, "wait until not locked[predecessor]")                      \
  TEXT(4,          "critical section")                                        \
  LINE(5, EXIT,    "locked[mynode] := false")                                 \
  TEXT(6,          "mynode := predecessor")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct clh {
  uint8_t pc;
  uint16_t node;        /* mynode, 0..N: at first i */
  uint16_t predecessor; /* 0..N                     */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t nodes(struct rmr_size s)
{
  return s.n + 1;
}

/* Node 0 is nobody's at first, and lies in nobody's memory. */
static uint32_t first_owner(uint32_t node, struct rmr_size s)
{
  (void)s;
  return node;
}

enum { LOCKED_ARRAY, TAIL_REGISTER };

static const struct rmr_shared registers[] = {
  [LOCKED_ARRAY] = {.name = "locked",
                    .cells = nodes,
                    .from_zero = true,
                    .home = first_owner,
                    .max = rmr_bit,
                    .multi_writer = true,
                    .names = truth},
  [TAIL_REGISTER] = {.name = "Tail", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
#define LOCKED(node) VAR(LOCKED_ARRAY, node)
#define TAIL         VAR(TAIL_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct clh *my = state;
  BEGIN;
  my->node = (uint16_t)i;
  for (;;) {
    DO (1,                      write_to(LOCKED(my->node), true));
    LET(2, my->predecessor,     fetch_and_store(TAIL, my->node));
    do
      DO (3,                    spin_on(LOCKED(my->predecessor)));
    while (REPLY);
    DO (5,                      write_to(LOCKED(my->node), false));
    my->node = my->predecessor, my->predecessor = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(clh) = {
  RMR_ALGORITHM_BODY(registers, struct clh),
  .name = "clh",
  .title = "CLH queuing lock",
  .source = "Craig 1993; Magnusson, Landin, Hagersten, IPPS 1994",
  .note = "Nodes 0..N: P_i begins with node i, the queue with node 0.",
  .remembers = true,
  .claims = {.primitives = "read, write, fetch-and-store",
             .rmr_cc = "1",
             .rmr_dsm = "unbounded",
             .space = "N+2",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
