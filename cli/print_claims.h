/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_claims.h: the claims about an algorithm as `rmr show` prints them: those of one citation together.
 */
#ifndef CLI_PRINT_CLAIMS_H
#define CLI_PRINT_CLAIMS_H

#include <stdio.h>

#include <rmr/types.h>

void print_claims(const struct rmr_algorithm *algorithm, FILE *out);

#endif
