/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_places.h: whether views of three pairs may be those of one state, at a glance. Two pairs with a common member
 * show the same of it, but each has places of its own for identities. One that is above both members of a pair may be
 * between the two of the other pair, or be the second one there. Nearly all triples of views that cannot be joined
 * (views_join.h) have two places for which there is no place among the three.
 */
#ifndef PROVE_VIEWS_PLACES_H
#define PROVE_VIEWS_PLACES_H

#include "prove/views_closing.h"

enum { BITS_OF_PLACE = 5 };

/* The place of an identity among the three that two pairs show so; is[p]: the place in pair p, where has[p]. Returns
 * how many there are, and the last one in *place. */
uint32_t views_places_of_three(const struct views_triple *t, const int32_t is[PAIRS_OF_TRIPLE],
                               const bool has[PAIRS_OF_TRIPLE], int32_t *place);

/* t->fits: for each member and place in the first pair that has it, the places in the second one, as bits, that an
 * identity may have at the same time. */
void views_compare_places(struct views_triple *t);

/* The places in a member's words, five bits for each word that holds one, as far as there is room. */
uint64_t views_places(const struct views_pair *pair, uint32_t member, const int32_t *state);

/* False: two views that show these places of a member of the three are not of one state. They are those of the pairs in
 * views_pairs_with. */
static inline bool views_are_places_fit(const struct views_triple *t, uint32_t member, uint64_t one, uint64_t other)
{
  for (; (one | other) != 0; one >>= BITS_OF_PLACE, other >>= BITS_OF_PLACE)
    if ((t->fits[member][one % LENS_PLACES] >> other % LENS_PLACES & 1) == 0) return false;
  return true;
}

static inline bool views_places_fit(const struct closing *c, const struct views_triple *t,
                                    const uint32_t view[PAIRS_OF_TRIPLE], uint32_t member)
{
  const struct views_pairs_with *with = &views_pairs_with[member];
  return views_are_places_fit(t, member, views_view_of(c, t, view, with->in[0])->places[with->as[0]],
                              views_view_of(c, t, view, with->in[1])->places[with->as[1]]);
}

#endif
