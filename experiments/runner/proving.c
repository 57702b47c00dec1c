/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/proving.h"

#include <string.h>

#include "experiments/runner/write_record.h"
#include "results/seal.h"

const char *const proving_names[N_PROVE_PROPERTIES] = {"P1", "P3", "P5", "bypass"};

bool proving_has_bound(enum prove_property id)
{
  return id == PROVE_P3 || id == PROVE_BYPASS;
}

/* --- verdicts ----------------------------------------------------------------------------------------------------- */

static const char *const verdict_words[] = {
  [PROVE_HOLDS] = "proved", [PROVE_NOT_PROVED] = "not proved", [PROVE_NOT_DECIDED] = "not decided"};

static json_t *part_json(uint64_t part)
{
  return part == REACH_NO_BOUND ? json_null() : json_integer((json_int_t)part);
}

json_t *proving_property_json(const struct machine *machine, const struct prove_answer *p, bool has_bound)
{
  json_t *o = json_pack("{s:s, s:I}", "verdict", verdict_words[p->verdict], "states", (json_int_t)p->states);
  if (p->by_views) json_object_set_new(o, "by", json_string("views of two"));
  if (has_bound && p->verdict == PROVE_HOLDS) json_object_set_new(o, "bound", part_json(p->bound));
  if (p->why[0] != '\0') json_object_set_new(o, "why", json_string(p->why));
  if (p->run == NULL) return o;
  json_t *run = json_array();
  for (size_t k = 0; k < p->n_run; k++)
    json_array_append_new(run, json_pack("{s:s, s:s}", "process", p->run[k].member == 0 ? "a" : "b", "line",
                                         rmr_line_of(&machine->algorithm, p->run[k].line)->label));
  json_object_set_new(o, "run", run);
  return o;
}

json_t *proving_cost_json(const struct prove_cost *c)
{
  json_t *o =
    json_pack("{s:s, s:I, s:o, s:o, s:o}", "verdict", verdict_words[c->verdict], "states", (json_int_t)c->states, "own",
              part_json(c->own), "below", part_json(c->below), "above", part_json(c->above));
  if (c->verdict == PROVE_HOLDS) {
    const struct prove_line line = prove_line(c);
    json_object_set_new(o, "two", part_json(c->two));
    json_object_set_new(o, "bound", json_pack("{s:I, s:I}", "each", line.each, "more", line.more));
  }
  if (c->why[0] != '\0') json_object_set_new(o, "why", json_string(c->why));
  return o;
}

/* --- what is asked ------------------------------------------------------------------------------------------------ */

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
      spec->check[id] |= strcmp(json_string_value(json_array_get(check, k)), proving_names[id]) == 0;
  spec->check[PROVE_P5] &= algorithm_has_doorway(task->algorithm);
  spec->check[PROVE_P3] |= asks_for(config, METRIC_BOUND_EXIT);
  spec->check[PROVE_BYPASS] |= asks_for(config, METRIC_BOUND_BYPASS);
  spec->cost = asks_for(config, METRIC_BOUND_OWN) || asks_for(config, METRIC_BOUND_EACH);
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
  out->cost = (struct prove_cost){
    .verdict = PROVE_NOT_DECIDED, .own = REACH_NO_BOUND, .below = REACH_NO_BOUND, .above = REACH_NO_BOUND};
  snprintf(out->cost.why, sizeof out->cost.why, "%.159s", why->text);
}

/* --- the record --------------------------------------------------------------------------------------------------- */

/* NULL: it is not proved, or no proof gives it. */
static json_t *value_of(const struct metric *metric, const struct proved *proved)
{
  const struct prove_cost *c = &proved->cost;
  const struct prove_answer *exit = &proved->property[PROVE_P3], *bypass = &proved->property[PROVE_BYPASS];
  const bool bounded = c->verdict == PROVE_HOLDS;
  const struct prove_line line = bounded ? prove_line(c) : (struct prove_line){0, 0};
  switch (metric->name.id) {
  case METRIC_BOUND_OWN: return bounded ? json_integer(line.each + line.more) : NULL;
  case METRIC_BOUND_EACH: return bounded ? json_integer(line.each) : NULL;
  case METRIC_BOUND_EXIT: return exit->verdict == PROVE_HOLDS ? part_json(exit->bound) : NULL;
  case METRIC_BOUND_BYPASS: return bypass->verdict == PROVE_HOLDS ? part_json(bypass->bound) : NULL;
  default: return NULL;
  }
}

static json_t *make_record(const struct task *task, const struct config *config, const struct machine *machine,
                           const struct proved *proved)
{
  json_t *record = record_head(task), *numbers = json_object(), *verdicts = json_object();
  for (size_t k = 0; k < config->n_metrics; k++) {
    json_t *value = value_of(&config->metrics[k], proved);
    if (value != NULL) json_object_set_new(numbers, config->metrics[k].name.text, value);
  }
  for (int id = 0; id < N_PROVE_PROPERTIES; id++)
    if (proved->property[id].verdict != PROVE_NOT_ASKED)
      json_object_set_new(verdicts, proving_names[id],
                          proving_property_json(machine, &proved->property[id], proving_has_bound(id)));
  if (proved->cost.verdict != PROVE_NOT_ASKED) json_object_set_new(verdicts, "rmr", proving_cost_json(&proved->cost));
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
      .machine = machine, .parameters = choice->parameters, .n = task->n, .memory = task->memory, .limits = *limits};
    struct proved proved;
    struct error why = {0};
    spec.limits.memory = task->budget;
    ask(task, config, &spec);
    const bool followed = prove(&spec, &proved, &why);
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
