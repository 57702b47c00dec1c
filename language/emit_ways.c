/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_ways.c: facts about the nodes of a graph for this N and these parameters: the nodes that are reached, and those
 * before them; where ways meet; the replies and locals that are kept, and those that may not be 0.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/emit_model.h"

enum { BIG = 3 /* statements: more are not printed twice */ };

static bool check_access(struct model *w, uint32_t node)
{
  const struct node *n = &w->graph->node[node];
  if (n->access == RMR_UPDATE) return model_stop(w, n->at, "a general update");
  if (n->access == RMR_DELAY) return model_stop(w, n->at, "time");
  return true;
}

/* --- the nodes that are reached ----------------------------------------------------------------------------------- */

/* Where a node leads, as far as N and the parameters do not decide it. */
static uint32_t ways_from(struct model *w, uint32_t node, uint32_t to[2])
{
  const struct node *n = &w->graph->node[node];
  bool taken;
  to[0] = n->next;
  to[1] = n->other;
  if (n->kind != NODE_BRANCH) return n->next != NO_NODE;
  if (!model_known(w, n, &taken)) return 2;
  if (!taken) to[0] = n->other;
  return 1;
}

bool model_known(struct model *w, const struct node *branch, bool *taken)
{
  const uint32_t needs = w->needs; /* it is not printed: slots need no names */
  const bool named = w->named;
  w->named = false;
  w->of = branch->of;
  const struct phrase x = words_of(w, &branch->value);
  *taken = x.value != 0;
  w->needs = needs;
  w->named = named;
  return x.known;
}

static uint8_t class_of(uint8_t section)
{
  return section == RMR_EXIT ? DONE_EXIT : section == RMR_CS ? DONE_CS : DONE_ENTRY;
}

/* Which nodes are reached, and behind what. */
bool model_find_ways(struct model *w)
{
  const struct flow *g = w->graph;
  uint32_t to[2];
  w->step[w->first].reached = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < g->n_nodes && w->ok; k++) {
      if (!w->step[k].reached) continue;
      const bool access = g->node[k].kind == NODE_ACCESS;
      const uint8_t classes = access ? (uint8_t)(1u << class_of(g->node[k].section)) : w->step[k].classes;
      for (uint32_t j = 0, n = ways_from(w, k, to); j < n; j++) {
        struct step_of_model *next = &w->step[to[j]];
        changed |= !next->reached || (classes & ~next->classes) != 0;
        next->reached = true;
        next->classes |= classes;
      }
    }
  }
  for (uint32_t k = 0; k < g->n_nodes && w->ok; k++)
    if (w->step[k].reached && g->node[k].kind == NODE_ACCESS) check_access(w, k);
  w->step[w->first].classes |= 1u << DONE_EXIT; /* it begins in the remainder */
  return w->ok;
}

/* How much there is to print from here to the next accesses, up to `most`. */
static uint32_t weight(struct model *w, uint32_t node, uint32_t most)
{
  const struct node *n = &w->graph->node[node];
  uint32_t to[2], sum = 0;
  if (n->kind == NODE_ACCESS || most == 0) return 0;
  const uint32_t ways = ways_from(w, node, to);
  if (n->kind == NODE_SET) sum = 1;
  if (ways == 2) sum = 2;
  for (uint32_t k = 0; k < ways && sum < most; k++) sum += weight(w, to[k], most - sum);
  return sum;
}

static void find_heads(struct model *w)
{
  const struct flow *g = w->graph;
  uint32_t *ways = mem_new(g->n_nodes, sizeof *ways), to[2];
  for (uint32_t k = 0; k < g->n_nodes; k++)
    for (uint32_t j = 0, n = w->step[k].reached ? ways_from(w, k, to) : 0; j < n; j++) ways[to[j]]++;
  for (uint32_t k = 0; k < g->n_nodes; k++)
    w->step[k].head = ways[k] > 1 && g->node[k].kind != NODE_ACCESS && weight(w, k, BIG) >= BIG;
  free(ways);
}

/* --- replies that are kept ---------------------------------------------------------------------------------------- */

static bool is_live(const struct flow *g, uint32_t node, uint8_t slot)
{
  return (g->node[node].live >> slot & 1) != 0;
}

/* Whether the reply of an access is needed at the end of some way from `node`, or is no longer what the register's
 * name stands for. */
static bool needs_reply(struct model *w, uint32_t access, uint32_t node)
{
  const struct node *a = &w->graph->node[access], *n = &w->graph->node[node];
  const uint64_t place = slots_of(&a->index) | slots_of(&a->column);
  uint32_t to[2];
  if (!is_live(w->graph, node, a->slot)) return false;
  if (n->kind == NODE_ACCESS || w->step[node].head) return true;
  if (n->kind == NODE_SET && (n->slot == a->slot || (a->access == RMR_READ && (place >> n->slot & 1) != 0)))
    return true;
  for (uint32_t k = 0, ways = ways_from(w, node, to); k < ways; k++)
    if (needs_reply(w, access, to[k])) return true;
  return false;
}

static void find_kept(struct model *w)
{
  const struct flow *g = w->graph;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    if (!w->step[k].reached) continue;
    if (n->kind == NODE_ACCESS && n->slot != NO_SLOT) w->step[k].kept = needs_reply(w, k, n->next);
  }
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

uint32_t model_session(struct model *w)
{
  return w->tree->uses_sessions ? model_variable(w, w->tree->local[0].slot, w->tree->body) : NO_NODE;
}

const struct array *model_array(const struct model *w, uint8_t slot)
{
  for (uint32_t k = 0; k < w->graph->n_arrays; k++)
    if (w->graph->array[k].slot == slot) return &w->graph->array[k];
  return NULL;
}

/* Other slots are assigned and nothing more. */
static void find_needed(struct model *w)
{
  for (uint32_t k = 0; k < w->graph->n_nodes; k++) {
    const struct node *n = &w->graph->node[k];
    if (!w->step[k].reached) continue;
    w->needed |= slots_of(&n->value) | slots_of(&n->index) | slots_of(&n->column) | slots_of(&n->old);
    if (n->kind == NODE_ACCESS && !w->tla) w->needed |= n->live; /* it belongs to the state */
  }
}

/* In the order in which they are declared, the others behind them. */
static void name_variables(struct model *w)
{
  const struct flow *g = w->graph;
  w->named = true;
  model_session(w);
  for (uint32_t slot = 0; slot < g->n_slots; slot++)
    for (uint32_t k = 0; k < g->n_nodes; k++) {
      const struct node *n = &g->node[k];
      const bool stored = n->kind == NODE_SET || n->kind == NODE_CLEAR || w->step[k].kept;
      if (w->step[k].reached && stored && n->slot == slot && (w->needed >> slot & 1) != 0)
        model_variable(w, n->slot, n->of);
    }
}

/* --- variables that may not be 0 ---------------------------------------------------------------------------------- */

static uint64_t behind(struct model *w, uint32_t node, uint64_t may)
{
  const struct node *n = &w->graph->node[node];
  if (n->slot == NO_SLOT || n->kind == NODE_REMAINDER || n->kind == NODE_BRANCH || n->kind == NODE_GO)
    return n->kind == NODE_ACCESS ? may & ~model_slots(w, n->dirty) : may;
  if (n->kind == NODE_ACCESS) may &= ~model_slots(w, n->dirty);
  if (n->kind == NODE_ACCESS && !w->step[node].kept) return may;
  if ((w->needed >> n->slot & 1) == 0) return may;
  const uint64_t bit = UINT64_C(1) << model_variable(w, n->slot, n->of);
  may &= ~model_slots(w, UINT64_C(1) << n->slot); /* the other variables of the slot are cleared then */
  return node_sets_zero(n) ? may : may | bit;
}

/* The variable as which a slot is read first, from the first access on; NO_VARIABLE: it is not read. */
static uint32_t first_reader(struct model *w, uint8_t slot)
{
  const struct flow *g = w->graph;
  uint32_t *open = mem_new(g->n_nodes + 1, sizeof *open), n = 1, to[2], found = NO_VARIABLE;
  bool *seen = mem_new(g->n_nodes, sizeof *seen);
  open[0] = w->first;
  seen[w->first] = true;
  while (n > 0 && found == NO_VARIABLE) {
    const uint32_t at = open[--n];
    const struct node *x = &g->node[at];
    const uint64_t read = slots_of(&x->value) | slots_of(&x->index) | slots_of(&x->column) | slots_of(&x->old);
    if ((read >> slot & 1) != 0) found = model_variable(w, slot, x->of);
    if (x->slot == slot && x->kind != NODE_BRANCH && x->kind != NODE_GO && (x->kind != NODE_SET || x->index.n == 0))
      continue;
    for (uint32_t k = 0, ways = ways_from(w, at, to); k < ways; k++)
      if (!seen[to[k]]) seen[open[n++] = to[k]] = true;
  }
  free(open);
  free(seen);
  return found;
}

/* Where several variables share a slot, one of them has its first value: the one that is read. */
static void find_first(struct model *w)
{
  for (uint32_t slot = 0; slot < w->graph->n_slots; slot++) {
    bool any = false;
    for (uint32_t p = 1; p <= w->spec->size.n; p++) any |= w->initial[p][slot] != 0;
    w->first_of[slot] = any ? first_reader(w, (uint8_t)slot) : NO_VARIABLE;
  }
}

static void find_may(struct model *w)
{
  const struct flow *g = w->graph;
  uint32_t to[2];
  for (uint32_t p = 1; p <= w->spec->size.n; p++)
    for (uint32_t k = 0; k < w->n_variables; k++)
      if (model_first(w, p, &w->variable[k]) != 0) w->step[w->first].may |= UINT64_C(1) << k;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < g->n_nodes; k++) {
      if (!w->step[k].reached) continue;
      const uint64_t may = behind(w, k, w->step[k].may);
      for (uint32_t j = 0, n = ways_from(w, k, to); j < n; j++) {
        changed |= (may & ~w->step[to[j]].may) != 0;
        w->step[to[j]].may |= may;
      }
    }
  }
}

void model_find_rest(struct model *w)
{
  find_heads(w);
  find_kept(w);
  find_needed(w);
  name_variables(w);
  find_first(w);
  find_may(w);
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

bool model_is_ambiguous(const struct model *w, uint32_t access)
{
  const uint8_t classes = w->step[access].classes;
  const uint8_t section = w->graph->node[access].section;
  const uint8_t apart =
    section == RMR_EXIT ? 1u << DONE_EXIT : 1u << DONE_ENTRY; /* the way on which it has a section of its own */
  return section != RMR_CS && (classes & apart) != 0 && (classes & ~apart) != 0;
}

bool model_has_again(const struct model *w)
{
  for (uint32_t k = 0; k < w->graph->n_nodes; k++)
    if (w->step[k].reached && w->graph->node[k].kind == NODE_ACCESS && model_is_ambiguous(w, k)) return true;
  return false;
}
