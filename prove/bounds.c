/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bounds.c: a bound on the RMRs of a passage: as a line or a sum of powers, in words, and at one N.
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
  if (line.each == 0) {
    snprintf(out, size, "%" PRId64, line.more);
    return out;
  }
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

static uint32_t levels_of(uint32_t n)
{
  uint32_t levels = 0;
  while ((UINT64_C(1) << levels) < n) levels++;
  return levels;
}

void prove_cost_at(struct prove_cost *c, uint32_t n)
{
  if (c->verdict != PROVE_HOLDS || c->form == PROVE_LINE) return;
  const struct prove_cost of = *c;
  struct reach_paid own = {.most = 0}, each = {.most = 0}, two = {.most = 0};
  if (c->form == PROVE_PER_LEVEL) reach_add_paid(&own, &of.own, levels_of(n));
  /* each other process: the terms (N-1)^2 and (N-1)^3, divided by N-1 */
  for (uint32_t k = 0; c->form == PROVE_POWERS && k < PROVE_MOST_POWERS; k++)
    reach_add_paid(k < 2 ? &own : &each, &of.power[k], k == 0 ? 1 : k < 3 ? n - 1 : (uint64_t)(n - 1) * (n - 1));
  reach_add_paid(&two, &each, 2);
  c->form = PROVE_LINE;
  c->own = own;
  c->below = c->above = each;
  c->two = two;
}

uint64_t prove_steps(const struct prove_answer *p, uint32_t n)
{
  return p->per_level ? p->once + p->bound * levels_of(n) : p->bound + (p->by_accounts ? prove_each(p) * (n - 1) : 0);
}

void proved_at(struct proved *proved, uint32_t n)
{
  prove_cost_at(&proved->cost, n);
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    struct prove_answer *p = &proved->property[k];
    if (!p->per_level) continue;
    p->bound = prove_steps(p, n);
    p->once = 0;
    p->per_level = false;
  }
}

const char *prove_steps_words(const struct prove_answer *p, char *out, size_t size)
{
  if (!p->per_level) return prove_line_words(p->bound, p->by_accounts ? prove_each(p) : 0, out, size);
  char once[32] = "", each[32] = "";
  if (p->once != 0) snprintf(once, sizeof once, "%" PRIu64 " + ", p->once);
  if (p->bound != 1) snprintf(each, sizeof each, "%" PRIu64 " ", p->bound);
  snprintf(out, size, "%s%sceil(lg N)", once, each);
  return out;
}
