/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * watchdog.h: ends the process when an adversary never answers, for work that is not isolated (isolation.h). A plug-in
 * is native code: if its `choose` does not return, no check between steps can help. A thread watches the heartbeat of
 * the work; after a silence of WATCH_SECONDS (base/child.h), one line says so and the process exits with 64.
 */
#ifndef CLI_WATCHDOG_H
#define CLI_WATCHDOG_H

#include <pthread.h>

#include "base/child.h"

struct watchdog {
  const char *command, *adversary;
  struct watch watch;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t stop;
  bool watching, stopping;
};

/* Watches only adversaries that are plug-ins (with a slash or .so in the name): the built-in ones answer. */
void watchdog_start(struct watchdog *watchdog, const char *command, const char *adversary,
                    const struct heartbeat *heart);
void watchdog_stop(struct watchdog *watchdog); /* valid for a zeroed one, too */

#endif
