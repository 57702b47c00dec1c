/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fault_kind.h: the kinds of crashes: one table. Configs and --faults, the treatment of crashed processes in simulator
 * and explorer, records and their verdicts use it. docs/add-a-fault.md shows how to add one.
 */
#ifndef BASE_FAULT_KIND_H
#define BASE_FAULT_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* Where a crashed process restarts. */
enum fault_restart { RESTARTS_NOWHERE, RESTARTS_AT_RECOVER, RESTARTS_AT_FIRST };

/* Kinds of crashes: the word before the number, where a crashed process restarts, whether all crash at once, and the
 * words that prose adds to "at most 2 crashes". K(id, word, restarts, at_once, words) */
#define FAULT_KINDS(K)                                                   \
  K(NONE, "none", NOWHERE, false, "")                                    \
  K(STOP, "stop", NOWHERE, false, "")                                    \
  K(RECOVER, "recover", AT_RECOVER, false, " with recovery")             \
  K(SYSTEM, "system", AT_RECOVER, true, " of all at once with recovery") \
  K(RESTART, "restart", AT_FIRST, false, " with a restart")

enum fault_kind {
#define K(id, word, restarts, at_once, words) FAULTS_##id,
  FAULT_KINDS(K)
#undef K
    N_FAULT_KINDS
};

struct fault_row {
  const char *word;
  enum fault_restart restarts;
  bool at_once;
  const char *words;
};

extern const struct fault_row fault_table[N_FAULT_KINDS];

/* The kind of crashes that a text begins with, up to a colon or a comma, or its end: "stop:2,new:1". FAULTS_NONE: it
 * begins otherwise. */
enum fault_kind fault_kind_of(const char *text);

#endif
