/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_growth.c: the analysis as a whole on functions that are drawn by lot: polynomials, polylogarithms, exponentials,
 * recurrences, and some that no list has. The class that it names must be that of the function; it may always say that
 * it does not know. That it says so too often is noticed as well.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "results/analysis/analysis.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

enum { MOST = 64, TERMS = 12 };

/* --- functions ---------------------------------------------------------------------------------------------------- */

/* c N^power L^logs base^N, with L = lg N rounded up or down. */
struct part {
  long double c, base;
  double power;
  int logs;
};

struct function {
  size_t n;
  struct part part[TERMS];
  bool up;
  int order; /* of a recurrence: part[k].c are its coefficients, then its first values and the constant */
  long double first[3], constant;
};

static long double lg_of(long double N, bool up)
{
  const long double lg = log2l(N), down = floorl(lg + 1e-12L);
  return up && lg - down > 1e-12L ? down + 1 : down;
}

static long double value_at(const struct function *f, long double N)
{
  long double value = 0;
  for (size_t k = 0; k < f->n; k++) {
    const struct part *p = &f->part[k];
    value += p->c * powl(N, p->power) * powl(lg_of(N, f->up), p->logs) * powl(p->base, N);
  }
  return floorl(value);
}

/* The value of a recurrence of which first[] are those at N = 1, 2, 3. */
static long double recurrence_at(const struct function *f, int N)
{
  long double last[3] = {f->first[0], f->first[1], f->first[2]};
  if (N <= f->order) return last[N - 1];
  for (int at = f->order + 1; at <= N; at++) {
    long double next = f->constant;
    for (int k = 0; k < f->order; k++) next += f->part[k].c * last[f->order - 1 - k];
    for (int k = 0; k + 1 < f->order; k++) last[k] = last[k + 1];
    last[f->order - 1] = next;
  }
  return last[f->order - 1];
}

/* The class of the leading part; of a recurrence, by the quotient of its values far out. */
static char *class_of(const struct function *f, char out[ORDER_NAME])
{
  struct order leading = order_constant(0);
  for (size_t k = 0; k < f->n && f->order == 0; k++) {
    struct order o = order_constant((double)f->part[k].c);
    o.power = f->part[k].power;
    o.log = f->part[k].logs;
    o.base = (double)f->part[k].base;
    if (order_compare(&o, &leading) > 0) leading = o;
  }
  if (f->order > 0) {
    leading = order_constant(1);
    leading.base = (double)(recurrence_at(f, 301) / recurrence_at(f, 300));
  }
  return order_name(&leading, out);
}

/* --- lots --------------------------------------------------------------------------------------------------------- */

static int between(uint64_t *rng, int low, int high)
{
  return (int)rng_between(rng, low, high);
}

static struct function any_polynomial(uint64_t *rng)
{
  struct function f = {.n = 1 + rng_below(rng, 11)};
  const int size = between(rng, 0, 1) ? 9 : 200;
  for (size_t k = 0; k < f.n; k++)
    f.part[k] = (struct part){.c = between(rng, 0, 2) ? between(rng, -size, size) : 0, .base = 1, .power = (double)k};
  f.part[f.n - 1].c = between(rng, 1, 9);
  return f;
}

static struct function any_monomial(uint64_t *rng)
{
  struct function f = {.n = 2};
  f.part[0] = (struct part){.c = between(rng, 0, 9), .base = 1};
  f.part[1] = (struct part){.c = between(rng, 1, 9), .base = 1, .power = between(rng, 1, 10)};
  return f;
}

static struct function any_polylogarithm(uint64_t *rng)
{
  struct function f = {.n = 1 + rng_below(rng, 3), .up = between(rng, 0, 1)};
  for (size_t k = 0; k < f.n; k++)
    f.part[k] =
      (struct part){.c = between(rng, 1, 9), .base = 1, .power = between(rng, 0, 3), .logs = between(rng, k == 0, 3)};
  return f;
}

static struct function any_exponential(uint64_t *rng)
{
  struct function f = {.n = 1 + rng_below(rng, 4)};
  f.part[0] = (struct part){.c = between(rng, 1, 5), .base = between(rng, 2, 6), .power = between(rng, 0, 3) / 3};
  for (size_t k = 1; k < f.n; k++)
    f.part[k] = (struct part){.c = between(rng, -9, 9), .base = 1, .power = (double)k - 1};
  return f;
}

static struct function any_recurrence(uint64_t *rng)
{
  struct function f = {.order = between(rng, 1, 3), .constant = between(rng, 0, 3)};
  for (int k = 0; k < f.order; k++) {
    f.part[k].c = between(rng, k == 0, 3);
    f.first[k] = between(rng, 1, 9);
  }
  if (f.part[0].c == 1) f.part[0].c = 2; /* so that it grows by a factor */
  for (int k = 0; k < f.order; k++)
    if (f.first[k] == 0) f.first[k] = 1;
  return f;
}

/* Rounded down, and in no list: powers between the whole ones. */
static struct function any_real_power(uint64_t *rng)
{
  struct function f = {.n = 1};
  f.part[0] = (struct part){.c = between(rng, 1, 20), .base = 1, .power = between(rng, 2, 38) / 8.0};
  return f;
}

static struct function any_real_base(uint64_t *rng)
{
  struct function f = {.n = 2};
  f.part[0] = (struct part){.c = between(rng, 1, 20), .base = 1 + between(rng, 2, 20) / 8.0L};
  f.part[1] = (struct part){.c = between(rng, 0, 20), .base = 1};
  return f;
}

/* --- grids -------------------------------------------------------------------------------------------------------- */

static size_t any_grid(uint64_t *rng, double x[MOST])
{
  const size_t n = 4 + rng_below(rng, 27), kind = rng_below(rng, 4);
  double N = between(rng, 1, 3);
  if (kind == 1) N = 2;
  for (size_t k = 0; k < n; k++) {
    x[k] = N;
    N = kind == 0 ? N + 1 : kind == 1 ? 2 * N : kind == 2 ? N + 3 : N + between(rng, 1, 9);
    if (kind == 1 && k == 13) return k;
  }
  return n;
}

/* --- the property ------------------------------------------------------------------------------------------------- */

struct tally {
  size_t tried, named, wrong;
};

/* A stretch of a staircase on which nothing happens: a constant is what was seen. */
static bool is_level(const struct series *s)
{
  for (size_t k = 1; k < s->n; k++)
    if (s->point[k].value != s->point[0].value) return false;
  return true;
}

/* Values that a double does not hold exactly are left out in every other trial; in the rest they are rounded. */
static bool try(const struct function *f, size_t n, const double *x, bool exact, struct tally *t, const char *what)
{
  struct series_point point[MOST];
  struct series s = {.name = "s", .metric = "", .x_name = "N", .scope = "", .kind = KIND_EXACT, .point = point};
  struct analysis a;
  char class[ORDER_NAME];
  for (size_t k = 0; k < n; k++) {
    const long double value = f->order > 0 ? recurrence_at(f, (int)x[k]) : value_at(f, x[k]);
    if (fabsl(value) >= (exact ? 0x1p53L : 1e300L)) break;
    point[s.n++] = (struct series_point){x[k], (double)value, NAN, NAN, NAN, 1, true, false, false};
  }
  analyse(&s, &a);
  const struct fitted_class *winner = analysis_winner(&a);
  t->tried++;
  t->named += winner != NULL;
  if (winner == NULL || strcmp(winner->class, class_of(f, class)) == 0 || is_level(&s)) return true;
  t->wrong++;
  print_message("%s: %s is taken for %s %s (%s) on %zu points, N = %.15g..%.15g\n", what, class,
                verdict_name(a.verdict), winner->class, winner->formula, s.n, s.point[0].x, s.point[s.n - 1].x);
  return false;
}

/* Tells of every wrong one; `most` of them are let pass. */
static void try_all(struct function any(uint64_t *rng), const char *what, size_t least_named, size_t most)
{
  struct tally t = {0};
  uint64_t rng = 1;
  for (unsigned k = 0; k < 200; k++) {
    double x[MOST];
    const struct function f = any(&rng);
    const size_t n = any_grid(&rng, x);
    try(&f, n, x, k % 2 == 0, &t, what);
  }
  if (t.wrong > most || t.named < least_named)
    fail_msg("%s: of %zu functions %zu were named, %zu wrongly", what, t.tried, t.named, t.wrong);
}

static void test_polynomials(void **state)
{
  (void)state;
  try_all(any_polynomial, "polynomial", 100, 0);
  try_all(any_monomial, "monomial", 150, 0);
}

/* With a lower part that is larger as far as anybody looks, a polylogarithm can be taken for a neighbour. */
static void test_polylogarithms(void **state)
{
  (void)state;
  try_all(any_polylogarithm, "polylogarithm", 25, 1);
}

static void test_exponentials(void **state)
{
  (void)state;
  try_all(any_exponential, "exponential", 60, 0);
  try_all(any_recurrence, "recurrence", 70, 0);
}

/* Powers and bases that no list has are not promised to be told from their neighbours: mostly they are. */
static void test_what_no_list_has(void **state)
{
  (void)state;
  try_all(any_real_power, "real power", 0, 30);
  try_all(any_real_base, "real base", 0, 2);
}

/* N^8, also where a double does not hold its values; and a power of two larger than any exact value. */
static void test_large_values(void **state)
{
  struct function f = {.n = 1, .part = {{.c = 1, .base = 1, .power = 8}}};
  struct tally t = {0};
  (void)state;
  for (size_t n = 4; n <= MOST; n++) {
    double consecutive[MOST], doubling[MOST];
    for (size_t k = 0; k < n; k++) {
      consecutive[k] = (double)k + 2;
      doubling[k] = ldexp(1, (int)(k % 20) + 1);
    }
    assert_true(try(&f, n, consecutive, false, &t, "N^8"));
    if (n <= 20) assert_true(try(&f, n, doubling, false, &t, "N^8"));
  }
  assert_true(t.named >= 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_polynomials),      cmocka_unit_test(test_polylogarithms), cmocka_unit_test(test_exponentials),
    cmocka_unit_test(test_what_no_list_has), cmocka_unit_test(test_large_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
