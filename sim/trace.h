/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace.h: records every step of a run.
 *
 *   native   a schedule (sim/schedule.h) with details of every step: compact, self-identifying, replayable
 *   text     one line per step that reads like the paper, for people
 *   chrome   JSON for chrome://tracing and Perfetto: passages and sections as slices, RMRs as instants, invalidations
 *            as arrows; one step is one microsecond
 *   page     one HTML file to step through the run
 *   itf      the state after each action, in the format of Apalache and other tools for TLA+
 *   svg      the lanes of the page as a picture, of the whole run or of a span of its steps
 *
 * The file appears under its name when the run is over (base/file.h); trace_abandon leaves nothing behind.
 */
#ifndef SIM_TRACE_H
#define SIM_TRACE_H

#include "sim/run.h"

/* enum, name in configs, ending of the file's name */
#define TRACES(T)                 \
  T(NATIVE, "native", "schedule") \
  T(TEXT, "text", "txt")          \
  T(CHROME, "chrome", "json")     \
  T(PAGE, "page", "html")         \
  T(ITF, "itf", "itf.json")       \
  T(SVG, "svg", "svg")

enum trace_format {
#define T(id, name, ending) TRACE_##id,
  TRACES(T)
#undef T
    TRACE_FORMATS
};

extern const char *const trace_format_names[TRACE_FORMATS + 1]; /* "native", "text", ..., NULL */
extern const char *const trace_endings[TRACE_FORMATS];          /* "schedule", "txt", ... */

/* By the longest known ending of the name; native if there is none. */
enum trace_format trace_format_of(const char *path);

/* False, with the nearest valid ending, for a name that looks mistyped, such as run.tx, or is that of a PDF. */
bool trace_name_check(const char *path, struct error *e);

struct trace;

/* Begins a trace of a run before its first step. */
struct trace *trace_open(const char *path, enum trace_format format, struct run *run, struct error *e);

/* The note of a page beside its steps: a text, kept by reference, or NULL; and the first step, from 1, of the part
 * that can be repeated for ever, 0: there is none. */
void trace_note(struct trace *trace, const char *text, uint64_t loop);

/* The steps in a picture, from 1; 0: from the first, to the last. */
struct trace_span {
  uint64_t from, to;
};

enum { TRACE_PICTURE_MOST = 1000 }; /* steps; by default the last ones of a longer run are drawn */
enum { TRACE_HELD_MOST = 1000000 }; /* steps of a run whose page or picture a browser can hold: 150 MB */

/* "20-60", "20-", "-60" or "20". */
bool trace_span_parse(const char *text, struct trace_span *span, struct error *e);

/* Whether the format is a picture, which can show a span. */
bool trace_is_picture(enum trace_format format);
void trace_show(struct trace *trace, struct trace_span span);

/* After run_go: writes all open parts and puts the file in place. Frees the trace. False, too, if the run has no
 * step of the span. */
bool trace_close(struct trace *trace, struct error *e);
void trace_abandon(struct trace *trace);

#endif
