/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_formula.c: the language of growth expressions and of expect clauses: values, precedence, and refused texts.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "base/rng.h"
#include "results/expect.h"
#include "results/formula.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

static double value_of(const char *text, double N, double j)
{
  struct formula f;
  struct error e = {0};
  if (!formula_parse(text, &f, &e)) fail_msg("%s: %s", text, e.text);
  return formula_value(&f, N, j);
}

static void test_values(void **state)
{
  static const struct {
    const char *text;
    double N, j, value;
  } cases[] = {
    {"7N+3", 8, 0, 59},
    {"N(N-1)/2", 8, 0, 28},
    {"N (N - 1) / 2 + 20 N", 4, 0, 86},
    {"2N^2-3N+4", 5, 0, 39},
    {"2N lg N", 8, 0, 48},
    {"NlgN", 8, 0, 24},
    {"N lg^2 N", 8, 0, 72},
    {"lg N^2", 8, 0, 6},
    {"lg(N)^2", 8, 0, 9},
    {"lg lg N", 16, 0, 2},
    {"20 lg N/lg lg N", 16, 0, 40},
    {"2N lg N(N-1)", 8, 0, 336},
    {"2^N", 10, 0, 1024},
    {"3*2^N-1", 4, 0, 47},
    {"N 2^N", 4, 0, 64},
    {"2^N^2", 3, 0, 512},
    {"(2^N)^2", 3, 0, 64},
    {"N^1.5", 16, 0, 64},
    {"N^-1", 4, 0, 0.25},
    {"8sqrt N", 16, 0, 32},
    {"sqrt(N+9)", 16, 0, 5},
    {"1/2N", 8, 0, 4},
    {"1/(2N)", 8, 0, 0.0625},
    {"-N^2", 3, 0, -9},
    {"10-2-3", 1, 0, 5},
    {"64/4/2", 1, 0, 8},
    {"2*-N", 3, 0, -6},
    {"floor(N/2)", 7, 0, 3},
    {"ceil(lg N)", 9, 0, 4},
    {"3N ceil(lg N)+N", 5, 0, 50},
    {"1.5e2 + .5 + 2.", 1, 0, 152.5},
    {"j", 8, 3, 3},
    {"N-j+1", 8, 3, 6},
    {"2j(N-j)", 8, 3, 30},
    {"prod(j < lg N: 1+2^j)", 1, 0, 1},
    {"prod(j < lg N: 1+2^j)", 128, 0, 9845550},
    {"2prod(j<lg N:1+2^j)-1", 5, 7, 59}, /* j = 0, 1, 2 */
    {"j prod(j < N: 1+j) prod(j < 2: N+j)", 3, 5, 360},
    {"prod(j < j: 2)", 1, 3, 8},
    {"prod(j < -N: 0)", 3, 0, 1},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const double value = value_of(cases[k].text, cases[k].N, cases[k].j);
    if (value != cases[k].value) fail_msg("%s = %.17g, not %.17g", cases[k].text, value, cases[k].value);
  }
}

static void test_exactness(void **state)
{
  (void)state;
  assert_true(value_of("N(N-1)/2", 94906265, 0) == 4503599520671980.0);
  assert_true(value_of("N^3", 200001, 0) == 8000120000600001.0);
  assert_true(value_of("2^N - 1", 53, 0) == 9007199254740991.0);
  for (int k = 1; k < 53; k++) {
    const double power = ldexp(1, k);
    assert_true(formula_lg(power) == k);
    assert_true(value_of("floor(lg N)", power, 0) == k && value_of("ceil(lg N)", power, 0) == k);
    if (k > 1) assert_true(value_of("floor(lg N)", power - 1, 0) == k - 1 && value_of("ceil(lg N)", power - 1, 0) == k);
    assert_true(value_of("ceil(lg N)", power + 1, 0) == k + 1 && value_of("floor(lg N)", power + 1, 0) == k);
  }
  assert_true(isinf(value_of("1/(N-1)", 1, 0)));
  assert_true(isnan(value_of("sqrt(N-2)", 1, 0)));
  assert_true(isinf(value_of("lg N", 0, 0)));
  assert_true(value_of("N log N", 1024, 0) == 10240);
  assert_true(value_of("prod(j < N: 1)", FORMULA_FACTORS, 0) == 1);
  assert_true(isnan(value_of("prod(j < N: 1)", FORMULA_FACTORS + 1, 0)));
  assert_true(isnan(value_of("prod(j < 0/0: 1)", 1, 0)));
}

static void test_whose_j_it_is(void **state)
{
  struct formula f;
  struct error e = {0};
  (void)state;
  assert_true(formula_parse("prod(j < lg N: 1+2^j)", &f, &e) && !f.uses_j && f.uses_n);
  assert_true(formula_parse("prod(j < 3: 1+2^j)+j", &f, &e) && f.uses_j && !f.uses_n);
  assert_true(formula_parse("j+prod(j < 3: 1+2^j)", &f, &e) && f.uses_j);
  assert_true(formula_parse("prod(j < j: 2)", &f, &e) && f.uses_j);
}

static void test_errors(void **state)
{
  static const struct {
    const char *text;
    int column;
    const char *says;
  } cases[] = {
    {"", 1, "the formula ends"},
    {"7N+", 4, "expected a number"},
    {"7N)", 3, "expected an operator"},
    {"(N-1", 5, "')'"},
    {"N ** 2", 4, "not '* 2'"},
    {"N ld N", 3, "did you mean 'lg'"},
    {"n+1", 1, "did you mean 'N'"},
    {"3 cel(N)", 3, "did you mean 'ceil'"},
    {"x", 1, "unknown word 'x'"},
    {"lg^N N", 4, "lg^2 N"},
    {"N^", 3, "expected"},
    {"N & 1", 3, "not '& 1'"},
    {".", 1, "a number"},
    {"12345678901234567890123456789012345678901234567890", 1, "a number"},
    {"prod N", 6, "expected '('"},
    {"prod(N)", 6, "expected 'j < '"},
    {"prod(j N)", 8, "expected '<'"},
    {"prod(j < N)", 11, "expected ':'"},
    {"prod(j < N: j", 14, "')'"},
    {"prod(j < N: prod(j < N: j))", 17, "a product in a product"},
    {"prod(j < prod(j < N: j): j)", 14, "a product in a product"},
    {"2prd(j < N: 1)", 2, "did you mean 'prod'"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct formula f;
    struct error e = {0};
    if (formula_parse(cases[k].text, &f, &e)) fail_msg("'%s' was accepted", cases[k].text);
    assert_int_equal(e.code, EXIT_USAGE);
    if (e.column != cases[k].column || strstr(e.text, cases[k].says) == NULL)
      fail_msg("'%s': column %d: %s", cases[k].text, e.column, e.text);
  }
}

static void test_hostile(void **state)
{
  char text[4096];
  struct formula f;
  struct error e = {0};
  (void)state;
  memset(text, '(', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  assert_false(formula_parse(text, &f, &e));
  assert_non_null(strstr(e.text, "too deeply"));

  e = (struct error){0};
  for (size_t k = 0; k + 2 < sizeof text; k += 2) memcpy(text + k, "N+", 3);
  assert_false(formula_parse(text, &f, &e));
  assert_non_null(strstr(e.text, "too long"));

  uint64_t rng = 1;
  static const char alphabet[] = "N+j*-/^().12lgsqrtceilfopd<: ";
  for (int round = 0; round < 20000; round++) { /* for any text: an answer, no crash, and a value for an accepted one */
    const size_t length = rng_below(&rng, 24);
    for (size_t k = 0; k < length; k++) text[k] = alphabet[rng_below(&rng, sizeof alphabet - 1)];
    text[length] = '\0';
    e = (struct error){0};
    if (formula_parse(text, &f, &e))
      (void)formula_value(&f, 5, 2);
    else
      assert_true(e.code == EXIT_USAGE && e.text[0] != '\0');
  }
}

static void test_expect(void **state)
{
  static const struct {
    const char *text;
    enum expect_kind kind;
    double at_8;
  } cases[] = {
    {"O(N)", EXPECT_O, 8},
    {" O(N lg N) ", EXPECT_O, 24},
    {"Omega(lg(N))", EXPECT_OMEGA, 3},
    {"Theta(N^2)", EXPECT_THETA, 64},
    {"= 7N+3", EXPECT_EQUAL, 59},
    {"=7N+3", EXPECT_EQUAL, 59},
    {"<= 7*N+3", EXPECT_AT_MOST, 59},
    {">= N", EXPECT_AT_LEAST, 8},
    {"< 100", EXPECT_LESS, 100},
    {"> (N-1)(N)", EXPECT_MORE, 56},
    {"unbounded", EXPECT_UNBOUNDED, 0},
    {"grows", EXPECT_GROWS, 0},
    {"holds", EXPECT_HOLDS, 0},
    {"holds for 1 passage", EXPECT_HOLDS, 0},
    {" holds for 12 passages ", EXPECT_HOLDS, 0},
    {"fails", EXPECT_FAILS, 0},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct expect x;
    struct error e = {0};
    if (!expect_parse(cases[k].text, &x, &e)) fail_msg("%s: %s", cases[k].text, e.text);
    assert_int_equal(x.kind, cases[k].kind);
    if (x.formula.n != 0) assert_true(formula_value(&x.formula, 8, 0) == cases[k].at_8);
    assert_true(x.text[0] != ' ' && x.text[strlen(x.text) - 1] != ' ');
  }
}

/* A comparison with another metric has no formula. */
static void test_expected_metrics(void **state)
{
  static const struct {
    const char *text, *metric;
  } cases[] = {{"= paths.max", "paths.max"},
               {"<=paths.max by process ", "paths.max by process"},
               {"> danger", "danger"},
               {"= N", ""},
               {"O(N)", ""}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct expect x;
    struct error e = {0};
    assert_true(expect_parse(cases[k].text, &x, &e));
    assert_string_equal(x.metric, cases[k].metric);
    assert_int_equal(x.formula.n == 0, cases[k].metric[0] != '\0');
  }
}

/* The bound of "holds"; 0 where it names none. */
static void test_expected_passages(void **state)
{
  static const struct {
    const char *text;
    uint32_t passages;
  } cases[] = {{"holds", 0}, {"holds for 1 passage", 1}, {"holds for 12 passages ", 12}, {"fails", 0}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct expect x;
    struct error e = {0};
    assert_true(expect_parse(cases[k].text, &x, &e));
    assert_int_equal(x.passages, cases[k].passages);
  }
}

/* How far must have been looked. */
static void test_expected_depth(void **state)
{
  static const struct {
    const char *text;
    bool complete;
    uint32_t up_to, passages;
  } cases[] = {{"holds", false, 0, 0},
               {"holds (complete)", true, 0, 0},
               {" holds (N <= 3) ", false, 3, 0},
               {"holds (complete, N <= 12)", true, 12, 0},
               {"holds (N <= 12, complete)", true, 12, 0},
               {"holds for 2 passages (N <= 4)", false, 4, 2}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct expect x;
    struct error e = {0};
    if (!expect_parse(cases[k].text, &x, &e)) fail_msg("'%s': %s", cases[k].text, e.text);
    assert_int_equal(x.complete, cases[k].complete);
    assert_int_equal(x.up_to, cases[k].up_to);
    assert_int_equal(x.passages, cases[k].passages);
  }
}

static void test_expect_errors(void **state)
{
  static const struct {
    const char *text;
    int column;
    const char *says;
  } cases[] = {
    {"", 1, "expected O(f), Omega(f), Theta(f), = f"},
    {"o(N)", 1, "expected O(f)"},
    {"Thata(N)", 1, "did you mean 'Theta(f)'"},
    {"hold", 1, "did you mean 'holds'"},
    {"O(N", 4, "')' at the end of O(f)"},
    {"O(N)+1", 7, "')'"},
    {"O()", 3, "expected a number"},
    {"<= 7M", 5, "unknown word 'M'"},
    {"=", 2, "the formula ends"},
    {"== N", 2, "not '= N'"},
    {"holds N", 6, "nothing after 'holds'"},
    {"holds for", 6, "'holds for 2 passages'"},
    {"holds for 0 passages", 6, "'holds for 2 passages'"},
    {"holds for 2 passage", 6, "'holds for 2 passages'"},
    {"holds for 1 passages", 6, "'holds for 2 passages'"},
    {"holds for 2 passages each", 6, "'holds for 2 passages'"},
    {"holds (", 6, "'holds (complete)'"},
    {"holds ()", 6, "'holds (complete)'"},
    {"holds (complete", 6, "'holds (complete)'"},
    {"holds (complete, complete)", 6, "'holds (N <= 3)'"},
    {"holds (N <= 0)", 6, "'holds (N <= 3)'"},
    {"holds (N <= 99999)", 6, "'holds (N <= 3)'"},
    {"holds (N < 3)", 6, "'holds (N <= 3)'"},
    {"holds for 2 passages (complete)", 6, "'holds (complete)'"},
    {"fails for 2 passages", 6, "nothing after 'fails'"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct expect x;
    struct error e = {0};
    if (expect_parse(cases[k].text, &x, &e)) fail_msg("'%s' was accepted", cases[k].text);
    if (e.column != cases[k].column || strstr(e.text, cases[k].says) == NULL)
      fail_msg("'%s': column %d: %s", cases[k].text, e.column, e.text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_values),           cmocka_unit_test(test_exactness),
    cmocka_unit_test(test_whose_j_it_is),    cmocka_unit_test(test_errors),
    cmocka_unit_test(test_hostile),          cmocka_unit_test(test_expect),
    cmocka_unit_test(test_expected_metrics), cmocka_unit_test(test_expected_depth),
    cmocka_unit_test(test_expect_errors),    cmocka_unit_test(test_expected_passages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
