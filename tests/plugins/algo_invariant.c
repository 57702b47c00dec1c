/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An invariant that nobody can look at.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: the invariant I0 has no `holds`
 */
#include <rmr/algo.h>

static const struct rmr_invariant invariants[] = {{.name = "I0", .text = "true"}, {.name = NULL}};

#define TINY_INVARIANTS invariants

#include "tiny.h"
