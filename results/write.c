/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/write.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/seal.h"

bool results_write_json(const char *directory, const char *name, const json_t *value, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name), *text = seal_file(value);
  const bool ok = file_write(path, text, strlen(text), e);
  free(path);
  free(text);
  return ok;
}
