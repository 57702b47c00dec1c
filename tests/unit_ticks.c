/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ticks.c: time in the explorer, against brute force (brute.h), which knows of no ages: its registers hold the
 * times that are written, and its clocks show them.
 *
 * ctest: numbers
 */
#include "brute.h"
#include "client.h"
#include "explore/explore.h"
#include "model/choice.h"

/* A system, and how it is told. */
struct timed {
  const char *algorithm;
  uint32_t n, passages;
  struct time_spec time;
  uint32_t crashes;
};

struct chosen {
  struct algorithm_choice *choice;

  struct explore_spec spec;
  struct brute_system brute;
};

static struct sessions distinct;

static struct chosen choose(const struct timed *t)
{
  struct error e = {0};
  struct chosen c = {.choice = algorithm_choose(t->algorithm, NULL, &e)};
  if (c.choice == NULL) fail_msg("%s", e.text);

  assert_true(sessions_parse("distinct", &distinct, &e));
  c.spec = (struct explore_spec){.setup = {.n = t->n,
                                           .passages = t->passages,
                                           .seed = 1,
                                           .sessions = &distinct,
                                           .time = t->time,
                                           .faults = {t->crashes != 0 ? FAULTS_STOP : FAULTS_NONE, t->crashes, 0, 0}},
                                 .cap = 16,
                                 .means = {.memory = (size_t)1 << 28, .threads = 2}};
  algorithm_ask(c.choice, &c.spec.setup);
  c.brute = (struct brute_system){.algorithm = c.spec.setup.algorithm,
                                  .parameters = c.spec.setup.parameters,
                                  .n = t->n,
                                  .passages = t->passages,
                                  .cap = 16,
                                  .crashes = t->crashes,
                                  .slow = t->time.slow,
                                  .skew = t->time.skew,
                                  .cs = t->time.cs};
  assert_true(brute_sessions(&c.brute, "distinct"));
  return c;
}

/* With what is known of them: whether P1 holds, and the most ticks in which somebody waits and nobody enters (0: there
 * is no most). Those of Fischer's algorithm: it needs a delay that is longer than the slowest step, but a critical
 * section that is shorter hides that. A lease must last from the write, as it is begun, to the end of the critical
 * section. */
static const struct known {
  struct timed timed;
  bool exclusive;
  uint64_t response;
} systems[] = {
  {{"fischer:delay=1", 2, 0, {1, 0, 1}, 0}, false, 8},
  {{"fischer:delay=2", 2, 0, {1, 0, 1}, 0}, true, 7},
  {{"fischer:delay=2", 2, 0, {2, 0, 1}, 0}, true, 14},
  {{"fischer:delay=2", 2, 0, {2, 0, 2}, 0}, false, 16},
  {{"fischer:delay=3", 2, 2, {2, 0, 2}, 1}, true, 0},
  {{"fischer:delay=2", 3, 1, {1, 0, 1}, 0}, true, 7},
  {{"fischer_lease:delay=2,lease=5", 2, 0, {1, 0, 1}, 0}, true, 10},
  {{"fischer_lease:delay=2,lease=3", 2, 0, {1, 0, 2}, 1}, false, 0},
  {{"fischer_lease:delay=2,lease=6", 2, 0, {1, 1, 1}, 1}, true, 16},
  {{"fischer_lease:delay=2,lease=4", 2, 1, {1, 2, 3}, 0}, false, 11},
  {{"fischer_lease:delay=2,lease=6,release=0", 2, 0, {1, 0, 1}, 0}, true, 9},
};

static void look(const struct known *known)
{
  static const enum explored_verdict verdicts[] = {
    [BRUTE_HOLDS] = VERDICT_HOLDS, [BRUTE_FAILS] = VERDICT_FAILS, [BRUTE_DOES_NOT_APPLY] = VERDICT_NOT_CHECKED};
  struct chosen c = choose(&known->timed);
  struct brute_properties brute;
  struct explored found;
  struct error e = {0};
  const struct explored_property *response = &found.property[EXPLORE_RESPONSE];
  brute_properties(&c.brute, &brute);
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++) c.spec.check[k] = true;
  if (!explore(&c.spec, &found, &e)) fail_msg("%s", e.text);
  assert_int_equal(found.states, brute.size.states);
  assert_int_equal(found.transitions, brute.size.transitions);
  for (uint32_t k = 1; k <= 7; k++)
    if (found.property[k].verdict != verdicts[brute.p[k]])
      fail_msg("%s, N = %u, slow %u: not of one mind about P%u", known->timed.algorithm, known->timed.n,
               known->timed.time.slow, k);
  assert_int_equal(found.property[7].rests, brute.rests);
  if (brute.p[3] == BRUTE_HOLDS) assert_int_equal(found.property[3].bound, brute.exit[0]);
  if (brute.p[4] == BRUTE_HOLDS) assert_int_equal(found.property[4].bound, brute.entry[0]);
  assert_int_equal(response->verdict, brute.response == BRUTE_UNBOUNDED ? VERDICT_FAILS : VERDICT_HOLDS);
  if (response->verdict == VERDICT_HOLDS) assert_int_equal(response->bound, brute.response);
  assert_true(response->witness.found);
  assert_int_equal(brute.p[1], known->exclusive ? BRUTE_HOLDS : BRUTE_FAILS);
  assert_int_equal(brute.response == BRUTE_UNBOUNDED ? 0 : brute.response, known->response);
  explored_free(&found);
  algorithm_release(c.choice);
}

static void test_verdicts(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) look(&systems[k]);
}

/* What a passage can cost, in RMRs of each memory, in own steps, in entries of others, and in ticks. */
static void agree_on_costs(struct chosen *c, const char *algorithm, uint32_t observed)
{
  static const struct {
    enum brute_cost brute;
    enum space_cost cost;
  } costs[] = {
    {BRUTE_RMR, COST_RMR}, {BRUTE_STEPS, COST_STEPS}, {BRUTE_BYPASS, COST_BYPASS}, {BRUTE_TICKS, COST_TICKS}};
  for (size_t k = 0; k < sizeof costs / sizeof *costs; k++)
    for (uint32_t memory = MEMORY_CC; memory <= (costs[k].cost == COST_RMR ? MEMORY_DSM : MEMORY_CC); memory++) {
      const struct brute_question q = {
        .memory = (enum brute_memory)memory, .cost = costs[k].brute, .observed = observed};
      struct brute_worst brute;
      struct explored found;
      struct error e = {0};
      brute_worst(&c->brute, &q, &brute);
      c->spec.setup.memory = (enum memory)memory;
      c->spec.observed = observed;
      c->spec.cost = costs[k].cost;
      if (!explore(&c->spec, &found, &e)) fail_msg("%s", e.text);
      const uint64_t worst = found.cost[0].unbounded ? BRUTE_UNBOUNDED : found.cost[0].worst;
      if (worst != brute.cost)
        fail_msg("%s, memory %u, cost %d: %ld explored, %ld by brute force", algorithm, memory, costs[k].cost,
                 (long)worst, (long)brute.cost);
      assert_true(found.complete);
      explored_free(&found);
    }
}

static void test_costs(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++)
    for (uint32_t passages = 0; passages <= 2; passages++) {
      struct timed t = systems[k].timed;
      if (t.n > 2 && passages != 1) continue;
      t.passages = passages;
      struct chosen c = choose(&t);
      agree_on_costs(&c, t.algorithm, 1 + k % 2);
      algorithm_release(c.choice);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts), cmocka_unit_test(test_costs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
