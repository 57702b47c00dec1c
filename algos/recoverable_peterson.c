/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recoverable lock from reads and writes: an arbitration tree whose nodes are Peterson's algorithm for two processes
 * (Information Processing Letters 12(3), 1981, Figure 1) with a stage in the place of the flag. Our own construction.
 *
 * A process that restarts must learn from the registers how far it was, or it competes anew for what it already has: it
 * writes the turn once more, and a rival that waits takes this for its invitation into the critical section. So what
 * stands in the place of the flag says more than "I want": that the turn is written, and that this side is through the
 * node. Line 1 reads it, and the process goes on from there. A crash between 3 and 4 has the turn written twice by the
 * same side; a process that has not said so yet gives way once more, and nobody is let in by mistake.
 *
 * A process climbs from its leaf to the root, and leaves the nodes from the root to its leaf, so that a side of a node
 * is never used by two. A crash in the exit leaves the lower nodes held: the restarted process climbs through them,
 * competes for the others, and makes one more critical section.
 *
 * A node is a lock that recovers by itself, so line 1 stands at each. Above a node that the process has come through
 * in this passage (1b) it never finds anything but out.
 *
 * How many stages there are is a parameter. Three are enough to be correct: without line 4 a process that restarts
 * before line 7 writes the turn again. Two are Peterson's own, out and wanting, and not enough.
 *
 * No doorway: what orders two processes is another pair of writes at each node.
 *
 * Departures: there is no print. Node k of 1..2^L-1, counted from the root, has Stage[2k-1], Stage[2k] and Turn[k]. For
 * N = 1 there is one node all the same: a passage makes at least one access.
 */
#include "algos/parts/tree.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                  \
  TEXT(up,           "for level := 0 to L-1 do")                                                    \
  LINE(1,  RECOVER,  "  if Stage[side] = wanting, written, through then goto 3, 5, next level")     \
  LINE(1b, WAITING,  "  [the same, once it has come through a node]")                               \
  LINE(2, WAITING, "  Stage[side] := wanting")                                                  \
  LINE(3, WAITING, "  Turn := side")                                                            \
  LINE(4, WAITING, "  Stage[side] := written   [with four stages]")                             \
  LINE(5, WAITING, "  wait until Stage[1 - side] = out or")                                     \
  LINE(6, WAITING, "             Turn != side")                                                 \
  LINE(7, WAITING, "  Stage[side] := through   [with three or four]")                           \
  TEXT(CS,         "critical section")                                                          \
  TEXT(down,       "for level := L-1 downto 0 do")                                              \
  LINE(8, EXIT,    "  Stage[side] := out")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_peterson {
  uint8_t pc;
  uint8_t level; /* 0..L                                     */
  uint8_t stage; /* what line 1 has found, as far as line 4 */
};

struct parameters {
  int64_t stages;
};

static const struct rmr_option parameters[] = {
  {"stages", RMR_INTEGER, offsetof(struct parameters, stages), "4", 2, 4,
   "stages of a side of a node; 3: without line 4; 2: without line 7 too, which is wrong"},
  {.key = NULL},
};

enum { OUT, WANTING, WRITTEN, THROUGH };
static const char *const stage_names[] = {"out", "wanting", "written", "through", NULL};

static rmr_word last_stage(struct rmr_size s)
{
  (void)s;
  return THROUGH;
}

enum { STAGE_ARRAY, TURN_ARRAY };

static const struct rmr_shared registers[] = {
  [STAGE_ARRAY] = {.name = "Stage", .cells = tree_sides, .max = last_stage, .multi_writer = true, .names = stage_names},
  [TURN_ARRAY] = {.name = "Turn", .cells = tree_nodes, .max = rmr_bit, .multi_writer = true},
};

/* Of a process at a level of the tree. */
struct place {
  uint32_t own, other, turn; /* registers */
  uint8_t side;              /* 0 or 1    */
};

static struct place place_of(uint32_t i, uint32_t n, uint32_t level)
{
  const uint32_t side = tree_side(i, n, level), node = side >> 1;
  return (struct place){.own = VAR(STAGE_ARRAY, side - 2),
                        .other = VAR(STAGE_ARRAY, (side ^ 1) - 2),
                        .turn = VAR(TURN_ARRAY, node - 1),
                        .side = side & 1};
}

/* clang-format off */
#define HERE  place_of(i, n, my->level)
#define BELOW place_of(i, n, my->level - 1u)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_peterson *my = state;
  const struct parameters *given_parameters = in->parameters;
  const int64_t stages = given_parameters->stages;
  BEGIN;
  for (;;) {
    for (my->level = 0; my->level < tree_levels(n); my->level++) {
      LET(1, my->stage,  read_of(HERE.own));
      if (my->stage != THROUGH) break;
    }
    while (my->level < tree_levels(n)) {
      if (my->stage == OUT)
        DO (2,           write_to(HERE.own, WANTING));
      if (my->stage <= WANTING) {
        my->stage = 0;
        DO (3,           write_to(HERE.turn, HERE.side));
        if (stages == 4)
          DO (4,         write_to(HERE.own, WRITTEN));
      }
      my->stage = 0;
      for (;;) {
        DO (5,           spin_on(HERE.other));
        if (REPLY == OUT) break;
        DO (6,           read_of(HERE.turn));
        if (REPLY != HERE.side) break;
      }
      if (stages > 2)
        DO (7,           write_to(HERE.own, THROUGH));
      if (++my->level < tree_levels(n))
        LET(1b, my->stage,  read_of(HERE.own));
    }
    my->stage = 0;
    do {
      DO (8,             write_to(BELOW.own, OUT));
    } while (--my->level > 0);
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_peterson) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_peterson),
  .name = "recoverable_peterson",
  .title = "Recoverable arbitration tree of Peterson's algorithm",
  .source = "ours; the node after Peterson, Information Processing Letters 12(3), 1981, Figure 1",
  .note = "Recoverable. Our own construction: a stage in the place of the flag.",
  .claims = {.survives = "recover,system",
             .primitives = "read, write",
             .rmr_cc = "lg N",
             .rmr_dsm = "unbounded",
             .space = "3(2^ceil(lg N) - 1)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
  .step = step,
};
