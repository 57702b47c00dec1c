/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * traced.h: tools that the tests of traces share: a run with a trace of it, and how often something stands in a text.
 * Include it behind client.h.
 */
#ifndef TESTS_TRACED_H
#define TESTS_TRACED_H

#include "base/file.h"
#include "client.h"
#include "sim/trace.h"

/* The trace that is wanted. Zeroes are sensible. */
struct tracing {
  enum trace_format format;
  const char *note;
  uint64_t loop;
  struct trace_span span;
  struct events *events; /* gets all of the run; may be NULL */
};

/* The path of the trace, which the caller removes and frees; NULL: it could not be closed, and there is no file. */
static inline char *traced(const struct request *r, const struct tracing *how)
{
  struct error e = {0};
  char *path = mem_text("/tmp/rmr-trace-XXXXXX");
  close(mkstemp(path));
  struct client *c = client_prepare(r);
  struct trace *trace = trace_open(path, how->format, c->run, &e);
  assert_non_null(trace);
  if (how->note != NULL || how->loop != 0) trace_note(trace, how->note, how->loop);
  trace_show(trace, how->span);
  if (how->events != NULL) run_observe(c->run, (struct run_observer){events_keep, how->events});
  assert_true(run_go(c->run, &e));
  const bool closed = trace_close(trace, &e);
  client_close(c);
  if (closed) return path;
  remove(path);
  free(path);
  return NULL;
}

/* Its text; the file is gone. NULL: see above. */
static inline char *traced_text(const struct request *r, const struct tracing *how)
{
  struct error e = {0};
  char *path = traced(r, how), *text = NULL;
  if (path == NULL) return NULL;
  text = file_read(path, 1 << 24, NULL, &e);
  assert_non_null(text);
  remove(path);
  free(path);
  return text;
}

static inline size_t times_in(const char *text, const char *what)
{
  size_t n = 0;
  for (const char *at = text; (at = strstr(at, what)) != NULL; at++) n++;
  return n;
}

#endif
