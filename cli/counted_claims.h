/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * counted_claims.h: an algorithm's claims about its registers that can be counted: how many there are, whether all are
 * bounded, and the operations on them.
 */
#ifndef CLI_COUNTED_CLAIMS_H
#define CLI_COUNTED_CLAIMS_H

#include "model/choice.h"

enum { MOST_COUNTED_CLAIMS = 3 };

/* The mistakes in them, each as "space: 7 is claimed, and there are 2 registers at N = 2"; the caller frees the
 * texts. Returns how many. */
uint32_t counted_claims_wrong(const struct algorithm_choice *choice, char *wrong[MOST_COUNTED_CLAIMS]);

#endif
