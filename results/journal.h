/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * journal.h: records.jsonl while the work goes on. One line per finished task, appended in one piece, in the order
 * in which tasks finish. When all are there the file is rewritten in the order of their index.
 *
 * What a kill can leave behind: any number of whole lines and at most one torn one at the end. Lines reach the kernel
 * at once and the disk about once a second, so a power cut costs a second of work. The rewriting is atomic. Any other
 * line whose checksum (results/seal.h) is not right is an error that names it; opening a journal changes nothing in
 * the file.
 *
 * One writer at a time: whoever opens a journal holds the lock of its directory (results/lock.h).
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
  uint64_t sum; /* its checksum, where it was read */
};

struct journal {
  int fd;
  char *path;
  off_t end;
  int64_t synced; /* when the disk was last waited for, in milliseconds */
  size_t n;
  struct journal_entry *entry;
};

/* Opens DIR/records.jsonl, makes it if need be, and reads what is there. */
bool journal_open(struct journal *journal, const char *directory, struct error *e);

/* Line k again, without its newline. *line grows as is needed and is the caller's, at first NULL with *size 0. */
bool journal_line(const struct journal *journal, size_t k, char **line, size_t *size, struct error *e);

/* Cuts off a torn last line. Once, before the first append. */
bool journal_cut(struct journal *journal, struct error *e);

/* `line` is one JSON object and a newline. */
bool journal_append(struct journal *journal, const char *id, uint64_t index, const char *line, struct error *e);

/* Waits for the disk and closes. Call it once, after any outcome of journal_open that was true. */
bool journal_close(struct journal *journal, struct error *e);

/* Puts the file in the order of the index, atomically. After that the journal is good for nothing but journal_close. */
bool journal_sort(struct journal *journal, struct error *e);

#endif
