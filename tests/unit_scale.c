/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_scale.c: the work on records grows in proportion to their number, however much they differ. The work is
 * counted, not timed: this program has a strcmp of its own, which counts how often two texts are compared, and a
 * comparison of all records with all others compares texts. Four times the records may take five times the comparisons;
 * such work would take sixteen times as many.
 *
 * A table of a hundred thousand rows, backwards, is one series in a moment. Code that moves all points for each row
 * needs longer than a test may take.
 *
 * ctest: slow numbers
 */
#include <math.h>
#include <string.h>

#include "plots/plots.h"
#include "plots/report/report.h"
#include "results/analysis/sample.h"
#include "results/manifest.h"
#include "results/seal.h"
#include "results/write.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static size_t comparisons;

int strcmp(const char *a, const char *b)
{
  comparisons++;
  for (; *a != '\0' && *a == *b; a++) b++;
  return (unsigned char)*a - (unsigned char)*b;
}

/* --- a result directory ------------------------------------------------------------------------------------------- */

static json_t *scope_of_task(size_t k, size_t n)
{
  char algorithm[32], adversary[32], sessions[32];
  const bool explored = k % 3 == 0;
  snprintf(algorithm, sizeof algorithm, "algorithm:x=%zu", k % (n / 8));
  snprintf(adversary, sizeof adversary, "adversary:y=%zu", k % (n / 5));
  snprintf(sessions, sizeof sessions, "any:%zu", 1 + k % (n / 9));
  return json_pack("{s:s, s:s, s:i, s:s, s:o, s:s, s:i, s:s, s:i}", "drive", explored ? "explore" : "simulate",
                   "algorithm", algorithm, "n", (int)(2 + k % 5), "memory", k % 2 == 0 ? "cc" : "dsm", "adversary",
                   explored ? json_null() : json_string(adversary), "sessions", sessions, "passages", (int)(k % 3),
                   "start", "cold", "observed", 0);
}

static json_t *verdicts_of_task(size_t k)
{
  return k % 3 != 0 ? json_object()
                    : json_pack("{s:{s:s, s:b, s:s, s:s}}", "P1", "verdict", k % 7 == 0 ? "fails" : "holds", "complete",
                                true, "text", "as the test has it", "detail", "");
}

static void write_records(const char *directory, size_t n)
{
  char *path = mem_format("%s/records.jsonl", directory);
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  for (size_t k = 0; k < n; k++) {
    char id[40], end[32];
    snprintf(id, sizeof id, "%032zx", k);
    snprintf(end, sizeof end, k % 2 == 0 ? "completed" : "end %zu", k % (n / 7));
    json_t *record = json_pack("{s:i, s:s, s:i, s:o, s:s, s:s, s:s, s:{s:i, s:i}, s:{s:[i]}, s:[{s:s, s:s, s:i, s:i}], "
                               "s:o, s:[{s:s, s:i, s:s}]}",
                               "format", RECORD_FORMAT, "id", id, "index", (int)k, "scope", scope_of_task(k, n), "kind",
                               k % 3 == 0 ? "exact" : "sample", "version", "0", "end", end, "metrics", "rmr.max",
                               (int)(k % 50), "rmr.total", (int)k, "vectors", "blocks of P_N by P_j", 1, "lines",
                               "label", "1", "text", "x", "steps", 1, "rmr", 1, "verdicts", verdicts_of_task(k),
                               "violations", "property", k % 11 == 0 ? "P1" : "P5", "step", 1, "text", end);
    assert_non_null(record);
    char *line = seal_line(record);
    fputs(line, out);
    free(line);
    json_decref(record);
  }
  assert_int_equal(fclose(out), 0);
  free(path);
}

static void write_config(const char *directory)
{
  struct error e = {0};
  json_t *config = json_pack("{s:s, s:[s,s], s:[], s:{s:s, s:s, s:s}}", "name", "scale", "fits", "rmr.max", "rmr.total",
                             "plots", "expect", "rmr.max", "O(N)", "P1", "holds", "blocks of P_N by P_j", "<= 1");
  assert_true(results_write_json(directory, "config.json", config, &e));
  json_decref(config);
}

static void stay_silent(const char *what)
{
  (void)what;
}

/* How often texts are compared while everything is made of n records. */
static size_t work(const char *directory, size_t n)
{
  struct error e = {0};
  struct evaluation v;
  struct figure_list figures;
  struct plots_outcome outcome;
  run("rm -rf '%s/%s'", directory, "out");
  run("mkdir -p '%s/%s'", directory, "out");
  char *out = mem_format("%s/out", directory);
  struct manifest m;
  assert_true(manifest_begin(&m, out, MANIFEST_TOP, &e) && manifest_add(&m, "config.json", &e) &&
              manifest_add(&m, "records.jsonl", &e) && manifest_end(&m, false, true, &e));
  write_config(out);
  write_records(out, n);
  comparisons = 0;
  if (!evaluate(out, stay_silent, &v, &e)) fail_msg("%s: %s", e.file, e.text);
  assert_true(figures_plan(&v, &figures, &e) && figures_draw(&v.results, &figures, &outcome, &e));
  assert_true(report_write_section(&v, &figures, &e));
  figure_list_free(&figures);
  json_object_del(v.results.config, "plots"); /* those that every config has; they are not drawn here */
  assert_true(figures_plan(&v, &figures, &e));
  const size_t counted = comparisons;
  assert_true(figures.left_out > 0);
  assert_true(figures.n <= 2 * FIGURES_MOST);
  figure_list_free(&figures);
  evaluation_free(&v);
  free(out);
  return counted;
}

/* Rows that nobody could read are not in the report; the files have them. */
static void check_report(const char *directory)
{
  char *out = mem_format("%s/out", directory), *page = read_whole(out, "report", ".html");
  assert_non_null(strstr(page, "more rows are left out; <code>fits.json</code> has all."));
  assert_non_null(strstr(page, "more rows are left out; <code>verdicts.json</code> has all."));
  assert_non_null(strstr(page, "more algorithms are left out; <code>algorithms.json</code> has all."));
  assert_true(strlen(page) < 8u << 20);
  free(page);
  free(out);
}

static void test_work_grows_like_the_records(void **state)
{
  const size_t few = work(*state, 1500), many = work(*state, 6000);
  print_message("%zu comparisons of texts for 1500 records, %zu for 6000\n", few, many);
  assert_true(few > 1500);
  assert_true(many < 5 * few);
  check_report(*state);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void test_rows_in_any_order(void **state)
{
  enum { ROWS = 200000, NAMES = 20000 };
  struct error e = {0};
  struct series_list list;
  char *path = mem_format("%s/rows.csv", (const char *)*state);
  FILE *out = fopen(path, "wb");
  fputs("series,N,value\n", out);
  for (int k = ROWS; k > 0; k--) fprintf(out, "down,%d,%d\ns%d,%d,1\n", k, 7 * k + 3, k % NAMES, k);
  fprintf(out, "down,5,40\ndown,5,1\n");
  fclose(out);
  comparisons = 0;
  assert_true(series_load(path, &list, &e));
  assert_int_equal(list.n, NAMES + 1);
  assert_true(comparisons < 100 * ROWS);
  const struct series *down = &list.series[0];
  assert_int_equal(down->n, ROWS);
  for (size_t k = 0; k < down->n; k++) assert_true(down->point[k].x == (double)(k + 1));
  assert_true(down->point[4].value == 40 && down->point[4].repetitions == 3);
  assert_true(down->point[5].value == 45 && down->point[5].repetitions == 1);
  series_list_free(&list);
  free(path);
}

/* --- samples of points -------------------------------------------------------------------------------------------- */

static void test_sample_of_points(void **state)
{
  (void)state;
  static size_t place[100000];
  assert_int_equal(sample_places(10, 16, place), 10);
  assert_int_equal(sample_places(16, 16, place), 16);
  assert_int_equal(place[15], 15);
  const size_t n = sample_places(100000, 16, place);
  assert_true(n > 16 * 12 && n < 16 * 15);
  for (size_t k = 1; k < n; k++) {
    assert_true(place[k] > place[k - 1]);
    assert_true((double)place[k] <= 2 + 1.1 * (double)place[k - 1]); /* no gap on a logarithmic axis */
  }
  assert_int_equal(place[0], 0);
  assert_int_equal(place[n - 1], 99999);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(test_work_grows_like_the_records),
    IN_DIRECTORY(test_rows_in_any_order),
    cmocka_unit_test(test_sample_of_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
