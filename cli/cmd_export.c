/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_export.c: `rmr export`: an algorithm as a model for another program, made of its text (export_text.h), or of the
 * tables that the explorer makes of it, in Promela.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "cli/export_text.h"
#include "cli/system_options.h"
#include "explore/explore.h"
#include "explore/export/promela.h"
#include "explore/tables/bisimulation.h"
#include "model/choice.h"

struct options {
  struct system_options system;
  const char *as, *format, *output;
  rmr_word cap; /* 0: see explore_cap */
};

enum { KEY_FORMAT = 256, KEY_AS, KEY_CAP, KEY_TIME };

static const struct argp_option argp_options[] = {
  {"as", KEY_AS, "FORMAT", 0,
   "a model of the algorithm's text, which reads like its figure: promela, for SPIN; pluscal, for TLC", 0},
  {"format", KEY_FORMAT, "FORMAT", 0, "promela: a model for SPIN, made of the explorer's tables", 0},
  SYSTEM_OPTIONS("255", " (default: 1), or inf"),
  {"faults", KEY_FAULTS, "stop:F[,at:LINE]", 0,
   "at most F crashes; at:LINE: only a process about to execute this line crashes", 0},
  {"leases", KEY_LEASES, "NAME,..", 0,
   "all, or registers that return to their initial value some time after their owner has crashed (default: those that "
   "the algorithm declares)",
   0},
  {"leases-may-expire", KEY_LEASES_MAY_EXPIRE, "K", 0, "at most so many of them also run out while their owners live",
   0},
  ORDER_OPTIONS,
  {"cap", KEY_CAP, "V", 0, "largest value of unbounded registers (default: what the passages can need)", 0},
  {"time", KEY_TIME, "TIME", OPTION_HIDDEN, "", 0},
  {"output", 'o', "FILE", 0, "where to write it (default: standard output)", 0},
  {0},
};

static void check_format(const char *option, const char *given, const char *const *formats, struct argp_state *state)
{
  char near[SUGGESTION];
  size_t n = 0;
  for (; formats[n] != NULL; n++)
    if (strcmp(given, formats[n]) == 0) return;
  argp_error(state, "unknown %s '%s'; expected %s%s%s%s", option, given, formats[0], n > 1 ? " or " : "",
             n > 1 ? formats[1] : "", suggestion(given, formats, n, near));
}

static void check_options(const struct options *options, struct argp_state *state)
{
  static const char *const formats[] = {"promela", NULL};
  if (options->format == NULL && options->as == NULL)
    argp_error(state, "no format; expected --as promela, --as pluscal or --format promela");
  if (options->format != NULL && options->as != NULL) argp_error(state, "--as and --format: one of them is enough");
  if (options->as != NULL) check_format("--as", options->as, export_formats, state);
  if (options->format != NULL) check_format("format", options->format, formats, state);
  if (options->system.algorithm == NULL) argp_error(state, "no algorithm; expected ALGO, for example burns_lamport");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  if (system_option(&options->system, key, argument, state)) return 0;
  switch (key) {
  case KEY_AS: options->as = argument; return 0;
  case KEY_FORMAT: options->format = argument; return 0;
  case KEY_CAP: options->cap = (rmr_word)parse_number("--cap", argument, 1, PROMELA_MAX_CAP, state); return 0;
  case KEY_TIME: argp_error(state, "--time %s: the format cannot express time; expected no --time", argument); return 0;
  case 'o': options->output = argument; return 0;
  case ARGP_KEY_END: check_options(options, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "ALGO",
  .doc =
    "Writes an algorithm as a model for another program: as its text says (--as), or the processes as the explorer "
    "sees them (--format).\v"
    "Example: rmr export --as promela glb -n 2 -o model.pml\n"
    "The head of the model says how to run it and what to compare; see docs/export.md.\n"
    "Exit codes: 0 ok, 30 too many local states, 64 usage.",
};

static bool write_model(const struct automata *a, const char *path, struct error *e)
{
  if (path == NULL) {
    promela_write(a, stdout); /* commands.c tells whether it could be written */
    return true;
  }
  struct file_writer file;
  if (!file_open(&file, path, e)) return false;
  promela_write(a, file.out);
  return file_commit(&file, e);
}

/* Refuses faults that the format cannot express: it has counters of a byte, and owners that one process's death makes
 * owners no more. */
static bool check_faults(const struct system_spec *setup, struct error *e)
{
  const struct faults *faults = &setup->faults;
  if (faults_recover(faults))
    return fail(e, EXIT_USAGE, "faults '%s': the format cannot express a recovery; expected stop:F",
                fault_table[faults->kind].word);
  if (faults->at_readers)
    return fail(e, EXIT_USAGE,
                "the format cannot express leases that run out for one reader after the other; expected no at:reader");
  if (faults->limit[LIMIT_CRASHES] > UINT8_MAX || faults->limit[LIMIT_EXPIRIES] > UINT8_MAX)
    return fail(e, EXIT_USAGE, "a model counts up to %d crashes and expiries; expected fewer", UINT8_MAX);
  for (uint32_t g = 0; g < setup->algorithm->n_shared; g++)
    if ((faults->leases >> g & 1) != 0 && setup->algorithm->shared[g].keeps != NULL)
      return fail(e, EXIT_USAGE,
                  "the format cannot express leases whose owner only local states determine, as %s; expected other "
                  "--leases, or none",
                  setup->algorithm->shared[g].name);
  return true;
}

/* Of what happens by itself. */
static bool check_actions(const struct system_spec *setup, struct error *e)
{
  struct system *system = system_create(setup, e);
  bool ok = system != NULL;
  for (uint32_t k = 0, n = ok ? system_n_changes(system) : 0; ok && k < n; k++) {
    const char *why = action_table[rmr_action_kind(system_change(system, k))].spin;
    ok = why == NULL || fail(e, EXIT_USAGE, "the format cannot express %s", why);
  }
  system_free(system);
  return ok;
}

/* Checks N, which a graph may give instead of an option. */
static bool may_be_exported(const struct system_spec *setup, struct error *e)
{
  return setup->n <= PROMELA_MAX_N ||
         fail(e, EXIT_USAGE, "N = %u is too much for a model; expected at most %d", setup->n, PROMELA_MAX_N);
}

static bool export(const struct options *options, const struct system_spec *asked, struct error *e)
{
  struct system_spec merging = *asked;
  const struct system_spec *setup = &merging;
  merging.order.merge = order_buffers(&asked->order); /* as the explorer does, where costs are not asked for */
  uint32_t *passages = mem_new(setup->n + 1, sizeof *passages);
  for (uint32_t p = 1; p <= setup->n; p++) passages[p] = setup->passages;
  const rmr_word cap = options->cap != 0 ? options->cap : explore_cap(setup);
  struct automata automata;
  bool ok =
    automata_create(&automata, setup, passages, cap, NULL, (struct table_limits){.locals = PROMELA_MAX_LOCALS}, e);
  if (ok) {
    if (!faults_any(&setup->faults) && !setup->order.merge)
      automata_minimise(&automata, NULL, 0, 0); /* as the explorer does */
    ok = write_model(&automata, options->output, e);
    automata_free(&automata);
  }
  free(passages);
  return ok;
}

int command_export(int argc, char **argv)
{
  struct options options = {.system = SYSTEM_OPTIONS_BEGIN};
  struct error e = {0};
  struct system_asked asked;
  options.system.most_n = PROMELA_MAX_N;
  parse_arguments(&argp, argc, argv, &options);
  bool ok = system_ask(&options.system, &asked, &e) && may_be_exported(&asked.spec, &e) &&
            check_output(options.output, options.system.algorithm, &e);
  if (options.as != NULL)
    ok = ok && export_text(&asked, options.as, options.cap, options.output, &e);
  else
    ok = ok && check_faults(&asked.spec, &e) && check_actions(&asked.spec, &e) && export(&options, &asked.spec, &e);
  system_asked_free(&asked);
  return ok ? EXIT_OK : report_error("export", &e);
}
