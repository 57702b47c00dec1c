/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * formula.h: growth expressions in common notation: `7N+3`, `N(N-1)/2`, `2N lg N`, `3 ceil(lg N)^2`, `2^N`.
 *
 * Grammar, loosest binding first:
 *
 *   sum     = product { (+|-) product }
 *   product = signed { [*|/] signed }        multiplication may be left out; strictly left to right: 1/2N is (1/2)N
 *   signed  = [-|+] power                    the sign stands only at the beginning of a sum or after an operator
 *   power   = atom [ ^ signed ]              to the right: 2^N^2 is 2^(N^2)
 *   atom    = number | N | j | ( sum ) | function | prod ( j < sum : sum )
 *   function= (lg|sqrt|floor|ceil) [ ^ number ] argument
 *
 * The argument of a function is a parenthesis, or else the power that follows: lg N^2 is lg(N^2), but lg(N)^2 and lg^2
 * N are the square of the logarithm, and 2N lg N(N-1) is 2N (lg N) (N-1). lg is the logarithm to the base 2.
 *
 * prod(j < lg N: 1+2^j) is the product of 1+2^j for j = 0, 1, 2, ... below lg N, and 1 where there is no such j.
 * Products do not nest; the j after the colon is local.
 *
 * The compiled form is an array in postfix order inside the caller's struct: nothing to free, copied by assignment.
 *
 * Values are doubles. +, -, * and powers with whole exponents of whole numbers are exact as long as every intermediate
 * result is below 2^53, and so is a division that leaves no remainder; floor and ceil of lg N are exact for every whole
 * N below 2^53. The caller compares with a tolerance.
 */
#ifndef RESULTS_FORMULA_H
#define RESULTS_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
  FORMULA_OPS = 64,      /* the longest formula, counted in numbers, variables and operations */
  FORMULA_FACTORS = 4096 /* most factors of a product; with more it has no value */
};

enum formula_code {
  FORMULA_NUMBER,
  FORMULA_N,
  FORMULA_J,
  FORMULA_ADD,
  FORMULA_SUBTRACT,
  FORMULA_MULTIPLY,
  FORMULA_DIVIDE,
  FORMULA_POWER,
  FORMULA_NEGATE,
  FORMULA_LG,
  FORMULA_SQRT,
  FORMULA_FLOOR,
  FORMULA_CEIL,
  FORMULA_PRODUCT /* of the values of the next `body` operations, for each j below the value before it */
};

struct formula_op {
  enum formula_code code;
  double number; /* of FORMULA_NUMBER */
  unsigned body; /* of FORMULA_PRODUCT */
};

struct formula {
  unsigned n;
  bool uses_n, uses_j;
  struct formula_op op[FORMULA_OPS];
};

/* Compiles `text`. An error names the column, from 1, and what was expected there. */
bool formula_parse(const char *text, struct formula *out, struct error *e);

/* The same for text[begin .. end-1]; columns are those of the whole text. */
bool formula_parse_part(const char *text, size_t begin, size_t end, struct formula *out, struct error *e);

/* The value at N (and j, which is ignored where the formula does not use it). May be infinite or NAN: 1/0, lg 0. */
double formula_value(const struct formula *f, double N, double j);

/* The logarithm to the base 2. It is never rounded to a whole number. */
double formula_lg(double x);

#endif
