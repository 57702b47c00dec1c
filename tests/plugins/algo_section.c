/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line in a section that there is not.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: line 2 is in section 6; expected RECOVER, DOORWAY, WAITING, CS or EXIT
 */
#include <rmr/algo.h>

#define TINY_SECTION RMR_N_SECTIONS

#include "tiny.h"
