/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/operations.h"

enum { LARGEST_POWER = 62 };

static const struct {
  uint8_t operands;
  const char *spelling;
} operations[] = {
  [EXPR_NOT] = {1, "!$1"},
  [EXPR_NEGATE] = {1, "(-$1)"},
  [EXPR_LG] = {1, "text_lg($1)"},
  [EXPR_FIRST] = {1, "text_first($1)"},
  [EXPR_POWER] = {1, "text_power($1)"},
  [EXPR_FIELD] = {1, "($1 >> $s & ((INT64_C(1) << $w) - 1))"},
  [EXPR_AND] = {2, "($1 && $2)"},
  [EXPR_OR] = {2, "($1 || $2)"},
  [EXPR_ADD] = {2, "($1 + $2)"},
  [EXPR_SUBTRACT] = {2, "($1 - $2)"},
  [EXPR_MULTIPLY] = {2, "($1 * $2)"},
  [EXPR_DIVIDE] = {2, "text_divide($1, $2)"},
  [EXPR_MODULO] = {2, "text_modulo($1, $2)"},
  [EXPR_LARGER] = {2, "text_larger($1, $2)"},
  [EXPR_SMALLER] = {2, "text_smaller($1, $2)"},
  [EXPR_UNION] = {2, "($1 | $2)"},
  [EXPR_MINUS] = {2, "($1 & ~$2)"},
  [EXPR_HAS] = {2, "text_has($1, $2)"},
  [EXPR_EQUAL] = {2, "($1 == $2)"},
  [EXPR_DIFFERENT] = {2, "($1 != $2)"},
  [EXPR_LESS] = {2, "($1 < $2)"},
  [EXPR_AT_MOST] = {2, "($1 <= $2)"},
  [EXPR_PUT] = {2, "($1 | text_put($2, $s, $w))"},
  [EXPR_CHOOSE] = {3, "($1 ? $2 : $3)"},
  [EXPR_DEGREE] = {1, "text_degree(NEIGHBOURS, $1)"},
  [EXPR_NEIGHBOUR] = {2, "text_neighbour(NEIGHBOURS, $1, $2)"},
  [EXPR_PLACE] = {2, "text_place(NEIGHBOURS, $1, $2)"},
  [EXPR_ELEMENT] = {1, NULL},
};

enum { N_OPERATIONS = sizeof operations / sizeof *operations };

const char operations_in_c[] =
  "static inline int64_t text_lg(int64_t a)\n{\n  int64_t k = 0;\n  while (k < 62 && (INT64_C(1) << k) < a) k++;\n"
  "  return k;\n}\n"
  "static inline int64_t text_first(int64_t a)\n{\n  return a != 0 ? __builtin_ctzll((uint64_t)a) : 0;\n}\n"
  "static inline int64_t text_put(int64_t a, unsigned shift, unsigned width)\n{\n"
  "  const int64_t part = (int64_t)((uint64_t)(a & ((INT64_C(1) << width) - 1)) << shift);\n"
  "  return a >> width == 0 ? part : part | INT64_MIN;\n}\n"
  "static inline int64_t text_power(int64_t a)\n{\n  return a >= 0 && a <= 62 ? INT64_C(1) << a : 0;\n}\n"
  "static inline int64_t text_divide(int64_t a, int64_t b)\n{\n  return b == 0 ? 0 : b == -1 ? -a : a / b;\n}\n"
  "static inline int64_t text_modulo(int64_t a, int64_t b)\n{\n  return b == 0 || b == -1 ? 0 : a % b;\n}\n"
  "static inline int64_t text_larger(int64_t a, int64_t b)\n{\n  return a > b ? a : b;\n}\n"
  "static inline int64_t text_smaller(int64_t a, int64_t b)\n{\n  return a < b ? a : b;\n}\n"
  "static inline int64_t text_has(int64_t a, int64_t set)\n{\n  return a >= 0 && a <= 62 && (set >> a & 1);\n}\n"
  "static inline int64_t text_degree(const struct rmr_neighbours *of, int64_t i)\n{\n"
  "  return of != NULL && i >= 1 && i <= of->n ? rmr_degree(of, (uint32_t)i) : 0;\n}\n"
  "static inline int64_t text_neighbour(const struct rmr_neighbours *of, int64_t i, int64_t k)\n{\n"
  "  return k >= 1 && k <= text_degree(of, i) ? rmr_neighbour(of, (uint32_t)i, (uint32_t)k) : 0;\n}\n"
  "static inline int64_t text_neighbour_of(const struct rmr_neighbours *of, uint32_t i, int64_t k)\n{\n"
  "  return k >= 1 && k <= rmr_degree(of, i) ? rmr_neighbour(of, i, (uint32_t)k) : 0;\n}\n"
  "static inline int64_t text_place(const struct rmr_neighbours *of, int64_t i, int64_t j)\n{\n"
  "  return text_degree(of, i) != 0 && j >= 1 && j <= of->n ? rmr_place(of, (uint32_t)i, (uint32_t)j) : 0;\n}\n";

uint32_t operands_of(uint8_t kind)
{
  return kind < N_OPERATIONS ? operations[kind].operands : 0;
}

const char *spelling_of(uint8_t kind)
{
  return kind < N_OPERATIONS ? operations[kind].spelling : NULL;
}

static int64_t lg(int64_t a)
{
  int64_t k = 0;
  while (k < LARGEST_POWER && (INT64_C(1) << k) < a) k++;
  return k;
}

/* A part of a record in its place. One that does not fit leaves a mark outside of all parts, so that a check of the
 * register finds it. */
static int64_t put(int64_t part, uint32_t shift, uint32_t width)
{
  const int64_t in_place = (int64_t)((uint64_t)(part & ((INT64_C(1) << width) - 1)) << shift);
  return part >> width == 0 ? in_place : in_place | INT64_MIN;
}

int64_t operate(uint8_t kind, int64_t a, int64_t b, uint8_t shift, uint8_t width)
{
  switch (kind) {
  case EXPR_NOT: return a == 0;
  case EXPR_NEGATE: return (int64_t) - (uint64_t)a;
  case EXPR_LG: return lg(a);
  case EXPR_FIRST: return a != 0 ? __builtin_ctzll((uint64_t)a) : 0;
  case EXPR_POWER: return a >= 0 && a <= LARGEST_POWER ? INT64_C(1) << a : 0;
  case EXPR_FIELD: return a >> shift & ((INT64_C(1) << width) - 1);
  case EXPR_AND: return a != 0 && b != 0;
  case EXPR_OR: return a != 0 || b != 0;
  case EXPR_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
  case EXPR_SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
  case EXPR_MULTIPLY: return (int64_t)((uint64_t)a * (uint64_t)b);
  case EXPR_DIVIDE: return b == 0 ? 0 : b == -1 ? (int64_t) - (uint64_t)a : a / b;
  case EXPR_MODULO: return b == 0 || b == -1 ? 0 : a % b;
  case EXPR_LARGER: return a > b ? a : b;
  case EXPR_SMALLER: return a < b ? a : b;
  case EXPR_UNION: return a | b;
  case EXPR_MINUS: return a & ~b;
  case EXPR_HAS: return a >= 0 && a <= LARGEST_POWER && (b >> a & 1) != 0;
  case EXPR_EQUAL: return a == b;
  case EXPR_DIFFERENT: return a != b;
  case EXPR_LESS: return a < b;
  case EXPR_AT_MOST: return a <= b;
  case EXPR_PUT: return a | put(b, shift, width);
  default: return 0;
  }
}
