/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract_begin.c: the initial states of a scene: the first values of its registers, and each member at the first
 * access of its entry.
 */
#include <string.h>

#include "prove/by_value.h"
#include "prove/quiet.h"
#include "prove/unread.h"

enum { MOST_BEGINNINGS = 1 << 20 }; /* more would take too long */

static bool is_listed(const struct holding *of)
{
  return of->least <= of->most && abstract_is_small(of->least) && abstract_is_small(of->most);
}

static struct abstract any_of(struct walk *w, const struct holding *of)
{
  switch (of->kind) {
  case ABSTRACT_NUMBER: return number_any(&w->computing);
  case ABSTRACT_SESSION: return way_session(w, true);
  case ABSTRACT_PLACE:
    if (of->least == 0 && choose(&w->choices, 2) == 0) return abstract_place(0);
    return place_any(&w->computing, false);
  default: break;
  }
  if (!is_listed(of)) {
    way_stop(w, "registers of this type with arbitrary initial values are not followed");
    return abstract_plain(0);
  }
  return abstract_plain(of->least + (int32_t)choose(&w->choices, (uint32_t)(of->most - of->least) + 1));
}

/* At one N: the value of the register by the text, for any number of sessions. */
static struct abstract first_of_register(struct walk *w, const struct cell *cell)
{
  const struct scene *of = w->scene;
  const struct scene_group *g = &of->group[cell->group];
  const struct rmr_shared *shared = &of->machine->shared[cell->group];
  const struct rmr_size size = {.n = of->n, .sessions = 1, .parameters = of->parameters, .shared = shared};
  uint32_t index = 0;
  if (g->row != DIMENSION_NONE) index = (uint32_t)(abstract_unpack(cell->row).is - g->low[0]);
  if (g->column != DIMENSION_NONE)
    index = index * (uint32_t)(g->high[1] - g->low[1] + 1) + (uint32_t)(abstract_unpack(cell->column).is - g->low[1]);
  const rmr_word value = shared->initial_of(index, size);
  if (scene_asks(of->machine->tree->group[cell->group].initial, EXPR_SESSIONS))
    way_stop(w, "initial values that depend on the sessions are not followed");
  return way_plain(w, value);
}

struct abstract way_first_value(struct walk *w, const struct cell *cell)
{
  const struct scene *of = w->scene;
  const struct group *g = &of->machine->tree->group[cell->group];
  const struct scene_group *wg = &of->group[cell->group];
  if (g->arbitrary) {
    if (wg->holds.kind != ABSTRACT_RECORD) return any_of(w, &wg->holds);
    struct abstract_record record = {0};
    for (uint32_t k = 0; k < of->records->layout.n; k++) record.part[k] = any_of(w, &wg->part[k]);
    return record_number(of->records, &record);
  }
  if (g->initial == NULL) return way_plain(w, of->machine->shared[cell->group].initial);
  if (of->n != 0) return first_of_register(w, cell);
  if (g->initial->kind == EXPR_N) return place_last(&w->computing);
  if (g->initial->kind != EXPR_NUMBER)
    way_stop(w, "initial values other than a number or N are not followed for every N");
  return way_plain(w, (rmr_word)g->initial->number);
}

/* The word of a register that holds anything at first: anything that others write, or a value that they do not. */
static int32_t arbitrary_word(struct walk *w, int cell)
{
  const struct holding *holds = &w->scene->group[w->scene->cell[cell].group].holds;
  int32_t apart[UINT8_MAX];
  uint32_t n = 0;
  if (holds->least <= holds->most && !is_listed(holds))
    way_stop(w, "registers with large arbitrary initial values are not followed");
  for (int32_t is = holds->least; w->choices.stuck == NULL && is <= holds->most; is++) {
    const int32_t word = by_value_word(w, cell, abstract_plain(is));
    way_note_in(w, w->scene->cell[cell].group, abstract_plain(is));
    if (!w->scene->by_value || word == CELL_ANY) continue;
    if (n == UINT8_MAX) way_stop(w, TOO_MANY_WAYS);
    if (n < UINT8_MAX) apart[n++] = word;
  }
  const uint32_t which = choose(&w->choices, n + 1);
  return which == 0 ? CELL_ANY : apart[which - 1];
}

static void initial_cells(struct walk *w)
{
  const struct scene *of = w->scene;
  const bool vaguely = of->by_value || scene_begins_vaguely(of);
  for (uint32_t k = 0; k < of->n_cells; k++) {
    const struct cell *cell = &of->cell[k];
    if (vaguely && scene_is_arbitrary(of, cell)) {
      w->state[state_cells(of) + k] = arbitrary_word(w, (int)k);
      continue;
    }
    const struct abstract a = way_fit(w, cell->group, way_first_value(w, cell));
    const struct scene_group *g = &of->group[cell->group];
    if (cell->owner != NO_MEMBER || of->n != 0 || scene_of_processes(g))
      way_note_in(w, cell->group, a); /* other registers of the group hold it as well */
    w->state[state_cells(of) + k] = scene_forgets(of, cell->group) ? CELL_ANY : by_value_word(w, (int)k, a);
  }
}

/* The registers of nodes may have no cells. */
static void initial_registers_of_nodes(struct walk *w)
{
  const struct scene *of = w->scene;
  for (uint32_t g = 0; g < of->machine->tree->n_groups; g++) {
    const struct cell any = {.group = g};
    if (of->group[g].row == DIMENSION_NODES) way_note_in(w, g, way_fit(w, g, way_first_value(w, &any)));
  }
}

/* Elements of local arrays hold 0 at first. That must be known before a step: it may read one of another process. */
static void initial_elements(struct walk *w)
{
  for (uint32_t k = 0; k < w->flow->n_arrays; k++) way_note_in(w, written_array(k), abstract_plain(0));
}

bool abstract_begin(struct scene *scene, abstract_fn *visit, void *self)
{
  int32_t *state = scene->state;
  struct walk w = {.choices = {.most_ways = MOST_BEGINNINGS}};
  do {
    memset(state, 0, scene->length * sizeof *state);
    way_begin(&w, scene, state, 0);
    w.beginning = true;
    initial_cells(&w);
    initial_registers_of_nodes(&w);
    initial_elements(&w);
    for (uint32_t m = 0; m < scene->members; m++) {
      way_move(&w, m);
      way_arrive(&w, way_go_on(&w, w.flow->begin), RMR_REMAINDER);
    }
    unread_forget(scene, state);
    way_normalise(&w);
    for (uint32_t m = 0; m < scene->members; m++) {
      way_move(&w, m);
      quiet_note(&w);
    }
    const struct walked walked = {.state = state, .stuck = w.choices.stuck};
    if ((!w.impossible || w.choices.ways == MOST_BEGINNINGS) && !visit(self, &walked)) return false;
  } while (choices_next(&w.choices) && w.choices.ways < MOST_BEGINNINGS);
  return true;
}
