/* SPDX-License-Identifier: GPL-3.0-or-later */
#define XXH_INLINE_ALL
#include "base/lookup.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/mem.h"

struct lookup_key {
  const char *bytes; /* in the pool */
  size_t length;
  uint64_t hash;
};

/* A slot has the upper bits of the hash, so that another key is seldom looked at. */
enum { NUMBER_BITS = 40 };

static uint64_t slot_for(uint64_t hash, size_t number)
{
  return hash >> NUMBER_BITS << NUMBER_BITS | (number + 1);
}

static size_t number_in(uint64_t slot)
{
  return (size_t)(slot & ((UINT64_C(1) << NUMBER_BITS) - 1)) - 1;
}

/* Its slot, or the empty one where it belongs. */
static size_t slot_of(const struct lookup *l, const char *bytes, size_t length, uint64_t hash)
{
  size_t at = (size_t)hash & (l->n_slots - 1);
  for (; l->slot[at] != 0; at = (at + 1) & (l->n_slots - 1)) {
    if ((l->slot[at] ^ hash) >> NUMBER_BITS != 0) continue;
    const struct lookup_key *key = &l->key[number_in(l->slot[at])];
    if (key->hash == hash && key->length == length && (length == 0 || memcmp(key->bytes, bytes, length) == 0)) break;
  }
  return at;
}

/* Twice the room; at most half of the slots are in use. */
static void grow(struct lookup *l)
{
  l->n_slots = l->n_slots == 0 ? 16 : 2 * l->n_slots;
  l->key = mem_grow(l->key, l->n_slots / 2, sizeof *l->key);
  free(l->slot);
  l->slot = mem_new(l->n_slots, sizeof *l->slot);
  for (size_t k = 0; k < l->n; k++) {
    size_t at = (size_t)l->key[k].hash & (l->n_slots - 1);
    while (l->slot[at] != 0) at = (at + 1) & (l->n_slots - 1);
    l->slot[at] = slot_for(l->key[k].hash, k);
  }
}

bool lookup_is_new(struct lookup *l, const void *key, size_t length, size_t *number)
{
  const uint64_t hash = XXH3_64bits(key, length);
  if (l->n >= l->n_slots / 2) grow(l);
  const size_t at = slot_of(l, key, length, hash);
  const bool new = l->slot[at] == 0;
  if (new) {
    l->key[l->n] = (struct lookup_key){pool_copy(&l->pool, key, length), length, hash};
    l->slot[at] = slot_for(hash, l->n++);
  }
  *number = number_in(l->slot[at]);
  return new;
}

bool lookup_is_new_text(struct lookup *l, const char *text)
{
  size_t number;
  return lookup_is_new(l, text, strlen(text), &number);
}

size_t lookup_find(const struct lookup *l, const void *key, size_t length)
{
  const uint64_t found = l->n > 0 ? l->slot[slot_of(l, key, length, XXH3_64bits(key, length))] : 0;
  return found != 0 ? number_in(found) : l->n;
}

size_t lookup_find_text(const struct lookup *l, const char *text)
{
  return lookup_find(l, text, strlen(text));
}

size_t lookup_add(struct lookup *l, const void *key, size_t length)
{
  size_t number;
  lookup_is_new(l, key, length, &number);
  return number;
}

size_t lookup_add_text(struct lookup *l, const char *text)
{
  return lookup_add(l, text, strlen(text));
}

const char *lookup_text(const struct lookup *l, size_t number)
{
  return l->key[number].bytes;
}

void lookup_free(struct lookup *l)
{
  free(l->key);
  free(l->slot);
  pool_free(&l->pool);
  *l = (struct lookup){0};
}

/* --- keys of several parts ---------------------------------------------------------------------------------------- */

void compound_begin(struct compound *key)
{
  key->length = 0;
}

void compound_add(struct compound *key, const void *bytes, size_t length)
{
  if (key->room - key->length < length) {
    key->room = 2 * (key->length + length);
    key->bytes = mem_grow(key->bytes, key->room, 1);
  }
  if (length > 0) memcpy(key->bytes + key->length, bytes, length);
  key->length += length;
}

void compound_add_text(struct compound *key, const char *text)
{
  compound_add(key, text, strlen(text) + 1);
}

void compound_add_number(struct compound *key, int64_t number)
{
  compound_add(key, &number, sizeof number);
}

void compound_free(struct compound *key)
{
  free(key->bytes);
  *key = (struct compound){0};
}
