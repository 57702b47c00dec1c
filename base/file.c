/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

/* A device, a pipe or a link stands there: to rename a file onto it would put the file in its place (/dev/null!). */
static bool is_special(const char *path)
{
  struct stat found;
  return lstat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

static bool is_one(const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether it is what stdout is, as /dev/stdout: another offset into that file would write over what is there. */
static bool is_stdout(const char *path)
{
  struct stat there, out;
  return stat(path, &there) == 0 && fstat(STDOUT_FILENO, &out) == 0 && is_one(&there, &out);
}

static FILE *open_stdout(void)
{
  fflush(stdout);
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  return copy >= 0 ? fdopen(copy, "wb") : NULL;
}

bool file_open(struct file_writer *w, const char *path, struct error *e)
{
  w->path = mem_text(path);
  w->temporary = is_special(path) ? NULL : mem_format("%s" FILE_TEMPORARY, path);
  w->out = w->temporary != NULL ? fopen(w->temporary, "wbe") : is_stdout(path) ? open_stdout() : fopen(path, "wbe");
  if (w->out != NULL) return true;
  fail_at(e, exit_of_errno(errno), path, 0, 0, "cannot be written: %s", strerror(errno));
  free(w->path);
  free(w->temporary);
  return false;
}

bool file_open_in(struct file_writer *w, const char *directory, const char *name, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name);
  const bool ok = file_open(w, path, e);
  free(path);
  return ok;
}

static void close_writer(struct file_writer *w)
{
  free(w->path);
  free(w->temporary);
  *w = (struct file_writer){0};
}

/* A pipe or a device cannot be synchronised, and need not be. */
static bool synchronise(FILE *out)
{
  return fsync(fileno(out)) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool file_commit(struct file_writer *w, struct error *e)
{
  errno = 0;
  bool ok = fflush(w->out) == 0; /* also after a failed write: the rest of it fails again, and tells why */
  ok = ok && !ferror(w->out) && synchronise(w->out);
  int why = errno;
  if (fclose(w->out) != 0 && ok) {
    ok = false;
    why = errno;
  }
  if (ok && w->temporary != NULL && rename(w->temporary, w->path) != 0) {
    ok = false;
    why = errno;
  }
  if (!ok) {
    if (w->temporary != NULL) unlink(w->temporary);
    fail_at(e, EXIT_INTERNAL, w->path, 0, 0, "could not be written: %s",
            why != 0 ? strerror(why) : "an earlier write failed");
  }
  close_writer(w);
  return ok;
}

bool file_may_be_written(const char *path, struct error *e)
{
  struct file_writer w;
  if (is_special(path) && !file_is_directory(path)) return true;
  if (!file_open(&w, path, e)) return false;
  file_abandon(&w);
  return true;
}

bool file_write(const char *path, const void *bytes, size_t length, struct error *e)
{
  struct file_writer w;
  if (!file_open(&w, path, e)) return false;
  fwrite(bytes, 1, length, w.out); /* file_commit notices a failure */
  return file_commit(&w, e);
}

void file_abandon(struct file_writer *w)
{
  fclose(w->out);
  if (w->temporary != NULL) unlink(w->temporary);
  close_writer(w);
}

void file_forget(const char *path)
{
  char *temporary = mem_format("%s" FILE_TEMPORARY, path);
  if (file_exists(temporary)) unlink(temporary);
  free(temporary);
}

/* All that `in` holds, but at most limit + 1 bytes, so that the caller can tell a file that is too long. */
static char *read_all(FILE *in, size_t limit, size_t *length)
{
  size_t room = 4096, used = 0;
  char *text = mem_new(room, 1);
  for (;;) {
    const size_t got = fread(text + used, 1, room - used - 1, in);
    used += got;
    if (got == 0 || used > limit) break;
    if (room - used < 2) text = mem_grow(text, room *= 2, 1);
  }
  text[used] = '\0';
  *length = used;
  return text;
}

char *file_read(const char *path, size_t limit, size_t *length, struct error *e)
{
  FILE *in = fopen(path, "rbe");
  if (in == NULL) {
    fail_at(e, exit_of_errno(errno), path, 0, 0, "cannot be read: %s", strerror(errno));
    return NULL;
  }
  size_t used;
  errno = 0;
  char *text = read_all(in, limit, &used);
  const int why = ferror(in) ? errno : 0;
  fclose(in);
  if (why == 0 && used <= limit) {
    if (length != NULL) *length = used;
    return text;
  }
  if (why != 0)
    fail_at(e, exit_of_errno(why), path, 0, 0, "cannot be read: %s", strerror(why));
  else
    fail_at(e, EXIT_USAGE, path, 0, 0, "is longer than %zu bytes", limit);
  free(text);
  return NULL;
}

bool file_copy(const char *from, const char *to, size_t limit, struct error *e)
{
  size_t length;
  char *text = file_read(from, limit, &length, e);
  const bool ok = text != NULL && file_write(to, text, length, e);
  free(text);
  return ok;
}

static bool make_one(const char *path, struct error *e)
{
  if (mkdir(path, 0777) == 0 || (errno == EEXIST && file_is_directory(path))) return true;
  return fail_at(e, exit_of_errno(errno), path, 0, 0, "cannot be made a directory: %s", strerror(errno));
}

bool file_make_directory(const char *path, struct error *e)
{
  char *part = mem_text(path);
  bool ok = true;
  for (char *slash = part + 1; ok && part[0] != '\0' && (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = '\0';
    ok = make_one(part, e);
    *slash = '/';
  }
  ok = ok && make_one(part, e);
  free(part);
  return ok;
}

bool file_exists(const char *path)
{
  struct stat found;
  return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

bool file_is_directory(const char *path)
{
  struct stat found;
  return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool is_same_now(const char *path, const char *other)
{
  struct stat a, b;
  return stat(path, &a) == 0 && stat(other, &b) == 0 && is_one(&a, &b);
}

/* "DIR/." of "DIR/NAME", with which a root and no directory at all need no case of their own; the caller frees it. */
static char *directory_of(const char *path, const char **name)
{
  const char *slash = strrchr(path, '/');
  *name = slash != NULL ? slash + 1 : path;
  return mem_format("%.*s.", (int)(*name - path), path);
}

bool file_is_same(const char *path, const char *other)
{
  const char *name, *other_name;
  char *directory = directory_of(path, &name), *other_directory = directory_of(other, &other_name);
  const bool same =
    is_same_now(path, other) || (strcmp(name, other_name) == 0 && is_same_now(directory, other_directory));
  free(directory);
  free(other_directory);
  return same;
}

bool file_is_stream(const char *path)
{
  struct stat found;
  return stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

static int by_bytes(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void file_list(const char *directory, struct file_names *out)
{
  *out = (struct file_names){0};
  DIR *open = opendir(directory);
  if (open == NULL) return;
  for (const struct dirent *entry; (entry = readdir(open)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    out->name = mem_another(out->name, out->n, sizeof *out->name);
    out->name[out->n++] = mem_text(entry->d_name);
  }
  closedir(open);
  if (out->n > 1) qsort(out->name, out->n, sizeof *out->name, by_bytes);
}

void file_names_free(struct file_names *names)
{
  for (size_t k = 0; k < names->n; k++) free(names->name[k]);
  free(names->name);
  *names = (struct file_names){0};
}

char *file_temporary_directory(const char *what, struct error *e)
{
  const char *place = getenv("TMPDIR");
  char *path = mem_format("%s/rmr-%s-XXXXXX", place != NULL && place[0] != '\0' ? place : "/tmp", what);
  if (mkdtemp(path) != NULL) return path;
  fail_at(e, EXIT_INTERNAL, path, 0, 0, "not made: %s", strerror(errno));
  free(path);
  return NULL;
}

bool file_remove_directory(const char *path)
{
  struct file_names names;
  file_list(path, &names);
  for (size_t k = 0; k < names.n; k++) {
    char *file = mem_format("%s/%s", path, names.name[k]);
    unlink(file);
    free(file);
  }
  file_names_free(&names);
  return rmdir(path) == 0;
}
