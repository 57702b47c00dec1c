/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_programs.c: the compiler of the language on random programs (programs.h). The machine, which carries the graph
 * out, makes on the same replies the same accesses as the direct evaluator, which walks the tree (direct.h): on long
 * random walks, and on all replies up to a small number of accesses. Some of the programs are compiled to C as well,
 * and compared with the machine over all local states (twins.h), where there is a C compiler.
 *
 *     unit_programs [--seed S] [--first K] [--programs N] [--seconds T] [--compile EVERY]
 *
 * A program that fails is printed; it can be had again with its seed and number.
 */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "language/emit_c.h"
#include "tests/abreast.h"
#include "tests/programs.h"
#include "tests/twins.h"

enum { WALKS = 4, STEPS = 300, MOST_TRIED = 1500, DEPTH = 7, MOST_PAIRS = 20000 };

static uint64_t accesses, compiled;

/* --- walks -------------------------------------------------------------------------------------------------------- */

static bool walk(const struct machine *m, uint32_t n, uint32_t i, uint64_t seed, char *why, size_t size)
{
  struct abreast *a = mem_new(1, sizeof *a);
  bool on = abreast_begin(a, m, n, i, seed);
  for (uint32_t k = 0; on && k < STEPS; k++)
    on = abreast_step(a, abreast_reply(a, rng_below(&a->rng, abreast_replies(a))));
  accesses += a->steps;
  snprintf(why, size, "%s", a->difference);
  free(a);
  return why[0] == '\0';
}

/* All replies, as long as `tried` allows. */
static bool try_all(const struct abreast *from, uint32_t depth, uint32_t *tried, char *why, size_t size)
{
  struct abreast *a = mem_new(1, sizeof *a);
  bool well = true;
  for (uint32_t k = 0, n = abreast_replies(from); well && k < n && *tried < MOST_TRIED; k++) {
    *a = *from;
    ++*tried;
    if (abreast_step(a, abreast_reply(a, k))) {
      well = depth == 1 || try_all(a, depth - 1, tried, why, size);
    } else if (a->difference[0] != '\0') {
      snprintf(why, size, "%s", a->difference);
      well = false;
    }
  }
  free(a);
  return well;
}

static bool walks(const struct machine *m, uint64_t seed, char *why, size_t size)
{
  for (uint32_t n = 1; n <= 3; n++) {
    for (uint32_t k = 0; k < WALKS; k++)
      if (!walk(m, n, 1 + k % n, seed + k, why, size)) return false;
    struct abreast *a = mem_new(1, sizeof *a);
    uint32_t tried = 0;
    const bool well = !abreast_begin(a, m, n, n, seed) || try_all(a, DEPTH, &tried, why, size);
    accesses += tried;
    free(a);
    if (!well) return false;
  }
  return true;
}

/* --- as C --------------------------------------------------------------------------------------------------------- */

static bool there_is_a_compiler(void)
{
  static int there = -1;
  if (there < 0) there = system("cc --version > /dev/null 2>&1") == 0;
  return there;
}

static void include_folder(char *out, size_t size)
{
  snprintf(out, size, "%s", __FILE__);
  for (int k = 0; k < 2 && strrchr(out, '/') != NULL; k++) *strrchr(out, '/') = '\0';
  snprintf(out + strlen(out), size - strlen(out), "/include");
}

static void *compile(const struct machine *m, const char *folder)
{
  char path[256], include[1024], command[2048];
  snprintf(path, sizeof path, "%s/random.c", folder);
  FILE *out = fopen(path, "w");
  if (out == NULL) abort();
  emit_c(m, NULL, out);
  fclose(out);
  include_folder(include, sizeof include);
  snprintf(command, sizeof command, "${CC:-cc} -std=c11 -w -fwrapv -O1 -fPIC -shared -I%s -o %s/random.so %s", include,
           folder, path);
  if (system(command) != 0) return NULL;
  snprintf(path, sizeof path, "%s/random.so", folder);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static bool agree_with_c(const struct machine *m, const char *folder, char *why, size_t size)
{
  void *library = compile(m, folder);
  const struct rmr_algorithm *c = library != NULL ? dlsym(library, "rmr_algorithm_random") : NULL;
  bool well = c != NULL;
  if (!well) snprintf(why, size, "cc refuses it");
  for (uint32_t n = 1; well && n <= 3; n++) {
    struct twins t = {.a = &m->algorithm, .b = c, .n = n, .sessions = 2, .most_pairs = MOST_PAIRS, .most_value = 3};
    well = twins_agree(&t);
    if (!well) snprintf(why, size, "as C, N = %u: %.600s", n, t.difference);
  }
  if (library != NULL) dlclose(library);
  compiled++;
  return well;
}

static bool compare_with_c(const struct machine *m, char *why, size_t size)
{
  char folder[] = "/tmp/rmr-programs-XXXXXX";
  if (mkdtemp(folder) == NULL) abort();
  const bool well = agree_with_c(m, folder, why, size);
  char *clear = mem_format("rm -rf %s", folder);
  if (system(clear) != 0) abort();
  free(clear);
  return well;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static uint64_t number_of(const char *text)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  if (*end == '\0' && end != text && errno == 0) return number;
  fprintf(stderr, "unit_programs: '%s': expected a number\n", text);
  exit(64);
}

static bool inquire(uint64_t seed, uint64_t k, uint64_t every)
{
  struct program p;
  char why[800] = "";
  program_draw(seed, k, &p);
  bool well = walks(p.machine, seed + k, why, sizeof why);
  if (well && every != 0 && k % every == 0 && there_is_a_compiler()) well = compare_with_c(p.machine, why, sizeof why);
  if (!well) printf("program %" PRIu64 " of seed %" PRIu64 ": %s\n%s\n", k, seed, why, p.text);
  program_free(&p);
  return well;
}

int main(int argc, char **argv)
{
  uint64_t programs = 240, seed = 1, first = 0, seconds = 0, every = 24, well = 0, k = 0;
  for (int a = 1; a + 1 < argc; a += 2) {
    if (strcmp(argv[a], "--seed") == 0) seed = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--first") == 0) first = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--programs") == 0) programs = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--seconds") == 0) seconds = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--compile") == 0) every = number_of(argv[a + 1]);
  }
  const time_t end = time(NULL) + (time_t)seconds;
  for (k = first; seconds != 0 ? time(NULL) < end : k < first + programs; k++) well += inquire(seed, k, every);
  printf("seed %" PRIu64 ": %" PRIu64 " programs, %" PRIu64 " accesses, %" PRIu64 " compiled to C: %" PRIu64
         " are right\n",
         seed, k - first, accesses, compiled, well);
  return well == k - first ? 0 : 1;
}
