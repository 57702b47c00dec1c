/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/findings.h"

#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/analysis/claim.h"
#include "results/analysis/clauses.h"
#include "results/analysis/property_evidence.h"
#include "results/analysis/said.h"

#define X(rank, name) [rank] = name,
const char *const finding_rank_names[N_FINDING_RANKS] = {FINDING_RANKS(X)};
#undef X

enum finding_rank finding_rank_of(const json_t *finding)
{
  return (enum finding_rank)text_among(finding, "rank", finding_rank_names, N_FINDING_RANKS);
}

/* The findings of one rank are kept together, as they come. */
struct gathering {
  const struct results *results;
  const struct benches *benches;
  struct lookup known; /* algorithm and column of the cells that a table has */
  json_t *rank[N_FINDING_RANKS];
};

/* --- cells -------------------------------------------------------------------------------------------------------- */

static bool is_unbounded(const json_t *cell)
{
  return strcmp(text_of(cell, "value"), "unbounded") == 0;
}

/* Whether the cell rests on a proof for every N. */
static bool is_proved(const json_t *cell)
{
  return strcmp(text_of(cell, "how"), how_names[HOW_PROVED]) == 0;
}

/* Whether the algorithm is here because it fails: it is known to be wrong, and of no property is it said that it holds.
 * That one fails then agrees with what is said, and is told all the same. */
static bool is_here_to_fail(const json_t *claims)
{
  const char *key;
  json_t *claim;
  json_object_foreach((json_t *)claims, key, claim) if (column_find(key) != NULL &&
                                                        column_find(key)->kind == COLUMN_PROPERTY &&
                                                        strcmp(text_of(claims, key), "yes") == 0) return false;
  return text_of(claims, "wrong")[0] != '\0';
}

static enum finding_rank rank_of(const json_t *cell, const struct column *column, bool stands_in, bool to_fail)
{
  if (to_fail && column->kind == COLUMN_PROPERTY && strcmp(text_of(cell, "value"), "fails") == 0) return FINDING_KNOWN;
  if (cell_agreement(cell) == AGREEMENT_AGREES) return FINDING_AGREES;
  if (cell_agreement(cell) == AGREEMENT_PROVED) return FINDING_PROVED;
  if (cell_agreement(cell) != AGREEMENT_DISAGREES || stands_in) return FINDING_UNDECIDED;
  if (column->kind == COLUMN_PROPERTY || column->kind == COLUMN_BOUNDED || is_proved(cell)) return FINDING_REFUTED;
  if (is_unbounded(cell)) return FINDING_UNBOUNDED;
  return json_is_true(json_object_get(cell, "less")) ? FINDING_LESS : FINDING_WORSE;
}

/* "P2 (no starvation)", "RMRs per passage in dsm", "the number of registers" */
static char *quantity(const struct column *column)
{
  switch (column->kind) {
  case COLUMN_PROPERTY: return mem_format("%s (%s)", column->name, property_table[column->property].words);
  case COLUMN_RMR:
    return mem_format("RMRs per %s in %s", strcmp(column->metric, "rmr.max") == 0 ? "passage" : "super-passage",
                      column->memory);
  case COLUMN_SPACE: return mem_text("number of registers");
  case COLUMN_PROVED:
  case COLUMN_METRIC: return mem_text(column->name);
  case COLUMN_BOUNDED: break;
  }
  return mem_text("bounded registers");
}

/* One sentence, without the name of the algorithm. other: the claim is made of other parameters. */
static char *sentence(const json_t *cell, const struct column *column, enum finding_rank rank, bool other)
{
  const char *value = text_of(cell, "value"), *said = text_of(cell, "said"), *scope = text_of(cell, "scope");
  const char *why = text_of(cell, "why");
  const bool property = column->kind == COLUMN_PROPERTY, scoped = scope[0] != '\0';
  const bool open = rank == FINDING_UNDECIDED && why[0] != '\0';
  char *what = quantity(column), *text;
  if (property && rank == FINDING_KNOWN)
    text = mem_format("%s is known to fail, and a schedule breaks it%s%s", what, scoped ? ": " : "", scope);
  else if (property && rank == FINDING_REFUTED && is_proved(cell))
    text = mem_format("%s is claimed not to hold, but is proved: %s", what, scope);
  else if (property && rank == FINDING_REFUTED)
    text = mem_format("%s is claimed to hold%s, but a schedule breaks it%s%s", what,
                      other ? " with the default parameters" : "", scoped ? ": " : "", scope);
  else if (property && rank == FINDING_PROVED)
    text = mem_format("%s is proved, as claimed: %s", what, scope);
  else if (property && rank == FINDING_AGREES)
    text = mem_format("%s %s, as claimed%s%s", what, value, scoped ? ": " : "", scope);
  else
    text = mem_format("%s: %s%s; claimed: %s%s%s%s%s%s", what, value, is_proved(cell) ? ", proved" : "", said,
                      scoped ? " (" : "", scope, scoped ? ")" : "", open ? "; " : "", open ? why : "");
  free(what);
  return text;
}

static void add(struct gathering *g, enum finding_rank rank, const char *subject, const char *claim, char *text,
                json_t *more)
{
  json_t *one = json_pack("{s:s, s:s, s:s, s:s}", "rank", finding_rank_names[rank], "subject", subject, "claim", claim,
                          "text", text);
  json_object_update_new(one, more);
  json_array_append_new(g->rank[rank], one);
  free(text);
}

static void add_cell(struct gathering *g, const json_t *row, const struct column *column, const json_t *cell,
                     json_t *where)
{
  const char *algorithm = text_of(row, "algorithm"), *label = text_of(row, "label");
  const bool stands_in = strncmp(text_of(cell, "why"), "stand-in", 8) == 0;
  const json_t *claims = json_object_get(json_object_get(g->results->algorithms, algorithm), "claims");
  const enum finding_rank rank = rank_of(cell, column, stands_in, is_here_to_fail(claims));
  if (algorithm[0] != '\0' && text_of(cell, "said")[0] != '\0') {
    if (row_is_plain(g->results, row)) json_object_set_new(where, "algorithm", json_string(algorithm));
    const bool other = said_by_file(row, column) && !said_of_parameters(algorithm);
    if (text_of(cell, "cited")[0] != '\0') json_object_set_new(where, "cited", json_string(text_of(cell, "cited")));
    add(g, rank, label[0] != '\0' ? label : algorithm, column->name, sentence(cell, column, rank, other),
        json_incref(where));
  }
  json_decref(where);
}

/* Whether the claim has been told; from now on it has. */
static bool is_known(struct gathering *g, const char *algorithm, const char *column)
{
  struct compound key = {0};
  size_t at;
  compound_begin(&key);
  compound_add_text(&key, algorithm);
  compound_add_text(&key, column);
  const bool known = !lookup_is_new(&g->known, key.bytes, key.length, &at);
  compound_free(&key);
  return known;
}

static void gather_table(struct gathering *g, const json_t *table)
{
  const json_t *rows = json_object_get(table, "rows");
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    for (size_t c = 0; c < json_array_size(cells); c++) {
      const json_t *cell = json_array_get(cells, c);
      struct column column;
      if (!column_of(text_of(cell, "column"), &column)) continue;
      if (row_is_plain(g->results, row)) is_known(g, text_of(row, "algorithm"), column.name);
      add_cell(g, row, &column, cell,
               json_pack("{s:s, s:i, s:i}", "table", text_of(table, "name"), "row", (int)r + 1, "column", (int)c + 1));
    }
  }
}

/* --- the algorithm's own claims ----------------------------------------------------------------------------------- */

/* A claim about which no record tells anything is no finding. */
static bool has_evidence(const json_t *cell)
{
  return json_array_size(json_object_get(cell, "evidence")) > 0;
}

static void gather_claims(struct gathering *g, const char *algorithm, const json_t *about)
{
  const char *parameters = strchr(algorithm, ':');
  char *label = mem_format("%s%s%s", text_of(about, "title"), parameters != NULL ? ", " : "",
                           parameters != NULL ? parameters + 1 : "");
  json_t *row = json_pack("{s:s, s:s}", "algorithm", algorithm, "label", label);
  free(label);
  for (size_t k = 0; k < n_columns; k++) {
    const char *claim = columns[k].claim;
    if (claim == NULL || text_of(json_object_get(about, "claims"), claim)[0] == '\0') continue;
    json_t *cell = cell_of(benches_of(g->benches, row), row, &columns[k]);
    if (has_evidence(cell) && !is_known(g, algorithm, columns[k].name))
      add_cell(g, row, &columns[k], cell, json_pack("{s:O}", "cell", cell));
    json_decref(cell);
  }
  json_decref(row);
}

/* --- clauses ------------------------------------------------------------------------------------------------------ */

/* "rmr.max <= 7N+3 holds for all 24 series"; "rmr.max O(N) fails for round_robin, 3 of 24 hold: ..." */
static char *clause_sentence(const struct clause *c)
{
  const json_t *one = c->shown;
  const char *metric = text_of(one, "metric"), *expect = text_of(one, "expect"), *verdict = text_of(one, "verdict");
  if (clause_samples(one) > 0)
    return mem_format("%s, expected: %s; not refuted by %zu run%s", metric, expect, clause_samples(one),
                      plural(clause_samples(one)));
  if (c->series == 1 || verdict_outcome(one) != OUTCOME_HOLDS)
    return mem_format("%s, expected: %s; %s: %s", metric, expect, verdict, text_of(one, "reason"));
  return mem_format("%s, expected: %s; holds for all %zu series", metric, expect, c->series);
}

/* A clause about a property is one about an algorithm, so that it is told once with what else is found of it. */
static void gather_clause(struct gathering *g, const struct clause *c)
{
  static const enum finding_rank rank_of_clause[] = {
    [OUTCOME_HOLDS] = FINDING_AGREES, [OUTCOME_UNDECIDED] = FINDING_UNDECIDED, [OUTCOME_FAILS] = FINDING_REFUTED};
  const enum outcome outcome = verdict_outcome(c->shown);
  const char *metric = text_of(c->shown, "metric"), *series = text_of(c->shown, "series");
  const json_t *scope = json_object_get(c->shown, "scope");
  const bool plain = text_of(scope, "faults")[0] == '\0' && text_of(scope, "order")[0] == '\0';
  const bool property = column_find(metric) != NULL && c->series == 1 && plain;
  json_t *where = json_pack("{s:i}", "verdict", (int)c->first + 1);
  if (property) json_object_set_new(where, "algorithm", json_string(series));
  if (property && is_known(g, series, metric)) {
    json_decref(where);
    return;
  }
  add(g, rank_of_clause[outcome], c->series == 1 || outcome != OUTCOME_HOLDS ? series : "", metric, clause_sentence(c),
      where);
}

static void gather_clauses(struct gathering *g, const json_t *verdicts)
{
  struct clauses clauses;
  clauses_gather(verdicts, &clauses);
  for (size_t k = 0; k < clauses.keys.n; k++) gather_clause(g, &clauses.clause[k]);
  clauses_free(&clauses);
}

json_t *findings_json(const struct results *r, const struct benches *benches, const json_t *tables,
                      const json_t *verdicts)
{
  const json_t *list = json_object_get(tables, "tables"), *about;
  const char *algorithm;
  struct gathering g = {.results = r, .benches = benches};
  for (size_t k = 0; k < N_FINDING_RANKS; k++) g.rank[k] = json_array();
  for (size_t k = 0; k < json_array_size(list); k++) gather_table(&g, json_array_get(list, k));
  json_object_foreach((json_t *)r->algorithms, algorithm, about) gather_claims(&g, algorithm, about);
  gather_clauses(&g, json_object_get(verdicts, "verdicts"));
  for (size_t k = 1; k < N_FINDING_RANKS; k++) json_array_extend(g.rank[0], g.rank[k]);
  for (size_t k = 1; k < N_FINDING_RANKS; k++) json_decref(g.rank[k]);
  lookup_free(&g.known);
  return json_pack("{s:o}", "findings", g.rank[0]);
}
