/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
#include "base/child.h"
#include "base/mem.h"
#include "explore/search/depth.h"
#include "results/seal.h"
#include "version.h"

enum { MOST_TASKS = 1000000, MOST_EXPLORED_PASSAGES = 10000 };

/* --- scope, id, seed ---------------------------------------------------------------------------------------------- */

/* As given, which is what a record is found by. Where nothing may go wrong, nothing is said of it. */
static void add_faults(json_t *scope, const struct task *t)
{
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
  add_faults(scope, t);
  return scope;
}

json_t *task_scope(const struct task *t)
{
  if (t->drive == DRIVE_COUNT)
    return json_pack("{s:s, s:s, s:o*, s:I, s:n, s:n, s:n, s:n}", "drive", "count", "algorithm", t->choice->text,
                     "parameters", answers_parameters(t->algorithm, t->choice->parameters), "n", (json_int_t)t->n,
                     "memory", "adversary", "sessions", "passages");
  if (t->drive == DRIVE_EXPLORE) {
    struct system_spec setup = {
      .n = t->n, .memory = t->memory, .passages = t->passages, .faults = t->faults, .time = t->time};
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

/* 53 bits, so that every reader of JSON keeps all of them. */
static uint64_t derived_seed(const struct task *task, json_int_t config_seed)
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

static void name_task(struct task *task)
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
  if (t->passages != 0) snprintf(passages, sizeof passages, "%u passage%s", t->passages, t->passages == 1 ? "" : "s");
  if (t->drive == DRIVE_EXPLORE || t->drive == DRIVE_SEARCH) {
    snprintf(out, size, "%s, N = %u, %s, %s, sessions %s, %s", t->choice->text, t->n, t->memory_name,
             t->drive == DRIVE_SEARCH ? "a search" : "all schedules", t->sessions, passages);
  } else {
    snprintf(out, size, "%s, N = %u, %s, %s, sessions %s, %s, repetition %u, seed %" PRIu64, t->choice->text, t->n,
             t->memory_name, t->adversary, t->sessions, passages, t->repetition, t->seed);
  }
  size_t used = strlen(out);
  if (t->faults_text != NULL && used < size)
    used += (size_t)snprintf(out + used, size - used, ", faults %s", t->faults_text);
  if (t->time_text != NULL && used < size) snprintf(out + used, size - used, ", time %s", t->time_text);
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
                              .time = task->time};
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

/* --- the product -------------------------------------------------------------------------------------------------- */

/* The axes, slowest first, and the key under which `exclude` speaks of each. Texts and numbers alike are JSON
 * values. An exploration's adversary is null, which no exclusion matches, and so is all that does not matter to
 * counting. */
enum axis {
  AXIS_DRIVE,
  AXIS_ALGORITHM,
  AXIS_ADVERSARY,
  AXIS_MEMORY,
  AXIS_SESSIONS,
  AXIS_PASSAGES,
  AXIS_FAULTS,
  AXIS_TIME,
  AXIS_N,
  N_AXES
};

static const struct {
  const char *list, *key;
} axes[N_AXES] = {
  [AXIS_DRIVE] = {"drive", "drive"},
  [AXIS_ALGORITHM] = {"algorithms", "algorithm"},
  [AXIS_ADVERSARY] = {"adversaries", "adversary"},
  [AXIS_MEMORY] = {"memories", "memory"},
  [AXIS_SESSIONS] = {"sessions", "sessions"},
  [AXIS_PASSAGES] = {"passages", "passages"},
  [AXIS_FAULTS] = {"faults", "faults"},
  [AXIS_TIME] = {"time", "time"},
  [AXIS_N] = {"n", "n"},
};

static bool listed(const json_t *list, const json_t *value)
{
  for (size_t k = 0; k < json_array_size(list); k++)
    if (json_equal(json_array_get(list, k), value)) return true;
  return false;
}

/* Do all keys of one of the exclusions match? An exclusion without keys would match everything; it matches nothing. */
static bool excluded(const json_t *exclusions, json_t *const point[N_AXES])
{
  for (size_t k = 0; k < json_array_size(exclusions); k++) {
    const json_t *one = json_array_get(exclusions, k);
    bool all = json_object_size(one) > 0;
    for (int a = 0; all && a < N_AXES; a++) {
      const json_t *list = json_object_get(one, axes[a].key);
      all = list == NULL || listed(list, point[a]);
    }
    if (all) return true;
  }
  return false;
}

/* P_N or P_3; 0 for all. */
static uint32_t process_of(const char *text, uint32_t n)
{
  if (strcmp(text, "all") == 0) return 0;
  return strcmp(text, "P_N") == 0 ? n : (uint32_t)strtoul(text + 2, NULL, 10);
}

static uint64_t number_of(const struct config *config, const char *key)
{
  return (uint64_t)json_integer_value(json_object_get(config->json, key));
}

/* The files that stand for one text of a list. */
static const struct inputs *inputs_of(const struct plan *plan, enum axis axis, const json_t *text)
{
  const json_t *list = config_list(plan->config, axes[axis].list);
  size_t k = 0;
  while (!json_equal(json_array_get(list, k), text)) k++;
  return axis == AXIS_ALGORITHM ? &plan->algorithm_inputs[k] : &plan->adversary_inputs[k];
}

/* Leases run out by the clock, where there is one. */
static bool time_and_faults(struct task *task, struct error *e)
{
  struct fault_words words = {0};
  struct error ignored = {0};
  if (task->faults_text != NULL) faults_split(task->faults_text, &words, &ignored);
  return faults_in_time(&task->faults, time_passes(&task->time), words.leases[0] != '\0' ? words.leases : NULL, e);
}

static struct task make_task(const struct plan *plan, json_t *const point[N_AXES])
{
  struct error ignored = {0}; /* all of these were checked when the config was read */
  const struct config *config = plan->config;
  const struct algorithm_choice *choice = config_algorithm(config, json_string_value(point[AXIS_ALGORITHM]));
  struct task task = {.choice = choice,
                      .algorithm = choice->algorithm,
                      .adversary = json_string_value(point[AXIS_ADVERSARY]),
                      .memory_name = json_string_value(point[AXIS_MEMORY]),
                      .sessions = json_string_value(point[AXIS_SESSIONS]),
                      .drive = drives_of(point[AXIS_DRIVE]),
                      .passages = (uint32_t)json_integer_value(point[AXIS_PASSAGES]),
                      .n = (uint32_t)json_integer_value(point[AXIS_N]),
                      .algorithm_inputs = inputs_of(plan, AXIS_ALGORITHM, point[AXIS_ALGORITHM])};
  if (task.drive == DRIVE_COUNT) return task;
  memory_parse(task.memory_name, &task.memory, &ignored);
  const char *faults = json_string_value(point[AXIS_FAULTS]);
  if (strcmp(faults, "none") != 0) task.faults_text = faults; /* see faults_fit */
  faults_of_text(faults, task.algorithm, &task.faults, &ignored);
  const char *time = json_string_value(point[AXIS_TIME]);
  if (strcmp(time, "none") != 0) task.time_text = time;
  time_parse(time, &task.time, &ignored);
  time_and_faults(&task, &ignored);
  task.observed = process_of(config_text(config, task.drive == DRIVE_SIMULATE ? "observed" : "observe"), task.n);
  if (task.drive == DRIVE_EXPLORE) {
    task.budget = number_of(config, "budget");
  } else if (task.drive == DRIVE_SEARCH) {
    task.budget = number_of(config, "budget");
    task.effort = number_of(config, "effort");
  } else {
    task.adversary_inputs = inputs_of(plan, AXIS_ADVERSARY, point[AXIS_ADVERSARY]);
    task.max_steps = number_of(config, "max_steps");
  }
  return task;
}

static void add_task(struct plan *plan, struct task task)
{
  task.index = plan->n;
  name_task(&task);
  plan->task = mem_grow(plan->task, plan->n + 1, sizeof *plan->task);
  plan->task[plan->n++] = task;
}

/* The repetitions of a simulation, each with a seed of its own; anything else is done once. */
static void add_tasks(struct plan *plan, json_t *const point[N_AXES])
{
  if (excluded(config_list(plan->config, "exclude"), point)) return;
  struct task task = make_task(plan, point);
  if (task.drive == DRIVE_SEARCH) task.seed = derived_seed(&task, (json_int_t)number_of(plan->config, "seed"));
  if (task.drive != DRIVE_SIMULATE) {
    add_task(plan, task);
    return;
  }
  const uint64_t repetitions = number_of(plan->config, "repetitions");
  for (task.repetition = 1; task.repetition <= repetitions; task.repetition++) {
    task.seed = derived_seed(&task, (json_int_t)number_of(plan->config, "seed"));
    add_task(plan, task);
  }
}

static bool matters(enum axis axis, unsigned drive)
{
  if (drive == DRIVE_COUNT) return axis == AXIS_ALGORITHM || axis == AXIS_N;
  return axis != AXIS_ADVERSARY || drive == DRIVE_SIMULATE;
}

/* The values of an axis for one drive. New references. Where the config has no "n", each algorithm has one of its own,
 * which stands for the null here. */
static json_t *values_of(const struct config *config, enum axis axis, json_t *drive)
{
  if (axis == AXIS_DRIVE) return json_pack("[O]", drive);
  if (!matters(axis, drives_of(drive))) return json_pack("[n]");
  if (axis == AXIS_N && config_list(config, "n") == NULL) return json_pack("[n]");
  return json_incref(json_object_get(config->json, axes[axis].list));
}

static double size_of_product(const struct config *config, json_t *drive)
{
  double product = drives_of(drive) == DRIVE_SIMULATE ? (double)number_of(config, "repetitions") : 1;
  for (enum axis a = 0; a < N_AXES; a++) {
    json_t *values = values_of(config, a, drive);
    product *= (double)json_array_size(values);
    json_decref(values);
  }
  return product;
}

static bool count_is_sane(const struct config *config, struct error *e)
{
  const json_t *drives = config_list(config, "drive");
  double all = 0;
  for (size_t k = 0; k < json_array_size(drives); k++) all += size_of_product(config, json_array_get(drives, k));
  const struct place root = PLACE_ROOT;
  if (all <= (double)MOST_TASKS) return true;
  return source_fail(&config->source, &root, false, e, "the config asks for %.0f runs; expected at most %d", all,
                     MOST_TASKS);
}

/* What the graph of the algorithm says, where the config says nothing; else NULL. A new reference. */
static json_t *own_n(const struct config *config, json_t *const point[N_AXES])
{
  if (!json_is_null(point[AXIS_N])) return NULL;
  const struct algorithm_choice *choice = config_algorithm(config, json_string_value(point[AXIS_ALGORITHM]));
  return json_integer(config_processes(config, choice));
}

/* Counts through the product of one drive like an odometer. */
static void multiply(struct plan *plan, json_t *drive)
{
  json_t *list[N_AXES];
  size_t at[N_AXES] = {0};
  for (int a = 0; a < N_AXES; a++) list[a] = values_of(plan->config, (enum axis)a, drive);
  for (bool more = true; more;) {
    json_t *point[N_AXES];
    for (int a = 0; a < N_AXES; a++) point[a] = json_array_get(list[a], at[a]);
    json_t *own = own_n(plan->config, point);
    if (own != NULL) point[AXIS_N] = own;
    add_tasks(plan, point);
    json_decref(own);
    int a = N_AXES - 1;
    while (a >= 0 && ++at[a] == json_array_size(list[a])) at[a--] = 0;
    more = a >= 0;
  }
  for (int a = 0; a < N_AXES; a++) json_decref(list[a]);
}

/* --- what only a run can find out --------------------------------------------------------------------------------- */

static struct place place_of(const json_t *list, const char *text, const struct place *key)
{
  size_t k = 0;
  while (k + 1 < json_array_size(list) && strcmp(json_string_value(json_array_get(list, k)), text) != 0) k++;
  return PLACE_ITEM(key, k);
}

/* A list of sessions fits one N only. */
static bool sessions_fit(const struct config *config, const struct task *task, struct error *e)
{
  struct sessions sessions;
  struct error ignored = {0};
  if (task->drive == DRIVE_COUNT) return true;
  sessions_parse(task->sessions, &sessions, &ignored);
  if (sessions.rule != SESSIONS_LIST || sessions.n_list == task->n) return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "sessions");
  const struct place at = place_of(config_list(config, "sessions"), task->sessions, &key);
  return source_fail(
    &config->source, &at, false, e,
    "\"%.40s\" has sessions for %u processes, but N = %u is asked for; expected a list for that N, or an "
    "\"exclude\" such as {\"sessions\": \"%.40s\", \"n\": %u}",
    task->sessions, sessions.n_list, task->n, task->sessions, task->n);
}

/* A graph with a size fits one N only; and there must be such a graph, with such orders. */
static bool graph_fits(const struct config *config, const struct task *task, struct error *e)
{
  const struct algorithm_choice *choice = task->choice;
  const uint32_t own = config_processes(config, choice);
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "n"), list = PLACE_KEY(&root, "algorithms");
  if (!neighbours_has(choice->algorithm)) return true;
  if (own != 0 && own != task->n)
    return source_fail(&config->source, &key, false, e,
                       "the graph of \"%s\" has %u philosophers, but N = %u is asked for; expected no \"n\", or an "
                       "\"exclude\" such as {\"algorithm\": \"%s\", \"n\": %u}",
                       choice->text, own, task->n, choice->text, task->n);
  struct error inner = {0};
  if (algorithm_fits(choice, task->n, &inner)) return true;
  const struct place at = place_of(config_list(config, "algorithms"), choice->text, &list);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* Leases are registers of the algorithm. */
static bool faults_fit(const struct config *config, const struct task *task, struct error *e)
{
  struct error inner = {0};
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "faults");
  struct task again = *task;
  if (task->faults_text == NULL || task->choice->fallen != NULL) return true;
  if (faults_of_text(task->faults_text, task->algorithm, &again.faults, &inner) && time_and_faults(&again, &inner))
    return true;
  const struct place at = place_of(config_list(config, "faults"), task->faults_text, &key);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* So many processes and passages fit into a state. */
static bool exploration_fits(const struct config *config, const struct task *task, struct error *e)
{
  if (task->drive != DRIVE_EXPLORE) return true;
  const bool few = task->n <= DEPTH_MOST_PROCESSES;
  if (few && task->passages <= MOST_EXPLORED_PASSAGES) return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, few ? "passages" : "n");
  return source_fail(
    &config->source, &key, false, e,
    "%s = %u is too much for an exploration; expected at most %d, or an \"exclude\" such as {\"drive\": "
    "\"explore\", \"%s\": %u}",
    few ? "passages" : "N", few ? task->passages : task->n, few ? MOST_EXPLORED_PASSAGES : DEPTH_MOST_PROCESSES,
    few ? "passages" : "n", few ? task->passages : task->n);
}

struct trial {
  const struct config *config;
  const struct task *task;
};

static bool try_run(void *self, struct heartbeat *heart, struct error *e)
{
  const struct trial *trial = self;
  struct sessions sessions;
  struct run_spec spec = task_spec(trial->task, trial->config, &sessions);
  struct run *run = run_create(&spec, e);
  (void)heart;
  run_free(run);
  return run != NULL;
}

/* A plug-in is tried in a child. Where that falls, nothing is said here: the tasks will, each for itself. */
static bool try_task(const struct config *config, const struct task *task, struct error *e)
{
  struct trial trial = {config, task};
  struct error inner = {0};
  if (task->choice->fallen != NULL) return true;
  if (task_is_foreign(task) ? child_try(try_run, &trial, "", &inner) != CHILD_REFUSED : try_run(&trial, NULL, &inner))
    return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "adversaries");
  const struct place at = place_of(config_list(config, "adversaries"), task->adversary, &key);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* The simulation with the smallest n of each pair of algorithm and adversary. Tasks of a pair stand together. */
static bool try_pairs(const struct plan *plan, struct error *e)
{
  for (size_t k = 0; k < plan->n;) {
    const struct task *first = &plan->task[k], *least = first;
    for (; k < plan->n && plan->task[k].drive == first->drive && plan->task[k].choice == first->choice &&
           plan->task[k].adversary == first->adversary;
         k++)
      if (plan->task[k].n < least->n) least = &plan->task[k];
    if (first->drive == DRIVE_SIMULATE && !try_task(plan->config, least, e)) return false;
  }
  return true;
}

/* Under the number of each text of the list the files that it names. */
static bool find_inputs(const struct config *config, const char *list,
                        bool (*find)(const struct config *, const char *, struct inputs *, struct error *),
                        struct inputs **out, struct error *e)
{
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, list);
  json_t *text;
  size_t k;
  *out = mem_new(json_array_size(config_list(config, list)), sizeof **out);
  json_array_foreach(config_list(config, list), k, text)
  {
    struct error inner = {0};
    const struct place at = PLACE_ITEM(&key, k);
    if (!find(config, json_string_value(text), &(*out)[k], &inner))
      return source_pass_on(&config->source, &at, false, &inner, e);
  }
  return true;
}

/* As that of the task before. */
static bool same_system(const struct plan *plan, size_t k)
{
  return k > 0 && plan->task[k].choice == plan->task[k - 1].choice && plan->task[k].n == plan->task[k - 1].n;
}

static bool make_tasks(struct plan *plan, struct error *e)
{
  const struct config *config = plan->config;
  json_t *drive;
  size_t k;
  json_array_foreach(config_list(config, "drive"), k, drive) multiply(plan, drive);
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "exclude");
  bool ok =
    plan->n > 0 || source_fail(&config->source, &key, false, e, "\"exclude\" leaves no run; expected at least one");
  for (k = 0; ok && k < plan->n; k++)
    ok = (same_system(plan, k) || graph_fits(config, &plan->task[k], e)) && sessions_fit(config, &plan->task[k], e) &&
         faults_fit(config, &plan->task[k], e) && exploration_fits(config, &plan->task[k], e);
  return ok && try_pairs(plan, e);
}

bool plan_create(const struct config *config, struct plan *out, struct error *e)
{
  *out = (struct plan){.config = config};
  const bool ok =
    count_is_sane(config, e) && find_inputs(config, "algorithms", inputs_of_algorithm, &out->algorithm_inputs, e) &&
    find_inputs(config, "adversaries", inputs_of_adversary, &out->adversary_inputs, e) && make_tasks(out, e);
  if (!ok) plan_free(out);
  return ok;
}

static void free_inputs(const struct plan *plan, const char *list, struct inputs *inputs)
{
  for (size_t k = 0; inputs != NULL && k < json_array_size(config_list(plan->config, list)); k++)
    inputs_free(&inputs[k]);
  free(inputs);
}

void plan_free(struct plan *plan)
{
  free_inputs(plan, "algorithms", plan->algorithm_inputs);
  free_inputs(plan, "adversaries", plan->adversary_inputs);
  free(plan->task);
  *plan = (struct plan){0};
}
