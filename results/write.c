/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/write.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"

bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name);
  struct file_writer writer;
  const bool opened = file_open(&writer, path, e);
  free(path);
  if (!opened) return false;
  json_dumpf(value, writer.out, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
  fputc('\n', writer.out); /* file_commit notices a failure */
  return file_commit(&writer, e);
}

void results_forget(const char *directory)
{
  static const char *const made[] = {"fits.json", "nearness.json", "verdicts.json", "tables.json"};
  for (size_t k = 0; k < sizeof made / sizeof *made; k++) {
    char *path = mem_format("%s/%s", directory, made[k]);
    remove(path);
    free(path);
  }
}
