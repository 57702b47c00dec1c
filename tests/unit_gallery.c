/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gallery: curves and their steepness, labels that do not overlap, and the figure of a directory.
 */
#include <math.h>

#include "plots/classes.h"
#include "plots/curves.h"
#include "plots/figure.h"
#include "plots/plots.h"
#include "plots/report/report.h"
#include "plots/spread.h"
#include "results/seal.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

/* ---- curves ---- */

static void find_curves(const struct series_list *worst, struct curves *c)
{
  struct analyses *known = analyses_new();
  curves_of(worst, NULL, known, c);
  analyses_free(known);
}

/* The worst cases of tests/data/results/gallery in cc, as curves; the caller frees all three. */
static void load_curves(const char *directory, struct results *r, struct series_list *worst, struct curves *c)
{
  struct error e = {0};
  assert_true(results_load(directory, r, &e));
  size_t n = 0;
  while (strcmp(r->record[n].memory, "cc") == 0) n++;
  struct results cc = *r;
  cc.n = n;
  results_worst(&cc, "rmr.max", worst);
  find_curves(worst, c);
}

static void test_curves(void **state)
{
  static const struct {
    const char *names, *growth;
    enum steepness steepness;
    bool decided;
  } expected[] = {
    {"flat, twin", "5", STEEP_FLAT, true}, /* equal ones are one curve */
    {"line", "4N+3", STEEP_LINEAR, true},      {"square", "N²+3N-4", STEEP_SQUARE, true},
    {"rough", "≈ N^0.65", STEEP_BELOW, false}, {"endless", "", STEEP_UNBOUNDED, true},
  };
  struct results r;
  struct series_list worst;
  struct curves c;
  char *directory = copy_of("gallery", *state);
  load_curves(directory, &r, &worst, &c);
  assert_int_equal(c.n, sizeof expected / sizeof expected[0]);
  for (size_t k = 0; k < c.n; k++) {
    assert_string_equal(c.curve[k].names, expected[k].names);
    assert_string_equal(c.curve[k].growth, expected[k].growth);
    assert_int_equal(c.curve[k].steepness, expected[k].steepness);
    assert_int_equal(c.curve[k].decided, expected[k].decided);
  }
  const struct curve *line = &c.curve[1];
  assert_int_equal(line->n, 8);
  assert_true(line->point[0].value == 12 && line->point[0].complete); /* the exact value is the larger one */
  assert_true(line->point[1].value == 15 && !line->point[1].complete);
  curves_free(&c);
  series_list_free(&worst);
  results_free(&r);
  free(directory);
}

/* One series with so many points of value(N). */
static struct series series_of(struct series_point *point, size_t n, enum value_kind kind, double first, double factor)
{
  for (size_t k = 0; k < n; k++)
    point[k] = (struct series_point){.x = (double)(k + 2), .value = first + factor * (double)k, .complete = true};
  return (struct series){.algorithm = "a",
                         .faults = "none",
                         .time = "none",
                         .order = "sc",
                         .metric = "rmr.max",
                         .x_name = "N",
                         .kind = kind,
                         .n = n,
                         .point = point};
}

static void test_simulated_above_exact_is_open(void **state)
{
  (void)state;
  struct series_point exact[2], bound[2];
  struct series series[] = {series_of(exact, 2, KIND_EXACT, 10, 1), series_of(bound, 2, KIND_LOWER_BOUND, 11, 0)};
  struct curves c;
  find_curves(&(struct series_list){2, series}, &c);
  assert_int_equal(c.n, 1);
  assert_true(c.curve[0].point[0].value == 11 && !c.curve[0].point[0].complete);
  assert_true(c.curve[0].point[1].value == 11 && c.curve[0].point[1].complete); /* equal to the exact value: exact */
  assert_int_equal(c.curve[0].steepness, STEEP_UNTOLD);
  assert_string_equal(c.curve[0].growth, "");
  curves_free(&c);
}

/* The costs of passages where something goes wrong are another curve. */
static void test_faults_are_told_apart(void **state)
{
  (void)state;
  struct series_point good[2], bad[2], more[2];
  struct series series[] = {series_of(good, 2, KIND_EXACT, 10, 1), series_of(bad, 2, KIND_EXACT, 12, 1),
                            series_of(more, 2, KIND_LOWER_BOUND, 13, 1)};
  struct curves c;
  series[1].faults = series[2].faults = "stop:1";
  find_curves(&(struct series_list){3, series}, &c);
  assert_int_equal(c.n, 2);
  assert_string_equal(c.curve[0].names, "a");
  assert_true(c.curve[0].point[1].value == 11 && c.curve[0].point[1].complete);
  assert_string_equal(c.curve[1].names, "a (faults stop:1)");
  assert_true(c.curve[1].point[1].value == 14 && !c.curve[1].point[1].complete);
  curves_free(&c);
  series[1].faults = series[2].faults = "none";
  series[1].order = series[2].order = "tso";
  find_curves(&(struct series_list){3, series}, &c);
  assert_string_equal(c.curve[0].names, "a");
  assert_string_equal(c.curve[1].names, "a (order tso)");
  curves_free(&c);
}

static void test_three_values_have_no_slope(void **state)
{
  (void)state;
  struct curves c;
  struct series_point three[3], four[4];
  struct series bent[] = {series_of(three, 3, KIND_EXACT, 8, 1), series_of(four, 4, KIND_EXACT, 8, 1)};
  three[2].value = four[3].value = 9;
  find_curves(&(struct series_list){1, bent}, &c);
  assert_int_equal(c.curve[0].steepness, STEEP_UNTOLD);
  curves_free(&c);
  find_curves(&(struct series_list){1, bent + 1}, &c);
  assert_true(c.curve[0].steepness == STEEP_BELOW && !c.curve[0].decided);
  curves_free(&c);
}

/* Of those that reach as far the exact ones tell how steep; a lower bound of an exploration is one among others. */
static void test_who_tells(void **state)
{
  (void)state;
  struct series_point exact[6], found[6], bound[6];
  struct series series[] = {series_of(found, 6, KIND_LOWER_BOUND, 1, 0), series_of(bound, 6, KIND_LOWER_BOUND, 2, 0),
                            series_of(exact, 6, KIND_EXACT, 10, 5)};
  struct curves c;
  find_curves(&(struct series_list){3, series}, &c);
  assert_string_equal(c.curve[0].growth, "5N");
  assert_true(c.curve[0].point[5].value == 35 && c.curve[0].point[5].complete);
  curves_free(&c);
  find_curves(&(struct series_list){2, series}, &c);
  assert_true(c.curve[0].point[0].value == 2 && !c.curve[0].point[0].complete);
  curves_free(&c);
}

/* A law stands beside no curve with a point that it misses: there its class does, or the law of the drawn points. */
static void test_laws_meet_all_points(void **state)
{
  (void)state;
  struct series_point exact[3], bound[6], late[8], first[1];
  struct series series[] = {series_of(exact, 3, KIND_EXACT, 6, 9), series_of(bound, 6, KIND_LOWER_BOUND, 3, 1)};
  struct series from[] = {series_of(first, 1, KIND_EXACT, 12, 0), series_of(late, 8, KIND_LOWER_BOUND, 3, 1)};
  struct curves c;
  find_curves(&(struct series_list){1, series + 1}, &c);
  assert_string_equal(c.curve[0].growth, "N+1");
  curves_free(&c);
  find_curves(&(struct series_list){2, series}, &c);
  assert_string_equal(c.curve[0].growth, "~ N");
  curves_free(&c);
  find_curves(&(struct series_list){2, from}, &c);
  assert_string_equal(c.curve[0].growth, "N+1");
  curves_free(&c);
}

static void test_formula_shown(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
    {"N^2+3N-4", "N²+3N-4"}, {"N^3", "N³"}, {"2N^20+N^2", "2N^20+N²"}, {"N^2.5", "N^2.5"}, {"5", "5"}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char *shown = growth_formula_shown(cases[k][0]);
    assert_string_equal(shown, cases[k][1]);
    free(shown);
  }
}

/* ---- labels ---- */

static void check_spread(size_t n, const double *wanted, double height, const double *expected)
{
  double heights[8] = {0}, at[8];
  for (size_t k = 0; k < n; k++) heights[k] = height;
  spread(n, wanted, heights, 0, 10, at);
  for (size_t k = 0; k < n; k++)
    if (fabs(at[k] - expected[k]) > 1e-9) fail_msg("label %zu is at %g, not at %g", k, at[k], expected[k]);
}

static void test_labels_move_apart(void **state)
{
  (void)state;
  check_spread(3, (const double[]){1, 4, 8}, 1, (const double[]){1, 4, 8}); /* no need */
  check_spread(2, (const double[]){5, 5}, 1, (const double[]){4.5, 5.5});   /* both give way */
  check_spread(3, (const double[]){5, 5, 6.4}, 1,
               (const double[]){4.4666666666666668, 5.4666666666666668, 6.4666666666666668});
  check_spread(2, (const double[]){0, 0.2}, 1, (const double[]){0.5, 1.5}); /* kept inside */
  check_spread(2, (const double[]){9.9, 10}, 2, (const double[]){7, 9});
  check_spread(3, (const double[]){0, 5, 10}, 4, (const double[]){2, 6, 10}); /* no room: above the top */
}

/* ---- the figure ---- */

static void test_plan(void **state)
{
  struct evaluation v;
  struct figure_list list;
  struct error e = {0};
  char *directory = copy_of("gallery", *state);
  assert_true(evaluation_load(directory, &v, &e) && figures_plan(&v, &list, &e));
  static const char *const names[] = {"gallery-rmr.max-cc", "gallery-rmr.max-dsm", "one", "endless"};
  assert_int_equal(list.n, sizeof names / sizeof names[0]);
  for (size_t k = 0; k < list.n; k++) assert_string_equal(list.figure[k].name, names[k]);
  assert_string_equal(list.figure[1].title, "Worst cases: RMRs per passage, dsm");
  assert_string_equal(list.figure[2].title, "Only cc");
  const char *begin =
    "Memory cc, cold caches, rmrlab 0.1.0, config 00112233. Filled marks, exact over all schedules: N = 2; "
    "passages 1; sessions distinct. Open marks, lower bounds, the worst simulated passage: "
    "N = 2..24; passages 1; sessions distinct; adversaries random.";
  assert_memory_equal(list.figure[0].caption, begin, strlen(begin));
  assert_null(strstr(list.figure[0].caption, "has no 0"));
  figure_list_free(&list);
  evaluation_free(&v);
  free(directory);
}

static void test_script(void **state)
{
  struct error e = {0};
  char *directory = copy_of("gallery", *state), *plots = mem_format("%s/plots", directory);
  assert_true(plots_draw(directory, NULL, &e));
  char *gp = read_whole(plots, "gallery-rmr.max-cc", ".gp"), *dat = read_whole(plots, "gallery-rmr.max-cc", ".dat");
  static const char *const wanted[] = {
    "'flat, twin  5' at graph",
    "'line  4N+3' at graph",
    "'∞  without bound over all schedules: endless' at screen",
    "'∞' at graph",
    "'∝ lg N' at graph",
    "title 'N: linear'",
    "title 'N²: quadratic'",
    "title 'filled: exact'",
    "title 'open: lower bound'",
    "title 'dashed: by slope'",
    "index 3 using 1:(shown($2)) with lines lw 1.1 dt (10,6)",
  };
  for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
    if (strstr(gp, wanted[k]) == NULL) fail_msg("the script lacks: %s", wanted[k]);
  assert_null(strstr(gp, "index 4"));    /* an unbounded curve has no place on the paper */
  assert_null(strstr(gp, "N³ or more")); /* no class that nobody has */
  const char *begin = "# flat, twin  5\n# N value exact unbounded\n2 5 1 0\n3 5 0 0\n";
  assert_memory_equal(dat, begin, strlen(begin));
  assert_non_null(strstr(dat, "# endless\n# N value exact unbounded\n2 NaN 1 1\n4 900 0 0\n"));
  free(gp);
  free(dat);
  free(plots);
  free(directory);
}

/* A cost that only some session assignment makes unbounded is marked with it: a second exploration of "endless", which
 * is bounded where all sessions are the same. */
static void test_sessions_of_the_unbounded_are_told(void **state)
{
  static const char record[] = "{\"format\": 3, \"id\": \"ff\", \"index\": 900, \"scope\": {\"drive\": \"explore\", "
                               "\"algorithm\": \"endless\", \"n\": 2, "
                               "\"memory\": \"cc\", \"adversary\": null, \"sessions\": \"same\", \"passages\": 1, "
                               "\"start\": \"cold\"}, \"kind\": \"exact\", "
                               "\"end\": \"completed\", \"metrics\": {\"rmr.max\": 7}}";
  struct error e = {0};
  char *directory = copy_of("gallery", *state), *plots = mem_format("%s/plots", directory);
  char *path = mem_format("%s/records.jsonl", directory);
  FILE *journal = fopen(path, "a");
  assert_non_null(journal);
  char *line = seal_text(record);
  fputs(line, journal);
  free(line);
  fclose(journal);
  assert_true(plots_draw(directory, NULL, &e));
  char *gp = read_whole(plots, "gallery-rmr.max-cc", ".gp");
  assert_non_null(strstr(gp, "'∞  without bound over all schedules: endless (sessions distinct)' at screen"));
  free(gp);
  free(path);
  free(plots);
  free(directory);
}

static void test_pictures_are_reproducible(void **state)
{
  need_gnuplot();
  struct error e = {0};
  char *directory = copy_of("gallery", *state), *plots = mem_format("%s/plots", directory);
  assert_true(plots_draw(directory, NULL, &e));
  run("cp -r '%s' '%s/before'", plots, *state);
  assert_true(plots_draw(directory, NULL, &e));
  run("cd '%s' && for f in *.svg *.png *.gp *.dat; do cmp \"$f\" \"%s/before/$f\" || exit 1; done", plots, *state);
  assert_true(exists(plots, "gallery-rmr.max-dsm.pdf"));
  assert_true(exists(plots, "endless.png")); /* there is no curve in it */
  free(plots);
  free(directory);
}

/* The part that is seen at a glance comes first, once. */
static void test_report(void **state)
{
  struct error e = {0};
  char *directory = copy_of("gallery", *state);
  assert_true(report_write(directory, &e));
  char *page = read_whole(directory, "report", ".html");
  const char *glance = strstr(page, ">At a glance</a></h3>"), *exact = strstr(page, ">Exact values</a></h3>");
  assert_true(glance != NULL && exact != NULL && glance < exact);
  assert_null(strstr(page, ">Figures</a></h3>"));
  free(page);
  free(directory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(test_curves),
    cmocka_unit_test(test_faults_are_told_apart),
    cmocka_unit_test(test_simulated_above_exact_is_open),
    cmocka_unit_test(test_three_values_have_no_slope),
    cmocka_unit_test(test_who_tells),
    cmocka_unit_test(test_laws_meet_all_points),
    cmocka_unit_test(test_formula_shown),
    cmocka_unit_test(test_labels_move_apart),
    IN_DIRECTORY(test_plan),
    IN_DIRECTORY(test_script),
    IN_DIRECTORY(test_sessions_of_the_unbounded_are_told),
    IN_DIRECTORY(test_pictures_are_reproducible),
    IN_DIRECTORY(test_report),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
