/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lies.c: the run of a scene that breaks a property, for people, and the steps of it that rest on *lies*: what others
 * may have written at any time, though perhaps they never write it then. Such a step does not lead there while
 * registers hold what the members left in them, or what they held at first. A run without lies is one of its members
 * alone, but for what places and ranks do not tell. In another one, the lies are where to look for the reason why the
 * property may hold all the same.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/proof.h"

/* A step of the run, and where it leads: to a state, or out of all of them. */
struct shown {
  const struct scene *scene;
  const int32_t *to; /* NULL: it enters in the wrong order, or cannot be followed */
  bool is_honest;
};

static bool meet(void *self, const struct walked *walked)
{
  struct shown *s = self;
  if (s->to == NULL)
    s->is_honest = walked->wrong_order || walked->stuck != NULL;
  else
    s->is_honest = walked->stuck == NULL && memcmp(walked->state, s->to, s->scene->length * sizeof *s->to) == 0;
  return !s->is_honest;
}

static bool rests_on_lies(const struct scene_found *s, uint32_t from, const int32_t *to, uint8_t member)
{
  struct hidden hidden = {.n_to = 0};
  struct scene scene = s->scene;
  struct shown shown = {.scene = &scene, .to = to};
  scene.honest = true;
  if (scene.hidden != NULL) scene.hidden = &hidden; /* other states are behind hidden steps */
  visible_step(&scene, reach_state(&s->reach, from), member, meet, &shown);
  hidden_free(&hidden);
  return !shown.is_honest;
}

void proof_take_run(const struct scene_found *s, struct prove_answer *out)
{
  const struct abstract_graph *r = &s->reach;
  size_t n = 0;
  for (uint32_t at = r->last; r->from[at] != at; at = r->from[at]) n++;
  const bool one_more = s->end == REACH_STUCK || s->end == REACH_ORDER;
  free(out->run);
  out->run = mem_new(n + one_more + 1, sizeof *out->run);
  out->n_run = n + one_more;
  if (one_more)
    out->run[n] = (struct prove_step){r->last_mover, r->last_line, rests_on_lies(s, r->last, NULL, r->last_mover)};
  for (uint32_t at = r->last; r->from[at] != at; at = r->from[at])
    out->run[--n] =
      (struct prove_step){r->mover[at], r->by[at], rests_on_lies(s, r->from[at], reach_state(r, at), r->mover[at])};
}
