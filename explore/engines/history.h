/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * history.h: how each label came about (pareto.h), for the witness: one word for every label that was gone on from,
 * its predecessor and the step that led from there. They are written one behind the other and read at the end, along
 * one way; so they can wait on a disk (base/scratch.h).
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
  HISTORY_ORIGIN = (1 << HISTORY_MOVE_BITS) - 1, /* no move: there a way begins */
};

/* What a thread has written. */
struct history_thread {
  alignas(64) uint64_t *block; /* that is being filled */
  uint64_t **full;             /* those before it; NULL: on the disk, ... */
  uint32_t *away;              /* ... there */
  uint64_t n, capacity;        /* records; full blocks that there is room for */
  bool lost;                   /* there was no memory: what is written from then on is lost */
};

struct history {
  struct history_thread *thread;
  uint32_t threads;
  uint64_t *origin; /* where ways begin */
  size_t n_origins;
  uint64_t *read, read_from; /* the block of the disk that was read last; 0: none, else where it is and one more */
  struct budget *budget;
  struct scratch *scratch; /* NULL: memory */
};

void history_create(struct history *history, uint32_t threads, struct budget *budget, struct scratch *scratch);
void history_free(struct history *history);
uint64_t history_number(const struct history *history); /* how many there are */

/* How a label came about: from the label of a record, by a move; or as an initial state. */
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

/* Writes how a label came about. Returns the number of the new record: those of a thread have consecutive numbers. What
 * finds no room is lost, and the budget or the disk knows. */
uint64_t history_write(struct history *history, uint32_t thread, uint64_t from);

/* Reads it, when nobody writes. False: the disk has complained. */
bool history_read(struct history *history, uint64_t record, uint64_t *from);

/* The state where a way begins: `from` of a record whose move is HISTORY_ORIGIN. */
uint64_t history_begin(const struct history *history, uint64_t from);

#endif
