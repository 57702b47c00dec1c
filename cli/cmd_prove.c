/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_prove.c: `rmr prove`: proofs for every number of processes (prove/prove.h).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/print_proof.h"
#include "cli/progress_line.h"
#include "cli/proof_beside.h"
#include "cli/proof_witness.h"
#include "cli/system_options.h"
#include "model/choice.h"
#include "model/sessions.h"
#include "prove/certificate.h"
#include "prove/proved_json.h"

enum { KEY_WHAT = 256, KEY_CERTIFICATE, KEY_BESIDE };

struct options {
  const char *algorithm, *n, *memory, *check, *cost, *sessions, *passages, *certificate, *witness, *beside;
  struct prove_range beside_range; /* of beside */
  uint64_t bytes;
  bool json;
};

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO[:k=v,...]", 0, "the algorithm: ./FILE.alg, or one that is built in, if it is a text", 0},
  {"processes", 'n', "N", 0, "any (default): every N; a number from 2 to 64; or a range such as 2..16", 0},
  {"memory", 'm', "MEMORY", 0, "cc (default), cc-keep, cc-writeback or dsm", 0},
  {"check", KEY_WHAT, "P1,..", 0, "some of" PROVE_HELP ", with commas between (default: all)", 0},
  {"cost", KEY_COST, "COST", 0, "rmr, the one cost that is bounded: beside what --check names", 0},
  {"sessions", KEY_SESSIONS, "SPEC", 0, "distinct, same, any:K or a list; each is covered: proofs are for any sessions",
   0},
  {"passages", KEY_PASSAGES, "K", 0,
   "passages per process, or inf: each is covered: proofs are for passages without end", 0},
  {"mem", KEY_MEM, "BYTES", 0, "memory for each search, with K, M, G or T (default: 1G)", 0},
  {"certificate", KEY_CERTIFICATE, "FILE", 0,
   "write what `rmr check-certificate` confirms, if all that is asked is proved. Some proofs have no certificate: "
   "those by levels or matches, and those by views with nodes of a queue, sessions or ranges without limits "
   "(docs/certificates.md)",
   0},
  {"beside", KEY_BESIDE, "N", 0,
   "beside a bound on RMRs, the most over all schedules at N from 2 to 5, such as 3 or 2..3, and under adversaries", 0},
  {"witness", KEY_WITNESS, "FILE", 0,
   "at one N: write a schedule for `rmr replay`, where two processes alone break P1 or P5, or RMRs have no end", 0},
  {"json", KEY_JSON, NULL, 0, "the result as JSON", 0},
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
  case KEY_COST: o->cost = argument; return 0;
  case KEY_SESSIONS: o->sessions = argument; return 0;
  case KEY_PASSAGES: o->passages = argument; return 0;
  case KEY_MEM: o->bytes = parse_bytes("--mem", argument, state); return 0;
  case KEY_CERTIFICATE: o->certificate = argument; return 0;
  case KEY_WITNESS: o->witness = argument; return 0;
  case KEY_BESIDE: o->beside = argument; return 0;
  case KEY_JSON: o->json = true; return 0;
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
    "Proves properties of an algorithm's text for every number of processes: mutual exclusion (P1), bounded exits "
    "(P3), bounded entries while no conflicting process is active (P4), first come, first served (P5), how often each "
    "other process enters while one waits (bypass), and a bound on the remote references of a passage (rmr). Passages "
    "are without end; in group mutual exclusion sessions are any. One or two processes are followed exactly, the "
    "others write anything that they ever write, at any time. If that does not prove P1, views are tried: a third "
    "process does only what is possible beside both. P5, bypass and rmr are then tried by views, too. A property that "
    "is not proved may hold all the same: then a run of that kind is shown.\vExample: rmr prove glb\n"
    "Exit codes: 0 all is proved, 30 something is not, 64 usage.",
};

/* --- the question ------------------------------------------------------------------------------------------------- */

/* The number at *text, behind which *text then is; 0: there is none from 2 to 64. */
static uint32_t parse_n(const char **text)
{
  uint64_t n;
  return text_number(text, PROVE_MOST_N, &n) && n >= 2 ? (uint32_t)n : 0;
}

static bool parse_range(const char *text, struct prove_range *out, struct error *e)
{
  const char *end = text;
  *out = (struct prove_range){0, 0};
  if (text == NULL || strcmp(text, "any") == 0) return true;
  const uint32_t first = parse_n(&end);
  uint32_t last = first;
  if (strncmp(end, "..", 2) == 0) {
    end += 2;
    last = parse_n(&end);
  }
  if (*end != '\0' || first == 0 || last < first)
    return fail(e, EXIT_USAGE, "-n '%s': expected any, a number from 2 to %d, or a range such as 2..16", text,
                PROVE_MOST_N);
  *out = (struct prove_range){first, last};
  return true;
}

/* proved: a bound at one N says nothing of another. */
static bool parse_beside(const char *text, const struct prove_range *proved, struct prove_range *out, struct error *e)
{
  struct error ignored = {0};
  if (text == NULL) return true;
  if (!parse_range(text, out, &ignored) || out->first == 0 || out->last > BESIDE_MOST_N)
    return fail(e, EXIT_USAGE, "--beside '%s': expected a number from 2 to %d, or a range such as 2..3", text,
                BESIDE_MOST_N);
  return proved->first == 0 || (out->first >= proved->first && out->last <= proved->last) ||
         fail(e, EXIT_USAGE, "--beside '%s': expected numbers for which there is a proof, as -n names", text);
}

static bool take_check(const char *word, struct prove_spec *spec, struct error *e)
{
  bool *asked = strcasecmp(word, "rmr") == 0 ? &spec->cost : NULL;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++)
    if (strcasecmp(word, prove_names[k]) == 0) asked = &spec->check[k];
  if (asked == NULL || *asked)
    return fail(e, EXIT_USAGE, "--check '%s': %s", word,
                asked != NULL ? "it is asked twice" : "expected some of" PROVE_HELP ", with commas between");
  *asked = true;
  return true;
}

static bool parse_check(const char *text, const char *cost, struct prove_spec *spec, struct error *e)
{
  if (cost != NULL && strcasecmp(cost, "rmr") != 0)
    return fail(e, EXIT_USAGE, "--cost '%s': expected rmr; `rmr explore` knows the worst case of other costs", cost);
  spec->cost = text == NULL;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) spec->check[k] = text == NULL;
  bool ok = true;
  while (ok && text != NULL) {
    char *word = text_next_word(&text);
    ok = take_check(word, spec, e);
    free(word);
  }
  spec->cost |= cost != NULL;
  return ok;
}

/* A proof is for any sessions, and for passages without end, of which any number of passages are the beginning. So
 * every question is covered. */
static bool parse_scope(const struct options *o, const struct prove_range *r, const struct machine *machine,
                        struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  char *end = NULL;
  bool ok = o->sessions == NULL || sessions_parse(o->sessions, sessions, e);
  if (ok && o->sessions != NULL && sessions->rule == SESSIONS_LIST &&
      (r->first != r->last || r->first != sessions->n_list))
    ok = fail(e, EXIT_USAGE, "--sessions: a list of %" PRIu32 " sessions is for -n %" PRIu32, sessions->n_list,
              sessions->n_list);
  free(sessions);
  if (!ok || o->passages == NULL || strcmp(o->passages, "inf") == 0) return ok;
  if (*o->passages < '1' || *o->passages > '9' || strtoul(o->passages, &end, 10) > UINT32_MAX || *end != '\0')
    return fail(e, EXIT_USAGE, "--passages '%s': expected a number from 1 on, or inf: without end", o->passages);
  return !machine->tree->uses_passages ||
         fail(e, EXIT_USAGE, "--passages %s: %s asks for their number, and is followed for passages without end",
              o->passages, machine->algorithm.name);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

/* An interrupted search may have ended before the best bound. */
static bool all_is_proved(const struct proved *p)
{
  bool all = !p->interrupted && (p->cost.verdict == PROVE_NOT_ASKED || p->cost.verdict == PROVE_HOLDS);
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

/* Why what is proved has no certificate: in *what, and the words behind it. NULL: it has one. */
static const char *why_uncertified(const struct proved *p, const char **what)
{
  static const char *const reasons[] = {
#define X(name, key, why) why,
    PROVE_BASES(X)
#undef X
  };
  for (int k = 0; k <= N_PROVE_PROPERTIES; k++) {
    const bool is_cost = k == N_PROVE_PROPERTIES;
    const bool certified = is_cost ? p->cost.certified : p->property[k].certified;
    uint32_t basis = is_cost ? p->cost.basis : p->property[k].basis;
    if (certified) basis &= ~(uint32_t)PROVE_BY_VIEWS;
    *what = is_cost ? "rmr" : prove_names[k];
    if (basis != 0) return reasons[__builtin_ctz(basis)];
  }
  *what = "numbers";
  if (p->unbounded) return "were followed without their ranges, of which there are no certificates";
  *what = "nodes of a queue";
  if (p->nodes) return "were followed for every N, of which there are no certificates; of a single N there are";
  return NULL;
}

/* Writes what was proved, or says why not. */
static int write_certificate(const struct proof_answer *a, const char *path, int code)
{
  static const char nothing[] = "--certificate: nothing was written, as";
  struct error e = {0};
  const char *what = "", *why = why_uncertified(&a->proved, &what);
  if (code != EXIT_OK)
    fail(&e, code, "%s not all that was asked is proved", nothing);
  else if (why != NULL)
    fail(&e, EXIT_INCOMPLETE, "%s %s %s", nothing, what, why);
  else if (certificate_write(a->spec->certificate, path, a->algorithm, a->machine, a->spec->memory, a->range.first, &e))
    return code;
  return report_error("prove", &e);
}

/* Whether a text that cannot be followed at every N can be followed at this one. */
static bool is_followed_at(const struct prove_spec *asked, uint32_t n)
{
  struct prove_spec spec = {.machine = asked->machine, .parameters = asked->parameters, .memory = asked->memory};
  struct proved nothing;
  struct error e = {0};
  spec.n = n;
  spec.limits = asked->limits;
  spec.assume_ranges = asked->assume_ranges;
  const bool is = prove(&spec, &nothing, &e);
  proved_free(&nothing);
  return is;
}

static int report_refusal(const struct proof_answer *a, const struct error *e)
{
  const int code = report_error("prove", e);
  const bool every = a->range.first == 0 && code == EXIT_INCOMPLETE;
  for (uint32_t n = 3; every && n >= 2; n--) /* some texts are for two processes only */
    if (is_followed_at(a->spec, n)) {
      fprintf(stderr, "It is followed at a single N, such as -n %" PRIu32 ".\n", n);
      break;
    }
  return code;
}

static int answer_all(const struct options *o, const struct algorithm_choice *choice, struct proof_answer *a,
                      struct prove_spec *spec, atomic_bool *interrupt)
{
  struct error e = {0};
  struct searching searching;
  searching_start(&searching, stderr);
  spec->limits.tell = tell_progress;
  spec->limits.listener = &searching;
  const bool ok = prove_range(spec, a->range, &a->proved, &e);
  const bool set = !ok || o->beside == NULL || proof_set_beside(a, choice, &o->beside_range, interrupt, &searching, &e);
  searching_stop(&searching);
  if (!ok) return report_refusal(a, &e);
  if (!set) return report_error("prove", &e);
  a->proved.interrupted |= atomic_load(interrupt);
  const int code = all_is_proved(&a->proved) ? EXIT_OK : EXIT_INCOMPLETE;
  if (a->proved.interrupted) fprintf(stderr, "rmr prove: interrupted; more may be provable, and smaller bounds\n");
  if (o->witness != NULL && !proof_write_witness(a, choice, o->witness, &e)) report_error("prove", &e);
  if (o->json) return print_json(proof_json(a), code);
  print_proof(a);
  return code;
}

/* Whether the question fits the algorithm, which is known now. */
static bool fits_machine(const struct options *o, const struct proof_answer *a, struct error *e)
{
  if (o->check != NULL && a->spec->check[PROVE_P5] && !algorithm_has_doorway(&a->machine->algorithm))
    return fail(e, EXIT_USAGE, "--check P5: %s has no doorway", a->machine->algorithm.name);
  return parse_scope(o, &a->range, a->machine, e);
}

static int answer_asked(const struct options *o, const struct algorithm_choice *choice, struct proof_answer *a,
                        struct prove_spec *spec)
{
  struct interrupt interrupt;
  struct certificate certificate = {0};
  interrupt_watch(&interrupt);
  spec->limits.interrupt = &interrupt.raised;
  if (o->certificate != NULL) spec->certificate = &certificate;
  int code = answer_all(o, choice, a, spec, &interrupt.raised);
  if (o->certificate != NULL) code = write_certificate(a, o->certificate, code);
  certificate_free(&certificate);
  interrupt_done(&interrupt);
  return code;
}

static bool options_go_together(const struct options *o, const struct prove_range *range, const struct prove_spec *spec,
                                struct error *e)
{
  const bool several = range->first != range->last;
  if (o->certificate != NULL && several)
    return fail(e, EXIT_USAGE, "--certificate: expected -n any or a single N, as a certificate is of one system");
  if (o->witness != NULL && (range->first == 0 || several))
    return fail(e, EXIT_USAGE, "--witness: expected a single N, as a schedule is of one system");
  if (o->beside != NULL && !spec->cost)
    return fail(e, EXIT_USAGE, "--beside is about a bound on RMRs; expected rmr among --check, or --cost rmr");
  return true;
}

int command_prove(int argc, char **argv)
{
  struct options o = {.memory = "cc", .bytes = UINT64_C(1) << 30};
  struct error e = {0};
  struct prove_spec spec = {0};
  struct proof_answer answer = {.spec = &spec};
  parse_arguments(&argp, argc, argv, &o);
  answer.sessions = o.sessions;
  answer.passages = o.passages;
  if (!parse_range(o.n, &answer.range, &e) || !parse_check(o.check, o.cost, &spec, &e) ||
      !memory_parse(o.memory, &spec.memory, &e))
    return report_error("prove", &e);
  if (!options_go_together(&o, &answer.range, &spec, &e) || !parse_beside(o.beside, &answer.range, &o.beside_range, &e))
    return report_error("prove", &e);
  spec.limits.memory = o.bytes;
  spec.assume_ranges = spec.any_form = true;
  struct algorithm_choice *choice = algorithm_choose(o.algorithm, NULL, &e);
  struct machine *own = choice != NULL && choice->machine == NULL ? machine_of(choice->algorithm, &e) : NULL;
  answer.machine = spec.machine = choice != NULL && choice->machine != NULL ? choice->machine : own;
  int code;
  if (answer.machine != NULL && fits_machine(&o, &answer, &e) && check_output(o.certificate, o.algorithm, &e) &&
      check_witness(o.witness, o.algorithm, &e)) {
    answer.algorithm = choice->text;
    spec.parameters = choice->parameters;
    code = answer_asked(&o, choice, &answer, &spec);
  } else {
    code = report_error("prove", &e);
  }
  proved_free(&answer.proved);
  machine_free(own);
  algorithm_release(choice);
  return code;
}
