/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A queue lock that recovers weakly, in the manner of the base lock of S. Dhoked and N. Mittal, "An adaptive approach
 * to recoverable mutual exclusion", PODC 2020 (arXiv:2006.07086). RECONSTRUCTED: the abstract alone was at hand; the
 * lines are from memory, and theirs may stand in another order.
 *
 * An MCS queue (mcs.c) whose exit does not wait: who leaves, and finds nobody linked behind him, writes his own name
 * where the link would stand, and a successor who finds that does not wait. What a process has done is in state[i],
 * mine[i] and pred[i], so it can go on after a crash, but for one place: line 10 swaps itself into the queue, and line
 * 11 writes down who was there. After a crash between the two nobody knows. The process gives this attempt up and takes
 * a fresh node: whoever stands behind the old node is let go as if its owner had been served, and may be in the
 * critical section together with the one in front of it. A crash anywhere else does no harm: that is what is weak.
 *
 * The doorway is lines 3 to 10, with the order of line 10.
 *
 * Departures: nodes are recycled in turn, as many for each process as a parameter says; node k of P_i is
 * next[i][k], locked[i][k], and names are numbers of nodes, nil is 0. mine[i] is read once at the beginning, as each
 * way on needs it. Lines 16 to 21 are also part of Recover: there they are r16 to r21.
 */
#include <rmr/algo.h>

/* clang-format off */
/* Gives the node `mine` up, or back. */
#define LEAVE(LINE, TEXT, at, section, indent)                                    \
  LINE(at##17, section, indent "compare-and-swap(tail, mine, nil)")               \
  LINE(at##18, section, indent "compare-and-swap(mine.next, nil, mine)")          \
  LINE(at##19, section, indent "n := mine.next")                                  \
  LINE(at##20, section, indent "if n != mine then n.locked := false")             \
  LINE(at##21, section, indent "state[i] := FREE")

#define PSEUDOCODE(LINE, TEXT)                                                    \
  LINE( 1a, RECOVER, "s := state[i]")                                             \
  LINE( 1b, RECOVER, "mine := mine[i];  if s = FREE, INIT, IN_CS then goto 3, 5, critical section")  \
  LINE( 2,  RECOVER, "if s = TRYING then t := pred[i];  if t != mine then goto 13") \
  LINE(r16, RECOVER, "  else state[i] := LEAVING")                                \
  TEXT(r,            "give the attempt up, or end the exit:")                     \
  LEAVE(LINE, TEXT, r, RECOVER, "  ")                                             \
  LINE( 3,  DOORWAY, "mine[i] := a fresh node;  mine := mine[i]")                 \
  LINE( 4,  DOORWAY, "state[i] := INIT")                                          \
  LINE( 5,  DOORWAY, "mine.next := nil")                                          \
  LINE( 6,  DOORWAY, "mine.locked := true")                                       \
  LINE( 7,  DOORWAY, "pred[i] := mine")                                           \
  LINE( 8,  DOORWAY, "state[i] := TRYING")                                        \
  LINE(10,  DOORWAY, "t := fetch-and-store(tail, mine)   [the sensitive instruction]")  \
  LINE(11,  WAITING, "pred[i] := t")                                              \
  TEXT(12,           "if t != nil then")                                          \
  LINE(13,  WAITING, "  compare-and-swap(t.next, nil, mine)")                     \
  LINE(14,  WAITING, "  if t.next = mine then")                                   \
  LINE(24,  WAITING, "    wait until not mine.locked")                            \
  LINE(15,  WAITING, "state[i] := IN_CS")                                         \
  TEXT(CS,           "critical section")                                          \
  LINE(16,  EXIT,    "state[i] := LEAVING")                                       \
  LEAVE(LINE, TEXT, , EXIT, "")

enum { NIL = 0 };

struct node_registers {
  uint32_t tail, state, next, locked; /* of the queue; of the process; of node 1, the others behind them */
};

struct leave {
  uint8_t pc;
  uint16_t next; /* n */
};

static struct rmr_op leave(struct leave *my, const struct rmr_in *in, struct node_registers r, uint16_t mine)
{
  PART_LINES(LEAVE)
  BEGIN;
  DO (17,             compare_and_swap(r.tail, mine, NIL));
  DO (18,             compare_and_swap(r.next + mine - 1, NIL, mine));
  LET(19, my->next,   read_of(r.next + mine - 1));
  if (my->next != mine)
    DO (20,           write_to(r.locked + my->next - 1, false));
  my->next = 0;
  DO (21,             write_to(r.state, 0));
  RETURN;
}
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_queue {
  uint8_t pc;
  uint8_t state; /* s, as far as it decides where to go on */
  uint16_t mine; /* the node                               */
  uint16_t pred; /* t                                      */
  struct leave leave;
};

struct parameters {
  int64_t nodes;
};

static const struct rmr_option parameters[] = {
  {"nodes", RMR_INTEGER, offsetof(struct parameters, nodes), "2", 1, 64,
   "how many nodes each process has: two, and one more for each crash"},
  {.key = NULL},
};

enum { FREE, INIT, TRYING, IN_CS, LEAVING };
static const char *const state_names[] = {"FREE", "INIT", "TRYING", "IN_CS", "LEAVING", NULL};
static const char *const truth[] = {"false", "true", NULL};

static uint32_t nodes_each(struct rmr_size s)
{
  const struct parameters *given = s.parameters;
  return (uint32_t)given->nodes;
}

static uint32_t nodes_of_all(struct rmr_size s)
{
  return s.n * nodes_each(s);
}

static uint32_t whose_it_is(uint32_t cell, struct rmr_size s)
{
  return cell / nodes_each(s) + 1;
}

static rmr_word last_node(struct rmr_size s)
{
  return nodes_of_all(s);
}

static rmr_word last_state(struct rmr_size s)
{
  (void)s;
  return LEAVING;
}

/* mine[i] at first: the last of its nodes, so that the first is the fresh one. */
static rmr_word last_of_own(uint32_t cell, struct rmr_size s)
{
  return (cell + 1) * nodes_each(s);
}

enum { STATE_ARRAY, MINE_ARRAY, PRED_ARRAY, NEXT_ARRAY, LOCKED_ARRAY, TAIL_REGISTER };

static const struct rmr_shared registers[] = {
  [STATE_ARRAY] =
    {.name = "state", .cells = rmr_per_process, .home = rmr_owner, .max = last_state, .names = state_names},
  [MINE_ARRAY] =
    {.name = "mine", .cells = rmr_per_process, .home = rmr_owner, .initial_of = last_of_own, .max = last_node},
  [PRED_ARRAY] = {.name = "pred", .cells = rmr_per_process, .home = rmr_owner, .max = last_node},
  [NEXT_ARRAY] = {.name = "next",
                  .cells = nodes_of_all,
                  .columns = nodes_each,
                  .home = whose_it_is,
                  .max = last_node,
                  .multi_writer = true},
  [LOCKED_ARRAY] = {.name = "locked",
                    .cells = nodes_of_all,
                    .columns = nodes_each,
                    .home = whose_it_is,
                    .max = rmr_bit,
                    .multi_writer = true,
                    .names = truth},
  [TAIL_REGISTER] = {.name = "tail", .max = last_node, .multi_writer = true},
};

/* The node of P_i that is used after this one: its nodes take turns. */
static uint16_t fresh(uint16_t mine, uint32_t i, uint32_t each)
{
  const uint32_t first = (i - 1) * each + 1;
  return (uint16_t)(mine + 1u - first < each ? mine + 1u : first);
}

/* clang-format off */
#define STATE     VAR(STATE_ARRAY, i - 1)
#define MINE      VAR(MINE_ARRAY, i - 1)
#define PRED      VAR(PRED_ARRAY, i - 1)
#define NEXT(k)   VAR(NEXT_ARRAY, (k) - 1)
#define LOCKED(k) VAR(LOCKED_ARRAY, (k) - 1)
#define TAIL      VAR(TAIL_REGISTER, 0)
#define NODES     ((struct node_registers){TAIL, STATE, VAR(NEXT_ARRAY, 0), VAR(LOCKED_ARRAY, 0)})

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_queue *my = state;
  const uint32_t each = nodes_each((struct rmr_size){.n = in->n, .parameters = in->parameters});
  BEGIN;
  for (;;) {
    LET( 1a, my->state,  read_of(STATE));
    LET( 1b, my->mine,   read_of(MINE));
    if (my->state == TRYING) {
      LET( 2, my->pred,  read_of(PRED));
      if (my->pred == my->mine) {
        my->pred = NIL;
        DO (r16,         write_to(STATE, LEAVING));
        my->state = LEAVING;
      }
    }
    if (my->state == LEAVING) {
      CALL(r, LEAVE,     leave(&my->leave, in, NODES, my->mine));
      my->state = FREE;
    }
    if (my->state == FREE) {
      my->mine = fresh(my->mine, i, each);
      DO ( 3,            write_to(MINE, my->mine));
      DO ( 4,            write_to(STATE, INIT));
      my->state = INIT;
    }
    if (my->state == INIT) {
      DO ( 5,            write_to(NEXT(my->mine), NIL));
      DO ( 6,            write_to(LOCKED(my->mine), true));
      DO ( 7,            write_to(PRED, my->mine));
      DO ( 8,            write_to(STATE, TRYING));
      LET(10, my->pred,  fetch_and_store(TAIL, my->mine));
      DO (11,            write_to(PRED, my->pred));
      my->state = TRYING;
    }
    if (my->state == TRYING) {
      if (my->pred != NIL) {
        DO (13,          compare_and_swap(NEXT(my->pred), NIL, my->mine));
        DO (14,          read_of(NEXT(my->pred)));
        my->pred = NIL;
        if (REPLY == my->mine)
          do
            DO (24,      spin_on(LOCKED(my->mine)));
          while (REPLY);
      }
      DO (15,            write_to(STATE, IN_CS));
    }
    my->state = 0;
    DO (16,              write_to(STATE, LEAVING));
    CALL( , LEAVE,       leave(&my->leave, in, NODES, my->mine));
    my->mine = NIL;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_queue) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_queue),
  .name = "recoverable_queue",
  .title = "Weakly recoverable queue lock (reconstruction)",
  .source = "in the manner of Dhoked and Mittal, PODC 2020, from memory",
  .note = "Recoverable, weakly. RECONSTRUCTED: only the abstract was available. Nodes are recycled in turn.",
  .claims = {.primitives = "read, write, fetch-and-store, compare-and-swap",
             .rmr_cc = "1",
             .rmr_dsm = "1",
             .space = "7N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_UNSAID},
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
  .step = step,
};
