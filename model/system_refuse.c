/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * system_refuse.c: a step function that does what none may do, in words.
 */
#include "model/system.h"

#include <inttypes.h>

#include "model/guarded.h"
#include "model/names.h"

bool system_refuse_stray(const struct system *s, uint32_t p, void *state, struct rmr_in in, struct error *e)
{
  in.given = false; /* the operation once more, by group and cell */
  const struct rmr_op op = s->algorithm->step(state, &in);
  if (guarded_refuses(s->algorithm, s->n, p, &op, e)) return false;
  const uint32_t g = (op.var + (UINT32_C(1) << (RMR_CELL_BITS - 1))) >> RMR_CELL_BITS;
  const struct rmr_line *line = rmr_line_of(s->algorithm, op.line);
  const char *label = line != NULL ? line->label : "?";
  const uint32_t of = op.var - (RMR_ASTRAY_INDEX << RMR_CELL_BITS);
  if (op.var == RMR_ASTRAY_LOOP << RMR_CELL_BITS)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: a loop makes no access, and does not end",
                s->algorithm->name, s->n, p, label);
  if (op.var == RMR_ASTRAY_ENTRY << RMR_CELL_BITS)
    return fail(
      e, EXIT_SAFETY,
      "%s, N = %u: P%u has no step in the entry of a passage; expected an access, or `skip`, on every way to the "
      "critical section",
      s->algorithm->name, s->n, p);
  if (op.var == RMR_ASTRAY_ZERO << RMR_CELL_BITS)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: a division by 0", s->algorithm->name, s->n, p, label);
  if (op.var == RMR_ASTRAY_VALUE << RMR_CELL_BITS)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: a value that a local array or record has no room for",
                s->algorithm->name, s->n, p, label);
  if (of <= s->algorithm->n_shared)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: an index outside of %s", s->algorithm->name, s->n, p,
                label, of == 0 ? "a local array" : s->algorithm->shared[of - 1].name);
  if (g >= s->algorithm->n_shared)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: a register of group %u, there are %u groups",
                s->algorithm->name, s->n, p, label, g, s->algorithm->n_shared);
  const int64_t cell = (int32_t)(op.var - (g << RMR_CELL_BITS));
  const int64_t last = (int64_t)s->group[g].n - 1;
  char name[NAMES_SIZE], first[NAMES_SIZE], to[NAMES_SIZE];
  if (last < 0)
    return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: a register of %s, which has none", s->algorithm->name,
                s->n, p, label, s->algorithm->shared[g].name);
  return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s: there is no %s, only %s%s%s", s->algorithm->name, s->n, p,
              label, system_cell_name(s, g, cell, name, sizeof name), system_cell_name(s, g, 0, first, sizeof first),
              last > 0 ? " to " : "", last > 0 ? system_cell_name(s, g, last, to, sizeof to) : "");
}

bool system_refuse_end(const struct system *s, uint32_t p, struct error *e)
{
  return fail(e, EXIT_USAGE, "%s: P%u leaves the step function; expected a loop around the passage that never ends",
              s->algorithm->name, p);
}

bool system_refuse_delay(const struct system *s, uint32_t p, uint16_t line, struct error *e)
{
  return fail(
    e, EXIT_USAGE,
    "%s: a passage or an exit of P%u begins with the delay of line %s; with --time expected an access before it",
    s->algorithm->name, p, rmr_line_of(s->algorithm, line)->label);
}

bool system_refuse_value(const struct system *s, uint32_t p, uint16_t line, uint32_t var, rmr_word value,
                         struct error *e)
{
  char name[NAMES_SIZE], text[NAMES_SIZE];
  const bool cut = value < 0 && s->group[s->group_of[var]].fields->width != 0;
  const bool mark = value == INT64_MIN && s->algorithm->text == NULL && /* see system_updated */
                    system_shared(s, var)->update == NULL;
  return fail(e, EXIT_SAFETY, "%s, N = %u: P%u at line %s writes %s to %s, outside its declared range%s",
              s->algorithm->name, s->n, p, rmr_line_of(s->algorithm, line)->label,
              system_value_text(s, var, value, text, sizeof text), system_register_name(s, var, name, sizeof name),
              cut    ? " (a field had no room for its value, and shows what is left of it)"
              : mark ? " (an RMR_UPDATE writes this where its group has no `update`)"
                     : "");
}
