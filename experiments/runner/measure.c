/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/measure.h"

#include <math.h>
#include <string.h>

#include "model/names.h"
#include "results/json_number.h"

/* Of P_p alone; p = 0: of all. The line is that of the metric's argument. */
static json_t *of_process(enum metric_id id, const struct ledger *ledger, uint32_t p, uint16_t line)
{
  uint64_t value;
  switch (id) {
  case METRIC_RMR_MAX: value = ledger_max_passage(ledger, p); break;
  case METRIC_RMR_TOTAL:
  case METRIC_RMR_AT_LINE: value = ledger_rmr(ledger, p, line); break;
  case METRIC_LINE:
  case METRIC_STEPS: value = ledger_steps(ledger, p, line); break;
  case METRIC_STEPS_MAX: value = ledger_max_steps(ledger, p); break;
  case METRIC_BYPASS_MAX: value = ledger_max_bypass(ledger, p); break;
  case METRIC_FENCES_MAX: value = ledger_max_fences(ledger, p); break;
  case METRIC_SUPER_MAX: value = ledger_max_super(ledger, p); break;
  case METRIC_TICKS_MAX: value = ledger_max_ticks(ledger, p); break;
  case METRIC_MEALS_MAX: value = ledger_max_meals(ledger, p); break;
  case METRIC_BLOCKS: value = ledger_blocks(ledger, p); break;
  default: return NULL;
  }
  return json_integer((json_int_t)value);
}

static json_t *by_process(enum metric_id id, const struct ledger *ledger, uint16_t line)
{
  json_t *out = json_array();
  for (uint32_t p = 1; p <= ledger->n; p++) json_array_append_new(out, of_process(id, ledger, p, line));
  return out;
}

/* Waits of the observed process, summed over the registers that each P_j is home of. */
static json_t *by_owner(const struct ledger *ledger, const struct run *run)
{
  const struct system *system = sim_system(run_sim(run));
  json_t *out = json_array();
  for (uint32_t p = 1; p <= ledger->n; p++) json_array_append_new(out, json_integer(0));
  for (uint32_t var = 0; var < system->n_registers; var++) {
    if (system->home[var] == 0) continue;
    json_t *sum = json_array_get(out, system->home[var] - 1);
    json_integer_set(sum, json_integer_value(sum) + (json_int_t)ledger->blocked_on[var]);
  }
  return out;
}

static json_t *largest(const struct run *run, const char *name)
{
  struct error ignored = {0};
  rmr_word value;
  return sim_largest(run_sim(run), name, &value, &ignored) ? json_integer(value) : NULL;
}

/* Registers of the group that have cost something. */
static json_t *touched(const struct run *run, const char *name)
{
  const struct system *system = sim_system(run_sim(run));
  uint32_t n = 0;
  for (uint32_t var = 0; var < system->n_registers; var++)
    if (strcmp(system->algorithm->shared[system->group_of[var]].name, name) == 0)
      n += run_ledger(run)->by_register[var] > 0;
  return json_integer(n);
}

static json_t *of_adversary(const struct run *run, const char *name)
{
  const struct rmr_adversary *adversary = run_adversary(run);
  for (uint32_t k = 0; adversary->measures != NULL && adversary->measures[k] != NULL; k++)
    if (strcmp(adversary->measures[k], name) == 0) return json_number(run_measure(run, k));
  return NULL;
}

static json_t *of_whole_run(const struct metric_name *name, const struct run *run)
{
  const struct ledger *ledger = run_ledger(run);
  switch (name->id) {
  case METRIC_RMR_MEAN: return json_number(ledger_mean(ledger));
  case METRIC_RMR_PERCENTILE: return json_number(ledger_quantile(ledger, name->share));
  case METRIC_RMR_COLD: return json_integer((json_int_t)ledger->cause[RMR_COLD]);
  case METRIC_RMR_INVALIDATED: return json_integer((json_int_t)ledger->cause[RMR_INVALIDATED]);
  case METRIC_RMR_WRITE: return json_integer((json_int_t)ledger->cause[RMR_WRITTEN]);
  case METRIC_RMR_REMOTE: return json_integer((json_int_t)ledger->cause[RMR_REMOTE]);
  case METRIC_RESPONSE_MAX: return json_integer((json_int_t)ledger->time.response);
  case METRIC_GAP_MIN: return ledger->time.gap != LEDGER_NO_GAP ? json_integer((json_int_t)ledger->time.gap) : NULL;
  case METRIC_LARGEST: return largest(run, name->argument);
  case METRIC_TOUCHED: return touched(run, name->argument);
  case METRIC_CS_ENTRIES: return json_integer((json_int_t)ledger->cs_entries);
  case METRIC_PASSAGES: return json_integer((json_int_t)ledger->passages);
  case METRIC_SPACE: return json_integer((json_int_t)ledger->n_registers);
  case METRIC_MEASURE: return of_adversary(run, name->argument);
  default: return NULL;
  }
}

json_t *measure(const struct metric *metric, const struct run *run)
{
  const struct metric_name *name = &metric->name;
  const struct ledger *ledger = run_ledger(run);
  const struct system *system = sim_system(run_sim(run));
  if ((metric->kind->drives & DRIVE_SIMULATE) == 0) return NULL;
  if (name->id == METRIC_FENCES_MAX && system->spec.order.order == ORDER_SC) return NULL;
  if (name->id == METRIC_MEALS_MAX && !algorithm_has_holders(system->algorithm)) return NULL;
  if (metric_is_timed(metric) && !time_passes(&system->spec.time)) return NULL;
  if (metric_forms[name->id].reach == REACH_RUN) return of_whole_run(name, run);
  struct error ignored = {0};
  const bool at_line = metric_forms[name->id].argument == ARG_LABEL;
  const uint16_t line = at_line ? algorithm_label(system->algorithm, name->argument, &ignored) : 0;
  const uint32_t process = name->process == METRIC_LAST ? ledger->n : name->process;
  if ((at_line && line == 0) || process > ledger->n) return NULL;
  switch (name->split) {
  case METRIC_BY_PROCESS: return by_process(name->id, ledger, line);
  case METRIC_BY_OWNER: return process == ledger->observed ? by_owner(ledger, run) : NULL;
  case METRIC_NUMBER: break;
  }
  return of_process(name->id, ledger, process, line);
}
