/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recognise.c: tries the shapes of a fixed list, in no order that matters, and keeps the cheapest that hold.
 *
 * On a grid of powers of two, lg N is whole and floor and ceil of it are the same function: one of them is tried and
 * written lg N. On such a grid a polynomial in N is one in 2^k, and the logarithm is k; these are linearly independent,
 * so they cannot be mistaken for each other where there are points enough to determine them. A modulus cannot be seen
 * there, and is not looked for: every residue must have been met.
 */
#include "results/analysis/recognise.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "results/analysis/recurrence.h"
#include "results/formula.h"

/* Shapes without a modulus, as {power of N, power of lg N} per term. */
struct basis {
  unsigned n;
  int8_t term[6][2];
};

static const struct basis logarithmic[] = {
  {2, {{0, 0}, {0, 1}}},
  {3, {{0, 0}, {0, 1}, {0, 2}}},
  {2, {{1, 0}, {1, 1}}},
  {3, {{0, 0}, {1, 0}, {0, 1}}},
  {3, {{0, 0}, {1, 0}, {1, 1}}},
  {4, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}},
  {4, {{0, 0}, {1, 0}, {2, 0}, {0, 1}}},
  {4, {{0, 0}, {1, 0}, {2, 0}, {1, 1}}},
  {2, {{2, 0}, {2, 1}}},
  {4, {{0, 0}, {1, 0}, {2, 0}, {2, 1}}},
};

/* As above; the second number says whether base^N is a factor. */
static const struct basis exponential[] = {
  {2, {{0, 0}, {0, 1}}},
  {3, {{0, 0}, {1, 0}, {0, 1}}},
  {3, {{0, 0}, {0, 1}, {1, 1}}},
  {4, {{0, 0}, {1, 0}, {2, 0}, {0, 1}}},
};

enum { LARGEST_DEGREE = 10, PLAIN_DEGREE = 5, LARGEST_BASE = 4, LARGEST_MODULUS = 4, WHOLE_CHECKS = 64 };
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The values to be explained, and the laws found so far: those of the least cost. */
struct search {
  size_t n;
  const int64_t *x, *value;
  bool powers_of_two;
  int64_t step; /* the greatest common divisor of the x */
  struct law *law;
  size_t n_laws;
};

struct row_context {
  const struct shape *shape;
  const int64_t *x;
};

static bool row_of_shape(const void *context, size_t i, wide out[EXACT_TERMS])
{
  const struct row_context *c = context;
  return shape_row(c->shape, c->x[i], out);
}

/* Whole at the points where the same experiment could have been made: further powers of two, or multiples of the step.
 * */
static bool is_whole(const struct search *s, const struct shape *shape, const struct rational *c)
{
  int64_t N = s->powers_of_two ? s->x[0] : s->step;
  if (exact_denominator(shape->n, c) == 1) return true;
  for (int k = 0; k < (s->powers_of_two ? 16 : WHOLE_CHECKS); k++) {
    if (!shape_is_whole(shape, c, N)) return false;
    N = s->powers_of_two ? 2 * N : N + s->step;
  }
  return true;
}

/* With a modulus: two points more of each residue than it has coefficients of its own, two for each residue more than
 * it has coefficients at all, and residues that differ. Such a
 * law must hold from the first point on: the tail of any smooth curve, rounded, looks like a floor of something simple.
 * */
static bool residues_are_confirmed(const struct search *s, const struct shape *shape, const struct rational *c,
                                   size_t first)
{
  if (first != 0 || s->n < shape->n + 2 * (size_t)shape->modulus) return false;

  size_t met[LARGEST_MODULUS] = {0}, own[LARGEST_MODULUS] = {0};
  bool differ = false;
  const struct rational *by_power[8] = {NULL};
  for (size_t i = 0; i < s->n; i++) met[s->x[i] % shape->modulus]++;
  for (unsigned k = 0; k < shape->n; k++) {
    const struct term *t = &shape->term[k];
    if (t->residue == ANY_RESIDUE) continue;
    own[t->residue]++;
    if (by_power[t->power] == NULL) by_power[t->power] = &c[k];
    differ |= by_power[t->power]->num != c[k].num || by_power[t->power]->den != c[k].den;
  }
  for (int r = 0; r < shape->modulus; r++)
    if (met[r] < own[r] + 2) return false;
  return differ;
}

/* With a logarithm: two values of it more than its highest power. With fewer, a step or a kink somewhere would do as
 * well. */
static bool logarithm_is_confirmed(const struct search *s, const struct shape *shape, size_t first)
{
  const struct shape lg = {.n = 1, .log = shape->log, .term = {{.logs = 1, .residue = ANY_RESIDUE}}};
  int8_t highest = 0;
  size_t distinct = 0;
  wide before = -1, row[EXACT_TERMS];
  for (unsigned k = 0; k < shape->n; k++)
    if (shape->term[k].logs > highest) highest = shape->term[k].logs;
  for (size_t i = first; i < s->n && shape_row(&lg, s->x[i], row); i++) {
    distinct += row[0] != before;
    before = row[0];
  }
  return highest == 0 || distinct >= (size_t)highest + 2;
}

/* How many points must be held out, with none left out at the beginning. A high power with few terms, or many of them,
 * finds its way through more than the simple shapes do. */
static size_t fewest_held_out(const struct shape *shape)
{
  return shape->term[shape->n - 1].power > PLAIN_DEGREE || (shape->n == 2 && shape->term[1].power > 2) ? 3 : 2;
}

/* With a logarithm: values that rise follow no law that falls in the end. A hump through so few steps proves nothing.
 */
static bool turns_round(const struct search *s, const struct shape *shape, const struct order *order)
{
  bool logs = false;
  for (unsigned k = 0; k < shape->n; k++) logs |= shape->term[k].logs > 0;
  return logs && order->c < 0 && s->value[s->n - 1] >= s->value[0];
}

/* A constant may be a stretch of a staircase: where points are left out, six more must bear it out. */
static bool constant_is_confirmed(const struct shape *shape, size_t held, size_t first)
{
  return shape->n > 1 || first == 0 || held >= 6 + first;
}

/* Keeps the law if none is cheaper, and drops those that are costlier. The same formula is the same law. */
static void keep(struct search *s, const struct law *found)
{
  if (s->n_laws != 0 && s->law[0].cost < found->cost) return;
  if (s->n_laws != 0 && s->law[0].cost > found->cost) s->n_laws = 0;
  for (size_t k = 0; k < s->n_laws; k++)
    if (strcmp(s->law[k].formula, found->formula) == 0) return;
  if (s->n_laws < MOST_LAWS) s->law[s->n_laws++] = *found;
}

/* Whether the logarithm is half of N, rounded up, at all points, as at N = 2..6: nothing there tells them apart. */
static bool is_half_of_n(const struct search *s, const struct shape *shape, size_t first)
{
  bool logs = false, half = true;
  for (unsigned k = 0; k < shape->n; k++) logs |= shape->term[k].logs > 0;
  for (size_t i = first; logs && i < s->n; i++) {
    const struct shape lg = {.n = 1, .log = shape->log, .term = {{.logs = 1, .residue = ANY_RESIDUE}}};
    wide row[EXACT_TERMS];
    half = half && shape_row(&lg, s->x[i], row) && row[0] == (s->x[i] + 1) / 2;
  }
  return logs && half && shape->log == LOG_CEIL;
}

/* The same law with ceil(N/2) for the logarithm. */
static void keep_half_of_n(struct search *s, const struct shape *shape, const struct rational *c,
                           const struct law *logarithmic_law)
{
  static const char lg[] = "ceil(lg N)", half[] = "ceil(N/2)";
  struct law found = *logarithmic_law;
  struct rational halved[EXACT_TERMS];
  struct shape linear = *shape;
  for (unsigned k = 0; k < shape->n; k++) {
    halved[k] = (struct rational){c[k].num, c[k].den << shape->term[k].logs};
    linear.term[k].power = (int8_t)(shape->term[k].power + shape->term[k].logs);
    linear.term[k].logs = 0;
  }
  found.order = shape_order(&linear, halved, &found.least);
  found.formula[0] = '\0';
  const char *rest = logarithmic_law->formula;
  for (const char *at; (at = strstr(rest, lg)) != NULL; rest = at + strlen(lg))
    text_add(found.formula, TERMS_TEXT, "%.*s%s", (int)(at - rest), rest, half);
  text_add(found.formula, TERMS_TEXT, "%s", rest);
  keep(s, &found);
}

static void try_shape(struct search *s, const struct shape *shape)
{
  struct rational c[EXACT_TERMS];
  const struct row_context context = {shape, s->x};
  const struct exact_system system = {
    .n = s->n, .k = shape->n, .value = s->value, .row = row_of_shape, .context = &context};
  const size_t held = exact_solve(&system, c), first = s->n - held;
  if (held < shape->n + fewest_held_out(shape) + first || held < FEWEST_POINTS || 4 * first > s->n ||
      !is_whole(s, shape, c))
    return;
  if (shape->modulus != 0 && !residues_are_confirmed(s, shape, c, first)) return;
  if (!logarithm_is_confirmed(s, shape, first) || !constant_is_confirmed(shape, held, first)) return;

  struct law found = {.first = first,
                      .held_out = held - shape->n,
                      .cost = shape->n + shape->penalty + (unsigned)first,
                      .powers_of_two_only = s->powers_of_two,
                      .shape = *shape};
  memcpy(found.c, c, shape->n * sizeof c[0]);
  found.order = shape_order(shape, c, &found.least);
  if (turns_round(s, shape, &found.order)) return;
  shape_text(shape, c, found.formula);
  keep(s, &found);
  if (is_half_of_n(s, shape, first)) keep_half_of_n(s, shape, c, &found);
}

/* Of every degree; and c N^d + e, which takes fewer points. */
static void try_polynomials(struct search *s)
{
  for (int8_t degree = 0; degree <= LARGEST_DEGREE; degree++) {
    struct shape shape = {.n = (unsigned)degree + 1};
    for (int8_t power = 0; power <= degree; power++)
      shape.term[power] = (struct term){.power = power, .residue = ANY_RESIDUE};
    try_shape(s, &shape);
  }
  for (int8_t degree = 3; degree <= LARGEST_DEGREE; degree++) {
    const struct shape shape = {
      .n = 2, .penalty = 1, .term = {{.residue = ANY_RESIDUE}, {.power = degree, .residue = ANY_RESIDUE}}};
    try_shape(s, &shape);
  }
}

static void try_logarithms(struct search *s, enum log_kind log)
{
  if (s->x[0] < 1) return;
  for (size_t b = 0; b < COUNT(logarithmic); b++) {
    struct shape shape = {.n = logarithmic[b].n, .penalty = 1, .log = log};
    for (unsigned k = 0; k < shape.n; k++) {
      const int8_t *t = logarithmic[b].term[k];
      shape.term[k] = (struct term){.power = t[0], .logs = t[1], .residue = ANY_RESIDUE};
    }
    try_shape(s, &shape);
  }
}

static void try_exponentials(struct search *s, int8_t base)
{
  for (size_t b = 0; b < COUNT(exponential); b++) {
    struct shape shape = {.n = exponential[b].n, .penalty = 1};
    for (unsigned k = 0; k < shape.n; k++) {
      const int8_t *t = exponential[b].term[k];
      shape.term[k] = (struct term){.power = t[0], .base = t[1] != 0 ? base : 0, .residue = ANY_RESIDUE};
    }
    try_shape(s, &shape);
  }
}

/* Degree d, of which the coefficients of N^0 .. N^(own-1) depend on N mod m. */
static void try_quasi_polynomial(struct search *s, int8_t modulus, int8_t degree, int8_t own)
{
  struct shape shape = {.penalty = 1, .modulus = modulus};
  if ((unsigned)(own * modulus + degree + 1 - own) > EXACT_TERMS) return;
  for (int8_t power = 0; power <= degree; power++)
    for (int8_t r = 0; r < (power < own ? modulus : 1); r++)
      shape.term[shape.n++] = (struct term){.power = power, .residue = power < own ? r : ANY_RESIDUE};
  try_shape(s, &shape);
}

static void try_quasi_polynomials(struct search *s)
{
  for (int8_t modulus = 2; modulus <= LARGEST_MODULUS; modulus++)
    for (int8_t degree = 0; degree <= 3; degree++)
      for (int8_t own = 1; own <= degree + 1; own++) try_quasi_polynomial(s, modulus, degree, own);
}

static bool is_power_of_two(int64_t x)
{
  return x > 0 && (x & (x - 1)) == 0;
}

static void look_at_grid(struct search *s)
{
  s->powers_of_two = true;
  for (size_t i = 0; i < s->n; i++) {
    s->powers_of_two &= is_power_of_two(s->x[i]);
    s->step = exact_common_divisor(s->x[i], s->step);
  }
}

size_t recognise(size_t n, const int64_t *x, const int64_t *value, struct law law[MOST_LAWS])
{
  struct search s = {.n = n, .x = x, .value = value, .law = law};
  if (n < FEWEST_POINTS) return 0;
  look_at_grid(&s);
  try_polynomials(&s);
  for (int8_t base = 2; base <= LARGEST_BASE; base++) try_exponentials(&s, base);
  try_quasi_polynomials(&s);
  if (s.powers_of_two) {
    try_logarithms(&s, LOG_WHOLE);
  } else {
    try_logarithms(&s, LOG_FLOOR);
    try_logarithms(&s, LOG_CEIL);
  }
  if (s.n_laws == 0) s.n_laws = recognise_recurrence(n, x, value, &law[0]) || recognise_product(n, x, value, &law[0]);
  if (s.n_laws == 1) law[0].powers_of_two_only = s.powers_of_two;
  return s.n_laws;
}

/* In doubles where 128 bits do not suffice: then no piece goes by residue, and the text is a formula. */
static double sum_of_terms(const struct law *law, double N)
{
  wide row[EXACT_TERMS], num;
  int64_t den;
  struct formula formula;
  struct error ignored = {0};
  if (N == floor(N) && shape_row(&law->shape, (int64_t)N, row) && exact_dot(law->shape.n, law->c, row, &num, &den))
    return (double)num / (double)den;
  return formula_parse(law->formula, &formula, &ignored) ? formula_value(&formula, N, 0) : NAN;
}

double law_value(const struct law *law, double N)
{
  if (!(N >= 0 && N < 0x1p53) || (law->powers_of_two_only && exp2(round(log2(N))) != N)) return NAN;
  switch (law->kind) {
  case LAW_RECURRENCE: return recurrence_value(law, N);
  case LAW_PRODUCT: return product_value(law, N);
  case LAW_OF_TERMS: break;
  }
  return sum_of_terms(law, N);
}
