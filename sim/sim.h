/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sim.h: the state of a simulated system, and how it is set up. sim/step.h has the one primitive that changes it.
 *
 * The whole state is one flat block without pointers: processes and their local states, registers, cache bits, the ready
 * set, the lists of waiters. It can be copied, compared and replayed. `struct sim` holds the layout of the block and
 * pointers into it.
 *
 * Caches. Per register v and process p one bit `valid` (does P_p hold a valid copy of v?) and one bit `ever` (has it held one at
 * all?, which tells a cold miss from an invalidated one), side by side so that one step touches one place.
 *
 * Waiting. A wait condition whose evaluation failed on values that are all validly cached will fail again in the same way
 * until one of them is written. Such a process is parked: taken off the ready list and put on the waiter list of each
 * register that it read in the evaluation. A write to v sets free all waiters of v, in the order in which they parked. So does
 * sim_unpark (state.h) for one process, whose reads are then made like any others.
 */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <rmr/adversary.h>
#include <stdio.h>

#include "base/error.h"

/* One table: enum, name, one line of help. */
#define MEMORIES(MEMORY)                                                                                          \
  MEMORY(CC, "cc", "a write costs 1 and invalidates every copy, the writer's own too (Section 1.1 of the paper)") \
  MEMORY(CC_KEEP, "cc-keep", "as cc, but the writer ends with a valid copy")                                      \
  MEMORY(CC_WRITEBACK, "cc-writeback", "as cc-keep, but the exclusive owner of a copy writes for free (MSI)")     \
  MEMORY(DSM, "dsm", "no caches: an access costs 1 unless the register's home is the process itself")

enum memory {
#define MEMORY(id, name, help) MEMORY_##id,
  MEMORIES(MEMORY)
#undef MEMORY
    N_MEMORIES
};

extern const char *const memory_names[N_MEMORIES];
bool memory_parse(const char *name, enum memory *out, struct error *e); /* with "did you mean" */

/* Which session a passage asks for. */
enum session_rule { SESSIONS_DISTINCT, SESSIONS_SAME, SESSIONS_LIST, SESSIONS_ANY };

enum { SYSTEM_MAX_N = 4096, SESSIONS_MAX = 65535 };

struct sessions {
  enum session_rule rule;
  uint32_t any;    /* SESSIONS_ANY: 1..any, drawn from the seed, the process and the passage, never from the schedule */
  uint32_t n_list; /* SESSIONS_LIST: list[p-1] is the session of P_p */
  uint32_t list[SYSTEM_MAX_N];
};

/* "distinct", "same", "any:3", "1,1,2" */
bool sessions_parse(const char *text, struct sessions *out, struct error *e);

/* The same text again. */
void sessions_print(const struct sessions *sessions, FILE *out);

/* What the first n passages of a process ask for: session[k-1] is that of the k-th. Later ones follow the rule. */
struct system_asks {
  uint32_t n;
  uint32_t *session;
};

/* A register that is initialised arbitrarily, and the value with which it starts here. */
struct system_initial {
  uint32_t var;
  rmr_word value;
};

/* A plain value. What it points to is kept by reference for the life of the sim. */
struct system_spec {
  const struct rmr_algorithm *algorithm;
  uint32_t n; /* 1..SYSTEM_MAX_N */
  enum memory memory;
  uint32_t passages;               /* per process; 0: no end */
  const struct sessions *sessions; /* NULL: distinct */
  uint64_t seed;
  /* exceptions, for schedules that somebody has found; NULL and 0: none */
  const uint32_t *passages_of;          /* [1..n]: instead of `passages` */
  const struct system_asks *asks;       /* [1..n]: possible under the rule of `sessions` */
  const struct system_initial *initial; /* registers that start with another value than the declared one ... */
  uint32_t n_initial;                   /* ... so many */
};

/* How many passages P_p makes; 0: no end. */
static inline uint32_t sim_passages(const struct system_spec *setup, uint32_t p)
{
  return setup->passages_of != NULL ? setup->passages_of[p] : setup->passages;
}

extern const struct rmr_algorithm *const rmr_algorithms[]; /* built in, ends with NULL, sorted by name */
const struct rmr_algorithm *algorithm_find(const char *name, struct error *e); /* with "did you mean" */

/* Whether what a setup asks for can be done: N in range, as many sessions as processes, an algorithm of this version. */
bool system_check(const struct system_spec *setup, struct error *e);

struct sim;
struct sim *sim_create(const struct system_spec *setup, struct error *e);
void sim_free(struct sim *sim);
void sim_reset(struct sim *sim);                             /* to the initial state */
size_t sim_state_size(const struct sim *sim);                /* bytes of the flat state */
void sim_state_save(const struct sim *sim, void *to);        /* copy out ... */
void sim_state_load(struct sim *sim, const void *from);      /* ... and in; the setup must be the same */
void sim_state_copy(struct sim *to, const struct sim *from); /* without a detour; the same setup */
const struct rmr_view *sim_view(const struct sim *sim);
const struct system_spec *sim_get_setup(const struct sim *sim);
uint32_t sim_n_registers(const struct sim *sim);

/* "Token[3]", "GlobalColor"; and a value in words: "(session 1, color white, number 2)". Return out. */
char *algorithm_register_name(const struct rmr_algorithm *a, uint32_t n, uint32_t var, char *out, size_t size);
char *sim_register_name(const struct sim *sim, uint32_t var, char *out, size_t size);
char *sim_value_text(const struct sim *sim, uint32_t var, rmr_word value, char *out, size_t size);

/* What is said of an algorithm whose step function came to its END for P_p. Returns false. */
bool sim_refuse_end(const struct rmr_algorithm *algorithm, uint32_t p, struct error *e);

/* The largest value that any register of a group ("Token"), or a field of it ("Token.number"), has held since the reset, 0 at
 * least. False, with an error and the nearest right name, if there is no such thing. */
bool sim_largest(const struct sim *sim, const char *name, rmr_word *out, struct error *e);

/* The register of this name, which must be one that the algorithm says is initialised arbitrarily; and whether it may have this
 * value. If not, an error with the nearest right name, or what was expected. */
bool algorithm_arbitrary(const struct rmr_algorithm *a, uint32_t n, const char *name, uint32_t *var, struct error *e);
bool algorithm_may_hold(const struct rmr_algorithm *a, struct rmr_size size, uint32_t var, rmr_word value,
                        struct error *e);

/* "2 passages each", "passages without end (P1: 1)"; and ", initially GlobalColor = white", nothing where nothing was set. */
void sim_passages_print(const struct system_spec *setup, FILE *out);
void sim_initial_print(const struct sim *sim, FILE *out);

/* Whether every value of the register, or of each of its fields, has a declared maximum. */
bool algorithm_bounds(const struct rmr_shared *shared);

/* How many shared registers n processes need: the cells of all groups. */
uint32_t algorithm_space(const struct rmr_algorithm *algorithm, uint32_t n);

/* The line with this label ("8a"), or 0 and an error with the nearest right one. */
uint16_t algorithm_label(const struct rmr_algorithm *a, const char *label, struct error *e);

/* Where a process is after a step, from the sections of the line done and of the line pending (enum rmr_section). */
uint8_t sim_section_after(uint8_t done, uint8_t next);

bool sim_conflict(const struct sim *sim, uint32_t session_p, uint32_t session_q); /* do these two exclude each other? */

#endif
