/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/action_kinds.h"

#include <string.h>

const struct limit limit_table[N_LIMITS] = {
#define L(id, word, beside, one, many) {word, beside, one, many},
  LIMITS(L)
#undef L
};

const struct action action_table[RMR_N_ACTIONS] = {
#define A(id, befalls, everybody, ends, limit, told, spin) \
  [RMR_##id] = {BEFALLS_##befalls, everybody, ends, LIMIT_##limit, told, spin},
  ACTIONS(A)
#undef A
};

enum {
#define A(id, befalls, everybody, ends, limit, told, spin) +1
  N_ROWS = ACTIONS(A)
#undef A
};
_Static_assert((int)N_ROWS == (int)RMR_N_ACTIONS, "a kind of action has no row");

enum rmr_action_kind action_named(const char *word)
{
  uint32_t kind = 0;
  while (kind < RMR_N_ACTIONS && strcmp(rmr_action_word(kind), word) != 0) kind++;
  return (enum rmr_action_kind)kind;
}
