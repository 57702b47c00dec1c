/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_explore.c: how fast the explorer finds states. Cyclic Burns-Lamport (passages without end), P1 looked at, no
 * costs. Beside one core stands SPIN with the same model, written by the code behind `rmr export`, compiled in its
 * fastest exact safety configuration; both must find the same number of states. Beside all cores stands one.
 * Beside runs in which one process may crash stand those without.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/asking.h"
#include "explore/explore.h"
#include "explore/export/promela.h"
#include "tests/bench/bench.h"

enum { REPETITIONS = 3 };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

/* With so many crashes at most. */
static bool cyclic(struct space *space, uint32_t n, uint32_t crashes, struct error *e)
{
  const struct faults faults = {.kind = crashes != 0 ? FAULTS_STOP : FAULTS_NONE, .limit[LIMIT_CRASHES] = crashes};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", e), .n = n, .sessions = &distinct, .faults = faults},
    .cap = 1,
    .minimise = true};
  return spec.setup.algorithm != NULL && space_create(space, &spec, e);
}

/* Finds all states once. Returns states per second. */
static double explored_speed(const struct space *space, uint32_t threads, uint64_t *states, double *bytes)
{
  const struct explore_limits limits = {.memory = SIZE_MAX / 2, .threads = threads};
  struct breadth found;
  const double from = clock_seconds();
  breadth_search(space, &limits, WATCH_PROPERTY, false, &found);
  const double took = clock_seconds() - from;
  *states = found.states;
  *bytes = (double)found.most_bytes / (double)found.states;
  breadth_free(&found);
  return (double)*states / took;
}

/* --- SPIN --------------------------------------------------------------------------------------------------------- */

/* The number behind `mark` in a text, or -1. */
static double number_before(const char *text, const char *mark)
{
  const char *at = strstr(text, mark), *begin = at;
  while (begin != NULL && begin > text && begin[-1] != '\n') begin--;
  return at != NULL ? strtod(begin, NULL) : -1;
}

static double number_behind(const char *text, const char *mark)
{
  const char *at = strstr(text, mark);
  return at != NULL ? strtod(at + strlen(mark), NULL) : -1;
}

static char *output_of(const char *command)
{
  FILE *pipe = popen(command, "r");
  char *text = mem_new(1, 1);
  size_t size = 0;
  char part[4096];
  while (pipe != NULL && fgets(part, sizeof part, pipe) != NULL) {
    text = mem_grow(text, size + strlen(part) + 1, 1);
    memcpy(text + size, part, strlen(part) + 1);
    size += strlen(part);
  }
  if (pipe != NULL) pclose(pipe);
  return text;
}

static bool write_model(const struct space *space, const char *path)
{
  FILE *out = fopen(path, "w");
  if (out != NULL) promela_write(&space->automata, out);
  return out != NULL && fclose(out) == 0;
}

/* SPIN's speed and memory per state. 0: it is not here, or did not finish. */
static double spin_speed(const struct space *space, uint64_t *states, double *bytes)
{
  char directory[] = "/tmp/rmr-bench-XXXXXX";
  if (mkdtemp(directory) == NULL) return 0;
  char *model = mem_format("%s/model.pml", directory);
  char *command = mem_format("cd %s && spin -o2 -a model.pml > spin.out 2>&1 && cc -O2 -w -DSAFETY -DNOREDUCE -DNOFAIR "
                             "-DVECTORSZ=1024 -o pan pan.c && ./pan -E -n -m25000000 -w26 2>&1",
                             directory);
  char *text = write_model(space, model) ? output_of(command) : mem_text("");
  const double stored = number_before(text, "states, stored"), took = number_behind(text, "pan: elapsed time ");
  const bool cut = strstr(text, "max search depth too small") != NULL;
  const double used = number_before(text, "total actual memory usage");
  char *clean = mem_format("rm -rf %s", directory);
  free(output_of(clean));
  free(clean);
  free(command);
  free(model);
  free(text);
  if (stored <= 0 || took <= 0 || cut) return 0;
  *states = (uint64_t)stored;
  *bytes = used * 1048576 / stored;
  return stored / took;
}

/* --- figures ------------------------------------------------------------------------------------------------------ */

bool bench_one_core(struct bench_figure *figure, struct error *e)
{
  struct space space;
  struct bench_turns turns = {0};
  uint64_t states = 0, spin_states = 0;
  if (!cyclic(&space, figure->n, 0, e)) return false;
  while (turns.n < REPETITIONS) bench_turn(&turns, explored_speed(&space, 1, &states, &figure->bytes), 1);
  bench_medians(&turns, figure);
  figure->other = spin_speed(&space, &spin_states, &figure->other_bytes);
  space_free(&space);
  figure->ratio = figure->other > 0 ? figure->speed / figure->other : 0;
  if (figure->other == 0) return true;
  return spin_states == states || fail(e, EXIT_INTERNAL, "N = %u: %" PRIu64 " states explored, SPIN finds %" PRIu64,
                                       figure->n, states, spin_states);
}

bool bench_crashes(struct bench_figure *figure, struct error *e)
{
  struct space one, none;
  struct bench_turns turns = {0};
  uint64_t states;
  if (!cyclic(&none, figure->n, 0, e)) return false;
  const bool ok = cyclic(&one, figure->n, 1, e);
  while (ok && turns.n < REPETITIONS) {
    const double without = explored_speed(&none, 1, &states, &figure->other_bytes);
    bench_turn(&turns, explored_speed(&one, 1, &states, &figure->bytes), without);
  }
  space_free(&none);
  if (!ok) return false;
  space_free(&one);
  bench_medians(&turns, figure);
  return true;
}

bool bench_all_cores(struct bench_figure *figure, struct error *e)
{
  struct space space;
  struct bench_turns turns = {0};
  uint64_t states = 0, same = 0;
  if (!cyclic(&space, figure->n, 0, e)) return false;
  while (turns.n < REPETITIONS) {
    const double alone = explored_speed(&space, 1, &states, &figure->other_bytes);
    bench_turn(&turns, explored_speed(&space, usual_threads(NULL), &same, &figure->bytes), alone);
  }
  space_free(&space);
  bench_medians(&turns, figure);
  return states == same || fail(e, EXIT_INTERNAL, "N = %u: the number of states depends on the threads", figure->n);
}
