/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/metric.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "explore/tables/space.h"

enum metric_argument { ARG_NONE, ARG_PERCENT, ARG_LABEL, ARG_REGISTER, ARG_MEASURE };

/* --- the table ---------------------------------------------------------------------------------------------------- */

static uint64_t of_max_passage(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  (void)line;
  return ledger_max_passage(ledger, p);
}

static uint64_t of_max_steps(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  (void)line;
  return ledger_max_steps(ledger, p);
}

static uint64_t of_max_bypass(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  (void)line;
  return ledger_max_bypass(ledger, p);
}

static uint64_t of_blocks(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  (void)line;
  return ledger_blocks(ledger, p);
}

static double whole_cs_entries(const struct ledger *ledger)
{
  return (double)ledger->cs_entries;
}

static double whole_space(const struct ledger *ledger)
{
  return (double)ledger->n_registers;
}

static double whole_passages(const struct ledger *ledger)
{
  return (double)ledger->passages;
}

/* A longer pattern stands before a shorter one that begins it. */
/* clang-format off */
const struct metric_kind metric_kinds[] = {
  {"rmr.max", DRIVE_BOTH, COST_RMR, ARG_NONE, 0, of_max_passage, NULL,
   "the most RMRs of one passage; in a simulation one that has not ended counts as far as it went", "rmr.max"},
  {"rmr.mean", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, NULL, ledger_mean, "mean RMRs of a completed passage", "rmr.mean"},
  {"rmr.p*", DRIVE_SIMULATE, COST_NONE, ARG_PERCENT, 0, NULL, NULL,
   "percentile of the RMRs of completed passages: `rmr.p90` is the least r such that 90 % of them cost at most r",
    "rmr.p90"},
  {"rmr.total", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, ledger_rmr, NULL, "RMRs of the whole run", "rmr.total"},
  {"rmr.cold", DRIVE_SIMULATE, COST_NONE, ARG_NONE, RMR_COLD, NULL, NULL, "RMRs of reads of a register never held before", "rmr.cold"},
  {"rmr.invalidated", DRIVE_SIMULATE, COST_NONE, ARG_NONE, RMR_INVALIDATED, NULL, NULL,
   "RMRs of reads whose copy a write had invalidated", "rmr.invalidated"},
  {"rmr.write", DRIVE_SIMULATE, COST_NONE, ARG_NONE, RMR_WRITTEN, NULL, NULL, "RMRs of writes and read-modify-writes", "rmr.write"},
  {"rmr.remote", DRIVE_SIMULATE, COST_NONE, ARG_NONE, RMR_REMOTE, NULL, NULL, "RMRs of accesses to another's memory (`dsm` only)", "rmr.remote"},
  {"rmr.max@*", DRIVE_EXPLORE, COST_RMR_AT_LINE, ARG_LABEL, 0, NULL, NULL,
   "the most RMRs that the executions of a line cost in one passage", "rmr.max@4"},
  {"line.max *", DRIVE_EXPLORE, COST_LINE, ARG_LABEL, 0, NULL, NULL,
   "the most executions of a line in one passage", "line.max 4"},
  {"rmr@*", DRIVE_SIMULATE, COST_NONE, ARG_LABEL, 0, ledger_rmr, NULL, "RMRs that the executions of a line cost", "rmr@4 of P_N"},
  {"line *", DRIVE_SIMULATE, COST_NONE, ARG_LABEL, 0, ledger_steps, NULL, "executions of a line, by its label in the paper", "line 4 of P_N"},
  {"steps.max", DRIVE_BOTH, COST_STEPS, ARG_NONE, 0, of_max_steps, NULL, "the most own steps of one passage", "steps.max"},
  {"steps", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, ledger_steps, NULL, "steps of the whole run", "steps"},
  {"bypass.max", DRIVE_BOTH, COST_BYPASS, ARG_NONE, 0, of_max_bypass, NULL,
   "the most CS entries of others while one process waited", "bypass.max"},
  {"blocks", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, of_blocks, NULL, "waits that found their condition false at least once", "blocks of P_N"},
  {"largest *", DRIVE_SIMULATE, COST_NONE, ARG_REGISTER, 0, NULL, NULL,
   "the largest value that a register of a group, or a field of it, has held", "largest Token.number"},
  {"cs_entries", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, NULL, whole_cs_entries, "entries into the critical section", "cs_entries"},
  {"passages", DRIVE_SIMULATE, COST_NONE, ARG_NONE, 0, NULL, whole_passages, "completed passages", "passages"},
  {"space", DRIVE_BOTH, COST_NONE, ARG_NONE, 0, NULL, whole_space,
   "shared registers of the algorithm at this N, whatever was run; a register of several fields is one", "space"},
  {"measure.*", DRIVE_SIMULATE, COST_NONE, ARG_MEASURE, 0, NULL, NULL,
   "what the adversary itself measures, such as simulated time (`rmr list adversaries` names them)", "measure.time"},
  {"states", DRIVE_EXPLORE, COST_NONE, ARG_NONE, 0, NULL, NULL, "states that were looked at, over all questions",
   "states"},
  {"transitions", DRIVE_EXPLORE, COST_NONE, ARG_NONE, 0, NULL, NULL, "steps that can be made in them", "transitions"},
  {NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

bool metric_is_of_process(const struct metric_kind *kind)
{
  return kind->of_process != NULL || kind->cost != COST_NONE;
}

/* --- the grammar -------------------------------------------------------------------------------------------------- */

/* Cuts `tail` off the end of the text, if it is there. */
static bool cut(char *text, const char *tail)
{
  const size_t length = strlen(text), cut_length = strlen(tail);
  if (length <= cut_length || strcmp(text + length - cut_length, tail) != 0) return false;
  text[length - cut_length] = '\0';
  return true;
}

/* " of P_N" or " of P_3" at the end of the text. */
static bool cut_process(char *text, uint32_t *process, struct error *e)
{
  char *of = strstr(text, " of ");
  if (of == NULL) return true;
  const char *who = of + 4;
  char *end = NULL;
  const unsigned long number =
    strncmp(who, "P_", 2) == 0 && isdigit((unsigned char)who[2]) ? strtoul(who + 2, &end, 10) : 0;
  if (strcmp(who, "P_N") == 0)
    *process = METRIC_LAST;
  else if (end != NULL && *end == '\0' && number >= 1 && number <= SYSTEM_MAX_N)
    *process = (uint32_t)number;
  else
    return fail(e, EXIT_USAGE, "\"%s\" is not a process; expected P_N, or P_1 to P_%d", who, SYSTEM_MAX_N);
  *of = '\0';
  return true;
}

/* Does the text match the pattern? Then *argument is what stands for its star. */
static bool matches(const char *pattern, const char *text, const char **argument)
{
  const size_t fixed = strcspn(pattern, "*");
  if (strncmp(pattern, text, fixed) != 0) return false;
  *argument = text + fixed;
  return (pattern[fixed] == '*') == (text[fixed] != '\0');
}

static const struct metric_kind *find_kind(const char *text, const char **argument)
{
  for (const struct metric_kind *kind = metric_kinds; kind->pattern != NULL; kind++)
    if (matches(kind->pattern, text, argument)) return kind;
  return NULL;
}

static bool unknown_metric(const char *text, struct error *e)
{
  const char *words[sizeof metric_kinds / sizeof *metric_kinds];
  size_t n = 0;
  for (const struct metric_kind *kind = metric_kinds; kind->pattern != NULL; kind++) words[n++] = kind->example;
  const char *near = suggest(text, words, n);
  if (near != NULL) return fail(e, EXIT_USAGE, "\"%s\" is not a metric; did you mean \"%s\"?", text, near);
  return fail(e, EXIT_USAGE,
              "\"%s\" is not a metric; expected one such as \"rmr.max\", \"line 4 of P_N\" or \"steps\" (all are in "
              "`rmr run --keys`)",
              text);
}

static bool parse_percent(struct metric *out, struct error *e)
{
  char *end;
  const unsigned long percent = strtoul(out->argument, &end, 10);
  if (!isdigit((unsigned char)out->argument[0]) || *end != '\0' || percent < 1 || percent > 99)
    return fail(e, EXIT_USAGE, "\"%s\" is not a percentile; expected rmr.p1 to rmr.p99", out->name);
  out->share = (double)percent / 100;
  return true;
}

/* "of P_N", "by process" and "by P_j" go with those metrics only that know whose they are. */
static bool check_split(const struct metric *m, struct error *e)
{
  if (m->split == METRIC_BY_OWNER && m->kind->of_process != of_blocks)
    return fail(e, EXIT_USAGE,
                "only \"blocks of P_N\" can be told \"by P_j\"; expected \"by process\", or that metric");
  if (m->split == METRIC_BY_OWNER && m->process == METRIC_ANYBODY)
    return fail(e, EXIT_USAGE, "\"%s\" does not say whose; expected \"blocks of P_N by P_j\"", m->name);
  if (m->split == METRIC_BY_PROCESS && m->process != METRIC_ANYBODY)
    return fail(e, EXIT_USAGE, "\"%s\" is of one process already; expected either \"of\" or \"by process\"", m->name);
  if ((m->split != METRIC_NUMBER || m->process != METRIC_ANYBODY) && !metric_is_of_process(m->kind))
    return fail(e, EXIT_USAGE, "\"%s\" is known for the whole run only; expected it without \"of\" and \"by\"",
                m->name);
  return true;
}

bool metric_parse(const char *text, struct metric *out, struct error *e)
{
  *out = (struct metric){.process = METRIC_ANYBODY};
  if (strlen(text) >= sizeof out->name)
    return fail(e, EXIT_USAGE, "a metric's name has at most %zu characters", sizeof out->name - 1);
  snprintf(out->name, sizeof out->name, "%s", text);
  char rest[sizeof out->name];
  snprintf(rest, sizeof rest, "%s", text);
  if (cut(rest, " by process"))
    out->split = METRIC_BY_PROCESS;
  else if (cut(rest, " by P_j"))
    out->split = METRIC_BY_OWNER;
  if (!cut_process(rest, &out->process, e)) return false;
  const char *argument = "";
  out->kind = find_kind(rest, &argument);
  if (out->kind == NULL) return unknown_metric(text, e);
  if (strlen(argument) >= sizeof out->argument) return fail(e, EXIT_USAGE, "\"%s\" is too long for a name", argument);
  snprintf(out->argument, sizeof out->argument, "%s", argument);
  if (out->kind->argument == ARG_PERCENT && !parse_percent(out, e)) return false;
  return check_split(out, e);
}

/* --- does it apply? ----------------------------------------------------------------------------------------------- */

enum { MAX_WORDS = 128 };

struct words {
  size_t n;
  const char *word[MAX_WORDS];
  char made[MAX_WORDS][64]; /* "Token.number" */
};

/* The names that sim_largest knows: each group, and each field of it. */
static void register_words(const struct rmr_algorithm *a, struct words *out)
{
  out->n = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) {
    const struct rmr_shared *group = &a->shared[g];
    if (out->n < MAX_WORDS) out->word[out->n++] = group->name;
    for (const struct rmr_field *f = group->fields; f != NULL && f->name != NULL && out->n < MAX_WORDS; f++) {
      snprintf(out->made[out->n], sizeof out->made[0], "%s.%s", group->name, f->name);
      out->word[out->n] = out->made[out->n];
      out->n++;
    }
  }
}

static bool no_such(const char *what, const char *wrong, const char *owner, const char *const *words, size_t n,
                    struct error *e)
{
  for (size_t k = 0; k < n; k++)
    if (strcmp(words[k], wrong) == 0) return true;
  const char *near = suggest(wrong, words, n);
  if (near != NULL) return fail(e, EXIT_USAGE, "%s has no %s \"%s\"; did you mean \"%s\"?", owner, what, wrong, near);
  char list[300] = "";
  for (size_t k = 0; k < n && strlen(list) + 70 < sizeof list; k++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k > 0 ? ", " : "", words[k]);
  return fail(e, EXIT_USAGE, "%s has no %s \"%s\"; it has %s", owner, what, wrong, n > 0 ? list : "none");
}

static bool has_measure(const struct rmr_adversary *adversary, const char *name, struct error *e)
{
  size_t n = 0;
  while (adversary->measures != NULL && adversary->measures[n] != NULL) n++;
  return no_such("measure", name, adversary->name, adversary->measures, n, e);
}

static bool has_argument(const struct metric *m, const struct rmr_algorithm *a, const struct rmr_adversary *adversary,
                         struct error *e)
{
  switch ((enum metric_argument)m->kind->argument) {
  case ARG_NONE:
  case ARG_PERCENT: return true;
  case ARG_LABEL: return algorithm_label(a, m->argument, e) != 0;
  case ARG_REGISTER: {
    struct words words;
    register_words(a, &words);
    return no_such("register", m->argument, a->name, words.word, words.n, e);
  }
  case ARG_MEASURE: return adversary == NULL || has_measure(adversary, m->argument, e);
  }
  return true;
}

bool metric_applies(const struct metric *metric, const struct rmr_algorithm *algorithm, uint32_t n,
                    const struct rmr_adversary *adversary, struct error *e)
{
  if (metric->process != METRIC_LAST && metric->process > n)
    return fail(e, EXIT_USAGE, "\"%s\" asks for P_%u, but there are at most %u processes", metric->name,
                metric->process, n);
  return has_argument(metric, algorithm, adversary, e);
}

/* --- the value ---------------------------------------------------------------------------------------------------- */

static json_t *number(double value)
{
  if (!isfinite(value)) return NULL;
  return value == floor(value) && fabs(value) < 0x1p53 ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *by_process(const struct metric *m, const struct ledger *ledger, uint16_t line)
{
  json_t *out = json_array();
  for (uint32_t p = 1; p <= ledger->n; p++)
    json_array_append_new(out, json_integer((json_int_t)m->kind->of_process(ledger, p, line)));
  return out;
}

/* Waits of the observed process, summed over the registers that each P_j is home of. */
static json_t *by_owner(const struct ledger *ledger, const struct run *run)
{
  const struct rmr_algorithm *a = sim_get_setup(run_sim(run))->algorithm;
  const uint32_t *base = sim_view(run_sim(run))->base;
  json_t *out = json_array();
  for (uint32_t p = 1; p <= ledger->n; p++) json_array_append_new(out, json_integer(0));
  for (uint32_t g = 0; g < a->n_shared; g++)
    for (uint32_t cell = 0; a->shared[g].home != NULL && cell < a->shared[g].cells(ledger->n); cell++) {
      const uint32_t owner = a->shared[g].home(cell, ledger->n);
      if (owner == 0) continue;
      json_t *sum = json_array_get(out, owner - 1);
      json_integer_set(sum, json_integer_value(sum) + (json_int_t)ledger->blocked_on[base[g] + cell]);
    }
  return out;
}

static json_t *largest(const struct run *run, const char *name)
{
  struct error ignored = {0};
  rmr_word value;
  return sim_largest(run_sim(run), name, &value, &ignored) ? json_integer(value) : NULL;
}

static json_t *measure(const struct run *run, const char *name)
{
  const struct rmr_adversary *adversary = run_adversary(run);
  for (uint32_t k = 0; adversary->measures != NULL && adversary->measures[k] != NULL; k++)
    if (strcmp(adversary->measures[k], name) == 0) return number(run_measure(run, k));
  return NULL;
}

static json_t *of_whole_run(const struct metric *m, const struct run *run)
{
  const struct ledger *ledger = run_ledger(run);
  switch ((enum metric_argument)m->kind->argument) {
  case ARG_PERCENT: return number(ledger_quantile(ledger, m->share));
  case ARG_REGISTER: return largest(run, m->argument);
  case ARG_MEASURE: return measure(run, m->argument);
  case ARG_NONE:
  case ARG_LABEL: break;
  }
  return m->kind->whole != NULL ? number(m->kind->whole(ledger)) : number((double)ledger->cause[m->kind->cause]);
}

json_t *metric_value(const struct metric *metric, const struct run *run)
{
  if ((metric->kind->drives & DRIVE_SIMULATE) == 0) return NULL;
  if (metric->kind->of_process == NULL) return of_whole_run(metric, run);
  const struct ledger *ledger = run_ledger(run);
  struct error ignored = {0};
  const uint16_t line = metric->kind->argument == ARG_LABEL
                          ? algorithm_label(sim_get_setup(run_sim(run))->algorithm, metric->argument, &ignored)
                          : 0;
  const uint32_t process = metric->process == METRIC_LAST ? ledger->n : metric->process;
  if ((metric->kind->argument == ARG_LABEL && line == 0) || process > ledger->n) return NULL;
  switch (metric->split) {
  case METRIC_BY_PROCESS: return by_process(metric, ledger, line);
  case METRIC_BY_OWNER: return process == ledger->observed ? by_owner(ledger, run) : NULL;
  case METRIC_NUMBER: break;
  }
  return json_integer((json_int_t)metric->kind->of_process(ledger, process, line));
}
