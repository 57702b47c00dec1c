/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bare_glb.c: the bare loop (bare.c) of Generalized Lamport's Bakery, whose processes ask for one of four sessions. Its
 * waits read up to three registers, so a process that is parked stands in as many lists, and leaves them all when one
 * of the registers is written.
 */
#include <rmr/adversary.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/memory.h"
#include "model/sessions.h"
#include "tests/bench/bare.h"

enum { WATCHED = 3, NONE = 0 };

struct process {
  int64_t most, own, other;
  uint64_t passages;
  uint32_t session;
  uint16_t j;
  uint8_t line, watching;
};

/* Entry p * WATCHED + k is the k-th register for which P_p waits. */
struct entry {
  uint32_t var, next, before;
};

struct bare {
  uint32_t n, words, n_ready;
  uint64_t rmr, seed;
  const struct sessions *sessions;
  struct process *process;
  int64_t *memory;
  uint64_t *valid; /* [register * words + word of processes] */
  uint32_t *ready, *place;
  struct entry *entry;
  uint32_t *first, *last; /* entries of a register's waiters; NONE: none */
};

static inline uint32_t choosing(uint32_t j)
{
  return j - 1;
}

static inline uint32_t session(const struct bare *b, uint32_t j)
{
  return b->n + j - 1;
}

static inline uint32_t token(const struct bare *b, uint32_t j)
{
  return 2 * b->n + j - 1;
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

static inline void leave_list(struct bare *b, const struct entry *at)
{
  *(at->before != NONE ? &b->entry[at->before].next : &b->first[at->var]) = at->next;
  *(at->next != NONE ? &b->entry[at->next].before : &b->last[at->var]) = at->before;
}

static inline void store(struct bare *b, uint32_t var, int64_t value)
{
  b->memory[var] = value;
  b->rmr += memory_write_costs(MEMORY_CC, false, false);
  for (uint32_t w = 0; w < b->words; w++) b->valid[(size_t)var * b->words + w] = 0;
  while (b->first[var] != NONE) {
    const uint32_t q = b->first[var] / WATCHED;
    for (uint32_t k = 0; k < b->process[q].watching; k++) leave_list(b, &b->entry[q * WATCHED + k]);
    b->place[q] = b->n_ready;
    b->ready[b->n_ready++] = q;
  }
}

static inline void watch(struct bare *b, uint32_t i, uint32_t k, uint32_t var)
{
  const uint32_t entry = i * WATCHED + k, last = b->last[var];
  b->entry[entry] = (struct entry){var, NONE, last};
  *(last != NONE ? &b->entry[last].next : &b->first[var]) = entry;
  b->last[var] = entry;
}

/* P_i has found its wait at these registers in vain; it is parked if none has been written since. */
static inline void park(struct bare *b, uint32_t i, const uint32_t *vars, uint8_t count)
{
  for (uint32_t k = 0; k < count; k++)
    if (!holds(b, i, vars[k])) return;
  for (uint32_t k = 0; k < count; k++) watch(b, i, k, vars[k]);
  b->process[i].watching = count;
  const uint32_t hole = b->place[i], last = b->ready[--b->n_ready];
  b->ready[hole] = last;
  b->place[last] = hole;
}

static inline void begin(struct bare *b, uint32_t i)
{
  struct process *p = &b->process[i];
  p->session = session_of(b->sessions, b->seed, i, (uint32_t)++p->passages);
  p->line = 0;
}

/* The j of the maximum that comes next, or the write behind it. */
static inline void look_at(const struct bare *b, struct process *p, uint32_t i, uint32_t j)
{
  p->j = (uint16_t)(j == i ? j + 1 : j);
  p->line = p->j > b->n ? 3 : 2;
}

static inline void next_j(const struct bare *b, struct process *p)
{
  p->line = ++p->j > b->n ? 10 : 5;
}

static inline bool is_compatible(const struct process *p, int64_t other)
{
  return other == 0 || other == p->session;
}

static inline void compare(const struct bare *b, struct process *p, uint32_t i)
{
  if (p->own < p->other || (p->own == p->other && i < p->j) || p->other == 0)
    next_j(b, p);
  else
    p->line = 9;
}

/* One step. The lines are numbered 0 to 11 in the order of algos/glb.alg: 3 4 5a 5b 6 8a 8b 9a 9b 9c 12 13. */
static inline void step(struct bare *b, uint32_t i)
{
  struct process *p = &b->process[i];
  switch (p->line) {
  case 0:
    store(b, choosing(i), 1);
    p->line = 1;
    break;
  case 1:
    store(b, session(b, i), p->session);
    p->most = 0;
    look_at(b, p, i, 1);
    break;
  case 2:
    p->other = fetch(b, i, token(b, p->j));
    if (p->other > p->most) p->most = p->other;
    look_at(b, p, i, p->j + 1u);
    break;
  case 3:
    store(b, token(b, i), p->most + 1);
    p->line = 4;
    break;
  case 4:
    store(b, choosing(i), 0);
    p->j = 1, p->line = 5;
    break;
  case 5: p->line = fetch(b, i, choosing(p->j)) != 0 ? 6 : 7; break;
  case 6:
    p->line = is_compatible(p, fetch(b, i, session(b, p->j))) ? 7 : 5;
    if (p->line == 5) park(b, i, (const uint32_t[]){choosing(p->j), session(b, p->j)}, 2);
    break;
  case 7:
    p->own = p->other = fetch(b, i, token(b, i));
    if (p->j == i)
      compare(b, p, i);
    else
      p->line = 8;
    break;
  case 8:
    p->other = fetch(b, i, token(b, p->j));
    compare(b, p, i);
    break;
  case 9:
    if (is_compatible(p, fetch(b, i, session(b, p->j)))) {
      next_j(b, p);
    } else {
      p->line = 7;
      park(b, i, (const uint32_t[]){token(b, i), token(b, p->j), session(b, p->j)}, 3);
    }
    break;
  case 10:
    store(b, token(b, i), 0);
    p->line = 11;
    break;
  default: store(b, session(b, i), 0); begin(b, i);
  }
}

struct bare_result bare_glb(uint32_t n, uint64_t steps, uint64_t seed)
{
  static const struct sessions any = {.rule = SESSIONS_ANY, .any = BARE_SESSIONS};
  struct bare b = {.n = n, .words = (n + 63) / 64, .n_ready = n, .seed = seed, .sessions = &any};
  uint64_t rng = bare_rng(seed);
  b.process = mem_new(n + 1, sizeof *b.process);
  b.memory = mem_new(3 * n, sizeof *b.memory);
  b.valid = mem_new((size_t)3 * n * b.words, sizeof *b.valid);
  b.ready = mem_new(n, sizeof *b.ready);
  b.place = mem_new(n + 1, sizeof *b.place);
  b.entry = mem_new((n + 1) * WATCHED, sizeof *b.entry);
  b.first = mem_new(3 * n, sizeof *b.first);
  b.last = mem_new(3 * n, sizeof *b.last);
  for (uint32_t p = 1; p <= n; p++) {
    b.ready[p - 1] = p;
    b.place[p] = p - 1;
    begin(&b, p);
  }
  for (uint64_t k = 0; k < steps; k++) step(&b, b.ready[rmr_random_below(&rng, b.n_ready)]);
  free(b.process);
  free(b.memory);
  free(b.valid);
  free(b.ready);
  free(b.place);
  free(b.entry);
  free(b.first);
  free(b.last);
  return (struct bare_result){steps, b.rmr};
}
