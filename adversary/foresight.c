/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * foresight: one process, the victim, is to pay as much as possible in its passage. Before each step, ways in which the
 * run could go on are tried out in an imagined world, and the one that the victim pays most for is followed, until a
 * dearer one is found.
 *
 * What is paid for is the end of the victim's passage, or LONGEST steps, so it knows nothing of the algorithm. A
 * continuation is drawn at random, but not blindly. The victim should not get into its CS as long as there is somebody
 * who can hold it up; so before it moves, it runs alone in a second imagined world. If it comes to wait there, it may
 * as well go there now and pay on the way (`keen`); if it would get into its CS, it is better held back until another
 * has put something in its way (`rash` is how often it moves all the same). The others move in stretches, and some
 * continuations have those wait who have got further (`looks`). How much of all that is drawn for each continuation
 * anew. Every other one follows the best so far and strays from it here and there.
 *
 * Cost: `effort` imagined steps for each real one, in the long run. With effort=0 the first continuation is followed to
 * its end, and then the next: O(N) imagined steps for each real one, as running alone is given up after ALONE * N
 * steps. Each imagining copies the state once.
 *
 * A passage that can be made to cost without end is given up after `limit` RMRs; then everybody is equally likely, as
 * in `random`, and the record says that it was given up: what it cost tells of the limit, not of the algorithm.
 */
#include <rmr/adversary.h>

enum { LONGEST = 1024, ALONE = 8 };
enum { REAL, TRIED, LOOKED_AHEAD }; /* worlds */

struct foresight {
  int64_t victim, effort, limit;
  int64_t credit;                         /* imagined steps that may be made                            */
  uint64_t step;                          /* the one that plan[at] is for                                */
  uint32_t plan[LONGEST], trial[LONGEST]; /* whom to choose: in the best continuation, in the one tried */
  uint32_t at, length, value;             /* of the plan; value: RMRs of the victim's passage at its end */
};

/* A continuation that is being tried: its manners, and how far it has come. */
struct trial {
  double stretch;      /* mean number of steps that another makes in a row               */
  double keen, rash;   /* how often the victim moves where it will wait, and where not   */
  double reread;       /* how often it reads again what it waits for                     */
  double stray;        /* how often the plan is left for a step, and a step of it is not made */
  uint32_t looks;      /* of so many drawn, the one who has got least far moves          */
  uint32_t from, last; /* the next step of the plan; who moved last                      */
  bool known, waits;   /* whether it is known if the victim would wait, and if so        */
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct foresight *my = self;
  if (my->victim > view->n) return host->fail(host, "victim=%lld, but N = %u", (long long)my->victim, view->n);
  if (my->victim == 0) my->victim = 1 + rmr_random_below(&host->rng, view->n);
  if (my->limit == 0) my->limit = 16 * (int64_t)view->n * view->n;
  return true;
}

static struct trial draw_manners(const struct foresight *my, struct rmr_host *host)
{
  struct trial t = {.from = my->length};
  const double u = rmr_random_unit(&host->rng);
  t.stretch = 1 / (1 - rmr_random_unit(&host->rng)); /* mostly short, now and then a whole passage */
  t.keen = rmr_random_unit(&host->rng);
  t.rash = u * u * u;
  t.looks = 1 + rmr_random_below(&host->rng, 4);
  if (rmr_random_below(&host->rng, 2)) t.reread = 0.3 * rmr_random_unit(&host->rng);
  if (rmr_random_below(&host->rng, 2)) t.from = my->at, t.stray = 1.0 / (2 + rmr_random_below(&host->rng, 30));
  return t;
}

/* Would the victim, if it alone moved from now on, come to wait before its CS? */
static bool would_wait(struct foresight *my, struct rmr_host *host)
{
  const uint32_t v = (uint32_t)my->victim;
  const struct rmr_view *view = host->imagine(host, LOOKED_AHEAD, TRIED);
  if (view == NULL || view->process[v].section >= RMR_CS) return false;
  my->credit -= view->n;
  for (uint32_t k = 0; k < ALONE * (view->n + 2) && view->process[v].status == RMR_READY; k++) {
    const struct rmr_event *event = host->attempt(host, LOOKED_AHEAD, v);
    my->credit--;
    if (event->to == RMR_CS || event->to == RMR_REMAINDER) return false;
  }
  return true;
}

/* Somebody else than the victim; the victim if there is nobody. */
static uint32_t pick_other(const struct foresight *my, struct rmr_host *host, const struct rmr_view *view,
                           uint32_t looks)
{
  const uint32_t v = (uint32_t)my->victim, others = view->n_ready - rmr_is_ready(view, v);
  uint32_t best = v;
  for (uint32_t k = 0; k < looks && others != 0; k++) {
    const uint32_t drawn = view->ready[rmr_random_below(&host->rng, others)];
    const uint32_t p = drawn != v ? drawn : view->ready[others];
    if (best == v || view->process[p].section < view->process[best].section) best = p;
  }
  return best;
}

static uint32_t pick(struct foresight *my, struct rmr_host *host, const struct rmr_view *view, struct trial *t)
{
  const uint32_t v = (uint32_t)my->victim;
  const double u = rmr_random_unit(&host->rng);
  if (rmr_is_parked(view, v) && u < t->reread) return v;
  if (rmr_is_ready(view, v)) {
    if (!t->known) t->waits = would_wait(my, host), t->known = true;
    if (t->waits ? t->last == v || u < t->keen : u < t->rash) return v;
  }
  const bool goes_on = t->last != v && rmr_is_ready(view, t->last);
  if (goes_on && rmr_random_unit(&host->rng) * t->stretch >= 1) return t->last;
  return pick_other(my, host, view, t->looks);
}

/* The next step of the plan that can be made; 0 where the continuation strays from it, or it has ended. */
static uint32_t follow(const struct foresight *my, struct rmr_host *host, const struct rmr_view *view, struct trial *t)
{
  while (t->from < my->length) {
    const double u = rmr_random_unit(&host->rng);
    if (u < t->stray) return 0;
    const uint32_t p = my->plan[t->from++];
    if (u >= 2 * t->stray && (rmr_is_ready(view, p) || (p == my->victim && rmr_is_parked(view, p)))) return p;
  }
  return 0;
}

static void keep(struct foresight *my, uint32_t length, uint32_t value)
{
  for (uint32_t k = 0; k < length; k++) my->plan[k] = my->trial[k];
  my->at = 0;
  my->length = length;
  my->value = value;
}

/* Tries one continuation, and keeps it if the victim pays more than in the plan. False if that cannot be. */
static bool try_one(struct foresight *my, struct rmr_host *host)
{
  const uint32_t v = (uint32_t)my->victim;
  const struct rmr_view *view = host->imagine(host, TRIED, REAL);
  if (view == NULL) return false;
  struct trial t = draw_manners(my, host);
  const uint32_t passages = view->process[v].passages;
  uint32_t length = 0, value = view->process[v].rmr;
  while (length < LONGEST && view->n_ready != 0 && view->process[v].passages == passages) {
    uint32_t p = follow(my, host, view, &t);
    if (p == 0) p = pick(my, host, view, &t);
    const struct rmr_event *event = host->attempt(host, TRIED, p);
    my->trial[length++] = t.last = p;
    if (p == v) value = event->passage_rmr;
    if (p == v || rmr_kind_writes(event->kind)) t.known = false;
  }
  my->credit -= view->n + length;
  if (my->length == 0 || value > my->value) keep(my, length, value);
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct foresight *my = self;
  const struct rmr_process *victim = &view->process[my->victim];
  if (view->n_ready == 0) return RMR_STOP;
  if (victim->rmr >= my->limit) host->give_up(host);
  if (victim->status >= RMR_DONE || victim->rmr >= my->limit)
    return view->ready[rmr_random_below(&host->rng, view->n_ready)];
  if (my->at == my->length || my->step != view->step)
    my->at = my->length = 0; /* the plan is over, or somebody else chose */
  my->credit = my->credit < 0 ? my->credit + my->effort : my->effort;
  while (my->credit > 0 || my->length == 0)
    if (!try_one(my, host)) return RMR_STOP;
  my->step = view->step + 1;
  return my->plan[my->at++];
}

/* Where another hands over to this one now and then, and does not follow it. */
static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct foresight *my = self;
  (void)host, (void)view;
  if (my->at != 0 && event->process != my->plan[my->at - 1]) my->at = my->length = 0;
}

static const struct rmr_option options[] = {
  {"victim", RMR_INTEGER, offsetof(struct foresight, victim), "0", 0, 4096, "who is to pay; 0: drawn"},
  {"effort", RMR_INTEGER, offsetof(struct foresight, effort), "10000", 0, 1e9, "imagined steps for each step made"},
  {"limit", RMR_INTEGER, offsetof(struct foresight, limit), "0", 0, 1e9,
   "RMRs after which a passage may end; 0: 16 N^2"},
  {.key = NULL},
};

RMR_ADVERSARY(foresight) = {
  RMR_ADVERSARY_HEAD,  .flags = RMR_MAY_REREAD,
  .name = "foresight", .about = "tries out how the run could go on, and follows what one process pays most for",
  .options = options,  .state_size = sizeof(struct foresight),
  .start = start,      .choose = choose,
  .observe = observe,
};
