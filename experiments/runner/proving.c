/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/proving.h"

#include <string.h>

#include "experiments/runner/write_record.h"
#include "prove/proved_json.h"
#include "results/seal.h"

/* --- the questions ------------------------------------------------------------------------------------------------ */

static bool asks_for(const struct config *config, enum metric_id id)
{
  for (size_t k = 0; k < config->n_metrics; k++)
    if (config->metrics[k].name.id == id) return true;
  return false;
}

static void ask(const struct task *task, const struct config *config, struct prove_spec *spec)
{
  const json_t *check = config_list(config, "check");
  for (size_t k = 0; k < json_array_size(check); k++)
    for (int id = 0; id < N_PROVE_PROPERTIES; id++)
      spec->check[id] |= strcmp(json_string_value(json_array_get(check, k)), prove_names[id]) == 0;
  spec->check[PROVE_P5] &= algorithm_has_doorway(task->algorithm);
  spec->check[PROVE_P3] |= asks_for(config, METRIC_BOUND_EXIT) || asks_for(config, METRIC_BOUND_EXIT_LEVEL);
  spec->check[PROVE_P4] |= asks_for(config, METRIC_BOUND_ENTRY_OWN) || asks_for(config, METRIC_BOUND_ENTRY_EACH) ||
                           asks_for(config, METRIC_BOUND_ENTRY_LEVEL) || asks_for(config, METRIC_BOUND_ENTRY_ONCE);
  spec->check[PROVE_BYPASS] |= asks_for(config, METRIC_BOUND_BYPASS);
  spec->any_form = asks_for(config, METRIC_BOUND_SQUARE) && asks_for(config, METRIC_BOUND_CUBE) &&
                   asks_for(config, METRIC_BOUND_LEVEL);
  spec->cost = asks_for(config, METRIC_BOUND_OWN) || asks_for(config, METRIC_BOUND_EACH) || spec->any_form;
}

/* Nothing of what was asked is decided, as the algorithm cannot be followed. */
static void give_up(const struct prove_spec *spec, const struct error *why, struct proved *out)
{
  for (int id = 0; id < N_PROVE_PROPERTIES; id++) {
    if (!spec->check[id]) continue;
    out->property[id].verdict = PROVE_NOT_DECIDED;
    snprintf(out->property[id].why, sizeof out->property[id].why, "%.159s", why->text);
  }
  if (!spec->cost) return;
  out->cost = (struct prove_cost){.verdict = PROVE_NOT_DECIDED,
                                  .own.most = REACH_NO_BOUND,
                                  .below.most = REACH_NO_BOUND,
                                  .above.most = REACH_NO_BOUND};
  snprintf(out->cost.why, sizeof out->cost.why, "%.159s", why->text);
}

/* --- the record --------------------------------------------------------------------------------------------------- */

/* The coefficient of a term in the bound on RMRs; NULL: it has no such term. */
static json_t *term_of(const struct prove_cost *c, enum metric_id id)
{
  if (c->verdict != PROVE_HOLDS) return NULL;
  const bool powers = c->form == PROVE_POWERS;
  const uint32_t power = id == METRIC_BOUND_OWN ? 0 : id == METRIC_BOUND_EACH ? 1 : id == METRIC_BOUND_SQUARE ? 2 : 3;
  if (id == METRIC_BOUND_LEVEL) return c->form == PROVE_PER_LEVEL ? json_integer((json_int_t)c->own.most) : NULL;
  if (powers) return json_integer((json_int_t)c->power[power].most);
  if (c->form != PROVE_LINE || power > 1) return NULL;
  const struct prove_line line = prove_line(c);
  return json_integer(power == 0 ? line.each + line.more : line.each);
}

/* A number of an answer, which is of a tree at every N or not. */
static json_t *number_of(const struct prove_answer *answer, bool per_level, uint64_t number)
{
  const bool known = answer->verdict == PROVE_HOLDS && answer->per_level == per_level;
  return known ? json_integer((json_int_t)number) : NULL;
}

/* NULL: it is not proved, or no proof gives it. */
static json_t *value_of(const struct metric *metric, const struct proved *proved)
{
  const struct prove_answer *exit = &proved->property[PROVE_P3], *bypass = &proved->property[PROVE_BYPASS];
  const struct prove_answer *entry = &proved->property[PROVE_P4];
  switch (metric->name.id) {
  case METRIC_BOUND_OWN:
  case METRIC_BOUND_EACH:
  case METRIC_BOUND_SQUARE:
  case METRIC_BOUND_CUBE:
  case METRIC_BOUND_LEVEL: return term_of(&proved->cost, metric->name.id);
  case METRIC_BOUND_EXIT: return number_of(exit, false, exit->bound);
  case METRIC_BOUND_EXIT_LEVEL: return number_of(exit, true, exit->bound);
  case METRIC_BOUND_ENTRY_OWN: return number_of(entry, false, entry->bound);
  case METRIC_BOUND_ENTRY_EACH: return number_of(entry, false, prove_each(entry));
  case METRIC_BOUND_ENTRY_LEVEL: return number_of(entry, true, entry->bound);
  case METRIC_BOUND_ENTRY_ONCE: return number_of(entry, true, entry->once);
  case METRIC_BOUND_BYPASS: return number_of(bypass, false, bypass->bound);
  default: return NULL;
  }
}

static json_t *make_record(const struct task *task, const struct config *config, const struct machine *machine,
                           const struct proved *proved)
{
  json_t *record = record_head(task), *numbers = json_object();
  json_t *verdicts = prove_properties_json(machine, proved);
  for (size_t k = 0; k < config->n_metrics; k++) {
    json_t *value = value_of(&config->metrics[k], proved);
    if (value != NULL) json_object_set_new(numbers, config->metrics[k].name.text, value);
  }
  if (proved->cost.verdict != PROVE_NOT_ASKED) json_object_set_new(verdicts, "rmr", prove_cost_json(machine, proved));
  json_object_update_new(record,
                         json_pack("{s:s, s:s, s:o, s:{}, s:o, s:[], s:[]}", "kind", "exact", "end", "completed",
                                   "metrics", numbers, "vectors", "verdicts", verdicts, "lines", "violations"));
  return record;
}

char *proving_line(const struct task *task, const struct config *config, const struct reach_limits *limits,
                   struct error *e)
{
  const struct algorithm_choice *choice = task->choice;
  struct machine *own = choice->machine == NULL ? machine_of(choice->algorithm, e) : NULL;
  const struct machine *machine = choice->machine != NULL ? choice->machine : own;
  char *line = NULL;
  if (machine != NULL) {
    struct prove_spec spec = {
      .machine = machine, .parameters = choice->parameters, .memory = task->memory, .limits = *limits};
    const struct prove_range range = {task->n, task->n};
    struct proved proved;
    struct error why = {0};
    spec.limits.memory = task->budget;
    ask(task, config, &spec);
    const bool followed = prove_range(&spec, range, &proved, &why);
    if (!proved.interrupted) {
      if (!followed) {
        proved_free(&proved);
        give_up(&spec, &why, &proved);
      }
      json_t *record = make_record(task, config, machine, &proved);
      line = seal_line(record);
      json_decref(record);
    }
    proved_free(&proved);
  }
  machine_free(own);
  return line;
}
