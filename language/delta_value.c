/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * delta_value.c: an invariant after a step, on the machine: the rules are carried out one after the other.
 */
#include "language/evaluate.h"
#include "language/machine.h"

struct search {
  const struct delta *delta;
  const struct delta_rule *rule;
  struct surroundings_of_value *in;
};

static void set_name(const struct search *s, uint32_t which, int64_t value)
{
  const uint32_t local = s->delta->name[which]->local;
  s->in->bound[local] = value;
  s->in->is_bound[local] = true;
}

static int64_t value_of(const struct search *s, const struct expr *x, bool before)
{
  s->in->before = before;
  const int64_t value = tree_value(x, s->in);
  s->in->before = false;
  return value;
}

static bool are_in_lists(const struct search *s)
{
  for (uint32_t k = 0; k < s->delta->n_names; k++) {
    const struct expr *list = s->delta->name[k]->left;
    const bool down = goes_down(list);
    const int64_t from = tree_value(down ? list->right : list->left, s->in),
                  to = tree_value(down ? list->left : list->right, s->in),
                  value = s->in->bound[s->delta->name[k]->local];
    if (value < from || value > to) return false;
  }
  return true;
}

static bool holds_here(const struct search *s)
{
  const struct delta *d = s->delta;
  if (!are_in_lists(s) || (d->condition != NULL && tree_value(d->condition, s->in) == 0)) return true;
  return tree_value(d->body, s->in) != 0;
}

static bool facts_hold(const struct search *s, uint32_t known)
{
  for (uint32_t k = 0; k < s->rule->n_facts; k++) {
    const struct fact *f = &s->rule->fact[k];
    if (f->known == known && (value_of(s, f->x, f->before) != 0) != f->holds) return false;
  }
  return true;
}

/* The places of neighbours that are looked at. */
static void find_places(const struct search *s, const struct delta_name *name, int64_t *from, int64_t *to)
{
  for (uint32_t k = 0; k < name->n_bounds; k++) {
    const struct delta_bound *b = &name->bound[k];
    const int64_t value = value_of(s, b->value, b->before);
    if (b->below && value + b->open > *from) *from = value + b->open;
    if (!b->below && value - b->open < *to) *to = value - b->open;
  }
}

/* All instances that the rule leads to, with so many names known. */
static bool go_on(const struct search *s, uint32_t known)
{
  if (!facts_hold(s, known)) return true;
  if (known == s->delta->n_names) return holds_here(s);
  const struct delta_name *name = &s->rule->name[known];
  const struct expr *list = s->delta->name[name->which]->left;
  const struct rmr_neighbours *of = parameter_neighbours(s->in->size.parameters, s->in->tree);
  const bool neighbours = name->source == DELTA_NEIGHBOURS, down = goes_down(list);
  int64_t from = 1, to, value = 0;
  switch (name->source) {
  case DELTA_NEIGHBOURS:
    value = tree_value(name->value, s->in);
    to = neighbours_value(EXPR_DEGREE, of, value, 0);
    find_places(s, name, &from, &to);
    break;
  case DELTA_EACH:
    from = tree_value(down ? list->right : list->left, s->in);
    to = tree_value(down ? list->left : list->right, s->in);
    break;
  case DELTA_NOW:
  case DELTA_BEFORE:
    set_name(s, name->which, value_of(s, name->value, name->source == DELTA_BEFORE));
    return go_on(s, known + 1);
  default: return go_on(s, known + 1); /* known from the beginning */
  }
  for (int64_t k = from; k <= to; k++) {
    set_name(s, name->which, neighbours ? neighbours_value(EXPR_NEIGHBOUR, of, value, k) : k);
    if (!go_on(s, known + 1)) return false;
  }
  return true;
}

/* The row and the column of the register that was written; false: it is of another group. */
static bool find_place(const struct search *s, int64_t place[2])
{
  const struct rmr_moment *now = s->in->moment;
  const struct group *g = &s->in->tree->group[s->rule->group];
  const uint32_t cell = now->written != RMR_NOWHERE ? rmr_cell(now, s->rule->group, now->written) : RMR_NOWHERE;
  if (cell == RMR_NOWHERE) return false;
  const uint32_t columns = g->n_dimensions == 2 ? extent(s->in->tree, &g->dimension[1], s->in->size) : 1;
  for (uint32_t k = 0; k < g->n_dimensions; k++)
    place[k] = constant(s->in->tree, g->dimension[k].low, s->in->size) + (k == 0 ? cell / columns : cell % columns);
  return true;
}

static bool rule_holds(const struct search *s)
{
  int64_t place[2] = {0, 0};
  if (s->rule->written && !find_place(s, place)) return true;
  for (uint32_t k = 0; k < s->delta->n_names; k++) {
    const struct delta_name *name = &s->rule->name[k];
    if (name->source == DELTA_MOVED) set_name(s, name->which, s->in->moment->moved);
    if (name->source == DELTA_ROW || name->source == DELTA_COLUMN)
      set_name(s, name->which, place[name->source == DELTA_COLUMN]);
  }
  return go_on(s, 0);
}

bool delta_holds(const struct machine *m, uint32_t k, const struct rmr_moment *now)
{
  const struct delta *d = m->delta[k];
  struct surroundings_of_value in = {.tree = m->tree, .size = now->size, .graph = &m->graph, .moment = now};
  if (now->moved == 0 || d->n_names == 0 || d->whole) return tree_value(m->tree->invariant[k].holds, &in) != 0;
  for (uint32_t j = 0; j < d->n_rules; j++)
    if (!rule_holds(&(struct search){.delta = d, .rule = &d->rule[j], .in = &in})) return false;
  return true;
}
