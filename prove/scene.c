/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/evaluate.h"
#include "prove/local_loops.h"
#include "prove/unread.h"

enum { MOST_FIRST = 1 << 16 }; /* more ways to begin would take too long */

/* --- the text at every N ------------------------------------------------------------------------------------------ */

static int64_t at(const struct scene *w, const struct expr *x, uint32_t n, uint32_t sessions)
{
  const struct rmr_size size = {.n = n, .sessions = sessions, .parameters = w->parameters};
  return constant(w->machine->tree, x, size);
}

bool scene_asks(const struct expr *x, enum expr_kind kind)
{
  if (x == NULL) return false;
  return x->kind == kind || scene_asks(x->left, kind) || scene_asks(x->right, kind) || scene_asks(x->third, kind) ||
         scene_asks(x->index, kind) || scene_asks(x->column, kind) || scene_asks(x->next, kind);
}

/* Whether an expression names N, or the number of sessions. */
static bool asks_size(const struct expr *x)
{
  return scene_asks(x, EXPR_N) || scene_asks(x, EXPR_SESSIONS);
}

/* Whether an expression has the same value at every N, or at the one, for any number of sessions; one of 32 bits. */
static bool is_fixed(const struct scene *w, const struct expr *x)
{
  if ((w->n == 0 && asks_size(x)) || scene_asks(x, EXPR_SESSIONS)) return false;
  const int64_t value = at(w, x, w->n != 0 ? w->n : 2, 1);
  return value >= INT32_MIN && value <= INT32_MAX;
}

static int32_t fixed(const struct scene *w, const struct expr *x)
{
  return (int32_t)at(w, x, w->n != 0 ? w->n : 2, 1);
}

static bool is_last(const struct expr *x)
{
  return x->kind == EXPR_N;
}

/* 0..N */
static bool is_range_of_nodes(const struct expr *low, const struct expr *high)
{
  return low->kind == EXPR_NUMBER && low->number == 0 && is_last(high);
}

bool scene_has_nodes(const struct scene *w)
{
  for (uint32_t g = 0; w->n == 0 && g < w->machine->tree->n_groups; g++) {
    const struct group *of = &w->machine->tree->group[g];
    for (uint32_t d = 0; d < of->n_dimensions; d++)
      if (is_range_of_nodes(of->dimension[d].low, of->dimension[d].high)) return true;
  }
  return false;
}

static bool not_followed(const struct scene *w, const struct token *where, struct error *e, const char *what)
{
  const struct text_line *line = &w->machine->tree->source.line[where->line];
  return fail_at(e, EXIT_INCOMPLETE, line->file, (int)line->number, (int)where->column, "%s", what);
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

/* Whether a range goes from 0 to where N says, but not to N. */
static bool is_open(const struct scene *w, const struct type *t)
{
  return t->kind == TYPE_RANGE && is_fixed(w, t->low) && fixed(w, t->low) == 0 && !is_last(t->high) &&
         asks_size(t->high);
}

bool scene_has_open_ranges(const struct scene *w)
{
  bool any = false;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++) {
    const struct type *t = &w->machine->tree->group[g].type;
    any |= is_open(w, t);
    for (uint32_t k = 0; t->kind == TYPE_RECORD && k < t->n_fields; k++) any |= is_open(w, &t->field[k].type);
  }
  return any;
}

/* False: the type has no abstract value. */
static bool holds(const struct scene *w, const struct type *t, struct holding *out)
{
  *out = (struct holding){ABSTRACT_PLAIN, 0, -1};
  switch (t->kind) {
  case TYPE_BOOLEAN: out->most = 1; return true;
  case TYPE_ENUM: out->least = (int32_t)t->first, out->most = (int32_t)t->last; return true;
  case TYPE_NATURAL: out->kind = ABSTRACT_NUMBER; return true;
  case TYPE_SESSION: out->kind = ABSTRACT_SESSION; return true;
  case TYPE_PROCESS:
    if (w->n == 0) out->kind = ABSTRACT_PLACE;
    out->least = t->nil ? 0 : 1, out->most = (int32_t)w->n;
    return true;
  case TYPE_RANGE:
    if (w->nodes && is_range_of_nodes(t->low, t->high)) {
      out->kind = ABSTRACT_NODE;
      return true;
    }
    if (w->unbounded && is_open(w, t)) {
      out->kind = ABSTRACT_NUMBER;
      return true;
    }
    if (is_fixed(w, t->low) && is_fixed(w, t->high)) {
      out->least = fixed(w, t->low), out->most = fixed(w, t->high);
      return true;
    }
    out->kind = ABSTRACT_PLACE;
    out->least = is_fixed(w, t->low) ? fixed(w, t->low) : 0;
    return is_fixed(w, t->low) && out->least >= 0 && out->least <= 1 && is_last(t->high);
  case TYPE_RECORD: out->kind = ABSTRACT_RECORD; return t->n_fields <= MOST_PARTS;
  case TYPE_SET: /* a bit for each element */
    if (w->n == 0 || !is_fixed(w, t->high) || fixed(w, t->high) > MOST_OF_SET) return false;
    out->most = (2 << fixed(w, t->high)) - 1;
    return true;
  default: return false;
  }
}

/* Numbers and sessions, whose names say nothing. */
static bool is_ranked(enum abstract_kind kind)
{
  return kind == ABSTRACT_NUMBER || kind == ABSTRACT_SESSION;
}

/* The parts of a record. A type with other parts than an earlier one is not followed. */
static bool holds_parts(struct scene *w, const struct type *t, struct scene_group *out)
{
  struct record_layout layout = {.n = t->n_fields};
  for (uint32_t k = 0; k < t->n_fields; k++) {
    layout.shift[k] = t->field[k].shift;
    layout.width[k] = t->field[k].width;
    const bool followed = holds(w, &t->field[k].type, &out->part[k]);
    if (!followed || out->part[k].kind == ABSTRACT_RECORD || out->part[k].kind == ABSTRACT_NODE) return false;
    w->ranks |= is_ranked(out->part[k].kind);
  }
  struct record_layout *known = &w->records->layout;
  if (known->n == 0) *known = layout;
  return memcmp(known, &layout, sizeof layout) == 0;
}

static bool dimension(const struct scene *w, const struct dimension *d, enum dimension_kind *kind, int32_t *low,
                      int32_t *high)
{
  if (is_fixed(w, d->low)) *low = fixed(w, d->low);
  if (is_fixed(w, d->high)) *high = fixed(w, d->high);
  if (w->nodes && is_range_of_nodes(d->low, d->high)) {
    *kind = DIMENSION_NODES;
    return true;
  }
  *kind = is_fixed(w, d->low) && *low == 1 && is_last(d->high) ? DIMENSION_PROCESSES : DIMENSION_RANGE;
  return *kind == DIMENSION_PROCESSES || (is_fixed(w, d->low) && is_fixed(w, d->high));
}

/* --- cells -------------------------------------------------------------------------------------------------------- */

static uint32_t indices(const struct scene *w, const struct scene_group *g, uint32_t which, bool owned, int32_t *out);

/* As many nodes as a state can have at most, and one more in the beginning. */
static uint32_t most_nodes(const struct scene *w)
{
  int32_t index[MOST_CELLS + 1];
  uint32_t n = 1 + w->members * ((uint32_t)__builtin_popcountll(scene_slots_of_nodes(w)) + w->n_elements);
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (w->group[g].holds.kind == ABSTRACT_NODE)
      n += indices(w, &w->group[g], 0, false, index) * indices(w, &w->group[g], 1, false, index);
  return n;
}

/* The indices of a dimension that have cells, packed. Returns how many there are. */
static uint32_t indices(const struct scene *w, const struct scene_group *g, uint32_t which, bool owned, int32_t *out)
{
  const enum dimension_kind kind = which == 0 ? g->row : g->column;
  uint32_t n = 0;
  if (kind == DIMENSION_NONE) {
    out[n++] = 0;
  } else if (kind == DIMENSION_PROCESSES && (w->n == 0 || owned)) {
    for (; n < w->members; n++) out[n] = abstract_pack(scene_identity(w, n));
  } else if (kind == DIMENSION_NODES) {
    const uint32_t most = w->of_views ? most_nodes(w) : 0;
    for (; n < most && n <= MOST_KNOWN_NODES; n++)
      out[n] = abstract_pack((struct abstract){ABSTRACT_NODE, (int32_t)n + 1});
  } else {
    for (int32_t k = g->low[which]; k <= g->high[which] && n <= MOST_CELLS; k++)
      out[n++] = abstract_pack(abstract_plain(k));
  }
  return n;
}

/* Whether only members write the register: each process writes only registers that name it, and all that this one names
 * are members. */
static bool is_of_members(const struct scene *w, uint32_t group, int32_t row, int32_t column)
{
  const struct scene_group *g = &w->group[group];
  const bool by_row = g->row == DIMENSION_PROCESSES, by_column = g->column == DIMENSION_PROCESSES;
  return !w->written[group].foreign && (by_row || by_column) && (!by_row || scene_who(w, row) != NO_MEMBER) &&
         (!by_column || scene_who(w, column) != NO_MEMBER);
}

static bool make_cells(struct scene *w, uint32_t group, struct error *e)
{
  const struct group *of = &w->machine->tree->group[group];
  struct scene_group *g = &w->group[group];
  const bool owned = g->row == DIMENSION_PROCESSES && !of->multi_writer && !w->whole;
  int32_t row[MOST_CELLS + 1], column[MOST_CELLS + 1];
  const uint32_t rows = indices(w, g, 0, owned, row), columns = indices(w, g, 1, false, column);
  g->first_cell = w->n_cells;
  if (g->row == DIMENSION_NODES && rows > MOST_KNOWN_NODES) return not_followed(w, of->at, e, "too many nodes");
  if (w->n_cells + (size_t)rows * columns > MOST_CELLS)
    return not_followed(w, of->at, e, "too many registers of several writers");
  for (uint32_t r = 0; r < rows; r++)
    for (uint32_t c = 0; c < columns; c++)
      w->cell[w->n_cells++] = (struct cell){.group = group,
                                            .row = row[r],
                                            .column = column[c],
                                            .owner = owned ? (int)r : NO_MEMBER,
                                            .exact = owned || is_of_members(w, group, row[r], column[c])};
  g->n_cells = w->n_cells - g->first_cell;
  return true;
}

int scene_cell(const struct scene *w, uint32_t group, struct abstract row, struct abstract column)
{
  const struct scene_group *g = &w->group[group];
  if (scene_forgets(w, group)) return NO_CELL;
  const int32_t r = g->row != DIMENSION_NONE ? abstract_pack(row) : 0;
  const int32_t c = g->column != DIMENSION_NONE ? abstract_pack(column) : 0;
  for (uint32_t k = g->first_cell; k < g->first_cell + g->n_cells; k++)
    if (w->cell[k].row == r && w->cell[k].column == c) return (int)k;
  return NO_CELL;
}

static bool know_group(struct scene *w, uint32_t group, struct error *e)
{
  const struct group *of = &w->machine->tree->group[group];
  struct scene_group *g = &w->group[group];
  if (!holds(w, &of->type, &g->holds) || (of->type.kind == TYPE_RECORD && !holds_parts(w, &of->type, g)))
    return not_followed(w, of->at, e, "registers of this type are not followed");
  if ((of->n_dimensions > 0 && !dimension(w, &of->dimension[0], &g->row, &g->low[0], &g->high[0])) ||
      (of->n_dimensions > 1 && !dimension(w, &of->dimension[1], &g->column, &g->low[1], &g->high[1])))
    return not_followed(w, of->at, e,
                        "the size of this array depends on N or on the sessions in a way that is not followed");
  const bool of_nodes = g->row == DIMENSION_NODES || g->column == DIMENSION_NODES;
  if (of_nodes && (of->n_dimensions != 1 || g->holds.kind != ABSTRACT_PLAIN))
    return not_followed(w, of->at, e, "nodes that hold other values than plain ones are not followed");
  w->ranks |= is_ranked(g->holds.kind);
  for (uint32_t k = 0; k < of->n_updates; k++) g->updates_ask_size |= asks_size(of->update[k]);
  return true;
}

bool scene_is_arbitrary(const struct scene *w, const struct cell *cell)
{
  const struct holding *holds = &w->group[cell->group].holds;
  return w->n != 0 && w->machine->tree->group[cell->group].arbitrary && !cell->exact && holds->kind == ABSTRACT_PLAIN &&
         holds->least <= holds->most;
}

/* Whether registers have too many first values to follow each. With `left` each is followed, as the value that the
 * last process left there must be known. */
bool scene_begins_vaguely(const struct scene *w)
{
  uint64_t ways = 1;
  for (uint32_t k = 0; k < w->n_cells && ways <= MOST_FIRST; k++) {
    const struct holding *holds = &w->group[w->cell[k].group].holds;
    if (scene_is_arbitrary(w, &w->cell[k])) ways *= (uint64_t)(holds->most - holds->least) + 1;
  }
  return ways > MOST_FIRST && w->left == NULL;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static bool is_followed(const struct scene *w, struct error *e)
{
  const struct tree *t = w->machine->tree;
  const char *name = w->machine->algorithm.name;
  if (w->machine->algorithm.name_held != NULL) return fail(e, EXIT_INCOMPLETE, "%s: renaming is not followed", name);
  if (t->uses_now) return fail(e, EXIT_INCOMPLETE, "%s: time is not followed", name);
  if (t->n_changes != 0) return fail(e, EXIT_INCOMPLETE, "%s: changes of the environment are not followed", name);
  return true;
}

/* Local arrays: of the processes, or of a size that does not depend on N. */
static bool make_arrays(struct scene *w, struct error *e)
{
  const struct flow *f = &w->machine->graph;
  w->n_elements = 0;
  for (uint32_t k = 0; k < f->n_arrays; k++) {
    const struct array *from = &f->array[k];
    struct scene_array *to = &w->array[k];
    const bool of_processes = w->n == 0 && from->low == 1 && from->fixed == 0 && from->each == 1;
    const int64_t n = w->forgets_arrays ? 0 : of_processes ? w->members : from->fixed + from->each * w->n;
    if ((w->n == 0 && from->each != 0 && !of_processes) || n < 0 || w->n_elements + n > MOST_CELLS)
      return fail(e, EXIT_INCOMPLETE, "%s: the size of a local array depends on N in a way that is not followed",
                  w->machine->algorithm.name);
    *to = (struct scene_array){from->slot, of_processes, (int32_t)from->low, w->n_elements, (uint32_t)n};
    w->n_elements += (uint32_t)n;
  }
  return true;
}

static size_t words_been(const struct scene *w)
{
  return (size_t)MOST_BEEN * (state_member(w, 1) + WORDS_OF_BEEN);
}

/* Whether registers of the group may hold a value whose name says nothing. */
static bool has_names(const struct scene *w, const struct scene_group *g)
{
  bool named = g->holds.kind == ABSTRACT_NODE || is_ranked(g->holds.kind);
  for (uint32_t k = 0; g->holds.kind == ABSTRACT_RECORD && k < w->records->layout.n; k++)
    named |= is_ranked(g->part[k].kind);
  return named;
}

/* Of a local value the kind is not known before. */
bool scene_may_name(const struct scene *w, uint32_t word)
{
  if (!state_is_value(w, word)) return false;
  if (word < state_cells(w)) return w->ranks || w->nodes;
  return has_names(w, &w->group[w->cell[word - state_cells(w)].group]);
}

void scene_measure(struct scene *w)
{
  w->length = state_length(w);
  w->naming = mem_grow(w->naming, w->length, sizeof *w->naming);
  w->n_naming = 0;
  for (uint32_t k = 0; k < w->length; k++)
    if (scene_may_name(w, k)) w->naming[w->n_naming++] = k;
}

bool scene_create(struct scene *w, struct error *e)
{
  w->ring.members = (uint8_t)w->members;
  if (!is_followed(w, e) || !make_arrays(w, e)) return false;
  w->cell = mem_new(MOST_CELLS, sizeof *w->cell);
  w->n_cells = 0;
  w->ranks = w->machine->algorithm.group;
  w->nodes = scene_has_nodes(w);
  if (w->nodes) w->hidden = NULL; /* it would have to rename nodes, too */
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (!know_group(w, g, e)) return false;
  scene_find_slots(w);
  w->counting = local_loops_find(&w->machine->graph);
  w->ranks |= w->naturals != 0;
  w->as_number = w->of_views && w->ranks ? scene_find_numbers(w) : NULL;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (!make_cells(w, g, e)) return false;
  if (w->by_value || w->skips_unread) unread_find(w);
  w->naming = NULL;
  scene_measure(w);
  w->state = mem_new(w->length, sizeof *w->state);
  w->been = mem_new(words_been(w), sizeof *w->been);
  return true;
}

uint32_t scene_may_forget(const struct scene *w)
{
  uint32_t groups = 0;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    if (w->n == 0 && scene_of_processes(&w->group[g])) groups |= UINT32_C(1) << g;
  return groups;
}

size_t scene_bytes(const struct scene *w)
{
  return sizeof *w + w->n_cells * sizeof *w->cell + 3 * w->machine->graph.n_nodes * sizeof *w->as_place +
         (2 * w->length + words_been(w)) * sizeof *w->state;
}

void scene_free(struct scene *w)
{
  free(w->cell);
  free(w->as_place);
  free(w->as_position);
  free(w->as_node);
  free(w->as_number);
  free(w->counting);
  unread_free(w);
  free(w->naming);
  free(w->state);
  free(w->been);
}
