/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lookup.h: a table of keys. Keys are texts or any bytes. They are numbered from 0 in the order of their insertion, so
 * a loop over the numbers has that order, whatever their hashes are. The copies of the keys never move: a shared text
 * need be kept only here.
 */
#ifndef BASE_LOOKUP_H
#define BASE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

struct lookup_key;

/* Zeroed: an empty one. */
struct lookup {
  size_t n;
  struct lookup_key *key; /* [0..n-1] */
  uint64_t *slot;         /* bits of a key's hash, and its number + 1; or 0. Open addressing */
  size_t n_slots;         /* a power of two */
  struct pool pool;
};

/* The number of the key, which is inserted if it is new. */
size_t lookup_add(struct lookup *l, const void *key, size_t length);
size_t lookup_add_text(struct lookup *l, const char *text);

/* The same, and whether the key is new. */
bool lookup_is_new(struct lookup *l, const void *key, size_t length, size_t *number);
bool lookup_is_new_text(struct lookup *l, const char *text);

/* The number of a key; n: it is not there. */
size_t lookup_find(const struct lookup *l, const void *key, size_t length);
size_t lookup_find_text(const struct lookup *l, const char *text);

/* The key with that number, and a NUL behind it. */
const char *lookup_text(const struct lookup *l, size_t number);

void lookup_free(struct lookup *l);

/* --- keys of several parts ---------------------------------------------------------------------------------------- */

/* A key of texts and numbers; different lists of parts give different keys. Zeroed: an empty one; compound_begin
 * reuses the memory. */
struct compound {
  char *bytes;
  size_t length, room;
};

void compound_begin(struct compound *key);
void compound_add(struct compound *key, const void *bytes, size_t length);
void compound_add_text(struct compound *key, const char *text);
void compound_add_number(struct compound *key, int64_t number);
void compound_free(struct compound *key);

#endif
