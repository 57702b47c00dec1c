/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_tables.c: whether the tables of a config agree with it and with themselves. A cell for which nothing is ever
 * run, or a claim about a column that is not there, is a slip of the pen.
 */
#include <string.h>

#include "base/suggest.h"
#include "experiments/config/cross_checks.h"
#include "results/columns.h"
#include "results/config_axes.h"
#include "results/load.h"

struct inquiry {
  const struct source *source;
  const json_t *config;
  struct error *e;
};

static const char *text_at(const json_t *list, size_t k)
{
  return json_string_value(json_array_get(list, k));
}

static bool columns_agree(const struct inquiry *q, const json_t *table, const struct place *place)
{
  const json_t *names = json_object_get(table, "columns"), *memories = json_object_get(q->config, "memories");
  const struct place list = PLACE_KEY(place, "columns");
  for (size_t k = 0; k < json_array_size(names); k++) {
    const struct place at = PLACE_ITEM(&list, k);
    struct column column;
    if (!column_of(text_at(names, k), &column)) continue; /* it was checked before */
    for (size_t i = 0; i < k; i++)
      if (strcmp(text_at(names, i), column.name) == 0)
        return source_fail(q->source, &at, false, q->e, "\"%s\" is in \"columns\" already; expected each once",
                           column.name);
    if (column.kind == COLUMN_RMR && !list_has_text(memories, column.memory))
      return source_fail(q->source, &at, false, q->e,
                         "nothing is run in the memory model of \"%s\"; expected \"%s\" in "
                         "\"memories\"",
                         column.name, column.memory);
  }
  return true;
}

static bool says_agrees(const struct inquiry *q, const json_t *names, const json_t *says, const struct place *place)
{
  const char *key;
  json_t *said;
  json_object_foreach((json_t *)says, key, said)
  {
    const struct place at = PLACE_KEY(place, key);
    if (list_has_text(names, key)) continue;
    return source_fail(q->source, &at, true, q->e,
                       "\"%s\" is not among the \"columns\" of this table; expected one of "
                       "those",
                       key);
  }
  return true;
}

static bool row_agrees(const struct inquiry *q, const json_t *table, const json_t *row, const struct place *place)
{
  const json_t *algorithms = json_object_get(q->config, "algorithms");
  const char *algorithm = json_string_value(json_object_get(row, "algorithm"));
  const struct place named = PLACE_KEY(place, "algorithm"), says = PLACE_KEY(place, "says");
  if (algorithm == NULL && json_object_get(row, "label") == NULL)
    return source_fail(q->source, place, false, q->e,
                       "a row without \"algorithm\" has no name; expected a \"label\" such as \"Takamura et al. I\"");
  if (algorithm != NULL && !list_has_text(algorithms, algorithm)) {
    const char *near = consistency_nearest(algorithms, algorithm);
    return source_fail(q->source, &named, false, q->e, "\"%s\" is not among the \"algorithms\" of this config%s%s%s",
                       algorithm, near != NULL ? "; did you mean \"" : "; expected one of those",
                       near != NULL ? near : "", near != NULL ? "\"?" : "");
  }
  static const enum config_axis settings[] = {AXIS_FAULTS, AXIS_TIME, AXIS_ORDER, AXIS_ADVERSARY};
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    const struct config_axis_keys *axis = &config_axes[settings[k]];
    const json_t *one = json_object_get(row, axis->key);
    const struct place at = PLACE_KEY(place, axis->key);
    if (one != NULL && !list_has_text(json_object_get(q->config, axis->list), json_string_value(one)))
      return source_fail(q->source, &at, false, q->e,
                         "\"%s\" is not among the \"%s\" of this config; expected one of those", json_string_value(one),
                         axis->list);
  }
  return says_agrees(q, json_object_get(table, "columns"), json_object_get(row, "says"), &says);
}

static bool table_agrees(const struct inquiry *q, const json_t *table, const struct place *place)
{
  const json_t *rows = json_object_get(table, "rows");
  const struct place list = PLACE_KEY(place, "rows");
  if (!columns_agree(q, table, place)) return false;
  if (json_array_size(rows) == 0)
    return source_fail(q->source, &list, false, q->e,
                       "\"rows\" is empty; expected at least one, for example "
                       "[{\"algorithm\": \"glb\"}]");
  for (size_t k = 0; k < json_array_size(rows); k++) {
    const struct place at = PLACE_ITEM(&list, k);
    if (!row_agrees(q, table, json_array_get(rows, k), &at)) return false;
  }
  return true;
}

bool check_tables(const struct source *source, const json_t *config, struct error *e)
{
  const struct inquiry q = {source, config, e};
  const struct place root = PLACE_ROOT, list = PLACE_KEY(&root, "tables");
  const json_t *tables = json_object_get(config, "tables");
  for (size_t k = 0; k < json_array_size(tables); k++) {
    const struct place at = PLACE_ITEM(&list, k), named = PLACE_KEY(&at, "name");
    const json_t *name = json_object_get(json_array_get(tables, k), "name");
    for (size_t i = 0; i < k; i++)
      if (json_equal(name, json_object_get(json_array_get(tables, i), "name")))
        return source_fail(source, &named, false, e, "there is a table \"%s\" already; expected another name",
                           json_string_value(name));
    if (!table_agrees(&q, json_array_get(tables, k), &at)) return false;
  }
  return true;
}
