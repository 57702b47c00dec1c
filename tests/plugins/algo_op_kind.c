/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation of a kind that there is not.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: tiny, N = 1: P1 at line 2: an operation has the kind 11; expected one of enum rmr_kind, below 11
 */
#include <rmr/algo.h>

static struct rmr_op changed(void *state, const struct rmr_in *in);
#define TINY_STEP changed

#include "tiny.h"

static struct rmr_op changed(void *state, const struct rmr_in *in)
{
  struct rmr_op op = step(state, in);
  if (op.line == 2) op.kind = RMR_N_KINDS;
  return op;
}
