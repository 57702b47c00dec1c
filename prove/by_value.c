/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/by_value.h"

/* --- writers of values -------------------------------------------------------------------------------------------- */

static uint64_t bit_of(uint32_t identity)
{
  return UINT64_C(1) << (identity - 1);
}

/* The processes that are no members. */
static uint64_t others_of(const struct scene *of)
{
  uint64_t members = 0;
  for (uint32_t m = 0; m < of->members; m++) members |= bit_of(of->identity[m]);
  return ~members;
}

static void note(struct walk *w, struct written *of, struct abstract a)
{
  if (a.kind != ABSTRACT_PLAIN) return;
  const uint64_t self = bit_of(w->scene->identity[w->member]);
  for (uint32_t k = 0; k < of->n_plain; k++) {
    if (of->plain[k] != a.is || (of->by[k] & self) != 0) continue;
    of->by[k] |= self;
    *w->scene->grew = true;
  }
}

void by_value_note(struct walk *w, uint32_t group, struct abstract a)
{
  if (w->scene->n == 0 || !way_tells(w)) return;
  const struct way_parts parts = way_parts(w->scene, group, a);
  for (uint32_t k = 0; k < parts.n; k++) note(w, &w->scene->written[parts.number[k]], parts.is[k]);
}

/* Whether a process that is no member may write the value. At every N all processes write the same plain values. A
 * first value may be one that nobody writes. */
static bool others_write_one(const struct scene *scene, const struct written *of, struct abstract a)
{
  switch (a.kind) {
  case ABSTRACT_NUMBER: return of->number;
  case ABSTRACT_SESSION: return of->session;
  case ABSTRACT_PLACE:
    if (a.is == 0) return of->nobody;
    return of->anybody || (of->itself && ring_who(scene->ring, a.is) < 0);
  default: break;
  }
  for (uint32_t k = 0; k < of->n_plain; k++)
    if (of->plain[k] == a.is) return scene->n == 0 || (of->by[k] & others_of(scene)) != 0;
  return false;
}

/* Of a record they must write each part. */
static bool others_write(const struct scene *scene, uint32_t group, struct abstract a)
{
  const struct way_parts parts = way_parts(scene, group, a);
  for (uint32_t k = 0; k < parts.n; k++)
    if (!others_write_one(scene, &scene->written[parts.number[k]], parts.is[k])) return false;
  return true;
}

static struct abstract one_of_others(struct walk *w, const struct written *of)
{
  if (w->scene->n == 0 || of->number || of->session) return way_anything_in(w, of, WRITTEN_BY_OTHERS);
  struct written theirs = {.n_plain = 0};
  for (uint32_t k = 0; k < of->n_plain; k++)
    if ((of->by[k] & others_of(w->scene)) != 0) theirs.plain[theirs.n_plain++] = of->plain[k];
  return way_anything_in(w, &theirs, WRITTEN_BY_OTHERS);
}

struct abstract by_value_of_others(struct walk *w, uint32_t group)
{
  const struct scene *of = w->scene;
  if (of->group[group].holds.kind != ABSTRACT_RECORD) return one_of_others(w, &of->written[group]);
  struct abstract_record record = {0};
  for (uint32_t k = 0; k < of->records->layout.n; k++)
    record.part[k] = one_of_others(w, &of->written[written_part(group, k)]);
  return record_number(of->records, &record);
}

/* --- cells -------------------------------------------------------------------------------------------------------- */

/* On whose account the observed member's accesses to the cell are. */
static enum account account_of_cell(const struct scene *of, const struct cell *cell)
{
  const struct scene_group *g = &of->group[cell->group];
  const uint32_t observed = (uint32_t)of->observed;
  enum account account = ACCOUNT_OWN;
  if (g->row == DIMENSION_PROCESSES) account = account_of_member(of, observed, abstract_unpack(cell->row));
  if (account == ACCOUNT_OWN && g->column == DIMENSION_PROCESSES)
    account = account_of_member(of, observed, abstract_unpack(cell->column));
  return account;
}

bool by_value_follows(const struct scene *of, int cell)
{
  if (!of->by_value || cell == NO_CELL || of->cell[cell].exact) return false;
  return account_of_cell(of, &of->cell[cell]) == (of->members == 1 ? ACCOUNT_OWN : ACCOUNT_PARTNER);
}

int32_t by_value_word(const struct walk *w, int cell, struct abstract a)
{
  const struct scene *of = w->scene;
  const struct cell *at = &of->cell[cell];
  return of->by_value && !at->exact && others_write(of, at->group, a) ? CELL_ANY : abstract_pack(a);
}
