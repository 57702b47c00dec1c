/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/metric.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "experiments/config/check.h"
#include "model/names.h"
#include "model/neighbours.h"

/* clang-format off */
const struct metric_kind metric_kinds[N_METRICS] = {
  [METRIC_RMR_MAX] = {DRIVE_BOTH | DRIVE_SEARCH,
   "the most RMRs of one passage; in a simulation an unfinished passage counts with its RMRs so far"},
  [METRIC_RMR_MEAN] = {DRIVE_SIMULATE, "mean RMRs of a completed passage"},
  [METRIC_RMR_PERCENTILE] = {DRIVE_SIMULATE,
   "percentile of the RMRs of completed passages: `rmr.p90` is the least r such that 90 % of them cost at most r"},
  [METRIC_RMR_TOTAL] = {DRIVE_SIMULATE, "RMRs of the whole run"},
  [METRIC_RMR_COLD] = {DRIVE_SIMULATE, "RMRs of reads of a register never held before"},
  [METRIC_RMR_INVALIDATED] = {DRIVE_SIMULATE, "RMRs of reads whose copy a write had invalidated"},
  [METRIC_RMR_WRITE] = {DRIVE_SIMULATE, "RMRs of writes and read-modify-writes"},
  [METRIC_RMR_REMOTE] = {DRIVE_SIMULATE, "RMRs of accesses to another's memory (`dsm` only)"},
  [METRIC_RMR_MAX_AT_LINE] = {DRIVE_EXPLORE | DRIVE_SEARCH,
   "the most RMRs that the executions of a line cost in one passage"},
  [METRIC_LINE_MAX] = {DRIVE_EXPLORE | DRIVE_SEARCH, "the most executions of a line in one passage"},
  [METRIC_RMR_AT_LINE] = {DRIVE_SIMULATE, "RMRs that the executions of a line cost"},
  [METRIC_LINE] = {DRIVE_SIMULATE, "executions of a line, by its label in the paper"},
  [METRIC_STEPS_MAX] = {DRIVE_BOTH | DRIVE_SEARCH, "the most own steps of one passage"},
  [METRIC_STEPS] = {DRIVE_SIMULATE, "steps of the whole run"},
  [METRIC_BYPASS_MAX] = {DRIVE_BOTH | DRIVE_SEARCH, "the most CS entries of processes in conflict with one that waits"},
  [METRIC_FENCES_MAX] = {DRIVE_BOTH,
   "the most fences and read-modify-writes of one passage; in simulations, where `order` is not `sc`"},
  [METRIC_SUM_MAX] = {DRIVE_EXPLORE, "the most RMRs and fences of one passage together"},
  [METRIC_SUPER_MAX] = {DRIVE_BOTH,
   "the most RMRs of one super-passage: from one stay in the remainder to the next, through all crashes"},
  [METRIC_TICKS_MAX] = {DRIVE_BOTH,
   "the most ticks from the first access of a passage, or from the crash before it, to the entry into the critical "
   "section; where a clock ticks"},
  [METRIC_RESPONSE_MAX] = {DRIVE_BOTH,
   "the most ticks during which some process wants to enter and none does; where a clock ticks"},
  [METRIC_GAP_MIN] = {DRIVE_BOTH,
   "the fewest ticks from one entry into the critical section to the next, by any process; where a clock ticks"},
  [METRIC_MEALS_MAX] = {DRIVE_BOTH,
   "the most meals (stays in the CS) of a process and of those that it waits for along its blocking path"},
  [METRIC_BLOCKS] = {DRIVE_SIMULATE, "waits that found their condition false at least once"},
  [METRIC_LARGEST] = {DRIVE_SIMULATE, "the largest value that a register of a group, or a field of it, has held"},
  [METRIC_TOUCHED] = {DRIVE_SIMULATE, "registers of a group on which an RMR fell"},
  [METRIC_CS_ENTRIES] = {DRIVE_SIMULATE, "entries into the critical section"},
  [METRIC_PASSAGES] = {DRIVE_SIMULATE, "completed passages"},
  [METRIC_SPACE] = {DRIVE_BOTH,
   "shared registers of the algorithm at this N, in every run; a register of several fields is one"},
  [METRIC_MEASURE] = {DRIVE_SIMULATE,
   "a measure of the adversary's own, such as simulated time (`rmr list adversaries` names them); of several runs the "
   "largest counts, or the mean where the name ends in mean, median, rate or p90"},
  [METRIC_STATES] = {DRIVE_EXPLORE, "states explored, over all questions"},
  [METRIC_TRANSITIONS] = {DRIVE_EXPLORE, "steps possible in these states"},
  [METRIC_FAILS] = {DRIVE_EXPLORE, "1 where the property fails, 0 where it holds; absent if that is not known"},
  [METRIC_DANGER] = {DRIVE_ALL,
   "by counting, of graphs and orders: 1 where there is the danger of deadlock, 0 where there is none"},
  [METRIC_PATHS_MAX] = {DRIVE_ALL,
   "by counting: the most blocking paths of a philosopher; absent where there is danger, or from 2^1024 on"},
  [METRIC_PATHS_TOTAL] = {DRIVE_ALL,
   "by counting: the blocking paths of all philosophers; absent where there is danger, or from 2^1024 on"},
  [METRIC_PATHS_LEAST] = {DRIVE_ALL,
   "by counting: the least possible `paths.total` for that many philosophers if every two share a fork"},
  [METRIC_BOUND_OWN] = {DRIVE_PROVE,
   "with `bound.each`: a passage costs at most `bound.own` + `bound.each` (N-1) RMRs; absent where no bound is proved"},
  [METRIC_BOUND_EACH] = {DRIVE_PROVE, "see `bound.own`"},
  [METRIC_BOUND_SQUARE] = {DRIVE_PROVE,
   "with `bound.cube`: so many times (N-1)^2 more, and (N-1)^3; absent where the bound is no sum of such powers"},
  [METRIC_BOUND_CUBE] = {DRIVE_PROVE, "see `bound.square`"},
  [METRIC_BOUND_LEVEL] = {DRIVE_PROVE,
   "a passage costs at most so many RMRs for each of ceil(lg N) levels of a tree; absent where no such bound is "
   "proved"},
  [METRIC_BOUND_EXIT] = {DRIVE_PROVE,
   "an exit takes at most so many own steps; absent where P3 is not proved, and of trees at every N"},
  [METRIC_BOUND_EXIT_LEVEL] = {DRIVE_PROVE,
   "an exit takes at most so many own steps for each of ceil(lg N) levels of a tree; only where that is proved"},
  [METRIC_BOUND_ENTRY_OWN] = {DRIVE_PROVE,
   "with `bound.entry.each`: an entry that nobody disturbs takes at most `bound.entry.own` + `bound.entry.each` (N-1) "
   "own steps; absent where P4 is not proved, and of trees at every N"},
  [METRIC_BOUND_ENTRY_EACH] = {DRIVE_PROVE, "see `bound.entry.own`"},
  [METRIC_BOUND_ENTRY_LEVEL] = {DRIVE_PROVE,
   "with `bound.entry.once`: an entry that nobody disturbs takes at most `bound.entry.once` + `bound.entry.level` "
   "ceil(lg N) own steps; only where that is proved, of a tree"},
  [METRIC_BOUND_ENTRY_ONCE] = {DRIVE_PROVE, "see `bound.entry.level`"},
  [METRIC_BOUND_BYPASS] = {DRIVE_PROVE,
   "while a process waits, each one in conflict with it enters at most so many times; absent where no bound is proved"},
};
/* clang-format on */

bool metric_parse(const char *text, struct metric *out, struct error *e)
{
  *out = (struct metric){0};
  if (!metric_name_parse(text, &out->name, e)) return false;
  out->kind = &metric_kinds[out->name.id];
  if (metric_forms[out->name.id].argument != ARG_PROPERTY || check_is_property(out->name.argument)) return true;
  return fail(e, EXIT_USAGE, "\"%s\" is not a property; expected a metric such as \"fails P2\"", out->name.argument);
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
    text_add(list, sizeof list, "%s%s", k > 0 ? ", " : "", words[k]);
  return fail(e, EXIT_USAGE, "%s has no %s \"%s\"; it has %s", owner, what, wrong, n > 0 ? list : "none");
}

static bool has_measure(const struct rmr_adversary *adversary, const char *name, struct error *e)
{
  size_t n = 0;
  while (adversary->measures != NULL && adversary->measures[n] != NULL) n++;
  return no_such("measure", name, adversary->name, adversary->measures, n, e);
}

static bool has_group(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  const char *words[RMR_MAX_GROUPS];
  for (uint32_t g = 0; g < a->n_shared; g++) words[g] = a->shared[g].name;
  return no_such("group of registers", name, a->name, words, a->n_shared, e);
}

static bool has_argument(const struct metric *m, const struct rmr_algorithm *a, const struct rmr_adversary *adversary,
                         struct error *e)
{
  uint32_t group, field;
  switch (metric_forms[m->name.id].argument) {
  case ARG_NONE:
  case ARG_PERCENT:
  case ARG_PROPERTY: return true;
  case ARG_LABEL: return algorithm_label(a, m->name.argument, e) != 0;
  case ARG_REGISTER: return algorithm_part(a, m->name.argument, &group, &field, e);
  case ARG_GROUP: return has_group(a, m->name.argument, e);
  case ARG_MEASURE: return adversary == NULL || has_measure(adversary, m->name.argument, e);
  }
  return true;
}

bool metric_is_counted(const struct metric *metric)
{
  return metric->kind->drives == DRIVE_ALL;
}

bool metric_is_timed(const struct metric *metric)
{
  return metric->name.id == METRIC_TICKS_MAX || metric->name.id == METRIC_RESPONSE_MAX ||
         metric->name.id == METRIC_GAP_MIN;
}

bool metric_applies(const struct metric *metric, const struct rmr_algorithm *algorithm, uint32_t n,
                    const struct rmr_adversary *adversary, struct error *e)
{
  if (metric->name.process != METRIC_LAST && metric->name.process > n)
    return fail(e, EXIT_USAGE, "\"%s\" asks for P_%u, but there are at most %u processes", metric->name.text,
                metric->name.process, n);
  if (metric_is_counted(metric) && !neighbours_has_orders(algorithm))
    return fail(e, EXIT_USAGE,
                "%s has no orders to count \"%s\" of; expected an algorithm that has, such as philosophers",
                algorithm->name, metric->name.text);
  return cost_is_known(metric_cost(metric), algorithm, e) && has_argument(metric, algorithm, adversary, e);
}

bool metric_lines(const struct metric *metric, const struct rmr_algorithm *algorithm, struct cost_lines *lines)
{
  struct error ignored = {0};
  *lines = (struct cost_lines){0};
  return metric->name.argument[0] == '\0' || cost_lines_of(metric->name.argument, algorithm, lines, &ignored);
}
