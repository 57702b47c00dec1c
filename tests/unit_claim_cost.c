/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_claim_cost.c: the rulings on claims about costs and space, one case for each outcome, on evidence written by
 * hand.
 */
#include <math.h>

#include "tests/ruling.h"

static void ask_cost(const char *said, const struct cost_trial *trial, size_t n, const struct series *exact,
                     const struct series *lower, struct ruling *out)
{
  struct analyses *known = analyses_new();
  claim_cost(said, trial, n, exact, lower, NULL, known, out);
  analyses_free(known);
}

/* The same where a passage costs at most so much for every N. */
static void ask_bounded_cost(const char *said, struct bound bound, const struct series *lower, struct ruling *out)
{
  const struct series exact = {.x_name = "N", .scope = ""};
  struct analyses *known = analyses_new();
  claim_cost(said, NULL, 0, &exact, lower, &bound, known, out);
  analyses_free(known);
}

static void ask_space(const char *said, const char *formula, const struct series *counted, struct ruling *out)
{
  struct analyses *known = analyses_new();
  claim_space(said, formula, counted, known, out);
  analyses_free(known);
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

enum { MOST = 16 };

struct made {
  struct series s;
  struct series_point point[MOST];
};

static const double doubling[] = {2, 4, 8, 16, 32, 64, 128, 256};

static const struct series *nothing(void)
{
  static const struct series none = {.x_name = "N", .scope = ""};
  return &none;
}

/* values[k] at N = 2, 4, 8, ... */
static const struct series *make(struct made *m, size_t n, const double *values)
{
  m->s = (struct series){.x_name = "N", .scope = "", .n = n, .point = m->point};
  for (size_t k = 0; k < n; k++)
    m->point[k] = (struct series_point){.x = doubling[k], .value = values[k], .repetitions = 1, .complete = true};
  return &m->s;
}

static const double linear[] = {14, 22, 38, 70, 134, 262, 518, 1030};       /* 4N+6 */
static const double square[] = {10, 28, 88, 304, 1120, 4288, 16768, 66304}; /* N^2+3N */
static const double five[] = {5, 5, 5, 5, 5, 5, 5, 5};
static const struct cost_trial two[] = {
  {{2, 1, "same"}, 14, true}, {{2, 2, "same"}, 16, true}, {{3, 1, "same"}, 19, false}};

static void a_cost_without_bound_is_exact(void **state)
{
  (void)state;
  const struct cost_trial trial[] = {
    {{2, 1, "same"}, 14, true}, {{3, 1, "same"}, INFINITY, true}, {{2, 0, "same"}, INFINITY, true}};
  struct made m;
  struct ruling r;
  const struct series *lower = make(&m, 8, linear);
  ask_cost("O(N)", trial, COUNT(trial), nothing(), lower, &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_REFUTED, "unbounded", "N = 2, sessions same, passages without end");
  assert_int_equal(r.shown, 2);
  ask_cost("unbounded", trial, COUNT(trial), nothing(), lower, &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "unbounded", "N = 2, sessions same, passages without end");
  ask_cost("", trial, COUNT(trial), nothing(), lower, &r);
  assert_int_equal(r.agreement, AGREEMENT_NOTHING_SAID);
}

static void lower_bounds_that_stay_in_the_class_agree(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("O(N)", two, COUNT(two), nothing(), make(&m, 8, linear), &r);
  expect(&r, AGREEMENT_AGREES, HOW_RECOGNISED, "Theta(N) seen",
         "lower bounds N = 2..256; exact 16 at N = 2, sessions same, 2 passages each; >= 19 at N = 3, sessions same, 1 "
         "passage each");
  assert_int_equal(r.shown, 2);
  expect_reason(&r, "lower bounds: 4N+6");
}

static void lower_bounds_that_leave_the_class_disagree(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("O(N)", NULL, 0, nothing(), make(&m, 8, square), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_RECOGNISED, "Theta(N^2) seen", "lower bounds N = 2..256");
  ask_cost("O(N^2)", NULL, 0, nothing(), make(&m, 8, square), &r);
  assert_int_equal(r.agreement, AGREEMENT_AGREES);
}

/* A lower bound that grows too slowly for a Theta or an Omega refutes neither. */
static void lower_bounds_refute_no_lower_bound(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("Omega(N^2)", NULL, 0, nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOT_DECIDED);
  ask_cost("Theta(N^2)", NULL, 0, nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOT_DECIDED);
  ask_cost("Theta(N)", NULL, 0, nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_AGREES);
  ask_cost("Omega(N)", NULL, 0, nothing(), make(&m, 8, square), &r);
  assert_int_equal(r.agreement, AGREEMENT_AGREES);
  ask_cost("Theta(lg N)", NULL, 0, nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_DISAGREES);
}

/* Nor does it bear out an equation or an upper bound at the N where it was found; above them it refutes both. */
static void lower_bounds_are_compared_as_such(void **state)
{
  static const struct {
    const char *said;
    enum agreement agreement;
  } rows[] = {{"= 4N+7", AGREEMENT_NOT_DECIDED}, {"<= 9N", AGREEMENT_NOT_DECIDED}, {"= 4N+5", AGREEMENT_DISAGREES},
              {"<= 4N", AGREEMENT_DISAGREES},    {">= 4N", AGREEMENT_AGREES},      {">= 5N+6", AGREEMENT_NOT_DECIDED}};
  struct made m;
  struct ruling r;
  (void)state;
  for (size_t k = 0; k < COUNT(rows); k++) {
    ask_cost(rows[k].said, NULL, 0, nothing(), make(&m, 8, linear), &r);
    if (r.agreement != rows[k].agreement) fail_msg("%s: %s", rows[k].said, r.reason);
  }
  ask_cost("grows", NULL, 0, nothing(), make(&m, 8, five), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOT_DECIDED);
  ask_cost("grows", &(struct cost_trial){.scope = {3, 0, "same"}, .value = INFINITY, .exact = true}, 1, nothing(),
           nothing(), &r);
  assert_int_equal(r.agreement, AGREEMENT_AGREES);
}

/* Exact values refute where the adversaries missed the worst case. */
static void exact_values_can_refute_alone(void **state)
{
  (void)state;
  struct made exact, lower;
  struct ruling r;
  ask_cost("O(N)", NULL, 0, make(&exact, 8, square), make(&lower, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_DISAGREES);
  expect_reason(&r, "exact values: ");
  expect_reason(&r, "% of the explored worst case");
}

static void few_points_decide_nothing(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("O(N)", two, COUNT(two), make(&m, 2, linear), nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "growth undecided",
         "exact 16 at N = 2, sessions same, 2 passages each; >= 19 at N = 3, sessions same, 1 passage each");
  ask_cost("O(N)", NULL, 0, nothing(), nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "not measured", "");
}

/* Against it the values of a few runs are nothing; and an upper bound is no lower one. */
static void a_bound_that_is_proved_decides(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_bounded_cost("O(N)", (struct bound){.own = 9, .each = 8}, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 8N+1", "every N, any sessions, passages without end");
  expect_reason(&r, "proved for every N: a passage costs at most 9 + 8(N-1)");
  ask_bounded_cost("O(N)", (struct bound){.own = 4, .each = 0}, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 4", "every N, any sessions, passages without end");
  ask_bounded_cost("O(1)", (struct bound){.own = 0, .each = 4}, nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_PROVED, "at most 4N-4", "every N, any sessions, passages without end");
  ask_bounded_cost("unbounded", (struct bound){.own = 9, .each = 8}, nothing(), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_PROVED, "at most 8N+1", "every N, any sessions, passages without end");
  ask_bounded_cost("", (struct bound){.own = 1, .each = 1}, nothing(), &r);
  expect(&r, AGREEMENT_NOTHING_SAID, HOW_PROVED, "at most N", "every N, any sessions, passages without end");
  ask_bounded_cost("O(1)", (struct bound){.own = 9, .each = 8}, make(&m, 8, linear), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_RECOGNISED, "Theta(N) seen", "lower bounds N = 2..256");
  expect_reason(&r, "at most 9 + 8(N-1); lower bounds: ");
  ask_bounded_cost("O(N)", (struct bound){.own = 9, .each = 8}, make(&m, 8, square), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 8N+1",
         "every N, any sessions, passages without end; lower bounds N = 2..256");
}

static void a_bound_need_not_be_a_line(void **state)
{
  (void)state;
  static const char scope[] = "every N, any sessions, passages without end", powers[] = "at most N^3+N-1";
  const struct bound of_levels = {.level = 13}, of_powers = {.own = 1, .each = 4, .square = 3, .cube = 1};
  struct ruling r;
  ask_bounded_cost("O(lg N)", of_levels, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 13 ceil(lg N)", scope);
  expect_reason(&r, "proved for every N: a passage costs at most 13 ceil(lg N)");
  ask_bounded_cost("O(N)", of_levels, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 13 ceil(lg N)", scope);
  ask_bounded_cost("O(1)", of_levels, nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_PROVED, "at most 13 ceil(lg N)", scope);
  ask_bounded_cost("O(N^3)", of_powers, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, powers, scope);
  expect_reason(&r, "proved for every N: a passage costs at most 1 + 4(N-1) + 3(N-1)^2 + (N-1)^3");
  ask_bounded_cost("O(N^2)", of_powers, nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_PROVED, powers, scope);
  ask_bounded_cost("O(N^2)", (struct bound){.square = 2}, nothing(), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "at most 2N^2-4N+2", scope);
}

static void unbounded_that_is_not_seen_decides_nothing(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("unbounded", two, COUNT(two), nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOT_DECIDED);
  assert_string_equal(r.value, "Theta(N) seen");
  expect_reason(&r, "no passage without bound was found");
}

/* Three steps upwards without an end are worth a word; a step that stays level is not. */
static void growth_with_the_passages_is_told(void **state)
{
  (void)state;
  const struct cost_trial growing[] = {{{2, 1, "any:2"}, 15, true}, {{2, 3, "same"}, 18, true},
                                       {{2, 1, "same"}, 14, true},  {{2, 2, "same"}, 16, true},
                                       {{3, 1, "same"}, 20, true},  {{2, 2, "any:2"}, 17, true}},
                          level[] = {{{2, 1, "same"}, 14, true},
                                     {{2, 2, "same"}, 16, true},
                                     {{2, 3, "same"}, 18, true},
                                     {{2, 0, "same"}, 18, true}},
                          ended[] = {
                            {{2, 1, "same"}, 14, true}, {{2, 2, "same"}, 16, true}, {{2, 0, "same"}, 18, true}};
  struct made m;
  struct ruling r;
  ask_cost("unbounded", growing, COUNT(growing), nothing(), make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOT_DECIDED);
  expect_reason(&r, "grow with the passages: 14, 16, 18 up to N = 2, sessions same, 3 passages each");
  ask_cost("unbounded", level, COUNT(level), nothing(), make(&m, 8, linear), &r);
  assert_null(strstr(r.reason, "grow with the passages"));
  ask_cost("unbounded", ended, COUNT(ended), nothing(), make(&m, 8, linear), &r);
  assert_null(strstr(r.reason, "grow with the passages"));
}

static void where_nothing_is_said_the_growth_is_told(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_cost("", NULL, 0, nothing(), make(&m, 8, linear), &r);
  expect(&r, AGREEMENT_NOTHING_SAID, HOW_RECOGNISED, "Theta(N) seen", "lower bounds N = 2..256");
}

/* --- space -------------------------------------------------------------------------------------------------------- */

static double ceil_lg(double N)
{
  return ceil(log2(N));
}

/* N ceil(lg N) + 2^ceil(lg N) at N = 2, 3, 4, 5, 7, 9, 12: nothing that is recognised. */
static const struct series *tree(struct made *m)
{
  static const double N[] = {2, 3, 4, 5, 7, 9, 12, 17};
  static const double zeros[COUNT(N)] = {0};
  make(m, COUNT(N), zeros);
  for (size_t k = 0; k < COUNT(N); k++) {
    m->point[k].x = N[k];
    m->point[k].value = N[k] * ceil_lg(N[k]) + exp2(ceil_lg(N[k]));
  }
  return &m->s;
}

static void registers_are_recognised(void **state)
{
  (void)state;
  struct made m;
  struct ruling r;
  ask_space("O(N)", "", make(&m, 8, linear), &r);
  expect(&r, AGREEMENT_AGREES, HOW_RECOGNISED, "4N+6 [N = 2^k]", "N = 2..256");
  ask_space("= 4N+6", "4N+6", make(&m, 8, linear), &r);
  assert_int_equal(r.agreement, AGREEMENT_AGREES);
  ask_space("= 4N", "4N", make(&m, 8, linear), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_RECOGNISED, "4N+6 [N = 2^k]", "N = 2..256");
  ask_space("O(N)", "", make(&m, 8, square), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_RECOGNISED, "N^2+3N [N = 2^k]", "N = 2..256");
  ask_space("", "", make(&m, 8, square), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOTHING_SAID);
}

static void a_formula_that_gives_every_count_is_followed_further(void **state)
{
  (void)state;
  const char *const formula = "N ceil(lg N) + 2^ceil(lg N)";
  struct made m;
  struct ruling r;
  ask_space("O(N)", formula, tree(&m), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_COMPARED, formula, "N = 2..17");
  ask_space("O(N lg N)", formula, tree(&m), &r);
  expect(&r, AGREEMENT_AGREES, HOW_COMPARED, formula, "N = 2..17");
  ask_space("= N ceil(lg N) + 2^ceil(lg N)", formula, tree(&m), &r);
  expect(&r, AGREEMENT_AGREES, HOW_COMPARED, formula, "N = 2..17");
}

static void registers_that_nobody_counted_decide_nothing(void **state)
{
  (void)state;
  struct ruling r;
  ask_space("O(N)", "3N", nothing(), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "not counted", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_cost_without_bound_is_exact),
    cmocka_unit_test(lower_bounds_that_stay_in_the_class_agree),
    cmocka_unit_test(lower_bounds_that_leave_the_class_disagree),
    cmocka_unit_test(lower_bounds_refute_no_lower_bound),
    cmocka_unit_test(lower_bounds_are_compared_as_such),
    cmocka_unit_test(exact_values_can_refute_alone),
    cmocka_unit_test(few_points_decide_nothing),
    cmocka_unit_test(a_bound_that_is_proved_decides),
    cmocka_unit_test(a_bound_need_not_be_a_line),
    cmocka_unit_test(a_bound_need_not_be_a_line),
    cmocka_unit_test(unbounded_that_is_not_seen_decides_nothing),
    cmocka_unit_test(growth_with_the_passages_is_told),
    cmocka_unit_test(where_nothing_is_said_the_growth_is_told),
    cmocka_unit_test(registers_are_recognised),
    cmocka_unit_test(a_formula_that_gives_every_count_is_followed_further),
    cmocka_unit_test(registers_that_nobody_counted_decide_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
