/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scope.h: what a number is true for, as an object, and the one place that says it in words.
 *
 *   {"algorithm": "glb", "n": 8, "memory": "cc", "adversary": "random", "sessions": "distinct", "passages": 2,
 *    "start": "cold", "drive": "simulate", "kind": "sample"}
 *
 * That of a record has one value under each key. That of a series lacks its parameter, or, where this is an option, has
 * the algorithm or adversary without it; where it is taken over several values ("the largest over all adversaries"),
 * the key has a list of them. `adversary` is null where nobody chose, as all schedules were looked at; `passages` 0
 * means without end. A record of a simulation also has its `seed`; a series that was read from a table has one key,
 * `file`. Other keys are said as "key = value".
 */
#ifndef RESULTS_SCOPE_H
#define RESULTS_SCOPE_H

#include "results/load.h"

/* Of one record, with its seed. A new reference. */
json_t *scope_of_record(const struct record *r);

/* All of it in words, "glb, N = 8, cc, random, distinct sessions, 2 passages, cold caches, sample"; the drive goes
 * without saying. NULL is the empty scope. The caller frees the text. */
char *scope_words(const json_t *scope);

/* The keys in which all series of a list agree. A new reference. */
json_t *scope_common(const struct series_list *list);

#endif
