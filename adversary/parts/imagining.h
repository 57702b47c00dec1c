/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * imagining.h: how a continuation of a run is drawn in which one process, the victim, is to pay much: for adversaries
 * that try continuations out in an imagined world (foresight, worst_crash).
 *
 * The victim should not get into its CS as long as there is somebody who can hold it up; so before it moves, it runs
 * alone in a second imagined world. If it comes to wait there, it may as well go there now and pay on the way (`keen`);
 * if it would get into its CS, it is better held back until another has put something in its way (`rash` is how often
 * it moves all the same). The others move in stretches, and some continuations have those wait who have got further
 * (`looks`). How much of all that is drawn for each continuation anew.
 */
#ifndef ADVERSARY_PARTS_IMAGINING_H
#define ADVERSARY_PARTS_IMAGINING_H

#include <rmr/adversary.h>

enum { ALONE = 8 };
enum { REAL, TRIED, LOOKED_AHEAD }; /* worlds */

struct manners {
  double stretch;    /* mean number of steps that another makes in a row               */
  double keen, rash; /* how often the victim moves where it will wait, and where not   */
  double reread;     /* how often it reads again what it waits for                     */
  uint32_t looks;    /* of so many drawn, the one who has got least far moves          */
  uint32_t last;     /* the last mover                                                 */
  bool known, waits; /* whether it is known if the victim would wait, and if so        */
};

static inline struct manners draw_manners(struct rmr_host *host)
{
  struct manners m = {0};
  const double u = rmr_random_unit(&host->rng);
  m.stretch = 1 / (1 - rmr_random_unit(&host->rng)); /* mostly short, now and then a whole passage */
  m.keen = rmr_random_unit(&host->rng);
  m.rash = u * u * u;
  m.looks = 1 + rmr_random_below(&host->rng, 4);
  if (rmr_random_below(&host->rng, 2)) m.reread = 0.3 * rmr_random_unit(&host->rng);
  return m;
}

/* Would the victim, if it alone moved from now on, come to wait before its CS? Its steps are taken from credit. */
static inline bool would_wait(struct rmr_host *host, uint32_t v, int64_t *credit)
{
  const struct rmr_view *view = host->imagine(host, LOOKED_AHEAD, TRIED);
  if (view == NULL || view->process[v].section >= RMR_CS) return false;
  *credit -= view->n;
  for (uint32_t k = 0; k < ALONE * (view->n + 2) && view->process[v].status == RMR_READY; k++) {
    const struct rmr_event *event = host->attempt(host, LOOKED_AHEAD, v);
    --*credit;
    if (event->to == RMR_CS || event->to == RMR_REMAINDER) return false;
  }
  return true;
}

/* Somebody else than the victim; the victim if there is nobody. */
static inline uint32_t pick_other(struct rmr_host *host, const struct rmr_view *view, uint32_t v, uint32_t looks)
{
  const uint32_t others = view->n_ready - rmr_is_ready(view, v);
  uint32_t best = v;
  for (uint32_t k = 0; k < looks && others != 0; k++) {
    const uint32_t drawn = view->ready[rmr_random_below(&host->rng, others)];
    const uint32_t p = drawn != v ? drawn : view->ready[others];
    if (best == v || view->process[p].section < view->process[best].section) best = p;
  }
  return best;
}

/* Whose step is next in the world TRIED. */
static inline uint32_t pick_step(struct rmr_host *host, const struct rmr_view *view, uint32_t v, struct manners *m,
                                 int64_t *credit)
{
  const double u = rmr_random_unit(&host->rng);
  if (rmr_is_parked(view, v) && u < m->reread) return v;
  if (rmr_is_ready(view, v)) {
    if (!m->known) m->waits = would_wait(host, v, credit), m->known = true;
    if (m->waits ? m->last == v || u < m->keen : u < m->rash) return v;
  }
  const bool goes_on = m->last != v && rmr_is_ready(view, m->last);
  if (goes_on && rmr_random_unit(&host->rng) * m->stretch >= 1) return m->last;
  return pick_other(host, view, v, m->looks);
}

#endif
