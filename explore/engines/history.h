/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * history.h: the origin of each label (pareto.h), for the witness: one word for every expanded label, with its
 * predecessor and the step that led from there. Records are appended and read at the end, along one path; so they can
 * wait on a disk (base/scratch.h).
 */
#ifndef EXPLORE_ENGINES_HISTORY_H
#define EXPLORE_ENGINES_HISTORY_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"
#include "base/scratch.h"

enum {
  HISTORY_MOVE_BITS = 24,
  HISTORY_ORIGIN = (1 << HISTORY_MOVE_BITS) - 1, /* no move: the first label of a path */
};

/* The records of one thread. */
struct history_thread {
  alignas(64) uint64_t *block; /* the block being filled */
  uint64_t **full;             /* the blocks before it; NULL: on the disk, ... */
  uint32_t *away;              /* ... there */
  uint64_t n, capacity;        /* records; full blocks for which there is room */
  bool lost;                   /* there was no memory: later records are lost */
};

struct history {
  struct history_thread *thread;
  uint32_t threads;
  uint64_t *origin; /* the initial states of paths */
  size_t n_origins;
  uint64_t *read, read_from; /* the block read last from the disk; its position plus one, 0: none */
  struct budget *budget;
  struct scratch *scratch; /* NULL: memory */
};

void history_create(struct history *history, uint32_t threads, struct budget *budget, struct scratch *scratch);
void history_free(struct history *history);
uint64_t history_number(const struct history *history); /* the number of records */

/* The origin of a label: from the label of a record by a move; or as an initial state. */
static inline uint64_t history_from(uint64_t record, uint32_t move)
{
  return record << HISTORY_MOVE_BITS | move;
}
uint64_t history_origin(struct history *history, uint64_t state);

static inline uint32_t history_move(uint64_t from)
{
  return from & HISTORY_ORIGIN;
}

static inline uint64_t history_parent(uint64_t from)
{
  return from >> HISTORY_MOVE_BITS;
}

/* Writes the origin of a label. Returns the number of the new record: those of a thread have consecutive numbers. A
 * record without room is lost, and the budget or the disk notes that. */
uint64_t history_write(struct history *history, uint32_t thread, uint64_t from);

/* Reads it, while no thread writes. False: a disk error. */
bool history_read(struct history *history, uint64_t record, uint64_t *from);

/* The state where a path begins: `from` of a record whose move is HISTORY_ORIGIN. */
uint64_t history_begin(const struct history *history, uint64_t from);

#endif
