/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_confirm.c: no schedule is told that does not show what it is said to show. Each property that can fail fails in
 * a toy; its witness is confirmed, and the same claim is refused of schedules that do not show it: one cut short, one
 * of another process, one whose loop is something else, one that cannot be played. So are costs that are not paid.
 */
#include "explore/answer/confirm.h"
#include "explore/explore.h"

#include "client.h"

struct question {
  const struct rmr_algorithm *algorithm;
  uint32_t property;
  const char *faults;
  uint32_t slow; /* 0: there is no time */
  enum write_order order;
};

static struct explore_spec spec_of(const struct question *q, const struct sessions *sessions)
{
  struct explore_spec spec = {.setup = {.algorithm = q->algorithm,
                                        .n = 2,
                                        .sessions = sessions,
                                        .seed = 1,
                                        .time = {.slow = q->slow, .cs = 1},
                                        .order = {.order = q->order}},
                              .rate = 1000,
                              .limits = {.memory = (size_t)1 << 26, .threads = 1}};
  struct error e = {0};
  spec.check[q->property] = true;
  if (q->faults != NULL) assert_true(faults_of_text(q->faults, q->algorithm, &spec.setup.faults, &e));
  return spec;
}

static bool shows(const struct schedule *s, const struct confirm_claim *claim)
{
  struct error e = {0};
  const bool ok = confirm(s, claim, &e);
  assert_int_equal(e.code, ok ? EXIT_OK : EXIT_INTERNAL);
  return ok;
}

/* The claim of a witness, and the schedules that do not show it. */
static void refuse_others(const struct confirm_claim *claim, const struct schedule *s)
{
  struct schedule other = *s;
  struct confirm_claim of_other = *claim;
  assert_true(shows(s, claim));
  other.n_loop = 0;
  other.n_steps = s->n_steps / 2; /* it does not come to where it is broken */
  assert_false(shows(&other, claim));
  other = *s;
  other.step = (struct schedule_step[]){{.action = 3}}; /* there is no P3 */
  other.n_steps = 1;
  other.n_loop = 0;
  assert_false(shows(&other, claim));
  if (claim->process == 0) return;
  of_other.process = 3 - claim->process;
  of_other.other = claim->process;
  assert_false(shows(s, &of_other));
}

static void test_properties(void **state)
{
  (void)state;
  const struct question questions[] = {
    {&rmr_algorithm_open_door, 1, NULL, 0, ORDER_SC},
    {&rmr_algorithm_alternation, 2, NULL, 0, ORDER_SC},
    {&rmr_algorithm_lingerer, 3, NULL, 0, ORDER_SC},
    {&rmr_algorithm_alternation, 4, NULL, 0, ORDER_SC},
    {&rmr_algorithm_queue_jumper, 5, NULL, 0, ORDER_SC},
    {&rmr_algorithm_embrace, 6, NULL, 0, ORDER_SC},
    {&rmr_algorithm_oubliette, 7, NULL, 0, ORDER_SC},
    {algorithm_find("peterson", NULL), PROPERTY_CSR, "restart:1", 0, ORDER_SC},
    {algorithm_find("tas", NULL), PROPERTY_BCSR, "restart:1", 0, ORDER_SC},
    {&rmr_algorithm_embrace, PROPERTY_RESPONSE, NULL, 1, ORDER_SC},
    {algorithm_find("tas", NULL), PROPERTY_RATE, NULL, 1, ORDER_SC},
    {algorithm_find("peterson", NULL), PROPERTY_ROBUST, NULL, 0, ORDER_TSO},
  };
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
    const struct explore_spec spec = spec_of(&questions[k], &distinct);
    struct explored found;
    struct error e = {0};
    if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
    const struct explored_property *p = &found.property[questions[k].property];
    if (p->verdict != VERDICT_FAILS) fail_msg("%zu does not fail", k);
    const struct confirm_claim claim = {.what = "it",
                                        .property = questions[k].property,
                                        .process = p->process,
                                        .other = p->other,
                                        .familiar = found.familiar,
                                        .ticks = (uint32_t)p->bound};
    refuse_others(&claim, &p->witness.schedule);
    explored_free(&found);
  }
}

/* A schedule that is never fair shows no starvation, and one in which somebody enters no deadlock. */
static void test_loops(void **state)
{
  (void)state;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  struct schedule s = {
    .algorithm = &rmr_algorithm_alternation, .n = 2, .sessions = distinct, .n_steps = 2, .n_loop = 1, .seed = 1};
  /* P2 waits for its turn, and P1 stays in its remainder: P2 starves */
  s.step = (struct schedule_step[]){{.action = 2}, {.action = 2}};
  assert_true(shows(&s, &(struct confirm_claim){.what = "P2", .property = 2, .process = 2}));
  assert_false(shows(&s, &(struct confirm_claim){.what = "P2", .property = 2, .process = 1}));
  /* but where P1 is in the midst of its passage and does not move, that is not fair */
  s.algorithm = &rmr_algorithm_embrace;
  s.step = (struct schedule_step[]){{.action = 1}, {.action = 2}, {.action = 2}};
  s.n_steps = 3;
  assert_false(shows(&s, &(struct confirm_claim){.what = "P2", .property = 2, .process = 2}));
  assert_false(shows(&s, &(struct confirm_claim){.what = "P6", .property = 6}));
}

static void test_invariants(void **state)
{
  (void)state;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct question q = {.algorithm = &rmr_algorithm_tally};
  const struct explore_spec spec = spec_of(&q, &distinct);
  struct explored found;
  struct error e = {0};
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  for (uint32_t k = 0; k < found.n_invariants; k++) {
    const struct explored_property *p = &found.invariant[k];
    if (p->verdict != VERDICT_FAILS) continue;
    struct confirm_claim claim = {.what = "it", .invariants = UINT32_C(1) << k};
    assert_true(shows(&p->witness.schedule, &claim));
    for (uint32_t j = 0; j < found.n_invariants; j++) {
      claim.invariants = UINT32_C(1) << j;
      if (found.invariant[j].verdict == VERDICT_HOLDS) assert_false(shows(&p->witness.schedule, &claim));
    }
  }
  assert_int_equal(found.n_invariants != 0, 1);
  explored_free(&found);
}

static void test_costs(void **state)
{
  (void)state;
  static const enum cost_id costs[] = {COST_RMR, COST_STEPS, COST_BYPASS, COST_LINE, COST_RMR_AT_LINE, COST_SUPER};
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct rmr_algorithm *bakery = algorithm_find("bakery", NULL);
  for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
    struct explore_spec spec = {.setup = {.algorithm = bakery, .n = 2, .passages = 1, .sessions = &distinct, .seed = 1},
                                .observed = 2,
                                .cost = costs[k],
                                .lines = {.first = 4, .last = 4},
                                .limits = {.memory = (size_t)1 << 26, .threads = 1}};
    struct explored found;
    struct error e = {0};
    if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
    const struct explored_cost *c = &found.cost[0];
    struct confirm_claim claim = {
      .what = "it", .process = 2, .cost = costs[k], .lines = spec.lines, .paid = c->worst, .unbounded = c->unbounded};
    assert_true(shows(&c->witness.schedule, &claim));
    claim.unbounded = !c->unbounded; /* of a loop that is none, or with a number where there is none */
    claim.paid++;
    assert_false(shows(&c->witness.schedule, &claim));
    explored_free(&found);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_properties),
    cmocka_unit_test(test_loops),
    cmocka_unit_test(test_invariants),
    cmocka_unit_test(test_costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
