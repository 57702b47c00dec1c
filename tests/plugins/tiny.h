/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tiny.h: a test-and-set lock, right but for what the file that includes this has defined otherwise.
 */
#include <rmr/algo.h>

#ifndef TINY_ABI
#define TINY_ABI RMR_ABI
#endif
#ifndef TINY_SIZE
#define TINY_SIZE sizeof(struct rmr_algorithm)
#endif
#ifndef TINY_LINE_SIZE
#define TINY_LINE_SIZE sizeof(struct rmr_line)
#endif
#ifndef TINY_NAME
#define TINY_NAME "tiny"
#endif
#ifndef TINY_SOURCE
#define TINY_SOURCE "nowhere"
#endif
#ifndef TINY_LABEL
#define TINY_LABEL "2"
#endif
#ifndef TINY_SECOND
#define TINY_SECOND 2
#endif
#ifndef TINY_SECTION
#define TINY_SECTION RMR_EXIT
#endif
#ifndef TINY_N_LINES
#define TINY_N_LINES 3
#endif
#ifndef TINY_GROUPS
#define TINY_GROUPS 1
#endif
#ifndef TINY_CELLS
#define TINY_CELLS NULL
#endif
#ifndef TINY_FIELDS
#define TINY_FIELDS NULL
#endif
#ifndef TINY_STATE
#define TINY_STATE sizeof(struct tiny)
#endif
#ifndef TINY_STEP
#define TINY_STEP step
#endif
#ifndef TINY_VAR
#define TINY_VAR VAR(0, 0)
#endif
#ifndef TINY_PARAMETERS
#define TINY_PARAMETERS      NULL
#define TINY_PARAMETERS_SIZE 0
#endif
#ifndef TINY_INVARIANTS
#define TINY_INVARIANTS NULL
#endif
#ifndef TINY_MULTI_WRITER
#define TINY_MULTI_WRITER true
#endif
#ifndef TINY_FIRST
#define TINY_FIRST RMR_WAITING
#endif
#ifndef TINY_EACH
#define TINY_EACH 0
#endif
#ifndef TINY_PC
#define TINY_PC offsetof(struct tiny, pc)
#endif
#ifndef TINY_CHANGES
#define TINY_CHANGES NULL
#endif
#ifndef TINY_N_CHANGES
#define TINY_N_CHANGES 0
#endif
#ifndef TINY_WATCH
#define TINY_WATCH NULL
#endif

struct tiny {
  uint8_t pc;
};

static const struct rmr_line tiny_lines[] = {{"1", "wait until not test-and-set(L)", 1, TINY_FIRST},
                                             {TINY_LABEL, "L := false", TINY_SECOND, TINY_SECTION}};

static const struct rmr_shared tiny_registers[] = {
  {.name = "L", .max = rmr_bit, .multi_writer = TINY_MULTI_WRITER, .cells = TINY_CELLS, .fields = TINY_FIELDS}};

static inline struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct tiny *my = state;
  if (my->pc == 0 || in->given) my->pc = my->pc == 1 && in->value == 0 ? 2 : 1;
  if (my->pc == 1)
    return (struct rmr_op){.kind = RMR_TAS, .var = TINY_VAR, .value = 1, .line = 1, .section = RMR_WAITING};
  return (struct rmr_op){.kind = RMR_WRITE, .var = TINY_VAR, .line = 2, .section = RMR_EXIT};
}

RMR_ALGORITHM(tiny) = {
  .abi = TINY_ABI,
  .size = TINY_SIZE,
  .line_size = TINY_LINE_SIZE,
  .shared_size = sizeof(struct rmr_shared),
  .name = TINY_NAME,
  .title = "A tiny lock",
  .source = TINY_SOURCE,
  .note = "",
  .lines = tiny_lines,
  .n_rows = 2,
  .n_lines = TINY_N_LINES,
  .shared = tiny_registers,
  .n_shared = TINY_GROUPS,
  .changes = TINY_CHANGES,
  .n_changes = TINY_N_CHANGES,
  .state_size = TINY_STATE,
  .watch = TINY_WATCH,
  .step = TINY_STEP,
  .state_each = TINY_EACH,
  .parameters = TINY_PARAMETERS,
  .parameters_size = TINY_PARAMETERS_SIZE,
  .invariants = TINY_INVARIANTS,
  .pc = TINY_PC,
  .pc_size = 1,
};
