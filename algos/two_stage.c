/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * E. W. Dijkstra and C. S. Scholten, "Distributed Arbitration" (draft, undated), section 5: a two-stage solution.
 *
 * A philosopher is thinking, hungry or eating; hungry and eating together are *tabled*. A fork is undirected or carries
 * an arrow. A philosopher that becomes hungry directs an arrow towards each neighbour that is tabled, eats when it has
 * no outgoing arrow left, and makes its forks undirected after the meal. T0, T1 and T2 are point actions: one step
 * each.
 *
 *   Q0  of two neighbours both are tabled exactly if their fork is directed
 *   Q1  a philosopher is hungry or without outgoing arrows
 *   Q2  arrows make no cycle
 *
 * All of it is in one register, two bits for each philosopher: whether it is tabled, and a *turn* that changes whenever
 * it comes to the table. T0 replies who was tabled; these philosophers, with their turns, give the arrows of the
 * newcomer: the one to P_j is there for as long as P_j is tabled and its turn is the one that was seen. It cannot
 * change twice unnoticed, as P_j, coming back, directs an arrow towards the one that waits and does not eat before it.
 * So N is at most 31.
 */
#include <rmr/algo.h>

struct parameters {
  struct rmr_neighbours graph;
};

static const struct rmr_option parameters[] = {
  {"graph", RMR_GRAPH, offsetof(struct parameters, graph), "complete", 0, 0,
   "the graph: which philosophers are "
   "neighbours"},
  {.key = NULL},
};

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                       \
  LINE(T0, DOORWAY, "<direct an arrow towards each tabled neighbour; become hungry>")  \
  LINE(T1, WAITING, "<observe to be without outgoing arrows; become eating>")          \
  TEXT(E,           "eating")                                                          \
  LINE(T2, EXIT,    "<make all my forks undirected; become thinking>")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct philosopher {
  uint8_t pc;
  uint32_t arrows, turns; /* towards whom, bit j-1; their turns when I came */
};

enum { TABLE_REGISTER, SHIFT = 32 };

/* Bits 0..30: the tabled philosophers; bits 32..62: their turns. */
static rmr_word tabled_max(struct rmr_size s)
{
  return ((rmr_word)1 << s.n) - 1;
}

static const struct rmr_field fields[] = {
  {.name = "tabled", .shift = 0, .width = 31, .max = tabled_max},
  {.name = "turns", .shift = SHIFT, .width = 31, .max = tabled_max},
  {.name = NULL},
};

/* The philosopher `who` comes to the table, or leaves it. */
static rmr_word come_or_go(rmr_word table, rmr_word who, struct rmr_size s)
{
  const rmr_word bit = (rmr_word)1 << (who - 1);
  (void)s;
  return (table & bit) != 0 ? table & ~bit : (table | bit) ^ (bit << SHIFT);
}

/* Those of the arrows that are still there. */
static uint32_t left_of(uint32_t arrows, uint32_t turns, rmr_word table)
{
  return arrows & (uint32_t)table & ~((uint32_t)(table >> SHIFT) ^ turns);
}

/* Those to whom one has arrows that waits at the table with `argument`: its arrows, and from bit 32 on the turns that
 * were seen. */
static uint32_t table_holder(uint32_t after, uint32_t cell, rmr_word table, rmr_word argument, struct rmr_size s)
{
  const uint32_t arrows = left_of((uint32_t)argument, (uint32_t)(argument >> SHIFT), table);
  (void)cell;
  for (uint32_t j = after + 1; j <= s.n; j++)
    if ((arrows >> (j - 1) & 1) != 0) return j;
  return 0;
}

static const struct rmr_shared registers[] = {
  [TABLE_REGISTER] =
    {.name = "Table", .fields = fields, .multi_writer = true, .update = come_or_go, .holder = table_holder},
};

static uint32_t neighbours(const struct rmr_neighbours *graph, uint32_t i)
{
  uint32_t set = 0;
  for (uint32_t k = 1; k <= rmr_degree(graph, i); k++) set |= 1u << (rmr_neighbour(graph, i, k) - 1);
  return set;
}

/* clang-format off */
#define TABLE VAR(TABLE_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct philosopher *my = state;
  const struct rmr_neighbours *graph = &((const struct parameters *)in->parameters)->graph;
  BEGIN;
  for (;;) {
    DO (T0,    update_of(TABLE, i));
    my->arrows = (uint32_t)REPLY & neighbours(graph, i);
    my->turns = (uint32_t)(REPLY >> SHIFT) & my->arrows;
    do {
      DO (T1,  spin_for(TABLE, (rmr_word)my->turns << SHIFT | my->arrows));
      my->arrows = left_of(my->arrows, my->turns, REPLY);
      my->turns &= my->arrows;
    } while (my->arrows != 0);
    DO (T2,    update_of(TABLE, i));
  }
  END;
}
/* clang-format on */

/* --- invariants --------------------------------------------------------------------------------------------------- */

static const struct rmr_neighbours *graph_of(const struct rmr_moment *now)
{
  return &((const struct parameters *)now->size.parameters)->graph;
}

static bool is_hungry(const struct rmr_moment *now, uint32_t i)
{
  return now->process[i]->pending.line == LT1;
}

/* Whether P_i sits at the table: it is hungry or eating. */
static bool is_tabled(const struct rmr_moment *now, uint32_t i)
{
  return is_hungry(now, i) || now->process[i]->pending.line == LT2;
}

/* Towards whom P_i has an arrow. */
static uint32_t arrows_of(const struct rmr_moment *now, uint32_t i)
{
  const struct philosopher *my = now->process[i]->state;
  return left_of(my->arrows, my->turns, rmr_value(now, TABLE_REGISTER, 0));
}

/* Of the forks of P_i. */
static bool q0_of(const struct rmr_moment *now, uint32_t i)
{
  const struct rmr_neighbours *graph = graph_of(now);
  const bool tabled = is_tabled(now, i);
  const uint32_t arrows = arrows_of(now, i), degree = rmr_degree(graph, i);
  for (uint32_t k = 1; k <= degree; k++) {
    const uint32_t j = rmr_neighbour(graph, i, k);
    const uint32_t there = arrows >> (j - 1) & 1, back = arrows_of(now, j) >> (i - 1) & 1;
    if (there + back != (tabled && is_tabled(now, j))) return false;
  }
  return true;
}

static bool q1_of(const struct rmr_moment *now, uint32_t i)
{
  return is_hungry(now, i) || arrows_of(now, i) == 0;
}

/* No way along arrows leads from P_i back to it. */
static bool q2_of(const struct rmr_moment *now, uint32_t i)
{
  uint32_t reached = arrows_of(now, i);
  for (uint32_t open = reached; open != 0;) {
    const uint32_t j = (uint32_t)__builtin_ctz(open) + 1;
    const uint32_t more = arrows_of(now, j) & ~reached;
    reached |= more;
    open = (open & (open - 1)) | more;
  }
  return (reached >> (i - 1) & 1) == 0;
}

/* T0 and T2 make and take away arrows of the one that moves, and arrows that lead to it. One that is still hungry after
 * T1 has forgotten arrows that are not there any more, which changes none. */
static bool all_are(const struct rmr_moment *now, bool is(const struct rmr_moment *, uint32_t i))
{
  if (now->moved != 0) {
    const bool waits = now->written == RMR_NOWHERE && is_hungry(now, now->moved);
    return waits || is(now, now->moved);
  }
  for (uint32_t i = 1; i <= now->size.n; i++)
    if (!is(now, i)) return false;
  return true;
}

static bool q0(const struct rmr_moment *now)
{
  return all_are(now, q0_of);
}

static bool q1(const struct rmr_moment *now)
{
  if (now->moved != 0 && now->written == RMR_NOWHERE) return q1_of(now, now->moved);
  for (uint32_t i = 1; i <= now->size.n; i++)
    if (!q1_of(now, i)) return false;
  return true;
}

static bool q2(const struct rmr_moment *now)
{
  return all_are(now, q2_of);
}

static const struct rmr_invariant invariants[] = {
  {"Q0", "of two neighbours both are tabled exactly if their fork is directed", q0},
  {"Q1", "a philosopher is hungry or without outgoing arrows", q1},
  {"Q2", "arrows make no cycle", q2},
  {.name = NULL},
};

static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const uint32_t forth = arrows_of(now, i) >> (j - 1) & 1, back = arrows_of(now, j) >> (i - 1) & 1;
  return (struct rmr_between){.arrow = forth != 0 ? i : back != 0 ? j : 0};
}

RMR_ALGORITHM(two_stage) = {
  RMR_ALGORITHM_BODY(registers, struct philosopher),
  .name = "two_stage",
  .title = "Dijkstra and Scholten's two-stage solution",
  .source = "E. W. Dijkstra, C. S. Scholten, \"Distributed Arbitration\" (draft), section 5",
  .note = "T0, T1 and T2 are one step each, on one register of two bits for each of at most 31 philosophers.",
  .claims = {.primitives = "update",
             .space = "1",
             .p = {0, RMR_YES, RMR_YES, RMR_UNSAID, RMR_UNSAID, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
  .invariants = invariants,
  .between = between,
};
