/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * merge.h: merges the result directories of a run's shards (`rmr run --shard`). The result equals that of a single run,
 * byte for byte: the same config, the records in the order of their tasks, the traces. Output made from the records is
 * made again (cli/finish.h).
 */
#ifndef EXPERIMENTS_RUNNER_MERGE_H
#define EXPERIMENTS_RUNNER_MERGE_H

#include <stddef.h>

#include "base/error.h"

struct merged {
  size_t tasks, records; /* of the config; present now */
};

/* All of them must be of one config and one version, and each is verified. `to` is new, or has no records. Call
 * directory_unlock (results/lock.h) with its lock after the last write. On failure there is no lock. */
bool merge_directories(const char *const *from, size_t n, const char *to, int *lock, struct merged *out,
                       struct error *e);

#endif
