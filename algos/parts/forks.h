/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forks of E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (draft, undated), sections 0 to 4. Two
 * neighbours share a fork. A philosopher grabs its forks one after the other, in an order of its own; who finds a fork
 * owned leaves word that it is ready, and the owner hands the fork over when it gives it back.
 *
 * The paper takes *binary arbitration* for granted: two philosophers and one fork, with
 *
 *   P0  a fork is owned or no philosopher is ready to grab it;
 *   C0  a philosopher that is ready to grab a fork of one that eats will own it after that meal.
 *
 * Here it is one register and one point action.
 */
#ifndef ALGOS_PARTS_FORKS_H
#define ALGOS_PARTS_FORKS_H

#include <rmr/algo.h>

/* Whose it is: of the pair, the one with the lower or with the higher number. And whether the other one is ready. */
enum { FORK_FREE, FORK_LOWER, FORK_HIGHER, FORK_READY = 4 };

static inline rmr_word fork_highest_owner(struct rmr_size s)
{
  (void)s;
  return FORK_HIGHER;
}

static const char *const fork_owners[] = {"free", "lower", "higher", NULL};

static const struct rmr_field fork_fields[] = {
  {.name = "owner", .shift = 0, .width = 2, .max = fork_highest_owner, .names = fork_owners},
  {.name = "ready", .shift = 2, .width = 1, .max = rmr_bit},
  {.name = NULL},
};

static inline rmr_word fork_owner(rmr_word fork)
{
  return rmr_field_of(&fork_fields[0], fork);
}

/* Binary arbitration, as an update: the argument says which of the two it is, and what it wants. */
enum { FORK_GRAB = 0, FORK_GIVE = 4 };

static inline rmr_word fork_arbitrate(rmr_word fork, rmr_word argument, struct rmr_size s)
{
  const rmr_word me = argument & ~FORK_GIVE, other = FORK_LOWER + FORK_HIGHER - me;
  (void)s;
  if ((argument & FORK_GIVE) != 0) return (fork & FORK_READY) != 0 ? other : FORK_FREE;
  return fork == FORK_FREE ? me : (fork | FORK_READY);
}

/* One for each pair, used or not: Fork[i][j] is that of P_i and P_j, i < j, and lies with P_i. */
static inline uint32_t fork_pairs(struct rmr_size s)
{
  return s.n * s.n;
}

static inline uint32_t fork_home(uint32_t cell, struct rmr_size s)
{
  return cell / s.n + 1;
}

static inline uint32_t fork_cell(uint32_t i, uint32_t j, uint32_t n)
{
  return i < j ? (i - 1) * n + j - 1 : (j - 1) * n + i - 1;
}

static inline rmr_word fork_side(uint32_t i, uint32_t j)
{
  return i < j ? FORK_LOWER : FORK_HIGHER;
}

/* The owner, whom the other one waits for. */
static inline uint32_t fork_holder(uint32_t after, uint32_t cell, rmr_word fork, rmr_word argument, struct rmr_size s)
{
  const rmr_word owner = fork_owner(fork);
  const uint32_t holder = owner == FORK_FREE ? 0 : owner == FORK_LOWER ? cell / s.n + 1 : cell % s.n + 1;
  (void)argument;
  return holder > after ? holder : 0;
}

#define FORK_REGISTERS                                                                                         \
  {                                                                                                            \
    .name = "Fork", .cells = fork_pairs, .columns = rmr_per_process, .home = fork_home, .fields = fork_fields, \
    .multi_writer = true, .update = fork_arbitrate, .holder = fork_holder                                      \
  }

/* --- one after the other ------------------------------------------------------------------------------------------ */

struct forks {
  uint8_t pc;
  uint16_t k; /* 1 .. the number of its forks */
};

/* clang-format off */
#define FORKS_GRAB(LINE, TEXT, at, section, indent)                                      \
  TEXT(at##0,          indent "for k := 1 to the number of my forks do")                 \
  LINE(at##1, section, indent "  grab the k-th: it is mine if it is free, else I leave word") \
  LINE(at##2, section, indent "  wait until it is mine")

#define FORKS_GIVE(LINE, TEXT, at, section, indent)                                      \
  TEXT(at##0,          indent "for k := 1 to the number of my forks do")                 \
  LINE(at##1, section, indent "  give the k-th back: it is the other's if that one has left word, else free")

#define OTHER    rmr_neighbour(order, i, my->k)
#define THE_FORK (first + fork_cell(i, OTHER, n))

/* first: the register of cell 0. */
static inline struct rmr_op forks_grab(struct forks *my, const struct rmr_in *in, const struct rmr_neighbours *order,
                                       uint32_t first)
{
  PART_LINES(FORKS_GRAB)
  BEGIN;
  for (my->k = 1; my->k <= rmr_degree(order, i); my->k++) {
    DO (1,      update_of(THE_FORK, FORK_GRAB | fork_side(i, OTHER)));
    if (fork_owner(REPLY) != FORK_FREE)
      do
        DO (2,  spin_on(THE_FORK));
      while (fork_owner(REPLY) != fork_side(i, OTHER));
  }
  RETURN;
}

static inline struct rmr_op forks_give(struct forks *my, const struct rmr_in *in, const struct rmr_neighbours *order,
                                       uint32_t first)
{
  PART_LINES(FORKS_GIVE)
  BEGIN;
  for (my->k = 1; my->k <= rmr_degree(order, i); my->k++)
    DO (1,      update_of(THE_FORK, FORK_GIVE | fork_side(i, OTHER)));
  RETURN;
}
#undef OTHER
#undef THE_FORK
/* clang-format on */

/* --- P0 and C0 ---------------------------------------------------------------------------------------------------- */

#define FORKS_P0 "a fork is owned, or no philosopher is ready to grab it"
#define FORKS_C0 "a philosopher that is ready to grab a fork of another has left word, and will own it next"

/* Whether P_i has found the fork owned and waits for it: it is ready to grab it. */
static inline bool fork_wanted(const struct rmr_moment *now, uint32_t fork, uint32_t i)
{
  const struct rmr_op *op = &now->process[i]->pending;
  return op->var == fork && op->kind == RMR_SPIN; /* in this order, as many wait, and nearly all for another one */
}

static inline bool fork_is_p0(const struct rmr_moment *now, uint32_t first, uint32_t cell)
{
  const uint32_t fork = first + cell, lower = cell / now->size.n + 1, higher = cell % now->size.n + 1;
  const rmr_word value = now->memory[fork];
  if (fork_owner(value) != FORK_FREE) return true;
  return value == FORK_FREE && !fork_wanted(now, fork, lower) && !fork_wanted(now, fork, higher);
}

/* Who waits owns the fork already, as it has been handed over, or its owner will find the word. */
static inline bool fork_is_c0(const struct rmr_moment *now, uint32_t first, uint32_t cell)
{
  const uint32_t fork = first + cell, lower = cell / now->size.n + 1, higher = cell % now->size.n + 1;
  const rmr_word value = now->memory[fork], owner = fork_owner(value);
  if ((value & FORK_READY) != 0) return true;
  const uint32_t other = lower + (owner == FORK_LOWER) * (higher - lower); /* no branch, as it comes at random */
  if (fork_wanted(now, fork, other)) return false;
  return owner != FORK_FREE || !fork_wanted(now, fork, higher);
}

/* For pictures: the fork of P_i and P_j, i < j. */
static inline struct rmr_between forks_between(const struct rmr_moment *now, uint32_t group, uint32_t i, uint32_t j)
{
  const rmr_word fork = rmr_value(now, group, fork_cell(i, j, now->size.n)), owner = fork_owner(fork);
  const bool ready = (fork & FORK_READY) != 0;
  return (struct rmr_between){.owned = true,
                              .owner = owner == FORK_FREE    ? 0
                                       : owner == FORK_LOWER ? i
                                                             : j,
                              .ready = !ready                ? 0
                                       : owner == FORK_LOWER ? j
                                                             : i};
}

/* Of all forks. */
static __attribute__((noinline)) bool all_forks_are(const struct rmr_moment *now, const struct rmr_neighbours *order,
                                                    uint32_t first,
                                                    bool is(const struct rmr_moment *, uint32_t first, uint32_t cell))
{
  const uint32_t n = now->size.n;
  for (uint32_t i = 1; i <= n; i++)
    for (uint32_t k = 1; k <= rmr_degree(order, i); k++) {
      const uint32_t j = rmr_neighbour(order, i, k);
      if (i < j && !is(now, first, fork_cell(i, j, n))) return false;
    }
  return true;
}

/* The same; after a step, of the one that was written, and of the one that the philosopher is ready to grab. */
static inline bool forks_are(const struct rmr_moment *now, const struct rmr_neighbours *order, uint32_t group,
                             bool is(const struct rmr_moment *, uint32_t first, uint32_t cell))
{
  const uint32_t first = now->base[group];
  if (now->moved == 0) return all_forks_are(now, order, first, is);
  const struct rmr_op *op = &now->process[now->moved]->pending;
  const uint32_t written = rmr_cell(now, group, now->written);
  if (written != RMR_NOWHERE && !is(now, first, written)) return false;
  const bool waits = op->kind == RMR_SPIN;
  const bool elsewhere = op->var != now->written;
  if (!(waits & elsewhere)) return true; /* one branch, as the first alone comes at random */
  const uint32_t wanted = rmr_cell(now, group, op->var);
  return wanted == RMR_NOWHERE || is(now, first, wanted);
}

#endif
