/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * shim.c: a machine on which things fail, for the hostile campaigns. Preloaded, it stands before the calls of the C
 * library that write files, and lets one of them fail:
 *
 *   HOSTILE_CALL    which: write, flush, sync, rename, open, close, truncate, mkdir
 *   HOSTILE_AT      the first call that fails, from 1
 *   HOSTILE_ERRNO   with which errno
 *   HOSTILE_ONCE    1: only that one; 0: all from there on, as on a full disk
 *
 * Standard error is left alone, so that errors can be told. A call that fails has done nothing, but for a
 * write, which may have written half before.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

static bool fails(const char *call)
{
  const char *which = getenv("HOSTILE_CALL"), *at = getenv("HOSTILE_AT"), *number = getenv("HOSTILE_ERRNO");
  const char *once = getenv("HOSTILE_ONCE");
  if (which == NULL || at == NULL || number == NULL || strcmp(which, call) != 0) return false;
  const long k = atomic_fetch_add(&calls, 1) + 1, first = atol(at);
  if (k < first || (once != NULL && once[0] == '1' && k > first)) return false;
  errno = atoi(number);
  return true;
}

/* The next definition of a function; ISO C has no cast from an object pointer to one of functions. */
#define NEXT(type, name, ...) \
  type (*next)(__VA_ARGS__);  \
  *(void **)&next = dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t n)
{
  NEXT(ssize_t, "write", int, const void *, size_t);
  return fd != STDERR_FILENO && fails("write") ? -1 : next(fd, bytes, n);
}

/* Half is written, as it happens when a disk gets full: the rest fails. */
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
  NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
  if (!fails("write")) return next(fd, bytes, n, offset);
  const int why = errno;
  if (n > 1) next(fd, bytes, n / 2, offset);
  errno = why;
  return -1;
}

int fflush(FILE *file)
{
  NEXT(int, "fflush", FILE *);
  return file != stderr && file != NULL && fails("flush") ? EOF : next(file);
}

int fsync(int fd)
{
  NEXT(int, "fsync", int);
  return fails("sync") ? -1 : next(fd);
}

int fdatasync(int fd)
{
  NEXT(int, "fdatasync", int);
  return fails("sync") ? -1 : next(fd);
}

int rename(const char *from, const char *to)
{
  NEXT(int, "rename", const char *, const char *);
  return fails("rename") ? -1 : next(from, to);
}

int fclose(FILE *file)
{
  NEXT(int, "fclose", FILE *);
  if (file == stderr || !fails("close")) return next(file);
  const int why = errno;
  next(file);
  errno = why;
  return EOF;
}

int ftruncate(int fd, off_t length)
{
  NEXT(int, "ftruncate", int, off_t);
  return fails("truncate") ? -1 : next(fd, length);
}

int mkdir(const char *path, mode_t mode)
{
  NEXT(int, "mkdir", const char *, mode_t);
  return fails("mkdir") ? -1 : next(path, mode);
}

int open(const char *path, int flags, ...)
{
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? (mode_t)va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  NEXT(int, "open", const char *, int, ...);
  return fails("open") ? -1 : next(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
  NEXT(FILE *, "fopen", const char *, const char *);
  return fails("open") ? NULL : next(path, mode);
}
