/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/cell_kinds.h"
#include "results/analysis/said.h"

/* Whether the algorithm's figure has a doorway. */
static bool has_doorway(const struct results *r, const char *algorithm)
{
  const json_t *rows = json_object_get(json_object_get(r->algorithms, algorithm), "rows");
  for (size_t k = 0; k < json_array_size(rows); k++)
    if (strcmp(text_of(json_array_get(rows, k), "section"), "doorway") == 0) return true;
  return false;
}

/* The words for a value that a stand-in has of its own. */
static const char *own_way(const struct column *column, const char *value)
{
  switch (column->kind) {
  case COLUMN_RMR:
    return strcmp(value, "unbounded") == 0 ? "stand-in: ours is unbounded" : "stand-in: ours grows otherwise";
  case COLUMN_SPACE: return "stand-in: ours has more registers";
  case COLUMN_PROPERTY: return "stand-in: ours does not satisfy it";
  case COLUMN_METRIC: return "stand-in: ours differs";
  case COLUMN_PROVED: /* nothing is said of it */
  case COLUMN_BOUNDED: break;
  }
  return strcmp(value, "no") == 0 ? "stand-in: ours is not bounded" : "stand-in: ours is bounded";
}

/* Why the cell does not agree, in a few words that stand in it; "" where there is nothing to add. */
static void add_why(json_t *cell, const struct bench *b, const json_t *row, const struct column *column,
                    const struct ruling *ruling)
{
  const char *algorithm = text_of(row, "algorithm"), *why = ruling->why;
  if (algorithm[0] == '\0')
    why = "no algorithm for this row";
  else if (ruling->how == HOW_NOT_DECIDED && column->kind == COLUMN_PROPERTY && column->property == PROPERTY_P5 &&
           !has_doorway(b->results, algorithm))
    why = "no doorway declared";
  else if (ruling->agreement == AGREEMENT_DISAGREES && text_of(row, "stands_for")[0] != '\0')
    why = own_way(column, ruling->value);
  json_object_set_new(cell, "why", json_string(why));
}

static json_t *judged_cell(const struct bench *b, const json_t *row, const struct column *column, const char *said,
                           struct ruling *ruling)
{
  const char *algorithm = text_of(row, "algorithm");
  switch (column->kind) {
  case COLUMN_RMR: return cell_of_rmr(b, algorithm, column, said, ruling);
  case COLUMN_SPACE: return cell_of_space(b, algorithm, column, said, ruling);
  case COLUMN_PROPERTY: return cell_of_property(b, algorithm, column, said, ruling);
  case COLUMN_METRIC: return cell_of_metric(b, row, column, said, ruling);
  case COLUMN_PROVED: return cell_of_proofs(b, algorithm, column, ruling);
  case COLUMN_BOUNDED: break;
  }
  return cell_of_registers(b, algorithm, column, said, ruling);
}

/* Whether a record of the algorithm tells of registers, or of these RMRs. */
static bool tells_of(const struct record *r, const struct column *column)
{
  if (column->kind == COLUMN_SPACE) return !isnan(record_metric(r, "space"));
  struct bound bound;
  return column->kind == COLUMN_RMR && strcmp(r->memory, column->memory) == 0 &&
         (bound_of(r, &bound) || !isnan(record_metric(r, column->metric)));
}

/* The records that tell of what the algorithm's file says, and of which it says it; *others: why the last of the others
 * is none, NULL: there is no other. The caller frees .record. */
static struct results runs_said(const struct results *r, const char *algorithm, const struct column *column,
                                const char **others)
{
  const json_t *claims = json_object_get(json_object_get(r->algorithms, algorithm), "claims");
  struct results view = *r;
  *others = NULL;
  view.n = 0;
  view.record = mem_new(r->n, sizeof *view.record);
  for (size_t k = 0; k < r->n; k++) {
    if (strcmp(r->record[k].algorithm, algorithm) != 0 || !tells_of(&r->record[k], column)) continue;
    const char *why = said_of_others(claims, column, &r->record[k]);
    if (why == NULL)
      view.record[view.n++] = r->record[k];
    else
      *others = why;
  }
  return view;
}

/* All runs may bear out what the algorithm's file says of some. Where they do not, those decide; and where there are
 * none of them, nothing does. Takes the cell of all runs, and returns the one that counts. */
static json_t *spare_others(json_t *cell, const struct bench *b, const json_t *row, const struct column *column,
                            const char *said, struct ruling *ruling)
{
  const char *others;
  struct results view =
    runs_said(column->kind == COLUMN_SPACE ? b->all : b->results, text_of(row, "algorithm"), column, &others);
  if (others != NULL && view.n > 0) {
    struct bench own;
    bench_begin(&own, &view, &view, b->known);
    results_worst(&view, "space", &own.space);
    json_decref(cell);
    cell = judged_cell(&own, row, column, said, ruling);
    if (strstr(text_of(cell, "scope"), "passage") == NULL)
      json_object_set_new(cell, "scope", json_sprintf("%s, %s", text_of(cell, "scope"), said_scope(column)));
    series_list_free(&own.space);
    bench_end(&own);
  } else if (others != NULL) {
    ruling->agreement = AGREEMENT_NOT_DECIDED;
    ruling->why = others;
    json_object_set_new(cell, "agreement", json_string(agreement_names[ruling->agreement]));
    json_object_set_new(cell, "reason",
                        json_sprintf("%s; %s, and these are other runs", text_of(cell, "reason"), others));
  }
  free(view.record);
  return cell;
}

json_t *cell_of(const struct bench *b, const json_t *row, const struct column *column)
{
  char *said = said_of(b->results, row, column);
  struct ruling ruling = {.shown = NOTHING_SHOWN, .value = "not available", .why = ""};
  json_t *cell = NULL;
  if (text_of(row, "algorithm")[0] == '\0') {
    ADD(ruling.reason, "no algorithm stands for this row");
    ruling.agreement = said[0] != '\0' ? AGREEMENT_NOT_DECIDED : AGREEMENT_NOTHING_SAID;
    cell = cell_new(column, said, &ruling);
  } else {
    cell = judged_cell(b, row, column, said, &ruling);
    if (ruling.agreement == AGREEMENT_DISAGREES && said_by_file(row, column))
      cell = spare_others(cell, b, row, column, said, &ruling);
  }
  add_why(cell, b, row, column, &ruling);
  if (said[0] != '\0' && said_in(b->results, row, column)[0] != '\0')
    json_object_set_new(cell, "cited", json_string(said_in(b->results, row, column)));
  free(said);
  return cell;
}
