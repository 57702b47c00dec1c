/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/scratch.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/platform.h"

struct scratch {
  int file;
  char *directory;
  uint64_t limit;
  pthread_mutex_t lock; /* of all that follows */
  uint64_t *sum;        /* [block]: checksum */
  uint32_t *unused;     /* blocks that have been dropped */
  uint32_t n, most, n_unused;
  atomic_bool failed;
  char complaint[256];
};

/* FNV-1a of words. */
static uint64_t checksum(const unsigned char *block)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t k = 0; k < SCRATCH_BLOCK; k += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, block + k, sizeof word);
    sum = (sum ^ word) * UINT64_C(0x100000001b3);
    sum ^= sum >> 29;
  }
  return sum;
}

struct scratch *scratch_open(const char *directory, uint64_t limit, struct error *e)
{
  const int file = platform_open_nameless(directory);
  if (file < 0) {
    fail(e, EXIT_USAGE, "%s: no file can be made there: %s", directory, strerror(errno));
    return NULL;
  }
  struct scratch *s = mem_new(1, sizeof *s);
  *s = (struct scratch){.file = file, .directory = mem_text(directory), .limit = limit};
  pthread_mutex_init(&s->lock, NULL);
  return s;
}

void scratch_close(struct scratch *s)
{
  if (s == NULL) return;
  close(s->file);
  pthread_mutex_destroy(&s->lock);
  free(s->directory);
  free(s->sum);
  free(s->unused);
  free(s);
}

static void complain(struct scratch *s, const char *what)
{
  pthread_mutex_lock(&s->lock);
  atomic_store(&s->failed, true);
  if (s->complaint[0] == '\0') snprintf(s->complaint, sizeof s->complaint, "%s: %s", s->directory, what);
  pthread_mutex_unlock(&s->lock);
}

static bool is_full(const struct scratch *s)
{
  return s->n == SCRATCH_NOWHERE || (s->limit != 0 && ((uint64_t)s->n + 1) * SCRATCH_BLOCK > s->limit);
}

/* A place for one block more. */
static uint32_t find_place(struct scratch *s, uint64_t sum)
{
  uint32_t where = SCRATCH_NOWHERE;
  pthread_mutex_lock(&s->lock);
  if (s->n_unused != 0) {
    where = s->unused[--s->n_unused];
  } else if (!is_full(s)) {
    s->sum = mem_another(s->sum, s->n, sizeof *s->sum);
    where = s->n++;
    if (s->n > s->most) s->most = s->n;
  }
  if (where != SCRATCH_NOWHERE) s->sum[where] = sum;
  pthread_mutex_unlock(&s->lock);
  if (where == SCRATCH_NOWHERE) complain(s, "the limit on the space used there is reached");
  return where;
}

/* All of a block, in or out. */
static bool move(struct scratch *s, uint32_t where, void *in, const void *out)
{
  size_t done = 0;
  while (done < SCRATCH_BLOCK) {
    const off_t at = (off_t)where * SCRATCH_BLOCK + (off_t)done;
    const ssize_t n = out != NULL ? pwrite(s->file, (const char *)out + done, SCRATCH_BLOCK - done, at)
                                  : pread(s->file, (char *)in + done, SCRATCH_BLOCK - done, at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      complain(s, n == 0 ? "the file written there is gone" : strerror(errno));
      return false;
    }
    done += (size_t)n;
  }
  return true;
}

uint32_t scratch_put(struct scratch *s, const void *block)
{
  const uint32_t where = find_place(s, checksum(block));
  if (where == SCRATCH_NOWHERE || move(s, where, NULL, block)) return where;
  scratch_drop(s, where);
  return SCRATCH_NOWHERE;
}

bool scratch_get(struct scratch *s, uint32_t where, void *block)
{
  if (!move(s, where, block, NULL)) return false;
  pthread_mutex_lock(&s->lock);
  const bool same = s->sum[where] == checksum(block);
  pthread_mutex_unlock(&s->lock);
  if (!same) complain(s, "the data read differs from the data written: do not trust this disk");
  return same;
}

void scratch_drop(struct scratch *s, uint32_t where)
{
  pthread_mutex_lock(&s->lock);
  s->unused = mem_another(s->unused, s->n_unused, sizeof *s->unused);
  s->unused[s->n_unused++] = where;
  pthread_mutex_unlock(&s->lock);
}

void scratch_clear(struct scratch *s)
{
  s->n = s->n_unused = 0;
  atomic_store(&s->failed, false);
  (void)!ftruncate(s->file, 0); /* gives the place back; where that fails the file is written again */
}

uint64_t scratch_most(const struct scratch *s)
{
  return (uint64_t)s->most * SCRATCH_BLOCK;
}

bool scratch_failed(const struct scratch *s)
{
  return atomic_load_explicit(&s->failed, memory_order_relaxed);
}

const char *scratch_complaint(const struct scratch *s)
{
  return s->complaint;
}
