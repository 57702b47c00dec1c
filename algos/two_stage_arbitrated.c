/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (draft, undated), section 5: the two-stage solution
 * (two_stage.c), with its point actions implemented as the section says: those of neighbours exclude each other, by
 * binary arbitration. To come to the table and to leave it, a philosopher grabs all its forks (parts/forks.h), as the
 * others do for a meal in section 0, and the meal itself is made without forks.
 *
 * Arrow[i][j] is the arrow from P_i to P_j. T1 reads only: an arrow that is gone does not come back while P_i is
 * hungry, so it is enough to see each of them gone once, one after the other.
 *
 * Departures: how T0 and T2 look at neighbours is not in the print; here one after the other, in the order of their
 * forks. P3 does not hold, as leaving the table is waiting for forks.
 */
#include "algos/parts/forks.h"
#include "algos/parts/grabbing.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                          \
  TEXT(T0,          "T0:")                                              \
  FORKS_GRAB(LINE, TEXT, 1_, WAITING, "  ")                             \
  TEXT(2,           "  for each neighbour P_j do")                      \
  LINE(3,  WAITING, "    if Tabled[j]")                                 \
  LINE(4,  WAITING, "      then Arrow[i][j] := true")                   \
  LINE(5,  WAITING, "  Tabled[i] := true")                              \
  FORKS_GIVE(LINE, TEXT, 6_, WAITING, "  ")                             \
  TEXT(T1,          "T1: for each neighbour P_j do")                    \
  LINE(7,  WAITING, "      wait until not Arrow[i][j]")                 \
  TEXT(8,           "eating")                                           \
  TEXT(T2,          "T2:")                                              \
  FORKS_GRAB(LINE, TEXT, 9_, EXIT, "  ")                                \
  TEXT(10,          "  for each neighbour P_j do")                      \
  LINE(11, EXIT,    "    Arrow[j][i] := false")                         \
  LINE(12, EXIT,    "  Tabled[i] := false")                             \
  FORKS_GIVE(LINE, TEXT, 13_, EXIT, "  ")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct philosopher {
  uint8_t pc;
  struct forks forks;
  uint16_t k; /* which neighbour, 1 .. the number of its forks */
};

enum { FORK_ARRAY, TABLED_ARRAY, ARROW_ARRAY };

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_shared registers[] = {
  [FORK_ARRAY] = FORK_REGISTERS,
  [TABLED_ARRAY] = {.name = "Tabled", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [ARROW_ARRAY] = {.name = "Arrow",
                   .cells = fork_pairs,
                   .columns = rmr_per_process,
                   .home = fork_home,
                   .max = rmr_bit,
                   .multi_writer = true,
                   .names = truth},
};

/* clang-format off */
#define FORKS       VAR(FORK_ARRAY, 0)
#define TABLED(p)   VAR(TABLED_ARRAY, (p) - 1)
#define ARROW(p, q) VAR(ARROW_ARRAY, ((p) - 1) * n + (q) - 1)
#define J           rmr_neighbour(order, i, my->k)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct philosopher *my = state;
  const struct rmr_neighbours *order = grabbing_order(in);
  const uint32_t degree = rmr_degree(order, in->i);
  BEGIN;
  for (;;) {
    CALL(1_, FORKS_GRAB,   forks_grab(&my->forks, in, order, FORKS));
    for (my->k = 1; my->k <= degree; my->k++) {
      DO ( 3,              read_of(TABLED(J)));
      if (REPLY)
        DO ( 4,            write_to(ARROW(i, J), true));
    }
    my->k = 0;
    DO ( 5,                write_to(TABLED(i), true));
    CALL(6_, FORKS_GIVE,   forks_give(&my->forks, in, order, FORKS));
    for (my->k = 1; my->k <= degree; my->k++)
      do
        DO ( 7,            spin_on(ARROW(i, J)));
      while (REPLY);
    my->k = 0;
    CALL(9_, FORKS_GRAB,   forks_grab(&my->forks, in, order, FORKS));
    for (my->k = 1; my->k <= degree; my->k++)
      DO (11,              write_to(ARROW(J, i), false));
    my->k = 0;
    DO (12,                write_to(TABLED(i), false));
    CALL(13_, FORKS_GIVE,  forks_give(&my->forks, in, order, FORKS));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(two_stage_arbitrated) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "two_stage_arbitrated",
  .title = "Dijkstra and Scholten's two-stage solution over binary arbitration",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft), section 5",
  .note = "T0 and T2 hold all forks; T1 reads arrows only.",
  .claims = {.primitives = "update, read, write",
             .space = "2N^2+N",
             .p = {0, RMR_YES, RMR_YES, RMR_UNSAID, RMR_UNSAID, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  GRABBING_PARAMETERS,
};
