/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second line has the number of a third.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: line 2 has the number 3, expected 2
 */
#define TINY_SECOND 3

#include "tiny.h"
