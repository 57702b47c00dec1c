/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * terms.c: values, orders and spelling of solved shapes. Spelling is the long part: a formula is written over one
 * common denominator with the terms from the fastest to the slowest; a common factor of a fraction's numerator goes in
 * front of it, and so does an N that all its terms share: N(N-1)/2 rather than (N^2-N)/2.
 */
#include "results/analysis/terms.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A text that grows at its end and is cut where it is full. */
struct writer {
  char *text;
  size_t used, size;
};

__attribute__((format(printf, 2, 3))) static void write_text(struct writer *w, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const int length = vsnprintf(w->text + w->used, w->size - w->used, format, args);
  va_end(args);
  w->used += (size_t)length < w->size - w->used ? (size_t)length : w->size - w->used - 1;
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

static void write_power(struct writer *w, const char *what, int exponent)
{
  if (exponent == 1) write_text(w, "%s", what);
  if (exponent > 1) write_text(w, "%s^%d", what, exponent);
}

static void write_log(struct writer *w, enum log_kind kind, int exponent)
{
  static const char *const name[] = {[LOG_FLOOR] = "floor(lg N)", [LOG_CEIL] = "ceil(lg N)", [LOG_WHOLE] = "lg N"};
  if (kind == LOG_WHOLE && exponent > 1)
    write_text(w, "lg^%d N", exponent);
  else
    write_power(w, name[kind], exponent);
}

/* coefficient * term, without its sign; `power` of N instead of the term's own. */
static void write_summand(struct writer *w, const struct shape *s, const struct summand *x, int power)
{
  const struct term *t = &x->term;
  const bool plain = power == 0 && t->logs == 0 && t->base == 0;
  const int64_t size = llabs(x->num);
  if (size != 1 || plain) write_text(w, "%lld%s", (long long)size, !plain && power == 0 && t->base != 0 ? "*" : "");
  write_power(w, "N", power);
  if (t->base != 0) write_text(w, "%s%d^N", power != 0 ? " " : "", t->base);
  if (t->logs == 0) return;
  if (w->used != 0 && strchr("0123456789N", w->text[w->used - 1]) != NULL && (power != 0 || size != 1))
    write_text(w, " ");
  write_log(w, s->log, t->logs);
}

static void write_sum(struct writer *w, const struct shape *s, const struct summand *x, size_t n, int shared_power)
{
  for (size_t k = 0; k < n; k++) {
    if (x[k].num < 0) write_text(w, "-");
    if (x[k].num > 0 && k != 0) write_text(w, "+");
    write_summand(w, s, &x[k], x[k].term.power - shared_power);
  }
}

static int64_t common_factor(const struct summand *x, size_t n)
{
  int64_t a = 0;
  for (size_t k = 0; k < n; k++)
    for (int64_t b = llabs(x[k].num); b != 0;) {
      const int64_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* (sum)/den, with the common factor and the shared power of N in front. */
static void write_fraction(struct writer *w, const struct shape *s, struct summand *x, size_t n, int64_t den)
{
  if (n == 1) {
    write_sum(w, s, x, n, 0);
  } else {
    const int64_t factor = common_factor(x, n);
    const int shared = x[n - 1].term.power;
    int least = shared;
    for (size_t k = 0; k < n; k++) {
      x[k].num /= factor;
      if (x[k].term.power < least) least = x[k].term.power;
    }
    if (factor != 1) write_text(w, "%lld", (long long)factor);
    write_power(w, "N", least);
    write_text(w, "(");
    write_sum(w, s, x, n, least);
    write_text(w, ")");
  }
  write_text(w, "/%lld", (long long)den);
}

/* The terms that count for one residue. */
static void write_piece(struct writer *w, const struct shape *s, const struct rational *c, int residue)
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
    write_text(w, "0");
  else if (den == 1)
    write_sum(w, s, x, n, 0);
  else
    write_fraction(w, s, x, n, den);
}

/* Where only the constants differ from residue to residue, by less than 1, the whole is the floor of its largest piece
 * or the ceiling of its smallest. */
static bool write_rounded(struct writer *w, const struct shape *s, const struct rational *c)
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
  write_text(w, up ? "ceil(" : "floor(");
  write_piece(w, s, c, up ? low : high);
  write_text(w, ")");
  return true;
}

char *shape_text(const struct shape *s, const struct rational *c, char out[TERMS_TEXT])
{
  struct writer w = {out, 0, TERMS_TEXT};
  out[0] = '\0';
  if (s->modulus == 0) {
    write_piece(&w, s, c, 0);
  } else if (!write_rounded(&w, s, c)) {
    for (int r = 0; r < s->modulus; r++) {
      if (r != 0) write_text(&w, "; ");
      write_piece(&w, s, c, r);
      write_text(&w, " if N mod %d = %d", s->modulus, r);
    }
  }
  return out;
}
