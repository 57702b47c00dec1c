/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bakery: the costliest schedule of Lamport's bakery, for any N, as a strategy: P_N pays 4N + 4 in its passage.
 *
 * All processes come to the end of their doorway's reads, so that all take the number 1. P_N takes its own first, and
 * waits for P_1, which is still choosing. P_1 takes its number, and P_N reads both of its registers and its own. Only
 * now the others take their numbers: all that P_N read of them in its doorway is invalid. Then they pass one after
 * the other. P_N waits for each, reads its number once more when it leaves, and goes on to the next one. So P_N pays
 * for each other process four times: for its number in the doorway, for `choosing`, and twice for its number in the
 * waiting room; and for P_1 a fifth time, as it found it choosing.
 *
 * The strategy knows no line numbers. "Take a number" is: run the process until it has written twice more; "wait" is:
 * run it until it waits. An act ends when its process can make no step, or has made more than it can need, so on any
 * other algorithm this is just one more schedule.
 */
#include "adversary/parts/gather.h"

enum act { READ, LAST_TAKES, LAST_MEETS_FIRST, FIRST_TAKES, LAST_READS_FIRST, OTHERS_TAKE, OTHERS_PASS, LAST_FOLLOWS };

struct bakery {
  uint32_t j;     /* whose turn it is, in READ, OTHERS_TAKE and OTHERS_PASS */
  uint8_t act;    /* enum act */
  uint8_t writes; /* in this act */
  bool finished;  /* the act's process has ended its passage */
  bool gave_up;   /* some act's process was found spinning */
  uint64_t steps; /* of this act */
};

static uint32_t actor(const struct bakery *my, uint32_t n)
{
  switch ((enum act)my->act) {
  case READ:
  case OTHERS_TAKE:
  case OTHERS_PASS: return my->j;
  case FIRST_TAKES: return 1;
  case LAST_TAKES:
  case LAST_MEETS_FIRST:
  case LAST_READS_FIRST:
  case LAST_FOLLOWS: break;
  }
  return n;
}

static void next_act(struct bakery *my, uint32_t n)
{
  my->writes = 0;
  my->finished = false;
  my->steps = 0;
  switch ((enum act)my->act) {
  case READ:
    if (my->j++ == n) my->act = LAST_TAKES;
    break;
  case LAST_READS_FIRST:
    my->j = 2;
    my->act = n > 2 ? OTHERS_TAKE : OTHERS_PASS;
    if (n <= 2) my->j = 1;
    break;
  case OTHERS_TAKE:
    if (++my->j < n) break;
    my->j = 1;
    my->act = OTHERS_PASS;
    break;
  case LAST_FOLLOWS:
    my->act = ++my->j < n ? OTHERS_PASS : READ;
    if (my->act == READ) my->j = 1;
    break;
  case LAST_TAKES:
  case LAST_MEETS_FIRST:
  case FIRST_TAKES:
  case OTHERS_PASS: my->act++; break;
  }
}

static bool takes_a_number(const struct bakery *my)
{
  return my->act == LAST_TAKES || my->act == FIRST_TAKES || my->act == OTHERS_TAKE;
}

/* What the process has to come to, or it can make no step. */
static bool over(const struct bakery *my, const struct rmr_view *view)
{
  const uint32_t p = actor(my, view->n);
  if (my->finished || !rmr_is_ready(view, p)) return true;
  if (my->act == READ) return my->writes == 1 && view->process[p].pending.kind == RMR_WRITE;
  return takes_a_number(my) && my->writes == 2;
}

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct bakery *my = self;
  (void)host, (void)view;
  my->j = 1;
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct bakery *my = self;
  for (uint64_t skipped = 0;; skipped++) {
    const bool is_over = over(my, view);
    if (!is_over && my->steps <= steps_of_act(view->n, my->gave_up)) return actor(my, view->n);
    if (!is_over) {
      my->gave_up = true;
      host->give_up(host);
    }
    if (skipped > 8 * (uint64_t)view->n + 8) return rmr_next_ready(view, 0);
    next_act(my, view->n);
  }
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct bakery *my = self;
  (void)host, (void)view;
  my->steps++;
  if (event->kind == RMR_WRITE && my->writes < 2) my->writes++;
  if (event->to == RMR_REMAINDER) my->finished = true;
}

RMR_ADVERSARY(bakery) = {
  RMR_ADVERSARY_HEAD,
  .name = "bakery",
  .about = "the costliest schedule of Lamport's bakery: P_N pays 4N + 4",
  .paper = NULL,
  .state_size = sizeof(struct bakery),
  .start = start,
  .choose = choose,
  .observe = observe,
};
