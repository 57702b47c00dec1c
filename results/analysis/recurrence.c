/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recurrence.c: the rows of the linear system are the points themselves, shifted. The class of a recurrence is that of
 * the dominant root, which is found by letting the recurrence run on: floating point, but only for the name of a base
 * that is irrational anyway. The class of a product follows from the leading term c N^d of p. With k = lg N it is c^k
 * 2^(dk(k-1)/2), which is N^(d/2 lg N) N^(lg c - d/2); the lower terms make a factor that converges.
 */
#include "results/analysis/recurrence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST = LAW_REACHES, SETTLED = 400, STEEPEST = 3, CONFIRMED = 3 };

struct shifted {
  const int64_t *value;
  size_t order;
};

/* Row i is about value[order + i]: the values before it, latest first, then 1 for the constant. */
static bool shifted_row(const void *context, size_t i, wide out[EXACT_TERMS])
{
  const struct shifted *s = context;
  for (size_t k = 0; k < s->order; k++) out[k] = s->value[s->order + i - 1 - k];
  out[s->order] = 1;
  return true;
}

static bool evenly_spaced(size_t n, const int64_t *x)
{
  for (size_t i = 2; i < n; i++)
    if (x[i] - x[i - 1] != x[1] - x[0]) return false;
  return true;
}

/* The limit of f(N)/f(N-g), or 0 where it does not settle. The values are rescaled so that they do not overflow. */
static double growth_factor(const struct rational *c, size_t order, bool constant, const int64_t *last)
{
  double f[LONGEST] = {0}, rest = constant ? (double)c[order].num : 0, ratio = 0, before = 0;
  for (size_t k = 0; k < order; k++) f[k] = (double)last[-(ptrdiff_t)k];
  for (int round = 0; round < SETTLED; round++) {
    double next = rest;
    for (size_t k = 0; k < order; k++) next += (double)c[k].num * f[k];
    before = ratio;
    ratio = f[0] != 0 ? next / f[0] : 0;
    for (size_t k = order; k-- > 1;) f[k] = f[k - 1];
    f[0] = next;
    if (fabs(next) < 1e100) continue;
    for (size_t k = 0; k < order; k++) f[k] *= 1e-100;
    rest *= 1e-100;
  }
  return fabs(ratio - before) < 1e-6 * fabs(ratio) ? ratio : 0;
}

static void append(char out[TERMS_TEXT], long long factor, const char *what)
{
  const char *sign = factor < 0 ? "-" : out[0] != '\0' ? "+" : "";
  char number[24] = "";
  if (llabs(factor) != 1 || what[0] == '\0') snprintf(number, sizeof number, "%lld", llabs(factor));
  text_add(out, TERMS_TEXT, "%s%s%s", sign, number, what);
}

static void write_recurrence(const struct rational *c, size_t order, bool constant, int64_t step, char out[TERMS_TEXT])
{
  char what[40];
  for (size_t k = 0; k < order; k++) {
    snprintf(what, sizeof what, "f(N-%lld)", (long long)(step * (int64_t)(k + 1)));
    if (c[k].num != 0) append(out, c[k].num, what);
  }
  if (constant && c[order].num != 0) append(out, c[order].num, "");
}

static void keep_rule(struct law *out, enum law_kind kind, const struct rational *c, size_t k)
{
  out->kind = kind;
  memcpy(out->c, c, k * sizeof c[0]);
}

/* The last point and the values up to it. */
static void keep_latest(struct law *out, size_t n, const int64_t *x, const int64_t *value)
{
  out->x = x[n - 1];
  out->step = x[n - 1] - x[n - 2];
  for (size_t k = 0; k < LAW_REACHES; k++) out->latest[k] = value[n - 1 - k];
}

static bool try_recurrence(size_t n, const int64_t *x, const int64_t *value, size_t order, bool constant,
                           struct law *out)
{
  struct rational c[EXACT_TERMS];
  const struct shifted context = {value, order};
  const struct exact_system system = {
    .n = n - order, .k = order + constant, .value = value + order, .row = shifted_row, .context = &context};
  if (n < 2 * order + constant + CONFIRMED || exact_solve(&system, c) != system.n) return false;
  if (exact_denominator(system.k, c) != 1) return false;
  const double factor = growth_factor(c, order, constant, &value[n - 1]);
  if (!(factor > 1.001)) return false;

  *out = (struct law){.held_out = n - 2 * order - constant, .cost = (unsigned)(2 * order) + constant + 1};
  out->order = order_constant(1);
  out->order.base = pow(factor, 1 / (double)(x[1] - x[0]));
  out->least = out->order;
  keep_rule(out, LAW_RECURRENCE, c, system.k);
  out->length = order;
  keep_latest(out, n, x, value);
  char right[TERMS_TEXT] = "";
  write_recurrence(c, order, constant, x[1] - x[0], right);
  snprintf(out->formula, sizeof out->formula, "f(N) = %.200s", right);
  return true;
}

bool recognise_recurrence(size_t n, const int64_t *x, const int64_t *value, struct law *out)
{
  if (n < FEWEST_POINTS || !evenly_spaced(n, x)) return false;
  for (size_t order = 1; order <= LONGEST; order++)
    if (try_recurrence(n, x, value, order, false, out) || try_recurrence(n, x, value, order, true, out)) return true;
  return false;
}

struct doubled {
  const int64_t *x, *value;
  unsigned degree;
};

/* Row i is about value[i + 1]: the value before it, times the powers of its N. */
static bool doubled_row(const void *context, size_t i, wide out[EXACT_TERMS])
{
  const struct doubled *d = context;
  out[0] = d->value[i];
  for (unsigned k = 0; k < d->degree; k++)
    if (__builtin_mul_overflow(out[k], (wide)d->x[i], &out[k + 1])) return false;
  return true;
}

static bool doubles(size_t n, const int64_t *x)
{
  for (size_t i = 1; i < n; i++)
    if (x[i] != 2 * x[i - 1]) return false;
  return x[0] > 0;
}

static void write_product(const struct rational *c, unsigned degree, char out[TERMS_TEXT])
{
  struct shape p = {.n = degree + 1};
  char text[TERMS_TEXT];
  unsigned terms = 0;
  for (unsigned k = 0; k <= degree; k++) {
    p.term[k] = (struct term){.power = (int8_t)k, .residue = ANY_RESIDUE};
    terms += c[k].num != 0;
  }
  shape_text(&p, c, text);
  snprintf(out, TERMS_TEXT, terms > 1 ? "f(2N) = (%.200s)f(N)" : "f(2N) = %.200s f(N)", text);
}

static bool try_product(size_t n, const int64_t *x, const int64_t *value, unsigned degree, struct law *out)
{
  struct rational c[EXACT_TERMS];
  const struct doubled context = {x, value, degree};
  const struct exact_system system = {
    .n = n - 1, .k = degree + 1, .value = value + 1, .row = doubled_row, .context = &context};
  if (n < degree + 2 + CONFIRMED || exact_solve(&system, c) != system.n) return false;
  if (exact_denominator(system.k, c) != 1 || c[degree].num <= 0) return false;

  *out = (struct law){.held_out = n - degree - 2, .cost = degree + 3};
  out->order = order_constant(1);
  out->order.steepness = degree / 2.0;
  out->order.power = log2((double)c[degree].num) - degree / 2.0;
  out->least = out->order;
  keep_rule(out, LAW_PRODUCT, c, system.k);
  out->length = degree;
  keep_latest(out, n, x, value);
  write_product(c, degree, out->formula);
  return true;
}

bool recognise_product(size_t n, const int64_t *x, const int64_t *value, struct law *out)
{
  if (n < FEWEST_POINTS || !doubles(n, x) || value[n - 1] <= 0) return false;
  for (unsigned degree = 1; degree <= STEEPEST; degree++)
    if (try_product(n, x, value, degree, out)) return true;
  return false;
}

double recurrence_value(const struct law *law, double N)
{
  double f[LAW_REACHES], x = (double)law->x;
  for (size_t k = 0; k < LAW_REACHES; k++) f[k] = (double)law->latest[k];
  for (; x < N && isfinite(f[0]); x += (double)law->step) {
    double next = (double)law->c[law->length].num;
    for (size_t k = 0; k < law->length; k++) next += (double)law->c[k].num * f[k];
    for (size_t k = LAW_REACHES; k-- > 1;) f[k] = f[k - 1];
    f[0] = next;
  }
  return x == N ? f[0] : NAN;
}

double product_value(const struct law *law, double N)
{
  double f = (double)law->latest[0], x = (double)law->x;
  for (; x < N; x *= 2) {
    double p = 0;
    for (size_t k = law->length + 1; k-- > 0;) p = p * x + (double)law->c[k].num;
    f *= p;
  }
  return x == N ? f : NAN;
}
