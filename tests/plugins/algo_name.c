/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A name that cannot be part of the name of a file.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: the algorithm is called 'my lock'; expected a name of a-z, 0-9 and _
 */
#define TINY_NAME "my lock"

#include "tiny.h"
