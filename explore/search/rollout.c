/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/rollout.h"

#include "base/rng.h"

enum { FEW = 4 };

/* The manners of a continuation, and how far it has come. */
struct manners {
  double stretch;    /* mean number of steps that another makes in a row               */
  double keen, rash; /* how often the observed process moves where it will wait, and where not */
  double reread;     /* how often it reads again what it waits for                     */
  double change;     /* how often something happens by itself                          */
  double eager;      /* how often all writes are committed behind a step               */
  double drain;      /* how often some write is committed before a step                */
  uint32_t looks;    /* of so many drawn, the one who has got least far moves          */
  uint32_t last;     /* the last mover                                                 */
  bool known, waits; /* whether it is known if the observed process would wait, and if so */
};

static double unit(uint64_t *rng)
{
  return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static struct manners draw_manners(const struct world *world, uint64_t *rng)
{
  const double u = unit(rng);
  struct manners m = {.stretch = 1 / (1 - unit(rng)), .keen = unit(rng), .rash = u * u * u};
  m.looks = 1 + rng_below(rng, 4);
  if (rng_below(rng, 2)) m.reread = 0.3 * unit(rng);
  if (world->commit != NULL) {
    m.eager = rng_below(rng, 2) ? 1 : unit(rng);
    m.drain = 0.3 * unit(rng);
  } else if (world->n_changes != 0 && rng_below(rng, 4)) {
    m.change = 0.3 * unit(rng);
  }
  return m;
}

/* Somebody who is ready, but not the observed process; somebody is. The order in which the view lists them is of no
 * account: it depends on how the world came to where it is. */
static uint32_t draw_ready(const struct world *world, uint64_t *rng)
{
  const struct rmr_view *view = sim_view(world->sim);
  uint32_t p = 1 + rng_below(rng, view->n);
  for (uint32_t k = 0; k < FEW && (p == world->observed || !rmr_is_ready(view, p)); k++)
    p = 1 + rng_below(rng, view->n);
  if (p != world->observed && rmr_is_ready(view, p)) return p;
  uint32_t k = rng_below(rng, view->n_ready - rmr_is_ready(view, world->observed));
  for (p = 1; p == world->observed || !rmr_is_ready(view, p) || k-- != 0;) p++;
  return p;
}

/* A process other than the observed one; that one if there is no other. */
static uint32_t pick_other(const struct world *world, const struct manners *m, uint64_t *rng)
{
  const struct rmr_view *view = sim_view(world->sim);
  const uint32_t v = world->observed, others = view->n_ready - rmr_is_ready(view, v);
  uint32_t best = v;
  for (uint32_t k = 0; k < m->looks && others != 0; k++) {
    const uint32_t p = draw_ready(world, rng);
    if (best == v || view->process[p].section < view->process[best].section) best = p;
  }
  return best;
}

/* The commit of a write of somebody; 0: there is none. */
static uint32_t pick_commit(const struct world *world, uint64_t *rng)
{
  const uint32_t n = world->system->n, first = rng_below(rng, n);
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t p = (first + k) % n + 1;
    if (sim_has_writes(world->sim, p))
      return n + 1 + world_commit(world, sim_some_commit(world->sim, p, (uint32_t)rng_next(rng)));
  }
  return 0;
}

static uint32_t pick(struct world *world, struct manners *m, uint64_t *rng)
{
  const struct rmr_view *view = sim_view(world->sim);
  const uint32_t v = world->observed;
  const double u = unit(rng);
  if (world->commit != NULL && (view->n_ready == 0 || unit(rng) < m->drain)) {
    const uint32_t commit = pick_commit(world, rng);
    if (commit != 0) return commit;
  }
  if (m->change > 0 && unit(rng) < m->change) return view->n + 1 + rng_below(rng, world->n_changes);
  if (rmr_is_parked(view, v) && u < m->reread) return v;
  if (rmr_is_ready(view, v)) {
    if (!m->known) m->waits = world_would_wait(world), m->known = true;
    if (m->waits ? m->last == v || u < m->keen : u < m->rash) return v;
  }
  const bool goes_on = m->last != v && rmr_is_ready(view, m->last);
  if (goes_on && unit(rng) * m->stretch >= 1) return m->last;
  return view->n_ready != 0 ? pick_other(world, m, rng) : 0;
}

void rollout(struct candidate *candidate, struct world *world, uint64_t *rng, uint64_t most, size_t fixed)
{
  struct manners m = draw_manners(world, rng);
  const struct rmr_view *view = sim_view(world->sim);
  for (uint64_t k = 0; k < most && !world->ended && !world->sim->fault.raised; k++) {
    if (view->n_ready == 0 && world->n_changes == 0 && (m.reread <= 0 || !rmr_is_parked(view, world->observed))) return;
    const uint32_t p = pick(world, &m, rng);
    if (p == 0 || (p <= view->n && view->process[p].status > RMR_PARKED)) continue;
    const bool writes = p > view->n || rmr_kind_writes(view->process[p].pending.kind);
    candidate_step(candidate, world, p, fixed);
    if (p <= view->n && m.eager > 0 && unit(rng) < m.eager) candidate_drain(candidate, world, p, fixed);
    m.last = p <= view->n ? p : m.last;
    if (p == world->observed || writes) m.known = false;
  }
}
