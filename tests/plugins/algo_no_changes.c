/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The number of changes, and none of them.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: .n_changes is 3, but there are no .changes
 */
#include <rmr/algo.h>

#define TINY_N_CHANGES 3

#include "tiny.h"
