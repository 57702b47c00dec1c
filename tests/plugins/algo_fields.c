/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two fields in the same bits.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: L.high shares bits with another field
 */
#include <rmr/algo.h>

static const struct rmr_field fields[] = {{"low", 0, 2, NULL, NULL}, {"high", 1, 2, NULL, NULL}, {.name = NULL}};
#define TINY_FIELDS fields

#include "tiny.h"
