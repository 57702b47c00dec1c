/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * terms.c: values, orders and spelling of solved shapes. Spelling is the long part: a formula is written over one
 * common denominator with the terms from the fastest to the slowest; a common factor of a fraction's numerator goes in
 * front of it, and so does an N that all its terms share: N(N-1)/2 rather than (N^2-N)/2.
 */
#include "results/analysis/terms.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int64_t log_value(enum log_kind kind, int64_t N)
{
  int64_t lg = 0;
  while (N >> (lg + 1) != 0) lg++;
  return kind == LOG_CEIL && (INT64_C(1) << lg) < N ? lg + 1 : lg;
}

static bool times_power(wide *value, int64_t base, int64_t exponent)
{
  if (base == 0 || base == 1) {
    if (exponent != 0) *value *= base;
    return true;
  }
  for (int64_t k = 0; k < exponent; k++)
    if (__builtin_mul_overflow(*value, (wide)base, value)) return false;
  return true;
}

static bool term_value(const struct shape *s, const struct term *t, int64_t N, wide *out)
{
  *out = 1;
  if (t->residue != ANY_RESIDUE && N % s->modulus != t->residue) {
    *out = 0;
    return true;
  }
  if (!times_power(out, N, t->power)) return false;
  if (t->logs != 0 && (N < 1 || !times_power(out, log_value(s->log, N), t->logs))) return false;
  return t->base == 0 || times_power(out, t->base, N);
}

bool shape_row(const struct shape *s, int64_t N, wide out[EXACT_TERMS])
{
  for (unsigned k = 0; k < s->n; k++)
    if (!term_value(s, &s->term[k], N, &out[k])) return false;
  return true;
}

bool shape_is_whole(const struct shape *s, const struct rational *c, int64_t N)
{
  wide row[EXACT_TERMS], num;
  int64_t den;
  return shape_row(s, N, row) && exact_dot(s->n, c, row, &num, &den) && num % den == 0;
}

static struct order term_order(const struct term *t, const struct rational *c)
{
  struct order o = order_constant((double)c->num / (double)c->den);
  o.base = t->base != 0 ? t->base : 1;
  o.power = t->power;
  o.log = t->logs;
  return o;
}

/* The leading term among those that count for one residue. */
static struct order residue_order(const struct shape *s, const struct rational *c, int residue)
{
  struct order leading = order_constant(0);
  for (unsigned k = 0; k < s->n; k++) {
    const struct order o = term_order(&s->term[k], &c[k]);
    if (s->term[k].residue != ANY_RESIDUE && s->term[k].residue != residue) continue;
    if (order_compare(&o, &leading) > 0) leading = o;
  }
  return leading;
}

struct order shape_order(const struct shape *s, const struct rational *c, struct order *least)
{
  struct order most = *least = residue_order(s, c, 0);
  for (int r = 1; r < s->modulus; r++) {
    const struct order o = residue_order(s, c, r);
    if (order_compare(&o, &most) > 0) most = o;
    if (order_compare(&o, least) < 0) *least = o;
  }
  return most;
}

/* One solved term, over the common denominator. */
struct summand {
  struct term term;
  int64_t num;
};

static int compare_summands(const void *left, const void *right)
{
  const struct summand *a = left, *b = right;
  const struct rational one = {1, 1};
  const struct order x = term_order(&a->term, &one), y = term_order(&b->term, &one);
  return -order_compare(&x, &y);
}

static void write_power(char *out, const char *what, int exponent)
{
  if (exponent == 1) text_add(out, TERMS_TEXT, "%s", what);
  if (exponent > 1) text_add(out, TERMS_TEXT, "%s^%d", what, exponent);
}

static void write_log(char *out, enum log_kind kind, int exponent)
{
  static const char *const name[] = {[LOG_FLOOR] = "floor(lg N)", [LOG_CEIL] = "ceil(lg N)", [LOG_WHOLE] = "lg N"};
  if (kind == LOG_WHOLE && exponent > 1)
    text_add(out, TERMS_TEXT, "lg^%d N", exponent);
  else
    write_power(out, name[kind], exponent);
}

/* coefficient * term, without its sign; `power` of N instead of the term's own. */
static void write_summand(char *out, const struct shape *s, const struct summand *x, int power)
{
  const struct term *t = &x->term;
  const bool plain = power == 0 && t->logs == 0 && t->base == 0;
  const int64_t size = llabs(x->num);
  if (size != 1 || plain)
    text_add(out, TERMS_TEXT, "%lld%s", (long long)size, !plain && power == 0 && t->base != 0 ? "*" : "");
  write_power(out, "N", power);
  if (t->base != 0) text_add(out, TERMS_TEXT, "%s%d^N", power != 0 ? " " : "", t->base);
  if (t->logs == 0) return;
  const size_t used = strlen(out);
  if (used != 0 && strchr("0123456789N", out[used - 1]) != NULL && (power != 0 || size != 1))
    text_add(out, TERMS_TEXT, " ");
  write_log(out, s->log, t->logs);
}

static void write_sum(char *out, const struct shape *s, const struct summand *x, size_t n, int shared_power)
{
  for (size_t k = 0; k < n; k++) {
    if (x[k].num < 0) text_add(out, TERMS_TEXT, "-");
    if (x[k].num > 0 && k != 0) text_add(out, TERMS_TEXT, "+");
    write_summand(out, s, &x[k], x[k].term.power - shared_power);
  }
}

static int64_t common_factor(const struct summand *x, size_t n)
{
  int64_t a = 0;
  for (size_t k = 0; k < n; k++) a = exact_common_divisor(a, llabs(x[k].num));
  return a;
}

/* (sum)/den, with the common factor and the shared power of N in front. */
static void write_fraction(char *out, const struct shape *s, struct summand *x, size_t n, int64_t den)
{
  if (n == 1) {
    write_sum(out, s, x, n, 0);
  } else {
    const int64_t factor = common_factor(x, n);
    const int shared = x[n - 1].term.power;
    int least = shared;
    for (size_t k = 0; k < n; k++) {
      x[k].num /= factor;
      if (x[k].term.power < least) least = x[k].term.power;
    }
    if (factor != 1) text_add(out, TERMS_TEXT, "%lld", (long long)factor);
    write_power(out, "N", least);
    text_add(out, TERMS_TEXT, "(");
    write_sum(out, s, x, n, least);
    text_add(out, TERMS_TEXT, ")");
  }
  text_add(out, TERMS_TEXT, "/%lld", (long long)den);
}

/* The terms that count for one residue. */
static void write_piece(char *out, const struct shape *s, const struct rational *c, int residue)
{
  struct summand x[EXACT_TERMS];
  struct rational used[EXACT_TERMS] = {{0}};
  size_t n = 0;
  for (unsigned k = 0; k < s->n; k++)
    if (c[k].num != 0 && (s->term[k].residue == ANY_RESIDUE || s->term[k].residue == residue)) {
      x[n] = (struct summand){s->term[k], 0};
      used[n++] = c[k];
    }
  const int64_t den = exact_denominator(n, used);
  assert(den != 0);
  for (size_t k = 0; k < n; k++) x[k].num = used[k].num * (den / used[k].den);
  qsort(x, n, sizeof x[0], compare_summands);
  if (n == 0)
    text_add(out, TERMS_TEXT, "0");
  else if (den == 1)
    write_sum(out, s, x, n, 0);
  else
    write_fraction(out, s, x, n, den);
}

/* Where only the constants differ from residue to residue, by less than 1, the whole is the floor of its largest piece
 * or the ceiling of its smallest. */
static bool write_rounded(char *out, const struct shape *s, const struct rational *c)
{
  const struct rational *constant[EXACT_TERMS] = {NULL};
  int low = 0, high = 0;
  for (unsigned k = 0; k < s->n; k++) {
    if (s->term[k].residue == ANY_RESIDUE) continue;
    if (s->term[k].power != 0) return false;
    constant[s->term[k].residue] = &c[k];
  }
  for (int r = 0; r < s->modulus; r++) {
    const wide num = constant[r]->num, den = constant[r]->den;
    if (num * constant[high]->den > constant[high]->num * den) high = r;
    if (num * constant[low]->den < constant[low]->num * den) low = r;
  }
  const wide difference =
    (wide)constant[high]->num * constant[low]->den - (wide)constant[low]->num * constant[high]->den;
  if (difference >= (wide)constant[high]->den * constant[low]->den) return false;
  const bool up = llabs(constant[low]->num) < llabs(constant[high]->num);
  text_add(out, TERMS_TEXT, up ? "ceil(" : "floor(");
  write_piece(out, s, c, up ? low : high);
  text_add(out, TERMS_TEXT, ")");
  return true;
}

char *shape_text(const struct shape *s, const struct rational *c, char out[TERMS_TEXT])
{
  out[0] = '\0';
  if (s->modulus == 0) {
    write_piece(out, s, c, 0);
  } else if (!write_rounded(out, s, c)) {
    for (int r = 0; r < s->modulus; r++) {
      if (r != 0) text_add(out, TERMS_TEXT, "; ");
      write_piece(out, s, c, r);
      text_add(out, TERMS_TEXT, " if N mod %d = %d", s->modulus, r);
    }
  }
  return out;
}
