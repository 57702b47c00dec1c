/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

/* By one of the two threads. A stream that is being written to is left alone: the thread that holds it might wait for
 * ever. */
static _Noreturn void end(const char *last_words)
{
  if (ftrylockfile(stdout) == 0) fflush(stdout);
  if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0) _exit(EXIT_INCOMPLETE);
  _exit(EXIT_INCOMPLETE);
}

/* False: there is no more to wait for. */
static bool wait_for_one(struct interrupt *interrupt)
{
  int signal;
  while (sigwait(&interrupt->waited_for, &signal) != 0) continue;
  return !atomic_load(&interrupt->over);
}

static void *wait_for_signals(void *argument)
{
  struct interrupt *interrupt = argument;
  atomic_store(&interrupt->awake, true);
  if (!wait_for_one(interrupt)) return NULL;
  const double first = clock_seconds();
  atomic_store(&interrupt->raised, true);
  const char *last_words = atomic_load(&interrupt->last_words);
  if (last_words != NULL) end(last_words);
  do
    if (!wait_for_one(interrupt)) return NULL;
  while (clock_seconds() - first < INTERRUPT_ECHO_SECONDS);
  _exit(EXIT_INCOMPLETE);
}

void interrupt_watch(struct interrupt *interrupt)
{
  atomic_init(&interrupt->raised, false);
  atomic_init(&interrupt->last_words, NULL);
  atomic_init(&interrupt->awake, false);
  atomic_init(&interrupt->over, false);
  sigemptyset(&interrupt->waited_for);
  sigaddset(&interrupt->waited_for, SIGINT);
  sigaddset(&interrupt->waited_for, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &interrupt->waited_for, &interrupt->old_mask);
  interrupt->watching = pthread_create(&interrupt->thread, NULL, wait_for_signals, interrupt) == 0;
  while (interrupt->watching && !atomic_load(&interrupt->awake)) sched_yield();
  if (!interrupt->watching) pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}

void interrupt_ends(struct interrupt *interrupt, const char *last_words)
{
  atomic_store(&interrupt->last_words, last_words);
  if (atomic_load(&interrupt->raised)) end(last_words);
}

static bool is_one_pending(void)
{
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM);
}

/* pthread_cancel would load a library, for which there may be no memory; then it aborts the process. A signal that
 * comes while the thread ends is too late to stop anything, and must not end a process that has done its work; one that
 * comes later must not cost the answer. Whether that could be written is told by commands.c. */
void interrupt_done(struct interrupt *interrupt)
{
  int late;
  fflush(stdout);
  if (!interrupt->watching) return;
  atomic_store(&interrupt->over, true);
  pthread_kill(interrupt->thread, SIGTERM);
  pthread_join(interrupt->thread, NULL);
  while (is_one_pending()) sigwait(&interrupt->waited_for, &late);
  pthread_sigmask(SIG_SETMASK, &interrupt->old_mask, NULL);
}
