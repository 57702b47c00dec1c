/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/surroundings.h"

#include <stdbool.h>
#include <string.h>
#include <sys/time.h>

static const int limits[SURROUNDINGS_LIMITS] = {RLIMIT_FSIZE, RLIMIT_CPU,  RLIMIT_NOFILE,
                                                RLIMIT_AS,    RLIMIT_DATA, RLIMIT_STACK};
static const int signals[SURROUNDINGS_SIGNALS] = {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ};

void surroundings_note(struct surroundings *out)
{
  memset(out, 0, sizeof *out);
  for (int fd = 0; fd < 3; fd++)
    if (fstat(fd, &out->stream[fd]) != 0) out->stream[fd] = (struct stat){0};
  if (stat(".", &out->directory) != 0) out->directory = (struct stat){0};
  for (int k = 0; k < SURROUNDINGS_LIMITS; k++) (void)getrlimit((unsigned)limits[k], &out->limit[k]);
  for (int k = 0; k < SURROUNDINGS_SIGNALS; k++) (void)sigaction(signals[k], NULL, &out->action[k]);
}

static bool same_file(const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

const char *surroundings_changed(const struct surroundings *before)
{
  struct surroundings now;
  struct itimerval timer = {0};
  surroundings_note(&now);
  for (int fd = 0; fd < 3; fd++)
    if (!same_file(&before->stream[fd], &now.stream[fd])) return "a standard stream";
  if (!same_file(&before->directory, &now.directory)) return "the current directory";
  for (int k = 0; k < SURROUNDINGS_LIMITS; k++)
    if (before->limit[k].rlim_cur != now.limit[k].rlim_cur || before->limit[k].rlim_max != now.limit[k].rlim_max)
      return "a limit";
  for (int k = 0; k < SURROUNDINGS_SIGNALS; k++)
    if (before->action[k].sa_handler != now.action[k].sa_handler) return "the handling of a signal";
  if (getitimer(ITIMER_REAL, &timer) == 0 && (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0))
    return "a timer";
  return NULL;
}
