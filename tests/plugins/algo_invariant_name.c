/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An invariant with the name of a property.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: an invariant is called 'P1'; expected at most 16 bytes, and not P1, P2, ...
 */
#include <rmr/algo.h>

static bool holds(const struct rmr_moment *now)
{
  return now->size.n > 0;
}

static const struct rmr_invariant invariants[] = {{"P1", "true", holds}, {.name = NULL}};

#define TINY_INVARIANTS invariants

#include "tiny.h"
