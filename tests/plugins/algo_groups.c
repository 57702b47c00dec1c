/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No registers.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: 0 groups of registers; expected 1 to 16
 */
#define TINY_GROUPS 0

#include "tiny.h"
