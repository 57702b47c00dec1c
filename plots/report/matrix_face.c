/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/matrix_face.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/html.h"
#include "results/analysis/cell_kinds.h"
#include "results/analysis/claim.h"
#include "results/analysis/order.h"
#include "results/load.h"

enum {
  LETTERS = 10, /* of a formula that fits into a cell */
  BEGINNING = 6 /* of one that does not */
};

static bool begins_with(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

/* The higher, the graver. */
static int gravity_of_property(const json_t *cell)
{
  const char *value = text_of(cell, "value");
  return strcmp(value, "fails") == 0 ? 3 : strcmp(value, "holds") == 0 ? 2 : begins_with(value, "holds") ? 1 : 0;
}

/* proved: the cell that is; NULL: there is none. */
struct face matrix_face(const json_t *cell, const json_t *proved)
{
  static const struct face faces[] = {
    {"undecided", "?", "not decided"}, {"undecided", "(✓)", "holds for few passages"}, {"holds", "✓", "holds"}};
  static const struct face fails = {"fails", "✗!", "fails against a claim"}, known = {"known", "✗", "fails"},
                           always = {"holds", "∀ N", "proved for every N"};
  static const struct face unclaimed = {"fails", "∀ N!", "proved for every N, against a claim"};
  const int gravity = gravity_of_property(cell);
  if (gravity < 3 && proved != NULL) return cell_agreement(proved) == AGREEMENT_DISAGREES ? unclaimed : always;
  if (gravity < 3) return faces[gravity];
  return cell_agreement(cell) == AGREEMENT_DISAGREES ? fails : known;
}

/* The order of growth of a formula; one that is none has no order. "4N+4 [N = 2^k]" is one. */
static struct order growth_order(const char *growth)
{
  struct formula formula;
  struct error ignored = {0};
  char *text = mem_text(growth), *where = strstr(text, " [");
  if (where != NULL) *where = '\0';
  const bool ok = formula_parse(text, &formula, &ignored);
  free(text);
  return ok ? order_of(&formula) : (struct order){0};
}

static bool growth_is(const json_t *cell, const char *what)
{
  return strcmp(text_of(cell, "growth_is"), what) == 0;
}

/* The order of what was seen; of single values none is known. */
static struct order order_seen(const json_t *cell)
{
  const bool known = growth_is(cell, growth_is_formula) || growth_is(cell, growth_is_class);
  return known ? growth_order(text_of(cell, "growth")) : (struct order){0};
}

bool matrix_is_unbounded(const json_t *cell)
{
  return strcmp(text_of(cell, "growth"), "unbounded") == 0;
}

bool matrix_is_how(const json_t *cell, enum how how)
{
  return strcmp(text_of(cell, "how"), how_names[how]) == 0;
}

/* The value of a cell at N; 0: it has none. */
static double value_at(const json_t *cell, double n)
{
  const json_t *values = json_object_get(cell, "values");
  for (size_t k = 0; k < json_array_size(values); k++)
    if (json_number_value(json_array_get(json_array_get(values, k), 0)) == n)
      return json_number_value(json_array_get(json_array_get(values, k), 1));
  return 0;
}

/* Of two cells whose growth nothing decides: whether a has the higher value at the largest N where they differ, or,
 * where they agree, more values. */
static bool has_higher_values(const json_t *a, const json_t *b)
{
  const json_t *values = json_object_get(a, "values");
  for (size_t k = json_array_size(values); k-- > 0;) {
    const double n = json_number_value(json_array_get(json_array_get(values, k), 0));
    if (value_at(b, n) != 0 && value_at(a, n) != value_at(b, n)) return value_at(a, n) > value_at(b, n);
  }
  return json_array_size(values) > json_array_size(json_object_get(b, "values"));
}

/* Whether the cost of a is graver than that of b: unbounded, a faster growth, a recognised formula, any growth,
 * higher values. */
static bool is_costlier(const json_t *a, const json_t *b)
{
  const struct order x = order_seen(a), y = order_seen(b);
  if (matrix_is_unbounded(a) || matrix_is_unbounded(b)) return !matrix_is_unbounded(b);
  if (!x.known && !y.known) return has_higher_values(a, b);
  if (!x.known || !y.known) return x.known;
  const int by = order_compare(&x, &y);
  return by != 0 ? by > 0 : matrix_is_how(a, HOW_RECOGNISED) && !matrix_is_how(b, HOW_RECOGNISED);
}

bool matrix_is_graver(const json_t *a, const json_t *b, const struct column *column)
{
  if (column->kind != COLUMN_PROPERTY) return is_costlier(a, b);
  const int x = gravity_of_property(a), y = gravity_of_property(b);
  const size_t more = json_array_size(json_object_get(a, "evidence")),
               less = json_array_size(json_object_get(b, "evidence"));
  return x != y ? x > y : more > less;
}

/* A formula, with its exponents raised. */
static void write_formula(FILE *out, const char *text)
{
  for (const char *at = text; *at != '\0';) {
    const size_t plain = strcspn(at, "^"), power = at[plain] == '^' ? strspn(at + plain + 1, "0123456789") : 0;
    char *words = mem_format("%.*s", (int)(plain + (power == 0 && at[plain] == '^')), at);
    text_markup(out, words);
    free(words);
    if (power > 0) fprintf(out, "<sup>%.*s</sup>", (int)power, at + plain + 1);
    at += plain + (at[plain] == '^') + power;
  }
}

/* The first values of a series that no law tells, as far as there is room: "15, 20, …". */
static void write_values(FILE *out, const char *values)
{
  size_t fits = 0;
  for (size_t k = 0; k <= LETTERS && (k == 0 || values[k - 1] != '\0'); k++)
    if (values[k] == ',' || values[k] == '\0') fits = k;
  char *first = mem_format("%.*s", (int)fits, values);
  html_print(out, fits != 0 ? "%s, …" : "?", first);
  free(first);
}

/* Of exact values the law if it is short, else its order, or how it begins; of lower bounds with a sign that says so;
 * of a fit the class, with a tilde. */
static void write_bounded(FILE *out, const json_t *cell)
{
  const char *growth = text_of(cell, "growth"), *where = strstr(growth, " [");
  const size_t length = where != NULL ? (size_t)(where - growth) : strlen(growth);
  const bool law = growth_is(cell, growth_is_formula), fits = length <= LETTERS;
  const bool bounds =
    json_is_true(json_object_get(cell, "rmr")) && json_is_true(json_object_get(cell, "growth_of_bounds"));
  const struct order order = order_seen(cell);
  char name[ORDER_NAME], *text = mem_format("%.*s%s", (int)(fits ? length : BEGINNING), growth, fits ? "" : "…");
  if (growth_is(cell, growth_is_values)) {
    write_values(out, growth);
  } else if (growth_is(cell, growth_is_undecided) || growth_is(cell, "")) { /* "": of an earlier version */
    fputc('?', out);
  } else {
    fputs(bounds ? (law ? "≥ " : "≳ ") : law ? "" : "~ ", out);
    write_formula(out, order.known && !(law && fits) ? order_name(&order, name) : text);
  }
  free(text);
}

/* Whether what was seen grows more slowly than the bound that is proved, and so tells more. */
static bool is_slower(const json_t *cell, const json_t *proved)
{
  const struct order seen = order_seen(cell), most = growth_order(text_of(proved, "bound"));
  return seen.known && most.known && order_compare(&seen, &most) < 0;
}

/* "13⌈lg N⌉" of "13 ceil(lg N)", which would make the column wide. */
static char *short_bound(const char *bound)
{
  static const char ceiling[] = " ceil(";
  const char *at = strstr(bound, ceiling), *end = at != NULL ? strchr(at, ')') : NULL;
  if (end == NULL) return mem_text(bound);
  const char *inside = at + strlen(ceiling);
  return mem_format("%.*s⌈%.*s⌉%s", (int)(at - bound), bound, (int)(end - inside), inside, end + 1);
}

/* bounded: of the runs in which the cost has a bound; proved: where a bound for every N is. NULL: there are none. */
void matrix_write_growth(FILE *out, const json_t *cell, const json_t *bounded, const json_t *proved)
{
  if (!matrix_is_unbounded(cell) && proved != NULL && !is_slower(cell, proved)) {
    char *bound = short_bound(text_of(proved, "bound"));
    fputs("≤ ", out);
    write_formula(out, bound);
    free(bound);
    return;
  }
  if (!matrix_is_unbounded(cell)) {
    write_bounded(out, cell);
    return;
  }
  fputs("<span aria-label=\"unbounded\">∞</span>", out);
  if (bounded == NULL || matrix_is_how(bounded, HOW_NOT_DECIDED)) return;
  fputc(' ', out);
  write_bounded(out, bounded);
}

const char *matrix_cost_class(const json_t *cell, const json_t *bounded, const json_t *proved)
{
  const enum agreement a = cell_agreement(cell), b = cell_agreement(bounded), c = cell_agreement(proved);
  if (a == AGREEMENT_DISAGREES || b == AGREEMENT_DISAGREES || c == AGREEMENT_DISAGREES) return "fails";
  return matrix_is_unbounded(cell) ? "known" : a == AGREEMENT_AGREES || c == AGREEMENT_PROVED ? "holds" : "";
}
