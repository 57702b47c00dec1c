/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cost.h: the costs of a passage: one table. The explorer's tables, searches, the check of their witnesses, options and
 * their help, metrics of configs and records use it; docs/add-a-cost.md shows how to add one.
 *
 *   key       as behind --cost and in records; where it ends with : or @, the label of a line follows
 *   paid      the unit: an RMR, a step, a fence (or read-modify-write), the sum of RMRs and fences; an entry of
 *             a process in conflict with it while it waits, a tick while it is in its entry, a meal at the end of a
 *             blocking path. The first four are its own, the others happen to it
 *   at_line   only costs at the line count
 *   through   it counts through crashes of the process, up to its next remainder; else each crash ends a passage and
 *             the count
 *   searched  `rmr search` can look for it
 *   metric    its name in configs, a * standing for the label
 */
#ifndef MODEL_COST_H
#define MODEL_COST_H

#include <rmr/event.h>

#include "base/error.h"

struct system;

enum cost_paid { PAID_NOTHING, PAID_RMR, PAID_STEP, PAID_FENCE, PAID_SUM, PAID_ENTRY, PAID_TICK, PAID_MEAL };

/* C(id, key, paid, at_line, through, searched, metric, help). Costs that others cause come last. */
#define COSTS(C)                                                                                                     \
  C(RMR, "rmr", RMR, false, false, true, "rmr.max", " RMRs")                                                         \
  C(LINE, "line:", STEP, true, false, true, "line.max *", "L executions of line L (8 stands for 8a and 8b)")         \
  C(RMR_AT_LINE, "rmr@", RMR, true, false, true, "rmr.max@*", "L RMRs of line L")                                    \
  C(STEPS, "steps", STEP, false, false, true, "steps.max", " own steps")                                             \
  C(SUPER, "super", RMR, false, true, true, "super.max", " RMRs of a super-passage, through all crashes")            \
  C(FENCES, "fences", FENCE, false, false, true, "fences.max", " fences and read-modify-writes")                     \
  C(RMR_AND_FENCES, "rmr+fences", SUM, false, false, true, "rmr+fences.max",                                         \
    " RMRs and fences together (=W: a fence counts for W RMRs)")                                                     \
  C(BYPASS, "bypass", ENTRY, false, false, true, "bypass.max",                                                       \
    " entries of processes in conflict with it while it waits")                                                      \
  C(TICKS, "ticks", TICK, false, false, false, "ticks.max", " ticks from the beginning of the passage to the entry") \
  C(MEALS, "meals", MEAL, false, true, false, "meals.max", " meals that end its blocking paths")

enum cost_id {
  COST_NONE,
#define C(id, key, paid, at_line, through, searched, metric, help) COST_##id,
  COSTS(C)
#undef C
};

enum {
#define C(id, key, paid, at_line, through, searched, metric, help) +1
  N_COSTS = 1 COSTS(C)
#undef C
};

struct cost {
  const char *key, *metric;
  enum cost_paid paid;
  bool at_line, through, searched;
};

extern const struct cost cost_table[N_COSTS];

/* "rmr RMRs; line:L executions of line L; ...; ": for the help of an option. */
#define COST_HELP_(id, key, paid, at_line, through, searched, metric, help) key help "; "
#define COST_HELP                                                           COSTS(COST_HELP_)

/* " rmr line:L": those that a search can look for, for a message. */
#define COST_SEARCHED_true(key) " " key
#define COST_SEARCHED_false(key)
#define COST_SEARCHED_L_true  "L"
#define COST_SEARCHED_L_false ""
#define COST_SEARCHED_(id, key, paid, at_line, through, searched, metric, help) \
  COST_SEARCHED_##searched(key COST_SEARCHED_L_##at_line)
#define COST_SEARCHED COSTS(COST_SEARCHED_)

/* Consecutive lines of the pseudocode: one, or the parts 8a, 8b of a printed line 8. And the RMRs that a fence counts
 * for in COST_RMR_AND_FENCES, less one. */
struct cost_lines {
  uint16_t first, last;
  uint8_t fence_surcharge;
};

enum { COST_MOST_WEIGHT = 200 }; /* of a fence */

static inline bool cost_is_at(struct cost_lines lines, uint16_t line)
{
  return line >= lines.first && line <= lines.last;
}

/* Whether others cause it, and not the steps of the process. */
static inline bool cost_counts_others(enum cost_id cost)
{
  return cost >= COST_BYPASS;
}

static inline bool cost_counts_through(enum cost_id cost)
{
  return cost_table[cost].through;
}

/* A process that pays, the session of its passage, and its section before an action. */
struct cost_payer {
  uint32_t process, session;
  uint8_t section;
};

/* The cost of an action. COST_MEALS: always 0, as an event does not show it. */
uint64_t cost_of_event(const struct system *system, enum cost_id cost, struct cost_lines lines, struct cost_payer payer,
                       const struct rmr_event *event);

/* The cost with that key, and its lines, which are those of the algorithm. False: *e names the nearest valid word. */
bool cost_parse(const char *text, const struct rmr_algorithm *algorithm, enum cost_id *cost, struct cost_lines *lines,
                struct error *e);

/* Whether the algorithm tells the cost: meals end blocking paths, so it must say who holds its registers. False: *e
 * says so. */
bool cost_is_known(enum cost_id cost, const struct rmr_algorithm *algorithm, struct error *e);

/* The lines with this label, or with its parts a, b, ... False: *e names the nearest valid one. */
bool cost_lines_of(const char *label, const struct rmr_algorithm *algorithm, struct cost_lines *lines, struct error *e);

/* The cost whose metric has this pattern ("line.max *"); COST_NONE: none. */
enum cost_id cost_of_metric(const char *pattern);

#endif
