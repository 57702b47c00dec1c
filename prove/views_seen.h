/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_seen.h: steps of three processes that are made once. Say that m reads a register of d, beside x. What it leads
 * to for m and x follows from the view of m and x, from the register, and from how its value compares with what m and x
 * have. So all else of d is forgotten before the step, and steps that begin alike then are one.
 */
#ifndef PROVE_VIEWS_SEEN_H
#define PROVE_VIEWS_SEEN_H

#include "prove/views_join.h"
#include "prove/views_lists.h"

struct views_seen {
  struct lookup kept; /* views without what is forgotten */
  struct views_made { /* steps, hashed with open addressing: 20 times as many as views, and asked for most often */
    uint64_t step, kept;
  } * made;
  size_t n_made, room; /* room: a power of two, or 0 */
  struct kept_of_pair {
    uint32_t *number; /* [view * cells + cell]: in `kept`, + 1; 0: not asked so far */
    size_t n;
  } * of; /* [pair] */
};

/* A read of three: the pair that it concerns, as one of the triple's three, and the view of that pair; the member that
 * moves; and what is kept of the other two views. */
struct views_read {
  uint32_t triple, pair, view, member, kept[2];
};

/* A view of a pair. */
struct views_one {
  uint32_t pair, number;
  const struct lookup *states; /* of the pair */
};

/* Forgets all of the member but for the word, which is one of its registers. */
void views_forget(const struct scene *scene, uint32_t member, uint32_t word, int32_t *state);

/* The number of what is left of the view then. room: for a state. */
uint32_t views_keep(struct views_seen *seen, struct scene *scene, struct views_kinds *kinds,
                    const struct views_one *view, uint32_t member, uint32_t word, int32_t *room);

/* Whether the step has been made; and that it has. */
bool views_was_made(const struct views_seen *seen, const struct views_read *read);
void views_is_made(struct views_seen *seen, const struct views_read *read);
void views_prefetch_made(const struct views_seen *seen, const struct views_read *read);

size_t views_seen_bytes(const struct views_seen *seen);
void views_seen_free(struct views_seen *seen, uint32_t n_pairs);

#endif
