/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_shows.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/operations.h"
#include "prove/views_queue.h"

/* --- scenes of views ---------------------------------------------------------------------------------------------- */

/* Of a class: the first member is not 1; the last one is not N. */
enum { FIRST_APART = 1, LAST_APART = 2, PLACED_CLASSES = 4 };

/* The next so many of 1..N in their order. False: these are the last ones. */
static bool next_of_n(uint32_t n, uint32_t members, uint32_t *identity)
{
  uint32_t k = members;
  while (k > 0 && identity[k - 1] == n - members + k) k--;
  if (k == 0) return false;
  identity[k - 1]++;
  for (; k < members; k++) identity[k] = identity[k - 1] + 1;
  return true;
}

static void first_of_n(uint32_t members, uint32_t *identity)
{
  for (uint32_t k = 0; k < members; k++) identity[k] = k + 1;
}

static void identities_of(struct shows_form form, uint32_t class, uint32_t members, uint32_t *identity)
{
  first_of_n(members, identity);
  while (class -- > 0) next_of_n(form.n, members, identity);
}

uint32_t shows_classes(struct shows_form form, uint32_t members)
{
  if (form.n == 0) return form.placed ? PLACED_CLASSES : 1;
  uint32_t n = 1;
  for (uint32_t k = 0; k < members; k++) n = n * (form.n - k) / (k + 1);
  return n;
}

uint32_t shows_class_within(struct shows_form form, uint32_t class, uint32_t members, uint32_t first, uint32_t last)
{
  if (form.n == 0 && !form.placed) return 0;
  if (form.n == 0)
    return (first != 0 ? FIRST_APART : class & FIRST_APART) | (last + 1 != members ? LAST_APART : class & LAST_APART);
  uint32_t of[MOST_MEMBERS], within[2], number = 0;
  identities_of(form, class, members, of);
  if (first == last) return of[first] - 1;
  first_of_n(2, within);
  while (within[0] != of[first] || within[1] != of[last]) {
    next_of_n(form.n, 2, within);
    number++;
  }
  return number;
}

struct scene shows_scene(uint32_t members, struct shows_form form, uint32_t class)
{
  struct scene w = {
    .members = members, .observed = NO_MEMBER, .of_views = true, .whole = form.whole, .queue = form.queue};
  w.ring.members = (uint8_t)members;
  if (form.n != 0) {
    identities_of(form, class, members, w.identity);
    return w;
  }
  w.alike = !form.placed;
  w.ring.first_apart = w.alike || (class & FIRST_APART) != 0;
  w.ring.last_apart = w.alike || (class & LAST_APART) != 0;
  return w;
}

static bool is_of_view(const struct scene *w, const struct cell *c)
{
  const struct scene_group *g = &w->group[c->group];
  if (w->whole) return true;
  const bool row = g->row != DIMENSION_PROCESSES || member_at(w, abstract_unpack(c->row)) != NO_MEMBER;
  return row && (g->column != DIMENSION_PROCESSES || member_at(w, abstract_unpack(c->column)) != NO_MEMBER);
}

void shows_choose_cells(struct scene *w)
{
  uint32_t n = 0;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++) {
    const uint32_t from = w->group[g].first_cell, to = from + w->group[g].n_cells;
    w->group[g].first_cell = n;
    for (uint32_t k = from; k < to; k++) {
      if (!is_of_view(w, &w->cell[k])) continue;
      w->cell[n] = w->cell[k];
      w->cell[n++].exact = true;
    }
    w->group[g].n_cells = n - w->group[g].first_cell;
  }
  w->n_cells = n;
  scene_measure(w);
}

/* Where identities are alike: the place of all that are no members. */
static int32_t others_of(const struct scene *w)
{
  return ring_last(w->ring) - 1;
}

/* Whether the word holds a number that has a name: another one than 0. */
static bool has_number(const struct scene *w, const int32_t *state, uint32_t word)
{
  const struct abstract a = abstract_unpack(state[word]);
  return state_is_value(w, word) && a.kind == ABSTRACT_NUMBER && a.is != 0;
}

/* Numbers are named by their ranks; the first name is that of 1, whether the state has it or not. */
static void name_numbers(const struct scene *w, int32_t *state)
{
  int32_t number[SHOWS_MOST_WORDS + 1] = {NUMBER_ONE};
  uint32_t n = 1;
  for (uint32_t k = 0; k < state_copies(w); k++) {
    if (!has_number(w, state, k)) continue;
    const int32_t is = abstract_unpack(state[k]).is;
    uint32_t at = n;
    while (at > 0 && number[at - 1] >= is) at--;
    if (at < n && number[at] == is) continue;
    memmove(&number[at + 1], &number[at], (n++ - at) * sizeof *number);
    number[at] = is;
  }
  for (uint32_t k = 0; k < state_copies(w); k++) {
    if (!has_number(w, state, k)) continue;
    int32_t at = 0;
    while (number[at] != abstract_unpack(state[k]).is) at++;
    state[k] = abstract_pack((struct abstract){ABSTRACT_NUMBER, (at + 1) * NUMBER_GAP});
  }
}

/* A record of plain parts as the number that it is. */
static struct abstract plain_record(const struct scene *w, struct abstract a)
{
  const struct record_layout *layout = &w->records->layout;
  const struct abstract_record record = record_of(w->records, a);
  int64_t packed = 0;
  for (uint32_t k = 0; k < layout->n; k++) {
    if (record.part[k].kind != ABSTRACT_PLAIN) return a;
    packed = operate(EXPR_PUT, packed, record.part[k].is, layout->shift[k], layout->width[k]);
  }
  return packed >= 0 && abstract_is_small(packed) ? abstract_plain((int32_t)packed) : a;
}

/* A local variable may hold 0 in each form, 1 as a number or as it is, and a record as its parts or as a number; and
 * nobody asks for the session of an algorithm that has none. */
void shows_tidy(const struct scene *w, int32_t *state)
{
  bool numbers = false;
  for (uint32_t k = 0; k < state_copies(w); k++) {
    if (!state_is_value(w, k)) continue;
    const bool local = k < state_cells(w);
    struct abstract a = abstract_unpack(state[k]);
    if (w->alike && a.kind == ABSTRACT_PLACE && a.is != 0 && member_at(w, a) == NO_MEMBER) a.is = others_of(w);
    if (local && a.kind == ABSTRACT_RECORD) a = plain_record(w, a);
    const bool zero = a.kind != ABSTRACT_RECORD && a.is == 0;
    if (local && (zero || k % state_member(w, 1) == STATE_SESSION)) a = abstract_plain(0);
    if (local && a.kind == ABSTRACT_NUMBER && a.is == NUMBER_ONE) a = abstract_plain(1);
    state[k] = abstract_pack(a);
    numbers |= has_number(w, state, k);
  }
  if (numbers) name_numbers(w, state);
}

/* --- the part that is shown --------------------------------------------------------------------------------------- */

static int32_t cell_shown(const struct check_registers *from, const struct check_registers *to, uint32_t cell,
                          const uint8_t *members)
{
  const uint32_t group = to->scene->cell[cell].group;
  struct abstract index[2];
  cell_index(to->scene, cell, index);
  for (uint32_t k = 0; k < to->group[group].n_indices; k++) {
    if (!to->group[group].of_processes[k] || to->scene->n != 0) continue;
    const int member = member_at(to->scene, index[k]);
    if (member == NO_MEMBER) return NOT_SHOWN;
    index[k] = member_identity(from->scene, members[member]);
  }
  const int at = register_cell(from, group, index);
  return at == NO_CELL ? NOT_SHOWN : (int32_t)state_cells(from->scene) + at;
}

/* 0 is nobody. */
static void show_places_alike(struct shows *s, const uint8_t *members)
{
  for (int32_t k = 1; k < MOST_PLACES; k++) s->place[k] = others_of(s->to);
  for (uint32_t m = 0; m < s->to->members; m++)
    s->place[member_identity(s->from, members[m]).is] = member_identity(s->to, m).is;
}

/* A point stays one if it is 0, 1, N, N + 1 or a member that is shown. All other places above it lie in the stretch
 * behind it, up to the next one. */
static void show_places_in_order(struct shows *s, const uint8_t *members)
{
  const struct ring from = s->from->ring, to = s->to->ring;
  int32_t point[MOST_PLACES] = {0};
  point[RING_FIRST] = RING_FIRST;
  point[ring_last(from)] = ring_last(to);
  point[ring_end(from)] = ring_end(to);
  for (uint32_t m = 0; m < s->to->members; m++)
    point[member_identity(s->from, members[m]).is] = member_identity(s->to, m).is;
  for (int32_t k = 1, below = 0; k <= ring_end(from); k++) {
    if (point[k] != 0) below = point[k];
    s->place[k] = point[k] != 0 ? below : below + 1;
  }
}

void shows_fill(struct shows *s, const struct check_registers *from, const struct check_registers *to,
                const uint8_t *members)
{
  const struct scene *w = to->scene;
  *s = (struct shows){.from = from->scene, .to = w};
  s->word = mem_new(w->length, sizeof *s->word);
  s->shown = mem_new(s->from->length, sizeof *s->shown);
  for (uint32_t k = 0; k < w->length; k++) s->word[k] = NOT_SHOWN;
  for (uint32_t k = 0; k < s->from->length; k++) s->shown[k] = NOT_SHOWN;
  for (uint32_t m = 0; m < w->members; m++)
    for (uint32_t k = 0; k < state_member(w, 1); k++)
      s->word[state_member(w, m) + k] = (int32_t)(state_member(s->from, members[m]) + k);
  for (uint32_t k = 0; k < w->n_cells; k++) s->word[state_cells(w) + k] = cell_shown(from, to, k, members);
  for (uint32_t a = 0; w->queue && a < w->members; a++)
    for (uint32_t b = a + 1; b < w->members; b++)
      s->word[queue_word(w, a, b)] = (int32_t)queue_word(s->from, members[a], members[b]);
  for (uint32_t k = 0; k < w->length; k++)
    if (s->word[k] != NOT_SHOWN) s->shown[s->word[k]] = (int32_t)k;
  for (uint32_t m = 0; m < w->members; m++) s->last[members[m] + 1] = (int32_t)m + 1;
  if (w->n == 0 && w->alike) show_places_alike(s, members);
  if (w->n == 0 && !w->alike) show_places_in_order(s, members);
}

void shows_free(struct shows *s)
{
  free(s->word);
  free(s->shown);
}

void shows_make(const struct shows *s, const int32_t *from, int32_t *to)
{
  for (uint32_t k = 0; k < s->to->length; k++) {
    to[k] = s->word[k] == NOT_SHOWN ? 0 : from[s->word[k]];
    struct abstract a = abstract_unpack(to[k]);
    if (!state_is_value(s->to, k) || a.kind != ABSTRACT_PLACE) continue;
    a.is = s->place[a.is];
    to[k] = abstract_pack(a);
  }
  if (s->to->queue) to[queue_last(s->to)] = s->last[from[queue_last(s->from)]];
  shows_tidy(s->to, to);
}

/* --- three views in one ------------------------------------------------------------------------------------------- */

/* Whether the views that have the word show it so. */
static bool is_shown_by_all(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE],
                            uint32_t at, int32_t word)
{
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) {
    if (s[p].shown[at] == NOT_SHOWN) continue;
    struct abstract a = abstract_unpack(word);
    if (state_is_value(s[p].from, at) && a.kind == ABSTRACT_PLACE) a.is = s[p].place[a.is];
    const int32_t shown = state_is_value(s[p].from, at) ? abstract_pack(a) : word;
    if (view[p][s[p].shown[at]] != shown) return false;
  }
  return true;
}

/* Which place an identity has follows from two views, as each has two of the members. Alike identities are a member's
 * or another one's. */
static bool join_place(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], uint32_t at,
                       int32_t *out)
{
  const struct scene *w = s[0].from;
  for (int32_t k = 1; k <= ring_end(w->ring); k++) {
    const bool one_of_others = member_at(w, abstract_place(k)) == NO_MEMBER;
    if (w->alike && one_of_others && k != others_of(w)) continue;
    *out = abstract_pack(abstract_place(k));
    if (is_shown_by_all(s, view, at, *out)) return true;
  }
  return false;
}

/* Whether a came before b; right: with nobody in between. */
static bool came_before(const struct scene *w, const int32_t *state, uint32_t a, uint32_t b, bool right)
{
  const int32_t word = state[a < b ? queue_word(w, a, b) : queue_word(w, b, a)];
  const int32_t not_right = a < b ? CAME_FIRST : CAME_SECOND, is_right = a < b ? CAME_RIGHT_FIRST : CAME_RIGHT_SECOND;
  return word == is_right || (!right && word == not_right);
}

/* Whether no run has them come so: before b, which came before c, but not before c; or right before c. */
static bool contradict(const struct scene *w, const int32_t *state, uint32_t a, uint32_t b, uint32_t c)
{
  if (!came_before(w, state, a, b, false) || !came_before(w, state, b, c, false)) return false;
  return !came_before(w, state, a, c, false) || came_before(w, state, a, c, true);
}

/* The process that came last of all: one of the three, or another one. False: the views do not agree, or none came in
 * this order. */
static bool join_record(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], int32_t *out)
{
  const struct scene *w = s[0].from;
  int32_t last = (int32_t)w->members;
  for (bool fits = false; !fits && last >= 0; last -= !fits) {
    fits = true;
    for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) fits &= s[p].last[last] == view[p][queue_last(s[p].to)];
  }
  if (last < 0) return false;
  out[queue_last(w)] = last;
  for (uint32_t a = 0; a < 3; a++)
    for (uint32_t b = 0; b < 3; b++)
      if (a != b && contradict(w, out, a, b, 3 - a - b)) return false;
  return true;
}

/* How two numbers stand to each other in a view that has both; each two words are in one. */
static int compare_numbers(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], uint32_t a,
                           uint32_t b)
{
  uint32_t p = 0;
  while (s[p].shown[a] == NOT_SHOWN || s[p].shown[b] == NOT_SHOWN) p++;
  const int32_t left = view[p][s[p].shown[a]], right = view[p][s[p].shown[b]];
  return (left > right) - (left < right);
}

static bool is_one(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], uint32_t word)
{
  uint32_t p = 0;
  while (s[p].shown[word] == NOT_SHOWN) p++;
  return abstract_unpack(view[p][s[p].shown[word]]).is == NUMBER_ONE;
}

/* Whether the view is the one that the state shows, as far as numbers go. */
static bool shows_the_numbers(const struct shows *s, const int32_t *view, const int32_t *state)
{
  const struct scene *w = s->to;
  int32_t shown[SHOWS_MOST_WORDS];
  for (uint32_t k = 0; k < state_copies(w); k++) {
    const bool number = s->word[k] != NOT_SHOWN && has_number(s->from, state, (uint32_t)s->word[k]);
    shown[k] = number ? state[s->word[k]] : 0;
  }
  name_numbers(w, shown);
  for (uint32_t k = 0; k < state_copies(w); k++)
    if (has_number(w, shown, k) ? shown[k] != view[k] : has_number(w, view, k)) return false;
  return true;
}

/* The rank of a number among those of the three, and 1: as many different ones are below it. */
static int32_t rank_of(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE],
                       const uint32_t *word, uint32_t n, uint32_t at)
{
  int32_t below = 0;
  bool one = false;
  for (uint32_t k = 0; k < n; k++) {
    if (compare_numbers(s, view, word[k], word[at]) >= 0) continue;
    bool new = true;
    for (uint32_t j = 0; new &&j < k; j++) new = compare_numbers(s, view, word[j], word[k]) != 0;
    below += new;
    one |= is_one(s, view, word[k]);
  }
  return below + !(one || is_one(s, view, word[at]));
}

/* Names for the numbers, if there are any that stand to each other as in each of the views. */
static bool join_numbers(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], int32_t *out)
{
  const struct scene *w = s[0].from;
  uint32_t word[SHOWS_MOST_WORDS], n = 0;
  int32_t name[SHOWS_MOST_WORDS];
  for (uint32_t k = 0; k < state_copies(w); k++)
    if (has_number(w, out, k)) word[n++] = k;
  for (uint32_t k = 0; k < n; k++) name[k] = (rank_of(s, view, word, n, k) + 1) * NUMBER_GAP;
  for (uint32_t k = 0; k < n; k++) out[word[k]] = abstract_pack((struct abstract){ABSTRACT_NUMBER, name[k]});
  for (uint32_t p = 0; n != 0 && p < PAIRS_OF_THREE; p++)
    if (!shows_the_numbers(&s[p], view[p], out)) return false;
  return true;
}

bool shows_join(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], int32_t *out)
{
  const struct scene *w = s[0].from;
  for (uint32_t k = 0; k < w->length; k++) {
    uint32_t p = 0;
    while (p < PAIRS_OF_THREE && s[p].shown[k] == NOT_SHOWN) p++;
    out[k] = p < PAIRS_OF_THREE ? view[p][s[p].shown[k]] : 0;
    const struct abstract a = abstract_unpack(out[k]);
    const bool place = state_is_value(w, k) && a.kind == ABSTRACT_PLACE && a.is != 0;
    if (!place && has_number(w, out, k)) continue; /* its name may be another one in each view */
    if (place ? !join_place(s, view, k, &out[k]) : !is_shown_by_all(s, view, k, out[k])) return false;
  }
  return join_numbers(s, view, out) && (!w->queue || join_record(s, view, out));
}
