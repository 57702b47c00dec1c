/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * burns_lamport: the schedule of He, Gopalakrishnan and Gafni (arXiv:1403.5605), Appendix II, for any N, as a strategy.
 *
 * Round m = 1 .. N-1 is played by P_m .. P_N, and P_m wins it. P_N announces itself (raises its bit). Then for j = N-1
 * down to m: P_j announces itself; P_{j+1} sees that, takes its bit down and waits; P_N, which was waiting for P_{j+1},
 * starts again and is blocked by P_j. At the end P_m passes through its CS, and all bits are down. After the last round
 * P_N is alone. So P_N is blocked by each P_j once in each of the rounds 1 .. j: N(N-1)/2 times in all.
 *
 * Before the first round all gather where they announce themselves (parts/gather.h), as the algorithm may be a module
 * of another, as with Hadzilacos and with Jayanti, Petrovic and Tan.
 *
 * The strategy knows no line numbers. "Announce" is: run the process until it has written a 1 to a register; "block"
 * is: run it until it waits. Either ends when the process finishes its passage, so on any other algorithm this is just
 * one more schedule. A process that has taken more steps than its act can need is spinning where the engine cannot see
 * it (waiting for somebody else's memory, or by writing), and the next act begins.
 */
#include "adversary/parts/gather.h"

enum act { GATHER, ANNOUNCE_LAST, ANNOUNCE, BLOCK, BLOCK_LAST, WIN, ALONE };

struct burns_lamport {
  uint32_t round, j; /* m and j above; GATHER: j is who made the last step */
  uint8_t act;       /* enum act */
  bool finished;     /* the act's process has announced itself, or ended its passage */
  bool gave_up;      /* some act's process was found spinning */
  uint64_t steps;    /* of this act */
};

static uint32_t actor(const struct burns_lamport *my, uint32_t n)
{
  switch ((enum act)my->act) {
  case ANNOUNCE: return my->j;
  case BLOCK: return my->j + 1;
  case WIN: return my->round;
  case GATHER:
  case ANNOUNCE_LAST:
  case BLOCK_LAST:
  case ALONE: break;
  }
  return n;
}

static void next_act(struct burns_lamport *my, uint32_t n)
{
  my->finished = false;
  my->steps = 0;
  switch ((enum act)my->act) {
  case GATHER: my->act = ANNOUNCE_LAST; break;
  case ANNOUNCE_LAST:
    my->j = n - 1;
    my->act = my->round < n ? ANNOUNCE : ALONE;
    break;
  case ANNOUNCE: my->act = my->j + 1 < n ? BLOCK : BLOCK_LAST; break;
  case BLOCK: my->act = BLOCK_LAST; break;
  case BLOCK_LAST:
    my->act = my->j > my->round ? ANNOUNCE : WIN;
    my->j--;
    break;
  case WIN:
    my->round++;
    my->act = ANNOUNCE_LAST;
    break;
  case ALONE: my->round = 1, my->j = n, my->act = GATHER; break;
  }
}

static bool spins(const struct burns_lamport *my, const struct rmr_view *view)
{
  const uint64_t enough = steps_of_act(view->n, my->gave_up);
  return my->steps > (my->act == GATHER ? enough * view->n : enough);
}

/* An act that its process cannot go on with is over: it waits, it is done, or it has finished. */
static bool over(const struct burns_lamport *my, const struct rmr_host *host, const struct rmr_view *view)
{
  if (my->act == GATHER) return next_to_gather(host->algorithm, view, my->j) == 0;
  return my->finished || !rmr_is_ready(view, actor(my, view->n));
}

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct burns_lamport *my = self;
  (void)host;
  my->round = 1;
  my->j = view->n;
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct burns_lamport *my = self;
  /* Acts that are over from the start are skipped; a whole game of them in a row means that someone outside it must
   * move. */
  for (uint64_t skipped = 0; over(my, host, view) || spins(my, view); skipped++) {
    if (!over(my, host, view)) {
      my->gave_up = true;
      host->give_up(host);
    }
    if (skipped > 3 * (uint64_t)view->n * view->n + 8) return rmr_next_ready(view, 0);
    next_act(my, view->n);
  }
  if (my->act == GATHER) return my->j = next_to_gather(host->algorithm, view, my->j);
  return actor(my, view->n);
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct burns_lamport *my = self;
  (void)host, (void)view;
  my->steps++;
  const bool announcing = my->act == ANNOUNCE || my->act == ANNOUNCE_LAST;
  if (event->to == RMR_REMAINDER) my->finished = true;
  if (announcing && event->kind == RMR_WRITE && event->after == 1) my->finished = true;
}

RMR_ADVERSARY(burns_lamport) = {
  RMR_ADVERSARY_HEAD,
  .name = "burns_lamport",
  .about = "the schedule that has P_N blocked N(N-1)/2 times by the Burns-Lamport algorithm",
  .paper = "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Appendix II",
  .state_size = sizeof(struct burns_lamport),
  .start = start,
  .choose = choose,
  .observe = observe,
};
