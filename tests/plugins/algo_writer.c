/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A register that several processes write, and that does not say so.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: tiny, N = 2: P2 at line 1 writes to L, as others do; expected .multi_writer in .shared
 */
#include <rmr/algo.h>

#define TINY_MULTI_WRITER false

#include "tiny.h"
