/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * operations.h: the operations of the language, each with its number of operands, its meaning and its spelling in C:
 * one table for the machine, the compiler to C, and constant expressions.
 */
#ifndef LANGUAGE_OPERATIONS_H
#define LANGUAGE_OPERATIONS_H

#include "language/flow.h"

/* 0 to 3; of what takes more, or is none: 0. */
uint32_t operands_of(uint8_t kind);

/* Of one or two operands; shift and width of FIELD and PUT. Overflow wraps; a division by 0 gives 0. */
int64_t operate(uint8_t kind, int64_t a, int64_t b, uint8_t shift, uint8_t width);

/* In C: $1, $2, $3 are the operands, $s and $w shift and width. */
const char *spelling_of(uint8_t kind);

/* Definitions that spellings need. */
extern const char operations_in_c[];

#endif
