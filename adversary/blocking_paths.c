/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * blocking_paths: keeps one philosopher waiting for as many meals as there can be (the algorithm `philosophers`).
 * Dijkstra and Scholten, "Distributed Arbitration", section 2: the delay of X is the number of blocking paths that
 * start at X, and they can come about one after the other, extended ones first.
 *
 * The path begins with X. Whenever its last philosopher is about to grab a free fork, and the neighbour at the other
 * end thinks, that neighbour is brought to the table and runs until it owns the fork; then the other asks for the fork,
 * too, and is blocked: the path is longer by one. If the last philosopher has all its forks it eats, gives them back,
 * and leaves the path; the philosopher that waited for it goes on. A neighbour is not brought if one of the path owns a
 * fork of its: it would only be blocked itself. The run ends when X has eaten.
 *
 * The orders are not known to it: whose fork comes next is seen in the pending access. With any other algorithm it is
 * just one more schedule: X, and others only where X cannot move.
 */
#include <rmr/adversary.h>
#include <string.h>

struct blocking_paths {
  int64_t who;       /* X; 0: P_N */
  uint32_t length;   /* of the path */
  uint32_t bringing; /* the one that is being brought, to be the next one; 0: nobody */
  bool forks;        /* the algorithm has them */
  uint64_t meals;
};

static const struct rmr_option options[] = {
  {"who", RMR_INTEGER, offsetof(struct blocking_paths, who), "0", 0, 4096, "the process to keep waiting; 0: P_N"},
  {.key = NULL},
};

/* The path lies in the seats. */
static uint32_t *path_of(struct blocking_paths *my)
{
  return (uint32_t *)(my + 1);
}

/* Fork[i][j], i < j, by `columns` of n: the register of two neighbours, and whose it is. */
static uint32_t fork_of(const struct rmr_view *view, uint32_t i, uint32_t j)
{
  return view->base[0] + (i < j ? (i - 1) * view->n + j - 1 : (j - 1) * view->n + i - 1);
}

/* The owner is behind the lowest bit. */
enum { OWNER = 1, LOWER = 1, HIGHER = 2 };

static bool owns(const struct rmr_view *view, uint32_t i, uint32_t j)
{
  return view->memory[fork_of(view, i, j)] >> OWNER == (i < j ? LOWER : HIGHER);
}

/* The process that shares the register with P_i. */
static uint32_t other_end(const struct rmr_view *view, uint32_t i, uint32_t var)
{
  const uint32_t cell = var - view->base[0], a = cell / view->n + 1, b = cell % view->n + 1;
  return a == i ? b : a;
}

/* Is P_i about to grab a fork? */
static bool grabs(const struct rmr_view *view, uint32_t i)
{
  const struct rmr_process *p = &view->process[i];
  return p->pending.kind == RMR_UPDATE && p->section != RMR_CS && p->section != RMR_EXIT;
}

/* Is there a neighbour to be brought, to own the fork that the last one of the path is about to grab? */
static uint32_t whom_to_bring(struct blocking_paths *my, const struct rmr_view *view)
{
  const uint32_t *path = path_of(my), last = path[my->length - 1];
  if (!my->forks || !grabs(view, last)) return 0;
  const uint32_t var = view->process[last].pending.var, other = other_end(view, last, var);
  if (view->memory[var] != 0 || view->process[other].section != RMR_REMAINDER || !rmr_is_ready(view, other)) return 0;
  for (uint32_t k = 0; k < my->length; k++)
    if (path[k] == other || owns(view, path[k], other)) return 0;
  return other;
}

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct blocking_paths *my = self;
  my->forks = strcmp(host->algorithm->name, "philosophers") == 0;
  if (my->who > view->n) return host->fail(host, "who is %d; expected at most N = %u", (int)my->who, view->n);
  path_of(my)[0] = my->who != 0 ? (uint32_t)my->who : view->n;
  my->length = 1;
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct blocking_paths *my = self;
  (void)host;
  if (my->length == 0) return RMR_STOP;
  const uint32_t last = path_of(my)[my->length - 1];
  if (my->bringing == 0) my->bringing = whom_to_bring(my, view);
  if (my->bringing != 0 && !owns(view, my->bringing, last)) return my->bringing;
  if (rmr_is_ready(view, last)) return last;
  return rmr_next_ready(view, 0); /* a deadlock in the making: any process that can move */
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct blocking_paths *my = self;
  const uint32_t last = my->length != 0 ? path_of(my)[my->length - 1] : 0;
  (void)host, (void)view;
  if (event->action != RMR_STEP) return;
  if (event->to == RMR_CS && event->from != RMR_CS) my->meals++; /* perhaps of one that is being brought */
  if (event->process != last) return;
  if (my->bringing != 0) { /* it has left word, and waits */
    path_of(my)[my->length++] = my->bringing;
    my->bringing = 0;
  } else if (event->to == RMR_REMAINDER) {
    my->length--;
  }
}

static double measure(const void *self, uint32_t which)
{
  (void)which;
  return (double)((const struct blocking_paths *)self)->meals;
}

static const char *const measures[] = {"meals", NULL};

RMR_ADVERSARY(blocking_paths) = {
  RMR_ADVERSARY_HEAD,
  .name = "blocking_paths",
  .about = "keeps a philosopher waiting along every blocking path",
  .paper = "Dijkstra, Scholten, \"Distributed Arbitration\", section 2",
  .options = options,
  .state_size = sizeof(struct blocking_paths),
  .per_process = sizeof(uint32_t),
  .measures = measures,
  .start = start,
  .choose = choose,
  .observe = observe,
  .measure = measure,
};
