/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bounds.c: what a bound on the RMRs of a passage says: as a line or a sum of powers, in words, and at one N.
 */
#include <inttypes.h>
#include <stdio.h>

#include "prove/prove.h"

/* Of all others at most one costs more than half of what two do. */
struct prove_line prove_line(const struct prove_cost *c)
{
  const int64_t one = (int64_t)prove_with_one(c), half = (int64_t)c->two.most / 2;
  return (struct prove_line){.each = half, .more = (int64_t)c->own.most + one - 2 * half};
}

bool prove_uses_two(const struct prove_cost *c)
{
  return c->form == PROVE_LINE && c->two.most < 2 * prove_with_one(c);
}

const char *prove_line_words(uint64_t own, uint64_t each, char *out, size_t size)
{
  size_t n = 0;
  if (own != 0 || each == 0) n = (size_t)snprintf(out, size, "%" PRIu64 "%s", own, each != 0 ? " + " : "");
  if (each > 1) n += (size_t)snprintf(out + n, size - n, "%" PRIu64, each);
  if (each > 0) snprintf(out + n, size - n, "(N-1)");
  return out;
}

const char *prove_powers_words(const struct prove_cost *c, uint32_t first, uint32_t last, char *out, size_t size)
{
  size_t n = 0;
  snprintf(out, size, "0");
  for (uint32_t k = first; k <= last; k++) {
    const uint64_t most = c->power[k].most;
    if (most == 0) continue;
    if (n != 0) n += (size_t)snprintf(out + n, size - n, " + ");
    if (most != 1 || k == 0) n += (size_t)snprintf(out + n, size - n, "%" PRIu64, most);
    if (k != 0) n += (size_t)snprintf(out + n, size - n, "(N-1)");
    if (k > 1) n += (size_t)snprintf(out + n, size - n, "^%" PRIu32, k);
  }
  return out;
}

const char *prove_bound_words(const struct prove_cost *c, char *out, size_t size)
{
  if (c->form == PROVE_POWERS) return prove_powers_words(c, 0, PROVE_MOST_POWERS - 1, out, size);
  if (c->form == PROVE_PER_LEVEL) {
    snprintf(out, size, "%" PRIu64 " ceil(lg N)", c->own.most);
    return out;
  }
  const struct prove_line line = prove_line(c);
  if (!prove_uses_two(c)) return prove_line_words(c->own.most, prove_with_one(c), out, size);
  size_t n = 0;
  if (line.each != 1) n = (size_t)snprintf(out, size, "%" PRId64, line.each);
  snprintf(out + n, size - n, "N %c %" PRId64, line.more < 0 ? '-' : '+', line.more < 0 ? -line.more : line.more);
  return out;
}

uint64_t prove_bound(const struct prove_cost *c, uint32_t n)
{
  if (c->verdict != PROVE_HOLDS) return REACH_NO_BOUND;
  if (c->form != PROVE_LINE) {
    struct prove_cost at = *c;
    if (n < 2) return REACH_NO_BOUND;
    prove_cost_at(&at, n);
    return prove_bound(&at, n);
  }
  const struct prove_line line = prove_line(c);
  return n < 2 ? c->own.most : (uint64_t)(line.each * n + line.more);
}

/* By so many times as much. */
static void multiply(struct reach_paid *paid, uint64_t times)
{
  paid->most *= times;
  for (uint32_t k = 0; k < RMR_MAX_LINES; k++) paid->by_line[k] = (uint16_t)(paid->by_line[k] * times);
}

static struct reach_paid sum(const struct reach_paid *a, const struct reach_paid *b)
{
  struct reach_paid out = *a;
  out.most += b->most;
  for (uint32_t k = 0; k < RMR_MAX_LINES; k++) out.by_line[k] = (uint16_t)(out.by_line[k] + b->by_line[k]);
  return out;
}

void prove_cost_at(struct prove_cost *c, uint32_t n)
{
  if (c->verdict != PROVE_HOLDS || c->form == PROVE_LINE) return;
  uint32_t levels = 0;
  while ((UINT64_C(1) << levels) < n) levels++;
  struct prove_cost of = *c;
  const bool by_powers = c->form == PROVE_POWERS;
  c->form = PROVE_LINE;
  c->below = c->above = c->two = (struct reach_paid){.most = 0};
  if (by_powers) {
    for (uint32_t k = 1; k < PROVE_MOST_POWERS; k += 2) multiply(&of.power[k], n - 1);
    c->own = sum(&of.power[0], &of.power[1]);
    c->below = c->above = sum(&of.power[2], &of.power[3]);
    multiply(&c->below, n - 1);
    c->above = c->two = c->below;
    multiply(&c->two, 2);
  } else {
    multiply(&c->own, levels);
  }
}
