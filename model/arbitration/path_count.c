/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/path_count.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- along every path --------------------------------------------------------------------------------------------- */

/* The state of one philosopher of the path. */
struct stop {
  uint32_t who, came_by; /* the place in its order of the fork by which the path came; 0: the path starts here */
  uint32_t place;        /* of the fork that it waits for; those before it are its own */
};

struct walk {
  const struct orders *orders;
  struct stop *stop;
  uint32_t n, *path;
  bool *on_path;
  uint32_t *wanted_by; /* [i]: how many of the path own their fork with i */
};

static bool owns(const struct walk *w, const struct stop *stop, uint32_t j)
{
  const uint32_t place = orders_place(w->orders, stop->who, j);
  return place != 0 && place < stop->place;
}

/* i has been reached by a fork, but one of the path owns another of its forks. Is there a state in which i waits for
 * that one? It owns what comes before, then, the fork by which the path came as well, and it owns nothing that is
 * owned. As the other waits for i in turn, along the path, that is a deadlock. */
static bool closes(const struct walk *w, uint32_t i, uint32_t came_by)
{
  const uint32_t *list = orders_of(w->orders, i);
  for (uint32_t k = 0; k < orders_degree(w->orders, i); k++) {
    if (!w->on_path[list[k]]) continue;
    for (uint32_t s = 0; s + 1 < w->n; s++)
      if (w->stop[s].who == list[k] && owns(w, &w->stop[s], i)) return k + 1 > came_by;
  }
  return false;
}

static void arrive(struct walk *w, uint32_t i, uint32_t came_by)
{
  w->path[w->n] = i;
  w->stop[w->n++] = (struct stop){i, came_by, 1};
  w->on_path[i] = true;
}

/* The last one of the path goes on from the fork that it has waited for, which it owns now, to the next. */
static void grab(struct walk *w)
{
  struct stop *last = &w->stop[w->n - 1];
  w->wanted_by[orders_of(w->orders, last->who)[last->place - 1]]++;
  last->place++;
}

static void leave(struct walk *w)
{
  const struct stop *last = &w->stop[w->n - 1];
  for (uint32_t k = 0; k + 1 < last->place; k++) w->wanted_by[orders_of(w->orders, last->who)[k]]--;
  w->on_path[last->who] = false;
  w->n--;
}

/* Extends the path by the fork that its last one waits for, if it can be a blocking one. */
static enum paths_end extend(struct walk *w, bool *extended)
{
  const struct stop last = w->stop[w->n - 1];
  const uint32_t j = orders_of(w->orders, last.who)[last.place - 1];
  *extended = false;
  if (last.place <= last.came_by || w->on_path[j]) return PATHS_ALL;
  const uint32_t came_by = orders_place(w->orders, j, last.who);
  if (w->wanted_by[j] == 0) {
    arrive(w, j, came_by);
    *extended = true;
    return PATHS_ALL;
  }
  w->n++; /* j is at the end for a moment */
  const bool closed = closes(w, j, came_by);
  w->n--;
  return closed ? PATHS_DEADLOCK : PATHS_ALL;
}

static enum paths_end go_along(struct walk *w, uint64_t most, paths_fn *tell, void *self, uint64_t *count)
{
  while (w->n > 0) {
    const struct stop *last = &w->stop[w->n - 1];
    if (last->place > orders_degree(w->orders, last->who)) { /* it has all its forks, and eats */
      if (*count == most) return PATHS_STOPPED;
      ++*count;
      if (tell != NULL && !tell(self, w->path, w->n)) return PATHS_STOPPED;
      leave(w);
      if (w->n > 0) grab(w);
      continue;
    }
    bool extended;
    const enum paths_end end = extend(w, &extended);
    if (end != PATHS_ALL) return end;
    if (!extended) grab(w);
  }
  return PATHS_ALL;
}

enum paths_end paths_walk(const struct orders *orders, uint32_t x, uint64_t most, paths_fn *tell, void *self,
                          uint64_t *count)
{
  const uint32_t n = orders->n;
  struct walk w = {.orders = orders,
                   .stop = mem_new(n + 1, sizeof *w.stop),
                   .path = mem_new(n + 1, sizeof *w.path),
                   .on_path = mem_new(n, sizeof *w.on_path),
                   .wanted_by = mem_new(n, sizeof *w.wanted_by)};
  *count = 0;
  arrive(&w, x, 0);
  const enum paths_end end = go_along(&w, most, tell, self, count);
  free(w.stop);
  free(w.path);
  free(w.on_path);
  free(w.wanted_by);
  return end;
}

/* --- by halves ---------------------------------------------------------------------------------------------------- */

struct counting {
  const struct orders *orders;
  mpz_t *delay;
};

/* In the order of somebody of V, V's forks come before W's. `in_v` tells who of the list is in V; those without a half
 * are not looked at. */
static bool keeps_to_its_half(const struct orders *o, const uint8_t *half, uint32_t i)
{
  bool crossed = false;
  for (uint32_t k = 0; k < orders_degree(o, i); k++) {
    const uint8_t other = half[orders_of(o, i)[k]];
    if (other == 0) continue;
    if (other == half[i] && crossed) return false;
    crossed |= other != half[i];
  }
  return true;
}

/* Splits the list into V, at its front, and W; returns the size of V, 0 if there are no such halves. In a half
 * everybody has the same last forks: W is whom the first one grabs last, for some number of them. */
static uint32_t split(const struct orders *o, uint32_t *list, uint32_t n)
{
  uint8_t *half = mem_new(o->n, sizeof *half);
  uint32_t *kept = mem_new(n, sizeof *kept), in_v = 0;
  for (uint32_t k = 0; k < n; k++) half[list[k]] = 1;
  for (uint32_t k = orders_degree(o, list[0]); in_v == 0 && k-- > 0;) {
    const uint32_t j = orders_of(o, list[0])[k];
    if (half[j] == 0) continue;
    half[j] = 2;
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) ok = keeps_to_its_half(o, half, list[i]);
    if (!ok) continue;
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++)
      if (half[list[i]] == 1) kept[at++] = list[i];
    in_v = at;
    for (uint32_t i = 0; i < n; i++)
      if (half[list[i]] == 2) kept[at++] = list[i];
    memcpy(list, kept, n * sizeof *list);
  }
  free(half);
  free(kept);
  return in_v;
}

/* The larger half is gone on with in place, so that calls within calls are few. */
static bool count_half(struct counting *c, uint32_t *list, uint32_t n)
{
  while (n > 1) {
    const uint32_t v = split(c->orders, list, n);
    if (v == 0) return false;
    for (uint32_t k = 0; k < n; k++) mpz_mul_ui(c->delay[list[k]], c->delay[list[k]], (k < v ? n - v : v) + 1);
    const bool first = v < n - v;
    if (!count_half(c, first ? list : list + v, first ? v : n - v)) return false;
    if (first) list += v;
    n = first ? n - v : v;
  }
  return true;
}

static bool count_by_halves(struct counting *c)
{
  const uint32_t n = c->orders->n;
  for (uint32_t i = 0; i < n; i++)
    if (orders_degree(c->orders, i) + 1 != n) return false; /* section 3 is about complete graphs */
  uint32_t *list = mem_new(n, sizeof *list);
  for (uint32_t i = 0; i < n; i++) {
    list[i] = i;
    mpz_set_ui(c->delay[i], 1);
  }
  const bool ok = count_half(c, list, n);
  free(list);
  return ok;
}

static bool count_by_walking(struct counting *c, uint64_t most)
{
  for (uint32_t i = 0; i < c->orders->n; i++) {
    uint64_t count;
    if (paths_walk(c->orders, i, most, NULL, NULL, &count) != PATHS_ALL) return false;
    most -= count;
    mpz_set_ui(c->delay[i], count);
  }
  return true;
}

bool paths_count(const struct orders *orders, uint64_t most, struct paths_counts *out)
{
  const uint32_t n = orders->n;
  struct counting c = {orders, mem_new(n, sizeof *c.delay)};
  *out = (struct paths_counts){.n = n};
  for (uint32_t i = 0; i < n; i++) mpz_init(c.delay[i]);
  out->by_halves = count_by_halves(&c);
  const bool ok = out->by_halves || count_by_walking(&c, most);
  if (ok) {
    mpz_t total;
    mpz_init(total);
    out->delay = mem_new(n, sizeof *out->delay);
    for (uint32_t i = 0; i < n; i++) {
      mpz_add(total, total, c.delay[i]);
      out->delay[i] = mpz_get_str(NULL, 10, c.delay[i]);
    }
    out->total = mpz_get_str(NULL, 10, total);
    mpz_clear(total);
  }
  for (uint32_t i = 0; i < n; i++) mpz_clear(c.delay[i]);
  free(c.delay);
  return ok;
}

void paths_counts_free(struct paths_counts *counts)
{
  for (uint32_t i = 0; i < counts->n && counts->delay != NULL; i++) free(counts->delay[i]);
  free(counts->delay);
  free(counts->total);
  *counts = (struct paths_counts){0};
}
