/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/claims.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/table.h"
#include "results/analysis/claim.h"
#include "results/load.h"

enum { CELL_SIZE = 200, VALUE_MOST = 28 };

static const char *sign_of(const json_t *cell)
{
  const enum agreement agreement = cell_agreement(cell);
  static const char *const signs[N_AGREEMENTS] = {
    [AGREEMENT_AGREES] = "=", [AGREEMENT_PROVED] = "==", [AGREEMENT_DISAGREES] = "!="};
  return signs[agreement] != NULL ? signs[agreement] : "?";
}

/* "fails != yes"; a clause such as "= 3N" without its own sign. */
static void cell_text(const json_t *cell, char out[CELL_SIZE])
{
  const char *value = text_of(cell, "value"), *said = text_of(cell, "said");
  const bool cut = strlen(value) > VALUE_MOST;
  snprintf(out, CELL_SIZE, "%.*s%s", VALUE_MOST, value, cut ? "..." : "");
  said += strspn(said, "= ");
  if (said[0] != '\0') text_add(out, CELL_SIZE, " %s %s", sign_of(cell), said);
}

static void print_table(const json_t *one, FILE *out)
{
  const json_t *columns = json_object_get(one, "columns"), *rows = json_object_get(one, "rows");
  const size_t n = json_array_size(columns);
  const char **words = mem_new(n + 1, sizeof *words);
  char(*cells)[CELL_SIZE] = mem_new(n, sizeof *cells);
  struct table table;
  words[0] = "algorithm";
  for (size_t c = 0; c < n; c++) words[c + 1] = json_string_value(json_array_get(columns, c));
  table_init(&table, words, n + 1);
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r);
    words[0] = text_of(row, "label");
    for (size_t c = 0; c < n; c++) {
      cell_text(json_array_get(json_object_get(row, "cells"), c), cells[c]);
      words[c + 1] = cells[c];
    }
    table_row(&table, words);
  }
  fprintf(out, "\n%s (= agrees with the claim, == is proved for every N, != disagrees, ? not decided)\n",
          text_of(one, "title"));
  table_end(&table, out);
  free(cells);
  free(words);
}

/* "not decided: no doorway declared: joung_standin P5, keane_moir P5", one line for each reason. */
static void print_undecided(const json_t *one, FILE *out)
{
  const json_t *rows = json_object_get(one, "rows");
  json_t *told = json_object(), *list;
  const char *why;
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    if (text_of(row, "algorithm")[0] == '\0') continue; /* not available, as the table says */
    for (size_t c = 0; c < json_array_size(cells); c++) {
      const json_t *cell = json_array_get(cells, c);
      if (cell_agreement(cell) != AGREEMENT_NOT_DECIDED) continue;
      if (json_object_get(told, text_of(cell, "why")) == NULL)
        json_object_set_new(told, text_of(cell, "why"), json_array());
      json_array_append_new(json_object_get(told, text_of(cell, "why")),
                            json_sprintf("%s %s", text_of(row, "label"), text_of(cell, "column")));
    }
  }
  json_object_foreach(told, why, list)
  {
    fprintf(out, "not decided: %s: ", why);
    for (size_t k = 0; k < json_array_size(list); k++)
      fprintf(out, "%s%s", k > 0 ? ", " : "", json_string_value(json_array_get(list, k)));
    fputc('\n', out);
  }
  json_decref(told);
}

static void print_disagreements(const json_t *one, FILE *out)
{
  const json_t *rows = json_object_get(one, "rows");
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    for (size_t c = 0; c < json_array_size(cells); c++) {
      const json_t *cell = json_array_get(cells, c);
      if (cell_agreement(cell) != AGREEMENT_DISAGREES) continue;
      const char *why = text_of(cell, "why");
      const char *cited = text_of(cell, "cited");
      fprintf(out, "disagrees: %s, %s: %s (%s), claimed%s%s: %s; %s%s%s\n", text_of(row, "label"),
              text_of(cell, "column"), text_of(cell, "value"), text_of(cell, "scope"), cited[0] != '\0' ? " in " : "",
              cited, text_of(cell, "said"), why, why[0] != '\0' ? "; " : "", text_of(cell, "reason"));
    }
  }
}

void claims_print(const json_t *tables, FILE *out)
{
  const json_t *list = json_object_get(tables, "tables");
  for (size_t k = 0; k < json_array_size(list); k++) {
    print_table(json_array_get(list, k), out);
    print_disagreements(json_array_get(list, k), out);
    print_undecided(json_array_get(list, k), out);
  }
}
