/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No step function.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: the required function `step` is missing
 */
#define TINY_STEP NULL

#include "tiny.h"
