/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * suggest.h: the nearest valid word, for "did you mean".
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* Number of single-character insertions, deletions, changes and swaps of neighbours that turn a into b; letter case is
 * ignored. Words longer than 63 characters are compared by their first 63. */
size_t edit_distance(const char *a, const char *b);

/* The best of words[0 .. n-1] for `wrong`, or NULL if none is near (more than a third of its letters, at least 2,
 * differ and neither is the beginning of the other), or if it is one of them. The first of several equals wins. */
const char *suggest(const char *wrong, const char *const *words, size_t n);

/* "; did you mean 'cc'?" of the best of them, or "" where none is near. Returns out. */
enum { SUGGESTION = 128 };
const char *suggestion(const char *wrong, const char *const *words, size_t n, char out[SUGGESTION]);

#endif
