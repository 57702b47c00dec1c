/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/symmetric.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST = 8 };

/* A ranking in the making; ranks from 1, 0: none yet. */
struct ranking {
  uint32_t n;
  uint8_t rank[MOST][MOST], with[MOST][MOST + 1]; /* with[i][r]: 1 + whom i shares the fork of rank r with */
};

static void set_rank(struct ranking *r, uint32_t i, uint32_t j, uint32_t rank)
{
  r->rank[i][j] = r->rank[j][i] = (uint8_t)rank;
  r->with[i][rank] = (uint8_t)(j + 1);
  r->with[j][rank] = (uint8_t)(i + 1);
}

static void unset_rank(struct ranking *r, uint32_t i, uint32_t j)
{
  const uint32_t rank = r->rank[i][j];
  r->with[i][rank] = r->with[j][rank] = 0;
  r->rank[i][j] = r->rank[j][i] = 0;
}

/* A renumbering that keeps the ranks and takes 0 to x: as each philosopher has one fork of every rank, the neighbour of
 * 0 by rank r goes to the neighbour of x by rank r, and all is decided. */
static bool can_be_first(const struct ranking *r, uint32_t x)
{
  uint32_t to[MOST] = {x};
  for (uint32_t j = 1; j < r->n; j++) to[j] = r->with[x][r->rank[0][j]] - 1u;
  for (uint32_t i = 0; i < r->n; i++)
    for (uint32_t j = i + 1; j < r->n; j++)
      if (r->rank[to[i]][to[j]] != r->rank[i][j]) return false;
  return true;
}

static bool is_symmetric(const struct ranking *r)
{
  for (uint32_t x = 1; x < r->n; x++)
    if (!can_be_first(r, x)) return false;
  return true;
}

/* From everybody, along p, q, p and q: that leads back, and the diagonals have one rank. */
static bool has_squares(const struct ranking *r)
{
  for (uint32_t i = 0; i < r->n; i++)
    for (uint32_t p = 1; p < r->n; p++)
      for (uint32_t q = p + 1; q < r->n; q++) {
        const uint32_t a = r->with[i][p] - 1u, b = r->with[a][q] - 1u, c = r->with[i][q] - 1u;
        if (r->with[c][p] - 1u != b || r->rank[i][b] != r->rank[a][c]) return false;
      }
  return true;
}

static void note(const struct ranking *r, struct symmetric_census *out)
{
  out->rankings++;
  if (!is_symmetric(r)) return;
  out->without_squares += !has_squares(r);
  if (out->symmetric++ > 0) return;
  out->rank = mem_new((size_t)r->n * r->n, 1);
  for (uint32_t i = 0; i < r->n; i++) memcpy(out->rank + (size_t)i * r->n, r->rank[i], r->n);
}

/* Gives a rank to the fork of i and j, and to those after it. */
static void go_on(struct ranking *r, uint32_t i, uint32_t j, struct symmetric_census *out)
{
  if (j == r->n) {
    i++;
    j = i + 1;
  }
  if (i + 1 >= r->n) {
    note(r, out);
    return;
  }
  for (uint32_t rank = 1; rank < r->n; rank++) {
    if (r->with[i][rank] != 0 || r->with[j][rank] != 0) continue;
    set_rank(r, i, j, rank);
    go_on(r, i, j + 1, out);
    unset_rank(r, i, j);
  }
}

void symmetric_search(uint32_t n, struct symmetric_census *out)
{
  struct ranking r = {.n = n};
  assert(n >= 2 && n <= MOST);
  *out = (struct symmetric_census){0};
  for (uint32_t j = 1; j < n; j++) set_rank(&r, 0, j, j);
  go_on(&r, 1, 2, out);
}

void symmetric_free(struct symmetric_census *census)
{
  free(census->rank);
  *census = (struct symmetric_census){0};
}
