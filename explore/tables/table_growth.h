/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * table_growth.h: how the tables of automaton.h grow, for the files of this folder that make them.
 *
 * They begin with where everybody may stand at first, and with what registers may hold (grow_starts.c). The row of a
 * local state has an entry for each value that its access may find (grow_rows.c); an entry may bring a new local state
 * and a new value (grow_numbers.c), and a new value makes rows longer. With time every local state and every value is
 * followed through a tick as well (grow_ticks.c). automaton.c goes round until nothing is new.
 */
#ifndef EXPLORE_TABLES_TABLE_GROWTH_H
#define EXPLORE_TABLES_TABLE_GROWTH_H

#include "explore/tables/automaton.h"

/* How many values are looked at between two looks at the clock. What an entry of a row takes, with what a space makes
 * of it; a row; and what all of them may always take. */
enum { POLL_EVERY = 256, ENTRY_BYTES = 40, ROW_BYTES = 64, SMALL_TABLES = 1 << 24 };

/* While the tables grow, each local state has a row of its own; at the end the rows are laid one behind the other. */
struct automaton_row {
  uint32_t *next, *written;
  uint32_t n;  /* values that have been tried */
  bool ticked; /* it is known what a tick leads to */
};

struct growth {
  struct automata *a;
  struct automaton_row **row;           /* [p][local] */
  const struct automata_change *change; /* NULL: none */
  struct table_limits limits;
  uint64_t entries; /* of all rows: numbers of 32 bits */
  uint64_t rows;    /* of all processes */
  uint32_t ended;   /* whose step function came to its END; 0: nobody's */
  uint32_t mixed;   /* who changes a register that holds a time otherwise than by writing to it; 0: nobody */
  bool changed;
  struct error *e;
};

/* What makes two local states one, beside the algorithm's bytes. */
struct local_identity {
  uint32_t session, passages, before, inherited;
  uint8_t section;
  bool done, restarted;
  struct ticks_local timer;
};

static inline struct ticks_local grow_timer(const struct automata *a, uint32_t p, uint32_t local)
{
  return ticks_pass(&a->ticks) ? a->process[p].timer[local] : (struct ticks_local){0};
}

/* What a step of P_p is told of sessions: its own. */
static inline const uint32_t *grow_sessions(const struct automata *a, uint32_t p, uint32_t session)
{
  a->asked[p] = session;
  return a->asked;
}

/* --- grow_numbers.c: numbers of values and of local states, new or old -------------------------------------------- */

uint32_t grow_value(struct growth *, uint32_t var, rmr_word value);
uint32_t grow_local(struct growth *, uint32_t p, const void *state, const struct local_identity *, struct rmr_op);
struct local_identity grow_identity(const struct automaton *, uint32_t local);

/* --- grow_starts.c: where everybody may be at first, and after a crash -------------------------------------------- */

bool grow_initial_values(struct growth *);
void grow_initial_locals(struct growth *, uint32_t p);
void grow_heirs(struct growth *, uint32_t p);
void grow_dead(struct growth *, uint32_t p);
void grow_restart(struct growth *, uint32_t p, uint32_t local);
void grow_change(struct growth *, uint32_t actor);
bool grow_starts_well(const struct growth *);

/* --- grow_rows.c: what the step function says --------------------------------------------------------------------- */

/* The session of a passage that asks for the given choice. */
uint32_t grow_session(const struct automata *, uint32_t p, uint32_t choice);

/* The pending access instead of this one, if somebody changes it. */
struct rmr_op grow_access(const struct growth *, struct rmr_op);

/* A pending write as the table has it: with the age of what it writes, if that is a time. */
struct rmr_op grow_with_age(const struct automata *, struct rmr_op, const struct ticks_local *at);

/* Has P_p make its step from a local state after its access found `value`, on a copy of the algorithm's own state. */
struct rmr_op grow_step(const struct growth *, uint32_t p, uint32_t local, rmr_word value, uint32_t choice,
                        void *state);

/* Tries the values that the row of a local state does not have yet. False: there is no room for them. */
bool grow_row(struct growth *, uint32_t p, uint32_t local);

/* Whether rows may have so many entries more. */
bool grow_has_room(const struct growth *, uint64_t entries);

/* Whether everybody has no more local states than the limit. */
bool grow_small_enough(const struct growth *);

/* --- grow_again.c ------------------------------------------------------------------------------------------------- */

/* Asks everything again. False: the step function is none; *e says where. */
bool grow_again(const struct growth *);

/* --- grow_ticks.c ------------------------------------------------------------------------------------------------- */

/* Follows through a tick what is known so far. */
bool grow_ticks(struct growth *);

/* Notes what values a tick leads to, when all is numbered. */
void grow_note_ticks(struct growth *);

#endif
