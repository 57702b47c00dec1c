/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/system_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "explore/fences/fences.h"
#include "model/loader.h"

static uint32_t parse_passages(const struct system_options *o, const char *text, struct argp_state *state)
{
  const uint32_t most = o->most_passages != 0 ? o->most_passages : UINT32_MAX - 2;
  if (*text < '0' || *text > '9') {
    if (strcmp(text, "inf") != 0)
      argp_error(state, "--passages '%s': expected a number from 1 to %" PRIu32 ", or inf: without end", text, most);
    return 0;
  }
  return (uint32_t)parse_number("--passages", text, 1, most, state);
}

bool system_option(struct system_options *o, int key, char *argument, struct argp_state *state)
{
  switch (key) {
  case 'a': o->algorithm = argument; return true;
  case ARGP_KEY_ARG: take_algorithm(&o->algorithm, argument, state); return true;
  case 'n':
    if (strstr(argument, "..") != NULL)
      argp_error(state,
                 "-n '%s': expected one number from 1 to %" PRIu32 "; in a config of `rmr run` there may be several",
                 argument, o->most_n);
    o->n = (uint32_t)parse_number("-n", argument, 1, o->most_n, state);
    return true;
  case 'm': o->memory = argument; return true;
  case KEY_PASSAGES: o->passages = parse_passages(o, argument, state); return true;
  case KEY_SESSIONS: o->sessions = argument; return true;
  case KEY_FAULTS: o->faults = argument; return true;
  case KEY_LEASES: o->leases = argument; return true;
  case KEY_LEASES_MAY_EXPIRE:
    o->expiries = (uint32_t)parse_number("--leases-may-expire", argument, 0, FAULTS_MOST, state);
    return true;
  case KEY_CLOCK: o->time = argument; return true;
  case KEY_ORDER_OF_WRITES: o->order = argument; return true;
  case KEY_FENCES: o->fences = argument; return true;
  case KEY_BUFFER: o->buffer = argument; return true;
  case KEY_DATA: o->data = argument; return true;
  case KEY_DRAIN: o->drain = argument; return true;
  case KEY_JSON: o->json = true; return true;
  case KEY_ISOLATE: o->isolate = true; return true;
  default: return false;
  }
}

/* The faults and the clock, for an algorithm that is known. */
static bool ask_faults(const struct system_options *o, struct system_spec *spec, struct error *e)
{
  return faults_parse(o->faults, o->leases, o->expiries, spec->algorithm, &spec->faults, e) &&
         (o->time == NULL || time_parse(o->time, &spec->time, e)) &&
         faults_in_time(&spec->faults, time_passes(&spec->time), o->leases, e);
}

/* The order of writes: the parts that are options of their own stand behind the order, as in a config. */
static bool ask_order(const struct system_options *o, struct system_spec *spec, struct error *e)
{
  const char *const part[] = {o->fences, o->buffer, o->data, o->drain};
  static const char *const key[] = {"fences", "buffer", "data", "drain"};
  char *text = mem_text(o->order != NULL ? o->order : "sc");
  bool ok = true;
  for (int k = 0; k < 4 && ok; k++) {
    if (part[k] == NULL) continue;
    ok = o->order != NULL || fail(e, EXIT_USAGE, "--%s without --order tso or --order pso", key[k]);
    char *longer = mem_format("%s,%s=%s", text, key[k], part[k]);
    for (char *c = longer + strlen(longer) - strlen(part[k]); *c != '\0'; c++)
      if (*c == ',') *c = '+';
    free(text);
    text = longer;
  }
  ok = ok && order_parse(text, spec->algorithm, &spec->order, e);
  free(text);
  return ok;
}

bool system_ask(const struct system_options *o, struct system_asked *out, struct error *e)
{
  *out = (struct system_asked){.spec = {.n = o->n, .passages = o->passages, .seed = 1}};
  out->spec.sessions = out->sessions = mem_new(1, sizeof *out->sessions);
  out->choice = algorithm_choose(o->algorithm, NULL, e);
  if (out->choice == NULL) return false;
  algorithm_ask(out->choice, &out->spec);
  return algorithm_processes(out->choice, &out->spec.n, e) && ask_faults(o, &out->spec, e) &&
         ask_order(o, &out->spec, e) && memory_parse(o->memory, &out->spec.memory, e) &&
         sessions_parse(o->sessions, out->sessions, e) && (plug_in_is(o->algorithm) || fences_fit(&out->spec, e));
}

void system_asked_free(struct system_asked *asked)
{
  algorithm_release(asked->choice);
  free(asked->sessions);
}

void tell_untimed(const char *command, const struct system_spec *setup, const char *advice)
{
  if (setup->algorithm->claims.timed && !time_passes(&setup->time))
    fprintf(stderr, "rmr %s: without --time there are no delays, on which the claims of %s rest; %s\n", command,
            setup->algorithm->name, advice);
}
