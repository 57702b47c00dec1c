/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Without the one hook that is required.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: the required hook `choose` is missing
 */
#include <rmr/adversary.h>

RMR_ADVERSARY(no_choose) = {
  RMR_ADVERSARY_HEAD,
  .name = "no_choose",
};
