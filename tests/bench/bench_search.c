/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_search.c: the value that a search finds, beside that of the best adversary that knows nothing of the algorithm:
 * the costliest passage of P_N in the Burns-Lamport algorithm. The adversary runs again and again, each time from
 * another seed, until it has taken as long as the search.
 */
#include "explore/search/search.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "sim/run.h"
#include "tests/bench/bench.h"

enum { EFFORT = 20000000 };

/* The most that a passage has cost in one run of the adversary; 0: it failed. */
static uint64_t run_once(const struct system_spec *setup, struct error *e)
{
  const struct run_spec spec = {.setup = *setup, .adversary = "foresight"};
  struct run *run = run_create(&spec, e);
  const uint64_t most = run != NULL && run_go(run, e) ? ledger_max_passage(run_ledger(run), 0) : 0;
  run_free(run);
  return most;
}

bool bench_search(struct bench_figure *figure, struct error *e)
{
  struct search_spec spec = {.goal = {.setup = {.n = figure->n, .passages = 1}, .cost = COST_RMR},
                             .seed = 1,
                             .methods = SEARCH_ALL,
                             .limits = {.effort = EFFORT, .threads = 1}};
  struct system_spec *setup = &spec.goal.setup;
  setup->algorithm = algorithm_find("burns_lamport", e);
  struct searched *found = mem_new(1, sizeof *found);
  const double begun = clock_seconds();
  const bool ok = setup->algorithm != NULL && search(&spec, found, e);
  const double ended = clock_seconds(), worst = (double)found->worst;
  searched_free(found);
  free(found);
  if (!ok) return false;
  uint64_t most = 0;
  for (setup->seed = 1; e->code == EXIT_OK && clock_seconds() - ended < ended - begun; setup->seed++) {
    const uint64_t once = run_once(setup, e);
    if (once > most) most = once;
  }
  figure->amount = true;
  figure->speed = worst;
  figure->other = (double)most;
  figure->ratio = most > 0 ? figure->speed / figure->other : 0;
  return e->code == EXIT_OK;
}
