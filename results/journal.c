/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/mem.h"
#include "base/platform.h"
#include "results/seal.h"

static const double sync_every = 1; /* seconds */

static bool trouble(const struct journal *journal, const char *what, struct error *e)
{
  return fail_at(e, EXIT_INTERNAL, journal->path, 0, 0, "%s: %s", what, strerror(errno));
}

static void remember(struct journal *journal, const struct journal_entry *found)
{
  journal->entry = mem_another(journal->entry, journal->n, sizeof *journal->entry);
  struct journal_entry *entry = &journal->entry[journal->n++];
  *entry = *found;
  entry->offset = journal->end;
  journal->end += (off_t)entry->length;
}

/* --- reading what is there ---------------------------------------------------------------------------------------- */

/* The head of a line, as record_line writes it: {"format": 3, "id": "0f3c...", "index": 17, ... */
static bool read_head(const char *line, size_t length, struct journal_entry *entry)
{
  char head[80];
  const int n = snprintf(head, sizeof head, "{\"format\": %d, \"id\": \"", RECORD_FORMAT);
  static const char next[] = "\", \"index\": ";
  if (length < (size_t)n || memcmp(line, head, (size_t)n) != 0) return false;
  const char *const id = line + n, *const end = memchr(id, '"', length - (size_t)n);
  if (end == NULL || end == id || (size_t)(end - id) >= sizeof entry->id) return false;
  if (length - (size_t)(end - line) <= sizeof next || memcmp(end, next, sizeof next - 1) != 0) return false;
  const char *const digits = end + sizeof next - 1;
  *entry = (struct journal_entry){.length = length};
  memcpy(entry->id, id, (size_t)(end - id));
  char *stop; /* the line ends in its checksum, so the number does before */
  entry->index = strtoull(digits, &stop, 10);
  return digits[0] >= '0' && digits[0] <= '9' && *stop == ',';
}

/* A line with its newline. */
static bool read_entry(struct journal *journal, const char *line, size_t length, int number, struct error *e)
{
  struct journal_entry entry;
  if (!seal_check_line(line, length - 1, journal->path, number, e)) return false;
  if (!read_head(line, length, &entry))
    return fail_at(e, EXIT_USAGE, journal->path, number, 0,
                   "is not a record of format %d: expected \"id\" and \"index\" first", RECORD_FORMAT);
  entry.sum = seal_of(line, length - 1);
  remember(journal, &entry);
  return true;
}

static bool read_entries(struct journal *journal, struct error *e)
{
  struct lines lines;
  bool ok = lines_open(&lines, journal->path, e);
  while (ok && (ok = lines_next(&lines, LONGEST_RECORD, e)) && lines.length > 0) {
    if (lines.text[lines.length - 1] == '\n')
      ok = read_entry(journal, lines.text, lines.length, lines.number, e);
    else if (!seal_may_be_torn(lines.text, lines.length))
      ok = fail_at(e, EXIT_USAGE, journal->path, lines.number, 0, "the record was altered: no newline ends it");
  }
  lines_close(&lines);
  return ok;
}

static bool open_with(struct journal *journal, const char *directory, int flags, struct error *e)
{
  *journal = (struct journal){.path = mem_format("%s/records.jsonl", directory), .synced = clock_seconds()};
  journal->fd = open(journal->path, flags | O_CLOEXEC, 0666);
  bool ok = journal->fd >= 0 || trouble(journal, flags == O_RDONLY ? "cannot be read" : "cannot be written", e);
  ok = ok && read_entries(journal, e);
  if (ok) return true;
  if (journal->fd >= 0) close(journal->fd);
  free(journal->path);
  free(journal->entry);
  *journal = (struct journal){.fd = -1};
  return false;
}

bool journal_open(struct journal *journal, const char *directory, struct error *e)
{
  return open_with(journal, directory, O_RDWR | O_CREAT, e);
}

bool journal_open_to_read(struct journal *journal, const char *directory, struct error *e)
{
  return open_with(journal, directory, O_RDONLY, e);
}

bool journal_line(const struct journal *journal, size_t k, char **line, size_t *size, struct error *e)
{
  const struct journal_entry *entry = &journal->entry[k];
  if (*size < entry->length + 1) *line = mem_grow(*line, *size = entry->length + 1, 1);
  const ssize_t n = pread(journal->fd, *line, entry->length, entry->offset);
  if (n != (ssize_t)entry->length) return trouble(journal, "could not be read again", e);
  (*line)[entry->length - 1] = '\0';
  return true;
}

bool journal_cut(struct journal *journal, struct error *e)
{
  return ftruncate(journal->fd, journal->end) == 0 || trouble(journal, "cannot be cut", e);
}

bool journal_clear(struct journal *journal, struct error *e)
{
  journal->n = 0;
  journal->end = 0;
  return journal_cut(journal, e);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static bool synchronise(struct journal *journal, struct error *e)
{
  journal->synced = clock_seconds();
  if (platform_synchronise(journal->fd) == 0 || errno == EINVAL) return true;
  return trouble(journal, "could not be written", e);
}

bool journal_append(struct journal *journal, const char *id, uint64_t index, const char *line, struct error *e)
{
  const size_t length = strlen(line);
  for (size_t done = 0; done < length;) {
    const ssize_t n = pwrite(journal->fd, line + done, length - done, journal->end + (off_t)done);
    if (n < 0 && errno != EINTR) return trouble(journal, "could not be written", e);
    if (n > 0) done += (size_t)n;
  }
  struct journal_entry entry = {.index = index, .length = length};
  strncpy(entry.id, id, sizeof entry.id - 1);
  remember(journal, &entry);
  return clock_seconds() - journal->synced < sync_every || synchronise(journal, e);
}

bool journal_close(struct journal *journal, struct error *e)
{
  const bool ok = synchronise(journal, e);
  close(journal->fd);
  free(journal->path);
  free(journal->entry);
  *journal = (struct journal){.fd = -1};
  return ok;
}

/* --- the final order ---------------------------------------------------------------------------------------------- */

static int by_index(const void *a, const void *b)
{
  const struct journal_entry *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

static bool in_order(const struct journal *journal)
{
  for (size_t k = 1; k < journal->n; k++)
    if (journal->entry[k - 1].index >= journal->entry[k].index) return false;
  return true;
}

bool journal_sort(struct journal *journal, struct error *e)
{
  if (in_order(journal)) return true;
  qsort(journal->entry, journal->n, sizeof *journal->entry, by_index);
  struct file_writer writer;
  if (!file_open(&writer, journal->path, e)) return false;
  char *line = NULL;
  size_t size = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < journal->n; k++) {
    if (k != 0 && journal->entry[k].index == journal->entry[k - 1].index) continue;
    ok = journal_line(journal, k, &line, &size, e);
    if (ok) fprintf(writer.out, "%s\n", line); /* file_commit notices a failure */
  }
  free(line);
  if (!ok) return file_abandon(&writer), false;
  return file_commit(&writer, e);
}
