/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cells.c: see cells.h. Each piece of evidence keeps the record that it comes from, so that a reader of a cell can
 * look at it.
 */
#include "results/analysis/cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/analysis/benches.h"
#include "results/analysis/claim.h"
#include "results/analysis/said.h"
#include "results/witness_files.h"

/* The records that speak of a cell; piece k of the evidence comes from record[k]. */
struct evidence {
  size_t n;
  const struct record **record;
};

static void keep(struct evidence *e, const struct record *r)
{
  e->record = mem_grow(e->record, e->n + 1, sizeof *e->record);
  e->record[e->n++] = r;
}

static bool is_exploration_of(const struct record *r, const char *algorithm)
{
  return record_is_exploration(r) && strcmp(r->algorithm, algorithm) == 0;
}

static void add_item(json_t *cell, const struct record *r, const char *text)
{
  json_array_append_new(json_object_get(cell, "evidence"), json_pack("{s:s, s:s}", "record", r->id, "text", text));
}

static json_t *new_cell(const struct column *column, const char *said, const struct ruling *ruling)
{
  return json_pack("{s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:[]}", "column", column->name, "rmr",
                   column->kind == COLUMN_RMR, "value", ruling->value, "how", how_names[ruling->how], "scope",
                   ruling->scope, "said", said, "agreement", agreement_names[ruling->agreement], "reason",
                   ruling->reason, "evidence");
}

/* `what` it is a witness of, as witness_name wants it. */
static void set_witness(json_t *cell, const struct record *r, const char *what, const char *text,
                        const json_t *schedule)
{
  if (json_string_length(schedule) == 0) return;
  char *name = witness_name(r, what);
  json_object_set_new(
    cell, "witness",
    json_pack("{s:s, s:s, s:s, s:O}", "record", r->id, "name", name, "text", text, "schedule", schedule));
  free(name);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static void show_property(json_t *cell, const struct record *r, const char *property)
{
  const struct scope scope = scope_of(r);
  const bool explored = record_is_exploration(r);
  struct record_verdict verdict;
  record_verdict(r, property, &verdict);
  const char *detail = explored ? verdict.detail : record_broken(r, property);
  char words[SCOPE_TEXT];
  char *text = mem_format("%s%s%s: %s%s%s", scope_text(&scope, words), explored ? "" : ", ", r->adversary,
                          explored ? verdict.text : "fails", detail[0] != '\0' ? "; " : "", detail);
  add_item(cell, r, text);
  free(text);
}

/* A simulation that kept the property is a sample, and no evidence. */
static bool is_evidence(const struct property_trial *t)
{
  return !t->sampled || t->fails;
}

static json_t *property_cell(const struct bench *b, const char *algorithm, const struct column *column,
                             const char *said, struct ruling *ruling)
{
  struct property_trials found;
  property_trials(b->results, algorithm, column->name, &found);
  claim_property(said, column->property, found.trial, found.n, ruling);
  json_t *cell = new_cell(column, said, ruling);
  for (size_t k = 0; k < found.n; k++)
    if (is_evidence(&found.trial[k])) show_property(cell, found.trial[k].record, column->name);
  if (ruling->shown != NOTHING_SHOWN) {
    const struct record *shown = found.trial[ruling->shown].record;
    json_t *witness = results_witness(b->results, shown, column->name);
    set_witness(cell, shown, column->name, "a schedule that breaks it", witness);
    json_decref(witness);
  }
  property_trials_free(&found);
  return cell;
}

/* --- RMRs --------------------------------------------------------------------------------------------------------- */

/* An empty series where there is none. */
static struct series worst_of(const struct series_list *list, const char *algorithm, const char *memory)
{
  for (size_t k = 0; k < list->n; k++)
    if (strcmp(list->series[k].algorithm, algorithm) == 0 && strcmp(list->series[k].memory, memory) == 0)
      return list->series[k];
  return (struct series){.x_name = "N", .scope = ""};
}

/* Of what an exploration has found of this cost, "rmr" or "super". */
static const json_t *costliest_witness(const json_t *line, const char *cost, double value)
{
  const json_t *costs = json_object_get(line, "costs");
  for (size_t k = 0; k < json_array_size(costs); k++) {
    const json_t *one = json_array_get(costs, k);
    const bool unbounded = json_is_true(json_object_get(one, "unbounded"));
    const double paid = unbounded ? INFINITY : json_number_value(json_object_get(one, "worst"));
    if (strcmp(text_of(one, "cost"), cost) == 0 && paid == value) return json_object_get(one, "witness");
  }
  return NULL;
}

static void show_costs(json_t *cell, const struct evidence *found, const struct cost_trial *trial)
{
  for (size_t k = 0; k < found->n; k++) {
    char words[SCOPE_TEXT];
    scope_text(&trial[k].scope, words);
    char *text = isinf(trial[k].value)
                   ? mem_format("%s: unbounded", words)
                   : mem_format("%s: %s%.15g", words, trial[k].exact ? "exactly " : "at least ", trial[k].value);
    add_item(cell, found->record[k], text);
    free(text);
  }
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

/* Of each point of a series over N the first record of the algorithm that has its value: of costs, which depend on the
 * memory, the first simulation. NULL: there is none. The caller frees the list. */
static const struct record **first_of_each(const struct series *s, const struct results *r, const char *algorithm,
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

/* Of each N the first simulation in which somebody paid most. */
static void show_simulations(json_t *cell, const struct bench *b, const struct series *lower, const char *algorithm,
                             const struct column *column)
{
  const struct record **first = first_of_each(lower, b->results, algorithm, column->metric, column->memory);
  for (size_t p = 0; p < lower->n; p++) {
    if (first[p] == NULL) continue;
    const struct scope scope = scope_of(first[p]);
    char words[SCOPE_TEXT];
    char *text =
      mem_format("%s, %s: at least %.15g", scope_text(&scope, words), first[p]->adversary, lower->point[p].value);
    add_item(cell, first[p], text);
    free(text);
  }
  free(first);
}

static json_t *rmr_cell(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                        struct ruling *ruling)
{
  struct evidence found = {0};
  struct cost_trial *trial = NULL;
  for (size_t k = 0; k < b->results->n; k++) {
    const struct record *r = &b->results->record[k];
    const double value = record_metric(r, column->metric);
    if (!is_exploration_of(r, algorithm) || strcmp(r->memory, column->memory) != 0 || isnan(value)) continue;
    keep(&found, r);
    trial = mem_grow(trial, found.n, sizeof *trial);
    trial[found.n - 1] = (struct cost_trial){scope_of(r), value, record_metric_complete(r, column->metric)};
  }
  const bool super = strcmp(column->metric, "super.max") == 0;
  const struct bench_worst *worst = &b->worst[super ? BENCH_SUPER : BENCH_PASSAGE];
  const struct series exact = worst_of(&worst->exact, algorithm, column->memory),
                      lower = worst_of(&worst->lower, algorithm, column->memory);
  claim_cost(said, trial, found.n, &exact, &lower, b->known, ruling);
  json_t *cell = new_cell(column, said, ruling);
  show_costs(cell, &found, trial);
  show_simulations(cell, b, &lower, algorithm, column);
  if (ruling->shown != NOTHING_SHOWN) {
    const double value = trial[ruling->shown].value;
    char *what = isinf(value) ? mem_text("a schedule whose end can repeat forever, at a cost")
                              : mem_format("a schedule in which a %spassage costs %.15g", super ? "super-" : "", value);
    json_t *line = results_line(b->results, found.record[ruling->shown]);
    const char *cost = super ? "super" : "rmr";
    set_witness(cell, found.record[ruling->shown], cost, what, costliest_witness(line, cost, value));
    json_decref(line);
    free(what);
  }
  free(trial);
  free(found.record);
  return cell;
}

/* --- space -------------------------------------------------------------------------------------------------------- */

/* The number of registers depends on N alone, so the series with the most N tells all. */
static json_t *space_cell(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                          struct ruling *ruling)
{
  struct series counted = {.x_name = "N", .scope = ""};
  for (size_t k = 0; k < b->space.n; k++)
    if (strcmp(b->space.series[k].algorithm, algorithm) == 0 && b->space.series[k].n > counted.n)
      counted = b->space.series[k];
  const json_t *claims = json_object_get(json_object_get(b->all->algorithms, algorithm), "claims");
  claim_space(said, text_of(claims, "space"), &counted, b->known, ruling);
  json_t *cell = new_cell(column, said, ruling);
  const struct record **first = first_of_each(&counted, b->all, algorithm, "space", NULL);
  for (size_t p = 0; p < counted.n; p++) {
    char *text = mem_format("N = %.15g: %.15g registers", counted.point[p].x, counted.point[p].value);
    if (first[p] != NULL) add_item(cell, first[p], text);
    free(text);
  }
  free(first);
  return cell;
}

/* --- bounded registers -------------------------------------------------------------------------------------------- */

/* What explorations found of the registers; the names are kept here, as those of the records are in the file. */
struct reaches {
  struct evidence from;
  struct reach *reach;
  struct lookup names;
};

static void add_reach(struct reaches *all, const struct record *r, const json_t *one)
{
  const json_t *max = json_object_get(one, "max");
  const size_t name = lookup_add_text(&all->names, text_of(one, "name"));
  keep(&all->from, r);
  all->reach = mem_grow(all->reach, all->from.n, sizeof *all->reach);
  all->reach[all->from.n - 1] = (struct reach){.scope = scope_of(r),
                                               .name = lookup_text(&all->names, name),
                                               .largest = json_number_value(json_object_get(one, "largest")),
                                               .max = json_is_number(max) ? json_number_value(max) : NAN,
                                               .complete = record_complete(r),
                                               .capped = json_is_true(json_object_get(one, "capped"))};
}

static void add_reaches(struct reaches *all, const struct results *r, const struct record *record)
{
  json_t *line = results_line(r, record);
  const json_t *registers = json_object_get(line, "registers");
  for (size_t k = 0; k < json_array_size(registers); k++) add_reach(all, record, json_array_get(registers, k));
  json_decref(line);
}

/* Those of one record, from number `first` on; returns the number behind them. */
static size_t show_reaches(json_t *cell, const struct reaches *all, size_t first)
{
  const struct record *r = all->from.record[first];
  const struct scope scope = scope_of(r);
  char words[SCOPE_TEXT], *text = mem_format("%s:", scope_text(&scope, words));
  size_t k = first;
  for (; k < all->from.n && all->from.record[k] == r; k++)
    mem_append(&text, "%s %s %.15g", k > first ? "," : "", all->reach[k].name, all->reach[k].largest);
  add_item(cell, r, text);
  free(text);
  return k;
}

static json_t *bounded_cell(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                            struct ruling *ruling)
{
  struct reaches all = {0};
  for (size_t k = 0; k < b->results->n; k++)
    if (is_exploration_of(&b->results->record[k], algorithm)) add_reaches(&all, b->results, &b->results->record[k]);
  claim_bounded(said, all.reach, all.from.n, ruling);
  json_t *cell = new_cell(column, said, ruling);
  for (size_t k = 0; k < all.from.n;) k = show_reaches(cell, &all, k);
  free(all.reach);
  free(all.from.record);
  lookup_free(&all.names);
  return cell;
}

/* --- metrics ------------------------------------------------------------------------------------------------------ */

/* Explorations where there are any, else simulations, of one adversary where the row names one. */
static struct results told_of(const struct bench *b, const json_t *row, const char *metric)
{
  const char *algorithm = text_of(row, "algorithm"), *adversary = text_of(row, "adversary");
  struct results view = *b->results;
  view.n = 0;
  view.record = mem_new(b->results->n, sizeof *view.record);
  for (int explored = 1; explored >= 0 && view.n == 0; explored--)
    for (size_t k = 0; k < b->results->n; k++) {
      const struct record *r = &b->results->record[k];
      const bool his = adversary[0] == '\0' || strcmp(r->adversary, adversary) == 0;
      const bool wanted = explored ? record_is_exploration(r) : record_is_simulation(r) && his;
      if (wanted && strcmp(r->algorithm, algorithm) == 0 && !isnan(record_metric(r, metric)))
        view.record[view.n++] = *r;
    }
  return view;
}

static void show_metric(json_t *cell, const struct record *r, const char *metric)
{
  const struct scope scope = scope_of(r);
  const double value = record_metric(r, metric);
  char words[SCOPE_TEXT];
  char *number = isinf(value) ? mem_text("unbounded") : mem_format("%.6g", value);
  char *text = mem_format("%s, %s, %s: %s", scope_text(&scope, words), r->memory,
                          record_is_simulation(r) ? r->adversary : "all schedules", number);
  add_item(cell, r, text);
  free(text);
  free(number);
}

static json_t *metric_cell(const struct bench *b, const json_t *row, const struct column *column, const char *said,
                           struct ruling *ruling)
{
  const struct series none = {.x_name = "N", .scope = ""};
  struct results view = told_of(b, row, column->name);
  struct series_list pooled;
  results_pooled(&view, column->name, &pooled);
  claim_metric(said, pooled.n > 0 ? &pooled.series[0] : &none, b->known, ruling);
  json_t *cell = new_cell(column, said, ruling);
  for (size_t k = 0; k < view.n; k++) show_metric(cell, &view.record[k], column->name);
  series_list_free(&pooled);
  free(view.record);
  return cell;
}

/* --- any cell ----------------------------------------------------------------------------------------------------- */

/* Whether the algorithm's figure has a doorway. */
static bool has_doorway(const struct results *r, const char *algorithm)
{
  const json_t *rows = json_object_get(json_object_get(r->algorithms, algorithm), "rows");
  for (size_t k = 0; k < json_array_size(rows); k++)
    if (strcmp(text_of(json_array_get(rows, k), "section"), "doorway") == 0) return true;
  return false;
}

/* What a stand-in has of its own. */
static const char *own_way(const struct column *column, const char *value)
{
  switch (column->kind) {
  case COLUMN_RMR:
    return strcmp(value, "unbounded") == 0 ? "stand-in: ours is unbounded" : "stand-in: ours grows otherwise";
  case COLUMN_SPACE: return "stand-in: ours has more registers";
  case COLUMN_PROPERTY: return "stand-in: ours does not satisfy it";
  case COLUMN_METRIC: return "stand-in: ours differs";
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
  case COLUMN_RMR: return rmr_cell(b, algorithm, column, said, ruling);
  case COLUMN_SPACE: return space_cell(b, algorithm, column, said, ruling);
  case COLUMN_PROPERTY: return property_cell(b, algorithm, column, said, ruling);
  case COLUMN_METRIC: return metric_cell(b, row, column, said, ruling);
  case COLUMN_BOUNDED: break;
  }
  return bounded_cell(b, algorithm, column, said, ruling);
}

/* Whether a record of the algorithm tells of registers, or of these RMRs. */
static bool tells_of(const struct record *r, const struct column *column)
{
  if (column->kind == COLUMN_SPACE) return !isnan(record_metric(r, "space"));
  return column->kind == COLUMN_RMR && strcmp(r->memory, column->memory) == 0 &&
         !isnan(record_metric(r, column->metric));
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
    cell = new_cell(column, said, &ruling);
  } else {
    cell = judged_cell(b, row, column, said, &ruling);
    if (ruling.agreement == AGREEMENT_DISAGREES && said_by_file(row, column))
      cell = spare_others(cell, b, row, column, said, &ruling);
  }
  add_why(cell, b, row, column, &ruling);
  free(said);
  return cell;
}
