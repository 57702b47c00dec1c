/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_replay.c: `rmr replay`: runs a recorded schedule again and compares every step of which the recording says
 * something: line, value and cost. The first difference is named. `rmr view` does the same and makes a page of the run
 * in which one can go through it step by step.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/isolation.h"
#include "cli/print_listing.h"
#include "cli/replaying.h"
#include "cli/tracing.h"

struct options {
  const char *schedule;
  struct tracing_options trace;
  uint64_t repeat; /* 0: not said */
  bool json, isolate;
  bool view; /* `rmr view`: nothing but the page is asked for */
};

enum { KEY_JSON = 256, KEY_REPEAT, KEY_ISOLATE };

enum { MOST_REPETITIONS = 1000000000 };

static const struct argp_option argp_options[] = {
  {"repeat", KEY_REPEAT, "R", 0, "repeat the steps after the schedule's line `loop` R times (default: 1)", 0},
  TRACE_OPTION,
  STEPS_OPTION,
  {"json", KEY_JSON, NULL, 0, "the result as JSON", 0},
  ISOLATE_OPTION(KEY_ISOLATE),
  {0},
};

/* A page is for a browser, and a picture for a document; nothing else is made. */
static void check_view(const struct tracing_options *page, struct argp_state *state)
{
  const char *slash = strrchr(page->file, '/'), *ending = strrchr(slash != NULL ? slash : page->file, '.');
  const enum trace_format format = tracing_format(page);
  if (page->file[0] == '\0') argp_error(state, "-o '': expected the name of a page or a picture");
  if (ending != NULL && format != TRACE_PAGE && !trace_is_picture(format))
    argp_error(state, "-o '%s': a page is .html, and a picture .svg (of which a browser or rsvg-convert makes a PDF)",
               page->file);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 'o':
    options->trace.file = argument;
    check_view(&options->trace, state);
    return 0;
  case KEY_JSON: options->json = true; return 0;
  case KEY_ISOLATE: options->isolate = true; return 0;
  case KEY_REPEAT: options->repeat = parse_number("--repeat", argument, 1, MOST_REPETITIONS, state); return 0;
  case ARGP_KEY_ARG:
    if (options->schedule != NULL) argp_error(state, "'%s': one schedule is enough", argument);
    if (strchr(argument, ',') != NULL) argp_error(state, "'%s': a schedule's name must not contain a comma", argument);
    options->schedule = argument;
    return 0;
  case ARGP_KEY_END:
    if (options->schedule == NULL) argp_error(state, "no schedule; expected a file written by --trace");
    tracing_check(&options->trace, options->view ? "-o" : "--trace", state);
    if (options->trace.file != NULL && file_is_same(options->schedule, options->trace.file))
      argp_error(state, "'%s' is the schedule itself; expected another file", options->trace.file);
    return 0;
  default: return tracing_option(&options->trace, key, argument, state) ? 0 : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "SCHEDULE",
  .doc = "Runs a recorded schedule again and compares every step.\v"
         "Exit codes: as `rmr simulate`; 64 if a step differs from the recording, or the file is not a schedule.",
};

static const struct argp_option view_options[] = {
  {"output", 'o', "FILE", 0,
   "the page (default: the schedule's name with .html behind it); FILE.svg: a picture instead", 0},
  STEPS_OPTION,
  {"repeat", KEY_REPEAT, "R", 0, "repeat the steps after the schedule's line `loop` R times (default: 1)", 0},
  ISOLATE_OPTION(KEY_ISOLATE),
  {0},
};

static const struct argp view_argp = {
  .options = view_options,
  .parser = parse_option,
  .args_doc = "SCHEDULE",
  .doc = "Makes a page of a recorded schedule, to step through the run, or a picture of it.\vPrints the name of "
         "the page. Example: rmr explore -a bwbgme -n 2 --sessions same --passages inf --check P2 --witness "
         "w.sched; rmr view w.sched\n"
         "Exit codes: 0 ok, 64 if the file is not a schedule, or a step differs from the recording.",
};

static void tell(const struct schedule *schedule, uint64_t repeat)
{
  fprintf(stderr, "rmr replay: all %zu steps as recorded", schedule->n_steps);
  if (repeat > 1) fprintf(stderr, ", the last %zu of them %" PRIu64 " times", schedule->n_loop, repeat);
  fputs(schedule->complete ? "\n" : "; the file has no `steps` line, so a part of it may be missing\n", stderr);
}

static int replay(const struct options *options, const struct schedule *schedule, const struct isolation *isolation)
{
  struct error e = {0};
  const enum trace_format named = tracing_format(&options->trace);
  const struct replaying what = {.schedule = schedule,
                                 .file = options->schedule,
                                 .repeat = options->repeat != 0 ? options->repeat : 1,
                                 .trace = options->trace.file,
                                 .format = options->view && !trace_is_picture(named) ? TRACE_PAGE : named,
                                 .span = options->trace.span,
                                 .progress = isolation->heart != NULL ? &isolation->heart->beats : NULL};
  struct run *run = replay_run(&what, &e);
  const bool ok = run != NULL;
  int code = ok ? (int)run_exit_code(run) : report_error(options->view ? "view" : "replay", &e);
  isolation_print(isolation);
  const struct run_description about = {ok ? run_specification(run) : "", schedule->sessions_text};
  if (ok && options->view) {
    printf("%s\n", options->trace.file);
    code = EXIT_OK; /* a violation is the very thing to look at */
  } else if (ok && options->json)
    code = print_json(run_json(run, &about), code);
  else if (ok)
    print_run(run, &about, stdout);
  if (ok && !options->view) tell(schedule, what.repeat);
  run_free(run);
  return code;
}

/* The steps of a page and of a picture are kept until its end. */
static bool fits_a_page(const struct options *options, const struct schedule *schedule, struct error *e)
{
  const enum trace_format format = tracing_format(&options->trace);
  const uint64_t again = options->repeat != 0 ? options->repeat - 1 : 0;
  const uint64_t steps = schedule->n_steps + again * schedule->n_loop;
  const bool held = options->view || format == TRACE_PAGE || trace_is_picture(format);
  return !held || steps <= TRACE_HELD_MOST ||
         fail_at(e, EXIT_USAGE, options->schedule, 0, 0,
                 "the run has %" PRIu64 " steps, and a page or a picture at most %d; expected a smaller --repeat",
                 steps, TRACE_HELD_MOST);
}

static int replay_as_asked(void *self, const struct isolation *isolation)
{
  const struct options *options = self;
  struct error e = {0};
  struct schedule *schedule = mem_new(1, sizeof *schedule);
  bool ok = schedule_read(options->schedule, NULL, schedule, &e);
  if (ok && options->repeat != 0 && schedule->n_loop == 0)
    ok = fail_at(&e, EXIT_USAGE, options->schedule, 0, 0, "has no line `loop`, so there is nothing to --repeat");
  ok = ok && fits_a_page(options, schedule, &e);
  const int code = ok ? replay(options, schedule, isolation) : report_error(options->view ? "view" : "replay", &e);
  schedule_free(schedule);
  free(schedule);
  return code;
}

static int as_isolated(const char *command, struct options *options)
{
  char *who = mem_format("the algorithm of %s", options->schedule);
  const struct isolated all = {
    .command = command, .algorithm = who, .leaves = {options->trace.file}, .work = replay_as_asked, .self = options};
  const int code = isolation_run(&all, options->isolate);
  free(who);
  return code;
}

int command_replay(int argc, char **argv)
{
  struct options options = {0};
  parse_arguments(&argp, argc, argv, &options);
  return as_isolated("replay", &options);
}

int command_view(int argc, char **argv)
{
  struct options options = {.view = true};
  parse_arguments(&view_argp, argc, argv, &options);
  char *page = options.trace.file == NULL ? mem_format("%s.html", options.schedule) : NULL;
  if (page != NULL) options.trace.file = page;
  const int code = as_isolated("view", &options);
  free(page);
  return code;
}
