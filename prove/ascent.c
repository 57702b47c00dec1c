/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/ascent.h"

#include <stdlib.h>

#include "base/mem.h"
#include "language/evaluate.h"
#include "prove/ascent_loops.h"
#include "prove/quiet.h"

/* --- registers ---------------------------------------------------------------------------------------------------- */

static bool holds_names(const struct group *g)
{
  return g->type.kind == TYPE_PROCESS;
}

static bool is_number(struct ascent_term t)
{
  return t.kind == ASCENT_NUMBER;
}

static bool is_constant_range(const struct ascending *c, const struct expr *low, const struct expr *high)
{
  return is_number(ascent_term_of_expression(&c->terms, low)) && is_number(ascent_term_of_expression(&c->terms, high));
}

/* Whether the first values of registers are the same at all nodes, and with all names. */
static bool check_values(struct ascending *c, const struct group *g)
{
  const struct ascent_term first = ascent_term_of_expression(&c->terms, g->initial);
  const bool plain = g->type.kind == TYPE_BOOLEAN || g->type.kind == TYPE_ENUM ||
                     (g->type.kind == TYPE_RANGE && is_constant_range(c, g->type.low, g->type.high));
  if (g->epoch || g->lease || g->n_updates != 0 || (!plain && !holds_names(g)))
    return ascent_fails(c, "a register holds other values than names, or numbers of a constant range");
  const bool nil = g->type.nil && (g->initial == NULL || ascent_term_is(first, ASCENT_NUMBER, 0));
  const bool alike = g->arbitrary || (holds_names(g) ? nil : g->initial == NULL || is_number(first));
  return alike || ascent_fails(c, "registers of different nodes, or of different processes, begin differently");
}

/* [1..number of leaves - 1], and another index of a constant range. Arrays begin at 0 or at 1. A heap
 * has no more leaves than a full tree. */
static bool has_nodes(const struct ascending *c, const struct group *g)
{
  const struct dimension *d = g->dimension;
  const struct ascent_term high = ascent_term_of_expression(&c->terms, d[0].high);
  return high.kind == ASCENT_LEAVES && (c->terms.heap || !high.heap) && high.plus >= -1 &&
         (g->n_dimensions == 1 || is_constant_range(c, d[1].low, d[1].high));
}

/* One index is that of the level, at all levels; the other one is 1..N. Two sides of a heap may come from different
 * levels. */
static bool has_levels(const struct ascending *c, const struct group *g, const struct ascent_group *as)
{
  const struct dimension *of_level = &g->dimension[as->level_at], *of_process = &g->dimension[1 - as->level_at];
  const struct ascent_term low = ascent_term_of_expression(&c->terms, of_level->low);
  const struct ascent_term high = ascent_term_of_expression(&c->terms, of_level->high);
  const struct ascent_term last = ascent_term_of_expression(&c->terms, of_process->high);
  return is_number(low) && low.plus <= as->lowest && high.kind == ASCENT_TOP && !high.heap &&
         high.plus >= as->lowest - 1 && !c->terms.heap &&
         ascent_term_is(ascent_term_of_expression(&c->terms, of_process->low), ASCENT_NUMBER, 1) &&
         ascent_term_is(last, ASCENT_LEAVES, 0) && last.heap;
}

static bool is_name(struct ascent_term t)
{
  return ascent_term_is_name(t) && !is_number(t);
}

/* An access to the node at which the process is, or to a register of this level and of a process. All of a group are of
 * one form. */
static bool check_index(struct ascending *c, const struct node *n)
{
  const struct group *g = &c->machine->tree->group[n->group];
  const struct ascent_term row = ascent_value(c, n, &n->index), column = ascent_value(c, n, &n->column);
  struct ascent_group now = {.accessed = true}, *as = &c->out->group[n->group];
  if (g->n_dimensions == 0) return ascent_fails(c, "a register is of no level");
  const bool of_node = ascent_term_is(row, ASCENT_PATH, 1 - c->terms.first) && row.heap == c->terms.heap &&
                       (g->n_dimensions == 1 || ascent_term_is_data(column));
  if (!of_node) {
    now.of_process = g->n_dimensions == 2;
    now.level_at = row.kind != ASCENT_LEVEL;
    const struct ascent_term level = now.level_at == 0 ? row : column, name = now.level_at == 0 ? column : row;
    now.lowest = c->terms.first + level.plus;
    if (!now.of_process || level.kind != ASCENT_LEVEL || !is_name(name))
      return ascent_fails(c, "an index is neither the node at this level, nor this level and the name of a process");
  }
  if (now.of_process ? !has_levels(c, g, &now) : !has_nodes(c, g))
    return ascent_fails(c, "an array has not one register for each node, or for each level and process");
  const bool same = now.of_process == as->of_process && now.level_at == as->level_at && now.lowest == as->lowest;
  if (as->accessed && !same) return ascent_fails(c, "an array has different indices in different places");
  *as = now;
  return true;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool fits(const struct ascending *c, const struct node *n, const struct value *v, bool names)
{
  const struct ascent_term t = ascent_value(c, n, v);
  return v->n == 0 || (names ? ascent_term_is_name(t) : ascent_term_is_data(t));
}

static bool check_access(struct ascending *c, const struct node *n, uint8_t part)
{
  if (!rmr_kind_accesses(n->access) || (part != PART_UP && part != PART_DOWN))
    return ascent_fails(c, "there are other steps than accesses at levels");
  if (part == PART_UP ? !rmr_section_is_entry(n->section) : n->section != RMR_EXIT)
    return ascent_fails(c, "the way up is not the entry, or the way down is not the exit");
  const struct group *g = &c->machine->tree->group[n->group];
  const bool names = holds_names(g);
  if (!check_values(c, g) || !check_index(c, n)) return false;
  const bool adds = n->access == RMR_TAS || n->access == RMR_FETCH_ADD;
  return (fits(c, n, &n->value, names) && fits(c, n, &n->old, names) && !(names && adds)) ||
         ascent_fails(c, "something else than names, or than numbers, is written to a register");
}

static bool check_node(struct ascending *c, uint32_t k)
{
  static const char arrays[] = "local arrays are not followed";
  const struct node *n = ascent_node(c, k);
  const uint8_t part = c->part[k];
  const bool at_level = part == PART_UP || part == PART_DOWN;
  if (node_may_go_astray(n)) return ascent_fails(c, "a division may be by 0, or a local array or record has no room");
  switch (n->kind) {
  case NODE_GO: return true;
  case NODE_ACCESS: return check_access(c, n, part);
  case NODE_SET: return n->index.n == 0 || ascent_fails(c, arrays);
  case NODE_BRANCH:
    if (!at_level)
      return ascent_fails(c, "there is a question between the way up and the way down, or between passages");
    return ascent_term_is_data(ascent_value(c, n, &n->value)) ||
           ascent_fails(c, "a question is about names or levels, other than whether two names are equal");
  default: return ascent_fails(c, arrays);
  }
}

static struct ascent_term behind(const struct ascending *c, const struct node *n)
{
  if (n->kind == NODE_SET) return ascent_value(c, n, &n->value);
  const bool names =
    n->kind == NODE_ACCESS && rmr_kind_accesses(n->access) && holds_names(&c->machine->tree->group[n->group]);
  return (struct ascent_term){.kind = names ? ASCENT_NAME : ASCENT_DATA};
}

/* The values that a node leaves in the slots reach another one, of the same part. Returns whether that has more now. */
static bool reach(struct ascending *c, uint32_t from, uint32_t to)
{
  const struct node *n = ascent_node(c, from);
  bool more = false;
  to = part_skip(&c->graph, to);
  if (c->part[to] != c->part[from]) return false;
  for (uint8_t s = 0; s < c->graph.flow->n_slots; s++) {
    if (s == c->level) continue;
    struct ascent_term *slot = &c->at[to].slot[s], before = *slot;
    *slot = ascent_term_joined(before, part_changes(n, s) ? behind(c, n) : c->at[from].slot[s]);
    more |= !ascent_term_is(before, (enum ascent_term_kind)slot->kind, slot->plus);
  }
  return more;
}

/* Finds the values of the locals at a level. At its beginning they hold nothing that is read. */
static void find_held(struct ascending *c)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < c->graph.flow->n_nodes; k++) {
      const struct node *n = ascent_node(c, k);
      if ((c->part[k] != PART_UP && c->part[k] != PART_DOWN) || ascent_changes_level(c, k)) continue;
      more |= reach(c, k, n->next);
      if (n->kind == NODE_BRANCH) more |= reach(c, k, n->other);
    }
  }
}

static bool check_nodes(struct ascending *c)
{
  find_held(c);
  for (uint32_t k = 0; k < c->graph.flow->n_nodes; k++)
    if (c->part[k] != PART_NONE && !check_node(c, k)) return false;
  return true;
}

/* --- the tree that shows all -------------------------------------------------------------------------------------- */

/* The most names that a state of a match can hold: those of both processes and of what they have read, and the
 * registers of the node, and of the two at this level. */
static uint32_t most_names(const struct ascending *c)
{
  const struct rmr_size size = {.n = 2, .parameters = c->terms.parameters};
  uint32_t most = 0, registers = 0;
  for (uint32_t k = 0; k < c->graph.flow->n_nodes; k++) {
    uint32_t here = 0;
    if (ascent_node(c, k)->kind != NODE_ACCESS) continue;
    for (uint8_t s = 0; s < c->graph.flow->n_slots; s++)
      here += is_name(c->at[k].slot[s]) && (ascent_node(c, k)->live >> s & 1) != 0;
    if (here > most) most = here;
  }
  for (uint32_t g = 0; g < c->machine->tree->n_groups; g++) {
    const struct group *of = &c->machine->tree->group[g];
    if (!c->out->group[g].accessed || !holds_names(of)) continue;
    const bool pairs = of->n_dimensions == 2 && !c->out->group[g].of_process;
    registers += c->out->group[g].of_process ? 2 : pairs ? extent(c->machine->tree, &of->dimension[1], size) : 1;
  }
  return 2 * (1 + most) + registers;
}

/* Its last match has more names on each side than that: there is always one for the process that comes, or for what is
 * read, that nobody holds. */
static bool find_size(struct ascending *c)
{
  bool nodes = false;
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) nodes |= c->out->group[g].accessed && !c->out->group[g].of_process;
  if (!nodes) return ascent_fails(c, "no register is of a node");
  const uint32_t names = most_names(c);
  uint32_t side = 2;
  while (side <= names && side < LONE_MOST_N) side *= 2;
  c->out->n = 2 * side;
  if (c->out->n_starts > 1) c->out->n *= 2; /* the last match but one */
  return c->out->n <= LONE_MOST_N || ascent_fails(c, "a match may hold too many names at a time");
}

bool ascent_find(const struct machine *machine, const void *parameters, struct ascent *out, const char **why)
{
  const uint32_t n = machine->graph.n_nodes;
  struct ascending c = {.graph.flow = &machine->graph, .machine = machine, .out = out};
  c.graph.barred = mem_new(n, sizeof *c.graph.barred);
  c.part = mem_new(n, sizeof *c.part);
  for (uint32_t k = 0; k < n; k++) c.part[k] = PART_NONE;
  c.at = mem_new(n, sizeof *c.at);
  for (uint32_t k = 0; k < n * MOST_SLOTS; k++) c.at[k / MOST_SLOTS].slot[k % MOST_SLOTS].kind = ASCENT_UNSET;
  c.terms.tree = machine->tree;
  c.terms.parameters = parameters;
  *out = (struct ascent){.n = 0};
  const bool plain = part_is_plain(machine);
  const bool ok =
    ascent_find_level(&c) &&
    (plain || ascent_fails(&c, "sessions, names, time, changes and graphs are not followed beside levels")) &&
    ascent_find_parts(&c) && check_nodes(&c) && find_size(&c);
  *why = c.why;
  free(c.graph.barred);
  free(c.part);
  free(c.at);
  return ok;
}
