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
#include "cli/progress_line.h"
#include "cli/table.h"
#include "explore/answer/words.h"
#include "explore/answer_json.h"
#include "explore/fences/fences.h"
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
  MEMORY_OPTION,
  {"order", KEY_ORDER_OF_WRITES, "ORDER", 0, "tso (default) or pso", 0},
  {"buffer", KEY_BUFFER, "B", 0, "most writes of a process that wait (default: 10)", 0},
  {"data", KEY_DATA, "yes|no", 0,
   "whether a critical section makes a write of its own, and lasts until that is committed (default: yes)", 0},
  {"check", KEY_CHECK, "P1,..", 0, "the properties that must hold (default: P1,P6): P1 to P6, robust", 0},
  {"weight", KEY_WEIGHT, "fence=W", 0, "how many RMRs a fence counts for (default: 1); the cheapest set is told by it",
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
  struct error e = {0};
  switch (key) {
  case 'o':
    o->figure = argument;
    if (!alone_name_check(argument, &e)) argp_error(state, "-o %s", e.text);
    return 0;
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
    "by memory or Ctrl-C, and what is known is told; 64 usage.",
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

struct told {
  const struct fences_spec *spec;
  const struct fences *fences;
  const char *sessions;
  uint32_t weight;
};

/* "2+3+cs", "none" */
static char *places_text(const struct told *t, uint64_t places, char *out, size_t size)
{
  const struct order_spec order = fences_order(t->fences, &t->spec->question.setup.order, places);
  return order_fences_text(&order, t->spec->question.setup.algorithm, out, size);
}

/* The set of least cost by the weight; of equal ones the first. NULL: no costs are known, or all cost the same. */
static const struct fences_set *cheapest(const struct fences *f)
{
  const struct fences_set *least = NULL;
  uint64_t most = 0;
  for (uint32_t k = 0; k < f->n_sets; k++) {
    const struct fences_set *set = &f->set[k];
    if (!set->costs.known || set->costs.unbounded) continue;
    if (least == NULL || set->costs.sum < least->costs.sum) least = set;
    if (set->costs.sum > most) most = set->costs.sum;
  }
  return least != NULL && (f->n_sets == 1 || most > least->costs.sum) ? least : NULL;
}

/* --- text --------------------------------------------------------------------------------------------------------- */

/* "N = 2, memory cc, sessions distinct, passages without end, order tso" */
static char *scope_of(const struct told *t)
{
  const struct system_spec *setup = &t->spec->question.setup;
  char passages[64], order[ORDER_SIZE];
  explored_passages_text(setup->passages, passages, sizeof passages);
  return mem_format("N = %" PRIu32 ", memory %s, sessions %s, %s, order %s", setup->n, memory_names[setup->memory],
                    t->sessions, passages, order_text(&setup->order, setup->algorithm, order, sizeof order));
}

static void print_heading(const struct told *t)
{
  char *scope = scope_of(t);
  system_title_print(&t->spec->question.setup, stdout);
  printf(": minimal sets of fences for ");
  for (uint32_t k = 0, n = 0; k < N_PROPERTIES; k++)
    if (t->spec->question.check[k]) printf("%s%s", n++ != 0 ? ", " : "", property_key(k));
  printf("; %s\n", scope);
  free(scope);
}

/* "12"; of an unbounded cost that where each process makes one passage: "unbounded (9)", if that has an end */
static char *cost_cell(const struct fences_costs *c, uint64_t value, const struct fences_costs *once,
                       uint64_t value_once, char out[32])
{
  if (!c->known)
    snprintf(out, 32, "-");
  else if (c->unbounded && once->known && !once->unbounded)
    snprintf(out, 32, "unbounded (%" PRIu64 ")", value_once);
  else if (c->unbounded)
    snprintf(out, 32, "unbounded");
  else
    snprintf(out, 32, "%s%" PRIu64, c->exact ? "" : ">= ", value);
  return out;
}

static void add_row(struct table *table, const char *name, const char *verdict, const struct fences_costs *c,
                    const struct fences_costs *once)
{
  char rmr[32], fences[32], sum[32];
  table_row(table, (const char *[]){name, verdict, cost_cell(c, c->rmr, once, once->rmr, rmr),
                                    cost_cell(c, c->fences, once, once->fences, fences),
                                    cost_cell(c, c->sum, once, once->sum, sum)});
}

static const char *const verdict_words[] = {[FENCES_OPEN] = "not decided",
                                            [FENCES_RIGHT] = "right",
                                            [FENCES_BOUNDED] = "right, bounded",
                                            [FENCES_WRONG] = "wrong"};

static void print_sets(const struct told *t)
{
  char name[ORDER_SIZE], sum[48];
  const struct fences_set *least = cheapest(t->fences);
  struct table table;
  snprintf(sum, sizeof sum, t->weight == 1 ? "RMRs + fences" : "RMRs + %" PRIu32 " x fences", t->weight);
  table_init(&table, (const char *[]){"fences behind", "", "RMRs", "fences", sum}, 5);
  for (uint32_t k = 0; k < t->fences->n_sets; k++) {
    const struct fences_set *set = &t->fences->set[k];
    char verdict[64];
    snprintf(verdict, sizeof verdict, "%s%s", verdict_words[set->verdict],
             set == least && t->fences->n_sets > 1 ? ", cheapest" : "");
    add_row(&table, places_text(t, set->places, name, sizeof name), verdict, &set->costs, &set->one_shot);
  }
  if (t->fences->plain.known) add_row(&table, "(sc)", "", &t->fences->plain, &t->fences->plain_one_shot);
  putchar('\n');
  table_end(&table, stdout);
}

static void print_run(const struct fences_run *run)
{
  if (run->property == PROPERTY_NONE) {
    puts(run->astray);
    return;
  }
  printf("%s fails", property_key(run->property));
  if (run->process != 0) printf(", P%" PRIu32, run->process);
  printf("; %zu steps", run->witness.schedule.n_steps);
  if (run->witness.schedule.n_loop != 0) printf(", the last %zu in an endless loop", run->witness.schedule.n_loop);
  if (run->witness.file != NULL) printf("; %s", run->witness.file);
  putchar('\n');
}

static void print_need(const struct told *t, const struct fences_set *set, uint16_t line)
{
  const struct fences *f = t->fences;
  uint32_t place = 0;
  while (place < f->n_places && f->line[place] != line) place++;
  if (place == f->n_places || (set->places >> place & 1) == 0) return;
  printf("  without %s: ", line != 0 ? rmr_line_of(t->spec->question.setup.algorithm, line)->label : "cs");
  if (set->needs[place] != 0)
    print_run(f->run[set->needs[place] - 1]);
  else
    puts("not looked for");
}

static void print_needs(const struct told *t)
{
  char with[ORDER_SIZE];
  const struct rmr_algorithm *a = t->spec->question.setup.algorithm;
  for (uint32_t k = 0; k < t->fences->n_sets; k++) {
    const struct fences_set *set = &t->fences->set[k];
    if (set->places == 0) continue;
    printf("\n%s: each fence is needed\n", places_text(t, set->places, with, sizeof with));
    for (uint32_t row = 0; row < a->n_rows; row++)
      if (a->lines[row].line != 0) print_need(t, set, a->lines[row].line);
    print_need(t, set, 0);
  }
}

static void print_known(const struct told *t)
{
  char places[ORDER_SIZE];
  const uint64_t all = fences_necessary(t->fences);
  printf("\nCUT SHORT. Known so far:\n");
  if (all != 0)
    printf("  every right set has %s\n", places_text(t, all, places, sizeof places));
  else
    puts("  no fence is known to be in every right set");
  for (uint32_t k = 0; k < t->fences->n_sets; k++)
    if (t->fences->set[k].verdict == FENCES_RIGHT || t->fences->set[k].verdict == FENCES_BOUNDED)
      printf("  %s is enough\n", places_text(t, t->fences->set[k].places, places, sizeof places));
}

static void print_found(const struct told *t, double seconds)
{
  const struct fences *f = t->fences;
  print_heading(t);
  if (f->hopeless) {
    printf("\nNo set of fences is enough. With fences everywhere: ");
    print_run(f->run[f->n_runs - 1]);
  } else {
    print_sets(t);
    print_needs(t);
    if (!f->complete) print_known(t);
  }
  bool bounded = false;
  for (uint32_t k = 0; k < f->n_sets; k++) bounded |= f->set[k].verdict == FENCES_BOUNDED;
  if (f->plain.unbounded && !f->plain_one_shot.unbounded)
    puts("\n(in parentheses: where each process makes one passage)");
  if (bounded) printf("\nbounded: as far as values up to the cap and buffers of the given size go\n");
  printf("\n%" PRIu64 " question%s, %" PRIu64 " states, %.1f s\n", f->asked, f->asked == 1 ? "" : "s", f->states,
         seconds);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

/* In the order of the lines. */
static json_t *places_json(const struct told *t, uint64_t places)
{
  json_t *out = json_array();
  const struct rmr_algorithm *a = t->spec->question.setup.algorithm;
  const struct order_spec order = fences_order(t->fences, &t->spec->question.setup.order, places);
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && order_fenced(&order, a->lines[row].line))
      json_array_append_new(out, json_string(a->lines[row].label));
  if (order.fence_cs) json_array_append_new(out, json_string("cs"));
  return out;
}

static json_t *costs_json(const struct fences_costs *c)
{
  if (!c->known) return json_null();
  json_t *out = json_pack("{s:b, s:b, s:b}", "exact", c->exact, "bounded", c->bounded, "unbounded", c->unbounded);
  if (c->unbounded) return out;
  json_object_set_new(out, "rmr", json_integer((json_int_t)c->rmr));
  json_object_set_new(out, "fences", json_integer((json_int_t)c->fences));
  json_object_set_new(out, "rmr+fences", json_integer((json_int_t)c->sum));
  return out;
}

static json_t *run_json(const struct told *t, const struct fences_run *run)
{
  if (run->property == PROPERTY_NONE)
    return json_pack("{s:s, s:o}", "astray", run->astray, "one_of", places_json(t, run->without));
  return json_pack("{s:s, s:o, s:o, s:o}", "property", property_key(run->property), "process",
                   run->process != 0 ? json_integer((json_int_t)run->process) : json_null(), "one_of",
                   places_json(t, run->without), "witness", answers_witness(&run->witness));
}

static json_t *set_json(const struct told *t, const struct fences_set *set)
{
  static const char *const words[] = {
    [FENCES_OPEN] = "not decided", [FENCES_RIGHT] = "right", [FENCES_BOUNDED] = "bounded", [FENCES_WRONG] = "wrong"};
  json_t *needs = json_object();
  for (uint32_t place = 0; place < t->fences->n_places; place++) {
    char name[ORDER_SIZE];
    if (set->needs[place] == 0) continue;
    json_object_set_new(needs, places_text(t, UINT64_C(1) << place, name, sizeof name),
                        json_integer((json_int_t)set->needs[place] - 1));
  }
  return json_pack("{s:o, s:s, s:o, s:o, s:o}", "fences", places_json(t, set->places), "verdict", words[set->verdict],
                   "costs", costs_json(&set->costs), "one_shot", costs_json(&set->one_shot), "wrong_without", needs);
}

static json_t *found_json(const struct told *t)
{
  const struct explore_spec *q = &t->spec->question;
  json_t *check = json_array(), *sets = json_array(), *runs = json_array();
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    if (q->check[k]) json_array_append_new(check, json_string(property_key(k)));
  for (uint32_t k = 0; k < t->fences->n_sets; k++) json_array_append_new(sets, set_json(t, &t->fences->set[k]));
  for (uint32_t k = 0; k < t->fences->n_runs; k++) json_array_append_new(runs, run_json(t, t->fences->run[k]));
  const struct fences_set *least = cheapest(t->fences);
  return json_pack("{s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:i, s:o, s:o}", "scope",
                   answers_scope(&q->setup, t->sessions, 0, 0), "check", check, "complete", t->fences->complete,
                   "hopeless", t->fences->hopeless, "necessary", places_json(t, fences_necessary(t->fences)), "sets",
                   sets, "cheapest", least != NULL ? places_json(t, least->places) : json_null(), "weight",
                   (int)t->weight, "sc", costs_json(&t->fences->plain), "runs", runs);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

/* DIR/peterson_2_1.sched, ... */
static bool write_runs(struct told *t, const char *directory, struct fences *f, struct error *e)
{
  const struct system_spec *setup = &t->spec->question.setup;
  if (!file_make_directory(directory, e)) return false;
  for (uint32_t k = 0; k < f->n_runs; k++) {
    char comment[128], without[ORDER_SIZE];
    struct fences_run *run = f->run[k];
    if (!run->witness.found) continue;
    run->witness.file = mem_format("%s/%s_%s_%" PRIu32 "_%" PRIu32 ".sched", directory, setup->algorithm->name,
                                   order_names[setup->order.order], setup->n, k + 1);
    snprintf(comment, sizeof comment, "%s fails: one of the fences %.80s is missing", property_key(run->property),
             places_text(t, run->without, without, sizeof without));
    if (!schedule_write(run->witness.file, &run->witness.schedule, comment, e)) return false;
  }
  return true;
}

static bool draw(const struct told *t, const char *path, struct error *e)
{
  const struct system_spec *setup = &t->spec->question.setup;
  char *scope = scope_of(t), *question = mem_format("%s, %s", setup->algorithm->title, scope);
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
  struct told told = {.spec = spec, .fences = found, .sessions = sessions, .weight = o->weight};
  interrupt_watch(&interrupt);
  searching_start(&searching, stderr);
  spec->question.limits =
    (struct explore_limits){.memory = o->question.bytes != 0 ? o->question.bytes : usual_bytes(),
                            .threads = o->question.threads != 0 ? o->question.threads : usual_threads(NULL),
                            .interrupt = &interrupt.raised,
                            .tell = searching_tell,
                            .listener = &searching};
  bool ok = fences_find(spec, found, &e);
  const double seconds = searching_stop(&searching);
  ok = ok && (o->figure == NULL || draw(&told, o->figure, &e));
  ok = ok && (o->question.witness == NULL || write_runs(&told, o->question.witness, found, &e));
  int code = ok ? exit_code_of(found) : report_error("fences", &e);
  if (ok && o->question.system.json)
    code = print_json(found_json(&told)) == EXIT_OK ? code : EXIT_INTERNAL;
  else if (ok)
    print_found(&told, seconds);
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
  o.question.system.most_passages = 10000;
  o.question.system.passages = 0;
  o.question.system.order = "tso";
  parse_arguments(&argp, argc, argv, &o);
  if (o.weight == 0) o.weight = 1; /* not said */
  bool ok = system_ask(&o.question.system, &asked, &e);
  struct fences_spec spec = {.question = {.setup = asked.spec, .cap = (rmr_word)o.cap},
                             .costs = !o.no_costs,
                             .surcharge = (uint8_t)(o.weight - 1)};
  ok = ok && parse_check(o.check != NULL ? o.check : "P1,P6", &spec.question, &e);
  if (ok && !order_buffers(&spec.question.setup.order))
    ok = fail(&e, EXIT_USAGE, "--order sc: no write waits, so no fence is needed; expected tso or pso");
  const int code = ok ? find(&o, &spec, o.question.system.sessions) : report_error("fences", &e);
  system_asked_free(&asked);
  return code;
}
