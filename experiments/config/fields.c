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

/* A proof is of all of these. */
enum { NOT_OF_PROOFS = DRIVE_RUNS | DRIVE_COUNT };

/* Properties that are claimed, or taken for claimed. The rate is a metric. */
#define CHECK_NOT(key)
#define CHECK_SAID(key)   key,
#define CHECK_ALWAYS(key) key,
#define CHECK_TAKEN(key)  key,
#define CHECK_OWN(key)    key,
static const char *const checks[] = {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) CHECK_##claimed(key)
  PROPERTIES(P)
#undef P
    NULL};
static const char *const plot_types[] = {"growth", "normalised", "lines", "gallery", NULL};

/* clang-format off */
const struct config_field range_fields[] = {
  {.key = "from", .type = FIELD_COUNT, .required = true, .low = 0, .high = INT64_MAX,
   .help = "The first number.", .example = "2"},
  {.key = "to", .type = FIELD_COUNT, .required = true, .low = 0, .high = INT64_MAX,
   .help = "The last number, included.", .example = "64"},
  {.key = "step", .type = FIELD_COUNT, .low = 1, .high = INT64_MAX,
   .help = "The step from one number to the next; 1 if neither this nor a factor is given.", .example = "2"},
  {.key = "factor", .type = FIELD_COUNT, .low = 2, .high = INT64_MAX,
   .help = "The factor from one number to the next, in place of a step.", .example = "2"},
  {.key = NULL},
};

static const struct config_field scope_fields[] = {
  {.key = "drive", .type = FIELD_TEXTS, .choices = drive_names, .help = "Drives.", .example = "\"explore\""},
  {.key = "algorithm", .type = FIELD_TEXTS, .check = check_algorithm,
   .help = "Algorithms.", .example = "[\"bakery\"]"},
  {.key = "n", .type = FIELD_COUNTS, .zero = "any", .low = 1, .high = SYSTEM_MAX_N,
   .help = "Numbers of processes.", .example = "\"256..512\""},
  {.key = "adversary", .type = FIELD_TEXTS,
   .help = "Adversaries, spelled as under `adversaries`.", .example = "\"greedy\""},
  {.key = "memory", .type = FIELD_TEXTS, .check = check_memory, .help = "Memory models.", .example = "\"dsm\""},
  {.key = "sessions", .type = FIELD_TEXTS,
   .help = "Session rules, spelled as under `sessions`.", .example = "\"same\""},
  {.key = "passages", .type = FIELD_COUNTS, .zero = "inf", .low = 1, .high = MOST_PASSAGES,
   .help = "Passages.", .example = "\"inf\""},
  {.key = "faults", .type = FIELD_TEXTS, .help = "Faults, spelled as under `faults`.", .example = "\"stop:1\""},
  {.key = "time", .type = FIELD_TEXTS, .help = "Clocks, spelled as under `time`.", .example = "\"slow=1\""},
  {.key = "order", .type = FIELD_TEXTS, .help = "Orders of writes, spelled as under `order`.", .example = "\"pso\""},
  {.key = NULL},
};

static const struct config_field series_fields[] = {
  {.key = "drive", .type = FIELD_TEXTS, .choices = drive_names, .help = "Only these modes.", .example = "\"explore\""},
  {.key = "algorithm", .type = FIELD_TEXTS, .check = check_algorithm, .help = "Only these algorithms.",
   .example = "[\"glb\", \"bwbgme\"]"},
  {.key = "adversary", .type = FIELD_TEXTS, .help = "Only these adversaries.", .example = "\"random\""},
  {.key = "memory", .type = FIELD_TEXTS, .check = check_memory,
   .help = "Only these memory models.", .example = "\"cc\""},
  {.key = "sessions", .type = FIELD_TEXTS, .help = "Only these session rules.", .example = "\"distinct\""},
  {.key = "faults", .type = FIELD_TEXTS, .help = "Only these faults.", .example = "\"none\""},
  {.key = "time", .type = FIELD_TEXTS, .help = "Only these clocks.", .example = "\"none\""},
  {.key = "order", .type = FIELD_TEXTS, .help = "Only these orders of writes.", .example = "\"sc\""},
  {.key = NULL},
};

static const struct config_field fit_fields[] = {
  {.key = "metric", .type = FIELD_TEXT, .required = true, .check = check_scalar_metric,
   .help = "The metric to fit.", .example = "\"rmr.max\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "The series to fit (default: all).", .example = "{\"memory\": \"dsm\"}"},
  {.key = NULL},
};

/* The clause itself is checked with what it speaks of (walk.c). */
static const struct config_field clause_fields[] = {
  {.key = "clause",
   .type = FIELD_TEXT,
   .required = true,
   .help = "The clause that must hold.",
   .example = "\"O(lg N)\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "The series, or the series of the runs, that it is about (default: all).",
   .example = "{\"algorithm\": \"yang_anderson\", \"memory\": \"dsm\"}"},
  {.key = NULL},
};

static const struct config_field label_fields[] = {
  {.key = "label", .type = FIELD_TEXT, .required = true, .help = "The label.", .example = "\"MCS\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields, .required = true,
   .help = "The series with this label.", .example = "{\"algorithm\": \"mcs\"}"},
  {.key = NULL},
};

static const char *const spreads[] = {"none", "mean", "band", NULL};
static const char *const envelopes[] = {"adversaries", "none", NULL};
static const char *const axes[] = {"log", "semilog", "linear", NULL};
static const char *const styles[] = {"page", "paper", NULL};

static const struct config_field plot_fields[] = {
  {.key = "type", .type = FIELD_TEXT, .required = true, .choices = plot_types,
   .help = "`growth`: the metric against x, both logarithmic. `normalised`: the metric divided by a formula, flat "
           "if both grow alike. `lines`: RMRs per line of the listing. `gallery`: worst cases of all algorithms in "
           "one figure for each memory model, coloured by their growth.",
   .example = "\"growth\""},
  {.key = "metric", .type = FIELD_TEXT, .fallback = "\"rmr.max\"", .check = check_scalar_metric,
   .help = "The metric to draw.", .example = "\"rmr.max\""},
  {.key = "divide_by", .type = FIELD_TEXT, .check = check_formula,
   .help = "For `normalised`: the formula to divide by (default: the fit of each series).",
   .example = "\"N lg N\""},
  {.key = "spread", .type = FIELD_TEXT, .choices = spreads,
   .help = "For `growth`, drawn beside the values. `none`, the default: nothing. `mean`: a thin line through the "
           "mean of the passages. `band`: that line and a band from their 10th to their 90th percentile.",
   .example = "\"band\""},
  {.key = "axes", .type = FIELD_TEXT, .choices = axes,
   .help = "For `growth`: `log` (both axes; the default), `semilog` (x logarithmic, values linear: lg N is a line) "
           "or `linear`.",
   .example = "\"semilog\""},
  {.key = "envelope", .type = FIELD_TEXT, .choices = envelopes,
   .help = "For `growth` and `normalised`: whether the series of several `adversaries` are drawn as one, the "
           "largest at each x, or each by itself (`none`). By default as one if there would be more than 12.",
   .example = "\"adversaries\""},
  {.key = "style", .type = FIELD_TEXT, .choices = styles,
   .help = "For `growth` and `normalised`: `page` (the default), or `paper`. On paper a figure is as wide as a "
           "column, with letters of 8 pt and no title or caption. Each series has a mark and a dash of its own. "
           "There is also a picture for LaTeX.",
   .example = "\"paper\""},
  {.key = "labels", .type = FIELD_OBJECTS, .members = label_fields,
   .help = "Labels of series in the figure; the first that fits a series is used.",
   .example = "[{\"label\": \"MCS\", \"series\": {\"algorithm\": \"mcs\"}}]"},
  {.key = "title", .type = FIELD_TEXT, .help = "Title above the figure.", .example = "\"RMRs of a passage\""},
  {.key = "name", .type = FIELD_TEXT, .check = check_name,
   .help = "Name of its files; by default made from the type and the metric.", .example = "\"growth-all\""},
  {.key = "series", .type = FIELD_OBJECT, .members = series_fields,
   .help = "The series to show (default: all).", .example = "{\"adversary\": [\"random\", \"greedy\"]}"},
  {.key = NULL},
};

static const struct config_field row_fields[] = {
  {.key = "algorithm", .type = FIELD_TEXT, .check = check_algorithm,
   .help = "The algorithm of the row; without one, each cell says that it is not available.",
   .example = "\"glb\""},
  {.key = "faults", .type = FIELD_TEXT, .check = check_faults,
   .help = "The faults of the runs in the row, one of `faults` (default: runs without faults).",
   .example = "\"stop:1\""},
  {.key = "time", .type = FIELD_TEXT, .check = check_time,
   .help = "The clock of the runs in the row, one of `time` (default: runs without a clock).",
   .example = "\"slow=1\""},
  {.key = "order", .type = FIELD_TEXT, .check = check_order_of_writes,
   .help = "The order of writes of the runs in the row, one of `order` (default: `sc`).", .example = "\"tso\""},
  {.key = "adversary", .type = FIELD_TEXT,
   .help = "The adversary of the simulations in the columns of metrics, one of `adversaries` (default: all).",
   .example = "\"greedy\""},
  {.key = "label", .type = FIELD_TEXT,
   .help = "Name of the row (default: the algorithm's name, with faults, time and order).",
   .example = "\"This work (GLB)\""},
  {.key = "about", .type = FIELD_TEXT,
   .help = "Limits of the row, for a note under the table.",
   .example = "\"A stand-in: the text could not be obtained.\""},
  {.key = "stands_for", .type = FIELD_TEXT,
   .help = "The authors whose algorithm the row's algorithm stands in for; differences from the claims are then "
           "put down to the stand-in.",
   .example = "\"Jayanti et al.\""},
  {.key = "cited", .type = FIELD_TEXT,
   .help = "Where the row's `says` is said: paper, theorem or table, page (default: that of the table).",
   .example = "\"arXiv:1403.5605, Theorem 9\""},
  {.key = "says", .type = FIELD_SAYS,
   .help = "The claim in each column: a clause for RMRs and space, yes or no for properties and bounded registers. "
           "A missing column takes the claim of the algorithm's own file, in a row without faults, and with a "
           "clock only if the algorithm needs one.",
   .example = "{\"RMR cc\": \"O(N)\", \"space\": \"O(N)\", \"P2\": \"yes\"}"},
  {.key = NULL},
};

static const struct config_field table_fields[] = {
  {.key = "name", .type = FIELD_TEXT, .required = true, .check = check_name,
   .help = "Short name, for links to its cells.", .example = "\"table1\""},
  {.key = "title", .type = FIELD_TEXT, .fallback = "\"\"", .help = "Title above the table.",
   .example = "\"Comparison of GME algorithms\""},
  {.key = "about", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "The source of the claims, and other notes for the reader.",
   .example = "\"Table 1 of arXiv:1403.5605.\""},
  {.key = "cited", .type = FIELD_TEXT,
   .help = "Where the claims of the rows (`says`) are made: paper, theorem or table, page. It stands beside them.",
   .example = "\"arXiv:1403.5605, Table 1\""},
  {.key = "columns", .type = FIELD_TEXTS, .required = true, .filled = true, .choices = column_names,
   .check = check_column,
   .help = "The columns: RMRs of a passage, or (`super`) of a super-passage, in a memory model; the number of "
           "shared registers; properties; whether the registers are bounded. A column may also be a metric that is "
           "one number, at each N.",
   .example = "[\"RMR cc\", \"space\", \"P2\", \"bounded\"]"},
  {.key = "rows", .type = FIELD_OBJECTS, .required = true, .members = row_fields,
   .help = "The rows, from top to bottom.", .example = "[{\"algorithm\": \"glb\", \"says\": {\"RMR cc\": \"O(N)\"}}]"},
  {.key = NULL},
};

const struct config_field config_fields[] = {
  {.key = "name", .type = FIELD_TEXT, .check = check_name,
   .help = "Short name: letters, digits, `-`, `_`, `.`. The default is the file's own name. `rmr run` writes into "
           "`out/NAME`.",
   .example = "\"glb\""},
  {.key = "title", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "Heading of the report.", .example = "\"GLB pays O(N)\""},
  {.key = "subject", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "The subject under which a report of several experiments lists this one.",
   .example = "\"Group mutual exclusion\""},
  {.key = "about", .type = FIELD_TEXT, .fallback = "\"\"",
   .help = "The purpose of the experiment, in a few sentences for the report.",
   .example = "\"Eight adversaries against GLB.\""},
  {.key = "paper", .type = FIELD_TEXT, .fallback = "\"\"", .help = "The claim that this regenerates, and its paper.",
   .example = "\"GME paper, Theorem 1: O(N) RMRs per passage\""},
  {.key = "drive", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"simulate\"]", .choices = drive_names,
   .help = "How schedules are chosen. `simulate`: an adversary chooses the next step. `explore`: rmr explores "
           "every schedule, and values are exact. `count`: nothing runs; graphs and orders are counted. `search`: "
           "rmr searches for a costly schedule, and values are lower bounds. `prove`: rmr proves from the text, for "
           "every N, any sessions and passages without end (docs/every-n.md). With several modes, each task is done "
           "in each, unless `exclude` leaves it out.",
   .example = "[\"explore\", \"simulate\"]"},
  {.key = "algorithms", .type = FIELD_TEXTS, .required = true, .filled = true, .spread = true, .check = check_algorithm,
   .help = "Algorithms by name, with parameters after a colon (`rmr list algorithms`); a path with a `/` loads a "
           "plug-in. Paths are relative to the config. A value may be a range: `anderson:slots=2..16*2`.",
   .example = "[\"glb\", \"bakery\"]"},
  {.key = "n", .type = FIELD_COUNTS, .zero = "any", .proved = "[0]", .low = 1, .high = SYSTEM_MAX_N,
   .help = "Numbers of processes. It may be missing if the graph of each algorithm has a size, which is then its "
           "N. `any`, or 0, is every N; only proofs have it. Other proofs are for single N, from 2 to 64. An "
           "exploration takes up to 32 processes, a search 1024.",
   .example = "[2, 3, {\"from\": 4, \"to\": 512, \"factor\": 2}]"},
  {.key = "adversaries", .drive = DRIVE_SIMULATE, .type = FIELD_TEXTS, .filled = true, .spread = true,
   .fallback = "[\"random\"]", .check = check_adversary,
   .help = "Adversaries, with options after a colon (`rmr list adversaries`); a path with a `/` loads a plug-in, "
           "`FILE.lua` a script, `cmd:FILE` a program. Paths are relative to the config. A value may be a range: "
           "`pct:depth=1..5`, `crashing:rate=0..0.5+0.25`.",
   .example = "[\"random\", \"pct:depth=3\", \"replay:file=x.schedule\"]"},
  {.key = "memories", .type = FIELD_TEXTS, .filled = true, .fallback = "[\"cc\"]", .check = check_memory,
   .help = "Memory models (`rmr list memories`).", .example = "[\"cc\", \"dsm\"]"},
  {.key = "sessions", .drive = NOT_OF_PROOFS, .type = FIELD_TEXTS, .filled = true,
   .fallback = "[\"distinct\"]", .check = check_sessions,
   .help = "The sessions that processes ask for. `distinct`: P_i asks for i. `same`: all ask for 1. `any:K`: each "
           "passage asks for one of 1..K, drawn from the seed. Or a list with one number for each process.",
   .example = "[\"distinct\", \"same\", \"any:3\", \"1,1,2\"]"},
  {.key = "passages", .drive = NOT_OF_PROOFS, .type = FIELD_COUNTS, .fallback = "[1]", .zero = "inf",
   .low = 1, .high = MOST_PASSAGES,
   .help = "Passages that each process makes; 0 or `\"inf\"`: no end, a simulation stops at `max_steps`.",
   .example = "[1, 5]"},
  {.key = "faults", .drive = NOT_OF_PROOFS, .type = FIELD_TEXTS, .filled = true,
   .fallback = "[\"none\"]", .check = check_faults,
   .help = "The faults: `none`, or words separated by blanks. `stop:F`, `recover:F`, `system:F` or `restart:F`: at "
           "most F crashes, after which the process stops, the process recovers, all processes recover, or the "
           "process starts again without a Recover line. Directly behind it, `,at:LINE`: only a process about to "
           "execute this line crashes. Behind `stop:F`, `,new:A`: at most A new processes replace dead ones. "
           "`leases:all` or `leases:NAME,...`: registers that run out when their owner is dead, with `,at:reader` "
           "for one reader after the other. `expire:K`: at most K of them run out while their owners live.",
   .example = "[\"none\", \"stop:1\", \"stop:2,at:p4,new:1 leases:all\"]"},
  {.key = "time", .drive = NOT_OF_PROOFS, .type = FIELD_TEXTS, .filled = true,
   .fallback = "[\"none\"]", .check = check_time,
   .help = "The clock: `none`, or bounds separated by commas. `slow=S`: a step takes at most S ticks. `skew=K`: "
           "clocks differ by at most K. `cs=C`: a critical section takes at most C.",
   .example = "[\"slow=1\", \"slow=2,skew=1,cs=4\"]"},
  {.key = "order", .drive = NOT_OF_PROOFS, .type = FIELD_TEXTS, .filled = true,
   .fallback = "[\"sc\"]", .check = check_order_of_writes,
   .help = "The order of writes: `sc`, a write is in memory at once; `tso`, writes wait in a buffer of their process; "
           "`pso`, in a buffer for each register. Behind `tso` and `pso` may stand, with commas between: "
           "`fences=L1+L2+cs` or `fences=all`, fences behind lines and at the end of the critical section; `buffer=B`, "
           "the most writes that wait. `data=no`: a critical section makes no write of its own. `drain=eager`, `lazy`, "
           "`random` or `worst`: when simulations commit writes.",
   .example = "[\"sc\", \"tso\", \"pso,fences=all\"]"},
  {.key = "repetitions", .drive = DRIVE_SIMULATE, .type = FIELD_COUNT, .fallback = "1", .low = 1,
   .high = MOST_REPETITIONS,
   .help = "How often each run is repeated, each time with a seed of its own.", .example = "10"},
  {.key = "seed", .drive = DRIVE_SIMULATE | DRIVE_SEARCH, .type = FIELD_COUNT, .fallback = "1", .low = 0,
   .high = INT64_MAX,
   .help = "The seed from which all others are derived.", .example = "12345"},
  {.key = "max_steps", .drive = DRIVE_SIMULATE, .type = FIELD_COUNT, .fallback = "100000000", .low = 1,
   .high = INT64_MAX,
   .help = "A run ends after so many steps; its record says so.", .example = "1000000"},
  {.key = "observed", .drive = DRIVE_SIMULATE, .type = FIELD_TEXT, .fallback = "\"P_N\"", .check = check_observed,
   .help = "The process whose waits are counted, by the owner of the register that it waits on.", .example = "\"P_N\""},
  {.key = "observe", .drive = DRIVE_EXPLORE | DRIVE_SEARCH, .type = FIELD_TEXT, .fallback = "\"all\"",
   .check = check_observe,
   .help = "The process whose passage is measured. It makes one passage while the others make theirs. `all` "
           "measures one after the other (in a search, the process that can be made to pay most). What one process "
           "pays stands apart from the worst case of the algorithm.",
   .example = "\"P_N\""},
  {.key = "check", .drive = DRIVE_EXPLORE | DRIVE_PROVE, .type = FIELD_TEXTS, .fallback = "[]",
   .proved = "[\"P1\", \"P3\", \"P4\", \"P5\"]", .choices = checks,
   .help = "Properties to decide for all schedules, or to prove. Proofs are of" PROPERTY_PROVED "; P5 needs a doorway. "
           "`CSR` and `BCSR` (re-entry after a crash) need processes that recover. `response` (some process enters "
           "within a bounded number of ticks) needs a clock, and `robust` (no process learns of the buffers) an order. "
           "`invariants` stands for those that the algorithm declares. Those that `expect`, metrics and tables name "
           "are added.",
   .example = "[\"P1\", \"P6\"]"},
  {.key = "methods", .drive = DRIVE_SEARCH, .type = FIELD_TEXTS, .filled = true, .fallback = "[\"all\"]",
   .check = check_methods,
   .help = "Methods of a search beside random continuations: `all`, `draw` (none), or `climb`, `grow` and `help` "
           "with `+` between them. Several, to compare them.",
   .example = "[\"all\", \"climb+help\"]"},
  {.key = "effort", .drive = DRIVE_SEARCH, .type = FIELD_COUNT, .fallback = "50000000", .low = 1, .high = INT64_MAX,
   .help = "How many steps a search simulates for each cost that a metric names.", .example = "500000000"},
  {.key = "budget", .drive = DRIVE_EXPLORE | DRIVE_SEARCH | DRIVE_PROVE, .type = FIELD_COUNT, .fallback = "1073741824",
   .low = 1 << 20, .high = INT64_C(1) << 50,
   .help = "Bytes of memory for one exploration; if they do not suffice, values are lower bounds. A search is "
           "slower with less, and what a proof has too little for is not decided.",
   .example = "4294967296"},
  {.key = "exclude", .type = FIELD_OBJECTS, .fallback = "[]", .members = scope_fields,
   .help = "Runs to leave out of the product: those that match every key of one of these.",
   .example = "[{\"adversary\": \"greedy\", \"n\": \"256..512\"}]"},
  {.key = "metrics", .type = FIELD_TEXTS,
   .fallback = "[\"rmr.max\", \"rmr.mean\", \"rmr.p10\", \"rmr.p90\", \"rmr.total\", \"steps\"]",
   .explored = "[\"rmr.max\"]", .counted = "[\"danger\", \"paths.max\", \"paths.total\"]",
   .proved = "[\"bound.own\", \"bound.each\", \"bound.square\", \"bound.cube\", \"bound.level\", \"bound.exit\", "
             "\"bound.exit.level\", \"bound.entry.own\", \"bound.entry.each\", \"bound.entry.level\", "
             "\"bound.entry.once\", "
             "\"bound.bypass\"]",
   .check = check_metric,
   .help = "The metrics of each record (see the list of metrics). Those that `fits`, `plots` and `expect` name are "
           "added.",
   .example = "[\"rmr.max\", \"line 4 of P_N\"]"},
  {.key = "x", .type = FIELD_TEXT, .check = check_axis,
   .help = "The variable that series are functions of: `N`, `passages`, a parameter (`algorithm.KEY`) or an option "
           "(`adversary.KEY`). The default is `passages` if they vary and N does not, else `N`.",
   .example = "\"passages\""},
  {.key = "fits", .type = FIELD_FITS, .fallback = "[\"rmr.max\"]", .counted = "[\"paths.max\"]", .proved = "[]",
   .check = check_scalar_metric, .members = fit_fields,
   .help = "Metrics whose growth is recognised or fitted, of all series or of some.",
   .example = "[\"rmr.max\", {\"metric\": \"steps.max\", \"series\": {\"memory\": \"cc\"}}]"},
  {.key = "plots", .type = FIELD_OBJECTS, .members = plot_fields,
   .counted = "[{\"type\": \"growth\", \"metric\": \"paths.max\"}]", .proved = "[]",
   .help = "Figures to draw (default: the growth of `rmr.max` and the RMRs per line).",
   .example = "[{\"type\": \"normalised\", \"metric\": \"rmr.max\", \"divide_by\": \"N\"}]"},
  {.key = "tables", .type = FIELD_OBJECTS, .members = table_fields,
   .help = "Tables that set claims about algorithms beside results (docs/tables.md). The metrics and properties "
           "that their columns need are added.",
   .example = "[{\"name\": \"claims\", \"columns\": [\"RMR cc\", \"P2\"], \"rows\": [{\"algorithm\": \"glb\"}]}]"},
  {.key = "traces", .drive = DRIVE_SIMULATE, .type = FIELD_TEXTS, .fallback = "[]", .choices = trace_format_names,
   .help = "Write every step of every task into `traces/`. There is `text` to read, `native` to replay, `chrome` "
           "for Perfetto, `page` to step through, and `itf` for tools of TLA+. `svg` is a picture of the last "
           "1,000 steps.",
   .example = "[\"text\"]"},
  {.key = "expect", .type = FIELD_CLAUSES, .fallback = "{}", .members = clause_fields,
   .help = "The expected results, for each series: a metric or a property (P1 to P7, CSR, BCSR, response, "
           "robust, invariants), and a clause or a list of them. An object in place of a clause restricts it to some "
           "series.",
   .example = "{\"rmr.max\": [\"O(N)\", \"<= 7N+3\"], \"line 4 of P_N\": \"= N(N-1)/2\", \"P1\": \"holds\"}"},
  {.key = NULL},
};
/* clang-format on */

const struct config_field *field_find(const struct config_field *fields, const char *key)
{
  for (; fields->key != NULL; fields++)
    if (strcmp(fields->key, key) == 0) return fields;
  return NULL;
}
