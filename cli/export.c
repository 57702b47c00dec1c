/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * export.c: `rmr export`: an algorithm as a model for another program. The one format so far is Promela, SPIN's
 * language.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "cli/faults.h"
#include "explore/explore.h"
#include "explore/tables/merge.h"
#include "export/promela.h"
#include "model/choice.h"

struct options {
  const char *format, *algorithm, *sessions, *output;
  uint32_t n, passages;
  rmr_word cap; /* 0: see explore_cap */
  struct fault_options faults;
};

enum { KEY_FORMAT = 256, KEY_PASSAGES, KEY_SESSIONS, KEY_CAP, KEY_TIME };

static const struct argp_option argp_options[] = {
  {"format", KEY_FORMAT, "FORMAT", 0, "promela: a model for SPIN", 0},
  {"algorithm", 'a', "ALGO[:k=v,...]", 0, "the algorithm, if it is not the argument", 0},
  {"processes", 'n', "N", 0, "how many processes, 1 to 255; a graph with a size says it as well", 0},
  {"passages", KEY_PASSAGES, "K", 0, "passages per process (default: 1), or inf", 0},
  {"sessions", KEY_SESSIONS, "SPEC", 0, "distinct (default), same, any:K, or a list such as 1,1,2", 0},
  {"cap", KEY_CAP, "V", 0, "largest value of unbounded registers (default: what the passages can need)", 0},
  FAULT_OPTIONS,
  {"time", KEY_TIME, "TIME", OPTION_HIDDEN, "", 0},
  {"output", 'o', "FILE", 0, "where to write it (default: standard output)", 0},
  {NULL, 0, NULL, 0, NULL, 0},
};

static void check_options(const struct options *options, struct argp_state *state)
{
  static const char *const formats[] = {"promela"};
  if (options->format == NULL) argp_error(state, "no format; expected --format promela");
  if (strcmp(options->format, formats[0]) != 0) {
    const char *near = suggest(options->format, formats, 1);
    argp_error(state, "unknown format '%s'; expected promela%s%s%s", options->format,
               near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
  }
  if (options->algorithm == NULL) argp_error(state, "no algorithm; expected ALGO, for example burns_lamport");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  if (fault_option(&options->faults, key, argument, state)) return 0;
  switch (key) {
  case KEY_FORMAT: options->format = argument; return 0;
  case 'a': options->algorithm = argument; return 0;
  case ARGP_KEY_ARG: take_algorithm(&options->algorithm, argument, state); return 0;
  case 'n': options->n = (uint32_t)parse_number("-n", argument, 1, PROMELA_MAX_N, state); return 0;
  case KEY_PASSAGES: options->passages = parse_passages(argument, state); return 0;
  case KEY_SESSIONS: options->sessions = argument; return 0;
  case KEY_CAP: options->cap = (rmr_word)parse_number("--cap", argument, 1, PROMELA_MAX_CAP, state); return 0;
  case KEY_TIME:
    argp_error(state, "--time %s: the format has no words for time; expected no --time", argument);
    return 0;
  case 'o': options->output = argument; return 0;
  case ARGP_KEY_END: check_options(options, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {argp_options,
                                 parse_option,
                                 "ALGO",
                                 "Writes the processes, as the explorer sees them, as a model for another program.\v"
                                 "Example: rmr export --format promela burns_lamport -n 4 --passages inf -o model.pml\n"
                                 "The head of the model says how to run it and what to compare; see docs/export.md.\n"
                                 "Exit codes: 0 ok, 30 too many local states, 64 usage.",
                                 NULL,
                                 NULL,
                                 NULL};

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

static bool read_faults(const struct fault_options *options, struct system_spec *setup, struct error *e)
{
  return faults_parse(options->kind, options->leases, options->expiries, setup->algorithm, &setup->faults, e) &&
         (!faults_recover(&setup->faults) ||
          fail(e, EXIT_USAGE, "faults '%s': the format has no words for a recovery; expected stop:F", options->kind));
}

/* What the format has words for: counters of a byte, and owners that one process's death makes owners no more. */
static bool check_faults(const struct system_spec *setup, struct error *e)
{
  const struct faults *faults = &setup->faults;
  if (faults->at_readers)
    return fail(
      e, EXIT_USAGE,
      "the format has no words for leases that run out for one reader after the other; expected no at:reader");
  if (faults->limit[LIMIT_CRASHES] > UINT8_MAX || faults->limit[LIMIT_EXPIRIES] > UINT8_MAX)
    return fail(e, EXIT_USAGE, "a model counts up to %d crashes and expiries; expected fewer", UINT8_MAX);
  for (uint32_t g = 0; g < setup->algorithm->n_shared; g++)
    if ((faults->leases >> g & 1) != 0 && setup->algorithm->shared[g].keeps != NULL)
      return fail(e, EXIT_USAGE,
                  "the format has no words for leases whose owner only local states tell, as %s; expected other "
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
    ok = why == NULL || fail(e, EXIT_USAGE, "the format has no words for %s", why);
  }
  system_free(system);
  return ok;
}

/* What a graph says is not among the options. */
static bool may_be_exported(const struct system_spec *setup, struct error *e)
{
  return setup->n <= PROMELA_MAX_N ||
         fail(e, EXIT_USAGE, "N = %u is too much for a model; expected at most %d", setup->n, PROMELA_MAX_N);
}

static bool export(const struct options *options, const struct system_spec *setup, struct error *e)
{
  uint32_t *passages = mem_new(setup->n + 1, sizeof *passages);
  for (uint32_t p = 1; p <= setup->n; p++) passages[p] = setup->passages;
  const rmr_word cap = options->cap != 0 ? options->cap : explore_cap(setup);
  struct automata automata;
  bool ok =
    automata_create(&automata, setup, passages, cap, NULL, (struct table_limits){.locals = PROMELA_MAX_LOCALS}, e);
  if (ok) {
    if (!faults_any(&setup->faults)) automata_merge(&automata, NULL, 0, 0); /* as the explorer does */
    ok = write_model(&automata, options->output, e);
    automata_free(&automata);
  }
  free(passages);
  return ok;
}

int command_export(int argc, char **argv)
{
  struct options options = {.sessions = "distinct", .passages = 1};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &options);
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct system_spec setup = {.n = options.n, .passages = options.passages, .sessions = sessions, .seed = 1};
  struct algorithm_choice *choice = algorithm_choose(options.algorithm, NULL, &e);
  if (choice != NULL) algorithm_ask(choice, &setup);
  const bool ok = choice != NULL && algorithm_processes(choice, &setup.n, &e) && may_be_exported(&setup, &e) &&
                  read_faults(&options.faults, &setup, &e) && check_faults(&setup, &e) &&
                  sessions_parse(options.sessions, sessions, &e) && check_actions(&setup, &e) &&
                  export(&options, &setup, &e);
  algorithm_release(choice);
  free(sessions);
  return ok ? EXIT_OK : report_error("export", &e);
}
