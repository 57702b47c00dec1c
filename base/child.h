/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * child.h: work in a process of its own, for untrusted code. A segmentation fault, a call of `exit`, the use of all
 * memory or all files, or an endless loop then affects only a child, and the parent gets a sentence that describes it.
 *
 * The heartbeat of a child, a counter in shared memory, shows that it is alive. Code that runs foreign code lets it
 * beat between two calls. Work without foreign calls may take any time; meanwhile the heart rests, and silence means
 * nothing.
 *
 * A child is guarded: it ends when its parent does; its stdout goes to stderr; it has no stdin, at
 * most 1024 files, at most as much additional memory as the machine has, and is the first to be killed when that runs
 * out.
 *
 * This protects against accidents only. A plug-in can still remove files, or kill its parent.
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct heartbeat {
  atomic_uint_fast64_t beats;
  atomic_bool resting;
};

/* A NULL heart has no effect. */
static inline void heartbeat_beat(struct heartbeat *heart)
{
  if (heart != NULL) atomic_fetch_add_explicit(&heart->beats, 1, memory_order_relaxed);
}

static inline void heartbeat_rest(struct heartbeat *heart, bool resting)
{
  if (heart != NULL) atomic_store(&heart->resting, resting);
}

/* Silence, in successive ticks without a beat. The observer checks once a tick: a process that was stopped for an
 * hour has not been silent for an hour. */
struct watch {
  const struct heartbeat *heart;
  uint_fast64_t last;
  unsigned quiet;
};

enum {
  WATCH_TICK_MS = 250,
  WATCH_SECONDS = 20,            /* for one answer of foreign code */
  WATCH_SECONDS_INTERRUPTED = 5, /* after an interrupt             */
};

void watch_begin(struct watch *watch, const struct heartbeat *heart);

/* Call it after each tick: whether the silence has lasted `seconds`. */
bool watch_tick(struct watch *watch, unsigned seconds);

/* Zeroed memory that a process shares with the children that it starts later. NULL: there is none. */
void *child_share(size_t size);
void child_unshare(void *shared, size_t size);

struct child {
  pid_t pid;
  int end; /* a descriptor that becomes readable when it has ended; -1: there is none, and every tick checks */
  struct watch watch;
};

/* As fork: returns 0 in the child, which is guarded, and its number in the parent, or -1 and an error. Call it while
 * there is one thread only, or while the others hold no lock. */
pid_t child_start(struct child *child, struct heartbeat *heart, struct error *e);

enum child_news { CHILD_TICK, CHILD_READABLE, CHILD_ENDED, CHILD_SILENT };

/* Waits for a tick at most: until `in` (-1: nothing) can be read, or the child has ended, or has been silent for
 * `seconds`. */
enum child_news child_listen(struct child *child, int in, unsigned seconds);

/* Kills it if necessary; returns the status of waitpid. */
int child_end(struct child *child);

/* "died of SIGSEGV (segmentation fault)", "called exit(3)"; returns out. */
char *child_end_text(int status, char *out, size_t size);
char *child_silence_text(unsigned seconds, char *out, size_t size); /* "has not come back for 20 seconds" */

enum child_trial { CHILD_DID_WELL, CHILD_REFUSED, CHILD_FELL };

/* Does the work in a child. It succeeds; it returns false, and *e is its error; or the child dies, and *e begins
 * with `who`. There is no other result. */
enum child_trial child_try(bool work(void *self, struct heartbeat *heart, struct error *e), void *self, const char *who,
                           struct error *e);

#endif
