/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * walk_expect.c: the clauses of a config: each is about a property or a metric, and its text is one for that.
 */
#include <string.h>

#include "experiments/config/check.h"
#include "experiments/config/metric.h"
#include "experiments/config/spot.h"
#include "experiments/config/walk.h"
#include "results/expect.h"

/* One number is compared with one, and one per process with one per process. */
static bool check_compared(const struct spot *spot, const char *key, const struct metric *metric,
                           const struct expect *clause)
{
  struct metric other;
  struct error inner = {0};
  if (!metric_parse(clause->metric, &other, &inner))
    return source_pass_on(spot->source, spot->place, false, &inner, spot->e);
  if (other.name.split == metric->name.split) return true;
  return source_fail(spot->source, spot->place, false, spot->e,
                     "\"%s\" cannot be compared with \"%s\"; expected both of one number, or both by process", key,
                     clause->metric);
}

/* One number per process is compared with a formula in N and j; a single number knows no j. */
static bool check_shape(const struct spot *spot, const char *key, const struct expect *clause)
{
  struct metric metric;
  struct error ignored = {0};
  metric_parse(key, &metric, &ignored);
  if (clause->metric[0] != '\0') return check_compared(spot, key, &metric, clause);
  if (metric.name.split == METRIC_NUMBER && clause->formula.uses_j)
    return source_fail(spot->source, spot->place, false, spot->e,
                       "\"%s\" is one number, so \"%s\" has no j; expected a formula in N", key, clause->text);
  if (metric.name.split != METRIC_NUMBER && !expect_is_pointwise(clause->kind))
    return source_fail(
      spot->source, spot->place, false, spot->e,
      "\"%s\" is one number per process; expected a comparison such as \"= j\" or \"<= N\", not \"%s\"", key,
      clause->text);
  return true;
}

/* `key` is what the clause speaks of. */
static bool walk_clause_text(const struct spot *spot, const char *key, const json_t *value)
{
  struct error inner = {0};
  struct expect clause;
  if (!json_is_string(value)) {
    char text[80];
    return source_fail(
      spot->source, spot->place, false, spot->e,
      "a clause must be a text such as \"O(N)\", \"= N(N-1)/2\" or \"holds\", or a list of these, not %s",
      spot_found(value, text));
  }
  if (!expect_parse(json_string_value(value), &clause, &inner))
    return source_fail(spot->source, spot->place, false, spot->e, "\"%.80s\": %s", json_string_value(value),
                       inner.text);
  if (check_is_property(key) && expect_is_property(clause.kind)) return true;
  if (!check_is_property(key) && !expect_is_property(clause.kind)) return check_shape(spot, key, &clause);
  if (check_is_property(key))
    return source_fail(
      spot->source, spot->place, false, spot->e,
      "%s is a property; expected \"holds\", \"holds for K passages\", \"holds (complete)\" or \"fails\", not "
      "\"%s\"",
      key, clause.text);
  return source_fail(spot->source, spot->place, false, spot->e,
                     "\"%s\" is a number; expected a clause such as \"O(N)\" or \"<= 7N+3\", not \"%s\"", key,
                     clause.text);
}

/* A text, or {"clause": ..., "series": ...}. */
static json_t *walk_clause(const struct spot *spot, const char *key, const json_t *value)
{
  struct spot inside = *spot;
  const struct place place = PLACE_KEY(spot->place, "clause");
  if (!json_is_object(value)) return walk_clause_text(spot, key, value) ? json_copy((json_t *)value) : NULL;
  json_t *out = walk_object(spot->source, spot->field->members, spot->drives, value, spot->place, spot->e);
  inside.place = &place;
  if (out == NULL || walk_clause_text(&inside, key, json_object_get(out, "clause"))) return out;
  json_decref(out);
  return NULL;
}

static json_t *walk_expectation(const struct spot *spot, const char *key, const json_t *value)
{
  struct error inner = {0};
  if (!check_is_property(key) && !check_metric(key, &inner))
    return source_pass_on(spot->source, spot->place, true, &inner, spot->e), NULL;
  if (!json_is_array(value)) return walk_clause(spot, key, value);
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(value); k++) {
    struct spot item = *spot;
    const struct place place = PLACE_ITEM(spot->place, k);
    item.place = &place;
    json_t *clause = walk_clause(&item, key, json_array_get(value, k));
    if (clause == NULL) return json_decref(out), NULL;
    json_array_append_new(out, clause);
  }
  return out;
}

json_t *walk_clauses(const struct spot *spot, const json_t *value)
{
  if (!json_is_object(value)) return spot_wrong_type(spot, value), NULL;
  const char *key;
  json_t *said, *out = json_object();
  json_object_foreach((json_t *)value, key, said)
  {
    struct spot member = *spot;
    const struct place place = PLACE_KEY(spot->place, key);
    member.place = &place;
    json_t *done = walk_expectation(&member, key, said);
    if (done == NULL) return json_decref(out), NULL;
    json_object_set_new(out, key, done);
  }
  return out;
}
