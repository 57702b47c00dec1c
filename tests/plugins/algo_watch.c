/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waits that read no register.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: tiny, N = 2: `watch` says that no wait reads a register
 */
#include <rmr/algo.h>

static uint32_t watch(struct rmr_size s)
{
  (void)s;
  return 0;
}
#define TINY_WATCH watch

#include "tiny.h"
