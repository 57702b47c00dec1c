/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plays: a costly schedule for any N as a list of acts. In an act one process, or one after the other, goes on until
 * something has come about. The opening acts are played once. The acts of the round are then played for each of
 * P_1..P_{N-1}, the process "in turn". Behind the last round the play begins again.
 *
 * A play knows no line numbers. An act also ends where its process ends a passage, or can make no step, or has made
 * more steps than it can need. So on an algorithm that it was not made for, a play is just one more schedule.
 */
#ifndef ADVERSARY_PARTS_PLAY_H
#define ADVERSARY_PARTS_PLAY_H

#include "adversary/parts/gather.h"

/* OTHERS: P_1..P_{N-1}, one after the other; MIDDLE: P_2..P_{N-1} likewise. */
enum play_cast { OTHERS, FIRST, MIDDLE, LAST, IN_TURN };

/* The ends of an act. WAITS: only the end that every act has. */
enum play_end { ABOUT_TO_WRITE_AGAIN, HAS_WRITTEN_ONCE, HAS_WRITTEN_TWICE, WAITS };

struct play {
  struct play_act {
    enum play_cast cast;
    enum play_end until;
  } act[13];
  uint32_t n_opening, n_acts; /* the acts of the round stand behind those of the opening */
};

struct play_state {
  uint32_t at;    /* the act */
  uint32_t j;     /* whose turn it is */
  uint8_t writes; /* in this act, at most 2 */
  bool finished;  /* the act's process has ended its passage */
  bool gave_up;   /* some act's process was found spinning */
  uint64_t steps; /* of this act */
};

static inline uint32_t play_actor(const struct play *s, const struct play_state *my, uint32_t n)
{
  switch (s->act[my->at].cast) {
  case FIRST: return 1;
  case LAST: return n;
  case OTHERS:
  case MIDDLE:
  case IN_TURN: break;
  }
  return my->j;
}

static inline bool play_act_is_over(const struct play *s, const struct play_state *my, const struct rmr_view *view)
{
  const uint32_t p = play_actor(s, my, view->n);
  if (my->finished || !rmr_is_ready(view, p)) return true;
  switch (s->act[my->at].until) {
  case ABOUT_TO_WRITE_AGAIN: return my->writes == 1 && view->process[p].pending.kind == RMR_WRITE;
  case HAS_WRITTEN_ONCE: return my->writes == 1;
  case HAS_WRITTEN_TWICE: return my->writes == 2;
  case WAITS: break;
  }
  return false;
}

/* The first whose turn it is in an act, and the first of the rounds. An act without a cast is left out. */
static inline void play_begin_act(const struct play *s, struct play_state *my, uint32_t n)
{
  for (; my->at <= s->n_opening; my->at++) {
    const enum play_cast cast = s->act[my->at].cast;
    my->j = cast == MIDDLE ? 2 : 1;
    if (my->j < n || (cast != OTHERS && cast != MIDDLE)) return;
  }
}

static inline void play_next_act(const struct play *s, struct play_state *my, uint32_t n)
{
  const enum play_cast cast = s->act[my->at].cast;
  my->writes = 0;
  my->finished = false;
  my->steps = 0;
  if ((cast == OTHERS || cast == MIDDLE) && my->j + 1 < n) {
    my->j++;
    return;
  }
  if (++my->at == s->n_acts) {
    my->at = ++my->j < n ? s->n_opening : 0;
    if (my->at == s->n_opening) return;
  }
  play_begin_act(s, my, n);
}

static inline rmr_action play_choose(const struct play *s, void *self, struct rmr_host *host,
                                     const struct rmr_view *view)
{
  struct play_state *my = self;
  if (my->j == 0) play_begin_act(s, my, view->n);
  for (uint64_t skipped = 0;; skipped++) {
    const bool is_over = play_act_is_over(s, my, view);
    if (!is_over && my->steps <= steps_of_act(view->n, my->gave_up)) return play_actor(s, my, view->n);
    if (!is_over) {
      my->gave_up = true;
      host->give_up(host);
    }
    if (skipped > 8 * (uint64_t)view->n + 8) return rmr_next_ready(view, 0);
    play_next_act(s, my, view->n);
  }
}

static inline void play_observe(void *self, struct rmr_host *host, const struct rmr_view *view,
                                const struct rmr_event *event)
{
  struct play_state *my = self;
  (void)host, (void)view;
  my->steps++;
  if (event->kind == RMR_WRITE && my->writes < 2) my->writes++;
  if (event->to == RMR_REMAINDER) my->finished = true;
}

#endif
