/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * declared.c: which names can be declared: no words of the language, and none that something else has already. Letters
 * of different case make different names.
 */
#include "language/parser.h"

bool is_word(const char *name)
{
  static const char *const words[] = {
    "N",      "i",       "me",      "now",       "mysession", "sessions", "passages",  "crashes", "arrivals", "lapsing",
    "true",   "false",   "nil",     "and",       "or",        "not",      "in",        "div",     "mod",      "union",
    "minus",  "forall",  "exists",  "if",        "then",      "elsif",    "else",      "end",     "while",    "do",
    "repeat", "until",   "forever", "for",       "to",        "downto",   "await",     "goto",    "break",    "return",
    "call",   "skip",    "exit",    "doorway",   "waiting",   "critical", "remainder", "recover", "section",  "shared",
    "local",  "private", "process", "procedure", "function",  "variant",  "again",     "max",     "min",      "sum"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(name, words[k]) == 0) return true;
  return false;
}

bool is_brief(struct parser *p, const struct token *name)
{
  return strlen(name->word) <= LONGEST_NAME || wrong(p, name, "a name of more than %d bytes", LONGEST_NAME);
}

bool is_free(struct parser *p, const struct token *name)
{
  if (name->kind != TOKEN_NAME) return unexpected(p, "a name");
  if (is_word(name->word)) return wrong(p, name, "'%s' is a word of the language, and can be no name", name->word);
  return is_brief(p, name);
}

static const struct declared *find(const struct parser *p, const char *name)
{
  const struct declared *d = p->declared;
  while (d != NULL && strcmp(d->name, name) != 0) d = d->next;
  return d;
}

bool is_new(struct parser *p, const struct token *name, bool value)
{
  const struct declared *other = find(p, name->word);
  if (other == NULL || (other->value && value)) return true;
  const struct text_line *line = &p->tree->source.line[other->at->line];
  if (strcmp(line->file, p->tree->source.line[name->line].file) == 0)
    return wrong(p, name, "'%s' is declared already, in line %u", name->word, line->number);
  return wrong(p, name, "'%s' is declared already, in line %u of %s", name->word, line->number, line->file);
}

bool declares(struct parser *p, const struct token *name, bool value)
{
  const bool free = value ? is_brief(p, name) : is_free(p, name); /* a value may be called `waiting` */
  if (!free || !is_new(p, name, value)) return false;
  struct declared *d = pool_new(p->pool, 1, sizeof *d);
  *d = (struct declared){name->word, name, value, p->declared};
  p->declared = d;
  return true;
}
