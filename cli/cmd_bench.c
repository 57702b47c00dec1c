/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_bench.c: `rmr bench`: how fast a simulated step is, and how fast states are found. Absolute times depend on the
 * machine and on who else uses it; ratios, taken from runs that follow each other, much less.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/table.h"
#include "tests/bench/bench.h"

struct options {
  bool json;
  const char *only; /* NULL: all figures */
};

static const struct argp_option argp_options[] = {
  {"json", 'j', NULL, 0, "as JSON", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 'j': options->json = true; return 0;
  case ARGP_KEY_ARG:
    if (options->only != NULL) argp_error(state, "'%s' is not expected here", argument);
    options->only = argument;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[WORDS]",
  .doc = "Compares the speed of the step loop with that of a bare loop, and the explorer with "
         "SPIN and with itself on one core, a search with an adversary, threads with locks written by hand, and "
         "`rmr compile` with the C compiler alone. With WORDS only the figures "
         "whose name contains them, as in \"simulate bakery\".",
};

/* "12.3", or nothing where there is nothing to say. */
static const char *number_text(double value, int digits, char *out, size_t size)
{
  *out = '\0';
  if (value > 0) snprintf(out, size, "%.*f", digits, value);
  return out;
}

/* "12.3 M", and in full what is much less than a million. */
static const char *rate_text(double rate, char *out, size_t size)
{
  if (rate >= 1e5)
    snprintf(out, size, "%.1f M", rate / 1e6);
  else
    snprintf(out, size, "%.*f", rate < 100 ? 1 : 0, rate);
  return out;
}

static void add_row(struct table *table, const struct bench_figure *f)
{
  char n[16], rate[16], speed[48], beside[64], ratio[16], bytes[16], other_bytes[16];
  snprintf(n, sizeof n, "%u", f->n);
  if (f->amount)
    snprintf(speed, sizeof speed, "%.0f %s", f->speed, f->unit);
  else
    snprintf(speed, sizeof speed, "%s %s/s", rate_text(f->speed, rate, sizeof rate), f->unit);
  if (f->amount)
    snprintf(beside, sizeof beside, "%s %.0f", f->beside, f->other);
  else if (f->other > 0)
    snprintf(beside, sizeof beside, "%s %s", f->beside, rate_text(f->other, rate, sizeof rate));
  else
    snprintf(beside, sizeof beside, "%s is not here", f->beside);
  const char *const row[] = {f->what,
                             n,
                             speed,
                             beside,
                             number_text(f->ratio, 2, ratio, sizeof ratio),
                             number_text(f->bytes, 1, bytes, sizeof bytes),
                             number_text(f->other_bytes, 1, other_bytes, sizeof other_bytes)};
  table_row(table, row);
}

static json_t *optional(double value)
{
  return value > 0 ? json_real(value) : json_null();
}

static json_t *figure_json(const struct bench_figure *f)
{
  json_t *json = json_object();
  json_object_set_new(json, "what", json_string(f->what));
  json_object_set_new(json, "n", json_integer(f->n));
  json_object_set_new(json, "unit", json_string(f->unit));
  json_object_set_new(json, f->amount ? "found" : "per_second", json_real(f->speed));
  json_object_set_new(json, "beside", json_string(f->beside));
  json_object_set_new(json, f->amount ? "beside_found" : "beside_per_second", optional(f->other));
  json_object_set_new(json, "ratio", optional(f->ratio));
  json_object_set_new(json, "bytes_each", optional(f->bytes));
  json_object_set_new(json, "beside_bytes_each", optional(f->other_bytes));
  return json;
}

enum { MOST_SIZES = 3 };
static const struct measure {
  bool (*measure)(struct bench_figure *figure, struct error *e);
  const char *what, *unit, *beside;
  uint32_t n[MOST_SIZES]; /* 0: no more */
} measures[] = {{bench_bakery, "simulate bakery random", "steps", "bare loop", {8, 64, 1024}},
                {bench_burns_lamport, "simulate burns_lamport random", "steps", "bare loop", {8, 64, 1024}},
                {bench_glb, "simulate glb random", "steps", "bare loop", {8, 64, 1024}},
                {bench_philosophers, "simulate philosophers random", "steps", "bakery", {64}},
                {bench_lua, "simulate bakery random in Lua", "steps", "in C", {64}},
                {bench_native_tas, "native tas", "passages", "by hand", {1}},
                {bench_native_mcs, "native mcs", "passages", "by hand", {1}},
                {bench_compile, "compile glb", "plug-ins", "cc alone", {1}},
                {bench_translate, "translate glb to C", "sources", "cc", {1}},
                {bench_isolation, "run bakery random, isolated", "steps", "not isolated", {64}},
                {bench_one_core, "explore burns_lamport, 1 core", "states", "SPIN", {6, 7}},
                {bench_crashes, "explore burns_lamport, 1 crash", "states", "none", {6, 7}},
                {bench_all_cores, "explore burns_lamport, all cores", "states", "1 core", {6, 7}},
                {bench_worst_case, "worst case burns_lamport, all cores", "states", "1 core", {6, 7}},
                {bench_disk, "worst case burns_lamport, disk", "states", "memory", {7}},
                {bench_search, "search burns_lamport", "RMRs found", "foresight", {8}}};

/* Adds a measure's figures, one for each size. False: one failed, and those before it are there. */
static bool take(const struct measure *m, struct table *table, json_t *out, struct error *e)
{
  for (size_t k = 0; k < MOST_SIZES && m->n[k] != 0; k++) {
    struct bench_figure figure = {.what = m->what, .unit = m->unit, .beside = m->beside, .n = m->n[k]};
    if (!m->measure(&figure, e)) return false;
    add_row(table, &figure);
    json_array_append_new(out, figure_json(&figure));
  }
  return true;
}

int command_bench(int argc, char **argv)
{
  static const char *const head[] = {"what", "N", "speed", "beside", "ratio", "bytes each", "beside"};
  struct options options = {0};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &options);
  struct table table;
  table_init(&table, head, sizeof head / sizeof *head);
  json_t *out = json_array();
  bool found = false, well = true;
  for (size_t k = 0; k < sizeof measures / sizeof *measures; k++) {
    if (options.only != NULL && strstr(measures[k].what, options.only) == NULL) continue;
    found = true;
    well = well && take(&measures[k], &table, out, &e);
  }
  if (!found) fail(&e, EXIT_USAGE, "no figure is called '%s': `rmr bench` shows them all", options.only);
  int code = found && well ? EXIT_OK : report_error("bench", &e);
  if (found && options.json) code = print_json(json_incref(out), code); /* also if a later figure failed */
  table_end(&table, found && !options.json ? stdout : NULL);
  json_decref(out);
  return code;
}
