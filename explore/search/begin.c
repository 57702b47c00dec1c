/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/begin.h"

#include "base/rng.h"
#include "explore/search/enlarge.h"
#include "explore/search/joint.h"

enum {
  STAGES = 3,    /* a process is added also with none to so many of the stages made twice */
  SHORTENED = 8, /* such a part of its share may go into shortening what a climber begins with */
};

/* The process that is observed at a size, where one is given; else 0. */
static uint32_t observed_at(const struct search_run *run, uint32_t n)
{
  const uint32_t p = run->spec->observed;
  return p == 0 ? 0 : p == run->n ? n : 1 + (uint32_t)((uint64_t)(p - 1) * (n - 1) / (run->n - 1));
}

/* The moves of the process that is added at a place: none, or those of the one below or above its place, each time
 * after it or before it. */
static const struct manner {
  enum { NOBODY, THE_ONE_BELOW, THE_ONE_ABOVE } like;
  bool before;
} manners[] = {
  {NOBODY, true}, {THE_ONE_BELOW, false}, {THE_ONE_BELOW, true}, {THE_ONE_ABOVE, false}, {THE_ONE_ABOVE, true}};

enum { N_MANNERS = sizeof manners / sizeof *manners };

/* A climber that looks for the best candidate with one process more. */
struct growth {
  const struct search_run *run;
  struct climber *climber;
  const struct level *smaller; /* has one process less */
  struct candidate grown, best;
};

/* The smaller level's best candidate with a process more, with repair or without. */
static void try_doubling(struct growth *g, const struct doubling *doubling)
{
  struct climber *c = g->climber;
  const uint32_t n = c->world->system->n, before = g->smaller->best.observed, wanted = observed_at(g->run, n);
  if (wanted != 0 && wanted != before + (doubling->place <= before)) return;
  if (!grow(&g->grown, c->world, &g->smaller->best, g->smaller->climber[0].world->system, doubling)) return;
  for (int repairs = 0; repairs < 2 - c->never_repairs; repairs++) {
    climber_begin(c, &g->grown, repairs, 0);
    if (g->best.n == 0 || c->best.paid > g->best.paid) candidate_copy(&g->best, &c->best, c->world);
  }
}

static void try_manner(struct growth *g, uint32_t stages, uint32_t place, const struct manner *m)
{
  const uint32_t twin = m->like == NOBODY ? 0 : m->like == THE_ONE_BELOW ? place - 1 : place;
  if (m->like != NOBODY && (twin == 0 || twin == g->climber->world->system->n)) return; /* there is no such process */
  try_doubling(g, &(struct doubling){.stages = stages, .place = place, .twin = twin, .before = m->before});
}

/* Begins with the best that comes of the smaller level's best candidate. The ways to add a process to it are dealt out
 * to the climbers. */
static void begin_grown(struct search_run *run, struct climber *c, uint32_t item, const struct level *smaller)
{
  struct growth g = {.run = run, .climber = c, .smaller = smaller};
  uint32_t way = 0;
  candidate_create(&g.grown, c->world);
  candidate_create(&g.best, c->world);
  for (uint32_t stages = 0; stages <= STAGES; stages++)
    for (uint32_t place = 1; place <= c->world->system->n; place++)
      for (uint32_t manner = 0; manner < N_MANNERS; manner++)
        if (way++ % CLIMBERS == item) try_manner(&g, stages, place, &manners[manner]);
  if (g.best.n != 0) {
    climber_begin(c, &g.best, false, 0);
    climber_repeat_stages(c, run->share / CLIMBERS);
    climber_shorten(c, run->share / CLIMBERS / SHORTENED);
  }
  candidate_free(&g.grown);
  candidate_free(&g.best);
}

/* One climber begins anew, one with the best so far, the others with what comes of the smaller level. */
void search_begin(void *self, uint32_t item, uint32_t thread)
{
  struct search_run *run = self;
  struct climber *c = &run->at->climber[item];
  const uint32_t n = c->world->system->n, observed = observed_at(run, n);
  (void)thread;
  if (!joint_is_mine(run, item)) return;
  c->rng = run->spec->seed;
  for (uint64_t k = 0; k < 3; k++) c->rng = rng_next(&c->rng) + (k == 0 ? n : k == 1 ? run->pass : item);
  c->best.n = 0;
  if (run->at->best.n != 0 && item % 4 == 1) {
    climber_begin(c, &run->at->best, false, 0);
    climber_shorten(c, run->share / CLIMBERS / SHORTENED);
  }
  if (c->best.n == 0 && n > run->smallest && item % 4 != 0) begin_grown(run, c, item, run->at - 1);
  if (c->best.n == 0) climber_begin(c, NULL, false, observed != 0 ? observed : 1 + (n - 1 + item + run->pass) % n);
}
