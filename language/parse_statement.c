/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_statement.c: statements, each with its label, up to the word at which its block ends.
 */
#include <stdio.h>

#include "base/suggest.h"
#include "base/text.h"
#include "language/recover.h"

static bool sees_one(const struct parser *p, const char *const *words)
{
  for (; *words != NULL; words++)
    if (sees(p, *words)) return true;
  return false;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static bool is_open(const struct parser *p, const char *what)
{
  for (uint32_t k = p->n_open; k-- > 0 && p->open[k][0] != '\0';)
    if (strcmp(p->open[k], what) == 0) return true;
  return false;
}

/* Whether this is the end of a block outside of the innermost one, or what stands between its parts. */
static bool ends_outer(const struct parser *p)
{
  if (sees(p, "end")) return p->token[1].kind == TOKEN_NAME && is_open(p, p->token[1].word);
  if (sees(p, "else") || sees(p, "elsif")) return is_open(p, "if");
  return (sees(p, "until") || sees(p, "forever")) && is_open(p, "repeat");
}

/* A block of the statement that begins at the token, which is called `what`. */
static struct statement *parse_inner(struct parser *p, const char *const *ends, const char *what,
                                     const struct token *at, bool *ok)
{
  if (p->n_open == MOST_DEPTH) return *ok = wrong(p, p->token, "nested more than %d deep", MOST_DEPTH), NULL;
  p->open_at[p->n_open] = at;
  p->open[p->n_open++] = what;
  struct statement *s = parse_block(p, ends, ok);
  p->n_open--;
  return s;
}

/* "end", or "end if" and the like. Behind an error the end of an outer block stays for that one. */
static bool parse_end(struct parser *p, const struct mark *from, const char *what)
{
  const struct token *at = p->token;
  const bool named = sees(p, "end") && at[1].kind == TOKEN_NAME && !at[1].first;
  if (sees(p, "end") && (!named || strcmp(at[1].word, what) == 0)) return p->token += 1 + named, true;
  const bool outer = ends_outer(p);
  p->token += named;
  if (named)
    expects(p, what, "'end'");
  else
    expects(p, "end", "the statements");
  if (!recovers(p, from, NULL)) return false;
  if (outer) p->token = at;
  return true;
}

/* --- compound statements ------------------------------------------------------------------------------------------ */

static bool parse_if(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"elsif", "else", "end", NULL};
  const struct mark from = mark(p);
  bool ok = (s->value = parse_condition(p)) != NULL && expects(p, "then", "the condition");
  ok = mends(p, &from, ok, "then");
  if (ok) s->body = parse_inner(p, ends, "if", s->at, &ok);
  if (!ok) return false;
  skip_line_ends(p);
  const struct token *label = p->token->kind == TOKEN_LABEL ? p->token : NULL;
  if (sees(p, "elsif") || (label != NULL && strcmp(p->token[1].word, "elsif") == 0)) {
    struct statement *other = pool_new(p->pool, 1, sizeof *other);
    p->token += label != NULL;
    *other = (struct statement){.kind = STATEMENT_IF, .in = p->instance, .at = p->token++, .label = label};
    s->otherwise = other;
    if (!enters(p)) return false;
    ok = parse_if(p, other);
    p->depth--;
    return ok;
  }
  if (label != NULL && strcmp(p->token[1].word, "else") == 0) p->token++; /* a label of a line without an access */
  if (takes(p, "else")) s->otherwise = parse_inner(p, ends, "if", s->at, &ok);
  return ok && parse_end(p, &from, "if");
}

static bool parse_while(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"end", NULL};
  const struct mark from = mark(p);
  bool ok = (s->value = parse_condition(p)) != NULL && expects(p, "do", "the condition");
  ok = mends(p, &from, ok, "do");
  if (ok) s->body = parse_inner(p, ends, "while", s->at, &ok);
  return ok && parse_end(p, &from, "while");
}

static bool parse_repeat(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"until", "forever", NULL};
  bool ok = true;
  s->body = parse_inner(p, ends, "repeat", s->at, &ok);
  if (!ok) return false;
  if (p->token->kind == TOKEN_LABEL) s->label = p->token++; /* of the condition */
  s->kind = takes(p, "forever") ? STATEMENT_FOREVER : STATEMENT_UNTIL;
  if (s->kind == STATEMENT_FOREVER) return true;
  return expects(p, "until", "the statements") && (s->value = parse_condition(p)) != NULL;
}

/* j := a to b do, j in LIST do */
static bool parse_for_head(struct parser *p, struct statement *s)
{
  const struct token *at = p->token;
  if ((s->target = parse_primary(p)) == NULL) return false;
  if (s->target->kind != EXPR_LOCAL)
    return wrong(p, at, "a 'for' goes through the values of a local, and '%s' is none", at->word);
  if (takes(p, "in")) {
    s->kind = STATEMENT_IN;
    if ((s->value = parse_list(p)) == NULL) return false;
    s->from = new_expr(p, EXPR_LOCAL, at, &type_number);
    if ((s->from->local = hidden_local(p, at)) == 0) return false;
    for (struct expr *part = s->value->left; s->value->kind == EXPR_LIST && part != NULL; part = part->next)
      if (!fit(p, part, s->target->type)) return false;
  } else {
    if (!expects(p, ":=", "a local") || (s->from = parse_expr(p)) == NULL || !fit_number(p, s->from)) return false;
    s->down = takes(p, "downto");
    if ((!s->down && !expects(p, "to", "the first value")) || (s->to = parse_expr(p)) == NULL || !fit_number(p, s->to))
      return false;
  }
  return fit(p, s->target, &type_number) && expects(p, "do", "the last value");
}

static bool parse_for(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"end", NULL};
  const struct mark from = mark(p);
  bool ok = mends(p, &from, parse_for_head(p, s), "do");
  if (ok) s->body = parse_inner(p, ends, "for", s->at, &ok);
  return ok && parse_end(p, &from, "for");
}

static bool parse_wait(struct parser *p, struct statement *s)
{
  if (strcmp(p->token[-1].word, "wait") == 0 && !expects(p, "until", "'wait'")) return false;
  return (s->value = parse_condition(p)) != NULL;
}

static bool parse_goto(struct parser *p, struct statement *s)
{
  s->where = p->token;
  if (p->token->kind != TOKEN_NAME && p->token->kind != TOKEN_NUMBER)
    return unexpected(p, "the name or label of a line");
  p->token++;
  return true;
}

static bool parse_delay(struct parser *p, struct statement *s)
{
  return (s->value = parse_expr(p)) != NULL && fit_number(p, s->value);
}

static bool parse_nothing(struct parser *p, struct statement *s)
{
  (void)p;
  (void)s;
  return true;
}

static bool parse_section(struct parser *p, struct statement *s)
{
  (void)s;
  p->recovers |= strcmp(p->token[-1].word, "recover") == 0;
  if (p->token->kind == TOKEN_LINE_END || p->token->kind == TOKEN_FILE_END) return true;
  return unexpected(p, "the end of the line behind the name of a section");
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
  bool value; /* may be a name as well: no sign but a bracket can follow the word */
} forms[] = {
  {"if", STATEMENT_IF, parse_if, 0, false},
  {"while", STATEMENT_WHILE, parse_while, 0, false},
  {"repeat", STATEMENT_UNTIL, parse_repeat, 0, false},
  {"for", STATEMENT_FOR, parse_for, 0, false},
  {"wait", STATEMENT_WAIT, parse_wait, 0, true},
  {"await", STATEMENT_WAIT, parse_wait, 0, false},
  {"goto", STATEMENT_GOTO, parse_goto, 0, false},
  {"break", STATEMENT_BREAK, parse_nothing, 0, false},
  {"return", STATEMENT_RETURN, parse_nothing, 0, false},
  {"call", STATEMENT_CALL, parse_call, 0, false},
  {"skip", STATEMENT_SKIP, parse_nothing, 0, false},
  {"delay", STATEMENT_DELAY, parse_delay, 0, true},
  {"fence", STATEMENT_FENCE, parse_nothing, 0, true},
  {"critical", STATEMENT_CRITICAL, parse_critical, 0, false},
  {"remainder", STATEMENT_REMAINDER, parse_nothing, 0, false},
  {"recover", STATEMENT_SECTION, parse_section, RMR_RECOVER, false},
  {"doorway", STATEMENT_SECTION, parse_section, RMR_DOORWAY, false},
  {"waiting", STATEMENT_SECTION, parse_section, RMR_WAITING, false},
  {"exit", STATEMENT_SECTION, parse_section, RMR_EXIT, false},
};

enum { N_FORMS = sizeof forms / sizeof *forms };

/* x, A[j], r.field */
static bool can_be_assigned(const struct expr *x)
{
  if (x->kind == EXPR_FIELD) return x->left->kind == EXPR_LOCAL || x->left->kind == EXPR_ELEMENT;
  return x->kind == EXPR_LOCAL || x->kind == EXPR_ELEMENT || x->kind == EXPR_SHARED;
}

static bool begins_none(struct parser *p, const struct token *at)
{
  static const char *const ends[] = {"end", "else", "elsif", "until", "forever", NULL};
  static const char *const locals[] = {"local", "private", NULL};
  static const char *const head[] = {"shared", "parameter", "type",      "function",    "procedure", "claims",
                                     "note",   "import",    "invariant", "environment", "source",    NULL};
  if (text_is_one_of(at->word, ends)) return wrong(p, at, "'%s' belongs to no statement that is open here", at->word);
  if (text_is_one_of(at->word, locals)) return wrong(p, at, "'%s' comes before the first statement", at->word);
  if (text_is_one_of(at->word, head)) return wrong(p, at, "'%s' comes before the process", at->word);
  const char *words[N_FORMS + 1];
  for (size_t k = 0; k < N_FORMS; k++) words[k] = forms[k].word;
  words[N_FORMS] = "local";
  char hint[SUGGESTION];
  const char *near = right_word(at->word, words, N_FORMS + 1, hint);
  return wrong(p, at, "expected a statement: '%s' begins none%s", at->word,
               near[0] != '\0' ? near : "; the label of a line has a digit");
}

/* An assignment, or an atomic operation by itself. */
static bool parse_simple(struct parser *p, struct statement *s)
{
  const struct token *next = p->token + 1;
  const bool assigns = next->kind == TOKEN_SIGN;
  if (!assigns) return begins_none(p, p->token);
  if ((s->target = parse_primary(p)) == NULL) return false;
  if (s->target->kind == EXPR_ATOMIC && !sees(p, ":=")) {
    s->kind = STATEMENT_EVALUATE;
    s->value = s->target;
    return true;
  }
  if (s->target->kind == EXPR_NAME) return none_known(p, s->target->at) != NULL;
  if (!can_be_assigned(s->target)) return wrong(p, s->at, "'%s' cannot be assigned to", s->at->word);
  s->kind = STATEMENT_ASSIGN;
  return expects(p, ":=", "what is assigned to") && (s->value = parse_expr(p)) != NULL &&
         fit(p, s->value, s->target->type) && in_range(p, s->value, s->target->type);
}

/* The label of a statement, and the name that gotos know it by, in either order. */
static void parse_labels(struct parser *p, struct statement *s)
{
  for (;;) {
    if (p->token->kind == TOKEN_LABEL && s->label == NULL) {
      s->label = p->token++;
    } else if (p->token->kind == TOKEN_NAME && p->token[1].kind == TOKEN_SIGN && strcmp(p->token[1].word, ":") == 0 &&
               s->name == NULL) {
      s->name = p->token->word;
      p->token += 2;
      skip_line_ends(p);
    } else {
      return;
    }
  }
}

static struct statement *parse_statement(struct parser *p)
{
  struct statement *s = pool_new(p->pool, 1, sizeof *s);
  s->in = p->instance;
  parse_labels(p, s);
  s->at = p->token;
  for (size_t k = 0; k < N_FORMS; k++) {
    if (!sees(p, forms[k].word)) continue;
    if (p->token[1].kind == TOKEN_SIGN && strcmp(p->token[1].word, "(") != 0 && forms[k].value) continue; /* a name */
    p->token++;
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

/* A label may stand before the word that ends a block: of a line without an access. */
static bool at_end(struct parser *p, const char *const *ends)
{
  if (sees_one(p, ends)) return true;
  if (p->token->kind != TOKEN_LABEL || *ends == NULL) return false;
  p->token++;
  const bool end = sees_one(p, ends);
  p->token--;
  return end;
}

/* Goes on behind the statement, or at the end of its block in the same line. */
static bool recovers_statement(struct parser *p, const struct mark *from, const char *const *ends)
{
  if (!recovers(p, from, strcmp(ends[0] != NULL ? ends[0] : "", "until") == 0 ? "until" : NULL)) return false;
  while (p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END && !sees_one(p, ends)) p->token++;
  return true;
}

static bool no_end(struct parser *p, const char *const *ends)
{
  const char *word = ends[0];
  for (; *ends != NULL; ends++) /* `else` is not needed */
    if (strcmp(*ends, "end") == 0) word = *ends;
  const struct token *at = p->n_open != 0 ? p->open_at[p->n_open - 1] : NULL;
  char expected[96];
  if (at != NULL)
    snprintf(expected, sizeof expected, "'%s' for the '%s' of line %u", word, p->open[p->n_open - 1],
             (unsigned)p->tree->source.line[at->line].number);
  else
    snprintf(expected, sizeof expected, "'%s'", word);
  return unexpected(p, expected);
}

struct statement *parse_block(struct parser *p, const char *const *ends, bool *ok)
{
  struct statement *first = NULL, **last = &first;
  if (!enters(p)) {
    *ok = false;
    return NULL;
  }
  for (skip_line_ends(p); *ok && !at_end(p, ends); skip_line_ends(p)) {
    const struct mark from = mark(p);
    if (p->token->kind == TOKEN_FILE_END || ends_outer(p)) {
      *ok = *ends == NULL || no_end(p, ends) || (recovers(p, &from, NULL) && ends_outer(p));
      break;
    }
    struct statement *s = parse_statement(p);
    *ok = s != NULL;
    if (*ok) *last = s, last = &s->next;
    if (*ok && p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END && !sees_one(p, ends))
      *ok = unexpected(p, "the end of the statement");
    if (!*ok) *ok = recovers_statement(p, &from, ends);
  }
  if (*ok && p->token->kind == TOKEN_LABEL && *ends != NULL && strcmp(p->token[1].word, "elsif") != 0 &&
      strcmp(p->token[1].word, "until") != 0)
    p->token++;
  p->depth--;
  return first;
}
