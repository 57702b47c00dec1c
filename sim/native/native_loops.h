/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * native_loops.h: the loops of threads that are made for one algorithm each (native_loop.h), as a table that the build
 * makes.
 */
#ifndef SIM_NATIVE_NATIVE_LOOPS_H
#define SIM_NATIVE_NATIVE_LOOPS_H

#include "sim/native/passages.h"

struct native_loop_of {
  const struct rmr_algorithm *algorithm;
  native_loop_fn *go;
};

extern const struct native_loop_of rmr_native_loops[]; /* ends with NULL */

#endif
