/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/transitions.h"

#include <stdlib.h>

#include "base/mem.h"

/* Facts of a node: it is reached, and which slots have been set before it, on some way. */
struct reached {
  bool here;
  uint64_t changed;
};

/* Whether that is news. */
static bool reach(struct reached *node, uint64_t changed)
{
  const bool news = !node->here || (changed & ~node->changed) != 0;
  node->here = true;
  node->changed |= changed;
  return news;
}

static bool reach_next(const struct node *n, struct reached *reached, uint64_t changed)
{
  bool news = n->next != NO_NODE && reach(&reached[n->next], changed);
  if (n->kind == NODE_BRANCH && n->other != NO_NODE) news |= reach(&reached[n->other], changed);
  return news;
}

void find_next_lines(const struct flow *g, uint32_t line, struct next_line *to)
{
  struct reached *reached = mem_new(g->n_nodes, sizeof *reached);
  const struct node *begin = &g->node[g->at_line[line]];
  for (bool news = reach_next(begin, reached, slot_bit(begin->slot)); news;) {
    news = false;
    for (uint32_t k = 0; k < g->n_nodes; k++)
      if (reached[k].here && g->node[k].kind != NODE_ACCESS)
        news |= reach_next(&g->node[k], reached, reached[k].changed | slot_bit(g->node[k].slot));
  }
  for (uint32_t k = 1; k <= g->n_lines; k++) {
    const struct node *n = &g->node[g->at_line[k]];
    const struct reached *end = &reached[g->at_line[k]];
    to[k] = (struct next_line){.possible = end->here, .changed = end->changed | n->dirty};
    for (uint32_t j = 0; j < n->n_trims; j++) to[k].changed |= slot_bit(n->trim[j].slot);
  }
  free(reached);
}

static bool is_among(const struct expr *at, uint32_t line)
{
  return line >= at->number && line <= at->rest;
}

static bool can_cause(const struct delta_cause *cause, const struct tree *tree, const struct node *access,
                      uint32_t from, uint32_t to, uint64_t changed)
{
  const struct expr *read = cause->read;
  if (read->kind == EXPR_OTHERS && (changed & slot_bit(tree->local[read->local].slot)) == 0) return false;
  if (read->kind == EXPR_AT && is_among(read, from) == is_among(read, to)) return false;
  if (read->kind == EXPR_SHARED && (!rmr_kind_writes(access->access) || access->group != read->group)) return false;
  for (uint32_t k = 0; k < cause->n_lines; k++) {
    const struct fact *f = &cause->line[k];
    if (is_among(f->x, f->before ? from : to) != f->holds) return false;
  }
  return true;
}

bool rule_concerns(const struct delta_rule *rule, const struct tree *tree, const struct flow *g, uint32_t from,
                   uint32_t to, uint64_t changed)
{
  const struct node *access = &g->node[g->at_line[from]];
  if (rule->written && (!rmr_kind_writes(access->access) || access->group != rule->group)) return false;
  if (rule->n_causes > MOST_CAUSES) return true;
  for (uint32_t k = 0; k < rule->n_causes; k++)
    if (can_cause(&rule->cause[k], tree, access, from, to, changed)) return true;
  return false;
}
