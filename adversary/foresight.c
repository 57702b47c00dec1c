/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * foresight: one process, the victim, is to pay as much as possible in its passage. Before each step, ways in which the
 * run could go on are tried out in an imagined world, and the one that the victim pays most for is followed, until a
 * costlier one is found.
 *
 * Costs count up to the end of the victim's passage, or for LONGEST steps, so it knows nothing of the algorithm. A
 * continuation is drawn at random, but not blindly (parts/imagining.h). Every other one follows the best so far and
 * strays from it here and there.
 *
 * Cost: `effort` imagined steps for each real one, in the long run. With effort=0 the first continuation is followed to
 * its end, and then the next: O(N) imagined steps for each real one, as running alone is given up after ALONE * N
 * steps. Each imagining copies the state once.
 *
 * A passage that can be made to cost without end is given up after `limit` RMRs; then everybody is equally likely, as
 * in `random`, and the record says that it was given up: its cost tells of the limit, not of the algorithm.
 */
#include "adversary/parts/imagining.h"

struct foresight {
  struct course course;
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct foresight *my = self;
  return course_start(&my->course, host, view, 16 * (int64_t)view->n * view->n);
}

/* Tries one continuation. False if that cannot be. */
static bool try_one(struct course *course, struct rmr_host *host)
{
  const uint32_t v = (uint32_t)course->victim;
  const struct rmr_view *view = host->imagine(host, TRIED, REAL);
  if (view == NULL) return false;
  struct manners manners = draw_manners(host);
  struct along along = course_draw(course, host);
  const uint32_t passages = view->process[v].passages;
  uint32_t length = 0, value = view->process[v].rmr;
  while (length < LONGEST && view->n_ready != 0 && view->process[v].passages == passages) {
    rmr_action p = course_follow(course, host, view, &along);
    if (p == RMR_STOP) p = pick_step(host, view, v, &manners, &course->credit);
    const struct rmr_event *event = host->attempt(host, TRIED, p);
    course->trial[length++] = p;
    manners.last = (uint32_t)p;
    if (p == v) value = event->passage_rmr;
    if (p == v || rmr_kind_writes(event->kind)) manners.known = false;
  }
  course_tried(course, view, length, value);
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct foresight *my = self;
  struct course *course = &my->course;
  const struct rmr_process *victim = &view->process[course->victim];
  if (view->n_ready == 0) return RMR_STOP;
  if (victim->rmr >= course->limit) host->give_up(host);
  if (victim->status >= RMR_DONE || victim->rmr >= course->limit)
    return view->ready[rmr_random_below(&host->rng, view->n_ready)];
  course_look(course, view);
  while (course->credit > 0 || course->length == 0)
    if (!try_one(course, host)) return RMR_STOP;
  return course_next(course, view);
}

/* Where another hands over to this one now and then, and does not follow it. */
static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct foresight *my = self;
  (void)host, (void)view;
  course_observe(&my->course, event->process);
}

static const struct rmr_option options[] = {
  {"victim", RMR_INTEGER, offsetof(struct foresight, course.victim), "0", 0, 4096,
   "the process whose cost is maximised; "
   "0: drawn at random"},
  {"effort", RMR_INTEGER, offsetof(struct foresight, course.effort), "10000", 0, 1e9,
   "imagined steps for each step made"},
  {"limit", RMR_INTEGER, offsetof(struct foresight, course.limit), "0", 0, 1e9,
   "RMRs after which a passage may end; 0: 16 N^2"},
  {.key = NULL},
};

RMR_ADVERSARY(foresight) = {
  RMR_ADVERSARY_HEAD,  .flags = RMR_MAY_REREAD,
  .name = "foresight", .about = "simulates continuations of the run and follows one that costs one process most",
  .options = options,  .state_size = sizeof(struct foresight),
  .start = start,      .choose = choose,
  .observe = observe,
};
