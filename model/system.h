/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * system.h: an algorithm made concrete, once, for every engine.
 *
 * A *system* is an algorithm with its parameters, N processes, a memory, sessions and passages, resolved into an
 * immutable value: its registers, with their homes, ranges and names; the conflicts between processes; the section of a
 * process; the actions beside the steps of processes. The simulator, the explorer, the export and the benches use it,
 * and none of them keeps rules of its own.
 *
 *   memory.h     the cost of an access
 *   sessions.h   the sessions of passages
 *   system.h     the system itself: registers, sections, conflicts, changes
 *   names.h      names of registers, values and lines, and back
 *
 * A system refers to the algorithm and to everything that its spec points to; all that must outlive it. Any number of
 * engines, in any number of threads, may use one.
 */
#ifndef MODEL_SYSTEM_H
#define MODEL_SYSTEM_H

#include <rmr/types.h>

#include "model/buffer.h"
#include "model/faults.h"
#include "model/memory.h"
#include "model/neighbours.h"
#include "model/sessions.h"
#include "model/time.h"

/* The sessions of the first n passages of a process: session[k-1] is that of the k-th. Later ones follow the rule. */
struct system_asks {
  uint32_t n;
  uint32_t *session;
};

/* A register that is initialised arbitrarily, and its initial value here. */
struct system_initial {
  uint32_t var;
  rmr_word value;
};

/* The description of a system. A plain value. */
struct system_spec {
  const struct rmr_algorithm *algorithm;
  const void *parameters; /* as the algorithm's table lays them out; NULL: the values of that table */
  const char *directory;  /* for the files of a graph or an order; NULL: the current one */
  const char *text;       /* its name in all output, "anderson:slots=4" (choice.h); NULL: the algorithm's name */
  uint32_t n;             /* 1..SYSTEM_MAX_N */
  enum memory memory;
  uint32_t passages;               /* per process; 0: no end */
  const struct sessions *sessions; /* NULL: distinct */
  struct faults faults;            /* zeroed: none */
  struct time_spec time;           /* zeroed: there is no time */
  struct order_spec order;         /* zeroed: writes do not wait */
  uint64_t seed;
  /* exceptions, for given schedules; NULL and 0: none */
  const uint32_t *passages_of;          /* [1..n]: instead of `passages` */
  const struct system_asks *asks;       /* [1..n]: possible under the rule of `sessions` */
  const struct system_initial *initial; /* registers whose initial value differs from the declared one ... */
  uint32_t n_initial;                   /* ... their number */
  const uint32_t *skew_of;              /* [1..n]: how far clocks are ahead, 0 to time.skew */
};

enum { SYSTEM_GROUPS = 1 << (32 - RMR_CELL_BITS) };

/* Maps the step function's name of a register, group and cell in one word, to its number. For each group, names
 * below `end` are added to `offset`; others name a cell that the group does not have. */
struct system_places {
  int64_t offset[SYSTEM_GROUPS];
  uint32_t end[SYSTEM_GROUPS];
};

/* The registers of one group: numbers first .. first + n - 1. */
struct system_group {
  uint32_t first, n;
  const struct rmr_field
    *fields;                 /* ends with NULL; a plain register is one field without a name: width 0, the whole word */
  struct rmr_field whole[2]; /* that one */
};

struct system {
  struct system_spec spec;               /* sessions are never NULL here */
  const struct rmr_algorithm *algorithm; /* where writes wait, that with buffers; else that of the spec */
  uint32_t n, n_registers;
  enum memory memory;
  uint32_t state_size;  /* bytes of a local state */
  uint32_t watch;       /* most registers that one wait condition reads */
  struct rmr_size size; /* on which ranges and sizes depend */
  uint32_t *home;       /* [var]: 0: none */
  uint8_t *group_of;    /* [var] */
  struct system_group group[RMR_MAX_GROUPS];
  struct system_places places;
  rmr_word begin;                                /* the common time at which runs begin: time 0 is long ago */
  rmr_word end_of_time;                          /* most ticks of a run: later times do not fit */
  uint8_t after[RMR_N_SECTIONS][RMR_N_SECTIONS]; /* of section_after */
  struct sessions distinct;
  void *parameters;                   /* owned: where the spec has none, or where they have a graph */
  struct neighbours neighbours;       /* of a graph */
  const struct rmr_neighbours *graph; /* NULL: there is no graph */
  struct buffered buffered;           /* where writes wait */
};

/* The name of the algorithm with its parameters, for all output. */
static inline const char *system_spec_text(const struct system_spec *spec)
{
  return spec->text != NULL ? spec->text : spec->algorithm->name;
}

/* Whether a spec is valid: N in range, as many sessions as processes, an algorithm of this version. */
bool system_check(const struct system_spec *spec, struct error *e);

/* NULL: *e says why. */
struct system *system_create(const struct system_spec *spec, struct error *e);
void system_free(struct system *system); /* NULL is fine */

/* The data on which sizes of arrays, homes and ranges depend. The sessions must be set. */
struct rmr_size system_size_of(const struct system_spec *spec);

/* The number of passages of P_p; 0: no end. */
static inline uint32_t system_passages_of(const struct system_spec *spec, uint32_t p)
{
  return spec->passages_of != NULL ? spec->passages_of[p] : spec->passages;
}

/* The session of the k-th passage (from 1) of P_p: as given, else by the rule, which must be set. */
uint32_t system_session(const struct system_spec *spec, uint32_t p, uint32_t k);

/* How far the clock of P_p is ahead of the common time: as given, else drawn from the seed. */
uint32_t system_skew(const struct system_spec *spec, uint32_t p);

/* Whether passages of P_p and P_q for these sessions exclude each other. In renaming none do: to be in the CS is to
 * hold a name. */
static inline bool system_conflict(const struct system *system, uint32_t p, uint32_t session_p, uint32_t q,
                                   uint32_t session_q)
{
  if (system->algorithm->name_held != NULL) return false;
  if (system->graph != NULL) return rmr_adjacent(system->graph, p, q);
  return p != q && (!system->algorithm->group || session_p != session_q);
}

/* The section of a process after a step, from the sections of the line done and of the line pending (enum
 * rmr_section). It is in the CS from the step that completes its entry until its first exit access. A step from the
 * exit (or from a CS that is a step of its own) to a line of Recover or of the entry ends the passage. */
static inline uint8_t section_after(uint8_t done, uint8_t next)
{
  const bool leaving = done == RMR_EXIT || done == RMR_CS;
  switch ((enum rmr_section)next) {
  case RMR_RECOVER:
  case RMR_DOORWAY:
  case RMR_WAITING: return leaving ? RMR_REMAINDER : next;
  case RMR_EXIT: return done == RMR_EXIT ? RMR_EXIT : RMR_CS;
  case RMR_CS: return RMR_CS;
  case RMR_REMAINDER:
  case RMR_N_SECTIONS: break;
  }
  return RMR_REMAINDER;
}

/* The same, looked up. */
static inline uint8_t system_section_after(const struct system *system, uint8_t done, uint8_t next)
{
  return system->after[done][next];
}

/* Whether there is a waiting room behind a doorway; whether there is a Recover line. */
bool algorithm_has_doorway(const struct rmr_algorithm *algorithm);
bool algorithm_has_recovery(const struct rmr_algorithm *algorithm);

/* Whether a register tells which process holds it, so that it is known who waits for whom. */
bool algorithm_has_holders(const struct rmr_algorithm *algorithm);

/* Where the claim (an index of rmr_claims.cited) is made; NULL: it is not made. */
const char *algorithm_cited(const struct rmr_algorithm *algorithm, size_t claim);

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* The size that the callbacks of a group get. */
static inline struct rmr_size size_for(struct rmr_size size, const struct rmr_shared *shared)
{
  size.shared = shared;
  return size;
}

/* The number of registers of a group. */
static inline uint32_t algorithm_cells(const struct rmr_shared *shared, struct rmr_size size)
{
  return shared->cells != NULL ? shared->cells(size_for(size, shared)) : 1;
}

/* The number of shared registers for this size. */
uint64_t algorithm_space(const struct rmr_algorithm *algorithm, struct rmr_size size);

/* Whether every value of the register, or of each of its fields, has a declared maximum. */
bool algorithm_bounds(const struct rmr_shared *shared);

static inline const struct rmr_shared *system_shared(const struct system *system, uint32_t var)
{
  return &system->algorithm->shared[system->group_of[var]];
}

/* The cell of a register in its group, from 0. */
static inline uint32_t system_cell(const struct system *system, uint32_t var)
{
  return var - system->group[system->group_of[var]].first;
}

/* The declared initial value of the register. */
rmr_word system_initial_value(const struct system *system, uint32_t var);

/* A part of a value. */
static inline rmr_word system_part(const struct rmr_field *field, rmr_word value)
{
  return field->width == 0 ? value : rmr_field_of(field, value);
}

/* The field of a register that holds a time, the first if there are several; NULL: it holds none. A plain register has
 * its one field without a name. */
const struct rmr_field *system_time_field(const struct system *system, uint32_t var);

enum register_fit {
  REGISTER_FITS,
  REGISTER_CAPPED,  /* a part without a declared maximum is above the cap */
  REGISTER_OUTSIDE, /* a part is outside its declared range, or bits outside all parts are set */
};

/* Whether a register may hold a value. Declared ranges are those of sequential consistency: where writes wait, a larger
 * value is one of a register without a maximum. */
enum register_fit system_fit(const struct system *system, uint32_t var, rmr_word value, rmr_word cap);

/* --- the step function -------------------------------------------------------------------------------------------- */

#define SYSTEM_NO_REGISTER UINT32_MAX

/* The number of the register that the step function calls by group and cell; SYSTEM_NO_REGISTER: the group has no such
 * cell. */
static inline uint32_t system_resolve(const struct system *system, uint32_t var)
{
  const uint32_t g = var >> RMR_CELL_BITS;
  return var < system->places.end[g] ? (uint32_t)(var + system->places.offset[g]) : SYSTEM_NO_REGISTER;
}

/* Lets the step function go on, or (in->given false) return its pending operation again. */
static inline struct rmr_op system_step(const struct system *system, void *state, const struct rmr_in *in)
{
  struct rmr_op op = system->algorithm->step(state, in);
  op.var = system_resolve(system, op.var);
  return op;
}

static inline bool system_is_stray(const struct rmr_op *op)
{
  return op->var == SYSTEM_NO_REGISTER && rmr_kind_accesses(op->kind);
}

/* The result of an UPDATE by the function of the register's group. Without a function the value is one that no
 * register may hold. */
static inline rmr_word system_updated(const struct system *system, const struct rmr_op *op, rmr_word before)
{
  const struct rmr_shared *shared = system_shared(system, op->var);
  return shared->update != NULL ? shared->update(before, op->value, size_for(system->size, shared)) : INT64_MIN;
}

/* The value of the register after a write or read-modify-write. */
static inline rmr_word system_result(const struct system *system, const struct rmr_op *op, rmr_word before)
{
  switch (op->kind) {
  case RMR_CAS: return before == rmr_cas_expected(op) ? rmr_cas_desired(op) : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  case RMR_UPDATE: return system_updated(system, op, before);
  default: return op->value; /* WRITE, SWAP */
  }
}

/* Reports a P_p whose pending operation has no register: "P1 at line 2: TURN[4], there are 3". Returns false. */
bool system_refuse_stray(const struct system *system, uint32_t p, void *state, struct rmr_in in, struct error *e);

/* Reports a step function that reached its END for P_p. Returns false. */
bool system_refuse_end(const struct system *system, uint32_t p, struct error *e);

/* Whether a passage or an exit begins with a delay, where there is time: the step that makes the operation pending is
 * made long before the process need go on, so nothing would tell when the delay begins. */
static inline bool system_delays_too_early(uint8_t section, const struct rmr_op *op)
{
  const bool first = section == RMR_REMAINDER || (section == RMR_CS && op->section != RMR_CS);
  return first && op->kind == RMR_DELAY && op->value > 0;
}

/* Reports such a delay of P_p. Returns false. */
bool system_refuse_delay(const struct system *system, uint32_t p, uint16_t line, struct error *e);

/* Reports a P_p that writes a value outside the declared range. Returns false. */
bool system_refuse_value(const struct system *system, uint32_t p, uint16_t line, uint32_t var, rmr_word value,
                         struct error *e);

/* --- changes ------------------------------------------------------------------------------------------------------ */

/* The number of actions that are no process's steps: a declared change of a register, the crash of a process or of
 * all at once, a new process in its place, the commit of a write, the expiry of a lease, a tick of the clock. The state
 * determines which of them are possible. */
uint32_t system_n_changes(const struct system *system);

/* The k-th of them, from 0. */
rmr_action system_change(const struct system *system, uint32_t k);

/* Whether the action is a change that the algorithm declares, and is possible for a register with this value. */
bool system_may_change(const struct system *system, rmr_action change, rmr_word value);

/* The value of the register after a change that the algorithm declares. */
rmr_word system_changed(const struct system *system, rmr_action change, rmr_word value);

/* Whether a register is a lease. */
static inline bool system_is_lease(const struct system *system, uint32_t var)
{
  return system->spec.faults.leases >> system->group_of[var] & 1;
}

/* Whether leases have per-reader expiry; then the choice of an expiry is the reader. */
static inline bool system_expires_at_readers(const struct system *system)
{
  return system->spec.faults.at_readers;
}

/* Whether the access writes to its register, which held `before`: all writing kinds do, but for a compare-and-swap
 * that fails. */
static inline bool system_overwrites(const struct rmr_op *op, rmr_word before)
{
  return rmr_kind_writes(op->kind) && (op->kind != RMR_CAS || before == rmr_cas_expected(op));
}

/* The process responsible for a lease with this value, so that it does not run out: the one that the algorithm
 * names, or its one writer; 0: none, or the processes whose local state says so (system_keeps). */
uint32_t system_responsible(const struct system *system, uint32_t var, rmr_word value);

/* Whether a process with this local state is responsible for a lease whose value does not determine that. */
static inline bool system_keeps(const struct system *system, uint32_t var, const void *state)
{
  const struct rmr_shared *shared = system_shared(system, var);
  return shared->keeps != NULL && shared->keeps(state, system_cell(system, var), size_for(system->size, shared));
}

/* Whether local states may tell that a process is responsible for a lease: then they matter after the last passage. */
bool system_keeps_leases(const struct system *system);

/* The leases that a new process inherits from the dead one it replaces. It is not responsible for them before it has
 * written to them. Bit per group. */
static inline uint32_t system_inherited(const struct system *system)
{
  return system->spec.faults.leases;
}

/* The identity of the k-th process, from 0, in the place of P_p. */
static inline uint32_t system_identity(const struct system *system, uint32_t p, uint32_t k)
{
  return system->algorithm->identities ? p + k * system->n : p;
}

#endif
