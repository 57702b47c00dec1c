/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * interrupt.h: Ctrl-C and SIGTERM as a flag. A thread waits for them, so there is no handler and no global. The
 * first one raises the flag; the second one ends the process at once with exit 30, for whoever cannot wait.
 *
 * Threads and child processes started between interrupt_watch and interrupt_done have these signals blocked.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

struct interrupt {
  atomic_bool raised;
  sigset_t waited_for, old_mask;
  pthread_t thread;
  bool watching; /* false: there is no thread, signals do what they always do */
};

void interrupt_watch(struct interrupt *interrupt); /* the struct must stay where it is until interrupt_done */
void interrupt_done(struct interrupt *interrupt);

#endif
