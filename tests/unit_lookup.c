/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The small things that hold many: numbered keys, pools of memory, and files line by line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/lookup.h"

#include <cmocka.h> /* last: it defines a macro called fail */

enum { MANY = 10000 };

static void test_keys_are_numbered_as_they_come(void **state)
{
  (void)state;
  struct lookup l = {0};
  const char *first = NULL;
  assert_int_equal(lookup_find_text(&l, "a"), 0); /* n: it is not there */
  for (int round = 0; round < 2; round++)
    for (size_t k = 0; k < MANY; k++) {
      char text[24];
      snprintf(text, sizeof text, "key %zu", k * 7919 % MANY);
      assert_int_equal(lookup_add_text(&l, text), k);
      if (k == 0 && round == 0) first = lookup_text(&l, 0);
    }
  assert_int_equal(l.n, MANY);
  assert_ptr_equal(lookup_text(&l, 0), first); /* the copies do not move */
  assert_string_equal(lookup_text(&l, 1), "key 7919");
  assert_int_equal(lookup_find_text(&l, "key 7919"), 1);
  assert_int_equal(lookup_find_text(&l, "key"), MANY);
  assert_false(lookup_is_new_text(&l, "key 1"));
  assert_true(lookup_is_new_text(&l, "key"));
  lookup_free(&l);
  assert_int_equal(l.n, 0);
}

static void test_keys_are_any_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "a\0b\0\0\0\0\0\0\0\0\0";
  struct lookup l = {0};
  for (size_t length = 0; length < sizeof bytes; length++) assert_int_equal(lookup_add(&l, bytes, length), length);
  assert_int_equal(lookup_add(&l, "", 0), 0);
  assert_memory_equal(lookup_text(&l, 3), "a\0b", 4);
  lookup_free(&l);
}

/* "ab", "c" is not "a", "bc". */
static void test_parts_of_keys_stay_apart(void **state)
{
  static const char *const parts[][2] = {{"ab", "c"}, {"a", "bc"}, {"abc", ""}, {"", "abc"}};
  (void)state;
  struct lookup l = {0};
  struct compound key = {0};
  for (int round = 0; round < 2; round++)
    for (size_t k = 0; k < 4; k++) {
      compound_begin(&key);
      compound_add_text(&key, parts[k][0]);
      compound_add_number(&key, 5);
      compound_add_text(&key, parts[k][1]);
      assert_int_equal(lookup_add(&l, key.bytes, key.length), k);
    }
  compound_free(&key);
  lookup_free(&l);
}

static void test_pieces_of_a_pool(void **state)
{
  (void)state;
  struct pool pool = {0};
  char *small = pool_copy(&pool, "abc", 2);
  double *numbers = pool_new(&pool, 3, sizeof *numbers);
  char *large = pool_new(&pool, 1, 1u << 20), *last = pool_copy(&pool, "", 0);
  assert_string_equal(small, "ab");
  assert_int_equal((uintptr_t)numbers % 8, 0);
  for (size_t k = 0; k < 3; k++) assert_true(numbers[k] == 0);
  for (size_t k = 0; k < 1u << 20; k++) assert_int_equal(large[k], 0);
  assert_string_equal(last, "");
  pool_free(&pool);
  pool_free(&pool);
}

static void test_lines(void **state)
{
  (void)state;
  static const char text[] = "one\n\nth\0ree\nlast";
  static const struct {
    size_t offset, length;
  } expected[] = {{0, 4}, {4, 1}, {5, 7}, {12, 4}, {16, 0}};
  char path[] = "/tmp/rmr-lines-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1);
  close(file);
  struct lines lines;
  struct error e = {0};
  assert_true(lines_open(&lines, path, &e));
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    assert_true(lines_next(&lines, 100, &e));
    assert_int_equal(lines.length, expected[k].length);
    assert_int_equal(lines.offset, expected[k].offset);
    assert_int_equal(lines.number, k + 1);
    if (lines.length > 0) assert_memory_equal(lines.text, text + lines.offset, lines.length);
  }
  lines_close(&lines);
  assert_true(lines_open(&lines, path, &e));
  assert_false(lines_next(&lines, 2, &e));
  assert_int_equal(e.line, 1);
  assert_non_null(strstr(e.text, "longer than 2 bytes"));
  lines_close(&lines);
  unlink(path);
  assert_false(lines_open(&lines, path, &e));
  lines_close(&lines);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_keys_are_numbered_as_they_come),
    cmocka_unit_test(test_keys_are_any_bytes),
    cmocka_unit_test(test_parts_of_keys_stay_apart),
    cmocka_unit_test(test_pieces_of_a_pool),
    cmocka_unit_test(test_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
