/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_registers.h: the registers of an algorithm for the checker of certificates, from its text alone: their possible
 * values, their indices, their writers, and their first values. Where a state has its words is as in scene.h; the
 * values that the words may have are decided here.
 */
#ifndef PROVE_CHECK_REGISTERS_H
#define PROVE_CHECK_REGISTERS_H

#include "prove/check_values.h"
#include "prove/scene.h"

struct check_type {
  enum abstract_kind kind;
  int32_t least, most; /* of PLAIN; least also of PLACE: 0, or 1 where it is never nil */
  bool bounded;        /* PLAIN has a range */
};

struct check_group {
  struct check_type holds, part[MOST_PARTS];
  uint32_t n_indices;
  bool of_processes[2]; /* the index is any process */
  int32_t low[2], high[2];
  bool alone; /* the process of the row writes it, and no other; a step that does otherwise is refused */
};

struct check_registers {
  const struct scene *scene;
  struct check_group group[RMR_MAX_GROUPS];
  bool ordered;        /* numbers or sessions occur, in registers or in locals */
  const char *refused; /* why the text is not followed; NULL: it is */
};

/* Also compares with the places of words that the scene has. */
void registers_fill(struct check_registers *out, const struct scene *scene);

/* Whether an expression is made of numbers, parameters and the argument of an update, and at one N of N: else it may be
 * another one at each N. */
bool is_constant(const struct scene *scene, const struct expr *x);

/* The identity of a member. */
struct abstract member_identity(const struct scene *scene, uint32_t member);
int member_at(const struct scene *scene, struct abstract identity); /* NO_MEMBER: it is none */

/* The cell of a register, or NO_CELL. The member that alone writes it, or NO_MEMBER; whether only members do. */
int register_cell(const struct check_registers *r, uint32_t group, const struct abstract index[2]);
int register_owner(const struct check_registers *r, uint32_t group, const struct abstract index[2]);
bool only_members_write(const struct check_registers *r, uint32_t group, const struct abstract index[2]);
void cell_index(const struct scene *scene, uint32_t cell, struct abstract out[2]);

/* A value as a register of the group, or a variable of this type, holds it. */
struct abstract fitted(struct computation *c, const struct check_registers *r, uint32_t group, struct abstract a);

/* The value of the register at first. */
struct abstract initial_value(struct computation *c, const struct check_registers *r, uint32_t group,
                              const struct abstract index[2]);

#endif
