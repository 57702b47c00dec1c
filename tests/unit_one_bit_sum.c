/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The worst cost of all passages of the one-bit algorithm together, everybody making one: the explorer knows the cost
 * of one process only. So here is the costliest way through all states, in the plainest form. As nobody can pay for
 * ever, no state is met twice on a way. With an argument, `unit_one_bit_sum 6`, it tells that of so many processes
 * instead.
 *
 * ctest: slow numbers
 */
#include <stdio.h>

#include "client.h"

enum { MOST = 6 };

struct state {
  uint8_t line[MOST + 1], j[MOST + 1];
  uint8_t up;               /* whose bit is up, by bit */
  uint8_t copies[MOST + 1]; /* of whose bits each has a valid copy */
};

struct entry {
  struct state state;
  bool used;
  uint32_t cost;
};

struct table {
  uint32_t n, payer; /* payer: whose cost counts; 0: everybody's */
  struct entry *entry;
  size_t n_entries, room; /* room: a power of 2 */
};

static struct entry *place_of(const struct table *t, const struct state *s)
{
  uint64_t hash = UINT64_C(14695981039346656037);
  for (size_t k = 0; k < sizeof *s; k++) hash = (hash ^ ((const unsigned char *)s)[k]) * UINT64_C(1099511628211);
  size_t k = (size_t)(hash ^ hash >> 31) & (t->room - 1);
  while (t->entry[k].used && memcmp(&t->entry[k].state, s, sizeof *s) != 0) k = (k + 1) & (t->room - 1);
  return &t->entry[k];
}

static void keep(struct table *t, const struct state *s, uint32_t cost)
{
  if (t->n_entries * 2 >= t->room) {
    struct table larger = *t;
    larger.room = t->room * 2;
    larger.entry = mem_new(larger.room, sizeof *larger.entry);
    for (size_t k = 0; k < t->room; k++)
      if (t->entry[k].used) *place_of(&larger, &t->entry[k].state) = t->entry[k];
    free(t->entry);
    *t = larger;
  }
  *place_of(t, s) = (struct entry){*s, true, cost};
  t->n_entries++;
}

static void go_to(struct state *s, uint32_t i, uint32_t line, uint32_t j)
{
  s->line[i] = (uint8_t)line, s->j[i] = (uint8_t)j;
}

/* Lines 1, 4 and 12. */
static void write_bit(struct state *s, uint32_t n, uint32_t i)
{
  s->up ^= (uint8_t)(1u << i);
  for (uint32_t k = 1; k <= n; k++) s->copies[k] &= (uint8_t) ~(1u << i);
  if (s->line[i] == 1)
    go_to(s, i, i > 1 ? 3 : n > 1 ? 10 : 12, i > 1 ? 1 : 2);
  else if (s->line[i] == 4)
    go_to(s, i, 5, s->j[i]);
  else
    go_to(s, i, 0, 0), s->copies[i] = 0; /* it reads no more */
}

/* False: the step changes nothing and costs nothing. */
static bool step(struct state *s, uint32_t n, uint32_t i, bool *paid)
{
  const uint32_t line = s->line[i], j = s->j[i];
  if (line == 0) return false;
  *paid = true;
  if (line == 1 || line == 4 || line == 12) {
    write_bit(s, n, i);
    return true;
  }
  const bool up = (s->up >> j & 1) != 0;
  *paid = !(s->copies[i] >> j & 1);
  s->copies[i] |= (uint8_t)(1u << j);
  if (up && line != 3) return *paid;
  if (up)
    go_to(s, i, 4, j);
  else if (line == 5)
    go_to(s, i, 1, 0);
  else if (line == 3 && j + 1 < i)
    go_to(s, i, 3, j + 1);
  else if (line == 3 && i < n)
    go_to(s, i, 10, i + 1);
  else if (line == 10 && j < n)
    go_to(s, i, 10, j + 1);
  else
    go_to(s, i, 12, 0);
  return true;
}

static uint32_t costliest(struct table *t, const struct state *s)
{
  const struct entry *known = place_of(t, s);
  if (known->used) return known->cost;
  uint32_t most = 0;
  for (uint32_t i = 1; i <= t->n; i++) {
    struct state next = *s;
    bool paid = false;
    if (!step(&next, t->n, i, &paid)) continue;
    const uint32_t cost = (paid && (t->payer == 0 || t->payer == i)) + costliest(t, &next);
    if (cost > most) most = cost;
  }
  keep(t, s, most);
  return most;
}

static uint32_t costliest_of(uint32_t n, uint32_t payer)
{
  struct table t = {.n = n, .payer = payer, .room = 1024};
  struct state s = {.up = 0};
  t.entry = mem_new(t.room, sizeof *t.entry);
  for (uint32_t i = 1; i <= n; i++) s.line[i] = 1;
  const uint32_t cost = costliest(&t, &s);
  free(t.entry);
  return cost;
}

/* The explorer's worst case of each process (docs/findings.md, section 1). */
static void test_one_process(void **state)
{
  (void)state;
  static const uint32_t worst[] = {[2] = 6, 15, 32, 59};
  for (uint32_t n = 2; n <= 5; n++) {
    assert_int_equal(costliest_of(n, 1), 3 * n - 2);
    for (uint32_t j = 2; j <= n; j++) assert_int_equal(costliest_of(n, j), worst[j] + 3 * (n - j));
  }
}

static void test_all_together(void **state)
{
  (void)state;
  static const uint32_t sum[] = {[1] = 2, 10, 30, 68, 135};
  for (uint32_t n = 1; n <= 5; n++) assert_int_equal(costliest_of(n, 0), sum[n]);
}

int main(int argc, char **argv)
{
  if (argc > 1) {
    const uint32_t n = (uint32_t)atoi(argv[1]);
    if (n < 1 || n > MOST) return 2;
    printf("N = %u: %u\n", n, costliest_of(n, 0));
    return 0;
  }
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_one_process),
    cmocka_unit_test(test_all_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
