/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_text.c: a text from its first word to its last: the head, the declarations, the process.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/suggest.h"
#include "language/recover.h"

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

bool wrong(struct parser *p, const struct token *at, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return refuse(&p->tree->source, at, p->e, "%s", text);
}

bool unexpected(struct parser *p, const char *expected)
{
  const struct token *t = p->token;
  if (t->kind == TOKEN_FILE_END || t->kind == TOKEN_LINE_END)
    return wrong(p, t, "expected %s, but the %s ends here", expected, t->kind == TOKEN_FILE_END ? "file" : "statement");
  return wrong(p, t, "expected %s, not '%s'", expected, t->word);
}

bool expects(struct parser *p, const char *word, const char *after)
{
  if (takes(p, word)) return true;
  char expected[128];
  snprintf(expected, sizeof expected, "'%.32s' after %.64s", word, after);
  return unexpected(p, expected);
}

bool enters(struct parser *p)
{
  if (p->depth == 2 * MOST_DEPTH + 2) /* each bracket is entered twice */
    return wrong(p, p->token, "nested more than %d deep", MOST_DEPTH);
  p->depth++;
  return true;
}

void skip_line_ends(struct parser *p)
{
  while (p->token->kind == TOKEN_LINE_END) p->token++;
}

/* A text may begin a line of its own. */
void skip_to_text(struct parser *p)
{
  if (p->token->kind == TOKEN_LINE_END && p->token[1].kind == TOKEN_TEXT) p->token++;
}

bool parse_text(struct parser *p, const char **out)
{
  char *text = NULL;
  size_t length = 0;
  if (p->token->kind != TOKEN_TEXT) return unexpected(p, "a text in quotation marks");
  for (; p->token->kind == TOKEN_TEXT; p->token++) {
    const size_t n = strlen(p->token->word);
    const bool blank = length != 0 && text[length - 1] != ' ' && p->token->word[0] != ' ';
    char *more = pool_new(p->pool, length + n + 2, 1);
    snprintf(more, length + n + 2, "%s%s%s", length != 0 ? text : "", blank ? " " : "", p->token->word);
    text = more;
    length += n + blank;
    if (p->token[1].kind == TOKEN_LINE_END && p->token[2].kind == TOKEN_TEXT) p->token++;
  }
  *out = text;
  return true;
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

static bool parse_first_line(struct parser *p)
{
  struct tree *t = p->tree;
  skip_line_ends(p);
  if (!takes(p, "algorithm")) return unexpected(p, "'algorithm' and a name");
  if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of the algorithm");
  for (const char *c = p->token->word; *c != '\0'; c++)
    if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
      return wrong(p, p->token, "names of algorithms are small letters, digits and _");
  t->name = t->title = p->token++->word;
  t->cited = t->note = "";
  return p->token->kind != TOKEN_TEXT || parse_text(p, &t->title);
}

static bool parse_wrong(struct parser *p)
{
  if (!parse_text(p, &p->tree->claims.wrong)) return false;
  if (p->tree->claims.wrong[0] == '\0') p->tree->claims.wrong = NULL;
  return true;
}

static bool parse_source(struct parser *p)
{
  return parse_text(p, &p->tree->cited);
}

static bool parse_note(struct parser *p)
{
  return parse_text(p, &p->tree->note);
}

static bool parse_function(struct parser *p)
{
  return parse_routine(p, true);
}

static bool parse_procedure(struct parser *p)
{
  return parse_routine(p, false);
}

static bool put_off_holds(struct parser *p)
{
  return put_off(p, LATER_HOLDS, 0);
}

static bool put_off_between(struct parser *p)
{
  return put_off(p, LATER_BETWEEN, 0);
}

static bool put_off_invariant(struct parser *p)
{
  return put_off(p, LATER_INVARIANT, 0);
}

static const struct {
  const char *word;
  bool (*parse)(struct parser *);
} declarations[] = {{"source", parse_source},           {"note", parse_note},         {"wrong", parse_wrong},
                    {"claims", parse_claims},           {"shared", parse_shared},     {"parameter", parse_parameter},
                    {"type", parse_named_type},         {"function", parse_function}, {"procedure", parse_procedure},
                    {"environment", parse_environment}, {"holds", put_off_holds},     {"between", put_off_between},
                    {"invariant", put_off_invariant}};

enum { N_DECLARATIONS = sizeof declarations / sizeof *declarations };

static bool begins_declaration(const struct parser *p)
{
  for (size_t k = 0; k < N_DECLARATIONS; k++)
    if (sees(p, declarations[k].word)) return true;
  return sees(p, "process");
}

static bool parse_declaration(struct parser *p)
{
  const char *words[N_DECLARATIONS + 2];
  for (size_t k = 0; k < N_DECLARATIONS; k++) {
    words[k] = declarations[k].word;
    if (takes(p, words[k])) return declarations[k].parse(p);
  }
  words[N_DECLARATIONS] = "process";
  words[N_DECLARATIONS + 1] = "import";
  char hint[SUGGESTION];
  if (p->token->kind == TOKEN_NAME)
    return wrong(p, p->token, "expected a declaration or 'process', not '%s'%s", p->token->word,
                 suggestion(p->token->word, words, N_DECLARATIONS + 2, hint));
  return unexpected(p, "a declaration or 'process'");
}

static bool parse_process_local(struct parser *p)
{
  const bool private = sees(p, "private");
  p->token++;
  return parse_locals(p, private) && (p->token->kind == TOKEN_LINE_END || unexpected(p, "the end of the declaration"));
}

static bool parse_process(struct parser *p)
{
  static const char *const none[] = {NULL};
  struct mark from = mark(p);
  bool ok = expects(p, "i", "'process'") || recovers(p, &from, NULL);
  for (skip_line_ends(p); ok && (sees(p, "local") || sees(p, "private")); skip_line_ends(p)) {
    from = mark(p);
    ok = parse_process_local(p) || recovers_declaration(p, &from);
  }
  if (!ok) return false;
  struct instance *whole = pool_new(p->pool, 1, sizeof *whole);
  *whole = (struct instance){.prefix = "", .first_line = p->token->line, .n_locals = p->tree->n_locals};
  p->tree->instance = p->last_instance = whole;
  p->instance = whole;
  p->tree->body = parse_block(p, none, &ok);
  if (ok && p->tree->body == NULL && p->recovery == NULL) return unexpected(p, "statements of the process");
  whole->last_line = p->token->line;
  return ok;
}

/* Behind a declaration with an error, which may have been a procedure: the next one. */
static bool recovers_head(struct parser *p, const struct mark *from)
{
  const bool second = strcmp(from->at->word, "algorithm") == 0 && p->tree->name != NULL; /* in another one's text */
  if (!recovers_declaration(p, from) || second) return false;
  while (p->token->kind != TOKEN_FILE_END && !(begins_declaration(p) && p->token[-1].kind == TOKEN_LINE_END))
    p->token++;
  return p->token->kind != TOKEN_FILE_END;
}

static bool parse_head(struct parser *p)
{
  skip_line_ends(p);
  struct mark from = mark(p);
  bool ok = parse_first_line(p) || recovers_head(p, &from);
  for (skip_line_ends(p); ok && !takes(p, "process"); skip_line_ends(p)) {
    from = mark(p);
    ok = parse_declaration(p) && (p->token->kind == TOKEN_LINE_END || unexpected(p, "the end of the line"));
    if (!ok) ok = recovers_head(p, &from);
  }
  return ok;
}

/* Each array has a slot that no other local has: those of procedures would share theirs. */
static bool place_arrays(struct parser *p)
{
  struct tree *t = p->tree;
  for (uint32_t k = t->instance->n_locals; k < t->n_locals; k++) {
    if (!t->local[k].array) continue;
    if (t->n_slots == MOST_SLOTS) return wrong(p, t->local[k].at, "more than %d locals at a time", MOST_SLOTS);
    t->local[k].slot = (uint8_t)t->n_slots++;
  }
  return true;
}

static bool parse_tokens(const struct text_source *source, struct pool *pool, struct tree *tree,
                         struct recovery *recovery, struct error *e)
{
  struct parser *p = pool_new(pool, 1, sizeof *p);
  *tree = (struct tree){.source = *source, .claims.p[1] = RMR_YES};
  *p = (struct parser){.pool = pool, .tree = tree, .recovery = recovery, .e = e};
  tree->group = pool_new(pool, RMR_MAX_GROUPS, sizeof *tree->group);
  tree->local = pool_new(pool, MOST_LOCALS_OF_TEXT, sizeof *tree->local);
  if (!scan(source, pool, &tree->tokens, e)) return false;
  p->token = tree->tokens.token;
  tree->local[0] = (struct local){.name = "mysession", .type = {.kind = TYPE_SESSION}, .at = p->token};
  tree->n_locals = p->slots = tree->n_slots = 1;
  return parse_head(p) && parse_process(p) && parse_later(p) && check_survival(p) && check_times(p) && place_arrays(p);
}

bool parse(const struct text_source *source, struct pool *pool, struct tree *tree, struct error *e)
{
  return parse_tokens(source, pool, tree, NULL, e);
}

uint32_t parse_for_errors(const struct text_source *source, struct pool *pool, struct tree *tree, struct error *errors,
                          uint32_t most)
{
  struct recovery recovery = {.error = errors, .most = most};
  struct error last = {0};
  if (!parse_tokens(source, pool, tree, &recovery, &last) && last.code != EXIT_OK && recovery.n == 0)
    errors[recovery.n++] = last;
  return recovery.n;
}
