/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/tracing.h"

bool tracing_option(struct tracing_options *options, int key, char *argument, struct argp_state *state)
{
  struct error e = {0};
  bool ok = true;
  switch (key) {
  case KEY_TRACE:
    options->file = argument;
    ok = trace_name_check(argument, &e);
    break;
  case KEY_STEPS: ok = trace_span_parse(argument, &options->span, &e); break;
  default: return false;
  }
  if (!ok) argp_error(state, "%s", e.text);
  return true;
}

enum trace_format tracing_format(const struct tracing_options *options)
{
  return trace_format_of(options->file != NULL ? options->file : "");
}

void tracing_check(const struct tracing_options *options, const char *option, struct argp_state *state)
{
  if (options->span.from + options->span.to != 0 && !trace_is_picture(tracing_format(options)))
    argp_error(state, "--steps is for pictures: expected %s FILE.svg", option);
}

bool tracing_end(const char *file, struct trace *trace, bool ok, struct error *e)
{
  struct error ignored = {0};
  if (trace == NULL) return ok;
  if (ok) return trace_close(trace, e);
  if (e->code != EXIT_SAFETY)
    trace_abandon(trace);
  else if (trace_close(trace, &ignored))
    fprintf(stderr, "the trace %s goes up to this error:\n", file);
  return false;
}
