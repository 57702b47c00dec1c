/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_scratch.c: blocks that wait on a disk (base/scratch.h) come back as they were put away; one that has been
 * altered is noticed; a limit is kept; nothing is left in the directory; and several threads may put and get.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/scratch.h"
#include "base/thread_pool.h"

#include <cmocka.h> /* last: its fail() is not ours */

static void make_directory(char *directory)
{
  strcpy(directory, "/tmp/rmr-unit-scratch-XXXXXX");
  assert_non_null(mkdtemp(directory));
}

static void fill(unsigned char *block, uint32_t seed)
{
  for (size_t k = 0; k < SCRATCH_BLOCK; k++) block[k] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
}

static void assert_is(struct scratch *s, uint32_t where, uint32_t seed)
{
  static _Thread_local unsigned char block[SCRATCH_BLOCK], same[SCRATCH_BLOCK];
  fill(same, seed);
  assert_true(scratch_get(s, where, block));
  assert_memory_equal(block, same, SCRATCH_BLOCK);
}

static uint32_t put(struct scratch *s, uint32_t seed)
{
  static _Thread_local unsigned char block[SCRATCH_BLOCK];
  fill(block, seed);
  return scratch_put(s, block);
}

static void test_blocks_come_back(void **state)
{
  (void)state;
  char directory[64];
  struct error e = {0};
  struct file_names names;
  uint32_t where[20];
  make_directory(directory);
  struct scratch *s = scratch_open(directory, 0, &e);
  assert_non_null(s);
  for (uint32_t k = 0; k < 20; k++) where[k] = put(s, k);
  for (uint32_t k = 20; k-- > 0;) assert_is(s, where[k], k);
  assert_int_equal(scratch_most(s), 20 * SCRATCH_BLOCK);
  scratch_drop(s, where[7]);
  assert_int_equal(put(s, 77), where[7]); /* its place is used again */
  assert_is(s, where[7], 77);
  assert_is(s, where[8], 8);
  file_list(directory, &names);
  assert_int_equal(names.n, 0); /* nothing would be left if the program ended here */
  file_names_free(&names);
  scratch_clear(s);
  assert_int_equal(put(s, 5), 0);
  assert_is(s, 0, 5);
  assert_false(scratch_failed(s));
  assert_string_equal(scratch_complaint(s), "");
  scratch_close(s);
  assert_int_equal(rmdir(directory), 0);
}

static void test_a_limit(void **state)
{
  (void)state;
  struct error e = {0};
  struct scratch *s = scratch_open("/tmp", 3 * SCRATCH_BLOCK + 100, &e);
  assert_non_null(s);
  for (uint32_t k = 0; k < 3; k++) assert_int_not_equal(put(s, k), SCRATCH_NOWHERE);
  assert_false(scratch_failed(s));
  assert_int_equal(put(s, 3), SCRATCH_NOWHERE);
  assert_true(scratch_failed(s));
  assert_non_null(strstr(scratch_complaint(s), "/tmp: the limit"));
  for (uint32_t k = 0; k < 3; k++) assert_is(s, k, k);
  scratch_clear(s);
  assert_false(scratch_failed(s));
  assert_int_not_equal(put(s, 4), SCRATCH_NOWHERE);
  assert_non_null(strstr(scratch_complaint(s), "/tmp: the limit")); /* it is still to be told */
  scratch_close(s);
}

/* The file among those of this process, for tests that alter it behind the back of the scratch. */
static int file_of(void)
{
  for (int file = 3; file < 64; file++) {
    char link[64], name[256];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t n = readlink(link, name, sizeof name - 1);
    if (n > 0 && (name[n] = '\0', strstr(name, "/tmp/") == name && strstr(name, "(deleted)") != NULL)) return file;
  }
  return -1;
}

static void test_what_was_altered_is_noticed(void **state)
{
  (void)state;
  struct error e = {0};
  unsigned char block[SCRATCH_BLOCK], byte;
  struct scratch *s = scratch_open("/tmp", 0, &e);
  assert_non_null(s);
  for (uint32_t k = 0; k < 4; k++) assert_int_equal(put(s, k), k);
  const int file = file_of();
  if (file < 0) skip(); /* a system without /proc */
  assert_int_equal(pread(file, &byte, 1, 2 * SCRATCH_BLOCK + 4711), 1);
  byte ^= 16;
  assert_int_equal(pwrite(file, &byte, 1, 2 * SCRATCH_BLOCK + 4711), 1);
  assert_is(s, 1, 1);
  assert_false(scratch_get(s, 2, block));
  assert_true(scratch_failed(s));
  assert_non_null(strstr(scratch_complaint(s), "differs from the data written"));
  assert_is(s, 3, 3);
  assert_int_equal(ftruncate(file, SCRATCH_BLOCK), 0);
  assert_false(scratch_get(s, 3, block));
  scratch_close(s);
}

static void test_no_such_directory(void **state)
{
  (void)state;
  struct error e = {0};
  assert_null(scratch_open("/tmp/rmr/there/is/none", 0, &e));
  assert_int_equal(e.code, EXIT_USAGE);
  assert_non_null(strstr(e.text, "/tmp/rmr/there/is/none: no file can be made there"));
}

static void put_and_get(void *self, uint32_t item, uint32_t thread)
{
  struct scratch *s = self;
  uint32_t where[50];
  (void)thread;
  for (uint32_t k = 0; k < 50; k++) where[k] = put(s, item * 50 + k);
  for (uint32_t k = 0; k < 50; k++) {
    assert_is(s, where[k], item * 50 + k);
    scratch_drop(s, where[k]);
  }
}

static void test_several_threads(void **state)
{
  (void)state;
  struct error e = {0};
  struct scratch *s = scratch_open("/tmp", 0, &e);
  struct thread_pool *pool = thread_pool_create(4);
  assert_non_null(s);
  thread_pool_run(pool, put_and_get, s, 40);
  assert_false(scratch_failed(s));
  assert_true(scratch_most(s) <= (uint64_t)4 * 50 * SCRATCH_BLOCK); /* places are used again */
  thread_pool_free(pool);
  scratch_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_blocks_come_back),
    cmocka_unit_test(test_a_limit),
    cmocka_unit_test(test_what_was_altered_is_noticed),
    cmocka_unit_test(test_no_such_directory),
    cmocka_unit_test(test_several_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
