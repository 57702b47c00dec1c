/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rounds.c: which loops wait. A loop waits where its round begins with a read of a register that is the same in every
 * round, and it can go round with reads alone: then that read is the one at which a simulator finds that a round has
 * been made in vain (docs/model.md, "Waiting"). The loop watches the registers that the round reads on the way.
 *
 * A loop is the nodes that were made between its head and its end. Its round goes from the head through local nodes and
 * reads back to the head.
 *
 * Such a read may also come again in the round of a loop further out, as where a `repeat` begins with a wait: then the
 * simulator takes that round for one in vain, too.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/flow.h"

struct search {
  const struct flow *g;
  uint32_t head, first, last; /* of the loop */
  bool *seen, *inner;
  uint32_t around; /* a node behind which a walk does not go on */
};

/* Places to go to were made before what stands there: they lead on, in the loop or out of it. */
static bool may_pass(const struct search *s, uint32_t node)
{
  const struct node *n = &s->g->node[node];
  if (n->kind == NODE_GO) return true;
  return node >= s->first && node < s->last && (n->kind != NODE_ACCESS || n->access == RMR_READ);
}

static enum flow_way in_round(const struct flow *g, uint32_t node, const void *search)
{
  const struct search *s = search;
  (void)g;
  return !may_pass(s, node) ? FLOW_BESIDE : node == s->around ? FLOW_UP_TO : FLOW_ON;
}

/* Marks the nodes of the round that are reached from one, without passing `around`, which may be reached. */
static void reach(struct search *s, uint32_t from, uint32_t around, bool *seen)
{
  s->around = around;
  memset(seen, 0, s->g->n_nodes * sizeof *seen);
  flow_spread(s->g, from, in_round, s, seen);
}

static bool leads_to(struct search *s, uint32_t from, uint32_t to, uint32_t around)
{
  reach(s, from, around, s->inner);
  return s->inner[to];
}

/* The slots whose values a round has from the one before, and what is computed from them in the loop. */
static uint64_t varying(const struct search *s)
{
  uint64_t assigned = 0, slots;
  for (uint32_t k = s->first; k < s->last; k++)
    if (s->g->node[k].kind == NODE_SET || s->g->node[k].kind == NODE_ACCESS) assigned |= slot_bit(s->g->node[k].slot);
  slots = assigned & s->g->node[s->head].live;
  for (uint64_t before = 0; before != slots;) {
    before = slots;
    for (uint32_t k = s->first; k < s->last; k++) {
      const struct node *n = &s->g->node[k];
      if (n->kind == NODE_SET && (slots_of(&n->value) & slots) != 0) slots |= slot_bit(n->slot);
    }
  }
  return slots;
}

/* The reads that a round watches: each one once, or all of its group where an inner loop repeats it. */
static void count(struct search *s, struct flow *g, uint32_t read)
{
  uint32_t single = 0, group[RMR_MAX_GROUPS] = {0};
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    if (n->kind != NODE_ACCESS || n->access != RMR_READ || (k != read && !s->seen[k])) continue;
    const bool many = leads_to(s, k, k, s->head), one = !many && leads_to(s, k, s->head, NO_NODE);
    group[n->group] += many;
    single += one;
    if (many || one) g->node[read].watches |= UINT32_C(1) << n->group;
  }
  if (single > g->watch) g->watch = single;
  for (uint32_t k = 0; k < RMR_MAX_GROUPS; k++)
    if (group[k] > g->watch_group[k]) g->watch_group[k] = group[k];
}

/* Whether the loop goes round from this read with reads alone, and reads the same register there in every round. */
static bool waits(struct search *s, uint32_t read)
{
  const struct node *n = &s->g->node[read];
  reach(s, read, NO_NODE, s->seen);
  return s->seen[s->head] && ((slots_of(&n->index) | slots_of(&n->column)) & varying(s)) == 0;
}

static void look_at(struct search *s, uint32_t head)
{
  s->head = head;
  s->first = s->g->node[head].first;
  s->last = s->g->node[head].last;
}

/* A loop of gotos may go on behind its last `goto` to the head, and come back by one to another head inside. Where a
 * loop begins in another one and ends behind it, both end there. */
static void end_together(struct flow *g)
{
  for (bool again = true; again;) {
    again = false;
    for (uint32_t a = 0; a < g->n_nodes; a++)
      for (uint32_t b = 0; g->node[a].last > g->node[a].first && b < g->n_nodes; b++) { /* few nodes are heads */
        struct node *one = &g->node[a];
        const struct node *other = &g->node[b];
        if (other->first < one->first || other->first >= one->last || other->last <= one->last) continue;
        one->last = other->last;
        again = true;
      }
  }
}

/* The loops around that of the read which may wait, too. */
static void count_outside(struct search *s, struct flow *g, uint32_t read)
{
  for (uint32_t head = 0; head < g->n_nodes; head++) {
    const struct node *n = &g->node[head];
    if (head == g->node[read].round || n->first > read || n->last <= read) continue;
    look_at(s, head);
    if (waits(s, read) && leads_to(s, head, read, NO_NODE)) count(s, g, read);
  }
}

void find_rounds(struct flow *g)
{
  struct search s = {.g = g};
  s.seen = mem_new(g->n_nodes, sizeof *s.seen);
  s.inner = mem_new(g->n_nodes, sizeof *s.inner);
  g->watch = 1;
  end_together(g);
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    struct node *n = &g->node[k];
    if (n->kind != NODE_ACCESS || n->round == NO_NODE) continue;
    look_at(&s, n->round);
    if (waits(&s, k) && leads_to(&s, n->round, k, NO_NODE)) {
      count(&s, g, k);
      count_outside(&s, g, k);
      continue;
    }
    n->round = NO_NODE;
    n->began = NO_SLOT;
  }
  free(s.seen);
  free(s.inner);
}
