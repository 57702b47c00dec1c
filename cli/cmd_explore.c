/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_explore.c: `rmr explore`: answers for all schedules, as text or as JSON, with witnesses.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/isolation.h"
#include "cli/print_answer.h"
#include "cli/progress_line.h"
#include "explore/answer/words.h"

struct options {
  struct question_options question;
  const char *check, *disk;
  uint64_t disk_bytes, cap;
  bool no_symmetry;
};

enum { KEY_CHECK = 256, KEY_CAP, KEY_DISK, KEY_DISK_LIMIT, KEY_NO_SYMMETRY };

static const struct argp_option argp_options[] = {
  SYSTEM_OPTIONS("32", " (default: 1), or inf; the observed one makes one"),
  FAULT_OPTIONS,
  MEMORY_OPTION,
  {"observe", KEY_OBSERVE, "I|all", 0, "the process whose passage is measured (default: all, one after the other)", 0},
  {"check", KEY_CHECK, "P1,..|rmr", 0,
   "what to determine, separated by commas: rmr, " PROPERTY_HELP
   "with rate as rate=R (default: all that apply, except rate and robust)",
   0},
  {"cost", KEY_COST, "COST", 0, "measure another cost as well: " COST_HELP "each for one passage", 0},
  {"cap", KEY_CAP, "V", 0, "largest value of unbounded registers (default: what the passages can need)", 0},
  {"mem", KEY_MEM, "BYTES", 0, "memory for the search, with K, M, G or T (default: 3/4 of the machine's)", 0},
  {"disk", KEY_DISK, "DIR", 0,
   "directory for states that do not fit into half of the memory in the search for a worst case; they go to a file "
   "without a name that leaves nothing behind",
   0},
  {"disk-limit", KEY_DISK_LIMIT, "BYTES", 0, "the most to write there, with K, M, G or T (default: all free space)", 0},
  {"threads", KEY_THREADS, "T", 0, "threads (default: as many as there are cores)", 0},
  {"no-symmetry", KEY_NO_SYMMETRY, NULL, 0,
   "count each state, also where some are renamings of others (default: where four processes or more are explored, of "
   "which some are alike, states are taken up to renaming of processes)",
   0},
  {"witness", KEY_WITNESS, "FILE", 0,
   "write witness schedules of the answers, or of the way to where a register leaves its range, for `rmr replay`", 0},
  JSON_OPTION,
  TIME_OPTION,
  ORDER_OPTIONS,
  ISOLATE_OPTION(KEY_ISOLATE),
  {"adversary", 's', "ADV", OPTION_HIDDEN, "", 0},
  {0},
};

/* --- options ------------------------------------------------------------------------------------------------------ */

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case KEY_CHECK: o->check = argument; return 0;
  case 's':
    argp_error(state, "-s '%s': every schedule is explored, whatever an adversary would choose; `rmr simulate` has -s",
               argument);
    return 0;
  case KEY_CAP: o->cap = parse_number("--cap", argument, 1, INT32_MAX, state); return 0;
  case KEY_NO_SYMMETRY: o->no_symmetry = true; return 0;
  case KEY_DISK: o->disk = argument; return 0;
  case KEY_DISK_LIMIT: o->disk_bytes = parse_bytes("--disk-limit", argument, state); return 0;
  case ARGP_KEY_END:
    if (state->argc == 1) argp_error(state, "nothing to explore; try -a burns_lamport -n 3");
    if (o->question.system.algorithm == NULL) argp_error(state, "no algorithm; expected -a ALGO");
    if (o->disk_bytes != 0 && o->disk == NULL) argp_error(state, "--disk-limit says how much, --disk DIR where");
    return 0;
  default: return question_option(&o->question, key, argument, state) ? 0 : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO[:k=v,...]]",
  .doc =
    "Explores every schedule: finds the exact worst case of a passage and decides P1 to P7, re-entry after a crash and "
    "invariants, each with a schedule as witness.\v"
    "Example: rmr explore -a burns_lamport -n 4 --observe 4 --check rmr --witness worst.sched; rmr replay worst.sched\n"
    "Exit codes: 0 ok, 11 no progress (P6, P7, response), 12 a safety property fails (P1, P3, P4, P5, CSR, BCSR, "
    "rate, robust, an invariant), 13 starvation (P2), of several the first; 30 cut short by memory or Ctrl-C: costs "
    "are lower bounds, 64 usage.",
};

/* --- the question ------------------------------------------------------------------------------------------------- */

/* Takes the number behind "rate=", and cuts it off. */
static bool take_rate(char *word, struct question *question, struct error *e)
{
  if (strncasecmp(word, "rate=", 5) != 0) return true;
  enum { MOST_RATE = 1000000 };
  char *end;
  const unsigned long rate = strtoul(word + 5, &end, 10);
  if (!isdigit((unsigned char)word[5]) || *end != '\0' || rate < 1 || rate > MOST_RATE)
    return fail(e, EXIT_USAGE, "--check '%s': expected rate=R, at least R ticks from an entry to the next, 1 to %d",
                word, MOST_RATE);
  question->rate = (uint32_t)rate;
  word[4] = '\0';
  return true;
}

/* Whether only its name in --check asks for it. */
static bool is_asked_by_name(enum property_id id)
{
  return id == PROPERTY_RATE || id == PROPERTY_ROBUST;
}

/* Why a property means nothing here. False. */
static bool refuse_check(enum property_id id, struct error *e)
{
  static const char *const why[] = {
    [NEEDS_INVARIANTS] = "the algorithm declares none",
    [NEEDS_RECOVERY] = "no process recovers from a crash; expected --faults recover:F, system:F or restart:F",
    [NEEDS_TIME] = "no clock ticks; expected --time slow=S",
    [NEEDS_BUFFERS] = "all writes are in memory at once; expected --order tso or pso"};
  return fail(e, EXIT_USAGE, "--check %s: %s", property_key(id), why[property_table[id].needs]);
}

/* "rmr, P1, ..., rate=R and invariants" */
static bool refuse_word(const char *word, struct error *e)
{
  char all[256] = "rmr";
  for (uint32_t k = 1; k < N_PROPERTIES; k++)
    text_add(all, sizeof all, ", %s%s", property_key(k), k == PROPERTY_RATE ? "=R" : "");
  return fail(e, EXIT_USAGE, "--check '%s': expected some of %s and %s, with commas between", word, all,
              property_key(PROPERTY_INVARIANTS));
}

static bool take_check(char *word, struct question *question, struct error *e)
{
  if (!take_rate(word, question, e)) return false;
  const bool rmr = strcasecmp(word, "rmr") == 0;
  const enum property_id id = property_of(word);
  if (!rmr && id == PROPERTY_NONE) return refuse_word(word, e);
  bool *asked = rmr ? &question->rmr : &question->asked[id];
  if (*asked) return fail(e, EXIT_USAGE, "--check: %s is asked twice", rmr ? "rmr" : property_key(id));
  if (!rmr && !property_is_told(question, id)) return refuse_check(id, e);
  *asked = true;
  return true;
}

static bool parse_check(const char *text, struct question *question, struct error *e)
{
  question->rmr = text == NULL;
  for (uint32_t k = 0; text == NULL && k < N_PROPERTIES; k++)
    question->asked[k] = !is_asked_by_name(k) && property_is_told(question, k);
  bool ok = true;
  while (ok && text != NULL) {
    char *word = text_next_word(&text);
    ok = take_check(word, question, e);
    free(word);
  }
  return ok;
}

/* Refuses options that mean nothing where no cost is asked for. */
static bool check_costs(const struct question *q, const struct options *o, struct error *e)
{
  const char *idle = q->observed != 0 ? "--observe" : o->disk != NULL ? "--disk" : NULL;
  if (idle == NULL || q->rmr || q->cost != COST_NONE) return true;
  return fail(e, EXIT_USAGE, "%s is for costs; expected rmr in --check, or --cost", idle);
}

/* --- exploring ---------------------------------------------------------------------------------------------------- */

/* shows: where there is no answer, as a register leaves its range, the run to there is looked for. */
static bool explore_all(const struct question *q, bool up_to_renaming, bool shows, const struct explore_limits *limits,
                        struct answer *out, struct error *e)
{
  struct explore_spec spec = {
    .setup = q->setup, .observed = q->observed, .cap = q->cap, .rate = q->rate, .limits = *limits};
  spec.up_to_renaming = up_to_renaming;
  spec.cost = q->rmr ? COST_RMR : COST_NONE;
  memcpy(spec.check, q->asked, sizeof spec.check);
  spec.outside = shows ? &out->outside : NULL;
  if (!explore(&spec, &out->main, e)) return false;
  if (q->cost == COST_NONE) return true;
  spec.cost = q->cost;
  spec.lines = q->lines;
  spec.answered = true;
  memset(spec.check, 0, sizeof spec.check);
  return explore(&spec, &out->other, e);
}

/* How much was put there, and why no more. */
static void tell_of_disk(const struct scratch *scratch)
{
  if (scratch == NULL) return;
  if (scratch_complaint(scratch)[0] != '\0')
    fprintf(stderr, "rmr explore: %s; answers that are not exact were cut short by that\n", scratch_complaint(scratch));
  if (scratch_most(scratch) != 0)
    fprintf(stderr, "rmr explore: at most %.3g GB were on the disk\n", (double)scratch_most(scratch) * 1e-9);
}

/* There is no answer. If that is because a register leaves its range, the run to there goes to `witness`. */
static int refuse_outside(struct answer *answer, const char *witness, const struct error *why)
{
  struct error e = {0};
  report_error("explore", why);
  return witness == NULL || write_outside(answer, witness, why, &e) ? (int)why->code : report_error("explore", &e);
}

/* Three processes have few states, so nothing is lost where every one is counted. Other programs count like that. */
enum { LEAST_RENAMED = 4 };

static int explore_question(const struct question *q, const struct options *o, const struct isolation *isolation)
{
  struct error e = {0};
  struct interrupt interrupt;
  struct searching searching;
  struct scratch *scratch = NULL;
  if (o->disk != NULL && (scratch = scratch_open(o->disk, o->disk_bytes, &e)) == NULL)
    return report_error("explore", &e);
  struct answer *answer = mem_new(1, sizeof *answer); /* too large for a small stack */
  interrupt_watch(&interrupt);
  searching_start(&searching, stderr);
  const struct explore_limits limits = {.memory = q->bytes != 0 ? q->bytes : usual_bytes(),
                                        .threads = o->question.threads != 0 ? o->question.threads : usual_threads(NULL),
                                        .scratch = scratch,
                                        .interrupt = &interrupt.raised,
                                        .heart = isolation->heart,
                                        .tell = searching_tell,
                                        .listener = &searching};
  const bool up_to_renaming = !o->no_symmetry && q->setup.n >= LEAST_RENAMED;
  const char *witness = o->question.witness;
  const bool ok = explore_all(q, up_to_renaming, witness != NULL, &limits, answer, &e);
  answer->seconds = searching_stop(&searching);
  int code = ok ? (int)answer_exit_code(answer) : refuse_outside(answer, witness, &e);
  const bool written = !ok || witness == NULL || write_witnesses(q, answer, witness, &e);
  isolation_print(isolation);
  if (ok && (answer->main.refused || answer->other.refused))
    fprintf(stderr, "rmr explore: the system has less memory than the budget of %zu bytes allows; see --mem\n",
            limits.memory);
  tell_of_disk(scratch);
  if (ok && code != EXIT_OK && !o->question.system.json) tell_untimed("explore", &q->setup, "try --time slow=1");
  if (ok && o->question.system.json)
    code = print_json(answer_json(q, answer), code);
  else if (ok)
    print_answer(q, answer, stdout);
  if (!written) code = report_error("explore", &e);
  answer_free(answer);
  free(answer);
  scratch_close(scratch);
  interrupt_done(&interrupt);
  return code;
}

static int explore_as_asked(void *self, const struct isolation *isolation)
{
  const struct options *o = self;
  struct error e = {0};
  struct system_asked asked;
  struct question q;
  const bool ok = system_ask(&o->question.system, &asked, &e) && question_ask(&o->question, &asked.spec, &q, &e) &&
                  parse_check(o->check, &q, &e) && check_costs(&q, o, &e) &&
                  check_witness(o->question.witness, o->question.system.algorithm, &e);
  q.cap = (rmr_word)o->cap;
  const int code = ok ? explore_question(&q, o, isolation) : report_error("explore", &e);
  system_asked_free(&asked);
  return code;
}

int command_explore(int argc, char **argv)
{
  struct options o = {.question = QUESTION_OPTIONS_BEGIN};
  o.question.system.most_n = DEPTH_MOST_PROCESSES;
  o.question.system.most_passages = EXPLORE_MOST_PASSAGES;
  parse_arguments(&argp, argc, argv, &o);
  const struct isolated all = {.command = "explore",
                               .algorithm = o.question.system.algorithm,
                               .leaves = {o.question.witness},
                               .work = explore_as_asked,
                               .self = &o};
  return isolation_run(&all, o.question.system.isolate);
}
