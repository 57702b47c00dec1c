/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_judge.c: the judge of expect clauses: of growth that is recognised or fitted, of values at each N, of lower
 * bounds, and of values per process.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "results/analysis/judge.h"
#include "tests/made_series.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

static struct judgement judged(const char *clause, struct made *m)
{
  struct expect e;
  struct error error = {0};
  struct analysis a;
  struct judgement j;
  if (!expect_parse(clause, &e, &error)) fail_msg("%s: %s", clause, error.text);
  analyse(&m->s, &a);
  judge_series(&e, &m->s, &a, &j);
  assert_true(j.reason[0] != '\0');
  return j;
}

struct clause {
  const char *text;
  enum outcome outcome;
};

static void expect_judgements(struct made *m, const struct clause *c, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    const struct judgement j = judged(c[k].text, m);
    if (j.outcome != c[k].outcome) fail_msg("%s: %s (%s)", c[k].text, outcome_names[j.outcome], j.reason);
  }
}

/* 20 + 3 lg N with a noise of 15 %: the last three values fall, and may grow like lg N all the same. */
static void test_noise(void **state)
{
  static const double noisy[] = {25, 24, 30, 37, 36, 30};
  static const struct clause clauses[] = {
    {"O(1)", OUTCOME_UNDECIDED}, {"Theta(1)", OUTCOME_UNDECIDED}, {"O(N^2)", OUTCOME_HOLDS}};
  struct made m;
  (void)state;
  make(&m, COUNT(noisy), doubling, noisy);
  expect_judgements(&m, clauses, COUNT(clauses));
}

static void test_incomplete(void **state)
{
  struct made m;
  struct analysis a;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  m.point[5] = (struct series_point){64, 11, NAN, NAN, NAN, 1, false, false, false};
  analyse(&m.s, &a);
  assert_string_equal(analysis_winner(&a)->formula, "7N+3");
  assert_non_null(strstr(a.reason, "1 point of incomplete runs"));
  m.point[5].value = 451; /* 7*64+3: no contradiction */
  analyse(&m.s, &a);
  assert_string_equal(analysis_winner(&a)->formula, "7N+3");
  m.point[5].value = 452;
  analyse(&m.s, &a);
  assert_null(analysis_winner(&a));
  assert_non_null(strstr(a.reason, "at N = 64 the value is at least 452, which refutes 7N+3"));
  static const struct clause refuted[] = {{"O(N)", OUTCOME_UNDECIDED}, {"Theta(N)", OUTCOME_UNDECIDED}};
  expect_judgements(&m, refuted, COUNT(refuted));
  make_truth(&m, COUNT(mixed), mixed, log_linear, as_is);
  m.point[7] = (struct series_point){64, 5000, NAN, NAN, NAN, 1, false, false, false};
  analyse(&m.s, &a);
  assert_null(analysis_winner(&a));
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  for (size_t i = 0; i < 6; i++) m.point[i].complete = false;
  m.point[5].value = 451;
  analyse(&m.s, &a);
  assert_null(analysis_winner(&a));
  assert_non_null(strstr(a.reason, "no run was complete"));
  static const struct clause none[] = {
    {"O(N)", OUTCOME_UNDECIDED}, {"= 7N+3", OUTCOME_UNDECIDED}, {"<= 7N", OUTCOME_FAILS}};
  expect_judgements(&m, none, COUNT(none));
}

static double by_parity(double N)
{
  return fmod(N, 2) == 0 ? 2 * N : N;
}
static double fibonacci(double N)
{
  double a = 0, b = 1;
  for (; N > 1; N--) {
    const double next = a + b;
    a = b;
    b = next;
  }
  return b;
}

/* A lower bound refutes laws that are no formula in N, too: here by parity, and a recurrence. */
static void test_refuted_without_formula(void **state)
{
  static const double range[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  static truth_fn *const truths[] = {by_parity, fibonacci};
  (void)state;
  for (size_t k = 0; k < COUNT(truths); k++) {
    struct made m;
    struct analysis a;
    make_truth(&m, COUNT(range), range, truths[k], as_is);
    m.point[COUNT(range)] = (struct series_point){16, truths[k](16), NAN, NAN, NAN, 1, false, false, false};
    m.s.n++;
    analyse(&m.s, &a);
    assert_non_null(analysis_winner(&a));
    m.point[COUNT(range)].value++;
    analyse(&m.s, &a);
    assert_null(analysis_winner(&a));
    assert_non_null(strstr(a.reason, "which refutes"));
  }
}

static void test_judge_exact(void **state)
{
  static const struct clause clauses[] = {
    {"O(N)", OUTCOME_HOLDS},      {"O(N lg N)", OUTCOME_HOLDS},     {"O(lg N)", OUTCOME_FAILS},
    {"Omega(N)", OUTCOME_HOLDS},  {"Omega(N^2)", OUTCOME_FAILS},    {"Omega(1)", OUTCOME_HOLDS},
    {"Theta(N)", OUTCOME_HOLDS},  {"Theta(N lg N)", OUTCOME_FAILS}, {"Theta(3N+lg N)", OUTCOME_HOLDS},
    {"= 7N+3", OUTCOME_HOLDS},    {"= 7N", OUTCOME_FAILS},          {"<= 7N+3", OUTCOME_HOLDS},
    {"< 7N+3", OUTCOME_FAILS},    {"< 7N+4", OUTCOME_HOLDS},        {">= 7N", OUTCOME_HOLDS},
    {"> 8N", OUTCOME_FAILS},      {"<= 100", OUTCOME_FAILS},        {"grows", OUTCOME_HOLDS},
    {"unbounded", OUTCOME_FAILS}, {"O(N^N)", OUTCOME_UNDECIDED},    {"= j", OUTCOME_UNDECIDED},
    {"holds", OUTCOME_UNDECIDED}, {"= sqrt(N-9)", OUTCOME_FAILS},   {"> sqrt(N-9)", OUTCOME_UNDECIDED},
    {"= 1/0", OUTCOME_UNDECIDED}, {"<= 1/0", OUTCOME_UNDECIDED},
  };
  struct made m;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  expect_judgements(&m, clauses, COUNT(clauses));
  assert_non_null(strstr(judged("<= 100", &m).reason, "N = 16 the value is 115"));
  assert_non_null(strstr(judged("O(N)", &m).reason, "7N+3, recognised on N = 2..64"));
}

static void test_judge_fitted(void **state)
{
  static const struct clause clauses[] = {
    {"O(N lg N)", OUTCOME_HOLDS}, {"O(N^2)", OUTCOME_HOLDS},     {"O(N)", OUTCOME_FAILS},
    {"O(1)", OUTCOME_FAILS},      {"Omega(N)", OUTCOME_HOLDS},   {"Omega(N^2)", OUTCOME_FAILS},
    {"grows", OUTCOME_HOLDS},     {"Theta(N^2)", OUTCOME_FAILS},
  };
  struct made m;
  (void)state;
  make_truth(&m, COUNT(mixed), mixed, log_linear, as_is);
  expect_judgements(&m, clauses, COUNT(clauses));

  static const struct clause open[] = {
    {"O(N^2)", OUTCOME_HOLDS}, {"O(N)", OUTCOME_HOLDS}, {"Theta(N)", OUTCOME_UNDECIDED}, {"Omega(1)", OUTCOME_HOLDS}};
  make_truth(&m, COUNT(mixed), mixed, root_hidden, round);
  expect_judgements(&m, open, COUNT(open));

  static const struct clause few[] = {
    {"O(N)", OUTCOME_UNDECIDED}, {"= 7N+3", OUTCOME_HOLDS}, {"grows", OUTCOME_UNDECIDED}};
  make_truth(&m, 3, doubling, linear, as_is);
  expect_judgements(&m, few, COUNT(few));
}

/* A cost that is the same at the last three N that were explored, and at none larger, has stopped growing. */
static void test_judge_plateau(void **state)
{
  const double from_one[] = {1, 2, 3, 4, 5}, values[] = {4, 8, 10, 10, 10};
  struct made m;
  (void)state;
  make(&m, 5, from_one, values);
  assert_int_equal(exact_plateau(&m.s), 3);
  const struct judgement j = judged("O(1)", &m);
  assert_int_equal(j.outcome, OUTCOME_HOLDS);
  assert_non_null(strstr(j.reason, "10 at all of N = 3..5"));
  assert_int_equal(judged("Theta(1)", &m).outcome, OUTCOME_HOLDS);
  assert_int_equal(judged("O(lg N)", &m).outcome, OUTCOME_HOLDS);
  assert_int_equal(judged("Omega(lg N)", &m).outcome, OUTCOME_FAILS);
  assert_int_equal(judged("Theta(N)", &m).outcome, OUTCOME_FAILS);
  assert_int_equal(judged("O(1/N)", &m).outcome, OUTCOME_FAILS);
  assert_int_equal(judged("Omega(1/N)", &m).outcome, OUTCOME_HOLDS);
  assert_int_equal(judged("grows", &m).outcome, OUTCOME_FAILS);
  make(&m, 4, from_one, values); /* 10 twice proves nothing */
  assert_int_equal(judged("O(1)", &m).outcome, OUTCOME_UNDECIDED);
  assert_int_equal(judged("grows", &m).outcome, OUTCOME_UNDECIDED);
  make(&m, 5, from_one, values);
  m.point[1].value = 11; /* more below */
  assert_int_equal(exact_plateau(&m.s), 0);
  make(&m, 5, from_one, values);
  m.s.kind = KIND_SAMPLE; /* a maximum of runs may be low by accident */
  assert_int_equal(exact_plateau(&m.s), 0);
  make(&m, 5, from_one, values);
  m.point[4].complete = false;
  assert_int_equal(exact_plateau(&m.s), 0);
}

/* Lower bounds that stop growing say neither that the values grow nor that they do not. */
static void test_judge_plateau_of_samples(void **state)
{
  const double from_two[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
               values[] = {12, 18, 22, 28, 32, 38, 42, 48, 52, 52, 52, 52, 52, 52, 52};
  struct made m;
  (void)state;
  make(&m, COUNT(values), from_two, values);
  m.s.kind = KIND_SAMPLE;
  assert_int_equal(judged("O(1)", &m).outcome, OUTCOME_UNDECIDED);
  assert_int_equal(judged("grows", &m).outcome, OUTCOME_UNDECIDED);
  assert_int_equal(judged("O(N)", &m).outcome, OUTCOME_HOLDS);
}

static double half_squares(double N)
{
  return 2 + N + floor(N * N / 7);
}

/* On N = 3..14 the ratio to N lg N and to N^1.5 is about the same, and N^2 is the truth. */
static void test_judge_short_range(void **state)
{
  static const struct clause clauses[] = {
    {"Theta(N lg N)", OUTCOME_UNDECIDED}, {"Theta(N^1.5)", OUTCOME_UNDECIDED}, {"O(N lg N)", OUTCOME_UNDECIDED},
    {"Omega(N^1.5)", OUTCOME_UNDECIDED},  {"O(N^2)", OUTCOME_HOLDS},           {"Omega(N)", OUTCOME_HOLDS}};
  const double from_three[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  struct made m;
  (void)state;
  make_truth(&m, COUNT(from_three), from_three, half_squares, as_is);
  expect_judgements(&m, clauses, COUNT(clauses));
}

static void test_judge_special(void **state)
{
  static const struct clause unbounded[] = {{"unbounded", OUTCOME_HOLDS},
                                            {"grows", OUTCOME_HOLDS},
                                            {"O(2^N)", OUTCOME_FAILS},
                                            {"Theta(N)", OUTCOME_FAILS},
                                            {"<= N", OUTCOME_FAILS}};
  static const struct clause constant[] = {{"grows", OUTCOME_FAILS},
                                           {"unbounded", OUTCOME_FAILS},
                                           {"O(1)", OUTCOME_HOLDS},
                                           {"Omega(lg N)", OUTCOME_FAILS},
                                           {"= 5", OUTCOME_HOLDS}};
  static const struct clause decreasing[] = {{"O(1)", OUTCOME_HOLDS}, {"Omega(1)", OUTCOME_UNDECIDED}};
  static const struct clause cut[] = {{"= 7N+3", OUTCOME_UNDECIDED}, {"<= 7N", OUTCOME_FAILS}, {"O(N)", OUTCOME_HOLDS}};
  const double five[] = {5, 5, 5, 5, 5, 5}, down[] = {98, 96, 92, 84, 68, 36};
  struct made m;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  m.point[4].value = INFINITY;
  expect_judgements(&m, unbounded, COUNT(unbounded));
  make(&m, 6, doubling, five);
  expect_judgements(&m, constant, COUNT(constant));
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  m.s.kind = KIND_SAMPLE; /* only exact values refute it */
  assert_int_equal(judged("unbounded", &m).outcome, OUTCOME_UNDECIDED);
  assert_int_equal(judged("grows", &m).outcome, OUTCOME_HOLDS);
  const double about_100[] = {101, 100, 99.5, 100.4, 99, 100.7}; /* nothing that is recognised, and flat */
  make(&m, 6, doubling, about_100);
  m.s.kind = KIND_SAMPLE;
  assert_int_equal(judged("grows", &m).outcome, OUTCOME_FAILS);
  make(&m, 6, doubling, down);
  expect_judgements(&m, decreasing, COUNT(decreasing));
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  m.point[5].complete = false;
  expect_judgements(&m, cut, COUNT(cut));
}

static void test_judge_vector(void **state)
{
  const double blocks[] = {1, 2, 3, 4, 5, 6, 7, 0};
  struct expect e;
  struct error error = {0};
  struct judgement j;
  (void)state;
  assert_true(expect_parse("= j", &e, &error));
  judge_vector(&e, 8, blocks, 7, KNOWN_EXACTLY, &j);
  assert_int_equal(j.outcome, OUTCOME_HOLDS);
  judge_vector(&e, 8, blocks, 8, KNOWN_EXACTLY, &j);
  assert_int_equal(j.outcome, OUTCOME_FAILS);
  assert_non_null(strstr(j.reason, "N = 8, j = 8"));
  judge_vector(&e, 8, blocks, 0, KNOWN_EXACTLY, &j);
  assert_int_equal(j.outcome, OUTCOME_UNDECIDED);
  assert_true(expect_parse("<= N-j+6", &e, &error));
  judge_vector(&e, 8, blocks, 8, KNOWN_EXACTLY, &j);
  assert_int_equal(j.outcome, OUTCOME_HOLDS);
  assert_true(expect_parse("O(N)", &e, &error));
  judge_vector(&e, 8, blocks, 8, KNOWN_EXACTLY, &j);
  assert_int_equal(j.outcome, OUTCOME_UNDECIDED);
}

static enum outcome vector_judged(const char *clause, const double *value, size_t n, bool complete)
{
  struct expect e;
  struct error error = {0};
  struct judgement j;
  assert_true(expect_parse(clause, &e, &error));
  judge_vector(&e, 8, value, n, complete ? KNOWN_EXACTLY : KNOWN_FROM_BELOW, &j);
  return j.outcome;
}

/* A failure before a gap in the formula, behind it, and none; lower bounds on either side of the claim. */
static void test_vector_evidence(void **state)
{
  const double blocks[] = {1, 2, 3, 4};
  (void)state;
  assert_int_equal(vector_judged("= 1/(j-1)", blocks, 4, true), OUTCOME_FAILS);
  assert_int_equal(vector_judged("= 2/(2-j)", blocks, 4, true), OUTCOME_FAILS);
  assert_int_equal(vector_judged("<= 9+0/(2-j)", blocks, 4, true), OUTCOME_UNDECIDED);
  assert_int_equal(vector_judged("= j", blocks, 4, false), OUTCOME_UNDECIDED);
  assert_int_equal(vector_judged("<= j", blocks, 4, false), OUTCOME_UNDECIDED);
  assert_int_equal(vector_judged("= 2", blocks, 4, false), OUTCOME_FAILS);
  assert_int_equal(vector_judged("<= 3", blocks, 4, false), OUTCOME_FAILS);
  assert_int_equal(vector_judged(">= j", blocks, 4, false), OUTCOME_HOLDS);
}

/* One value, with what is known of it. */
struct seen {
  double value;
  bool complete;
};

/* Every kind of comparison with 10, of every kind of value: its verdict alone, and the same verdict of a refuting point
 * before and behind any other. */
static void test_order_of_evidence(void **state)
{
  static const struct seen seen[] = {{9, true},   {10, true},       {11, true},        {9, false}, {10, false},
                                     {11, false}, {INFINITY, true}, {INFINITY, false}, {NAN, true}};
  static const struct {
    const char *clause, *outcomes; /* one letter for each value: holds, fails, undecided */
  } rows[] = {
    {"= 10", "fhfuufff"}, {"<= 10", "hhfuufff"}, {"< 10", "hffuffff"}, {">= 10", "fhhuhhhh"}, {"> 10", "ffhuuhhh"}};
  (void)state;
  for (size_t r = 0; r < COUNT(rows); r++)
    for (size_t k = 0; k < COUNT(seen); k++) {
      static const char letters[] = {[OUTCOME_HOLDS] = 'h', [OUTCOME_FAILS] = 'f', [OUTCOME_UNDECIDED] = 'u'};
      const char expected = isnan(seen[k].value) ? 'u' : rows[r].outcomes[k];
      struct made m;
      make(&m, 1, doubling, &seen[k].value);
      m.point[0].complete = seen[k].complete;
      const struct judgement alone = judged(rows[r].clause, &m);
      if (letters[alone.outcome] != expected)
        fail_msg("%s of %g%s: %s", rows[r].clause, seen[k].value, seen[k].complete ? "" : ", a lower bound",
                 alone.reason);
      if (expected != 'f') continue;
      for (size_t at = 0; at < 3; at++) { /* among a gap and a lower bound that says nothing */
        const double gap[3] = {NAN, NAN, NAN};
        make(&m, 3, doubling, gap);
        m.point[(at + 1) % 3] =
          (struct series_point){doubling[(at + 1) % 3], -1e9, NAN, NAN, NAN, 1, false, false, false};
        m.point[at].value = seen[k].value;
        m.point[at].complete = seen[k].complete;
        assert_int_equal(judged(rows[r].clause, &m).outcome, OUTCOME_FAILS);
      }
    }
}

/* A formula without a value at one N hides nothing at the others; nor do large numbers hide a difference of 1. */
static void test_formula_without_value(void **state)
{
  static const struct clause clauses[] = {{"= 1/(N-2)", OUTCOME_FAILS},          {"= 1/(N-64)", OUTCOME_FAILS},
                                          {"= 7N+3+0/(N-2)", OUTCOME_UNDECIDED}, {"<= 1/(N-8)", OUTCOME_FAILS},
                                          {"= sqrt(N-9)", OUTCOME_FAILS},        {"<= 2^(N*1000)", OUTCOME_UNDECIDED},
                                          {">= -1/(N-2)", OUTCOME_UNDECIDED}};
  const double large[] = {10000000001, 20000000001, 40000000001, 80000000001};
  struct made m;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  expect_judgements(&m, clauses, COUNT(clauses));
  make(&m, 4, doubling, large);
  assert_int_equal(judged("= 5000000000N", &m).outcome, OUTCOME_FAILS);
  assert_int_equal(judged("= 5000000000N+1", &m).outcome, OUTCOME_HOLDS);
  assert_int_equal(judged("= 15000000000N/3+1", &m).outcome, OUTCOME_HOLDS);
  assert_int_equal(judged("< 5000000000N+1", &m).outcome, OUTCOME_FAILS);
}

/* A value that fails may be more than the clause says, or less. */
/* Whole numbers below 2^53 are compared exactly, and others by their size, however small they are. */
static void test_size_of_values(void **state)
{
  (void)state;
  static const struct {
    double value;
    struct clause clause;
  } cases[] = {
    {0x1p51 + 1, {"= 2^51", OUTCOME_FAILS}},   {0x1p51 + 1, {"< 2^51+2", OUTCOME_HOLDS}},
    {0x1p51 + 1, {"<= 2^51", OUTCOME_FAILS}},  {0x1p51 + 1, {"> 2^51", OUTCOME_HOLDS}},
    {0x1p53 - 1, {"= 2^53-2", OUTCOME_FAILS}}, {0x1p53 - 1, {"= 2^53-1", OUTCOME_HOLDS}},
    {1e300, {"= 1e300", OUTCOME_HOLDS}},       {1e-10, {"= 0", OUTCOME_FAILS}},
    {1e-10, {"> 0", OUTCOME_HOLDS}},           {1e-10, {"= 2*10^-10", OUTCOME_FAILS}},
    {1e-10, {"= 10^-10", OUTCOME_HOLDS}},      {0, {"= sqrt(3)^2-3", OUTCOME_HOLDS}},
    {7, {"= 49^0.5", OUTCOME_HOLDS}},          {7.0000001, {"= 7", OUTCOME_FAILS}},
  };
  for (size_t k = 0; k < COUNT(cases); k++) {
    struct series_point point = {.x = 3, .value = cases[k].value, .complete = true};
    struct made m = {.s = {.x_name = "N", .metric = "rmr.max", .n = 1, .point = &point}};
    expect_judgements(&m, &cases[k].clause, 1);
    if (cases[k].value != 0x1p51 + 1 || cases[k].clause.outcome != OUTCOME_FAILS) continue;
    assert_non_null(strstr(judged(cases[k].clause.text, &m).reason, "is 2251799813685249, not"));
  }
}

static void test_less(void **state)
{
  static const struct {
    const char *clause;
    bool less;
  } failing[] = {{"= 7N+4", true}, {"= 7N+2", false},   {">= 8N", true},      {"<= 7N", false},
                 {"O(1)", false},  {"Theta(1)", false}, {"Theta(N^2)", true}, {"Omega(N^2)", true}};
  struct made m;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  for (size_t k = 0; k < COUNT(failing); k++) {
    const struct judgement j = judged(failing[k].clause, &m);
    if (j.outcome != OUTCOME_FAILS || j.less != failing[k].less) fail_msg("%s: %s", failing[k].clause, j.reason);
  }
  assert_true(judged("unbounded", &m).less);
  assert_false(judged("O(N)", &m).less);
  make(&m, COUNT(doubling), doubling, (const double[]){3, 3, 3, 3, 3, 3});
  assert_true(judged("grows", &m).less);
  assert_true(judged("Theta(N)", &m).less);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_noise),
    cmocka_unit_test(test_incomplete),
    cmocka_unit_test(test_refuted_without_formula),
    cmocka_unit_test(test_judge_exact),
    cmocka_unit_test(test_judge_fitted),
    cmocka_unit_test(test_judge_plateau),
    cmocka_unit_test(test_judge_plateau_of_samples),
    cmocka_unit_test(test_judge_short_range),
    cmocka_unit_test(test_judge_special),
    cmocka_unit_test(test_judge_vector),
    cmocka_unit_test(test_vector_evidence),
    cmocka_unit_test(test_order_of_evidence),
    cmocka_unit_test(test_formula_without_value),
    cmocka_unit_test(test_size_of_values),
    cmocka_unit_test(test_less),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
