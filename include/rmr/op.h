/* SPDX-License-Identifier: MIT
 *
 * op.h: the shared-memory operations of one step.
 *
 * A process between two steps has one *pending operation*: the single shared-memory access of its next step
 * (docs/model.md, "Step"). The operation is a value. An algorithm's step function returns it, and the engine keeps it
 * where every scheduler can see it. Only when the process is scheduled the engine carries it out and hands back the
 * reply. Nothing in this header touches memory.
 *
 *   kind       does to v                         reply            cost in the `cc` model
 *   READ       nothing                           v                1 if no valid copy is held, else 0
 *   SPIN       nothing; a READ that begins the   v                as READ
 *              evaluation of a `wait until`
 *   WRITE      v := value                        none             1
 *   CAS        if v = expected then v := value   old v            1, also when it fails
 *   FETCH_ADD  v := v + value                    old v            1
 *   SWAP       v := value (fetch-and-store)      old v            1
 *   TAS        v := 1     (test-and-set)         old v            1
 *   UPDATE     as the register's group says     old v            1
 *   LOCAL      no access at all; a critical      none             0
 *              section that is a step of its own
 *   DELAY      no access: the next operation     none             0
 *              comes `value` ticks later
 *   FENCE      no access: made when all own       none             0
 *              writes are in memory
 */
#ifndef RMR_OP_H
#define RMR_OP_H

#include <stdbool.h>
#include <stdint.h>

/* The contents of one shared register. Composite registers pack their fields into one word (see rmr_field). */
typedef int64_t rmr_word;

/* One table: enum, name in JSON and traces, whether the access reads, whether it writes. */
#define RMR_KINDS(KIND)                        \
  KIND(LOCAL, "local", false, false)           \
  KIND(DELAY, "delay", false, false)           \
  KIND(FENCE, "fence", false, false)           \
  KIND(READ, "read", true, false)              \
  KIND(SPIN, "read", true, false)              \
  KIND(WRITE, "write", false, true)            \
  KIND(CAS, "compare-and-swap", true, true)    \
  KIND(FETCH_ADD, "fetch-and-add", true, true) \
  KIND(SWAP, "fetch-and-store", true, true)    \
  KIND(TAS, "test-and-set", true, true)        \
  KIND(UPDATE, "update", true, true)

enum rmr_kind {
#define KIND(name, text, reads, writes) RMR_##name,
  RMR_KINDS(KIND)
#undef KIND
    RMR_N_KINDS
};

/* A pending operation. Sixteen bytes, so that it travels in two machine registers. `line` is the rmr_line.line of
 * one row of the algorithm's table (rmr_line_of in types.h). `var` names a register: as an algorithm returns it,
 * group and cell (VAR in algo.h); everywhere else, in views, events and schedules, its number among all registers,
 * from 0. */
#define RMR_CELL_BITS 27 /* the group's number is in the bits above */

/* Numbers of groups that there are not: an operation on one says that the algorithm has gone astray. */
#define RMR_ASTRAY_ENTRY 27u /* cell 0: a passage without a step in its entry                                  */
#define RMR_ASTRAY_ZERO  28u /* cell 0: a division by 0                                                      */
#define RMR_ASTRAY_VALUE 29u /* cell 0: a value that a local array or record has no room for                   */
#define RMR_ASTRAY_INDEX 30u /* an index outside of the array of group cell - 1; of cell 0: of a local array */
#define RMR_ASTRAY_LOOP  31u /* cell 0: a loop that has made no access for too long                          */

struct rmr_op {
  rmr_word value; /* the value that WRITE and SWAP store; the addend of FETCH_ADD; the argument of UPDATE; the ticks
                     of DELAY; see below for CAS and SPIN */
  uint32_t var;
  uint16_t line;   /* this and the next are set by the DO and LET macros of algo.h */
  uint8_t kind;    /* enum rmr_kind                                                */
  uint8_t section; /* enum rmr_section (types.h) of the line                       */
};

static inline const char *rmr_kind_text(uint8_t kind)
{
#define KIND(name, text, reads, writes) text,
  static const char *const texts[] = {RMR_KINDS(KIND)};
#undef KIND
  return texts[kind];
}

/* Whether it is an access to a register. */
static inline bool rmr_kind_accesses(uint8_t kind)
{
  return kind > RMR_FENCE;
}

static inline bool rmr_kind_writes(uint8_t kind)
{
  return kind >= RMR_WRITE;
}

/* Whether it reads and writes in one: a fence, too, where writes wait. */
static inline bool rmr_kind_is_atomic(uint8_t kind)
{
  return kind > RMR_WRITE;
}

static inline bool rmr_kind_reads(uint8_t kind)
{
  return rmr_kind_accesses(kind) && kind != RMR_WRITE;
}

/* The vocabulary of algorithm files. The compiler warns when such a value is unused. */
#if defined(__GNUC__)
#define RMR_MUST_USE __attribute__((warn_unused_result))
#else
#define RMR_MUST_USE
#endif

RMR_MUST_USE static inline struct rmr_op read_of(uint32_t var)
{
  return (struct rmr_op){.kind = RMR_READ, .var = var};
}

/* The first read of a `wait until`. A wait that fails returns to this same operation. */
RMR_MUST_USE static inline struct rmr_op spin_on(uint32_t var)
{
  return (struct rmr_op){.kind = RMR_SPIN, .var = var};
}

/* The same. The argument goes to `holder` of the register (types.h), and nowhere else. */
RMR_MUST_USE static inline struct rmr_op spin_for(uint32_t var, rmr_word argument)
{
  return (struct rmr_op){.kind = RMR_SPIN, .var = var, .value = argument};
}

RMR_MUST_USE static inline struct rmr_op write_to(uint32_t var, rmr_word value)
{
  return (struct rmr_op){.kind = RMR_WRITE, .var = var, .value = value};
}

/* Both values must fit in 32 bits: they share the word, the new one in the lower half. */
RMR_MUST_USE static inline struct rmr_op compare_and_swap(uint32_t var, int32_t expected, int32_t desired)
{
  const uint64_t both = (uint64_t)(uint32_t)expected << 32 | (uint32_t)desired;
  return (struct rmr_op){.kind = RMR_CAS, .var = var, .value = (rmr_word)both};
}

static inline rmr_word rmr_cas_expected(const struct rmr_op *op)
{
  return (int32_t)((uint64_t)op->value >> 32);
}

static inline rmr_word rmr_cas_desired(const struct rmr_op *op)
{
  return (int32_t)(uint32_t)op->value;
}

RMR_MUST_USE static inline struct rmr_op fetch_and_add(uint32_t var, rmr_word addend)
{
  return (struct rmr_op){.kind = RMR_FETCH_ADD, .var = var, .value = addend};
}

RMR_MUST_USE static inline struct rmr_op fetch_and_store(uint32_t var, rmr_word value)
{
  return (struct rmr_op){.kind = RMR_SWAP, .var = var, .value = value};
}

RMR_MUST_USE static inline struct rmr_op test_and_set(uint32_t var)
{
  return (struct rmr_op){.kind = RMR_TAS, .var = var, .value = 1};
}

/* A point action: a general read-modify-write. v := update(v, argument), where `update` is the function of the
 * register's group (struct rmr_shared). The argument identifies the process, and holds all else of the local state
 * that the result depends on. */
RMR_MUST_USE static inline struct rmr_op update_of(uint32_t var, rmr_word argument)
{
  return (struct rmr_op){.kind = RMR_UPDATE, .var = var, .value = argument};
}

/* A critical section that is a step of its own, for algorithms whose exit section makes no access. */
RMR_MUST_USE static inline struct rmr_op critical_section(void)
{
  return (struct rmr_op){.kind = RMR_LOCAL};
}

/* A line without access that takes `ticks` ticks: the next operation becomes pending when they have passed. Where
 * there is no time it is a step like any other, without ticks. */
RMR_MUST_USE static inline struct rmr_op wait_for(rmr_word ticks)
{
  return (struct rmr_op){.kind = RMR_DELAY, .value = ticks};
}

/* A fence: where writes wait in a buffer (docs/orders.md), the step is made when that of the process is empty. */
RMR_MUST_USE static inline struct rmr_op fence(void)
{
  return (struct rmr_op){.kind = RMR_FENCE};
}

#endif
