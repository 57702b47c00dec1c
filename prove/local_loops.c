/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * local_loops.c: where loops count. In a strongly connected part of the local nodes let all changes of a slot be + 1,
 * or all - 1. Then no run takes one of them without an end; and from some step on it takes the rest of the part alone,
 * of which the same is asked. So the loop within a loop may set its own slot anew in each round of the outer one.
 */
#include "prove/local_loops.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/part.h"

/* Adds all that some nodes reach, within others; backwards: by which they are reached. */
static void spread(const struct flow *f, const bool *within, bool backwards, bool *reached)
{
  bool more = true;
  while (more) {
    more = false;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      const struct node *n = &f->node[k];
      const uint32_t behind[] = {n->next, n->kind == NODE_BRANCH ? n->other : n->next};
      for (uint32_t j = 0; j < 2 && within[k]; j++) {
        const uint32_t from = backwards ? behind[j] : k, to = backwards ? k : behind[j];
        if (!within[from] || !within[to] || !reached[from] || reached[to]) continue;
        reached[to] = more = true;
      }
    }
  }
}

/* The nodes that are on cycles through this one. */
static bool find_cycles(const struct flow *f, const bool *within, uint32_t node, bool *cyclic)
{
  const struct node *n = &f->node[node];
  bool *back = mem_new(f->n_nodes, sizeof *back);
  memset(cyclic, 0, f->n_nodes * sizeof *cyclic);
  cyclic[n->next] = within[n->next];
  if (n->kind == NODE_BRANCH) cyclic[n->other] = within[n->other];
  back[node] = true;
  spread(f, within, false, cyclic);
  spread(f, within, true, back);
  for (uint32_t k = 0; k < f->n_nodes; k++) cyclic[k] &= back[k];
  free(back);
  return cyclic[node];
}

/* Whether the slot is changed within these nodes, and always in this way. */
static bool counts(const struct flow *f, const bool *within, uint8_t slot, enum expr_kind by)
{
  bool any = false;
  for (uint32_t k = 0; k < f->n_nodes; k++) {
    if (!within[k] || !part_changes(&f->node[k], slot)) continue;
    if (!node_counts(&f->node[k], slot, by)) return false;
    any = true;
  }
  return any;
}

static void mark(const struct flow *f, bool *within, bool *counting);

/* A strongly connected part. The slot that counts in it, if there is one, does not count in the rest. */
static void mark_part(const struct flow *f, bool *part, bool *counting)
{
  for (uint8_t slot = 0; slot < f->n_slots; slot++) {
    if (!counts(f, part, slot, EXPR_ADD) && !counts(f, part, slot, EXPR_SUBTRACT)) continue;
    for (uint32_t k = 0; k < f->n_nodes; k++) {
      if (!part[k] || !part_changes(&f->node[k], slot)) continue;
      counting[k] = true;
      part[k] = false;
    }
    mark(f, part, counting);
    return;
  }
}

/* All parts of these nodes. */
static void mark(const struct flow *f, bool *within, bool *counting)
{
  bool *part = mem_new(f->n_nodes, sizeof *part);
  for (uint32_t k = 0; k < f->n_nodes; k++) {
    if (!within[k]) continue;
    const bool cyclic = find_cycles(f, within, k, part);
    within[k] = false;
    for (uint32_t j = 0; cyclic && j < f->n_nodes; j++) within[j] &= !part[j];
    if (cyclic) mark_part(f, part, counting);
  }
  free(part);
}

bool local_loops_keep(const struct flow *f, bool *within)
{
  uint32_t left = f->n_nodes, before = 0;
  while (left != before) {
    before = left;
    left = 0;
    for (uint32_t k = f->n_nodes; k-- > 0;) {
      const struct node *n = &f->node[k];
      within[k] &= within[n->next] || (n->kind == NODE_BRANCH && within[n->other]);
      left += within[k];
    }
  }
  return left != 0;
}

bool *local_loops_find(const struct flow *f)
{
  bool *within = mem_new(f->n_nodes, sizeof *within), *counting = NULL;
  for (uint32_t k = 0; k < f->n_nodes; k++) within[k] = f->node[k].kind != NODE_ACCESS;
  if (local_loops_keep(f, within)) {
    counting = mem_new(f->n_nodes, sizeof *counting);
    mark(f, within, counting);
  }
  free(within);
  return counting;
}
