/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * remote.h: tasks that are carried out by other ranks (base/ranks.h). All ranks have the same plan, so what goes to
 * another is the number of a task, and what comes back is its record, or why there is none. Rank 0 hands tasks out, one
 * to each thread that a rank has, and writes what comes back; the others serve.
 *
 * A rank that works says so every second. One of which nothing is heard for half a minute is lost, and with it the
 * tasks that it had; rank 0 goes on with the others.
 */
#ifndef EXPERIMENTS_RUNNER_REMOTE_H
#define EXPERIMENTS_RUNNER_REMOTE_H

#include <stdatomic.h>

#include "base/ranks.h"

/* How a task ended; the values are in messages. */
enum remote_end { REMOTE_DONE = 1, REMOTE_FAILED, REMOTE_INTERRUPTED };

enum { REMOTE_NONE = -1 }; /* no task */

/* --- rank 0 ------------------------------------------------------------------------------------------------------- */

struct remote;

struct remote_job {
  /* The next task to do; REMOTE_NONE: none. */
  int64_t (*take)(void *self);
  /* What became of one. text: the record, or what an interrupted one has found, which may be "". */
  void (*ended)(void *self, size_t task, enum remote_end how, const char *text, const struct error *why);
  void *self;
};

struct remote *remote_begin(struct ranks *ranks, const struct remote_job *job);

/* Hands out what there is to do, to each rank at most so many tasks for each of its threads (alone: one to each rank),
 * and takes what has come. True: something has happened. */
bool remote_look(struct remote *remote, bool alone);

size_t remote_out(const struct remote *remote); /* tasks that others have now; of NULL 0 */
uint64_t remote_steps(const struct remote *remote);
void remote_interrupt(struct remote *remote); /* all that is being done; NULL is fine */
void remote_end(struct remote *remote);       /* the others need not serve any more; NULL is fine */

/* --- the other ranks ---------------------------------------------------------------------------------------------- */

struct server;

struct server *server_begin(struct ranks *ranks, uint32_t threads, atomic_bool *interrupt);
void server_free(struct server *server);

/* For the threads. The next task, which they wait for; REMOTE_NONE: there will be no more. */
int64_t server_take(struct server *server);
void server_give(struct server *server, size_t task, enum remote_end how, const char *text, const struct error *why);

/* By the thread that talks, until rank 0 needs no more: takes tasks for the others, and sends what they give. */
void server_go(struct server *server, const atomic_uint_fast64_t *steps);

#endif
