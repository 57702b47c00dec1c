/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * client.h: tools that the tests of the simulator share: a simulation stepped by hand, a run under a named adversary,
 * and events that can be compared. Everything asserts; nothing has to be checked by the caller. The toys are small
 * algorithms, right and wrong ones, in tests/toys/. Include this last: cmocka has a macro called fail.
 */
#ifndef TESTS_CLIENT_H
#define TESTS_CLIENT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "sim/run.h"

#include <cmocka.h>

extern const struct rmr_algorithm rmr_algorithm_open_door, rmr_algorithm_queue_jumper, rmr_algorithm_embrace,
  rmr_algorithm_chapel, rmr_algorithm_leaky, rmr_algorithm_mixer, rmr_algorithm_lingerer, rmr_algorithm_alternation,
  rmr_algorithm_courtesy, rmr_algorithm_quitter, rmr_algorithm_lease, rmr_algorithm_gates, rmr_algorithm_stray,
  rmr_algorithm_tally, rmr_algorithm_relay, rmr_algorithm_oubliette, rmr_algorithm_bereaved;

/* The wanted run. Zeroes are sensible but for algorithm and n: cc, distinct sessions, one passage each, random. */
struct request {
  const struct rmr_algorithm *algorithm;
  uint32_t n;
  enum memory memory;
  const char *sessions, *adversary;
  uint32_t passages; /* 0: one; ENDLESS: no end */
  uint64_t seed, max_steps;
  uint32_t observed;
  struct faults faults;
  struct time_spec time;
};

#define ENDLESS UINT32_MAX

struct client {
  struct sessions sessions; /* kept by reference by what follows */
  struct system *system;    /* of the sim */
  struct sim *sim;          /* stepped by hand, or NULL */
  struct run *run;          /* run to its end, or NULL */
};

/* Whether a run may end in a deadlock: the algorithm is wrong, or without time. */
static inline bool client_may_be_stuck(const struct rmr_algorithm *a)
{
  return a->claims.wrong != NULL || a->claims.timed;
}

static inline struct system_spec client_setup(struct client *c, const struct request *r)
{
  struct error e = {0};
  assert_true(sessions_parse(r->sessions != NULL ? r->sessions : "distinct", &c->sessions, &e));
  const uint32_t passages = r->passages == 0 ? 1 : r->passages == ENDLESS ? 0 : r->passages;
  return (struct system_spec){.algorithm = r->algorithm,
                              .n = r->n,
                              .memory = r->memory,
                              .passages = passages,
                              .sessions = &c->sessions,
                              .faults = r->faults,
                              .time = r->time,
                              .seed = r->seed};
}

/* A sim of its own. NULL: *e tells why. */
static inline struct sim *client_sim(struct client *c, const struct system_spec *spec, struct error *e)
{
  c->system = system_create(spec, e);
  c->sim = c->system != NULL ? sim_create(c->system, e) : NULL;
  return c->sim;
}

/* A simulation to be stepped by hand. */
static inline struct client *client_open(const struct request *r)
{
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct system_spec setup = client_setup(c, r);
  if (client_sim(c, &setup, &e) == NULL) fail_msg("%s", e.text);
  return c;
}

/* A run that has not begun. */
static inline struct client *client_prepare(const struct request *r)
{
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct run_spec spec = {
    .setup = client_setup(c, r), .adversary = r->adversary, .max_steps = r->max_steps, .observed = r->observed};
  c->run = run_create(&spec, &e);
  if (c->run == NULL) fail_msg("%s", e.text);
  return c;
}

/* A run that has ended; `observe` may be NULL. */
static inline struct client *client_run(const struct request *r, void (*observe)(void *, const struct rmr_event *),
                                        void *self)
{
  struct error e = {0};
  struct client *c = client_prepare(r);
  if (observe != NULL) run_observe(c->run, (struct run_observer){observe, self});
  if (!run_go(c->run, &e)) fail_msg("%s: %s", r->algorithm->name, e.text);
  return c;
}

static inline void client_close(struct client *c)
{
  sim_free(c->sim);
  run_free(c->run);
  system_free(c->system);
  free(c);
}

/* One step of a ready process of c->sim (client.c: the one place of the tests that compiles the step itself). */
struct rmr_event client_step(struct client *c, uint32_t p);

/* The same, or of a parked one, which reads again. */
struct rmr_event client_any_step(struct client *c, uint32_t p);

static inline const struct rmr_process *client_process(const struct client *c, uint32_t p)
{
  return &sim_view(c->sim != NULL ? c->sim : run_sim(c->run))->process[p];
}

/* Some ready process, or 0 when nobody can move. */
static inline uint32_t client_pick(const struct client *c, uint64_t *rng)
{
  const struct rmr_view *view = sim_view(c->sim);
  return view->n_ready != 0 ? view->ready[rng_below(rng, view->n_ready)] : 0;
}

/* Its parameters as its table has them, for who asks a step function of n processes himself. They stay. */
const void *client_parameters(const struct rmr_algorithm *algorithm, uint32_t n);

/* Whether it has more registers the more passages are made. Then passages without end are not for the explorer. */
bool client_grows(const struct rmr_algorithm *algorithm);

/* Whether passages without end are for the explorer, without a cap: it does not grow, and its registers are bounded. */
bool client_is_bounded(const struct rmr_algorithm *algorithm);

static inline const struct rmr_algorithm *algorithm_named(const char *name)
{
  struct error e = {0};
  const struct rmr_algorithm *a = algorithm_find(name, &e);
  assert_non_null(a);
  return a;
}

static inline const char *label_of(const struct rmr_algorithm *a, const struct rmr_event *event)
{
  return rmr_line_of(a, event->line)->label;
}

/* Field by field, as the struct may have padding. */
static inline void assert_same_event(const struct rmr_event *a, const struct rmr_event *b)
{
  assert_int_equal(a->step, b->step);
  assert_int_equal(a->process, b->process);
  assert_int_equal(a->line, b->line);
  assert_int_equal(a->kind, b->kind);
  if (rmr_kind_accesses(a->kind)) assert_int_equal(a->var, b->var);
  assert_int_equal(a->before, b->before);
  assert_int_equal(a->after, b->after);
  assert_int_equal(a->cause, b->cause);
  assert_int_equal(a->from, b->from);
  assert_int_equal(a->to, b->to);
  assert_int_equal(a->session, b->session);
  assert_int_equal(a->woken, b->woken);
  assert_int_equal(a->blocked, b->blocked);
  assert_int_equal(a->parked, b->parked);
  assert_int_equal(a->passage_rmr, b->passage_rmr);
  assert_int_equal(a->passage_steps, b->passage_steps);
}

/* All events of a run. */
struct events {
  struct rmr_event *event;
  size_t n, capacity;
};

static inline void events_keep(void *self, const struct rmr_event *event)
{
  struct events *all = self;
  if (all->n == all->capacity) {
    all->capacity = all->capacity * 2 + 64;
    all->event = mem_grow(all->event, all->capacity, sizeof *all->event);
  }
  all->event[all->n++] = *event;
}

static inline void events_free(struct events *all)
{
  free(all->event);
  *all = (struct events){0};
}

static inline void assert_same_events(const struct events *a, const struct events *b)
{
  assert_int_equal(a->n, b->n);
  for (size_t k = 0; k < a->n; k++) assert_same_event(&a->event[k], &b->event[k]);
}

/* Runs the request twice, and asserts the same events both times. Returns how the runs ended. */
static inline enum run_end client_run_twice(const struct request *r, size_t *n_events)
{
  struct events first = {0}, second = {0};
  struct client *c = client_run(r, events_keep, &first);
  const enum run_end end = run_ended(c->run);
  client_close(c);
  client_close(client_run(r, events_keep, &second));
  assert_same_events(&first, &second);
  *n_events = first.n;
  events_free(&first);
  events_free(&second);
  return end;
}

/* One of each kind of adversary, none of which may wait for ever. */
static const char *const client_adversaries[] = {"random",        "round_robin",          "solo",  "greedy",
                                                 "bursty",        "pct:depth=4,steps=99", "timed", "burns_lamport",
                                                 "bursty:mean=3", "burns_lamport_cubic"};
enum { N_CLIENT_ADVERSARIES = sizeof client_adversaries / sizeof *client_adversaries };

#endif
