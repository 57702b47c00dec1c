/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * expect.c: one table of spellings, read three ways: `Name(` and a closing parenthesis at the very end, a sign and the
 * rest, or a word and nothing else.
 */
#include "results/expect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "results/metric_name.h"

#define X(kind, text) text,
static const char *const spelling[] = {EXPECT_KINDS(X)};
#undef X
enum { N_KINDS = sizeof spelling / sizeof spelling[0] };

bool expect_is_growth(enum expect_kind kind)
{
  return kind == EXPECT_O || kind == EXPECT_OMEGA || kind == EXPECT_THETA;
}

bool expect_is_pointwise(enum expect_kind kind)
{
  return kind == EXPECT_EQUAL || kind == EXPECT_AT_MOST || kind == EXPECT_AT_LEAST || kind == EXPECT_LESS ||
         kind == EXPECT_MORE;
}

bool expect_is_property(enum expect_kind kind)
{
  return kind == EXPECT_HOLDS || kind == EXPECT_FAILS;
}

/* The length of a spelling before its f, without the space that separates a sign from it: "O(", "<=", "unbounded". */
static size_t head_length(enum expect_kind kind)
{
  const char *f = expect_is_growth(kind) || expect_is_pointwise(kind) ? strrchr(spelling[kind], 'f') : NULL;
  if (f == NULL) return strlen(spelling[kind]);
  return (size_t)(f - spelling[kind]) - (f[-1] == ' ');
}

static bool not_a_clause(const char *text, size_t begin, size_t end, struct error *e)
{
  char all[160] = "", word[32] = "";
  text_add_list(all, sizeof all, spelling, N_KINDS, " or ");
  snprintf(word, sizeof word, "%.*s", (int)(end - begin), text + begin);
  const size_t length = strcspn(word, "( ");
  if (word[length] == '(')
    snprintf(word + length, sizeof word - length, "(f)");
  else
    word[length] = '\0';
  char near[SUGGESTION];
  return fail_at(e, EXIT_USAGE, NULL, 0, (int)begin + 1, "column %zu: expected %s%s", begin + 1, all,
                 suggestion(word, spelling, N_KINDS, near));
}

/* The word at *at, which is stepped over. */
static bool take(const char **at, const char *end, const char *word)
{
  const size_t length = strlen(word);
  if ((size_t)(end - *at) < length || strncmp(*at, word, length) != 0) return false;
  *at += length;
  return true;
}

/* A number from 1 to 10000 in the same way. */
static bool take_number(const char **at, const char *end, uint32_t *out)
{
  unsigned long number = 0;
  const char *digit = *at;
  for (; digit < end && isdigit((unsigned char)*digit) && number <= 10000; digit++)
    number = 10 * number + (unsigned long)(*digit - '0');
  *at = digit;
  *out = (uint32_t)number;
  return number >= 1 && number <= 10000;
}

/* "for 2 passages" behind "holds ". */
static bool take_passages(const char **at, const char *end, struct expect *out)
{
  return take_number(at, end, &out->passages) && take(at, end, out->passages == 1 ? " passage" : " passages");
}

/* "complete, N <= 3)" behind the parenthesis; each of the two at most once. */
static bool take_bounds(const char **at, const char *end, struct expect *out)
{
  do {
    if (!out->complete && take(at, end, "complete"))
      out->complete = true;
    else if (out->up_to != 0 || !take(at, end, "N <= ") || !take_number(at, end, &out->up_to))
      return false;
  } while (take(at, end, ", "));
  return take(at, end, ")") && !(out->complete && out->passages != 0);
}

/* The bound of "holds", and how far it must have been looked. */
static bool parse_holds(const char *text, size_t begin, size_t end, struct expect *out, struct error *e)
{
  const char *at = text + begin, *last = text + end;
  bool ok = !take(&at, last, " for ") || take_passages(&at, last, out);
  ok = ok && (!take(&at, last, " (") || take_bounds(&at, last, out));
  if (ok && at == last) return true;
  return fail_at(e, EXIT_USAGE, NULL, 0, (int)begin + 1,
                 "column %zu: expected nothing after 'holds', or a bound, as in 'holds for 2 passages', 'holds "
                 "(complete)', 'holds (N <= 3)' or 'holds (complete, N <= 3)'",
                 begin + 1);
}

/* The name of a metric, or else a formula. */
static bool parse_compared(const char *text, size_t begin, size_t end, struct expect *out, struct error *e)
{
  struct metric_name name;
  struct error ignored = {0};
  while (begin < end && isspace((unsigned char)text[begin])) begin++;
  snprintf(out->metric, sizeof out->metric, "%.*s", (int)(end - begin), text + begin);
  if (end - begin < sizeof out->metric && metric_name_parse(out->metric, &name, &ignored)) return true;
  out->metric[0] = '\0';
  return formula_parse_part(text, begin, end, &out->formula, e);
}

static bool parse_rest(const char *text, size_t begin, size_t end, struct expect *out, struct error *e)
{
  if (expect_is_pointwise(out->kind)) return parse_compared(text, begin, end, out, e);
  if (out->kind == EXPECT_HOLDS) return parse_holds(text, begin, end, out, e);
  if (!expect_is_growth(out->kind))
    return begin == end || fail_at(e, EXIT_USAGE, NULL, 0, (int)begin + 1, "column %zu: expected nothing after '%s'",
                                   begin + 1, spelling[out->kind]);
  if (begin == end || text[end - 1] != ')')
    return fail_at(e, EXIT_USAGE, NULL, 0, (int)end + 1, "column %zu: expected ')' at the end of %s", end + 1,
                   spelling[out->kind]);
  return formula_parse_part(text, begin, end - 1, &out->formula, e);
}

bool expect_parse(const char *text, struct expect *out, struct error *e)
{
  size_t begin = 0, end = strlen(text);
  while (begin < end && isspace((unsigned char)text[begin])) begin++;
  while (end > begin && isspace((unsigned char)text[end - 1])) end--;
  *out = (struct expect){0};
  if (end - begin >= sizeof out->text)
    return fail(e, EXIT_USAGE, "an expect clause has at most %zu characters", sizeof out->text - 1);
  memcpy(out->text, text + begin, end - begin);

  for (size_t k = 0; k < N_KINDS; k++) {
    const size_t length = head_length((enum expect_kind)k);
    if (length > end - begin || memcmp(text + begin, spelling[k], length) != 0) continue;
    out->kind = (enum expect_kind)k;
    return parse_rest(text, begin + length, end, out, e);
  }
  return not_a_clause(text, begin, end, e);
}
