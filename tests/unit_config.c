/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_config.c: positions, numbers, metrics, and parsed configs. The refusals have folders of their own in
 * tests/reject.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "experiments/config/config.h"
#include "experiments/config/fields.h"
#include "experiments/config/numbers.h"
#include "explore/tables/space.h"

#include <cmocka.h> /* last: its fail() is a macro */

/* --- positions ---------------------------------------------------------------------------------------------------- */

static void assert_at(const char *text, const struct place *place, bool key, int line, int column)
{
  const struct position at = position_of(text, place, key);
  assert_int_equal(at.line, line);
  assert_int_equal(at.column, column);
}

static void positions_of_values_and_keys(void **state)
{
  (void)state;
  const char *text = "{\n  \"a\": [1, {\"b\": \"x, ]}\\\"\", \"c\" : 2}],\n  \"é\": 3, \"d\": []\n}";
  const struct place root = PLACE_ROOT, a = PLACE_KEY(&root, "a"), second = PLACE_ITEM(&a, 1);
  const struct place b = PLACE_KEY(&second, "b"), c = PLACE_KEY(&second, "c"), d = PLACE_KEY(&root, "d");
  assert_at(text, &root, false, 1, 1);
  assert_at(text, &a, false, 2, 8);
  assert_at(text, &a, true, 2, 3);
  assert_at(text, &second, false, 2, 12);
  assert_at(text, &b, false, 2, 18);
  assert_at(text, &c, true, 2, 29);
  assert_at(text, &c, false, 2, 35);
  assert_at(text, &d, true, 3, 11); /* é is one column */
}

static void positions_of_what_is_not_there(void **state)
{
  (void)state;
  const char *text = "{\"a\":\n \"lone\"}";
  const struct place root = PLACE_ROOT, a = PLACE_KEY(&root, "a"), item = PLACE_ITEM(&a, 0), z = PLACE_KEY(&root, "z");
  assert_at(text, &item, false, 2, 2); /* a lone text stands for a list */
  assert_at(text, &z, false, 1, 1);
}

static void positions_of_escaped_keys(void **state)
{
  (void)state;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "a\"b");
  assert_at("{\"x\": 1, \"a\\u0022b\": 2}", &key, false, 1, 22);
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static void assert_numbers(const char *text, size_t n, const int64_t *expected)
{
  const struct number_rule rule = {1, 4096, "inf"};
  struct numbers numbers = {0};
  struct error e = {0};
  assert_true(numbers_add_text(&numbers, text, &rule, &e));
  assert_int_equal(numbers.n, n);
  for (size_t k = 0; k < n; k++) assert_int_equal(numbers.value[k], expected[k]);
  numbers_free(&numbers);
}

static void numbers_from_texts(void **state)
{
  (void)state;
  assert_numbers("7", 1, (const int64_t[]){7});
  assert_numbers("2..5", 4, (const int64_t[]){2, 3, 4, 5});
  assert_numbers("2..10+4", 3, (const int64_t[]){2, 6, 10});
  assert_numbers("2..9+4", 2, (const int64_t[]){2, 6});
  assert_numbers("2..64*2", 6, (const int64_t[]){2, 4, 8, 16, 32, 64});
  assert_numbers("3..100*3", 4, (const int64_t[]){3, 9, 27, 81});
  assert_numbers("1..3,2..4", 4, (const int64_t[]){1, 2, 3, 4});
  assert_numbers("inf", 1, (const int64_t[]){0});
}

static void assert_spread(const char *text, size_t n, const char *const *expected)
{
  struct error e = {0};
  char **texts = NULL;
  size_t there = 0;
  assert_true(numbers_spread(text, &texts, &there, &e));
  assert_int_equal(there, n);
  for (size_t k = 0; k < n; k++) {
    assert_string_equal(texts[k], expected[k]);
    free(texts[k]);
  }
  free(texts);
}

/* Behind a key, and within a graph or an order. */
static void numbers_in_specifications(void **state)
{
  (void)state;
  assert_spread("pct:depth=1..2", 2, (const char *const[]){"pct:depth=1", "pct:depth=2"});
  assert_spread("p:order=system:0..2+2", 2, (const char *const[]){"p:order=system:0", "p:order=system:2"});
  assert_spread("p:graph=random:5,0.5,1..2,order=double:random,8..9", 4,
                (const char *const[]){
                  "p:graph=random:5,0.5,1,order=double:random,8", "p:graph=random:5,0.5,1,order=double:random,9",
                  "p:graph=random:5,0.5,2,order=double:random,8", "p:graph=random:5,0.5,2,order=double:random,9"});
  assert_spread("p:bias=0..1+0.25", 5,
                (const char *const[]){"p:bias=0", "p:bias=0.25", "p:bias=0.5", "p:bias=0.75", "p:bias=1"});
  assert_spread("p:bias=0.2..0.4+0.1,k=7", 3,
                (const char *const[]){"p:bias=0.2,k=7", "p:bias=0.3,k=7", "p:bias=0.4,k=7"});
  assert_spread("p:bias=0.5..2", 2, (const char *const[]){"p:bias=0.5", "p:bias=1.5"});
  assert_spread("p:bias=0.05..0.4*2", 4,
                (const char *const[]){"p:bias=0.05", "p:bias=0.1", "p:bias=0.2", "p:bias=0.4"});
  assert_spread("p:bias=0.25", 1, (const char *const[]){"p:bias=0.25"});
  assert_spread("p:order=list:2,3/1..3", 1, (const char *const[]){"p:order=list:2,3/1..3"});
}

static void numbers_that_are_refused(void **state)
{
  (void)state;
  const char *bad[] = {"",
                       ",",
                       "2..",
                       "..2",
                       "2...5",
                       "5..2",
                       "2..5+0",
                       "2..5*1",
                       "2..5*",
                       "-1",
                       "1e3",
                       "99999999999999999999",
                       "1..9223372036854775807",
                       "4097",
                       " 2",
                       "2 ",
                       "2..8*2+1",
                       "infinite"};
  const struct number_rule rule = {1, 4096, false};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct numbers numbers = {0};
    struct error e = {0};
    assert_false(numbers_add_text(&numbers, bad[k], &rule, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    numbers_free(&numbers);
  }
}

/* --- metrics ------------------------------------------------------------------------------------------------------ */

static void every_example_of_a_metric_parses(void **state)
{
  (void)state;
  for (enum metric_id id = 0; id < N_METRICS; id++) {
    struct metric metric;
    struct error e = {0};
    assert_true(metric_parse(metric_forms[id].example, &metric, &e));
    assert_int_equal(metric.name.id, id);
    assert_ptr_equal(metric.kind, &metric_kinds[id]);
    assert_non_null(metric.kind->help);
  }
}

static void parts_of_a_metric(void **state)
{
  (void)state;
  struct metric m;
  struct error e = {0};
  assert_true(metric_parse("line 8a of P_N", &m, &e));
  assert_string_equal(m.name.argument, "8a");
  assert_int_equal(m.name.process, METRIC_LAST);
  assert_true(metric_parse("rmr@4 of P_3", &m, &e));
  assert_int_equal(m.name.process, 3);
  assert_true(metric_parse("rmr.p90", &m, &e));
  assert_true(m.name.share == 0.9);
  assert_true(metric_parse("steps by process", &m, &e));
  assert_int_equal(m.name.split, METRIC_BY_PROCESS);
  assert_true(metric_parse("blocks of P_N by P_j", &m, &e));
  assert_int_equal(m.name.split, METRIC_BY_OWNER);
  assert_true(metric_parse("largest Token.number", &m, &e));
  assert_string_equal(m.name.argument, "Token.number");
}

/* Code that draws or merges a metric asks the grammar, and does not look into the name. */
static void what_a_name_tells(void **state)
{
  static const struct {
    const char *text, *words;
    bool average;
  } cases[] = {{"rmr.max", "RMRs per passage", false},
               {"rmr.max of P_N", "RMRs per passage of P_N", false},
               {"rmr.max@4 of P_3", "RMRs of line 4 per passage of P_3", false},
               {"line.max 8a by process", "executions of line 8a per passage by process", false},
               {"line 4 of P_N", "executions of line 4 of P_N", false},
               {"rmr.mean", "RMRs per passage, mean", true},
               {"rmr.p90", "RMRs per passage, percentile 90", true},
               {"measure.time.passage_mean", "time.passage_mean (a measure of the adversary)", true},
               {"measure.time.entry_rate", "time.entry_rate (a measure of the adversary)", true},
               {"measure.time.mean_max", "time.mean_max (a measure of the adversary)", false},
               {"measure.delay.mean", "delay.mean (a measure of the adversary)", true},
               {"measure.delay.p90", "delay.p90 (a measure of the adversary)", true},
               {"measure.delay.peak", "delay.peak (a measure of the adversary)", false}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct metric_name name;
    struct error e = {0};
    char words[METRIC_WORDS];
    assert_true(metric_name_parse(cases[k].text, &name, &e));
    assert_string_equal(metric_name_words(&name, words), cases[k].words);
    assert_int_equal(metric_is_average(&name), cases[k].average);
  }
}

static void metrics_that_are_refused(void **state)
{
  (void)state;
  const char *bad[] = {"",
                       "rmr",
                       "rmr.",
                       "rmr.p",
                       "rmr.p0",
                       "rmr.p100",
                       "rmr.pp",
                       "line ",
                       "line",
                       "rmr@",
                       "largest ",
                       "steps of",
                       "steps of P_0",
                       "steps of P_4097",
                       "steps of P_N by process",
                       "rmr.mean of P_N",
                       "blocks by P_j",
                       "steps of P_N of P_N",
                       "rmr.max by P_j",
                       "measure.",
                       "rmr.max "};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct metric m;
    struct error e = {0};
    if (metric_parse(bad[k], &m, &e)) fail_msg("\"%s\" was accepted", bad[k]);
    assert_int_equal(e.code, EXIT_USAGE);
  }
}

/* --- configs ------------------------------------------------------------------------------------------------------ */

static void parse(const char *text, const char *const *overrides, size_t n, struct config *out)
{
  struct error e = {0};
  char words[1200];
  if (!config_parse(text, strlen(text), "dir/x.json", overrides, n, out, &e))
    fail_msg("%s", error_string(&e, words, sizeof words));
}

static void defaults_are_filled_in(void **state)
{
  (void)state;
  struct config config;
  parse("{\"n\": \"2..8*2\", \"algorithms\": \"glb\"}", NULL, 0, &config);
  assert_string_equal(config_text(&config, "name"), "x");
  assert_string_equal(config.directory, "dir/");
  assert_string_equal(config_text(&config, "observed"), "P_N");
  char *n = json_dumps(config_list(&config, "n"), JSON_COMPACT);
  assert_string_equal(n, "[2,4,8]");
  free(n);
  assert_int_equal(json_array_size(config_list(&config, "memories")), 1);
  assert_int_equal(json_integer_value(json_object_get(config.json, "max_steps")), 100000000);
  assert_int_equal(strlen(config.fingerprint), 32);
  config_free(&config);
}

/* A complete config is a config, and the same one. */
static void completing_twice_changes_nothing(void **state)
{
  (void)state;
  struct config once, twice;
  parse("{\"n\": [2, \"4..8*2\"], \"algorithms\": \"glb\", \"expect\": {\"rmr.p50\": \"O(N)\"}}", NULL, 0, &once);
  json_t *copy = json_deep_copy(once.json);
  json_object_del(copy, "fingerprint");
  json_object_del(copy, "version");
  char *text = json_dumps(copy, 0);
  parse(text, NULL, 0, &twice);
  assert_true(json_equal(once.json, twice.json));
  free(text);
  json_decref(copy);
  config_free(&once);
  config_free(&twice);
}

static void metrics_are_added_where_they_are_named(void **state)
{
  (void)state;
  struct config config;
  parse("{\"n\": 4, \"algorithms\": \"glb\", \"metrics\": [\"steps\"], \"fits\": [\"rmr.max\"],"
        " \"plots\": [{\"type\": \"growth\", \"metric\": \"rmr.total\"}], \"expect\": {\"line 3\": \"<= N\", \"P1\": "
        "\"holds\"}}",
        NULL, 0, &config);
  char *metrics = json_dumps(config_list(&config, "metrics"), JSON_COMPACT);
  assert_string_equal(metrics, "[\"steps\",\"rmr.max\",\"rmr.total\",\"line 3\",\"rmr.mean\",\"rmr.p10\",\"rmr.p90\"]");
  free(metrics);
  assert_int_equal(config.n_metrics, 7);
  config_free(&config);
}

static void fingerprints_tell_what_matters(void **state)
{
  (void)state;
  const char *text = "{\"n\": 4, \"algorithms\": \"glb\", \"title\": \"one\"}";
  struct config plain, titled, seeded;
  parse(text, NULL, 0, &plain);
  parse(text, (const char *[]){"title=other"}, 1, &titled);
  parse(text, (const char *[]){"seed=2"}, 1, &seeded);
  char keys[200];
  assert_string_equal(plain.fingerprint, titled.fingerprint);
  assert_string_not_equal(plain.fingerprint, seeded.fingerprint);
  assert_string_equal(config_difference(plain.json, titled.json, keys, sizeof keys), "");
  assert_string_equal(config_difference(plain.json, seeded.json, keys, sizeof keys), "seed");
  config_free(&plain);
  config_free(&titled);
  config_free(&seeded);
}

/* Keys and defaults go with drives; a clause about a property makes an exploration check it. */
static void explorations_have_keys_of_their_own(void **state)
{
  (void)state;
  struct config config, bare, both;
  parse(
    "{\"n\": 3, \"algorithms\": \"glb\", \"drive\": \"explore\", \"check\": \"P6\", \"expect\": {\"P1\": \"holds\"}}",
    NULL, 0, &config);
  static const char *const absent[] = {"adversaries", "repetitions", "seed", "max_steps", "observed", "traces"};
  for (size_t k = 0; k < sizeof absent / sizeof *absent; k++) assert_null(json_object_get(config.json, absent[k]));
  char *check = json_dumps(config_list(&config, "check"), JSON_COMPACT);
  char *metrics = json_dumps(config_list(&config, "metrics"), JSON_COMPACT);
  assert_string_equal(check, "[\"P6\",\"P1\"]");
  assert_string_equal(metrics, "[\"rmr.max\"]");
  assert_string_equal(config_text(&config, "observe"), "all");
  parse("{\"n\": 3, \"algorithms\": \"glb\"}", NULL, 0, &bare);
  assert_null(json_object_get(bare.json, "observe"));
  assert_null(json_object_get(bare.json, "budget"));
  parse("{\"n\": 3, \"algorithms\": \"glb\", \"drive\": [\"explore\", \"simulate\"]}", NULL, 0, &both);
  assert_non_null(json_object_get(both.json, "observe"));
  assert_non_null(json_object_get(both.json, "seed"));
  char keys[200];
  assert_string_equal(config_difference(config.json, config.json, keys, sizeof keys), "");
  assert_string_equal(config_difference(bare.json, both.json, keys, sizeof keys), "drive, observe, check, budget");
  free(check);
  free(metrics);
  config_free(&config);
  config_free(&bare);
  config_free(&both);
}

static void overrides_reach_their_places(void **state)
{
  (void)state;
  struct config config;
  parse("{\"n\": 4, \"algorithms\": \"glb\", \"plots\": [{\"type\": \"growth\"}, {\"type\": \"growth\"}]}",
        (const char *[]){"n=2..8*2", "adversaries=[\"random\",\"solo\"]", "expect.rmr.max=O(N)", "plots.1.type=lines",
                         "name=other"},
        5, &config);
  char *n = json_dumps(config_list(&config, "n"), JSON_COMPACT);
  assert_string_equal(n, "[2,4,8]");
  free(n);
  assert_int_equal(json_array_size(config_list(&config, "adversaries")), 2);
  assert_string_equal(json_string_value(json_object_get(json_object_get(config.json, "expect"), "rmr.max")), "O(N)");
  const json_t *plot = json_array_get(config_list(&config, "plots"), 1);
  assert_string_equal(json_string_value(json_object_get(plot, "type")), "lines");
  assert_string_equal(config_text(&config, "name"), "other");
  config_free(&config);
}

/* Puts a key's own example into a config. */
static void every_example_of_a_key_parses(void **state)
{
  (void)state;
  for (const struct config_field *field = config_fields; field->key != NULL; field++) {
    json_t *json =
      json_pack("{s:s, s:[i,i,i], s:[s, s]}", "algorithms", "glb", "n", 3, 4, 300, "adversaries", "random", "greedy");
    if (field->drive != 0) json_object_set_new(json, "drive", json_pack("[s, s, s]", "explore", "simulate", "search"));
    json_object_set_new(json, field->key, json_loads(field->example, JSON_DECODE_ANY, NULL));
    char *text = json_dumps(json, 0);
    struct config config;
    parse(text, NULL, 0, &config);
    config_free(&config);
    free(text);
    json_decref(json);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(positions_of_values_and_keys),
    cmocka_unit_test(positions_of_what_is_not_there),
    cmocka_unit_test(positions_of_escaped_keys),
    cmocka_unit_test(numbers_from_texts),
    cmocka_unit_test(numbers_in_specifications),
    cmocka_unit_test(numbers_that_are_refused),
    cmocka_unit_test(every_example_of_a_metric_parses),
    cmocka_unit_test(parts_of_a_metric),
    cmocka_unit_test(what_a_name_tells),
    cmocka_unit_test(metrics_that_are_refused),
    cmocka_unit_test(defaults_are_filled_in),
    cmocka_unit_test(completing_twice_changes_nothing),
    cmocka_unit_test(metrics_are_added_where_they_are_named),
    cmocka_unit_test(fingerprints_tell_what_matters),
    cmocka_unit_test(explorations_have_keys_of_their_own),
    cmocka_unit_test(overrides_reach_their_places),
    cmocka_unit_test(every_example_of_a_key_parses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
