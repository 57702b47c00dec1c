/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A local state that is too large.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: a local state of 4097 bytes; expected 1 to 4096
 */
#include <rmr/algo.h>

#define TINY_STATE RMR_MAX_STATE + 1

#include "tiny.h"
