/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract_written.c: the values that processes are known to write (struct written): those that a read may find, and
 * those that a step adds.
 */
#include <string.h>

#include "prove/abstract_way.h"

struct abstract way_session(struct walk *w, bool none)
{
  const int32_t known = w->sessions;
  const int32_t is = (int32_t)choose(&w->choices, (uint32_t)known + 1 + none) + !none;
  if (is > known) w->sessions = known + 1;
  return (struct abstract){ABSTRACT_SESSION, is};
}

struct abstract way_node(struct walk *w, struct abstract a)
{
  const bool first = a.kind == ABSTRACT_PLAIN && a.is == 0;
  const bool own = scene_who(w->scene, abstract_pack(a)) == (int)w->member;
  if (a.kind == ABSTRACT_NODE) return a;
  if (!w->beginning || (!first && !own)) way_stop(w, "a node that no register or local variable held before");
  return (struct abstract){ABSTRACT_NODE, first ? 1 : 2 + (int32_t)w->member};
}

/* A known node or another one. Views know each. */
static struct abstract any_node(struct walk *w)
{
  if (w->scene->of_views) way_stop(w, "a node from a register of which nothing is remembered");
  const int32_t is = (int32_t)choose(&w->choices, (uint32_t)w->nodes + 1) + 1;
  if (is > w->nodes) w->nodes = is;
  if (is > UINT8_MAX) way_stop(w, "too many nodes");
  return (struct abstract){ABSTRACT_NODE, is};
}

static struct abstract identity_written(struct walk *w, const struct written *of, enum writers by)
{
  const bool some = of->anybody || of->itself, of_others = by == WRITTEN_BY_OTHERS && !of->anybody;
  if (of->nobody && (!some || choose(&w->choices, 2) == 0)) return abstract_place(0);
  const struct abstract place = place_any(&w->computing, of_others && !w->scene->forgets_arrays);
  w->impossible |= place.is == 0; /* there are no others */
  return place;
}

struct abstract way_anything_in(struct walk *w, const struct written *of, enum writers by)
{
  const bool places = of->itself || of->anybody || of->nobody;
  uint32_t kinds = 0;
  uint8_t kind[5] = {0};
  if (of->n_plain != 0) kind[kinds++] = ABSTRACT_PLAIN;
  if (places) kind[kinds++] = ABSTRACT_PLACE;
  if (of->number) kind[kinds++] = ABSTRACT_NUMBER;
  if (of->session) kind[kinds++] = ABSTRACT_SESSION;
  if (of->node) kind[kinds++] = ABSTRACT_NODE;
  w->impossible |= kinds == 0;
  switch (kind[choose(&w->choices, kinds)]) {
  case ABSTRACT_PLACE: return identity_written(w, of, by);
  case ABSTRACT_NUMBER: return number_any(&w->computing);
  case ABSTRACT_SESSION: return way_session(w, true);
  case ABSTRACT_NODE: return any_node(w);
  default: return abstract_plain(of->n_plain != 0 ? of->plain[choose(&w->choices, of->n_plain)] : 0);
  }
}

static struct abstract any_record(struct walk *w, uint32_t holder, enum writers by)
{
  struct abstract_record record = {0};
  for (uint32_t k = 0; k < w->scene->records->layout.n; k++)
    record.part[k] = way_anything_in(w, &w->scene->written[written_part(holder, k)], by);
  return record_number(w->scene->records, &record);
}

struct abstract way_anything(struct walk *w, uint32_t group, enum writers by)
{
  if (w->scene->group[group].holds.kind == ABSTRACT_RECORD) return any_record(w, group, by);
  return way_anything_in(w, &w->scene->written[group], by);
}

bool way_has_records(const struct walk *w, uint32_t array)
{
  return written_any(&w->scene->written[written_part(written_array(array), 0)]);
}

/* An element of a local array: one that holds records may hold plain ones, too, as it does at first. */
struct abstract way_any_element(struct walk *w, uint32_t array)
{
  const uint32_t holder = written_array(array);
  if (way_has_records(w, array) && choose(&w->choices, 2) == 0) return any_record(w, holder, WRITTEN_BY_ANYBODY);
  return way_anything_in(w, &w->scene->written[holder], WRITTEN_BY_ANYBODY);
}

enum writers way_writers(const struct walk *w, uint32_t group)
{
  const bool owned = w->scene->group[group].row == DIMENSION_PROCESSES;
  return owned && !w->scene->machine->tree->group[group].multi_writer ? WRITTEN_BY_OTHERS : WRITTEN_BY_ANYBODY;
}

static bool is_known(const struct written *of, int32_t plain)
{
  for (uint32_t k = 0; k < of->n_plain; k++)
    if (of->plain[k] == plain) return true;
  return false;
}

/* The value is known to be written from now on. 0 as a number or session is among any of them. */
void way_note(struct walk *w, struct written *of, struct abstract a)
{
  if (!way_tells(w)) return;
  const struct written before = *of;
  if (a.kind == ABSTRACT_PLAIN && !is_known(of, a.is)) {
    if (of->n_plain == MOST_WRITTEN)
      way_stop(w, "a register holds too many values");
    else
      of->plain[of->n_plain++] = a.is;
  }
  if (a.kind == ABSTRACT_RECORD || a.kind == ABSTRACT_POSITION)
    way_stop(w, "a record in a record, or a position in an array, is not followed");
  of->number |= a.kind == ABSTRACT_NUMBER;
  of->session |= a.kind == ABSTRACT_SESSION;
  of->node |= a.kind == ABSTRACT_NODE;
  if (a.kind == ABSTRACT_PLACE) {
    const bool own = a.is == ring_member(w->scene->ring, w->member);
    of->nobody |= a.is == 0;
    of->itself |= own;
    of->anybody |= !own && a.is != 0;
  }
  *w->scene->grew |= memcmp(&before, of, sizeof before) != 0;
}

struct way_parts way_parts(const struct scene *scene, uint32_t holder, struct abstract a)
{
  struct way_parts parts = {.n = 1, .number = {holder}, .is = {a}};
  if (a.kind != ABSTRACT_RECORD) return parts;
  const struct abstract_record record = record_of(scene->records, a);
  parts.n = scene->records->layout.n;
  for (uint32_t k = 0; k < parts.n; k++) {
    parts.number[k] = written_part(holder, k);
    parts.is[k] = record.part[k];
  }
  return parts;
}

void way_note_in(struct walk *w, uint32_t holder, struct abstract a)
{
  const struct way_parts parts = way_parts(w->scene, holder, a);
  for (uint32_t k = 0; k < parts.n; k++) way_note(w, &w->scene->written[parts.number[k]], parts.is[k]);
}

void way_note_foreign(struct walk *w, uint32_t group)
{
  struct written *of = &w->scene->written[group];
  if (!way_tells(w) || of->foreign) return;
  of->foreign = true;
  *w->scene->grew = true;
}
