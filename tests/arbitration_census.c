/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/arbitration_census.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/arbitration/path_count.h"
#include "model/arbitration/systems.h"

/* --- all systems -------------------------------------------------------------------------------------------------- */

static void reverse(uint32_t *list, uint32_t n)
{
  for (uint32_t k = 0; k < n / 2; k++) {
    const uint32_t kept = list[k];
    list[k] = list[n - 1 - k];
    list[n - 1 - k] = kept;
  }
}

/* The next permutation as dictionaries have them; after the last comes the first, and false. */
static bool next_permutation(uint32_t *list, uint32_t n)
{
  uint32_t k = n > 0 ? n - 1 : 0;
  while (k > 0 && list[k - 1] > list[k]) k--;
  const bool more = k > 0;
  if (more) {
    uint32_t j = n - 1;
    while (list[j] < list[k - 1]) j--;
    const uint32_t kept = list[j];
    list[j] = list[k - 1];
    list[k - 1] = kept;
  }
  reverse(list + k, n - k);
  return more;
}

bool orders_next(struct orders *orders)
{
  for (uint32_t i = orders->n; i-- > 0;) {
    uint32_t *list = orders->neighbour_ + orders->first_[i];
    const bool more = next_permutation(list, orders_degree(orders, i));
    orders_set(orders, i, list);
    if (more) return true;
  }
  return false;
}

/* --- all subsets -------------------------------------------------------------------------------------------------- */

#define NOBODY UINT32_MAX

/* Whom i shares its first fork in the subset with. */
static uint32_t first_of(const struct orders *orders, uint32_t set, uint32_t i)
{
  for (uint32_t k = 0; k < orders_degree(orders, i); k++)
    if ((set >> orders_of(orders, i)[k] & 1) != 0) return orders_of(orders, i)[k];
  return NOBODY;
}

/* Whether who follows first forks from `begin` comes back after more than two of them. */
static bool comes_back(const struct orders *orders, uint32_t set, uint32_t begin)
{
  uint32_t i = first_of(orders, set, begin), steps = 1;
  for (; i != NOBODY && i != begin && steps <= orders->n; steps++) i = first_of(orders, set, i);
  return i == begin && steps > 2;
}

bool danger_by_subsets(const struct orders *orders)
{
  assert(orders->n <= 20);
  for (uint32_t set = 1; set < 1u << orders->n; set++)
    for (uint32_t i = 0; i < orders->n; i++)
      if ((set >> i & 1) != 0 && comes_back(orders, set, i)) return true;
  return false;
}

bool danger_mutual_first(const struct orders *orders)
{
  for (uint32_t i = 0; i < orders->n; i++)
    if (orders_degree(orders, i) > 0 && orders_of(orders, orders_of(orders, i)[0])[0] == i) return true;
  return false;
}

/* --- all splits, and all systems ---------------------------------------------------------------------------------- */

/* (n + 1) f(m) + (m + 1) f(n). */
static void join(mpz_t out, const mpz_t f_of_m, uint32_t m, const mpz_t f_of_n, uint32_t n)
{
  mpz_mul_ui(out, f_of_m, n + 1);
  mpz_addmul_ui(out, f_of_n, m + 1);
}

char **minimum_by_splits(uint32_t most, uint32_t *worse)
{
  mpz_t *f = mem_new(most + 1, sizeof *f), sum;
  char **text = mem_new(most, sizeof *text);
  for (uint32_t x = 0; x <= most; x++) mpz_init_set_ui(f[x], x == 1);
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
  for (uint32_t x = 0; x <= most; x++) mpz_clear(f[x]);
  mpz_clear(sum);
  free(f);
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

/* Adds one system to the census, as often as it is there. */
static void note(const struct orders *orders, uint64_t times, struct minimum_census *out)
{
  const bool danger = danger_by_subsets(orders);
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
