/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scope.h: the scope of a number as an object, and the only code that puts it in words.
 *
 *   {"algorithm": "glb", "n": 8, "memory": "cc", "adversary": "random", "sessions": "distinct", "passages": 2,
 *    "start": "cold", "drive": "simulate", "kind": "sample"}
 *
 * The scope of a record has one value under each key. That of a series lacks its parameter, or, where this is an
 * option, has the algorithm or adversary without it; where the series is over several values ("the largest over all
 * adversaries"), the key has a list of them. `adversary` is null where all schedules were explored; `passages` 0 means
 * without end. A record of a simulation also has its `seed`; a series read from a table has one key, `file`. Other keys
 * are written as "key = value".
 */
#ifndef RESULTS_SCOPE_H
#define RESULTS_SCOPE_H

#include "results/load.h"

/* The scope of one record, with its seed. A new reference. */
json_t *scope_of_record(const struct record *r);

/* All of it in words, "glb, N = 8, cc, random, distinct sessions, 2 passages, cold caches, sample"; the mode is left
 * out. NULL is the empty scope. The caller frees the text. */
char *scope_words(const json_t *scope);

/* Takes away the keys in which the other one differs. */
void scope_keep_common(json_t *common, const json_t *other);

/* The keys in which all series of a list agree. A new reference. */
json_t *scope_common(const struct series_list *list);

#endif
