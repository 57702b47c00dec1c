/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_values.h: values of the system of places (docs/every-n.md, Lemma 3), as the checker of certificates computes
 * with them. It shares with the prover how a value is written down (abstract.h), and nothing of what is done with it.
 *
 * The prover has rules for places. There are none here: the identities 0 .. N+1 of small systems are looked at one by
 * one, with each stretch of 0 to 3 processes, and a relation between places holds if it holds of some two identities in
 * them. No operation looks at more than two identities and their neighbours, so that longer stretches add nothing.
 *
 * A computation that can come out in several ways is made again for each: it *forks*.
 */
#ifndef PROVE_CHECK_VALUES_H
#define PROVE_CHECK_VALUES_H

#include "prove/abstract.h"

/* --- places ------------------------------------------------------------------------------------------------------- */

enum { MOST_PLACES = 16, IS_LESS = 1, IS_EQUAL = 2, IS_GREATER = 4 };

/* Sets of places are bits. */
struct relations {
  uint8_t order[MOST_PLACES][MOST_PLACES]; /* the possible order of two identities there: IS_... */
  uint16_t next[MOST_PLACES], before[MOST_PLACES];
  uint16_t modulo[MOST_PLACES]; /* an identity, or N + 1, modulo N */
  uint16_t identities, members; /* all places of 1 .. N, and those of members */
  uint16_t number[3];           /* where 0, 1 and 2 can be, as identities */
  int32_t end;                  /* the place of N + 1; that of N is two before it */
};

void relations_fill(struct relations *out, struct ring ring);

/* --- forks -------------------------------------------------------------------------------------------------------- */

enum { MOST_FORKS = 64, MOST_NUMBERS = 128 };

/* One computation, in one of its ways. */
struct computation {
  uint8_t taken[MOST_FORKS], of[MOST_FORKS];
  uint32_t n_forks, at;
  const char *stuck; /* why it is not followed; NULL: it is */
  bool never;        /* no run has this way */
  bool alike;        /* identities are known by equality alone: a computation that asks for more is not followed */
  /* The numbers and sessions of the state, which are found out where a new one is needed. */
  bool knows;
  void (*know)(struct computation *c, const void *state);
  const void *state;
  int32_t number[MOST_NUMBERS], n_numbers; /* ascending: 1, and those of the state */
  int32_t sessions;                        /* 1 .. */
  const struct relations *ring, *list;     /* of identities; of positions among the mover's neighbours */
  struct abstract_records *records;        /* how they are written down */
};

uint32_t fork_in(struct computation *c, uint32_t of);       /* one of 0 .. of-1 */
bool next_fork(struct computation *c);                      /* false: there are no more ways */
void cannot_follow(struct computation *c, const char *why); /* the first reason counts */

/* --- values ------------------------------------------------------------------------------------------------------- */

void know_all(struct computation *c);                      /* of the state */
void know_value(struct computation *c, struct abstract a); /* its number, its session, or those of its parts */

int32_t some_place(struct computation *c, uint16_t places); /* of none: never */
struct abstract some_number(struct computation *c, int32_t above, bool or_next_only);
struct abstract some_session(struct computation *c, bool or_none);

struct abstract as_place(struct computation *c, struct abstract a);
struct abstract as_number(struct computation *c, struct abstract a); /* of a plain one */
struct abstract as_position(struct computation *c, struct abstract a);

bool is_true(struct computation *c, struct abstract a);
bool are_equal(struct computation *c, struct abstract a, struct abstract b);
struct abstract compute(struct computation *c, const struct abstract operand[2], uint8_t kind, uint8_t shift,
                        uint8_t width);

/* The parts of a record, which a plain value has as well. */
struct abstract_record parts_of(struct computation *c, struct abstract a);

#endif
