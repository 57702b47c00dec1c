/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Built for another version of the interface.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: built for plug-in interface 3, this is interface 15; build it again
 */
#define TINY_ABI 3

#include "tiny.h"
