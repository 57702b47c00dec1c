/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_step.h: the steps of the members of a scene, as the checker of certificates makes them. They follow
 * language/machine.c, which carries out the graph of a text, and docs/every-n.md: no line of the prover's own step
 * (abstract_step.h) is used, and nothing is kept from one step to the next. Both share only the layout of a state
 * (scene.h), as the states of a certificate are written in it.
 *
 *   check_values.c     identities, numbers, sessions and computations with them
 *   check_registers.c  the values of registers, their writers, their first values
 *   check_state.c      the words of a state
 *   check_others.c     the values that processes beside the members write, and whether a value is one of them
 *   check_expression.c values of expressions of the graph
 *   check_access.c     an access: the value read, the value left, the cost
 *   check_step.c       a step: an access, and all ways through the local nodes behind it
 *   check_hidden.c     steps that no other member sees
 *   check_paths.c      the words of views about a path: the order of the two, copies, its count
 */
#ifndef PROVE_CHECK_STEP_H
#define PROVE_CHECK_STEP_H

#include "prove/check_registers.h"

/* A scene, with what its steps need. */
struct check_scene {
  const struct scene *scene;
  struct check_registers registers;
  struct relations ring, list[MOST_MEMBERS];
  bool lists; /* whether each value that is written is among the listed ones */
};

/* An access. home: it is of a register of the member's own, where registers have homes; of_others: an index is another
 * process. */
struct check_access {
  int cell; /* NO_CELL: the scene has none */
  bool accesses, writes, home, of_others;
};

/* One way in which a step comes out. */
struct check_way {
  struct check_access access;
  int32_t *state;    /* behind it; NULL: it is seen, and was not followed */
  uint8_t section;   /* of the access */
  uint32_t counted;  /* 1: the account of the scene pays for it */
  bool hidden;       /* no other member sees it */
  bool wrong_order;  /* the member enters before one that came first */
  bool unlisted;     /* it writes a value that is not listed, or a register that others were to write alone */
  const char *stuck; /* why it is not followed; NULL: it is */
};

typedef bool check_way_fn(void *self, const struct check_way *way);

void check_scene_fill(struct check_scene *out, const struct scene *scene, bool lists);

/* Each calls `visit` for all states that are initial, or for all ways of the member's step; stops where it returns
 * false. only_hidden: a step that another member sees is told of, and not followed. */
bool check_begin(const struct check_scene *of, check_way_fn *visit, void *self);
bool check_step(const struct check_scene *of, const int32_t *from, uint32_t member, bool only_hidden,
                check_way_fn *visit, void *self);

/* Gives the numbers and sessions of a state the names that all states like it have. NULL: that is done; else why it
 * cannot be. */
const char *check_normal_form(const struct check_scene *of, int32_t *state);

/* The order in which two members came, behind a step of a member that leads to the section; before: the state before
 * it. Returns whether the member enters before the other one, which came first. */
bool check_who_is_first(const struct scene *scene, const int32_t *before, uint32_t member, uint8_t section,
                        int32_t *order);

/* Whether a process in the section has come, and its passage is not over (views_queue.h). */
bool check_is_there(int32_t section);

/* Whether an access is an RMR of the observed process, and whether that holds a valid copy of the register afterwards;
 * own: it makes the access itself. */
bool check_is_remote(enum memory memory, const struct check_access *access, bool own, bool *holds);

/* --- check_hidden.c ----------------------------------------------------------------------------------------------- */

struct check_hidden;
struct check_hidden *check_hidden_new(const struct check_scene *of);
void check_hidden_free(struct check_hidden *hidden);

/* The states that hidden steps of the member lead to from one, itself included, in which it has a step that others see,
 * or none at all. for_ever: there are none, and these are all; any of them stands for the others. stuck: why a step is
 * not followed. The states live until the next call. */
struct check_behind {
  int32_t *state; /* [n][length] */
  size_t n;
  bool for_ever;
  const char *stuck;
};
struct check_behind check_behind(struct check_hidden *hidden, const int32_t *state, uint32_t member);

#endif
