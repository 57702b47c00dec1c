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
  c.spec = (struct explore_spec){
    .setup = {.n = t->n,
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

static const struct timed systems[] = {
  {"fischer:delay=1", 2, 0, {1, 0, 1}, 0},
  {"fischer:delay=2", 2, 0, {1, 0, 1}, 0},
  {"fischer:delay=2", 2, 0, {2, 0, 1}, 0},
  {"fischer:delay=2", 2, 0, {2, 0, 2}, 0},
  {"fischer:delay=3", 2, 2, {2, 0, 2}, 1},
  {"fischer:delay=2", 3, 1, {1, 0, 1}, 0},
  {"fischer_lease:delay=2,lease=5", 2, 0, {1, 0, 1}, 0},
  {"fischer_lease:delay=2,lease=3", 2, 0, {1, 0, 2}, 1},
  {"fischer_lease:delay=2,lease=6", 2, 0, {1, 1, 1}, 1},
  {"fischer_lease:delay=2,lease=4", 2, 1, {1, 2, 3}, 0},
  {"fischer_lease:delay=2,lease=6,release=0", 2, 0, {1, 0, 1}, 0},
};

static void compare(const struct timed *t)
{
  struct chosen c = choose(t);
  struct brute_properties brute;
  struct explored found;
  struct error e = {0};
  brute_properties(&c.brute, &brute);
  for (uint32_t k = 1; k <= 7; k++) c.spec.check[k] = true;
  if (!explore(&c.spec, &found, &e)) fail_msg("%s", e.text);
  print_message("%s N=%u slow=%u,skew=%u,cs=%u f=%u: %lu/%lu states %lu/%lu steps", t->algorithm, t->n, t->time.slow, t->time.skew, t->time.cs, t->crashes, found.states, brute.size.states, found.transitions, brute.size.transitions);
  for (uint32_t k = 1; k <= 7; k++) print_message(" %d/%d", found.property[k].verdict == VERDICT_FAILS, brute.p[k] == BRUTE_FAILS);
  print_message(" resp %ld\n", (long)brute.response);
  explored_free(&found);
  algorithm_release(c.choice);
}

static void test_verdicts(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) compare(&systems[k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
