/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two fields in the same bits.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: L.high shares bits with another field
 */
#include <rmr/algo.h>

static const struct rmr_field fields[] = {
  {.name = "low", .width = 2}, {.name = "high", .shift = 1, .width = 2}, {.name = NULL}};
#define TINY_FIELDS fields

#include "tiny.h"
