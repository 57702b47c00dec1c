/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/watchdog.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "model/loader.h"

/* Waits a tick, or until it is told to stop. */
static bool wait_a_tick(struct watchdog *watchdog)
{
  const struct timespec until = clock_deadline(1e-3 * WATCH_TICK_MS);
  pthread_mutex_lock(&watchdog->lock);
  int waited = 0;
  while (!watchdog->stopping && waited != ETIMEDOUT)
    waited = pthread_cond_timedwait(&watchdog->stop, &watchdog->lock, &until);
  const bool go_on = !watchdog->stopping;
  pthread_mutex_unlock(&watchdog->lock);
  return go_on;
}

static void *watch(void *argument)
{
  struct watchdog *watchdog = argument;
  while (wait_a_tick(watchdog)) {
    if (!watch_tick(&watchdog->watch, WATCH_SECONDS)) continue;
    fprintf(stderr, "rmr %s: adversary %s has not made a choice for %d seconds; giving up\n", watchdog->command,
            watchdog->adversary, WATCH_SECONDS);
    _exit(EXIT_USAGE);
  }
  return NULL;
}

void watchdog_start(struct watchdog *watchdog, const char *command, const char *adversary,
                    const struct heartbeat *heart)
{
  *watchdog = (struct watchdog){.command = command, .adversary = adversary};
  if (!plug_in_is(adversary)) return;
  watch_begin(&watchdog->watch, heart);
  pthread_mutex_init(&watchdog->lock, NULL);
  pthread_cond_init(&watchdog->stop, NULL);
  watchdog->watching = pthread_create(&watchdog->thread, NULL, watch, watchdog) == 0;
}

void watchdog_stop(struct watchdog *watchdog)
{
  if (!watchdog->watching) return;
  pthread_mutex_lock(&watchdog->lock);
  watchdog->stopping = true;
  pthread_cond_signal(&watchdog->stop);
  pthread_mutex_unlock(&watchdog->lock);
  pthread_join(watchdog->thread, NULL);
  pthread_mutex_destroy(&watchdog->lock);
  pthread_cond_destroy(&watchdog->stop);
}
