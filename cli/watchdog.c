/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/watchdog.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "model/loader.h"

/* Waits a second, or until it is told to stop. */
static bool one_second(struct watchdog *watchdog)
{
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
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
  uint_fast64_t last = atomic_load(watchdog->progress);
  for (int quiet = 0; one_second(watchdog);) {
    const uint_fast64_t now = atomic_load(watchdog->progress);
    quiet = now == last ? quiet + 1 : 0;
    last = now;
    if (quiet < WATCHDOG_SECONDS) continue;
    fprintf(stderr, "rmr %s: adversary %s has not made a choice for %d seconds; giving up\n", watchdog->command,
            watchdog->adversary, WATCHDOG_SECONDS);
    _exit(EXIT_USAGE);
  }
  return NULL;
}

void watchdog_start(struct watchdog *watchdog, const char *command, const char *adversary,
                    atomic_uint_fast64_t *progress)
{
  *watchdog = (struct watchdog){.command = command, .adversary = adversary, .progress = progress};
  pthread_mutex_init(&watchdog->lock, NULL);
  pthread_cond_init(&watchdog->stop, NULL);
  if (!plug_in_is(adversary) || pthread_create(&watchdog->thread, NULL, watch, watchdog) != 0)
    watchdog->progress = NULL;
}

void watchdog_stop(struct watchdog *watchdog)
{
  pthread_mutex_lock(&watchdog->lock);
  watchdog->stopping = true;
  pthread_cond_signal(&watchdog->stop);
  pthread_mutex_unlock(&watchdog->lock);
  if (watchdog->progress != NULL) pthread_join(watchdog->thread, NULL);
  pthread_mutex_destroy(&watchdog->lock);
  pthread_cond_destroy(&watchdog->stop);
}
