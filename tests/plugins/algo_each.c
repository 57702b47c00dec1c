/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Elements of a local array that no state has room for.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: a local state of 2147483648 bytes more for each process; expected at most 4096
 */
#include <rmr/algo.h>

#define TINY_EACH 0x80000000u

#include "tiny.h"
