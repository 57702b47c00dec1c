/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * memory.h: the four memories, and the only definition of the cost of an access in each (docs/model.md). Everything
 * that counts RMRs calls these functions: the step loop of the simulator with a constant memory, so that the compiler
 * folds them; the explorer when it makes its tables.
 *
 * A process *holds* a register if it has a valid copy of it, and *owns* it if no other process has one and it was the
 * last to write (cc-writeback only). *home*: the register lies in the memory of the process itself.
 */
#ifndef MODEL_MEMORY_H
#define MODEL_MEMORY_H

#include <stdbool.h>

#include "base/error.h"

/* One table: enum, name, one line of help. */
#define MEMORIES(MEMORY)                                                                                          \
  MEMORY(CC, "cc", "a write costs 1 and invalidates every copy, the writer's own too (Section 1.1 of the paper)") \
  MEMORY(CC_KEEP, "cc-keep", "as cc, but the writer ends with a valid copy")                                      \
  MEMORY(CC_WRITEBACK, "cc-writeback", "as cc-keep, but the exclusive owner of a copy writes for free (MSI)")     \
  MEMORY(DSM, "dsm", "no caches: an access costs 1 unless the register's home is the process itself")

enum memory {
#define MEMORY(id, name, help) MEMORY_##id,
  MEMORIES(MEMORY)
#undef MEMORY
    N_MEMORIES
};

extern const char *const memory_names[N_MEMORIES];
bool memory_parse(const char *name, enum memory *out, struct error *e); /* with "did you mean" */

/* Whether processes have copies of registers. */
static inline bool memory_has_caches(enum memory memory)
{
  return memory != MEMORY_DSM;
}

/* Whether a register can be owned. */
static inline bool memory_has_owners(enum memory memory)
{
  return memory == MEMORY_CC_WRITEBACK;
}

/* Whether a write leaves the writer with a valid copy. All other copies are invalid afterwards, in every memory. */
static inline bool memory_writer_holds(enum memory memory)
{
  return memory == MEMORY_CC_KEEP || memory == MEMORY_CC_WRITEBACK;
}

/* Whether a read is an RMR. */
static inline bool memory_read_costs(enum memory memory, bool holds, bool home)
{
  return memory_has_caches(memory) ? !holds : !home;
}

/* Whether a write or a read-modify-write is an RMR. */
static inline bool memory_write_costs(enum memory memory, bool owns, bool home)
{
  return memory_has_caches(memory) ? !(memory_has_owners(memory) && owns) : !home;
}

#endif
