/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_reads.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/views_closing.h"
#include "prove/views_places.h"

enum { AHEAD = 32 }; /* replies */

const struct views_roles views_roles[VIEWS_ROLES] = {{0, 1, 2, 0, 2, 1}, {0, 2, 1, 1, 2, 0}, {1, 0, 2, 0, 1, 2},
                                                     {1, 2, 0, 2, 1, 0}, {2, 0, 1, 1, 0, 2}, {2, 1, 0, 2, 0, 1}};

/* Which member of its pair with the other one a process is. */
static uint32_t member_beside(uint32_t process, uint32_t other)
{
  return process > other;
}

/* --- the rest of a view ------------------------------------------------------------------------------------------- */

/* Forgets all of the member but for the word, which is one of its registers. */
static void forget(const struct scene *w, uint32_t member, uint32_t word, int32_t *state)
{
  memset(&state[state_member(w, member)], 0, state_member(w, 1) * sizeof *state);
  for (uint32_t k = 0; k < w->n_cells; k++) {
    const struct scene_group *g = &w->group[w->cell[k].group];
    const bool of_member = (g->row == DIMENSION_PROCESSES && scene_who(w, w->cell[k].row) == (int)member) ||
                           (g->column == DIMENSION_PROCESSES && scene_who(w, w->cell[k].column) == (int)member);
    if (of_member && state_cells(w) + k != word) state[state_cells(w) + k] = 0;
  }
}

/* The number of the rest of a view of the p-th pair, if all of the owner but the word of the three is forgotten. */
static uint32_t keep(struct closing *c, const struct views_triple *t, uint32_t p, uint32_t view, uint32_t owner,
                     uint32_t word)
{
  struct scene *w = views_scene_of(c, t, p);
  struct reads_of_pair *of = &c->reads.of[t->pair[p]];
  const uint32_t here = (uint32_t)t->shown[word].at[p];
  const size_t at = (size_t)view * w->n_cells + here - state_cells(w);
  if (at >= of->n) {
    const size_t more = 2 * at + 64;
    of->number = mem_grow(of->number, more, sizeof *of->number);
    memset(&of->number[of->n], 0, (more - of->n) * sizeof *of->number);
    of->n = more;
  }
  if (of->number[at] == 0) {
    int32_t *room = c->rest;
    memcpy(room, lookup_text(&c->of[t->pair[p]].states, view), w->length * sizeof *room);
    forget(w, views_members_of_pair[p][1] == owner, here, room);
    views_tidy(w, &c->kinds, room);
    of->number[at] = (uint32_t)lookup_add(&c->reads.kept, room, w->length * sizeof *room) + 1;
  }
  return of->number[at] - 1;
}

/* --- replies ------------------------------------------------------------------------------------------------------ */

static struct views_known *first_slot(const struct views_reads *reads, struct views_known reply)
{
  const uint64_t mixed = (reply.roles ^ reply.kept * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
  return &reads->known[(size_t)(mixed >> 32) & (reads->room - 1)];
}

/* Its slot, or the empty one where it belongs. No roles are 0. */
static struct views_known *slot_of(const struct views_reads *reads, struct views_known reply)
{
  struct views_known *slot = first_slot(reads, reply);
  while (slot->roles != 0 && (slot->roles != reply.roles || slot->kept != reply.kept))
    slot = slot + 1 < reads->known + reads->room ? slot + 1 : reads->known;
  return slot;
}

/* Twice the room; at most half of the slots are in use. */
static void grow(struct views_reads *reads)
{
  struct views_known *old = reads->known;
  const size_t n = reads->room;
  reads->room = n == 0 ? 1024 : 2 * n;
  reads->known = mem_new(reads->room, sizeof *reads->known);
  for (size_t k = 0; k < n; k++)
    if (old[k].roles != 0) *slot_of(reads, old[k]) = old[k];
  free(old);
}

static struct views_known known_of(const struct views_triple *t, const struct closing *c, const struct views_roles *r,
                                   const struct views_reply *reply)
{
  const uint64_t triple = (uint64_t)(t - c->scenes.triple), roles = (uint64_t)(r - views_roles);
  return (struct views_known){(triple << 4 | roles) + 1, (uint64_t)reply->kept[0] << 32 | reply->kept[1]};
}

static bool is_new(struct views_reads *reads, struct views_known reply)
{
  if (2 * reads->n_replies >= reads->room) grow(reads);
  struct views_known *slot = slot_of(reads, reply);
  const bool new = slot->roles == 0;
  *slot = reply;
  return new;
}

/* The views of the reader and of the third one alone, for which replies are. */
struct ends {
  uint32_t triple, roles, of[2];
};

static bool join_reply(struct closing *c, struct views_triple *t, const struct views_roles *r,
                       const struct views_reply *reply, uint32_t concerned, views_read_fn *read)
{
  uint32_t view[PAIRS_OF_TRIPLE];
  view[r->asked] = reply->view[0];
  view[r->beside] = reply->view[1];
  view[r->concerned] = concerned;
  if (!views_places_fit(c, t, view, r->reader) || !views_places_fit(c, t, view, r->third)) return true;
  return read(c, t, r, reply->kept, concerned);
}

static bool join_replies(struct closing *c, struct views_triple *t, const struct views_roles *r, uint32_t concerned,
                         views_read_fn *read)
{
  const struct view *v = &c->of[t->pair[r->concerned]].view[concerned];
  const uint32_t as = member_beside(r->reader, r->third);
  const struct ends ends = {
    (uint32_t)(t - c->scenes.triple), (uint32_t)(r - views_roles), {v->end[as], v->end[1 - as]}};
  const size_t at = lookup_find(&c->reads.ends, &ends, sizeof ends);
  bool ok = true;
  for (uint32_t k = at < c->reads.ends.n ? c->reads.first[at] : NO_REPLY; ok && k != NO_REPLY;) {
    const struct views_reply reply = c->reads.reply[k]; /* more may come */
    ok = join_reply(c, t, r, &reply, concerned, read);
    k = reply.next;
  }
  return ok;
}

static void enlist_reply(struct views_reads *reads, uint32_t number, const struct ends *ends)
{
  size_t at;
  if (lookup_is_new(&reads->ends, ends, sizeof *ends, &at)) {
    reads->first = mem_another(reads->first, at, sizeof *reads->first);
    reads->first[at] = NO_REPLY;
  }
  reads->reply[number].next = reads->first[at];
  reads->first[at] = number;
}

/* The rest of two views of the owner. */
static struct views_reply reply_of(struct closing *c, const struct views_triple *t, const struct views_roles *r,
                                   uint32_t asked, uint32_t beside)
{
  const struct aim *aim = &c->of[t->pair[r->asked]].view[asked].aim[member_beside(r->reader, r->owner)];
  const uint32_t cell = state_cells(views_scene_of(c, t, r->asked)) + (uint32_t)aim->read;
  const uint32_t word = (uint32_t)t->lens[r->asked].word[cell];
  return (struct views_reply){
    {keep(c, t, r->asked, asked, r->owner, word), keep(c, t, r->beside, beside, r->owner, word)},
    {asked, beside},
    NO_REPLY};
}

/* A reply that may be new: then with each view of the reader and the third one that has been handled. */
static bool add_reply(struct closing *c, struct views_triple *t, const struct views_roles *r,
                      const struct views_reply *reply, views_read_fn *read)
{
  struct views_reads *reads = &c->reads;
  if (!is_new(reads, known_of(t, c, r, reply))) return true;
  const struct view *one = &c->of[t->pair[r->asked]].view[reply->view[0]],
                    *other = &c->of[t->pair[r->beside]].view[reply->view[1]];
  const struct ends ends = {
    (uint32_t)(t - c->scenes.triple),
    (uint32_t)(r - views_roles),
    {one->end[member_beside(r->reader, r->owner)], other->end[member_beside(r->third, r->owner)]}};
  const size_t number = reads->n_replies++;
  reads->reply = mem_another(reads->reply, number, sizeof *reads->reply);
  reads->reply[number] = *reply;
  enlist_reply(reads, (uint32_t)number, &ends);
  const bool ascending = r->reader < r->third;
  const struct views_of_pair *of = &c->of[t->pair[r->concerned]];
  uint32_t k = views_first_between(of, ends.of[ascending ? 0 : 1], ends.of[ascending ? 1 : 0]);
  bool ok = true;
  for (; ok && k != NO_VIEW; k = of->view[k].next) ok = join_reply(c, t, r, reply, k, read);
  return ok;
}

/* --- views with one owner ----------------------------------------------------------------------------------------- */

static void enlist(struct views_with *with, uint32_t end, uint32_t view)
{
  if (end >= with->n) {
    const size_t more = 2 * (size_t)end + 16;
    with->list = mem_grow(with->list, more, sizeof *with->list);
    memset(&with->list[with->n], 0, (more - with->n) * sizeof *with->list);
    with->n = more;
  }
  struct views_list *list = &with->list[end];
  if (list->n == list->room) {
    list->room += list->room / 2 + 2;
    list->view = mem_grow(list->view, list->room, sizeof *list->view);
  }
  list->view[list->n++] = view;
}

void views_enlist_reads(struct closing *c, uint32_t pair, uint32_t number)
{
  struct reads_of_pair *of = &c->reads.of[pair];
  const struct view *v = &c->of[pair].view[number];
  for (uint32_t m = 0; m < 2; m++) {
    enlist(&of->all[m], v->end[m], number);
    if (v->aim[1 - m].read != NO_CELL) enlist(&of->reading[m], v->end[m], number);
  }
}

/* The view is that of the owner and the reader, or of the owner and the third one: with all that are the other one. The
 * table of replies is larger than any cache, so its slots are asked for ahead. */
static bool find_replies(struct closing *c, struct views_triple *t, const struct views_roles *r, uint32_t number,
                         bool is_asked, views_read_fn *read)
{
  const uint32_t pair = is_asked ? r->asked : r->beside, with = is_asked ? r->beside : r->asked;
  const uint32_t as = member_beside(r->owner, is_asked ? r->reader : r->third);
  const uint32_t at = member_beside(r->owner, is_asked ? r->third : r->reader);
  const struct view *v = &c->of[t->pair[pair]].view[number];
  if (is_asked && v->aim[1 - as].read == NO_CELL) return true;
  const struct reads_of_pair *of = &c->reads.of[t->pair[with]];
  const struct views_with *all = is_asked ? &of->all[at] : &of->reading[at];
  const struct views_list list = v->end[as] < all->n ? all->list[v->end[as]] : (struct views_list){.n = 0};
  const bool first = views_pairs_with[r->owner].in[0] == pair;
  const uint64_t places = v->places[as];
  struct views_reply reply[AHEAD];
  bool ok = true;
  for (uint32_t k = 0, n = 0; ok && k < list.n; n = 0) {
    const struct view *views = c->of[t->pair[with]].view; /* there may be more since */
    for (; k < list.n && n < AHEAD; k++) {
      const uint32_t other = list.view[k];
      const uint64_t also = views[other].places[at];
      const bool fit =
        first ? views_are_places_fit(t, r->owner, places, also) : views_are_places_fit(t, r->owner, also, places);
      if (!fit) continue;
      reply[n] = reply_of(c, t, r, is_asked ? number : other, is_asked ? other : number);
      if (c->reads.room != 0) __builtin_prefetch(first_slot(&c->reads, known_of(t, c, r, &reply[n])));
      n++;
    }
    for (uint32_t m = 0; ok && m < n; m++) ok = add_reply(c, t, r, &reply[m], read);
  }
  return ok;
}

bool views_find_reads(struct closing *c, struct views_triple *t, uint32_t pair, uint32_t number, views_read_fn *read)
{
  bool ok = true;
  for (uint32_t k = 0; ok && k < VIEWS_ROLES; k++) {
    const struct views_roles *r = &views_roles[k];
    if (pair == r->concerned)
      ok = join_replies(c, t, r, number, read);
    else
      ok = find_replies(c, t, r, number, pair == r->asked, read);
  }
  return ok;
}

static void free_lists(struct views_with *with)
{
  for (size_t k = 0; k < with->n; k++) free(with->list[k].view);
  free(with->list);
}

size_t views_reads_bytes(const struct views_reads *reads, size_t n_views)
{
  if (reads->of == NULL) return 0;
  return n_views * 5 * sizeof(uint32_t) + reads->room * sizeof *reads->known + reads->n_replies * sizeof *reads->reply +
         reads->kept.n * 256 + reads->ends.n * 96;
}

void views_reads_free(struct views_reads *reads, uint32_t n_pairs)
{
  for (uint32_t k = 0; reads->of != NULL && k < n_pairs; k++) {
    free(reads->of[k].number);
    for (uint32_t m = 0; m < 2; m++) {
      free_lists(&reads->of[k].all[m]);
      free_lists(&reads->of[k].reading[m]);
    }
  }
  free(reads->of);
  free(reads->known);
  free(reads->reply);
  free(reads->first);
  lookup_free(&reads->kept);
  lookup_free(&reads->ends);
}
