/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * native_figure.h: the figures of `rmr native`: passages per second over the number of threads; and the time of a
 * passage over the RMRs that the simulator counts for it. In the second, each algorithm has a mark for each number of
 * threads. If RMRs predicted times, the marks of one number of threads would rise to the right.
 */
#ifndef CLI_NATIVE_FIGURE_H
#define CLI_NATIVE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/native/native.h"

/* One row of the table. */
struct measured {
  char *algorithm;
  uint32_t n;
  double rate, within; /* passages per second, and half of the 95 % confidence interval, NAN with one repetition */
  double rmr;          /* mean RMRs of a passage, simulated; NAN if the run did not complete, or there is time */
  struct native_result native;
};

/* How well RMRs predict the order of times with n threads: Spearman's rank correlation of mean RMRs and mean times,
 * from -1 to 1. NAN: too few values. */
double native_rank_correlation(const struct measured *all, size_t count, uint32_t n);

/* all: the rows of an algorithm come one behind the other. how: a sentence for the caption. path: a picture, valid for
 * alone_name_check. */
bool native_draw_rates(const struct measured *all, size_t count, const char *how, const char *path, struct error *e);
bool native_draw_times(const struct measured *all, size_t count, const char *how, const char *path, struct error *e);

#endif
