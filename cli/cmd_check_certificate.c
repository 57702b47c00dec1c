/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_check_certificate.c: `rmr check-certificate`: confirms what `rmr prove --certificate` wrote
 * (prove/certificate.h).
 */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "prove/certificate.h"
#include "prove/prove.h"

enum { KEY_AS_JSON = 256, KEY_BYTES };

struct options {
  const char *file;
  uint64_t bytes;
  bool json;
};

static const struct argp_option argp_options[] = {
  {"mem", KEY_BYTES, "BYTES", 0, "memory for the file, and for each scene, with K, M, G or T (default: 1G)", 0},
  {"json", KEY_AS_JSON, NULL, 0, "the result as JSON", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case KEY_BYTES: o->bytes = parse_bytes("--mem", argument, state); return 0;
  case KEY_AS_JSON: o->json = true; return 0;
  case ARGP_KEY_ARG:
    if (o->file != NULL) argp_error(state, "more than one certificate: '%s' and '%s'", o->file, argument);
    o->file = argument;
    return 0;
  case ARGP_KEY_END:
    if (o->file == NULL) argp_error(state, "no certificate; expected FILE");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "FILE",
  .doc =
    "Confirms a certificate that `rmr prove ALGO --certificate FILE` wrote. Nothing is searched. rmr checks that the "
    "states in the file contain the initial ones and all successors, violate no property, and imply the "
    "bounds.\vExample: rmr check-certificate bakery.cert\n"
    "Exit codes: 0 it is confirmed, 20 a claim does not follow, 30 interrupted or out of memory, 64 it is no "
    "certificate.",
};

static void print_claim(const struct certified *c, enum certificate_claim claim, const char *scope)
{
  const uint64_t *bound = c->bound[claim];
  char words[64];
  printf("%-7sconfirmed for %s", certificate_claims[claim].name, scope);
  if (claim == CLAIM_P3) printf(": an exit takes at most %" PRIu64 " own step%s", bound[0], plural(bound[0]));
  if (claim == CLAIM_P4)
    printf(": an entry that nobody disturbs takes at most %s own steps",
           prove_line_words(bound[0], bound[1] > bound[2] ? bound[1] : bound[2], words, sizeof words));
  if (claim == CLAIM_BYPASS)
    printf(": while a process waits, each %s one enters at most %" PRIu64 " time%s",
           c->all_conflict ? "other" : "conflicting", bound[0], plural(bound[0]));
  if (claim == CLAIM_RMR) {
    const struct prove_cost cost = {PROVE_HOLDS, .own.most = bound[0], .below.most = bound[1], .above.most = bound[2],
                                    .two.most = bound[3]};
    printf(": at most %s in a passage", prove_bound_words(&cost, words, sizeof words));
  }
  printf(" (%" PRIu64 " states)\n", c->states[claim]);
}

static void print_certified(const struct certified *c)
{
  char scope[32] = "every N";
  if (c->n != 0) snprintf(scope, sizeof scope, "N = %" PRIu32, c->n);
  printf("%s: %s, memory %s, passages without end\n", c->algorithm, scope, memory_names[c->memory]);
  for (enum certificate_claim k = CLAIM_WRITTEN + 1; k < N_CLAIMS; k++)
    if (c->claimed[k]) print_claim(c, k, scope);
}

static json_t *certified_json(const struct certified *c)
{
  json_t *o = json_pack("{s:s, s:s}", "algorithm", c->algorithm, "memory", memory_names[c->memory]);
  json_object_set_new(o, "n", c->n == 0 ? json_string("any") : json_integer((json_int_t)c->n));
  json_t *claims = json_object();
  for (enum certificate_claim k = CLAIM_WRITTEN + 1; k < N_CLAIMS; k++) {
    if (!c->claimed[k]) continue;
    json_t *claim = json_pack("{s:I}", "states", (json_int_t)c->states[k]);
    if (certificate_claims[k].n_bounds == 1)
      json_object_set_new(claim, "bound", json_integer((json_int_t)c->bound[k][0]));
    static const char *const parts[MOST_CLAIM_BOUNDS] = {"own", "below", "above", "two"};
    for (uint32_t p = 0; certificate_claims[k].n_bounds > 1 && p < certificate_claims[k].n_bounds; p++)
      json_object_set_new(claim, parts[p], json_integer((json_int_t)c->bound[k][p]));
    json_object_set_new(claims, certificate_claims[k].name, claim);
  }
  json_object_set_new(o, "confirmed", claims);
  return o;
}

int command_check_certificate(int argc, char **argv)
{
  struct options o = {.bytes = UINT64_C(1) << 30};
  struct error e = {0};
  struct interrupt interrupt;
  struct certified certified;
  parse_arguments(&argp, argc, argv, &o);
  interrupt_watch(&interrupt);
  const struct reach_limits limits = {.memory = o.bytes, .interrupt = &interrupt.raised};
  const bool ok = certificate_check(o.file, &limits, &certified, &e);
  interrupt_done(&interrupt);
  if (!ok) return report_error("check-certificate", &e);
  if (o.json) return print_json(certified_json(&certified), EXIT_OK);
  print_certified(&certified);
  return EXIT_OK;
}
