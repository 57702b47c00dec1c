/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_way.h: one way of a step while the checker makes it. For the files that check_step.h names.
 */
#ifndef PROVE_CHECK_WAY_H
#define PROVE_CHECK_WAY_H

#include "prove/check_step.h"

struct way {
  const struct check_scene *of;
  const struct scene *scene;
  const struct flow *flow;
  int32_t *state;
  uint32_t member;
  struct computation c;
  bool quiet, begins; /* no conflicting process is active; and from this step on */
  uint32_t counted;
  struct check_access access;
  bool seen; /* another member may see the access, or may have changed what it reads */
  bool unlisted;
  bool moved; /* a number or a session has come, or gone: names may be others now */
};

/* --- check_state.c: words of the state ---------------------------------------------------------------------------- */

static inline int32_t *member_words(const struct way *w, uint32_t member)
{
  return &w->state[state_member(w->scene, member)];
}

static inline int32_t *slot_of(const struct way *w, uint8_t slot)
{
  return &member_words(w, w->member)[STATE_SLOTS + slot];
}

static inline int32_t *word_of_cell(const struct way *w, int cell)
{
  return &w->state[state_cells(w->scene) + (uint32_t)cell];
}

/* Writes a value; CELL_ANY into the word of a cell. */
void put_value(struct way *w, int32_t *word, struct abstract a);
void put_any(struct way *w, int32_t *word);

bool copy_bit(const struct way *w, int cell);
void set_copy_bit(const struct way *w, int cell, bool set);

/* Begins to compute with the values of the state. */
void begin_computing(struct way *w);

/* The state in the form that all states like it have: numbers by rank, sessions in the order of their words. */
void to_normal_form(struct way *w);

/* The end of a step, before this access: slots that nobody reads any more are cleared. */
void arrive_at(struct way *w, const struct node *at);

void clear_elements(struct way *w, uint8_t slot);
/* The number of an array, and the word of one of its elements. NULL: nothing is remembered of it. */
uint32_t array_of(const struct way *w, uint8_t slot);
int32_t *element_of(struct way *w, uint32_t array, struct abstract index);

/* --- check_others.c ----------------------------------------------------------------------------------------------- */

struct abstract written_by_others(struct way *w, uint32_t group, const struct abstract index[2]);
struct abstract ever_in_array(struct way *w, uint32_t array);

/* Whether the values are listed that the member writes to a register; to an element; that its registers hold now. */
void must_be_listed(struct way *w, uint32_t holder, struct abstract a);
void must_be_listed_while_quiet(struct way *w);

/* The same of all that registers and elements hold at first, of any process. False: one is not followed. */
bool initial_must_be_listed(struct way *w);

/* --- check_expression.c ------------------------------------------------------------------------------------------- */

struct abstract value_of(struct way *w, const struct value *v);

/* --- check_access.c ----------------------------------------------------------------------------------------------- */

/* Whether the member may move, and whether it is quiet from here on. */
void begin_quiet(struct way *w);
void make_access(struct way *w, const struct node *n, bool only_hidden);

#endif
