/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * labels.h: what can have been paid on the way to a place, and with which copies one can have come there (heaviest.h). Two memories: the labels
 * of places that wait, which come and go, in chains by the hash of the place; and for each label that was gone on from one word: its
 * predecessor, and the step that led from there.
 */
#ifndef EXPLORE_LABELS_H
#define EXPLORE_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct label {
  uint64_t state; /* the place with the copies */
  uint64_t from;  /* labels_from, or labels_origin */
  uint32_t cost;
  uint32_t next; /* in its chain */
};

/* Labels of one place, none of no use beside another that was there when it was added. */
struct label_list {
  struct label *label;
  uint64_t *record;
  size_t n, capacity;
};

struct labels {
  uint64_t copies; /* the bits of a state that do not belong to the place */
  uint32_t *chain; /* [1 << bits]: 0: empty, else the number of a label */
  uint32_t bits;
  struct label *label; /* [1 .. n_labels] */
  uint64_t n_labels, capacity;
  uint32_t unused;   /* a chain of labels that may be used again */
  uint64_t **record; /* in blocks */
  uint64_t n_records, blocks_capacity;
  uint64_t *origin; /* where ways begin */
  size_t n_origins;
};

/* tuples: how many places there could be. False: no memory. */
bool labels_create(struct labels *labels, uint64_t tuples, uint64_t copies);
void labels_free(struct labels *labels);
size_t labels_bytes(const struct labels *labels);
uint64_t labels_remembered(const struct labels *labels);

/* Adds a label to its place, unless it is of no use there; those that it makes useless go. */
void labels_add(struct labels *labels, const struct label *label);

/* Takes all labels of a place out. */
void labels_take(struct labels *labels, uint64_t place, struct label_list *out);

/* Adds a label, unless it is of no use. Those that are of no use beside it stay, as others may come from them; label_is_idle tells. */
void label_list_add(struct label_list *list, const struct label *label, uint64_t copies);
bool label_is_idle(const struct label_list *list, size_t k, uint64_t copies);
void label_list_free(struct label_list *list);

/* --- records -------------------------------------------------------------------------------------------------------------------------- */

enum { LABELS_MOST_CHOICES = 256 }; /* of sessions: a record has 8 bits for the one that was taken */

/* How a label came about: from the label of a record by a step of a process; or as an initial state. */
static inline uint64_t labels_from(uint64_t record, uint32_t process, uint32_t choice)
{
  return record << 16 | (uint64_t)choice << 8 | process;
}
uint64_t labels_origin(struct labels *labels, uint64_t state);

/* Returns the number of the new record. */
uint64_t labels_remember(struct labels *labels, const struct label *label);

/* process 0: it is an initial state, labels_begin. */
uint32_t labels_process(const struct labels *labels, uint64_t record);
uint32_t labels_choice(const struct labels *labels, uint64_t record);
uint64_t labels_parent(const struct labels *labels, uint64_t record);
uint64_t labels_begin(const struct labels *labels, uint64_t record);

#endif
