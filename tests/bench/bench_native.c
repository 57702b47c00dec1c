/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_native.c: a passage of one thread in a native run, with all that the run watches and times, beside one of the
 * same lock written by hand (by_hand.h), which does nothing else. Figures are medians of runs that alternate.
 */
#include "model/names.h"
#include "sim/native/native.h"
#include "tests/bench/bench.h"
#include "tests/bench/by_hand.h"

static const double SECONDS = 0.1;

/* Passages per second. */
static double native(const char *algorithm, uint32_t n, struct error *e)
{
  const struct native_spec spec = {
    .setup = {.algorithm = algorithm_find(algorithm, e), .n = n, .seed = 1},
    .order = NATIVE_SEQ_CST,
    .seconds = SECONDS,
    .repetitions = 1,
  };
  struct native_result result = {0};
  const double from = bench_cpu_seconds();
  const bool ok = native_run(&spec, &result, e);
  const double rate = ok ? (double)result.entries / (bench_cpu_seconds() - from) : 0;
  native_free(&result);
  return rate;
}

static double by_hand(by_hand_fn *lock, struct error *e)
{
  enum { BATCH = 100000 };
  uint64_t made = 0, inside = 0;
  double took = 0;
  for (const double from = bench_cpu_seconds(); took < SECONDS; took = bench_cpu_seconds() - from, made += BATCH)
    inside += lock(BATCH);
  if (inside != made) fail(e, EXIT_INTERNAL, "the lock written by hand lets nobody in");
  return (double)made / took;
}

static bool beside_hand(const char *algorithm, by_hand_fn *lock, struct bench_figure *figure, struct error *e)
{
  struct bench_turns turns = {0};
  while (turns.n < BENCH_TURNS && e->code == EXIT_OK) {
    const double hand = by_hand(lock, e);
    bench_turn(&turns, native(algorithm, figure->n, e), hand);
  }
  if (e->code != EXIT_OK) return false;
  bench_medians(&turns, figure);
  return true;
}

bool bench_native_tas(struct bench_figure *figure, struct error *e)
{
  return beside_hand("tas", by_hand_tas, figure, e);
}

bool bench_native_mcs(struct bench_figure *figure, struct error *e)
{
  return beside_hand("mcs", by_hand_mcs, figure, e);
}
