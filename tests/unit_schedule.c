/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of schedules: what it understands, and that it survives what it does not. That what a trace writes is read
 * back as it was is in unit_trace.c.
 */
#include "sim/schedule.h"

#include "client.h"

static bool parse(const char *text, struct schedule *out, struct error *e)
{
  return schedule_parse(text, strlen(text), "a.schedule", out, e);
}

static void test_everything_that_can_be_said(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_true(parse("rmr-schedule 1   # a comment\n"
                    "seed 9\nn 3\n\n"
                    "# another\n"
                    "algorithm glb\nmemory dsm\nsessions 1,1,2\npassages 4\nversion 0.1.0\n"
                    "P1 3=1w 4=1w\t5a=0c 8a=-7i 12=0r 13=5 # six\r\n"
                    "P3 x2 6=0\n"
                    "steps 9\n",
                    &s, &e));
  assert_string_equal(s.algorithm->name, "glb");
  assert_int_equal(s.n, 3);
  assert_int_equal(s.memory, SIM_DSM);
  assert_int_equal(s.sessions.rule, SIM_LIST);
  assert_string_equal(s.sessions_text, "1,1,2");
  assert_int_equal(s.passages, 4);
  assert_int_equal(s.seed, 9);
  assert_string_equal(s.version, "0.1.0");
  assert_true(s.complete);
  static const struct schedule_step expected[] = {
    {1, 1, 1, RMR_WRITTEN, 11},      {1, 1, 2, RMR_WRITTEN, 11}, {0, 1, 3, RMR_COLD, 11},
    {-7, 1, 6, RMR_INVALIDATED, 11}, {0, 1, 11, RMR_REMOTE, 11}, {5, 1, 12, RMR_FREE, 11},
    {0, 3, 0, RMR_FREE, 12},         {0, 3, 0, RMR_FREE, 12},    {0, 3, 5, RMR_FREE, 12},
  };
  assert_int_equal(s.n_steps, 9);
  for (size_t k = 0; k < 9; k++) {
    assert_int_equal(s.step[k].value, expected[k].value);
    assert_int_equal(s.step[k].process, expected[k].process);
    assert_int_equal(s.step[k].line, expected[k].line);
    assert_int_equal(s.step[k].cause, expected[k].cause);
    assert_int_equal(s.step[k].source, expected[k].source);
  }
  schedule_free(&s);
}

static void test_defaults(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_true(parse("rmr-schedule 1\nalgorithm bakery\nn 2", &s, &e));
  assert_int_equal(s.memory, SIM_CC);
  assert_int_equal(s.sessions.rule, SIM_DISTINCT);
  assert_int_equal(s.passages, 1);
  assert_int_equal(s.seed, 1);
  assert_int_equal(s.n_steps, 0);
  assert_false(s.complete);
  schedule_free(&s);
  assert_true(parse("rmr-schedule 1\nalgorithm bakery\nn 2\npassages inf\n", &s, &e));
  assert_int_equal(s.passages, 0);
  schedule_free(&s);
}

/* Every error has its place. What can be refused, and in which words, is in tests/reject_schedules. HEAD is three lines. */
#define HEAD "rmr-schedule 1\nalgorithm glb\nn 3\n"

static void test_errors_have_a_place(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
    int line, column;
  } bad[] = {
    {"rmr-schedule 1\nalgorithm gbl\n", "did you mean 'glb'?", 2, 11},
    {"rmr-schedule 1\nalgoritm glb\n", "did you mean 'algorithm'?", 2, 1},
    {HEAD "sessions any:0\n", "expected distinct, same, any:K", 4, 10},
    {HEAD "\nP4 x1\n", "expected a process, P1 to P3", 5, 1},
    {HEAD "P1 x1 # one\nP2 x2 x0\n", "expected x and a number of steps", 5, 7},
    {HEAD "P1 3=1w 8=0\n", "did you mean '8a'?", 4, 9},
  };
  static struct schedule s;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct error e = {0};
    assert_false(parse(bad[k].text, &s, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_string_equal(e.file, "a.schedule");
    if (strstr(e.text, bad[k].words) == NULL) fail_msg("'%s' does not say '%s'", e.text, bad[k].words);
    if (e.line != bad[k].line || e.column != bad[k].column)
      fail_msg("%s: at %d:%d, expected %d:%d", bad[k].words, e.line, e.column, bad[k].line, bad[k].column);
  }
}

/* Bytes that are no text, and texts cut off anywhere, are refused or read, and nothing else happens. */
static void test_damaged_text(void **state)
{
  (void)state;
  static const char text[] = HEAD "memory cc-keep\nsessions any:2\nP1 3=1w 4=1w\nP2 x3\nsteps 5\n";
  static struct schedule s;
  uint64_t rng = 1;
  for (size_t size = 0; size < sizeof text; size++)
    for (int k = 0; k < 20; k++) {
      char copy[sizeof text];
      struct error e = {0};
      memcpy(copy, text, sizeof text);
      if (k != 0) copy[rng_below(&rng, sizeof text)] = (char)rng_next(&rng);
      if (schedule_parse(copy, size, "damaged", &s, &e))
        schedule_free(&s);
      else
        assert_int_equal(e.code, EXIT_USAGE);
    }
}

static void test_missing_file(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_false(schedule_read("/no/such/a.schedule", &s, &e));
  assert_int_not_equal(e.code, EXIT_OK);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_everything_that_can_be_said),
    cmocka_unit_test(test_defaults),
    cmocka_unit_test(test_errors_have_a_place),
    cmocka_unit_test(test_damaged_text),
    cmocka_unit_test(test_missing_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
