/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/part.h"

/* The nodes that make the levels. */
struct levels {
  struct part graph;
  const struct machine *machine;
  uint32_t turn, places;  /* groups: a register of each level; the place of each process */
  uint8_t level, other;   /* slots: at which level it is; at whose place it looks */
  uint32_t begin, more;   /* the first level; the next one */
  uint32_t guard;         /* whether there is one */
  uint32_t entry, behind; /* of a level; behind all of them */
  uint32_t claim, look;   /* a write of the own name to the level's register; a read of it, where it waits */
  uint32_t see;           /* a read of another's place, where it waits */
  uint32_t again, next;   /* the first other one; the next one */
  bool *body, *outside;   /* [node]: of a level; of what is not */
  bool *waits;            /* [node]: of a level, and on a cycle */
  const char *why;
};

static bool fails(struct levels *l, const char *why)
{
  l->why = why;
  return false;
}

static const struct node *node_of(const struct levels *l, uint32_t k)
{
  return &l->graph.flow->node[k];
}

static bool accesses(const struct node *n, uint32_t group)
{
  return n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && n->group == group;
}

static bool is_own_name(const struct value *v)
{
  return v->n == 1 && v->code->kind == EXPR_I;
}

static bool is_number(const struct code *c, int64_t number)
{
  return c->kind == EXPR_NUMBER && c->number == number;
}

/* --- the registers of the levels ---------------------------------------------------------------------------------- */

/* Whether each access to the group has the same slot as its index. */
static bool find_index(struct levels *l, uint32_t group)
{
  bool any = false;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = node_of(l, k);
    if (!accesses(n, group)) continue;
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
    if (part_changes(node_of(l, k), slot) && part_counts(node_of(l, k), slot, EXPR_ADD) == to_next) {
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
  if (l->begin == NO_NODE || l->more == NO_NODE) return fails(l, "they are not gone through one by one");
  const struct node *n = node_of(l, l->begin);
  if (n->value.n != 1 || !is_number(n->value.code, 1)) return fails(l, "the first one is not known to be 1");
  l->guard = part_skip(&l->graph, node_of(l, l->more)->next);
  if (!is_guard(l, node_of(l, l->guard))) return fails(l, "they are not known to end with level N-1");
  l->entry = part_skip(&l->graph, node_of(l, l->guard)->next);
  l->behind = part_skip(&l->graph, node_of(l, l->guard)->other);
  const uint32_t first = part_skip(&l->graph, n->next);
  return first == l->guard || first == l->entry || fails(l, "the first one does not begin as the others do");
}

/* --- levels, and what is outside of them -------------------------------------------------------------------------- */

static bool check_section(struct levels *l, const struct node *n, bool inside)
{
  if (n->kind != NODE_ACCESS) return true;
  if (n->access == RMR_DELAY) return fails(l, "time is not followed");
  if (inside && n->section != RMR_WAITING && n->section != RMR_DOORWAY) return fails(l, "one is not in an entry");
  if (!inside && n->section != RMR_EXIT) return fails(l, "there are accesses before or behind them in an entry");
  return true;
}

/* A level ends with the next one, and what is outside comes back only through a new passage, with the first one. */
static bool split(struct levels *l)
{
  const uint32_t n = l->graph.flow->n_nodes;
  l->body = mem_new(n, sizeof *l->body);
  l->outside = mem_new(n, sizeof *l->outside);
  part_spread(&l->graph, l->entry, (struct stops){{l->more, NO_NODE, NO_NODE}}, l->body);
  if (l->body[l->guard] || l->body[l->begin]) return fails(l, "one is left in another way than to the next one");
  part_spread(&l->graph, l->graph.flow->begin, (struct stops){{l->begin, NO_NODE, NO_NODE}}, l->outside);
  for (uint32_t k = 0; k < n; k++)
    if (l->outside[k] && node_of(l, k)->kind == NODE_ACCESS) return fails(l, "there are accesses before the first one");
  part_spread(&l->graph, l->behind, (struct stops){{l->begin, NO_NODE, NO_NODE}}, l->outside);
  for (uint32_t k = 0; k < n; k++) {
    if (l->outside[k] && (l->body[k] || k == l->guard || k == l->more))
      return fails(l, "one begins in another way than behind the one before");
    if (l->body[k] && !check_section(l, node_of(l, k), true)) return false;
    if (l->outside[k] && !check_section(l, node_of(l, k), false)) return false;
    if (accesses(node_of(l, k), l->turn) && !l->body[k])
      return fails(l, "their registers are accessed elsewhere as well");
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
  return !back || fails(l, "a passage ends without an access in an exit");
}

/* --- one level ---------------------------------------------------------------------------------------------------- */

/* Of the nodes that wait: one read of the level's register, and one of a place. */
static bool find_waiting(struct levels *l)
{
  l->waits = mem_new(l->graph.flow->n_nodes, sizeof *l->waits);
  part_cycles(&l->graph, l->body, l->more, l->waits);
  l->look = l->see = l->claim = NO_NODE;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = node_of(l, k);
    const bool turns = accesses(n, l->turn);
    if (turns && n->access == RMR_WRITE) {
      if (l->claim != NO_NODE || !is_own_name(&n->value))
        return fails(l, "other names than one's own, or several, are written to their registers");
      l->claim = k;
    } else if (turns && n->access != RMR_READ) {
      return fails(l, "their registers are not only read and written");
    }
    if (!l->waits[k] || n->kind != NODE_ACCESS || !rmr_kind_accesses(n->access)) continue;
    uint32_t *which = turns ? &l->look : &l->see;
    if (n->access != RMR_READ || *which != NO_NODE) return fails(l, "one waits with other accesses than two reads");
    *which = k;
  }
  if (l->claim == NO_NODE || l->look == NO_NODE || l->see == NO_NODE)
    return fails(l, "none waits for its register and the places of others");
  l->places = node_of(l, l->see)->group;
  return true;
}

/* The places are an array [1..N], where each process writes its own register alone, and does nothing else than write
 * and read. */
static bool check_places(struct levels *l)
{
  const struct group *g = &l->machine->tree->group[l->places];
  const struct dimension *d = &g->dimension[0];
  if (g->n_dimensions != 1 || d->low->kind != EXPR_NUMBER || d->low->number != 1 || d->high->kind != EXPR_N)
    return fails(l, "what is looked at has not one register for each process");
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = node_of(l, k);
    if (!accesses(n, l->places) || n->access == RMR_READ) continue;
    if (n->access != RMR_WRITE || !is_own_name(&n->index)) return fails(l, "not only its owner writes a place");
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
  if (passes) return fails(l, "a level may be passed without one's own name in its register");
  return !early || fails(l, "a level may wait before one's own name is in its register");
}

/* The way of the branch if the slot and the own name differ; 0: it does not ask that. */
static uint8_t where_differs(const struct node *n, uint8_t slot)
{
  const struct code *c = n->value.code;
  if (n->kind != NODE_BRANCH || n->value.n != 3) return 0;
  const bool here = c[0].kind == EXPR_LOCAL && c[0].slot == slot && c[1].kind == EXPR_I;
  const bool turned = c[1].kind == EXPR_LOCAL && c[1].slot == slot && c[0].kind == EXPR_I;
  if (!here && !turned) return 0;
  return c[2].kind == EXPR_DIFFERENT ? PART_NEXT : c[2].kind == EXPR_EQUAL ? PART_OTHER : 0;
}

/* Another name in the level's register ends the wait. */
static bool check_look(struct levels *l)
{
  const struct node *look = node_of(l, l->look);
  const struct node *asks = node_of(l, part_skip(&l->graph, look->next));
  const uint8_t way = where_differs(asks, look->slot);
  const uint32_t gone = way == PART_NEXT ? asks->next : asks->other;
  if (way == 0) return fails(l, "it is not asked whether another name is there");
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  part_spread(&l->graph, gone, (struct stops){{l->more, NO_NODE, NO_NODE}}, reached);
  const bool waits = reached[l->look] || reached[l->see];
  free(reached);
  return !waits || fails(l, "a level may wait on when another name is there");
}

/* --- one after another -------------------------------------------------------------------------------------------- */

/* Whether some way leads from behind the node to another one, before it is at one of these. */
static bool leads(const struct levels *l, uint32_t from, uint32_t to, struct stops stops)
{
  bool *reached = mem_new(l->graph.flow->n_nodes, sizeof *reached);
  const struct node *n = node_of(l, from);
  part_spread(&l->graph, part_skip(&l->graph, n->next), stops, reached);
  if (n->kind == NODE_BRANCH) part_spread(&l->graph, part_skip(&l->graph, n->other), stops, reached);
  const bool found = reached[to];
  free(reached);
  return found;
}

static bool find_others(struct levels *l)
{
  const struct value *index = &node_of(l, l->see)->index;
  l->again = l->next = NO_NODE;
  if (index->n != 1 || index->code->kind != EXPR_LOCAL) return false;
  l->other = index->code->slot;
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) {
    const struct node *n = node_of(l, k);
    if (!l->body[k] || !part_changes(n, l->other)) continue;
    uint32_t *which = part_counts(n, l->other, EXPR_ADD) ? &l->next : &l->again;
    if (*which != NO_NODE) return false;
    *which = k;
  }
  return l->again != NO_NODE && l->next != NO_NODE;
}

/* Between two looks at the level's register the place of another process is read once at most: the loop goes on from
 * one to the next, and begins again only behind a look. It leaves out the own place. */
static bool check_others(struct levels *l)
{
  const uint32_t end = l->more;
  if (!find_others(l)) return fails(l, "the places of others are not looked at one by one");
  if (leads(l, l->look, l->see, (struct stops){{end, l->again, NO_NODE}}) ||
      leads(l, l->claim, l->see, (struct stops){{end, l->again, NO_NODE}}))
    return fails(l, "a wait does not begin with the first one of the others");
  if (leads(l, l->again, l->again, (struct stops){{end, l->look, NO_NODE}}) ||
      leads(l, l->see, l->see, (struct stops){{end, l->look, l->next}}))
    return fails(l, "a place may be looked at again before the level's register is");
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++) l->graph.barred[k] = where_differs(node_of(l, k), l->other);
  const bool own = leads(l, l->again, l->see, (struct stops){{end, l->look, NO_NODE}}) ||
                   leads(l, l->next, l->see, (struct stops){{end, l->look, NO_NODE}});
  memset(l->graph.barred, 0, l->graph.flow->n_nodes * sizeof *l->graph.barred);
  return !own || fails(l, "one's own place is looked at as well");
}

/* --- what it costs ------------------------------------------------------------------------------------------------ */

/* Accesses that may cost, or writes of places, on the longest way: in a level, or outside. False: there is no longest
 * one. */
static bool pay(const struct levels *l, bool inside, bool places, struct reach_paid *out)
{
  const uint32_t n = l->graph.flow->n_nodes;
  bool *counted = mem_new(n, sizeof *counted);
  for (uint32_t k = 0; k < n; k++) {
    const struct node *at = node_of(l, k);
    const bool any = at->kind == NODE_ACCESS && rmr_kind_accesses(at->access) && (inside ? l->body[k] : l->outside[k]);
    const bool writes = at->access == RMR_WRITE && at->group == l->places;
    counted[k] = any && (places ? writes : k != l->look && k != l->see);
  }
  const bool finite = part_longest(&l->graph, inside ? l->entry : l->behind, inside ? l->more : l->begin, counted, out);
  free(counted);
  return finite;
}

/* So much more, at one line. */
static void add(struct reach_paid *paid, uint16_t line, uint64_t much)
{
  paid->most += much;
  paid->by_line[line] = (uint16_t)(paid->by_line[line] + much);
}

/* By powers of N-1. At each level the first look at the register costs where the own write leaves no copy, and so does
 * the one that ends the wait. Of another one's place the first look costs, the last one, and one for each write between
 * two times that this one writes its name at the level. */
static bool find_cost(struct levels *l, enum memory memory, struct reach_paid power[PROVE_MOST_POWERS])
{
  struct reach_paid outside, each;
  const uint16_t look = node_of(l, l->look)->line, see = node_of(l, l->see)->line;
  if (!pay(l, false, false, &power[0]) || !pay(l, true, false, &power[1]) || !pay(l, false, true, &outside) ||
      !pay(l, true, true, &each))
    return fails(l, "there is a loop in which an access is made again and again");
  add(&power[1], look, memory_writer_holds(memory) ? 1 : 2);
  power[2] = power[3] = (struct reach_paid){.most = 0};
  add(&power[2], see, 2 + outside.most);
  add(&power[3], see, each.most);
  return true;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static bool is_followed(struct levels *l, enum memory memory)
{
  if (!memory_has_caches(memory)) return fails(l, "without caches each look costs");
  if (!part_is_plain(l->machine))
    return fails(l, "sessions, names, time, changes and graphs are not followed beside them");
  return true;
}

bool levels_cost(const struct machine *machine, enum memory memory, struct prove_cost *cost, const char **why)
{
  struct levels l = {.machine = machine, .graph.flow = &machine->graph};
  *cost = (struct prove_cost){.form = PROVE_POWERS, .by_levels = true};
  l.graph.barred = mem_new(machine->graph.n_nodes, sizeof *l.graph.barred);
  const bool ok = find_turn(&l) && is_followed(&l, memory) && find_loop(&l) && split(&l) && check_exit(&l) &&
                  find_waiting(&l) && check_places(&l) && check_claim(&l) && check_look(&l) && check_others(&l) &&
                  find_cost(&l, memory, cost->power);
  if (ok) cost->verdict = PROVE_HOLDS;
  *why = l.why;
  free(l.graph.barred);
  free(l.body);
  free(l.outside);
  free(l.waits);
  return ok;
}
