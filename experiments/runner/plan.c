/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "experiments/runner/task_checks.h"
#include "results/config_axes.h"

enum { MOST_TASKS = 1000000 };

static bool listed(const json_t *list, const json_t *value)
{
  for (size_t k = 0; k < json_array_size(list); k++)
    if (json_equal(json_array_get(list, k), value)) return true;
  return false;
}

/* Do all its keys match? An exclusion without keys would match everything; it matches nothing. Texts and numbers alike
 * are JSON values. An exploration's adversary is null, which no exclusion matches, and so is every axis that does not
 * matter to counting or to a proof. */
static bool exclusion_matches(const json_t *exclusion, json_t *const point[N_AXES])
{
  bool all = json_object_size(exclusion) > 0;
  for (int a = 0; all && a < N_AXES; a++) {
    const json_t *list = json_object_get(exclusion, config_axes[a].key);
    all = list == NULL || listed(list, point[a]);
  }
  return all;
}

/* All exclusions are asked, to learn which of them match nothing. */
static bool excluded(struct plan *plan, json_t *const point[N_AXES])
{
  const json_t *exclusions = config_list(plan->config, "exclude");
  bool any = false;
  for (size_t k = 0; k < json_array_size(exclusions); k++) {
    const bool matches = exclusion_matches(json_array_get(exclusions, k), point);
    plan->leaves_out[k] |= matches;
    any |= matches;
  }
  return any;
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
static const struct inputs *inputs_of(const struct plan *plan, enum config_axis axis, const json_t *text)
{
  const json_t *list = config_list(plan->config, config_axes[axis].list);
  size_t k = 0;
  while (!json_equal(json_array_get(list, k), text)) k++;
  return axis == AXIS_ALGORITHM ? &plan->algorithm_inputs[k] : &plan->adversary_inputs[k];
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
  if (task.drive == DRIVE_PROVE) {
    task.budget = number_of(config, "budget");
    return task;
  }
  const char *faults = json_string_value(point[AXIS_FAULTS]);
  if (strcmp(faults, "none") != 0) task.faults_text = faults; /* see faults_fit */
  faults_of_text(faults, task.algorithm, &task.faults, &ignored);
  const char *time = json_string_value(point[AXIS_TIME]);
  if (strcmp(time, "none") != 0) task.time_text = time;
  time_parse(time, &task.time, &ignored);
  const char *order = json_string_value(point[AXIS_ORDER]);
  if (strcmp(order, order_names[ORDER_SC]) != 0) task.order_text = order;
  order_parse(order, task.algorithm, &task.order, &ignored);
  task_combine_faults(&task, &ignored);
  task.observed = process_of(config_text(config, task.drive == DRIVE_SIMULATE ? "observed" : "observe"), task.n);
  if (task.drive == DRIVE_EXPLORE) {
    task.budget = number_of(config, "budget");
  } else if (task.drive == DRIVE_SEARCH) {
    task.budget = number_of(config, "budget");
    task.effort = number_of(config, "effort");
    const char *methods = json_string_value(point[AXIS_METHODS]);
    if (strcmp(methods, "all") != 0) task.methods = methods;
  } else {
    task.adversary_inputs = inputs_of(plan, AXIS_ADVERSARY, point[AXIS_ADVERSARY]);
    task.max_steps = number_of(config, "max_steps");
  }
  return task;
}

static void add_task(struct plan *plan, struct task task)
{
  task.index = plan->n;
  task_name(&task);
  plan->task = mem_another(plan->task, plan->n, sizeof *plan->task);
  plan->task[plan->n++] = task;
}

/* The repetitions of a simulation, each with a seed of its own; anything else is done once. */
static void add_tasks(struct plan *plan, json_t *const point[N_AXES])
{
  if (excluded(plan, point)) return;
  struct task task = make_task(plan, point);
  if (task.drive == DRIVE_SEARCH) task.seed = task_seed(&task, (json_int_t)number_of(plan->config, "seed"));
  if (task.drive != DRIVE_SIMULATE) {
    add_task(plan, task);
    return;
  }
  const uint64_t repetitions = number_of(plan->config, "repetitions");
  for (task.repetition = 1; task.repetition <= repetitions; task.repetition++) {
    task.seed = task_seed(&task, (json_int_t)number_of(plan->config, "seed"));
    add_task(plan, task);
  }
}

static bool matters(enum config_axis axis, unsigned drive)
{
  if (drive == DRIVE_COUNT) return axis == AXIS_ALGORITHM || axis == AXIS_N;
  if (drive == DRIVE_PROVE) return axis == AXIS_ALGORITHM || axis == AXIS_MEMORY || axis == AXIS_N;
  if (axis == AXIS_METHODS) return drive == DRIVE_SEARCH;
  return axis != AXIS_ADVERSARY || drive == DRIVE_SIMULATE;
}

/* The list without "any". A new reference. */
static json_t *numbers_in(const json_t *list)
{
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(list); k++)
    if (json_integer_value(json_array_get(list, k)) != 0) json_array_append(out, json_array_get(list, k));
  return out;
}

/* The values of an axis for one drive. New references. Where the config has no "n", each algorithm has one of its own,
 * which stands for the null here. */
static json_t *values_of(const struct config *config, enum config_axis axis, json_t *drive)
{
  if (axis == AXIS_DRIVE) return json_pack("[O]", drive);
  if (!matters(axis, drives_of(drive))) return json_pack("[n]");
  if (axis == AXIS_N && config_list(config, "n") == NULL) return json_pack("[n]");
  if (axis == AXIS_N && drives_of(drive) != DRIVE_PROVE) return numbers_in(config_list(config, "n"));
  return json_incref(json_object_get(config->json, config_axes[axis].list));
}

static double size_of_product(const struct config *config, json_t *drive)
{
  double product = drives_of(drive) == DRIVE_SIMULATE ? (double)number_of(config, "repetitions") : 1;
  for (enum config_axis a = 0; a < N_AXES; a++) {
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

/* The N of the algorithm's graph, where the config has none; else NULL. A new reference. */
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
  for (int a = 0; a < N_AXES; a++) list[a] = values_of(plan->config, (enum config_axis)a, drive);
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

/* --- all of it ---------------------------------------------------------------------------------------------------- */

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

static bool make_tasks(struct plan *plan, struct error *e)
{
  const struct config *config = plan->config;
  json_t *drive;
  size_t k;
  plan->leaves_out = mem_new(json_array_size(config_list(config, "exclude")), sizeof *plan->leaves_out);
  json_array_foreach(config_list(config, "drive"), k, drive) multiply(plan, drive);
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "exclude");
  if (plan->n == 0)
    return source_fail(&config->source, &key, false, e, "\"exclude\" leaves no run; expected at least one");
  return plan_fits(plan, e);
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
  free(plan->leaves_out);
  *plan = (struct plan){0};
}

bool plan_exclusion_is_idle(const struct plan *plan, size_t k, struct error *e)
{
  if (plan->leaves_out[k]) return false;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "exclude"), at = PLACE_ITEM(&key, k);
  source_fail(&plan->config->source, &at, false, e, "this exclusion leaves out no run: none matches all its keys");
  return true;
}
