/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * remote.h: tasks that other ranks carry out (base/ranks.h). All ranks have the same plan, so rank 0 sends only the
 * number of a task, and receives its record, or the reason why there is none. Rank 0 hands tasks out, one to each
 * thread of a rank, and writes the records; the others serve.
 *
 * A working rank sends a message every second. A rank that is silent for half a minute is lost, and with it its tasks;
 * rank 0 continues with the others.
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
  /* The end of a task. text: the record, or the results of an interrupted task, which may be "". */
  void (*ended)(void *self, size_t task, enum remote_end how, const char *text, const struct error *why);
  void *self;
};

struct remote *remote_begin(struct ranks *ranks, const struct remote_job *job);

/* Hands out tasks, to each rank a limited number for each of its threads (alone: one to each rank), and takes
 * results. True: there was something to do. */
bool remote_look(struct remote *remote, bool alone);

size_t remote_out(const struct remote *remote); /* tasks at other ranks now; for NULL 0 */
uint64_t remote_steps(const struct remote *remote);
void remote_interrupt(struct remote *remote); /* all running tasks; NULL is fine */
void remote_end(struct remote *remote);       /* the others need not serve any more; NULL is fine */

/* --- the other ranks ---------------------------------------------------------------------------------------------- */

struct server;

struct server *server_begin(struct ranks *ranks, uint32_t threads, atomic_bool *interrupt);
void server_free(struct server *server);

/* For the threads. Waits for the next task; REMOTE_NONE: there will be no more. */
int64_t server_take(struct server *server);
void server_give(struct server *server, size_t task, enum remote_end how, const char *text, const struct error *why);

/* For the communicating thread, until rank 0 needs no more: receives tasks for the others, and sends their results. */
void server_go(struct server *server, const atomic_uint_fast64_t *steps);

#endif
