/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

enum { SYNC_EVERY_MS = 1000 };

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool trouble(const struct journal *journal, const char *what, struct error *e)
{
  return fail_at(e, EXIT_INTERNAL, journal->path, 0, 0, "%s: %s", what, strerror(errno));
}

static void remember(struct journal *journal, const char *id, uint64_t index, size_t length)
{
  /* Doubling would be faster; a million entries are enough of a reason only for the allocator, which does it anyway. */
  journal->entry = mem_grow(journal->entry, journal->n + 1, sizeof *journal->entry);
  struct journal_entry *entry = &journal->entry[journal->n++];
  *entry = (struct journal_entry){.index = index, .offset = journal->end, .length = length};
  strncpy(entry->id, id, sizeof entry->id - 1);
  journal->end += (off_t)length;
}

/* --- reading what is there ---------------------------------------------------------------------------------------- */

static bool read_entry(struct journal *journal, const char *line, size_t length, int number, struct error *e)
{
  json_error_t why;
  json_t *record = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
  if (record == NULL) return fail_at(e, EXIT_USAGE, journal->path, number, why.column, "not a record: %s", why.text);
  const char *id = json_string_value(json_object_get(record, "id"));
  const json_t *index = json_object_get(record, "index");
  const bool ok = id != NULL && json_is_integer(index);
  if (ok)
    remember(journal, id, (uint64_t)json_integer_value(index), length);
  else
    fail_at(e, EXIT_USAGE, journal->path, number, 1, "not a record: expected \"id\" and \"index\"");
  json_decref(record);
  return ok;
}

static bool read_entries(struct journal *journal, struct error *e)
{
  FILE *in = fopen(journal->path, "rbe");
  if (in == NULL) return trouble(journal, "cannot be read", e);
  char *line = NULL;
  size_t size = 0;
  bool ok = true;
  ssize_t length;
  for (int number = 1; ok && (length = getline(&line, &size, in)) > 0; number++) {
    if (line[length - 1] != '\n') break; /* torn */
    ok = read_entry(journal, line, (size_t)length, number, e);
  }
  free(line);
  fclose(in);
  return ok;
}

static bool lock(const struct journal *journal, struct error *e)
{
  if (flock(journal->fd, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) return true; /* a file system without locks */
  return fail_at(e, EXIT_USAGE, journal->path, 0, 0,
                 "another run is writing this file; wait for it, or choose another directory");
}

bool journal_open(struct journal *journal, const char *directory, struct error *e)
{
  *journal = (struct journal){.path = mem_format("%s/records.jsonl", directory), .synced = now_ms()};
  journal->fd = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  bool ok = journal->fd >= 0 || trouble(journal, "cannot be written", e);
  ok = ok && lock(journal, e) && read_entries(journal, e);
  if (ok && ftruncate(journal->fd, journal->end) != 0) ok = trouble(journal, "cannot be cut", e);
  if (ok) return true;
  if (journal->fd >= 0) close(journal->fd);
  free(journal->path);
  free(journal->entry);
  *journal = (struct journal){.fd = -1};
  return false;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static bool synchronise(struct journal *journal, struct error *e)
{
  journal->synced = now_ms();
  if (fdatasync(journal->fd) == 0 || errno == EINVAL) return true;
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
  remember(journal, id, index, length);
  return now_ms() - journal->synced < SYNC_EVERY_MS || synchronise(journal, e);
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

static bool copy_line(const struct journal *journal, const struct journal_entry *entry, FILE *out, struct error *e)
{
  char *line = mem_new(entry->length, 1);
  const ssize_t n = pread(journal->fd, line, entry->length, entry->offset);
  const bool ok = n == (ssize_t)entry->length || trouble(journal, "could not be read again", e);
  if (ok) fwrite(line, 1, entry->length, out); /* file_commit notices a failure */
  free(line);
  return ok;
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
  bool ok = true;
  for (size_t k = 0; ok && k < journal->n; k++)
    if (k == 0 || journal->entry[k].index != journal->entry[k - 1].index)
      ok = copy_line(journal, &journal->entry[k], writer.out, e);
  if (!ok) return file_abandon(&writer), false;
  return file_commit(&writer, e);
}
