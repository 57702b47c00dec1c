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
 * T0 and T2 take several steps each, so the invariants of the section hold but for who is in the midst of one, with all
 * forks in hand: at lines 3 to 5, or 11 to 12.
 *
 *   Q0  of two neighbours that are not in the midst of T0 or T2 both are tabled exactly if their fork is directed
 *   Q1  a philosopher is hungry, or in the midst of T0, or without outgoing arrows
 *   Q2  arrows, but for those of philosophers in the midst of T0, make no cycle
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

/* At an arrow to P_j one waits for P_j. */
static uint32_t arrow_holder(uint32_t after, uint32_t cell, rmr_word arrow, rmr_word argument, struct rmr_size s)
{
  const uint32_t j = cell % s.n + 1;
  (void)argument;
  return arrow != 0 && j > after ? j : 0;
}

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
                   .names = truth,
                   .holder = arrow_holder},
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

/* --- invariants --------------------------------------------------------------------------------------------------- */

static bool is_between(const struct rmr_moment *now, uint32_t i, uint16_t first, uint16_t last)
{
  return now->process[i]->pending.line >= first && now->process[i]->pending.line <= last;
}

static bool is_in_t0(const struct rmr_moment *now, uint32_t i)
{
  return is_between(now, i, L3, L5);
}

static bool is_in_t2(const struct rmr_moment *now, uint32_t i)
{
  return is_between(now, i, L11, L12);
}

/* Whether P_i has just completed T0 (line 6_1) or T2 (13_1): it is about to give its first fork back. */
static bool has_just(const struct rmr_moment *now, uint32_t i, uint16_t line)
{
  const struct philosopher *my = now->process[i]->state;
  return now->process[i]->pending.line == line && my->forks.k == 1;
}

static bool is_tabled(const struct rmr_moment *now, uint32_t i)
{
  return rmr_value(now, TABLED_ARRAY, i - 1) != 0;
}

static bool is_arrow(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  return rmr_value(now, ARROW_ARRAY, (i - 1) * now->size.n + j - 1) != 0;
}

static bool q0_of_two(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  if (is_in_t0(now, i) || is_in_t2(now, i) || is_in_t0(now, j) || is_in_t2(now, j)) return true;
  return is_arrow(now, i, j) + is_arrow(now, j, i) == (is_tabled(now, i) && is_tabled(now, j));
}

static bool q0_of(const struct rmr_moment *now, uint32_t i)
{
  for (uint32_t k = 1; k <= rmr_degree(grabbing_order_of(now), i); k++)
    if (!q0_of_two(now, i, rmr_neighbour(grabbing_order_of(now), i, k))) return false;
  return true;
}

/* Hungry: from the end of T0 to the end of T1. */
static bool q1_of(const struct rmr_moment *now, uint32_t i)
{
  if (is_between(now, i, L3, L7)) return true;
  for (uint32_t k = 1; k <= rmr_degree(grabbing_order_of(now), i); k++)
    if (is_arrow(now, i, rmr_neighbour(grabbing_order_of(now), i, k))) return false;
  return true;
}

static bool has_arrow_to_it(const struct rmr_moment *now, uint32_t i)
{
  for (uint32_t k = 1; k <= rmr_degree(grabbing_order_of(now), i); k++)
    if (is_arrow(now, rmr_neighbour(grabbing_order_of(now), i, k), i)) return true;
  return false;
}

enum { MOST_PROCESSES = 4096 };

/* No way along arrows leads from P_i back to it. */
static bool q2_of(const struct rmr_moment *now, uint32_t i)
{
  bool reached[MOST_PROCESSES + 1] = {false};
  uint16_t open[MOST_PROCESSES + 1];
  uint32_t n_open = 0;
  if (is_in_t0(now, i) || !has_arrow_to_it(now, i)) return true;
  open[n_open++] = (uint16_t)i;
  while (n_open > 0 && !reached[i]) {
    const uint32_t from = open[--n_open];
    for (uint32_t k = 1; k <= rmr_degree(grabbing_order_of(now), from); k++) {
      const uint32_t to = rmr_neighbour(grabbing_order_of(now), from, k);
      if (reached[to] || is_in_t0(now, to) || !is_arrow(now, from, to)) continue;
      reached[to] = true;
      open[n_open++] = (uint16_t)to;
    }
  }
  return !reached[i];
}

static bool all_are(const struct rmr_moment *now, bool is(const struct rmr_moment *, uint32_t i))
{
  for (uint32_t i = 1; i <= now->size.n; i++)
    if (!is(now, i)) return false;
  return true;
}

/* Arrows are written in the midst of T0 and T2 only, so they are looked at when these are complete. */
static bool q0(const struct rmr_moment *now)
{
  if (now->moved == 0) return all_are(now, q0_of);
  return !(has_just(now, now->moved, L6_1) || has_just(now, now->moved, L13_1)) || q0_of(now, now->moved);
}

/* Who leaves T1 eats. */
static bool q1(const struct rmr_moment *now)
{
  if (now->moved == 0) return all_are(now, q1_of);
  return now->process[now->moved]->section != RMR_CS || q1_of(now, now->moved);
}

static bool q2(const struct rmr_moment *now)
{
  if (now->moved == 0) return all_are(now, q2_of);
  return !has_just(now, now->moved, L6_1) || q2_of(now, now->moved);
}

static bool p0(const struct rmr_moment *now)
{
  return forks_are(now, grabbing_order_of(now), FORK_ARRAY, fork_is_p0);
}

static bool c0(const struct rmr_moment *now)
{
  return forks_are(now, grabbing_order_of(now), FORK_ARRAY, fork_is_c0);
}

static const struct rmr_invariant invariants[] = {
  {"Q0", "of two neighbours not in the midst of T0 or T2 both are tabled exactly if their fork is directed", q0},
  {"Q1", "a philosopher is hungry, or in the midst of T0, or without outgoing arrows", q1},
  {"Q2", "arrows of philosophers that are not in the midst of T0 make no cycle", q2},
  {"P0", FORKS_P0, p0},
  {"C0", FORKS_C0, c0},
  {.name = NULL},
};

static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  struct rmr_between is = forks_between(now, FORK_ARRAY, i, j);
  is.arrow = is_arrow(now, i, j) ? i : is_arrow(now, j, i) ? j : 0;
  return is;
}

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
  .invariants = invariants,
  .between = between,
};
