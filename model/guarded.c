/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/guarded.h"

#include <inttypes.h>

/* A group that there is not, beside those of op.h. The cell says what is wrong, the value what was found. */
enum { ASTRAY = 26 };
enum wrong { WRONG_LINE, WRONG_KIND, WRONG_SECTION, WRONG_WRITER };

_Static_assert((int)ASTRAY >= (int)RMR_MAX_GROUPS && (int)ASTRAY < (int)RMR_ASTRAY_ENTRY, "no group has the number");

static struct rmr_op refused(const struct guarded *g, enum wrong wrong, uint16_t line, rmr_word found)
{
  return (struct rmr_op){.value = found,
                         .var = ((uint32_t)ASTRAY << RMR_CELL_BITS) + wrong,
                         .line = line,
                         .kind = RMR_READ,
                         .section = g->section[line]};
}

/* Whether the process writes where only another one does. */
static bool writes_elsewhere(const struct guarded *g, const struct rmr_op *op, const struct rmr_in *in)
{
  const uint32_t group = op->var >> RMR_CELL_BITS, cell = op->var & ((UINT32_C(1) << RMR_CELL_BITS) - 1);
  return rmr_kind_writes(op->kind) && group < g->plain->n_shared && !g->plain->shared[group].multi_writer &&
         cell + 1 != in->i && cell + 1 != in->id;
}

static struct rmr_op step(void *state, const struct rmr_in *given)
{
  const struct guarded *g = given->self;
  struct rmr_in in = *given;
  in.self = g->plain->self;
  const struct rmr_op op = g->plain->step(state, &in);
  if (op.line == 0) return op; /* it has left its step function */
  if (op.line >= g->plain->n_lines) return refused(g, WRONG_LINE, 1, op.line);
  if (op.kind >= RMR_N_KINDS) return refused(g, WRONG_KIND, op.line, op.kind);
  if (op.section != g->section[op.line]) return refused(g, WRONG_SECTION, op.line, op.section);
  if (writes_elsewhere(g, &op, &in)) return refused(g, WRONG_WRITER, op.line, op.var >> RMR_CELL_BITS);
  return op;
}

void guarded_create(struct guarded *g, const struct rmr_algorithm *plain)
{
  *g = (struct guarded){.algorithm = *plain, .plain = plain};
  for (uint32_t row = 0; row < plain->n_rows; row++) g->section[plain->lines[row].line] = plain->lines[row].section;
  g->algorithm.step = step;
  g->algorithm.self = g;
}

const void *guarded_self(const struct rmr_algorithm *a)
{
  return a->step == step ? ((const struct guarded *)a->self)->plain->self : a->self;
}

bool guarded_refuses(const struct rmr_algorithm *a, uint32_t n, uint32_t p, const struct rmr_op *op, struct error *e)
{
  if (op->var >> RMR_CELL_BITS != ASTRAY) return false;
  const char *label = rmr_line_of(a, op->line)->label;
  const int64_t found = op->value;
  switch ((enum wrong)(op->var & ((UINT32_C(1) << RMR_CELL_BITS) - 1))) {
  case WRONG_LINE:
    return !fail(e, EXIT_USAGE,
                 "%s, N = %" PRIu32 ": P%" PRIu32 ": an operation has the line number %" PRId64
                 "; expected one of .lines, 1 to %u",
                 a->name, n, p, found, a->n_lines - 1);
  case WRONG_KIND:
    return !fail(e, EXIT_USAGE,
                 "%s, N = %" PRIu32 ": P%" PRIu32 " at line %s: an operation has the kind %" PRId64
                 "; expected one of enum rmr_kind, below %d",
                 a->name, n, p, label, found, RMR_N_KINDS);
  case WRONG_SECTION:
    return !fail(e, EXIT_USAGE,
                 "%s, N = %" PRIu32 ": P%" PRIu32 " at line %s: an operation is in section %" PRId64
                 ", but .lines has the line in section %u",
                 a->name, n, p, label, found, op->section);
  case WRONG_WRITER: break;
  }
  return !fail(e, EXIT_USAGE,
               "%s, N = %" PRIu32 ": P%" PRIu32
               " at line %s writes to %s, as others do; expected .multi_writer in .shared",
               a->name, n, p, label, a->shared[found].name);
}
