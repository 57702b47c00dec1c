/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_abstract.c: abstract values beside real ones (prove/abstract.h). For all N up to 8 and all members, each
 * operation on identities is carried out, and the place of its result must be among the places that the abstract
 * operation can come to. So for numbers, whose result must lie in the same way among the known ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "language/operations.h"
#include "prove/abstract.h"

#include <cmocka.h>

enum { MOST_N = 8, MOST_OUTCOMES = 64 };

struct outcomes {
  struct abstract of[MOST_OUTCOMES];
  uint32_t n;
  bool stuck;
};

/* All that the operation can come to. */
static struct outcomes all_outcomes(struct ring ring, const struct known_numbers *known, uint8_t kind,
                                    struct abstract a, struct abstract b)
{
  struct outcomes out = {.n = 0};
  struct choices choices = {.n = 0};
  struct abstract_records records = {.layout.n = 0};
  do {
    struct computing c = {.choices = &choices, .numbers = *known, .ring = ring, .records = &records};
    choices.stuck = NULL;
    const struct abstract result = abstract_operate(&c, kind, a, b, 0, 0);
    out.stuck |= choices.stuck != NULL;
    assert_true(out.n < MOST_OUTCOMES);
    out.of[out.n++] = result;
  } while (choices_next(&choices));
  return out;
}

static bool has(const struct outcomes *o, struct abstract a)
{
  for (uint32_t k = 0; k < o->n; k++)
    if (o->of[k].kind == a.kind && o->of[k].is == a.is) return true;
  return false;
}

/* --- identities --------------------------------------------------------------------------------------------------- */

/* The points of a ring of n with members a < b (b = 0: there is one), in order. */
static int32_t place_of(int64_t x, uint32_t n, uint32_t a, uint32_t b)
{
  const int64_t points[] = {0, 1, a, b, n, n + 1};
  int32_t place = -2;
  int64_t last = -1;
  for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
    if (points[k] <= last) continue; /* the same point, or no second member */
    if (x < points[k]) return place + 1;
    last = points[k];
    place += 2;
    if (x == points[k]) return place;
  }
  return place + 1;
}

static void check_identities(uint32_t n, uint32_t a, uint32_t b, size_t *checked)
{
  static const uint8_t kinds[] = {EXPR_EQUAL, EXPR_DIFFERENT, EXPR_LESS,   EXPR_AT_MOST,
                                  EXPR_ADD,   EXPR_SUBTRACT,  EXPR_LARGER, EXPR_SMALLER};
  const struct ring ring = {b != 0 ? 2 : 1, a != 1, (b != 0 ? b : a) != n};
  struct known_numbers none;
  known_clear(&none);
  assert_int_equal(ring_end(ring), place_of(n + 1, n, a, b));
  assert_int_equal(ring_last(ring), place_of(n, n, a, b));
  assert_int_equal(ring_member(ring, 0), place_of(a, n, a, b));
  for (int64_t x = 0; x <= n + 1; x++)
    for (int64_t y = 0; y <= n + 1; y++)
      for (size_t k = 0; k < sizeof kinds; k++)
        for (int plain = 0; plain < 2; plain++) {
          const bool adds = kinds[k] == EXPR_ADD || kinds[k] == EXPR_SUBTRACT;
          const int64_t result = operate(kinds[k], x, y, 0, 0);
          if (adds && (plain == 0 || y > 1 || result < 0 || result > n + 1)) continue;
          const struct abstract left = abstract_place(place_of(x, n, a, b));
          const struct abstract right = plain != 0 ? abstract_plain((int32_t)y) : abstract_place(place_of(y, n, a, b));
          const struct outcomes out = all_outcomes(ring, &none, kinds[k], left, right);
          const bool is_place = adds || kinds[k] == EXPR_LARGER || kinds[k] == EXPR_SMALLER;
          const struct abstract real =
            is_place ? abstract_place(place_of(result, n, a, b)) : abstract_plain((int32_t)result);
          const bool as_plain = is_place && plain != 0 && result == y && has(&out, abstract_plain((int32_t)y));
          if (!has(&out, real) && !as_plain)
            fail_msg("N = %u, members %u and %u: operation %u of %d and %d%s cannot come to %d", n, a, b, kinds[k],
                     (int)x, (int)y, plain != 0 ? " as it is" : "", (int)result);
          ++*checked;
        }
  for (int64_t x = 0; x <= n + 1; x++) {
    const struct outcomes out =
      all_outcomes(ring, &none, EXPR_MODULO, abstract_place(place_of(x, n, a, b)), abstract_place(ring_last(ring)));
    assert_true(has(&out, abstract_place(place_of(x % n, n, a, b))));
  }
}

static void test_identities(void **state)
{
  (void)state;
  size_t checked = 0;
  for (uint32_t n = 2; n <= MOST_N; n++)
    for (uint32_t a = 1; a <= n; a++) {
      check_identities(n, a, 0, &checked);
      for (uint32_t b = a + 1; b <= n; b++) check_identities(n, a, b, &checked);
    }
  assert_true(checked > 50000);
}

/* Any identity that is no member's, and any at all. */
static void test_any_identity(void **state)
{
  (void)state;
  const struct ring ring = {2, true, true}; /* 0; 1, 2 .. a-1, a, .., b, .., N; N+1 */
  for (int others = 0; others < 2; others++) {
    struct choices choices = {.n = 0};
    uint32_t seen = 0;
    do {
      struct computing c = {.choices = &choices, .ring = ring};
      seen |= UINT32_C(1) << place_any(&c, others != 0).is;
    } while (choices_next(&choices));
    const uint32_t all = 0x1fc, members = UINT32_C(1) << ring_member(ring, 0) | UINT32_C(1) << ring_member(ring, 1);
    assert_int_equal(seen, others != 0 ? all & ~members : all);
  }
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

/* Where a number lies among real ones, which are sorted and begin with 0 and 1: even: it is one, odd: it is between. */
static uint32_t rank_of(int64_t x, const int64_t *real, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if (x <= real[k]) return x == real[k] ? 2 * k : 2 * k - 1;
  return 2 * n - 1;
}

/* The same among the known ones. */
static uint32_t rank_in(int32_t is, const struct known_numbers *known)
{
  if (is == 0) return 0;
  for (uint32_t k = 0; k < known->n; k++)
    if (is <= known->known[k]) return is == known->known[k] ? 2 * (k + 1) : 2 * (k + 1) - 1;
  return 2 * (known->n + 1) - 1;
}

static void check_number(const int64_t *real, uint32_t n, uint8_t kind, uint32_t x, uint32_t y, bool one)
{
  struct known_numbers known;
  known_clear(&known);
  for (uint32_t k = 2; k < n; k++) known_add(&known, (int32_t)k * NUMBER_GAP);
  const struct abstract left = {ABSTRACT_NUMBER, (int32_t)x * NUMBER_GAP};
  const struct abstract right = one ? abstract_plain(1) : (struct abstract){ABSTRACT_NUMBER, (int32_t)y * NUMBER_GAP};
  const int64_t result = operate(kind, real[x], one ? 1 : real[y], 0, 0);
  const struct outcomes out = all_outcomes((struct ring){1, false, false}, &known, kind, left, right);
  assert_false(out.stuck);
  bool found = false;
  for (uint32_t k = 0; k < out.n; k++) {
    const bool is_number = out.of[k].kind == ABSTRACT_NUMBER;
    found |= is_number ? rank_in(out.of[k].is, &known) == rank_of(result, real, n) : out.of[k].is == result;
  }
  if (!found) fail_msg("operation %u of numbers %u and %u of %u cannot come to %d", kind, x, y, n, (int)result);
}

static void test_numbers(void **state)
{
  (void)state;
  static const uint8_t kinds[] = {EXPR_EQUAL, EXPR_LESS, EXPR_AT_MOST, EXPR_LARGER, EXPR_SMALLER, EXPR_DIFFERENT};
  uint64_t rng = 3;
  for (uint32_t round = 0; round < 2000; round++) {
    int64_t real[8] = {0, 1};
    uint32_t n = 2;
    while (n < 7) {
      real[n] = real[n - 1] + 1 + rng_below(&rng, 3);
      n++;
    }
    const uint32_t x = rng_below(&rng, n), y = rng_below(&rng, n);
    check_number(real, n, kinds[rng_below(&rng, sizeof kinds)], x, y, false);
    check_number(real, n, EXPR_ADD, x, 0, true);
    check_number(real, n, EXPR_LESS, x, 0, true);
  }
}

/* There is room for so many numbers: one more is not lost in silence. */
static void test_room_for_numbers(void **state)
{
  (void)state;
  struct choices choices = {.n = 0};
  struct computing c = {.choices = &choices};
  int32_t last = NUMBER_ONE;
  known_clear(&c.numbers);
  while (known_add(&c.numbers, last + NUMBER_GAP)) last += NUMBER_GAP;
  assert_int_equal(c.numbers.n, sizeof c.numbers.known / sizeof *c.numbers.known);
  assert_true(known_add(&c.numbers, last)); /* it is there */
  number_next(&c, last);
  assert_non_null(choices.stuck);
}

/* Any number lies everywhere. */
static void test_any_number(void **state)
{
  (void)state;
  struct known_numbers known;
  known_clear(&known);
  known_add(&known, 2 * NUMBER_GAP);
  struct choices choices = {.n = 0};
  uint32_t seen = 0;
  do {
    struct computing c = {.choices = &choices, .numbers = known};
    seen |= UINT32_C(1) << rank_in(number_any(&c).is, &known);
  } while (choices_next(&choices));
  assert_int_equal(seen, 0x3d); /* 0, 1, between 1 and the other, it, above; not between 0 and 1 */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_identities), cmocka_unit_test(test_any_identity),
                                     cmocka_unit_test(test_numbers), cmocka_unit_test(test_any_number),
                                     cmocka_unit_test(test_room_for_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
