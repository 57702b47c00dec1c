/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * whole.c: are these files whole? For the hostile campaigns.
 *
 *   hostile_whole files FILE...      as their names ask: JSON is parsed, pages and pictures come to their last tag, and
 *                                    all but PNG and PDF is UTF-8 without control characters, and without those that
 *                                    nobody sees
 *   hostile_whole messages FILE      what a command said on stderr: lines of plain text, each ended, each with the
 *                                    name of the command at its beginning
 *
 * Each file that is not is named on stdout with the reason; the exit code is then 1.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MOST_BYTES = 1 << 30 };

static bool ends_with(const char *text, size_t length, const char *end)
{
  const size_t n = strlen(end);
  return length >= n && memcmp(text + length - n, end, n) == 0;
}

/* Those that turn, join or break what stands around them, and those that are there to be ignored, as they are written
 * in UTF-8: the first bytes, and the range of the last one. */
static bool is_seen(const char *text, size_t length, const char **why)
{
  static const struct {
    const char *first;
    unsigned char low, high;
  } unseen[] = {{"\xc2", 0xad, 0xad},      {"\xcd", 0x8f, 0x8f},     {"\xd8", 0x9c, 0x9c},     {"\xe1\x85", 0x9f, 0xa0},
                {"\xe1\xa0", 0x8e, 0x8e},  {"\xe2\x80", 0x8b, 0x8f}, {"\xe2\x80", 0xa8, 0xae}, {"\xe2\x81", 0xa0, 0xaf},
                {"\xe3\x85", 0xa4, 0xa4},  {"\xef\xbb", 0xbf, 0xbf}, {"\xef\xbe", 0xa0, 0xa0}, {"\xef\xbf", 0xb0, 0xbb},
                {"\xf3\xa0\x80", 0, 0xff}, {"\xf3\xa0\x81", 0, 0xff}};
  for (size_t k = 0; k < sizeof unseen / sizeof *unseen; k++) {
    const size_t n = strlen(unseen[k].first);
    for (const char *at = text; (at = memmem(at, (size_t)(text + length - at), unseen[k].first, n)) != NULL; at += n)
      if ((unsigned char)at[n] >= unseen[k].low && (unsigned char)at[n] <= unseen[k].high)
        return *why = "a character that nobody sees", false;
  }
  return true;
}

/* The length of the UTF-8 character at text[0], 0 if it is none. jansson knows; a string of it alone is asked for. */
static bool is_text(const char *text, size_t length, const char **why)
{
  for (size_t k = 0; k < length; k++) {
    const unsigned char c = (unsigned char)text[k];
    if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f) return *why = "a control character", false;
  }
  json_t *string = json_stringn(text, length);
  if (string == NULL) return *why = "not UTF-8", false;
  json_decref(string);
  return is_seen(text, length, why);
}

static bool is_json(const char *text, size_t length, const char **why)
{
  json_error_t e;
  json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, &e);
  json_decref(value);
  return value != NULL || (*why = "not JSON", false);
}

static bool are_json_lines(const char *text, size_t length, const char **why)
{
  const char *const end = text + length;
  while (text < end) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    if (newline == NULL) return *why = "a torn last line", false;
    if (!is_json(text, (size_t)(newline - text), why)) return false;
    text = newline + 1;
  }
  return true;
}

static bool is_whole(const char *path, const char *text, size_t length, const char **why)
{
  const size_t n = strlen(path);
  if (ends_with(path, n, ".png")) return length > 8 || (*why = "too short", false);
  if (ends_with(path, n, ".pdf")) return ends_with(text, length, "%%EOF\n") || (*why = "no last line", false);
  if (!is_text(text, length, why)) return false;
  if (ends_with(path, n, ".json")) return is_json(text, length, why);
  if (ends_with(path, n, ".jsonl")) return are_json_lines(text, length, why);
  if (ends_with(path, n, ".html")) return ends_with(text, length, "</html>\n") || (*why = "no last tag", false);
  if (ends_with(path, n, ".svg")) return strstr(text, "</svg>") != NULL || (*why = "no last tag", false);
  return length == 0 || text[length - 1] == '\n' || (*why = "a torn last line", false);
}

static bool are_messages(const char *text, size_t length, const char **why)
{
  if (!is_text(text, length, why)) return false;
  if (length > 0 && text[length - 1] != '\n') return *why = "a torn last line", false;
  for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
    if (strncmp(line, "rmr", 3) != 0 && strncmp(line, "task #", 6) != 0 && strncmp(line, "Try `rmr", 8) != 0 &&
        strncmp(line, "information.\n", 13) != 0 && /* the end of that, behind a long name */
        strncmp(line, "Usage: rmr", 10) != 0 && strncmp(line, "adversary ./", 12) != 0) /* the log of a plug-in */
      return *why = "a line that begins neither with the command's name, nor with a task or a plug-in", false;
  return true;
}

int main(int argc, char **argv)
{
  const bool messages = argc > 1 && strcmp(argv[1], "messages") == 0;
  int code = argc < 3;
  for (int k = 2; k < argc; k++) {
    struct error e = {0};
    size_t length = 0;
    const char *why = e.text;
    char *text = file_read(argv[k], MOST_BYTES, &length, &e);
    if (text == NULL || !(messages ? are_messages(text, length, &why) : is_whole(argv[k], text, length, &why))) {
      printf("%s: %s\n", argv[k], why);
      code = 1;
    }
    free(text);
  }
  return code;
}
