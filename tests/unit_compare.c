/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Series side by side: values that share a row, ratios, differences, values in one column only, the JSON.
 */
#include "results/analysis/compare.h"

#include <math.h>

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

/* A series written by hand: its scope is algorithm, adversary and kind. */
struct made {
  const char *algorithm, *adversary, *kind, *metric;
  size_t n;
  struct series_point point[3];
};

static struct series series_of(const struct made *m)
{
  return (struct series){.metric = (char *)m->metric,
                         .x_name = (char *)"N",
                         .fields = json_pack("{s:s, s:s?, s:s, s:s}", "algorithm", m->algorithm, "adversary",
                                             m->adversary, "kind", m->kind, "memory", "cc"),
                         .n = m->n,
                         .point = (struct series_point *)m->point};
}

static void add(struct comparison *c, const char *column, const char *key, const struct made *made, size_t n)
{
  struct series series[4];
  for (size_t k = 0; k < n; k++) series[k] = series_of(&made[k]);
  comparison_add(c, column, key, &(struct series_list){n, series});
  for (size_t k = 0; k < n; k++) json_decref(series[k].fields);
}

static void test_by_algorithm(void **state)
{
  (void)state;
  static const struct made made[] = {
    {"a", "greedy", "sample", "rmr.max", 2, {{.x = 2, .value = 4, .complete = true}, {.x = 8, .value = 10}}},
    {"a", "random", "sample", "rmr.max", 1, {{.x = 2, .value = 8, .complete = true}}},
    {"b",
     "greedy",
     "sample",
     "rmr.max",
     3,
     {{.x = 2, .value = 6, .complete = true},
      {.x = 4, .value = 7, .complete = true},
      {.x = 8, .value = 10, .complete = true}}},
    {"b", "random", "sample", "rmr.max", 1, {{.x = 2, .value = INFINITY, .complete = true}}},
  };
  static const double x[] = {2, 4, 8, 2};
  struct comparison c = {0};
  add(&c, NULL, "algorithm", made, 4);
  comparison_end(&c);
  assert_int_equal(c.n_columns, 2);
  assert_string_equal(c.column[0], "a");
  assert_int_equal(c.n, 4); /* the row of N = 4, which the first series lacks, stands between its neighbours */
  for (size_t k = 0; k < 4; k++) assert_true(c.row[k].x == x[k]);
  assert_true(comparison_ratio(&c, 0, 1) == 1.5 && comparison_ratio(&c, 0, 0) == 1);
  assert_true(isnan(comparison_ratio(&c, 1, 1))); /* missing */
  assert_true(isnan(comparison_ratio(&c, 2, 1))); /* a lower bound */
  assert_true(isnan(comparison_ratio(&c, 3, 1))); /* unbounded */
  assert_int_equal(comparison_only(&c, 1), 1);
  assert_int_equal(comparison_only(&c, 0), 2);
  assert_true(comparison_differs(&c, 2)); /* both are 10, but one is a bound */
  assert_string_equal(json_string_value(json_object_get(c.row[3].setting, "adversary")), "random");
  assert_null(json_object_get(c.row[3].setting, "memory"));
  assert_string_equal(json_string_value(json_object_get(c.common, "memory")), "cc");
  assert_null(json_object_get(c.common, "algorithm"));
  json_t *json = comparison_json(&c, false), *row = json_array_get(json_object_get(json, "rows"), 3);
  assert_string_equal(json_string_value(json_array_get(json_object_get(row, "values"), 1)), "unbounded");
  assert_true(json_is_null(json_array_get(json_object_get(row, "ratios"), 1)));
  assert_int_equal(json_integer_value(json_object_get(json, "differ")), 4);
  json_decref(json);
  comparison_free(&c);
}

/* A bound that has become exact stands in the row of the exact value; a column may be empty. */
static void test_by_directory(void **state)
{
  (void)state;
  static const struct made old[] = {{"a", NULL, "lower bound", "rmr.max", 1, {{.x = 3, .value = 9}}},
                                    {"b", NULL, "exact", "rmr.max", 1, {{.x = 3, .value = 5, .complete = true}}},
                                    {"b", NULL, "exact", "states", 1, {{.x = 3, .value = 0, .complete = true}}}},
                           new[] = {{"a", NULL, "exact", "rmr.max", 1, {{.x = 3, .value = 12, .complete = true}}},
                                    {"b", NULL, "exact", "rmr.max", 1, {{.x = 3, .value = 5, .complete = true}}},
                                    {"b", NULL, "exact", "states", 1, {{.x = 3, .value = 7, .complete = true}}}};
  struct comparison c = {0};
  add(&c, "old", NULL, old, 3);
  add(&c, "new", NULL, new, 3);
  add(&c, "none", NULL, new, 0);
  comparison_end(&c);
  assert_int_equal(c.n, 3);
  assert_int_equal(c.n_columns, 3);
  assert_true(comparison_cell(&c, 0, 1).value == 12 && !comparison_cell(&c, 0, 0).complete);
  assert_false(comparison_cell(&c, 0, 2).there);
  assert_true(comparison_ratio(&c, 1, 1) == 1);
  assert_true(isnan(comparison_ratio(&c, 2, 1))); /* by zero */
  comparison_free(&c);

  add(&c, "old", NULL, old + 1, 1);
  add(&c, "new", NULL, new, 2);
  comparison_end(&c);
  assert_false(comparison_differs(&c, 0));
  json_t *json = comparison_json(&c, true);
  assert_int_equal(json_array_size(json_object_get(json, "rows")), 1); /* the row that is the same is left out */
  json_decref(json);
  comparison_free(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_algorithm), cmocka_unit_test(test_by_directory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
