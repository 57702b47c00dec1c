/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A register that its group does not have.
 *
 * run: -a @ -n 2
 * exit: 12
 * says: rmr simulate: tiny, N = 2: P1 at line 1: there is no L[4], only L
 */
#define TINY_VAR VAR(0, 3)

#include "tiny.h"
