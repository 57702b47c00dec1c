/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void views_keep_step(struct views_steps *s, uint32_t from, uint32_t to, uint32_t mover, const struct step_access *a,
                     int cell, enum views_account account, uint64_t nodes)
{
  if (mover == VIEWS_THIRD && (!a->writes || cell == NO_CELL) && from == to) return; /* the pair does not see it */
  const struct views_step step = {.from = from,
                                  .to = to,
                                  .cell = (int16_t)cell,
                                  .mover = (uint8_t)mover,
                                  .account = (uint8_t)account,
                                  .accesses = a->any,
                                  .writes = a->writes,
                                  .home = a->home,
                                  .nodes = nodes};
  lookup_add(&s->all, &step, sizeof step);
}

void views_finish_steps(struct views_steps *s, const struct lookup *states, uint32_t length)
{
  const uint32_t n_views = s->n_views = (uint32_t)states->n;
  s->words = mem_new((size_t)n_views * length + 1, sizeof *s->words);
  for (uint32_t k = 0; k < n_views; k++)
    memcpy(s->words + (size_t)k * length, lookup_text(states, k), length * sizeof *s->words);
  s->step = mem_new(s->all.n, sizeof *s->step);
  s->first = mem_new((size_t)n_views + 2, sizeof *s->first);
  struct views_step step;
  for (size_t k = 0; k < s->all.n; k++) {
    memcpy(&step, lookup_text(&s->all, k), sizeof step);
    s->first[step.from + 2]++;
  }
  for (uint32_t k = 2; k < n_views + 2; k++) s->first[k] += s->first[k - 1];
  for (size_t k = 0; k < s->all.n; k++) {
    memcpy(&step, lookup_text(&s->all, k), sizeof step);
    s->step[s->first[step.from + 1]++] = step;
  }
  lookup_free(&s->all); /* first[v] is where the steps from v begin, now that they are in their places */
}

void views_steps_free(struct views_steps *s)
{
  lookup_free(&s->all);
  free(s->words);
  free(s->step);
  free(s->first);
}

void views_graph_free(struct views_graph *g)
{
  if (g->steps == NULL) return;
  for (uint32_t k = 0; k < g->scenes.n_pairs; k++) views_steps_free(&g->steps[k]);
  views_scenes_free(&g->scenes);
  free(g->steps);
  g->steps = NULL;
}
