/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * journal.h: records.jsonl during a run. It has one line per finished task, appended in one piece, in the order in
 * which tasks finish. When it is complete it is rewritten in the order of their index.
 *
 * A kill leaves any number of whole lines and at most one torn line at the end. Lines reach the kernel at once and the
 * disk about once a second, so a power cut costs a second of work. The rewriting is atomic. Any other line with a wrong
 * checksum (results/seal.h) is an error that names it; opening a journal does not change the file.
 *
 * One writer at a time: the opener of a journal holds the lock of its directory (results/lock.h).
 */
#ifndef RESULTS_JOURNAL_H
#define RESULTS_JOURNAL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

enum { JOURNAL_ID_SIZE = 33 };

struct journal_entry {
  char id[JOURNAL_ID_SIZE];
  uint64_t index;
  off_t offset; /* of its line in the file */
  size_t length;
  uint64_t sum; /* its checksum, if it was read */
};

struct journal {
  int fd;
  char *path;
  off_t end;
  double synced; /* the time of the last sync (base/clock.h) */
  size_t n;
  struct journal_entry *entry;
};

/* Opens DIR/records.jsonl, creates it if necessary, and reads it. */
bool journal_open(struct journal *journal, const char *directory, struct error *e);

/* The same of a journal that is there, and will not be written. */
bool journal_open_to_read(struct journal *journal, const char *directory, struct error *e);

/* Reads line k again, without its newline. *line grows as needed and belongs to the caller, at first NULL with *size
 * 0. */
bool journal_line(const struct journal *journal, size_t k, char **line, size_t *size, struct error *e);

/* Cuts off a torn last line. Once, before the first append. */
bool journal_cut(struct journal *journal, struct error *e);

/* Takes everything out of it. */
bool journal_clear(struct journal *journal, struct error *e);

/* `line` is one JSON object and a newline. */
bool journal_append(struct journal *journal, const char *id, uint64_t index, const char *line, struct error *e);

/* Waits for the disk and closes. Call it once after each successful journal_open. */
bool journal_close(struct journal *journal, struct error *e);

/* Puts the file in the order of the index, atomically. After that only journal_close may follow. */
bool journal_sort(struct journal *journal, struct error *e);

#endif
