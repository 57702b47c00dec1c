/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The place of the line is outside of the local state.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: .pc is 7, of 1 bytes; expected a place in the local state, which has 1
 */
#include <rmr/algo.h>

#define TINY_PC 7

#include "tiny.h"
