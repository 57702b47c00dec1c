/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation in another section than its line.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: tiny, N = 1: P1 at line 2: an operation is in section 4, but .lines has the line in section 5
 */
#include <rmr/algo.h>

static struct rmr_op changed(void *state, const struct rmr_in *in);
#define TINY_STEP changed

#include "tiny.h"

static struct rmr_op changed(void *state, const struct rmr_in *in)
{
  struct rmr_op op = step(state, in);
  if (op.line == 2) op.section = RMR_CS;
  return op;
}
