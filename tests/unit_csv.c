/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_csv.c: series from CSV files under tests/data/results, as rmr, a spreadsheet, pandas or R may have written them;
 * bad-* are refused, with the place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "results/load.h"
#include "tests/here.h"

#include <cmocka.h> /* last: it defines a macro called fail */

static void load_series(const char *name, struct series_list *list)
{
  struct error e = {0};
  char *path = here_results(name);
  assert_true(series_load(path, list, &e));
  free(path);
}

struct refusal {
  const char *name; /* directory or file under tests/data/results */
  int line, column;
  const char *words;
};

static void test_csv(void **state)
{
  (void)state;
  struct series_list list;
  load_series("good.csv", &list);
  assert_int_equal(list.n, 2);
  assert_string_equal(list.series[0].name, "a, b");
  assert_string_equal(list.series[1].name, "say \"hi\"");
  assert_int_equal(list.series[0].n, 2);
  assert_true(list.series[0].point[0].x == 2 && list.series[0].point[0].value == 11);
  assert_int_equal(list.series[0].point[0].repetitions, 2);
  assert_true(list.series[0].point[1].x == 4 && list.series[0].point[1].value == 20);
  series_list_free(&list);
}

/* As rmr, pandas and R write them, and a spreadsheet. */
static void test_incomplete_points(void **state)
{
  (void)state;
  struct series_list list;
  load_series("complete.csv", &list);
  assert_int_equal(list.n, 1);
  assert_int_equal(list.series[0].n, 8);
  for (size_t k = 0; k < 8; k++) assert_int_equal(list.series[0].point[k].complete, k % 2 == 0);
  series_list_free(&list);
}

/* Repetitions are pooled as the records of the metric are. */
static void test_pooled_by_metric(void **state)
{
  (void)state;
  static const struct {
    const char *metric;
    double value;
  } expected[] = {{"rmr.mean", 12}, {"rmr.max", 15}, {"gap.min", 9}, {"", 3}};
  struct series_list list;
  load_series("pooled.csv", &list);
  assert_int_equal(list.n, 4);
  for (size_t k = 0; k < 4; k++) {
    assert_string_equal(list.series[k].metric, expected[k].metric);
    assert_true(list.series[k].point[0].x == 2 && list.series[k].point[0].value == expected[k].value);
  }
  assert_int_equal(list.series[0].n, 2);
  assert_true(list.series[0].point[1].value == 30 && list.series[0].point[0].repetitions == 3);
  series_list_free(&list);
}

static const struct refusal refused_tables[] = {
  {"bad-number.csv", 3, 3, "expected a number, not \"four\""},
  {"bad-column.csv", 1, 1, "no column \"value\"; did you mean this by \"values\"?"},
  {"bad-column-twice.csv", 1, 16, "a second column \"value\""},
  {"bad-cells.csv", 3, 1, "has 2 cells, the first line has 3"},
  {"bad-complete.csv", 3, 7, "expected true or false, not \"no\""},
  {"bad-quote.csv", 2, 5, "has no end"},
  {"bad-after-quote.csv", 2, 4, "after a quoted cell"},
  {"none.csv", 0, 0, "cannot be read"},
};

static void test_bad_tables_are_refused(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof refused_tables / sizeof refused_tables[0]; k++) {
    const struct refusal *want = &refused_tables[k];
    struct series_list list;
    struct error e = {0};
    char *path = here_results(want->name);
    assert_false(series_load(path, &list, &e));
    assert_int_equal(e.line, want->line);
    assert_int_equal(e.column, want->column);
    assert_non_null(strstr(e.text, want->words));
    assert_int_equal(list.n, 0);
    free(path);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_csv), cmocka_unit_test(test_incomplete_points),
                                     cmocka_unit_test(test_pooled_by_metric),
                                     cmocka_unit_test(test_bad_tables_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
