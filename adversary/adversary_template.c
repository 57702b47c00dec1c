/* SPDX-License-Identifier: MIT
 *
 * template: an adversary to copy. How to make your own of it:
 *
 *   1. copy    cp template.c mine.c
 *   2. rename  sed -i s/template/mine/g mine.c
 *   3. build   cc -std=c11 -Wall -Werror=switch -shared -fPIC $(pkg-config --cflags rmr) -o mine.so mine.c
 *   4. load    rmr simulate -a glb -n 4 -s ./mine.so:hold=3
 *   5. change  one thing at a time: first what `choose` returns. docs/adversaries.md goes on from here.
 *
 * As it stands, it lets a process run to its CS, and then holds it there for `hold` steps of the others,
 * if there are any that can move. So everybody who can run into that process does. Order: after P_i the
 * ready process with the next larger number, in a circle.
 */
#include <rmr/adversary.h>

/* The state. The host allocates it, zeroes it, and sets the options. No pointers: the host may copy it byte by byte. */
struct state {
  int64_t hold;      /* the option                                                     */
  int64_t held;      /* steps that the others have made since somebody entered the CS  */
  uint32_t favoured; /* the process that is being run, 0 at first                      */
  uint32_t entries;  /* into the CS, for the measure                                   */
};

/* [once] Options are set. This one has nothing to prepare, and shows how to refuse. */
static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  const struct state *my = self;
  if (my->hold > 0 && view->n == 1) return host->fail(host, "hold=%lld needs a second process", (long long)my->hold);
  return true;
}

/* [every step, hot] A ready process, or RMR_STOP. At least one is ready. */
static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct state *my = self;
  (void)host;
  if (!rmr_is_ready(view, my->favoured)) my->favoured = rmr_next_ready(view, my->favoured);
  if (view->process[my->favoured].section != RMR_CS || my->held >= my->hold) return my->favoured;
  const uint32_t other = rmr_next_ready(view, my->favoured); /* the favoured one again, if nobody else can move */
  if (other != my->favoured) my->held++;
  return other;
}

/* [after every step, hot] Leave the hook out if the strategy needs no memory of what happened. */
static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct state *my = self;
  (void)host, (void)view;
  if (event->to == RMR_CS && event->from != RMR_CS) my->entries++;
  if (event->process == my->favoured && event->from == RMR_CS && event->to != RMR_CS) my->held = 0;
}

/* [once, at the end] One number for each name in `measures`; they stand beside the RMRs in the result. */
static const char *const measures[] = {"cs_entries.seen", NULL};

static double measure(const void *self, uint32_t which)
{
  const struct state *my = self;
  (void)which; /* there is only one */
  return my->entries;
}

/* key, type, where it is stored, default, smallest, largest, help. Parsed and range-checked by the host. */
static const struct rmr_option options[] = {
  {"hold", RMR_INTEGER, offsetof(struct state, hold), "5", 0, 1e9, "steps of the others while a process is in the CS"},
  {.key = NULL},
};

RMR_ADVERSARY(template) = {
  RMR_ADVERSARY_HEAD,
  .name = "template",
  .about = "holds a process in the CS while the others run into it",
  .options = options,
  .state_size = sizeof(struct state),
  .measures = measures,
  .start = start,
  .choose = choose,
  .observe = observe,
  .measure = measure,
};
