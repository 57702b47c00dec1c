/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_statement.c: statements, each with its label, up to the word at which its block ends.
 */
#include <ctype.h>
#include <string.h>

#include "language/parser.h"

/* --- words -------------------------------------------------------------------------------------------------------- */

bool sees(const struct parser *p, const char *word)
{
  return (p->token->kind == TOKEN_NAME || p->token->kind == TOKEN_SIGN) && strcmp(p->token->word, word) == 0;
}

bool takes(struct parser *p, const char *word)
{
  if (!sees(p, word)) return false;
  p->token++;
  return true;
}

bool unexpected(struct parser *p, const char *expected)
{
  const struct token *t = p->token;
  if (t->kind == TOKEN_FILE_END || t->kind == TOKEN_LINE_END)
    return refuse(&p->tree->source, t, p->e, "expected %s, but the %s ends here", expected,
                  t->kind == TOKEN_FILE_END ? "file" : "statement");
  return refuse(&p->tree->source, t, p->e, "expected %s, not '%s'", expected, t->word);
}

bool expects(struct parser *p, const char *word, const char *after)
{
  if (takes(p, word)) return true;
  char expected[128] = "'";
  strncat(expected, word, 32);
  strcat(expected, "' after ");
  strncat(expected, after, 64);
  return unexpected(p, expected);
}

bool enters(struct parser *p)
{
  if (p->depth == MOST_DEPTH) return refuse(&p->tree->source, p->token, p->e, "nested more than %d deep", MOST_DEPTH);
  p->depth++;
  return true;
}

void skip_line_ends(struct parser *p)
{
  while (p->token->kind == TOKEN_LINE_END) p->token++;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static bool sees_one(const struct parser *p, const char *const *words)
{
  for (; *words != NULL; words++)
    if (sees(p, *words)) return true;
  return false;
}

/* "end", or "end if" and the like. */
static bool parse_end(struct parser *p, const char *what)
{
  if (!expects(p, "end", "the statements")) return false;
  if (p->token->kind == TOKEN_NAME && !p->token->first) return expects(p, what, "'end'");
  return true;
}

static bool parse_if(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"elsif", "else", "end", NULL};
  bool ok = (s->value = parse_expr(p)) != NULL && expects(p, "then", "the condition");
  if (ok) s->body = parse_block(p, ends, &ok);
  if (!ok) return false;
  if (sees(p, "elsif")) {
    struct statement *other = pool_new(p->pool, 1, sizeof *other);
    other->kind = STATEMENT_IF;
    other->at = p->token++;
    s->otherwise = other;
    if (!enters(p)) return false;
    ok = parse_if(p, other);
    p->depth--;
    return ok;
  }
  if (takes(p, "else")) s->otherwise = parse_block(p, ends, &ok);
  return ok && parse_end(p, "if");
}

static bool parse_while(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"end", NULL};
  bool ok = (s->value = parse_expr(p)) != NULL && expects(p, "do", "the condition");
  if (ok) s->body = parse_block(p, ends, &ok);
  return ok && parse_end(p, "while");
}

static bool parse_repeat(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"until", "forever", NULL};
  bool ok = true;
  s->body = parse_block(p, ends, &ok);
  if (!ok) return false;
  s->kind = takes(p, "forever") ? STATEMENT_FOREVER : STATEMENT_UNTIL;
  if (s->kind == STATEMENT_FOREVER) return true;
  return expects(p, "until", "the statements") && (s->value = parse_expr(p)) != NULL;
}

static bool parse_for(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"end", NULL};
  const struct token *at = p->token;
  bool ok = true;
  if ((s->target = parse_primary(p)) == NULL) return false;
  if (s->target->kind != EXPR_LOCAL)
    return refuse(&p->tree->source, at, p->e, "a 'for' goes through the values of a local, and '%s' is none", at->word);
  if (!expects(p, ":=", "a local") || (s->from = parse_expr(p)) == NULL) return false;
  s->down = takes(p, "downto");
  if ((!s->down && !expects(p, "to", "the first value")) || (s->to = parse_expr(p)) == NULL ||
      !expects(p, "do", "the last value"))
    return false;
  s->body = parse_block(p, ends, &ok);
  return ok && parse_end(p, "for");
}

static bool parse_wait(struct parser *p, struct statement *s)
{
  if (strcmp(p->token[-1].word, "wait") == 0 && !expects(p, "until", "'wait'")) return false;
  return (s->value = parse_expr(p)) != NULL;
}

static bool parse_goto(struct parser *p, struct statement *s)
{
  s->where = p->token;
  if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of a line");
  p->token++;
  return true;
}

static bool parse_nothing(struct parser *p, struct statement *s)
{
  (void)p;
  (void)s;
  return true;
}

static bool parse_critical(struct parser *p, struct statement *s)
{
  (void)s;
  return expects(p, "section", "'critical'");
}

static const struct {
  const char *word;
  enum statement_kind kind;
  bool (*parse)(struct parser *, struct statement *);
  uint8_t section;
} forms[] = {
  {"if", STATEMENT_IF, parse_if, 0},
  {"while", STATEMENT_WHILE, parse_while, 0},
  {"repeat", STATEMENT_UNTIL, parse_repeat, 0},
  {"for", STATEMENT_FOR, parse_for, 0},
  {"wait", STATEMENT_WAIT, parse_wait, 0},
  {"await", STATEMENT_WAIT, parse_wait, 0},
  {"goto", STATEMENT_GOTO, parse_goto, 0},
  {"return", STATEMENT_RETURN, parse_nothing, 0},
  {"critical", STATEMENT_CRITICAL, parse_critical, 0},
  {"remainder", STATEMENT_REMAINDER, parse_nothing, 0},
  {"doorway", STATEMENT_SECTION, parse_nothing, RMR_DOORWAY},
  {"waiting", STATEMENT_SECTION, parse_nothing, RMR_WAITING},
  {"exit", STATEMENT_SECTION, parse_nothing, RMR_EXIT},
};

/* An assignment, or an atomic operation by itself. */
static bool parse_simple(struct parser *p, struct statement *s)
{
  if ((s->target = parse_primary(p)) == NULL) return false;
  if (s->target->kind == EXPR_ATOMIC && !sees(p, ":=")) {
    s->kind = STATEMENT_EVALUATE;
    s->value = s->target;
    return true;
  }
  if (s->target->kind != EXPR_LOCAL && s->target->kind != EXPR_SHARED)
    return refuse(&p->tree->source, s->at, p->e, "expected a statement: '%s' begins none", s->at->word);
  s->kind = STATEMENT_ASSIGN;
  return expects(p, ":=", "what is assigned to") && (s->value = parse_expr(p)) != NULL;
}

/* The number before a statement, and the name that gotos know it by. */
static void parse_labels(struct parser *p, struct statement *s)
{
  const struct token *t = p->token;
  if (t->first && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_LABEL)) s->label = p->token++;
  if (p->token->kind == TOKEN_NAME && p->token[1].kind == TOKEN_SIGN && strcmp(p->token[1].word, ":") == 0) {
    s->name = p->token->word;
    p->token += 2;
    skip_line_ends(p);
    t = p->token;
    if (s->label == NULL && t->first && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_LABEL)) s->label = p->token++;
  }
}

static struct statement *parse_statement(struct parser *p)
{
  struct statement *s = pool_new(p->pool, 1, sizeof *s);
  parse_labels(p, s);
  s->at = p->token;
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
    if (!takes(p, forms[k].word)) continue;
    s->kind = forms[k].kind;
    s->section = forms[k].section;
    return forms[k].parse(p, s) ? s : NULL;
  }
  if (p->token->kind != TOKEN_NAME) {
    unexpected(p, "a statement");
    return NULL;
  }
  return parse_simple(p, s) ? s : NULL;
}

struct statement *parse_block(struct parser *p, const char *const *ends, bool *ok)
{
  struct statement *first = NULL, **last = &first;
  if (!enters(p)) {
    *ok = false;
    return NULL;
  }
  for (skip_line_ends(p); *ok && !sees_one(p, ends); skip_line_ends(p)) {
    if (p->token->kind == TOKEN_FILE_END) {
      if (*ends != NULL) *ok = unexpected(p, *ends);
      break;
    }
    *last = parse_statement(p);
    *ok = *last != NULL;
    if (*ok) last = &(*last)->next;
    if (*ok && p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END && !sees_one(p, ends))
      *ok = unexpected(p, "the end of the statement");
  }
  p->depth--;
  return first;
}
