/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The struct of other headers: it has a field more.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: struct rmr_algorithm has 416 bytes, expected 408; build it again with these headers
 */
#define TINY_SIZE sizeof(struct rmr_algorithm) + 8

#include "tiny.h"
