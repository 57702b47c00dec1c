/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * replaying.h: a recorded schedule made again as a run, with each step compared with what the recording says of it, and
 * a trace written on the way: what `rmr replay`, `rmr view` and the witnesses of a report have in common.
 */
#ifndef CLI_REPLAYING_H
#define CLI_REPLAYING_H

#include "sim/schedule.h"
#include "sim/trace.h"

struct replaying {
  const struct schedule *schedule;
  const char *file;      /* its name, for messages and the trace */
  const char *directory; /* where the name leads from; NULL: the current directory */
  uint64_t repeat;       /* how often the steps behind `loop` are made */
  const char *trace;     /* a file; NULL: none */
  enum trace_format format;
  struct trace_span span; /* of a picture */
  atomic_uint_fast64_t *progress;
};

/* The run, which is over; the caller frees it before the schedule. NULL, with an error that names the first difference,
 * and without a trace: it went otherwise than was recorded. */
struct run *replay_run(const struct replaying *what, struct error *e);

#endif
