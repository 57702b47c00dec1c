/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * here.h: where files are that tests read.
 */
#ifndef TESTS_HERE_H
#define TESTS_HERE_H

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The path of a file under tests/; the caller frees it. */
static inline char *here(const char *name)
{
  const char *slash = strrchr(__FILE__, '/');
  return mem_format("%.*s/%s", (int)(slash - __FILE__), __FILE__, name);
}

/* The same under tests/data/results. */
static inline char *here_results(const char *name)
{
  char *path = mem_format("data/results/%s", name), *whole = here(path);
  free(path);
  return whole;
}

#endif
