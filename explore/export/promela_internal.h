/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * promela_internal.h: shared by the files that write a model: promela_steps.c has names, values, conditions and
 * transitions, promela_events.c the events, promela.c the frame around them.
 */
#ifndef EXPLORE_EXPORT_PROMELA_INTERNAL_H
#define EXPLORE_EXPORT_PROMELA_INTERNAL_H

#include "explore/export/promela.h"

enum { PROMELA_NAME_SIZE = 96, PROMELA_TEXT_SIZE = 256 };

/* A register in the model. Ranks are positions in the ascending order of its values. */
struct promela_variable {
  char name[PROMELA_NAME_SIZE];
  bool numbered;    /* it holds ranks, as its values are composite, or too large for an int */
  uint32_t n;       /* values */
  uint32_t *number; /* [rank]: number of the value in the automata */
  uint32_t *rank;   /* [number] */
};

struct promela {
  const struct automata *a;
  FILE *out;
  struct promela_variable *variable; /* [var] */
  bool *in_cs;                       /* [claim]: a process may be in the critical section with it; see promela_claims */
  uint32_t n_claims;                 /* claims are below it */
  bool watched;                      /* P1 can fail: there are claims in conflict */
  bool many_initial;                 /* initial states */
};

/* The bytes of a local state of P_p. */
static inline const void *promela_state(const struct promela *m, uint32_t p, uint32_t local)
{
  return m->a->process[p].state + (size_t)local * m->a->system->state_size;
}

void promela_prepare(struct promela *m, const struct automata *a, FILE *out);
void promela_done(struct promela *m);

/* Claims to the critical section: a session; in an algorithm for plain mutual exclusion 1; in one for renaming the name
 * that is held. Whether P_p has this claim in this local state: it is in the critical section with it or, where writes
 * wait in buffers, has not committed the write of one that it has left. */
bool promela_claims(const struct promela *m, uint32_t p, uint32_t local, uint32_t claim);

/* Prints the counter of processes there with this claim. */
void promela_print_counter(const struct promela *m, uint32_t claim);

/* Whether the local state is an initial one under some choice. */
bool promela_is_initial(const struct automaton *automaton, uint32_t choices, uint32_t local);

/* The number that represents the value of this rank in the model. */
rmr_word promela_code(const struct promela *m, uint32_t var, uint32_t rank);

void promela_print_label(const struct promela *m, uint32_t p, uint32_t local);

/* Prints the condition "The register holds one of these." when: [rank], of which some but not all are marked. */
void promela_print_condition(const struct promela *m, uint32_t var, const bool *when);

/* One line " :: ..." for each way out of the local state. Returns their number. */
uint32_t promela_print_transitions(const struct promela *m, uint32_t p, uint32_t local);

/* The same for commits of its writes. */
uint32_t promela_print_commits(const struct promela *m, uint32_t p, uint32_t local);

/* The same for its crash. */
uint32_t promela_print_crash(const struct promela *m, uint32_t p, uint32_t local);

/* The remaining crashes and expiries, and the dead processes. */
void promela_print_budgets(const struct promela *m);

/* The process that makes the events of no process. */
void promela_print_environment(const struct promela *m);

#endif
