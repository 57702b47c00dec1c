/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * surroundings.h: the process-wide settings that loaded code can change: the standard streams, the current directory,
 * limits, timers, and signal actions. They are noted before, and compared afterwards.
 */
#ifndef BASE_SURROUNDINGS_H
#define BASE_SURROUNDINGS_H

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { SURROUNDINGS_LIMITS = 6, SURROUNDINGS_SIGNALS = 4 };

struct surroundings {
  struct stat stream[3], directory; /* all zero: closed */
  struct rlimit limit[SURROUNDINGS_LIMITS];
  struct sigaction action[SURROUNDINGS_SIGNALS];
};

void surroundings_note(struct surroundings *out);

/* The first difference, such as "the current directory"; NULL: there is none. */
const char *surroundings_changed(const struct surroundings *before);

#endif
