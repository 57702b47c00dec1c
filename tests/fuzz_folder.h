/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_folder.h: a folder of a fuzzer's own, for readers that want files. It is removed when the fuzzer ends by itself.
 */
#ifndef TESTS_FUZZ_FOLDER_H
#define TESTS_FUZZ_FOLDER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"

static char fuzz_folder[] = "/tmp/rmr-fuzz-XXXXXX";

static inline void fuzz_folder_remove(void)
{
  (void)file_remove_directory(fuzz_folder);
}

static inline void fuzz_folder_make(void)
{
  if (mkdtemp(fuzz_folder) == NULL) abort();
  atexit(fuzz_folder_remove);
}

/* Writes the file and returns its path, which the caller frees. */
static inline char *fuzz_file(const char *name, const void *bytes, size_t size)
{
  char *path = mem_format("%s/%s", fuzz_folder, name);
  FILE *out = fopen(path, "wbe");
  if (out == NULL || fwrite(bytes, 1, size, out) != size || fclose(out) != 0) abort();
  return path;
}

#endif
