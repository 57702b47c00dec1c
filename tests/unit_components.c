/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_components.c: strongly connected components of automata, beside the plain definition: two local states are in
 * one component if each can be reached from the other. The automata are drawn at random, and a few are written down.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "explore/tables/components.h"

#include <cmocka.h>

enum { MOST = 24, VALUES = 2 };

struct drawn {
  struct automata a;
  struct automaton process[2];
  struct automaton_local local[MOST];
  struct register_values values[1];
  uint32_t next[MOST * VALUES];
};

static void prepare(struct drawn *d, uint32_t n)
{
  *d = (struct drawn){.values[0].n = VALUES};
  d->process[1] = (struct automaton){.n_locals = n, .local = d->local, .next = d->next};
  d->a = (struct automata){.n = 1, .n_registers = 1, .choices = 1, .process = d->process, .values = d->values};
  for (uint32_t l = 0; l < n; l++) {
    d->local[l] = (struct automaton_local){.op.kind = RMR_READ, .first_next = l * VALUES};
    for (uint32_t v = 0; v < VALUES; v++) d->next[l * VALUES + v] = AUTOMATON_OUTSIDE;
  }
}

/* Warshall's algorithm. */
static void reach(const struct drawn *d, bool reads_only, bool reached[MOST][MOST])
{
  const uint32_t n = d->process[1].n_locals;
  memset(reached, 0, sizeof(bool[MOST][MOST]));
  for (uint32_t l = 0; l < n; l++) {
    reached[l][l] = true;
    if (d->local[l].done || (reads_only && d->local[l].op.kind == RMR_WRITE)) continue;
    for (uint32_t v = 0; v < VALUES; v++)
      if (automaton_goes_on(d->next[l * VALUES + v])) reached[l][d->next[l * VALUES + v]] = true;
  }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++) reached[i][j] |= reached[i][k] && reached[k][j];
}

static uint32_t compare(const struct drawn *d, bool reads_only)
{
  bool reached[MOST][MOST], seen[MOST] = {false};
  const uint32_t n = d->process[1].n_locals;
  uint32_t *component = components_of(&d->a, 1, reads_only ? COMPONENTS_OVER_READS : COMPONENTS_OVER_ALL);
  uint32_t count = 0;
  reach(d, reads_only, reached);
  for (uint32_t i = 0; i < n; i++) {
    assert_true(component[i] < n);
    count += !seen[component[i]];
    seen[component[i]] = true;
    for (uint32_t j = 0; j < n; j++) assert_int_equal(component[i] == component[j], reached[i][j] && reached[j][i]);
  }
  for (uint32_t c = 0; c < n; c++) assert_int_equal(seen[c], c < count); /* numbered from 0 on, without gaps */
  free(component);
  return count;
}

static void test_random(void **state)
{
  (void)state;
  uint64_t rng = 7;
  uint32_t split = 0;
  for (uint32_t round = 0; round < 2000; round++) {
    struct drawn d;
    const uint32_t n = 1 + rng_below(&rng, MOST);
    prepare(&d, n);
    for (uint32_t l = 0; l < n; l++) {
      d.local[l].done = rng_below(&rng, 8) == 0;
      if (rng_below(&rng, 4) == 0) d.local[l].op.kind = RMR_WRITE;
      for (uint32_t v = 0; v < VALUES; v++)
        if (rng_below(&rng, 5) != 0) d.next[l * VALUES + v] = rng_below(&rng, n);
    }
    split += compare(&d, true) > compare(&d, false);
  }
  assert_true(split > 200); /* writes hold components together, often */
}

/* 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 3; without the step that writes, everyone is alone. */
static void test_written_down(void **state)
{
  (void)state;
  struct drawn d;
  prepare(&d, 4);
  d.next[0] = 1, d.next[2] = 2, d.next[4] = 0, d.next[5] = 3, d.next[6] = 3, d.next[7] = AUTOMATON_CAPPED;
  assert_int_equal(compare(&d, false), 2);
  d.local[1].op.kind = RMR_WRITE;
  assert_int_equal(compare(&d, false), 2);
  assert_int_equal(compare(&d, true), 4);
  d.local[2].done = true;
  assert_int_equal(compare(&d, false), 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_written_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
