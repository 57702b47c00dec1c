/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sort.h: numbers in an order that depends on something else, which qsort cannot be given; and qsort_r, which can, is
 * another function on each system. A heap sort: in place, and never slower than n log n. The comparison must tell any
 * two apart, so that there is one result.
 */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void sort_numbers(uint32_t *number, size_t n, int compare(const void *a, const void *b, void *self), void *self);

#endif
