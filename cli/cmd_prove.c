/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_prove.c: `rmr prove`: proofs for every number of processes (prove/prove.h).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "model/choice.h"
#include "prove/certificate.h"
#include "prove/proved_json.h"

enum { KEY_WHAT = 256, KEY_BYTES, KEY_AS_JSON, KEY_CERTIFICATE };

struct options {
  const char *algorithm, *n, *memory, *check, *certificate;
  uint64_t bytes;
  bool json;
};

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO[:k=v,...]", 0, "the algorithm: ./FILE.alg, or one that is built in, if it is a text", 0},
  {"processes", 'n', "N", 0, "any (default): every N; a number from 2 to 64; or a range such as 2..16", 0},
  {"memory", 'm', "MEMORY", 0, "cc (default), cc-keep, cc-writeback or dsm", 0},
  {"check", KEY_WHAT, "P1,..", 0, "some of P1, P3, P4, P5, bypass and rmr, with commas between (default: all)", 0},
  {"mem", KEY_BYTES, "BYTES", 0, "memory for each search, with K, M, G or T (default: 1G)", 0},
  {"certificate", KEY_CERTIFICATE, "FILE", 0,
   "write what `rmr check-certificate` confirms, if all that is asked is proved", 0},
  {"json", KEY_AS_JSON, NULL, 0, "the result as JSON", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'a': o->algorithm = argument; return 0;
  case 'n': o->n = argument; return 0;
  case 'm': o->memory = argument; return 0;
  case KEY_WHAT: o->check = argument; return 0;
  case KEY_BYTES: o->bytes = parse_bytes("--mem", argument, state); return 0;
  case KEY_CERTIFICATE: o->certificate = argument; return 0;
  case KEY_AS_JSON: o->json = true; return 0;
  case ARGP_KEY_ARG: take_algorithm(&o->algorithm, argument, state); return 0;
  case ARGP_KEY_END:
    if (o->algorithm == NULL) argp_error(state, "no algorithm; expected ALGO or ./FILE.alg");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO]",
  .doc =
    "Proves for every number of processes that an algorithm's text excludes (P1), that an exit takes boundedly many "
    "steps (P3), that an entry does while no conflicting process is active (P4), that processes enter in the order of "
    "their doorways (P5), that each other process enters boundedly "
    "often while one waits (bypass), and bounds the remote references of a passage. Passages are "
    "without end; in group mutual exclusion sessions are any. One or two processes are followed exactly, the others "
    "write anything that they ever write, at any time. Where that is too little for P1, a third one does only what is "
    "possible beside each of the two (views); so for all but P3 then. A property that is not proved may hold all the "
    "same: then a "
    "run of that kind is shown.\vExample: rmr prove glb\n"
    "Exit codes: 0 all is proved, 30 something is not, 64 usage.",
};

/* --- the question ------------------------------------------------------------------------------------------------- */

struct range {
  uint32_t first, last; /* 0: every N */
};

static bool parse_range(const char *text, struct range *out, struct error *e)
{
  char *end = NULL;
  *out = (struct range){0, 0};
  if (text == NULL || strcmp(text, "any") == 0) return true;
  const unsigned long first = strtoul(text, &end, 10);
  unsigned long last = first;
  if (strncmp(end, "..", 2) == 0) last = strtoul(end + 2, &end, 10);
  if (end == text || *end != '\0' || first < 2 || last < first || last > PROVE_MOST_N)
    return fail(e, EXIT_USAGE, "-n '%s': expected any, a number from 2 to %d, or a range such as 2..16", text,
                PROVE_MOST_N);
  *out = (struct range){(uint32_t)first, (uint32_t)last};
  return true;
}

static bool parse_check(const char *text, struct prove_spec *spec, struct error *e)
{
  spec->cost = text == NULL;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) spec->check[k] = text == NULL;
  while (text != NULL) {
    const size_t size = strcspn(text, ",");
    bool *asked = size == 3 && strncasecmp(text, "rmr", size) == 0 ? &spec->cost : NULL;
    for (int k = 0; k < N_PROVE_PROPERTIES; k++)
      if (size == strlen(prove_names[k]) && strncasecmp(text, prove_names[k], size) == 0) asked = &spec->check[k];
    if (asked == NULL || *asked)
      return fail(e, EXIT_USAGE, "--check '%.*s': %s", (int)size, text,
                  asked != NULL ? "it is asked twice"
                                : "expected some of P1, P3, P4, P5, bypass and rmr, with commas between");
    *asked = true;
    text = text[size] == ',' ? text + size + 1 : NULL;
  }
  return true;
}

/* --- the answer --------------------------------------------------------------------------------------------------- */

struct answer_for {
  const struct machine *machine;
  const struct prove_spec *spec;
  const char *algorithm;
  struct range range;
  struct proved proved; /* the worst of all N of the range */
};

static const char *scope_words(const struct range *r, char *out, size_t size)
{
  if (r->first == 0)
    snprintf(out, size, "every N");
  else if (r->first == r->last)
    snprintf(out, size, "N = %" PRIu32, r->first);
  else
    snprintf(out, size, "N = %" PRIu32 "..%" PRIu32, r->first, r->last);
  return out;
}

static void print_run(const struct answer_for *a, const struct prove_answer *of)
{
  int member = -1;
  printf("    an abstract run:");
  for (size_t k = 0; k < of->n_run; k++) {
    if (of->run[k].member != member) printf("%s P%c", k != 0 ? ";" : "", 'a' + of->run[k].member);
    member = of->run[k].member;
    printf(" %s", rmr_line_of(&a->machine->algorithm, of->run[k].line)->label);
  }
  printf("\n");
}

/* The registers of which the proof remembers anything, where it does not of all. */
static void print_remembered(const struct answer_for *a, const struct prove_answer *p)
{
  const struct rmr_algorithm *of = &a->machine->algorithm;
  if (p->verdict != PROVE_HOLDS || p->forgotten == 0) return;
  printf(", from");
  for (uint32_t g = 0; g < of->n_shared; g++)
    if ((p->forgotten >> g & 1) == 0) printf(" %s", of->shared[g].name);
  printf(" alone");
}

static void print_part(const char *name, uint64_t part)
{
  if (part == REACH_NO_BOUND)
    printf("%s unbounded", name);
  else
    printf("%s %" PRIu64, name, part);
}

static void print_property(const struct answer_for *a, enum prove_property id)
{
  static const char *const broken[N_PROVE_PROPERTIES] = {
    "two processes are in the critical section", "no bound on the own steps of an exit was found",
    "no bound of the form a + c(N-1) on the own steps of an entry that nobody disturbs was found",
    "a process enters before one that came first", "no bound on the entries of another process was found"};
  const struct prove_answer *p = &a->proved.property[id];
  char scope[64], words[64];
  scope_words(&a->range, scope, sizeof scope);
  if (p->verdict == PROVE_NOT_ASKED) return;
  printf("%-7s", prove_names[id]);
  if (p->verdict == PROVE_HOLDS) printf("holds for %s", scope);
  if (p->verdict == PROVE_HOLDS && id == PROVE_P3)
    printf(": an exit takes at most %" PRIu64 " own step%s", p->bound, p->bound == 1 ? "" : "s");
  if (p->verdict == PROVE_HOLDS && id == PROVE_P4)
    printf(": an entry that nobody disturbs takes at most %s own steps",
           prove_line_words(p->bound, prove_each(p), words, sizeof words));
  if (p->verdict == PROVE_HOLDS && id == PROVE_BYPASS)
    printf(": while a process waits, each other one enters at most %" PRIu64 " time%s", p->bound,
           p->bound == 1 ? "" : "s");
  if (p->verdict == PROVE_NOT_PROVED)
    printf("not proved: %s%s", broken[id],
           id == PROVE_P3 || id == PROVE_P4 ? "" : ", if others may write at any time what they ever write");
  if (p->verdict == PROVE_NOT_DECIDED) printf("not decided: %s", p->why);
  if (p->by_accounts) {
    print_part(": own account", p->bound);
    print_part(", with each process below", p->below);
    print_part(", above", p->above);
  }
  printf(" (%" PRIu32 " %s", p->states, p->by_views ? "views" : "states");
  if (p->by_views) printf(" of two");
  print_remembered(a, p);
  printf(")\n");
  if (p->verdict == PROVE_NOT_PROVED && p->why[0] != '\0') printf("    by views of two: %s\n", p->why);
  if (p->run != NULL) print_run(a, p);
}

static void print_cost(const struct answer_for *a)
{
  const struct prove_cost *c = &a->proved.cost;
  char scope[64], bound[64];
  scope_words(&a->range, scope, sizeof scope);
  if (c->verdict == PROVE_NOT_ASKED) return;
  printf("%-7s", "rmr");
  if (c->verdict == PROVE_NOT_DECIDED) {
    printf("not decided: %s\n", c->why);
    return;
  }
  if (c->verdict == PROVE_HOLDS)
    printf("at most %s in a passage, for %s: ", prove_bound_words(c, bound, sizeof bound), scope);
  else
    printf("no bound of the form a + c(N-1) was found: ");
  print_part("own account", c->own);
  print_part(", with each process below", c->below);
  print_part(", above", c->above);
  if (c->verdict == PROVE_HOLDS && prove_uses_two(c)) print_part(", with any two", c->two);
  printf(" (%" PRIu32 " %s)\n", c->states, c->by_views ? "views of two, with copies" : "states");
  if (c->verdict == PROVE_NOT_PROVED && c->why[0] != '\0') printf("    by views of two: %s\n", c->why);
}

static void print_answer_for(const struct answer_for *a)
{
  char scope[64];
  const bool any_graph = a->range.first == 0 && neighbours_has(&a->machine->algorithm);
  printf("%s: %s, memory %s, passages without end%s%s\n", a->machine->algorithm.title,
         scope_words(&a->range, scope, sizeof scope), memory_names[a->spec->memory],
         a->machine->algorithm.group ? ", any sessions" : "", any_graph ? ", any graph" : "");
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) print_property(a, k);
  print_cost(a);
}

static json_t *answer_for_json(const struct answer_for *a)
{
  json_t *o = json_pack("{s:s, s:s}", "algorithm", a->algorithm, "memory", memory_names[a->spec->memory]);
  json_object_set_new(o, "n",
                      a->range.first == 0 ? json_string("any")
                                          : json_pack("[I, I]", (json_int_t)a->range.first, (json_int_t)a->range.last));
  json_t *properties = json_object();
  for (int k = 0; k < N_PROVE_PROPERTIES; k++)
    if (a->proved.property[k].verdict != PROVE_NOT_ASKED)
      json_object_set_new(
        properties, prove_names[k],
        prove_property_json(a->machine, &a->proved.property[k], prove_has_bound((enum prove_property)k)));
  json_object_set_new(o, "properties", properties);
  const struct prove_cost *c = &a->proved.cost;
  if (c->verdict == PROVE_NOT_ASKED) return o;
  json_object_set_new(o, "rmr", prove_cost_json(c));
  return o;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static bool all_is_proved(const struct proved *p)
{
  bool all = p->cost.verdict == PROVE_NOT_ASKED || p->cost.verdict == PROVE_HOLDS;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++)
    all &= p->property[k].verdict == PROVE_NOT_ASKED || p->property[k].verdict == PROVE_HOLDS;
  return all;
}

static void tell_progress(void *searching, const struct reach_progress *now)
{
  const struct explore_progress progress = {
    .what = now->what, .states = now->states, .frontier = now->waiting, .bytes = now->bytes};
  searching_tell(searching, &progress);
}

/* Writes what was proved, or says why not. */
static int write_certificate(const struct answer_for *a, const char *path, int code)
{
  struct error e = {0};
  const char *by_views = a->proved.cost.by_views ? "rmr" : NULL;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++)
    if (a->proved.property[k].by_views) by_views = prove_names[k];
  if (code == EXIT_OK && by_views != NULL)
    fail(&e, EXIT_INCOMPLETE,
         "--certificate: nothing was written, as %s is proved by views, of which there are no certificates", by_views);
  else if (code != EXIT_OK)
    fail(&e, code, "--certificate: nothing was written, as not all that was asked is proved");
  else if (certificate_write(a->spec->certificate, path, a->algorithm, a->machine, a->spec->memory, a->range.first, &e))
    return code;
  return report_error("prove", &e);
}

static int answer_all(struct answer_for *a, struct prove_spec *spec, bool json)
{
  struct error e = {0};
  struct searching searching;
  bool ok = true;
  searching_start(&searching, stderr);
  spec->limits.tell = tell_progress;
  spec->limits.listener = &searching;
  for (spec->n = a->range.first; ok && spec->n <= a->range.last; spec->n++) {
    struct proved here;
    ok = prove(spec, &here, &e);
    if (ok)
      proved_join(&a->proved, &here);
    else
      proved_free(&here);
    if (a->proved.interrupted) break;
  }
  searching_stop(&searching);
  if (!ok) return report_error("prove", &e);
  const int code = all_is_proved(&a->proved) ? EXIT_OK : EXIT_INCOMPLETE;
  if (json) return print_json(answer_for_json(a)) == EXIT_OK ? code : EXIT_INTERNAL;
  print_answer_for(a);
  return code;
}

int command_prove(int argc, char **argv)
{
  struct options o = {.memory = "cc", .bytes = UINT64_C(1) << 30};
  struct error e = {0};
  struct interrupt interrupt;
  struct prove_spec spec = {0};
  struct answer_for answer = {.spec = &spec};
  parse_arguments(&argp, argc, argv, &o);
  if (!parse_range(o.n, &answer.range, &e) || !parse_check(o.check, &spec, &e) ||
      !memory_parse(o.memory, &spec.memory, &e))
    return report_error("prove", &e);
  if (o.certificate != NULL && answer.range.first != answer.range.last &&
      !fail(&e, EXIT_USAGE, "--certificate: expected -n any or a single N, as a certificate is of one system"))
    return report_error("prove", &e);
  spec.limits.memory = o.bytes;
  struct algorithm_choice *choice = algorithm_choose(o.algorithm, NULL, &e);
  struct machine *own = choice != NULL && choice->machine == NULL ? machine_of(choice->algorithm, &e) : NULL;
  const struct machine *machine = choice != NULL && choice->machine != NULL ? choice->machine : own;
  int code = EXIT_USAGE;
  const bool has_doorway = machine != NULL && algorithm_has_doorway(&machine->algorithm);
  if (machine != NULL && o.check != NULL && spec.check[PROVE_P5] && !has_doorway) {
    fail(&e, EXIT_USAGE, "--check P5: %s has no doorway", machine->algorithm.name);
    code = report_error("prove", &e);
  } else if (machine != NULL) {
    answer.machine = spec.machine = machine;
    answer.algorithm = choice->text;
    spec.parameters = choice->parameters;
    interrupt_watch(&interrupt);
    spec.limits.interrupt = &interrupt.raised;
    struct certificate certificate = {0};
    if (o.certificate != NULL) spec.certificate = &certificate;
    code = answer_all(&answer, &spec, o.json);
    if (o.certificate != NULL) code = write_certificate(&answer, o.certificate, code);
    certificate_free(&certificate);
    interrupt_done(&interrupt);
  } else {
    code = report_error("prove", &e);
  }
  proved_free(&answer.proved);
  machine_free(own);
  algorithm_release(choice);
  return code;
}
