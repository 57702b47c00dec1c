/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * child.h: work in a process of its own, for code that nobody vouches for. Whatever that code does to its process, be
 * it a segmentation fault, a call of `exit`, all memory or all files taken, or a loop without end, it does to a child,
 * and the parent gets a sentence that tells of it.
 *
 * Whether a child is alive is told by its heartbeat, a counter in memory that the two share. Whoever runs foreign code
 * lets it beat between two calls. Work that calls none may take as long as it likes; meanwhile the heart rests, and
 * silence says nothing.
 *
 * A child is guarded: it ends when its parent does; what it prints on stdout comes out on stderr; it has no stdin, at
 * most 1024 files, at most as much memory more as the machine has, and is the first to go when that runs out.
 *
 * All this is against accidents. A plug-in is not kept from removing files, or from killing its parent.
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

/* A heart that is NULL is nobody's: nothing happens. */
static inline void heartbeat_beat(struct heartbeat *heart)
{
  if (heart != NULL) atomic_fetch_add_explicit(&heart->beats, 1, memory_order_relaxed);
}

static inline void heartbeat_rest(struct heartbeat *heart, bool resting)
{
  if (heart != NULL) atomic_store(&heart->resting, resting);
}

/* Silence, in ticks in a row without a beat. Whoever counts them looks once a tick: a process that was stopped for an
 * hour has not been silent for an hour. */
struct watch {
  const struct heartbeat *heart;
  uint_fast64_t last;
  unsigned quiet;
};

enum {
  WATCH_TICK_MS = 250,
  WATCH_SECONDS = 20,            /* that foreign code may take for one answer */
  WATCH_SECONDS_INTERRUPTED = 5, /* when somebody wants to go home */
};

void watch_begin(struct watch *watch, const struct heartbeat *heart);

/* A tick has passed: whether there has been silence for so long. */
bool watch_tick(struct watch *watch, unsigned seconds);

/* Zeroed memory that a process shares with the children that it starts later. NULL: there is none. */
void *child_share(size_t size);
void child_unshare(void *shared, size_t size);

struct child {
  pid_t pid;
  int end; /* a descriptor that can be read when it has ended; -1: there is none, and every tick has a look */
  struct watch watch;
};

/* As fork: returns 0 in the child, which is guarded, and its number in the parent, or -1 and an error. To be called
 * while there is one thread only, or while the others hold no lock. */
pid_t child_start(struct child *child, struct heartbeat *heart, struct error *e);

enum child_news { CHILD_TICK, CHILD_READABLE, CHILD_ENDED, CHILD_SILENT };

/* Waits for a tick at most: until `in` (-1: nothing) can be read, or the child has ended, or has been silent for so
 * many seconds. */
enum child_news child_listen(struct child *child, int in, unsigned seconds);

/* Kills it if need be; returns what waitpid tells. */
int child_end(struct child *child);

/* "died of SIGSEGV (segmentation fault)", "called exit(3)"; returns out. */
char *child_end_text(int status, char *out, size_t size);
char *child_silence_text(unsigned seconds, char *out, size_t size); /* "has not come back for 20 seconds" */

enum child_trial { CHILD_DID_WELL, CHILD_REFUSED, CHILD_FELL };

/* The work in a child: it did well; it said no, and *e is the error that it gave; or the child fell, and *e begins with
 * `who`. Nothing else comes back. */
enum child_trial child_try(bool work(void *self, struct heartbeat *heart, struct error *e), void *self, const char *who,
                           struct error *e);

#endif
