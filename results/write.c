/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/write.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/seal.h"

bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name);
  struct file_writer writer;
  const bool opened = file_open(&writer, path, e);
  free(path);
  if (!opened) return false;
  char *text = seal_file(value);
  fputs(text, writer.out); /* file_commit notices a failure */
  free(text);
  return file_commit(&writer, e);
}
