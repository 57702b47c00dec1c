/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/sound.h"

#include "model/system.h"
#include "prove/views_queue.h"

enum { MOST_KNOWN = 100 };

/* --- values ------------------------------------------------------------------------------------------------------- */

static bool is_known_number(struct abstract a)
{
  return a.is >= 0 && a.is % NUMBER_GAP == 0 && a.is <= MOST_KNOWN * NUMBER_GAP;
}

/* Whether steps can be made with it; list: of the neighbours of the process that has it. */
static bool is_value(const struct scene *w, struct ring list, struct abstract a)
{
  switch (a.kind) {
  case ABSTRACT_PLAIN: return true;
  case ABSTRACT_PLACE: return w->n == 0 && a.is >= 0 && a.is <= ring_end(w->ring);
  case ABSTRACT_NUMBER: return is_known_number(a);
  case ABSTRACT_SESSION: return a.is >= 0 && a.is <= MOST_KNOWN;
  case ABSTRACT_POSITION: return w->n == 0 && a.is >= 0 && a.is <= ring_end(list);
  case ABSTRACT_RECORD: return a.is >= 0 && (size_t)a.is < w->records->numbers.n;
  default: return false;
  }
}

/* A number may lie between two known ones: a step makes records of such numbers. */
bool is_sound_part(int32_t word)
{
  const struct abstract a = abstract_unpack(word);
  const struct ring largest = {.members = MOST_MEMBERS, .first_apart = true, .last_apart = true};
  if (a.kind == ABSTRACT_PLACE) return a.is >= 0 && a.is <= ring_end(largest);
  if (a.kind == ABSTRACT_NUMBER) return a.is >= 0 && a.is <= MOST_KNOWN * NUMBER_GAP;
  if (a.kind == ABSTRACT_SESSION) return a.is >= 0 && a.is <= MOST_KNOWN;
  return a.kind == ABSTRACT_PLAIN;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static bool is_in_range(const struct holding *of, int32_t plain)
{
  return of->most < of->least || (plain >= of->least && plain <= of->most);
}

static bool is_held_one(const struct scene *w, const struct holding *of, struct abstract a)
{
  return a.kind == of->kind && is_value(w, (struct ring){0}, a) && (a.kind != ABSTRACT_PLAIN || is_in_range(of, a.is));
}

/* Whether a register of the group can hold it. */
static bool is_held(const struct scene *w, const struct scene_group *g, struct abstract a)
{
  if (!is_held_one(w, &g->holds, a)) return false;
  if (a.kind != ABSTRACT_RECORD) return true;
  const struct abstract_record record = record_of(w->records, a);
  for (uint32_t k = 0; k < w->records->layout.n; k++)
    if (!is_held_one(w, &g->part[k], record.part[k])) return false;
  return true;
}

/* The values of the registers with this number (of which there are N_EVER_WRITTEN), or *any; NULL: there are none, or
 * each part has a number of its own. */
static const struct holding *holding_of(const struct scene *w, uint32_t number, bool *any)
{
  static const struct holding anything;
  const uint32_t behind = written_part(0, 0), holder = number < behind ? number : (number - behind) / MOST_PARTS;
  const uint32_t part = number < behind ? 0 : (number - behind) % MOST_PARTS;
  *any = holder >= written_array(0);
  if (part >= w->records->layout.n && number >= behind) return NULL;
  if (*any) return holder < written_array(w->machine->graph.n_arrays) ? &anything : NULL;
  if (holder >= w->machine->tree->n_groups) return NULL;
  const struct scene_group *g = &w->group[holder];
  if ((number >= behind) != (g->holds.kind == ABSTRACT_RECORD)) return NULL;
  return number < behind ? &g->holds : &g->part[part];
}

static bool is_listed_before(const struct written *written, uint32_t at)
{
  for (uint32_t k = 0; k < at; k++)
    if (written->plain[k] == written->plain[at]) return true;
  return false;
}

/* Of registers of records, each part of which has a number of its own. */
static bool is_only_foreign(const struct written *w)
{
  return w->foreign && !written_any(w);
}

/* Numbers or sessions that registers hold while their process disturbs nobody: 0 is a value of its own, and the session
 * may be that of the process itself. */
static bool is_sound_order(const struct holding *of, const struct written *written)
{
  const bool zero = written->n_plain == 0 || (written->n_plain == 1 && written->plain[0] == 0);
  const bool session = of->kind == ABSTRACT_SESSION;
  return zero && !written->anybody && !written->nobody && (session || !written->itself) &&
         !(session ? written->number : written->session);
}

bool is_sound_written(const struct scene *w, uint32_t number, const struct written *written)
{
  bool any;
  const bool quiet = number >= N_EVER_WRITTEN;
  const uint32_t holder = quiet ? number - N_EVER_WRITTEN : number;
  const struct holding *of = holding_of(w, holder, &any);
  const bool group = !quiet && number < w->machine->tree->n_groups;
  if (written->foreign && !group) return false;
  if (of == NULL) return group && is_only_foreign(written);
  if (quiet && any) return false;
  if (quiet && (of->kind == ABSTRACT_NUMBER || of->kind == ABSTRACT_SESSION)) return is_sound_order(of, written);
  for (uint32_t k = 0; k < written->n_plain; k++)
    if (is_listed_before(written, k) || (!any && !is_in_range(of, written->plain[k]))) return false;
  if (any) return true;
  const bool places = written->itself || written->anybody || written->nobody;
  return (written->n_plain == 0 || of->kind == ABSTRACT_PLAIN) && (!places || of->kind == ABSTRACT_PLACE) &&
         (!written->number || of->kind == ABSTRACT_NUMBER) && (!written->session || of->kind == ABSTRACT_SESSION);
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static bool is_sound_member(const struct scene *w, struct ring list, const int32_t *of)
{
  const struct flow *f = &w->machine->graph;
  if (of[STATE_NODE] < 0 || (uint32_t)of[STATE_NODE] >= f->n_nodes) return false;
  if (f->node[of[STATE_NODE]].kind != NODE_ACCESS) return false;
  if (of[STATE_SECTION] < 0 || of[STATE_SECTION] >= RMR_N_SECTIONS) return false;
  for (uint32_t k = STATE_SESSION; k < state_member(w, 1); k++)
    if (!is_value(w, list, abstract_unpack(of[k]))) return false;
  return true;
}

/* Its value, and whether the observed member has a valid copy: one is known only of what one member alone writes; where
 * it is quiet, the bit says that the value of a register of several writers is known. */
static bool is_sound_cell(const struct scene *w, const int32_t *state, uint32_t cell)
{
  const struct cell *c = &w->cell[cell];
  const int32_t word = state[state_cells(w) + cell];
  const bool copy = (state[state_copy(w, cell)] & state_copy_bit(cell)) != 0;
  const bool forgotten = scene_forgets(w, c->group), several = !c->exact;
  if (copy && (several != w->quiet || forgotten || w->observed == NO_MEMBER)) return false;
  if (forgotten || word == CELL_ANY) return word == CELL_ANY && (forgotten || several);
  return is_held(w, &w->group[c->group], abstract_unpack(word));
}

bool is_sound_state(const struct scene *w, const int32_t *state)
{
  for (uint32_t m = 0; m < w->members; m++)
    if (!is_sound_member(w, w->list[m], state + state_member(w, m))) return false;
  for (uint32_t k = 0; k < w->n_cells; k++)
    if (!is_sound_cell(w, state, k)) return false;
  const uint32_t last = state_order(w) - 1, used = w->n_cells % COPIES_OF_A_WORD;
  if (state[last] < 0 || state[last] >> used != 0) return false;
  for (uint32_t k = state_copies(w); k < last; k++)
    if (state[k] < 0) return false;
  for (uint32_t k = state_came(w); k < w->length; k++)
    if (state[k] < CAME_NONE || state[k] > (k == queue_last(w) ? (int32_t)w->members : CAME_RIGHT_SECOND)) return false;
  return state[last + 1] >= ORDER_NONE && state[last + 1] <= (w->order ? ORDER_SECOND : w->quiet);
}
