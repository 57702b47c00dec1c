/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_steps.c: how fast a simulated step is, beside a bare hand-written loop that makes the very same accesses
 * (bare.h); and how fast one of philosophers is, which write at every step, beside one of the bakery. Figures are
 * medians of runs that alternate.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adversary/foreign/foreign.h"
#include "base/clock.h"
#include "sim/run.h"
#include "tests/bench/bare.h"
#include "tests/bench/bench.h"

/* Of algorithms for groups. */
static const struct sessions sessions = {.rule = SESSIONS_ANY, .any = BARE_SESSIONS};

/* One timed run of the engine through the public adversary interface. Returns steps per second, and the RMRs. */
static double engine_under(const char *adversary, const char *algorithm, uint32_t n, uint64_t steps, uint64_t *rmr,
                           struct error *e)
{
  const struct rmr_algorithm *of = algorithm_find(algorithm, e);
  const struct run_spec spec = {
    .setup = {.algorithm = of, .n = n, .sessions = of != NULL && of->group ? &sessions : NULL, .seed = 1},
    .adversary = adversary,
    .max_steps = steps};
  struct run *run = run_create(&spec, e);
  if (run == NULL) return 0;
  const double from = clock_seconds();
  run_go(run, e);
  const double took = clock_seconds() - from;
  *rmr = ledger_rmr(run_ledger(run), 0, 0);
  run_free(run);
  return (double)steps / took;
}

static double engine(const char *algorithm, uint32_t n, uint64_t steps, uint64_t *rmr, struct error *e)
{
  return engine_under("random", algorithm, n, steps, rmr, e);
}

static double bare(bare_fn *loop, uint32_t n, uint64_t steps, uint64_t *rmr)
{
  const double from = clock_seconds();
  *rmr = loop(n, steps, 1).rmr;
  return (double)steps / (clock_seconds() - from);
}

static bool beside_bare(const char *algorithm, bare_fn *loop, struct bench_figure *figure, struct error *e)
{
  const uint64_t steps = 10000000;
  struct bench_turns turns = {0};
  uint64_t rmr = 0, bare_rmr = 0;
  engine(algorithm, figure->n, steps / 10, &rmr, e);
  while (turns.n < BENCH_TURNS) {
    const double bares = bare(loop, figure->n, steps, &bare_rmr);
    const double engines = engine(algorithm, figure->n, steps, &rmr, e);
    if (e->code != EXIT_OK) return false;
    if (rmr != bare_rmr)
      return fail(e, EXIT_INTERNAL, "N = %u: the engine counts %" PRIu64 " RMRs, the bare loop %" PRIu64, figure->n,
                  rmr, bare_rmr);
    bench_turn(&turns, engines, bares);
  }
  bench_medians(&turns, figure);
  return true;
}

bool bench_bakery(struct bench_figure *figure, struct error *e)
{
  return beside_bare("bakery", bare_bakery, figure, e);
}

bool bench_burns_lamport(struct bench_figure *figure, struct error *e)
{
  return beside_bare("burns_lamport", bare_burns_lamport, figure, e);
}

bool bench_glb(struct bench_figure *figure, struct error *e)
{
  return beside_bare("glb", bare_glb, figure, e);
}

bool bench_philosophers(struct bench_figure *figure, struct error *e)
{
  const uint64_t steps = 3000000;
  struct bench_turns turns = {0};
  uint64_t rmr = 0;
  while (turns.n < BENCH_TURNS && e->code == EXIT_OK) {
    const double bakery = engine("bakery", figure->n, steps, &rmr, e);
    bench_turn(&turns, engine("philosophers", figure->n, steps, &rmr, e), bakery);
  }
  if (e->code != EXIT_OK) return false;
  bench_medians(&turns, figure);
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
  struct bench_turns turns = {0};
  uint64_t rmr = 0, script_rmr = 0;
  char path[] = "/tmp/rmr_bench_XXXXXX.lua";
  if (!foreign_has_lua()) return true;
  if (!write_script(path)) return fail(e, EXIT_INTERNAL, "%s cannot be written", path);
  while (turns.n < BENCH_TURNS && e->code == EXIT_OK) {
    const double own = engine("bakery", figure->n, steps, &rmr, e);
    bench_turn(&turns, engine_under(path, "bakery", figure->n, steps, &script_rmr, e), own);
  }
  unlink(path);
  if (e->code != EXIT_OK) return false;
  if (rmr != script_rmr) return fail(e, EXIT_INTERNAL, "the script in Lua makes another run than the one in C");
  bench_medians(&turns, figure);
  return true;
}
