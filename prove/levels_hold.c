/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * levels_hold.c: whether each level holds a process back. A process leaves a level if it finds another name in the
 * level's register, or if it has found the places of all others below its level, one after another, since it wrote its
 * own name. Then at most N-k processes are beyond level k (docs/every-n-trees.md, Lemma 8e).
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/levels.h"

/* A process says at which level it is before it writes its name there, and nothing else until its exit. */
static bool check_said(struct levels *l)
{
  const uint32_t n = l->graph.flow->n_nodes;
  bool *reached = mem_new(n, sizeof *reached), plain = true;
  for (uint32_t k = 0; k < n; k++) {
    const struct node *at = levels_node(l, k);
    const bool says = l->body[k] && levels_accesses(at, l->places) && at->access == RMR_WRITE;
    plain &= !says || levels_is_level(l, &at->value);
    if (says) l->graph.barred[k] = PART_NEXT;
  }
  part_spread(&l->graph, l->entry, (struct stops){{l->more, l->claim, NO_NODE}}, reached);
  const bool silent = reached[l->claim];
  free(reached);
  memset(l->graph.barred, 0, n * sizeof *l->graph.barred);
  if (!plain) return levels_fail(l, "something else than the level is written to a place");
  return !silent || levels_fail(l, "one's own name may be written before the level is said");
}

/* The question whether the place that was just read is below the level. */
static uint32_t find_below(const struct levels *l)
{
  const uint8_t read = levels_node(l, l->see)->slot;
  uint32_t found = NO_NODE, n_found = 0;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    const struct code *c = n->value.code;
    if (!l->body[k] || n->kind != NODE_BRANCH || n->value.n != 3) continue;
    if (c[0].kind != EXPR_LOCAL || c[0].slot != read || c[1].kind != EXPR_LOCAL || c[1].slot != l->level) continue;
    found = k;
    n_found += c[2].kind == EXPR_LESS ? 1 : 2;
  }
  return n_found == 1 ? found : NO_NODE;
}

/* The value that was read is still there at the question: nothing else gets to that slot at a level, and the question
 * comes only behind a read of this place. */
static bool is_fresh(const struct levels *l, uint32_t below)
{
  const uint8_t read = levels_node(l, l->see)->slot;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++)
    if (l->body[k] && k != l->see && part_changes(levels_node(l, k), read)) return false;
  const struct stops stops = {{l->see, l->more, NO_NODE}};
  return !levels_lead(l, l->again, below, stops) && !levels_lead(l, l->next, below, stops) &&
         !levels_lead(l, l->claim, below, stops);
}

/* From the first one to the last one, no place is passed over unless it was found below, or is one's own. */
static bool check_scan(struct levels *l)
{
  const uint32_t end = levels_end(l), below = find_below(l), n = l->graph.flow->n_nodes;
  if (!levels_sets_one(levels_node(l, l->again)) || end == NO_NODE)
    return levels_fail(l, "it is not known that the places of all others are looked at");
  if (below == NO_NODE || !is_fresh(l, below))
    return levels_fail(l, "it is not asked whether a place is below the level");
  const uint8_t gone =
    levels_differs(levels_node(l, part_skip(&l->graph, levels_node(l, l->look)->next)), levels_node(l, l->look)->slot);
  for (uint32_t k = 0; k < n; k++) {
    const uint8_t differs = levels_differs(levels_node(l, k), l->other);
    if (differs != 0) l->graph.barred[k] = differs == PART_NEXT ? PART_OTHER : PART_NEXT;
  }
  l->graph.barred[below] = PART_NEXT;
  const struct stops stops = {{l->more, l->again, NO_NODE}};
  const bool skips = levels_lead(l, l->again, l->next, stops) || levels_lead(l, l->next, l->next, stops);
  memset(l->graph.barred, 0, n * sizeof *l->graph.barred);
  const bool early = levels_lead(l, l->claim, end, stops);
  l->graph.barred[part_skip(&l->graph, levels_node(l, l->look)->next)] = gone;
  l->graph.barred[end] = PART_OTHER;
  const bool leaves = levels_lead(l, l->claim, l->more, (struct stops){{NO_NODE, NO_NODE, NO_NODE}});
  memset(l->graph.barred, 0, n * sizeof *l->graph.barred);
  if (skips || early) return levels_fail(l, "a place may be passed over that is not below the level");
  return !leaves ||
         levels_fail(l, "a level may be left in another way than behind a look at its register or at all places");
}

bool levels_exclude(struct levels *l)
{
  return check_said(l) && check_scan(l);
}
