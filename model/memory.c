/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/memory.h"

#include <string.h>

#include "base/suggest.h"

const char *const memory_names[N_MEMORIES] = {
#define MEMORY(id, name, help) name,
  MEMORIES(MEMORY)
#undef MEMORY
};

bool memory_parse(const char *name, enum memory *out, struct error *e)
{
  for (int m = 0; m < N_MEMORIES; m++)
    if (strcmp(name, memory_names[m]) == 0) {
      *out = (enum memory)m;
      return true;
    }
  char near[SUGGESTION];
  return fail(e, EXIT_USAGE, "unknown memory '%s'; expected cc, cc-keep, cc-writeback or dsm%s", name,
              suggestion(name, memory_names, N_MEMORIES, near));
}
