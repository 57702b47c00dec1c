/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of other headers.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: lines of 32 and registers of 152 bytes, expected 24 and 152; build it again
 */
#define TINY_LINE_SIZE 32

#include "tiny.h"
