/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/danger.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define NOBODY UINT32_MAX
enum { WORD = 64 };

/* --- subsets ------------------------------------------------------------------------------------------------------ */

static bool has(const uint64_t *set, uint32_t i)
{
  return (set[i / WORD] >> i % WORD & 1) != 0;
}

static void put(uint64_t *set, uint32_t i)
{
  set[i / WORD] |= UINT64_C(1) << i % WORD;
}

static void drop(uint64_t *set, uint32_t i)
{
  set[i / WORD] &= ~(UINT64_C(1) << i % WORD);
}

/* Whom i shares its first fork in the subset with. */
static uint32_t first_of(const struct orders *orders, const uint64_t *set, uint32_t i)
{
  for (uint32_t k = 0; k < orders_degree(orders, i); k++)
    if (has(set, orders_of(orders, i)[k])) return orders_of(orders, i)[k];
  return NOBODY;
}

static void note_cycle(struct danger_cycle *out, const uint32_t *first, uint32_t i)
{
  const uint32_t begin = i;
  do {
    out->philosopher = mem_another(out->philosopher, out->n, sizeof *out->philosopher);
    out->philosopher[out->n++] = i;
    i = first[i];
  } while (i != begin);
}

/* Follows first forks from everybody. True: a cycle of more than two was found, and noted. */
static bool follow(const struct orders *orders, const uint64_t *set, uint32_t *first, struct danger_cycle *out)
{
  const uint32_t n = orders->n;
  uint32_t *seen_by = mem_new(n, sizeof *seen_by); /* 1 + who began the walk */
  bool found = false;
  for (uint32_t i = 0; i < n; i++) first[i] = has(set, i) ? first_of(orders, set, i) : NOBODY;
  for (uint32_t begin = 0; !found && begin < n; begin++) {
    uint32_t i = begin;
    for (; first[i] != NOBODY && seen_by[i] == 0; i = first[i]) seen_by[i] = begin + 1;
    found = first[i] != NOBODY && seen_by[i] == begin + 1 && first[first[i]] != i;
    if (found) note_cycle(out, first, i);
  }
  free(seen_by);
  out->subsets++;
  return found;
}

void danger_cycle_free(struct danger_cycle *cycle)
{
  free(cycle->philosopher);
  *cycle = (struct danger_cycle){0};
}

/* --- fact 1 ------------------------------------------------------------------------------------------------------- */

/* For each philosopher, how early the forks come that still lead to it, and how late those that lead on. */
struct walk {
  const struct orders *orders;
  const uint64_t *set;
  bool *gone; /* [i * n + j]: no closed walk goes from i to j */
  uint32_t *earliest_in, *latest_out;
};

static bool leads(const struct walk *w, uint32_t i, uint32_t j)
{
  return has(w->set, i) && has(w->set, j) && !w->gone[i * w->orders->n + j];
}

static void survey(struct walk *w)
{
  const struct orders *o = w->orders;
  for (uint32_t i = 0; i < o->n; i++) {
    const uint32_t *list = orders_of(o, i), degree = orders_degree(o, i);
    w->earliest_in[i] = UINT32_MAX;
    w->latest_out[i] = 0;
    for (uint32_t k = degree; k-- > 0;)
      if (leads(w, list[k], i)) w->earliest_in[i] = k + 1;
    for (uint32_t k = 0; k < degree; k++)
      if (leads(w, i, list[k])) w->latest_out[i] = k + 1;
  }
}

/* Returns whether anything went. */
static bool peel(struct walk *w)
{
  const struct orders *o = w->orders;
  bool any = false;
  survey(w);
  for (uint32_t i = 0; i < o->n; i++)
    for (uint32_t k = 0; k < orders_degree(o, i); k++) {
      const uint32_t j = orders_of(o, i)[k];
      if (!leads(w, i, j)) continue;
      const bool came = w->earliest_in[i]<k + 1, goes = w->latest_out[j]> orders_place(o, j, i);
      if (came && goes) continue;
      w->gone[i * o->n + j] = true;
      any = true;
    }
  return any;
}

/* Takes those out of the set through whom no walk leads. */
static void forget(const struct orders *orders, uint64_t *set)
{
  const uint32_t n = orders->n;
  struct walk w = {orders, set, mem_new((size_t)n * n, sizeof *w.gone), mem_new(n, sizeof *w.earliest_in),
                   mem_new(n, sizeof *w.latest_out)};
  while (peel(&w)) continue;
  survey(&w);
  for (uint32_t i = 0; i < n; i++)
    if (w.latest_out[i] == 0) drop(set, i);
  free(w.gone);
  free(w.earliest_in);
  free(w.latest_out);
}

/* --- facts 2 and 3 ------------------------------------------------------------------------------------------------ */

/* Subsets that are known to have no such cycle, in a table with open addresses. */
struct known {
  size_t n, room;
  uint64_t *slot; /* `words` each; all zero: free */
};

struct search {
  const struct orders *orders;
  size_t words;
  uint64_t most;
  uint32_t *first;
  struct known known;
  struct danger_cycle *out;
};

static size_t slot_of(const struct search *s, const uint64_t *set)
{
  uint64_t hash = 0;
  for (size_t k = 0; k < s->words; k++) {
    hash = (hash ^ set[k]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return hash & (s->known.room - 1);
}

/* Where it is, or where it would be. */
static uint64_t *look_up(const struct search *s, const uint64_t *set)
{
  static const uint64_t nobody[GRAPH_MOST / WORD];
  for (size_t k = slot_of(s, set);; k = (k + 1) & (s->known.room - 1)) {
    uint64_t *slot = s->known.slot + k * s->words;
    if (memcmp(slot, set, s->words * sizeof *set) == 0 || memcmp(slot, nobody, s->words * sizeof *set) == 0)
      return slot;
  }
}

static bool is_known(const struct search *s, const uint64_t *set)
{
  return memcmp(look_up(s, set), set, s->words * sizeof *set) == 0;
}

static void remember(struct search *s, const uint64_t *set)
{
  if (2 * (s->known.n + 1) > s->known.room) {
    const struct known old = s->known;
    s->known.room *= 2;
    s->known.slot = mem_new(s->known.room * s->words, sizeof *s->known.slot);
    static const uint64_t nobody[GRAPH_MOST / WORD];
    for (size_t k = 0; k < old.room; k++) {
      const uint64_t *one = old.slot + k * s->words;
      if (memcmp(one, nobody, s->words * sizeof *one) != 0) memcpy(look_up(s, one), one, s->words * sizeof *one);
    }
    free(old.slot);
  }
  s->known.n++;
  memcpy(look_up(s, set), set, s->words * sizeof *set);
}

/* The next one after place k in the order of i that is in the set and neither x nor y; k moves there. */
static uint32_t next_other(const struct orders *o, const uint64_t *set, uint32_t i, uint32_t x, uint32_t y, uint32_t *k)
{
  for (; *k < orders_degree(o, i); ++*k) {
    const uint32_t j = orders_of(o, i)[*k];
    if (has(set, j) && j != x && j != y) return orders_of(o, i)[(*k)++];
  }
  return NOBODY;
}

static bool equal_orders(const struct orders *o, const uint64_t *set, uint32_t x, uint32_t y)
{
  uint32_t at_x = 0, at_y = 0, a, b;
  do {
    a = next_other(o, set, x, x, y, &at_x);
    b = next_other(o, set, y, x, y, &at_y);
  } while (a == b && a != NOBODY);
  return a == b;
}

/* Nobody of the set comes between x and y in the order of i. */
static bool side_by_side(const struct orders *o, const uint64_t *set, uint32_t i, uint32_t x, uint32_t y)
{
  const uint32_t a = orders_place(o, i, x), b = orders_place(o, i, y);
  for (uint32_t k = a < b ? a : b; k + 1 < (a < b ? b : a); k++)
    if (has(set, orders_of(o, i)[k])) return false;
  return true;
}

static bool are_twins(const struct orders *o, const uint64_t *set, uint32_t x, uint32_t y)
{
  if (!equal_orders(o, set, x, y)) return false;
  for (uint32_t i = 0; i < o->n; i++)
    if (has(set, i) && orders_place(o, i, x) != 0 && i != y && !side_by_side(o, set, i, x, y)) return false;
  return true;
}

/* Two whose first fork is the same. In a set without longer cycles there are such. Twins are preferred. */
static bool find_pair(const struct search *s, const uint64_t *set, uint32_t *x, uint32_t *y)
{
  const uint32_t n = s->orders->n;
  bool any = false;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t j = s->first[i];
    if (j == NOBODY || j < i || s->first[j] != i) continue;
    const bool twins = are_twins(s->orders, set, i, j);
    if (!any || twins) {
      *x = i;
      *y = j;
    }
    if (twins) return true;
    any = true;
  }
  return false;
}

/* Whether what a subset holds depends on smaller ones; else *found says what it is. */
static bool opens(struct search *s, uint64_t *set, enum danger *found)
{
  forget(s->orders, set);
  bool empty = true;
  for (size_t k = 0; k < s->words; k++) empty &= set[k] == 0;
  *found = DANGER_NONE;
  if (empty || is_known(s, set)) return false;
  if (s->out->subsets >= s->most) {
    *found = DANGER_UNKNOWN;
  } else if (follow(s->orders, set, s->first, s->out)) {
    *found = DANGER_PRESENT;
  }
  return *found == DANGER_NONE;
}

/* Each subset lies in the one before it, which waits for what is found in it. There may be as many as philosophers, too
 * many for calls within calls, so they lie in `set`, one after the other; `other` says whom to leave out next. */
static enum danger look_into(struct search *s, uint64_t *set, uint32_t *other)
{
  enum danger found;
  size_t depth = 0;
  bool opened = opens(s, set, &found);
  while (opened || depth > 0) {
    uint32_t gone = NOBODY, x = 0;
    if (opened) {
      const bool twins = find_pair(s, set + depth * s->words, &x, &gone);
      other[depth] = twins ? NOBODY : x;
    } else if (found == DANGER_NONE) {
      gone = other[--depth];
      other[depth] = NOBODY;
      if (gone == NOBODY) remember(s, set + depth * s->words);
    } else {
      depth--;
    }
    opened = false;
    if (gone == NOBODY) continue;
    uint64_t *all = set + depth++ * s->words, *less = all + s->words;
    memcpy(less, all, s->words * sizeof *all);
    drop(less, gone);
    opened = opens(s, less, &found);
  }
  return found;
}

enum danger danger_find(const struct orders *orders, uint64_t most, struct danger_cycle *out)
{
  *out = (struct danger_cycle){0};
  struct search s = {.orders = orders,
                     .words = (orders->n + WORD - 1) / WORD,
                     .most = most,
                     .first = mem_new(orders->n, sizeof *s.first),
                     .known = {.room = 64},
                     .out = out};
  s.known.slot = mem_new(s.known.room * s.words, sizeof *s.known.slot);
  uint64_t *set = mem_new((orders->n + 1) * s.words, sizeof *set); /* everybody is the first */
  uint32_t *other = mem_new(orders->n + 1, sizeof *other);
  for (uint32_t i = 0; i < orders->n; i++) put(set, i);
  const enum danger found = look_into(&s, set, other);
  free(set);
  free(other);
  free(s.first);
  free(s.known.slot);
  return found;
}
