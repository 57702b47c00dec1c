/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (draft, undated), sections 0 to 4.
 *
 * Philosophers share forks with their neighbours in a graph. To eat, a philosopher grabs its forks, one after the
 * other, in an order of its own, and it gives them back after the meal. Who finds a fork owned leaves word that it is
 * ready, and the owner hands the fork over when it has eaten. So nobody waits for more than one fork at a time.
 *
 * The paper takes *binary arbitration* for granted: two philosophers and one fork, with
 *
 *   P0  a fork is owned or no philosopher is ready to grab it;
 *   C0  a philosopher that is ready to grab a fork of one that eats will own it after that meal.
 *
 * Here it is one register and one point action. Whether anybody can be lost, and how many meals of others a philosopher
 * may have to wait for, depends on the orders: `rmr forks` tells (docs/arbitration.md).
 *
 * Departures: the print leaves open how forks are given back ("irrelevant"); here it is one after the other, as they
 * were grabbed. A philosopher without forks eats in a step of its own.
 */
#include <rmr/algo.h>

struct parameters {
  struct rmr_neighbours graph, order;
};

static const struct rmr_option parameters[] = {
  {"graph", RMR_GRAPH, offsetof(struct parameters, graph), "complete", 0, 0, "who shares a fork with whom"},
  {"order", RMR_ORDER, offsetof(struct parameters, order), "rank", 0, 0, "in which order each grabs its forks"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                    \
  TEXT(0,          "for k := 1 to the number of my forks do")                     \
  LINE(1, WAITING, "  grab the k-th: it is mine if it is free, else I leave word") \
  LINE(2, WAITING, "  wait until it is mine")                                     \
  LINE(3, WAITING, "skip, if I have no fork")                                     \
  LINE(4, CS,      "eat, if I have no fork")                                      \
  TEXT(5,          "eat")                                                         \
  TEXT(6,          "for k := 1 to the number of my forks do")                     \
  LINE(7, EXIT,    "  give the k-th back: it is the other's if that one has left word, else free")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct philosopher {
  uint8_t pc;
  uint16_t k; /* 1 .. the number of its forks */
};

/* A fork: whose it is, and whether the other one is ready to grab it. */
enum { FREE, LOWER, HIGHER };
static const char *const owners[] = {"free", "lower", "higher", NULL};

static rmr_word highest_owner(struct rmr_size s)
{
  (void)s;
  return HIGHER;
}

static const struct rmr_field fork_fields[] = {
  {.name = "owner", .shift = 0, .width = 2, .max = highest_owner, .names = owners},
  {.name = "ready", .shift = 2, .width = 1, .max = rmr_bit},
  {.name = NULL},
};
#define OWNER(fork) rmr_field_of(&fork_fields[0], fork)
#define READY       4

/* Binary arbitration, as an update: the argument says which of the two it is, and what it wants. */
enum { GRAB = 0, GIVE = 4 };

static rmr_word arbitrate(rmr_word fork, rmr_word argument, struct rmr_size s)
{
  const rmr_word me = argument & ~GIVE, other = LOWER + HIGHER - me;
  (void)s;
  if ((argument & GIVE) != 0) return (fork & READY) != 0 ? other : FREE;
  return fork == FREE ? me : (fork | READY);
}

/* One for each pair, used or not: Fork[i][j] is that of P_i and P_j, i < j, and lies with P_i. */
static uint32_t pairs(struct rmr_size s)
{
  return s.n * s.n;
}

static uint32_t lower_one(uint32_t cell, struct rmr_size s)
{
  return cell / s.n + 1;
}

enum { FORK_ARRAY };

static const struct rmr_shared registers[] = {
  [FORK_ARRAY] = {.name = "Fork",
                  .cells = pairs,
                  .columns = rmr_per_process,
                  .home = lower_one,
                  .fields = fork_fields,
                  .multi_writer = true,
                  .update = arbitrate},
};

static uint32_t fork_of(uint32_t i, uint32_t j, uint32_t n)
{
  return i < j ? VAR(FORK_ARRAY, (i - 1) * n + j - 1) : VAR(FORK_ARRAY, (j - 1) * n + i - 1);
}

/* clang-format off */
/* Its fork with that neighbour; which of the two it is. */
#define FORK(j)  fork_of(i, j, n)
#define ME(j)    (i < (j) ? LOWER : HIGHER)
#define OTHER    rmr_neighbour(order, i, my->k)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct philosopher *my = state;
  const struct rmr_neighbours *order = &((const struct parameters *)in->parameters)->order;
  const uint32_t forks = rmr_degree(order, in->i);
  BEGIN;
  for (;;) {
    for (my->k = 1; my->k <= forks; my->k++) {
      DO (1,          update_of(FORK(OTHER), GRAB | ME(OTHER)));
      if (OWNER(REPLY) != FREE)
        do
          DO (2,      spin_on(FORK(OTHER)));
        while (OWNER(REPLY) != ME(OTHER));
    }
    if (forks == 0) {
      DO (3,          no_access());
      DO (4,          critical_section());
    }
    for (my->k = 1; my->k <= forks; my->k++)
      DO (7,          update_of(FORK(OTHER), GIVE | ME(OTHER)));
    my->k = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(philosophers) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "philosophers",
  .title = "Dijkstra and Scholten's philosophers, forks by binary arbitration",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft), sections 0-4",
  .note = "A fork is one register, binary arbitration one update. Without forks, eating is a step.",
  .claims = {.primitives = "update", .space = "N^2", .p = {0, RMR_YES}, .bounded = RMR_YES},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
