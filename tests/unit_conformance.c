/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_conformance.c: one list of questions (tests/conformance/questions), put to every engine of the explorer and to
 * the brute force (brute.h). All that can answer a question must answer it as the list says. An engine that answers
 * wrongly is caught: two such are tried.
 *
 * ctest: threads
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "explore/engines/depth.h"
#include "explore/engines/sweep_line.h"
#include "explore/explore.h"
#include "explore/graph/reduction.h"
#include "tests/brute.h"
#include "tests/client.h"
#include "tests/here.h"

#include <cmocka.h> /* last: its fail() is not ours */

#define UNBOUNDED UINT64_MAX

extern const struct rmr_algorithm rmr_algorithm_open_door, rmr_algorithm_chapel;

enum asked { ASKED_STATES, ASKED_P1, ASKED_COST };
enum { P1_HOLDS, P1_FAILS };

struct question {
  const struct rmr_algorithm *algorithm;
  uint32_t n, passages, cap;
  char sessions[16];
  struct sessions rule;
  enum memory memory;
  enum asked asked;
  enum cost_id cost;
  uint64_t expected;
};

/* True: *answer is said. False: this engine cannot answer such a question. */
typedef bool engine_fn(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer);

struct engine {
  const char *name;
  engine_fn *ask;
  uint32_t threads;
  bool reduced;
};

/* --- the engines -------------------------------------------------------------------------------------------------- */

static struct explore_limits limits_of(uint32_t threads)
{
  return (struct explore_limits){.memory = (size_t)1 << 28, .threads = threads};
}

static void open_space(const struct question *q, struct space *space)
{
  struct error e = {0};
  const struct space_spec spec = {
    .setup = {.algorithm = q->algorithm, .n = q->n, .passages = q->passages, .sessions = &q->rule, .memory = q->memory},
    .cap = q->cap,
    .observer.process = q->asked == ASKED_COST ? q->n : 0,
    .observer.cost = q->cost};
  if (!space_create(space, &spec, &e)) fail_msg("%s", e.text);
}

static bool in_breadth(const struct question *q, uint32_t threads, bool keep, uint64_t *answer)
{
  if (q->asked == ASKED_COST) return false;
  const struct explore_limits limits = limits_of(threads);
  struct space space;
  struct breadth found;
  open_space(q, &space);
  breadth_search(&space, &limits, q->asked == ASKED_P1 ? WATCH_PROPERTY : WATCH_NOTHING, keep, &found);
  *answer = q->asked == ASKED_STATES ? found.states : found.complete ? P1_HOLDS : P1_FAILS;
  assert_false(found.out_of_memory || found.interrupted);
  breadth_free(&found);
  space_free(&space);
  return true;
}

static bool with_visited_set(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  (void)reduced;
  return in_breadth(q, threads, true, answer);
}

static bool with_bits(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  (void)reduced;
  return in_breadth(q, threads, false, answer);
}

static bool in_depth(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  if (q->asked != ASKED_COST) return false;
  const struct region everywhere = {.kind = REGION_ALL};
  const struct explore_limits limits = limits_of(threads);
  struct space space;
  struct breadth found;
  struct depth depth;
  open_space(q, &space);
  if (reduced) reduction_prepare(&space);
  breadth_search(&space, &limits, WATCH_NOTHING, true, &found);
  depth_search(&space, &found.visited, &everywhere, &limits, &depth);
  *answer = depth.positive_cycle ? UNBOUNDED : depth.most;
  depth_free(&depth);
  breadth_free(&found);
  space_free(&space);
  return true;
}

static bool in_topological_order(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  if (q->asked != ASKED_COST) return false;
  const struct explore_limits limits = limits_of(threads);
  struct space space;
  struct sweep_result found;
  bool can = false;
  open_space(q, &space);
  if (reduced) reduction_prepare(&space);
  const uint64_t product_states = sweep_product_states(&space);
  if (product_states != 0 && product_states < UINT64_C(1) << 24) {
    sweep_search(&space, &limits, &found);
    can = found.complete;
    *answer = found.most;
    sweep_free(&found);
  }
  space_free(&space);
  return can;
}

/* As everybody else asks. */
static bool by_its_face(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  (void)reduced;
  struct error e = {0};
  struct explored found;
  const struct explore_spec spec = {
    .setup = {.algorithm = q->algorithm, .n = q->n, .passages = q->passages, .sessions = &q->rule, .memory = q->memory},
    .observed = q->n,
    .cost = q->cost,
    .check = {[1] = q->asked == ASKED_P1},
    .cap = q->cap,
    .limits = limits_of(threads)};
  if (q->asked == ASKED_STATES) return false;
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  *answer = q->asked == ASKED_P1      ? found.property[1].verdict == VERDICT_FAILS
            : found.cost[0].unbounded ? UNBOUNDED
                                      : found.cost[0].worst;
  explored_free(&found);
  return true;
}

static bool by_brute_force(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  (void)threads, (void)reduced;
  static const enum brute_memory memories[] = {[MEMORY_CC] = BRUTE_CC,
                                               [MEMORY_CC_KEEP] = BRUTE_CC_KEEP,
                                               [MEMORY_CC_WRITEBACK] = BRUTE_CC_WRITEBACK,
                                               [MEMORY_DSM] = BRUTE_DSM};
  struct brute_system system = {.algorithm = q->algorithm,
                                .parameters = client_parameters(q->algorithm, q->n),
                                .n = q->n,
                                .passages = q->passages,
                                .cap = q->cap};
  assert_true(brute_sessions(&system, q->sessions));
  if (q->asked == ASKED_COST) {
    const struct brute_question question = {.memory = memories[q->memory],
                                            .cost = q->cost == COST_RMR     ? BRUTE_RMR
                                                    : q->cost == COST_STEPS ? BRUTE_STEPS
                                                                            : BRUTE_BYPASS,
                                            .observed = q->n};
    struct brute_worst worst;
    brute_worst(&system, &question, &worst);
    *answer = worst.cost == BRUTE_UNBOUNDED ? UNBOUNDED : worst.cost;
    return true;
  }
  struct brute_properties found;
  brute_properties(&system, &found);
  *answer = q->asked == ASKED_STATES ? found.size.states : found.p[1] == BRUTE_FAILS ? P1_FAILS : P1_HOLDS;
  return true;
}

static const struct engine engines[] = {
  {"brute force", by_brute_force, 1, false},
  {"in breadth, with a visited set", with_visited_set, 1, false},
  {"in breadth, with a visited set, two threads", with_visited_set, 2, false},
  {"in breadth, with bits", with_bits, 1, false},
  {"in breadth, with bits, two threads", with_bits, 2, false},
  {"in depth", in_depth, 1, false},
  {"in depth, reduced", in_depth, 1, true},
  {"in depth, reduced, two threads", in_depth, 2, true},
  {"in topological order", in_topological_order, 1, false},
  {"in topological order, reduced", in_topological_order, 1, true},
  {"the explorer", by_its_face, 1, false},
  {"the explorer, two threads", by_its_face, 2, false},
};

/* --- the questions ------------------------------------------------------------------------------------------------ */

static const struct rmr_algorithm *algorithm_of(const char *name)
{
  struct error e = {0};
  if (strcmp(name, "Open_door") == 0) return &rmr_algorithm_open_door;
  if (strcmp(name, "Chapel") == 0) return &rmr_algorithm_chapel;
  const struct rmr_algorithm *found = algorithm_find(name, &e);
  if (found == NULL) fail_msg("%s", e.text);
  return found;
}

static void read_question(const char *line, struct question *q)
{
  struct error e = {0};
  char name[64], memory[16], asked[16], answer[24];
  *q = (struct question){.cost = COST_NONE};
  if (sscanf(line, "%63s %" SCNu32 " %" SCNu32 " %15s %15s %" SCNu32 " %15s %23s", name, &q->n, &q->passages,
             q->sessions, memory, &q->cap, asked, answer) != 8)
    fail_msg("what is asked here? %s", line);
  q->algorithm = algorithm_of(name);
  assert_true(sessions_parse(q->sessions, &q->rule, &e));
  assert_true(memory_parse(memory, &q->memory, &e));
  q->asked = strcmp(asked, "states") == 0 ? ASKED_STATES : strcmp(asked, "P1") == 0 ? ASKED_P1 : ASKED_COST;
  if (q->asked == ASKED_COST)
    q->cost = strcmp(asked, "rmr") == 0 ? COST_RMR : strcmp(asked, "steps") == 0 ? COST_STEPS : COST_BYPASS;
  q->expected = strcmp(answer, "unbounded") == 0 ? UNBOUNDED
                : strcmp(answer, "holds") == 0   ? P1_HOLDS
                : strcmp(answer, "fails") == 0   ? P1_FAILS
                                                 : strtoull(answer, NULL, 10);
}

/* Puts all questions to an engine. */
static void ask_all(const struct engine *engine, uint32_t *answered, uint32_t *wrong)
{
  struct error e = {0};
  char *path = here("conformance/questions"), *text = file_read(path, 1 << 20, NULL, &e), *rest = text;
  free(path);
  if (text == NULL) fail_msg("%s", e.text);
  *answered = *wrong = 0;
  for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
    struct question q;
    uint64_t answer = 0;
    if (line[0] == '#') continue;
    read_question(line, &q);
    if (!engine->ask(&q, engine->threads, engine->reduced, &answer)) continue;
    ++*answered;
    if (answer == q.expected) continue;
    ++*wrong;
    print_message("%s: %" PRIi64 " for %s\n", engine->name, (int64_t)answer, line);
  }
  free(text);
}

static void test_every_engine(void **state)
{
  (void)state;
  uint32_t all = 0, worst = 0;
  for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
    uint32_t answered, wrong;
    ask_all(&engines[k], &answered, &wrong);
    print_message("%s: %" PRIu32 " questions\n", engines[k].name, answered);
    if (k == 0) all = answered; /* the brute force answers them all */
    assert_true(answered >= all / 4);
    worst += wrong;
  }
  assert_int_equal(worst, 0);
}

/* An engine that overlooks the last reference, and one that believes in everybody. */
static bool one_less(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  const bool said = in_depth(q, threads, reduced, answer);
  if (said && *answer != UNBOUNDED) --*answer;
  return said;
}

static bool trusting(const struct question *q, uint32_t threads, bool reduced, uint64_t *answer)
{
  (void)threads, (void)reduced;
  *answer = P1_HOLDS;
  return q->asked == ASKED_P1;
}

static void test_wrong_engines(void **state)
{
  (void)state;
  static const struct engine careless = {"careless", one_less, 1, false}, trustful = {"trustful", trusting, 1, false};
  uint32_t answered, wrong;
  ask_all(&careless, &answered, &wrong);
  assert_true(wrong > answered / 2);
  ask_all(&trustful, &answered, &wrong);
  assert_true(wrong > 0 && wrong < answered);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_engine), cmocka_unit_test(test_wrong_engines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
