/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * interrupt.h: Ctrl-C and SIGTERM as a flag. A thread waits for them, so there is no handler and no global. The first
 * one raises the flag; the second one ends the process at once with exit 30. Signals right behind the first one are
 * its echo: timeout(1), for one, sends to the process and to its group, of which the process is a member.
 *
 * In phases that do not poll the flag, because all files are written whole (base/file.h) and can be made again, the
 * first one ends the process at once, with exit 30 and a line that says how to continue: see interrupt_ends.
 *
 * Threads and child processes started between interrupt_watch and interrupt_done have these signals blocked.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#define INTERRUPT_ECHO_SECONDS 0.1 /* nobody presses Ctrl-C twice in less */

struct interrupt {
  atomic_bool raised;
  _Atomic(const char *) last_words; /* NULL: the flag is polled */
  sigset_t waited_for, old_mask;
  pthread_t thread;
  atomic_bool awake; /* the thread has started, and holds no lock from now on: a fork copies none */
  atomic_bool over;  /* the thread must end: a signal from this process wakes it */
  bool watching;     /* false: there is no thread, signals have their default effect */
};

void interrupt_watch(struct interrupt *interrupt); /* the struct must stay where it is until interrupt_done */
void interrupt_done(struct interrupt *interrupt);

/* From here on the first signal ends the process; one that has already arrived ends it now. last_words: the line for
 * stderr, which must stay where it is. Buffered output to stdout is flushed. */
void interrupt_ends(struct interrupt *interrupt, const char *last_words);

#endif
