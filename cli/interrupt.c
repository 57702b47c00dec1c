/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include <unistd.h>

#include "base/error.h"

static void *wait_for_signals(void *argument)
{
  struct interrupt *interrupt = argument;
  int signal;
  while (sigwait(&interrupt->waited_for, &signal) != 0) continue;
  atomic_store(&interrupt->raised, true);
  while (sigwait(&interrupt->waited_for, &signal) != 0) continue;
  _exit(EXIT_INCOMPLETE);
}

void interrupt_watch(struct interrupt *interrupt)
{
  atomic_init(&interrupt->raised, false);
  sigemptyset(&interrupt->waited_for);
  sigaddset(&interrupt->waited_for, SIGINT);
  sigaddset(&interrupt->waited_for, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &interrupt->waited_for, &interrupt->old_mask);
  interrupt->watching = pthread_create(&interrupt->thread, NULL, wait_for_signals, interrupt) == 0;
  if (!interrupt->watching) pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}

void interrupt_done(struct interrupt *interrupt)
{
  if (!interrupt->watching) return;
  pthread_cancel(interrupt->thread);
  pthread_join(interrupt->thread, NULL);
  pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}
