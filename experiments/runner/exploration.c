/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/exploration.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "experiments/runner/counting.h"
#include "experiments/runner/write_record.h"
#include "explore/answer/words.h"
#include "explore/answer_json.h"
#include "explore/engines/grace_period.h"
#include "model/sessions.h"
#include "results/columns.h"
#include "results/seal.h"

/* One question and its answer. */
struct finding {
  enum cost_id cost; /* COST_NONE: properties only */
  struct cost_lines lines;
  char name[EXPLORATION_COST_SIZE];
  struct explored explored;
};

struct findings {
  size_t n;
  struct finding *finding;
  uint64_t states, transitions;
  bool complete;
};

/* --- the questions ------------------------------------------------------------------------------------------------ */

static const struct finding *find(const struct findings *all, enum cost_id cost, struct cost_lines lines)
{
  for (size_t k = 0; k < all->n; k++)
    if (all->finding[k].cost == cost && all->finding[k].lines.first == lines.first &&
        all->finding[k].lines.last == lines.last)
      return &all->finding[k];
  return NULL;
}

static struct finding *add_question(struct findings *all, enum cost_id cost, struct cost_lines lines)
{
  all->finding = mem_another(all->finding, all->n, sizeof *all->finding);
  all->finding[all->n] = (struct finding){.cost = cost, .lines = lines};
  return &all->finding[all->n++];
}

void exploration_cost_name(enum cost_id cost, const char *label, char out[EXPLORATION_COST_SIZE])
{
  snprintf(out, EXPLORATION_COST_SIZE, "%s%s", cost_table[cost].key, label);
}

static void collect_questions(const struct task *task, const struct config *config, struct findings *out)
{
  for (size_t k = 0; k < config->n_metrics; k++) {
    const struct metric *metric = &config->metrics[k];
    struct cost_lines lines;
    if (metric_cost(metric) == COST_NONE || !metric_lines(metric, task->algorithm, &lines)) continue;
    if (metric_cost(metric) == COST_TICKS && !time_passes(&task->time)) continue;
    if (metric_cost(metric) == COST_MEALS && !algorithm_has_holders(task->algorithm)) continue;
    if (find(out, metric_cost(metric), lines) != NULL) continue;
    exploration_cost_name(metric_cost(metric), metric->name.argument,
                          add_question(out, metric_cost(metric), lines)->name);
  }
  if (out->n == 0) add_question(out, COST_NONE, (struct cost_lines){0});
}

/* --- the answers -------------------------------------------------------------------------------------------------- */

static void want_properties(const struct config *config, struct explore_spec *spec)
{
  const json_t *check = config_list(config, "check");
  for (size_t k = 0; k < json_array_size(check); k++)
    spec->check[property_of(json_string_value(json_array_get(check, k)))] = true;
  for (size_t k = 0; k < config->n_metrics; k++)
    if (config->metrics[k].name.id == METRIC_GAP_MIN && time_passes(&spec->setup.time))
      spec->check[PROPERTY_RATE] = true;
}

static void count(struct findings *all, const struct explored *explored, bool properties)
{
  all->states += explored->states;
  all->transitions += explored->transitions;
  all->complete &= explored->complete;
  for (uint32_t k = 0; properties && k < explored->n_costs; k++) { /* else they are in the sums */
    all->states += explored->cost[k].states;
    all->transitions += explored->cost[k].transitions;
  }
}

/* The first question carries the properties with it. */
static bool answer_all(const struct task *task, const struct config *config, const struct explore_limits *limits,
                       struct findings *all, struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct explore_spec spec = {.setup = task_setup(task, sessions), .observed = task->observed, .limits = *limits};
  spec.limits.memory = task->budget;
  want_properties(config, &spec);
  bool ok = true;
  all->complete = true;
  for (size_t k = 0; ok && k < all->n; k++) {
    struct finding *finding = &all->finding[k];
    spec.cost = finding->cost;
    spec.lines = finding->lines;
    spec.answered = k > 0;
    const bool properties = explore_asks_properties(&spec);
    ok = explore(&spec, &finding->explored, e);
    if (ok && finding->explored.refused) /* how far it came says more of this machine than of the task */
      ok = fail(e, EXIT_INTERNAL, "the system has less memory than the budget of %zu bytes allows", spec.limits.memory);
    if (ok) count(all, &finding->explored, properties);
    memset(spec.check, 0, sizeof spec.check);
  }
  free(sessions);
  return ok;
}

static void findings_free(struct findings *all)
{
  for (size_t k = 0; k < all->n; k++) explored_free(&all->finding[k].explored);
  free(all->finding);
}

/* --- metrics ------------------------------------------------------------------------------------------------------ */

static bool is_exact(const struct explored_cost *cost)
{
  return cost->unbounded || (cost->complete && !cost->capped);
}

static json_t *cost_value(const struct explored_cost *cost)
{
  return cost->unbounded ? json_string("unbounded") : json_integer((json_int_t)cost->worst);
}

/* Entry j-1 belongs to P_j. */
static json_t *cost_vector(const struct explored *explored)
{
  json_t *out = json_array();
  for (uint32_t k = 0; k < explored->n_costs; k++) json_array_append_new(out, cost_value(&explored->cost[k]));
  return out;
}

static const struct explored_cost *cost_of(const struct explored *explored, uint32_t process)
{
  for (uint32_t k = 0; k < explored->n_costs; k++)
    if (explored->cost[k].process == process) return &explored->cost[k];
  return NULL;
}

/* A greatest value is known where one of them is unbounded, or where all are known. */
static bool all_exact(const struct explored *explored)
{
  const struct explored_cost *worst = explored_costliest(explored);
  bool exact = true;
  for (uint32_t k = 0; k < explored->n_costs; k++) exact &= is_exact(&explored->cost[k]);
  return exact || (worst != NULL && worst->unbounded);
}

/* The value of a metric that is a cost, or NULL where there is none. */
static json_t *value_of(const struct metric *metric, const struct task *task, const struct findings *all, bool *exact)
{
  struct cost_lines lines;
  if (!metric_lines(metric, task->algorithm, &lines)) return NULL;
  const struct finding *finding = find(all, metric_cost(metric), lines);
  if (finding == NULL) return NULL;
  const struct explored *explored = &finding->explored;
  const uint32_t process = metric->name.process == METRIC_LAST ? task->n : metric->name.process;
  const struct explored_cost *one =
    process == METRIC_ANYBODY ? explored_costliest(explored) : cost_of(explored, process);
  if (one == NULL) return NULL;
  *exact = process == METRIC_ANYBODY ? all_exact(explored) : is_exact(one);
  return metric->name.split == METRIC_BY_PROCESS ? cost_vector(explored) : cost_value(one);
}

/* Of "fails P2". A property that was not looked at to the end holds as far as is known. */
static json_t *failure_of(const struct metric *metric, const struct findings *all, bool *exact)
{
  const struct explored *explored = &all->finding[0].explored;
  const enum property_id id = property_of(metric->name.argument);
  const struct explored_property *p =
    id != PROPERTY_INVARIANTS ? &explored->property[id] : explored_invariants(explored);
  if (p == NULL || p->verdict == VERDICT_NOT_CHECKED) return NULL;
  *exact = p->verdict == VERDICT_FAILS || (p->verdict == VERDICT_HOLDS && !p->capped);
  return json_integer(p->verdict == VERDICT_FAILS);
}

/* Ticks. As long as not all was looked at there may be more of them. */
static json_t *response_of(const struct findings *all, bool *exact)
{
  const struct explored_property *p = &all->finding[0].explored.property[PROPERTY_RESPONSE];
  if (p->verdict == VERDICT_NOT_CHECKED) return NULL;
  *exact = p->verdict == VERDICT_FAILS || (p->verdict == VERDICT_HOLDS && !p->capped);
  return p->verdict == VERDICT_FAILS ? json_string("unbounded") : json_integer((json_int_t)p->bound);
}

/* Ticks as well; absent where no entry follows another. Entries that were not looked at may have fewer between them. */
static json_t *gap_of(const struct findings *all, bool *exact)
{
  const struct explored_property *p = &all->finding[0].explored.property[PROPERTY_RATE];
  if (p->verdict < VERDICT_HOLDS || p->bound == GAP_NONE) return NULL;
  *exact = p->bound == 0 || (p->verdict == VERDICT_HOLDS && !p->capped);
  return json_integer((json_int_t)p->bound);
}

/* A quantity that is no cost. The registers are counted, not searched for. */
static json_t *count_of(const struct metric *metric, const struct system_spec *setup, const struct findings *all,
                        bool *exact)
{
  if (metric->name.id == METRIC_FAILS) return failure_of(metric, all, exact);
  if (metric->name.id == METRIC_RESPONSE_MAX) return response_of(all, exact);
  if (metric->name.id == METRIC_GAP_MIN) return gap_of(all, exact);
  *exact = *exact || metric->name.id == METRIC_SPACE;
  if (metric->name.id == METRIC_SPACE)
    return json_integer((json_int_t)algorithm_space(setup->algorithm, system_size_of(setup)));
  return json_integer((json_int_t)(metric->name.id == METRIC_STATES ? all->states : all->transitions));
}

/* Returns the names of those that are lower bounds only. */
static json_t *add_metrics(json_t *record, const struct task *task, const struct system_spec *setup,
                           const struct config *config, const struct findings *all)
{
  json_t *lower = json_array();
  struct counting counting = counting_begin(task);
  for (size_t k = 0; k < config->n_metrics; k++) {
    const struct metric *metric = &config->metrics[k];
    if ((metric->kind->drives & DRIVE_EXPLORE) == 0) continue;
    const bool counted = metric_is_counted(metric);
    bool exact = all->complete || counted;
    json_t *value = counted                            ? counting_value(&counting, metric)
                    : metric_cost(metric) != COST_NONE ? value_of(metric, task, all, &exact)
                                                       : count_of(metric, setup, all, &exact);
    record_add_value(record, metric, value);
    if (value != NULL && !exact) json_array_append_new(lower, json_string(metric->name.text));
  }
  counting_end(&counting);
  return lower;
}

/* --- costs and verdicts ------------------------------------------------------------------------------------------- */

static json_t *cost_list(const struct findings *all)
{
  json_t *out = json_array();
  for (size_t k = 0; k < all->n; k++) {
    const struct finding *finding = &all->finding[k];
    for (uint32_t c = 0; c < finding->explored.n_costs; c++)
      json_array_append_new(out, answers_cost(finding->name, &finding->explored.cost[c]));
  }
  return out;
}

/* Of the properties that were checked. */
static json_t *verdict_list(const struct system_spec *setup, const struct explored *explored)
{
  json_t *out = json_object();
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    if (explored->property[k].verdict == VERDICT_NOT_CHECKED) continue;
    json_object_set_new(out, property_key(k), answers_verdict(setup, explored, k));
  }
  if (explored->n_invariants != 0) json_object_set_new(out, "invariants", answers_all_invariants(setup, explored));
  return out;
}

/* In the form in which a simulation tells of what its monitors saw. */
static json_t *violation_list(const struct system_spec *setup, const struct explored *explored)
{
  json_t *out = json_array();
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    const struct explored_property *p = &explored->property[k];
    const char *name = property_key(k);
    char detail[96];
    if (p->verdict != VERDICT_FAILS || p->rests) continue; /* longer runs might mend it: the verdict alone tells */
    explored_detail_text(k, p, detail, sizeof detail);
    json_t *text = json_sprintf("%s%s%s", name, *detail != '\0' ? ": " : " fails", detail);
    json_array_append_new(out, json_pack("{s:s, s:I, s:o}", "property", name, "step",
                                         (json_int_t)p->witness.schedule.n_steps, "text", text));
  }
  for (uint32_t k = 0; k < explored->n_invariants; k++) {
    const struct explored_property *p = &explored->invariant[k];
    const struct rmr_invariant *invariant = &setup->algorithm->invariants[k];
    if (p->verdict != VERDICT_FAILS) continue;
    json_t *text = json_sprintf("%s does not hold: %s", invariant->name, invariant->text);
    json_array_append_new(out, json_pack("{s:s, s:I, s:o}", "property", "invariants", "step",
                                         (json_int_t)p->witness.schedule.n_steps, "text", text));
  }
  return out;
}

/* --- the record --------------------------------------------------------------------------------------------------- */

static json_t *make_record(const struct task *task, const struct config *config, const struct findings *all)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  const struct system_spec setup = task_setup(task, sessions);
  const struct explored *first = &all->finding[0].explored;
  json_t *record = record_head(task);
  json_object_update_new(record,
                         json_pack("{s:s, s:s, s:I, s:I, s:{}, s:{}}", "kind", "exact", "end",
                                   all->complete ? "completed" : "out of memory", "states", (json_int_t)all->states,
                                   "transitions", (json_int_t)all->transitions, "metrics", "vectors"));
  json_t *lower = add_metrics(record, task, &setup, config, all);
  if (!all->complete || json_array_size(lower) > 0) json_object_set_new(record, "kind", json_string("lower bound"));
  json_object_set_new(record, "lower_bounds", lower);
  json_object_set_new(record, "costs", cost_list(all));
  json_object_set_new(record, "verdicts", verdict_list(&setup, first));
  if (first->n_invariants != 0) json_object_set_new(record, "invariants", answers_invariants(&setup, first));
  json_object_set_new(record, "registers", answers_registers(&setup, first));
  json_object_set_new(record, "lines", json_array());
  json_object_set_new(record, "violations", violation_list(&setup, first));
  free(sessions);
  return record;
}

char *exploration_line(const struct task *task, const struct config *config, const struct explore_limits *limits,
                       bool *interrupted, struct error *e)
{
  struct findings all = {0};
  char *line = NULL;
  collect_questions(task, config, &all);
  const bool ok = answer_all(task, config, limits, &all, e);
  *interrupted = limits_interrupted(limits) && !(ok && all.complete);
  if (ok) {
    json_t *record = make_record(task, config, &all);
    if (*interrupted) json_object_set_new(record, "end", json_string("interrupted"));
    line = seal_line(record);
    json_decref(record);
  }
  if (!ok && *interrupted) *e = (struct error){0}; /* nothing is wrong with the task */
  findings_free(&all);
  return line;
}
