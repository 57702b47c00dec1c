/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scopes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "explore/answer/words.h"
#include "model/memory.h"
#include "model/names.h"

static uint32_t below(uint64_t *rng, uint32_t n)
{
  return rng_below(rng, n);
}

static const char *pick(uint64_t *rng, const char *const *words, uint32_t n)
{
  return words[below(rng, n)];
}

#define PICK(rng, ...) \
  pick(rng, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* Half of those that have whole numbers as parameters get one of them. */
static void draw_parameters(uint64_t *rng, const struct rmr_algorithm *a, char *out, size_t size)
{
  snprintf(out, size, "%s", a->name);
  for (const struct rmr_option *o = a->parameters; o != NULL && o->key != NULL; o++) {
    if (o->type == RMR_GRAPH && below(rng, 2)) {
      snprintf(out + strlen(out), size - strlen(out), ":graph=%s", PICK(rng, "ring", "path", "complete", "star"));
      return;
    }
    if (o->type != RMR_INTEGER || below(rng, 2)) continue;
    const long long low = (long long)o->low, value = low + below(rng, 4);
    if (o->low == o->high || value > o->high) continue;
    snprintf(out + strlen(out), size - strlen(out), ":%s=%lld", o->key, value);
    return;
  }
}

static const char *label_of(uint64_t *rng, const struct rmr_algorithm *a)
{
  uint32_t row;
  do {
    row = below(rng, a->n_rows);
  } while (a->lines[row].line == 0);
  return a->lines[row].label;
}

static void draw_leases(uint64_t *rng, const struct rmr_algorithm *a, char *out, size_t size)
{
  const char *of = below(rng, 4) ? "all" : a->shared[below(rng, a->n_shared)].name;
  size_t used = strlen(out);
  used += (size_t)snprintf(out + used, size - used, " leases:%s%s", of, below(rng, 3) ? "" : ",at:reader");
  if (below(rng, 3) == 0) snprintf(out + used, size - used, " expire:%u", 1 + below(rng, 3));
}

static void draw_faults(uint64_t *rng, const struct rmr_algorithm *a, char *out, size_t size)
{
  const bool recovers = algorithm_has_recovery(a);
  snprintf(out, size, "none");
  if (below(rng, 5) < 2 && !recovers) return;
  const char *kind =
    recovers ? PICK(rng, "recover", "system", "stop") : PICK(rng, "stop", "stop", "restart", "restart");
  const uint32_t crashes = 1 + below(rng, 3);
  size_t used = (size_t)snprintf(out, size, "%s:%u", kind, crashes);
  if (strcmp(kind, "system") != 0 && below(rng, 6) == 0)
    used += (size_t)snprintf(out + used, size - used, ",at:%s", label_of(rng, a));
  if (strcmp(kind, "stop") == 0 && below(rng, 3) == 0)
    snprintf(out + used, size - used, ",new:%u", 1 + below(rng, crashes));
  if (strcmp(kind, "stop") == 0 && below(rng, 2)) draw_leases(rng, a, out, size);
}

static void draw_cost(uint64_t *rng, const struct rmr_algorithm *a, bool time, bool faults, char *out, size_t size)
{
  const uint32_t which = below(rng, 8);
  snprintf(out, size, "%s",
           which < 3              ? "rmr"
           : which == 3           ? "steps"
           : which == 4           ? "bypass"
           : which == 5 && faults ? "super"
           : which == 5 && time   ? "ticks"
                                  : "");
  if (out[0] == '\0') snprintf(out, size, "%s%s", which == 6 ? "rmr@" : "line:", label_of(rng, a));
}

void scope_draw(uint64_t seed, uint64_t k, struct scope *out)
{
  uint64_t rng = seed * UINT64_C(0x9e3779b97f4a7c15) + k;
  uint32_t n = 0;
  *out = (struct scope){.time = "none", .seed = rng_next(&rng) >> 40};
  while (rmr_algorithms[n] != NULL) n++;
  const struct rmr_algorithm *a = rmr_algorithms[below(&rng, n)];
  draw_parameters(&rng, a, out->algorithm, sizeof out->algorithm);
  out->n = (uint32_t[]){1, 2, 2, 2, 2, 3, 3}[below(&rng, 7)];
  out->passages = (uint32_t[]){1, 1, 2, 0}[below(&rng, 4)];
  out->memory = (enum memory)below(&rng, N_MEMORIES);
  snprintf(out->sessions, sizeof out->sessions, "%s",
           a->group ? PICK(&rng, "distinct", "same", "any:2", "any:2")
                    : PICK(&rng, "distinct", "distinct", "same", "any:2"));
  draw_faults(&rng, a, out->faults, sizeof out->faults);
  const bool faults = strcmp(out->faults, "none") != 0;
  if ((a->times != NULL || a->claims.timed) ? below(&rng, 4) != 0 : below(&rng, 16) == 0) {
    snprintf(out->time, sizeof out->time, "slow=%u,skew=%u", 1 + below(&rng, 2), below(&rng, 2));
    if (strstr(out->faults, "leases") != NULL || strstr(out->faults, "new") != NULL)
      snprintf(out->faults, sizeof out->faults, "none");
  }
  draw_cost(&rng, a, strcmp(out->time, "none") != 0, faults, out->cost, sizeof out->cost);
}

/* --- as everybody else has it ------------------------------------------------------------------------------------- */

static void add_faults(const struct scope *scope, char *out, size_t size)
{
  struct fault_words words;
  struct error ignored = {0};
  if (!faults_split(scope->faults, &words, &ignored)) return;
  size_t used = strlen(out);
  if (words.kind[0] != '\0') used += (size_t)snprintf(out + used, size - used, " --faults %s", words.kind);
  if (words.leases[0] != '\0') used += (size_t)snprintf(out + used, size - used, " --leases %s", words.leases);
  if (words.expiries != 0) snprintf(out + used, size - used, " --leases-may-expire %u", words.expiries);
}

char *scope_command(const struct scope *scope, char *out, size_t size)
{
  char passages[16] = "inf";
  if (scope->passages != 0) snprintf(passages, sizeof passages, "%u", scope->passages);
  snprintf(out, size, "-a %s -n %u -m %s --sessions %s --passages %s --cost %s", scope->algorithm, scope->n,
           memory_names[scope->memory], scope->sessions, passages, scope->cost);
  add_faults(scope, out, size);
  if (strcmp(scope->time, "none") != 0) snprintf(out + strlen(out), size - strlen(out), " --time %s", scope->time);
  return out;
}

bool scope_open(const struct scope *scope, struct asked *out, struct error *e)
{
  *out = (struct asked){0};
  out->choice = algorithm_choose(scope->algorithm, NULL, e);
  if (out->choice == NULL) return false;
  algorithm_ask(out->choice, &out->setup);
  out->setup.n = scope->n;
  out->setup.passages = scope->passages;
  out->setup.memory = scope->memory;
  out->setup.sessions = &out->sessions;
  out->setup.seed = scope->seed;
  return algorithm_processes(out->choice, &out->setup.n, e) && sessions_parse(scope->sessions, &out->sessions, e) &&
         time_parse(scope->time, &out->setup.time, e) &&
         faults_of_text(scope->faults, out->choice->algorithm, &out->setup.faults, e) &&
         faults_in_time(&out->setup.faults, time_passes(&out->setup.time),
                        strstr(scope->faults, "leases:") != NULL ? "said" : NULL, e) &&
         cost_parse(scope->cost, out->choice->algorithm, &out->cost, &out->lines, e);
}

void scope_close(struct asked *asked)
{
  algorithm_release(asked->choice);
}
