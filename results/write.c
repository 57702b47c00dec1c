/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/write.h"

#include <stdlib.h>

#include "base/file.h"
#include "results/seal.h"

bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e)
{
  struct file_writer writer;
  if (!file_open_in(&writer, directory, name, e)) return false;
  char *text = seal_file(value);
  fputs(text, writer.out); /* file_commit notices a failure */
  free(text);
  return file_commit(&writer, e);
}
