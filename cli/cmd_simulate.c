/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_simulate.c: `rmr simulate`: one run, told as an annotated listing or as JSON.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/isolation.h"
#include "cli/print_listing.h"
#include "cli/system_options.h"
#include "cli/tracing.h"
#include "cli/watchdog.h"

struct options {
  struct system_options system;
  struct tracing_options trace;
  const char *adversary;
  uint64_t seed, max_steps;
};

enum { KEY_SEED = 256, KEY_MAX_STEPS };

static const struct argp_option argp_options[] = {
  SYSTEM_OPTIONS("4096", " (default: 1), or inf, which needs --max-steps"),
  FAULT_OPTIONS,
  {"adversary", 's', "ADVERSARY[:k=v,...]", 0,
   "the adversary (default: random); a plug-in is given as ./FILE.so, a script as ./FILE.lua, a program as cmd:FILE",
   0},
  MEMORY_OPTION,
  {"seed", KEY_SEED, "S", 0, "seed of all random choices (default: 1)", 0},
  {"max-steps", KEY_MAX_STEPS, "L", 0, "end the run after L steps", 0},
  TRACE_OPTION,
  STEPS_OPTION,
  JSON_OPTION,
  TIME_OPTION,
  ORDER_OPTIONS,
  DRAIN_OPTION,
  ISOLATE_OPTION(KEY_ISOLATE),
  {0},
};

static void check_options(const struct options *options, struct argp_state *state)
{
  if (state->argc == 1) argp_error(state, "nothing to simulate; try -a glb -n 4");
  if (options->system.algorithm == NULL) argp_error(state, "no algorithm; expected -a ALGO");
  if (options->system.passages == 0 && options->max_steps == 0)
    argp_error(state, "--passages inf would never end; give --max-steps as well");
  tracing_check(&options->trace, "--trace", state);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 's': options->adversary = argument; return 0;
  case KEY_SEED: options->seed = parse_number("--seed", argument, 0, INT64_MAX, state); return 0;
  case KEY_MAX_STEPS: options->max_steps = parse_number("--max-steps", argument, 1, INT64_MAX, state); return 0;
  case ARGP_KEY_END: check_options(options, state); return 0;
  default:
    return tracing_option(&options->trace, key, argument, state) ||
               system_option(&options->system, key, argument, state)
             ? 0
             : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO[:k=v,...]]",
  .doc = "Simulates one run of an algorithm and counts its remote memory references.\v"
         "Example: rmr simulate -a bwbgme -n 8 -s greedy --sessions any:3 --passages 2 --trace run.txt\n"
         "Exit codes: 0 ok, 11 deadlock, 12 a safety property was broken, 30 the run did not complete, 64 usage.",
};

/* The run between its creation and its end, with the trace and the guards around it. */
static bool go(struct run *run, const struct tracing_options *asked, struct error *e)
{
  struct trace *trace = NULL;
  if (asked->file != NULL && (trace = trace_open(asked->file, tracing_format(asked), run, e)) == NULL) return false;
  if (trace != NULL) trace_show(trace, asked->span);
  return tracing_end(asked->file, trace, run_go(run, e), e);
}

/* Why a run is over though it is not done, where its end alone does not tell. */
static void tell_end(const struct run *run, const char *adversary)
{
  const struct sim *sim = run_sim(run);
  const rmr_action awaited = sim_awaited(sim);
  char name[NAMES_SIZE];
  if (run_ended(run) == RUN_STALLED)
    fprintf(stderr, "rmr simulate: gave up: under %s no passage began or ended in %" PRIu64 " steps\n", adversary,
            RUN_STALL);
  if (run_ended(run) == RUN_PENDING && rmr_action_kind(awaited) == RMR_TICK)
    fprintf(stderr, "rmr simulate: no process can move before the clock goes on, which has no room for later times\n");
  if (run_ended(run) == RUN_PENDING && rmr_action_kind(awaited) == RMR_EXPIRE)
    fprintf(stderr, "rmr simulate: no process can move before `%s`, which %s does not choose; crashing does\n",
            system_change_name(sim_system(sim), awaited, name, sizeof name), adversary);
}

/* Warns of faults that cannot happen, and of time that an algorithm needs and does not have. */
static void tell_asked(const struct run *run, const char *adversary)
{
  const struct system_spec *setup = &sim_system(run_sim(run))->spec;
  if (setup->faults.limit[LIMIT_CRASHES] != 0 && (run_adversary(run)->flags & RMR_MAY_CHANGE) == 0)
    fprintf(stderr, "rmr simulate: no process crashed: %s chooses no crashes; -s crashing does\n", adversary);
  tell_untimed("simulate", setup, "try --time slow=1");
}

static int simulate(const struct options *options, struct run_spec *spec, const struct isolation *isolation)
{
  struct error e = {0};
  struct interrupt interrupt;
  struct watchdog watchdog = {0};
  struct heartbeat own = {0}, *heart = isolation->heart != NULL ? isolation->heart : &own;
  interrupt_watch(&interrupt);
  if (heart == &own) watchdog_start(&watchdog, "simulate", options->adversary, heart);
  spec->interrupt = &interrupt.raised;
  spec->progress = &heart->beats;
  struct run *run = run_create(spec, &e);
  const bool ok = run != NULL && go(run, &options->trace, &e);
  watchdog_stop(&watchdog);
  interrupt_done(&interrupt);

  int code = ok ? (int)run_exit_code(run) : report_error("simulate", &e);
  const struct run_description about = {options->adversary, options->system.sessions};
  json_t *json = ok && options->system.json ? run_json(run, &about) : NULL; /* asks the adversary for its measures */
  isolation_print(isolation);
  if (json != NULL)
    code = print_json(json, code);
  else if (ok)
    print_run(run, &about, stdout);
  if (ok) tell_end(run, options->adversary);
  if (ok) tell_asked(run, options->adversary);
  run_free(run);
  return code;
}

static int simulate_as_asked(void *self, const struct isolation *isolation)
{
  const struct options *options = self;
  struct error e = {0};
  struct system_asked asked;
  const bool ok = system_ask(&options->system, &asked, &e);
  struct run_spec spec = {.setup = asked.spec, .adversary = options->adversary, .max_steps = options->max_steps};
  spec.setup.seed = options->seed;
  const int code = ok ? simulate(options, &spec, isolation) : report_error("simulate", &e);
  system_asked_free(&asked);
  return code;
}

int command_simulate(int argc, char **argv)
{
  struct options options = {.system = SYSTEM_OPTIONS_BEGIN, .adversary = "random", .seed = 1};
  options.system.most_n = SYSTEM_MAX_N;
  parse_arguments(&argp, argc, argv, &options);
  const struct isolated all = {.command = "simulate",
                               .algorithm = options.system.algorithm,
                               .adversary = options.adversary,
                               .leaves = {options.trace.file},
                               .work = simulate_as_asked,
                               .self = &options};
  return isolation_run(&all, options.system.isolate);
}
