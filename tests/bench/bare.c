/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bare.c. Deliberately the opposite of the engine: no interface, no tables, no ledger, one memory model (cc), one
 * schedule, and a loop for each of two algorithms; bare_glb.c
 * has a third. It is as fast as we know how to write it, and it is a second,
 * independent implementation of the semantics: the benchmark refuses to print a ratio if its RMRs differ from the
 * engine's.
 */
#include "tests/bench/bare.h"

#include <rmr/adversary.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/memory.h"

struct process {
  int64_t max, seen;
  uint16_t j;
  uint8_t line;
};

struct bare {
  uint32_t n, words, n_ready;
  uint64_t rmr;
  struct process *process;
  int64_t *memory;
  uint64_t *valid;                             /* [register * words + word of processes] */
  uint32_t *ready, *place;                     /* those that can move; the place of each in it  */
  uint32_t *first_waiter, *last_waiter, *next; /* of a register; of a process. 0: none */
};

static inline uint32_t choosing(uint32_t j)
{
  return j - 1;
}

static inline uint32_t number(const struct bare *b, uint32_t j)
{
  return b->n + j - 1;
}

static inline bool holds(const struct bare *b, uint32_t i, uint32_t var)
{
  return b->valid[(size_t)var * b->words + (i - 1) / 64] >> (i - 1) % 64 & 1;
}

static inline int64_t fetch(struct bare *b, uint32_t i, uint32_t var)
{
  uint64_t *row = &b->valid[(size_t)var * b->words + (i - 1) / 64];
  const uint64_t bit = UINT64_C(1) << (i - 1) % 64;
  b->rmr += memory_read_costs(MEMORY_CC, *row & bit, false);
  *row |= bit;
  return b->memory[var];
}

static inline void store(struct bare *b, uint32_t var, int64_t value)
{
  b->memory[var] = value;
  b->rmr += memory_write_costs(MEMORY_CC, false, false);
  for (uint32_t w = 0; w < b->words; w++) b->valid[(size_t)var * b->words + w] = 0;
  for (uint32_t q = b->first_waiter[var]; q != 0; q = b->next[q]) {
    b->place[q] = b->n_ready;
    b->ready[b->n_ready++] = q;
  }
  b->first_waiter[var] = 0;
}

static inline void park(struct bare *b, uint32_t i, uint32_t var)
{
  if (b->first_waiter[var] != 0)
    b->next[b->last_waiter[var]] = i;
  else
    b->first_waiter[var] = i;
  b->last_waiter[var] = i;
  b->next[i] = 0;
  const uint32_t hole = b->place[i], last = b->ready[--b->n_ready];
  b->ready[hole] = last;
  b->place[last] = hole;
}

/* --- bakery ------------------------------------------------------------------------------------------------------- */

static inline void next_j(struct bare *b, struct process *p)
{
  p->line = ++p->j > b->n ? 10 : 6;
}

/* One step; the line numbers are those of algos/bakery.alg, 2 standing for 2a, 3 for 2b, 4 for 3, 7 for 7a and 8 for
 * 7b. */
static inline void step_bakery(struct bare *b, uint32_t i)
{
  struct process *p = &b->process[i];
  int64_t value;
  switch (p->line) {
  case 0:
    store(b, choosing(i), 1);
    p->j = 1, p->max = 0, p->line = 2;
    break;
  case 2:
    value = fetch(b, i, number(b, p->j));
    if (value > p->max) p->max = value;
    if (++p->j > b->n) p->line = 3;
    break;
  case 3:
    store(b, number(b, i), p->max + 1);
    p->line = 4;
    break;
  case 4:
    store(b, choosing(i), 0);
    p->j = 1, p->line = 6;
    break;
  case 6:
    if (fetch(b, i, choosing(p->j)) != 0)
      park(b, i, choosing(p->j));
    else
      p->line = 7;
    break;
  case 7:
    p->seen = fetch(b, i, number(b, p->j));
    if (p->seen == 0 || p->j == i)
      next_j(b, p);
    else
      p->line = 8;
    break;
  case 8:
    value = fetch(b, i, number(b, i));
    if (value < p->seen || (value == p->seen && i < p->j)) {
      next_j(b, p);
    } else {
      p->line = 7;
      if (holds(b, i, number(b, p->j))) park(b, i, number(b, p->j));
    }
    break;
  default: store(b, number(b, i), 0); p->line = 0;
  }
}

/* --- burns_lamport ------------------------------------------------------------------------------------------------ */

/* The next j of line 2, or the first of line 9, or the exit. */
static inline void look_at(const struct bare *b, struct process *p, uint32_t i, uint32_t j)
{
  p->j = (uint16_t)(j == i ? j + 1 : j);
  p->line = p->j > b->n ? 12 : p->j < i ? 3 : 10;
}

/* One step; the line numbers are those of algos/parts/one_bit.alg, 0 standing for 1. Register j - 1 is Competing[j]. */
static inline void step_burns_lamport(struct bare *b, uint32_t i)
{
  struct process *p = &b->process[i];
  switch (p->line) {
  case 0:
    store(b, i - 1, 1);
    look_at(b, p, i, 1);
    break;
  case 3:
    if (fetch(b, i, p->j - 1u) != 0)
      p->line = 4;
    else
      look_at(b, p, i, p->j + 1u);
    break;
  case 4:
    store(b, i - 1, 0);
    p->line = 5;
    break;
  case 5:
    if (fetch(b, i, p->j - 1u) != 0)
      park(b, i, p->j - 1u);
    else
      p->line = 0;
    break;
  case 10:
    if (fetch(b, i, p->j - 1u) != 0)
      park(b, i, p->j - 1u);
    else
      look_at(b, p, i, p->j + 1u);
    break;
  default: store(b, i - 1, 0); p->line = 0;
  }
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) struct bare_result run(uint32_t n, uint64_t steps, uint64_t seed,
                                                                    void step(struct bare *b, uint32_t i))
{
  struct bare b = {.n = n, .words = (n + 63) / 64, .n_ready = n};
  uint64_t rng = bare_rng(seed);
  b.process = mem_new(n + 1, sizeof *b.process);
  b.memory = mem_new(2 * n, sizeof *b.memory);
  b.valid = mem_new((size_t)2 * n * b.words, sizeof *b.valid);
  b.ready = mem_new(n, sizeof *b.ready);
  b.place = mem_new(n + 1, sizeof *b.place);
  b.first_waiter = mem_new(2 * n, sizeof *b.first_waiter);
  b.last_waiter = mem_new(2 * n, sizeof *b.last_waiter);
  b.next = mem_new(n + 1, sizeof *b.next);
  for (uint32_t p = 1; p <= n; p++) {
    b.ready[p - 1] = p;
    b.place[p] = p - 1;
  }
  for (uint64_t k = 0; k < steps; k++) step(&b, b.ready[rmr_random_below(&rng, b.n_ready)]);
  free(b.process);
  free(b.memory);
  free(b.valid);
  free(b.ready);
  free(b.place);
  free(b.first_waiter);
  free(b.last_waiter);
  free(b.next);
  return (struct bare_result){steps, b.rmr};
}

struct bare_result bare_bakery(uint32_t n, uint64_t steps, uint64_t seed)
{
  return run(n, steps, seed, step_bakery);
}

struct bare_result bare_burns_lamport(uint32_t n, uint64_t steps, uint64_t seed)
{
  return run(n, steps, seed, step_burns_lamport);
}
