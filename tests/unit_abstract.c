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

/* Members a < b among n; b = 0: there is one. */
struct among {
  uint32_t n, a, b;
  bool open; /* the ring */
};

static int32_t place_of(int64_t x, const struct among *g)
{
  const int64_t points[] = {0, g->open ? 0 : 1, g->a, g->b, g->open ? 0 : g->n, g->n + 1}; /* in order */
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

/* Checks the result of the operation with these identities: as places, or the second one as a plain number. */
static void check_operation(struct ring ring, const struct among *g, uint8_t kind, int64_t x, int64_t y, bool plain)
{
  struct known_numbers none;
  known_clear(&none);
  const bool adds = kind == EXPR_ADD || kind == EXPR_SUBTRACT;
  const int64_t result = operate(kind, x, y, 0, 0);
  if (adds && (!plain || y > 1 || result < 0 || result > g->n + 1)) return;
  const struct abstract right = plain ? abstract_plain((int32_t)y) : abstract_place(place_of(y, g));
  const struct outcomes out = all_outcomes(ring, &none, kind, abstract_place(place_of(x, g)), right);
  const bool is_place = adds || kind == EXPR_LARGER || kind == EXPR_SMALLER;
  const struct abstract real = is_place ? abstract_place(place_of(result, g)) : abstract_plain((int32_t)result);
  const bool as_plain = is_place && plain && result == y && has(&out, abstract_plain((int32_t)y));
  if (!has(&out, real) && !as_plain)
    fail_msg("N = %u, members %u and %u%s: operation %u of %d and %d%s cannot come to %d", g->n, g->a, g->b,
             g->open ? ", open" : "", kind, (int)x, (int)y, plain ? " as it is" : "", (int)result);
}

/* Modulo N, which an open ring does not know. */
static void check_modulo(struct ring ring, const struct among *g)
{
  struct known_numbers none;
  known_clear(&none);
  for (int64_t x = 0; x <= g->n + 1; x++) {
    const struct outcomes out =
      all_outcomes(ring, &none, EXPR_MODULO, abstract_place(place_of(x, g)), abstract_place(place_of(g->n, g)));
    assert_true(g->open ? out.stuck : has(&out, abstract_place(place_of(x % g->n, g))));
  }
}

/* The places that 1 can be, and N. */
static void check_ends(struct ring ring, const struct among *g)
{
  bool first = false, last = false;
  struct choices choices = {.n = 0};
  do {
    struct computing c = {.choices = &choices, .ring = ring};
    first |= place_first(&c).is == place_of(1, g);
  } while (choices_next(&choices));
  do {
    struct computing c = {.choices = &choices, .ring = ring};
    last |= place_last(&c).is == place_of(g->n, g);
  } while (choices_next(&choices));
  assert_true(first && last);
}

static void check_identities(const struct among *g, size_t *checked)
{
  static const uint8_t kinds[] = {EXPR_EQUAL, EXPR_DIFFERENT, EXPR_LESS,   EXPR_AT_MOST,
                                  EXPR_ADD,   EXPR_SUBTRACT,  EXPR_LARGER, EXPR_SMALLER};
  const struct ring ring = {.members = g->b != 0 ? 2 : 1,
                            .first_apart = !g->open && g->a != 1,
                            .last_apart = !g->open && (g->b != 0 ? g->b : g->a) != g->n,
                            .open = g->open};
  assert_int_equal(ring_end(ring), place_of(g->n + 1, g));
  assert_int_equal(ring_member(ring, 0), place_of(g->a, g));
  if (!g->open) assert_int_equal(ring_last(ring), place_of(g->n, g));
  for (int64_t x = 0; x <= g->n + 1; x++)
    for (int64_t y = 0; y <= g->n + 1; y++)
      for (size_t k = 0; k < sizeof kinds; k++)
        for (int plain = 0; plain < 2; plain++, ++*checked) check_operation(ring, g, kinds[k], x, y, plain != 0);
  check_modulo(ring, g);
  check_ends(ring, g);
}

static void test_identities(void **state)
{
  (void)state;
  size_t checked = 0;
  for (uint32_t n = 2; n <= MOST_N; n++)
    for (uint32_t a = 1; a <= n; a++) {
      for (uint32_t open = 0; open < 2; open++) {
        check_identities(&(struct among){n, a, 0, open != 0}, &checked);
        for (uint32_t b = a + 1; b <= n; b++) check_identities(&(struct among){n, a, b, open != 0}, &checked);
      }
    }
  assert_true(checked > 50000);
}

/* Any identity that is no member's, and any at all. */
static void test_any_identity(void **state)
{
  (void)state;
  const struct ring ring = {
    .members = 2, .first_apart = true, .last_apart = true}; /* 0; 1, 2 .. a-1, a, .., b, .., N; N+1 */
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
  const struct outcomes out = all_outcomes((struct ring){.members = 1}, &known, kind, left, right);
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
