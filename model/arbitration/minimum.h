/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * minimum.h: how few blocking paths a system of n philosophers can have, when each two share a fork. Section 3 of the
 * paper finds f(1) = 1 and f(m + n) = (n + 1) f(m) + (m + 1) f(n), the minimum over all ways to split, and its appendix
 * that halves, or nearly so, are best.
 */
#ifndef MODEL_ARBITRATION_MINIMUM_H
#define MODEL_ARBITRATION_MINIMUM_H

#include <stdint.h>

/* By the recurrence with |m - n| <= 1. Decimal; the caller frees it. n from 1. */
char *minimum_by_halves(uint32_t n);

#endif
