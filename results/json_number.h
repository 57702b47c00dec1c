/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * json_number.h: a number in the JSON of results: an integer where it is whole and a double holds it exactly.
 */
#ifndef RESULTS_JSON_NUMBER_H
#define RESULTS_JSON_NUMBER_H

#include <jansson.h>
#include <math.h>

/* NULL: it is not finite, and JSON has no word for it. */
static inline json_t *json_number(double value)
{
  if (!isfinite(value)) return NULL;
  return value == floor(value) && fabs(value) < 0x1p53 ? json_integer((json_int_t)value) : json_real(value);
}

#endif
