/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A shared object that is no adversary.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: '@' is not an adversary: it exports no symbol `rmr_adversary`
 */
#include <rmr/adversary.h>

int not_an_adversary(void);

int not_an_adversary(void)
{
  return RMR_ABI;
}
