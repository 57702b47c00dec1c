/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tracing.h: the options that say where the steps of a run are written, which `rmr simulate`, `rmr replay` and
 * `rmr view` share.
 */
#ifndef CLI_TRACING_H
#define CLI_TRACING_H

#include <argp.h>
#include <stdbool.h>

#include "sim/trace.h"

enum { KEY_TRACE = 512, KEY_STEPS };

struct tracing_options {
  const char *file;       /* NULL: nowhere */
  struct trace_span span; /* of a picture */
};

#define TRACE_OPTION                                                                                              \
  {                                                                                                               \
    "trace", KEY_TRACE, "FILE", 0,                                                                                \
      "write every step: FILE.html to step through, FILE.txt to read, FILE.json for Perfetto, FILE.itf.json for " \
      "TLA+, FILE.svg for a picture, FILE.sched or no ending to replay",                                          \
      0                                                                                                           \
  }
#define STEPS_OPTION                                                                            \
  {                                                                                             \
    "steps", KEY_STEPS, "A-B", 0,                                                               \
      "of a picture: the steps that it shows, such as 20-60 (default: all, of 1000 at most)", 0 \
  }

/* Handles one of them. False: the key is another. */
bool tracing_option(struct tracing_options *options, int key, char *argument, struct argp_state *state);

/* The format of the file: TRACE_TEXT and the like by its name; nowhere is that of an empty name. */
enum trace_format tracing_format(const struct tracing_options *options);

/* To be asked at the end: a usage error where steps of something else than a picture are named. `option` is the one
 * that names the file. */
void tracing_check(const struct tracing_options *options, const char *option, struct argp_state *state);

/* Closes the trace of a run that went well or not; trace may be NULL. Where a step was refused, as it would lead a
 * register out of its range, the file goes up to there. Returns whether all went well; else *e says why not. */
bool tracing_end(const char *file, struct trace *trace, bool ok, struct error *e);

#endif
