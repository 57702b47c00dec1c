/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_selftest.c: `rmr selftest`: shows that this build of the explorer finds faults. Every shipped algorithm that is
 * not known to be wrong gets every mistake that explore/mutants/mutant.h knows, one at a time, and is explored again.
 *
 * The command fails if a check was tripped by no mutant of all, as a check that has never failed is untested; if an
 * unchanged algorithm is told from itself; or if the exploration and the comparison of behaviours contradict each
 * other. That a mutant gives the same answers as its original is no failure: some lines are redundant, and a few
 * processes do not need all that many do. Such mutants are named.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/terminal.h"
#include "base/thread_pool.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/table.h"
#include "explore/mutants/detection.h"
#include "model/choice.h"

enum { MEMORY = 64 << 20 };

struct options {
  const char *const *names;
  size_t n_names;
  bool json;
};

/* One algorithm and the results of its mutants. */
struct subject {
  struct detection detection;
  struct mutant *mutation;
  struct detection_result *verdict; /* [n + 1]: the last is that on the unchanged algorithm */
  uint32_t n;
  uint32_t outcomes[N_DETECTIONS]; /* of mutants */
  uint32_t caught[N_DIFFERENCES];  /* mutants; one can be caught by several */
  bool stable;                     /* the unchanged algorithm is not told from itself */
};

static const struct argp_option argp_options[] = {
  {"json", KEY_JSON, NULL, 0, "the result as JSON, mutant by mutant", 0}, {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  (void)argument;
  switch (key) {
  case KEY_JSON: o->json = true; return 0;
  case ARGP_KEY_ARGS:
    o->names = (const char *const *)state->argv + state->next;
    o->n_names = (size_t)(state->argc - state->next);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO|FILE...]",
  .doc = "Shows that this build finds faults: mutants of every shipped algorithm are explored and must be found "
         "different from the original.\vA mutant has one mistake: a line dropped, a write that always stores the "
         "initial value, a decision reversed, a branch that is always or never taken, two lines in the wrong "
         "order. It is caught by a property that fails, by another worst case or largest value, or by a register "
         "that leaves its range. A mutant that is not caught is equivalent (proved for the scopes explored) or "
         "alike: all answers are the same, without a proof.\n"
         "Exit codes: 0 ok, 20 a check was not tripped by any mutant (without ALGO only), 30 a mutant was not "
         "explored to the end, 64 usage, 75 the checks contradict each other.",
};

/* --- judging ------------------------------------------------------------------------------------------------------ */

static void judge(void *self, uint32_t item, uint32_t thread)
{
  static const struct mutant none = {0};
  struct subject *s = self;
  (void)thread;
  s->verdict[item] = detection_run(&s->detection, item < s->n ? &s->mutation[item] : &none);
}

static void count(struct subject *s)
{
  for (uint32_t k = 0; k < s->n; k++) {
    s->outcomes[s->verdict[k].outcome]++;
    for (uint32_t d = 0; d < N_DIFFERENCES; d++) s->caught[d] += s->verdict[k].differences >> d & 1;
  }
  s->stable = s->verdict[s->n].outcome == DETECTION_EQUIVALENT;
}

/* False: an error, or it was interrupted. */
static bool judge_all(struct subject *s, const struct rmr_algorithm *algorithm, struct thread_pool *pool,
                      atomic_bool *interrupt, struct error *e)
{
  const struct explore_limits limits = {.memory = MEMORY, .threads = 1, .interrupt = interrupt};
  if (isatty(STDERR_FILENO)) terminal_line(stderr, algorithm->name);
  *s = (struct subject){0};
  if (!detection_create(&s->detection, algorithm, UINT32_MAX, &limits, e)) return false;
  s->mutation = detection_mutations(&s->detection, &s->n, e);
  if (s->mutation == NULL) return false;
  s->verdict = mem_new(s->n + 1, sizeof *s->verdict);
  thread_pool_run(pool, judge, s, s->n + 1);
  count(s);
  return !atomic_load(interrupt);
}

static void subject_free(struct subject *s)
{
  detection_free(&s->detection);
  free(s->mutation);
  free(s->verdict);
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static const char *const outcome_words[N_DETECTIONS] = {[DETECTION_CAUGHT] = "caught",
                                                        [DETECTION_EQUIVALENT] = "equivalent",
                                                        [DETECTION_ALIKE] = "alike",
                                                        [DETECTION_CUT_SHORT] = "cut short",
                                                        [DETECTION_CONTRADICTION] = "contradiction"};

enum { COLUMNS = 5 + N_DIFFERENCES };

static void print_row(struct table *table, const char *name, const struct subject *s)
{
  char text[COLUMNS][16];
  const char *cells[COLUMNS] = {name};
  uint32_t number[COLUMNS] = {0, s->n, s->outcomes[DETECTION_CAUGHT]}, n = 3;
  for (uint32_t d = 0; d < N_DIFFERENCES; d++) number[n++] = s->caught[d];
  number[n++] = s->outcomes[DETECTION_EQUIVALENT];
  number[n++] = s->outcomes[DETECTION_ALIKE];
  for (uint32_t c = 1; c < n; c++) {
    snprintf(text[c], sizeof *text, "%" PRIu32, number[c]);
    cells[c] = text[c];
  }
  table_row(table, cells);
}

static void print_uncaught(const struct subject *s)
{
  char text[128];
  for (uint32_t k = 0; k <= s->n; k++) {
    const enum detection_outcome outcome = s->verdict[k].outcome;
    if (outcome == DETECTION_EQUIVALENT || (outcome == DETECTION_CAUGHT && k < s->n)) continue;
    const struct mutant none = {0};
    printf("%s: %s: %s\n", s->detection.algorithm->name, outcome_words[outcome],
           mutation_text(s->detection.algorithm, k < s->n ? &s->mutation[k] : &none, text, sizeof text));
  }
}

static void print_text(const struct subject *subject, size_t n, const struct subject *all)
{
  const char *head[COLUMNS] = {"algorithm", "mutants", "caught"};
  for (uint32_t d = 0; d < N_DIFFERENCES; d++) head[3 + d] = difference_words[d];
  head[3 + N_DIFFERENCES] = "equivalent";
  head[4 + N_DIFFERENCES] = "alike";
  struct table table;
  table_init(&table, head, COLUMNS);
  for (size_t k = 0; k < n; k++) print_row(&table, subject[k].detection.algorithm->name, &subject[k]);
  if (n > 1) print_row(&table, "all", all);
  table_end(&table, stdout);
  for (size_t k = 0; k < n; k++) print_uncaught(&subject[k]);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static json_t *counts_json(const struct subject *s)
{
  json_t *out = json_pack("{s:i}", "mutants", (int)s->n), *by = json_object();
  for (uint32_t k = 0; k < N_DETECTIONS; k++) json_object_set_new(out, outcome_words[k], json_integer(s->outcomes[k]));
  for (uint32_t d = 0; d < N_DIFFERENCES; d++) json_object_set_new(by, difference_words[d], json_integer(s->caught[d]));
  json_object_set_new(out, "by", by);
  return out;
}

static json_t *mutant_json(const struct subject *s, uint32_t k)
{
  static const char *const kinds[N_MUTATIONS] = {
#define MUTATION(id, word) [MUTATION_##id] = word,
    MUTATIONS(MUTATION)
#undef MUTATION
  };
  char text[128], scope[96];
  const struct detection_result *v = &s->verdict[k];
  json_t *out = json_pack("{s:s, s:s, s:s}", "kind", kinds[s->mutation[k].kind], "mutant",
                          mutation_text(s->detection.algorithm, &s->mutation[k], text, sizeof text), "outcome",
                          outcome_words[v->outcome]);
  if (v->differences == 0) return out;
  json_t *by = json_array();
  for (uint32_t d = 0; d < N_DIFFERENCES; d++)
    if (v->differences >> d & 1) json_array_append_new(by, json_string(difference_words[d]));
  json_object_set_new(out, "by", by);
  json_object_set_new(out, "scope",
                      json_string(detection_scope_text(&s->detection.scope[v->scope], scope, sizeof scope)));
  return out;
}

static json_t *subject_json(const struct subject *s)
{
  json_t *scopes = json_array(), *mutants = json_array();
  char text[96];
  for (uint32_t k = 0; k < s->detection.n_scopes; k++)
    json_array_append_new(scopes, json_string(detection_scope_text(&s->detection.scope[k], text, sizeof text)));
  for (uint32_t k = 0; k < s->n; k++) json_array_append_new(mutants, mutant_json(s, k));
  return json_pack("{s:s, s:o, s:s, s:o, s:o}", "algorithm", s->detection.algorithm->name, "scopes", scopes,
                   "unchanged", outcome_words[s->verdict[s->n].outcome], "counts", counts_json(s), "mutants", mutants);
}

static int print_result_json(const struct subject *subject, size_t n, const struct subject *all)
{
  json_t *algorithms = json_array();
  for (size_t k = 0; k < n; k++) json_array_append_new(algorithms, subject_json(&subject[k]));
  return print_json(json_pack("{s:o, s:o}", "algorithms", algorithms, "counts", counts_json(all)), EXIT_OK);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static struct subject add_up(const struct subject *subject, size_t n)
{
  struct subject all = {.stable = true};
  for (size_t k = 0; k < n; k++) {
    all.n += subject[k].n;
    all.stable &= subject[k].stable;
    for (uint32_t o = 0; o < N_DETECTIONS; o++) all.outcomes[o] += subject[k].outcomes[o];
    for (uint32_t d = 0; d < N_DIFFERENCES; d++) all.caught[d] += subject[k].caught[d];
  }
  return all;
}

/* `whole`: all algorithms were looked at, so every check must have been tripped. */
static int result_code(const struct subject *all, bool whole)
{
  const char *untripped = whole ? detection_untripped(all->caught) : NULL;
  if (!all->stable || all->outcomes[DETECTION_CONTRADICTION] != 0) {
    fprintf(stderr, "rmr selftest: the checks contradict each other\n");
    return EXIT_INTERNAL;
  }
  if (untripped != NULL) {
    fprintf(stderr, "rmr selftest: no mutant was caught by %s\n", untripped);
    return EXIT_EXPECT;
  }
  return all->outcomes[DETECTION_CUT_SHORT] != 0 ? EXIT_INCOMPLETE : EXIT_OK;
}

/* The subject of a test. */
struct chosen {
  const struct rmr_algorithm **algorithm; /* [n] */
  struct algorithm_choice **choice;       /* [n_choices]: keep those that were asked for */
  size_t n, n_choices;
};

/* Those that were asked for, plug-ins and texts too. */
static bool choose_named(const struct options *o, struct chosen *out, struct error *e)
{
  out->choice = mem_new(o->n_names, sizeof *out->choice);
  out->algorithm = mem_new(o->n_names, sizeof *out->algorithm);
  for (size_t k = 0; k < o->n_names; k++) {
    struct algorithm_choice *choice = algorithm_choose(o->names[k], NULL, e);
    if (choice == NULL) return false;
    out->choice[out->n_choices++] = choice;
    if (!check_whole(choice, e) || !check_defaults(choice, "the mutants are those of the defaults", e)) return false;
    out->algorithm[out->n++] = choice->algorithm;
  }
  return true;
}

/* All that are not known to be wrong, without time. */
static void choose_right(struct chosen *out)
{
  size_t most = 0;
  while (rmr_algorithms[most] != NULL) most++;
  out->algorithm = mem_new(most, sizeof *out->algorithm);
  for (size_t k = 0; k < most; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    if (a->claims.wrong == NULL && !a->claims.timed) out->algorithm[out->n++] = a;
  }
}

static void chosen_free(struct chosen *chosen)
{
  for (size_t k = 0; k < chosen->n_choices; k++) algorithm_release(chosen->choice[k]);
  free(chosen->choice);
  free(chosen->algorithm);
}

int command_selftest(int argc, char **argv)
{
  struct options o = {0};
  struct error e = {0};
  size_t done = 0;
  struct chosen chosen = {0};
  parse_arguments(&argp, argc, argv, &o);
  if (o.n_names == 0)
    choose_right(&chosen);
  else
    choose_named(&o, &chosen, &e);
  const size_t n = chosen.n;
  struct subject *subject = mem_new(n, sizeof *subject);
  struct interrupt interrupt;
  interrupt_watch(&interrupt); /* before there are other threads, which must not get the signals */
  struct thread_pool *pool = thread_pool_create(usual_threads(NULL));
  while (e.code == EXIT_OK && done < n &&
         judge_all(&subject[done], chosen.algorithm[done], pool, &interrupt.raised, &e))
    done++;
  const bool interrupted = done < n && atomic_load(&interrupt.raised);
  interrupt_done(&interrupt);
  thread_pool_free(pool);
  if (isatty(STDERR_FILENO)) terminal_line(stderr, "");
  if (interrupted) fprintf(stderr, "rmr selftest: interrupted with %zu of %zu algorithms done\n", done, n);
  int code = interrupted ? EXIT_OK : (int)e.code;
  if (code == EXIT_OK) {
    const struct subject all = add_up(subject, done);
    code = result_code(&all, o.n_names == 0 && !interrupted);
    if (code == EXIT_OK && interrupted) code = EXIT_INCOMPLETE;
    if (!o.json)
      print_text(subject, done, &all);
    else if (print_result_json(subject, done, &all) != EXIT_OK)
      code = EXIT_INTERNAL;
  } else {
    (void)report_error("selftest", &e);
  }
  for (size_t k = 0; k < n; k++) subject_free(&subject[k]);
  free(subject);
  chosen_free(&chosen);
  return code;
}
