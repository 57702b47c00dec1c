/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A parameter that lies outside the block.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: parameter 'k' lies outside the block of 8 bytes
 */
#include <rmr/algo.h>

static const struct rmr_option table[] = {{"k", RMR_INTEGER, 4, "1", 0, 0, "some number"}, {.key = NULL}};
#define TINY_PARAMETERS      table
#define TINY_PARAMETERS_SIZE 8

#include "tiny.h"
