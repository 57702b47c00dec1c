/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_run.c: `rmr run`. Reads a config, plans its tasks, carries them out, and makes what is to be made of the records.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/finish.h"
#include "cli/interrupt.h"
#include "experiments/config/schema.h"
#include "experiments/runner/directory.h"
#include "experiments/runner/estimate.h"
#include "experiments/runner/runner.h"
#include "experiments/runner/unfinished.h"
#include "results/lock.h"

struct options {
  const char *config, *directory;
  unsigned jobs;
  size_t shard, shards; /* shards 0: all of it */
  bool resume, strict, dry_run, schema, keys;
  const char **overrides;
  size_t n_overrides;
  struct ranks *ranks; /* NULL: this process is alone */
};

enum { MOST_SHARDS = 100000 };

/* --- the command line --------------------------------------------------------------------------------------------- */

enum { KEY_SET = 256, KEY_STRICT, KEY_DRY_RUN, KEY_SCHEMA, KEY_KEYS, KEY_SHARD };

static const struct argp_option argp_options[] = {
  {"output", 'o', "DIR", 0, "where the results go (default: out/NAME of the config)", 0},
  {"jobs", 'j', "K", 0, "how many runs at the same time, or threads of an exploration (default: the number of cores)",
   0},
  {"resume", 'r', NULL, 0, "continue an earlier run of the same config", 0},
  {"strict", KEY_STRICT, NULL, 0, "an `expect` that is undecided ends the command with exit code 20, as one that fails",
   0},
  {"set", KEY_SET, "KEY=VALUE", OPTION_LIST,
   "replace a value of the config: --set n=2..64*2 --set expect.rmr.max='O(N)'", 0},
  {"dry-run", KEY_DRY_RUN, NULL, 0,
   "list the tasks without running them; on a terminal, also estimate how long they take", 0},
  {"shard", KEY_SHARD, "I/K", 0,
   "do every K-th task, from the I-th on, into a directory of its own; `rmr merge` merges all K", 0},
  {"isolate", KEY_ISOLATE, NULL, 0, "run tasks of plug-ins in processes of their own; this is also the default", 0},
  {"schema", KEY_SCHEMA, NULL, 0, "print the JSON Schema of configs", 1},
  {"keys", KEY_KEYS, NULL, 0, "print the reference of keys and metrics", 1},
  {0},
};

/* "2/8" */
static void parse_shard(struct options *options, const char *text, struct argp_state *state)
{
  unsigned shard = 0, shards = 0;
  char rest;
  if (*text < '0' || *text > '9' || sscanf(text, "%7u/%7u%c", &shard, &shards, &rest) != 2 || shard < 1 ||
      shard > shards || shards > MOST_SHARDS)
    argp_error(state, "--shard '%s': expected I/K, such as 2/8, with 1 <= I <= K <= %d", text, MOST_SHARDS);
  options->shard = shard - 1;
  options->shards = shards;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 'o': options->directory = argument; return 0;
  case 'j': options->jobs = (unsigned)parse_number("--jobs", argument, 1, RUNNER_MOST_JOBS, state); return 0;
  case 'r': options->resume = true; return 0;
  case KEY_SET:
    options->overrides = mem_another(options->overrides, options->n_overrides, sizeof *options->overrides);
    options->overrides[options->n_overrides++] = argument;
    return 0;
  case KEY_ISOLATE: return 0;
  case KEY_STRICT: options->strict = true; return 0;
  case KEY_SHARD: parse_shard(options, argument, state); return 0;
  case KEY_DRY_RUN: options->dry_run = true; return 0;
  case KEY_SCHEMA: options->schema = true; return 0;
  case KEY_KEYS: options->keys = true; return 0;
  case ARGP_KEY_ARG:
    if (options->config != NULL) argp_error(state, "more than one config; expected one: '%s'", argument);
    options->config = argument;
    return 0;
  case ARGP_KEY_END:
    if (options->config == NULL && !options->schema && !options->keys)
      argp_error(state, "no config; expected one, for example experiments/glb.json");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "CONFIG.json",
  .doc =
    "Runs the experiment that a config describes, and makes records, fits, figures and a report of it.\v"
    "Example: rmr run experiments/glb.json -o out/glb --jobs 2\n"
    "Exit codes: 0 ok; 11 deadlock, 12 a safety property broken, 13 starvation, where no clause expects it; 20 an "
    "`expect` failed (with --strict, or was left undecided); 30 interrupted, cut short, or with tasks that failed (go "
    "on with --resume); 64 bad config; 75 runs that contradict each other, or figures that were not drawn.",
};

/* --- doing it ----------------------------------------------------------------------------------------------------- */

/* How many tasks, and how long about: for somebody who looks on, as the progress line is. */
static void tell_estimate(const struct plan *plan, unsigned jobs)
{
  struct estimate about;
  if (!isatty(STDERR_FILENO)) return;
  estimate_make(plan, jobs, &about);
  fprintf(stderr, "rmr run: %zu task%s", plan->n, plural(plan->n));
  if (about.tried > 0)
    fprintf(stderr, ", %s %.*f seconds with %u job%s, going by %zu trial%s", about.at_least ? "at least" : "about",
            about.seconds < 10 ? 1 : 0, about.seconds, jobs, plural(jobs), about.tried, plural(about.tried));
  if (about.foreign > 0) fprintf(stderr, "; %zu of plug-ins or with files were not tried", about.foreign);
  fputc('\n', stderr);
}

/* Of a shard only its own tasks. */
static int print_plan(const struct plan *plan, const struct options *options)
{
  char text[512];
  struct plan part = {.config = plan->config, .task = mem_new(plan->n, sizeof *part.task)};
  for (size_t k = 0; k < plan->n; k++)
    if (options->shards == 0 || k % options->shards == options->shard) part.task[part.n++] = plan->task[k];
  for (size_t k = 0; k < part.n; k++)
    printf("#%zu  %.8s  %s\n", part.task[k].index, part.task[k].id, task_text(&part.task[k], text, sizeof text));
  fflush(stdout);
  tell_estimate(&part, options->jobs);
  free(part.task);
  return EXIT_OK;
}

static struct runner_options how_of(const struct options *options, const char *directory, atomic_bool *interrupt)
{
  return (struct runner_options){.jobs = options->jobs,
                                 .progress = stderr,
                                 .directory = directory,
                                 .interrupt = interrupt,
                                 .shard = options->shard,
                                 .shards = options->shards,
                                 .ranks = options->ranks};
}

/* The tasks that the journal does not have. Closes it. */
static bool run_tasks(const struct plan *plan, const struct options *options, const char *directory,
                      struct journal *journal, atomic_bool *interrupt, struct runner_outcome *outcome, struct error *e)
{
  const struct runner_options how = how_of(options, directory, interrupt);
  const bool ok = runner_go(plan, journal, &how, outcome, e);
  return journal_close(journal, e) && ok;
}

/* One shard is done, as far as it could be. Its records are not all of them, so nothing is made of them. */
static int conclude_shard(const struct plan *plan, const struct runner_outcome *outcome, const char *directory)
{
  const size_t there = outcome->there + outcome->done;
  if (outcome->failed > 0) {
    fprintf(stderr, "rmr run: %zu tasks of this shard failed; --resume tries them again\n", outcome->failed);
    return EXIT_INCOMPLETE;
  }
  fprintf(stderr, "rmr run: this shard is done: %s holds %zu of %zu records; `rmr merge` makes one directory of all\n",
          directory, there, plan->n);
  return EXIT_OK;
}

/* The exit code: the outcome of the tasks decides before the contents of the records. */
static int conclude(const struct plan *plan, const struct options *options, const struct runner_outcome *outcome,
                    const char *directory, struct interrupt *interrupt, struct error *e)
{
  const size_t there = outcome->there + outcome->done;
  if (outcome->interrupted) {
    fprintf(stderr, "rmr run: interrupted with %zu of %zu tasks done; the same command with --resume goes on\n", there,
            plan->n);
    if (unfinished_has(directory))
      fprintf(stderr, "rmr run: results of interrupted explorations are in %s/%s\n", directory, UNFINISHED_NAME);
    return EXIT_INCOMPLETE;
  }
  if (there + outcome->others == plan->n) unfinished_drop(directory);
  if (outcome->others > 0) return conclude_shard(plan, outcome, directory);
  if (outcome->done == 0 && outcome->failed == 0)
    fprintf(stderr, "rmr run: all %zu records are there already; only fits, plots and report are made again\n",
            plan->n);
  enum exit_code code = EXIT_OK;
  interrupt_ends(interrupt,
                 "rmr run: interrupted while fits, plots and report were made; all records are there, and the "
                 "same command with --resume makes the rest\n");
  if (there > 0 && !finish_results("run", directory, options->strict, &code, e)) return report_error("run", e);
  if (outcome->failed == 0) return code;
  fprintf(stderr, "rmr run: %zu of %zu tasks failed; --resume tries them again\n", outcome->failed, plan->n);
  return EXIT_INCOMPLETE;
}

/* The lock is held until all is written. */
static int run_in(const struct plan *plan, const struct options *options, const char *directory,
                  struct interrupt *interrupt)
{
  struct error e = {0};
  struct runner_outcome outcome;
  struct journal journal;
  int lock;
  size_t dropped = 0;
  bool ok = directory_open(directory, plan, options->resume, &lock, &journal, &dropped, &e);
  if (ok && dropped > 0)
    fprintf(stderr, "rmr run: %zu records are dropped, which \"exclude\" leaves out now\n", dropped);
  if (!ranks_agree(options->ranks, ok, &e)) return report_error("run", &e);
  ok = run_tasks(plan, options, directory, &journal, &interrupt->raised, &outcome, &e);
  const int code = ok ? conclude(plan, options, &outcome, directory, interrupt, &e) : report_error("run", &e);
  directory_unlock(lock);
  return code;
}

/* The work of ranks other than 0: tasks. Rank 0 reports how all ends. */
static int serve_in(const struct plan *plan, const struct options *options, const char *directory,
                    struct interrupt *interrupt)
{
  struct error e = {0};
  const struct runner_options how = how_of(options, directory, &interrupt->raised);
  if (!ranks_agree(options->ranks, true, &e)) return EXIT_OK;
  return runner_serve(plan, &how, &e) ? EXIT_OK : report_error("run", &e);
}

static int run_plan(const struct plan *plan, const struct options *options)
{
  char *directory =
    options->directory != NULL ? mem_text(options->directory) : mem_format("out/%s", config_text(plan->config, "name"));
  struct interrupt interrupt;
  interrupt_watch(&interrupt);
  const int code = ranks_leads(options->ranks) ? run_in(plan, options, directory, &interrupt)
                                               : serve_in(plan, options, directory, &interrupt);
  interrupt_done(&interrupt);
  free(directory);
  return code;
}

/* Whether every rank sees the tasks that this one sees: the ids of tasks depend on the files that they are made of. */
static bool plans_are_alike(const struct plan *plan, struct ranks *ranks, struct error *e)
{
  uint64_t sum = plan->n;
  for (size_t k = 0; k < plan->n; k++)
    for (const char *c = plan->task[k].id; *c != '\0'; c++) sum = sum * 31 + (unsigned char)*c;
  return ranks_same(ranks, sum) || fail(e, EXIT_USAGE,
                                        "not all ranks see the same tasks: is it the same config, the "
                                        "same plug-ins and the same version of rmr-mpi on all machines?");
}

/* No error, but perhaps a slip. */
static void warn_of_exclusions(const struct plan *plan)
{
  for (size_t k = 0; k < json_array_size(config_list(plan->config, "exclude")); k++) {
    struct error idle = {0};
    if (plan_exclusion_is_idle(plan, k, &idle)) (void)report_error("run", &idle);
  }
}

static int run_config(const struct options *options)
{
  struct error e = {0};
  struct config config;
  struct plan plan;
  const bool loaded = config_load(options->config, options->overrides, options->n_overrides, &config, &e);
  const bool planned = loaded && plan_create(&config, &plan, &e);
  int code;
  if (planned && ranks_leads(options->ranks)) warn_of_exclusions(&plan);
  if (!ranks_agree(options->ranks, planned, &e) || !plans_are_alike(&plan, options->ranks, &e))
    code = report_error("run", &e);
  else
    code = options->dry_run ? print_plan(&plan, options) : run_plan(&plan, options);
  if (planned) plan_free(&plan);
  if (loaded) config_free(&config);
  return code;
}

int ranks_run(int argc, char **argv, struct ranks *ranks)
{
  struct options options = {.jobs = usual_threads(ranks), .ranks = ranks};
  parse_arguments(&argp, argc, argv, &options);
  int code = EXIT_OK;
  if (options.schema) {
    code = print_json(schema_json(), EXIT_OK);
  } else if (options.keys) {
    schema_reference(stdout);
  } else {
    code = run_config(&options);
  }
  free(options.overrides);
  return code;
}

int command_run(int argc, char **argv)
{
  return ranks_run(argc, argv, NULL);
}
