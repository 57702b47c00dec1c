/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/analysis/pairs.h"
#include "results/analysis/property_evidence.h"
#include "results/analysis/said.h"
#include "results/metric_name.h"
#include "results/partition.h"
#include "results/scope.h"
#include "results/selection.h"

/* `growth`: how the series grows, or how far explorations have looked at a property that they found kept; else "".
 * Takes `scope` over. */
static void add_verdict(json_t *list, const char *series, const char *metric, const char *clause, const char *growth,
                        const struct judgement *judgement, json_t *scope)
{
  json_array_append_new(list,
                        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "series", series, "metric", metric, "expect",
                                  clause, "growth", growth, "verdict", outcome_names[judgement->outcome], "reason",
                                  judgement->reason, "scope", scope));
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static void judge_metric(const struct results *r, struct analyses *known, const char *metric,
                         const struct expect *clause, const json_t *selection, json_t *list)
{
  struct series_list all;
  results_series_of(r, &(struct wish){metric, selection}, 1, results_x_name(r), &all);
  for (size_t k = 0; k < all.n; k++) {
    const struct series *s = &all.series[k];
    const struct analysis *analysis = analysis_of(known, s);
    struct judgement judgement;
    char growth[GROWTH_TEXT];
    judge_series(clause, s, analysis, &judgement);
    add_verdict(list, s->name, metric, clause->text, growth_text(s, analysis, growth), &judgement,
                json_incref(s->fields));
  }
  series_list_free(&all);
}

/* --- numbers per process ------------------------------------------------------------------------------------------ */

/* The judgement on the records of one algorithm and adversary in one setting. */
struct group {
  char *name;
  struct judgement worst;
  size_t n;
  json_int_t from, to;        /* smallest and largest N */
  const struct record *shown; /* of the worst outcome */
};

static void enter(struct group *g, const struct record *r, const struct judgement *judgement)
{
  const bool worse = g->n == 0 || outcome_is_worse(judgement->outcome, g->worst.outcome);
  if (worse) g->worst = *judgement;
  if (worse || g->worst.outcome == OUTCOME_HOLDS) g->shown = r;
  if (g->n == 0 || r->n < g->from) g->from = r->n;
  if (g->n == 0 || r->n > g->to) g->to = r->n;
  g->n++;
}

struct groups {
  struct lookup keys;  /* their names */
  struct group *group; /* [keys.n] */
};

static struct group *group_of(struct groups *all, const struct results *r, const struct record *record)
{
  size_t k;
  char *name = results_name(r, record);
  if (lookup_is_new(&all->keys, name, strlen(name), &k)) {
    all->group = mem_grow(all->group, all->keys.n, sizeof *all->group);
    all->group[k] = (struct group){.name = mem_text(name)};
  }
  free(name);
  return &all->group[k];
}

static void report_group(struct group *g, const char *metric, const struct expect *clause, json_t *list)
{
  if (g->worst.outcome == OUTCOME_HOLDS)
    snprintf(g->worst.reason, sizeof g->worst.reason,
             "true for every j of all %zu runs, N = %" JSON_INTEGER_FORMAT "..%" JSON_INTEGER_FORMAT, g->n, g->from,
             g->to);
  add_verdict(list, g->name, metric, clause->text, "", &g->worst, scope_of_record(g->shown));
  free(g->name);
}

static void judge_vectors(const struct results *r, const char *metric, const struct expect *clause, json_t *list)
{
  struct metric_name name;
  struct error ignored = {0};
  const bool by_owner = metric_name_parse(metric, &name, &ignored) && name.split == METRIC_BY_OWNER;
  struct groups groups = {0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *record = &r->record[k];
    size_t n;
    double *value = results_vector(r, k, metric, &n);
    if (value == NULL) continue;
    /* Nobody waits for itself, so "by P_j" says nothing of the observed process where that is the last one. */
    if (by_owner && record->observed == record->n && n > 0) n--;
    struct judgement judgement;
    judge_vector(clause, (double)record->n, value, n, known_of(metric, record_metric_complete(record, metric)),
                 &judgement);
    if (n > 0) enter(group_of(&groups, r, record), record, &judgement);
    free(value);
  }
  for (size_t k = 0; k < groups.keys.n; k++) report_group(&groups.group[k], metric, clause, list);
  lookup_free(&groups.keys);
  free(groups.group);
}

/* --- another metric ----------------------------------------------------------------------------------------------- */

static void judge_pairs(const struct results *r, const char *metric, const struct expect *clause, json_t *list)
{
  struct pair_verdicts all;
  pairs_judge(r, metric, clause, &all);
  for (size_t k = 0; k < all.n; k++) {
    const struct pair_verdict *v = &all.verdict[k];
    add_verdict(list, v->series, metric, clause->text, "", &v->judgement, scope_of_record(v->shown));
  }
  pair_verdicts_free(&all);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static bool is_property(const char *key)
{
  return property_of(key) != PROPERTY_NONE;
}

/* `r`: the records of this algorithm in this setting. */
static void judge_part(const struct results *r, const char *name, const char *property, const struct expect *clause,
                       json_t *list)
{
  struct property_trials trials;
  const struct record *shown = &r->record[0];
  property_trials(r, shown->algorithm, property, &trials);
  const struct property_finding found = property_find(trials.trial, trials.n);
  const size_t failure = found.shown;
  struct judgement judgement;
  char depth[GROWTH_TEXT] = "";
  if (failure == NOTHING_SHOWN) property_tell_depth(trials.trial, trials.n, depth, sizeof depth);
  judge_property(clause, property_of(property), trials.trial, trials.n, &judgement);
  if (trials.n > 0) shown = trials.trial[failure != NOTHING_SHOWN ? failure : trials.n - 1].record;
  add_verdict(list, name, property, clause->text, depth, &judgement, scope_of_record(shown));
  if (failure == NOTHING_SHOWN && found.explored + found.resting == 0 && found.sampled > 0)
    json_object_set_new(json_array_get(list, json_array_size(list) - 1), "samples",
                        json_integer((json_int_t)found.sampled));
  property_trials_free(&trials);
}

/* `r`: the records of this algorithm. A clause that is true where nothing goes wrong may be false where something does,
 * and one that is true with one clock may be false with another. */
static void judge_algorithm(const struct results *r, const char *algorithm, const char *property,
                            const struct expect *clause, json_t *list)
{
  struct results_parts parts;
  results_split(r, PARTS_BY_SETTING, &parts);
  for (size_t k = 0; k < parts.n; k++) {
    const char *setting = lookup_text(&parts.names, k);
    const bool plain = parts.n == 1 || setting[0] == '\0';
    char *name = mem_format("%s%s%s", algorithm, plain ? "" : ", ", plain ? "" : setting);
    judge_part(&parts.part[k], name, property, clause, list);
    free(name);
  }
  results_parts_free(&parts);
}

static void judge_algorithms(const struct results *r, const char *property, const struct expect *clause, json_t *list)
{
  const json_t *algorithms = json_object_get(r->config, "algorithms");
  struct results_parts parts;
  results_split(r, PARTS_BY_ALGORITHM, &parts);
  for (size_t k = 0; k < json_array_size(algorithms); k++) {
    const char *algorithm = json_string_value(json_array_get(algorithms, k));
    const struct results *part = results_part(&parts, algorithm);
    if (part != NULL) judge_algorithm(part, algorithm, property, clause, list);
  }
  results_parts_free(&parts);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static void judge_clause(const struct results *r, struct analyses *known, const char *key, const json_t *said,
                         json_t *list)
{
  struct expect clause;
  struct error ignored = {0};
  if (!expect_parse(clause_text(said), &clause, &ignored)) return; /* checked when the config was read */
  const size_t before = json_array_size(list);
  struct results meant = selection_of(r, clause_selection(said));
  if (is_property(key)) {
    judge_algorithms(&meant, key, &clause, list);
  } else if (clause.metric[0] != '\0') {
    judge_pairs(&meant, key, &clause, list);
  } else {
    judge_metric(r, known, key, &clause, clause_selection(said), list);
    if (json_array_size(list) == before) judge_vectors(&meant, key, &clause, list);
  }
  selection_free(&meant, r);
  if (json_array_size(list) > before) return;
  struct judgement nothing = {.outcome = OUTCOME_UNDECIDED, .reason = "no run has this metric"};
  add_verdict(list, "", key, clause.text, "", &nothing, json_null());
}

json_t *verdicts_json(const struct results *r, struct analyses *known)
{
  json_t *list = json_array(), *said;
  const json_t *clause;
  const char *key;
  json_object_foreach(json_object_get(r->config, "expect"), key, said) for (size_t k = 0;
                                                                            (clause = clause_at(said, k)) != NULL; k++)
    judge_clause(r, known, key, clause, list);
  return json_pack("{s:o}", "verdicts", list);
}

/* By a clause "fails", or by one that says when: "fails P2": "= danger". */
static bool is_expected_to_fail(const struct results *r, const struct record *record, const char *property)
{
  char *metric = mem_format("fails %s", property);
  const json_t *expect = json_object_get(r->config, "expect"), *clause;
  const json_t *said = json_object_get(expect, property), *when = json_object_get(expect, metric);
  free(metric);
  for (size_t k = 0; (clause = clause_at(when, k)) != NULL; k++)
    if (selection_allows(clause_selection(clause), record)) return true;
  for (size_t k = 0; (clause = clause_at(said, k)) != NULL; k++)
    if (strcmp(clause_text(clause), "fails") == 0 && selection_allows(clause_selection(clause), record)) return true;
  return false;
}

static bool says_fails(const json_t *says, const char *property)
{
  return strcmp(text_of(says, property), "no") == 0 ||
         (strcmp(property, "response") == 0 && strcmp(text_of(says, "response.max"), "unbounded") == 0);
}

/* By the row of a table that is about the algorithm in this setting. */
static bool is_said_to_fail(const struct results *r, const struct record *record, const char *property)
{
  const json_t *tables = json_object_get(r->config, "tables");
  for (size_t t = 0; t < json_array_size(tables); t++) {
    const json_t *rows = json_object_get(json_array_get(tables, t), "rows");
    for (size_t k = 0; k < json_array_size(rows); k++) {
      const json_t *row = json_array_get(rows, k);
      if (strcmp(text_of(row, "algorithm"), record->algorithm) == 0 &&
          strcmp(row_faults(row), record_faults(record)) == 0 && strcmp(row_time(row), record_time(record)) == 0 &&
          strcmp(row_order(row), record_order(record)) == 0 && says_fails(json_object_get(row, "says"), property))
        return true;
    }
  }
  return false;
}

/* An exploration decides more than an algorithm claims, and finds what is known of a wrong one; exclusion and
 * progress everybody claims, but where a table says that they fail, or where something goes wrong of which the
 * algorithm says nothing. */
static bool is_surprising(const struct results *r, const struct record *record, const char *property)
{
  const json_t *claims = json_object_get(json_object_get(r->algorithms, record->algorithm), "claims");
  const enum property_id id = property_of(property);
  if (is_said_to_fail(r, record, property) || !property_is_claimed_of(claims, record_faults(record), id)) return false;
  if (record->order[0] != '\0') return false; /* nobody claims anything where writes wait */
  if (!record_is_exploration(record)) return true;
  if (json_is_string(json_object_get(claims, "wrong"))) return false;
  if (json_is_true(json_object_get(claims, "timed")) && record->time[0] == '\0') return false;
  const enum property_claimed claimed = property_table[id].claimed;
  return claimed >= CLAIMED_ALWAYS || strcmp(text_of(claims, property), "yes") == 0;
}

/* The first record that breaks the property although nobody expects it; NULL: there is none. */
static const struct record *surprising(const struct results *r, const char *property)
{
  for (size_t k = 0; k < r->n; k++)
    if (record_broken(&r->record[k], property) != NULL && !is_expected_to_fail(r, &r->record[k], property) &&
        is_surprising(r, &r->record[k], property))
      return &r->record[k];
  return NULL;
}

enum exit_code verdicts_surprise(const struct results *r, char **why)
{
  for (uint32_t kind = PROPERTY_SAFETY; kind <= PROPERTY_STARVATION; kind++)
    for (uint32_t id = 0; id < N_PROPERTIES; id++) {
      const bool asked = property_table[id].kind == kind && property_table[id].claimed != CLAIMED_NOT;
      const struct record *broken = asked ? surprising(r, property_key(id)) : NULL;
      if (broken == NULL) continue;
      char *scope = record_scope(broken);
      *why = mem_format("%s is broken (%s) by: %s", property_key(id), record_broken(broken, property_key(id)), scope);
      free(scope);
      return property_exit(id);
    }
  return EXIT_OK;
}
