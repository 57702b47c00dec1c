/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/levels.h"

#include <stdlib.h>

#include "base/mem.h"

bool levels_fail(struct levels *l, const char *why)
{
  l->why = why;
  return false;
}

static bool is_own_name(const struct value *v)
{
  return v->n == 1 && v->code->kind == EXPR_I;
}

static bool is_number(const struct code *c, int64_t number)
{
  return c->kind == EXPR_NUMBER && c->number == number;
}

bool levels_sets_one(const struct node *n)
{
  return n->kind == NODE_SET && n->value.n == 1 && is_number(n->value.code, 1);
}

/* --- the registers of the levels ---------------------------------------------------------------------------------- */

/* Whether each access to the group has the same slot as its index. */
static bool find_index(struct levels *l, uint32_t group)
{
  bool any = false;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    if (!levels_accesses(n, group)) continue;
    if (n->index.n != 1 || n->index.code->kind != EXPR_LOCAL || (any && n->index.code->slot != l->level)) return false;
    l->level = n->index.code->slot;
    any = true;
  }
  return any;
}

/* N - 1 */
static bool is_last_level(const struct expr *x)
{
  return x->kind == EXPR_SUBTRACT && x->left->kind == EXPR_N && x->right->kind == EXPR_NUMBER && x->right->number == 1;
}

/* False: the text has no levels. */
static bool find_turn(struct levels *l)
{
  const struct tree *t = l->machine->tree;
  for (l->turn = 0; l->turn < t->n_groups; l->turn++) {
    const struct group *g = &t->group[l->turn];
    const bool of_levels = g->n_dimensions == 1 && is_last_level(g->dimension[0].high);
    if (of_levels && g->type.kind == TYPE_PROCESS && find_index(l, l->turn)) return true;
  }
  return false;
}

/* The one node that sets the slot so; NO_NODE: there is none, or several. */
static uint32_t find_set(const struct levels *l, uint8_t slot, bool to_next)
{
  uint32_t found = NO_NODE, n_found = 0;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++)
    if (part_changes(levels_node(l, k), slot) && node_counts(levels_node(l, k), slot, EXPR_ADD) == to_next) {
      found = k;
      n_found++;
    }
  return n_found == 1 ? found : NO_NODE;
}

/* level <= N - 1, or level <= max(1, N - 1), which is the same from N = 2 on. */
static bool is_guard(const struct levels *l, const struct node *n)
{
  const struct code *c = n->value.code;
  const bool larger = n->value.n == 7;
  if (n->kind != NODE_BRANCH || (n->value.n != 5 && !larger)) return false;
  const struct code *last = c + 1 + larger;
  return c->kind == EXPR_LOCAL && c->slot == l->level && (!larger || is_number(c + 1, 1)) && last[0].kind == EXPR_N &&
         is_number(last + 1, 1) && last[2].kind == EXPR_SUBTRACT && (!larger || last[3].kind == EXPR_LARGER) &&
         last[3 + larger].kind == EXPR_AT_MOST;
}

/* The loop goes through the levels 1 to N-1, one by one. */
static bool find_loop(struct levels *l)
{
  l->begin = find_set(l, l->level, false);
  l->more = find_set(l, l->level, true);
  if (l->begin == NO_NODE || l->more == NO_NODE) return levels_fail(l, "they are not gone through one by one");
  const struct node *n = levels_node(l, l->begin);
  if (!levels_sets_one(n)) return levels_fail(l, "the first one is not known to be 1");
  l->guard = part_skip(&l->graph, levels_node(l, l->more)->next);
  if (!is_guard(l, levels_node(l, l->guard))) return levels_fail(l, "they are not known to end with level N-1");
  l->entry = part_skip(&l->graph, levels_node(l, l->guard)->next);
  l->behind = part_skip(&l->graph, levels_node(l, l->guard)->other);
  const uint32_t first = part_skip(&l->graph, n->next);
  return first == l->guard || first == l->entry || levels_fail(l, "the first one does not begin as the others do");
}

/* --- levels, and what is outside of them -------------------------------------------------------------------------- */

static bool check_section(struct levels *l, const struct node *n, bool inside)
{
  if (n->kind != NODE_ACCESS) return true;
  if (n->access == RMR_DELAY) return levels_fail(l, "time is not followed");
  if (inside && n->section != RMR_WAITING && n->section != RMR_DOORWAY) return levels_fail(l, "one is not in an entry");
  if (!inside && n->section != RMR_EXIT) return levels_fail(l, "there are accesses before or behind them in an entry");
  return true;
}

/* A level ends with the next one, and what is outside comes back only through a new passage, with the first one. */
static bool split(struct levels *l)
{
  const uint32_t n = l->graph.flow->n_nodes;
  l->body = mem_new(n, sizeof *l->body);
  l->outside = mem_new(n, sizeof *l->outside);
  part_spread(&l->graph, l->entry, (struct stops){{l->more, NO_NODE, NO_NODE}}, l->body);
  if (l->body[l->guard] || l->body[l->begin]) return levels_fail(l, "one is left in another way than to the next one");
  part_spread(&l->graph, l->graph.flow->begin, (struct stops){{l->begin, NO_NODE, NO_NODE}}, l->outside);
  for (uint32_t k = 0; k < n; k++)
    if (l->outside[k] && levels_node(l, k)->kind == NODE_ACCESS)
      return levels_fail(l, "there are accesses before the first one");
  part_spread(&l->graph, l->behind, (struct stops){{l->begin, NO_NODE, NO_NODE}}, l->outside);
  for (uint32_t k = 0; k < n; k++) {
    if (l->outside[k] && (l->body[k] || k == l->guard || k == l->more))
      return levels_fail(l, "one begins in another way than behind the one before");
    if (l->body[k] && !check_section(l, levels_node(l, k), true)) return false;
    if (l->outside[k] && !check_section(l, levels_node(l, k), false)) return false;
    if (levels_accesses(levels_node(l, k), l->turn) && !l->body[k])
      return levels_fail(l, "their registers are accessed elsewhere as well");
  }
  return true;
}

/* Each way from behind the last level to the first one has an access, which is one of an exit. */
static bool check_exit(struct levels *l)
{
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  part_spread_locally(&l->graph, l->behind, l->begin, reached);
  const bool back = reached[l->begin];
  free(reached);
  return !back || levels_fail(l, "a passage ends without an access in an exit");
}

/* --- one level ---------------------------------------------------------------------------------------------------- */

/* Of the nodes that wait: one read of the level's register, and one of a place. */
static bool find_waiting(struct levels *l)
{
  l->waits = mem_new(l->graph.flow->n_nodes, sizeof *l->waits);
  part_cycles(&l->graph, l->body, l->more, l->waits);
  l->look = l->see = l->claim = NO_NODE;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    const bool turns = levels_accesses(n, l->turn);
    if (turns && n->access == RMR_WRITE) {
      if (l->claim != NO_NODE || !is_own_name(&n->value))
        return levels_fail(l, "other names than one's own, or several, are written to their registers");
      l->claim = k;
    } else if (turns && n->access != RMR_READ) {
      return levels_fail(l, "their registers are not only read and written");
    }
    if (!l->waits[k] || n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) continue;
    uint32_t *which = turns ? &l->look : &l->see;
    if (n->access != RMR_READ || *which != NO_NODE)
      return levels_fail(l, "one waits with other accesses than two reads");
    *which = k;
  }
  if (l->claim == NO_NODE || l->look == NO_NODE || l->see == NO_NODE)
    return levels_fail(l, "none waits for its register and the places of others");
  l->places = levels_node(l, l->see)->group;
  return true;
}

/* From 0 or 1 to N-1, to max(1, N-1) or to N, or without bound. */
bool levels_hold_in(const struct type *t)
{
  if (t->kind == TYPE_NATURAL) return true;
  if (t->kind != TYPE_RANGE || t->low->kind != EXPR_NUMBER || t->low->number > 1) return false;
  const struct expr *high = t->high->kind == EXPR_LARGER ? t->high->right : t->high;
  return high->kind == EXPR_N || is_last_level(high);
}

/* The places are an array [1..N], where each process writes its own register alone, and does nothing else than write
 * and read. */
static bool check_places(struct levels *l)
{
  const struct group *g = &l->machine->tree->group[l->places];
  const struct dimension *d = &g->dimension[0];
  if (g->n_dimensions != 1 || d->low->kind != EXPR_NUMBER || d->low->number != 1 || d->high->kind != EXPR_N)
    return levels_fail(l, "what is looked at has not one register for each process");
  if (!levels_hold_in(&g->type)) return levels_fail(l, "a place is not known to have room for each level");
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    if (!levels_accesses(n, l->places) || n->access == RMR_READ) continue;
    if (n->access != RMR_WRITE || !is_own_name(&n->index)) return levels_fail(l, "not only its owner writes a place");
  }
  return true;
}

/* Each level writes the own name, before it waits; and so once, as it waits with reads only. */
static bool check_claim(struct levels *l)
{
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  part_spread(&l->graph, l->entry, (struct stops){{l->more, l->claim, NO_NODE}}, reached);
  const bool passes = reached[l->more], early = reached[l->look] || reached[l->see];
  free(reached);
  if (passes) return levels_fail(l, "a level may be passed without one's own name in its register");
  return !early || levels_fail(l, "a level may wait before one's own name is in its register");
}

/* --- the ways that end a wait ------------------------------------------------------------------------------------- */

uint8_t levels_differs(const struct node *n, uint8_t slot)
{
  const struct code *c = n->value.code;
  if (n->kind != NODE_BRANCH || n->value.n != 3) return 0;
  const bool here = c[0].kind == EXPR_LOCAL && c[0].slot == slot && c[1].kind == EXPR_I;
  const bool turned = c[1].kind == EXPR_LOCAL && c[1].slot == slot && c[0].kind == EXPR_I;
  if (!here && !turned) return 0;
  return c[2].kind == EXPR_DIFFERENT ? PART_NEXT : c[2].kind == EXPR_EQUAL ? PART_OTHER : 0;
}

/* The question behind a look is about the value that it has read: behind the claim, and behind anything else that its
 * slot gets, there is a look first. */
static bool is_looked(const struct levels *l, uint32_t asks)
{
  const uint8_t slot = levels_node(l, l->look)->slot;
  const struct stops stops = {{l->look, l->more, NO_NODE}};
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const bool other = l->body[k] && k != l->look && part_changes(levels_node(l, k), slot);
    if ((other || k == l->claim) && levels_lead(l, k, asks, stops)) return false;
  }
  return true;
}

/* Another name in the level's register ends the wait. */
static bool check_look(struct levels *l)
{
  const struct node *look = levels_node(l, l->look);
  const uint32_t behind = part_skip(&l->graph, look->next);
  const struct node *asks = levels_node(l, behind);
  const uint8_t way = levels_differs(asks, look->slot);
  const uint32_t gone = way == PART_NEXT ? asks->next : asks->other;
  if (way == 0) return levels_fail(l, "it is not asked whether another name is there");
  if (!is_looked(l, behind)) return levels_fail(l, "what is asked behind a look may be about something else");
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  part_spread(&l->graph, gone, (struct stops){{l->more, NO_NODE, NO_NODE}}, reached);
  const bool waits = reached[l->look] || reached[l->see];
  free(reached);
  return !waits || levels_fail(l, "a level may wait on when another name is there");
}

bool levels_lead(const struct levels *l, uint32_t from, uint32_t to, struct stops stops)
{
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  const struct node *n = levels_node(l, from);
  part_spread(&l->graph, part_skip(&l->graph, n->next), stops, reached);
  if (n->kind == NODE_BRANCH) part_spread(&l->graph, part_skip(&l->graph, n->other), stops, reached);
  const bool found = reached[to];
  free(reached);
  return found;
}

static bool find_others(struct levels *l)
{
  static const char why[] = "the places of others are not looked at one by one";
  const struct value *index = &levels_node(l, l->see)->index;
  l->again = l->next = NO_NODE;
  if (index->n != 1 || index->code->kind != EXPR_LOCAL) return levels_fail(l, why);
  l->other = index->code->slot;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    if (!l->body[k] || !part_changes(n, l->other)) continue;
    uint32_t *which = node_counts(n, l->other, EXPR_ADD) ? &l->next : &l->again;
    if (*which != NO_NODE) return levels_fail(l, why);
    *which = k;
  }
  return (l->again != NO_NODE && l->next != NO_NODE) || levels_fail(l, why);
}

uint32_t levels_end(const struct levels *l)
{
  uint32_t found = NO_NODE, n_found = 0;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = levels_node(l, k);
    const struct code *c = n->value.code;
    if (!l->body[k] || n->kind != NODE_BRANCH || n->value.n != 3) continue;
    if (c[0].kind != EXPR_LOCAL || c[0].slot != l->other || c[1].kind != EXPR_N || c[2].kind != EXPR_AT_MOST) continue;
    found = k;
    n_found++;
  }
  return n_found == 1 ? found : NO_NODE;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

bool levels_find(struct levels *l, const struct machine *machine)
{
  *l = (struct levels){.machine = machine, .graph.flow = &machine->graph};
  l->graph.barred = mem_new(machine->graph.n_nodes, sizeof *l->graph.barred);
  return find_turn(l) &&
         (part_is_plain(machine) ||
          levels_fail(l, "sessions, names, time, changes and graphs are not followed beside them")) &&
         find_loop(l) && split(l) && check_exit(l) && find_waiting(l) && check_places(l) && check_claim(l) &&
         check_look(l) && find_others(l);
}

void levels_free(struct levels *l)
{
  free(l->graph.barred);
  free(l->body);
  free(l->outside);
  free(l->waits);
}
