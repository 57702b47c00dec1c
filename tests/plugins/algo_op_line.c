/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation of a line that the table does not have.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: tiny, N = 1: P1: an operation has the line number 9; expected one of .lines, 1 to 2
 */
#include <rmr/algo.h>

static struct rmr_op changed(void *state, const struct rmr_in *in);
#define TINY_STEP changed

#include "tiny.h"

static struct rmr_op changed(void *state, const struct rmr_in *in)
{
  struct rmr_op op = step(state, in);
  if (op.line == 2) op.line = 9;
  return op;
}
