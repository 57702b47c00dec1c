/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_queue.h: the order in which processes came, as part of a view. A process *comes* with the step that completes
 * its doorway, and is there until its passage is over. Of two members that are there, a state has which one came first,
 * and whether it came right before the other one, so that nobody came in between. It also has which member came last of
 * all processes, if one did. No step depends on it: it is a record of the run.
 *
 * Of three that are there, two by two, these are no orders of a run: a cycle; and one that came right before another
 * one, with the third one in between.
 */
#ifndef PROVE_VIEWS_QUEUE_H
#define PROVE_VIEWS_QUEUE_H

#include "prove/views_scene.h"

/* Of two members. */
enum { CAME_NONE, CAME_FIRST, CAME_RIGHT_FIRST, CAME_SECOND, CAME_RIGHT_SECOND };

/* The word of two members, a < b; and that of the member which came last: the member + 1, or 0. */
static inline uint32_t queue_word(const struct scene *w, uint32_t a, uint32_t b)
{
  return state_came(w) + (w->members == 2 ? 0 : a + b - 1);
}

static inline uint32_t queue_last(const struct scene *w)
{
  return state_length(w) - 1;
}

/* Whether a process in the section, or the member, has come, and its passage is not over. */
static inline bool queue_is_section(uint8_t section)
{
  return section == RMR_WAITING || section == RMR_CS || section == RMR_EXIT;
}

bool queue_is_there(const struct scene *scene, const int32_t *state, uint32_t member);

/* Whether member a came before b; both are there. */
bool queue_came_before(const struct scene *scene, const int32_t *state, uint32_t a, uint32_t b);

/* Behind a step of the member; sections: before it and behind it. */
void queue_step(const struct scene *scene, int32_t *state, uint32_t member, uint8_t before, uint8_t after);

/* The member that came last, as the view shows it; members: as in lens_make(). */
int32_t queue_shown(const struct lens *lens, int32_t last);

/* Of three: the member that came last, and whether the words of the pairs may be of one run. */
bool queue_join(const struct views_triple *triple, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out);

#endif
