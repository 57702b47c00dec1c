/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * merge.h: one result directory of those of a run's shards (`rmr run --shard`). What comes out is what one run would
 * have made, byte for byte: the same config, the records in the order of their tasks, the traces. What is made of the
 * records is made anew (cli/finish.h).
 */
#ifndef EXPERIMENTS_RUNNER_MERGE_H
#define EXPERIMENTS_RUNNER_MERGE_H

#include <stddef.h>

#include "base/error.h"

struct merged {
  size_t tasks, records; /* of the config; that are there now */
};

/* All of them must be of one config and one version, and each is verified. `to` is new, or has no records. The lock of
 * `to` is for directory_unlock (results/lock.h), when nothing more is written. On failure there is none. */
bool merge_directories(const char *const *from, size_t n, const char *to, int *lock, struct merged *out,
                       struct error *e);

#endif
