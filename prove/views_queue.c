/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_queue.h"

/* --- steps -------------------------------------------------------------------------------------------------------- */

bool queue_is_there(const struct scene *w, const int32_t *state, uint32_t member)
{
  return queue_is_section((uint8_t)state[state_member(w, member) + STATE_SECTION]);
}

static uint32_t word_of(const struct scene *w, uint32_t a, uint32_t b)
{
  return a < b ? queue_word(w, a, b) : queue_word(w, b, a);
}

void queue_step(const struct scene *w, int32_t *state, uint32_t member, uint8_t before, uint8_t after)
{
  int32_t *last = &state[queue_last(w)];
  const bool comes = !queue_is_section(before) && queue_is_section(after);
  if (!w->queue || (!comes && queue_is_section(after))) return;
  for (uint32_t m = 0; m < w->members; m++) {
    if (m == member) continue;
    const bool there = queue_is_there(w, state, m), right = *last == (int32_t)m + 1;
    const int32_t first = m < member ? CAME_FIRST : CAME_SECOND;
    state[word_of(w, m, member)] = comes && there ? first + right : CAME_NONE;
  }
  if (comes) *last = (int32_t)member + 1;
}

/* --- views -------------------------------------------------------------------------------------------------------- */

int32_t queue_shown(const struct lens *l, int32_t last)
{
  for (uint32_t m = 0; last != 0 && m < l->to->members; m++)
    if (l->word[state_member(l->to, m)] == (int32_t)state_member(l->from, (uint32_t)last - 1)) return (int32_t)m + 1;
  return 0;
}

/* With right: right before it. */
static bool came_before(const struct scene *w, const int32_t *state, uint32_t a, uint32_t b, bool right)
{
  const int32_t word = state[word_of(w, a, b)], first = a < b ? CAME_FIRST : CAME_SECOND;
  return word == first + 1 || (!right && word == first);
}

bool queue_came_before(const struct scene *w, const int32_t *state, uint32_t a, uint32_t b)
{
  return came_before(w, state, a, b, false);
}

/* Whether no order of three contradicts itself. */
static bool is_order(const struct scene *w, const int32_t *state)
{
  for (uint32_t a = 0; a < 3; a++)
    for (uint32_t b = 0; b < 3; b++) {
      const uint32_t c = 3 - a - b;
      if (a == b || !came_before(w, state, a, b, false) || !came_before(w, state, b, c, false)) continue;
      if (!came_before(w, state, a, c, false) || came_before(w, state, a, c, true)) return false;
    }
  return true;
}

bool queue_join(const struct views_triple *t, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out)
{
  int32_t last = -1;
  if (!t->scene.queue) return true;
  for (int32_t k = 0; k <= 3; k++) {
    bool fits = true;
    for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++)
      fits &= queue_shown(&t->lens[p], k) == pair[p][queue_last(t->lens[p].to)];
    if (fits) last = k;
  }
  out[queue_last(&t->scene)] = last;
  return last >= 0 && is_order(&t->scene, out);
}
