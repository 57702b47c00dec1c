/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every algorithm, whether it is made for crashes or not, where processes crash at each of its lines in turn, stay
 * dead, start again or are replaced, and leases run out. The algorithm may then do anything that the simulator knows:
 * it may break a property, or write a value that its register cannot hold, but no run may end in a mistake of ours.
 *
 * ctest: slow
 */
#include "client.h"

static const char *const faults[] = {
  "stop:2",
  "stop:2 leases:all",
  "stop:2,new:2",
  "stop:2,new:2 leases:all,at:reader",
  "restart:2",
  "restart:2 leases:all,at:reader expire:1",
  "recover:2",
  "system:2",
  "recover:2 leases:all expire:2",
};
enum { N_FAULTS = sizeof faults / sizeof *faults };

/* One run, if the algorithm can have these faults. Returns whether it can. */
static bool crash(const struct rmr_algorithm *a, uint32_t n, const char *text, const char *adversary, uint64_t seed)
{
  struct error e = {0};
  struct request r = {.algorithm = a,
                      .n = n,
                      .memory = (enum memory)(seed % N_MEMORIES),
                      .sessions = seed % 2 ? "any:2" : "distinct",
                      .adversary = adversary,
                      .passages = 2,
                      .seed = seed,
                      .max_steps = 2000};
  if (!faults_of_text(text, a, &r.faults, &e)) return false;
  struct client *c = client_prepare(&r);
  if (!run_go(c->run, &e) && e.code != EXIT_SAFETY)
    fail_msg("%s, N = %u, %s, %s, seed %u: %s", a->name, n, text, adversary, (unsigned)seed, e.text);
  client_close(c);
  return true;
}

static void test_at_each_line(void **state)
{
  static const char *const then[] = {"random", "round_robin", "greedy", "bursty"};
  uint32_t with[N_FAULTS] = {0};
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint32_t row = 0; row < rmr_algorithms[k]->n_rows; row++)
      for (uint64_t seed = 0; rmr_algorithms[k]->lines[row].line != 0 && seed < 4; seed++) {
        char adversary[128];
        snprintf(adversary, sizeof adversary, "crashing:at=%s,then=%s", rmr_algorithms[k]->lines[row].label,
                 then[seed]);
        for (uint32_t n = 1; n <= 3; n++)
          for (size_t f = 0; f < N_FAULTS; f++) with[f] += crash(rmr_algorithms[k], n, faults[f], adversary, seed);
      }
  for (size_t f = 0; f < N_FAULTS; f++) assert_true(with[f] != 0);
}

static void test_at_random(void **state)
{
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint64_t seed = 0; seed < 12; seed++)
      for (size_t f = 0; f < N_FAULTS; f++)
        crash(rmr_algorithms[k], 1 + (uint32_t)seed % 4, faults[f],
              seed % 3 ? "crashing:rate=0.02,expire=0.03,new=0.3" : "crashing:rate=0.1,expire=0.1,new=0.1", seed);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_at_each_line),
    cmocka_unit_test(test_at_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
