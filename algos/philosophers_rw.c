/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The philosophers of E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (philosophers.c), with forks made of
 * reads and writes: binary arbitration is the algorithm for two processes of G. L. Peterson, "Myths about the mutual
 * exclusion problem", Information Processing Letters 12(3), 1981, pp. 115-116, Figure 1.
 *
 * A fork is three bits: a flag of each of the two, and whose turn it is. P0 and C0 in these terms: a flag is raised and
 * the turn given away by who is ready to grab; who waits while the other eats owns the fork after that meal, because
 * the other, should it come again at once, gives the turn away. Between raising the flag and giving away the turn a
 * philosopher is not ready yet: so the fork is not granted in the order in which the flags went up.
 *
 * Departures: lines are numbered here; the condition of line 3 reads the flag first, then the turn.
 */
#include "algos/parts/grabbing.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                    \
  TEXT(0,           "for k := 1 to the number of my forks, the k-th shared with P_j, do") \
  LINE(1,  WAITING, "  Flag[i][j] := true")                                       \
  LINE(2,  WAITING, "  Turn[i][j] := j")                                          \
  LINE(3a, WAITING, "  wait until not Flag[j][i]")                                \
  LINE(3b, WAITING, "          or Turn[i][j] = i")                                \
  LINE(4,  WAITING, "skip, if I have no fork")                                    \
  LINE(5,  CS,      "eat, if I have no fork")                                     \
  TEXT(6,           "eat")                                                        \
  TEXT(7,           "for k := 1 to the number of my forks do")                    \
  LINE(8,  EXIT,    "  Flag[i][j] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct philosopher {
  uint8_t pc;
  uint16_t k; /* 1 .. the number of its forks */
};

static uint32_t pairs(struct rmr_size s)
{
  return s.n * s.n;
}

static uint32_t first_of_pair(uint32_t cell, struct rmr_size s)
{
  return cell / s.n + 1;
}

/* Who waits at a flag that is up waits for the one whose flag it is. */
static uint32_t flag_holder(uint32_t cell, rmr_word flag, struct rmr_size s)
{
  return flag != 0 ? first_of_pair(cell, s) : 0;
}

enum { FLAG_ARRAY, TURN_ARRAY };

static const char *const truth[] = {"false", "true", NULL};

/* Flag[i][j] is P_i's; Turn[i][j] that of the pair, i < j. All cells are there, used or not. */
static const struct rmr_shared registers[] = {
  [FLAG_ARRAY] = {.name = "Flag",
                  .cells = pairs,
                  .columns = rmr_per_process,
                  .home = first_of_pair,
                  .max = rmr_bit,
                  .multi_writer = true,
                  .names = truth,
                  .holder = flag_holder},
  [TURN_ARRAY] = {.name = "Turn",
                  .cells = pairs,
                  .columns = rmr_per_process,
                  .home = first_of_pair,
                  .max = rmr_up_to_n,
                  .multi_writer = true},
};

/* clang-format off */
#define FLAG(a, b) VAR(FLAG_ARRAY, ((a) - 1) * n + (b) - 1)
#define TURN(a, b) VAR(TURN_ARRAY, (a) < (b) ? ((a) - 1) * n + (b) - 1 : ((b) - 1) * n + (a) - 1)
#define J          rmr_neighbour(order, i, my->k)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct philosopher *my = state;
  const struct rmr_neighbours *order = grabbing_order(in);
  const uint32_t forks = rmr_degree(order, in->i);
  BEGIN;
  for (;;) {
    for (my->k = 1; my->k <= forks; my->k++) {
      DO (1,         write_to(FLAG(i, J), true));
      DO (2,         write_to(TURN(i, J), J));
      for (;;) {
        DO (3a,      spin_on(FLAG(J, i)));
        if (!REPLY) break;
        DO (3b,      read_of(TURN(i, J)));
        if (REPLY == i) break;
      }
    }
    if (forks == 0) {
      DO (4,         no_access());
      DO (5,         critical_section());
    }
    for (my->k = 1; my->k <= forks; my->k++)
      DO (8,         write_to(FLAG(i, J), false));
    my->k = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(philosophers_rw) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "philosophers_rw",
  .title = "Dijkstra and Scholten's philosophers, forks by Peterson's algorithm for two",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft); G. L. Peterson, IPL 12(3), 1981",
  .note = "A fork is three bits. Without forks, eating is a step.",
  .claims = {.primitives = "read, write", .space = "2N^2", .p = {0, RMR_YES}, .bounded = RMR_YES},
  .step = step,
  GRABBING_PARAMETERS,
};
