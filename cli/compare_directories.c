/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare_directories.c: the results in directories: their series, and the verdicts of their explorations on
 * properties.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/comparison.h"
#include "results/scope.h"
#include "results/selection.h"

/* --- series ------------------------------------------------------------------------------------------------------- */

static bool is_wanted_series(const struct compare_options *o, const struct series *s)
{
  return (o->algorithm == NULL || strcmp(o->algorithm, s->algorithm) == 0) &&
         (o->adversary == NULL || strcmp(o->adversary, s->adversary) == 0) &&
         (o->memory == NULL || strcmp(o->memory, s->memory) == 0);
}

/* The wanted series of a directory, at the end of the list; their names tell whose they are. */
static void take_series(const struct compare_options *o, const char *directory, struct series_list *from,
                        struct series_list *all)
{
  all->series = mem_grow(all->series, all->n + from->n + 1, sizeof *all->series);
  for (size_t k = 0; k < from->n; k++) {
    struct series *s = &from->series[k];
    char *name = mem_format("%s: %s", directory, s->name);
    free(s->name);
    s->name = name;
    if (is_wanted_series(o, s))
      all->series[all->n++] = *s;
    else
      series_free(s);
  }
  free(from->series);
}

static bool asks_for_all(const struct compare_options *o)
{
  for (size_t m = 0; m < o->n_metrics; m++)
    if (strcmp(o->metric[m], "all") == 0) return true;
  return false;
}

void compare_series(const struct compare_options *o, size_t column, const struct results *r, const char *x,
                    struct comparison *c, struct series_list *all)
{
  const char *directory = o->contender[column];
  static const char *const usual[] = {"rmr.max"};
  const char **every = NULL;
  const char *const *metric = o->n_metrics > 0 ? o->metric : usual;
  size_t n = o->n_metrics > 0 ? o->n_metrics : 1;
  struct series_list list;
  if (asks_for_all(o)) metric = every = results_metrics(r, &n);
  struct wish *wish = wishes_for(metric, n);
  results_series_of(r, wish, n, x, &list);
  free(wish);
  const size_t before = all->n;
  take_series(o, directory, &list, all);
  comparison_add(c, directory, NULL, &(struct series_list){all->n - before, all->series + before});
  free(every);
}

/* --- verdicts ----------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct compare_options *o, const struct record *r)
{
  return (o->algorithm == NULL || strcmp(o->algorithm, r->algorithm) == 0) && o->adversary == NULL &&
         (o->memory == NULL || strcmp(o->memory, r->memory) == 0);
}

/* The verdicts on one property in one setting. */
static json_t *entry_of(json_t *entries, const struct record *r, const char *property, size_t columns)
{
  json_t *scope = scope_of_record(r);
  json_object_del(scope, "kind");
  char *text = json_dumps(scope, JSON_COMPACT | JSON_SORT_KEYS), *key = mem_format("%s %s", property, text);
  json_t *entry = json_object_get(entries, key);
  if (entry == NULL) {
    json_t *verdicts = json_array();
    for (size_t k = 0; k < columns; k++) json_array_append_new(verdicts, json_null());
    entry = json_pack("{s:s, s:O, s:o}", "property", property, "scope", scope, "verdicts", verdicts);
    json_object_set_new(entries, key, entry);
  }
  free(text);
  free(key);
  json_decref(scope);
  return entry;
}

void compare_verdicts(const struct compare_options *o, size_t column, const struct results *r, json_t *entries)
{
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (!is_wanted(o, one)) continue;
    for (size_t j = 0; j < one->n_judged; j++) {
      json_t *entry = entry_of(entries, one, one->judged[j].property, o->n_contenders);
      json_array_set_new(json_object_get(entry, "verdicts"), column, json_string(one->judged[j].verdict.text));
    }
  }
}

json_t *compare_verdicts_end(json_t *entries)
{
  json_t *out = json_array(), *entry;
  const char *key;
  json_object_foreach(entries, key, entry)
  {
    const json_t *verdicts = json_object_get(entry, "verdicts"), *first = json_array_get(verdicts, 0);
    bool differ = false;
    for (size_t k = 1; k < json_array_size(verdicts); k++)
      differ = differ || !json_equal(first, json_array_get(verdicts, k));
    if (differ) json_array_append(out, entry);
  }
  json_decref(entries);
  return out;
}

void compare_verdicts_print(const struct compare_options *o, const json_t *differing, FILE *out)
{
  for (size_t k = 0; k < json_array_size(differing); k++) {
    const json_t *entry = json_array_get(differing, k), *verdicts = json_object_get(entry, "verdicts");
    char *scope = scope_words(json_object_get(entry, "scope"));
    fprintf(out, "%s: %s\n", text_of(entry, "property"), scope);
    for (size_t i = 0; i < o->n_contenders; i++) {
      const char *text = json_string_value(json_array_get(verdicts, i));
      fprintf(out, "  %s: %s\n", o->contender[i], text != NULL ? text : "missing");
    }
    free(scope);
  }
}
