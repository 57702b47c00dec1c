/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * worst_crash: one process, the victim, is to pay as much as possible, and crashes where that makes it pay most. It
 * needs runs with faults. As foresight does, it tries out in an imagined world how the run could go on, and follows the
 * continuation that the victim pays most for until a costlier one is found; here somebody crashes now and then, and
 * leases run out, in what is tried (parts/imagining.h has the rest).
 *
 * The cost is that of the victim's super-passage, through all its crashes, up to its remainder (super=1), or of the
 * costliest passage between them (super=0). Where a crashed process stops, the victim's own crash ends its costs; then
 * the others must crash (others=1), and their leases must run out.
 *
 * Cost: as of foresight, `effort` imagined steps for each real one. A victim that can be made to pay without end is
 * given up after `limit` RMRs.
 */
#include "adversary/parts/imagining.h"

enum { SELDOM = 100 };

struct worst_crash {
  struct course course;
  int64_t super, others;
  uint32_t paid;    /* of the victim's super-passage so far */
  uint32_t crashes; /* so far */
};

struct trial {
  struct manners manners;
  struct along along;
  double crash, expire; /* how often somebody crashes, or a lease runs out */
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct worst_crash *my = self;
  return course_start(&my->course, host, view, 64 * (int64_t)view->n * view->n);
}

/* How often something is to happen in a continuation: half of the time never. */
static double draw_rate(struct rmr_host *host)
{
  return rmr_random_below(&host->rng, 2) ? 1.0 / (2 + rmr_random_below(&host->rng, 30)) : 0;
}

static struct trial draw_trial(const struct worst_crash *my, struct rmr_host *host)
{
  struct trial t = {.manners = draw_manners(host)};
  t.crash = draw_rate(host);
  t.expire = draw_rate(host);
  t.along = course_draw(&my->course, host);
  return t;
}

/* One of the changes of a kind that can happen in a world; of crashes, one of those that are meant. RMR_STOP: there is
 * none. */
static rmr_action draw_change(const struct worst_crash *my, struct rmr_host *host, uint32_t world, bool crash)
{
  rmr_action action, drawn = RMR_STOP;
  uint32_t n = 0;
  for (uint32_t k = 0; (action = host->changes(host, world, k)) != RMR_STOP; k++) {
    const uint32_t who = rmr_action_who(action);
    if ((rmr_action_kind(action) == RMR_CRASH) != crash || rmr_action_kind(action) == RMR_TICK) continue;
    if (crash && who != 0 && who != my->course.victim && !my->others) continue;
    if (rmr_random_below(&host->rng, ++n) == 0) drawn = action;
  }
  return drawn;
}

static rmr_action pick(struct worst_crash *my, struct rmr_host *host, const struct rmr_view *view, struct trial *t)
{
  rmr_action action = RMR_STOP;
  if (t->crash > 0 && rmr_random_unit(&host->rng) < t->crash) action = draw_change(my, host, TRIED, true);
  if (action == RMR_STOP && (view->n_ready == 0 || (t->expire > 0 && rmr_random_unit(&host->rng) < t->expire)))
    action = draw_change(my, host, TRIED, false);
  if (action != RMR_STOP || view->n_ready == 0) return action;
  return pick_step(host, view, (uint32_t)my->course.victim, &t->manners, &my->course.credit);
}

/* Adds the cost of a step to the victim's super-passage. Returns the cost of that, or of its passage, so far. */
static uint32_t pay(const struct worst_crash *my, const struct rmr_event *event, uint32_t *paid)
{
  if (event->action != RMR_STEP || event->process != my->course.victim) return 0;
  *paid += event->cause != RMR_FREE;
  return my->super ? *paid : event->passage_rmr;
}

/* Tries one continuation. False if that cannot be. */
static bool try_one(struct worst_crash *my, struct rmr_host *host)
{
  const uint32_t v = (uint32_t)my->course.victim;
  const struct rmr_view *view = host->imagine(host, TRIED, REAL);
  if (view == NULL) return false;
  struct trial t = draw_trial(my, host);
  const uint32_t passages = view->process[v].passages;
  uint32_t length = 0, paid = my->paid, value = my->super ? paid : view->process[v].rmr;
  while (length < LONGEST && view->process[v].passages == passages && view->process[v].status < RMR_DONE) {
    rmr_action action = course_follow(&my->course, host, view, &t.along);
    if (action == RMR_STOP) action = pick(my, host, view, &t);
    const struct rmr_event *event = action != RMR_STOP ? host->attempt(host, TRIED, action) : NULL;
    if (event == NULL && t.along.from >= my->course.length) break; /* nobody can do anything */
    if (event == NULL) continue;                                   /* of the course, and it cannot be done any more */
    my->course.trial[length++] = action;
    if (rmr_action_kind(action) == RMR_STEP) t.manners.last = (uint32_t)action;
    const uint32_t so_far = pay(my, event, &paid);
    if (so_far > value) value = so_far;
    if (event->action != RMR_STEP || event->process == v || rmr_kind_writes(event->kind)) t.manners.known = false;
  }
  course_tried(&my->course, view, length, value);
  return true;
}

/* When the victim has made its passages, or is given up. Leases run out now and then, so that nobody waits for ever. */
static rmr_action go_on(const struct worst_crash *my, struct rmr_host *host, const struct rmr_view *view)
{
  rmr_action action = RMR_STOP;
  if (view->n_ready == 0 || rmr_random_below(&host->rng, SELDOM) == 0) action = draw_change(my, host, REAL, false);
  if (action != RMR_STOP || view->n_ready == 0) return action;
  return view->ready[rmr_random_below(&host->rng, view->n_ready)];
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct worst_crash *my = self;
  const struct rmr_process *victim = &view->process[my->course.victim];
  if (my->paid >= my->course.limit) host->give_up(host);
  if (victim->status >= RMR_DONE || my->paid >= my->course.limit) return go_on(my, host, view);
  course_look(&my->course, view);
  for (bool first = true; my->course.credit > 0 || (first && my->course.length == 0); first = false)
    if (!try_one(my, host)) return RMR_STOP;
  return my->course.length == 0 ? go_on(my, host, view) : course_next(&my->course, view);
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct worst_crash *my = self;
  (void)host, (void)view;
  pay(my, event, &my->paid);
  my->crashes += event->action == RMR_CRASH;
  if (event->action == RMR_STEP && event->process == my->course.victim && event->to == RMR_REMAINDER) my->paid = 0;
  course_observe(&my->course, rmr_event_action(event));
}

static const char *const measures[] = {"crashes", NULL};

static double measure(const void *self, uint32_t which)
{
  const struct worst_crash *my = self;
  (void)which;
  return my->crashes;
}

static const struct rmr_option options[] = {
  {"victim", RMR_INTEGER, offsetof(struct worst_crash, course.victim), "0", 0, 4096,
   "the process whose cost is "
   "maximised; 0: drawn at random"},
  {"super", RMR_INTEGER, offsetof(struct worst_crash, super), "1", 0, 1,
   "1: maximise the cost of a super-passage; 0: of a passage, which a crash ends"},
  {"others", RMR_INTEGER, offsetof(struct worst_crash, others), "0", 0, 1,
   "1: processes other than the victim "
   "crash, too"},
  {"effort", RMR_INTEGER, offsetof(struct worst_crash, course.effort), "10000", 0, 1e9,
   "imagined steps for each step made"},
  {"limit", RMR_INTEGER, offsetof(struct worst_crash, course.limit), "0", 0, 1e9,
   "RMRs after which a super-passage may end; 0: 64 N^2"},
  {.key = NULL},
};

RMR_ADVERSARY(worst_crash) = {
  RMR_ADVERSARY_HEAD,    .flags = RMR_MAY_REREAD | RMR_MAY_CHANGE,
  .name = "worst_crash", .about = "maximises the cost of one process, with crashes where they cost most",
  .options = options,    .state_size = sizeof(struct worst_crash),
  .measures = measures,  .start = start,
  .choose = choose,      .observe = observe,
  .measure = measure,
};
