/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A passage that begins in the exit.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: the first line, 1, is in section EXIT; expected RECOVER, DOORWAY or WAITING
 */
#include <rmr/algo.h>

#define TINY_FIRST RMR_EXIT

#include "tiny.h"
