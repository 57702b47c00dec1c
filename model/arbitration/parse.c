/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"

struct words words_after_word(const char *text, char *word, size_t size)
{
  const size_t length = strcspn(text, ":"), kept = length < size ? length : size - 1;
  memcpy(word, text, kept);
  word[kept] = '\0';
  return (struct words){.text = text, .at = text + length + (text[length] == ':')};
}

bool words_fail(const struct words *reader, struct error *e, const char *expected)
{
  if (reader->file == NULL)
    return fail(e, EXIT_USAGE, "'%s', at character %zu: expected %s", reader->text,
                (size_t)(reader->at - reader->text) + 1, expected);
  int line = 1, column = 1;
  for (const char *c = reader->text; c < reader->at; c++, column++)
    if (*c == '\n') {
      line++;
      column = 0;
    }
  return fail_at(e, EXIT_USAGE, reader->file, line, column, "expected %s", expected);
}

bool words_number(struct words *reader, uint64_t low, uint64_t high, uint64_t *out)
{
  const char *at = reader->at;
  uint64_t value = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    if (value > (UINT64_MAX - 9) / 10) return false;
    value = value * 10 + (uint64_t)(*at - '0');
  }
  if (at == reader->at || value < low || value > high) return false;
  *out = value;
  reader->at = at;
  return true;
}

bool words_real(struct words *reader, double low, double high, double *out)
{
  if ((*reader->at < '0' || *reader->at > '9') && *reader->at != '.') return false;
  char *end;
  const double value = strtod(reader->at, &end);
  if (end == reader->at || !isfinite(value) || value < low || value > high) return false;
  *out = value;
  reader->at = end;
  return true;
}

bool words_take(struct words *reader, char c)
{
  if (*reader->at != c) return false;
  reader->at++;
  return true;
}

bool words_at_end(const struct words *reader)
{
  return *reader->at == '\0';
}

void words_skip_blanks(struct words *reader)
{
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r') reader->at++;
  if (*reader->at == '#') reader->at += strcspn(reader->at, "\n");
}

bool words_line_ends(struct words *reader)
{
  words_skip_blanks(reader);
  return words_at_end(reader) || words_take(reader, '\n');
}

char *words_path(const struct words *reader, const char *directory, struct error *e)
{
  if (words_at_end(reader)) return words_fail(reader, e, "the name of a file, file:NAME"), NULL;
  if (directory == NULL || reader->at[0] == '/') return mem_text(reader->at);
  return mem_format("%s/%s", directory, reader->at);
}

bool words_unknown(const char *kind, const char *word, const char *const *words, size_t n, struct error *e)
{
  const char *near = suggest(word, words, n);
  char all[256] = "";
  text_add_list(all, sizeof all, words, n, ", ");
  if (near != NULL) return fail(e, EXIT_USAGE, "unknown %s '%s'; did you mean '%s'?", kind, word, near);
  return fail(e, EXIT_USAGE, "unknown %s '%s'; expected one of %s", kind, word, all);
}
