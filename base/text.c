/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The length of the UTF-8 sequence at `s` and its code point; 0: there is none. Neither longer forms than needed nor
 * halves of surrogate pairs are UTF-8. */
static size_t decode(const unsigned char *s, size_t length, uint32_t *point)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
  if (n == 0 || n > length) return 0;
  *point = n == 1 ? s[0] : s[0] & (0x7fU >> n);
  for (size_t k = 1; k < n; k++) {
    if ((s[k] & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (s[k] & 0x3f);
  }
  return *point >= least[n] && *point <= 0x10ffff && (*point < 0xd800 || *point > 0xdfff) ? n : 0;
}

/* Characters that turn, join or break the text around them, or that are there to be ignored: Unicode's
 * Default_Ignorable_Code_Point and its separators of lines and paragraphs, but not variation selectors, as these choose
 * how another character looks. */
static const struct {
  uint32_t first, last;
} invisible[] = {{0xad, 0xad},       {0x34f, 0x34f},    {0x61c, 0x61c},   {0x115f, 0x1160},   {0x17b4, 0x17b5},
                 {0x180e, 0x180e},   {0x200b, 0x200f},  {0x2028, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},
                 {0xfeff, 0xfeff},   {0xffa0, 0xffa0},  {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
                 {0xe0000, 0xe00ff}, {0xe01f0, 0xe0fff}};

static bool is_printable(uint32_t point)
{
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return false;
  for (size_t k = 0; k < sizeof invisible / sizeof *invisible && invisible[k].first <= point; k++)
    if (point <= invisible[k].last) return false;
  return (point & 0xfffe) != 0xfffe && (point < 0xfdd0 || point > 0xfdef);
}

size_t text_character(const char *s, size_t length)
{
  uint32_t point;
  if (*s >= ' ' && *s < 0x7f) return 1;
  const size_t n = decode((const unsigned char *)s, length, &point);
  return n != 0 && is_printable(point) ? n : 0;
}

size_t text_sound(const char *bytes, size_t length, const char *also)
{
  size_t at = 0;
  while (at < length) {
    size_t n = text_character(bytes + at, length - at);
    if (n == 0 && bytes[at] != '\0' && strchr(also, bytes[at]) != NULL) n = 1;
    if (n == 0) break;
    at += n;
  }
  return at;
}

bool text_ends_in(const char *bytes, size_t length, const char *end)
{
  const size_t n = strlen(end);
  return length > n && memcmp(bytes + length - n, end, n) == 0;
}

bool text_is_line(const char *text)
{
  const size_t length = strlen(text);
  return text_sound(text, length, "") == length;
}

/* For a byte "\n" or "\xE9", for a character of Unicode "\u202E", as people write them. */
static size_t escape(const char *s, size_t length, char out[TEXT_SHOWN])
{
  static const char plain[] = "\n\r\t", letters[] = "nrt";
  const char *found = strchr(plain, *s);
  uint32_t point;
  const size_t n = decode((const unsigned char *)s, length, &point);
  if (n > 1)
    snprintf(out, TEXT_SHOWN, point > 0xffff ? "\\U%08X" : "\\u%04X", (unsigned)point);
  else if (*s != '\0' && found != NULL)
    snprintf(out, TEXT_SHOWN, "\\%c", letters[found - plain]);
  else
    snprintf(out, TEXT_SHOWN, "\\x%02X", (unsigned char)*s);
  return n > 1 ? n : 1;
}

size_t text_show(const char *s, size_t length, char out[TEXT_SHOWN])
{
  const size_t n = text_character(s, length);
  if (n == 0) return escape(s, length, out);
  memcpy(out, s, n);
  out[n] = '\0';
  return n;
}

char *text_escape(const char *text, char *out, size_t size)
{
  static const char more[] = "...";
  size_t used = 0, fits = 0; /* fits: as much as leaves room for the dots */
  for (const char *end = text + strlen(text); text < end;) {
    char shown[TEXT_SHOWN];
    const size_t n = text_show(text, (size_t)(end - text), shown), length = strlen(shown);
    if (used + length >= size) {
      used = fits + (size_t)snprintf(out + fits, size - fits, "%s", more);
      break;
    }
    memcpy(out + used, shown, length);
    used += length;
    text += n;
    if (used + sizeof more <= size) fits = used;
  }
  out[used < size ? used : size - 1] = '\0';
  return out;
}

bool text_number(const char **at, uint64_t most, uint64_t *out)
{
  char *end;
  if (**at < '0' || **at > '9') return false;
  errno = 0;
  const uint64_t number = strtoull(*at, &end, 10);
  if (errno != 0 || number > most) return false;
  *out = number;
  *at = end;
  return true;
}

char *text_next_word(const char **list)
{
  const size_t length = strcspn(*list, ",");
  char *word = mem_format("%.*s", (int)length, *list);
  *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
  return word;
}

bool text_nests_deeply(const char *json, size_t length)
{
  size_t depth = 0;
  bool quoted = false;
  for (size_t k = 0; k < length && depth <= TEXT_DEEPEST; k++) {
    if (json[k] == '"') quoted = !quoted;
    if (quoted && json[k] == '\\') k++;
    if (quoted) continue;
    if (json[k] == '[' || json[k] == '{') depth++;
    if ((json[k] == ']' || json[k] == '}') && depth > 0) depth--;
  }
  return depth > TEXT_DEEPEST;
}

static void print_marked_up(FILE *out, const char *text, size_t length)
{
  for (size_t k = 0; k < length; k++) {
    switch (text[k]) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    case '\r': break;
    default: fputc(text[k], out);
    }
  }
}

void text_markup(FILE *out, const char *text)
{
  for (const char *const end = text + strlen(text); text < end;) {
    const size_t sound = text_sound(text, (size_t)(end - text), "\t\r\n");
    print_marked_up(out, text, sound);
    text += sound;
    if (text == end) break;
    char shown[TEXT_SHOWN];
    text += escape(text, (size_t)(end - text), shown);
    fputs(shown, out);
  }
}

void text_add(char *text, size_t size, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  if (used < size) vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

void text_add_list(char *text, size_t size, const char *const *words, size_t n, const char *last)
{
  for (size_t k = 0; k < n; k++) text_add(text, size, "%s%s", k == 0 ? "" : k + 1 == n ? last : ", ", words[k]);
}

bool text_is_one_of(const char *text, const char *const *words)
{
  while (*words != NULL && strcmp(*words, text) != 0) words++;
  return *words != NULL;
}
