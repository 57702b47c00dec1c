/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ranks.h: processes that work on one job together, on one machine or on many. Each has a number, its rank, from 0 on;
 * rank 0 is the one that talks to people and writes files. How they reach each other is behind these functions (the
 * room mpi has the one that is used), so whoever spreads work over ranks knows nothing of MPI.
 *
 * Two kinds of talk. A *message* goes to one rank, whenever there is something to say. The others are *joint*: all
 * ranks come to them, in the same order, and nobody leaves before what it needs has come. One thread of a process
 * talks, always the same.
 *
 * NULL stands for a process that is alone.
 */
#ifndef BASE_RANKS_H
#define BASE_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum ranks_how { RANKS_SUM, RANKS_MOST, RANKS_LEAST };

struct ranks_message {
  uint32_t from;
  unsigned char *bytes; /* to be freed by whoever receives it; a zero stands behind it */
  size_t size;
};

struct ranks {
  uint32_t rank, n;
  uint32_t beside; /* ranks on this machine, this one among them */
  bool lost;       /* somebody does not answer any more: nothing joint may follow */

  /* Of messages. Sending does not wait, and takes a copy; receiving is false where nothing has come. */
  void (*send)(struct ranks *ranks, uint32_t to, const void *bytes, size_t size);
  bool (*receive)(struct ranks *ranks, struct ranks_message *message);

  /* Joint. Every rank gets the sum (the most, the least) of what the ranks have at each place. */
  void (*combine)(struct ranks *ranks, uint64_t *value, uint32_t n, enum ranks_how how);
  /* Joint. Every rank gets the bytes that rank `from` has. */
  void (*share)(struct ranks *ranks, uint32_t from, void *bytes, size_t size);
};

static inline bool ranks_several(const struct ranks *ranks)
{
  return ranks != NULL && ranks->n > 1;
}

static inline bool ranks_leads(const struct ranks *ranks)
{
  return ranks == NULL || ranks->rank == 0;
}

/* Joint: the sum of one number. Alone it is the number. */
uint64_t ranks_sum(struct ranks *ranks, uint64_t value);
uint64_t ranks_most(struct ranks *ranks, uint64_t value);

/* Joint: whether all are well. If not, *e is on every rank what the first of those that are not has to say. */
bool ranks_agree(struct ranks *ranks, bool well, struct error *e);

/* Joint: whether all have the same number. */
bool ranks_same(struct ranks *ranks, uint64_t value);

#endif
