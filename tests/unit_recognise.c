/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_recognise.c: exact recognition. Named cases first, then properties over seeded random laws: each must be found,
 * and its printed formula must give the values back; and a series that obeys no law must not be recognised.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "results/analysis/order.h"
#include "results/analysis/recognise.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

enum { MOST = 64 };

struct points {
  size_t n;
  int64_t x[MOST], value[MOST];
};

static int64_t ceil_lg(int64_t N)
{
  int64_t lg = 0;
  while ((INT64_C(1) << lg) < N) lg++;
  return lg;
}

static int64_t floor_lg(int64_t N)
{
  int64_t lg = 0;
  while (N >> (lg + 1) != 0) lg++;
  return lg;
}

/* The grids of the tests. */
static struct points grid_range(int64_t from, int64_t to, int64_t step)
{
  struct points p = {0};
  for (int64_t N = from; N <= to; N += step) p.x[p.n++] = N;
  return p;
}

static struct points grid_doubling(int64_t from, int64_t to)
{
  struct points p = {0};
  for (int64_t N = from; N <= to; N *= 2) p.x[p.n++] = N;
  return p;
}

static struct points grid_mixed(void)
{
  return (struct points){.n = 8, .x = {4, 8, 12, 16, 24, 32, 48, 64}};
}

static size_t run(const struct points *p, struct law *law)
{
  return recognise(p->n, p->x, p->value, law);
}

static void expect_law(const struct points *p, const char *formula, const char *class, size_t held_out)
{
  struct law law[MOST_LAWS];
  char name[ORDER_NAME];
  const size_t n = run(p, law);
  if (n != 1) fail_msg("%s: %zu laws (%s, %s)", formula, n, n > 0 ? law[0].formula : "-", n > 1 ? law[1].formula : "-");
  assert_string_equal(law[0].formula, formula);
  assert_string_equal(order_name(&law[0].order, name), class);
  assert_int_equal(law[0].held_out, held_out);
}

#define FILL(points, N_, expression)           \
  for (size_t i_ = 0; i_ < (points).n; i_++) { \
    const int64_t N_ = (points).x[i_];         \
    (points).value[i_] = (expression);         \
  }

static double says(const struct points *p, double N)
{
  struct law law[MOST_LAWS];
  assert_int_equal(run(p, law), 1);
  return law_value(&law[0], N);
}

/* A law gives its values, also behind the points; at an N that it does not speak of it gives none. */
static void test_values_of_laws(void **state)
{
  (void)state;
  struct points p = grid_range(1, 12, 1);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i < 2 ? 1 : p.value[i - 1] + p.value[i - 2];
  assert_true(says(&p, 12) == 144 && says(&p, 14) == 377);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i == 0 ? 2 : 5 * p.value[i - 1] + 3;
  assert_true(says(&p, 13) == 5.0 * (double)p.value[11] + 3);
  p = grid_range(3, 21, 2);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i < 2 ? 1 : p.value[i - 1] + p.value[i - 2];
  assert_true(says(&p, 23) == 89 && isnan(says(&p, 22)) && isnan(says(&p, 5)));
  p = grid_doubling(3, 192);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i == 0 ? 1 : p.value[i - 1] * (p.x[i - 1] + 1);
  assert_true(says(&p, 384) == 193.0 * (double)p.value[6] && isnan(says(&p, 256)));
  p = grid_range(2, 16, 1);
  FILL(p, N, N % 2 == 0 ? 3 * N + 1 : N * N);
  assert_true(says(&p, 100) == 301 && says(&p, 101) == 10201 && isnan(says(&p, 7.5)));
  FILL(p, N, 7 * N + 3);
  assert_true(says(&p, 1e12) == 7e12 + 3);
  p = grid_doubling(2, 64);
  FILL(p, N, 7 * N + 3);
  assert_true(says(&p, 128) == 899 && isnan(says(&p, 100)));
}

/* Whole coefficients count up to 2^53, as the values do. */
static void test_large_coefficients(void **state)
{
  (void)state;
  struct points p = grid_range(2, 8, 1);
  FILL(p, N, INT64_C(1000000000000000) * N + 7);
  expect_law(&p, "1000000000000000N+7", "N", 5);
  FILL(p, N, INT64_C(1125899906842623) * N - INT64_C(4503599627370495));
  expect_law(&p, "1125899906842623N-4503599627370495", "N", 5);
  FILL(p, N, INT64_C(9007199254740991) + N - N);
  expect_law(&p, "9007199254740991", "1", 6);
}

static void test_polynomials(void **state)
{
  (void)state;
  struct points p = grid_doubling(2, 512);
  FILL(p, N, 7 * N + 3);
  expect_law(&p, "7N+3", "N", 7);
  FILL(p, N, 2 * N * N - 3 * N + 4);
  expect_law(&p, "2N^2-3N+4", "N^2", 6);
  FILL(p, N, N * (N - 1) / 2);
  expect_law(&p, "N(N-1)/2", "N^2", 6);
  p = grid_range(2, 9, 1);
  FILL(p, N, N * (N + 1) * (2 * N + 1) / 6);
  expect_law(&p, "N(2N^2+3N+1)/6", "N^3", 4);
  FILL(p, N, 3 * N * (N - 1) / 2);
  expect_law(&p, "3N(N-1)/2", "N^2", 5);
  FILL(p, N, (N * N + N + 2) / 2);
  expect_law(&p, "(N^2+N+2)/2", "N^2", 5);
  FILL(p, N, 3 * N - 3 * N);
  expect_law(&p, "0", "1", 7);
  FILL(p, N, 5 + N - N);
  expect_law(&p, "5", "1", 7);
  FILL(p, N, 100 - N);
  expect_law(&p, "-N+100", "N", 6);
  p = grid_mixed();
  FILL(p, N, N * (N - 1) / 2 + 20 * N);
  expect_law(&p, "N(N+39)/2", "N^2", 5);
  FILL(p, N, INT64_C(4000000000000) * N - 9000000000001);
  expect_law(&p, "4000000000000N-9000000000001", "N", 6);
}

static void test_logarithms(void **state)
{
  (void)state;
  struct points p = grid_range(2, 20, 1);
  FILL(p, N, 3 * N * ceil_lg(N) + N);
  expect_law(&p, "3N ceil(lg N)+N", "N lg N", 17);
  FILL(p, N, floor_lg(N) + 12);
  expect_law(&p, "floor(lg N)+12", "lg N", 17);
  FILL(p, N, ceil_lg(N) * ceil_lg(N));
  expect_law(&p, "ceil(lg N)^2", "lg^2 N", 16);
  FILL(p, N, 2 * N * floor_lg(N) - 3 * N + 7);
  expect_law(&p, "2N floor(lg N)-3N+7", "N lg N", 16);
  p = grid_doubling(2, 64);
  FILL(p, N, 3 * N * ceil_lg(N) + N);
  expect_law(&p, "3N lg N+N", "N lg N", 4);
  FILL(p, N, ceil_lg(N) + 12);
  expect_law(&p, "lg N+12", "lg N", 4);
  FILL(p, N, N * ceil_lg(N) / 2);
  expect_law(&p, "N lg N/2", "N lg N", 4);
  p = grid_doubling(1, 128);
  FILL(p, N, ceil_lg(N) * (ceil_lg(N) + 1) / 2);
  expect_law(&p, "(lg^2 N+lg N)/2", "lg^2 N", 5);
}

static void test_exponentials_and_recurrences(void **state)
{
  (void)state;
  struct points p = grid_range(1, 8, 1);
  FILL(p, N, 3 * (INT64_C(1) << N) - 1);
  expect_law(&p, "3*2^N-1", "2^N", 6);
  FILL(p, N, N * (INT64_C(1) << N) + 2);
  expect_law(&p, "N 2^N+2", "N 2^N", 5);
  p = grid_range(1, 12, 1);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i < 2 ? 1 : p.value[i - 1] + p.value[i - 2];
  expect_law(&p, "f(N) = f(N-1)+f(N-2)", "1.618^N", 8);
  for (size_t i = 0; i < p.n; i++) p.value[i] = i == 0 ? 2 : 5 * p.value[i - 1] + 3;
  expect_law(&p, "f(N) = 5f(N-1)+3", "5^N", 9);
  p = grid_range(2, 20, 2);
  FILL(p, N, INT64_C(1) << N);
  expect_law(&p, "2^N", "2^N", 8);
}

/* f(2N) = p(N) f(N), from `first` on. */
static struct points product(int64_t from, int64_t to, int64_t first, int64_t c0, int64_t c1, int64_t c2)
{
  struct points p = grid_doubling(from, to);
  for (size_t i = 0; i < p.n; i++) {
    const int64_t N = i == 0 ? 0 : p.x[i - 1];
    p.value[i] = i == 0 ? first : p.value[i - 1] * (c0 + c1 * N + c2 * N * N);
  }
  return p;
}

static void test_products(void **state)
{
  struct law law[MOST_LAWS];
  struct points p = product(1, 128, 1, 1, 1, 0);
  (void)state;
  assert_int_equal(p.value[7], 9845550);
  expect_law(&p, "f(2N) = (N+1)f(N)", "N^(0.5 lg N)/sqrt N", 5);
  assert_int_equal(run(&p, law), 1);
  assert_true(law[0].powers_of_two_only);
  for (size_t wrong = 0; wrong < p.n; wrong++) {
    struct points other = p;
    other.value[wrong]++;
    assert_int_equal(run(&other, law), 0);
  }
  p.n = 6;
  expect_law(&p, "f(2N) = (N+1)f(N)", "N^(0.5 lg N)/sqrt N", 3);
  p.n = 5;
  assert_int_equal(run(&p, law), 0);
  p = product(2, 64, 4, 2, 2, 0);
  expect_law(&p, "f(2N) = (2N+2)f(N)", "N^(0.5 lg N) sqrt N", 3);
  p = product(1, 128, 5, 0, 2, 0);
  expect_law(&p, "f(2N) = 2N f(N)", "N^(0.5 lg N) sqrt N", 5);
  p = product(1, 64, 1, 3, -2, 1);
  expect_law(&p, "f(2N) = (N^2-2N+3)f(N)", "N^lg N/N", 3);
  p = product(3, 192, 1, 1, 1, 0);
  expect_law(&p, "f(2N) = (N+1)f(N)", "N^(0.5 lg N)/sqrt N", 4);
  assert_int_equal(run(&p, law), 1);
  assert_false(law[0].powers_of_two_only);
  p.x[6] = 193;
  assert_int_equal(run(&p, law), 0);
}

static void test_quasi_polynomials(void **state)
{
  (void)state;
  struct points p = grid_range(2, 16, 1);
  FILL(p, N, N / 2);
  expect_law(&p, "floor(N/2)", "N", 12);
  FILL(p, N, (N + 1) / 2 + 4);
  expect_law(&p, "ceil((N+8)/2)", "N", 12);
  FILL(p, N, N * N / 4);
  expect_law(&p, "floor(N^2/4)", "N^2", 11);
  FILL(p, N, N % 2 == 0 ? 3 * N + 1 : N * N);
  expect_law(&p, "3N+1 if N mod 2 = 0; N^2 if N mod 2 = 1", "N^2", 9);
  FILL(p, N, N % 2 == 0 ? 3 : 9);
  expect_law(&p, "3 if N mod 2 = 0; 9 if N mod 2 = 1", "1", 13);
}

static void test_from_some_N_on(void **state)
{
  struct law law[MOST_LAWS];
  (void)state;
  struct points p = grid_range(2, 16, 1);
  FILL(p, N, N < 5 ? 5 : N);
  expect_law(&p, "N", "N", 10);
  assert_int_equal(run(&p, law), 1);
  assert_int_equal(p.x[law[0].first], 5);
}

static void test_too_little(void **state)
{
  struct law law[MOST_LAWS];
  struct points p = grid_range(2, 16, 1);
  (void)state;
  FILL(p, N, 7 * N + 3);
  for (p.n = 0; p.n < 4; p.n++) assert_int_equal(run(&p, law), 0);
  assert_int_equal(run(&p, law), 1);
  p = grid_range(2, 5, 1); /* N^2-3N+3 passes through four points, but only one of them is held out */
  const int64_t blockings[] = {1, 3, 7, 13}, remote[] = {6, 15, 32, 59};
  memcpy(p.value, blockings, sizeof blockings);
  assert_int_equal(run(&p, law), 0);
  memcpy(p.value, remote, sizeof remote);
  assert_int_equal(run(&p, law), 0);
}

/* A point that is off by one anywhere but at the beginning refutes the law. */
static void test_refutation(void **state)
{
  struct law law[MOST_LAWS];
  (void)state;
  for (size_t wrong = 3; wrong < 8; wrong++) {
    struct points p = grid_doubling(2, 256);
    FILL(p, N, 2 * N * N - 3 * N + 4);
    p.value[wrong]++;
    assert_int_equal(run(&p, law), 0);
  }
}

/* At N = 2..6 the logarithm is half of N, rounded up: both are returned. One N more tells them apart. */
static void test_half_of_n(void **state)
{
  (void)state;
  struct points p = grid_range(2, 6, 1);
  struct law law[MOST_LAWS];
  char name[ORDER_NAME];
  FILL(p, N, 3 * ((N + 1) / 2) + 2);
  assert_int_equal(run(&p, law), 2);
  assert_string_equal(law[0].formula, "3 ceil(lg N)+2");
  assert_string_equal(law[1].formula, "3 ceil(N/2)+2");
  assert_string_equal(order_name(&law[0].order, name), "lg N");
  assert_string_equal(order_name(&law[1].order, name), "N");
  p = grid_range(2, 7, 1);
  FILL(p, N, 3 * ceil_lg(N) + 2);
  expect_law(&p, "3 ceil(lg N)+2", "lg N", 4);
}

/* A lock that costs 10 from three processes on is not one that costs -lg^2 N + 5 lg N + 4. */
static void test_stops_growing(void **state)
{
  (void)state;
  const struct points p = {.n = 5, .x = {1, 2, 3, 4, 5}, .value = {4, 8, 10, 10, 10}};
  struct law law[MOST_LAWS];
  assert_int_equal(run(&p, law), 0);
}

static struct points random_grid(uint64_t *rng)
{
  const uint32_t kind = rng_below(rng, 3);
  return kind == 0 ? grid_range(2, 12, 1) : kind == 1 ? grid_doubling(2, 512) : grid_mixed();
}

static void expect_round_trip(const struct points *p, size_t round)
{
  struct law law[MOST_LAWS];
  struct formula f;
  struct error e = {0};
  if (run(p, law) != 1) fail_msg("round %zu: not recognised", round);
  if (!formula_parse(law[0].formula, &f, &e)) fail_msg("%s: %s", law[0].formula, e.text);
  for (size_t i = law[0].first; i < p->n; i++)
    if (formula_value(&f, (double)p->x[i], 0) != (double)p->value[i])
      fail_msg("round %zu: %s at %lld", round, law[0].formula, (long long)p->x[i]);
  const struct order printed = order_of(&f);
  assert_true(printed.known && order_compare(&printed, &law[0].order) == 0);
}

static void property_polynomials_are_recognised(void **state)
{
  uint64_t rng = 11;
  (void)state;
  for (size_t round = 0; round < 400; round++) {
    struct points p = random_grid(&rng);
    const int64_t degree = rng_between(&rng, 0, 4), den = degree >= 2 && round % 3 == 0 ? 2 : 1;
    int64_t c[5];
    for (int64_t d = 0; d <= degree; d++) c[d] = rng_between(&rng, -9, 20);
    if (c[degree] == 0) c[degree] = 1;
    for (size_t i = 0; i < p.n; i++) {
      p.value[i] = 0;
      for (int64_t d = degree; d >= 0; d--) p.value[i] = p.value[i] * p.x[i] + c[d];
      if (den == 2) p.value[i] += p.x[i] * (p.x[i] - 1) / 2;
    }
    expect_round_trip(&p, round);
  }
}

static void property_logarithms_are_recognised(void **state)
{
  uint64_t rng = 12;
  (void)state;
  for (size_t round = 0; round < 300; round++) {
    struct points p = round % 2 == 0 ? grid_range(2, 18, 1) : grid_doubling(2, 512);
    const bool up = rng_below(&rng, 2);
    const int64_t a = rng_between(&rng, 1, 9), b = rng_between(&rng, -5, 5), c = rng_between(&rng, 0, 30);
    FILL(p, N, a * N * (up ? ceil_lg(N) : floor_lg(N)) + b * N + c);
    expect_round_trip(&p, round);
  }
}

static void property_quasi_polynomials_are_recognised(void **state)
{
  uint64_t rng = 13;
  (void)state;
  for (size_t round = 0; round < 200; round++) {
    struct law law[MOST_LAWS];
    struct points p = grid_range(2, 26, 1);
    const int64_t m = rng_between(&rng, 2, 4), a = rng_between(&rng, 0, 3), b = rng_between(&rng, 1, 9);
    int64_t c[4];
    for (int64_t r = 0; r < m; r++) c[r] = rng_between(&rng, 0, 40);
    if (c[0] == c[1]) c[0]++;
    FILL(p, N, a * N * N + b * N + c[N % m]);
    if (run(&p, law) != 1) fail_msg("round %zu: not recognised", round);
  }
}

static void property_recurrences_are_recognised(void **state)
{
  uint64_t rng = 14;
  (void)state;
  for (size_t round = 0; round < 200; round++) {
    struct law law[MOST_LAWS];
    struct points p = grid_range(2, 15, 1);
    const int64_t a = rng_between(&rng, 1, 3), b = rng_between(&rng, 1, 3), c = rng_between(&rng, 0, 5);
    for (size_t i = 0; i < p.n; i++)
      p.value[i] = i < 2 ? rng_between(&rng, 1, 9) : a * p.value[i - 1] + b * p.value[i - 2] + c;
    if (run(&p, law) != 1) fail_msg("round %zu: not recognised", round);
    assert_true(law[0].order.base > 1);
  }
}

static void property_random_walks_are_not(void **state)
{
  uint64_t rng = 15;
  size_t found = 0;
  struct law law[MOST_LAWS];
  (void)state;
  for (size_t round = 0; round < 2000; round++) {
    struct points p = round % 3 == 0 ? grid_mixed() : round % 3 == 1 ? grid_doubling(2, 512) : grid_range(2, 16, 1);
    int64_t value = 20;
    for (size_t i = 0; i < p.n; i++) p.value[i] = value += rng_between(&rng, -5, 5);
    found += run(&p, law);
  }
  assert_int_equal(found, 0);
}

/* Rounded smooth curves are the hardest: their tails look like floors of something simple. */
static void property_rounded_curves_are_not(void **state)
{
  uint64_t rng = 16;
  struct law law[MOST_LAWS];
  (void)state;
  for (size_t round = 0; round < 600; round++) {
    struct points p = round % 2 == 0 ? grid_mixed() : grid_range(2, 16, 1);
    const double a = (double)rng_between(&rng, 3, 20), b = (double)rng_between(&rng, 0, 30);
    for (size_t i = 0; i < p.n; i++) {
      const double N = (double)p.x[i];
      p.value[i] = llround(round % 4 < 2 ? a * N * sqrt(N) + b : a * sqrt(N) + b);
    }
    if (run(&p, law) != 0) fail_msg("round %zu, a = %g, b = %g: %s", round, a, b, law[0].formula);
  }
}

static void test_orders(void **state)
{
  static const struct {
    const char *text, *name; /* NULL: not known */
  } cases[] = {
    {"7N+3", "N"},
    {"N(N-1)/2", "N^2"},
    {"3", "1"},
    {"2N lg N+5N", "N lg N"},
    {"N sqrt N", "N^1.5"},
    {"sqrt(N^2+1)", "N"},
    {"lg(N^3)", "lg N"},
    {"lg N/lg lg N", "lg N/lg lg N"},
    {"2^N", "2^N"},
    {"N 2^N", "N 2^N"},
    {"2^(2lg N)", "N^2"},
    {"N^(lg N/2)/sqrt N", "N^(0.5 lg N)/sqrt N"},
    {"2^(lg^2 N)", "N^lg N"},
    {"(N^2)^lg N N", "N^(2 lg N) N"},
    {"(N^lg N)^2+N^9", "N^(2 lg N)"},
    {"2^N+N^lg N", "2^N"},
    {"lg(N^lg N)", "lg^2 N"},
    {"N^(lg N-1)", NULL},
    {"(2N)^lg N", NULL},
    {"(lg N)^lg N", NULL},
    {"2^sqrt N", NULL},
    {"prod(j < 3: 2)+1", NULL},
    {"N^2+0prod(j < lg N: 1+2^j)", NULL},
    {"4^N/2^N", "2^N"},
    {"N^2-N^2+N", "N"},
    {"ceil(lg N)", "lg N"},
    {"lg^2 N", "lg^2 N"},
    {"1/N", "N^-1"},
    {"N/lg N", "N lg^-1 N"},
    {"N^N", NULL},
    {"(N+1)-(N+lg N)", NULL},
    {"2^(N+lg N)", NULL},
    {"floor(1/N)", NULL},
    {"0N^3+N", "N"},
    {"lg 8", "1"},
    {"j", NULL},
    {"lg(2^N)", "N"},
    {"(1e-200 N)^2", NULL}, /* 1e-400 is no double, but not 0 */
    {"N/(1e-200*1e-200 N+0^0.5)", NULL},
    {"1/(1e200 N)^2", NULL},
    {"(1e200)^N", "1e+200^N"},
    {"(1e200)^N (1e200)^N", NULL},
    {"N^1e300*N^1e308*N^1e308", NULL},
    {"1e308 N+1e308 N", NULL},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct formula f;
    struct error e = {0};
    char name[ORDER_NAME];
    assert_true(formula_parse(cases[k].text, &f, &e));
    const struct order o = order_of(&f);
    if (o.known != (cases[k].name != NULL)) fail_msg("%s: known = %d", cases[k].text, o.known);
    if (o.known) assert_string_equal(order_name(&o, name), cases[k].name);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_values_of_laws),
    cmocka_unit_test(test_large_coefficients),
    cmocka_unit_test(test_polynomials),
    cmocka_unit_test(test_half_of_n),
    cmocka_unit_test(test_stops_growing),
    cmocka_unit_test(test_logarithms),
    cmocka_unit_test(test_exponentials_and_recurrences),
    cmocka_unit_test(test_products),
    cmocka_unit_test(test_quasi_polynomials),
    cmocka_unit_test(test_from_some_N_on),
    cmocka_unit_test(test_too_little),
    cmocka_unit_test(test_refutation),
    cmocka_unit_test(property_polynomials_are_recognised),
    cmocka_unit_test(property_logarithms_are_recognised),
    cmocka_unit_test(property_quasi_polynomials_are_recognised),
    cmocka_unit_test(property_recurrences_are_recognised),
    cmocka_unit_test(property_random_walks_are_not),
    cmocka_unit_test(property_rounded_curves_are_not),
    cmocka_unit_test(test_orders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
