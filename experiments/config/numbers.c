/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void numbers_free(struct numbers *numbers)
{
  free(numbers->value);
  *numbers = (struct numbers){0};
}

bool numbers_add(struct numbers *out, int64_t value, const struct number_rule *rule, struct error *e)
{
  const bool zero = rule->zero != NULL && value == 0;
  if (!zero && (value < rule->low || value > rule->high))
    return fail(e, EXIT_USAGE, "%" PRId64 " is out of range; expected %" PRId64 " to %" PRId64 "%s%s%s", value,
                rule->low, rule->high, rule->zero != NULL ? ", or \"" : "", rule->zero != NULL ? rule->zero : "",
                rule->zero != NULL ? "\"" : "");
  for (size_t k = 0; k < out->n; k++)
    if (out->value[k] == value) return true;
  if (out->n == NUMBERS_MOST)
    return fail(e, EXIT_USAGE, "more than %d numbers; expected fewer, say by a larger step", NUMBERS_MOST);
  out->value = mem_another(out->value, out->n, sizeof *out->value);
  out->value[out->n++] = value;
  return true;
}

bool numbers_add_range(struct numbers *out, const struct number_range *range, const struct number_rule *rule,
                       struct error *e)
{
  if (range->from > range->to)
    return fail(e, EXIT_USAGE, "the range from %" PRId64 " to %" PRId64 " is empty; expected \"from\" <= \"to\"",
                range->from, range->to);
  if (range->step == 0 && range->from < 1)
    return fail(e, EXIT_USAGE, "a range with a factor grows from 1 or more, not from %" PRId64, range->from);
  int64_t value = range->from;
  for (bool more = true; more;) {
    if (!numbers_add(out, value, rule, e)) return false;
    /* The ends are within the rule once both are checked, so nothing here overflows but the last step. */
    if (range->step != 0)
      more = range->step <= range->to - value;
    else
      more = value <= range->to / range->factor;
    if (more) value = range->step != 0 ? value + range->step : value * range->factor;
  }
  struct numbers last = {0};
  const bool ok = numbers_add(&last, range->to, rule, e);
  numbers_free(&last);
  return ok;
}

/* A whole number at *p, which moves behind it. */
static bool take_number(const char **p, int64_t *out)
{
  if (!isdigit((unsigned char)**p)) return false;
  char *end;
  errno = 0;
  *out = strtoll(*p, &end, 10);
  *p = end;
  return errno == 0;
}

static bool bad_text(const char *text, const struct number_rule *rule, struct error *e)
{
  return fail(e, EXIT_USAGE, "\"%s\" is not a number or a range; expected one such as 8, 2..10, 2..10+4 or 2..64*2%s%s",
              text, rule->zero != NULL ? ", or " : "", rule->zero != NULL ? rule->zero : "");
}

/* One part between commas, as a copy of its own. */
static bool add_part(struct numbers *out, const char *part, const struct number_rule *rule, struct error *e)
{
  if (rule->zero != NULL && strcmp(part, rule->zero) == 0) return numbers_add(out, 0, rule, e);
  struct number_range range = {.step = 1};
  const char *p = part;
  if (!take_number(&p, &range.from)) return bad_text(part, rule, e);
  if (*p == '\0') return numbers_add(out, range.from, rule, e);
  if (strncmp(p, "..", 2) != 0) return bad_text(part, rule, e);
  p += 2;
  if (!take_number(&p, &range.to)) return bad_text(part, rule, e);
  if (*p == '+') {
    p++;
    if (!take_number(&p, &range.step) || range.step < 1) return bad_text(part, rule, e);
  } else if (*p == '*') {
    p++;
    range.step = 0;
    if (!take_number(&p, &range.factor) || range.factor < 2) return bad_text(part, rule, e);
  }
  if (*p != '\0') return bad_text(part, rule, e);
  return numbers_add_range(out, &range, rule, e);
}

bool numbers_add_text(struct numbers *out, const char *text, const struct number_rule *rule, struct error *e)
{
  char *copy = mem_text(text), *rest = copy, *part;
  bool ok = true;
  while (ok && (part = strsep(&rest, ",")) != NULL) ok = add_part(out, part, rule, e);
  free(copy);
  return ok;
}

/* --- ranges in specifications ------------------------------------------------------------------------------------- */

/* A number with a point: 0.25 is 25 with 2 places. So steps are exact, and 0..1+0.1 meets 0.3 and 1. */
struct decimal {
  int64_t digits;
  unsigned places;
};

enum { PLACES_MOST = 9 };

static bool take_decimal(const char **p, struct decimal *out)
{
  out->places = 0;
  if (!take_number(p, &out->digits)) return false;
  if (**p != '.' || !isdigit((unsigned char)(*p)[1])) return true;
  for (++*p; isdigit((unsigned char)**p); ++*p) {
    if (++out->places > PLACES_MOST || out->digits > (INT64_MAX - 9) / 10) return false;
    out->digits = 10 * out->digits + (**p - '0');
  }
  return true;
}

/* With so many places, at least as many as it has. */
static bool widen(struct decimal *number, unsigned places)
{
  for (; number->places < places; number->places++) {
    if (number->digits > INT64_MAX / 10) return false;
    number->digits *= 10;
  }
  return true;
}

static unsigned larger(unsigned a, unsigned b)
{
  return a > b ? a : b;
}

/* The range, its numbers with so many places behind a point that is left out. */
static bool read_range(const char *part, struct number_range *range, unsigned *places, struct error *e)
{
  struct decimal from, to, by = {.digits = 1};
  const char *p = part;
  char how = '+';
  bool ok = take_decimal(&p, &from) && strncmp(p, "..", 2) == 0;
  p += 2;
  ok = ok && take_decimal(&p, &to);
  if (ok && (*p == '+' || *p == '*')) {
    how = *p++;
    ok = take_decimal(&p, &by);
  }
  ok = ok && *p == '\0' && (how == '+' ? by.digits >= 1 : by.digits >= 2 && by.places == 0);
  if (ok) {
    *places = larger(larger(from.places, to.places), by.places);
    ok = widen(&from, *places) && widen(&to, *places) && (how == '*' || widen(&by, *places));
  }
  if (!ok)
    return fail(e, EXIT_USAGE, "\"%s\" is not a range; expected one such as 2..10, 2..10+4, 2..64*2 or 0..1+0.25",
                part);
  *range = (struct number_range){
    .from = from.digits, .to = to.digits, .step = how == '+' ? by.digits : 0, .factor = how == '*' ? by.digits : 0};
  return true;
}

/* 25 with 2 places is "0.25", 50 is "0.5". The caller frees it. */
static char *decimal_text(int64_t digits, unsigned places)
{
  while (places > 0 && digits % 10 == 0) {
    digits /= 10;
    places--;
  }
  int64_t one = 1;
  for (unsigned k = 0; k < places; k++) one *= 10;
  if (places == 0) return mem_format("%" PRId64, digits);
  return mem_format("%" PRId64 ".%0*" PRId64, digits / one, (int)places, digits % one);
}

/* The first value, or part of a value between colons and commas, of the form A..B, with its step or factor: where it
 * begins, and its length. NULL: there is none. */
static const char *find_range(const char *text, size_t *length)
{
  for (const char *at = strchr(text, '='); at != NULL; at = strpbrk(at + 1, "=:,")) {
    const char *value = at + 1, *dots = strstr(value, "..");
    *length = strcspn(value, ",:");
    if (isdigit((unsigned char)*value) && dots != NULL && dots < value + *length && isdigit((unsigned char)dots[2]) &&
        strspn(value, "0123456789.+*") >= *length)
      return value;
  }
  return NULL;
}

static void add_text(char ***texts, size_t *n, char *text)
{
  *texts = mem_another(*texts, *n, sizeof **texts);
  (*texts)[(*n)++] = text;
}

/* Puts one text for each value of the range in place of it, the first on top. */
static bool spread_one(const char *text, const char *range, size_t length, char ***open, size_t *n_open,
                       struct error *e)
{
  static const struct number_rule any = {.low = 0, .high = INT64_MAX};
  char *part = mem_format("%.*s", (int)length, range);
  struct numbers values = {0};
  struct number_range parsed;
  unsigned places = 0;
  const bool ok = read_range(part, &parsed, &places, e) && numbers_add_range(&values, &parsed, &any, e);
  for (size_t k = values.n; ok && k-- > 0;) {
    char *value = decimal_text(values.value[k], places);
    add_text(open, n_open, mem_format("%.*s%s%s", (int)(range - text), text, value, range + length));
    free(value);
  }
  numbers_free(&values);
  free(part);
  return ok;
}

/* A text has as many ranges as somebody likes, so ranges that are still to be spread lie on the heap. */
bool numbers_spread(const char *text, char ***texts, size_t *n, struct error *e)
{
  char **open = NULL;
  size_t n_open = 0, length;
  bool ok = true;
  add_text(&open, &n_open, mem_text(text));
  while (ok && n_open > 0) {
    char *one = open[--n_open];
    const char *range = find_range(one, &length);
    if (range == NULL) {
      add_text(texts, n, one);
      continue;
    }
    ok = spread_one(one, range, length, &open, &n_open, e);
    if (ok && *n + n_open > NUMBERS_MOST)
      ok = fail(e, EXIT_USAGE, "\"%.80s\" stands for more than %d texts; expected fewer", text, NUMBERS_MOST);
    free(one);
  }
  while (n_open > 0) free(open[--n_open]);
  free(open);
  return ok;
}
