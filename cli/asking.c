/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/asking.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/platform.h"
#include "explore/answer/words.h"

uint64_t parse_bytes(const char *option, const char *text, struct argp_state *state)
{
  static const char units[] = "KMGT";
  char *end;
  errno = 0;
  uint64_t bytes = strtoull(text, &end, 10);
  const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
  const uint32_t shift = unit != NULL ? 10 * (uint32_t)(unit - units + 1) : 0;
  if (*text < '0' || *text > '9' || errno != 0 || (*end != '\0' && (unit == NULL || end[1] != '\0')) ||
      bytes > UINT64_MAX >> 1 >> shift || bytes << shift < 1 << 20)
    argp_error(state, "%s '%s': expected a number of bytes, at least 1M, such as 500M or 20G", option, text);
  return bytes << shift;
}

static bool parse_observe(const char *text, uint32_t n, uint32_t *observed, struct error *e)
{
  char *end;
  *observed = 0;
  if (strcmp(text, "all") == 0) return true;
  const unsigned long p = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || p < 1 || p > n)
    return fail(e, EXIT_USAGE, "--observe '%s': expected a process, 1 to %" PRIu32 ", or all", text, n);
  *observed = (uint32_t)p;
  return true;
}

static bool parse_cost(const char *text, const struct rmr_algorithm *algorithm, struct question *question,
                       struct error *e)
{
  question->cost_text = text;
  if (!cost_parse(text, algorithm, &question->cost, &question->lines, e)) return false;
  if (question->cost == COST_RMR) question->cost = COST_NONE;
  return true;
}

bool question_option(struct question_options *o, int key, char *argument, struct argp_state *state)
{
  switch (key) {
  case KEY_OBSERVE: o->observe = argument; return true;
  case KEY_COST: o->cost = argument; return true;
  case KEY_MEM: o->bytes = parse_bytes("--mem", argument, state); return true;
  case KEY_THREADS: o->threads = (uint32_t)parse_number("--threads", argument, 1, 256, state); return true;
  case KEY_WITNESS: o->witness = argument; return true;
  default: return system_option(&o->system, key, argument, state);
  }
}

bool question_ask(const struct question_options *o, const struct system_spec *system, struct question *out,
                  struct error *e)
{
  *out = (struct question){.setup = *system, .sessions = o->system.sessions, .bytes = o->bytes};
  return parse_observe(o->observe, system->n, &out->observed, e) && parse_cost(o->cost, system->algorithm, out, e);
}

uint64_t usual_bytes(void)
{
  const uint64_t memory = platform_memory();
  return memory != 0 ? memory / 4 * 3 : UINT64_C(1) << 31;
}

/* A rank may have been bound to some of the cores; if not, all ranks of the machine have them together. */
uint32_t usual_threads(const struct ranks *ranks)
{
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  const uint32_t cores = online > 0 ? (uint32_t)online : 1;
  if (!ranks_several(ranks)) return cores;
  if (platform_processors() < cores) return platform_processors();
  return cores > ranks->beside ? cores / ranks->beside : 1;
}
