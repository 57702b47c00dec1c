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

enum { LONGEST = 1024 };

struct foresight {
  int64_t victim, effort, limit;
  int64_t credit;                         /* imagined steps that may be made                            */
  uint64_t step;                          /* the one that plan[at] is for                                */
  uint32_t plan[LONGEST], trial[LONGEST]; /* whom to choose: in the best continuation, in the one tried */
  uint32_t at, length, value;             /* of the plan; value: RMRs of the victim's passage at its end */
};

/* A continuation that is being tried: its manners, and how far it has come. */
struct trial {
  struct manners manners;
  double stray;  /* how often the plan is left for a step, and a step of it is not made */
  uint32_t from; /* the next step of the plan */
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct foresight *my = self;
  if (my->victim > view->n) return host->fail(host, "victim=%lld, but N = %u", (long long)my->victim, view->n);
  if (my->victim == 0) my->victim = 1 + rmr_random_below(&host->rng, view->n);
  if (my->limit == 0) my->limit = 16 * (int64_t)view->n * view->n;
  return true;
}

static struct trial draw_trial(const struct foresight *my, struct rmr_host *host)
{
  struct trial t = {.manners = draw_manners(host), .from = my->length};
  if (rmr_random_below(&host->rng, 2)) t.from = my->at, t.stray = 1.0 / (2 + rmr_random_below(&host->rng, 30));
  return t;
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
  struct trial t = draw_trial(my, host);
  const uint32_t passages = view->process[v].passages;
  uint32_t length = 0, value = view->process[v].rmr;
  while (length < LONGEST && view->n_ready != 0 && view->process[v].passages == passages) {
    uint32_t p = follow(my, host, view, &t);
    if (p == 0) p = pick_step(host, view, v, &t.manners, &my->credit);
    const struct rmr_event *event = host->attempt(host, TRIED, p);
    my->trial[length++] = t.manners.last = p;
    if (p == v) value = event->passage_rmr;
    if (p == v || rmr_kind_writes(event->kind)) t.manners.known = false;
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
  {"victim", RMR_INTEGER, offsetof(struct foresight, victim), "0", 0, 4096,
   "the process whose cost is maximised; "
   "0: drawn at random"},
  {"effort", RMR_INTEGER, offsetof(struct foresight, effort), "10000", 0, 1e9, "imagined steps for each step made"},
  {"limit", RMR_INTEGER, offsetof(struct foresight, limit), "0", 0, 1e9,
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
