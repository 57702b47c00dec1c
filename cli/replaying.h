/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * replaying.h: replays a recorded schedule as a run, compares each step with the recording, and writes a trace on the
 * way: shared by `rmr replay`, `rmr view` and the witnesses of a report.
 */
#ifndef CLI_REPLAYING_H
#define CLI_REPLAYING_H

#include "sim/schedule.h"
#include "sim/trace.h"

struct replaying {
  const struct schedule *schedule;
  const char *file;      /* its name, for messages and the trace */
  const char *directory; /* the base of a relative name; NULL: the current directory */
  uint64_t repeat;       /* repetitions of the steps behind `loop` */
  const char *trace;     /* a file; NULL: none */
  enum trace_format format;
  struct trace_span span; /* of a picture */
  atomic_uint_fast64_t *progress;
};

/* The completed run; the caller frees it before the schedule. NULL, with an error that names the first difference,
 * and without a trace: it differs from the recording. */
struct run *replay_run(const struct replaying *what, struct error *e);

#endif
