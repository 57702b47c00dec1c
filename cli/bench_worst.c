/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_worst.c: how fast the worst case of P_N's passage is found, in Burns-Lamport with a passage each, by the sweep.
 * All cores beside one; what waits for later classes and the way back on a disk beside memory alone; and two threads
 * beside two ranks of one thread (rmr-mpi), as whole commands. All must find the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/program.h"
#include "cli/bench.h"
#include "explore/explore.h"
#include "explore/graph/reduction.h"
#include "explore/search/sweep.h"

enum { REPETITIONS = 3, FEW = 1 << 27 /* bytes, where there is a disk */ };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

static uint32_t all_cores(void)
{
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 1 ? (uint32_t)cores : 1;
}

static bool counted(struct space *space, uint32_t n, struct error *e)
{
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", e), .n = n, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observed = n,
    .cost = COST_RMR,
    .merge = true};
  if (spec.setup.algorithm == NULL || !space_create(space, &spec, e)) return false;
  reduction_prepare(space);
  return true;
}

struct swept {
  double speed, bytes;
  uint64_t most;
};

/* Goes once through all configurations. The space is made for it, as its budget tells what was taken. */
static bool sweep_once(uint32_t n, struct explore_means means, struct swept *out, struct error *e)
{
  struct space space;
  struct sweep_result found;
  if (!counted(&space, n, e)) return false;
  const double from = bench_clock();
  sweep_search(&space, &means, &found);
  out->speed = (double)found.configurations / (bench_clock() - from);
  out->bytes = (double)budget_most(space.budget) / (double)found.configurations;
  out->most = found.complete ? found.most : 0;
  sweep_free(&found);
  space_free(&space);
  return true;
}

/* One way beside the other, in turn. */
static bool beside(struct bench_figure *figure, const struct explore_means *this, const struct explore_means *other,
                   struct error *e)
{
  double speeds[REPETITIONS], others[REPETITIONS], ratios[REPETITIONS];
  struct swept a = {0}, b = {0};
  figure->unit = "states";
  for (int k = 0; k < REPETITIONS; k++) {
    if (!sweep_once(figure->n, *other, &b, e) || !sweep_once(figure->n, *this, &a, e)) return false;
    speeds[k] = a.speed;
    others[k] = b.speed;
    ratios[k] = a.speed / b.speed;
  }
  figure->speed = bench_median(speeds, REPETITIONS);
  figure->other = bench_median(others, REPETITIONS);
  figure->ratio = bench_median(ratios, REPETITIONS);
  figure->bytes = a.bytes;
  figure->other_bytes = b.bytes;
  return a.most == b.most || fail(e, EXIT_INTERNAL, "%s, N = %u: the worst case is %" PRIu64 ", and %" PRIu64 " by %s",
                                  figure->what, figure->n, a.most, b.most, figure->beside);
}

bool bench_worst_case(struct bench_figure *figure, struct error *e)
{
  const struct explore_means all = {.memory = SIZE_MAX / 2, .threads = all_cores()};
  const struct explore_means one = {.memory = SIZE_MAX / 2, .threads = 1};
  figure->what = "worst case burns_lamport, all cores";
  figure->beside = "1 core";
  return beside(figure, &all, &one, e);
}

bool bench_disk(struct bench_figure *figure, struct error *e)
{
  const struct explore_means memory = {.memory = SIZE_MAX / 2, .threads = all_cores()};
  struct explore_means disk = {.memory = FEW, .threads = all_cores()};
  figure->what = "worst case burns_lamport, disk";
  figure->beside = "memory";
  disk.scratch = scratch_open("/tmp", 0, e);
  const bool ok = disk.scratch != NULL && beside(figure, &disk, &memory, e);
  scratch_close(disk.scratch);
  return ok;
}

/* --- ranks -------------------------------------------------------------------------------------------------------- */

/* The folder of this program; empty: nobody knows. */
static void own_folder(char *out, size_t size)
{
  const ssize_t length = readlink("/proc/self/exe", out, size - 1);
  out[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(out, '/');
  if (slash != NULL) *slash = '\0';
}

/* How many states a command finds in a second, its start included. No states: it is not here. */
static double command_speed(const char *command, double *states)
{
  char line[256];
  *states = 0;
  const double from = bench_clock();
  FILE *pipe = popen(command, "r");
  while (pipe != NULL && fgets(line, sizeof line, pipe) != NULL)
    if (strstr(line, " states, ") != NULL) *states = strtod(line, NULL);
  if (pipe != NULL) pclose(pipe);
  return *states / (bench_clock() - from);
}

bool bench_ranks(struct bench_figure *figure, struct error *e)
{
  char folder[4096];
  double speeds[REPETITIONS], others[REPETITIONS], ratios[REPETITIONS], states = 0, same = 0;
  figure->what = "worst case burns_lamport, 2 threads";
  figure->unit = "states";
  figure->beside = "2 ranks";
  own_folder(folder, sizeof folder);
  const char *const question = "explore -a burns_lamport --check rmr --mem 4G --threads";
  char *ranks = mem_format("mpirun --oversubscribe --allow-run-as-root --bind-to none -np 2 '%s/rmr-mpi' %s 1 -n %u "
                           "--observe %u 2> /dev/null < /dev/null",
                           folder, question, figure->n, figure->n);
  char *threads =
    mem_format("'%s/rmr' %s 2 -n %u --observe %u 2> /dev/null < /dev/null", folder, question, figure->n, figure->n);
  for (int k = 0; k < REPETITIONS; k++) {
    speeds[k] = command_speed(threads, &states);
    others[k] = command_speed(ranks, &same);
    ratios[k] = speeds[k] / others[k];
  }
  free(ranks);
  free(threads);
  figure->speed = bench_median(speeds, REPETITIONS);
  if (same == 0) return true; /* no rmr-mpi, or nothing to start it with */
  figure->other = bench_median(others, REPETITIONS);
  figure->ratio = bench_median(ratios, REPETITIONS);
  return states == same ||
         fail(e, EXIT_INTERNAL, "N = %u: %.0f states explored by threads, %.0f by ranks", figure->n, states, same);
}
