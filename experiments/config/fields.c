/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/fields.h"

#include <string.h>

#include "base/property.h"
#include "experiments/config/check.h"
#include "results/columns.h"
#include "sim/trace.h"

#define X(type, words) words,
const char *const field_type_words[] = {FIELD_TYPES(X)};
#undef X

enum { MOST_PASSAGES = 1000000, MOST_REPETITIONS = 1000000 };

static const char *const drives[] = {"simulate", "explore", "count", "search", NULL};
/* What is claimed, or taken for claimed. The rate is a metric. */
#define CHECK_NOT(key)
#define CHECK_SAID(key)   key,
#define CHECK_ALWAYS(key) key,
#define CHECK_TAKEN(key)  key,
#define CHECK_OWN(key)    key,
static const char *const checks[] = {
#define P(id, key, kind, needs, bound, judged, seen, claimed, words) CHECK_##claimed(key)
  PROPERTIES(P)
#undef P
    NULL};
static const char *const plot_types[] = {"growth", "normalised", "lines", "gallery", NULL};

/* clang-format off */
const struct field range_fields[] = {
  {.key = "from", .type = FIELD_COUNT, .required = true, .low = 0, .high = INT64_MAX,
   .help = "The first number.", .example = "2"},
  {.key = "to", .type = FIELD_COUNT, .required = true, .low = 0, .high = INT64_MAX,
   .help = "The last number, included.", .example = "64"},
  {.key = "step", .type = FIELD_COUNT, .low = 1, .high = INT64_MAX,
   .help = "What is added each time; 1 where neither this nor a factor is given.", .example = "2"},
  {.key = "factor", .type = FIELD_COUNT, .low = 2, .high = INT64_MAX,
   .help = "What each number is multiplied with, in place of a step.", .example = "2"},
  {.key = NULL},
};

static const struct field scope_fields[] = {
  {.key = "drive", .type = FIELD_TEXTS, .choices = drives, .help = "Drives.", .example = "\"explore\""},
  {.key = "algorithm", .type = FIELD_TEXTS, .check = check_algorithm,
   .help = "Algorithms.", .example = "[\"bakery\"]"},
  {.key = "n", .type = FIELD_COUNTS, .low = 1, .high = SYSTEM_MAX_N,
   .help = "Numbers of processes.", .example = "\"256..512\""},
  {.key = "adversary", .type = FIELD_TEXTS,
   .help = "Adversaries, spelled as under `adversaries`.", .example = "\"greedy\""},
  {.key = "memory", .type = FIELD_TEXTS, .check = check_memory, .help = "Memory models.", .example = "\"dsm\""},
  {.key = "sessions", .type = FIELD_TEXTS,
   .help = "Session rules, spelled as under `sessions`.", .example = "\"same\""},
  {.key = "passages", .type = FIELD_COUNTS, .endless = true, .low = 1, .high = MOST_PASSAGES,
   .help = "Passages.", .example = "\"inf\""},
  {.key = "faults", .type = FIELD_TEXTS, .help = "Faults, spelled as under `faults`.", .example = "\"stop:1\""},
  {.key = "time", .type = FIELD_TEXTS, .help = "Clocks, spelled as under `time`.", .example = "\"slow=1\""},
  {.key = NULL},
};

static const struct field series_fields[] = {
  {.key = "drive", .type = FIELD_TEXTS, .choices = drives, .help = "Only these drives.", .example = "\"explore\""},
  {.key = "algorithm", .type = FIELD_TEXTS, .check = check_algorithm, .help = "Only these algorithms.",
   .example = "[\"glb\", \"bwbgme\"]"},
  {.key = "adversary", .type = FIELD_TEXTS, .help = "Only these adversaries.", .example = "\"random\""},
  {.key = "memory", .type = FIELD_TEXTS, .check = check_memory,
   .help = "Only these memory models.", .example = "\"cc\""},
  {.key = "sessions", .type = FIELD_TEXTS, .help = "Only these session rules.", .example = "\"distinct\""},
  {.key = "faults", .type = FIELD_TEXTS, .help = "Only these faults.", .example = "\"none\""},
  {.key = "time", .type = FIELD_TEXTS, .help = "Only these clocks.", .example = "\"none\""},
  {.key = NULL},
};

static const struct field fit_fields[] = {
  {.key = "metric", .type = FIELD_TEXT, .required = true, .check = check_scalar_metric,
   .help = "What is fitted.", .example = "\"rmr.max\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "Of which series; of all where it is missing.", .example = "{\"memory\": \"dsm\"}"},
  {.key = NULL},
};

/* The clause itself is checked with what it speaks of (walk.c). */
static const struct field clause_fields[] = {
  {.key = "clause", .type = FIELD_TEXT, .required = true, .help = "What must come out.", .example = "\"O(lg N)\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "Of which series, or of the runs of which; of all where it is missing.",
   .example = "{\"algorithm\": \"yang_anderson\", \"memory\": \"dsm\"}"},
  {.key = NULL},
};

static const struct field label_fields[] = {
  {.key = "label", .type = FIELD_TEXT, .required = true, .help = "The words.", .example = "\"MCS\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields, .required = true,
   .help = "Which series they name.", .example = "{\"algorithm\": \"mcs\"}"},
  {.key = NULL},
};

static const char *const spreads[] = {"none", "mean", "band", NULL};
static const char *const envelopes[] = {"adversaries", "none", NULL};
static const char *const axes[] = {"log", "semilog", "linear", NULL};
static const char *const styles[] = {"page", "paper", NULL};

static const struct field plot_fields[] = {
  {.key = "type", .type = FIELD_TEXT, .required = true, .choices = plot_types,
   .help = "`growth`: the metric against x, both logarithmic; `normalised`: the metric divided by a formula, flat if "
           "it grows like it; `lines`: RMRs per line of the listing; `gallery`: worst cases of all algorithms in one "
           "figure, coloured by their growth, one figure for each memory model.",
   .example = "\"growth\""},
  {.key = "metric", .type = FIELD_TEXT, .fallback = "\"rmr.max\"", .check = check_scalar_metric,
   .help = "What is drawn.", .example = "\"rmr.max\""},
  {.key = "divide_by", .type = FIELD_TEXT, .check = check_formula,
   .help = "For `normalised`: the formula to divide by; what the fit says of each series where it is missing.",
   .example = "\"N lg N\""},
  {.key = "spread", .type = FIELD_TEXT, .choices = spreads,
   .help = "For `growth`, beside the values: nothing (`none`, where it is missing), a thin line through the `mean` of "
           "the passages, or that and the `band` from their 10th to their 90th percentile.",
   .example = "\"band\""},
  {.key = "axes", .type = FIELD_TEXT, .choices = axes,
   .help = "For `growth`: `log` (both; where it is missing), `semilog` (x logarithmic, values linear: lg N is a line) "
           "or `linear`.",
   .example = "\"semilog\""},
  {.key = "envelope", .type = FIELD_TEXT, .choices = envelopes,
   .help = "For `growth` and `normalised`: whether the series of several `adversaries` are drawn as one, the largest "
           "at each x, or each by itself (`none`). Where it is missing, as one if there would be more than 12.",
   .example = "\"adversaries\""},
  {.key = "style", .type = FIELD_TEXT, .choices = styles,
   .help = "For `growth` and `normalised`: `page` (where it is missing), or `paper`: as wide as a column, letters of "
           "8 pt, no title or caption in the picture, each series with a mark and a dash of its own; and a picture for "
           "LaTeX.",
   .example = "\"paper\""},
  {.key = "labels", .type = FIELD_OBJECTS, .members = label_fields,
   .help = "What series are called in the figure; of several that fit the first.",
   .example = "[{\"label\": \"MCS\", \"series\": {\"algorithm\": \"mcs\"}}]"},
  {.key = "title", .type = FIELD_TEXT, .help = "Words above the figure.", .example = "\"RMRs of a passage\""},
  {.key = "name", .type = FIELD_TEXT, .check = check_name,
   .help = "Name of its files; made from the type and the metric where it is missing.", .example = "\"growth-all\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "Which series it shows; all where it is missing.", .example = "{\"adversary\": [\"random\", \"greedy\"]}"},
  {.key = NULL},
};

static const struct field row_fields[] = {
  {.key = "algorithm", .type = FIELD_TEXT, .check = check_algorithm,
   .help = "Which algorithm the row is about; where it is missing, each cell says that it is not available.",
   .example = "\"glb\""},
  {.key = "faults", .type = FIELD_TEXT, .check = check_faults,
   .help = "Which runs the row is about, one of `faults`; where it is missing, those without.",
   .example = "\"stop:1\""},
  {.key = "time", .type = FIELD_TEXT, .check = check_time,
   .help = "Which runs the row is about, one of `time`; where it is missing, those without a clock.",
   .example = "\"slow=1\""},
  {.key = "adversary", .type = FIELD_TEXT,
   .help = "Whose simulations the columns of metrics are about, one of `adversaries`; where it is missing, all.",
   .example = "\"greedy\""},
  {.key = "label", .type = FIELD_TEXT,
   .help = "What the row is called; the algorithm's name (with faults and time) where it is missing.",
   .example = "\"This work (GLB)\""},
  {.key = "about", .type = FIELD_TEXT,
   .help = "What this row can and cannot speak for, for a note under the table.",
   .example = "\"A stand-in: the text could not be obtained.\""},
  {.key = "stands_for", .type = FIELD_TEXT,
   .help = "Whose algorithm the row's algorithm stands in for; what differs from what is said is then put down to the "
           "stand-in.",
   .example = "\"Jayanti et al.\""},
  {.key = "says", .type = FIELD_SAYS,
   .help = "What is said in each column: of RMRs and space a clause, of properties and of bounded registers yes or no. "
           "Where a column is missing, what the algorithm's own file claims, in a row without faults; with "
           "a clock, where the algorithm needs one.",
   .example = "{\"RMR cc\": \"O(N)\", \"space\": \"O(N)\", \"P2\": \"yes\"}"},
  {.key = NULL},
};

static const struct field table_fields[] = {
  {.key = "name", .type = FIELD_TEXT, .required = true, .check = check_name,
   .help = "Short name, for links to its cells.", .example = "\"table1\""},
  {.key = "title", .type = FIELD_TEXT, .fallback = "\"\"", .help = "Words above the table.",
   .example = "\"Comparison of GME algorithms\""},
  {.key = "about", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "Where what is said is said, and what else a reader must know.",
   .example = "\"Table 1 of arXiv:1403.5605.\""},
  {.key = "columns", .type = FIELD_TEXTS, .required = true, .filled = true, .choices = column_names,
   .check = check_column,
   .help = "What each row tells: RMRs of a passage, or (`super`) of a super-passage, in a memory model, number of "
           "shared registers, properties, whether the registers are bounded; or a metric that is one "
           "number, at each N.",
   .example = "[\"RMR cc\", \"space\", \"P2\", \"bounded\"]"},
  {.key = "rows", .type = FIELD_OBJECTS, .required = true, .members = row_fields,
   .help = "The rows, from above.", .example = "[{\"algorithm\": \"glb\", \"says\": {\"RMR cc\": \"O(N)\"}}]"},
  {.key = NULL},
};

const struct field config_fields[] = {
  {.key = "name", .type = FIELD_TEXT, .check = check_name,
   .help = "Short name: letters, digits, `-`, `_`, `.`. The file's own name where it is missing. `rmr run` "
           "writes into `out/NAME`.",
   .example = "\"glb\""},
  {.key = "title", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "Heading of the report.", .example = "\"GLB pays O(N)\""},
  {.key = "about", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "What is measured and why, in a few sentences for the report.",
   .example = "\"Eight adversaries against GLB.\""},
  {.key = "paper", .type = FIELD_TEXT, .fallback = "\"\"", .help = "Which claim of which paper this regenerates.",
   .example = "\"GME paper, Theorem 1: O(N) RMRs per passage\""},
  {.key = "drive", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"simulate\"]", .choices = drives,
   .help = "Who chooses the next step: `simulate`, an adversary; `explore`, every schedule is explored and values are "
           "exact; `count`, nobody: graphs and orders are counted; `search`, an adversary that rmr "
           "searches for, and values are lower bounds. Several: each task is done in each way, as far as `exclude` "
           "leaves it.",
   .example = "[\"explore\", \"simulate\"]"},
  {.key = "algorithms", .type = FIELD_TEXTS, .required = true, .filled = true, .spread = true, .check = check_algorithm,
   .help = "Algorithms by name, with parameters after a colon (`rmr list algorithms`); a path with a `/` loads a "
           "plug-in. Paths are relative to the config. A value may be a range: `anderson:slots=2..16*2`.",
   .example = "[\"glb\", \"bakery\"]"},
  {.key = "n", .type = FIELD_COUNTS, .low = 1, .high = SYSTEM_MAX_N,
   .help = "Numbers of processes. It may be missing if the graph of each algorithm has a size, which is then its "
           "N.", .example = "[2, 3, {\"from\": 4, \"to\": 512, \"factor\": 2}]"},
  {.key = "adversaries", .drive = DRIVE_SIMULATE, .type = FIELD_TEXTS, .filled = true, .spread = true,
   .fallback = "[\"random\"]", .check = check_adversary,
   .help = "Who schedules, with options after a colon (`rmr list adversaries`); a path with a `/` loads a plug-in, "
           "`FILE.lua` a script, `cmd:FILE` a program. "
           "Paths are relative to the config. A value may be a range: `pct:depth=1..5`.",
   .example = "[\"random\", \"pct:depth=3\", \"replay:file=x.schedule\"]"},
  {.key = "memories", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"cc\"]", .check = check_memory,
   .help = "Memory models (`rmr list memories`).", .example = "[\"cc\", \"dsm\"]"},
  {.key = "sessions", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"distinct\"]", .check = check_sessions,
   .help = "Who asks for which session: `distinct`, P_i for i; `same`, all for 1; `any:K`, each passage one of "
           "1..K drawn from the seed; or a list, one number for each process.",
   .example = "[\"distinct\", \"same\", \"any:3\", \"1,1,2\"]"},
  {.key = "passages", .type = FIELD_COUNTS, .fallback = "[1]", .endless = true, .low = 1, .high = MOST_PASSAGES,
   .help = "Passages that each process makes; 0 or `\"inf\"`: no end, a simulation stops at `max_steps`.",
   .example = "[1, 5]"},
  {.key = "faults", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"none\"]", .check = check_faults,
   .help = "What may go wrong: `none`, or words with blanks between: `stop:F`, `recover:F`, `system:F` or "
           "`restart:F`, at most F crashes, after which a process stops, recovers, all do, or starts again without a "
           "Recover line; directly behind it `,at:LINE`, only who is about to execute this line crashes, and behind "
           "`stop:F` `,new:A`, at most A new processes take the places of dead ones; "
           "`leases:all` or `leases:NAME,...`, registers that run out when their owner is dead, with "
           "`,at:reader` for one reader after the other; `expire:K`, so many "
           "times one does though its owner lives.",
   .example = "[\"none\", \"stop:1\", \"stop:2,at:p4,new:1 leases:all\"]"},
  {.key = "time", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"none\"]", .check = check_time,
   .help = "Whether a clock ticks, and for whom: `none`, or `slow=S`, a step takes at most S ticks; with commas "
           "between, `skew=K`, clocks differ by at most K, and `cs=C`, a critical section takes at most C.",
   .example = "[\"slow=1\", \"slow=2,skew=1,cs=4\"]"},
  {.key = "repetitions", .drive = DRIVE_SIMULATE, .type = FIELD_COUNT, .fallback = "1", .low = 1,
   .high = MOST_REPETITIONS,
   .help = "How often each run is repeated, each time with a seed of its own.", .example = "10"},
  {.key = "seed", .drive = DRIVE_SIMULATE | DRIVE_SEARCH, .type = FIELD_COUNT, .fallback = "1", .low = 0,
   .high = INT64_MAX,
   .help = "What all seeds are derived from.", .example = "12345"},
  {.key = "max_steps", .drive = DRIVE_SIMULATE, .type = FIELD_COUNT, .fallback = "100000000", .low = 1,
   .high = INT64_MAX,
   .help = "A run ends after so many steps; its record says so.", .example = "1000000"},
  {.key = "observed", .drive = DRIVE_SIMULATE, .type = FIELD_TEXT, .fallback = "\"P_N\"", .check = check_observed,
   .help = "The process whose waits are counted by the owner of what it waits for.", .example = "\"P_N\""},
  {.key = "observe", .drive = DRIVE_EXPLORE | DRIVE_SEARCH, .type = FIELD_TEXT, .fallback = "\"all\"",
   .check = check_observe,
   .help = "Whose passage is paid for: one process, which makes one passage while the others make theirs, or `all`, "
           "one after the other (in a search, whoever can be made to pay most).",
   .example = "\"P_N\""},
  {.key = "check", .drive = DRIVE_EXPLORE, .type = FIELD_TEXTS, .fallback = "[]", .choices = checks,
   .help = "Properties that are decided for all schedules; `CSR` and `BCSR` (re-entry after a crash) where processes "
           "recover, `response` (in every so many ticks somebody enters) where a clock ticks; `invariants` are those "
           "that the algorithm declares. Those that `expect`, metrics and tables name are added.",
   .example = "[\"P1\", \"P6\"]"},
  {.key = "methods", .drive = DRIVE_SEARCH, .type = FIELD_TEXTS, .fallback = "[\"all\"]", .check = check_methods,
   .help = "What a search does beside drawing continuations: `all`, `draw` (nothing), or `climb`, `grow` and `help` "
           "with `+` between them. Several, to compare them.",
   .example = "[\"all\", \"climb+help\"]"},
  {.key = "effort", .drive = DRIVE_SEARCH, .type = FIELD_COUNT, .fallback = "50000000", .low = 1, .high = INT64_MAX,
   .help = "How many steps a search simulates for each cost that a metric names.", .example = "500000000"},
  {.key = "budget", .drive = DRIVE_EXPLORE | DRIVE_SEARCH, .type = FIELD_COUNT, .fallback = "1073741824",
   .low = 1 << 20, .high = INT64_C(1) << 50,
   .help = "Bytes of memory for one exploration; where they do not suffice, values are lower bounds. A search is "
           "slower with less.",
   .example = "4294967296"},
  {.key = "exclude", .type = FIELD_OBJECTS, .fallback = "[]", .members = scope_fields,
   .help = "Runs to leave out of the product: those that match every key of one of these.",
   .example = "[{\"adversary\": \"greedy\", \"n\": \"256..512\"}]"},
  {.key = "metrics", .type = FIELD_TEXTS,
   .fallback = "[\"rmr.max\", \"rmr.mean\", \"rmr.p10\", \"rmr.p90\", \"rmr.total\", \"steps\"]",
   .explored = "[\"rmr.max\"]", .counted = "[\"danger\", \"paths.max\", \"paths.total\"]",
   .check = check_metric,
   .help = "What each record holds (see the list of metrics). Those that `fits`, `plots` and `expect` name are added.",
   .example = "[\"rmr.max\", \"line 4 of P_N\"]"},
  {.key = "x", .type = FIELD_TEXT, .check = check_axis,
   .help = "What series are functions of: `N`, `passages`, a parameter (`algorithm.KEY`) or an option "
           "(`adversary.KEY`); where it is missing, `passages` if they vary and N does not, else `N`.",
   .example = "\"passages\""},
  {.key = "fits", .type = FIELD_FITS, .fallback = "[\"rmr.max\"]", .counted = "[\"paths.max\"]",
   .check = check_scalar_metric, .members = fit_fields,
   .help = "Metrics whose growth is recognised or fitted, of all series or of some.",
   .example = "[\"rmr.max\", {\"metric\": \"steps.max\", \"series\": {\"memory\": \"cc\"}}]"},
  {.key = "plots", .type = FIELD_OBJECTS, .members = plot_fields,
   .counted = "[{\"type\": \"growth\", \"metric\": \"paths.max\"}]",
   .help = "Figures to draw; the growth of `rmr.max` and the RMRs per line where it is missing.",
   .example = "[{\"type\": \"normalised\", \"metric\": \"rmr.max\", \"divide_by\": \"N\"}]"},
  {.key = "tables", .type = FIELD_OBJECTS, .members = table_fields,
   .help = "Tables that set what is said of algorithms beside what came out (docs/tables.md). The metrics and "
           "properties that their columns need are added.",
   .example = "[{\"name\": \"claims\", \"columns\": [\"RMR cc\", \"P2\"], \"rows\": [{\"algorithm\": \"glb\"}]}]"},
  {.key = "traces", .drive = DRIVE_SIMULATE, .type = FIELD_TEXTS, .fallback = "[]", .choices = trace_format_names,
   .help = "Write every step of every task into `traces/`: `text` to read, `native` to replay, `chrome` for "
           "Perfetto, `page` to step through, `itf` for tools of TLA+, "
           "`svg` for a picture of the last 1,000 steps.",
   .example = "[\"text\"]"},
  {.key = "expect", .type = FIELD_CLAUSES, .fallback = "{}", .members = clause_fields,
   .help = "What must come out, for each series: a metric or a property (P1 to P7, CSR, BCSR, response, "
           "invariants), and a clause or a list of them. An object in place of a clause says of which series.",
   .example = "{\"rmr.max\": [\"O(N)\", \"<= 7N+3\"], \"line 4 of P_N\": \"= N(N-1)/2\", \"P1\": \"holds\"}"},
  {.key = NULL},
};
/* clang-format on */

const struct field *field_find(const struct field *fields, const char *key)
{
  for (; fields->key != NULL; fields++)
    if (strcmp(fields->key, key) == 0) return fields;
  return NULL;
}
