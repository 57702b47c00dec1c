/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

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

static bool is_printable(uint32_t point)
{
  if (point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029) return false;
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

bool text_is_line(const char *text)
{
  const size_t length = strlen(text);
  return text_sound(text, length, "") == length;
}

/* "\n" or "\xE9": one byte as people write it. */
static size_t escape(char byte, char out[8])
{
  const char *const plain = "\n\r\t", *const letters = "nrt", *found = strchr(plain, byte);
  if (found != NULL) return (size_t)snprintf(out, 8, "\\%c", letters[found - plain]);
  return (size_t)snprintf(out, 8, "\\x%02X", (unsigned char)byte);
}

char *text_escape(const char *text, char *out, size_t size)
{
  static const char more[] = "...";
  size_t used = 0, fits = 0; /* fits: as much as leaves room for the dots */
  for (const char *end = text + strlen(text); text < end;) {
    char escaped[8];
    const size_t n = text_character(text, (size_t)(end - text));
    const size_t length = n != 0 ? n : escape(*text, escaped);
    if (used + length >= size) {
      used = fits + (size_t)snprintf(out + fits, size - fits, "%s", more);
      break;
    }
    memcpy(out + used, n != 0 ? text : escaped, length);
    used += length;
    text += n != 0 ? n : 1;
    if (used + sizeof more <= size) fits = used;
  }
  out[used < size ? used : size - 1] = '\0';
  return out;
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
    if (text < end) fprintf(out, "\\x%02X", (unsigned char)*text++);
  }
}
