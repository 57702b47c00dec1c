/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_resident.c: --mem holds for the process: the most that is ever resident is what was allowed, a tenth more and 40
 * MB, where the tables, the initial states, the visited set, or the regions that are searched side by side would
 * overflow it; with any number of threads, and several searches one after another.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/explore.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { MEGABYTES = 64 };

struct question {
  const char *algorithm;
  uint32_t n, passages, threads;
  rmr_word cap;
  const char *check;
  bool costs, tables; /* tables: not even these fit */
};

static int answer(const struct question *q)
{
  static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  struct error e = {0};
  struct explored out;
  struct explore_spec spec = {
    .setup = {.algorithm = algorithm_find(q->algorithm, &e), .n = q->n, .passages = q->passages, .sessions = &distinct},
    .observed = 1,
    .cost = q->costs ? COST_RMR : COST_NONE,
    .cap = q->cap,
    .limits = {.memory = (size_t)MEGABYTES << 20, .threads = q->threads}};
  for (const char *k = q->check; *k != '\0'; k++) spec.check[*k - '0'] = true;
  if (!explore(&spec, &out, &e)) return e.code == EXIT_INCOMPLETE ? 1 : 2;
  const bool complete = out.complete;
  explored_free(&out);
  return complete ? 3 : 0;
}

static void expect(const struct question *q)
{
  struct rusage used;
  int status;
  const pid_t child = fork();
  if (child == 0) _exit(answer(q));
  assert_int_equal(wait4(child, &status, 0, &used), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), q->tables);
  const long most = MEGABYTES * 1024L * 11 / 10 + 40 * 1024L;
  if (used.ru_maxrss > most) fail_msg("%s: %ld of %ld kilobytes", q->algorithm, used.ru_maxrss, most);
}

static void test_resident(void **state)
{
  (void)state;
  expect(&(struct question){"grid_renaming", 5, 1, 2, 0, "1", false, false});
  expect(&(struct question){"keane_moir", 4, 1, 256, 0, "", true, false});
  expect(&(struct question){"bw_bakery", 4, 0, 64, 0, "24", false, false});
  expect(&(struct question){"grid_renaming_long", 4, 0, 16, 0, "5", false, false});
  expect(&(struct question){"bakery", 3, 0, 1, 1000, "", true, true});
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_resident)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
