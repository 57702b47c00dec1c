/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * asymptotic_order.c: runs a formula's postfix program on leading terms instead of numbers. Where the lower terms could
 * decide (sums whose leading terms cancel, exponentials of sums, floors of what vanishes) the answer is "not known",
 * never a guess.
 */
#include "results/analysis/order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct order unknown = {.known = false};

struct order order_constant(double c)
{
  return (struct order){.known = isfinite(c), .pure = true, .c = c, .base = 1};
}

/* A value that a double cannot hold is not known; in particular no factor that vanished makes a function 0. */
static struct order checked(struct order o)
{
  const bool held = isfinite(o.c) && isfinite(o.base) && isfinite(o.power) && isfinite(o.log) && isfinite(o.loglog) &&
                    isfinite(o.steepness);
  return held && o.c != 0 && o.base > 0 ? o : unknown;
}

static int sign_of(double difference)
{
  return difference > 1e-9 ? 1 : difference < -1e-9 ? -1 : 0;
}

int order_compare(const struct order *a, const struct order *b)
{
  if (a->c == 0 || b->c == 0) return (a->c != 0) - (b->c != 0);
  if (sign_of(a->base - b->base) != 0) return sign_of(a->base - b->base);
  if (sign_of(a->steepness - b->steepness) != 0) return sign_of(a->steepness - b->steepness);
  if (sign_of(a->power - b->power) != 0) return sign_of(a->power - b->power);
  if (sign_of(a->log - b->log) != 0) return sign_of(a->log - b->log);
  return sign_of(a->loglog - b->loglog);
}

int order_beside_one(const struct order *o)
{
  const struct order one = order_constant(1);
  return order_compare(o, &one);
}

static bool is_constant(const struct order *o)
{
  return o->c == 0 || order_beside_one(o) == 0;
}

static bool is_growing(const struct order *o)
{
  return order_beside_one(o) > 0;
}

static struct order sum_of(struct order a, struct order b, double sign)
{
  b.c *= sign;
  const int larger = order_compare(&a, &b);
  struct order sum = larger >= 0 ? a : b;
  if (larger == 0) sum.c = a.c + b.c;
  if (a.c == 0 && b.c == 0) return order_constant(0);
  const bool cancels = larger == 0 && fabs(sum.c) <= 1e-12 * fabs(a.c);
  if (cancels) return a.pure && b.pure ? order_constant(0) : unknown;
  sum.pure = larger == 0 || a.c == 0 || b.c == 0 ? a.pure && b.pure : false;
  return checked(sum);
}

static struct order product_of(struct order a, struct order b)
{
  if (a.c == 0 || b.c == 0) return order_constant(0);
  return checked((struct order){.known = true,
                                .pure = a.pure && b.pure,
                                .c = a.c * b.c,
                                .base = a.base * b.base,
                                .power = a.power + b.power,
                                .log = a.log + b.log,
                                .loglog = a.loglog + b.loglog,
                                .steepness = a.steepness + b.steepness});
}

static struct order raised(struct order a, double exponent)
{
  if (a.c == 0) return exponent > 0 ? a : exponent == 0 ? order_constant(1) : unknown;
  const bool whole = exponent == floor(exponent);
  if (a.c < 0 && !whole) return unknown;
  return checked((struct order){.known = true,
                                .pure = a.pure,
                                .c = pow(a.c, exponent),
                                .base = pow(a.base, exponent),
                                .power = a.power * exponent,
                                .log = a.log * exponent,
                                .loglog = a.loglog * exponent,
                                .steepness = a.steepness * exponent});
}

static struct order logarithm(struct order a)
{
  if (a.c <= 0) return unknown;
  if (is_constant(&a)) return a.pure ? order_constant(log2(a.c)) : unknown;
  struct order lg = order_constant(1);
  lg.pure = a.pure && a.c == 1;
  if (a.base != 1) {
    lg.c = log2(a.base);
    lg.power = 1;
    lg.pure = lg.pure && a.steepness == 0 && a.power == 0 && a.log == 0 && a.loglog == 0;
  } else if (a.steepness != 0) {
    lg.c = a.steepness;
    lg.log = 2;
    lg.pure = lg.pure && a.power == 0 && a.log == 0 && a.loglog == 0;
  } else if (a.power != 0) {
    lg.c = a.power;
    lg.log = 1;
    lg.pure = lg.pure && a.log == 0 && a.loglog == 0;
  } else if (a.log != 0) {
    lg.c = a.log;
    lg.loglog = 1;
    lg.pure = lg.pure && a.loglog == 0;
  } else {
    return unknown;
  }
  return lg;
}

/* base^e for a constant base > 0: exact for e = cN, e = c lg N and e = c lg^2 N, where a lower term would be a factor.
 */
static struct order exponential(double base, struct order e)
{
  if (base <= 0 || !e.pure || e.base != 1 || e.steepness != 0 || e.loglog != 0) return unknown;
  struct order power = order_constant(1);
  if (e.power == 1 && e.log == 0)
    power.base = pow(base, e.c);
  else if (e.power == 0 && e.log == 1)
    power.power = e.c * log2(base);
  else if (e.power == 0 && e.log == 2)
    power.steepness = e.c * log2(base);
  else
    return unknown;
  return checked(power);
}

static struct order power_of(struct order a, struct order e)
{
  if (is_constant(&e) && e.pure) return raised(a, e.c);
  if (is_constant(&a) && a.pure) return exponential(a.c, e);
  const struct order lg = logarithm(a);
  return lg.known && e.pure ? exponential(2, product_of(lg, e)) : unknown;
}

static struct order rounded(struct order a, double (*round_)(double))
{
  if (is_constant(&a)) return a.pure ? order_constant(round_(a.c)) : unknown;
  if (!is_growing(&a)) return unknown;
  a.pure = false;
  return a;
}

static struct order unary(enum formula_code code, struct order a)
{
  if (!a.known) return unknown;
  if (code == FORMULA_NEGATE) return product_of(order_constant(-1), a);
  if (code == FORMULA_LG) return logarithm(a);
  if (code == FORMULA_SQRT) return raised(a, 0.5);
  return rounded(a, code == FORMULA_FLOOR ? floor : ceil);
}

static struct order binary(enum formula_code code, struct order a, struct order b)
{
  if (!a.known || !b.known) return unknown;
  if (code == FORMULA_ADD) return sum_of(a, b, 1);
  if (code == FORMULA_SUBTRACT) return sum_of(a, b, -1);
  if (code == FORMULA_MULTIPLY) return product_of(a, b);
  if (code == FORMULA_POWER) return power_of(a, b);
  const struct order inverse = b.c == 0 ? unknown : raised(b, -1);
  return inverse.known ? product_of(a, inverse) : unknown;
}

struct order order_of(const struct formula *f)
{
  struct order stack[FORMULA_OPS], N = order_constant(1);
  size_t top = 0;
  N.power = 1;
  for (unsigned k = 0; k < f->n; k++) {
    const struct formula_op *op = &f->op[k];
    switch (op->code) {
    case FORMULA_NUMBER: stack[top++] = order_constant(op->number); break;
    case FORMULA_N: stack[top++] = N; break;
    case FORMULA_J: stack[top++] = unknown; break;
    case FORMULA_ADD:
    case FORMULA_SUBTRACT:
    case FORMULA_MULTIPLY:
    case FORMULA_DIVIDE:
    case FORMULA_POWER:
      top--;
      stack[top - 1] = binary(op->code, stack[top - 1], stack[top]);
      break;
    case FORMULA_NEGATE:
    case FORMULA_LG:
    case FORMULA_SQRT:
    case FORMULA_FLOOR:
    case FORMULA_CEIL: stack[top - 1] = unary(op->code, stack[top - 1]); break;
    case FORMULA_PRODUCT:
      stack[top - 1] = unknown;
      k += op->body;
      break;
    }
  }
  return stack[0];
}

double order_value(const struct order *o, double N)
{
  double value = 1;
  if (o->base != 1) value *= pow(o->base, N);
  if (o->steepness != 0) value *= pow(N, o->steepness * formula_lg(N));
  if (o->power != 0) value *= o->power == 0.5 ? sqrt(N) : pow(N, o->power);
  if (o->log != 0) value *= pow(formula_lg(N), o->log);
  if (o->loglog != 0) value *= pow(formula_lg(formula_lg(N)), o->loglog);
  return value;
}

/* " what^exponent" appended to out; the first power has no exponent, a whole root is spelled sqrt. */
static void append_factor(char out[ORDER_NAME], const char *what, double exponent)
{
  const size_t used = strlen(out);
  const char *space = used != 0 && out[used - 1] != '/' ? " " : "";
  char *end = out + used;
  const size_t left = ORDER_NAME - used;
  if (exponent == 1)
    snprintf(end, left, "%s%s", space, what);
  else if (exponent == 0.5)
    snprintf(end, left, "%ssqrt %s", space, what);
  else if (strncmp(what, "lg", 2) == 0)
    snprintf(end, left, "%slg^%.4g %s", space, exponent, what + 3);
  else
    snprintf(end, left, "%s%s^%.4g", space, what, exponent);
}

char *order_name(const struct order *o, char out[ORDER_NAME])
{
  out[0] = '\0';
  if (o->c == 0) return strcpy(out, "1");
  if (o->steepness == 1) strcpy(out, "N^lg N");
  if (o->steepness != 0 && o->steepness != 1) snprintf(out, ORDER_NAME, "N^(%.4g lg N)", o->steepness);
  const bool divides = o->steepness != 0 && o->power < 0;
  if (divides) strcat(out, "/");
  if (o->power != 0) append_factor(out, "N", divides ? -o->power : o->power);
  if (o->base != 1) {
    char power[24];
    snprintf(power, sizeof power, "%s%.4g^N", out[0] != '\0' ? " " : "", o->base);
    strcat(out, power);
  }
  if (o->log != 0) append_factor(out, "lg N", o->log);
  if (o->loglog != 0 && out[0] == '\0')
    append_factor(out, "lg lg N", o->loglog);
  else if (o->loglog != 0) {
    strcat(out, o->loglog < 0 ? "/" : "");
    append_factor(out, "lg lg N", fabs(o->loglog));
  }
  return out[0] != '\0' ? out : strcpy(out, "1");
}
