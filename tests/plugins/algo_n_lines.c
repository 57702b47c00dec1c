/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * More lines are announced than there are.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: .n_lines is 4, expected 3, and at most 512
 */
#define TINY_N_LINES 4

#include "tiny.h"
