/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agree.h"

#include "client.h"
#include "explore/answer/words.h"

struct brute_system agree_system(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages,
                                 const char *sessions, rmr_word cap)
{
  struct brute_system s = {
    .algorithm = algorithm, .parameters = client_parameters(algorithm, n), .n = n, .passages = passages, .cap = cap};
  assert_true(brute_sessions(&s, sessions));
  return s;
}

struct explore_spec agree_spec(const struct brute_system *s, const char *sessions, struct sessions *rule)
{
  static const enum fault_kind kinds[] = {
    [BRUTE_STOP] = FAULTS_STOP, [BRUTE_RECOVER] = FAULTS_RECOVER, [BRUTE_SYSTEM] = FAULTS_SYSTEM};
  struct error e = {0};
  assert_true(sessions_parse(sessions, rule, &e));
  return (struct explore_spec){
    .setup = {.algorithm = s->algorithm,
              .n = s->n,
              .passages = s->passages,
              .sessions = rule,
              .seed = 1,
              .faults = {.kind = s->crashes != 0 ? kinds[s->recovery] : FAULTS_NONE,
                         .limit[LIMIT_CRASHES] = s->crashes,
                         .leases = s->leases,
                         .limit[LIMIT_EXPIRIES] = s->expiries,
                         .limit[LIMIT_ARRIVALS] = s->arrivals,
                         .at_readers = s->at_readers,
                         .at = s->crash_at != NULL ? algorithm_label(s->algorithm, s->crash_at, &e) : 0}},
    .cap = s->cap,
    .limits = {.memory = (size_t)1 << 28, .threads = 2}};
}

void agree_on_properties(const struct brute_system *s, const char *sessions, const struct brute_properties *brute)
{
  static const enum explored_verdict verdicts[] = {
    [BRUTE_HOLDS] = VERDICT_HOLDS, [BRUTE_FAILS] = VERDICT_FAILS, [BRUTE_DOES_NOT_APPLY] = VERDICT_NOT_CHECKED};
  struct sessions rule;
  struct explore_spec spec = agree_spec(s, sessions, &rule);
  struct error e = {0};
  struct explored found;
  for (uint32_t k = 1; k <= PROPERTY_BCSR; k++) spec.check[k] = true;
  spec.check[PROPERTY_INVARIANTS] = true;
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  if (found.states != brute->size.states || found.transitions != brute->size.transitions)
    fail_msg("%s, N = %u, passages %u, sessions %s: %llu states and %llu steps by brute force, %llu and %llu explored",
             s->algorithm->name, s->n, s->passages, sessions, (unsigned long long)brute->size.states,
             (unsigned long long)brute->size.transitions, (unsigned long long)found.states,
             (unsigned long long)found.transitions);
  for (uint32_t k = 1; k <= PROPERTY_BCSR; k++)
    if (found.property[k].verdict != verdicts[brute->p[k]])
      fail_msg("%s, N = %u, passages %u, sessions %s: not of one mind about %s", s->algorithm->name, s->n, s->passages,
               sessions, property_key(k));
  assert_int_equal(found.property[7].rests, brute->rests);
  assert_int_equal(found.n_invariants, brute->n_invariants);
  for (uint32_t k = 0; k < found.n_invariants; k++)
    assert_int_equal(found.invariant[k].verdict, brute->invariant[k] ? VERDICT_HOLDS : VERDICT_FAILS);
  assert_int_equal(found.property[1].capped, brute->size.outside);
  if (brute->p[3] == BRUTE_HOLDS) assert_int_equal(found.property[3].bound, brute->exit[0]);
  if (brute->p[4] == BRUTE_HOLDS) assert_int_equal(found.property[4].bound, brute->entry[0]);
  if (brute->p[9] == BRUTE_HOLDS) assert_int_equal(found.property[PROPERTY_BCSR].bound, brute->reentry[0]);
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++)
    for (uint32_t f = 0; f < BRUTE_FIELDS; f++) {
      const rmr_word largest = found.largest[g * RMR_MAX_FIELDS + f];
      if (largest >= 0) assert_int_equal(largest, brute->largest[g][f]);
    }
  explored_free(&found);
}

uint64_t agree_brute_cost(const struct brute_system *s, const struct brute_question *q)
{
  struct brute_worst found;
  brute_worst(s, q, &found);
  assert_true(found.size.complete && !found.size.outside);
  return found.cost;
}

static enum cost_id cost_named(enum brute_cost cost)
{
  switch (cost) {
  case BRUTE_RMR: return COST_RMR;
  case BRUTE_LINE: return COST_LINE;
  case BRUTE_RMR_AT_LINE: return COST_RMR_AT_LINE;
  case BRUTE_STEPS: return COST_STEPS;
  case BRUTE_SUPER: return COST_SUPER;
  case BRUTE_BYPASS: return COST_BYPASS;
  case BRUTE_TICKS: return COST_TICKS;
  }
  return COST_NONE;
}

/* The same question to the explorer. Its names for memories are in the order of ours. */
uint64_t agree_explorer_cost(const struct brute_system *s, const char *sessions, const struct brute_question *q)
{
  struct sessions rule;
  struct explore_spec spec = agree_spec(s, sessions, &rule);
  struct error e = {0};
  struct explored found;
  spec.observed = q->observed;
  spec.cost = cost_named(q->cost);
  spec.setup.memory = (enum memory)q->memory;
  if (q->label != NULL) spec.lines.first = spec.lines.last = algorithm_label(s->algorithm, q->label, &e);
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  assert_true(found.complete && !found.cost[0].capped);
  const uint64_t cost = found.cost[0].unbounded ? BRUTE_UNBOUNDED : found.cost[0].worst;
  explored_free(&found);
  return cost;
}

void agree_on_cost(const struct brute_system *s, const char *sessions, const struct brute_question *q)
{
  const uint64_t brute = agree_brute_cost(s, q), explorer = agree_explorer_cost(s, sessions, q);
  if (brute != explorer)
    fail_msg("%s, N = %u, passages %u, sessions %s, memory %d, cost %d at %s, P%u: %lld by brute force, %lld explored",
             s->algorithm->name, s->n, s->passages, sessions, q->memory, q->cost, q->label != NULL ? q->label : "-",
             q->observed, (long long)brute, (long long)explorer);
}

void agree_on_other_costs(const struct brute_system *s, const char *sessions, uint32_t observed)
{
  const struct rmr_algorithm *a = s->algorithm;
  agree_on_cost(s, sessions, &(struct brute_question){.cost = BRUTE_STEPS, .observed = observed});
  agree_on_cost(s, sessions, &(struct brute_question){.cost = BRUTE_BYPASS, .observed = observed});
  for (uint32_t row = 0; row < a->n_rows && s->passages < 2; row++) {
    struct brute_question q = {.cost = BRUTE_LINE, .observed = observed, .label = a->lines[row].label};
    if (a->lines[row].line == 0) continue;
    agree_on_cost(s, sessions, &q);
    q.cost = BRUTE_RMR_AT_LINE;
    if (s->passages == 1) agree_on_cost(s, sessions, &q);
  }
}
