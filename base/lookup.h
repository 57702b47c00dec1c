/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lookup.h: which of many keys is this? Keys are texts or any bytes. They are numbered from 0 in the order in which
 * they come, so whoever goes through the numbers meets them in that order, whatever their hashes are. The copies of the
 * keys never move: a text that many have need be kept only here.
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
  size_t *slot;           /* number of a key + 1, or 0; hashed with open addressing */
  size_t n_slots;         /* a power of two */
  struct pool pool;
};

/* The number of the key, which is entered if it is not there. */
size_t lookup_add(struct lookup *l, const void *key, size_t length);
size_t lookup_add_text(struct lookup *l, const char *text);

/* The same, and whether the key is new. */
bool lookup_is_new(struct lookup *l, const void *key, size_t length, size_t *number);
bool lookup_is_new_text(struct lookup *l, const char *text);

/* The number of a key, or n: it is not there. */
size_t lookup_find_text(const struct lookup *l, const char *text);

/* The key with that number, and a NUL behind it. */
const char *lookup_text(const struct lookup *l, size_t number);

void lookup_free(struct lookup *l);

/* --- keys of several parts ---------------------------------------------------------------------------------------- */

/* Put together from texts and numbers, so that no two lists of parts give the same key. Zeroed: an empty one; the room
 * is used again after compound_begin. */
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
