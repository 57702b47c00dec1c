/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * table_growth.h: how the tables of automaton.h grow, for the files of this folder that make them.
 *
 * They begin with the initial local states and the initial values of registers (grow_starts.c). The row of a local
 * state has an entry for each value that its access may find (grow_rows.c); an entry may bring a new local state and a
 * new value (grow_numbers.c), and a new value makes rows longer. With time every local state and every value is
 * followed through a tick as well (grow_ticks.c). automaton.c repeats this until nothing is new.
 */
#ifndef EXPLORE_TABLES_TABLE_GROWTH_H
#define EXPLORE_TABLES_TABLE_GROWTH_H

#include "explore/tables/automaton.h"

/* Values tried between two polls of the clock. Bytes of an entry of a row, with what a space makes of it; bytes of a
 * row; bytes that all of them may always take. */
enum { POLL_EVERY = 256, ENTRY_BYTES = 40, ROW_BYTES = 64, SMALL_TABLES = 1 << 24 };

/* While the tables grow, each local state has a row of its own; at the end the rows are concatenated. */
struct automaton_row {
  uint32_t *next, *written;
  uint32_t n;     /* values that have been tried */
  bool ticked;    /* the successor by a tick is known */
  bool committed; /* those by commits are */
};

struct growth {
  struct automata *a;
  struct automaton_row **row;           /* [p][local] */
  const struct automata_change *change; /* NULL: none */
  struct table_limits limits;
  uint64_t entries; /* of all rows: numbers of 32 bits */
  uint64_t rows;    /* of all processes */
  uint32_t ended;   /* the process whose step function reached its END; 0: none */
  uint32_t astray;  /* a process whose passage or recovery begins with an access to no register; 0: none */
  uint32_t astray_local;
  uint32_t early; /* a process whose passage or exit begins with a delay, where there is time; 0: none */
  uint16_t early_line;
  uint32_t mixed; /* a process that changes a register with a time other than by a write; 0: none */
  bool changed;
  struct error *e;
};

/* Two local states are one if these agree, and the algorithm's bytes. */
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

/* What the step function of P_p receives, but for what an access found: the identity that `before` stands for, the
 * session that it asks for, and its clock. */
static inline struct rmr_in grow_in(const struct automata *a, uint32_t p, uint32_t before, uint32_t session,
                                    const struct ticks_local *at)
{
  a->asked[p] = session;
  return (struct rmr_in){.i = p,
                         .n = a->n,
                         .id = system_identity(a->system, p, before),
                         .sessions = a->asked,
                         .parameters = a->system->spec.parameters,
                         .now = ticks_now(&a->ticks, at),
                         .n_sessions = a->system->size.sessions,
                         .self = a->system->algorithm->self};
}

/* --- grow_numbers.c: numbers of values and of local states, new or old -------------------------------------------- */

uint32_t grow_value(struct growth *, uint32_t var, rmr_word value);
uint32_t grow_local(struct growth *, uint32_t p, const void *state, const struct local_identity *, struct rmr_op);
struct local_identity grow_identity(const struct automaton *, uint32_t local);

/* --- grow_starts.c: local states at first, and after a crash ------------------------------------------------------ */

bool grow_initial_values(struct growth *);
void grow_initial_locals(struct growth *, uint32_t p);
void grow_heirs(struct growth *, uint32_t p);
void grow_dead(struct growth *, uint32_t p);
void grow_restart(struct growth *, uint32_t p, uint32_t local);
void grow_change(struct growth *, uint32_t actor);

/* --- grow_commits.c ----------------------------------------------------------------------------------------------- */

/* A pending operation as the table has it, and what becomes of it (the fields of *local that depend on the buffer). A
 * change of the environment has no buffer: it is in memory at once. */
struct rmr_op grow_settle(const struct automata *, uint32_t actor, const void *state, struct rmr_op,
                          struct automaton_local *local);

/* Follows a local state through every commit that is possible in it. */
void grow_commits(struct growth *, uint32_t p, uint32_t local);

/* --- grow_rows.c: answers of the step function -------------------------------------------------------------------- */

/* The session of a passage that asks for the given choice. */
uint32_t grow_session(const struct automata *, uint32_t p, uint32_t choice);

/* The pending access after struct automata_change, if there is one. */
struct rmr_op grow_access(const struct growth *, struct rmr_op);

/* A pending write as it is in the table: with the age of what it writes, if that is a time. */
struct rmr_op grow_with_age(const struct automata *, struct rmr_op, const struct ticks_local *at);

/* Makes P_p's step from a local state after its access found `value`, on a copy of the algorithm's own state. */
struct rmr_op grow_step(const struct growth *, uint32_t p, uint32_t local, rmr_word value, uint32_t choice,
                        void *state);

/* Tries the values that the row of a local state lacks. False: there is no room for them. */
bool grow_row(struct growth *, uint32_t p, uint32_t local);

/* Whether rows may grow by `entries` entries. */
bool grow_has_room(const struct growth *, uint64_t entries);

/* Whether no process has more local states than the limit. */
bool grow_small_enough(const struct growth *);

/* --- grow_again.c ------------------------------------------------------------------------------------------------- */

/* Calls every step again. False: the step function is not a function; *e says where. */
bool grow_again(const struct growth *);

/* --- grow_ticks.c ------------------------------------------------------------------------------------------------- */

/* Follows everything known so far through a tick. */
bool grow_ticks(struct growth *);

/* Records the successors of values by a tick, when all are numbered. */
void grow_note_ticks(struct growth *);

#endif
