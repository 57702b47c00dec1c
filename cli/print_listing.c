/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_listing.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/answer_json.h"
#include "model/scope_text.h"

const char *listing_section(const struct rmr_line *row)
{
  static const char *const marks[] = {"", "recover", "doorway", "waiting", "cs", "exit"};
  return row->line != 0 ? marks[row->section] : "";
}

static size_t widest_text(const struct rmr_algorithm *a)
{
  size_t widest = 0;
  for (uint32_t k = 0; k < a->n_rows; k++)
    if (strlen(a->lines[k].text) > widest) widest = strlen(a->lines[k].text);
  return widest < 72 ? widest : 72;
}

static void print_counts(const struct ledger *ledger, uint16_t line, FILE *out)
{
  const uint64_t steps = ledger_steps(ledger, 0, line), rmr = ledger_rmr(ledger, 0, line);
  const uint64_t all = ledger_rmr(ledger, 0, 0);
  const double share = all != 0 ? (double)rmr / (double)all : 0;
  fprintf(out, "%12" PRIu64 " %12" PRIu64 "  %5.1f%% ", steps, rmr, 100 * share);
  for (int k = 0; k < (int)lround(20 * share); k++) fputc('#', out);
}

void print_listing(const struct rmr_algorithm *a, const struct ledger *ledger, FILE *out)
{
  const int width = (int)widest_text(a);
  fprintf(out, "%5s  %-7s", "line", "section");
  if (ledger != NULL) fprintf(out, "  %-*s%12s %12s  %6s", width, "", "executions", "RMRs", "share");
  fputc('\n', out);
  for (uint32_t k = 0; k < a->n_rows; k++) {
    const struct rmr_line *row = &a->lines[k];
    fprintf(out, "%5s  %-7s  ", row->label, listing_section(row));
    if (ledger != NULL && row->line != 0) {
      fprintf(out, "%-*s", width, row->text);
      print_counts(ledger, row->line, out);
    } else {
      fputs(row->text, out);
    }
    fputc('\n', out);
  }
}

enum exit_code run_exit_code(const struct run *run)
{
  if (run_monitor(run)->n_violations != 0) return EXIT_SAFETY;
  switch (run_ended(run)) {
  case RUN_COMPLETED:
  case RUN_STOPPED: return EXIT_OK;
  case RUN_DEADLOCK: return EXIT_DEADLOCK;
  case RUN_PENDING:
  case RUN_STEP_LIMIT:
  case RUN_STALLED:
  case RUN_INTERRUPTED: return EXIT_INCOMPLETE;
  case RUN_N_ENDS: break;
  }
  return EXIT_INTERNAL;
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static void print_scope(const struct run *run, const struct run_description *about, FILE *out)
{
  const struct system_spec *setup = &sim_system(run_sim(run))->spec;
  scope_print_title(setup, out);
  fputs(", ", out);
  scope_print(setup, sim_system(run_sim(run)), SCOPE_ALWAYS, out);
  fprintf(out, ", adversary %s, seed %" PRIu64 ", cold caches: a sample\n", about->adversary, setup->seed);
}

static void print_by_process(const struct ledger *ledger, FILE *out)
{
  enum { MOST = 16 };
  fputs("most RMRs of one passage: ", out);
  for (uint32_t p = 1; p <= ledger->n && p <= MOST; p++)
    fprintf(out, "%sP%u %" PRIu64, p > 1 ? ", " : "", p, ledger->max_passage[p]);
  if (ledger->n > MOST) fprintf(out, ", ... (--json has all %u)", ledger->n);
  fputc('\n', out);
}

static void print_measures(const struct run *run, FILE *out)
{
  const char *const *measures = run_adversary(run)->measures;
  for (uint32_t k = 0; measures != NULL && measures[k] != NULL; k++) {
    const double value = run_measure(run, k);
    if (isfinite(value)) fprintf(out, "%s: %.6g\n", measures[k], value);
  }
}

void print_run(const struct run *run, const struct run_description *about, FILE *out)
{
  const struct ledger *l = run_ledger(run);
  const struct monitor *monitor = run_monitor(run);
  print_scope(run, about, out);
  const struct rmr_view *view = sim_view(run_sim(run));
  fprintf(out, "%s after %" PRIu64 " steps, %" PRIu64 " passages", run_end_name(run_ended(run)), l->total_steps,
          l->passages);
  if (time_passes(&sim_system(run_sim(run))->spec.time)) fprintf(out, ", %" PRId64 " ticks", view->now);
  fputs("\n\n", out);
  fprintf(
    out,
    "RMRs: %" PRIu64 " in all (cold %" PRIu64 ", invalidated %" PRIu64 ", write %" PRIu64 ", remote %" PRIu64 ")\n",
    ledger_rmr(l, 0, 0), l->cause[RMR_COLD], l->cause[RMR_INVALIDATED], l->cause[RMR_WRITTEN], l->cause[RMR_REMOTE]);
  fprintf(out, "RMRs per passage: max %" PRIu64, ledger_max_passage(l, 0));
  if (l->passages != 0)
    fprintf(out, ", mean %.2f, median %.0f, 90%% at most %.0f", ledger_mean(l), ledger_quantile(l, 0.5),
            ledger_quantile(l, 0.9));
  fputc('\n', out);
  print_by_process(l, out);
  print_measures(run, out);
  if (run_gave_up(run))
    fprintf(out, "%s gave up at a limit of its own: a passage may cost more than this\n", about->adversary);
  for (uint32_t k = 0; k < monitor->n_violations; k++)
    fprintf(out, "VIOLATION at step %" PRIu64 ": %s\n", monitor->violation[k].step, monitor->violation[k].text);
  fputc('\n', out);
  print_listing(sim_system(run_sim(run))->algorithm, l, out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static json_t *whole(uint64_t value)
{
  return json_integer((json_int_t)value);
}

static json_t *rmr_json(const struct ledger *l)
{
  json_t *out = json_object(), *per_process = json_array();
  for (uint32_t p = 1; p <= l->n; p++) json_array_append_new(per_process, whole(l->max_passage[p]));
  json_object_set_new(out, "total", whole(ledger_rmr(l, 0, 0)));
  json_object_set_new(out, "max_passage", whole(ledger_max_passage(l, 0)));
  json_object_set_new(out, "mean_passage", l->passages != 0 ? json_real(ledger_mean(l)) : json_null());
  json_object_set_new(out, "per_process", per_process);
  for (int c = RMR_COLD; c < RMR_N_CAUSES; c++) json_object_set_new(out, rmr_cause_key((uint8_t)c), whole(l->cause[c]));
  return out;
}

static json_t *lines_json(const struct rmr_algorithm *a, const struct ledger *l)
{
  json_t *out = json_array();
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const uint16_t line = a->lines[row].line;
    if (line == 0) continue;
    json_t *by_process = json_array();
    for (uint32_t p = 1; p <= l->n; p++) json_array_append_new(by_process, whole(ledger_steps(l, p, line)));
    json_array_append_new(out, json_pack("{s:s, s:s, s:o, s:o, s:o}", "label", a->lines[row].label, "text",
                                         a->lines[row].text, "steps", whole(ledger_steps(l, 0, line)), "rmr",
                                         whole(ledger_rmr(l, 0, line)), "by_process", by_process));
  }
  return out;
}

static json_t *measures_json(const struct run *run)
{
  const char *const *measures = run_adversary(run)->measures;
  json_t *out = json_object();
  for (uint32_t k = 0; measures != NULL && measures[k] != NULL; k++) {
    json_t *value = json_real(run_measure(run, k)); /* NULL where it is not finite */
    json_object_set_new(out, measures[k], value != NULL ? value : json_null());
  }
  return out;
}

static json_t *passages_json(uint32_t passages)
{
  return passages != 0 ? json_integer(passages) : json_string("inf");
}

/* Where a schedule makes exceptions: passages of single processes, values of registers at first. */
static void add_exceptions(json_t *out, const struct sim *sim)
{
  const struct system_spec *setup = &sim_system(sim)->spec;
  if (setup->passages_of != NULL) {
    json_t *each = json_array();
    for (uint32_t p = 1; p <= setup->n; p++) json_array_append_new(each, passages_json(system_passages_of(setup, p)));
    json_object_set_new(out, "passages_per_process", each);
  }
  if (setup->n_initial != 0) {
    json_t *initially = json_object();
    char name[128];
    for (uint32_t k = 0; k < setup->n_initial; k++)
      json_object_set_new(initially, system_register_name(sim_system(sim), setup->initial[k].var, name, sizeof name),
                          json_integer(setup->initial[k].value));
    json_object_set_new(out, "initially", initially);
  }
}

json_t *run_json(const struct run *run, const struct run_description *about)
{
  const struct system_spec *setup = &sim_system(run_sim(run))->spec;
  const struct ledger *l = run_ledger(run);
  json_t *out = json_pack("{s:s, s:i, s:s, s:s}", "algorithm", system_spec_text(setup), "n", (int)setup->n, "memory",
                          memory_names[setup->memory], "adversary", about->adversary);
  json_object_set_new(out, "passages", passages_json(setup->passages));
  add_exceptions(out, run_sim(run));
  json_object_set_new(out, "sessions", json_string(about->sessions));
  json_t *faults = answers_faults(setup);
  json_object_set_new(out, "faults", faults != NULL ? faults : json_null());
  json_t *time = answers_time(setup);
  json_object_set_new(out, "time", time != NULL ? time : json_null());
  json_t *order = answers_order(setup);
  json_object_set_new(out, "order", order != NULL ? order : json_string("sc"));
  json_object_set_new(out, "seed", whole(setup->seed));
  json_object_set_new(out, "start", json_string("cold"));
  json_object_set_new(out, "kind", json_string("sample"));
  json_object_set_new(out, "completed", json_boolean(run_ended(run) == RUN_COMPLETED));
  json_object_set_new(out, "end", json_string(run_end_name(run_ended(run))));
  json_object_set_new(out, "gave_up", json_boolean(run_gave_up(run)));
  json_object_set_new(out, "steps", whole(l->total_steps));
  if (time_passes(&setup->time)) json_object_set_new(out, "ticks", whole((uint64_t)sim_view(run_sim(run))->now));
  json_object_set_new(out, "rmr", rmr_json(l));
  json_object_set_new(out, "lines", lines_json(setup->algorithm, l));
  json_object_set_new(out, "cs_entries", whole(l->cs_entries));
  json_object_set_new(out, "max_bypass", whole(ledger_max_bypass(l, 0)));
  const bool blocks = algorithm_has_holders(setup->algorithm);
  json_object_set_new(out, "max_meals", blocks ? whole(ledger_max_meals(l, 0)) : json_null());
  json_object_set_new(out, "measures", measures_json(run));
  json_object_set_new(out, "violations", answers_violations(run_monitor(run)));
  return out;
}
