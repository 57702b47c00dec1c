/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * timed: a discrete-event schedule. Every access, critical section and remainder takes a time drawn from a
 * distribution, and the process whose next access is due first moves. Time is in units of the user's choice; it begins
 * at 0.
 *
 * Order: earlier due time first; of equal times the one that was set first; a total order, so equal seeds give equal
 * runs. The access of a process takes effect when it is due. Its next access is due after the time of the access made
 * (`hit` if it cost nothing, `rmr` if it cost one), plus `cs` if it has entered the CS, plus `remainder` if its passage
 * is over. A parked process spins in its cache; it notices a write at once, and its reread is due after one `hit`. Time
 * stands still while somebody else chooses (`replay:...,then=timed`).
 *
 * Where there is a clock (--time), it drives it: a tick takes `tick` units. An access that would come later than the
 * clock permits comes as late as it permits. The measures then also tell how often somebody enters, and how long it
 * takes from a crash to the next entry.
 *
 * A distribution is const/A, uniform/A/B, exp/MEAN or erlang/K/MEAN.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rmr/adversary.h>

enum shape { CONST, UNIFORM, EXP, ERLANG };

struct distribution {
  double a, b;
  uint8_t shape;
};

enum duration { HIT, RMR, CS, REMAINDER_TIME, N_DURATIONS };

/* The data of a process. `heap` is not its own: nodes double as the array of the heap. */
struct heap_node {
  double due, began;
  uint64_t order;
  uint32_t heap; /* heap[k]: the process at place k of the heap, k = 1 .. size */
  bool queued;   /* whether the process is somewhere in the heap */
};

struct timed {
  char text[N_DURATIONS][64];
  struct distribution takes[N_DURATIONS];
  double now, longest, total;  /* of passage times */
  double tick;                 /* units */
  char crash_text[64];         /* "": nobody crashes */
  struct distribution between; /* crashes */
  double next_crash;
  double crashed, waited,
    waited_longest; /* since the first crash after the last entry, -1: none; from crash to entry */
  uint64_t order, passages, entries, crashes;
  uint32_t size;
  struct heap_node heap_node[];
};

static bool parse(const char *text, struct distribution *out)
{
  char name[16] = "", extra;
  const int n = sscanf(text, "%15[a-z]/%lf/%lf%c", name, &out->a, &out->b, &extra);
  if (!(isfinite(out->a) && isfinite(out->b) && out->a >= 0)) return false;
  out->shape = CONST;
  if (strcmp(name, "const") == 0) return n == 2;
  out->shape = UNIFORM;
  if (strcmp(name, "uniform") == 0) return n == 3 && out->a <= out->b;
  out->shape = EXP;
  if (strcmp(name, "exp") == 0) return n == 2;
  out->shape = ERLANG;
  return strcmp(name, "erlang") == 0 && n == 3 && out->a >= 1 && out->a <= 1000 && out->a == floor(out->a) &&
         out->b >= 0;
}

static double exponential(uint64_t *rng, double mean)
{
  return -mean * log1p(-rmr_random_unit(rng));
}

static double draw(const struct distribution *d, uint64_t *rng)
{
  double sum = 0;
  switch ((enum shape)d->shape) {
  case CONST: return d->a;
  case UNIFORM: return d->a + (d->b - d->a) * rmr_random_unit(rng);
  case EXP: return exponential(rng, d->a);
  case ERLANG: break;
  }
  for (int k = 0; k < (int)d->a; k++) sum += exponential(rng, d->b / d->a);
  return sum;
}

/* --- the event queue: a binary heap over (due, order) ------------------------------------------------------------- */

static bool before(const struct timed *my, uint32_t p, uint32_t q)
{
  const struct heap_node *a = &my->heap_node[p], *b = &my->heap_node[q];
  return a->due < b->due || (a->due == b->due && a->order < b->order);
}

static void push(struct timed *my, uint32_t p, double due)
{
  my->heap_node[p].queued = true;
  my->heap_node[p].due = due;
  my->heap_node[p].order = my->order++;
  uint32_t k = ++my->size;
  for (; k > 1 && before(my, p, my->heap_node[k / 2].heap); k /= 2) my->heap_node[k].heap = my->heap_node[k / 2].heap;
  my->heap_node[k].heap = p;
}

static void pop(struct timed *my)
{
  my->heap_node[my->heap_node[1].heap].queued = false;
  const uint32_t last = my->heap_node[my->size--].heap;
  uint32_t k = 1;
  for (uint32_t child; (child = 2 * k) <= my->size; k = child) {
    if (child < my->size && before(my, my->heap_node[child + 1].heap, my->heap_node[child].heap)) child++;
    if (!before(my, my->heap_node[child].heap, last)) break;
    my->heap_node[k].heap = my->heap_node[child].heap;
  }
  my->heap_node[k].heap = last;
}

/* --- the hooks ---------------------------------------------------------------------------------------------------- */

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct timed *my = self;
  for (int d = 0; d < N_DURATIONS; d++)
    if (!parse(my->text[d], &my->takes[d]))
      return host->fail(host, "'%s': expected const/A, uniform/A/B, exp/MEAN or erlang/K/MEAN", my->text[d]);
  my->crashed = -1;
  my->next_crash = INFINITY;
  if (my->crash_text[0] != '\0') {
    if (!parse(my->crash_text, &my->between))
      return host->fail(host, "'%s': expected const/A, uniform/A/B, exp/MEAN or erlang/K/MEAN", my->crash_text);
    if (my->between.a <= 0 && my->between.b <= 0)
      return host->fail(host, "crash=%s: crashes at every moment", my->crash_text);
    my->next_crash = draw(&my->between, &host->rng);
  }
  for (uint32_t p = 1; p <= view->n; p++) push(my, p, draw(&my->takes[REMAINDER_TIME], &host->rng));
  return true;
}

/* The access of P_p is due now. */
static void hurry(struct timed *my, uint32_t p)
{
  uint32_t k = 1;
  while (k <= my->size && my->heap_node[k].heap != p) k++;
  if (k > my->size) return;
  my->heap_node[p].due = my->now;
  for (; k > 1 && before(my, p, my->heap_node[k / 2].heap); k /= 2) my->heap_node[k].heap = my->heap_node[k / 2].heap;
  my->heap_node[k].heap = p;
}

/* When the next thing happens: an access, or a crash. */
static double next_due(const struct timed *my)
{
  const double access = my->size != 0 ? my->heap_node[my->heap_node[1].heap].due : INFINITY;
  return access < my->next_crash ? access : my->next_crash;
}

static bool is_time_to_crash(const struct timed *my)
{
  return my->next_crash < INFINITY && my->next_crash <= next_due(my);
}

/* One of the crashes that can happen; RMR_STOP: nobody can crash. */
static rmr_action draw_crash(struct timed *my, struct rmr_host *host)
{
  rmr_action action, drawn = RMR_STOP;
  uint32_t n = 0;
  if (my->next_crash > my->now) my->now = my->next_crash;
  my->next_crash = my->now + draw(&my->between, &host->rng);
  for (uint32_t k = 0; (action = host->changes(host, 0, k)) != RMR_STOP; k++)
    if (rmr_action_kind(action) == RMR_CRASH && rmr_random_below(&host->rng, ++n) == 0) drawn = action;
  return drawn;
}

/* The ticks until the next access is due, or until somebody can go on who sleeps; RMR_STOP: none, it is due. */
static rmr_action next_tick(struct timed *my, struct rmr_host *host, const struct rmr_view *view)
{
  struct rmr_ticks ticks;
  if (!host->time(host, 0, &ticks)) return RMR_STOP;
  double wanted = ticks.wake;
  if (next_due(my) < INFINITY) {
    const double left = floor(next_due(my) / my->tick) - (double)view->now;
    if (wanted == 0 || left < wanted) wanted = left;
  }
  if (wanted <= 0) return RMR_STOP;
  if (wanted > ticks.most) wanted = ticks.most;
  if (wanted >= 1) return rmr_action_of(RMR_TICK, (uint32_t)wanted, 0);
  hurry(my, ticks.first);
  return RMR_STOP;
}

/* Whether somebody can go on when time has passed. */
static bool somebody_sleeps(const struct rmr_host *host)
{
  struct rmr_ticks ticks;
  return host->time(host, 0, &ticks) && ticks.wake != 0;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct timed *my = self;
  while (my->size != 0 && !rmr_is_ready(view, my->heap_node[1].heap)) pop(my); /* somebody else has brought it there */
  if (my->size == 0 && !somebody_sleeps(host)) return RMR_STOP;
  rmr_action action = next_tick(my, host, view);
  while (action == RMR_STOP && is_time_to_crash(my)) {
    action = draw_crash(my, host);
    if (action == RMR_STOP) action = next_tick(my, host, view);
  }
  if (action != RMR_STOP) return action;
  return my->size != 0 ? my->heap_node[1].heap : RMR_STOP;
}

static void end_passage(struct timed *my, uint32_t p)
{
  const double took = my->now - my->heap_node[p].began;
  my->passages++;
  my->total += took;
  if (took > my->longest) my->longest = took;
}

/* Everybody who can move is in the queue, also those whom a write has set free or somebody else has made read again. */
static void queue(struct timed *my, struct rmr_host *host, const struct rmr_view *view, uint32_t p)
{
  if (view->process[p].status != RMR_READY || my->heap_node[p].queued) return;
  const bool delayed = view->process[p].pending.kind == RMR_DELAY; /* its end is known */
  push(my, p, my->now + (delayed ? 0 : draw(&my->takes[HIT], &host->rng)));
}

/* The step that was due, of P_p. */
static void step_made(struct timed *my, struct rmr_host *host, const struct rmr_event *event, bool goes_on)
{
  const uint32_t p = event->process;
  if (my->heap_node[p].due > my->now) my->now = my->heap_node[p].due;
  pop(my);
  double next = my->now + draw(&my->takes[event->cause == RMR_FREE ? HIT : RMR], &host->rng);
  if (event->from == RMR_REMAINDER) my->heap_node[p].began = my->now;
  if (event->to == RMR_CS && event->from != RMR_CS) next += draw(&my->takes[CS], &host->rng);
  if (event->to == RMR_REMAINDER) {
    end_passage(my, p);
    next += draw(&my->takes[REMAINDER_TIME], &host->rng);
  }
  if (goes_on) push(my, p, next);
}

/* Entries, and how long they are in coming after a crash. */
static void note(struct timed *my, const struct rmr_event *event)
{
  if (event->action == RMR_CRASH && my->crashed < 0) my->crashed = my->now;
  if (event->action != RMR_STEP || event->to != RMR_CS || event->from == RMR_CS) return;
  my->entries++;
  if (my->crashed < 0) return;
  const double waited = my->now - my->crashed;
  my->crashes++;
  my->waited += waited;
  if (waited > my->waited_longest) my->waited_longest = waited;
  my->crashed = -1;
}

/* Processes that have crashed start again, if they recover, and newcomers begin: neither was woken. */
static void queue_befallen(struct timed *my, struct rmr_host *host, const struct rmr_view *view,
                           const struct rmr_event *event)
{
  if (event->action != RMR_CRASH && event->action != RMR_NEW) return;
  for (uint32_t p = 1; p <= view->n; p++)
    if (event->var == p || event->var == 0) queue(my, host, view, p);
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct timed *my = self;
  if (event->action == RMR_TICK && (double)view->now * my->tick > my->now) my->now = (double)view->now * my->tick;
  if (my->size != 0 && my->heap_node[1].heap == event->process)
    step_made(my, host, event, view->process[event->process].status == RMR_READY);
  else
    queue(my, host, view, event->process); /* somebody else chose */
  for (uint32_t k = 0; k < event->woken; k++) queue(my, host, view, view->woken[k]);
  queue_befallen(my, host, view, event);
  note(my, event);
}

static const char *const measures[] = {"time.total",
                                       "time.passage_mean",
                                       "time.passage_max",
                                       "time.entry_rate",
                                       "time.after_crash_mean",
                                       "time.after_crash_max",
                                       NULL};

static double measure(const void *self, uint32_t which)
{
  const struct timed *my = self;
  if (which == 0) return my->now;
  if (which == 1) return my->passages != 0 ? my->total / (double)my->passages : 0;
  if (which == 2) return my->longest;
  if (which == 3) return my->now > 0 ? (double)my->entries / my->now : 0;
  if (my->crashes == 0) return NAN; /* no entry has followed a crash */
  return which == 4 ? my->waited / (double)my->crashes : my->waited_longest;
}

static const struct rmr_option options[] = {
  {"hit", RMR_TEXT, offsetof(struct timed, text[HIT]), "const/1", 0, 0, "time of an access that costs nothing"},
  {"rmr", RMR_TEXT, offsetof(struct timed, text[RMR]), "exp/100", 0, 0, "time of a remote memory reference"},
  {"cs", RMR_TEXT, offsetof(struct timed, text[CS]), "exp/500", 0, 0, "time in the critical section"},
  {"remainder", RMR_TEXT, offsetof(struct timed, text[REMAINDER_TIME]), "exp/1000", 0, 0, "time in the remainder"},
  {"tick", RMR_NUMBER, offsetof(struct timed, tick), "1", 1e-9, 1e18, "time of a tick of the clock, if there is one"},
  {"crash", RMR_TEXT, offsetof(struct timed, crash_text), "", 0, 0,
   "time between two crashes (--faults); none: no crashes"},
  {.key = NULL},
};

RMR_ADVERSARY(timed) = {
  RMR_ADVERSARY_HEAD,
  .flags = RMR_MAY_CHANGE | RMR_MAY_TICK,
  .name = "timed",
  .about = "a discrete-event schedule: accesses, CS and remainder take random times",
  .options = options,
  .state_size = sizeof(struct timed),
  .per_process = sizeof(struct heap_node),
  .measures = measures,
  .start = start,
  .choose = choose,
  .observe = observe,
  .measure = measure,
};
