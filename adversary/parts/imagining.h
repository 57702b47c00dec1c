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
 *
 * The best continuation so far is the course: it is followed, step by step, until a better one is found.
 */
#ifndef ADVERSARY_PARTS_IMAGINING_H
#define ADVERSARY_PARTS_IMAGINING_H

#include <rmr/adversary.h>

enum { ALONE = 8, LONGEST = 1024 };
enum { REAL, TRIED, LOOKED_AHEAD }; /* worlds */

/* The course, and the continuation that is being tried. */
struct course {
  int64_t victim, effort, limit;
  int64_t credit; /* imagined steps that may be made                              */
  uint64_t step;  /* the one that action[at] is for                               */
  rmr_action action[LONGEST], trial[LONGEST];
  uint32_t at, length, value; /* of the course; value: the victim's cost at its end, or before */
};

/* How a continuation goes along with the course. */
struct along {
  double stray;  /* how often the course is left for a step, and a step of it is not made */
  uint32_t from; /* the next step of the course */
};

static inline bool course_start(struct course *course, struct rmr_host *host, const struct rmr_view *view,
                                int64_t limit)
{
  if (course->victim > view->n) return host->fail(host, "victim=%lld, but N = %u", (long long)course->victim, view->n);
  if (course->victim == 0) course->victim = 1 + rmr_random_below(&host->rng, view->n);
  if (course->limit == 0) course->limit = limit;
  return true;
}

/* Before an action is chosen: is the course still good, and how much may be tried? */
static inline void course_look(struct course *course, const struct rmr_view *view)
{
  if (course->at == course->length || course->step != view->step)
    course->at = course->length = 0; /* it is over, or somebody else chose */
  course->credit = course->credit < 0 ? course->credit + course->effort : course->effort;
}

/* Every other continuation follows the best so far, and strays from it here and there. */
static inline struct along course_draw(const struct course *course, struct rmr_host *host)
{
  struct along way = {.from = course->length};
  if (rmr_random_below(&host->rng, 2)) way = (struct along){1.0 / (2 + rmr_random_below(&host->rng, 30)), course->at};
  return way;
}

static inline bool course_can_step(const struct course *course, const struct rmr_view *view, rmr_action action)
{
  const uint32_t p = (uint32_t)action;
  return rmr_is_ready(view, p) || (p == course->victim && rmr_is_parked(view, p));
}

/* The next action of the course that may be done; RMR_STOP where the continuation strays from it, or it has ended. */
static inline rmr_action course_follow(const struct course *course, struct rmr_host *host, const struct rmr_view *view,
                                       struct along *way)
{
  while (way->from < course->length) {
    const double u = rmr_random_unit(&host->rng);
    if (u < way->stray) return RMR_STOP;
    const rmr_action action = course->action[way->from++];
    if (u >= 2 * way->stray && (rmr_action_kind(action) != RMR_STEP || course_can_step(course, view, action)))
      return action;
  }
  return RMR_STOP;
}

/* After a continuation of so many actions, which made the victim pay so much: it is the course, if it is better. */
static inline void course_tried(struct course *course, const struct rmr_view *view, uint32_t length, uint32_t value)
{
  course->credit -= view->n + length;
  if (course->length != 0 && value <= course->value) return;
  for (uint32_t k = 0; k < length; k++) course->action[k] = course->trial[k];
  course->at = 0;
  course->length = length;
  course->value = value;
}

static inline rmr_action course_next(struct course *course, const struct rmr_view *view)
{
  course->step = view->step + 1;
  return course->action[course->at++];
}

/* Another action was done than the course's. */
static inline void course_observe(struct course *course, rmr_action action)
{
  if (course->at != 0 && action != course->action[course->at - 1]) course->at = course->length = 0;
}

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
