/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ranks.h: processes that work on one job together, on one machine or on many. Each has a number, its rank, from 0 on;
 * rank 0 reports to the user and writes files. These functions hide the communication (the room mpi has the
 * implementation in use), so code that distributes work over ranks does not depend on MPI.
 *
 * There are two kinds of communication. A *message* goes to one rank, at any time. The others are *joint*: all ranks
 * take part, in the same order, and no rank leaves before its data have arrived. In each process always the same thread
 * communicates.
 *
 * NULL stands for a single process.
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
  unsigned char *bytes; /* the receiver frees it; a zero follows it */
};

struct ranks {
  uint32_t rank, n;
  uint32_t beside; /* ranks on this machine, this one among them */
  bool lost;       /* a rank does not answer any more: no joint call may follow */

  /* Messages. Sending does not wait, and takes a copy; receiving is false where no message has arrived. */
  void (*send)(struct ranks *ranks, uint32_t to, const void *bytes, size_t size);
  bool (*receive)(struct ranks *ranks, struct ranks_message *message);

  /* Joint. Every rank gets the sum (the most, the least) over the ranks of each value. */
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

/* Joint: the sum of one number. For a single process it is the number. */
uint64_t ranks_sum(struct ranks *ranks, uint64_t value);
uint64_t ranks_most(struct ranks *ranks, uint64_t value);

/* Joint: whether all are well. If not, *e is on every rank the error of the first failed one. */
bool ranks_agree(struct ranks *ranks, bool well, struct error *e);

/* Joint: whether all have the same number. */
bool ranks_same(struct ranks *ranks, uint64_t value);

#endif
