/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "explore/answer_json.h"
#include "results/seal.h"
#include "version.h"

/* --- scope, id, seed ---------------------------------------------------------------------------------------------- */

/* As given, which is what a record is found by. Where nothing may go wrong, nothing is said of it. */
static void add_faults(json_t *scope, const struct task *t)
{
  if (t->order_text != NULL) json_object_set_new(scope, "order", json_string(t->order_text));
  if (t->time_text != NULL) json_object_set_new(scope, "time", json_string(t->time_text));
  if (t->faults_text != NULL) json_object_set_new(scope, "faults", json_string(t->faults_text));
}

static json_t *search_scope(const struct task *t)
{
  json_t *scope =
    json_pack("{s:s, s:s, s:o*, s:I, s:s, s:n, s:s, s:I, s:I, s:I, s:I, s:s, s:I}", "drive", "search", "algorithm",
              t->choice->text, "parameters", answers_parameters(t->algorithm, t->choice->parameters), "n",
              (json_int_t)t->n, "memory", t->memory_name, "adversary", "sessions", t->sessions, "passages",
              (json_int_t)t->passages, "seed", (json_int_t)t->seed, "effort", (json_int_t)t->effort, "budget",
              (json_int_t)t->budget, "start", "cold", "observed", (json_int_t)t->observed);
  if (t->methods != NULL) json_object_set_new(scope, "adversary", json_sprintf("search: %s", t->methods));
  add_faults(scope, t);
  return scope;
}

json_t *task_scope(const struct task *t)
{
  if (t->drive == DRIVE_COUNT)
    return json_pack("{s:s, s:s, s:o*, s:I, s:n, s:n, s:n, s:n}", "drive", "count", "algorithm", t->choice->text,
                     "parameters", answers_parameters(t->algorithm, t->choice->parameters), "n", (json_int_t)t->n,
                     "memory", "adversary", "sessions", "passages");
  if (t->drive == DRIVE_PROVE) /* of passages without end, which no "passages" of a config need to list */
    return json_pack("{s:s, s:s, s:o*, s:I, s:s, s:n, s:n, s:n, s:I}", "drive", "prove", "algorithm", t->choice->text,
                     "parameters", answers_parameters(t->algorithm, t->choice->parameters), "n", (json_int_t)t->n,
                     "memory", t->memory_name, "adversary", "sessions", "passages", "budget", (json_int_t)t->budget);
  if (t->drive == DRIVE_EXPLORE) {
    struct system_spec setup = {
      .n = t->n, .memory = t->memory, .passages = t->passages, .faults = t->faults, .time = t->time, .order = t->order};
    algorithm_ask(t->choice, &setup);
    json_t *scope = answers_scope(&setup, t->sessions, t->observed, t->budget);
    add_faults(scope, t);
    return scope;
  }
  if (t->drive == DRIVE_SEARCH) return search_scope(t);
  json_t *scope =
    json_pack("{s:s, s:s, s:o*, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:I}", "drive", "simulate", "algorithm",
              t->choice->text, "parameters", answers_parameters(t->algorithm, t->choice->parameters), "n",
              (json_int_t)t->n, "memory", t->memory_name, "adversary", t->adversary, "sessions", t->sessions,
              "passages", (json_int_t)t->passages, "repetition", (json_int_t)t->repetition, "seed", (json_int_t)t->seed,
              "max_steps", (json_int_t)t->max_steps, "start", "cold", "observed", (json_int_t)t->observed);
  add_faults(scope, t);
  return scope;
}

/* The scope, but for what the name of the algorithm says already: a parameter that an algorithm gets later, and that
 * has its default, makes no other task of it. */
static json_t *identity_of(const struct task *task)
{
  json_t *scope = task_scope(task);
  json_object_del(scope, "parameters");
  return scope;
}

uint64_t task_seed(const struct task *task, json_int_t config_seed)
{
  json_t *scope = identity_of(task);
  json_object_del(scope, "seed");
  json_t *all = json_pack("{s:I, s:o}", "seed", config_seed, "scope", scope);
  char hex[FINGERPRINT_SIZE];
  config_hash(all, hex);
  json_decref(all);
  hex[16] = '\0';
  return strtoull(hex, NULL, 16) >> 11;
}

/* The contents of the files of its algorithm and adversary, by hash. Mostly there are none; only a simulation has the
 * key then. */
static json_t *contents_of(const struct task *task)
{
  json_t *out = json_object();
  inputs_tell(task->algorithm_inputs, out);
  if (task->adversary_inputs != NULL) inputs_tell(task->adversary_inputs, out);
  if (task->drive == DRIVE_SIMULATE || json_object_size(out) > 0) return out;
  json_decref(out);
  return NULL;
}

void task_name(struct task *task)
{
  json_t *all = json_pack("{s:i, s:s, s:o, s:o*}", "format", RECORD_FORMAT, "version", RMR_VERSION, "scope",
                          identity_of(task), "files", contents_of(task));
  config_hash(all, task->id);
  json_decref(all);
}

char *task_text(const struct task *t, char *out, size_t size)
{
  char passages[32] = "passages without end";
  if (t->drive == DRIVE_COUNT) {
    snprintf(out, size, "%s, N = %u, by counting", t->choice->text, t->n);
    return out;
  }
  if (t->drive == DRIVE_PROVE) {
    char n[24] = "every N";
    if (t->n != 0) snprintf(n, sizeof n, "N = %u", t->n);
    snprintf(out, size, "%s, %s, %s, a proof", t->choice->text, n, t->memory_name);
    return out;
  }
  if (t->passages != 0) snprintf(passages, sizeof passages, "%u passage%s", t->passages, plural(t->passages));
  if (t->drive == DRIVE_EXPLORE || t->drive == DRIVE_SEARCH) {
    snprintf(out, size, "%s, N = %u, %s, %s, sessions %s, %s", t->choice->text, t->n, t->memory_name,
             t->drive == DRIVE_SEARCH ? "a search" : "all schedules", t->sessions, passages);
  } else {
    snprintf(out, size, "%s, N = %u, %s, %s, sessions %s, %s, repetition %u, seed %" PRIu64, t->choice->text, t->n,
             t->memory_name, t->adversary, t->sessions, passages, t->repetition, t->seed);
  }
  if (t->faults_text != NULL) text_add(out, size, ", faults %s", t->faults_text);
  if (t->time_text != NULL) text_add(out, size, ", time %s", t->time_text);
  if (t->order_text != NULL) text_add(out, size, ", order %s", t->order_text);
  return out;
}

static bool has_files(const struct inputs *inputs)
{
  return inputs != NULL && inputs->n > 0;
}

bool task_is_foreign(const struct task *task)
{
  return has_files(task->algorithm_inputs) || has_files(task->adversary_inputs);
}

char *task_plug_ins(const struct task *task, char *out, size_t size)
{
  const bool algorithm = has_files(task->algorithm_inputs), adversary = has_files(task->adversary_inputs);
  snprintf(out, size, "%s%s%s", algorithm || !adversary ? task->choice->text : "", algorithm && adversary ? " or " : "",
           adversary ? task->adversary : "");
  return out;
}

struct system_spec task_setup(const struct task *task, struct sessions *sessions)
{
  struct error ignored = {0}; /* the text was checked when the config was read */
  sessions_parse(task->sessions, sessions, &ignored);
  struct system_spec setup = {.n = task->n,
                              .memory = task->memory,
                              .passages = task->passages,
                              .sessions = sessions,
                              .seed = task->seed,
                              .faults = task->faults,
                              .time = task->time,
                              .order = task->order};
  algorithm_ask(task->choice, &setup);
  return setup;
}

struct run_spec task_spec(const struct task *task, const struct config *config, struct sessions *sessions)
{
  return (struct run_spec){.setup = task_setup(task, sessions),
                           .adversary = task->adversary,
                           .directory = config->directory,
                           .max_steps = task->max_steps,
                           .observed = task->observed};
}

bool task_combine_faults(struct task *task, struct error *e)
{
  struct fault_words words = {0};
  struct error ignored = {0};
  if (task->faults_text != NULL) faults_split(task->faults_text, &words, &ignored);
  return faults_in_time(&task->faults, time_passes(&task->time), words.leases[0] != '\0' ? words.leases : NULL, e);
}
