/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * folder.h: for tests of what is written: a folder that is there for one test, with copies of tests/data/results in it.
 * Include it last, as cmocka defines a macro called fail.
 */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "plots/rendering.h"
#include "tests/here.h"

#include <cmocka.h>

static inline void run(const char *format, const char *a, const char *b)
{
  char *command = mem_format(format, a, b);
  assert_int_equal(system(command), 0);
  free(command);
}

/* A copy of tests/data/results/NAME at directory/NAME. */
static inline char *copy_of(const char *name, const char *directory)
{
  char *from = here_results(name);
  run("cp -r '%s' '%s'", from, directory);
  free(from);
  return mem_format("%s/%s", directory, name);
}

static inline char *read_whole(const char *directory, const char *name, const char *suffix)
{
  struct error e = {0};
  char *path = mem_format("%s/%s%s", directory, name, suffix), *text = file_read(path, 64 << 20, NULL, &e);
  if (text == NULL) fail_msg("%s", path);
  free(path);
  return text;
}

static inline bool exists(const char *directory, const char *name)
{
  char *path = mem_format("%s/%s", directory, name);
  const bool yes = file_exists(path);
  free(path);
  return yes;
}

static inline int make_directory(void **state)
{
  char *directory = mem_text("/tmp/rmr-plots-XXXXXX");
  *state = directory;
  return mkdtemp(directory) != NULL ? 0 : -1;
}

static inline int remove_directory(void **state)
{
  run("rm -r '%s'%s", *state, "");
  free(*state);
  return 0;
}

static inline void need_gnuplot(void)
{
  if (gnuplot_found()) return;
  print_message("skipped: gnuplot is not installed\n");
  skip();
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make_directory, remove_directory)

#endif
