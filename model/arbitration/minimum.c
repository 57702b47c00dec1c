/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/minimum.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/arbitration/danger.h"
#include "model/arbitration/orders.h"
#include "model/arbitration/path_count.h"
#include "model/arbitration/systems.h"

/* (n + 1) f(m) + (m + 1) f(n). */
static void join(mpz_t out, const mpz_t f_of_m, uint32_t m, const mpz_t f_of_n, uint32_t n)
{
  mpz_mul_ui(out, f_of_m, n + 1);
  mpz_addmul_ui(out, f_of_n, m + 1);
}

static mpz_t *new_numbers(uint32_t n)
{
  mpz_t *f = mem_new(n + 1, sizeof *f);
  for (uint32_t k = 0; k <= n; k++) mpz_init(f[k]);
  mpz_set_ui(f[1 <= n ? 1 : 0], 1);
  return f;
}

static void free_numbers(mpz_t *f, uint32_t n)
{
  for (uint32_t k = 0; k <= n; k++) mpz_clear(f[k]);
  free(f);
}

char *minimum_by_halves(uint32_t n)
{
  mpz_t *f = new_numbers(n);
  for (uint32_t x = 2; x <= n; x++) join(f[x], f[x / 2], x / 2, f[x - x / 2], x - x / 2);
  char *text = mpz_get_str(NULL, 10, f[n]);
  free_numbers(f, n);
  return text;
}

char **minimum_by_splits(uint32_t most, uint32_t *worse)
{
  mpz_t *f = new_numbers(most), sum;
  char **text = mem_new(most, sizeof *text);
  mpz_init(sum);
  *worse = 0;
  for (uint32_t x = 2; x <= most; x++) {
    join(f[x], f[x / 2], x / 2, f[x - x / 2], x - x / 2);
    bool better = false;
    for (uint32_t m = 1; m < x / 2; m++) {
      join(sum, f[m], m, f[x - m], x - m);
      if (mpz_cmp(sum, f[x]) >= 0) continue;
      mpz_set(f[x], sum);
      better = true;
    }
    if (better && *worse == 0) *worse = x;
  }
  for (uint32_t x = 1; x <= most; x++) text[x - 1] = mpz_get_str(NULL, 10, f[x]);
  mpz_clear(sum);
  free_numbers(f, most);
  return text;
}

static uint64_t count_paths(const struct orders *orders)
{
  uint64_t total = 0;
  for (uint32_t i = 0; i < orders->n; i++) {
    uint64_t count;
    const enum paths_end end = paths_walk(orders, i, UINT64_MAX, NULL, NULL, &count);
    assert(end == PATHS_ALL);
    (void)end;
    total += count;
  }
  return total;
}

/* What one system adds to the census, as often as it is there. */
static void note(const struct orders *orders, uint64_t times, struct minimum_census *out)
{
  struct danger_cycle cycle;
  const bool danger = danger_by_subsets(orders, &cycle);
  danger_cycle_free(&cycle);
  out->systems += times;
  out->in_danger += danger ? times : 0;
  if (danger) return;
  const uint64_t paths = count_paths(orders);
  if (paths < out->least) out->least_systems = 0;
  if (paths < out->least) out->least = paths;
  out->least_systems += paths == out->least ? times : 0;
}

void minimum_by_systems(uint32_t n, struct minimum_census *out)
{
  struct graph graph;
  struct orders orders;
  assert(n >= 1 && n <= 5);
  graph_start(&graph, n);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++) graph_add(&graph, a, b);
  orders_start(&graph, &orders);
  *out = (struct minimum_census){.least = UINT64_MAX};
  uint64_t times = 1;
  for (uint32_t k = 2; k < n; k++) times *= k;
  const uint64_t most = systems_count(&orders) / times; /* with the first order of philosopher 0, which changes last */
  for (uint64_t k = 0; k < most; k++) {
    note(&orders, times, out);
    (void)orders_next(&orders);
  }
  orders_free(&orders);
  graph_free(&graph);
}
