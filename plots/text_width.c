/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/text_width.h"

#include "base/mem.h"

static int continues(char c)
{
  return ((unsigned char)c & 0xc0) == 0x80;
}

size_t text_width(const char *text)
{
  size_t n = 0;
  for (; *text != '\0'; text++) n += !continues(*text);
  return n;
}

size_t text_bytes(const char *text, size_t characters)
{
  size_t at = 0;
  for (; characters > 0 && text[at] != '\0'; characters--)
    for (at++; continues(text[at]);) at++;
  return at;
}

char *text_cut(const char *text, size_t head, size_t tail)
{
  const size_t width = text_width(text);
  if (width <= head + tail + 1) return mem_text(text);
  return mem_format("%.*s…%s", (int)text_bytes(text, head), text, text + text_bytes(text, width - tail));
}
