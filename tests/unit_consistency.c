/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records that contradict each other are not published: a lower bound above an exact value of the same scope, in one
 * directory or in two, and a run that breaks what an exploration has found to hold. A pair that only looks like it is
 * let pass.
 */
#include <math.h>
#include <string.h>

#include "plots/report/report.h"
#include "results/contradictions.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static void load(const char *directory, struct results *r)
{
  struct error e = {0};
  assert_true(results_load(directory, r, &e));
}

/* The first record of the algorithm by that drive. */
static struct record *find(struct results *r, const char *drive, const char *algorithm)
{
  for (size_t k = 0; k < r->n; k++)
    if (strcmp(r->record[k].drive, drive) == 0 && strcmp(r->record[k].algorithm, algorithm) == 0) return &r->record[k];
  fail_msg("no %s record of %s", drive, algorithm);
  return NULL;
}

static bool agree(const struct results *r, size_t n, struct error *e)
{
  struct consistency *c = consistency_new();
  bool ok = true;
  *e = (struct error){0};
  for (size_t k = 0; ok && k < n; k++) ok = consistency_add(c, &r[k], e);
  consistency_free(c);
  return ok;
}

static void test_contradiction(void **state)
{
  struct results r;
  struct error e;
  char *directory = copy_of("contradiction", *state);
  load(directory, &r);
  assert_false(agree(&r, 1, &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "wrong"));
  assert_non_null(strstr(e.text, "simulate"));
  assert_false(report_write(directory, &e));
  results_free(&r);
  free(directory);
}

/* The result of a search is compared for any number of passages, and across directories. */
static void test_kinds(void **state)
{
  struct results r[2];
  struct error e;
  char *directory = copy_of("near", *state);
  load(directory, &r[0]);
  load(directory, &r[1]);
  assert_true(agree(r, 2, &e));
  struct record *above = find(&r[1], "simulate", "above"); /* of two passages: the exact value is of the first */
  above->drive = "search";
  assert_false(agree(r, 2, &e));
  assert_false(agree(&r[1], 1, &e));
  above->faults = "stop:1"; /* another scope */
  assert_true(agree(r, 2, &e));
  struct record *met = find(&r[1], "simulate", "met");
  const double more = 6, *value = met->value;
  met->value = &more;
  assert_int_equal(met->form->n_metrics, 1);
  assert_false(agree(r, 2, &e));
  met->faults = "stop:1,new:1"; /* passages of new processes are not those of the exploration */
  assert_true(agree(r, 2, &e));
  find(&r[1], "explore", "met")->faults = "stop:1,new:1";
  assert_true(agree(r, 2, &e));
  met->value = value;
  results_free(&r[0]);
  results_free(&r[1]);
  free(directory);
}

static void test_properties(void **state)
{
  struct results r;
  struct error e;
  char *directory = copy_of("near", *state);
  load(directory, &r);
  const struct record_judgement holds = {.property = "P1", .verdict = {.finding = RECORD_HOLDS, .complete = true}};
  struct record_judgement judged = holds;
  const struct record_violation violation = {.property = "P1", .text = "P1: P2 enters"};
  struct record *explored = find(&r, "explore", "met"), *simulated = find(&r, "simulate", "met");
  explored->judged = &judged;
  explored->n_judged = 1;
  assert_true(agree(&r, 1, &e));
  simulated->violation = &violation;
  simulated->n_violations = 1;
  assert_false(agree(&r, 1, &e));
  judged.verdict.finding = RECORD_NOT_DECIDED;
  assert_true(agree(&r, 1, &e));
  judged = holds;
  judged.verdict.capped = true;
  assert_true(agree(&r, 1, &e));
  results_free(&r);
  free(directory);
}

/* A proof is compared with all runs at its N, in any order. */
static void test_proofs(void **state)
{
  struct results r;
  struct error e;
  char *directory = copy_of("near", *state);
  load(directory, &r);
  struct record_judgement judged = {.property = "P1", .verdict = {.finding = RECORD_PROVED, .complete = true}};
  const struct record_violation violation = {.property = "P1", .text = "P1: P2 enters"};
  struct record *proof = find(&r, "explore", "met"), *simulated = find(&r, "simulate", "met");
  proof->drive = "prove";
  proof->n = 0;
  proof->judged = &judged;
  proof->n_judged = 1;
  assert_true(agree(&r, 1, &e));
  simulated->violation = &violation;
  simulated->n_violations = 1;
  assert_false(agree(&r, 1, &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "a proof is contradicted, P1 at N = "));
  struct record first = r.record[0], *last = &r.record[r.n - 1];
  r.record[0] = *last;
  *last = first;
  assert_false(agree(&r, 1, &e)); /* in another order */
  *last = r.record[0];
  r.record[0] = first;
  simulated->faults = "stop:1"; /* another scope */
  assert_true(agree(&r, 1, &e));
  simulated->faults = "";
  judged.verdict.finding = RECORD_NOT_DECIDED; /* it is not proved */
  assert_true(agree(&r, 1, &e));
  judged.verdict.finding = RECORD_PROVED;
  proof->n = simulated->n + 1; /* for another N */
  assert_true(agree(&r, 1, &e));
  proof->n = simulated->n;
  assert_false(agree(&r, 1, &e));
  results_free(&r);
  free(directory);
}

/* A passage that costs as much as the bound is one thing, and one RMR more another. */
static void test_bounds(void **state)
{
  struct results r;
  struct error e;
  char *directory = copy_of("near", *state);
  load(directory, &r);
  struct record *proof = find(&r, "explore", "near"), *simulated = find(&r, "simulate", "near");
  const double paid = record_metric(simulated, "rmr.max"), just[] = {paid, 0}, each[] = {0, paid},
               less[] = {paid - 1, 0};
  const char *names[] = {"bound.own", "bound.each"};
  bool lower[] = {false, false};
  const struct record_form form = {.n_metrics = 2, .metric = names, .lower = lower};
  proof->drive = "prove";
  proof->n = 0;
  proof->n_judged = 0;
  proof->form = &form;
  proof->memory = simulated->memory;
  proof->value = just;
  assert_true(agree(&r, 1, &e));
  proof->value = each;
  assert_true(agree(&r, 1, &e)); /* N = 2 */
  proof->value = less;
  assert_false(agree(&r, 1, &e));
  assert_non_null(strstr(e.text, "rmr.max"));
  const char *of_levels[] = {"bound.level"}, *of_powers[] = {"bound.own", "bound.each", "bound.square", "bound.cube"};
  const double level[] = {paid}, less_level[] = {paid - 1}, powers[] = {paid - 3, 1, 1, 1},
               less_powers[] = {paid - 4, 1, 1, 1};
  bool all_lower[4] = {false};
  const struct record_form tree = {.n_metrics = 1, .metric = of_levels, .lower = all_lower},
                           polynomial = {.n_metrics = 4, .metric = of_powers, .lower = all_lower};
  proof->form = &tree;
  proof->value = level; /* N = 2 has one level */
  assert_true(agree(&r, 1, &e));
  proof->value = less_level;
  assert_false(agree(&r, 1, &e));
  proof->form = &polynomial;
  proof->value = powers;
  assert_true(agree(&r, 1, &e));
  proof->value = less_powers;
  assert_false(agree(&r, 1, &e));
  simulated->n = 1; /* of one process alone neither says anything */
  assert_true(agree(&r, 1, &e));
  proof->form = &tree;
  proof->value = less_level;
  assert_true(agree(&r, 1, &e));
  simulated->n = 2;
  proof->memory = "dsm"; /* a bound in another memory */
  assert_true(agree(&r, 1, &e));
  results_free(&r);
  free(directory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(test_contradiction), IN_DIRECTORY(test_kinds),  IN_DIRECTORY(test_properties),
    IN_DIRECTORY(test_proofs),        IN_DIRECTORY(test_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
