/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_fences.c: `rmr fences`: where an algorithm needs fences when writes wait in buffers, what that costs, and a run
 * that is wrong without each of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/asking.h"
#include "cli/fences_figure.h"
#include "cli/interrupt.h"
#include "cli/print_fences.h"
#include "cli/progress_line.h"
#include "explore/answer_json.h"
#include "plots/alone.h"

enum { KEY_CHECK = 4096, KEY_WEIGHT, KEY_NO_COSTS, KEY_CAP };

struct options {
  struct question_options question;
  const char *check, *figure;
  uint32_t weight;
  uint64_t cap;
  bool no_costs;
};

static const struct argp_option argp_options[] = {
  SYSTEM_OPTIONS("32", ", or inf (default)"),
  {"memory", 'm', "MEMORY", 0, "cc (default), cc-keep or dsm", 0},
  {"order", KEY_ORDER_OF_WRITES, "ORDER", 0, "tso (default) or pso", 0},
  {"buffer", KEY_BUFFER, "B", 0, "most writes of a process that wait (default: 10)", 0},
  {"data", KEY_DATA, "yes|no", 0,
   "whether a critical section makes a write of its own, and lasts until that is committed (default: yes)", 0},
  {"check", KEY_CHECK, "P1,..", 0, "the properties that must hold (default: P1,P6): P1 to P6, robust", 0},
  {"weight", KEY_WEIGHT, "fence=W", 0, "how many RMRs a fence counts for (default: 1), which decides the cheapest set",
   0},
  {"no-costs", KEY_NO_COSTS, NULL, 0, "do not determine what passages cost", 0},
  {"cap", KEY_CAP, "V", 0, "largest value of unbounded registers (default: what the passages can need)", 0},
  {"mem", KEY_MEM, "BYTES", 0, "memory for each search, with K, M, G or T (default: 3/4 of the machine's)", 0},
  {"threads", KEY_THREADS, "T", 0, "threads (default: as many as there are cores)", 0},
  {"output", 'o', "FILE", 0, "a figure of RMRs against fences: FILE.svg, FILE.png or FILE.pdf", 0},
  {"witness", KEY_WITNESS, "DIR", 0, "write the wrong runs there, as schedules for `rmr replay`", 0},
  JSON_OPTION,
  {0},
};

static uint32_t parse_weight(const char *text, struct argp_state *state)
{
  if (strncmp(text, "fence=", 6) != 0) argp_error(state, "--weight '%s': expected fence=W", text);
  return (uint32_t)parse_number("--weight fence", text + 6, 1, COST_MOST_WEIGHT, state);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'o': o->figure = parse_picture("-o", argument, state); return 0;
  case KEY_CHECK: o->check = argument; return 0;
  case KEY_WEIGHT: o->weight = parse_weight(argument, state); return 0;
  case KEY_NO_COSTS: o->no_costs = true; return 0;
  case KEY_CAP: o->cap = parse_number("--cap", argument, 1, INT32_MAX, state); return 0;
  case ARGP_KEY_END:
    if (o->question.system.algorithm == NULL) argp_error(state, "no algorithm; expected -a ALGO");
    if (o->figure != NULL && o->no_costs) argp_error(state, "-o draws costs; expected no --no-costs");
    if (o->weight != 0 && o->no_costs) argp_error(state, "--weight is one of costs; expected no --no-costs");
    return 0;
  default: return question_option(&o->question, key, argument, state) ? 0 : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO[:k=v,...]]",
  .doc =
    "Finds all minimal sets of fences with which an algorithm is right where writes wait in buffers, what a passage "
    "costs with each of them, and a wrong run for each fence that is left out.\v"
    "Example: rmr fences -a peterson -n 2 --order pso\n"
    "Exit codes: 0 all minimal sets are known; 11, 12, 13 a property fails with every set of fences; 30 cut short "
    "by memory or Ctrl-C: known results are printed; 64 usage.",
};

/* --- the question ------------------------------------------------------------------------------------------------- */

static bool take_check(const char *word, struct explore_spec *q, struct error *e)
{
  const enum property_id id = property_of(word);
  if (id == PROPERTY_P7)
    return fail(e, EXIT_USAGE,
                "--check P7: it asks what can still happen, and a fence can take that away, so more fences need not be "
                "better; `rmr explore --fences` answers it for one set");
  if (id == PROPERTY_NONE || (id > PROPERTY_P7 && id != PROPERTY_ROBUST))
    return fail(e, EXIT_USAGE, "--check '%s': expected some of P1 to P6 and robust, with commas between", word);
  if (id == PROPERTY_P5 && !algorithm_has_doorway(q->setup.algorithm))
    return fail(e, EXIT_USAGE, "--check P5: %s has no doorway", q->setup.algorithm->name);
  q->check[id] = true;
  return true;
}

static bool parse_check(const char *text, struct explore_spec *q, struct error *e)
{
  bool ok = true;
  while (ok && text != NULL) {
    char *word = text_next_word(&text);
    ok = take_check(word, q, e);
    free(word);
  }
  return ok;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

/* DIR/peterson_2_1.sched, ... */
static bool write_runs(struct fences_told *t, const char *directory, struct fences *f, struct error *e)
{
  const struct system_spec *setup = &t->spec->question.setup;
  if (!file_make_directory(directory, e)) return false;
  for (uint32_t k = 0; k < f->n_runs; k++) {
    char comment[128], without[ORDER_SIZE];
    struct fences_run *run = f->run[k];
    if (!run->witness.found) continue;
    char *file = mem_format("%s/%s_%s_%" PRIu32 "_%" PRIu32 ".sched", directory, setup->algorithm->name,
                            order_names[setup->order.order], setup->n, k + 1);
    snprintf(comment, sizeof comment, "%s fails: one of the fences %.80s is missing", property_key(run->property),
             fences_places_text(t, run->without, without, sizeof without));
    if (!witness_write(&run->witness, file, comment, e)) return false;
  }
  return true;
}

static bool draw(const struct fences_told *t, const char *path, struct error *e)
{
  const struct system_spec *setup = &t->spec->question.setup;
  char *scope = fences_scope(t), *question = mem_format("%s, %s", setup->algorithm->title, scope);
  const bool ok = fences_draw(t->fences, setup, question, path, e);
  free(scope);
  free(question);
  return ok;
}

static int exit_code_of(const struct fences *f)
{
  if (f->hopeless && f->run[f->n_runs - 1]->property == PROPERTY_NONE) return EXIT_SAFETY;
  if (f->hopeless) return property_exit(f->run[f->n_runs - 1]->property);
  return f->complete ? EXIT_OK : EXIT_INCOMPLETE;
}

static int find(const struct options *o, struct fences_spec *spec, const char *sessions)
{
  struct error e = {0};
  struct interrupt interrupt;
  struct searching searching;
  struct fences *found = mem_new(1, sizeof *found);
  struct fences_told told = {.spec = spec, .fences = found, .sessions = sessions, .weight = o->weight};
  interrupt_watch(&interrupt);
  searching_start(&searching, stderr);
  spec->question.limits =
    (struct explore_limits){.memory = o->question.bytes != 0 ? o->question.bytes : usual_bytes(),
                            .threads = o->question.threads != 0 ? o->question.threads : usual_threads(NULL),
                            .interrupt = &interrupt.raised,
                            .tell = searching_tell,
                            .listener = &searching};
  const bool ok = fences_find(spec, found, &e);
  const double seconds = searching_stop(&searching);
  int code = ok ? exit_code_of(found) : report_error("fences", &e);
  const bool written = !ok || ((o->figure == NULL || draw(&told, o->figure, &e)) &&
                               (o->question.witness == NULL || write_runs(&told, o->question.witness, found, &e)));
  if (ok && o->question.system.json)
    code = print_json(fences_json(&told), code);
  else if (ok)
    print_fences(&told, seconds);
  if (ok && code != EXIT_OK && !o->question.system.json)
    tell_untimed("fences", &spec->question.setup, "`rmr explore` has it, for one set at a time");
  if (!written) code = report_error("fences", &e);
  fences_free(found);
  free(found);
  interrupt_done(&interrupt);
  return code;
}

int command_fences(int argc, char **argv)
{
  struct options o = {.question = QUESTION_OPTIONS_BEGIN};
  struct error e = {0};
  struct system_asked asked;
  o.question.system.most_n = DEPTH_MOST_PROCESSES;
  o.question.system.most_passages = EXPLORE_MOST_PASSAGES;
  o.question.system.passages = 0;
  o.question.system.order = "tso";
  parse_arguments(&argp, argc, argv, &o);
  if (o.weight == 0) o.weight = 1; /* not said */
  bool ok = system_ask(&o.question.system, &asked, &e);
  struct fences_spec spec = {.question = {.setup = asked.spec, .cap = (rmr_word)o.cap},
                             .costs = !o.no_costs,
                             .surcharge = (uint8_t)(o.weight - 1)};
  ok = ok && parse_check(o.check != NULL ? o.check : "P1,P6", &spec.question, &e);
  ok = ok && order_leaves_commits(&spec.question.setup.order, &e);
  if (ok && asked.spec.algorithm->name_held != NULL)
    ok = fail(&e, EXIT_USAGE, "%s is a renaming algorithm, for which fences are not looked for",
              asked.spec.algorithm->name);
  if (ok && !order_buffers(&spec.question.setup.order))
    ok = fail(&e, EXIT_USAGE, "--order sc: no write waits, so no fence is needed; expected tso or pso");
  const int code = ok ? find(&o, &spec, o.question.system.sessions) : report_error("fences", &e);
  system_asked_free(&asked);
  return code;
}
