/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_formula.c: any text as a formula, as a clause of `expect`, and as the name of a metric. Either it is refused
 * with a reason, a formula with a column inside the text; or the value is within its bounds, says the same each
 * time it is asked, and does not depend on variables that it does not name.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/expect.h"
#include "results/formula.h"
#include "results/metric_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Equal, or both no number. */
static bool same(double a, double b)
{
  return a == b || (a != a && b != b);
}

static void check_formula(const struct formula *f)
{
  static const double values[] = {1, 2, 3, 7, 64, 4096, 1e9};
  enum { N_VALUES = sizeof values / sizeof *values };
  if (f->n == 0 || f->n > FORMULA_OPS) abort();
  for (size_t k = 0; k < N_VALUES; k++) {
    const double N = values[k], value = formula_value(f, N, 1);
    if (!same(value, formula_value(f, N, 1))) abort();
    if (!f->uses_j && !same(value, formula_value(f, N, 5))) abort();
    if (!f->uses_n && !same(value, formula_value(f, 11, 1))) abort();
  }
}

/* A comparison is with a metric or with a formula, never with both. */
static void check_clause(const struct expect *expect)
{
  struct metric_name compared;
  struct error e = {0};
  if (expect->metric[0] == '\0') {
    if (expect_is_growth(expect->kind) || expect_is_pointwise(expect->kind)) check_formula(&expect->formula);
    return;
  }
  if (!expect_is_pointwise(expect->kind) || expect->formula.n != 0) abort();
  if (!metric_name_parse(expect->metric, &compared, &e)) abort();
}

static void check_refusal(const struct error *e, size_t length)
{
  if (e->code != EXIT_USAGE || e->text[0] == '\0') abort();
  if (e->column < 0 || (size_t)e->column > length + 1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = mem_format("%.*s", (int)size, (const char *)data);
  const size_t length = strlen(text);
  struct formula formula;
  struct error e = {0};
  if (formula_parse(text, &formula, &e))
    check_formula(&formula);
  else
    check_refusal(&e, length);

  struct expect expect;
  e = (struct error){0};
  if (!expect_parse(text, &expect, &e))
    check_refusal(&e, length);
  else
    check_clause(&expect);

  struct metric_name name;
  e = (struct error){0};
  if (!metric_name_parse(text, &name, &e)) {
    check_refusal(&e, length);
  } else {
    char words[METRIC_WORDS];
    if (name.id >= N_METRICS || name.share < 0 || name.share > 1 || metric_name_words(&name, words)[0] == '\0') abort();
  }
  free(text);
  return 0;
}
