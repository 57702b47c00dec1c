/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/host.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "sim/step.h"

static uint32_t host_cost(const struct rmr_host *host, uint32_t p)
{
  const struct scheduler *s = host->engine;
  return p >= 1 && p <= s->sim->n ? sim_cost(s->sim, p) : 0;
}

static bool host_fail(struct rmr_host *host, const char *format, ...)
{
  struct scheduler *s = host->engine;
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return fail(&s->error, EXIT_USAGE, "adversary %s: %s", s->name, text);
}

static void host_log(struct rmr_host *host, const char *format, ...)
{
  const struct scheduler *s = host->engine;
  char text[512], told[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fprintf(stderr, "adversary %s: %s\n", s->name, text_escape(text, told, sizeof told));
}

/* NULL: there is none with this handle. */
static const struct schedule *script_of(const struct rmr_host *host, uint32_t schedule)
{
  const struct scheduler *s = host->engine;
  if (schedule == SCHEDULER_GIVEN) return s->given;
  return schedule != 0 && schedule <= s->n_schedules ? &s->schedule[schedule - 1] : NULL;
}

static rmr_action host_scheduled(const struct rmr_host *host, uint32_t schedule, uint64_t k)
{
  const struct schedule *script = script_of(host, schedule);
  return script != NULL && k < script->n_steps ? schedule_step(script, k, NULL)->action : RMR_STOP;
}

static uint64_t host_repeatable(const struct rmr_host *host, uint32_t schedule)
{
  const struct schedule *script = script_of(host, schedule);
  return script != NULL ? script->n_loop : 0;
}

static bool may_choose(const struct scheduler *s, const struct rmr_view *view, rmr_action action)
{
  const uint32_t p = rmr_action_who(action);
  if (rmr_action_kind(action) != RMR_STEP) return scheduler_may_do(s, action) && sim_may_change(s->sim, action);
  return action == p && (rmr_is_ready(view, p) || (rmr_is_parked(view, p) && scheduler_may_reread(s)));
}

/* An adversary need not know the rights of another that hands over to it: it is asked when nobody is ready, and may
 * choose a parked process or a change, only if it says so itself. */
static rmr_action host_delegate(struct rmr_host *host, uint32_t adversary, const struct rmr_view *view)
{
  struct scheduler *s = host->engine;
  if (adversary == 0 || adversary > s->n_nested) return RMR_STOP;
  struct scheduler *nested = s->nested[adversary - 1];
  const uint32_t drives = s->sim->buffers ? RMR_MAY_COMMIT : RMR_MAY_TICK;
  const rmr_action usual = (s->adversary.flags & drives) != 0 ? scheduler_usual_change(nested) : RMR_STOP;
  if (usual != RMR_STOP) return usual;
  if (view->n_ready == 0 && !scheduler_may_reread(nested) && !scheduler_may_change(nested)) return RMR_STOP;
  const rmr_action action = scheduler_choose(nested, view);
  if (action != RMR_STOP && !may_choose(nested, view, action)) scheduler_refuse(nested, action, &nested->error);
  if (nested->error.code == EXIT_OK) return action;
  if (s->error.code == EXIT_OK) s->error = nested->error;
  return RMR_STOP;
}

/* NULL: there is no such world. */
static struct sim *imagined(const struct rmr_host *host, uint32_t world)
{
  const struct scheduler *s = host->engine;
  return world >= 1 && world <= RMR_WORLDS ? s->imagined[world - 1] : NULL;
}

static const struct rmr_view *host_imagine(struct rmr_host *host, uint32_t world, uint32_t from)
{
  struct scheduler *s = host->engine;
  const struct sim *source = from == 0 ? s->sim : imagined(host, from);
  if (world < 1 || world > RMR_WORLDS || source == NULL) return NULL;
  if (s->interrupt != NULL && atomic_load_explicit(s->interrupt, memory_order_relaxed)) return NULL;
  if (s->error.code != EXIT_OK) return NULL;
  struct sim **sim = &s->imagined[world - 1];
  if (*sim == NULL) *sim = sim_create(s->sim->system, &s->error);
  if (*sim == NULL) return NULL;
  sim_state_copy(*sim, source);
  return &(*sim)->view;
}

static const struct rmr_event *host_attempt(struct rmr_host *host, uint32_t world, rmr_action action)
{
  struct scheduler *s = host->engine;
  struct sim *sim = imagined(host, world);
  if (sim != NULL && rmr_action_kind(action) != RMR_STEP && sim_may_change(sim, action)) {
    s->attempted = sim_change(sim, action);
    return &s->attempted;
  }
  const uint32_t p = rmr_action_who(action);
  if (sim == NULL || action != p || p < 1 || p > sim->n ||
      (sim->process[p].status != RMR_READY && sim->process[p].status != RMR_PARKED))
    return NULL;
  if (sim->process[p].status == RMR_PARKED) sim_unpark(sim, p);
  sim_step(sim, p, sim->system->memory, &s->attempted);
  if (sim->fault.raised) sim_refuse(sim, &s->error); /* no schedule may lead there, so the run need not */
  return &s->attempted;
}

static void host_give_up(struct rmr_host *host)
{
  struct scheduler *s = host->engine;
  s->gave_up = true;
}

static const char *host_register_name(struct rmr_host *host, uint32_t var)
{
  struct scheduler *s = host->engine;
  const struct system *system = s->sim->system;
  s->register_name[0] = '\0';
  if (var < system->n_registers) system_register_name(system, var, s->register_name, sizeof s->register_name);
  return s->register_name;
}

static rmr_action host_changes(const struct rmr_host *host, uint32_t world, uint32_t k)
{
  const struct scheduler *s = host->engine;
  const struct sim *sim = world == 0 ? s->sim : imagined(host, world);
  const uint32_t n = sim != NULL ? system_n_changes(sim->system) : 0;
  for (uint32_t at = 0; at < n; at++)
    if (sim_may_change(sim, system_change(sim->system, at)) && k-- == 0) return system_change(sim->system, at);
  return RMR_STOP;
}

static bool host_time(const struct rmr_host *host, uint32_t world, struct rmr_ticks *out)
{
  const struct scheduler *s = host->engine;
  const struct sim *sim = world == 0 ? s->sim : imagined(host, world);
  if (sim == NULL || sim->clock == NULL) return false;
  *out = (struct rmr_ticks){.most = sim_most_ticks(sim), .wake = sim_ticks_to_wake(sim), .first = sim_first_due(sim)};
  return true;
}

void host_begin(struct scheduler *s, uint64_t seed)
{
  s->host = (struct rmr_host){.rng = seed,
                              .algorithm = s->sim != NULL ? s->sim->system->algorithm : NULL,
                              .cost = host_cost,
                              .fail = host_fail,
                              .log = host_log,
                              .scheduled = host_scheduled,
                              .delegate = host_delegate,
                              .repeatable = host_repeatable,
                              .engine = s,
                              .imagine = host_imagine,
                              .attempt = host_attempt,
                              .give_up = host_give_up,
                              .changes = host_changes,
                              .time = host_time,
                              .register_name = host_register_name};
  rmr_random(&s->host.rng);
}
