/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_places.h"

enum { PLACES_IN_WORD = 64 / BITS_OF_PLACE };
_Static_assert(LENS_PLACES == 1 << BITS_OF_PLACE, "a place has five bits");

uint32_t views_places_of_three(const struct views_triple *t, const int32_t is[PAIRS_OF_TRIPLE],
                               const bool has[PAIRS_OF_TRIPLE], int32_t *place)
{
  const struct ring ring = t->scene.ring;
  uint32_t n = 0;
  for (int32_t k = 0; k <= ring_end(ring); k++) {
    bool fits = true;
    for (uint32_t p = 0; p < PAIRS_OF_TRIPLE && fits; p++) fits = !has[p] || t->lens[p].place[k] == is[p];
    /* There is nobody between 0 and 1, nor behind N. */
    const bool one = t->scene.alike && k != 0 && k != views_others(ring) && ring_who(ring, k) < 0;
    const bool nowhere = one || (!ring.open && (k == 1 || k == ring_last(ring) + 1));
    if (!fits || nowhere) continue;
    *place = k;
    n++;
  }
  return n;
}

void views_compare_places(struct views_triple *t)
{
  for (uint32_t m = 0; m < 3; m++)
    for (int32_t a = 0; a < LENS_PLACES; a++)
      for (int32_t b = 0; b < LENS_PLACES; b++) {
        const uint8_t *in = views_pairs_with[m].in;
        int32_t is[PAIRS_OF_TRIPLE] = {0}, place;
        bool has[PAIRS_OF_TRIPLE] = {false};
        has[in[0]] = has[in[1]] = true;
        is[in[0]] = a;
        is[in[1]] = b;
        if (views_places_of_three(t, is, has, &place) != 0) t->fits[m][a] |= 1u << b;
      }
}

static void add_place(uint64_t *places, uint32_t *n, struct abstract a)
{
  if (a.kind != ABSTRACT_PLACE || *n == PLACES_IN_WORD) return;
  *places |= (uint64_t)a.is << BITS_OF_PLACE * *n;
  ++*n;
}

uint64_t views_places(const struct views_pair *pair, uint32_t member, const int32_t *state)
{
  const struct lens *l = &pair->lens[member];
  uint64_t places = 0;
  uint32_t n = 0;
  for (uint32_t k = 0; k < l->to->length && l->to->n == 0; k++) {
    if (l->word[k] == NO_WORD || !state_is_value(l->to, k) || state[l->word[k]] == CELL_ANY) continue;
    const struct abstract a = abstract_unpack(state[l->word[k]]);
    add_place(&places, &n, a);
    if (a.kind != ABSTRACT_RECORD) continue;
    for (uint32_t part = 0; part < l->from->records->layout.n; part++)
      add_place(&places, &n, record_part(l->from->records, a, part));
  }
  return places;
}
