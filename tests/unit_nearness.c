/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How near simulations come to exact values: the pairs, each verdict, and its words in the report and the JSON.
 */
#include <math.h>

#include "plots/report/report.h"
#include "results/tightness.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static void load(const char *directory, struct results *r)
{
  struct error e = {0};
  assert_true(results_load(directory, r, &e));
}

static void test_pairs(void **state)
{
  static const struct {
    const char *algorithm;
    double worst, reached, ratio;
    enum tightness_verdict verdict;
  } expected[] = {
    {"met", 5, 5, 1, NEARNESS_MET},
    {"near", 20, 18, 0.9, NEARNESS_NEAR},    /* a run cut short reached it: it can be reached */
    {"short", 20, 17, 0.85, NEARNESS_SHORT}, /* the 19 are of another number of passages */
    {"above", 10, 11, 1.1, NEARNESS_ABOVE},
    {"endless", INFINITY, 400, NAN, NEARNESS_UNBOUNDED},
    {"cut", 10, 9, NAN, NEARNESS_NOT_EXACT},
    {"met", 7, 6, 6.0 / 7, NEARNESS_SHORT}, /* dsm */
  };
  struct results r;
  struct tightness_list list;
  char *directory = copy_of("near", *state);
  load(directory, &r);
  results_tightness(&r, &list);
  assert_int_equal(list.n,
                   sizeof expected / sizeof expected[0]); /* neither of one observed process, nor without simulations */
  for (size_t k = 0; k < list.n; k++) {
    const struct tightness *p = &list.pair[k];
    assert_string_equal(p->exact->algorithm, expected[k].algorithm);
    assert_true(p->worst == expected[k].worst && p->reached == expected[k].reached);
    assert_int_equal(p->verdict, expected[k].verdict);
    assert_true(isnan(expected[k].ratio) ? isnan(p->ratio) : fabs(p->ratio - expected[k].ratio) < 1e-12);
  }
  assert_string_equal(list.pair[0].nearest->adversary, "greedy"); /* of equals the earliest task */
  tightness_list_free(&list);
  results_free(&r);
  free(directory);
}

static void test_json(void **state)
{
  struct results r;
  struct tightness_list list;
  char *directory = copy_of("near", *state);
  load(directory, &r);
  results_tightness(&r, &list);
  json_t *json = tightness_json(&list), *pairs = json_object_get(json, "pairs"), *endless = json_array_get(pairs, 4);
  assert_true(json_number_value(json_object_get(json, "wanted")) == NEARNESS_WANTED);
  assert_int_equal(json_array_size(pairs), list.n);
  assert_string_equal(json_string_value(json_object_get(endless, "worst")), "unbounded");
  assert_true(json_is_null(json_object_get(endless, "ratio")));
  assert_string_equal(json_string_value(json_object_get(endless, "verdict")), "unbounded");
  assert_int_equal(json_integer_value(json_object_get(json_array_get(pairs, 2), "reached")), 17);
  assert_false(json_is_true(json_object_get(json_array_get(pairs, 5), "exact")));
  json_decref(json);
  tightness_list_free(&list);
  results_free(&r);
  free(directory);
}

static void test_report(void **state)
{
  struct error e = {0};
  char *directory = copy_of("near", *state);
  assert_true(report_write(directory, &e));
  char *page = read_whole(directory, "report", ".html");
  static const char *const wanted[] = {
    ">Simulated and exact worst cases</a></h3>",
    "3 of 5 reach 90 % of the exact value",
    "<td>random</td><td class=\"number\">85 %</td><td>falls short</td>",
    "<td class=\"number\">unbounded</td><td class=\"number\">400</td><td>random</td><td class=\"number\">–</td>",
    "<td class=\"number\">≥ 10</td>",
    "110 %</td><td>above: a passage after the first",
    "Where each makes more, they are not quite",
  };
  for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
    if (strstr(page, wanted[k]) == NULL) fail_msg("the page lacks: %s", wanted[k]);
  free(page);
  free(directory);
}

/* Nothing is said where nothing was both explored and simulated. */
static void test_no_pairs(void **state)
{
  struct error e = {0};
  char *directory = copy_of("small", *state);
  assert_true(report_write(directory, &e));
  char *page = read_whole(directory, "report", ".html");
  assert_null(strstr(page, "Simulated and exact"));
  free(page);
  free(directory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(test_pairs),
    IN_DIRECTORY(test_json),
    IN_DIRECTORY(test_report),
    IN_DIRECTORY(test_no_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
