/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/unfinished.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

enum { MOST_BYTES = 1 << 30 };

bool unfinished_keep(const char *directory, const char *line, struct error *e)
{
  struct file_writer w;
  char *path = mem_format("%s/%s", directory, UNFINISHED_NAME);
  char *before = file_exists(path) ? file_read(path, MOST_BYTES, NULL, e) : mem_text("");
  bool ok = before != NULL && file_open(&w, path, e);
  if (ok) {
    fputs(before, w.out);
    fputs(line, w.out);
    ok = file_commit(&w, e);
  }
  free(before);
  free(path);
  return ok;
}

void unfinished_drop(const char *directory)
{
  char *path = mem_format("%s/%s", directory, UNFINISHED_NAME);
  unlink(path);
  free(path);
  unfinished_forget_search(directory);
}

char *unfinished_search(const char *directory)
{
  return mem_format("%s/%s", directory, UNFINISHED_SEARCH);
}

char *unfinished_costs(const char *directory)
{
  return mem_format("%s/%s", directory, UNFINISHED_COSTS);
}

void unfinished_forget_search(const char *directory)
{
  char *const paths[] = {unfinished_search(directory), unfinished_costs(directory)};
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
    unlink(paths[k]);
    free(paths[k]);
  }
}

bool unfinished_has(const char *directory)
{
  char *path = mem_format("%s/%s", directory, UNFINISHED_NAME);
  const bool has = file_exists(path);
  free(path);
  return has;
}
