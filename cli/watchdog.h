/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * watchdog.h: ends the process when an adversary never answers. A plug-in is native code: if its `choose` does not
 * return, no check between steps can help. A thread looks at the step counter once a second; if it has not moved for
 * WATCHDOG_SECONDS, one line says so and the process exits with 64.
 */
#ifndef CLI_WATCHDOG_H
#define CLI_WATCHDOG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { WATCHDOG_SECONDS = 20 };

struct watchdog {
  const char *command, *adversary;
  atomic_uint_fast64_t *progress;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t stop;
  bool stopping;
};

/* Watches only adversaries that are plug-ins (with a slash or .so in the name): the built-in ones answer. */
void watchdog_start(struct watchdog *watchdog, const char *command, const char *adversary,
                    atomic_uint_fast64_t *progress);
void watchdog_stop(struct watchdog *watchdog);

#endif
