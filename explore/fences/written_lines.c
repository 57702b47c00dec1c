/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/fences/fences.h"

bool fences_written(const struct system_spec *given, uint64_t out[ORDER_LINE_WORDS])
{
  enum { SMALL = 3, LOCALS = 1 << 16, CAP = 4 };
  struct system_spec spec = *given;
  struct automata a;
  struct error ignored = {0};
  if (spec.n > SMALL && spec.algorithm->parameters_size == 0) spec.n = SMALL;
  spec.order = (struct order_spec){0};
  spec.asks = NULL;
  spec.initial = NULL;
  spec.n_initial = 0;
  uint32_t *passages = mem_new(spec.n + 1, sizeof *passages);
  for (uint32_t p = 1; p <= spec.n; p++) passages[p] = 0; /* without end: a later one may go another way */
  struct budget *budget = budget_new((size_t)1 << 28);
  const struct table_limits limits = {.locals = LOCALS, .budget = budget};
  const bool ok = automata_create(&a, &spec, passages, CAP, NULL, limits, &ignored);
  memset(out, 0, ORDER_LINE_WORDS * sizeof *out);
  for (uint32_t p = 1; ok && p <= a.n; p++)
    for (uint32_t l = 0; l < a.process[p].n_locals; l++) {
      const struct automaton_local *local = &a.process[p].local[l];
      if (!local->done && local->op.kind == RMR_WRITE) out[local->op.line / 64] |= UINT64_C(1) << local->op.line % 64;
    }
  if (ok) automata_free(&a);
  budget_free(budget);
  free(passages);
  return ok;
}

/* Whether two labels are parts of one printed line: 2a and 2b. */
static bool are_parts(const char *a, const char *b)
{
  size_t k = 0;
  while (a[k] != '\0' && a[k] == b[k]) k++;
  const bool letters = a[k] >= 'a' && a[k] <= 'z' && b[k] >= 'a' && b[k] <= 'z' && a[k + 1] == '\0' && b[k + 1] == '\0';
  return k > 0 && (letters || (a[k] == '\0' && b[k] == '\0'));
}

/* Whether this line, or another part of the same printed line that has a fence, makes a write. */
static bool is_written(const struct system_spec *setup, const struct rmr_line *line, const uint64_t *written)
{
  const struct rmr_algorithm *a = setup->algorithm;
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const uint16_t other = a->lines[row].line;
    if (other != 0 && order_fenced(&setup->order, other) && (written[other / 64] >> other % 64 & 1) != 0 &&
        are_parts(a->lines[row].label, line->label))
      return true;
  }
  return false;
}

static bool everywhere(const struct system_spec *setup)
{
  bool all = true;
  for (uint32_t line = 1; line < setup->algorithm->n_lines; line++) all = all && order_fenced(&setup->order, line);
  return all;
}

bool fences_fit(const struct system_spec *setup, struct error *e)
{
  const struct rmr_algorithm *a = setup->algorithm;
  uint64_t written[ORDER_LINE_WORDS];
  if (!order_has_fences(&setup->order) || everywhere(setup) || !fences_written(setup, written)) return true;
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const struct rmr_line *line = &a->lines[row];
    if (line->line != 0 && order_fenced(&setup->order, line->line) && !is_written(setup, line, written))
      return fail(e, EXIT_USAGE, "fences: line %s of %s writes nothing (a read-modify-write is a fence itself)",
                  line->label, a->name);
  }
  return true;
}
