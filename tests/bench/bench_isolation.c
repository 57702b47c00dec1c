/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_isolation.c: the cost of tasks in processes of their own: a plan of many short simulations, with and without. A
 * number and a record cross the border for each task, so the longer tasks are, the less it costs; these are short ones,
 * of a few milliseconds. The figure is the median of runs that alternate.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "experiments/runner/runner.h"
#include "tests/bench/bench.h"

enum { REPETITIONS = 5, TASKS = 60, STEPS = 200000 };

/* One timed run of the plan in the directory, which holds nothing else. Returns steps per second. */
static double run(const struct plan *plan, const char *directory, bool isolated, struct error *e)
{
  struct journal journal;
  struct runner_outcome outcome;
  if (!journal_open(&journal, directory, e)) return 0;
  const struct runner_options options = {
    .jobs = 1, .progress = stderr, .directory = directory, .isolate_all = isolated};
  const double from = clock_seconds();
  const bool ok = runner_go(plan, &journal, &options, &outcome, e);
  const double took = clock_seconds() - from;
  unlink(journal.path);
  if (!journal_close(&journal, e) || !ok) return 0;
  if (outcome.done != plan->n) fail(e, EXIT_INTERNAL, "%zu of %zu tasks were done", outcome.done, plan->n);
  return (double)TASKS * STEPS / took;
}

static bool compare(const struct plan *plan, const char *directory, struct bench_figure *figure, struct error *e)
{
  struct bench_turns turns = {0};
  while (turns.n < REPETITIONS && e->code == EXIT_OK) {
    const double without = run(plan, directory, false, e);
    bench_turn(&turns, run(plan, directory, true, e), without);
  }
  if (e->code != EXIT_OK) return false;
  bench_medians(&turns, figure);
  return true;
}

static bool compare_somewhere(const struct plan *plan, struct bench_figure *figure, struct error *e)
{
  char *directory = file_temporary_directory("bench", e);
  if (directory == NULL) return false;
  const bool ok = compare(plan, directory, figure, e);
  rmdir(directory);
  free(directory);
  return ok;
}

bool bench_isolation(struct bench_figure *figure, struct error *e)
{
  char *text = mem_format("{\"algorithms\": \"bakery\", \"n\": %u, \"passages\": \"inf\", \"max_steps\": %d, "
                          "\"repetitions\": %d}",
                          figure->n, STEPS, TASKS);
  struct config config = {0};
  struct plan plan = {0};
  const bool ok = config_parse(text, strlen(text), "bench.json", NULL, 0, &config, e) &&
                  plan_create(&config, &plan, e) && compare_somewhere(&plan, figure, e);
  plan_free(&plan);
  config_free(&config);
  free(text);
  return ok;
}
