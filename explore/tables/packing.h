/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * packing.h: a global state in a few machine words: the number of each process's local state, the number of each
 * register's value, and, for the observed process only, one bit per register that it reads (does it hold a valid copy?)
 * and, under cc-writeback, one more (is it the exclusive owner?). No other process's copies can change the cost of the
 * observed process. One more bit serves the check of first come, first served for a pair of processes (properties.h),
 * and one for each process the check of re-entry: the process is owed the critical section, as it has crashed there.
 *
 * With per-reader expiry, each lease has a bit for each process: it has run out for that process.
 *
 * Where faults may happen, more fields count how many crashes, expiries in life and new processes are left. Each has
 * one bit more than the number needs. That bit is set as long as nothing is overdrawn: taking one from none clears it,
 * and touches no other field.
 *
 * No field crosses a word. The top bit of the first word belongs to none: it distinguishes a state from an empty slot
 * (visited.h).
 */
#ifndef EXPLORE_TABLES_PACKING_H
#define EXPLORE_TABLES_PACKING_H

#include "explore/tables/automaton.h"

enum { PACKING_MAX_WORDS = 4, PACKING_MAX_PROCESSES = 255, PACKING_MAX_REGISTERS = 0x7ffe, PACKING_MAX_READERS = 32 };

#define PACKING_OCCUPIED (UINT64_C(1) << 63)

struct bit_field {
  uint8_t word, shift, width; /* width 0: always 0 */
  uint64_t mask;              /* of the field at shift 0 */
};

struct packing {
  uint32_t words, bits;
  struct bit_field *local;             /* [1..n_actors]; a change takes no bits, a fault those of its process */
  struct bit_field *value;             /* [var] */
  struct bit_field *valid, *owned;     /* [var]; width 0 where the bit is not needed */
  struct bit_field *expired;           /* [var]: a bit for each process; width 0: it runs out for all, or not at all */
  struct bit_field pair;               /* width 0 where no pair is watched */
  struct bit_field owed;               /* a bit for each process; width 0 where re-entry is not watched */
  struct bit_field left[N_LIMITS];     /* for each limited fault, how many are left; width 0 where it cannot happen */
  uint64_t solvent[PACKING_MAX_WORDS]; /* the bits that are set as long as nothing is overdrawn */
};

/* The parts of a state that a space watches beside its processes and registers. */
struct packing_watch {
  uint32_t observed; /* the process whose copies are kept; 0: none */
  bool pair, owed;
};

/* Fails if the state does not fit. */
bool packing_create(struct packing *layout, const struct automata *a, struct packing_watch watch, struct error *e);
void packing_free(struct packing *layout);

/* The content of a counter while `left` are left. */
static inline uint32_t packing_left(const struct bit_field *counter, uint32_t left)
{
  return counter->width != 0 ? (UINT32_C(1) << (counter->width - 1)) + left : 0;
}

static inline uint32_t field_get(const uint64_t *state, const struct bit_field *f)
{
  return (uint32_t)(state[f->word] >> f->shift & f->mask);
}

static inline void field_set(uint64_t *state, const struct bit_field *f, uint32_t number)
{
  state[f->word] = (state[f->word] & ~(f->mask << f->shift)) | (uint64_t)number << f->shift;
}

#endif
