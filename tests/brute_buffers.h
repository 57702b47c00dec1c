/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute_buffers.h: every schedule of a small system where writes wait in buffers, walked in the plainest way, after
 * docs/orders.md. It shares nothing with the explorer, the simulator or model/buffer.h: it includes include/rmr only.
 * Processes make all their passages, which are counted; sessions are distinct.
 *
 * A state has for every process the bytes of its local state, its pending access, its section, its buffer as a list
 * of writes, oldest first, whether a fence is pending, and the passages made. It has the registers, and the copies of
 * one process.
 */
#ifndef TESTS_BRUTE_BUFFERS_H
#define TESTS_BRUTE_BUFFERS_H

#include <rmr/types.h>

enum { BUFFERS_N = 3, BUFFERS_MOST = 6, BUFFERS_CS = 0 /* in the place of a line: the end of the critical section */ };

enum buffers_cost { BUFFERS_RMR, BUFFERS_FENCES };

struct buffers_system {
  const struct rmr_algorithm *algorithm;
  const void *parameters;
  uint32_t n, passages;
  uint32_t buffer;   /* a write is not issued where so many are not in memory yet; at most BUFFERS_MOST */
  bool partial;      /* a buffer for each register */
  bool data;         /* a critical section makes a write of its own */
  bool at_once;      /* there are no buffers: each write is in memory when its step is made */
  uint64_t fences;   /* bit per line; bit BUFFERS_CS */
  uint32_t observed; /* makes one passage, for the costs; 0: nobody is observed */
};

#define BUFFERS_UNBOUNDED UINT64_MAX

struct buffers_found {
  size_t states;
  bool exclusion;   /* P1 holds */
  bool progress;    /* P6 holds */
  bool robust;      /* no local states meet that do not meet without buffers */
  uint64_t most[2]; /* that the passage of the observed process can cost */
};

struct buffers_found buffers_walk(const struct buffers_system *system);

#endif
