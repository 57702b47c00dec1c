/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct scanner {
  const char *at, *end, *line_begin;
  uint32_t line, depth; /* depth: open brackets */
  bool first;           /* no token of this line yet */
  struct pool *pool;
  const struct text_source *source;
  struct tokens *out;
  size_t capacity;
  struct error *e;
};

bool refuse(const struct text_source *source, const struct token *at, struct error *e, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return fail_at(e, EXIT_USAGE, source->name, (int)at->line, (int)at->column, "%s", text);
}

static struct token *push(struct scanner *s, enum token_kind kind, const char *from, size_t length)
{
  struct tokens *out = s->out;
  if (out->n == s->capacity) {
    s->capacity = 2 * s->capacity + 64;
    struct token *more = pool_new(s->pool, s->capacity, sizeof *more);
    if (out->n != 0) memcpy(more, out->token, out->n * sizeof *more);
    out->token = more;
  }
  struct token *t = &out->token[out->n++];
  *t = (struct token){.kind = kind,
                      .word = pool_copy(s->pool, from, length),
                      .line = s->line,
                      .column = (uint32_t)(from - s->line_begin) + 1,
                      .first = s->first};
  s->first = kind == TOKEN_LINE_END ? s->first : false;
  return t;
}

static void split_lines(const char *text, size_t length, struct pool *pool, struct text_source *source)
{
  uint32_t n = 1;
  for (size_t k = 0; k < length; k++) n += text[k] == '\n';
  const char **line = pool_new(pool, n + 1, sizeof *line);
  const char *from = text, *end = text + length;
  for (uint32_t k = 1; k <= n; k++) {
    const char *to = memchr(from, '\n', (size_t)(end - from));
    if (to == NULL) to = end;
    line[k] = pool_copy(pool, from, (size_t)(to - from) - (to > from && to[-1] == '\r'));
    from = to < end ? to + 1 : end;
  }
  source->line = line;
  source->n_lines = n;
}

/* Whether a line cannot end behind the last token: an operator waits for its right side. */
static bool is_open(const struct tokens *t)
{
  static const char *const open[] = {"+", "-", "*", ":=",  "=",  "!=",  "<",  "<=",  ">",   ">=", "(",
                                     "[", "{", ",", "and", "or", "not", "in", "mod", "div", NULL};
  if (t->n == 0) return true;
  const struct token *last = &t->token[t->n - 1];
  if (last->kind == TOKEN_LINE_END) return true; /* one end is enough */
  if (last->kind != TOKEN_SIGN && last->kind != TOKEN_NAME) return false;
  for (size_t k = 0; open[k] != NULL; k++)
    if (strcmp(last->word, open[k]) == 0) return true;
  return false;
}

static void end_line(struct scanner *s)
{
  if (s->depth == 0 && !is_open(s->out)) push(s, TOKEN_LINE_END, s->at, 0);
  s->at++;
  s->line++;
  s->line_begin = s->at;
  s->first = true;
}

static bool scan_text(struct scanner *s)
{
  const char *from = s->at + 1, *to = from;
  while (to < s->end && *to != '"' && *to != '\n') to++;
  if (to == s->end || *to == '\n') {
    const struct token here = {.line = s->line, .column = (uint32_t)(s->at - s->line_begin) + 1};
    return refuse(s->source, &here, s->e, "a text without its closing quotation mark");
  }
  struct token *t = push(s, TOKEN_TEXT, from, (size_t)(to - from));
  t->column--;
  s->at = to + 1;
  return true;
}

static bool scan_number(struct scanner *s)
{
  const char *to = s->at;
  int64_t number = 0;
  while (to < s->end && isdigit((unsigned char)*to)) {
    if (number > INT32_MAX) break;
    number = 10 * number + (*to++ - '0');
  }
  if (number > INT32_MAX) {
    const struct token here = {.line = s->line, .column = (uint32_t)(s->at - s->line_begin) + 1};
    return refuse(s->source, &here, s->e, "numbers end at %d", INT32_MAX);
  }
  const bool label = to < s->end && isalpha((unsigned char)*to);
  while (label && to < s->end && isalnum((unsigned char)*to)) to++;
  push(s, label ? TOKEN_LABEL : TOKEN_NUMBER, s->at, (size_t)(to - s->at))->number = number;
  s->at = to;
  return true;
}

static bool scan_sign(struct scanner *s)
{
  static const char *const doubles[] = {":=", "..", "!=", "<=", ">=", NULL};
  static const char singles[] = "+-*=<>()[]{},:.;|";
  size_t length = 1;
  for (size_t k = 0; doubles[k] != NULL; k++)
    if (s->end - s->at >= 2 && strncmp(s->at, doubles[k], 2) == 0) length = 2;
  if (length == 1 && strchr(singles, *s->at) == NULL) {
    const struct token here = {.line = s->line, .column = (uint32_t)(s->at - s->line_begin) + 1};
    return refuse(s->source, &here, s->e, "a character that the language does not have");
  }
  if (strchr("([{", *s->at) != NULL) s->depth++;
  if (strchr(")]}", *s->at) != NULL && s->depth > 0) s->depth--;
  const bool ends = *s->at == ';';
  push(s, ends ? TOKEN_LINE_END : TOKEN_SIGN, s->at, length);
  s->at += length;
  return true;
}

static bool scan_one(struct scanner *s)
{
  const char c = *s->at;
  if (c == '\n') {
    end_line(s);
    return true;
  }
  if (c == ' ' || c == '\r') {
    s->at++;
    return true;
  }
  if (c == '/' && s->end - s->at >= 2 && s->at[1] == '/') {
    while (s->at < s->end && *s->at != '\n') s->at++;
    return true;
  }
  if (c == '"') return scan_text(s);
  if (isdigit((unsigned char)c)) return scan_number(s);
  if (!isalpha((unsigned char)c)) return scan_sign(s);
  const char *to = s->at;
  while (to < s->end && (isalnum((unsigned char)*to) || *to == '_')) to++;
  push(s, TOKEN_NAME, s->at, (size_t)(to - s->at));
  s->at = to;
  return true;
}

bool scan(const char *name, const char *text, size_t length, struct pool *pool, struct text_source *source,
          struct tokens *tokens, struct error *e)
{
  *source = (struct text_source){.name = pool_copy(pool, name, strlen(name))};
  *tokens = (struct tokens){0};
  split_lines(text, length, pool, source);
  for (uint32_t k = 1; k <= source->n_lines; k++)
    if (!text_is_line(source->line[k]))
      return fail_at(e, EXIT_USAGE, name, (int)k, 1,
                     "this line is not UTF-8, or has a tab or another control character");
  struct scanner s = {.at = text,
                      .end = text + length,
                      .line_begin = text,
                      .line = 1,
                      .first = true,
                      .pool = pool,
                      .source = source,
                      .out = tokens,
                      .e = e};
  while (s.at < s.end)
    if (!scan_one(&s)) return false;
  s.depth = 0;
  if (!is_open(tokens)) push(&s, TOKEN_LINE_END, s.at, 0);
  push(&s, TOKEN_FILE_END, s.at, 0);
  return true;
}
