/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_csv.c: any bytes as a CSV file, through the reader that `rmr fit` uses. Either the text is refused with a place
 * and a reason, or the series have names of their own and values in ascending order of N, which is finite, and the
 * analysis comes to an end with them. A value may be `inf`: there is no bound.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/analysis/analysis.h"
#include "results/load.h"

#include "fuzz_folder.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  fuzz_folder_make();
  return 0;
}

static void check(const struct series_list *list)
{
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    for (size_t other = 0; other < k; other++)
      if (strcmp(list->series[other].name, s->name) == 0) abort();
    if (s->n == 0) abort();
    for (size_t i = 0; i < s->n; i++) {
      if (!isfinite(s->point[i].x) || isnan(s->point[i].value) || s->point[i].value == -INFINITY) abort();
      if (i > 0 && s->point[i - 1].x >= s->point[i].x) abort();
    }
    struct analysis analysis;
    analyse(s, &analysis);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *path = fuzz_file("any.csv", data, size);
  struct series_list list;
  struct error e = {0};
  if (series_load(path, &list, &e)) {
    check(&list);
    series_list_free(&list);
  } else if (e.code != EXIT_USAGE || e.text[0] == '\0' || e.file[0] == '\0') {
    abort();
  }
  free(path);
  return 0;
}
