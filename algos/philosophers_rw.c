/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The philosophers of E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (philosophers.c), with forks made of
 * reads and writes: binary arbitration is the algorithm for two processes of G. L. Peterson, "Myths about the mutual
 * exclusion problem", Information Processing Letters 12(3), 1981, pp. 115-116, Figure 1.
 *
 * A fork is three bits: a flag of each of the two, and whose turn it is. A philosopher is ready to grab a fork once it
 * has raised its flag and given the turn away; it owns the fork from the step in which it finds that nothing keeps it
 * until it lowers the flag. Of binary arbitration this survives:
 *
 *   E0  a fork has at most one owner. With one register that needs no saying.
 *   P0  not as printed: who is ready may not have looked yet, or may be kept for a moment by the other one, which has
 *       raised its flag but not given the turn away. What holds is that a fork is owned, or one who is ready to grab
 *       it would find that nothing keeps it, or the other is about to give the turn away.
 *   C0  as printed, in the end: who is ready to grab a fork that another owns has left word, as the turn is the
 *       owner's. The owner, should it come again at once, gives the turn away and waits, so the other one is next.
 *
 * The fork is not granted in the order in which the flags went up.
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
static uint32_t flag_holder(uint32_t after, uint32_t cell, rmr_word flag, rmr_word argument, struct rmr_size s)
{
  const uint32_t holder = first_of_pair(cell, s);
  (void)argument;
  return flag != 0 && holder > after ? holder : 0;
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

/* --- invariants --------------------------------------------------------------------------------------------------- */

/* Whether P_i is at one of these lines for its fork with P_j. */
static bool is_at(const struct rmr_moment *now, uint32_t i, uint32_t j, uint16_t first, uint16_t last)
{
  const struct rmr_seen *it = now->process[i];
  const struct philosopher *my = it->state;
  return it->pending.line >= first && it->pending.line <= last && my->k == rmr_place(grabbing_order_of(now), i, j);
}

static bool is_ready(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  return is_at(now, i, j, L3a, L3b);
}

/* Forks are grabbed and given back in the same order. */
static bool owns(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const struct philosopher *my = now->process[i]->state;
  const uint32_t place = rmr_place(grabbing_order_of(now), i, j);
  return now->process[i]->pending.line == L8 ? place >= my->k : place < my->k;
}

static bool is_kept(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const uint32_t n = now->size.n, low = i < j ? i : j, high = i < j ? j : i;
  return rmr_value(now, FLAG_ARRAY, (j - 1) * n + i - 1) != 0 &&
         rmr_value(now, TURN_ARRAY, (low - 1) * n + high - 1) != i;
}

static bool is_e0(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  return !owns(now, i, j) || !owns(now, j, i);
}

static bool is_p0(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const bool i_is = is_ready(now, i, j), j_is = is_ready(now, j, i);
  if ((!i_is && !j_is) || owns(now, i, j) || owns(now, j, i)) return true;
  if ((i_is && !is_kept(now, i, j)) || (j_is && !is_kept(now, j, i))) return true;
  return (i_is && is_at(now, j, i, L2, L2)) || (j_is && is_at(now, i, j, L2, L2));
}

static bool is_c0(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const uint32_t n = now->size.n, low = i < j ? i : j, high = i < j ? j : i;
  const rmr_word turn = rmr_value(now, TURN_ARRAY, (low - 1) * n + high - 1);
  return (!is_ready(now, i, j) || !owns(now, j, i) || turn == j) &&
         (!is_ready(now, j, i) || !owns(now, i, j) || turn == i);
}

/* Which of its forks the last step of P_i was about, from 1: the one that it is at; or, where it has gone on to the
 * next (line 1 or 8), the one before, which is the last where that is the first. */
static uint32_t last_fork(const struct rmr_moment *now, uint32_t i)
{
  const struct rmr_seen *it = now->process[i];
  const struct philosopher *my = it->state;
  if (it->pending.line >= L2 && it->pending.line <= L3b) return my->k;
  return my->k > 1 ? my->k - 1u : rmr_degree(grabbing_order_of(now), i);
}

static bool all_are(const struct rmr_moment *now, bool is(const struct rmr_moment *, uint32_t i, uint32_t j))
{
  if (now->moved != 0) {
    const uint32_t k = last_fork(now, now->moved);
    return k == 0 || is(now, now->moved, rmr_neighbour(grabbing_order_of(now), now->moved, k));
  }
  for (uint32_t i = 1; i <= now->size.n; i++)
    for (uint32_t k = 1; k <= rmr_degree(grabbing_order_of(now), i); k++)
      if (!is(now, i, rmr_neighbour(grabbing_order_of(now), i, k))) return false;
  return true;
}

static bool e0(const struct rmr_moment *now)
{
  return all_are(now, is_e0);
}

static bool p0(const struct rmr_moment *now)
{
  return all_are(now, is_p0);
}

static bool c0(const struct rmr_moment *now)
{
  return all_are(now, is_c0);
}

static const struct rmr_invariant invariants[] = {
  {"E0", "a fork has at most one owner", e0},
  {"P0", "a fork is owned, or nothing keeps one who is ready to grab it, or the other gives the turn away next", p0},
  {"C0", "the turn of a fork that one owns and the other is ready to grab is the owner's", c0},
  {.name = NULL},
};

static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const bool i_waits = is_ready(now, i, j) && is_kept(now, i, j), j_waits = is_ready(now, j, i) && is_kept(now, j, i);
  return (struct rmr_between){.owned = true,
                              .owner = owns(now, i, j)   ? i
                                       : owns(now, j, i) ? j
                                                         : 0,
                              .ready = i_waits   ? i
                                       : j_waits ? j
                                                 : 0};
}

RMR_ALGORITHM(philosophers_rw) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "philosophers_rw",
  .title = "Dijkstra and Scholten's philosophers, forks by Peterson's algorithm for two",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft); G. L. Peterson, IPL 12(3), 1981",
  .note = "A fork is three bits. Without forks, eating is a step.",
  .claims = {.primitives = "read, write", .space = "2N^2", .p = {0, RMR_YES}, .bounded = RMR_YES},
  .step = step,
  GRABBING_PARAMETERS,
  .invariants = invariants,
  .between = between,
};
