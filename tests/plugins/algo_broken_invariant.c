/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plug-in that declares an invariant, which is broken as soon as somebody takes the lock.
 *
 * run: -a @ -n 2 -s round_robin
 * exit: 12
 */
#include <rmr/algo.h>

static bool is_free(const struct rmr_moment *now)
{
  return rmr_value(now, 0, 0) == 0;
}

static const struct rmr_invariant invariants[] = {{"free", "the lock is free", is_free}, {.name = NULL}};

#define TINY_INVARIANTS invariants

#include "tiny.h"
