/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scheduler.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "model/loader.h"
#include "model/options.h"
#include "sim/run.h"
#include "sim/step.h"

/* --- the host's services ------------------------------------------------------------------------------------------ */

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

/* The handle of a schedule that was not read from a file, but given. */
enum { GIVEN = SCHEDULER_MAX_SCHEDULES + 1 };

/* NULL: there is none with this handle. */
static const struct schedule *script_of(const struct rmr_host *host, uint32_t schedule)
{
  const struct scheduler *s = host->engine;
  if (schedule == GIVEN) return s->given;
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

/* What one adversary may choose, another to which it hands over need not know of: that one is asked when nobody is
 * ready, and may choose a parked process or a change, only if it says so itself. */
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

/* --- options ------------------------------------------------------------------------------------------------------ */

/* What a specification is read for: to check its syntax; to find out which files it names; or to run it. */
enum purpose { TO_CHECK, TO_LIST, TO_RUN };

/* What handles are made with. */
struct parse {
  struct scheduler *s;
  uint64_t seed;
  enum purpose purpose;
  uint32_t depth;               /* how many adversaries name the one before them, up to this one */
  const struct schedule *given; /* what an option that takes a schedule gets, whatever file it names; may be NULL */
};

static void note_file(struct scheduler *s, const char *name, size_t length)
{
  s->files.name = mem_another(s->files.name, s->files.n, sizeof *s->files.name);
  s->files.name[s->files.n++] = mem_format("%.*s", (int)length, name);
}

/* The file, and the plug-in that its algorithm may be. Whoever lists files will read them again. */
static bool read_schedule(struct scheduler *s, const char *name, enum purpose purpose, struct schedule *script,
                          struct error *e)
{
  char *path = plug_in_path(s->directory, name);
  const bool once = purpose == TO_LIST && file_is_stream(path);
  const bool ok = once ? fail_at(e, EXIT_USAGE, path, 0, 0, "is not a file that can be read again")
                       : schedule_read(path, s->directory, script, e);
  free(path);
  if (!ok) return false;
  note_file(s, name, strlen(name));
  if (plug_in_is(script->text)) note_file(s, script->text, plug_in_name(script->text));
  return true;
}

static bool set_schedule(struct parse *parse, const struct rmr_option *option, const char *value, struct error *e)
{
  struct scheduler *s = parse->s;
  const uint32_t given = GIVEN;
  if (parse->purpose == TO_CHECK) return true;
  if (s->given != NULL) {
    memcpy((unsigned char *)s->state + option->offset, &given, sizeof given);
    return true;
  }
  if (s->n_schedules == SCHEDULER_MAX_SCHEDULES)
    return fail(e, EXIT_USAGE, "adversary %s: too many schedules", s->name);
  struct schedule *script = &s->schedule[s->n_schedules];
  if (!read_schedule(s, value, parse->purpose, script, e)) return false;
  s->n_schedules++;
  if (parse->purpose == TO_RUN && script->n > s->sim->n)
    return fail(e, EXIT_USAGE, "%s: a schedule for %u processes, but N = %u", value, script->n, s->sim->n);
  memcpy((unsigned char *)s->state + option->offset, &s->n_schedules, sizeof(uint32_t));
  return true;
}

static struct scheduler *create(const char *specification, const char *directory, const struct sim *sim,
                                struct parse parse, struct error *e);

static bool set_nested(struct parse *parse, const struct rmr_option *option, const char *value, struct error *e)
{
  struct scheduler *s = parse->s;
  if (s->n_nested == SCHEDULER_MAX_NESTED) return fail(e, EXIT_USAGE, "adversary %s: too many others named", s->name);
  if (parse->depth == SCHEDULER_DEEPEST)
    return fail(e, EXIT_USAGE, "adversary %s: more than %d adversaries, each named by the one before it", s->name,
                SCHEDULER_DEEPEST);
  struct scheduler *nested =
    create(value, s->directory, s->sim,
           (struct parse){.seed = parse->seed + 1, .purpose = parse->purpose, .depth = parse->depth + 1}, e);
  if (nested == NULL) return false;
  s->nested[s->n_nested++] = nested;
  for (size_t k = 0; k < nested->files.n; k++) note_file(s, nested->files.name[k], strlen(nested->files.name[k]));
  memcpy((unsigned char *)s->state + option->offset, &s->n_nested, sizeof(uint32_t));
  return true;
}

static bool set_other(void *self, const struct rmr_option *option, const char *value, struct error *e)
{
  struct parse *parse = self;
  return option->type == RMR_SCHEDULE ? set_schedule(parse, option, value, e) : set_nested(parse, option, value, e);
}

/* --- finding and making ------------------------------------------------------------------------------------------- */

const struct rmr_adversary *adversary_find(const char *name, struct error *e)
{
  const char *names[256];
  size_t n = 0;
  for (; rmr_adversaries[n] != NULL && n < 256; n++) {
    if (strcmp(name, rmr_adversaries[n]->name) == 0) return rmr_adversaries[n];
    names[n] = rmr_adversaries[n]->name;
  }
  const char *near = suggest(name, names, n);
  fail(e, EXIT_USAGE, "unknown adversary '%s'; %s%s%s", name,
       near != NULL ? "did you mean '" : "`rmr list adversaries` lists them all; a plug-in file is given as ./FILE.so",
       near != NULL ? near : "", near != NULL ? "'?" : "");
  return NULL;
}

static bool load_foreign(struct scheduler *s, const char *path, struct error *e)
{
  s->foreign = foreign_open(plug_in_kind(s->name) == PLUG_IN_LUA ? FOREIGN_LUA : FOREIGN_COMMAND, s->name, path, e);
  if (s->foreign == NULL || !adversary_check(&s->foreign->adversary, s->name, e)) return false;
  s->adversary = s->foreign->adversary;
  return true;
}

static bool find(struct scheduler *s, struct error *e)
{
  if (plug_in_is(s->name)) {
    const char *file = plug_in_file(s->name);
    char *path = plug_in_path(s->directory, file);
    const bool loaded = plug_in_kind(s->name) == PLUG_IN_OBJECT ? adversary_load(path, &s->adversary, &s->handle, e)
                                                                : load_foreign(s, path, e);
    free(path);
    if (loaded) note_file(s, file, strlen(file));
    return loaded;
  }
  const struct rmr_adversary *found = adversary_find(s->name, e);
  if (found == NULL || !adversary_check(found, s->name, e)) return false;
  s->adversary = *found;
  return true;
}

/* Puts what the user has set into the state. */
static bool set_options(struct scheduler *s, const char *text, struct parse *parse, struct error *e)
{
  const struct option_set options = {.kind = "adversary",
                                     .name = s->name,
                                     .noun = "option",
                                     .table = s->adversary.options,
                                     .block = s->state,
                                     .set_other = set_other,
                                     .self = parse};
  if (s->foreign != NULL) memcpy(s->state, &s->foreign, sizeof s->foreign);
  return s->foreign != NULL && s->foreign->free_options ? s->foreign->take(s->foreign, text, e)
                                                        : options_set(&options, text, e);
}

/* Sets up everything but the call of `start`. sim is NULL unless the adversary is to run. */
static bool prepare(struct scheduler *s, const char *specification, struct parse *parse, struct error *e)
{
  const size_t length = plug_in_name(specification);
  if (length == 0) return fail(e, EXIT_USAGE, "adversary '%s': expected NAME or NAME:key=value,...", specification);
  if (plug_in_file(specification) == specification + length)
    return fail(e, EXIT_USAGE, "adversary '%s': expected cmd:FILE or cmd:FILE:key=value,...", specification);
  if (length >= sizeof s->name)
    return fail(e, EXIT_USAGE, "adversary '%.40s...': a name or path of more than %zu characters", specification,
                sizeof s->name - 1);
  snprintf(s->name, sizeof s->name, "%.*s", (int)length, specification);
  if (!find(s, e)) return false;
  const size_t seats = s->sim != NULL ? s->sim->n + 1 : 1;
  s->state = mem_new(1, s->adversary.state_size + seats * s->adversary.per_process);
  s->host = (struct rmr_host){.rng = parse->seed,
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
  s->commits = parse->seed ^ UINT64_C(0x636f6d6d697473); /* "commits" */
  return set_options(s, specification[length] == ':' ? specification + length + 1 : "", parse, e);
}

static struct scheduler *create(const char *specification, const char *directory, const struct sim *sim,
                                struct parse parse, struct error *e)
{
  struct scheduler *s = mem_new(1, sizeof *s);
  s->sim = sim;
  s->given = parse.given;
  s->directory = directory;
  parse.s = s;
  bool ok = prepare(s, specification, &parse, e);
  if (ok && parse.purpose == TO_RUN && s->adversary.start != NULL &&
      !s->adversary.start(s->state, &s->host, &sim->view)) {
    ok = false;
    if (s->error.code == EXIT_OK)
      fail(&s->error, EXIT_USAGE, "adversary %s: its start failed and gave no reason", s->name);
    if (e->code == EXIT_OK) *e = s->error;
  }
  if (ok) return s;
  scheduler_free(s);
  return NULL;
}

struct scheduler *scheduler_create(const char *specification, const char *directory, const struct sim *sim,
                                   uint64_t seed, struct error *e)
{
  return create(specification, directory, sim, (struct parse){.seed = seed, .purpose = TO_RUN}, e);
}

struct scheduler *scheduler_of_schedule(const struct schedule *schedule, uint64_t repeat, const struct sim *sim,
                                        struct error *e)
{
  char text[64];
  snprintf(text, sizeof text, "replay:file=-,repeat=%" PRIu64, repeat);
  return create(text, NULL, sim, (struct parse){.given = schedule, .purpose = TO_RUN}, e);
}

bool scheduler_check(const char *specification, const char *directory, struct error *e)
{
  struct scheduler *s = create(specification, directory, NULL, (struct parse){.purpose = TO_CHECK}, e);
  scheduler_free(s);
  return s != NULL;
}

bool scheduler_files(const char *specification, const char *directory, struct file_names *out, struct error *e)
{
  struct scheduler *s = create(specification, directory, NULL, (struct parse){.purpose = TO_LIST}, e);
  *out = (struct file_names){0};
  if (s == NULL) return false;
  *out = s->files;
  s->files = (struct file_names){0};
  scheduler_free(s);
  return true;
}

void scheduler_heed(struct scheduler *s, const atomic_bool *interrupt)
{
  s->interrupt = interrupt;
  for (uint32_t k = 0; k < s->n_nested; k++) scheduler_heed(s->nested[k], interrupt);
}

void scheduler_free(struct scheduler *s)
{
  if (s == NULL) return;
  for (uint32_t k = 0; k < s->n_schedules; k++) schedule_free(&s->schedule[k]);
  for (uint32_t k = 0; k < s->n_nested; k++) scheduler_free(s->nested[k]);
  for (uint32_t k = 0; k < RMR_WORLDS; k++) sim_free(s->imagined[k]);
  file_names_free(&s->files);
  free(s->state);
  plug_in_close(s->handle);
  foreign_end(s->foreign);
  free(s);
}

bool scheduler_is_loaded(const struct scheduler *s)
{
  bool loaded = s->handle != NULL || s->foreign != NULL;
  for (uint32_t k = 0; k < s->n_nested; k++) loaded = loaded || scheduler_is_loaded(s->nested[k]);
  return loaded;
}

bool scheduler_is_foreign(const struct scheduler *s)
{
  bool foreign = s->foreign != NULL;
  for (uint32_t k = 0; k < s->n_nested; k++) foreign = foreign || scheduler_is_foreign(s->nested[k]);
  return foreign;
}

/* What `who` of such an action stays below. */
static uint32_t upper_end(const struct system *system, uint32_t kind)
{
  switch (action_table[kind].befalls) {
  case BEFALLS_PROCESS: return system->n + 1;
  case BEFALLS_REGISTER: return system->n_registers;
  case BEFALLS_CLOCK: break;
  }
  return UINT32_MAX;
}

static bool refuse_change(const struct scheduler *s, rmr_action action, uint64_t step, struct error *e)
{
  const struct system *system = s->sim->system;
  const uint32_t kind = rmr_action_kind(action), which = rmr_action_choice(action), who = rmr_action_who(action);
  char name[NAMES_SIZE];
  if (kind >= RMR_N_ACTIONS || (kind == RMR_CHANGE && which >= system->algorithm->n_changes) ||
      who >= upper_end(system, kind))
    return fail(e, EXIT_USAGE, "adversary %s chose at step %" PRIu64 " something that is not an action", s->name, step);
  return fail(e, EXIT_USAGE, "adversary %s chose `%s` at step %" PRIu64 ", which %s", s->name,
              system_change_name(system, action, name, sizeof name), step,
              sim_may_change(s->sim, action) ? "it may not choose: its flags lack RMR_MAY_CHANGE"
                                             : "cannot happen there");
}

bool scheduler_refuse(const struct scheduler *s, rmr_action action, struct error *e)
{
  const struct rmr_view *view = &s->sim->view;
  const uint64_t step = view->step + 1;
  if (rmr_action_kind(action) != RMR_STEP) return refuse_change(s, action, step, e);
  if (action > view->n)
    return fail(e, EXIT_USAGE, "adversary %s chose process %" PRIu64 " at step %" PRIu64 "; there are P1 to P%u",
                s->name, action, step, view->n);
  const uint32_t p = (uint32_t)action;
  return fail(e, EXIT_USAGE, "adversary %s chose P%u at step %" PRIu64 ", which %s", s->name, p, step,
              rmr_why_not(view->process[p].status));
}

bool scheduler_failed(const struct scheduler *s, struct error *e)
{
  if (s->error.code != EXIT_OK && e->code == EXIT_OK) *e = s->error;
  for (uint32_t k = 0; k < s->n_nested; k++) scheduler_failed(s->nested[k], e);
  return e->code != EXIT_OK;
}

bool scheduler_gave_up(const struct scheduler *s)
{
  bool gave_up = s->gave_up;
  for (uint32_t k = 0; k < s->n_nested; k++) gave_up = gave_up || scheduler_gave_up(s->nested[k]);
  return gave_up;
}

bool scheduler_listens(const struct scheduler *s)
{
  bool listens = s->adversary.observe != NULL;
  for (uint32_t k = 0; k < s->n_nested; k++) listens = listens || scheduler_listens(s->nested[k]);
  return listens;
}

bool scheduler_ticks(const struct scheduler *s)
{
  bool ticks = s->adversary.flags & RMR_MAY_TICK;
  for (uint32_t k = 0; k < s->n_nested; k++) ticks = ticks || scheduler_ticks(s->nested[k]);
  return ticks;
}

/* The ticks alone. */
static rmr_action usual_tick(const struct scheduler *s)
{
  const bool asked = scheduler_ticks(s) && (scheduler_may_change(s) || s->sim->view.n_ready != 0);
  return s->sim->clock != NULL && !asked ? sim_usual_tick(s->sim) : RMR_STOP;
}

rmr_action scheduler_usual_change(struct scheduler *s)
{
  if (!s->sim->buffers) return usual_tick(s);
  if (s->adversary.flags & RMR_MAY_COMMIT) return RMR_STOP;
  return sim_usual_commit(s->sim, rmr_random(&s->commits));
}

void scheduler_observe(struct scheduler *s, const struct rmr_event *event)
{
  if (s->adversary.observe != NULL) s->adversary.observe(s->state, &s->host, &s->sim->view, event);
  for (uint32_t k = 0; k < s->n_nested; k++) scheduler_observe(s->nested[k], event);
}
