/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/native/native.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/suggest.h"
#include "sim/native/passages.h"

static const double GRACE = 2; /* seconds without a passage, after which none is waited for any more */

static const char *const memory_order_names[] = {
#define X(id, name, read, write, both) [NATIVE_##id] = name,
  NATIVE_ORDERS(X)
#undef X
    NULL};

const char *native_order_name(enum native_order order)
{
  return memory_order_names[order];
}

bool native_order_parse(const char *text, enum native_order *order, struct error *e)
{
  for (uint32_t k = 0; k < N_NATIVE_ORDERS; k++)
    if (strcmp(text, memory_order_names[k]) == 0) {
      *order = (enum native_order)k;
      return true;
    }
  const char *near = suggest(text, memory_order_names, N_NATIVE_ORDERS);
  return fail(e, EXIT_USAGE, "unknown order '%s'; expected seq-cst, acq-rel or relaxed%s%s%s", text,
              near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
}

/* --- waiting ------------------------------------------------------------------------------------------------------ */

/* Waits that long, or until somebody raises the flag or a thread has failed. */
static void wait_for_seconds(const struct native_spec *spec, struct native_shared *shared, double seconds)
{
  const double end = clock_seconds() + seconds;
  for (double left = seconds; left > 0; left = end - clock_seconds()) {
    if (spec->interrupt != NULL && atomic_load(spec->interrupt)) return;
    if (atomic_load(&shared->failed)) return;
    const double nap = left < 0.02 ? left : 0.02;
    const struct timespec time = {.tv_nsec = (long)(1e9 * nap)};
    nanosleep(&time, NULL);
  }
}

/* --- a crew of threads -------------------------------------------------------------------------------------------- */

static void create_shared(struct native_shared *shared, const struct native_spec *spec, struct system *system)
{
  const size_t stride = spec->packed ? 1 : NATIVE_LINE / sizeof(native_register);
  *shared = (struct native_shared){.system = system,
                                   .stride = stride,
                                   .loop = native_find_loop(system, spec->tick),
                                   .order = spec->order,
                                   .stay = spec->stay,
                                   .tick = spec->tick,
                                   .began = native_nanoseconds(),
                                   .first = 1 + time_horizon(system->algorithm, system->size)};
  shared->memory = mem_aligned(system->n_registers * stride, sizeof *shared->memory, NATIVE_LINE);
  shared->mark = mem_aligned(system->n + 1, sizeof *shared->mark, NATIVE_LINE);
  shared->thread = mem_aligned(system->n + 1, sizeof *shared->thread, NATIVE_LINE);
  for (uint32_t var = 0; var < system->n_registers; var++)
    atomic_init(&shared->memory[var * stride], system_initial_value(system, var));
  for (uint32_t p = 1; p <= system->n; p++) {
    struct native_thread *t = &shared->thread[p];
    t->shared = shared;
    t->p = p;
    t->state = mem_aligned(system->state_size, 1, NATIVE_LINE);
    t->sessions = mem_new(system->n + 1, sizeof *t->sessions);
  }
}

static void free_shared(struct native_shared *shared)
{
  for (uint32_t p = 1; p <= shared->system->n; p++) {
    free(shared->thread[p].state);
    free(shared->thread[p].sessions);
  }
  free(shared->thread);
  free(shared->mark);
  free(shared->memory);
}

/* Starts them all; they wait for each other. Returns how many there are. */
static uint32_t start_threads(struct native_shared *shared, const struct native_spec *spec, struct native_result *out,
                              struct error *e)
{
  out->processors = platform_processors();
  out->pinned = !spec->floating;
  for (uint32_t p = 1; p <= shared->system->n; p++) {
    struct native_thread *t = &shared->thread[p];
    const int failed = pthread_create(&t->thread, NULL, native_passages, t);
    if (failed != 0) {
      fail(e, EXIT_INTERNAL, "thread %u of %u: %s", p, shared->system->n, strerror(failed));
      return p - 1;
    }
    if (out->pinned) out->pinned = platform_pin(t->thread, (p - 1) % out->processors);
  }
  return shared->system->n;
}

static uint64_t passages_so_far(const struct native_shared *shared)
{
  uint64_t sum = 0;
  for (uint32_t p = 1; p <= shared->system->n; p++)
    sum += atomic_load_explicit(&shared->thread[p].passages, memory_order_relaxed);
  return sum;
}

/* Where there are many threads the one that holds the lock may not run for a while. */
static bool is_stuck(const struct native_spec *spec, struct native_shared *shared, uint64_t before)
{
  for (double waited = 0; waited < GRACE; waited += GRACE / 20) {
    if (passages_so_far(shared) != before) return false;
    wait_for_seconds(spec, shared, GRACE / 20);
  }
  return passages_so_far(shared) == before;
}

static void measure(const struct native_spec *spec, struct native_shared *shared, struct native_result *out)
{
  atomic_store(&shared->phase, NATIVE_WARM_UP);
  wait_for_seconds(spec, shared, spec->warm_up);
  atomic_store(&shared->phase, NATIVE_MEASURED);
  out->stuck = false;
  for (uint32_t r = 0; r < spec->repetitions; r++) {
    const uint64_t before = passages_so_far(shared);
    const double begin = clock_seconds();
    wait_for_seconds(spec, shared, spec->seconds);
    const double took = clock_seconds() - begin;
    const uint64_t made = passages_so_far(shared) - before;
    if (atomic_load(&shared->failed)) return;
    if (spec->interrupt != NULL && atomic_load(spec->interrupt)) {
      out->interrupted = true;
      return;
    }
    out->stuck = (made == 0 && is_stuck(spec, shared, before)) || out->stuck;
    out->passages += made;
    out->seconds += took;
    out->rate[out->repetitions++] = (double)made / took;
  }
}

static void gather(const struct native_shared *shared, struct native_result *out)
{
  for (uint32_t p = 1; p <= shared->system->n; p++) {
    const struct native_thread *t = &shared->thread[p];
    latency_merge(&out->time, &t->time);
    out->entries += t->entries;
    if (out->clashes == 0 && t->clashes != 0) out->first = (struct native_clash){p, t->clash};
    out->clashes += t->clashes;
  }
}

/* Refuses a run in which a thread has met something that an algorithm must not do. */
static bool refuse_failure(const struct native_shared *shared, struct error *e)
{
  for (uint32_t p = 1; p <= shared->system->n; p++) {
    const struct native_thread *t = &shared->thread[p];
    if (t->stray) {
      const struct rmr_in in = {.i = p,
                                .id = p,
                                .n = shared->system->n,
                                .sessions = t->sessions,
                                .parameters = shared->system->spec.parameters,
                                .n_sessions = shared->system->size.sessions,
                                .self = shared->system->algorithm->self};
      return system_refuse_stray(shared->system, p, t->state, in, e);
    }
    if (t->ended) return system_refuse_end(shared->system, p, e);
  }
  return true;
}

bool native_run(const struct native_spec *spec, struct native_result *out, struct error *e)
{
  struct native_shared shared;
  if (spec->setup.algorithm->claims.timed && spec->tick == 0)
    return fail(e, EXIT_USAGE, "%s needs time; expected how long a tick is (--tick NS)", spec->setup.algorithm->name);
  *out = (struct native_result){.rate = mem_new(spec->repetitions, sizeof *out->rate)};
  struct system *system = system_create(&spec->setup, e);
  if (system == NULL) return false;
  create_shared(&shared, spec, system);
  const uint32_t started = start_threads(&shared, spec, out, e);
  if (started == system->n) measure(spec, &shared, out);
  atomic_store(&shared.phase, NATIVE_OVER);
  for (uint32_t p = 1; p <= started; p++) pthread_join(shared.thread[p].thread, NULL);
  gather(&shared, out);
  const bool ok = started == system->n && refuse_failure(&shared, e);
  free_shared(&shared);
  system_free(system);
  return ok;
}

double native_mean_time(const struct native_result *r, uint32_t threads)
{
  return r->passages != 0 ? 1e9 * r->seconds * threads / (double)r->passages : NAN;
}

void native_free(struct native_result *result)
{
  free(result->rate);
  result->rate = NULL;
}
