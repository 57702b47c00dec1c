/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lies.c: for people, the run of a scene that breaks a property, or that leads to steps which count again and again,
 * so that there is no bound; and the steps of it that rest on *lies*: values that others may have written at any time,
 * though perhaps they never write them then. Such a step does not lead there while registers hold what the members left
 * in them, or what they held at first. A run without lies is one of its members alone, but for what places and ranks do
 * not tell. In another one, the lies are where to look for the reason why the property may hold all the same.
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

static struct prove_step step_of(const struct scene_found *s, uint32_t from, const int32_t *to, uint8_t member,
                                 uint16_t line)
{
  return (struct prove_step){member, line, rests_on_lies(s, from, to, member)};
}

/* The shortest run to a state, with room for so many steps more. */
static struct prove_run run_to(const struct scene_found *s, uint32_t state, size_t more)
{
  const struct abstract_graph *r = &s->reach;
  struct prove_run run = {.observed = s->scene.observed > 0};
  for (uint32_t m = 0; s->scene.n != 0 && m < s->scene.members && m < 2; m++) run.process[m] = s->scene.identity[m];
  for (uint32_t at = state; r->from[at] != at; at = r->from[at]) run.n++;
  run.step = mem_new(run.n + more + 1, sizeof *run.step);
  size_t k = run.n;
  for (uint32_t at = state; r->from[at] != at; at = r->from[at])
    run.step[--k] = step_of(s, r->from[at], reach_state(r, at), r->mover[at], r->by[at]);
  return run;
}

void proof_take_run(const struct scene_found *s, struct prove_answer *out)
{
  const struct abstract_graph *r = &s->reach;
  struct prove_run run = run_to(s, r->last, 1);
  if (s->end == REACH_STUCK || s->end == REACH_ORDER)
    run.step[run.n++] = step_of(s, r->last, NULL, r->last_mover, r->last_line);
  prove_run_move(&run, &out->run);
}

void proof_take_loop(const struct scene_found *s, enum reach_path path, struct prove_answer *out)
{
  const struct abstract_graph *r = &s->reach;
  struct reach_loop loop;
  if (out->run.step != NULL || !reach_find_loop(&s->scene, r, path, &loop)) return;
  struct prove_run run = run_to(s, loop.step[0].from, loop.n);
  for (size_t k = 0; k < loop.n; k++) {
    const struct reach_step *by = &loop.step[k];
    run.step[run.n++] = step_of(s, by->from, reach_state(r, by->edge->to), by->edge->member, by->line);
  }
  run.n_loop = loop.n;
  free(loop.step);
  prove_run_move(&run, &out->run);
}
