/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

/* By one of the two threads. A stream that is being written to is left alone: whoever holds it might wait for ever. */
static _Noreturn void end(const char *last_words)
{
  if (ftrylockfile(stdout) == 0) fflush(stdout);
  if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0) _exit(EXIT_INCOMPLETE);
  _exit(EXIT_INCOMPLETE);
}

static void *wait_for_signals(void *argument)
{
  struct interrupt *interrupt = argument;
  int signal;
  while (sigwait(&interrupt->waited_for, &signal) != 0) continue;
  atomic_store(&interrupt->raised, true);
  const char *last_words = atomic_load(&interrupt->last_words);
  if (last_words != NULL) end(last_words);
  while (sigwait(&interrupt->waited_for, &signal) != 0) continue;
  _exit(EXIT_INCOMPLETE);
}

void interrupt_watch(struct interrupt *interrupt)
{
  atomic_init(&interrupt->raised, false);
  atomic_init(&interrupt->last_words, NULL);
  sigemptyset(&interrupt->waited_for);
  sigaddset(&interrupt->waited_for, SIGINT);
  sigaddset(&interrupt->waited_for, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &interrupt->waited_for, &interrupt->old_mask);
  interrupt->watching = pthread_create(&interrupt->thread, NULL, wait_for_signals, interrupt) == 0;
  if (!interrupt->watching) pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}

void interrupt_ends(struct interrupt *interrupt, const char *last_words)
{
  atomic_store(&interrupt->last_words, last_words);
  if (atomic_load(&interrupt->raised)) end(last_words);
}

void interrupt_done(struct interrupt *interrupt)
{
  if (!interrupt->watching) return;
  pthread_cancel(interrupt->thread);
  pthread_join(interrupt->thread, NULL);
  pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}
