/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * base/text: texts, and how other bytes are escaped. That it agrees with jansson on what UTF-8 is, so that no text
 * that has passed becomes an empty JSON value, is checked on every pair of bytes and on the edges of longer sequences.
 */
#include "base/text.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

static bool json_takes(const char *text)
{
  json_t *json = json_string(text);
  json_decref(json);
  return json != NULL;
}

static void test_lines(void **state)
{
  (void)state;
  assert_true(text_is_line(""));
  assert_true(text_is_line("caf\xc3\xa9 \xe2\x89\xa4 \xf0\x9f\x94\x92 ~"));
  static const char *const wrong[] = {
    "caf\xe9",          "a\nb",         "\t",           "\x1b[2J",  "\x7f",         "\xc2\x85",
    "\xe2\x80\xa8",     "\xef\xbf\xbf", "\xef\xb7\x90", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
    "\xf4\x90\x80\x80", "\xf0\x9f\x94", "\xc3",         "\xff",     "\xe2\x89",     "\x80"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) assert_false(text_is_line(wrong[k]));
}

/* Characters that turn the text around them, join or break it, or are seen by nobody, with their neighbours. */
static void test_invisible(void **state)
{
  (void)state;
  static const struct {
    const char *text, *shown;
  } wrong[] = {{"\u00ad", "\\u00AD"},        {"\u034f", "\\u034F"},         {"\u061c", "\\u061C"},
               {"\u180e", "\\u180E"},        {"\u200b", "\\u200B"},         {"\u200c", "\\u200C"},
               {"\u200d", "\\u200D"},        {"\u200e", "\\u200E"},         {"\u200f", "\\u200F"},
               {"\u2028", "\\u2028"},        {"\u2029", "\\u2029"},         {"\u202a", "\\u202A"},
               {"\u202b", "\\u202B"},        {"\u202c", "\\u202C"},         {"\u202d", "\\u202D"},
               {"\u202e", "\\u202E"},        {"\u2060", "\\u2060"},         {"\u2066", "\\u2066"},
               {"\u2069", "\\u2069"},        {"\u206f", "\\u206F"},         {"\u3164", "\\u3164"},
               {"\ufeff", "\\uFEFF"},        {"\ufffb", "\\uFFFB"},         {"\uffff", "\\uFFFF"},
               {"\xc2\x85", "\\u0085"},      {"\U000e0041", "\\U000E0041"}, {"\U000e0fff", "\\U000E0FFF"},
               {"\U0001d173", "\\U0001D173"}};
  static const char *const sound[] = {"\u00ac", "\u00ae", "\u200a", "\u2010",       "\u2027",     "\u202f",    "\u205f",
                                      "\u2070", "\ufffc", "\ufffd", "\u26a0\ufe0f", "\U000e0100", "\U0001f512"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char text[16], shown[32], out[64];
    snprintf(text, sizeof text, "a%sb", wrong[k].text);
    snprintf(shown, sizeof shown, "a%sb", wrong[k].shown);
    assert_false(text_is_line(text));
    assert_string_equal(text_escape(text, out, sizeof out), shown);
  }
  for (size_t k = 0; k < sizeof sound / sizeof *sound; k++) assert_true(text_is_line(sound[k]));
}

static void test_what_passes_is_json(void **state)
{
  (void)state;
  for (int first = 1; first < 256; first++)
    for (int second = 1; second < 256; second++)
      for (int tail = 0; tail < 3; tail++) {
        const char bytes[] = {(char)first, (char)second, (char)(tail > 0 ? 0x80 : 0), (char)(tail > 1 ? 0xbf : 0), 0};
        if (text_is_line(bytes)) assert_true(json_takes(bytes));
      }
}

static void test_place(void **state)
{
  (void)state;
  assert_int_equal(text_sound("ab\ncd\xe9", 6, "\n"), 5);
  assert_int_equal(text_sound("ab\ncd\xe9", 6, ""), 2);
  assert_int_equal(text_sound("a\0b", 3, "\n"), 1);
  assert_int_equal(text_sound("a\xc3\xa9", 2, ""), 1); /* the second half lies outside */
}

static void test_escape(void **state)
{
  (void)state;
  char out[64], small[8];
  assert_string_equal(text_escape("caf\xe9\n\tb\x01 \xc3\xa9\\", out, sizeof out), "caf\\xE9\\n\\tb\\x01 \xc3\xa9\\");
  assert_string_equal(text_escape("\xe2\x80\xa8", out, sizeof out), "\\u2028");
  assert_string_equal(text_escape("1234567", small, sizeof small), "1234567");
  assert_string_equal(text_escape("12345678", small, sizeof small), "1234...");
  assert_string_equal(text_escape("123\xc3\xa9\xc3\xa9\xc3\xa9", small, sizeof small), "123...");
  assert_string_equal(text_escape("123\n\n\n\n", small, sizeof small), "123...");
  assert_string_equal(text_escape("", small, sizeof small), "");
}

static void test_errors_are_lines(void **state)
{
  (void)state;
  struct error e = {0};
  char long_name[2000], out[1200];
  memset(long_name, '\xe9', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = '\0';
  fail_at(&e, EXIT_USAGE, "a\nb", 3, 0, "no '%s'", "x\ry");
  assert_string_equal(error_string(&e, out, sizeof out), "a\\nb:3: no 'x\\ry'");
  e = (struct error){0};
  fail_at(&e, EXIT_USAGE, "", 0, 0, "cannot be read");
  assert_string_equal(error_string(&e, out, sizeof out), "'': cannot be read");
  e = (struct error){0};
  fail_at(&e, EXIT_USAGE, long_name, 0, 0, "no '%s'", long_name);
  assert_true(text_is_line(error_string(&e, out, sizeof out)));
  assert_string_equal(e.text + strlen(e.text) - 7, "\\xE9...");
  e = (struct error){0};
  fail_at(&e, EXIT_USAGE, NULL, 0, 0, "%.3s", "ab\xc3\xa9"); /* cut within a character */
  assert_string_equal(e.text, "ab\\xC3");
}

static void test_nesting(void **state)
{
  (void)state;
  char deep[2 * TEXT_DEEPEST + 3] = "";
  memset(deep, '[', TEXT_DEEPEST + 1);
  assert_false(text_nests_deeply(deep, TEXT_DEEPEST));
  assert_true(text_nests_deeply(deep, TEXT_DEEPEST + 1));
  for (int k = 0; k <= TEXT_DEEPEST; k++) memcpy(deep + 2 * k, "[]", 2); /* beside each other */
  assert_false(text_nests_deeply(deep, strlen(deep)));
  char quoted[TEXT_DEEPEST + 6] = "\"\\\"", open[2 * TEXT_DEEPEST] = "]]\"\"";
  memset(quoted + 3, '{', TEXT_DEEPEST + 1); /* in a text, behind a quote that does not end it */
  assert_false(text_nests_deeply(quoted, strlen(quoted)));
  memset(open + 4, '{', TEXT_DEEPEST + 1); /* behind brackets that open nothing, and a text that has ended */
  assert_true(text_nests_deeply(open, strlen(open)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_lines),   cmocka_unit_test(test_invisible), cmocka_unit_test(test_what_passes_is_json),
    cmocka_unit_test(test_place),   cmocka_unit_test(test_escape),    cmocka_unit_test(test_errors_are_lines),
    cmocka_unit_test(test_nesting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
