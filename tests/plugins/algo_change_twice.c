/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two changes of one register by one name, which a schedule cannot tell apart.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: two changes of L are called up
 */
#include <rmr/algo.h>

static bool may(rmr_word value, struct rmr_size s)
{
  (void)s;
  return value == 0;
}

static rmr_word becomes(rmr_word value, struct rmr_size s)
{
  (void)s;
  return value + 1;
}

static const struct rmr_change changes[] = {{"up", 0, may, becomes}, {"up", 0, may, becomes}};
#define TINY_CHANGES   changes
#define TINY_N_CHANGES 2

#include "tiny.h"
