/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_compile.c: how long it takes to compile an algorithm's text. Beside `rmr compile` stands the C compiler alone
 * with the source that comes out; beside the language's own part, from the text to the source, the same. Figures are
 * medians of several runs, in seconds of the processor.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/program.h"
#include "cli/compiling.h"
#include "model/names.h"
#include "tests/bench/bench.h"

enum { REPETITIONS = 3 };

/* From the text to the source, once. NULL: *e says why. */
static char *translate(size_t *length, struct error *e)
{
  const struct rmr_algorithm *glb = algorithm_find("glb", e);
  struct machine *m = glb != NULL ? machine_of(glb, e) : NULL;
  char *source = m != NULL ? compiling_source(m, length) : NULL;
  machine_free(m);
  return source;
}

/* Sources per second, of so many. */
static double translated(uint32_t count, struct error *e)
{
  size_t length;
  const double from = bench_cpu_seconds();
  for (uint32_t k = 0; k < count; k++) free(translate(&length, e));
  return count / (bench_cpu_seconds() - from);
}

/* Plug-ins per second: of the whole command, and of the compiler alone. */
static bool compiled(const char *out, double *whole, double *alone, struct error *e)
{
  size_t length = 0;
  const double from = bench_cpu_seconds();
  char *source = translate(&length, e);
  const double begun = bench_cpu_seconds();
  const bool ok = source != NULL && compiling_object(source, length, out, e);
  const double ended = bench_cpu_seconds();
  free(source);
  *whole = 1 / (ended - from);
  *alone = 1 / (ended - begun);
  return ok;
}

static bool compare(const char *out, bool itself, struct bench_figure *figure, struct error *e)
{
  struct bench_turns turns = {0};
  double whole, alone;
  while (turns.n < REPETITIONS && compiled(out, &whole, &alone, e))
    bench_turn(&turns, itself ? translated(100, e) : whole, alone);
  if (e->code != EXIT_OK) return false;
  bench_medians(&turns, figure);
  return true;
}

static bool compare_somewhere(bool itself, struct bench_figure *figure, struct error *e)
{
  if (!program_found("cc")) return true;
  char *directory = file_temporary_directory("bench", e);
  if (directory == NULL) return false;
  char *out = mem_format("%s/glb.so", directory);
  const bool ok = compare(out, itself, figure, e);
  unlink(out);
  rmdir(directory);
  free(out);
  free(directory);
  return ok;
}

bool bench_compile(struct bench_figure *figure, struct error *e)
{
  return compare_somewhere(false, figure, e);
}

bool bench_translate(struct bench_figure *figure, struct error *e)
{
  return compare_somewhere(true, figure, e);
}
