/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/abstract_way.h"

#include <string.h>

#include "language/evaluate.h"

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct abstract way_identity(const struct walk *w)
{
  return scene_identity(w->scene, w->member);
}

enum account account_of_member(const struct scene *scene, uint32_t member, struct abstract identity)
{
  const bool is_process = identity.kind == ABSTRACT_PLACE ? ring_is_identity(scene->ring, identity.is)
                                                          : identity.is >= 1 && (uint32_t)identity.is <= scene->n;
  const int who = scene_who(scene, abstract_pack(identity));
  if (!is_process || who == (int)member) return ACCOUNT_OWN;
  return who != NO_MEMBER ? ACCOUNT_PARTNER : ACCOUNT_OTHER;
}

struct abstract way_plain(struct walk *w, rmr_word value)
{
  const bool large = !abstract_is_small(value);
  if (large) way_stop(w, "a large number");
  return abstract_plain(large ? 0 : (int32_t)value);
}

static struct abstract leaf(struct walk *w, const struct code *c)
{
  switch (c->kind) {
  case EXPR_LOCAL: return abstract_unpack(*way_slot(w, c->slot));
  case EXPR_NUMBER: return way_plain(w, c->number);
  case EXPR_I:
  case EXPR_ME: return way_identity(w);
  case EXPR_N: return w->scene->n == 0 ? place_last(&w->computing) : abstract_plain((int32_t)w->scene->n);
  case EXPR_PARAMETER:
    return way_plain(w, parameter_value(w->scene->parameters, (uint32_t)c->number, w->scene->machine->tree));
  default: way_stop(w, "a value that is not followed"); return abstract_plain(0);
  }
}

/* --- expressions -------------------------------------------------------------------------------------------------- */

int32_t *way_element(struct walk *w, uint8_t slot, struct abstract index, uint32_t *array)
{
  const struct scene *of = w->scene;
  for (*array = 0; of->array[*array].slot != slot;) ++*array;
  if (of->forgets_arrays) return NULL;
  const struct scene_array *a = &of->array[*array];
  int32_t *first = way_slot(w, (uint8_t)w->flow->n_slots) + a->first;
  if (a->of_processes) {
    const int32_t at = place_of_value(&w->computing, index).is;
    if (!ring_is_identity(of->ring, at)) way_stop(w, "an index may leave its array");
    return ring_who(of->ring, at) >= 0 ? first + ring_who(of->ring, at) : NULL;
  }
  const bool inside = index.kind == ABSTRACT_PLAIN && index.is >= a->low && index.is - a->low < (int32_t)a->n;
  if (!inside) way_stop(w, "an index may leave its array");
  return inside ? first + (index.is - a->low) : NULL;
}

static struct abstract read_element(struct walk *w, uint8_t slot, struct abstract index)
{
  uint32_t array;
  const int32_t *at = way_element(w, slot, index, &array);
  if (at != NULL) return abstract_unpack(*at);
  return way_has_records(w, array) ? (struct abstract){ABSTRACT_ELEMENT, (int32_t)array} : way_any_element(w, array);
}

/* An element of which nothing is remembered has a value only where that is kept, or computed with: a record can be
 * anything in very many ways. */
static struct abstract valued(struct walk *w, struct abstract a)
{
  return a.kind == ABSTRACT_ELEMENT ? way_any_element(w, (uint32_t)a.is) : a;
}

/* An operation on values. Another one may be equal to any element of which nothing is remembered, or not. */
static struct abstract operate_on(struct walk *w, const struct code *c, struct abstract a, struct abstract b)
{
  const bool vague = a.kind == ABSTRACT_ELEMENT || b.kind == ABSTRACT_ELEMENT;
  if (vague && (c->kind == EXPR_EQUAL || c->kind == EXPR_DIFFERENT))
    return abstract_plain((int32_t)choose(&w->choices, 2));
  return abstract_operate(&w->computing, c->kind, valued(w, a), valued(w, b), c->shift, c->width);
}

void way_clear_array(struct walk *w, uint8_t slot)
{
  for (uint32_t k = 0; k < w->flow->n_arrays; k++)
    if (w->scene->array[k].slot == slot)
      memset(way_slot(w, (uint8_t)w->flow->n_slots) + w->scene->array[k].first, 0,
             w->scene->array[k].n * sizeof(int32_t));
}

/* The other one of two members. */
static struct abstract partner(const struct walk *w)
{
  return scene_identity(w->scene, 1 - w->member);
}

/* Whether it is a neighbour of the moving one, and where. */
static bool has_partner(const struct walk *w)
{
  return w->computing.list.members != 0;
}

static struct abstract neighbour_at(struct walk *w, struct abstract a)
{
  const struct ring list = w->computing.list;
  const int32_t at = position_of_value(&w->computing, a).is;
  if (!ring_is_identity(list, at)) return abstract_place(0);
  if (ring_who(list, at) >= 0) return partner(w);
  const struct abstract other = place_any(&w->computing, true);
  w->impossible |= other.is == 0; /* there are no others */
  return other;
}

/* Of another process that is no member nothing is known: it may be a neighbour or not. */
static struct abstract position_of(struct walk *w, struct abstract of)
{
  const struct ring list = w->computing.list;
  const int32_t place = place_of_value(&w->computing, of).is;
  const bool member = ring_is_identity(w->scene->ring, place) && ring_who(w->scene->ring, place) >= 0;
  if (member && place != way_identity(w).is && has_partner(w))
    return (struct abstract){ABSTRACT_POSITION, ring_member(list, 0)};
  if (member || !ring_is_identity(w->scene->ring, place) || choose(&w->choices, 2) == 0) return abstract_plain(0);
  return position_any(&w->computing);
}

/* degree(i), neighbour(i, k), place_of(i, k). */
static struct abstract of_graph(struct walk *w, uint8_t kind, struct abstract i, struct abstract k)
{
  const struct scene *of = w->scene;
  if (of->n != 0) {
    if (i.kind != ABSTRACT_PLAIN || k.kind != ABSTRACT_PLAIN) way_stop(w, "a value that is no identity is used as one");
    return abstract_plain(
      (int32_t)neighbours_value(kind, parameter_neighbours(of->parameters, of->machine->tree), i.is, k.is));
  }
  if (abstract_pack(i) != abstract_pack(way_identity(w)) || of->members > 2)
    way_stop(w, "neighbours of another process are not followed");
  if (w->choices.stuck != NULL) return abstract_plain(0);
  switch (kind) {
  case EXPR_DEGREE: return (struct abstract){ABSTRACT_POSITION, ring_last(w->computing.list)};
  case EXPR_NEIGHBOUR: return neighbour_at(w, k);
  default: return position_of(w, k);
  }
}

bool way_is_true(struct walk *w, struct abstract a)
{
  if (a.kind == ABSTRACT_NODE) way_stop(w, "a node is taken for true or false");
  return abstract_is_true(a);
}

struct abstract way_value(struct walk *w, const struct value *v)
{
  struct abstract stack[MOST_STACK + 1];
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    if (c->operands == 0) {
      stack[n++] = leaf(w, c);
    } else if (c->operands == 3) {
      n -= 2;
      stack[n - 1] = way_is_true(w, stack[n - 1]) ? stack[n] : stack[n + 1];
    } else {
      n -= c->operands - 1u;
      const struct abstract b = c->operands == 2 ? stack[n] : abstract_plain(0);
      if (c->kind == EXPR_ELEMENT)
        stack[n - 1] = read_element(w, c->slot, stack[n - 1]);
      else if (c->kind == EXPR_DEGREE || c->kind == EXPR_NEIGHBOUR || c->kind == EXPR_PLACE)
        stack[n - 1] = of_graph(w, c->kind, stack[n - 1], b);
      else
        stack[n - 1] = operate_on(w, c, stack[n - 1], b);
    }
  }
  return n != 0 ? valued(w, stack[0]) : abstract_plain(0);
}

/* --- values in registers ------------------------------------------------------------------------------------------ */

struct abstract way_number(struct walk *w, struct abstract a)
{
  if (a.kind == ABSTRACT_NUMBER) return a;
  if (a.kind != ABSTRACT_PLAIN || a.is < 0) way_stop(w, "a register of numbers gets another value");
  if (a.is == 0) return (struct abstract){ABSTRACT_NUMBER, 0};
  if (a.is <= 2) return number_next(&w->computing, a.is == 1 ? 0 : NUMBER_ONE);
  return number_above(&w->computing, NUMBER_ONE);
}

/* A value as a register, or a part of one, holds it. */
static struct abstract fit_one(struct walk *w, const struct holding *of, struct abstract a)
{
  switch (of->kind) {
  case ABSTRACT_PLACE:
    if (a.kind == ABSTRACT_PLACE && a.is == ring_end(w->scene->ring)) way_stop(w, "a register may leave its range");
    a = place_of_value(&w->computing, a);
    if (a.is == 0 && of->least > 0) way_stop(w, "a register may leave its range");
    return a;
  case ABSTRACT_NUMBER: return way_number(w, a);
  case ABSTRACT_SESSION:
    if (a.kind == ABSTRACT_SESSION) return a;
    if (a.kind != ABSTRACT_PLAIN) way_stop(w, "a register of sessions gets another value");
    return a.is == 0 ? (struct abstract){ABSTRACT_SESSION, 0} : way_session(w, false);
  case ABSTRACT_NODE: return way_node(w, a);
  default:
    if (a.kind != ABSTRACT_PLAIN) way_stop(w, "a register gets a value that only N determines");
    if (of->least <= of->most && (a.is < of->least || a.is > of->most)) way_stop(w, "a register may leave its range");
    return a;
  }
}

struct abstract way_fit(struct walk *w, uint32_t group, struct abstract a)
{
  const struct scene_group *g = &w->scene->group[group];
  if (g->holds.kind != ABSTRACT_RECORD) return fit_one(w, &g->holds, a);
  if (a.kind != ABSTRACT_RECORD && a.kind != ABSTRACT_PLAIN) way_stop(w, "a register of records gets another value");
  struct abstract_record record = record_of(w->scene->records, a);
  for (uint32_t k = 0; k < w->scene->records->layout.n; k++) record.part[k] = fit_one(w, &g->part[k], record.part[k]);
  return record_number(w->scene->records, &record);
}

void way_see_numbers(struct walk *w, uint32_t node)
{
  if (w->scene->as_number == NULL) return;
  for (uint64_t slots = w->scene->as_number[node]; slots != 0; slots &= slots - 1) {
    int32_t *slot = way_slot(w, (uint8_t)__builtin_ctzll(slots));
    const struct abstract a = abstract_unpack(*slot);
    if (a.kind == ABSTRACT_PLAIN && a.is > 1) *slot = abstract_pack(way_number(w, a));
  }
}

struct abstract way_trimmed(const struct walk *w, struct abstract a, uint64_t mask)
{
  const struct record_layout *layout = &w->scene->records->layout;
  struct abstract_record record = record_of(w->scene->records, a);
  for (uint32_t k = 0; k < layout->n; k++)
    if ((mask >> layout->shift[k] & 1) == 0) record.part[k] = abstract_plain(0);
  return record_number(w->scene->records, &record);
}

/* --- states that are one ------------------------------------------------------------------------------------------ */

/* Takes the next name of a session or of a node. Whether it is known, or comes in its turn. */
static bool take_name(int32_t *known, int32_t name)
{
  const bool in_turn = name <= *known + 1;
  if (name > *known) *known = name;
  return in_turn;
}

/* Whether sessions and nodes come in the order of their names. */
static bool gather_one(struct walk *w, struct abstract a)
{
  switch (a.kind) {
  case ABSTRACT_NUMBER:
    if (!known_add(&w->computing.numbers, a.is)) way_stop(w, TOO_MANY_NUMBERS);
    return true;
  case ABSTRACT_SESSION: return take_name(&w->sessions, a.is);
  case ABSTRACT_NODE: return take_name(&w->nodes, a.is);
  case ABSTRACT_RECORD: break;
  default: return true;
  }
  const struct abstract_record record = record_of(w->scene->records, a);
  bool in_order = true;
  for (uint32_t k = 0; k < w->scene->records->layout.n; k++) in_order &= gather_one(w, record.part[k]);
  return in_order;
}

bool way_gather(struct walk *w)
{
  const struct scene *of = w->scene;
  bool in_order = true;
  known_clear(&w->computing.numbers);
  w->sessions = w->nodes = 0;
  for (uint32_t k = 0; k < of->n_naming; k++) {
    const int32_t word = w->state[of->naming[k]];
    if (abstract_has_name(word)) in_order &= gather_one(w, abstract_unpack(word));
  }
  return in_order;
}

/* New names for sessions and nodes. */
struct renaming {
  int32_t n, n_nodes, session[256]; /* as many sessions as are known */
  uint8_t *node;                    /* [UINT8_MAX + 1] */
};

static struct abstract renamed(const struct walk *w, struct abstract a, struct renaming *r)
{
  if (a.kind == ABSTRACT_NUMBER && a.is != 0) {
    int32_t rank = 0;
    while (w->computing.numbers.known[rank] != a.is) rank++;
    a.is = (rank + 1) * NUMBER_GAP;
  }
  if (a.kind == ABSTRACT_SESSION && a.is > 0 && a.is < 256) {
    if (r->session[a.is] == 0) r->session[a.is] = ++r->n;
    a.is = r->session[a.is];
  }
  if (a.kind == ABSTRACT_NODE) {
    if (r->node[a.is] == 0) r->node[a.is] = (uint8_t)++r->n_nodes;
    a.is = r->node[a.is];
  }
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(w->scene->records, a);
  bool same = true;
  for (uint32_t k = 0; k < w->scene->records->layout.n; k++) {
    const struct abstract part = renamed(w, record.part[k], r);
    same &= abstract_pack(part) == abstract_pack(record.part[k]);
    record.part[k] = part;
  }
  return same ? a : record_number(w->scene->records, &record);
}

/* The registers of nodes go with them; those of nodes that the state has no more are forgotten. */
static void move_registers(struct walk *w, int32_t n_nodes)
{
  const struct scene *of = w->scene;
  for (uint32_t g = 0; g < of->machine->tree->n_groups; g++) {
    const uint32_t n = of->group[g].n_cells;
    int32_t was[MOST_KNOWN_NODES], *cell = &w->state[state_cells(of) + of->group[g].first_cell];
    if (of->group[g].row != DIMENSION_NODES || n == 0) continue;
    if (n_nodes > (int32_t)n) {
      way_stop(w, "too many nodes");
      return;
    }
    memcpy(was, cell, n * sizeof *cell);
    memset(cell, 0, n * sizeof *cell);
    for (uint32_t k = 0; k < n; k++)
      if (w->named[k + 1] != 0) cell[w->named[k + 1] - 1] = was[k];
  }
}

static bool are_ranks(const struct known_numbers *numbers)
{
  uint32_t k = 0;
  while (k < numbers->n && numbers->known[k] == (int32_t)(k + 1) * NUMBER_GAP) k++;
  return k == numbers->n;
}

/* Numbers by their rank; sessions and nodes in the order in which the state has them. After most steps that is how they
 * are; but registers of nodes that are gone must be forgotten. */
void way_normalise(struct walk *w)
{
  const struct scene *of = w->scene;
  struct renaming renaming;
  const bool in_order = way_gather(w) && are_ranks(&w->computing.numbers);
  if (w->choices.stuck != NULL || (in_order && !of->nodes)) return;
  renaming.n = renaming.n_nodes = 0;
  renaming.node = w->named;
  memset(renaming.session, 0, (uint32_t)(w->sessions < 256 ? w->sessions + 1 : 256) * sizeof *renaming.session);
  memset(w->named, 0, sizeof w->named);
  for (uint32_t k = 0; k < of->n_naming; k++) {
    int32_t *word = &w->state[of->naming[k]];
    if (abstract_has_name(*word)) *word = abstract_pack(renamed(w, abstract_unpack(*word), &renaming));
  }
  if (of->nodes) move_registers(w, renaming.n_nodes);
}
