/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (draft, undated), sections 0 to 4.
 *
 * Philosophers share forks with their neighbours in a graph. To eat, a philosopher grabs its forks, one after the
 * other, in an order of its own, and it gives them back after the meal (parts/forks.h). So nobody waits for more than
 * one fork at a time. Whether anybody can be lost, and how many meals of others a philosopher may have to wait for,
 * depends on the orders: `rmr forks` tells (docs/arbitration.md).
 *
 * Departures: the print leaves open how forks are given back ("irrelevant"); here it is one after the other, as they
 * were grabbed. A philosopher without forks eats in a step of its own.
 */
#include "algos/parts/forks.h"
#include "algos/parts/grabbing.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                     \
  FORKS_GRAB(LINE, TEXT, 1_, WAITING, "")          \
  LINE(2, WAITING, "skip, if I have no fork")      \
  LINE(3, CS,      "eat, if I have no fork")       \
  TEXT(4,          "eat")                          \
  FORKS_GIVE(LINE, TEXT, 5_, EXIT, "")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct philosopher {
  uint8_t pc;
  struct forks forks;
};

enum { FORK_ARRAY };

static const struct rmr_shared registers[] = {
  [FORK_ARRAY] = FORK_REGISTERS,
};

/* clang-format off */
#define FORKS VAR(FORK_ARRAY, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct philosopher *my = state;
  const struct rmr_neighbours *order = grabbing_order(in);
  BEGIN;
  for (;;) {
    CALL(1_, FORKS_GRAB,  forks_grab(&my->forks, in, order, FORKS));
    if (rmr_degree(order, i) == 0) {
      DO (2,              no_access());
      DO (3,              critical_section());
    }
    CALL(5_, FORKS_GIVE,  forks_give(&my->forks, in, order, FORKS));
  }
  END;
}
/* clang-format on */

static bool p0(const struct rmr_moment *now)
{
  return forks_are(now, grabbing_order_of(now), FORK_ARRAY, fork_is_p0);
}

static bool c0(const struct rmr_moment *now)
{
  return forks_are(now, grabbing_order_of(now), FORK_ARRAY, fork_is_c0);
}

static const struct rmr_invariant invariants[] = {
  {"P0", FORKS_P0, p0},
  {"C0", FORKS_C0, c0},
  {.name = NULL},
};

static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  return forks_between(now, FORK_ARRAY, i, j);
}

RMR_ALGORITHM(philosophers) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "philosophers",
  .title = "Dijkstra and Scholten's philosophers, forks by binary arbitration",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft), sections 0-4",
  .note = "A fork is one register, binary arbitration one update. Without forks, eating is a step.",
  .claims = {.primitives = "update", .space = "N^2", .p = {0, RMR_YES}, .bounded = RMR_YES},
  .step = step,
  GRABBING_PARAMETERS,
  .invariants = invariants,
  .between = between,
};
