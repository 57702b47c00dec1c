/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_records.c: any bytes as records.jsonl, through the reader that `rmr fit` uses and the journal that `rmr run`
 * continues. Where a line of the text is an object it is sealed first, as else hardly one would come past the checksum;
 * unless the first byte is a '#', which then is left out. Either the file is refused with a place and a reason and has
 * its bytes still, or series can be made of it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/journal.h"
#include "results/load.h"
#include "results/seal.h"

#include "fuzz_folder.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  fuzz_folder_make();
  return 0;
}

/* The object on a line with its checksum, or the line as it is, into *out. */
static void put_line(const char *line, size_t length, FILE *out)
{
  json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
  json_object_del(object, "checksum");
  char *sealed = json_is_object(object) ? seal_line(object) : NULL;
  if (sealed != NULL)
    fputs(sealed, out);
  else
    fwrite(line, 1, length, out), fputc('\n', out);
  free(sealed);
  json_decref(object);
}

/* Every line sealed; a last one without a newline is taken for torn. The caller frees it. */
static char *seal_all(const char *text, size_t size, size_t *length)
{
  char *sealed = NULL;
  FILE *out = open_memstream(&sealed, length);
  if (out == NULL) abort();
  for (const char *newline; (newline = memchr(text, '\n', size)) != NULL;) {
    const size_t line = (size_t)(newline - text);
    put_line(text, line, out);
    text += line + 1;
    size -= line + 1;
  }
  fwrite(text, 1, size, out);
  fclose(out);
  return sealed;
}

static void check_error(const struct error *e)
{
  if (e->code != EXIT_USAGE || e->text[0] == '\0' || e->file[0] == '\0') abort();
}

static void check_series(const struct results *r)
{
  size_t n;
  const char **metrics = results_metrics(r, &n);
  for (size_t k = 0; k < n; k++) {
    struct series_list list;
    results_series(r, metrics[k], "N", &list);
    for (size_t s = 0; s < list.n; s++)
      for (size_t i = 1; i < list.series[s].n; i++)
        if (list.series[s].point[i - 1].x >= list.series[s].point[i].x) abort();
    series_list_free(&list);
  }
  free(metrics);
}

static void load(void)
{
  struct results r;
  struct error e = {0};
  if (!results_load(fuzz_folder, &r, &e)) {
    check_error(&e);
    return;
  }
  for (size_t k = 1; k < r.n; k++)
    if (r.record[k - 1].index > r.record[k].index) abort();
  check_series(&r);
  results_free(&r);
}

/* Opened, and cut where a last line was torn, the file begins with the same bytes. */
static void open_journal(const char *path, const char *text, size_t length)
{
  struct journal journal;
  struct error e = {0};
  const bool opened = journal_open(&journal, fuzz_folder, &e);
  if (opened && (!journal_cut(&journal, &e) || !journal_close(&journal, &e))) abort();
  if (!opened) check_error(&e);
  struct error trouble = {0};
  size_t now = 0;
  char *left = file_read(path, (size_t)1 << 30, &now, &trouble);
  if (left == NULL || now > length || (!opened && now != length) || memcmp(left, text, now) != 0) abort();
  free(left);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const bool raw = size > 0 && data[0] == '#';
  size_t length = size - raw;
  char *text = raw ? mem_new(length + 1, 1) : seal_all((const char *)data, size, &length);
  if (raw) memcpy(text, data + 1, length);
  char *path = fuzz_file("records.jsonl", text, length);
  load();
  open_journal(path, text, length);
  free(path);
  free(text);
  return 0;
}
