/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/json_number.h"
#include "results/witness_files.h"

void evidence_add(struct evidence *e, const struct record *r)
{
  e->record = mem_another(e->record, e->n, sizeof *e->record);
  e->record[e->n++] = r;
}

bool is_exploration_of(const struct record *r, const char *algorithm)
{
  return record_is_exploration(r) && strcmp(r->algorithm, algorithm) == 0;
}

void cell_add_evidence(json_t *cell, const struct record *r, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  json_t *text = json_vsprintf(format, arguments);
  va_end(arguments);
  json_array_append_new(json_object_get(cell, "evidence"), json_pack("{s:s, s:o}", "record", r->id, "text", text));
}

json_t *cell_new(const struct column *column, const char *said, const struct ruling *ruling)
{
  json_t *cell =
    json_pack("{s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:[]}", "column", column->name, "rmr",
              column->kind == COLUMN_RMR, "value", ruling->value, "how", how_names[ruling->how], "scope", ruling->scope,
              "said", said, "agreement", agreement_names[ruling->agreement], "reason", ruling->reason, "evidence");
  if (ruling->less) json_object_set_new(cell, "less", json_true());
  return cell;
}

const char growth_is_formula[] = "a formula", growth_is_class[] = "a class", growth_is_values[] = "values",
           growth_is_undecided[] = "undecided";

/* As growth_text has it. */
static const char *what_growth_is(const struct series *s, const struct analysis *a)
{
  if (analysis_winner(a) == NULL) return s->kind == KIND_EXACT ? growth_is_values : growth_is_undecided;
  return a->verdict == VERDICT_RECOGNISED ? growth_is_formula : growth_is_class;
}

/* [[2, 28], [3, 86]]: N, and the finite value there. */
static json_t *values_of(const struct series *s)
{
  json_t *out = json_array();
  for (size_t k = 0; k < s->n; k++)
    if (isfinite(s->point[k].value))
      json_array_append_new(out, json_pack("[o, o]", json_number(s->point[k].x), json_number(s->point[k].value)));
  return out;
}

void cell_set_formula(json_t *cell, const char *formula)
{
  json_object_set_new(cell, "growth", json_string(formula));
  json_object_set_new(cell, "growth_is", json_string(growth_is_formula));
}

void cell_set_growth(json_t *cell, const struct series *s, struct analyses *known)
{
  const struct analysis *a = analysis_of(known, s);
  char text[GROWTH_TEXT];
  json_object_set_new(cell, "growth", json_string(growth_text(s, a, text)));
  json_object_set_new(cell, "growth_is", json_string(what_growth_is(s, a)));
  if (what_growth_is(s, a) == growth_is_values) json_object_set_new(cell, "values", values_of(s));
  json_object_set_new(cell, "growth_of_bounds", json_boolean(s->kind == KIND_LOWER_BOUND));
}

void cell_set_witness(json_t *cell, const struct record *r, const char *subject, const char *text,
                      const json_t *schedule)
{
  if (json_string_length(schedule) == 0) return;
  char *name = witness_name(r, subject);
  json_object_set_new(
    cell, "witness",
    json_pack("{s:s, s:s, s:s, s:O}", "record", r->id, "name", name, "text", text, "schedule", schedule));
  free(name);
}

/* The place of a record among the points of a series over N; s->n: there is none. */
static size_t place_of(const struct series *s, const struct record *r)
{
  size_t low = 0, high = s->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (s->point[middle].x < (double)r->n)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->n && s->point[low].x == (double)r->n ? low : s->n;
}

const struct record **first_of_each(const struct series *s, const struct results *r, const char *algorithm,
                                    const char *metric, const char *memory)
{
  const struct record **first = mem_new(s->n, sizeof(struct record *));
  for (size_t k = 0; s->n > 0 && k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (strcmp(one->algorithm, algorithm) != 0) continue;
    if (memory != NULL && (record_is_exploration(one) || strcmp(one->memory, memory) != 0)) continue;
    const size_t p = place_of(s, one);
    if (p < s->n && first[p] == NULL && record_metric(one, metric) == s->point[p].value) first[p] = one;
  }
  return first;
}
