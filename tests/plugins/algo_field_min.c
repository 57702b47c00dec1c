/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A field that has no room for its smallest value.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: L.high has 2 bits, and no room for its smallest value, 4
 */
#include <rmr/algo.h>

static const struct rmr_field fields[] = {
  {.name = "low", .width = 2}, {.name = "high", .shift = 2, .width = 2, .min = 4}, {.name = NULL}};
#define TINY_FIELDS fields

#include "tiny.h"
