/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of result directories, the series made from them, the exports, and files written whole. CSV files:
 * unit_csv.c.
 * The directories under tests/data/results are small enough to be checked by eye; bad-* are refused, edge-* are odd.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/export.h"
#include "results/load.h"
#include "results/scope.h"
#include "results/seal.h"
#include "results/selection.h"
#include "tests/here.h"

#include <cmocka.h> /* last: it defines a macro called fail */

static void load(const char *name, struct results *r)
{
  struct error e = {0};
  char *path = here_results(name);
  assert_true(results_load(path, r, &e));
  free(path);
}

static void load_series(const char *name, struct series_list *list)
{
  struct error e = {0};
  char *path = here_results(name);
  assert_true(series_load(path, list, &e));
  free(path);
}

/* ---- records ---- */

static void test_journal_is_sorted_and_torn_line_ignored(void **state)
{
  (void)state;
  struct results r;
  load("small", &r);
  assert_int_equal(r.n, 12);
  for (size_t k = 0; k < r.n; k++) assert_int_equal(r.record[k].index, k);
  assert_true(record_metric(&r.record[0], "rmr.max") == 17);
  assert_true(isnan(record_metric(&r.record[0], "no such metric")));
  results_free(&r);
}

static void test_scope_in_words(void **state)
{
  (void)state;
  struct results r;
  load("small", &r);
  char *scope = record_scope(&r.record[0]);
  assert_string_equal(scope, "one, N = 2, cc, random, distinct sessions, 2 passages, cold caches, seed 100, sample");
  free(scope);
  results_free(&r);
}

static void test_vector(void **state)
{
  (void)state;
  struct results r;
  load("small", &r);
  size_t n;
  double *v = results_vector(&r, 2, "blocks of P_N by P_j", &n);
  assert_int_equal(n, 4);
  assert_true(v[0] == 1 && v[2] == 3 && v[3] == 0);
  assert_null(results_vector(&r, 2, "nothing", &n));
  free(v);
  results_free(&r);
}

struct refusal {
  const char *name; /* directory or file under tests/data/results */
  int line, column;
  const char *words;
};

static const struct refusal refused_directories[] = {
  {"bad-json", 2, 14, "string or '}' expected near ','"},
  {"bad-key-twice", 1, -1, "duplicate object key"},
  {"bad-format", 1, 0, "not a record of format 3"},
  {"bad-scope", 2, 0, "\"n\" in scope to be an integer"},
  {"bad-kind", 2, 0, "\"kind\" to be \"exact\", \"lower bound\" or \"sample\""},
  {"bad-sum", 2, 0, "its checksum is that of another text"},
  {"bad-twice", 4, 0, "contradicts line 1"}, /* line 3 is the same as line 1 */
  {"bad-text", 2, 0, "'distinct\\u202E' is not text"},
  {"bad-algorithm", 2, 0, "\"algorithm\" is \"none\", which \"algorithms\" does not list"},
  {"no-such-directory", 0, 0, "cannot be read"},
};

static void test_bad_records_are_refused(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof refused_directories / sizeof refused_directories[0]; k++) {
    const struct refusal *want = &refused_directories[k];
    struct results r;
    struct error e = {0};
    char *path = here_results(want->name);
    assert_false(results_load(path, &r, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.file, "records.jsonl"));
    assert_int_equal(e.line, want->line);
    if (want->column >= 0) assert_int_equal(e.column, want->column);
    assert_non_null(strstr(e.text, want->words));
    free(path);
  }
}

static void test_an_altered_config_is_refused(void **state)
{
  (void)state;
  struct results r;
  struct error e = {0};
  char *path = here_results("bad-config");
  assert_false(results_load(path, &r, &e));
  assert_non_null(strstr(e.file, "bad-config/config.json"));
  assert_non_null(strstr(e.text, "was altered"));
  free(path);
}

/* Of a line, every single bit; of the newline that ends it, too. */
static void test_no_flipped_bit_goes_unnoticed(void **state)
{
  (void)state;
  json_t *record = json_pack("{s:i, s:s, s:[i, i]}", "format", RECORD_FORMAT, "id", "00ff", "values", 1, 22);
  char *line = seal_line(record), *file = seal_file(record);
  const size_t length = strlen(line), size = strlen(file);
  struct error none = {0};
  assert_true(seal_check_line(line, length - 1, "x", 1, &none) && seal_check_file(file, size, "x", &none));
  assert_true(seal_may_be_torn(line, length - 1) && seal_may_be_torn(line, 5) && seal_may_be_torn(line, 0));
  for (size_t bit = 0; bit < 8 * size; bit++) {
    struct error e = {0};
    file[bit / 8] ^= (char)(1 << bit % 8);
    assert_false(seal_check_file(file, size, "x", &e));
    file[bit / 8] ^= (char)(1 << bit % 8);
  }
  for (size_t bit = 0; bit < 8 * length; bit++) {
    struct error e = {0};
    line[bit / 8] ^= (char)(1 << bit % 8);
    if (bit / 8 < length - 1)
      assert_false(seal_check_line(line, length - 1, "x", 1, &e));
    else
      assert_false(seal_may_be_torn(line, length));
    line[bit / 8] ^= (char)(1 << bit % 8);
  }
  free(line);
  free(file);
  json_decref(record);
}

/* ---- series ---- */

static void test_repetitions_are_merged(void **state)
{
  (void)state;
  struct series_list list;
  load_series("small", &list);
  assert_int_equal(list.n, 2);
  const struct series *one = &list.series[0];
  assert_string_equal(one->name, "one"); /* the adversary is the same in both */
  assert_string_equal(one->scope, "one, cc, random, distinct sessions, 2 passages, cold caches, sample");
  assert_int_equal(one->kind, KIND_SAMPLE);
  assert_string_equal(one->x_name, "N");
  assert_int_equal(one->n, 3);
  assert_true(one->point[1].x == 4 && one->point[1].value == 32);
  assert_true(one->point[1].mean == (31 / 2. + 32 / 2.) / 2);
  assert_true(one->point[1].low == (31 / 4. + 32 / 4.) / 2 && one->point[1].high == (30 + 31) / 2.);
  assert_int_equal(one->point[1].repetitions, 2);
  assert_true(one->point[2].complete);
  assert_false(list.series[1].point[2].complete); /* one of its runs met the step limit */
  series_list_free(&list);
}

static void test_means_are_averaged_not_maximised(void **state)
{
  (void)state;
  struct results r;
  struct series_list list;
  load("small", &r);
  results_series(&r, "rmr.mean", "N", &list);
  assert_true(list.series[0].point[0].value == (17 / 2. + 18 / 2.) / 2);
  assert_true(isnan(list.series[0].point[0].mean));
  series_list_free(&list);
  results_series(&r, "no such metric", "N", &list);
  assert_int_equal(list.n, 0);
  series_list_free(&list);
  results_free(&r);
}

static void test_names_tell_the_metric_where_there_are_two(void **state)
{
  (void)state;
  struct results r;
  struct series_list list;
  const struct wish wishes[] = {{"rmr.max", NULL}, {"rmr.mean", NULL}};
  load("small", &r);
  results_series_of(&r, wishes, 2, "N", &list);
  assert_int_equal(list.n, 4);
  assert_string_equal(list.series[0].name, "one, rmr.max");
  assert_string_equal(list.series[3].name, "two, rmr.mean");
  series_list_free(&list);
  results_free(&r);
}

static void test_worst_cases_are_over_all_that_was_tried(void **state)
{
  (void)state;
  struct results r;
  struct series_list list;
  load("worst", &r);
  results_worst(&r, "rmr.max", &list);
  assert_int_equal(list.n, 2);
  const struct series *one = &list.series[0];
  assert_string_equal(one->name, "one");
  assert_int_equal(one->kind, KIND_LOWER_BOUND);
  assert_string_equal(
    one->scope, "one, cc, random or greedy, distinct sessions, 1 passage or 2 passages, cold caches, lower bound");
  assert_int_equal(one->n, 2);
  assert_true(one->point[0].value == 7 && one->point[1].value == 11);
  /* A value of a run that was cut short is a lower bound, but no point of growth. */
  assert_true(one->point[0].complete && !one->point[1].complete && one->point[1].cut_short);
  assert_int_equal(list.series[1].n, 1);
  series_list_free(&list);
  results_free(&r);
}

/* A cost that was seen when the adversary had met its own limit is no point of growth: neither of its series nor of the
 * worst case, unless somebody else has made them pay as much. */
static void test_limits_of_an_adversary_are_kept_out(void **state)
{
  (void)state;
  struct results r;
  struct series_list list;
  load("gave-up", &r);
  assert_true(record_gave_up(&r.record[0]) && record_complete(&r.record[0]));
  assert_false(record_metric_complete(&r.record[0], "rmr.max"));
  assert_true(record_metric_complete(&r.record[1], "rmr.max"));
  results_series(&r, "rmr.max", "N", &list);
  assert_int_equal(list.n, 1);
  static const bool complete[] = {false, true, false, true};
  assert_int_equal(list.series[0].n, 4);
  for (size_t k = 0; k < 4; k++) assert_int_equal(list.series[0].point[k].complete, complete[k]);
  series_list_free(&list);
  results_worst(&r, "rmr.max", &list);
  assert_int_equal(list.series[0].n, 4);
  for (size_t k = 0; k < 4; k++) assert_int_equal(list.series[0].point[k].complete, complete[k]);
  series_list_free(&list);
  results_free(&r);
}

static void test_passages_as_the_parameter(void **state)
{
  (void)state;
  struct series_list list;
  load_series("edge-passages/records.jsonl", &list);
  assert_int_equal(list.n, 1);
  assert_string_equal(list.series[0].x_name, "passages");
  assert_string_equal(list.series[0].scope, "one, N = 4, cc, random, distinct sessions, cold caches, sample");
  assert_int_equal(list.series[0].n, 3);
  assert_true(list.series[0].point[2].x == 4 && list.series[0].point[2].value == 9);
  series_list_free(&list);
}

static void test_nobody_chose(void **state)
{
  (void)state;
  struct series_list list;
  load_series("edge-point", &list);
  assert_int_equal(list.series[0].kind, KIND_EXACT);
  assert_non_null(strstr(list.series[0].scope, "all schedules"));
  series_list_free(&list);
}

/* A scope is fields; its words are made in one place. */
static void test_scopes_are_fields(void **state)
{
  (void)state;
  struct results r;
  struct series_list list;
  load("worst", &r);
  results_worst(&r, "rmr.max", &list);
  const json_t *fields = list.series[0].fields;
  assert_string_equal(json_string_value(json_object_get(fields, "algorithm")), "one");
  assert_int_equal(json_array_size(json_object_get(fields, "adversary")), 2);
  assert_int_equal(json_array_size(json_object_get(fields, "passages")), 2);
  assert_null(json_object_get(fields, "n"));
  json_t *common = scope_common(&list);
  for (size_t k = 1; k < list.n; k++)
    if (!json_equal(json_object_get(list.series[k].fields, "algorithm"), json_object_get(fields, "algorithm")))
      assert_null(json_object_get(common, "algorithm"));
  assert_string_equal(json_string_value(json_object_get(common, "memory")), "cc");
  json_decref(common);
  series_list_free(&list);
  json_t *one = scope_of_record(&r.record[0]);
  assert_int_equal(json_integer_value(json_object_get(one, "n")), r.record[0].n);
  json_decref(one);
  json_t *other =
    json_pack("{s:s, s:n, s:i, s:i, s:s}", "algorithm", "glb", "adversary", "passages", 0, "depth", 3, "kind", "exact");
  char *words = scope_words(other);
  assert_string_equal(words, "glb, all schedules, endless passages, depth = 3, exact");
  free(words);
  json_decref(other);
  results_free(&r);
}

/* Lower bounds and values without bound stay in the series of the exact values, and the points say what they are. */
static void test_explorations(void **state)
{
  (void)state;
  struct series_list list;
  load_series("explored/records.jsonl", &list);
  assert_int_equal(list.n, 1);
  const struct series *s = &list.series[0];
  assert_int_equal(s->kind, KIND_EXACT);
  assert_string_equal(s->scope, "one, cc, all schedules, distinct sessions, 1 passage, cold caches, exact");
  assert_int_equal(s->n, 4);
  assert_true(s->point[1].value == 15 && s->point[1].complete && isnan(s->point[1].mean));
  assert_true(s->point[2].value == 20 && !s->point[2].complete);
  assert_true(s->point[3].value == INFINITY && s->point[3].complete);
  series_list_free(&list);
  struct results r;
  size_t n;
  load("explored", &r);
  double *value = results_vector(&r, 3, "rmr.max by process", &n);
  assert_true(n == 2 && value[0] == 1 && value[1] == INFINITY);
  assert_true(record_is_exploration(&r.record[0]) && record_complete(&r.record[0]) && !record_complete(&r.record[3]));
  free(value);
  results_free(&r);
}

/* ---- CSV ---- */

/* A verdict is fields: nobody reads the words. */
static void test_verdicts(void **state)
{
  (void)state;
  struct results r;
  struct record_verdict v;
  load("explored", &r);
  assert_true(record_verdict(&r.record[0], "P1", &v));
  assert_true(v.finding == RECORD_HOLDS && v.complete && v.capped && !v.witness);
  assert_int_equal(v.passages, 1);
  assert_string_equal(v.text, "holds (bounded by 1 passage each, values up to 7)");
  assert_true(record_verdict(&r.record[0], "P2", &v));
  assert_true(v.finding == RECORD_FAILS && v.complete && !v.capped && v.witness);
  assert_string_equal(v.detail, "P2 can starve");
  assert_false(record_verdict(&r.record[0], "P3", &v));
  assert_int_equal(v.finding, RECORD_NOT_CHECKED);
  assert_false(record_verdict(&r.record[1], "P1", &v));
  results_free(&r);
}

/* ---- exports ---- */

static char *read_whole(const char *directory, const char *name)
{
  struct error e = {0};
  char *path = mem_format("%s/%s", directory, name), *text = file_read(path, 1 << 20, NULL, &e);
  assert_non_null(text);
  free(path);
  return text;
}

/* Loads "small" and makes it believe that it lies in a new directory. */
static void load_moved(struct results *r, char directory[])
{
  load("small", r);
  assert_non_null(mkdtemp(directory));
  free(r->directory);
  r->directory = mem_text(directory);
}

static void remove_tree(const char *directory)
{
  char *command = mem_format("rm -r '%s'", directory);
  assert_int_equal(system(command), 0);
  free(command);
}

static void test_csv_export_is_read_back(void **state)
{
  (void)state;
  char directory[] = "/tmp/rmr-results-XXXXXX";
  struct results r;
  struct error e = {0};
  load_moved(&r, directory);
  r.record[0].end = "=1+1"; /* no formula for a spreadsheet to work out */
  r.record[1].end = "a \"b\", c\nd";
  const double endless[] = {INFINITY, 5, 6, 7};
  r.record[0].value = endless;
  r.record[0].gave_up = true;
  assert_true(export_csv(&r, &e));
  char *path = mem_format("%s/records.csv", directory);
  struct series_list list;
  assert_true(series_load(path, &list, &e));
  assert_int_equal(list.n, 8); /* two algorithms, four metrics */
  assert_true(list.series[0].point[0].value == INFINITY);
  assert_true(list.series[0].point[1].value == 32);
  assert_true(!list.series[0].point[0].complete && list.series[0].point[1].complete);
  series_list_free(&list);
  free(path);
  char *text = read_whole(directory, "records.csv");
  const char *head =
    "series,N,value,metric,index,drive,algorithm,memory,adversary,sessions,passages,faults,time,order,repetition,seed,"
    "start,observed,kind,gave_up,end,id,complete\n";
  assert_memory_equal(text, head, strlen(head));
  assert_non_null(strstr(text, ",true,=1+1,"));
  assert_non_null(strstr(text, ",inf,"));
  assert_non_null(strstr(text, ",false,\"a \"\"b\"\", c\nd\","));
  free(text);
  results_free(&r);
  remove_tree(directory);
}

static void test_extrap_export(void **state)
{
  (void)state;
  char directory[] = "/tmp/rmr-results-XXXXXX";
  struct results r;
  struct error e = {0};
  load_moved(&r, directory);
  assert_true(export_extrap(&r, &e));
  char *text = read_whole(directory, "extrap/N-2-to-8-points-3.jsonl");
  const char *first = "{\"params\":{\"N\":2},\"callpath\":\"one\",\"metric\":\"rmr.max\",\"value\":18}\n";
  assert_memory_equal(text, first, strlen(first));
  free(text);
  r.n = 10; /* without both runs of (two, 8), `two` has points of its own */
  assert_true(export_extrap(&r, &e));
  struct file_names names;
  char *folder = mem_format("%s/extrap", directory);
  file_list(folder, &names);
  assert_int_equal(names.n, 2);
  assert_string_equal(names.name[0], "N-2-to-4-points-2.jsonl");
  file_names_free(&names);
  free(folder);
  r.n = 12;
  results_free(&r);
  remove_tree(directory);
}

/* ---- files ---- */

static void test_files_are_whole_or_not_there(void **state)
{
  (void)state;
  char directory[] = "/tmp/rmr-results-XXXXXX";
  struct error e = {0};
  struct file_writer w;
  assert_non_null(mkdtemp(directory));
  char *deep = mem_format("%s/a/b/c", directory), *path = mem_format("%s/x", deep);
  assert_true(file_make_directory(deep, &e) && file_is_directory(deep));
  assert_true(file_make_directory(deep, &e)); /* again */
  assert_true(file_open(&w, path, &e));
  fputs("words", w.out);
  assert_false(file_exists(path));
  assert_true(file_commit(&w, &e) && file_exists(path));
  size_t length;
  char *text = file_read(path, 5, &length, &e);
  assert_string_equal(text, "words");
  assert_int_equal(length, 5);
  free(text);
  assert_null(file_read(path, 4, NULL, &e));
  assert_non_null(strstr(e.text, "longer than 4 bytes"));
  e = (struct error){0};
  assert_false(file_make_directory(path, &e)); /* a file is in the way */
  free(deep);
  free(path);
  remove_tree(directory);
}

/* /dev/full takes every write and then says that the disk is full. */
static void test_full_disk_is_noticed(void **state)
{
  (void)state;
  struct error e = {0};
  struct file_writer w = {
    .path = mem_text("/tmp/never"), .temporary = mem_text("/tmp/never.rmr-tmp"), .out = fopen("/dev/full", "w")};
  if (w.out == NULL) {
    print_message("skipped: no /dev/full here\n");
    skip();
  }
  fputs("words", w.out);
  assert_false(file_commit(&w, &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_string_equal(e.file, "/tmp/never");
  assert_non_null(strstr(e.text, "No space left"));
}

static void test_whose_failure_it_is(void **state)
{
  (void)state;
  assert_int_equal(exit_of_errno(ENOENT), EXIT_USAGE);
  assert_int_equal(exit_of_errno(EROFS), EXIT_USAGE);
  assert_int_equal(exit_of_errno(ENOSPC), EXIT_INTERNAL);
  assert_int_equal(exit_of_errno(EIO), EXIT_INTERNAL);
  assert_int_equal(exit_of_errno(EMFILE), EXIT_INTERNAL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_whose_failure_it_is),
    cmocka_unit_test(test_journal_is_sorted_and_torn_line_ignored),
    cmocka_unit_test(test_scope_in_words),
    cmocka_unit_test(test_vector),
    cmocka_unit_test(test_bad_records_are_refused),
    cmocka_unit_test(test_an_altered_config_is_refused),
    cmocka_unit_test(test_no_flipped_bit_goes_unnoticed),
    cmocka_unit_test(test_repetitions_are_merged),
    cmocka_unit_test(test_means_are_averaged_not_maximised),
    cmocka_unit_test(test_names_tell_the_metric_where_there_are_two),
    cmocka_unit_test(test_worst_cases_are_over_all_that_was_tried),
    cmocka_unit_test(test_limits_of_an_adversary_are_kept_out),
    cmocka_unit_test(test_passages_as_the_parameter),
    cmocka_unit_test(test_nobody_chose),
    cmocka_unit_test(test_scopes_are_fields),
    cmocka_unit_test(test_explorations),
    cmocka_unit_test(test_verdicts),
    cmocka_unit_test(test_csv_export_is_read_back),
    cmocka_unit_test(test_extrap_export),
    cmocka_unit_test(test_files_are_whole_or_not_there),
    cmocka_unit_test(test_full_disk_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
