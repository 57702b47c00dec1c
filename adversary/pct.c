/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pct: probabilistic concurrency testing, after S. Burckhardt, P. Kothari, M. Musuvathi and S. Nagarakatte, "A
 * randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010.
 *
 * Processes get random distinct priorities; the ready one of highest priority always moves. At depth-1 steps, drawn
 * uniformly from 1..steps, the process about to move falls below all others, the k-th to fall lower than those before.
 * A bug that needs d ordered events is hit with probability at least 1 / (N * steps^(d-1)), provided the run is not
 * longer than `steps`.
 */
#include <rmr/adversary.h>

enum { MAX_DEPTH = 64 };

struct pct {
  int64_t depth, steps;
  uint64_t change[MAX_DEPTH]; /* the steps at which somebody falls, unordered */
  uint32_t fallen, current;
  bool look_again;    /* somebody woke up: the highest priority may have changed */
  int64_t priority[]; /* [1..n]; fallen processes have -1, -2, ... */
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct pct *my = self;
  if (my->steps == 0) my->steps = 16 * (int64_t)view->n * view->n;
  for (uint32_t p = 1; p <= view->n; p++) my->priority[p] = (int64_t)(rmr_random(&host->rng) >> 13 << 12) + p;
  for (int64_t k = 0; k + 1 < my->depth; k++)
    my->change[k] = 1 + (uint64_t)(rmr_random_unit(&host->rng) * (double)my->steps);
  return true;
}

static uint32_t highest(const struct pct *my, const struct rmr_view *view)
{
  uint32_t best = view->ready[0];
  for (uint32_t k = 1; k < view->n_ready; k++)
    if (my->priority[view->ready[k]] > my->priority[best]) best = view->ready[k];
  return best;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct pct *my = self;
  (void)host;
  if (my->look_again || !rmr_is_ready(view, my->current)) my->current = highest(my, view);
  my->look_again = false;
  for (int64_t k = 0; k + 1 < my->depth; k++)
    if (my->change[k] == view->step + 1) {
      my->priority[my->current] = -(int64_t)++my->fallen;
      my->current = highest(my, view);
    }
  return my->current;
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct pct *my = self;
  (void)host, (void)view;
  if (event->woken != 0 || event->action == RMR_CRASH || event->action == RMR_NEW) my->look_again = true;
}

static const struct rmr_option options[] = {
  {"depth", RMR_INTEGER, offsetof(struct pct, depth), "3", 1, MAX_DEPTH,
   "ordered events to hit; depth-1 priority changes"},
  {"steps", RMR_INTEGER, offsetof(struct pct, steps), "0", 0, 1e15, "the changes fall on steps 1..steps; 0: 16 N^2"},
  {.key = NULL},
};

RMR_ADVERSARY(pct) = {
  RMR_ADVERSARY_HEAD,
  .name = "pct",
  .about = "random priorities with a few random changes",
  .paper = "Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010",
  .options = options,
  .state_size = sizeof(struct pct),
  .per_process = sizeof(int64_t),
  .start = start,
  .choose = choose,
  .observe = observe,
};
