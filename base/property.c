/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/property.h"

#include <strings.h>

enum { IS_NO, IS_YES };

const struct property property_table[N_PROPERTIES] = {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words)                                          \
  {key,        words, PROPERTY_##kind, NEEDS_##needs, BOUND_##bound, JUDGED_##judged, SEEN_##seen, CLAIMED_##claimed, \
   IS_##proved},
  PROPERTIES(P)
#undef P
};

enum property_id property_of(const char *key)
{
  uint32_t id = 0;
  while (id < N_PROPERTIES && strcasecmp(property_table[id].key, key) != 0) id++;
  return (enum property_id)id;
}

enum exit_code property_exit(enum property_id id)
{
  switch (property_table[id].kind) {
  case PROPERTY_SAFETY:
  case PROPERTY_BOUND: return EXIT_SAFETY;
  case PROPERTY_PROGRESS: return EXIT_DEADLOCK;
  case PROPERTY_STARVATION: break;
  }
  return EXIT_LIVENESS;
}
