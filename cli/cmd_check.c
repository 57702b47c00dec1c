/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_check.c: `rmr check`: an algorithm looked at from all sides, for its author (explore/mutants/checkup.h).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/counted_claims.h"
#include "cli/interrupt.h"
#include "cli/isolation.h"
#include "cli/print_derived.h"
#include "explore/answer/words.h"
#include "explore/mutants/checkup.h"
#include "model/choice.h"

enum { MEMORY = 256 << 20, MOST_ERRORS = 10, PROPERTIES_SIZE = 64, KEY_JSON = 256, KEY_ISOLATE };

struct options {
  const char *algorithm;
  uint32_t most_n;
  bool json, isolate;
};

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO", 0, "the algorithm; a text is given as ./FILE.alg, a plug-in as ./FILE.so", 0},
  {"processes", 'n', "N", 0, "at most so many processes, 2 to 5 (default: 5): 2 for an algorithm for two", 0},
  {"json", KEY_JSON, NULL, 0, "the result as JSON", 0},
  ISOLATE_OPTION(KEY_ISOLATE),
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'a': o->algorithm = argument; return 0;
  case 'n': o->most_n = (uint32_t)parse_number("-n", argument, 2, CHECKUP_MOST_N, state); return 0;
  case ARGP_KEY_ARG: take_algorithm(&o->algorithm, argument, state); return 0;
  case KEY_JSON: o->json = true; return 0;
  case KEY_ISOLATE: o->isolate = true; return 0;
  case ARGP_KEY_END:
    if (o->algorithm == NULL) argp_error(state, "no algorithm; expected ALGO, ./FILE.alg or ./FILE.so");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO]",
  .doc = "Checks an algorithm file. Is its step function pure? Is every line executed? Does a private variable hold a "
         "value that nothing depends on? Does every register stay in its range? Do the file's claims hold? Are small "
         "mistakes in it noticed? For a text it prints first all errors in it, or the facts derived from it: the "
         "writers of a register, its memory, the registers that waits watch, and the locals that are read "
         "later.\vExample: rmr check ./mine.alg\n"
         "Exit codes: 0 all is well, 12 a register leaves its range or a claim fails, 20 a line is never "
         "executed or a value is dead, 30 cut short, 64 the step function is not pure, or usage.",
};

/* --- text --------------------------------------------------------------------------------------------------------- */

static uint32_t never_executed(const struct checkup *c, FILE *out)
{
  const struct rmr_algorithm *a = c->detection.algorithm;
  uint32_t n = 0;
  for (uint16_t line = 1; line < a->n_lines; line++)
    if (!c->executed[line] && n++ < 8 && out != NULL)
      fprintf(out, "%s%s", n == 1 ? ", but never " : ", ", rmr_line_of(a, line)->label);
  return n;
}

/* The claims that are wrong, one below the other. */
static void print_wrong(const char *what, uint32_t *n)
{
  printf("%s%s\n", (*n)++ == 0 ? "claims     " : "           ", what);
}

/* "P2, P4": the properties whose bits are set. */
static char *properties_text(uint32_t set, char out[PROPERTIES_SIZE])
{
  out[0] = '\0';
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    if (set >> k & 1) text_add(out, PROPERTIES_SIZE, "%s%s", out[0] != '\0' ? ", " : "", property_key(k));
  return out;
}

static void print_broken(uint32_t broken, const char *scope, uint32_t *n)
{
  char properties[PROPERTIES_SIZE];
  if (broken == 0) return;
  const bool several = (broken & (broken - 1)) != 0;
  char *text = mem_format("%s fail%s, %s", properties_text(broken, properties), several ? "" : "s", scope);
  print_wrong(text, n);
  free(text);
}

static void print_claims(const struct checkup *c, char *const counted[], uint32_t n_counted)
{
  uint32_t n = 0;
  char scope[FAULTS_SIZE], properties[PROPERTIES_SIZE];
  for (uint32_t k = 0; k < c->detection.n_scopes; k++)
    print_broken(checkup_broken_claims(c, k), detection_scope_text(&c->detection.scope[k], scope, sizeof scope), &n);
  for (uint32_t k = 0; k < c->n_crashes; k++)
    print_broken(c->crash[k].broken, checkup_crash_text(c, &c->crash[k], scope, sizeof scope), &n);
  for (uint32_t k = 0; k < n_counted; k++) print_wrong(counted[k], &n);
  if (n == 0)
    printf("claims     no claim about a property fails in %" PRIu32 " scopes, and those about registers agree\n",
           c->detection.n_scopes + c->n_crashes);
  const uint32_t undecided = checkup_undecided_claims(c);
  if (undecided != 0) printf("           claimed, and not decided here: %s\n", properties_text(undecided, properties));
}

static void print_left_out(const struct detection *d)
{
  for (uint32_t k = 0; k < d->n_left_out; k++)
    printf("%s%s: not explored, as it is too large for a check\n", k == 0 ? "scopes     " : "           ",
           d->left_out[k]);
}

static void print_mutants(const struct checkup *c)
{
  static const char *const words[N_DETECTIONS] = {[DETECTION_EQUIVALENT] = "makes no difference",
                                                  [DETECTION_ALIKE] = "changes no answer",
                                                  [DETECTION_CUT_SHORT] = "was not explored to the end",
                                                  [DETECTION_CONTRADICTION] = "is judged in two ways"};
  char text[128];
  printf("mutants    %" PRIu32 " of %" PRIu32 " mistakes are noticed", c->caught, c->n_judged);
  if (c->n_judged < c->n_mutants)
    printf("; INTERRUPTED before %" PRIu32 " others were tried", c->n_mutants - c->n_judged);
  putchar('\n');
  for (uint32_t k = 0; k < c->n_judged; k++)
    if (c->verdict[k].outcome != DETECTION_CAUGHT)
      printf("           %s: %s\n", mutation_text(c->detection.algorithm, &c->mutation[k], text, sizeof text),
             words[c->verdict[k].outcome]);
}

static void print_text(const struct checkup *c, const char *name, char *const counted[], uint32_t n_counted)
{
  const struct rmr_algorithm *a = c->detection.algorithm;
  printf("%s (%s)\n", a->title, name);
  printf("function   %" PRIu64 " steps were computed twice, with the same result\n", c->asked);
  printf("lines      %" PRIu32 " of %u are executed", a->n_lines - 1 - never_executed(c, NULL), a->n_lines - 1);
  never_executed(c, stdout);
  if (checkup_has_dead_values(c))
    printf("\nvalues     P%" PRIu32 " of %" PRIu32 " has %" PRIu32 " local states, and %" PRIu32 " are enough: %s\n",
           c->worst.process, c->worst.n, c->worst.locals, c->worst.enough,
           a->text != NULL ? "some differ in a value on which nothing depends" : "clear a variable after its last use");
  else
    printf("\nvalues     none is dead\n");
  printf("ranges     no register leaves its range\n");
  print_claims(c, counted, n_counted);
  print_left_out(&c->detection);
  print_mutants(c);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void add_broken(json_t *claims, uint32_t broken, const char *scope)
{
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    if (broken >> k & 1)
      json_array_append_new(claims, json_pack("{s:s, s:s}", "property", property_key(k), "scope", scope));
}

static json_t *as_json(const struct checkup *c, const struct algorithm_choice *choice, char *const counted[],
                       uint32_t n_counted)
{
  const struct rmr_algorithm *a = c->detection.algorithm;
  json_t *never = json_array(), *claims = json_array(), *uncaught = json_array(), *miscounted = json_array(),
         *undecided = json_array();
  char text[FAULTS_SIZE];
  for (uint16_t line = 1; line < a->n_lines; line++)
    if (!c->executed[line]) json_array_append_new(never, json_string(rmr_line_of(a, line)->label));
  for (uint32_t k = 0; k < c->detection.n_scopes; k++)
    add_broken(claims, checkup_broken_claims(c, k), detection_scope_text(&c->detection.scope[k], text, sizeof text));
  for (uint32_t k = 0; k < c->n_crashes; k++)
    add_broken(claims, c->crash[k].broken, checkup_crash_text(c, &c->crash[k], text, sizeof text));
  const uint32_t open = checkup_undecided_claims(c);
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    if (open >> k & 1) json_array_append_new(undecided, json_string(property_key(k)));
  for (uint32_t k = 0; k < n_counted; k++) json_array_append_new(miscounted, json_string(counted[k]));
  for (uint32_t k = 0; k < c->n_judged; k++)
    if (c->verdict[k].outcome != DETECTION_CAUGHT)
      json_array_append_new(uncaught, json_string(mutation_text(a, &c->mutation[k], text, sizeof text)));
  json_t *derived = choice->machine != NULL ? derived_json(choice->machine) : NULL;
  return json_pack("{s:s, s:o*, s:I, s:o, s:{s:i, s:i, s:i, s:i, s:b}, s:o, s:o, s:o, s:{s:i, s:i, s:o}, s:b}",
                   "algorithm", choice->text, "derived", derived, "asked_again", (json_int_t)c->asked, "never_executed",
                   never, "local_states", "n", (int)c->worst.n, "process", (int)c->worst.process, "locals",
                   (int)c->worst.locals, "enough", (int)c->worst.enough, "dead_values", checkup_has_dead_values(c),
                   "claims_that_fail", claims, "claims_undecided", undecided, "claims_miscounted", miscounted,
                   "mutants", "made", (int)c->n_mutants, "caught", (int)c->caught, "not_caught", uncaught, "complete",
                   checkup_is_complete(c));
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static enum exit_code code_of(const struct checkup *c, uint32_t n_counted)
{
  if (n_counted != 0) return EXIT_SAFETY;
  for (uint32_t k = 0; k < c->detection.n_scopes; k++)
    if (checkup_broken_claims(c, k) != 0) return EXIT_SAFETY;
  for (uint32_t k = 0; k < c->n_crashes; k++)
    if (c->crash[k].broken != 0) return EXIT_SAFETY;
  if (!checkup_is_complete(c)) return EXIT_INCOMPLETE;
  return never_executed(c, NULL) != 0 || checkup_has_dead_values(c) ? EXIT_EXPECT : EXIT_OK;
}

/* All that is wrong with a text, or why there is no such algorithm. */
static int tell_errors(const struct options *o, const struct isolation *isolation, const struct error *errors,
                       uint32_t n)
{
  isolation_print(isolation);
  json_t *list = json_array();
  for (uint32_t k = 0; k < n; k++) {
    const struct error *e = &errors[k];
    report_error("check", e);
    json_array_append_new(
      list, json_pack("{s:s, s:i, s:i, s:s}", "file", e->file, "line", e->line, "column", e->column, "text", e->text));
  }
  json_t *all = json_pack("{s:s, s:o}", "algorithm", o->algorithm, "errors", list);
  if (o->json) return print_json(all, (int)errors[0].code);
  json_decref(all);
  return errors[0].code;
}

/* A check has no options for what the words of the explorer advise. */
static bool check_all(struct checkup *c, const struct rmr_algorithm *a, uint32_t most_n,
                      const struct explore_limits *limits, struct error *e)
{
  struct error why = {0};
  if (checkup_create(c, a, most_n, limits, &why)) return true;
  if (why.code != EXIT_INCOMPLETE)
    *e = why;
  else if (atomic_load(limits->interrupt))
    fail(e, EXIT_INCOMPLETE, "interrupted");
  else
    fail(e, EXIT_INCOMPLETE, "%s: is too large for a check; `rmr explore` may take more memory, with --mem", a->name);
  return false;
}

static int check(void *self, const struct isolation *isolation)
{
  const struct options *o = self;
  struct error errors[MOST_ERRORS] = {{0}};
  const uint32_t n_errors = algorithm_errors(o->algorithm, NULL, errors, MOST_ERRORS);
  if (n_errors != 0) return tell_errors(o, isolation, errors, n_errors);
  struct error e = {0};
  struct interrupt interrupt;
  struct checkup *c = mem_new(1, sizeof *c);
  struct algorithm_choice *choice = algorithm_choose(o->algorithm, NULL, &e);
  interrupt_watch(&interrupt);
  const struct explore_limits limits = {
    .memory = MEMORY, .threads = 1, .interrupt = &interrupt.raised, .heart = isolation->heart};
  const bool ok = choice != NULL && check_whole(choice, &e) &&
                  check_defaults(choice, "the check is of the defaults", &e) &&
                  check_all(c, choice->algorithm, o->most_n, &limits, &e);
  interrupt_done(&interrupt);
  isolation_print(isolation);
  char *counted[MOST_COUNTED_CLAIMS];
  const uint32_t n_counted = ok ? counted_claims_wrong(choice, counted) : 0;
  int code = ok ? (int)code_of(c, n_counted) : report_error("check", &e);
  const struct machine *text = choice != NULL ? choice->machine : NULL;
  if (text != NULL && !o->json) print_derived(text, stdout);
  if (ok && o->json)
    code = print_json(as_json(c, choice, counted, n_counted), code);
  else if (ok)
    print_text(c, choice->text, counted, n_counted);
  for (uint32_t k = 0; k < n_counted; k++) free(counted[k]);
  if (ok) checkup_free(c);
  free(c);
  algorithm_release(choice);
  return code;
}

int command_check(int argc, char **argv)
{
  struct options o = {.most_n = CHECKUP_MOST_N};
  parse_arguments(&argp, argc, argv, &o);
  const struct isolated all = {.command = "check", .algorithm = o.algorithm, .work = check, .self = &o};
  return isolation_run(&all, o.isolate);
}
