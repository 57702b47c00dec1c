/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract_step.h: the steps of the members of a scene. A step is an access to a register and the local computation
 * behind it, as in language/machine.c, but with abstract values: it can come out in several ways.
 *
 * The cost of a step of the observed member goes, in the scene of one member, to its *own account*: every access but
 * those to a register of an array [1..N] that is another process's. In a scene of two, its account *with the other
 * one*: accesses to the registers of that process. So a passage costs at most its own account and one account with each
 * other process.
 */
#ifndef PROVE_ABSTRACT_STEP_H
#define PROVE_ABSTRACT_STEP_H

#include "prove/scene.h"

/* The access of a step. */
struct step_access {
  bool any, writes;
  bool home;  /* the register lies in the memory of the member that accesses it */
  uint8_t of; /* the processes whose register it is, but for that member: bit per member, and OF_OTHERS */
  int cell;   /* NO_CELL: it is none */
  /* The register, the value before and the value after, packed; `before` and `after` only if it does so. */
  int32_t row, column, before, after;
};

enum { OF_OTHERS = 1 << MOST_MEMBERS };

/* One way in which a step came out. */
struct walked {
  int32_t *state;   /* [scene->length] */
  uint16_t line;    /* of the access */
  uint8_t section;  /* to which the access belongs */
  uint32_t weight;  /* of the observed member's access: 1 if it is a remote reference that its account pays */
  bool hidden;      /* no member sees it (hidden.h) */
  bool sees;        /* the access is to a cell that others write or read */
  bool always_sees; /* so it is in every way of the step */
  bool wrong_order; /* the member enters before one that came first (P5) */
  struct step_access access;
  const uint8_t *named; /* the name that each node of the state before has in this one; 0: it is forgotten */
  const char *stuck;    /* why it cannot be followed; NULL: it can */
};

/* Calls visit for each initial state, or for each way in which the member's step from a state can come out; stops
 * where it returns false. The state that it gets lives until it returns. */
typedef bool abstract_fn(void *self, const struct walked *walked);
bool abstract_begin(struct scene *scene, abstract_fn *visit, void *self);
bool abstract_step(struct scene *scene, const int32_t *state, uint32_t member, abstract_fn *visit, void *self);

/* The order in which two members came (P5): a member that begins its passage while the other one, which conflicts with
 * it, waits behind its doorway must not enter before it. Returns which order holds behind a step of the member. */
int32_t step_order(int32_t order, uint32_t member, uint8_t before, uint8_t after, bool other_waits, bool *wrong);

/* The indices, packed, of the register that the member's next access goes to. False: they can come out in several ways,
 * or not at all. */
bool abstract_target(struct scene *scene, const int32_t *state, uint32_t member, int32_t *row, int32_t *column);

#endif
