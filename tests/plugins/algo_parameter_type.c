/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A parameter that is a schedule.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: parameter 'k' has a type that only options of adversaries can have
 */
#include <rmr/algo.h>

static const struct rmr_option table[] = {{"k", RMR_SCHEDULE, 0, "", 0, 0, "a schedule"}, {.key = NULL}};
#define TINY_PARAMETERS      table
#define TINY_PARAMETERS_SIZE 8

#include "tiny.h"
