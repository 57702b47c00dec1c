/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * one_bit_model.c: a step of one_bit_model.h.
 */
#include "one_bit_model.h"

#include <string.h>

void model_begin(struct model *m, uint32_t n, uint32_t wrong)
{
  memset(m, 0, sizeof *m);
  m->n = n;
  m->wrong = (uint16_t)wrong;
  for (uint32_t i = 1; i <= n; i++) m->line[i] = 1;
}

static void go_to(struct model *m, uint32_t i, uint32_t line, uint32_t j)
{
  m->line[i] = (uint8_t)line, m->j[i] = (uint8_t)j;
}

static void after_first_loop(struct model *m, uint32_t i)
{
  if (i == m->n || (m->wrong & LOOKS_AT_NO_HIGHER))
    go_to(m, i, 12, 0);
  else
    go_to(m, i, 10, i + 1);
}

static void write_bit(struct model *m, uint32_t i, bool value)
{
  m->bit[i] = value, m->valid[i] = false;
}

static void after_line_1(struct model *m, uint32_t i)
{
  if (i == 1)
    after_first_loop(m, i);
  else
    go_to(m, i, 3, m->wrong & (LOOKS_DOWNWARDS | LOOKS_AT_ONE) ? i - 1 : 1);
}

static void after_line_3(struct model *m, uint32_t i, bool value)
{
  const uint32_t j = m->j[i], last = m->wrong & LOOKS_DOWNWARDS ? 1 : m->wrong & LOOKS_HIGHER ? m->n - 1 : i - 1;
  uint32_t next = m->wrong & LOOKS_DOWNWARDS ? j - 1 : j + 1;
  if (next == i && i < last) next++;
  if (value && !(m->wrong & STAYS))
    go_to(m, i, m->wrong & KEEPS_ITS_BIT ? 5 : 4, j);
  else if (!value && (j == last || next > last + 1 || (j + 1 == i && last == i)))
    after_first_loop(m, i);
  else if (!value)
    go_to(m, i, 3, next);
}

/* The next step of P_i. `paid` is of meaning for P_N only. */
static struct referee_step model_read(struct model *m, uint32_t i)
{
  const uint32_t line = m->line[i], j = m->j[i];
  struct referee_step step = {.who = i, .line = line, .j = j, .paid = true};
  if (j == 0 || line == 4) return step;
  step.value = m->bit[j];
  step.paid = !m->valid[j];
  if (i == m->n) m->valid[j] = true;
  if ((m->wrong & READS_THE_OTHER_VALUE) && line != 10 && (m->reads = (m->reads + 1) % 8) == 0)
    step.value = !step.value;
  if (m->wrong & (PAYS_ALWAYS | PAYS_NEVER)) step.paid = (m->wrong & PAYS_ALWAYS) != 0;
  return step;
}

bool model_step(struct model *m, uint32_t i, struct referee_step *step)
{
  if (m->line[i] == 0) return false;
  *step = model_read(m, i);
  const bool waits = step->value && (step->line == 5 || step->line == 10 || (step->line == 3 && (m->wrong & STAYS)));
  if (waits) return i == m->n && step->paid;
  switch (step->line) {
  case 1:
    write_bit(m, i, true);
    after_line_1(m, i);
    break;
  case 3: after_line_3(m, i, step->value); break;
  case 4:
    write_bit(m, i, false);
    if ((m->wrong & WAITS_FOR_NOBODY))
      go_to(m, i, 1, 0);
    else
      go_to(m, i, 5, step->j);
    break;
  case 5: go_to(m, i, 1, 0); break;
  case 10:
    if (step->j < m->n)
      go_to(m, i, 10, step->j + 1);
    else
      go_to(m, i, 12, 0);
    break;
  default: write_bit(m, i, false); go_to(m, i, 0, 0);
  }
  return true;
}
