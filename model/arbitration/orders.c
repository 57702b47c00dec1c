/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/orders.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "model/arbitration/doubling.h"
#include "model/arbitration/parse.h"
#include "model/arbitration/systems.h"

enum { MOST_FILE = 64 << 20 };

void orders_start(const struct graph *graph, struct orders *out)
{
  const uint32_t n = graph->n;
  *out = (struct orders){.n = n,
                         .first_ = mem_new(n + 1, sizeof *out->first_),
                         .neighbour_ = mem_new(2 * (size_t)graph->n_forks, sizeof *out->neighbour_),
                         .place_ = mem_new((size_t)n * n, sizeof *out->place_)};
  uint32_t at = 0;
  for (uint32_t i = 0; i < n; i++) {
    out->first_[i] = at;
    for (uint32_t j = 0; j < n; j++)
      if (graph_has(graph, i, j)) {
        out->neighbour_[at++] = j;
        out->place_[i * n + j] = (uint16_t)(at - out->first_[i]);
      }
  }
  out->first_[n] = at;
}

void orders_set(struct orders *orders, uint32_t i, const uint32_t *neighbour)
{
  const uint32_t degree = orders_degree(orders, i);
  memmove(orders->neighbour_ + orders->first_[i], neighbour, degree * sizeof *neighbour);
  for (uint32_t k = 0; k < degree; k++) orders->place_[i * orders->n + orders_of(orders, i)[k]] = (uint16_t)(k + 1);
}

void orders_free(struct orders *orders)
{
  free(orders->first_);
  free(orders->neighbour_);
  free(orders->place_);
  *orders = (struct orders){0};
}

/* --- by a key ----------------------------------------------------------------------------------------------------- */

struct keyed {
  uint64_t key;
  uint32_t neighbour;
};

static int by_key(const void *a, const void *b)
{
  const struct keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->neighbour > y->neighbour) - (x->neighbour < y->neighbour);
}

typedef uint64_t key_fn(void *self, uint32_t i, uint32_t j);

/* Everybody grabs the fork with the smallest key first. */
static void sort_all(struct orders *orders, key_fn *key, void *self)
{
  struct keyed *keyed = mem_new(orders->n, sizeof *keyed);
  uint32_t *list = mem_new(orders->n, sizeof *list);
  for (uint32_t i = 0; i < orders->n; i++) {
    const uint32_t degree = orders_degree(orders, i);
    for (uint32_t k = 0; k < degree; k++) {
      const uint32_t j = orders_of(orders, i)[k];
      keyed[k] = (struct keyed){key(self, i, j), j};
    }
    qsort(keyed, degree, sizeof *keyed, by_key);
    for (uint32_t k = 0; k < degree; k++) list[k] = keyed[k].neighbour;
    orders_set(orders, i, list);
  }
  free(keyed);
  free(list);
}

struct ranking {
  const struct graph *graph;
  uint64_t *rank; /* by number of the fork */
};

static uint64_t key_rank(void *self, uint32_t i, uint32_t j)
{
  const struct ranking *ranking = self;
  return ranking->rank[graph_fork(ranking->graph, i, j)];
}

static uint64_t key_xor(void *self, uint32_t i, uint32_t j)
{
  (void)self;
  return i ^ j;
}

static uint64_t key_left(void *self, uint32_t i, uint32_t j)
{
  const uint32_t *n = self;
  return (i + *n - j) % *n;
}

static uint64_t key_random(void *self, uint32_t i, uint32_t j)
{
  (void)i, (void)j;
  return rng_next(self);
}

/* --- the kinds ---------------------------------------------------------------------------------------------------- */

struct making {
  const struct graph *graph;
  const char *directory;
};

typedef bool make_fn(const struct making *with, struct words *r, struct orders *out, struct error *e);

static const char seed_expected[] = "a seed, a number from 0";

static bool nothing_more(const struct words *r, struct error *e)
{
  return words_at_end(r) || words_fail(r, e, "nothing more");
}

/* The forks as they are numbered, or shuffled. */
static bool make_rank(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  uint64_t seed = 0;
  const bool shuffled = !words_at_end(r);
  if (shuffled && !words_number(r, 0, UINT64_MAX, &seed)) return words_fail(r, e, seed_expected);
  struct ranking ranking = {with->graph, mem_new(with->graph->n_forks, sizeof *ranking.rank)};
  for (uint32_t k = 0; k < with->graph->n_forks; k++) ranking.rank[k] = shuffled ? rng_next(&seed) : k;
  sort_all(out, key_rank, &ranking);
  free(ranking.rank);
  return nothing_more(r, e);
}

static bool make_xor(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  (void)with;
  sort_all(out, key_xor, NULL);
  return nothing_more(r, e);
}

static bool make_left(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  uint32_t n = with->graph->n;
  sort_all(out, key_left, &n);
  return nothing_more(r, e);
}

static bool make_random(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  uint64_t seed;
  (void)with;
  if (!words_number(r, 0, UINT64_MAX, &seed)) return words_fail(r, e, seed_expected);
  sort_all(out, key_random, &seed);
  return nothing_more(r, e);
}

static bool make_system(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  const uint64_t systems = systems_count(out);
  uint64_t number;
  char expected[96];
  (void)with;
  snprintf(expected, sizeof expected, "the number of a system, from 0 to %" PRIu64, systems - 1);
  if (!words_number(r, 0, systems - 1, &number)) return words_fail(r, e, expected);
  systems_at(out, number);
  return nothing_more(r, e);
}

/* Whom to double, as the text says; one number for each philosopher but the first. */
static bool read_whom(struct words *r, uint32_t n, uint32_t *whom, struct error *e)
{
  const size_t length = strcspn(r->at, ",");
  uint64_t seed, one;
  if (strncmp(r->at, "balanced", length) == 0 && length == strlen("balanced")) {
    doubling_balanced(n, whom);
    r->at += length;
  } else if (strncmp(r->at, "first", length) == 0 && length == strlen("first")) {
    memset(whom, 0, n * sizeof *whom);
    r->at += length;
  } else if (strncmp(r->at, "random", length) == 0 && length == strlen("random")) {
    r->at += length;
    if (!words_take(r, ',') || !words_number(r, 0, UINT64_MAX, &seed)) return words_fail(r, e, seed_expected);
    for (uint32_t k = 1; k < n; k++) whom[k] = rng_below(&seed, k);
  } else {
    for (uint32_t k = 1; k < n; k++) {
      if (k > 1 && !words_take(r, ',')) return words_fail(r, e, "a comma and the philosopher to double next");
      if (!words_number(r, 1, k, &one))
        return words_fail(r, e,
                          "which philosopher to double: balanced, first, random,SEED, or the number of an "
                          "existing one");
      whom[k] = (uint32_t)one - 1;
    }
  }
  return true;
}

static bool make_double(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  if (!graph_is_complete(with->graph)) return words_fail(r, e, "a complete graph: doubling makes no other");
  uint32_t *whom = mem_new(with->graph->n, sizeof *whom);
  bool ok = read_whom(r, with->graph->n, whom, e) && nothing_more(r, e);
  if (ok) doubling_orders(whom, out);
  free(whom);
  return ok;
}

/* The neighbours of i, up to the end of the line or up to the slash. */
static bool read_one(const struct making *with, struct words *r, uint32_t i, char between, struct orders *out,
                     struct error *e)
{
  const uint32_t degree = orders_degree(out, i);
  uint32_t *list = mem_new(degree, sizeof *list);
  bool *seen = mem_new(with->graph->n, sizeof *seen);
  bool ok = true;
  for (uint32_t k = 0; ok && k < degree; k++) {
    uint64_t j;
    if (between == ' ') words_skip_blanks(r);
    if (between == '.' && k > 0)
      ok = words_take(r, '.') || words_take(r, ',') || words_fail(r, e, "a dot and its next neighbour");
    const struct words here = *r;
    ok = ok && (words_number(r, 1, with->graph->n, &j) || words_fail(r, e, "its next neighbour's number"));
    ok = ok && (graph_has(with->graph, i, (uint32_t)j - 1) ||
                words_fail(&here, e, "one of its neighbours: it shares no fork with this one"));
    ok = ok && (!seen[j - 1] || words_fail(&here, e, "a fork that it has not grabbed yet"));
    if (ok) {
      list[k] = (uint32_t)j - 1;
      seen[j - 1] = true;
    }
  }
  if (ok) orders_set(out, i, list);
  free(list);
  free(seen);
  return ok;
}

static bool make_list(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  for (uint32_t i = 0; i < out->n; i++) {
    if (i > 0 && !words_take(r, '/')) return words_fail(r, e, "a slash and the next philosopher's neighbours");
    if (!read_one(with, r, i, '.', out, e)) return false;
  }
  return nothing_more(r, e);
}

static bool read_lines(const struct making *with, struct words *r, struct orders *out, bool *there, struct error *e)
{
  while (!words_at_end(r)) {
    uint64_t i;
    if (words_line_ends(r)) continue;
    const struct words line = *r;
    if (!words_number(r, 1, out->n, &i)) return words_fail(r, e, "the number of a philosopher of the graph");
    if (there[i - 1]) return words_fail(&line, e, "another philosopher: this one has its order already");
    words_skip_blanks(r);
    if (!words_take(r, ':')) return words_fail(r, e, "a colon");
    if (!read_one(with, r, (uint32_t)i - 1, ' ', out, e)) return false;
    if (!words_line_ends(r)) return words_fail(r, e, "the end of the line: it has no more forks");
    there[i - 1] = true;
  }
  for (uint32_t i = 0; i < out->n; i++) {
    char text[64];
    snprintf(text, sizeof text, "an order of P%u, a line such as %u: 2 3", i + 1, i + 1);
    if (!there[i] && orders_degree(out, i) > 0) return words_fail(r, e, text);
  }
  return true;
}

static bool make_file(const struct making *with, struct words *r, struct orders *out, struct error *e)
{
  char *path = words_path(r, with->directory, e);
  size_t length;
  char *text = path != NULL ? file_read(path, MOST_FILE, &length, e) : NULL;
  bool *there = mem_new(out->n, sizeof *there), ok = text != NULL;
  struct words lines = {.file = path, .text = text, .at = text};
  if (ok && memchr(text, '\0', length) != NULL) ok = fail_at(e, EXIT_USAGE, path, 0, 0, "is not a text file");
  ok = ok && read_lines(with, &lines, out, there, e);
  free(there);
  free(text);
  free(path);
  return ok;
}

bool orders_parse(const char *text, const char *directory, const struct graph *graph, struct orders *out,
                  struct error *e)
{
  static const char *const words[] = {"rank", "xor", "left", "random", "system", "double", "list", "file"};
  static make_fn *const make[] = {make_rank,   make_xor,    make_left, make_random,
                                  make_system, make_double, make_list, make_file};
  enum { N_WORDS = sizeof words / sizeof *words };
  char word[32];
  struct words r = words_after_word(text, word, sizeof word);
  for (int k = 0; k < N_WORDS; k++) {
    if (strcmp(word, words[k]) != 0) continue;
    const struct making with = {graph, directory};
    orders_start(graph, out);
    if (make[k](&with, &r, out, e)) return true;
    orders_free(out);
    return false;
  }
  return words_unknown("order", word, words, N_WORDS, e);
}

/* --- ranks -------------------------------------------------------------------------------------------------------- */

/* The fork that i grabs after the one with j; UINT32_MAX: that is its last. */
static uint32_t fork_after(const struct orders *orders, const struct graph *graph, uint32_t i, uint32_t j)
{
  const uint32_t place = orders_place(orders, i, j);
  return place == orders_degree(orders, i) ? UINT32_MAX : graph_fork(graph, i, orders_of(orders, i)[place]);
}

/* A fork's rank is one more than the larger of those that its two philosophers grab before it. A fork is ready once
 * these have theirs; forks that never are go in circles. */
bool orders_are_ranked(const struct orders *orders, const struct graph *graph, uint32_t *rank)
{
  const uint32_t m = graph->n_forks;
  uint32_t *own = mem_new(m, sizeof *own), *ready = mem_new(m, sizeof *ready), n_ready = 0;
  uint8_t *before = mem_new(m, sizeof *before);
  for (uint32_t k = 0; k < m; k++) {
    const struct fork f = graph->fork[k];
    before[k] = (uint8_t)((orders_place(orders, f.a, f.b) > 1) + (orders_place(orders, f.b, f.a) > 1));
    if (before[k] == 0) ready[n_ready++] = k;
  }
  for (uint32_t done = 0; done < n_ready; done++) {
    const struct fork f = graph->fork[ready[done]];
    const uint32_t after[] = {fork_after(orders, graph, f.a, f.b), fork_after(orders, graph, f.b, f.a)};
    for (int side = 0; side < 2; side++) {
      if (after[side] == UINT32_MAX) continue;
      if (own[after[side]] < own[ready[done]] + 1) own[after[side]] = own[ready[done]] + 1;
      if (--before[after[side]] == 0) ready[n_ready++] = after[side];
    }
  }
  if (rank != NULL) memcpy(rank, own, m * sizeof *rank);
  free(before);
  free(ready);
  free(own);
  return n_ready == m;
}
