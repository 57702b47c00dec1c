/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nobody ever enters.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: no line is in section CS or EXIT, so nobody ever enters
 */
#include <rmr/algo.h>

#define TINY_SECTION RMR_WAITING

#include "tiny.h"
