/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_others.c: the values that processes beside the members write, as a certificate lists them; and whether all that
 * a process alone writes is listed. The second makes the first true, by induction over the steps of a run.
 */
#include "prove/check_way.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* One of the listed values. by: the places of the processes that may have written it; one that writes its own name
 * wrote one of these. */
static struct abstract one_of(struct way *w, const struct written *listed, uint16_t by)
{
  const uint16_t named = listed->anybody ? w->of->ring.identities : listed->itself ? by : 0;
  const uint16_t places = (uint16_t)(named | (listed->nobody ? 1 : 0));
  const uint32_t n = listed->n_plain + (places != 0) + listed->number + listed->session;
  w->c.never |= n == 0;
  uint32_t k = fork_in(&w->c, n);
  if (k < listed->n_plain) return abstract_plain(listed->plain[k]);
  k -= listed->n_plain;
  if (places != 0 && k-- == 0) return abstract_place(some_place(&w->c, places));
  if (listed->session && k == 0) return some_session(&w->c, true);
  if (!listed->number || fork_in(&w->c, 2) == 0) return (struct abstract){ABSTRACT_NUMBER, 0};
  return some_number(&w->c, 0, false);
}

/* Registers of one process each, of which all the others that are active now may be told: they rest, or have the
 * session of the mover. */
static bool is_quiet_group(const struct way *w, uint32_t group)
{
  const struct check_group *g = &w->of->registers.group[group];
  return g->alone && !(g->n_indices > 1 && g->of_processes[1]);
}

static struct abstract one_while_quiet(struct way *w, uint32_t number, const struct check_type *type, uint16_t by)
{
  const struct written *listed = &w->scene->written[written_quiet(number)];
  if (type->kind != ABSTRACT_SESSION) return one_of(w, listed, by);
  if (listed->session) return some_session(&w->c, true);
  const uint32_t n = listed->n_plain + listed->itself;
  w->c.never |= n == 0;
  const uint32_t k = fork_in(&w->c, n);
  return k < listed->n_plain ? abstract_plain(listed->plain[k])
                             : abstract_unpack(member_words(w, w->member)[STATE_SESSION]);
}

/* A part of a register, or all of it. */
static struct abstract one_part(struct way *w, uint32_t group, uint32_t number, const struct check_type *type,
                                uint16_t by)
{
  if (w->quiet && is_quiet_group(w, group)) return one_while_quiet(w, number, type, by);
  return one_of(w, &w->scene->written[number], by);
}

/* A member that alone writes a register without a word in the state may have written it; and so may each member, if
 * several processes write it. Of a register with a word it is known that a process which is no member wrote last. */
struct abstract written_by_others(struct way *w, uint32_t group, const struct abstract index[2])
{
  const struct check_registers *r = &w->of->registers;
  const struct check_group *g = &r->group[group];
  const bool others =
    register_cell(r, group, index) != NO_CELL || (g->alone && member_at(w->scene, index[0]) == NO_MEMBER);
  const uint16_t by = (uint16_t)(w->of->ring.identities & (others ? ~w->of->ring.members : 0xffff));
  if (g->holds.kind != ABSTRACT_RECORD) return fitted(&w->c, r, group, one_part(w, group, group, &g->holds, by));
  struct abstract_record record = {0};
  for (uint32_t k = 0; k < w->c.records->layout.n; k++)
    record.part[k] = one_part(w, group, written_part(group, k), &g->part[k], by);
  return fitted(&w->c, r, group, record_number(w->c.records, &record));
}

/* Only the process itself writes its local array. One that holds records may hold plain ones, too. */
struct abstract ever_in_array(struct way *w, uint32_t array)
{
  const uint16_t itself = w->scene->n == 0 ? (uint16_t)(1u << member_identity(w->scene, w->member).is) : 0;
  const struct written *listed = w->scene->written;
  if (!written_any(&listed[written_part(written_array(array), 0)]) || fork_in(&w->c, 2) == 0)
    return one_of(w, &listed[written_array(array)], itself);
  struct abstract_record record = {0};
  for (uint32_t k = 0; k < w->c.records->layout.n; k++)
    record.part[k] = one_of(w, &listed[written_part(written_array(array), k)], itself);
  return record_number(w->c.records, &record);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static bool is_plain_listed(const struct written *listed, int32_t plain)
{
  for (uint32_t k = 0; k < listed->n_plain; k++)
    if (listed->plain[k] == plain) return true;
  return false;
}

static bool is_listed(const struct way *w, const struct written *listed, struct abstract a)
{
  switch (a.kind) {
  case ABSTRACT_PLAIN: return is_plain_listed(listed, a.is);
  case ABSTRACT_NUMBER: return listed->number;
  case ABSTRACT_SESSION: return listed->session;
  case ABSTRACT_PLACE:
    if (a.is == 0) return listed->nobody;
    if ((w->of->ring.identities >> a.is & 1) == 0) return false;
    return listed->anybody || (listed->itself && member_at(w->scene, a) == (int)w->member);
  default: return false;
  }
}

static void need(struct way *w, bool listed)
{
  w->unlisted |= w->of->lists && !listed;
}

void must_be_listed(struct way *w, uint32_t holder, struct abstract a)
{
  if (a.kind != ABSTRACT_RECORD) {
    need(w, is_listed(w, &w->scene->written[holder], a));
    return;
  }
  const struct abstract_record record = record_of(w->c.records, a);
  for (uint32_t k = 0; k < w->c.records->layout.n; k++)
    need(w, is_listed(w, &w->scene->written[written_part(holder, k)], record.part[k]));
}

/* While quiet 0 is a value of its own, and so is the session of the passage, which is not over. */
static bool is_listed_while_quiet(const struct way *w, uint32_t number, struct abstract a)
{
  const struct written *listed = &w->scene->written[written_quiet(number)];
  const int32_t *own = member_words(w, w->member);
  const bool ordered = a.kind == ABSTRACT_NUMBER || a.kind == ABSTRACT_SESSION;
  if (ordered && a.is == 0) return is_plain_listed(listed, 0);
  const bool of_passage = a.kind == ABSTRACT_SESSION && own[STATE_SECTION] != RMR_REMAINDER;
  if (of_passage && listed->itself && abstract_pack(a) == own[STATE_SESSION]) return true;
  return is_listed(w, listed, a);
}

void must_be_listed_while_quiet(struct way *w)
{
  const bool rests = member_words(w, w->member)[STATE_SECTION] == RMR_REMAINDER;
  if (!rests && !w->scene->machine->tree->uses_sessions) return;
  for (uint32_t k = 0; k < w->scene->n_cells; k++) {
    const uint32_t group = w->scene->cell[k].group;
    struct abstract index[2];
    cell_index(w->scene, k, index);
    const bool own = register_owner(&w->of->registers, group, index) == (int)w->member;
    if (!own || !is_quiet_group(w, group) || *word_of_cell(w, (int)k) == CELL_ANY) continue;
    const struct abstract a = abstract_unpack(*word_of_cell(w, (int)k));
    if (a.kind != ABSTRACT_RECORD) {
      need(w, is_listed_while_quiet(w, group, a));
      continue;
    }
    const struct abstract_record record = record_of(w->c.records, a);
    for (uint32_t p = 0; p < w->c.records->layout.n; p++)
      need(w, is_listed_while_quiet(w, written_part(group, p), record.part[p]));
  }
}

/* Of one register. */
static bool initial_of(struct way *w, uint32_t group, const struct abstract index[2])
{
  do {
    begin_computing(w);
    const struct abstract a = initial_value(&w->c, &w->of->registers, group, index);
    if (w->c.never) continue;
    if (w->c.stuck != NULL) return false;
    must_be_listed(w, group, a);
  } while (next_fork(&w->c));
  return true;
}

/* Registers of arrays of the processes: of some of them no state has a word. At every N all of a group are alike. */
bool initial_must_be_listed(struct way *w)
{
  for (uint32_t group = 0; group < w->scene->machine->tree->n_groups; group++) {
    const struct check_group *g = &w->of->registers.group[group];
    const int32_t rows = w->scene->n != 0 ? g->high[0] - g->low[0] : 0;
    const int32_t columns = w->scene->n != 0 && g->n_indices > 1 ? g->high[1] - g->low[1] : 0;
    if (!g->of_processes[0] && !g->of_processes[1]) continue;
    for (int32_t row = 0; row <= rows; row++)
      for (int32_t column = 0; column <= columns; column++) {
        const struct abstract index[2] = {abstract_plain(g->low[0] + row), abstract_plain(g->low[1] + column)};
        if (!initial_of(w, group, index)) return false;
      }
  }
  for (uint32_t array = 0; array < w->flow->n_arrays; array++)
    must_be_listed(w, written_array(array), abstract_plain(0));
  return true;
}
