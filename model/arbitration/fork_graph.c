/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/fork_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "model/arbitration/parse.h"

enum { MOST_FILE = 16 << 20, WORD = 32 };

void graph_start(struct graph *out, uint32_t n)
{
  *out = (struct graph){.n = n, .fork_of_ = mem_new((size_t)n * n, sizeof *out->fork_of_)};
}

bool graph_add(struct graph *graph, uint32_t a, uint32_t b)
{
  if (graph_has(graph, a, b)) return false;
  graph->fork = mem_another(graph->fork, graph->n_forks, sizeof *graph->fork);
  graph->fork[graph->n_forks++] = (struct fork){a < b ? a : b, a < b ? b : a};
  graph->fork_of_[a * graph->n + b] = graph->fork_of_[b * graph->n + a] = graph->n_forks;
  return true;
}

void graph_free(struct graph *graph)
{
  free(graph->fork);
  free(graph->fork_of_);
  *graph = (struct graph){0};
}

bool graph_is_complete(const struct graph *graph)
{
  return graph->n_forks == graph->n * (graph->n - 1) / 2;
}

/* --- the kinds ---------------------------------------------------------------------------------------------------- */

/* The part of a text behind its colon. */
struct sizes {
  uint32_t n, columns; /* columns: of a grid */
  double probability;
  uint64_t seed;
};

typedef bool adjacent_fn(const struct sizes *s, uint32_t a, uint32_t b); /* a < b */

static bool adjacent_complete(const struct sizes *s, uint32_t a, uint32_t b)
{
  (void)s, (void)a, (void)b;
  return true;
}

static bool adjacent_ring(const struct sizes *s, uint32_t a, uint32_t b)
{
  return b == a + 1 || (a == 0 && b == s->n - 1);
}

static bool adjacent_path(const struct sizes *s, uint32_t a, uint32_t b)
{
  (void)s;
  return b == a + 1;
}

static bool adjacent_star(const struct sizes *s, uint32_t a, uint32_t b)
{
  (void)s, (void)b;
  return a == 0;
}

static bool adjacent_grid(const struct sizes *s, uint32_t a, uint32_t b)
{
  return b == a + s->columns || (b == a + 1 && b % s->columns != 0);
}

static bool adjacent_hypercube(const struct sizes *s, uint32_t a, uint32_t b)
{
  const uint32_t differ = a ^ b;
  (void)s;
  return (differ & (differ - 1)) == 0;
}

static bool read_n(struct words *r, uint64_t low, struct sizes *s)
{
  uint64_t n;
  if (!words_number(r, low, GRAPH_MOST, &n)) return false;
  s->n = (uint32_t)n;
  return true;
}

static bool read_any(struct words *r, struct sizes *s)
{
  return read_n(r, 1, s);
}

static bool read_cycle(struct words *r, struct sizes *s)
{
  return read_n(r, 3, s);
}

static bool read_grid(struct words *r, struct sizes *s)
{
  uint64_t rows, columns;
  if (!words_number(r, 1, GRAPH_MOST, &rows) || !words_take(r, 'x') || !words_number(r, 1, GRAPH_MOST / rows, &columns))
    return false;
  s->n = (uint32_t)(rows * columns);
  s->columns = (uint32_t)columns;
  return true;
}

static bool read_cube(struct words *r, struct sizes *s)
{
  uint64_t k;
  if (!words_number(r, 0, 10, &k)) return false;
  s->n = 1u << k;
  return true;
}

static bool read_random(struct words *r, struct sizes *s)
{
  return read_n(r, 1, s) && words_take(r, ',') && words_real(r, 0, 1, &s->probability) && words_take(r, ',') &&
         words_number(r, 0, UINT64_MAX, &s->seed);
}

/* The sizes of a graph whose text says none. */
static bool fit_any(uint32_t n, struct sizes *s)
{
  s->n = n;
  return true;
}

static bool fit_cycle(uint32_t n, struct sizes *s)
{
  s->n = n;
  return n >= 3;
}

static bool fit_square(uint32_t n, struct sizes *s)
{
  while (s->columns * s->columns < n) s->columns++;
  s->n = n;
  return s->columns * s->columns == n;
}

static bool fit_cube(uint32_t n, struct sizes *s)
{
  s->n = n;
  return (n & (n - 1)) == 0;
}

static const struct kind {
  const char *word, *expected;
  bool (*read)(struct words *, struct sizes *);
  bool (*fit)(uint32_t n, struct sizes *); /* NULL: the text must say it */
  adjacent_fn *adjacent;                   /* NULL: chance decides */
  enum graph_shape shape;
} kinds[] = {
  {"complete", "complete:N, N from 1 to 1024", read_any, fit_any, adjacent_complete, GRAPH_ROUND},
  {"ring", "ring:N, N from 3 to 1024", read_cycle, fit_cycle, adjacent_ring, GRAPH_ROUND},
  {"path", "path:N, N from 1 to 1024", read_any, fit_any, adjacent_path, GRAPH_ROUND},
  {"star", "star:N, N from 1 to 1024", read_any, fit_any, adjacent_star, GRAPH_CENTRE},
  {"grid", "grid:AxB, at most 1024 philosophers", read_grid, fit_square, adjacent_grid, GRAPH_ROWS},
  {"hypercube", "hypercube:K, K from 0 to 10", read_cube, fit_cube, adjacent_hypercube, GRAPH_CUBE},
  {"random", "random:N,P,SEED, N from 1 to 1024 and P from 0 to 1", read_random, NULL, NULL, GRAPH_ROUND},
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

static void make(const struct kind *kind, struct sizes *s, struct graph *out)
{
  graph_start(out, s->n);
  out->shape = kind->shape;
  out->columns = s->columns;
  for (uint32_t a = 0; a < s->n; a++)
    for (uint32_t b = a + 1; b < s->n; b++) {
      const bool adjacent =
        kind->adjacent != NULL ? kind->adjacent(s, a, b) : (double)(rng_next(&s->seed) >> 11) < s->probability * 0x1p53;
      if (adjacent) graph_add(out, a, b);
    }
}

/* --- a file ------------------------------------------------------------------------------------------------------- */

/* One fork, "3 7"; false on a mistake. */
static bool read_fork(struct words *r, struct fork *out, struct error *e)
{
  uint64_t a, b;
  if (!words_number(r, 1, GRAPH_MOST, &a)) return words_fail(r, e, "the number of a philosopher, 1 to 1024");
  words_skip_blanks(r);
  const struct words second = *r;
  if (!words_number(r, 1, GRAPH_MOST, &b)) return words_fail(r, e, "its neighbour's number, 1 to 1024");
  if (a == b) return words_fail(&second, e, "another philosopher: none shares a fork with itself");
  if (!words_line_ends(r)) return words_fail(r, e, "the end of the line: two numbers make a fork");
  *out = (struct fork){(uint32_t)a - 1, (uint32_t)b - 1};
  return true;
}

static bool read_forks(struct words *r, struct graph *out, struct error *e)
{
  const struct words begin = *r;
  uint32_t n = 0;
  struct fork fork;
  while (!words_at_end(r)) { /* once for N */
    if (words_line_ends(r)) continue;
    if (!read_fork(r, &fork, e)) return false;
    const uint32_t larger = fork.a > fork.b ? fork.a : fork.b;
    if (larger >= n) n = larger + 1;
  }
  if (n == 0) return words_fail(&begin, e, "at least one fork, a line such as 1 2");
  graph_start(out, n);
  *r = begin;
  while (!words_at_end(r)) {
    if (words_line_ends(r)) continue;
    const struct words line = *r;
    read_fork(r, &fork, e);
    if (graph_add(out, fork.a, fork.b)) continue;
    graph_free(out);
    return words_fail(&line, e, "another pair: these two share a fork already");
  }
  return true;
}

static bool read_file(const struct words *name, const char *directory, struct graph *out, struct error *e)
{
  char *path = words_path(name, directory, e);
  size_t length;
  char *text = path != NULL ? file_read(path, MOST_FILE, &length, e) : NULL;
  struct words r = {.file = path, .text = text, .at = text};
  bool ok = text != NULL;
  if (ok && memchr(text, '\0', length) != NULL) ok = fail_at(e, EXIT_USAGE, path, 0, 0, "is not a text file");
  ok = ok && read_forks(&r, out, e);
  free(text);
  free(path);
  return ok;
}

static const struct kind *kind_of(const char *word)
{
  for (int k = 0; k < N_KINDS; k++)
    if (strcmp(word, kinds[k].word) == 0) return &kinds[k];
  return NULL;
}

/* Whether a text is one of those that take any size. */
static bool takes_any_size(const char *text)
{
  const struct kind *kind = kind_of(text);
  return kind != NULL && kind->fit != NULL;
}

static bool unknown_kind(const char *word, struct error *e)
{
  const char *words[N_KINDS + 1] = {[N_KINDS] = "file"};
  for (int k = 0; k < N_KINDS; k++) words[k] = kinds[k].word;
  return words_unknown("graph", word, words, N_KINDS + 1, e);
}

/* Reads a text that names no file. n: the size of the graph where its text has none; 0: it must have one.
 * NULL: there is a mistake. */
static const struct kind *read_text(const char *text, uint32_t n, struct sizes *sizes, struct error *e)
{
  char word[WORD];
  struct words r = words_after_word(text, word, sizeof word);
  const struct kind *kind = kind_of(word);
  *sizes = (struct sizes){0};
  if (kind == NULL) {
    unknown_kind(word, e);
  } else if (n > 0 && takes_any_size(text)) {
    if (n <= GRAPH_MOST && kind->fit(n, sizes)) return kind;
    fail(e, EXIT_USAGE, "graph '%s', N = %u: expected %s", text, n, kind->expected);
  } else {
    if (kind->read(&r, sizes) && words_at_end(&r)) return kind;
    words_fail(&r, e, kind->expected);
  }
  return NULL;
}

static bool parse(const char *text, const char *directory, uint32_t n, struct graph *out, struct error *e)
{
  char word[WORD];
  const struct words name = words_after_word(text, word, sizeof word);
  struct sizes sizes;
  if (strcmp(word, "file") == 0) return read_file(&name, directory, out, e);
  const struct kind *kind = read_text(text, n, &sizes, e);
  if (kind != NULL) make(kind, &sizes, out);
  return kind != NULL;
}

bool graph_size(const char *text, const char *directory, uint32_t *n, struct error *e)
{
  char word[WORD];
  const struct words name = words_after_word(text, word, sizeof word);
  struct sizes sizes = {0};
  struct graph graph;
  if (strcmp(word, "file") == 0) {
    if (!read_file(&name, directory, &graph, e)) return false;
    *n = graph.n;
    graph_free(&graph);
    return true;
  }
  if (!takes_any_size(text) && read_text(text, 0, &sizes, e) == NULL) return false;
  *n = sizes.n;
  return true;
}

bool graph_parse(const char *text, const char *directory, uint32_t n, struct graph *out, struct error *e)
{
  if (!parse(text, directory, n, out, e)) return false;
  if (n == 0 || out->n == n) return true;
  fail(e, EXIT_USAGE, "graph '%s' has %u philosophers, but N = %u is asked for", text, out->n, n);
  graph_free(out);
  return false;
}
