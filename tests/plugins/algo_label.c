/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A label of two words, which no schedule could name.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: the label '2 b' must be one word of at most 32 bytes, without any of # = [ ]
 */
#define TINY_LABEL "2 b"

#include "tiny.h"
