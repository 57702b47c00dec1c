/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_search.c: `rmr search`: a bad schedule, and so a lower bound on what a passage can cost, where there are too many
 * schedules to look at all of them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/isolation.h"
#include "cli/progress_line.h"
#include "explore/search/search.h"

struct options {
  struct question_options question;
  const char *keep, *methods;
  uint64_t effort, seconds, seed;
  bool resume;
  struct ranks *ranks; /* NULL: this process is alone */
};

enum { KEY_TIME = 256, KEY_EFFORT, KEY_SEED, KEY_METHODS, KEY_KEEP, KEY_RESUME };

enum { MOST_PROCESSES = 1024, USUAL_SECONDS = 10, USUAL_BYTES = 1 << 30 };

static const struct argp_option argp_options[] = {
  SYSTEM_OPTIONS("1024", " (default: 1), or inf; the observed one makes one"),
  FAULT_OPTIONS,
  MEMORY_OPTION,
  ORDER_OPTIONS,
  {"observe", KEY_OBSERVE, "I|all", 0, "the process whose passage should cost most (default: all, any process)", 0},
  {"cost", KEY_COST, "COST", 0,
   "the cost to maximise (default: rmr): " COST_HELP "only `rmr explore` knows ticks "
   "and meals",
   0},
  {"time", KEY_TIME, "SECONDS", 0, "how long to search (default: 10, where no effort is given)", 0},
  {"effort", KEY_EFFORT, "STEPS", 0, "how many steps to simulate, with K, M or G (thousands, millions, ...)", 0},
  {"methods", KEY_METHODS, "M", 0,
   "methods beside random continuations: all (default), draw (none), or climb, grow, help with + between them", 0},
  {"seed", KEY_SEED, "S", 0, "seed of all random choices (default: 1)", 0},
  {"mem", KEY_MEM, "BYTES", 0, "memory for states, with K, M, G or T (default: 1G); with less a search is slower", 0},
  {"threads", KEY_THREADS, "T", 0, "threads (default: as many as there are cores); the result does not depend on it",
   0},
  {"witness", KEY_WITNESS, "FILE", 0, "write the schedule that was found, for `rmr replay`", 0},
  {"keep", KEY_KEEP, "FILE", 0, "keep checkpoints of the search in a file, so that it can be resumed", 0},
  {"resume", KEY_RESUME, NULL, 0, "continue the search from the checkpoint of --keep", 0},
  JSON_OPTION,
  ISOLATE_OPTION(KEY_ISOLATE),
  {0},
};

/* A number with K, M or G for a thousand, a million, a thousand millions. */
static uint64_t parse_effort(const char *text, struct argp_state *state)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  const uint64_t unit = *end == 'K' ? 1000 : *end == 'M' ? 1000000 : *end == 'G' ? 1000000000 : 1;
  if (*text < '0' || *text > '9' || errno != 0 || (*end != '\0' && (unit == 1 || end[1] != '\0')) || number == 0 ||
      number > INT64_MAX / unit)
    argp_error(state, "--effort '%s': expected a number of steps, such as 500K or 20M", text);
  return number * unit;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case KEY_TIME:
    if (strchr(argument, '=') != NULL)
      argp_error(state, "--time '%s': no clock ticks in a search; expected the seconds that it may take", argument);
    o->seconds = parse_number("--time", argument, 1, 10000000, state);
    return 0;
  case KEY_EFFORT: o->effort = parse_effort(argument, state); return 0;
  case KEY_SEED: o->seed = parse_number("--seed", argument, 0, INT64_MAX, state); return 0;
  case KEY_METHODS: o->methods = argument; return 0;
  case KEY_KEEP: o->keep = argument; return 0;
  case KEY_RESUME: o->resume = true; return 0;
  case ARGP_KEY_END:
    if (state->argc == 1) argp_error(state, "nothing to search; try -a burns_lamport -n 10");
    if (o->question.system.algorithm == NULL) argp_error(state, "no algorithm; expected -a ALGO");
    if (o->effort != 0 && o->seconds != 0) argp_error(state, "--time and --effort: expected one of them");
    if (o->effort == 0 && o->seconds == 0) o->seconds = USUAL_SECONDS;
    if (o->resume && o->keep == NULL)
      argp_error(state, "--resume goes with --keep FILE, which names the search to continue");
    return 0;
  default: return question_option(&o->question, key, argument, state) ? 0 : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO[:k=v,...]]",
  .doc = "Searches for a schedule under which a passage is costly, where there are too many schedules to explore. The "
         "result is a lower bound on the worst case, with the schedule as witness.\vExample: rmr search -a "
         "burns_lamport -n 10 --effort 200M --witness bad.sched; rmr replay bad.sched\n"
         "The same question, seed, effort and memory give the same result, on any number of threads, also if it was "
         "interrupted and resumed on the way.\n"
         "Exit codes: 0 ok, 30 interrupted (the best result so far is printed), 64 usage.",
};

/* --- the result --------------------------------------------------------------------------------------------------- */

/* As the explorer tells of a cost that it could not look for to the end. */
static void make_answer(struct answer *answer, const struct question *q, struct searched *found)
{
  struct explored *explored = q->cost == COST_NONE ? &answer->main : &answer->other;
  struct explored_cost *cost = mem_new(1, sizeof *cost);
  cost->process = found->process;
  cost->worst = found->worst;
  cost->witness = found->witness;
  explored->cost = cost;
  explored->n_costs = 1;
  found->witness = (struct witness){0};
}

static json_t *search_json(const struct question *q, const struct answer *answer, const struct options *o,
                           const struct searched *found)
{
  json_t *json = answer_json(q, answer);
  json_object_set_new(json, "kind", json_string("lower bound"));
  json_object_set_new(json, "seed", json_integer((json_int_t)o->seed));
  json_object_set_new(json, "effort", json_integer((json_int_t)found->effort));
  return json;
}

static void print_found(const struct question *q, const struct answer *answer, const struct searched *found)
{
  const struct explored_cost *cost = q->cost == COST_NONE ? answer->main.cost : answer->other.cost;
  print_title(q, "a search", stdout);
  printf("At least %" PRIu64 " %s: a passage of P%" PRIu32 ", by a schedule of %zu actions\n", cost->worst,
         q->cost == COST_NONE ? "RMRs" : q->cost_text, cost->process, cost->witness.schedule.n_steps);
  printf("Found in %" PRIu64 " simulated steps; a costlier passage may exist%s\n", found->effort,
         found->interrupted ? "; INTERRUPTED" : "");
}

/* --- searching ---------------------------------------------------------------------------------------------------- */

static int tell_found(const struct question *q, const struct options *o, struct searched *found, double seconds)
{
  struct answer *answer = mem_new(1, sizeof *answer);
  struct error e = {0};
  int code = found->interrupted ? EXIT_INCOMPLETE : EXIT_OK;
  answer->seconds = seconds;
  make_answer(answer, q, found);
  const bool written = o->question.witness == NULL || write_witnesses(q, answer, o->question.witness, &e);
  if (o->question.system.json)
    code = print_json(search_json(q, answer, o, found), code);
  else
    print_found(q, answer, found);
  if (!written) code = report_error("search", &e);
  answer_free(answer);
  free(answer);
  return code;
}

static int search_question(const struct question *q, const struct options *o, unsigned methods,
                           const struct isolation *isolation)
{
  struct error e = {0};
  struct interrupt interrupt;
  struct searching searching;
  struct searched *found = mem_new(1, sizeof *found);
  interrupt_watch(&interrupt);
  searching_start(&searching, stderr);
  searching.seconds = (double)o->seconds;
  searching.effort = o->effort;
  const struct search_spec spec = {
    .goal = {.setup = q->setup, .cost = q->cost != COST_NONE ? q->cost : COST_RMR, .lines = q->lines},
    .observed = q->observed,
    .seed = o->seed,
    .methods = methods,
    .limits = {.effort = o->effort,
               .seconds = (double)o->seconds,
               .memory = o->question.bytes != 0 ? o->question.bytes : USUAL_BYTES,
               .threads = o->question.threads != 0 ? o->question.threads : usual_threads(o->ranks),
               .ranks = o->ranks,
               .keep = o->keep,
               .resume = o->resume && file_exists(o->keep),
               .interrupt = &interrupt.raised,
               .heart = isolation->heart,
               .tell = searching_tell_best,
               .listener = &searching}};
  const bool ok = search(&spec, found, &e);
  const double seconds = searching_stop(&searching);
  isolation_print(isolation);
  int code = ok ? EXIT_OK : report_error("search", &e);
  if (ok && ranks_leads(o->ranks)) code = tell_found(q, o, found, seconds);
  searched_free(found);
  free(found);
  interrupt_done(&interrupt);
  return code;
}

static bool refuse_cost(const struct question *q, struct error *e)
{
  if (q->cost == COST_NONE || cost_table[q->cost].searched) return true;
  return fail(e, EXIT_USAGE, "--cost %s: expected one of" COST_SEARCHED "; `rmr explore` knows %s", q->cost_text,
              q->cost_text);
}

static bool fits_ranks(const struct options *o, struct error *e)
{
  if (!ranks_several(o->ranks) || (o->keep == NULL && !o->question.system.isolate)) return true;
  return fail(e, EXIT_USAGE, "--%s is not for several ranks; start one", o->keep != NULL ? "keep" : "isolate");
}

/* One process of several writes the witness. */
static bool fits_witness(const struct options *o, struct error *e)
{
  const char *path = o->question.witness;
  if (path == NULL || !ranks_leads(o->ranks)) return true;
  if (o->keep != NULL && file_is_same(o->keep, path))
    return fail(e, EXIT_USAGE, "'%s' is the file of --keep; expected another for --witness", path);
  return check_witness(path, o->question.system.algorithm, e);
}

/* A search that has been kept is not written over by another. */
static bool may_keep(const struct options *o, struct error *e)
{
  if (o->keep == NULL || o->resume || !file_exists(o->keep)) return true;
  return fail(e, EXIT_USAGE,
              "%s: is there already. Add --resume to go on with the search that it holds, or choose another", o->keep);
}

static int search_as_asked(void *self, const struct isolation *isolation)
{
  const struct options *o = self;
  struct error e = {0};
  struct system_asked asked;
  struct question q;
  unsigned methods;
  const bool ok = system_ask(&o->question.system, &asked, &e) && question_ask(&o->question, &asked.spec, &q, &e) &&
                  refuse_cost(&q, &e) && search_methods_parse(o->methods, &methods, &e) && may_keep(o, &e) &&
                  fits_ranks(o, &e) && fits_witness(o, &e);
  const int code =
    ranks_agree(o->ranks, ok, &e) ? search_question(&q, o, methods, isolation) : report_error("search", &e);
  system_asked_free(&asked);
  return code;
}

int ranks_search(int argc, char **argv, struct ranks *ranks)
{
  struct options o = {.question = QUESTION_OPTIONS_BEGIN, .methods = "all", .seed = 1, .ranks = ranks};
  o.question.system.most_n = MOST_PROCESSES;
  parse_arguments(&argp, argc, argv, &o);
  const struct isolated all = {.command = "search",
                               .algorithm = o.question.system.algorithm,
                               .leaves = {o.question.witness, o.keep},
                               .work = search_as_asked,
                               .self = &o};
  return isolation_run(&all, o.question.system.isolate && !ranks_several(ranks));
}

int command_search(int argc, char **argv)
{
  return ranks_search(argc, argv, NULL);
}
