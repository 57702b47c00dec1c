/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * shadow.h: the processes of an algorithm run beside a simulation, outside of it: the step functions called with the
 * replies that the events tell, on local states that the test owns and can look into. Behind each state lie bytes that
 * must never change.
 */
#ifndef TESTS_SHADOW_H
#define TESTS_SHADOW_H

#include "client.h"

enum { SHADOW_MOST = 64, SHADOW_GUARD = 32 };

struct shadow {
  const struct rmr_algorithm *algorithm;
  const struct sim *sim;
  struct rmr_in in;
  size_t stride, size; /* size: of a local state */
  uint32_t session[SHADOW_MOST + 1];
  unsigned char *local;
  struct rmr_op pending[SHADOW_MOST + 1];
};

static inline unsigned char *shadow_state(const struct shadow *s, uint32_t p)
{
  return s->local + p * s->stride;
}

/* A simulation that has not made a step yet. */
static inline void shadow_init(struct shadow *s, const struct sim *sim)
{
  const struct rmr_view *view = sim_view(sim);
  *s = (struct shadow){.algorithm = sim_system(sim)->algorithm, .sim = sim};
  assert_true(view->n <= SHADOW_MOST && view->step == 0);
  s->size = rmr_state_size(s->algorithm, view->n);
  s->stride = (s->size + 15) / 16 * 16 + SHADOW_GUARD;
  s->local = mem_new(view->n + 1, s->stride);
  s->in = (struct rmr_in){.n = view->n,
                          .given = true,
                          .sessions = s->session,
                          .parameters = sim_system(sim)->spec.parameters,
                          .n_sessions = sim_system(sim)->size.sessions,
                          .self = sim_system(sim)->algorithm->self};
  for (uint32_t p = 1; p <= view->n; p++) {
    s->session[p] = view->process[p].session;
    memset(shadow_state(s, p) + s->size, 0xa5, s->stride - s->size);
    s->in.i = s->in.id = p;
    s->pending[p] = system_step(sim_system(sim), shadow_state(s, p), &s->in);
  }
}

static inline void shadow_free(struct shadow *s)
{
  free(s->local);
}

/* The step that the simulation has just made. */
static inline void shadow_step(struct shadow *s, const struct rmr_event *event)
{
  s->session[event->process] = sim_view(s->sim)->process[event->process].session;
  s->in.i = s->in.id = event->process;
  s->in.value = event->before;
  s->pending[event->process] = system_step(sim_system(s->sim), shadow_state(s, event->process), &s->in);
}

/* Asks again what P_p is poised to do, on a state that may lie anywhere. */
static inline struct rmr_op shadow_peek(const struct shadow *s, uint32_t p, void *state)
{
  struct rmr_in in = s->in;
  in.i = in.id = p;
  in.given = false;
  in.value = 0x5a5a5a5a;
  return system_step(sim_system(s->sim), state, &in);
}

static inline bool same_op(const struct rmr_op *a, const struct rmr_op *b)
{
  return a->kind == b->kind && a->line == b->line && a->section == b->section && a->var == b->var &&
         a->value == b->value;
}

#endif
