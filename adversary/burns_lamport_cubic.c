/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * burns_lamport_cubic: the costliest schedule of the one-bit algorithm of Burns and Lamport, for any N, as a strategy.
 * P_N pays (N^3+18N^2-61N+84)/6 RMRs, N >= 3, and is blocked N^2-3N+3 times: no schedule makes it pay more or blocks it
 * more often (docs/one-bit.md has the proof, with pictures of a stage).
 *
 * In stage n = N, N-1, .., 2 the processes q(1) < .. < q(n) are left, the n highest; at its end q(1) leaves. q(n) is
 * P_N. A process *runs into* another when it sees that one's bit up; it then takes its own bit down, and waits.
 *
 * Minor rounds (stages between 3 and N-1). q(2) still has its bit up: it has run into who has left. q(3) .. q(n-1) rise
 * and run into q(2), and keep their bits up as yet. For r = 2 .. n-1, P_N runs into q(r), and q(r) goes down.
 *
 * Major rounds (stages from 3 on). P_N rises and looks at all up to q(n-2); q(n-1) rises. Then m = n-2 .. 1 in turn are
 * the m of a phase. Before it P_N has seen q(1) .. q(m) down, q(m+1) is up and about to look at q(m), and those above
 * wait for q(m+1).
 *   1. q(m) rises, behind P_N's back, and looks at all below q(m-1).
 *   2. q(m+1) runs into q(m), and goes down.
 *   3. q(m+2) .. q(n-2) rise, run into q(m), and go down, each after the other. P_N looks at all from q(m+1) to q(n-2)
 *      again: all have been up since, so that it pays for each.
 *   4. q(n-1) rises, P_N runs into it and goes down; q(n-1) runs into q(m) and goes down; P_N rises and looks at all
 *      below q(m).
 * In phase n-2 there is only step 4 after step 1. In phase 1 q(3) rises when P_N has already looked at it again, and
 * keeps its bit up until the next stage, where it is q(2). (With n = 4, P_N runs into q(2) in step 2, and q(3) comes
 * last.) q(1) looks at each of the others while it is down. Finally P_N runs into q(1), and q(1) leaves.
 *
 * Before the first stage all gather where they announce themselves (parts/gather.h), as the algorithm may be a module
 * of another. Whose bit a register is is learnt there. The strategy knows no line numbers: a *move* is a process, and a
 * goal to run to. It also ends when the process waits, finishes its passage, or has taken so many steps that it must be
 * spinning where the engine cannot see it. So on any other algorithm this is just one more schedule.
 */
#include "adversary/parts/gather.h"

/* Up to where a process runs. */
enum goal {
  GATHERED,  /* all of them: see above */
  UP,        /* its bit is up */
  LOOKS_AT,  /* its bit is up, and it is about to read that of a certain one */
  RUNS_INTO, /* it has seen somebody's bit up, and is about to take down its own */
  DOWN,      /* that is done, and it waits, or need no longer wait */
  LEAVES,    /* its passage is over */
};

/* Where the schedule stands. After each of these moves it goes on in `next_move`. */
enum move {
  BEGINNING,
  GATHERING,
  MINOR_RISE,
  MINOR_BLOCK,
  MINOR_WAIT,
  MINOR_FALL,
  MAJOR_LOOK,
  MAJOR_RISE,
  PHASE_RISE,
  PHASE_BLOCK,
  PHASE_WAIT,
  PHASE_RUN,
  PHASE_FALL,
  PHASE_PASS,
  PHASE_SKIP,
  OTHERS_RUN,
  OTHERS_FALL,
  LAST_LOOK,
  LAST_RISE,
  LAST_BLOCK,
  LAST_WAIT,
  LAST_RUN,
  LAST_FALL,
  PHASE_LOOK,
  HELD_RUN,
  END_BLOCK,
  END_WAIT,
  END_LEAVE,
  PAIR_RISE,
  PAIR_BLOCK,
  PAIR_WAIT,
  PAIR_LEAVE,
  ALONE,
};

struct cubic {
  uint32_t n, m, r;      /* stage, phase, and an r above */
  uint32_t who, at_whom; /* of the move; at_whom: LOOKS_AT. GATHERED: the process that made the last step */
  uint8_t move, goal;    /* enum move, enum goal */
  bool finished;         /* the move's process has ended its passage */
  bool blocked;          /* it waits, even if it is not parked */
  bool gave_up;          /* some move's process was found spinning */
  uint64_t steps;        /* of this move */
};

static uint32_t *bit_of(struct cubic *my, uint32_t p)
{
  return (uint32_t *)(my + 1) + p;
}

static void learn_bits(struct cubic *my, const struct rmr_host *host, const struct rmr_view *view)
{
  for (uint32_t p = 1; p <= view->n; p++)
    *bit_of(my, p) = about_to_announce(host->algorithm, view, p) ? view->process[p].pending.var : UINT32_MAX;
}

static void run_to(struct cubic *my, uint32_t who, enum goal goal, uint32_t at_whom)
{
  my->who = who, my->goal = (uint8_t)goal, my->at_whom = at_whom;
  my->finished = my->blocked = false;
  my->steps = 0;
}

/* The next move is this one; `next_move` will go on behind it. */
#define MOVE(label, who, goal) MOVE_AT(label, who, goal, 0)
#define MOVE_AT(label, who, goal, whom) \
  do {                                  \
    my->move = label;                   \
    run_to(my, who, goal, whom);        \
    return;                             \
  case label:;                          \
  } while (0)

#define Q(rank) (all - my->n + (rank))
#define P_N     all

static void next_move(struct cubic *my, const struct rmr_host *host, const struct rmr_view *view)
{
  const uint32_t all = view->n;
  switch ((enum move)my->move) {
  case BEGINNING:
    MOVE(GATHERING, P_N, GATHERED);
    learn_bits(my, host, view);
    for (my->n = all; my->n >= 3; my->n--) {
      if (my->n < all) {
        for (my->r = 3; my->r < my->n; my->r++) MOVE(MINOR_RISE, Q(my->r), RUNS_INTO);
        for (my->r = 2; my->r < my->n; my->r++) {
          MOVE(MINOR_BLOCK, P_N, RUNS_INTO);
          MOVE(MINOR_WAIT, P_N, DOWN);
          MOVE(MINOR_FALL, Q(my->r), DOWN);
        }
      }
      MOVE_AT(MAJOR_LOOK, P_N, LOOKS_AT, Q(my->n - 1));
      MOVE_AT(MAJOR_RISE, Q(my->n - 1), LOOKS_AT, Q(my->n - 2));
      for (my->m = my->n - 2; my->m >= 1; my->m--) {
        MOVE_AT(PHASE_RISE, Q(my->m), LOOKS_AT, my->m == 1 ? Q(2) : Q(my->m - 1));
        if (my->m < my->n - 2) {
          if (my->m == 1 && my->n == 4) {
            MOVE(PHASE_BLOCK, P_N, RUNS_INTO);
            MOVE(PHASE_WAIT, P_N, DOWN);
          }
          MOVE(PHASE_RUN, Q(my->m + 1), RUNS_INTO);
          MOVE(PHASE_FALL, Q(my->m + 1), DOWN);
          if (my->m == 1) {
            MOVE_AT(PHASE_PASS, Q(1), LOOKS_AT, Q(4));
            if (my->n > 4) MOVE_AT(PHASE_SKIP, P_N, LOOKS_AT, Q(4));
            MOVE(HELD_RUN, Q(3), RUNS_INTO);
            if (my->n == 4) break;
          }
          for (my->r = my->m + (my->m == 1 ? 3 : 2); my->r < my->n - 1; my->r++) {
            MOVE(OTHERS_RUN, Q(my->r), RUNS_INTO);
            MOVE(OTHERS_FALL, Q(my->r), DOWN);
          }
          MOVE_AT(LAST_LOOK, P_N, LOOKS_AT, Q(my->n - 1));
          MOVE(LAST_RISE, Q(my->n - 1), UP);
        }
        MOVE(LAST_BLOCK, P_N, RUNS_INTO);
        MOVE(LAST_WAIT, P_N, DOWN);
        MOVE(LAST_RUN, Q(my->n - 1), RUNS_INTO);
        MOVE(LAST_FALL, Q(my->n - 1), DOWN);
        MOVE_AT(PHASE_LOOK, P_N, LOOKS_AT, Q(my->m));
      }
      MOVE(END_BLOCK, P_N, RUNS_INTO);
      MOVE(END_WAIT, P_N, DOWN);
      MOVE(END_LEAVE, Q(1), LEAVES);
    }
    if (all >= 2) {
      MOVE(PAIR_RISE, P_N - 1, UP);
      MOVE(PAIR_BLOCK, P_N, RUNS_INTO);
      MOVE(PAIR_WAIT, P_N, DOWN);
      MOVE(PAIR_LEAVE, P_N - 1, LEAVES);
    }
    MOVE(ALONE, P_N, LEAVES);
    my->move = GATHERING; /* for passages to come */
    run_to(my, P_N, GATHERED, 0);
  }
}

#undef MOVE
#undef MOVE_AT
#undef Q
#undef P_N

static bool reached(struct cubic *my, const struct rmr_host *host, const struct rmr_view *view)
{
  const struct rmr_process *p = &view->process[my->who];
  const struct rmr_op *next = &p->pending;
  const uint32_t bit = *bit_of(my, my->who);
  if (my->goal == GATHERED) return next_to_gather(host->algorithm, view, my->who) == 0;
  if (my->finished || p->status != RMR_READY) return true;
  if (bit == UINT32_MAX) return false;
  switch ((enum goal)my->goal) {
  case UP: return view->memory[bit] == 1;
  case LOOKS_AT: return view->memory[bit] == 1 && rmr_kind_reads(next->kind) && next->var == *bit_of(my, my->at_whom);
  case RUNS_INTO:
    return next->kind == RMR_WRITE && next->section == RMR_WAITING && next->var == bit && next->value == 0;
  case DOWN: return view->memory[bit] == 0 && (my->blocked || about_to_announce(host->algorithm, view, my->who));
  case GATHERED:
  case LEAVES: break;
  }
  return false;
}

static bool spins(const struct cubic *my, const struct rmr_view *view)
{
  const uint64_t enough = steps_of_act(view->n, my->gave_up);
  return my->steps > (my->goal == GATHERED ? enough * view->n : enough);
}

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  next_move(self, host, view);
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct cubic *my = self;
  /* Where all goes as it should hardly a move is skipped. Many in a row mean that someone else must step. */
  for (uint32_t skipped = 0; reached(my, host, view) || spins(my, view); skipped++) {
    if (!reached(my, host, view)) {
      my->gave_up = true;
      host->give_up(host);
    }
    if (skipped > 4 * view->n + 8) return rmr_next_ready(view, 0);
    next_move(my, host, view);
  }
  if (my->goal == GATHERED) my->who = next_to_gather(host->algorithm, view, my->who);
  return my->who;
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct cubic *my = self;
  (void)host, (void)view;
  my->steps++;
  if (event->process != my->who) return;
  if (event->to == RMR_REMAINDER) my->finished = true;
  if (event->blocked) my->blocked = true;
}

RMR_ADVERSARY(burns_lamport_cubic) = {
  RMR_ADVERSARY_HEAD,
  .name = "burns_lamport_cubic",
  .about = "the costliest schedule of the Burns-Lamport algorithm: P_N pays (N^3+18N^2-61N+84)/6",
  .state_size = sizeof(struct cubic),
  .per_process = sizeof(uint32_t),
  .start = start,
  .choose = choose,
  .observe = observe,
};
