/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/sort.h"

static void swap(uint32_t *a, uint32_t *b)
{
  const uint32_t c = *a;
  *a = *b;
  *b = c;
}

/* The number at `at` sinks until no child of it comes after it. */
static void sink(uint32_t *number, size_t at, size_t n, int compare(const void *, const void *, void *), void *self)
{
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && compare(&number[child], &number[child + 1], self) < 0) child++;
    if (compare(&number[at], &number[child], self) >= 0) return;
    swap(&number[at], &number[child]);
  }
}

void sort_numbers(uint32_t *number, size_t n, int compare(const void *, const void *, void *), void *self)
{
  for (size_t at = n / 2; at-- > 0;) sink(number, at, n, compare, self);
  for (size_t left = n; left > 1; left--) {
    swap(&number[0], &number[left - 1]);
    sink(number, 0, left - 1, compare, self);
  }
}
