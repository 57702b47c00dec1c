/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * file.h: whole files, in and out.
 *
 * A file that others will read is never seen half written: it is written under NAME.rmr-tmp, flushed to the disk, and
 * renamed when it is whole. A full disk is noticed, because the results of fflush, fsync and fclose are. Every error
 * names the path. A device, a pipe or a symbolic link is written directly: no file may be renamed onto it.
 *
 *   struct file_writer w;
 *   if (!file_open(&w, path, e)) return false;
 *   fprintf(w.out, ...);                       no need to look at each result
 *   return file_commit(&w, e);
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* The suffix of temporary names, which no other program gives to a file. */
#define FILE_TEMPORARY ".rmr-tmp"

struct file_writer {
  FILE *out;
  char *path, *temporary; /* owned; temporary: NULL where path is written directly */
};

bool file_open(struct file_writer *w, const char *path, struct error *e);
bool file_open_in(struct file_writer *w, const char *directory, const char *name, struct error *e);
bool file_commit(struct file_writer *w,
                 struct error *e);        /* either way the writer is closed, and on failure PATH untouched */
void file_abandon(struct file_writer *w); /* the same without a result */

/* All of a file at once. */
bool file_write(const char *path, const void *bytes, size_t length, struct error *e);

/* Whether a file can be written there. Nothing is left behind; a pipe, a device or a link is not tried. */
bool file_may_be_written(const char *path, struct error *e);

void file_forget(const char *path); /* removes the temporary file of a writer whose process has died */

/* The whole file as a text with a final NUL (not counted in *length, which may be NULL); the caller frees it. A file of
 * more than `limit` bytes is an error. Returns NULL on error. */
char *file_read(const char *path, size_t limit, size_t *length, struct error *e);

/* Writes at `to` what is at `from`, at most `limit` bytes. */
bool file_copy(const char *from, const char *to, size_t limit, struct error *e);

bool file_make_directory(const char *path, struct error *e); /* with its parents; fine if it is there */
bool file_exists(const char *path);                          /* a regular file */
bool file_is_directory(const char *path);
bool file_is_same(const char *path, const char *other); /* by one name or two; it need not be there yet */
bool file_is_stream(const char *path); /* a pipe, a socket or a device: it cannot be read twice, or has no end */

/* The names in a directory, sorted by byte, without . and ..; an unreadable or missing directory has none. */
struct file_names {
  size_t n;
  char **name;
};
void file_list(const char *directory, struct file_names *out);
void file_names_free(struct file_names *names);

/* A new directory, in $TMPDIR or /tmp, whose name begins with rmr-WHAT; the caller frees the name. NULL on error. */
char *file_temporary_directory(const char *what, struct error *e);

/* Removes a directory with the files in it. False: it remains, as it contains another directory, or permission is
 * missing. */
bool file_remove_directory(const char *path);

#endif
