/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_worst.c: how fast the worst case of P_N's passage is found, in Burns-Lamport with a passage each, by the sweep.
 * All cores beside one; and labels that wait for later classes, and the way back, on a disk beside memory alone. All
 * must find the same.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/asking.h"
#include "explore/engines/sweep_line.h"
#include "explore/graph/reduction.h"
#include "tests/bench/bench.h"

enum { REPETITIONS = 3, FEW = 1 << 27 /* bytes, where there is a disk */ };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

static bool counted(struct space *space, uint32_t n, struct error *e)
{
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", e), .n = n, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observer.process = n,
    .observer.cost = COST_RMR,
    .minimise = true};
  if (spec.setup.algorithm == NULL || !space_create(space, &spec, e)) return false;
  reduction_prepare(space);
  return true;
}

struct swept {
  double speed, bytes;
  uint64_t most;
};

/* Goes once through all configurations. The space is made for it, as its budget tells what was taken. */
static bool sweep_once(uint32_t n, struct explore_limits limits, struct swept *out, struct error *e)
{
  struct space space;
  struct sweep_result found;
  if (!counted(&space, n, e)) return false;
  const double from = clock_seconds();
  sweep_search(&space, &limits, &found);
  out->speed = (double)found.configurations / (clock_seconds() - from);
  out->bytes = (double)budget_most(space.budget) / (double)found.configurations;
  out->most = found.complete ? found.most : 0;
  sweep_free(&found);
  space_free(&space);
  return true;
}

/* One way beside the other, in turn. */
static bool beside(struct bench_figure *figure, const struct explore_limits *this, const struct explore_limits *other,
                   struct error *e)
{
  struct bench_turns turns = {0};
  struct swept a = {0}, b = {0};
  while (turns.n < REPETITIONS) {
    if (!sweep_once(figure->n, *other, &b, e) || !sweep_once(figure->n, *this, &a, e)) return false;
    bench_turn(&turns, a.speed, b.speed);
  }
  bench_medians(&turns, figure);
  figure->bytes = a.bytes;
  figure->other_bytes = b.bytes;
  return a.most == b.most || fail(e, EXIT_INTERNAL, "%s, N = %u: the worst case is %" PRIu64 ", and %" PRIu64 " by %s",
                                  figure->what, figure->n, a.most, b.most, figure->beside);
}

bool bench_worst_case(struct bench_figure *figure, struct error *e)
{
  const struct explore_limits all = {.memory = SIZE_MAX / 2, .threads = usual_threads(NULL)};
  const struct explore_limits one = {.memory = SIZE_MAX / 2, .threads = 1};
  return beside(figure, &all, &one, e);
}

bool bench_disk(struct bench_figure *figure, struct error *e)
{
  const struct explore_limits memory = {.memory = SIZE_MAX / 2, .threads = usual_threads(NULL)};
  struct explore_limits disk = {.memory = FEW, .threads = usual_threads(NULL)};
  disk.scratch = scratch_open("/tmp", 0, e);
  const bool ok = disk.scratch != NULL && beside(figure, &disk, &memory, e);
  scratch_close(disk.scratch);
  return ok;
}
