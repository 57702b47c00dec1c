/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reach.h: all states of a scene and the steps between them, breadth first; and the most that a path through them
 * costs.
 */
#ifndef PROVE_REACH_H
#define PROVE_REACH_H

#include <stdatomic.h>

#include "prove/abstract_step.h"

enum reach_end {
  REACH_ALL,       /* all states were found */
  REACH_EXCLUSION, /* two members that conflict are in the critical section: the last state */
  REACH_ORDER,     /* a member entered before one that came first */
  REACH_STUCK,     /* a step cannot be followed */
  REACH_MEMORY,    /* there are too many states */
  REACH_INTERRUPTED,
};

struct abstract_edge {
  uint32_t to;
  uint8_t weight;
  uint8_t member, section;
};

struct abstract_graph {
  int32_t *word; /* [state * length] */
  uint32_t length, n_states, capacity;
  const int32_t *view;  /* where the first word of a state is the number of a view: [number * view_length], or NULL */
  uint32_t view_length; /* (views_paths.c) */
  uint64_t *slot;       /* 32 bits of a state's hash, and its number + 1; or 0. Open addressing */
  uint32_t n_slots;     /* a power of two */
  uint32_t *first;      /* [state]: its steps in `edge`; one more at the end */
  struct abstract_edge *edge;
  size_t n_edges, edge_capacity;
  uint32_t *from; /* [state]: the state before it on a shortest run; itself at the beginning */
  uint16_t *by;   /* [state]: the line of the step from there */
  uint8_t *mover; /* [state]: the member that made it */
  /* Where the search ended, if it was not REACH_ALL: the state in which two members are in the critical section, or
   * that before the step in the wrong order, or before the one that cannot be followed; and that step. */
  uint32_t last;
  uint16_t last_line;
  uint8_t last_mover;
  const char *stuck;
};

/* How far a search is: so many states, of which some wait. */
struct reach_progress {
  const char *what; /* is searched, for people */
  uint32_t states, waiting;
  size_t bytes;
};

struct reach_limits {
  size_t memory; /* bytes */
  const atomic_bool *interrupt;
  void (*tell)(void *listener, const struct reach_progress *now); /* may be NULL */
  void *listener;
  const char *what; /* for the listener */
};

/* Where a search is: tells it. REACH_ALL: it may go on; else it ends so. */
enum reach_end reach_poll(const struct reach_limits *limits, uint32_t states, uint32_t waiting, size_t bytes);

static inline bool reach_is_interrupted(const struct reach_limits *limits)
{
  return limits->interrupt != NULL && atomic_load(limits->interrupt);
}

enum reach_end reach_all(struct scene *scene, bool exclusion, const struct reach_limits *limits,
                         struct abstract_graph *out);
void reach_free(struct abstract_graph *reach);

/* Adds a state, if it is new, and returns its number; and an edge from the last state whose `first` was set. For graphs
 * that are made in another way, whose `length` is given. */
uint32_t reach_add_state(struct abstract_graph *r, const int32_t *state);
void reach_add_edge(struct abstract_graph *r, struct abstract_edge edge);
size_t reach_bytes(const struct abstract_graph *r);

static inline const int32_t *reach_state(const struct abstract_graph *r, uint32_t state)
{
  return r->word + (size_t)state * r->length;
}

/* The words of the members and registers. */
static inline const int32_t *reach_words(const struct abstract_graph *r, uint32_t state)
{
  const int32_t *words = reach_state(r, state);
  return r->view != NULL ? r->view + (size_t)words[0] * r->view_length : words;
}

/* Whether two members that conflict are in the critical section. */
bool reach_are_inside(const struct scene *scene, const int32_t *state);

/* The count of a path, and where it counts. */
enum reach_path {
  REACH_PASSAGE, /* the weights in one passage of the observed member */
  REACH_EXIT,    /* its own steps in one exit, or in one way through Recover */
  REACH_BYPASS,  /* in one passage, the entries of the other member while it is in the waiting room */
};

#define REACH_NO_BOUND UINT64_MAX

/* The most that a path counts; REACH_NO_BOUND: there is a cycle that counts something. *potential: the most from each
 * state, which the caller frees; potential: NULL, if nobody asks. */
uint64_t reach_most(const struct scene *scene, const struct abstract_graph *reach, enum reach_path path,
                    uint64_t **potential);

/* A step of a graph. */
struct reach_step {
  uint32_t from;
  const struct abstract_edge *edge;
  uint16_t line;
};

/* A loop that counts something, in one passage, exit or wait: the shortest one through a step of it, which comes first.
 * The caller frees `step`. */
struct reach_loop {
  struct reach_step *step;
  size_t n;
};

/* False: there is none. */
bool reach_find_loop(const struct scene *scene, const struct abstract_graph *reach, enum reach_path path,
                     struct reach_loop *out);

/* The most that a path through a passage pays, and the cost of each line on one such path. */
struct reach_paid {
  uint64_t most; /* REACH_NO_BOUND: lines are not known */
  uint16_t by_line[RMR_MAX_LINES];
};

/* Adds so many times as much. */
void reach_add_paid(struct reach_paid *to, const struct reach_paid *more, uint64_t times);

/* Takes what a path pays at most, if it is more. *potential as above. */
void reach_pay(const struct scene *scene, const struct abstract_graph *reach, uint64_t **potential,
               struct reach_paid *to);

#endif
