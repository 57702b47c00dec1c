/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_runner.c: plans, journals and records in one process. That a killed run can be resumed is tests/cli_resume.sh's.
 *
 * ctest: threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "experiments/runner/directory.h"
#include "experiments/runner/failures.h"
#include "experiments/runner/runner.h"
#include "experiments/runner/write_record.h"
#include "results/lock.h"
#include "results/seal.h"

#include <cmocka.h> /* last: its fail() is a macro */

static void parse(const char *text, struct config *out)
{
  struct error e = {0};
  char words[1200];
  if (!config_parse(text, strlen(text), "x.json", NULL, 0, out, &e))
    fail_msg("%s", error_string(&e, words, sizeof words));
}

static void make_plan(const struct config *config, struct plan *out)
{
  struct error e = {0};
  char words[1200];
  if (!plan_create(config, out, &e)) fail_msg("%s", error_string(&e, words, sizeof words));
}

/* --- plans -------------------------------------------------------------------------------------------------------- */

static const struct task *find(const struct plan *plan, const char *id)
{
  for (size_t k = 0; k < plan->n; k++)
    if (strcmp(plan->task[k].id, id) == 0) return &plan->task[k];
  return NULL;
}

static void a_task_does_not_depend_on_its_neighbours(void **state)
{
  (void)state;
  struct config small, large;
  struct plan few, many;
  parse("{\"algorithms\": \"glb\", \"n\": [4, 2], \"repetitions\": 2}", &small);
  parse("{\"algorithms\": [\"bakery\", \"glb\"], \"n\": \"2..6\", \"repetitions\": 3, \"adversaries\": [\"solo\", "
        "\"random\"]}",
        &large);
  make_plan(&small, &few);
  make_plan(&large, &many);
  assert_int_equal(few.n, 4);
  assert_int_equal(many.n, 60);
  for (size_t k = 0; k < few.n; k++) {
    assert_int_equal(few.task[k].index, k);
    const struct task *same = find(&many, few.task[k].id);
    assert_non_null(same);
    assert_int_equal(same->seed, few.task[k].seed);
  }
  plan_free(&few);
  plan_free(&many);
  config_free(&small);
  config_free(&large);
}

static void ids_and_seeds_are_all_different(void **state)
{
  (void)state;
  struct config config;
  struct plan plan;
  parse("{\"algorithms\": [\"bakery\", \"glb\"], \"n\": \"2..6\", \"repetitions\": 3, \"memories\": [\"cc\", \"dsm\"],"
        " \"sessions\": [\"same\", \"distinct\"], \"passages\": [1, 2]}",
        &config);
  make_plan(&config, &plan);
  assert_int_equal(plan.n, 240);
  for (size_t k = 0; k < plan.n; k++)
    for (size_t i = 0; i < k; i++) {
      assert_string_not_equal(plan.task[k].id, plan.task[i].id);
      assert_int_not_equal(plan.task[k].seed, plan.task[i].seed);
    }
  plan_free(&plan);
  config_free(&config);
}

static void exclusions_need_all_their_keys(void **state)
{
  (void)state;
  struct config config;
  struct plan plan;
  parse("{\"algorithms\": [\"bakery\", \"glb\"], \"n\": \"2..5\","
        " \"exclude\": [{\"algorithm\": \"glb\", \"n\": \"4..9\"}, {\"algorithm\": \"bakery\", \"n\": 2}, {}]}",
        &config);
  make_plan(&config, &plan);
  assert_int_equal(plan.n, 8 - 2 - 1);
  for (size_t k = 0; k < plan.n; k++) {
    const bool glb = strcmp(plan.task[k].algorithm->name, "glb") == 0;
    assert_true(glb ? plan.task[k].n < 4 : plan.task[k].n != 2);
  }
  plan_free(&plan);
  config_free(&config);
}

/* An exploration has no adversary, no repetitions and no seed; its id is its own whatever stands beside it. */
static void explorations_are_made_once(void **state)
{
  (void)state;
  struct config alone, both;
  struct plan few, many;
  parse("{\"algorithms\": \"glb\", \"n\": [2, 3], \"drive\": \"explore\", \"observe\": \"P_N\"}", &alone);
  parse(
    "{\"algorithms\": \"glb\", \"n\": [2, 3], \"drive\": [\"simulate\", \"explore\"], \"observe\": \"P_N\", "
    "\"adversaries\": [\"solo\", \"random\"], \"repetitions\": 3, \"exclude\": [{\"adversary\": \"solo\", \"n\": 2}]}",
    &both);
  make_plan(&alone, &few);
  make_plan(&both, &many);
  assert_int_equal(few.n, 2);
  assert_int_equal(many.n, 9 + 2);
  for (size_t k = 0; k < few.n; k++) {
    const struct task *same = find(&many, few.task[k].id);
    assert_non_null(same);
    assert_int_equal(same->drive, DRIVE_EXPLORE);
    assert_int_equal(same->observed, same->n);
    assert_null(same->adversary);
  }
  plan_free(&few);
  plan_free(&many);
  config_free(&alone);
  config_free(&both);
}

/* --- journals ----------------------------------------------------------------------------------------------------- */

static char *make_directory(void)
{
  char *path = mem_text("/tmp/rmr-unit-XXXXXX");
  assert_non_null(mkdtemp(path));
  return path;
}

/* First with a directory in it, which is not removed: nothing there was made with one in it. */
static void remove_directory(char *path)
{
  struct error e = {0};
  char *inner = mem_format("%s/inner", path);
  assert_true(file_make_directory(inner, &e));
  assert_false(file_remove_directory(path));
  assert_true(file_is_directory(inner) && file_remove_directory(inner));
  free(inner);
  assert_true(file_remove_directory(path));
  free(path);
}

static char *journal_text(const char *directory)
{
  struct error e = {0};
  char *path = mem_format("%s/records.jsonl", directory);
  char *text = file_read(path, 1 << 24, NULL, &e);
  free(path);
  assert_non_null(text);
  return text;
}

static void append_text(const char *directory, const char *text)
{
  char *path = mem_format("%s/records.jsonl", directory);
  FILE *out = fopen(path, "a");
  free(path);
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

/* A record with nothing but its head; the caller frees it. */
static char *line_of(const char *id, int index)
{
  json_t *record = json_pack("{s:i, s:s, s:i, s:s}", "format", RECORD_FORMAT, "id", id, "index", index, "version", "");
  char *line = seal_line(record);
  json_decref(record);
  return line;
}

static void a_torn_line_is_cut_off(void **state)
{
  (void)state;
  char *directory = make_directory(), *a = line_of("a", 0), *b = line_of("b", 1), *c = line_of("c", 2);
  char *torn = mem_format("%.30s", c), *all = mem_format("%s%s%s", a, b, c);
  struct error e = {0};
  struct journal journal;
  assert_true(journal_open(&journal, directory, &e));
  assert_true(journal_append(&journal, "b", 1, b, &e));
  assert_true(journal_append(&journal, "a", 0, a, &e));
  assert_true(journal_close(&journal, &e));
  append_text(directory, torn);
  assert_true(journal_open(&journal, directory, &e));
  assert_int_equal(journal.n, 2);
  assert_true(journal.entry[0].index == 1 && strcmp(journal.entry[1].id, "a") == 0);
  char *text = journal_text(directory);
  assert_int_equal(strlen(text), strlen(a) + strlen(b) + strlen(torn)); /* reading changes nothing */
  free(text);
  assert_true(journal_cut(&journal, &e));
  assert_true(journal_append(&journal, "c", 2, c, &e));
  assert_true(journal_sort(&journal, &e));
  assert_true(journal_close(&journal, &e));
  text = journal_text(directory);
  assert_string_equal(text, all);
  char *const texts[] = {a, b, c, torn, all, text};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
  remove_directory(directory);
}

static void assert_refused(const char *first, const char *second, const char *words)
{
  char *directory = make_directory(), *last = line_of("z", 9);
  append_text(directory, first);
  append_text(directory, second);
  append_text(directory, last);
  free(last);
  struct error e = {0};
  struct journal journal;
  assert_false(journal_open(&journal, directory, &e));
  assert_int_equal(e.line, 2);
  if (strstr(e.text, words) == NULL) fail_msg("%s", e.text);
  remove_directory(directory);
}

static void a_bad_line_in_the_middle_is_an_error(void **state)
{
  (void)state;
  char *a = line_of("a", 0), *b = line_of("b", 1);
  char *other = seal_text("{\"format\": 2, \"id\": \"b\", \"index\": 1, \"version\": \"\"}");
  char *negative = line_of("b", -1), *nameless = line_of("", 1);
  assert_refused(a, "nonsense\n", "does not end in its checksum");
  assert_refused(a, "\n", "does not end in its checksum");
  assert_refused(a, other, "expected \"id\" and \"index\" first");
  assert_refused(a, negative, "expected \"id\" and \"index\" first");
  assert_refused(a, nameless, "expected \"id\" and \"index\" first");
  b[24] ^= 1;
  assert_refused(a, b, "that of another text");
  char *const texts[] = {a, b, other, negative, nameless};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
}

/* A kill leaves the beginning of a line, not a line whose end is another one. */
static void a_last_line_with_another_end_is_an_error(void **state)
{
  (void)state;
  char *directory = make_directory(), *a = line_of("a", 0);
  a[strlen(a) - 1] ^= 1;
  append_text(directory, a);
  struct error e = {0};
  struct journal journal;
  assert_false(journal_open(&journal, directory, &e));
  assert_int_equal(e.line, 1);
  free(a);
  remove_directory(directory);
}

static void a_directory_has_one_writer(void **state)
{
  (void)state;
  char *directory = make_directory();
  struct error e = {0};
  int first, second;
  assert_true(directory_lock(directory, &first, &e));
  assert_false(directory_lock(directory, &second, &e));
  assert_int_equal(e.code, EXIT_USAGE);
  directory_unlock(first);
  assert_true(directory_lock(directory, &second, &e));
  directory_unlock(second);
  remove_directory(directory);
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

static char *records_made(const struct config *config, unsigned jobs, bool isolate_all, struct runner_outcome *outcome)
{
  char *directory = make_directory();
  struct error e = {0};
  struct plan plan;
  struct journal journal;
  int lock;
  size_t dropped;
  make_plan(config, &plan);
  assert_true(directory_open(directory, &plan, false, &lock, &journal, &dropped, &e));
  FILE *quiet = fopen("/dev/null", "w");
  const struct runner_options options = {
    .jobs = jobs, .progress = quiet, .directory = directory, .isolate_all = isolate_all};
  assert_true(runner_go(&plan, &journal, &options, outcome, &e));
  assert_true(journal_close(&journal, &e));
  directory_unlock(lock);
  fclose(quiet);
  char *text = journal_text(directory);
  remove_directory(directory);
  plan_free(&plan);
  return text;
}

static char *records_with(const struct config *config, unsigned jobs, struct runner_outcome *outcome)
{
  return records_made(config, jobs, false, outcome);
}

static void isolation_does_not_show_in_the_records(void **state)
{
  (void)state;
  struct config config;
  struct runner_outcome outcome;
  parse("{\"algorithms\": [\"bakery\", \"glb\"], \"n\": [2, 3], \"repetitions\": 3, \"passages\": 1, \"drive\": "
        "[\"simulate\", \"explore\"]}",
        &config);
  char *threads = records_made(&config, 2, false, &outcome), *workers = records_made(&config, 2, true, &outcome);
  assert_int_equal(outcome.done, 16);
  assert_int_equal(outcome.failed, 0);
  assert_string_equal(threads, workers);
  free(threads);
  free(workers);
  config_free(&config);
}

static void workers_do_not_show_in_the_records(void **state)
{
  (void)state;
  struct config config;
  struct runner_outcome outcome;
  parse("{\"algorithms\": [\"bakery\", \"glb\"], \"n\": \"2..9\", \"repetitions\": 3, \"passages\": 5}", &config);
  char *one = records_with(&config, 1, &outcome), *five = records_with(&config, 5, &outcome);
  assert_int_equal(outcome.done, 48);
  assert_int_equal(outcome.failed, 0);
  assert_string_equal(one, five);
  free(one);
  free(five);
  config_free(&config);
}

static void a_record_has_what_the_contract_says(void **state)
{
  (void)state;
  struct config config;
  struct runner_outcome outcome;
  parse("{\"algorithms\": \"burns_lamport\", \"n\": 5, \"adversaries\": \"burns_lamport\","
        " \"metrics\": [\"line 4 of P_N\", \"blocks of P_N by P_j\", \"rmr.max\", \"line 4 of P_4\", \"steps by "
        "process\"]}",
        &config);
  char *text = records_with(&config, 1, &outcome);
  json_t *record = json_loads(text, 0, NULL);
  const json_t *metrics = json_object_get(record, "metrics"), *vectors = json_object_get(record, "vectors");
  assert_int_equal(json_integer_value(json_object_get(metrics, "line 4 of P_N")), 5 * 4 / 2);
  for (int j = 1; j < 5; j++)
    assert_int_equal(
      json_integer_value(json_array_get(json_object_get(vectors, "blocks of P_N by P_j"), (size_t)j - 1)), j);
  json_int_t steps = 0;
  for (size_t p = 0; p < 5; p++)
    steps += json_integer_value(json_array_get(json_object_get(vectors, "steps by process"), p));
  assert_int_equal(steps, json_integer_value(json_object_get(record, "steps")));
  assert_string_equal(json_string_value(json_object_get(record, "end")), "completed");
  assert_int_equal(json_array_size(json_object_get(record, "violations")), 0);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(record, "scope"), "observed")), 5);
  json_decref(record);
  free(text);
  config_free(&config);
}

/* experiments/runner/measure.c must know every metric that a config may ask of a simulation. */
static void a_simulation_has_every_metric_it_knows(void **state)
{
  (void)state;
  struct config config;
  struct runner_outcome outcome;
  parse("{\"algorithms\": [\"bwbgme\", \"anderson_kim\", \"philosophers\"], \"n\": 3, \"adversaries\": \"timed\","
        " \"time\": \"slow=2\", \"metrics\": [\"rmr.max\", \"rmr.mean\", \"rmr.p90\", \"rmr.total\","
        " \"rmr.cold\", \"rmr.invalidated\","
        " \"rmr.write\", \"rmr.remote\", \"rmr@4\", \"line 4\", \"steps.max\", \"steps\", \"bypass.max\","
        " \"super.max\", \"ticks.max\", \"response.max\", \"gap.min\", \"meals.max\", \"blocks\","
        " \"largest Token.number\", \"touched X\", \"cs_entries\", \"passages\", \"space\", \"measure.time.total\"]}",
        &config);
  bool given[N_METRICS] = {0};
  char *text = records_with(&config, 1, &outcome);
  for (size_t k = 0; k < config.n_metrics; k++) {
    char *key = mem_format("\"%s\": ", config.metrics[k].name.text);
    if (strstr(text, key) == NULL) fail_msg("no record has %s", key);
    given[config.metrics[k].name.id] = true;
    free(key);
  }
  for (enum metric_id id = 0; id < N_METRICS; id++) {
    const struct metric metric = {.kind = &metric_kinds[id], .name.id = id};
    const bool waits = id == METRIC_FENCES_MAX; /* where writes wait, there is no time yet */
    assert_int_equal(given[id] || waits, (metric.kind->drives & DRIVE_SIMULATE) != 0 && !metric_is_counted(&metric));
  }
  free(text);
  config_free(&config);
}

static void an_interrupted_run_leaves_no_record(void **state)
{
  (void)state;
  struct config config;
  struct plan plan;
  struct journal journal;
  struct runner_outcome outcome;
  struct error e = {0};
  atomic_bool interrupt = true;
  parse("{\"algorithms\": \"glb\", \"n\": \"2..9\"}", &config);
  make_plan(&config, &plan);
  char *directory = make_directory();
  assert_true(journal_open(&journal, directory, &e));
  const struct runner_options options = {
    .jobs = 2, .progress = stderr, .directory = directory, .interrupt = &interrupt};
  assert_true(runner_go(&plan, &journal, &options, &outcome, &e));
  assert_true(outcome.interrupted);
  assert_int_equal(outcome.done, 0);
  assert_true(journal_close(&journal, &e));
  remove_directory(directory);
  plan_free(&plan);
  config_free(&config);
}

/* --- failures ----------------------------------------------------------------------------------------------------- */

static void failures_are_told_once_and_written_in_order(void **state)
{
  (void)state;
  struct config config;
  struct plan plan;
  struct error e = {0};
  struct failures failures = {0};
  char *said = NULL, *directory = make_directory(), *path = mem_format("%s/failures.jsonl", directory);
  size_t size;
  parse("{\"algorithms\": \"glb\", \"n\": \"2..9\"}", &config);
  make_plan(&config, &plan);
  assert_true(failures_note(&failures, 5, "it broke"));
  assert_false(failures_note(&failures, 2, "it broke"));
  assert_true(failures_note(&failures, 3, "it bent"));
  assert_false(failures_note(&failures, 7, "it broke"));
  FILE *out = open_memstream(&said, &size);
  failures_tell(&failures, out);
  fclose(out);
  assert_string_equal(said, "rmr run: task #5, and 2 more tasks with it: it broke\n");
  assert_true(failures_write(&failures, &plan, directory, &e));
  char *text = file_read(path, 1 << 20, NULL, &e), *line = text;
  static const struct {
    json_int_t index;
    const char *reason;
  } expected[] = {{2, "it broke"}, {3, "it bent"}, {5, "it broke"}, {7, "it broke"}};
  for (size_t k = 0; k < 4; k++) {
    char *end = strchr(line, '\n');
    assert_non_null(end);
    json_t *failure = json_loadb(line, (size_t)(end - line), 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(failure, "index")), expected[k].index);
    assert_string_equal(json_string_value(json_object_get(failure, "reason")), expected[k].reason);
    assert_string_equal(json_string_value(json_object_get(failure, "id")), plan.task[expected[k].index].id);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(failure, "scope"), "n")),
                     expected[k].index + 2);
    json_decref(failure);
    line = end + 1;
  }
  assert_string_equal(line, "");
  failures_free(&failures);
  assert_true(failures_write(&failures, &plan, directory, &e)); /* none: no file */
  assert_false(file_exists(path));
  free(text);
  free(said);
  free(path);
  remove_directory(directory);
  plan_free(&plan);
  config_free(&config);
}

/* Where each task has a reason of its own, twenty are told. */
static void many_reasons_are_counted(void **state)
{
  (void)state;
  struct failures failures = {0};
  char *said = NULL;
  size_t size, lines = 0;
  for (size_t k = 0; k < 1000; k++) {
    char reason[32];
    snprintf(reason, sizeof reason, "reason %zu", k);
    lines += failures_note(&failures, k, reason);
  }
  assert_int_equal(lines, 20);
  FILE *out = open_memstream(&said, &size);
  failures_tell(&failures, out);
  fclose(out);
  assert_string_equal(said, "rmr run: and 980 more failures: failures.jsonl has them all\n");
  free(said);
  failures_free(&failures);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_task_does_not_depend_on_its_neighbours),
    cmocka_unit_test(explorations_are_made_once),
    cmocka_unit_test(ids_and_seeds_are_all_different),
    cmocka_unit_test(exclusions_need_all_their_keys),
    cmocka_unit_test(a_torn_line_is_cut_off),
    cmocka_unit_test(a_bad_line_in_the_middle_is_an_error),
    cmocka_unit_test(a_last_line_with_another_end_is_an_error),
    cmocka_unit_test(a_directory_has_one_writer),
    cmocka_unit_test(workers_do_not_show_in_the_records),
    cmocka_unit_test(isolation_does_not_show_in_the_records),
    cmocka_unit_test(a_record_has_what_the_contract_says),
    cmocka_unit_test(a_simulation_has_every_metric_it_knows),
    cmocka_unit_test(an_interrupted_run_leaves_no_record),
    cmocka_unit_test(failures_are_told_once_and_written_in_order),
    cmocka_unit_test(many_reasons_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
