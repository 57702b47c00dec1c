/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_fit.c: the decision of the analysis as a whole, the judge of expect clauses, and the JSON. The eight series are
 * those on which well-known fitters were seen to fail; each must come out right, or undecided with the truth among the
 * contenders.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "results/analysis/fits.h"
#include "results/analysis/judge.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

enum { MOST = 64 };

/* A series on the stack. */
struct made {
  struct series s;
  struct series_point point[MOST];
};

static const double doubling[] = {2, 4, 8, 16, 32, 64};
static const double mixed[] = {4, 8, 12, 16, 24, 32, 48, 64};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void make(struct made *m, size_t n, const double *x, const double *value)
{
  m->s = (struct series){.name = "s",
                         .metric = "rmr.max",
                         .x_name = "N",
                         .scope = "test",
                         .kind = KIND_EXACT,
                         .algorithm = "",
                         .adversary = "",
                         .memory = "",
                         .sessions = "",
                         .n = n,
                         .point = m->point};
  for (size_t i = 0; i < n; i++)
    m->point[i] = (struct series_point){x[i], value[i], NAN, NAN, NAN, 1, true, false, false};
}

typedef double truth_fn(double N);
typedef double rounding_fn(double value);

static double as_is(double value)
{
  return value;
}

static void make_truth(struct made *m, size_t n, const double *x, truth_fn *truth, rounding_fn *rounding)
{
  double value[MOST];
  for (size_t i = 0; i < n; i++) value[i] = rounding(truth(x[i]));
  make(m, n, x, value);
}

static double linear(double N)
{
  return 7 * N + 3;
}
static double square(double N)
{
  return 2 * N * N - 3 * N + 4;
}
static double square_hidden(double N)
{
  return N * (N - 1) / 2 + 20 * N;
}
static double linear_hidden(double N)
{
  return 3 * N + 60;
}
static double logarithm(double N)
{
  return 12 + log2(N);
}
static double log_linear(double N)
{
  return 3 * N * log2(N) + N;
}
static double root_hidden(double N)
{
  return N + 8 * sqrt(N);
}
static double log_loglog(double N)
{
  return 20 * log2(N) / log2(log2(N));
}

static const struct {
  truth_fn *truth;
  const char *class;
} eight[] = {{linear, "N"},       {square, "N^2"},        {square_hidden, "N^2"}, {linear_hidden, "N"},
             {logarithm, "lg N"}, {log_linear, "N lg N"}, {root_hidden, "N"},     {log_loglog, "lg N/lg lg N"}};

static bool contends(const struct analysis *a, const char *class)
{
  for (size_t k = 0; k < a->n_contenders; k++)
    if (strcmp(a->candidate[k].class, class) == 0) return true;
  return false;
}

static void expect_sane(const struct analysis *a)
{
  for (size_t k = 0; k < a->n_candidates; k++)
    assert_true(isfinite(a->candidate[k].error) && isfinite(a->candidate[k].delta));
  if (a->exponent.known) assert_true(isfinite(a->exponent.value) && a->exponent.low <= a->exponent.high);
  assert_true(a->reason[0] != '\0');
  assert_true((a->verdict != VERDICT_UNDECIDED) == (analysis_winner(a) != NULL));
}

static void test_the_eight(void **state)
{
  static rounding_fn *const roundings[] = {as_is, round, floor, ceil};
  size_t decided = 0;
  (void)state;
  for (size_t k = 0; k < COUNT(eight); k++)
    for (size_t grid = 0; grid < 2; grid++)
      for (size_t r = 0; r < COUNT(roundings); r++) {
        struct made m;
        struct analysis a;
        make_truth(&m, grid ? COUNT(mixed) : COUNT(doubling), grid ? mixed : doubling, eight[k].truth, roundings[r]);
        analyse(&m.s, &a);
        expect_sane(&a);
        const struct fitted_class *winner = analysis_winner(&a);
        if (!contends(&a, eight[k].class)) fail_msg("series %zu, grid %zu, rounding %zu: %s", k, grid, r, a.reason);
        if (winner != NULL) assert_string_equal(winner->class, eight[k].class);
        decided += winner != NULL;
      }
  assert_true(decided >= 50); /* of 64: undecided is right for some of them, but not for all */
}

static struct analysis analysed(size_t n, const double *x, const double *value)
{
  struct made m;
  struct analysis a;
  make(&m, n, x, value);
  analyse(&m.s, &a);
  expect_sane(&a);
  return a;
}

static void test_exact_winners(void **state)
{
  struct made m;
  struct analysis a;
  (void)state;
  make_truth(&m, COUNT(doubling), doubling, linear, as_is);
  analyse(&m.s, &a);
  assert_int_equal(a.verdict, VERDICT_RECOGNISED);
  assert_string_equal(analysis_winner(&a)->formula, "7N+3");
  assert_int_equal(a.held_out, 4);
  assert_true(a.from == 2 && a.to == 64 && a.n_candidates > 1);
  assert_true(a.exponent.low < a.exponent.value && a.exponent.value < a.exponent.high && a.exponent.high < 1);
}

static void test_degenerate(void **state)
{
  const double x[] = {1, 2, 3, 4, 5, 6, 7, 8}, zero[8] = {0}, five[] = {5, 5, 5, 5, 5, 5, 5, 5};
  const double huge[] = {1e300, 2e300, 1e300, 7e300, 1e301, 2e300, 3e300, 1e305};
  const double falling[] = {90, 71.5, 55.1, 41, 30.2, 20.7, 14.9, 9.3}, x0[] = {0, 1, 2, 3, 4, 5, 6, 7};
  const double wild[] = {3, 90, 2, 77, 1, 85, 4, 60}, infinite[] = {3, 6, INFINITY, NAN, 15, 18, 21, 24};
  (void)state;
  for (size_t n = 0; n < 4; n++) {
    const struct analysis a = analysed(n, x, five);
    assert_int_equal(a.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(a.reason, "at least 4"));
  }
  struct analysis a = analysed(8, x, zero);
  assert_string_equal(analysis_winner(&a)->formula, "0");
  assert_string_equal(analysis_winner(&a)->class, "1");
  assert_false(a.exponent.known);
  a = analysed(8, x, five);
  assert_string_equal(analysis_winner(&a)->formula, "5");
  a = analysed(8, x0, five);
  assert_string_equal(analysis_winner(&a)->formula, "5");
  a = analysed(8, x, huge);
  a = analysed(8, x, falling);
  assert_int_equal(a.verdict, VERDICT_UNDECIDED);
  assert_non_null(strstr(a.reason, "decrease"));
  a = analysed(8, x, wild);
  assert_int_equal(a.verdict, VERDICT_UNDECIDED);
  a = analysed(8, x, infinite);
  assert_string_equal(analysis_winner(&a)->formula, "3N");
  assert_non_null(strstr(a.reason, "2 points without a finite value"));
  double far[8], value[8];
  for (int k = 0; k < 8; k++) value[k] = 3 * (far[k] = ldexp(1, 31 + k)) + 7;
  a = analysed(8, far, value);
  assert_int_equal(a.verdict, VERDICT_FITTED);
  assert_non_null(strstr(a.reason, "no exact law is sought"));
  for (int k = 0; k < 8; k++) far[k] = (k + 1) * 1e300;
  a = analysed(8, far, x);
  assert_non_null(strstr(a.reason, "8 points with N of 2^53 or more"));
}

/* A logarithm would fit best. */
static void test_plateau(void **state)
{
  const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
               stops[] = {3, 5, 7, 9, 11, 12, 12, 12, 12, 12, 12, 12, 12};
  (void)state;
  const struct analysis a = analysed(COUNT(stops), x, stops);
  assert_int_equal(a.verdict, VERDICT_UNDECIDED);
  assert_non_null(strstr(a.reason, "the last 8 of 13 values are 12"));
}

/* Maxima over seeds: never a wrong class, mostly decided. */
static void test_noise(void **state)
{
  static const struct {
    truth_fn *truth;
    const char *class;
  } truths[] = {{linear, "N"}, {square, "N^2"}, {log_linear, "N lg N"}, {square_hidden, "N^2"}};
  uint64_t rng = 21;
  size_t decided = 0, wrong = 0, lost = 0, rounds = 200;
  (void)state;
  for (size_t round_ = 0; round_ < rounds; round_++) {
    const size_t k = round_ % COUNT(truths);
    double x[20], value[20], N = 2;
    for (size_t i = 0; i < 20; i++, N = ceil(N * 1.35)) {
      x[i] = N;
      value[i] = round(truths[k].truth(N) * (1 + (double)rng_between(&rng, -20, 20) / 1000));
    }
    const struct analysis a = analysed(20, x, value);
    const struct fitted_class *winner = analysis_winner(&a);
    decided += winner != NULL;
    wrong += winner != NULL && strcmp(winner->class, truths[k].class) != 0;
    lost += winner == NULL && !contends(&a, truths[k].class);
  }
  assert_int_equal(wrong, 0);
  assert_true(lost <= rounds / 50);
  assert_true(decided >= rounds / 4);
}

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

/* Every kind of comparison with 10, of every kind of value: what it says alone, and that a point which refutes is heard
 * whatever stands before it or behind it. */
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

static void test_json(void **state)
{
  struct made m[3];
  struct series series[3];
  (void)state;
  make_truth(&m[0], COUNT(doubling), doubling, linear, as_is);
  make_truth(&m[1], COUNT(mixed), mixed, root_hidden, round);
  make(&m[2], 0, doubling, doubling);
  for (size_t k = 0; k < 3; k++) series[k] = m[k].s;
  const struct series_list list = {3, series};
  struct analyses *known = analyses_new();
  json_t *json = fits_json(&list, known), *again = fits_json(&list, known);
  assert_int_equal(analyses_made(known), list.n);
  assert_non_null(json);
  assert_true(json_equal(json, again));
  json_t *array = json_object_get(json, "series"), *s = json_array_get(array, 0);
  assert_int_equal(json_array_size(array), 3);
  assert_string_equal(json_string_value(json_object_get(s, "class")), "N");
  assert_string_equal(json_string_value(json_object_get(s, "formula")), "7N+3");
  assert_string_equal(json_string_value(json_object_get(s, "verdict")), "recognised");
  assert_true(json_is_true(json_object_get(s, "exact")));
  assert_int_equal(json_integer_value(json_object_get(s, "points")), 6);
  assert_int_equal(json_integer_value(json_object_get(s, "held_out")), 4);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(s, "range"), "to")), 64);
  assert_true(json_is_real(json_object_get(json_object_get(s, "exponent"), "low")));
  assert_true(json_array_size(json_object_get(s, "runners_up")) > 0);
  s = json_array_get(array, 1);
  assert_true(json_is_null(json_object_get(s, "class")) && json_is_null(json_object_get(s, "formula")));
  assert_string_equal(json_string_value(json_object_get(s, "verdict")), "undecided");
  assert_true(json_is_true(json_object_get(json_array_get(json_object_get(s, "runners_up"), 0), "explains")));
  s = json_array_get(array, 2);
  assert_true(json_is_null(json_object_get(s, "exponent")));
  json_decref(json);
  json_decref(again);
  analyses_free(known);
}

/* What was seen at powers of two only is said with them, wherever a formula is shown. */
static void test_powers_of_two_are_told(void **state)
{
  struct made doubled, all;
  struct analysis a;
  char text[GROWTH_TEXT], formula[FORMULA_SHOWN];
  (void)state;
  make_truth(&doubled, COUNT(doubling), doubling, linear, as_is);
  make_truth(&all, COUNT(mixed), mixed, linear, as_is);
  analyse(&doubled.s, &a);
  assert_string_equal(growth_text(&doubled.s, &a, text), "7N+3 [N = 2^k]");
  assert_string_equal(analysis_formula(&a, formula), "7N+3 [N = 2^k]");
  analyse(&all.s, &a);
  assert_string_equal(growth_text(&all.s, &a, text), "7N+3");
}

/* One analysis for equal points, whatever the series are called; another for others. */
static void test_a_series_is_analysed_once(void **state)
{
  struct made m, other;
  (void)state;
  make_truth(&m, COUNT(mixed), mixed, linear, as_is);
  make_truth(&other, COUNT(mixed), mixed, linear, as_is);
  struct analyses *known = analyses_new();
  const struct analysis *first = analysis_of(known, &m.s);
  assert_ptr_equal(first, analysis_of(known, &other.s));
  other.point[0].complete = false;
  assert_ptr_not_equal(first, analysis_of(known, &other.s));
  assert_int_equal(analyses_made(known), 2);
  assert_ptr_equal(first, analysis_of(known, &m.s));
  analyses_free(known);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_the_eight),
    cmocka_unit_test(test_exact_winners),
    cmocka_unit_test(test_degenerate),
    cmocka_unit_test(test_plateau),
    cmocka_unit_test(test_incomplete),
    cmocka_unit_test(test_noise),
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
    cmocka_unit_test(test_json),
    cmocka_unit_test(test_powers_of_two_are_told),
    cmocka_unit_test(test_a_series_is_analysed_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
