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

/* What stands before the f of a spelling, without the space that separates a sign from it: "O(", "<=", "unbounded". */
static size_t head_length(enum expect_kind kind)
{
  const char *f = expect_is_growth(kind) || expect_is_pointwise(kind) ? strrchr(spelling[kind], 'f') : NULL;
  if (f == NULL) return strlen(spelling[kind]);
  return (size_t)(f - spelling[kind]) - (f[-1] == ' ');
}

static bool not_a_clause(const char *text, size_t begin, size_t end, struct error *e)
{
  char all[160] = "", word[32] = "";
  for (size_t k = 0; k < N_KINDS; k++) {
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", k == 0 ? "" : k + 1 == N_KINDS ? " or " : ", ", spelling[k]);
  }
  snprintf(word, sizeof word, "%.*s", (int)(end - begin), text + begin);
  const size_t length = strcspn(word, "( ");
  if (word[length] == '(')
    snprintf(word + length, sizeof word - length, "(f)");
  else
    word[length] = '\0';
  const char *near = suggest(word, spelling, N_KINDS);
  return fail_at(e, EXIT_USAGE, NULL, 0, (int)begin + 1, "column %zu: expected %s%s%s%s", begin + 1, all,
                 near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
}

/* " for 2 passages" after "holds". */
static bool parse_passages(const char *text, size_t begin, size_t end, struct expect *out, struct error *e)
{
  static const char opening[] = " for ";
  char *after = NULL;
  const char *number = text + begin + sizeof opening - 1;
  if (begin == end) return true;
  if (strncmp(text + begin, opening, sizeof opening - 1) == 0 && isdigit((unsigned char)*number)) {
    const unsigned long passages = strtoul(number, &after, 10);
    const char *words = passages == 1 ? " passage" : " passages";
    const size_t left = (size_t)(text + end - after);
    out->passages = passages <= 10000 ? (uint32_t)passages : 0;
    if (out->passages != 0 && left == strlen(words) && strncmp(after, words, left) == 0) return true;
  }
  return fail_at(e, EXIT_USAGE, NULL, 0, (int)begin + 1,
                 "column %zu: expected nothing after 'holds', or 'for K passages', such as 'holds for 2 passages'",
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
  if (out->kind == EXPECT_HOLDS) return parse_passages(text, begin, end, out, e);
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
