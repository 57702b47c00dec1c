/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_steps.c: how fast a simulated step is, beside a bare hand-written loop that makes the very same accesses
 * (bare.h); and how fast one of philosophers is, who write at every step, beside one of the bakery. Figures are medians
 * of runs that alternate.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adversary/foreign/foreign.h"
#include "cli/bare.h"
#include "cli/bench.h"
#include "sim/run.h"

enum { REPETITIONS = 7 };

/* One timed run of the engine through the public adversary interface. Returns steps per second, and the RMRs. */
static double engine_under(const char *adversary, const char *algorithm, uint32_t n, uint64_t steps, uint64_t *rmr,
                           struct error *e)
{
  const struct run_spec spec = {.setup = {.algorithm = algorithm_find(algorithm, e), .n = n, .seed = 1},
                                .adversary = adversary,
                                .max_steps = steps};
  struct run *run = run_create(&spec, e);
  if (run == NULL) return 0;
  const double from = bench_clock();
  run_go(run, e);
  const double took = bench_clock() - from;
  *rmr = ledger_rmr(run_ledger(run), 0, 0);
  run_free(run);
  return (double)steps / took;
}

static double engine(const char *algorithm, uint32_t n, uint64_t steps, uint64_t *rmr, struct error *e)
{
  return engine_under("random", algorithm, n, steps, rmr, e);
}

static double bare(uint32_t n, uint64_t steps, uint64_t *rmr)
{
  uint64_t rng = 1;
  rmr_random(&rng); /* as the engine's host does with the seed */
  const double from = bench_clock();
  *rmr = bare_bakery(n, steps, rng).rmr;
  return (double)steps / (bench_clock() - from);
}

bool bench_steps(struct bench_figure *figure, struct error *e)
{
  const uint64_t steps = 10000000;
  double engines[REPETITIONS], bares[REPETITIONS], ratios[REPETITIONS];
  uint64_t rmr = 0, bare_rmr = 0;
  figure->what = "simulate bakery random";
  figure->unit = "steps";
  figure->beside = "bare loop";
  engine("bakery", figure->n, steps / 10, &rmr, e);
  for (int k = 0; k < REPETITIONS; k++) {
    bares[k] = bare(figure->n, steps, &bare_rmr);
    engines[k] = engine("bakery", figure->n, steps, &rmr, e);
    if (e->code != EXIT_OK) return false;
    if (rmr != bare_rmr)
      return fail(e, EXIT_INTERNAL, "N = %u: the engine counts %" PRIu64 " RMRs, the bare loop %" PRIu64, figure->n,
                  rmr, bare_rmr);
    ratios[k] = engines[k] / bares[k];
  }
  figure->speed = bench_median(engines, REPETITIONS);
  figure->other = bench_median(bares, REPETITIONS);
  figure->ratio = bench_median(ratios, REPETITIONS);
  return true;
}

bool bench_philosophers(struct bench_figure *figure, struct error *e)
{
  const uint64_t steps = 3000000;
  double forks[REPETITIONS], bakery[REPETITIONS], ratios[REPETITIONS];
  uint64_t rmr = 0;
  figure->what = "simulate philosophers random";
  figure->unit = "steps";
  figure->beside = "bakery";
  for (int k = 0; k < REPETITIONS; k++) {
    bakery[k] = engine("bakery", figure->n, steps, &rmr, e);
    forks[k] = engine("philosophers", figure->n, steps, &rmr, e);
    if (e->code != EXIT_OK) return false;
    ratios[k] = forks[k] / bakery[k];
  }
  figure->speed = bench_median(forks, REPETITIONS);
  figure->other = bench_median(bakery, REPETITIONS);
  figure->ratio = bench_median(ratios, REPETITIONS);
  return true;
}

/* The script of tools/examples/random.lua, in a file whose name is made; false: there is no room for it. */
static bool write_script(char *path)
{
  const int fd = mkstemps(path, 4);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (out == NULL) return false;
  fputs("return {choose = function(self, host, view)\n"
        "  return view.ready[rmr_random_below(host, view.n_ready) + 1]\n"
        "end}\n",
        out);
  return fclose(out) == 0;
}

bool bench_lua(struct bench_figure *figure, struct error *e)
{
  const uint64_t steps = 1000000;
  double scripts[REPETITIONS], own[REPETITIONS], ratios[REPETITIONS];
  uint64_t rmr = 0, script_rmr = 0;
  char path[] = "/tmp/rmr_bench_XXXXXX.lua";
  figure->what = "simulate bakery random in Lua";
  figure->unit = "steps";
  figure->beside = "in C";
  if (!foreign_has_lua()) return true;
  if (!write_script(path)) return fail(e, EXIT_INTERNAL, "%s cannot be written", path);
  for (int k = 0; k < REPETITIONS && e->code == EXIT_OK; k++) {
    own[k] = engine("bakery", figure->n, steps, &rmr, e);
    scripts[k] = engine_under(path, "bakery", figure->n, steps, &script_rmr, e);
    ratios[k] = scripts[k] / own[k];
  }
  unlink(path);
  if (e->code != EXIT_OK) return false;
  if (rmr != script_rmr) return fail(e, EXIT_INTERNAL, "the script in Lua makes another run than the one in C");
  figure->speed = bench_median(scripts, REPETITIONS);
  figure->other = bench_median(own, REPETITIONS);
  figure->ratio = bench_median(ratios, REPETITIONS);
  return true;
}
