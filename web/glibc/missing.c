/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "missing.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

/* Memory of WebAssembly is never given back. */
int malloc_trim(size_t pad)
{
  (void)pad;
  return 0;
}

/* No thread was started. */
int pthread_kill(pthread_t thread, int signal)
{
  (void)thread;
  (void)signal;
  return ESRCH;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
  (void)process;
  (void)size;
  (void)set;
  errno = ENOSYS;
  return -1;
}

static void exchange(unsigned char *a, unsigned char *b, size_t size)
{
  for (size_t k = 0; k < size; k++) {
    const unsigned char held = a[k];
    a[k] = b[k];
    b[k] = held;
  }
}

/* Heapsort: lets the element at `top` sink below those that are larger, in a heap of n. */
static void sink(unsigned char *base, size_t top, size_t n, size_t size,
                 int (*compare)(const void *, const void *, void *), void *argument)
{
  for (size_t child; (child = 2 * top + 1) < n; top = child) {
    if (child + 1 < n && compare(base + child * size, base + (child + 1) * size, argument) < 0) child++;
    if (compare(base + top * size, base + child * size, argument) >= 0) return;
    exchange(base + top * size, base + child * size, size);
  }
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
  for (size_t top = n / 2; top-- > 0;) sink(base, top, n, size, compare, argument);
  for (size_t end = n; end-- > 1;) {
    exchange(base, (unsigned char *)base + end * size, size);
    sink(base, 0, end, size, compare, argument);
  }
}
