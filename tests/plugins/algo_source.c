/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nobody has written it.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: .source is missing
 */
#define TINY_SOURCE NULL

#include "tiny.h"
