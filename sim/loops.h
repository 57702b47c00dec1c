/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loops.h: the loops that are made for one algorithm each (loop.h), as a table that the build makes.
 */
#ifndef SIM_LOOPS_H
#define SIM_LOOPS_H

#include <rmr/types.h>

#include "base/error.h"

struct run;

/* One slice of a run under `random`, in the spec's memory. The result is that of run_goes_on. */
typedef bool loop_fn(struct run *run, uint64_t slice, struct error *e);

struct loop_of {
  const struct rmr_algorithm *algorithm;
  loop_fn *go_on;
};

extern const struct loop_of rmr_loops[]; /* ends with NULL */

#endif
