/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench.c: `rmr bench`: how fast a simulated step is, beside a bare hand-written loop that makes the very same accesses
 * (bare.h). Absolute times depend on the machine and on who else uses it; the ratio, taken from runs that alternate in
 * one process, does not. Each figure is the median of the repetitions.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/bare.h"
#include "cli/cli.h"
#include "cli/table.h"
#include "sim/run.h"

enum { REPETITIONS = 7 };

struct options {
  bool json;
};

static const struct argp_option argp_options[] = {
  {"json", 'j', NULL, 0, "as JSON", 0},
  {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 'j': options->json = true; return 0;
  case ARGP_KEY_ARG: argp_error(state, "'%s' is not expected here", argument); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  argp_options, parse_option, NULL, "Measures the step loop: bakery, random schedule, ledger on, against a bare loop.",
  NULL,         NULL,         NULL};

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values)
{
  qsort(values, REPETITIONS, sizeof *values, by_value);
  return values[REPETITIONS / 2];
}

/* One timed run of the engine through the public adversary interface. Returns steps per second, and the RMRs. */
static double engine(uint32_t n, uint64_t steps, uint64_t *rmr, struct error *e)
{
  const struct run_spec spec = {
    .setup = {.algorithm = algorithm_find("bakery", e), .n = n, .seed = 1}, .adversary = "random", .max_steps = steps};
  struct run *run = run_create(&spec, e);
  if (run == NULL) return 0;
  const double from = seconds();
  run_go(run, e);
  const double took = seconds() - from;
  *rmr = ledger_rmr(run_ledger(run), 0, 0);
  run_free(run);
  return (double)steps / took;
}

static double bare(uint32_t n, uint64_t steps, uint64_t *rmr)
{
  uint64_t rng = 1;
  rmr_random(&rng); /* as the engine's host does with the seed */
  const double from = seconds();
  *rmr = bare_bakery(n, steps, rng).rmr;
  return (double)steps / (seconds() - from);
}

struct figure {
  uint32_t n;
  double engine, bare, ratio; /* steps per second, and the median of the ratios of neighbouring runs */
};

static bool measure(struct figure *figure, struct error *e)
{
  const uint64_t steps = 10000000;
  double engines[REPETITIONS], bares[REPETITIONS], ratios[REPETITIONS];
  uint64_t rmr = 0, bare_rmr = 0;
  engine(figure->n, steps / 10, &rmr, e);
  for (int k = 0; k < REPETITIONS; k++) {
    bares[k] = bare(figure->n, steps, &bare_rmr);
    engines[k] = engine(figure->n, steps, &rmr, e);
    if (e->code != EXIT_OK) return false;
    if (rmr != bare_rmr)
      return fail(e, EXIT_INTERNAL, "N = %u: the engine counts %" PRIu64 " RMRs, the bare loop %" PRIu64, figure->n,
                  rmr, bare_rmr);
    ratios[k] = engines[k] / bares[k];
  }
  figure->engine = median(engines);
  figure->bare = median(bares);
  figure->ratio = median(ratios);
  return true;
}

static void add_row(struct table *table, const struct figure *f)
{
  char n[16], mine[32], theirs[32], ratio[16];
  snprintf(n, sizeof n, "%u", f->n);
  snprintf(mine, sizeof mine, "%.1f", f->engine / 1e6);
  snprintf(theirs, sizeof theirs, "%.1f", f->bare / 1e6);
  snprintf(ratio, sizeof ratio, "%.2f", f->ratio);
  const char *const row[] = {"simulate bakery random", n, mine, theirs, ratio};
  table_row(table, row);
}

int command_bench(int argc, char **argv)
{
  static const char *const head[] = {"what", "N", "million steps/s", "bare loop", "ratio"};
  struct figure figures[] = {{.n = 8}, {.n = 64}, {.n = 1024}};
  struct options options = {0};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &options);
  struct table table;
  table_init(&table, head, 5);
  json_t *out = json_array();
  for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
    struct figure *f = &figures[k];
    if (!measure(f, &e)) return report_error("bench", &e);
    add_row(&table, f);
    json_array_append_new(out, json_pack("{s:s, s:i, s:f, s:f, s:f}", "what", "simulate bakery random", "n", (int)f->n,
                                         "steps_per_second", f->engine, "bare_steps_per_second", f->bare, "ratio",
                                         f->ratio));
  }
  if (!options.json) table_print(&table, stdout);
  table_free(&table);
  if (options.json) return print_json(out);
  json_decref(out);
  return EXIT_OK;
}
