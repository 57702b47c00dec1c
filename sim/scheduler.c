/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scheduler.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "model/loader.h"
#include "model/options.h"
#include "sim/host.h"
#include "sim/step.h"

/* --- options ------------------------------------------------------------------------------------------------------ */

/* The purpose of reading a specification: to check its syntax; to find out which files it names; or to run it. */
enum purpose { TO_CHECK, TO_LIST, TO_RUN };

/* The context in which handles are made. */
struct parse {
  struct scheduler *s;
  uint64_t seed;
  enum purpose purpose;
  uint32_t depth;               /* how many adversaries name the one before them, up to this one */
  const struct schedule *given; /* the schedule of an option that takes one, whatever file it names; may be NULL */
};

static void note_file(struct scheduler *s, const char *name, size_t length)
{
  s->files.name = mem_another(s->files.name, s->files.n, sizeof *s->files.name);
  s->files.name[s->files.n++] = mem_format("%.*s", (int)length, name);
}

/* The file, and the plug-in that its algorithm may be. Listed files will be read again. */
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
  const uint32_t given = SCHEDULER_GIVEN;
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
  host_begin(s, parse->seed);
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

bool scheduler_check(const char *specification, struct error *e)
{
  struct scheduler *s = create(specification, NULL, NULL, (struct parse){.purpose = TO_CHECK}, e);
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

/* --- of it, or of one to which it hands over ---------------------------------------------------------------------- */

static bool any(const struct scheduler *s, bool is(const struct scheduler *))
{
  bool one = is(s);
  for (uint32_t k = 0; k < s->n_nested && !one; k++) one = any(s->nested[k], is);
  return one;
}

static bool is_loaded(const struct scheduler *s)
{
  return s->handle != NULL || s->foreign != NULL;
}

static bool is_foreign(const struct scheduler *s)
{
  return s->foreign != NULL;
}

static bool gave_up(const struct scheduler *s)
{
  return s->gave_up;
}

static bool listens(const struct scheduler *s)
{
  return s->adversary.observe != NULL;
}

static bool ticks(const struct scheduler *s)
{
  return s->adversary.flags & RMR_MAY_TICK;
}

bool scheduler_is_loaded(const struct scheduler *s)
{
  return any(s, is_loaded);
}

bool scheduler_is_foreign(const struct scheduler *s)
{
  return any(s, is_foreign);
}

bool scheduler_gave_up(const struct scheduler *s)
{
  return any(s, gave_up);
}

bool scheduler_listens(const struct scheduler *s)
{
  return any(s, listens);
}

bool scheduler_ticks(const struct scheduler *s)
{
  return any(s, ticks);
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

/* The bound below which `who` of such an action stays. */
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
