/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exact.c: Gauss-Jordan elimination modulo 2^61 - 1, one row at a time, then fractions out of residues, then the check.
 *
 * The elimination keeps the rows found so far in reduced form: pivot[r] is the column in which row r has a 1 and all
 * other rows a 0. A new row is reduced by them; its rest is the next one. An unlucky prime can only make us
 * miss a solution (never find a wrong one, since all rows are checked), with a probability of about 2^-58.
 */
#include "results/analysis/exact.h"

#include <string.h>

static const uint64_t prime = (UINT64_C(1) << 61) - 1;
__extension__ typedef unsigned __int128 uwide;

struct elimination {
  size_t k, rank;
  uint64_t row[EXACT_TERMS][EXACT_TERMS + 1]; /* the last column in use, k, is the right-hand side */
  size_t pivot[EXACT_TERMS];
};

static uint64_t times(uint64_t a, uint64_t b)
{
  return (uint64_t)((uwide)a * b % prime);
}

static uint64_t minus(uint64_t a, uint64_t b)
{
  return a >= b ? a - b : a + prime - b;
}

/* By Fermat: a^(p-2). */
static uint64_t inverse(uint64_t a)
{
  uint64_t result = 1;
  for (uint64_t e = prime - 2; e != 0; e >>= 1) {
    if (e & 1) result = times(result, a);
    a = times(a, a);
  }
  return result;
}

static uint64_t residue(wide a)
{
  const wide r = a % (wide)prime;
  return (uint64_t)(r < 0 ? r + (wide)prime : r);
}

/* target -= factor * row, from the right-hand side down. */
static void subtract(uint64_t *target, const uint64_t *row, uint64_t factor, size_t k)
{
  for (size_t c = 0; c <= k; c++) target[c] = minus(target[c], times(factor, row[c]));
}

/* Takes a row in. False if it contradicts the rows before it. */
static bool take_row(struct elimination *e, uint64_t *row)
{
  for (size_t r = 0; r < e->rank; r++) subtract(row, e->row[r], row[e->pivot[r]], e->k);
  size_t pivot = 0;
  while (pivot < e->k && row[pivot] == 0) pivot++;
  if (pivot == e->k) return row[e->k] == 0;

  const uint64_t scale = inverse(row[pivot]);
  for (size_t c = 0; c <= e->k; c++) row[c] = times(row[c], scale);
  for (size_t r = 0; r < e->rank; r++) subtract(e->row[r], row, e->row[r][pivot], e->k);
  memcpy(e->row[e->rank], row, sizeof e->row[0]);
  e->pivot[e->rank++] = pivot;
  return true;
}

static bool eliminate(const struct exact_system *s, struct elimination *e)
{
  wide entries[EXACT_TERMS];
  uint64_t row[EXACT_TERMS + 1] = {0};
  for (size_t i = s->n; i-- > 0 && e->rank < s->k;) {
    if (!s->row(s->context, i, entries)) return false;
    for (size_t c = 0; c < s->k; c++) row[c] = residue(entries[c]);
    row[s->k] = residue(s->value[i]);
    if (!take_row(e, row)) return false;
  }
  return e->rank == s->k;
}

/* The fraction with the least denominator that leaves this residue. At most one exists with numbers so small. */
static bool fraction_of(uint64_t r, int64_t most_den, uint64_t bound, struct rational *out)
{
  uint64_t num = 0;
  for (int64_t den = 1; den <= most_den; den++) {
    num += r;
    if (num >= prime) num -= prime;
    if (num <= bound)
      *out = (struct rational){(int64_t)num, den};
    else if (prime - num <= bound)
      *out = (struct rational){-(int64_t)(prime - num), den};
    else
      continue;
    return true;
  }
  return false;
}

int64_t exact_common_divisor(int64_t a, int64_t b)
{
  while (b != 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int64_t exact_denominator(size_t k, const struct rational *c)
{
  int64_t den = 1;
  for (size_t i = 0; i < k; i++)
    if (__builtin_mul_overflow(den, c[i].den / exact_common_divisor(den, c[i].den), &den)) return 0;
  return den;
}

bool exact_dot(size_t k, const struct rational *c, const wide *a, wide *num, int64_t *den)
{
  *num = 0;
  *den = exact_denominator(k, c);
  for (size_t i = 0; *den != 0 && i < k; i++) {
    wide product;
    if (__builtin_mul_overflow((wide)c[i].num * (*den / c[i].den), a[i], &product)) return false;
    if (__builtin_add_overflow(*num, product, num)) return false;
  }
  return *den != 0;
}

static bool row_holds(const struct exact_system *s, const struct rational *c, size_t i)
{
  wide entries[EXACT_TERMS], num;
  int64_t den;
  if (!s->row(s->context, i, entries)) return false;
  return exact_dot(s->k, c, entries, &num, &den) && num == (wide)s->value[i] * den;
}

/* With fractions up to these numbers. */
static size_t solve_within(const struct exact_system *s, const struct elimination *e, int64_t most_den, uint64_t bound,
                           struct rational *c)
{
  size_t held = 0;
  for (size_t r = 0; r < e->rank; r++)
    if (!fraction_of(e->row[r][s->k], most_den, bound, &c[e->pivot[r]])) return 0;
  while (held < s->n && row_holds(s, c, s->n - 1 - held)) held++;
  return held >= s->k ? held : 0;
}

/* A large whole number may leave the residue of a fraction, so that either kind is tried. */
size_t exact_solve(const struct exact_system *s, struct rational *c)
{
  struct elimination e = {.k = s->k};
  if (s->n < s->k || !eliminate(s, &e)) return 0;
  const size_t held = solve_within(s, &e, EXACT_DENOMINATOR, UINT64_C(100000000000000), c);
  return held != 0 ? held : solve_within(s, &e, 1, UINT64_C(1) << 53, c);
}
