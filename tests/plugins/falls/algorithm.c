/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lock that misbehaves: HOOK is load, cells, step or unload (deed.h). In its step it is P4 that does: when an
 * algorithm is loaded, systems of at most three processes are tried (model/trial.h), so this one loads.
 */
#include <stdbool.h>

#include "deed.h"

#include <rmr/algo.h>

static struct rmr_op falling_step(void *state, const struct rmr_in *in);
static uint32_t falling_cells(struct rmr_size size);

#define TINY_STEP  falling_step
#define TINY_CELLS falling_cells
#include "tests/plugins/tiny.h"

static struct rmr_op falling_step(void *state, const struct rmr_in *in)
{
  if (in->i == 4) meet(IN_step);
  return step(state, in);
}

static uint32_t falling_cells(struct rmr_size size)
{
  if (size.n > 1) meet(IN_cells);
  return 1;
}
