/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source whose author has a name in Latin-1.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: @: .source 'Andr\xE9' is not text in UTF-8 without control or invisible characters
 */
#define TINY_SOURCE "Andr\xe9"

#include "tiny.h"
