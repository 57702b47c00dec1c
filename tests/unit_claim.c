/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_claim.c: the rulings on claims about properties and bounded registers, one case for each outcome, on evidence
 * written by hand.
 */
#include <math.h>

#include "tests/ruling.h"

/* --- properties --------------------------------------------------------------------------------------------------- */

#define HOLDS(N, K, S)                                 \
  {                                                    \
    .scope = {N, K, S}, .complete = true, .detail = "" \
  }

static void a_failure_refutes_and_the_smallest_is_shown(void **state)
{
  (void)state;
  const struct property_trial trial[] = {
    HOLDS(2, 1, "same"),
    {.scope = {3, 1, "same"}, .fails = true, .complete = true, .detail = "P3 can starve"},
    {.scope = {2, 0, "same"}, .fails = true, .complete = true, .detail = "P1 can starve"},
    {.scope = {2, 2, "same"}, .fails = true, .complete = true, .detail = "P2 can starve"},
  };
  struct ruling r;
  claim_property("yes", 2, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_REFUTED, "fails", "N = 2, sessions same, 2 passages each");
  assert_int_equal(r.shown, 3);
  expect_reason(&r, "P2 can starve; it fails in 3 of 4 explorations");
  claim_property("no", 2, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_AGREES, HOW_REFUTED, "fails", "N = 2, sessions same, 2 passages each");
  claim_property("", 2, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_NOTHING_SAID, HOW_REFUTED, "fails", "N = 2, sessions same, 2 passages each");
}

static void a_simulation_refutes_too(void **state)
{
  (void)state;
  const struct property_trial trial[] = {
    HOLDS(2, 0, "distinct"),
    {.scope = {32, 1, "distinct"}, .sampled = true, .fails = true, .detail = "P1: P26 enters"},
  };
  struct ruling r;
  claim_property("yes", 1, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_REFUTED, "fails", "N = 32, sessions distinct, 1 passage each");
  expect_reason(&r, "in 0 of 1 exploration and in 1 simulation");
}

/* A proof for every N is more than any exploration; an attempt is nothing. */
static void a_proof_is_more_than_agreement(void **state)
{
  (void)state;
  const struct property_trial proof = {.scope = {0, 0, "any"}, .by_proof = true, .complete = true, .detail = ""},
                              attempt = {.scope = {0, 0, "any"}, .by_proof = true, .detail = "not proved, 45 states"},
                              single = {.scope = {4, 0, "any"}, .by_proof = true, .complete = true, .detail = ""};
  const struct property_trial proved[] = {HOLDS(2, 0, "same"), proof}, open[] = {HOLDS(2, 0, "same"), attempt},
                              alone[] = {attempt}, some[] = {single, attempt},
                              broken[] = {proof,
                                          {.scope = {2, 1, "same"}, .fails = true, .complete = true, .detail = ""}};
  struct ruling r;
  claim_property("yes", 1, proved, COUNT(proved), &r);
  expect(&r, AGREEMENT_PROVED, HOW_PROVED, "holds", "every N, any sessions, passages without end");
  expect_reason(&r, "proved for every N; holds for all schedules in 1 exploration");
  claim_property("no", 1, proved, COUNT(proved), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_PROVED, "holds", "every N, any sessions, passages without end");
  claim_property("yes", 1, open, COUNT(open), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2 complete; sessions same");
  claim_property("yes", 1, alone, COUNT(alone), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "not proved", "");
  claim_property("yes", 1, some, COUNT(some), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 4 complete; sessions any");
  claim_property("yes", 1, broken, COUNT(broken), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_REFUTED, "fails", "N = 2, sessions same, 1 passage each");
}

/* How far it holds is told by the least of the session rules, and for each N. */
static void what_holds_says_how_far(void **state)
{
  (void)state;
  const struct property_trial complete[] = {HOLDS(2, 0, "same"), HOLDS(2, 1, "same"), HOLDS(3, 0, "same")};
  const struct property_trial mixed[] = {
    HOLDS(2, 0, "same"), HOLDS(2, 0, "any:2"),
    HOLDS(3, 0, "same"), HOLDS(3, 2, "any:2"),
    HOLDS(4, 1, "same"), {.scope = {5, 0, "same"}, .complete = true, .capped = true, .detail = ""},
  };
  struct ruling r;
  claim_property("yes", 2, complete, COUNT(complete), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2..3 complete; sessions same");
  claim_property("yes", 2, mixed, COUNT(mixed), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds",
         "N = 2 complete; N = 3 with up to 2 passages each; N = 4 with 1 passage each; N = 5 without end, values "
         "capped; sessions "
         "same, any:2");
  assert_true(r.shown == NOTHING_SHOWN);
}

/* Starvation and deadlock freedom are promises about runs without end: short ones bear out what is said of P1, not of
 * P2. */
static void short_runs_leave_liveness_open(void **state)
{
  (void)state;
  const struct property_trial one_shot[] = {HOLDS(2, 1, "distinct"), HOLDS(3, 1, "distinct")};
  const struct property_trial some[] = {HOLDS(2, 0, "distinct"), HOLDS(3, 1, "distinct")};
  struct ruling r;
  claim_property("yes", 2, one_shot, COUNT(one_shot), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_EXPLORED, "holds for 1 passage",
         "N = 2..3 with 1 passage each; sessions distinct");
  expect_reason(&r, "left open");
  claim_property("yes", 6, one_shot, COUNT(one_shot), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_EXPLORED, "holds for 1 passage",
         "N = 2..3 with 1 passage each; sessions distinct");
  claim_property("yes", 1, one_shot, COUNT(one_shot), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2..3 with 1 passage each; sessions distinct");
  claim_property("yes", 2, some, COUNT(some), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2 complete; N = 3 with 1 passage each; sessions distinct");
}

static void expect_clause(const char *text, unsigned property, const struct property_trial *trial, size_t n,
                          enum outcome outcome, const char *part)
{
  struct expect clause;
  struct error e = {0};
  struct judgement j;
  assert_true(expect_parse(text, &clause, &e));
  judge_property(&clause, property, trial, n, &j);
  if (j.outcome != outcome || strstr(j.reason, part) == NULL)
    fail_msg("P%u %s: %s, \"%s\"", property, text, outcome_names[j.outcome], j.reason);
}

/* A clause asks the same judge. */
static void clauses_about_properties(void **state)
{
  (void)state;
  const struct property_trial one_shot[] = {HOLDS(2, 1, "distinct"), HOLDS(3, 1, "distinct")};
  const struct property_trial endless[] = {HOLDS(2, 0, "distinct"), HOLDS(3, 1, "distinct")};
  const struct property_trial broken[] = {
    HOLDS(2, 1, "same"), {.scope = {2, 0, "same"}, .fails = true, .complete = true, .detail = "P1 can starve"}};
  const struct property_trial sampled[] = {{.scope = {8, 2, "same"}, .sampled = true, .detail = ""}};
  const struct property_trial cut[] = {HOLDS(2, 0, "same"), {.scope = {3, 0, "same"}, .detail = ""}};
  expect_clause("holds", 2, one_shot, 2, OUTCOME_UNDECIDED,
                "(N = 2..3 with 1 passage each; sessions distinct); failures");
  expect_clause("holds", 6, one_shot, 2, OUTCOME_UNDECIDED, "left open");
  expect_clause("fails", 2, one_shot, 2, OUTCOME_UNDECIDED, "left open");
  expect_clause("holds", 1, one_shot, 2, OUTCOME_HOLDS,
                "holds for all schedules in all 2 explorations (N = 2..3 with 1");
  expect_clause("holds", 2, endless, 2, OUTCOME_HOLDS, "(N = 2 complete; N = 3 with 1 passage each;");
  expect_clause("fails", 2, endless, 2, OUTCOME_FAILS, "holds for all schedules");
  expect_clause("holds", 2, broken, 2, OUTCOME_FAILS, "broken in 1 of 2 runs; in the smallest (N = 2, sessions same,");
  expect_clause("fails", 2, broken, 2, OUTCOME_HOLDS, "P1 can starve");
  expect_clause("holds", 6, sampled, 1, OUTCOME_HOLDS, "kept in the one run, which is a sample");
  expect_clause("holds", 2, cut, 2, OUTCOME_UNDECIDED, "1 of 2 explorations ran out of memory");
  expect_clause("holds", 3, NULL, 0, OUTCOME_UNDECIDED, "not checked");
  expect_clause("holds for 1 passage", 2, one_shot, 2, OUTCOME_HOLDS, "holds for all schedules");
  expect_clause("holds for 2 passages", 2, one_shot, 2, OUTCOME_UNDECIDED, "with 1 passage each");
  expect_clause("holds for 2 passages", 2, endless, 2, OUTCOME_HOLDS, "holds for all schedules");
  expect_clause("holds for 1 passage", 2, broken, 2, OUTCOME_HOLDS, "holds for all schedules in the one exploration");
  expect_clause("holds for 1 passage", 2, broken + 1, 1, OUTCOME_UNDECIDED, "no run was as short");
}

/* A verdict that names its bound is borne out by explorations that went so far, and by nothing else. */
static void clauses_that_name_a_bound(void **state)
{
  (void)state;
  const struct property_trial mixed[] = {HOLDS(2, 0, "distinct"), HOLDS(3, 2, "distinct")};
  const struct property_trial capped[] = {
    HOLDS(2, 0, "distinct"), {.scope = {3, 0, "distinct"}, .complete = true, .capped = true, .detail = ""}};
  const struct property_trial weak[] = {HOLDS(2, 0, "distinct"), HOLDS(2, 1, "same")};
  const struct property_trial sampled[] = {{.scope = {8, 2, "same"}, .sampled = true, .detail = ""}};
  const struct property_trial cut[] = {HOLDS(2, 0, "same"), {.scope = {3, 0, "same"}, .detail = ""}};
  const struct property_trial later[] = {
    HOLDS(2, 0, "same"), {.scope = {3, 0, "same"}, .fails = true, .complete = true, .detail = "P1 can starve"}};
  expect_clause("holds (complete)", 2, mixed, 1, OUTCOME_HOLDS,
                "as far as the clause says: N = 2 complete; sessions distinct");
  expect_clause("holds (complete)", 2, mixed, 2, OUTCOME_FAILS,
                "but not as far as the clause says: N = 2 complete; N = 3 with up to 2");
  expect_clause("holds (complete)", 1, mixed, 2, OUTCOME_FAILS, "but not as far as the clause says");
  expect_clause("holds (complete, N <= 2)", 2, mixed, 2, OUTCOME_HOLDS, "N = 2 complete");
  expect_clause("holds (complete, N <= 3)", 2, mixed, 2, OUTCOME_FAILS, "with up to 2 passages each");
  expect_clause("holds (N <= 3)", 2, mixed, 2, OUTCOME_FAILS, "with up to 2 passages each");
  expect_clause("holds (N <= 3)", 1, mixed, 2, OUTCOME_HOLDS,
                "as far as the clause says: N = 2 complete; N = 3 with up to 2");
  expect_clause("holds (N <= 4)", 1, mixed, 2, OUTCOME_FAILS, "but not as far as the clause says");
  expect_clause("holds for 2 passages (N <= 3)", 2, mixed, 2, OUTCOME_HOLDS, "as far as the clause says");
  expect_clause("holds for 3 passages (N <= 3)", 2, mixed, 2, OUTCOME_FAILS, "but not as far as the clause says");
  expect_clause("holds (complete)", 2, capped, 2, OUTCOME_FAILS, "N = 3 without end, values capped");
  expect_clause("holds (N <= 3)", 2, capped, 2, OUTCOME_HOLDS, "as far as the clause says");
  expect_clause("holds (complete)", 2, weak, 2, OUTCOME_FAILS, "N = 2 with 1 passage each; sessions distinct, same");
  expect_clause("holds (complete)", 1, sampled, 1, OUTCOME_FAILS, "held in 1 simulations, without an exploration");
  expect_clause("holds (complete)", 2, cut, 2, OUTCOME_FAILS, "N = 3 in part");
  expect_clause("holds (complete)", 2, later, 2, OUTCOME_FAILS, "P1 can starve");
  expect_clause("holds (complete, N <= 2)", 2, later, 2, OUTCOME_HOLDS, "N = 2 complete");
  expect_clause("holds (N <= 1)", 2, later, 2, OUTCOME_UNDECIDED, "so few processes");
}

/* A process that is lost as long as nobody makes a third passage may be saved by one. */
static void what_a_further_passage_may_mend(void **state)
{
  (void)state;
  const struct property_trial lost[] = {
    {.scope = {2, 2, "same"}, .rests = true, .complete = true, .detail = "P1 is lost"}, HOLDS(2, 0, "same")};
  struct ruling r;
  expect_clause("holds", 7, lost, 1, OUTCOME_UNDECIDED, "more passages might mend it");
  expect_clause("fails", 7, lost, 1, OUTCOME_UNDECIDED, "more passages might mend it");
  expect_clause("holds for 2 passages", 7, lost, 1, OUTCOME_FAILS, "P1 is lost");
  expect_clause("holds for 1 passage", 7, lost, 1, OUTCOME_UNDECIDED, "might mend it");
  expect_clause("holds", 7, lost, 2, OUTCOME_HOLDS, "in the one exploration (N = 2 complete;");
  expect_clause("fails", 7, lost, 2, OUTCOME_FAILS, "holds for all schedules");
  claim_property("yes", 7, lost, 1, &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "broken in short runs", "");
  claim_property("yes", 7, lost, 2, &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2 complete; sessions same");
}

/* That nothing was seen to fail refutes no "no". */
static void a_failure_that_is_not_seen_decides_nothing(void **state)
{
  (void)state;
  const struct property_trial trial[] = {HOLDS(2, 0, "same")};
  struct ruling r;
  claim_property("no", 5, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_EXPLORED, "holds", "N = 2 complete; sessions same");
  expect_reason(&r, "may need more processes");
}

static void without_a_whole_exploration_nothing_is_decided(void **state)
{
  (void)state;
  const struct property_trial cut[] = {{.scope = {2, 0, "same"}, .detail = ""}};
  struct ruling r;
  claim_property("yes", 2, cut, COUNT(cut), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "no failure seen", "");
  expect_reason(&r, "ran out of memory");
  claim_property("yes", 5, NULL, 0, &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "not checked", "");
  expect_reason(&r, "doorway");
  claim_property("", 2, NULL, 0, &r);
  expect(&r, AGREEMENT_NOTHING_SAID, HOW_NOT_DECIDED, "not checked", "");
}

static void an_exploration_cut_short_is_told_beside_whole_ones(void **state)
{
  (void)state;
  const struct property_trial trial[] = {HOLDS(2, 0, "same"), {.scope = {3, 0, "same"}, .detail = ""}};
  struct ruling r;
  claim_property("yes", 2, trial, COUNT(trial), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "holds", "N = 2 complete; N = 3 in part; sessions same");
  expect_reason(&r, "1 more ran out of memory");
}

/* --- bounded registers -------------------------------------------------------------------------------------------- */

static void registers_that_grow_are_not_bounded(void **state)
{
  (void)state;
  const struct reach capped[] = {{{2, 0, "same"}, "Token", 4, NAN, true, true},
                                 {{2, 0, "same"}, "Choosing", 1, 1, true, false}};
  const struct reach growing[] = {
    {{2, 1, "same"}, "Token", 2, NAN, true, false},
    {{2, 2, "any:2"}, "Token", 3, NAN, true, false},
    {{2, 2, "same"}, "Token", 4, NAN, true, false},
  };
  struct ruling r;
  claim_bounded("no", capped, COUNT(capped), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "no", "N = 2, sessions same, passages without end");
  claim_bounded("yes", growing, COUNT(growing), &r);
  expect(&r, AGREEMENT_DISAGREES, HOW_EXPLORED, "no", "N = 2, sessions same, 2 passages each");
  expect_reason(&r, "Token is declared without bound and reaches 4, but 2 with 1 passage each");
}

static void registers_in_their_range_without_end_are_bounded(void **state)
{
  (void)state;
  const struct reach reach[] = {{{2, 0, "same"}, "Token", 2, 3, true, false},
                                {{3, 0, "same"}, "Token", 3, 4, true, false}};
  struct ruling r;
  claim_bounded("yes", reach, COUNT(reach), &r);
  expect(&r, AGREEMENT_AGREES, HOW_EXPLORED, "yes", "N = 2..3, passages without end; declared for all N");
  expect_reason(&r, "Token 3 of at most 4");
  claim_bounded("no", reach, COUNT(reach), &r);
  assert_int_equal(r.agreement, AGREEMENT_DISAGREES);
  claim_bounded("", reach, COUNT(reach), &r);
  assert_int_equal(r.agreement, AGREEMENT_NOTHING_SAID);
}

static void a_few_passages_bound_nothing(void **state)
{
  (void)state;
  const struct reach some[] = {{{2, 2, "same"}, "Token", 2, 3, true, false}},
                     still[] = {{{2, 2, "same"}, "T", 2, NAN, true, false}},
                     cut[] = {{{2, 0, "same"}, "Token", 2, 3, false, false}};
  struct ruling r;
  claim_bounded("yes", some, COUNT(some), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "in the declared range so far", "");
  claim_bounded("yes", cut, COUNT(cut), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "in the declared range so far", "");
  claim_bounded("no", still, COUNT(still), &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "declared unbounded, not seen to grow", "");
  claim_bounded("yes", NULL, 0, &r);
  expect(&r, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED, "not checked", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_failure_refutes_and_the_smallest_is_shown),
    cmocka_unit_test(a_simulation_refutes_too),
    cmocka_unit_test(a_proof_is_more_than_agreement),
    cmocka_unit_test(what_holds_says_how_far),
    cmocka_unit_test(short_runs_leave_liveness_open),
    cmocka_unit_test(clauses_about_properties),
    cmocka_unit_test(clauses_that_name_a_bound),
    cmocka_unit_test(what_a_further_passage_may_mend),
    cmocka_unit_test(a_failure_that_is_not_seen_decides_nothing),
    cmocka_unit_test(without_a_whole_exploration_nothing_is_decided),
    cmocka_unit_test(an_exploration_cut_short_is_told_beside_whole_ones),
    cmocka_unit_test(registers_that_grow_are_not_bounded),
    cmocka_unit_test(registers_in_their_range_without_end_are_bounded),
    cmocka_unit_test(a_few_passages_bound_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
