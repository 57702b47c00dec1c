/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * write_order.h: the order in which memory sees the writes of a process, as the user asks for it. docs/orders.md
 * defines it; buffer.h carries it out.
 *
 *   sc    sequential consistency: a write is in memory when its step is made. There are no buffers
 *   tso   total store order: each process has one buffer of its writes; the oldest goes to memory first
 *   pso   partial store order: each process has one buffer for each register
 *
 * Beside it stand the lines whose writes are followed by a fence, the most writes that a process may have in its
 * buffers, whether a critical section makes a write of its own, and, for simulations, when writes go to memory where
 * the adversary does not choose it.
 */
#ifndef MODEL_WRITE_ORDER_H
#define MODEL_WRITE_ORDER_H

#include <rmr/types.h>

#include "base/error.h"

/* O(id, word) */
#define ORDERS(O) \
  O(SC, "sc")     \
  O(TSO, "tso")   \
  O(PSO, "pso")

enum write_order {
#define O(id, word) ORDER_##id,
  ORDERS(O)
#undef O
    N_ORDERS
};

extern const char *const order_names[N_ORDERS];

/* When writes go to memory by themselves: before each step, with probability 1/2, the oldest write of a random process;
 * at once, so that a run is that of sequential consistency; when no process can move without; as late as that, but as
 * soon as another process has a copy that a write takes away. D(id, word) */
#define DRAINS(D)     \
  D(RANDOM, "random") \
  D(EAGER, "eager")   \
  D(LAZY, "lazy")     \
  D(WORST, "worst")

enum drain {
#define D(id, word) DRAIN_##id,
  DRAINS(D)
#undef D
    N_DRAINS
};

extern const char *const drain_names[N_DRAINS];

enum { ORDER_BUFFER = 10, ORDER_MOST_BUFFER = 64, ORDER_LINE_WORDS = RMR_MAX_LINES / 64 };

/* A plain value. Zeroed: sequential consistency. */
struct order_spec {
  enum write_order order;
  uint32_t buffer; /* most writes of a process that are not in memory; 0: ORDER_BUFFER */
  enum drain drain;
  bool no_data;                      /* a critical section makes no write of its own */
  bool merge;                        /* see buffer.h: for questions that are not about costs */
  bool fence_cs;                     /* a fence at the end of the critical section */
  uint64_t fences[ORDER_LINE_WORDS]; /* a fence behind the writes of a line: bit per line */
};

/* Whether a write may be in memory later than its step. */
static inline bool order_buffers(const struct order_spec *spec)
{
  return spec->order != ORDER_SC && spec->drain != DRAIN_EAGER;
}

static inline bool order_has_fences(const struct order_spec *spec)
{
  uint64_t any = spec->fence_cs;
  for (uint32_t w = 0; w < ORDER_LINE_WORDS; w++) any |= spec->fences[w];
  return any != 0;
}

static inline uint32_t order_capacity(const struct order_spec *spec)
{
  return spec->buffer != 0 ? spec->buffer : ORDER_BUFFER;
}

/* The writes for which there is room: those of lines, which wait where there are as many as the capacity, and beside
 * them the data of critical sections. */
static inline uint32_t order_room(const struct order_spec *spec)
{
  return 2 * order_capacity(spec) + 2;
}

static inline bool order_fenced(const struct order_spec *spec, uint32_t line)
{
  return spec->fences[line / 64] >> line % 64 & 1;
}

static inline void order_fence(struct order_spec *spec, uint32_t line)
{
  spec->fences[line / 64] |= UINT64_C(1) << line % 64;
}

/* "tso,fences=2+4b+cs,buffer=5,data=no,drain=lazy": the order, then in any order, each once, what differs from the
 * usual. Fences are labels of the algorithm, cs, or all. The algorithm may be NULL: then labels are not looked at, and
 * none is set. False: *e describes the error and the correction. */
bool order_parse(const char *text, const struct rmr_algorithm *algorithm, struct order_spec *out, struct error *e);

/* Whether it leaves open when writes are committed, as a search through schedules needs it: `drain` is for simulations.
 * False: *e says so. */
bool order_leaves_commits(const struct order_spec *spec, struct error *e);

/* The words for fences that are no labels: "cs", "all", "none". */
bool order_is_word(const char *label);

/* The lines after which fences stand: "2,4b,cs", "all" or "none", with commas or plus signs between. */
bool order_parse_fences(const char *text, const struct rmr_algorithm *algorithm, struct order_spec *out,
                        struct error *e);

/* Converts back to the shortest text. */
enum { ORDER_SIZE = 8192 }; /* room for all labels of an algorithm: check_algorithm.c sees to that */
char *order_text(const struct order_spec *spec, const struct rmr_algorithm *algorithm, char *out, size_t size);

/* The fences alone: "2+4b+cs"; "none". */
char *order_fences_text(const struct order_spec *spec, const struct rmr_algorithm *algorithm, char *out, size_t size);

#endif
