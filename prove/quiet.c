/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/quiet.h"

/* --- when it is quiet --------------------------------------------------------------------------------------------- */

static const int32_t *member_at(const struct walk *w, uint32_t member)
{
  return &w->state[state_member(w->scene, member)];
}

/* Whether its pending step belongs to its entry. */
static bool is_entering(const struct walk *w, uint32_t member)
{
  return rmr_section_is_entry(w->flow->node[member_at(w, member)[STATE_NODE]].section);
}

static bool is_companion(const struct walk *w, uint32_t member)
{
  return w->scene->machine->algorithm.group &&
         member_at(w, member)[STATE_SESSION] == member_at(w, (uint32_t)w->scene->observed)[STATE_SESSION];
}

/* Whether a member conflicts with the observed one and is active. */
static bool is_disturbed(const struct walk *w)
{
  for (uint32_t m = 0; m < w->scene->members; m++)
    if (m != (uint32_t)w->scene->observed && member_at(w, m)[STATE_SECTION] != RMR_REMAINDER && !is_companion(w, m))
      return true;
  return false;
}

void quiet_begin(struct walk *w)
{
  if (!w->scene->quiet) return;
  if (w->scene->nodes) way_stop(w, "entries that nobody disturbs are not followed where there are nodes");
  int32_t *quiet = &w->state[state_order(w->scene)];
  const bool moves = (uint32_t)w->scene->observed == w->member;
  const bool enters = is_entering(w, (uint32_t)w->scene->observed);
  if (*quiet != 0) {
    w->impossible = !enters || !(moves || is_companion(w, w->member));
  } else if (moves && enters && !is_disturbed(w)) {
    *quiet = (int32_t)choose(&w->choices, 2);
    w->begins = *quiet != 0;
  }
  w->quiet = *quiet != 0;
  w->counts = w->quiet && moves;
  if (w->counts) quiet_charge(w, ACCOUNT_OWN);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The process that the member has come to in a loop over processes; its own place: it is in none. */
static enum account account_of_scan(const struct walk *w)
{
  const uint32_t node = (uint32_t)member_at(w, w->member)[STATE_NODE];
  const uint64_t slots = w->scene->as_place[node] & w->scene->scanning;
  if (slots == 0) return ACCOUNT_OWN;
  const struct abstract at = abstract_unpack(*way_slot(w, (uint8_t)__builtin_ctzll(slots)));
  return way_account(w, at);
}

void quiet_charge(struct walk *w, enum account account)
{
  if (account == ACCOUNT_OWN && w->scene->by_scan) account = account_of_scan(w);
  w->weight = account == (w->scene->members == 1 ? ACCOUNT_OWN : ACCOUNT_PARTNER);
}

bool quiet_begins_early(const struct walk *w)
{
  return w->begins && w->weight == 0;
}

/* --- the values of registers then --------------------------------------------------------------------------------- */

/* The bits of copies are free: a scene that watches this counts steps, not remote references. */
void quiet_know(struct walk *w, int cell, struct abstract value)
{
  int32_t bit, *known = way_copies(w, cell, &bit);
  const bool alone = w->quiet && !w->scene->machine->algorithm.group; /* others do not move at all */
  if (!alone || w->scene->cell[cell].exact) return;
  *known |= bit;
  w->state[state_cells(w->scene) + (uint32_t)cell] = abstract_pack(value);
}

bool quiet_knows(const struct walk *w, int cell)
{
  int32_t bit;
  const int32_t *known = way_copies(w, cell, &bit);
  return w->quiet && (*known & bit) != 0;
}

/* Whether one process alone writes each register of the group, and a member has cells for all of its own. */
static bool is_noted(const struct scene *of, uint32_t group)
{
  const struct scene_group *g = &of->group[group];
  return g->row == DIMENSION_PROCESSES && g->column != DIMENSION_PROCESSES &&
         !of->machine->tree->group[group].multi_writer;
}

/* Whether all registers of the group have cells in each scene. */
static bool is_nobodys(const struct scene *of, uint32_t group)
{
  const struct scene_group *g = &of->group[group];
  return g->row != DIMENSION_PROCESSES && g->column != DIMENSION_PROCESSES;
}

bool quiet_is_left(const struct walk *w, uint32_t group)
{
  return w->quiet && w->scene->left != NULL && is_nobodys(w->scene, group);
}

/* Of sessions that of the process itself is known; the moving member has the same, or the process rests. */
static struct abstract anything_in(struct walk *w, const struct written *of, const struct holding *holds)
{
  if (holds->kind != ABSTRACT_SESSION) return way_anything_in(w, of, WRITTEN_BY_OTHERS); /* is_noted */
  if (of->session) return way_session(w, true);
  if (of->itself && (of->n_plain == 0 || choose(&w->choices, 2) == 0))
    return abstract_unpack(member_at(w, w->member)[STATE_SESSION]);
  return abstract_plain(0);
}

/* of: numbered as what is ever written. */
static struct abstract anything_of(struct walk *w, const struct written *of, uint32_t group)
{
  const struct scene_group *g = &w->scene->group[group];
  if (g->holds.kind != ABSTRACT_RECORD) return way_fit(w, group, anything_in(w, &of[group], &g->holds));
  struct abstract_record record = {0};
  for (uint32_t k = 0; k < w->scene->records->layout.n; k++)
    record.part[k] = anything_in(w, &of[written_part(group, k)], &g->part[k]);
  return way_fit(w, group, record_number(w->scene->records, &record));
}

struct abstract quiet_anything(struct walk *w, uint32_t group)
{
  if (!is_noted(w->scene, group)) return way_anything(w, group, way_writers(w, group));
  return anything_of(w, &w->scene->written[written_quiet(0)], group);
}

struct abstract quiet_left(struct walk *w, uint32_t group)
{
  return anything_of(w, w->scene->left, group);
}

/* Unlike what is ever written, 0 is told from other numbers and sessions, and the session of the passage from others.
 * In its remainder a process may go on to any session. */
static void note(struct walk *w, struct written *of, struct abstract a)
{
  const int32_t *member = member_at(w, w->member);
  const bool is_order = a.kind == ABSTRACT_NUMBER || a.kind == ABSTRACT_SESSION;
  const bool is_own =
    a.kind == ABSTRACT_SESSION && member[STATE_SECTION] != RMR_REMAINDER && abstract_pack(a) == member[STATE_SESSION];
  if (is_own && a.is != 0) {
    *w->scene->grew |= !of->itself;
    of->itself = true;
  } else {
    way_note(w, of, is_order && a.is == 0 ? abstract_plain(0) : a);
  }
}

/* of: as in anything_of. */
static void note_cell(struct walk *w, struct written *of, uint32_t group, int32_t word)
{
  const struct way_parts parts = way_parts(w->scene, group, abstract_unpack(word));
  for (uint32_t k = 0; k < parts.n; k++) note(w, &of[parts.number[k]], parts.is[k]);
}

void quiet_note(struct walk *w)
{
  const struct scene *of = w->scene;
  const bool rests = member_at(w, w->member)[STATE_SECTION] == RMR_REMAINDER;
  if (!way_tells(w) || (!rests && !of->machine->algorithm.group)) return;
  for (uint32_t k = 0; k < of->n_cells; k++) {
    const struct cell *cell = &of->cell[k];
    const int32_t word = w->state[state_cells(of) + k];
    if (word == CELL_ANY) continue;
    if (cell->owner == (int)w->member && is_noted(of, cell->group))
      note_cell(w, &of->written[written_quiet(0)], cell->group, word);
    if (of->left != NULL && rests && is_nobodys(of, cell->group)) note_cell(w, of->left, cell->group, word);
  }
}
