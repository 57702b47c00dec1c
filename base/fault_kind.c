/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/fault_kind.h"

#include <string.h>

const struct fault_row fault_table[N_FAULT_KINDS] = {
#define K(id, word, restarts, at_once, words) {word, RESTARTS_##restarts, at_once, words},
  FAULT_KINDS(K)
#undef K
};

enum fault_kind fault_kind_of(const char *text)
{
  const size_t length = strcspn(text, ":,");
  for (int kind = FAULTS_NONE + 1; kind < N_FAULT_KINDS; kind++)
    if (strlen(fault_table[kind].word) == length && strncmp(text, fault_table[kind].word, length) == 0)
      return (enum fault_kind)kind;
  return FAULTS_NONE;
}
