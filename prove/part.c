/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/neighbours.h"

bool part_is_plain(const struct machine *machine)
{
  const struct rmr_algorithm *a = &machine->algorithm;
  const struct tree *t = machine->tree;
  return !a->group && a->name_held == NULL && !t->uses_now && t->n_changes == 0 && !neighbours_has(a);
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

uint32_t part_skip(const struct part *p, uint32_t node)
{
  for (uint32_t k = 0; k < p->flow->n_nodes && p->flow->node[node].kind == NODE_GO; k++)
    node = p->flow->node[node].next;
  return node;
}

bool part_changes(const struct node *n, uint8_t slot)
{
  return n->kind != NODE_GO && n->kind != NODE_BRANCH && n->slot == slot;
}

/* Whether a branch asks if N is 1, or less. */
static bool is_false(const struct node *n)
{
  const struct code *c = n->value.code;
  return n->value.n == 3 && c[0].kind == EXPR_N && c[1].kind == EXPR_NUMBER && c[1].number <= 1 &&
         c[2].kind == EXPR_EQUAL;
}

/* The nodes behind one: up to two. */
static uint32_t behind(const struct part *p, uint32_t node, uint32_t to[2])
{
  const struct node *n = &p->flow->node[node];
  uint32_t count = 0;
  const bool branches = n->kind == NODE_BRANCH;
  if (!(branches && is_false(n)) && (p->barred[node] & PART_NEXT) == 0) to[count++] = part_skip(p, n->next);
  if (branches && (p->barred[node] & PART_OTHER) == 0) to[count++] = part_skip(p, n->other);
  return count;
}

/* --- ways --------------------------------------------------------------------------------------------------------- */

/* open: the nodes that a way goes on from; NULL: all. */
static void spread(const struct part *p, uint32_t from, struct stops stops, const bool *open, bool *reached)
{
  uint32_t *left = mem_new((size_t)p->flow->n_nodes + 1, sizeof *left), n = 0, to[2];
  from = part_skip(p, from);
  if (!reached[from]) left[n++] = from;
  reached[from] = true;
  while (n != 0) {
    const uint32_t at = left[--n];
    if (at == stops.at[0] || at == stops.at[1] || at == stops.at[2] || (open != NULL && !open[at])) continue;
    for (uint32_t k = behind(p, at, to); k-- > 0;) {
      if (!reached[to[k]]) left[n++] = to[k];
      reached[to[k]] = true;
    }
  }
  free(left);
}

void part_spread(const struct part *p, uint32_t from, struct stops stops, bool *reached)
{
  spread(p, from, stops, NULL, reached);
}

void part_spread_locally(const struct part *p, uint32_t from, uint32_t stop, bool *reached)
{
  bool *local = mem_new(p->flow->n_nodes, sizeof *local);
  for (uint32_t k = 0; k < p->flow->n_nodes; k++) local[k] = p->flow->node[k].kind != NODE_ACCESS;
  spread(p, from, (struct stops){{stop, NO_NODE, NO_NODE}}, local, reached);
  free(local);
}

void part_cycles(const struct part *p, const bool *among, uint32_t stop, bool *cyclic)
{
  const uint32_t n = p->flow->n_nodes;
  bool *reached = mem_new(n, sizeof *reached);
  uint32_t to[2];
  for (uint32_t k = 0; k < n; k++) {
    if (!among[k] || k == stop) continue;
    memset(reached, 0, n * sizeof *reached);
    for (uint32_t j = behind(p, k, to); j-- > 0;)
      part_spread(p, to[j], (struct stops){{stop, NO_NODE, NO_NODE}}, reached);
    cyclic[k] = reached[k];
  }
  free(reached);
}

/* --- the longest way ---------------------------------------------------------------------------------------------- */

/* The most from each node on, by the nodes behind it, until no more becomes known. */
static bool find_most(const struct part *p, uint32_t stop, const bool *counted, uint32_t *most)
{
  uint32_t to[2];
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = p->flow->n_nodes; k-- > 0;) {
      uint32_t here = 0;
      for (uint32_t j = k == stop ? 0 : behind(p, k, to); j-- > 0;)
        if (most[to[j]] > here) here = most[to[j]];
      here += counted[k];
      if (here > p->flow->n_nodes) return false; /* a node is counted again */
      more |= here != most[k];
      most[k] = here;
    }
  }
  return true;
}

/* The lines of a way on which nothing of the most is lost. */
static void find_lines(const struct part *p, uint32_t from, uint32_t stop, const bool *counted, const uint32_t *most,
                       struct reach_paid *out)
{
  const uint32_t n = p->flow->n_nodes;
  bool *open = mem_new(n, sizeof *open), *reached = mem_new(n, sizeof *reached);
  for (uint32_t left = most[from]; left != 0; left--) {
    uint32_t at = 0, to[2];
    for (uint32_t k = 0; k < n; k++) open[k] = !counted[k] && most[k] == left;
    memset(reached, 0, n * sizeof *reached);
    spread(p, from, (struct stops){{stop, NO_NODE, NO_NODE}}, open, reached);
    while (!reached[at] || !counted[at] || most[at] != left) at++;
    out->by_line[p->flow->node[at].line]++;
    for (uint32_t k = behind(p, at, to); k-- > 0;)
      if (most[to[k]] == left - 1) from = to[k];
  }
  free(open);
  free(reached);
}

bool part_longest(const struct part *p, uint32_t from, uint32_t stop, const bool *counted, struct reach_paid *out)
{
  uint32_t *most = mem_new(p->flow->n_nodes, sizeof *most);
  const bool finite = find_most(p, stop, counted, most);
  *out = (struct reach_paid){.most = 0};
  if (finite) {
    out->most = most[from];
    find_lines(p, from, stop, counted, most, out);
  }
  free(most);
  return finite;
}
