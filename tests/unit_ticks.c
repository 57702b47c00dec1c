/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ticks.c: time in the explorer, against brute force (brute.h), which knows of no ages: its registers hold the
 * times that are written, and its clocks show them.
 *
 * ctest: numbers
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "brute.h"
#include "client.h"
#include "explore/answer/words.h"
#include "explore/explore.h"
#include "model/choice.h"
#include "sim/run.h"

/* A system, and how it is told. */
struct timed {
  const char *algorithm; /* NULL: the toy */
  uint32_t n, passages;
  struct time_spec time;
  uint32_t crashes; /* of an algorithm with a Recover line: with recovery */
};

struct chosen {
  struct algorithm_choice *choice;

  struct explore_spec spec;
  struct brute_system brute;
};

extern const struct rmr_algorithm rmr_algorithm_timekeeper, rmr_algorithm_premature;

static struct sessions distinct;

static struct chosen choose(const struct timed *t)
{
  struct error e = {0};
  struct chosen c = {.choice = t->algorithm != NULL ? algorithm_choose(t->algorithm, NULL, &e) : NULL};
  if (c.choice == NULL && t->algorithm != NULL) fail_msg("%s", e.text);
  assert_true(sessions_parse("distinct", &distinct, &e));
  c.spec = (struct explore_spec){
    .setup = {.algorithm = &rmr_algorithm_timekeeper,
              .n = t->n,
              .passages = t->passages,
              .seed = 1,
              .sessions = &distinct,
              .time = t->time,
              .faults = {.kind = t->crashes != 0 ? FAULTS_STOP : FAULTS_NONE, .limit[LIMIT_CRASHES] = t->crashes}},
    .cap = 16,
    .limits = {.memory = (size_t)1 << 28, .threads = 2}};
  if (c.choice != NULL) algorithm_ask(c.choice, &c.spec.setup);
  const bool recovers = algorithm_has_recovery(c.spec.setup.algorithm);
  if (recovers && t->crashes != 0) c.spec.setup.faults.kind = FAULTS_RECOVER;
  c.brute = (struct brute_system){.algorithm = c.spec.setup.algorithm,
                                  .parameters = c.spec.setup.parameters,
                                  .n = t->n,
                                  .passages = t->passages,
                                  .cap = 16,
                                  .crashes = t->crashes,
                                  .recovery = recovers ? BRUTE_RECOVER : BRUTE_STOP,
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
  {{"recoverable_owner", 2, 0, {1, 0, 2}, 1}, true, 7},
  {{"recoverable_owner", 2, 1, {2, 0, 1}, 2}, true, 17},
  {{"recoverable_peterson", 2, 0, {1, 0, 1}, 1}, true, 12},
  {{NULL, 2, 0, {1, 0, 2}, 0}, false, 0},
  {{NULL, 2, 0, {2, 0, 1}, 0}, false, 0},
  {{NULL, 2, 0, {1, 1, 3}, 1}, false, 0},
  {{NULL, 3, 1, {1, 0, 2}, 0}, false, 0},
};

/* The replay of a witness. */
static struct run *replayed(const struct witness *w)
{
  struct error e = {0};
  char path[] = "/tmp/unit_ticks_XXXXXX", adversary[64];
  const int file = mkstemp(path);
  assert_true(file >= 0 && w->found);
  close(file);
  if (!schedule_write(path, &w->schedule, "a witness", &e)) fail_msg("%s", e.text);
  snprintf(adversary, sizeof adversary, "replay:file=%s", path);
  const struct run_spec spec = {.setup = schedule_system(&w->schedule), .adversary = adversary};
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e)) fail_msg("%s", e.text);
  remove(path);
  return run;
}

/* The values of the witnesses are those of the simulator, which has clocks and no ages. */
static void check_told(const struct explored *found)
{
  const struct explored_property *response = &found->property[PROPERTY_RESPONSE],
                                 *rate = &found->property[PROPERTY_RATE];
  if (response->verdict == VERDICT_HOLDS) {
    struct run *run = replayed(&response->witness);
    assert_int_equal(run_ledger(run)->time.response, response->bound);
    run_free(run);
  }
  if (rate->bound != GAP_NONE) {
    struct run *run = replayed(&rate->witness);
    assert_int_equal(run_ledger(run)->time.gap, rate->bound);
    run_free(run);
  }
}

static void look(const struct known *known)
{
  static const enum explored_verdict verdicts[] = {
    [BRUTE_HOLDS] = VERDICT_HOLDS, [BRUTE_FAILS] = VERDICT_FAILS, [BRUTE_DOES_NOT_APPLY] = VERDICT_NOT_CHECKED};
  struct chosen c = choose(&known->timed);
  struct brute_properties brute;
  struct explored found;
  struct error e = {0};
  const struct explored_property *response = &found.property[PROPERTY_RESPONSE];
  brute_properties(&c.brute, &brute);
  for (uint32_t k = 1; k < N_PROPERTIES; k++) c.spec.check[k] = true;
  if (!explore(&c.spec, &found, &e)) fail_msg("%s", e.text);
  assert_int_equal(found.states, brute.size.states);
  assert_int_equal(found.transitions, brute.size.transitions);
  for (uint32_t k = 1; k <= 7; k++)
    if (found.property[k].verdict != verdicts[brute.p[k]])
      fail_msg("%s, N = %u, slow %u: not of one mind about P%u", c.spec.setup.algorithm->name, known->timed.n,
               known->timed.time.slow, k);
  assert_int_equal(found.property[7].rests, brute.rests);
  if (brute.p[3] == BRUTE_HOLDS) assert_int_equal(found.property[3].bound, brute.exit[0]);
  if (brute.p[4] == BRUTE_HOLDS) assert_int_equal(found.property[4].bound, brute.entry[0]);
  assert_int_equal(response->verdict, brute.response == BRUTE_UNBOUNDED ? VERDICT_FAILS : VERDICT_HOLDS);
  if (response->verdict == VERDICT_HOLDS) assert_int_equal(response->bound, brute.response);
  assert_true(response->witness.found);
  const struct explored_property *rate = &found.property[PROPERTY_RATE];
  assert_int_equal(rate->verdict, VERDICT_HOLDS);
  assert_true(rate->complete);
  assert_int_equal(rate->bound, brute.gap == BRUTE_UNBOUNDED ? GAP_NONE : brute.gap);
  if (known->timed.algorithm != NULL) check_told(&found); /* nobody reads the toy's name in a file */
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

/* The worst cost of a passage, in RMRs of each memory, in own steps, in entries of others, and in ticks. */
static void agree_on_costs(struct chosen *c, const char *algorithm, uint32_t observed)
{
  static const struct {
    enum brute_cost brute;
    enum cost_id cost;
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
      if (t.n > 2 && (passages != 1 || t.algorithm == NULL)) continue;
      t.passages = passages;
      struct chosen c = choose(&t);
      agree_on_costs(&c, c.spec.setup.algorithm->name, 1 + k % 2);
      algorithm_release(c.choice);
    }
}

/* How long a lease must be, with D = slow, d = delay, C = cs, S = skew and two processes: for exclusion longer than
 * 2D + C + S, where a critical section can be as long as the delay, and any where it is shorter; for somebody to enter
 * at all longer than D + d (2D + d where there are three). Found by exploration, for these values. */
static void test_thresholds(void **state)
{
  (void)state;
  for (uint32_t slow = 1; slow <= 2; slow++)
    for (uint32_t delay = slow + 1; delay <= slow + 2; delay++)
      for (uint32_t cs = 1; cs <= 4; cs++)
        for (uint32_t skew = 0; skew <= 1; skew++)
          for (uint32_t lease = 2 * slow + 1; lease <= 2 * slow + cs + skew + 2; lease++) {
            char algorithm[64];
            snprintf(algorithm, sizeof algorithm, "fischer_lease:delay=%u,lease=%u", delay, lease);
            const struct timed t = {algorithm, 2, 0, {slow, skew, cs}, 1};
            struct chosen c = choose(&t);
            struct explored found;
            struct error e = {0};
            c.spec.check[1] = c.spec.check[PROPERTY_RESPONSE] = true;
            if (!explore(&c.spec, &found, &e)) fail_msg("%s", e.text);
            const bool exclusive = found.property[1].verdict == VERDICT_HOLDS;
            const bool responds = found.property[PROPERTY_RESPONSE].verdict == VERDICT_HOLDS;
            if (exclusive != (cs < delay || lease > 2 * slow + cs + skew) || responds != (lease > slow + delay))
              fail_msg("%s, slow=%u,skew=%u,cs=%u: P1 %d, response %d", algorithm, slow, skew, cs, exclusive, responds);
            explored_free(&found);
            algorithm_release(c.choice);
          }
}

/* The verdict for two processes, without a crash. */
static struct explored_property judged(const char *algorithm, struct time_spec time, uint32_t property)
{
  const struct timed t = {algorithm, 2, 0, time, 0};
  struct chosen c = choose(&t);
  struct explored found;
  struct error e = {0};
  c.spec.check[property] = true;
  if (!explore(&c.spec, &found, &e)) fail_msg("%s", e.text);
  const struct explored_property p = found.property[property];
  explored_free(&found);
  algorithm_release(c.choice);
  return p;
}

static void expect(bool holds, struct time_spec time, uint32_t property, const char *format, ...)
{
  char algorithm[96];
  va_list numbers;
  va_start(numbers, format);
  vsnprintf(algorithm, sizeof algorithm, format, numbers);
  va_end(numbers);
  if ((judged(algorithm, time, property).verdict == VERDICT_HOLDS) != holds)
    fail_msg("%s, slow=%u,skew=%u,cs=%u: %s", algorithm, time.slow, time.skew, time.cs, property_key(property));
}

/* The laws that docs/crash-robust-locks.md tells, on both sides of each. */
static void check_laws(struct time_spec time)
{
  const uint32_t D = time.slow, S = time.skew, C = time.cs, d = D + 1;
  for (uint32_t delay = 0; delay <= D + 1 && S == 0; delay++)
    expect(delay > (D < C ? D : C), time, 1, "fischer:delay=%u", delay);
  for (uint32_t more = 0; more <= 1 && S == 0; more++) {
    expect(more || C < d, time, 1, "watch_lease:delay=%u,lease=%u", d, D + C + more);
    expect(more, time, PROPERTY_RESPONSE, "watch_lease:delay=%u,lease=%u", d, D + d + more);
  }
  for (uint32_t more = 0; more <= 1 && D == 1; more++) {
    expect(more, time, 1, "lamport_timed:delay=%u,lease=%u", C + D + more, 2 * C + 4 * D + S + 2);
    expect(more, time, 1, "lamport_timed:delay=%u,lease=%u", C + D + 1, 2 * C + 4 * D + S + 1 + more);
    expect(more, time, PROPERTY_RESPONSE, "lamport_timed:delay=%u,lease=%u", C + D + 1, 3 * D + C + 1 + more);
  }
  const uint32_t margin = C + S > d ? C + S - d : 0, period = (margin > 1 ? margin : 1) + d + 3 * D;
  for (uint32_t less = 0; less <= (margin > 0 ? 1 : 0); less++)
    expect(!less, time, 1, "period_claim:delay=%u,period=%u,margin=%u", d, period, margin - less);
  for (uint32_t less = 0; less <= 1; less++)
    expect(!less, time, PROPERTY_RESPONSE, "period_claim:delay=%u,period=%u,margin=%u", d, period - less, margin);
  char limited[64];
  snprintf(limited, sizeof limited, "fischer_lease:delay=%u,lease=%u,release=0", d, 2 * D + C + S + 3);
  assert_int_equal(judged(limited, time, PROPERTY_RATE).bound, C + 3);
}

static void test_laws(void **state)
{
  (void)state;
  for (uint32_t slow = 1; slow <= 2; slow++)
    for (uint32_t skew = 0; skew <= 1; skew++)
      for (uint32_t cs = 1; cs <= 3; cs++) check_laws((struct time_spec){.slow = slow, .skew = skew, .cs = cs});
}

/* A time ahead of the fastest clock has no age. */
static void test_ahead(void **state)
{
  (void)state;
  struct chosen c = choose(&(struct timed){NULL, 2, 1, {1, 0, 1}, 0});
  struct explored found;
  struct error e = {0};
  c.spec.setup.algorithm = &rmr_algorithm_premature;
  c.spec.check[1] = true;
  assert_false(explore(&c.spec, &found, &e));
  assert_int_equal(e.code, EXIT_SAFETY);
  assert_non_null(strstr(e.text, "premature, N = 2: P"));
  assert_non_null(strstr(e.text, " at line 1 writes a time to Last that no clock shows yet"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts), cmocka_unit_test(test_costs),
                                     cmocka_unit_test(test_thresholds), cmocka_unit_test(test_laws),
                                     cmocka_unit_test(test_ahead)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
