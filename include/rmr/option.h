/* SPDX-License-Identifier: MIT
 *
 * option.h: the options of an adversary and the parameters of an algorithm. A table declares them; the host parses
 * "NAME:key=value,key=value", checks types and ranges, and writes each value at its `offset` of a block: an adversary's
 * state before its `start`, or an algorithm's block of parameters.
 */
#ifndef RMR_OPTION_H
#define RMR_OPTION_H

#include <stddef.h>
#include <stdint.h>

enum rmr_option_type {
  RMR_INTEGER, /* int64_t                     */
  RMR_NUMBER,  /* double                      */
  RMR_TEXT,    /* char[64], always terminated */

  /* For algorithms only: struct rmr_neighbours (graph.h). At most one of each, and no order without a graph. */
  RMR_GRAPH,
  RMR_ORDER,

  /* For adversaries only. Each is stored as a handle, a uint32_t; 0: none. */
  RMR_SCHEDULE,       /* a schedule file                                                             */
  RMR_ADVERSARY_NAME, /* must be last; takes the rest of the specification, with options             */
};

struct rmr_option {
  const char *key;
  uint8_t type; /* enum rmr_option_type */
  size_t offset;
  const char *fallback; /* the default value; "": none; NULL: the option is required */
  double low, high;     /* inclusive range of INTEGER and NUMBER; low = high = 0: any  */
  const char *about;
};

#endif
