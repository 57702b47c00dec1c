/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_check_values.c: places, as the checker of certificates computes with them (prove/check_values.h). At each N up
 * to 12 each operation is carried out on identities, with all members: its result is among those of the places. The
 * checker looks at stretches of 3 processes, and here there are up to 11 in one. The prover's own operations
 * (prove/abstract.h) come out as those of the checker.
 *
 * ctest: fast
 */
#include "language/syntax.h"
#include "prove/check_values.h"

#include "client.h"

enum { MOST_N = 12 };

static struct abstract_records records;
static struct relations relations;

/* --- the results of both ------------------------------------------------------------------------------------------ */

/* A set of values: bits, of places; of plain values behind them. */
static uint32_t bit_of(struct abstract a)
{
  return UINT32_C(1) << (a.kind == ABSTRACT_PLAIN ? MOST_PLACES + a.is : a.is);
}

static uint32_t checked(uint8_t kind, struct abstract a, struct abstract b)
{
  struct computation c = {.ring = &relations, .list = &relations, .records = &records};
  uint32_t results = 0;
  do {
    c.stuck = NULL;
    c.never = false;
    const struct abstract result = compute(&c, (struct abstract[]){a, b}, kind, 0, 0);
    if (c.stuck == NULL && !c.never) results |= bit_of(result);
  } while (next_fork(&c));
  return results;
}

static uint32_t proved(struct ring ring, uint8_t kind, struct abstract a, struct abstract b)
{
  struct choices choices = {.n = 0};
  struct computing c = {.choices = &choices, .ring = ring, .records = &records};
  uint32_t results = 0;
  do {
    choices.stuck = NULL;
    known_clear(&c.numbers);
    const struct abstract result = abstract_operate(&c, kind, a, b, 0, 0);
    if (choices.stuck == NULL) results |= bit_of(result);
  } while (choices_next(&choices));
  return results;
}

/* --- the comparisons ---------------------------------------------------------------------------------------------- */

static const uint8_t of_two[] = {EXPR_EQUAL, EXPR_DIFFERENT, EXPR_LESS, EXPR_AT_MOST, EXPR_LARGER, EXPR_SMALLER};

/* At N = 1 the prover's remainders are those of a larger N; no proof is of N = 1. */
static void test_as_the_prover(void **state)
{
  (void)state;
  for (int32_t k = 0; k < 12; k++) {
    const struct ring ring = {(uint8_t)(k / 4 + 1), k % 2 == 1, k / 2 % 2 == 1, false};
    relations_fill(&relations, ring);
    for (int32_t p = 0; p <= relations.end; p++) {
      if (relations.order[p][p] == 0) continue; /* nobody is ever there */
      const struct abstract a = abstract_place(p);
      for (int32_t q = 0; q <= relations.end; q++)
        for (size_t o = 0; relations.order[q][q] != 0 && o < sizeof of_two; o++)
          assert_int_equal(checked(of_two[o], a, abstract_place(q)), proved(ring, of_two[o], a, abstract_place(q)));
      assert_int_equal(checked(EXPR_ADD, a, abstract_plain(1)), proved(ring, EXPR_ADD, a, abstract_plain(1)));
      assert_int_equal(checked(EXPR_SUBTRACT, a, abstract_plain(1)), proved(ring, EXPR_SUBTRACT, a, abstract_plain(1)));
      const struct abstract n = abstract_place(ring_last(ring));
      if (k != 0) assert_int_equal(checked(EXPR_MODULO, a, n), proved(ring, EXPR_MODULO, a, n));
      for (int32_t plain = 0; plain <= 1; plain++)
        for (size_t o = 0; o < 4; o++)
          assert_int_equal(checked(of_two[o], a, abstract_plain(plain)),
                           proved(ring, of_two[o], a, abstract_plain(plain)));
    }
  }
}

/* The place of an identity among two members. */
static int32_t place_of(struct ring r, int32_t a, int32_t b, int32_t n, int32_t x)
{
  if (x == 0 || x == n + 1) return x == 0 ? 0 : ring_end(r);
  if (x == a || x == b) return ring_member(r, x == b);
  if (x == 1 || x == n) return x == 1 ? RING_FIRST : ring_last(r);
  return x < a ? RING_FIRST + 1 : x < b ? ring_member(r, 0) + 1 : ring_member(r, 1) + 1;
}

static int32_t operated(uint8_t kind, int32_t x, int32_t y)
{
  switch (kind) {
  case EXPR_EQUAL: return x == y;
  case EXPR_DIFFERENT: return x != y;
  case EXPR_LESS: return x < y;
  default: return x <= y;
  }
}

static void try_members(int32_t n, int32_t a, int32_t b)
{
  const struct ring r = {2, a > 1, b < n, false};
  relations_fill(&relations, r);
  for (int32_t x = 0; x <= n + 1; x++) {
    const struct abstract at = abstract_place(place_of(r, a, b, n, x));
    if (x <= n) {
      const uint32_t next = checked(EXPR_ADD, at, abstract_plain(1));
      assert_true((next & bit_of(abstract_place(place_of(r, a, b, n, x + 1)))) != 0);
    }
    const uint32_t rest = checked(EXPR_MODULO, at, abstract_place(ring_last(r)));
    assert_true((rest & bit_of(abstract_place(place_of(r, a, b, n, x % n)))) != 0);
    for (int32_t y = 0; y <= n + 1; y++)
      for (size_t o = 0; o < 4; o++) {
        const struct abstract is = abstract_plain(operated(of_two[o], x, y));
        assert_true((checked(of_two[o], at, abstract_place(place_of(r, a, b, n, y))) & bit_of(is)) != 0);
        if (y <= 3) assert_true((checked(of_two[o], at, abstract_plain(y)) & bit_of(is)) != 0);
      }
  }
}

static void test_identities(void **state)
{
  (void)state;
  for (int32_t n = 2; n <= MOST_N; n++)
    for (int32_t a = 1; a < n; a++)
      for (int32_t b = a + 1; b <= n; b++) try_members(n, a, b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_the_prover), cmocka_unit_test(test_identities)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
