/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct scanner {
  const char *begin, *at; /* of the line; in it */
  uint32_t line, depth;   /* depth: open brackets */
  bool first;             /* no token of this line yet */
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
  const struct text_line *line = &source->line[at->line];
  return fail_at(e, EXIT_USAGE, line->file, (int)line->number, (int)at->column, "%s", text);
}

bool source_split(const char *name, const char *text, size_t length, struct pool *pool, struct text_source *source,
                  struct error *e)
{
  uint32_t n = 1;
  for (size_t k = 0; k < length; k++) n += text[k] == '\n';
  source->line = pool_new(pool, n + 1, sizeof *source->line);
  source->n_lines = n;
  const char *file = pool_copy(pool, name, strlen(name)), *from = text, *end = text + length;
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) from += 3; /* a byte order mark */
  for (uint32_t k = 1; k <= n; k++) {
    const char *to = memchr(from, '\n', (size_t)(end - from));
    if (to == NULL) to = end;
    const size_t bytes = (size_t)(to - from) - (to > from && to[-1] == '\r');
    source->line[k] = (struct text_line){pool_copy(pool, from, bytes), file, k};
    const size_t sound = text_sound(from, bytes, "");
    if (sound != bytes)
      return fail_at(e, EXIT_USAGE, name, (int)k, (int)sound + 1, "%s",
                     from[sound] == '\t' ? "a tab: expected blanks" : "this is not UTF-8, or a control character");
    from = to < end ? to + 1 : end;
  }
  return true;
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
                      .column = (uint32_t)(from - s->begin) + 1,
                      .first = s->first};
  if (kind != TOKEN_LINE_END && kind != TOKEN_LABEL) s->first = false;
  s->at = from + length;
  return t;
}

static bool stop(const struct scanner *s, const char *why)
{
  const struct token here = {.line = s->line, .column = (uint32_t)(s->at - s->begin) + 1};
  return refuse(s->source, &here, s->e, "%s", why);
}

/* Whether a line cannot end behind the last token: an operator waits for its right side. */
static bool is_open(const struct tokens *t)
{
  static const char *const open[] = {"+", "-", "*",   ":=", "=",   "!=", "<",   "<=",  ">",     ">=",    "^", "(",
                                     "[", "{", "and", "or", "not", "in", "mod", "div", "union", "minus", NULL};
  if (t->n == 0) return true;
  const struct token *last = &t->token[t->n - 1];
  if (last->kind == TOKEN_LINE_END) return true; /* one end is enough */
  if (last->kind == TOKEN_SIGN && strcmp(last->word, ",") == 0) return true;
  if (last->kind == TOKEN_SIGN && strcmp(last->word, ":") == 0 && t->n > 2) /* of a declaration, not of a target */
    return last[-1].kind == TOKEN_TEXT || last[-2].kind != TOKEN_LINE_END;
  if (last->kind != TOKEN_SIGN && last->kind != TOKEN_NAME) return false;
  for (size_t k = 0; open[k] != NULL; k++)
    if (strcmp(last->word, open[k]) == 0) return true;
  return false;
}

/* The bytes of a label at the beginning of a line; 0: there is none. 9, 8a, T4, p6.1; not `r1 := 2`. */
static size_t label_length(const char *from)
{
  const char *at = from;
  while (isalpha((unsigned char)*at)) at++;
  if (!isdigit((unsigned char)*at)) return 0;
  while (isdigit((unsigned char)*at)) at++;
  while (islower((unsigned char)*at)) at++;
  while ((*at == '.' || *at == '_') && isalnum((unsigned char)at[1]))
    for (at++; isalnum((unsigned char)*at);) at++;
  const char *behind = at;
  while (*behind == ' ') behind++;
  if (*at != ' ' && *at != ':' && *at != '\0') return 0;
  if (isdigit((unsigned char)*from)) return (size_t)(at - from);
  return behind[0] == ':' && behind[1] == '=' ? 0 : (size_t)(at - from);
}

/* "..."; \" is a quotation mark in it. */
static bool scan_text(struct scanner *s)
{
  const char *to = s->at + 1;
  while (*to != '\0' && *to != '"') to += to[0] == '\\' && to[1] == '"' ? 2 : 1;
  if (*to == '\0') return stop(s, "a text without its closing quotation mark");
  const char *from = s->at + 1;
  struct token *t = push(s, TOKEN_TEXT, from, (size_t)(to - from));
  char *word = pool_copy(s->pool, from, (size_t)(to - from)), *out = word;
  for (const char *c = word; *c != '\0'; c++)
    if (c[0] != '\\' || c[1] != '"') *out++ = *c;
  *out = '\0';
  t->word = word;
  t->column--;
  s->at = to + 1;
  return true;
}

static bool scan_number(struct scanner *s)
{
  const char *to = s->at;
  int64_t number = 0;
  for (; isdigit((unsigned char)*to); to++) {
    number = 10 * number + (*to - '0');
    if (number > INT32_MAX) return stop(s, "numbers end at 2147483647; a larger one is written as 2^40, say");
  }
  push(s, TOKEN_NUMBER, s->at, (size_t)(to - s->at))->number = number;
  return true;
}

static bool refuse_sign(const struct scanner *s)
{
  const struct token here = {.line = s->line, .column = (uint32_t)(s->at - s->begin) + 1};
  const char *theirs = NULL, *ours = foreign_sign(s->at, &theirs);
  if (ours == NULL) return stop(s, "a character that the language does not have");
  return refuse(s->source, &here, s->e, "'%s' is written '%s' here", theirs, ours);
}

static bool scan_sign(struct scanner *s)
{
  static const char *const doubles[] = {":=", "..", "!=", "<=", ">=", NULL};
  static const char singles[] = "+-*/=<>()[]{},:.;^";
  static const char *const foreign[] = {"==", "<>", "/\\", NULL}; /* they begin with signs of ours */
  size_t length = 1;
  for (size_t k = 0; foreign[k] != NULL; k++)
    if (strncmp(s->at, foreign[k], 2) == 0) return refuse_sign(s);
  for (size_t k = 0; doubles[k] != NULL; k++)
    if (strncmp(s->at, doubles[k], 2) == 0) length = 2;
  if (length == 1 && strchr(singles, *s->at) == NULL) return refuse_sign(s);
  if (strchr("([{", *s->at) != NULL) s->depth++;
  if (strchr(")]}", *s->at) != NULL && s->depth > 0) s->depth--;
  push(s, *s->at == ';' ? TOKEN_LINE_END : TOKEN_SIGN, s->at, length);
  return true;
}

static bool scan_one(struct scanner *s)
{
  if (*s->at == '"') return scan_text(s);
  if (isdigit((unsigned char)*s->at)) return scan_number(s);
  if (!isalpha((unsigned char)*s->at)) return scan_sign(s);
  const char *to = s->at;
  while (isalnum((unsigned char)*to) || *to == '_') to++;
  push(s, TOKEN_NAME, s->at, (size_t)(to - s->at));
  return true;
}

static bool scan_line(struct scanner *s)
{
  const bool begins = s->depth == 0 && is_open(s->out) &&
                      (s->out->n == 0 || s->out->token[s->out->n - 1].kind == TOKEN_LINE_END); /* a statement */
  s->first = true;
  while (*s->at == ' ') s->at++;
  if (s->depth == 0 && foreign_comment(s->at)) return stop(s, "a comment begins with // here");
  const size_t label = begins ? label_length(s->at) : 0;
  if (label != 0) push(s, TOKEN_LABEL, s->at, label);
  if (label != 0 && *s->at == ':' && s->at[1] != '=') s->at++;
  for (;;) {
    while (*s->at == ' ') s->at++;
    if (*s->at == '\0' || (s->at[0] == '/' && s->at[1] == '/')) break;
    if (!scan_one(s)) return false;
  }
  if (s->depth == 0 && !is_open(s->out)) push(s, TOKEN_LINE_END, s->at, 0);
  return true;
}

bool scan(const struct text_source *source, struct pool *pool, struct tokens *tokens, struct error *e)
{
  *tokens = (struct tokens){0};
  struct scanner s = {.pool = pool, .source = source, .out = tokens, .e = e};
  for (s.line = 1; s.line <= source->n_lines; s.line++) {
    s.begin = s.at = source->line[s.line].text;
    if (!scan_line(&s)) return false;
  }
  s.line = source->n_lines;
  if (tokens->n != 0 && tokens->token[tokens->n - 1].kind != TOKEN_LINE_END) push(&s, TOKEN_LINE_END, s.at, 0);
  push(&s, TOKEN_FILE_END, s.at, 0);
  return true;
}
