/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * seeds.c: runs a fuzz target on its seeds, once each, and on nothing else. So every build notices a target that no
 * longer agrees with the code, not only libFuzzer's. SEEDS are the folders, with : between them.
 */
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { LARGEST = 1 << 20, OPEN_FOLDERS = 8 };

int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The seed that is named last is the one that broke the target. */
static int run(const char *path, const struct stat *what, int kind, struct FTW *place)
{
  (void)what, (void)place;
  if (kind == FTW_D) return 0;
  struct error e = {0};
  size_t size = 0;
  char *data = file_read(path, LARGEST, &size, &e);
  fprintf(stderr, "%s%s%s\n", path, data == NULL ? ": " : "", data == NULL ? e.text : "");
  if (data == NULL) return 1;
  LLVMFuzzerTestOneInput((const uint8_t *)data, size);
  free(data);
  return 0;
}

int main(int argc, char **argv)
{
  char folders[] = SEEDS;
  char *rest = NULL;
  if (LLVMFuzzerInitialize != NULL) LLVMFuzzerInitialize(&argc, &argv);
  for (char *folder = strtok_r(folders, ":", &rest); folder != NULL; folder = strtok_r(NULL, ":", &rest))
    if (nftw(folder, run, OPEN_FOLDERS, FTW_PHYS) != 0) return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
