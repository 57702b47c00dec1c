/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse.c: a text from its first word to its last: the head, the declarations, the process.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/suggest.h"
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
  if (p->depth == MOST_DEPTH) return wrong(p, p->token, "nested more than %d deep", MOST_DEPTH);
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

/* The rest of a claim, as it stands there, up to the semicolon or the end of the line. */
static char *rest_of_claim(struct parser *p)
{
  const struct token *from = p->token;
  while (p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END) p->token++;
  size_t length = 0;
  char *text = pool_new(p->pool, 1, 1);
  for (uint32_t k = from->line; k <= p->token->line; k++) { /* lines are joined by a blank */
    const char *line = p->tree->source.line[k].text;
    const char *begin = k == from->line ? line + from->column - 1 : line + strspn(line, " ");
    const char *end = k == p->token->line ? line + p->token->column - 1 : line + strlen(line);
    while (end > begin && end[-1] == ' ') end--;
    char *more = pool_new(p->pool, length + (size_t)(end - begin) + 2, 1);
    snprintf(more, length + (size_t)(end - begin) + 2, "%s%s%.*s", text, length != 0 ? " " : "", (int)(end - begin),
             begin);
    text = more;
    length = strlen(text);
  }
  return text;
}

static int property_of(const struct token *t)
{
  if (t->kind != TOKEN_NAME) return 0;
  if (strcmp(t->word, "CSR") == 0) return 8;
  if (strcmp(t->word, "BCSR") == 0) return 9;
  return t->word[0] == 'P' && t->word[1] >= '1' && t->word[1] <= '7' && t->word[2] == '\0' ? t->word[1] - '0' : 0;
}

/* P2, not P5, CSR */
static bool parse_properties(struct parser *p, struct rmr_claims *c)
{
  do {
    const bool not = takes(p, "not");
    const int property = property_of(p->token);
    if (property == 0) return unexpected(p, "a property: P1 to P7, CSR or BCSR");
    c->p[property] = not ? RMR_NO : RMR_YES;
    p->token++;
  } while (takes(p, ","));
  return true;
}

/* cc: N */
static bool parse_class(struct parser *p, struct rmr_claims *c)
{
  const bool dsm = sees(p, "dsm");
  if (!dsm && !sees(p, "cc")) return unexpected(p, "'cc' or 'dsm'");
  p->token++;
  if (!expects(p, ":", "the memory")) return false;
  *(dsm ? &c->rmr_dsm : &c->rmr_cc) = rest_of_claim(p);
  return true;
}

static bool parse_claim(struct parser *p, struct rmr_claims *c)
{
  if (property_of(p->token) != 0 || (sees(p, "not") && property_of(p->token + 1) != 0)) return parse_properties(p, c);
  if (takes(p, "rmr")) return parse_class(p, c);
  if (takes(p, "bounded")) return c->bounded = RMR_YES, true;
  if (takes(p, "unbounded")) return c->bounded = RMR_NO, true;
  if (takes(p, "timed")) return c->timed = true, true;
  if (sees(p, "one") && strcmp(p->token[1].word, "shot") == 0) return p->token += 2, c->one_shot = true, true;
  const bool space = sees(p, "space"), survives = sees(p, "survives");
  if (space || survives) {
    const char *word = p->token++->word;
    if (!expects(p, ":", word)) return false;
    char *rest = rest_of_claim(p), *to = rest;
    for (const char *from = rest; survives && *from != '\0'; from++)
      if (*from != ' ') *to++ = *from;
    if (survives) *to = '\0';
    *(space ? &c->space : &c->survives) = rest;
    return true;
  }
  if (p->token->kind != TOKEN_NAME) return unexpected(p, "a claim");
  c->primitives = rest_of_claim(p);
  return true;
}

/* claims P2, P5; rmr cc: N; space: 3N; bounded; read, write */
bool parse_claims(struct parser *p)
{
  if (p->tree->claims.p[1] == RMR_UNSAID) p->tree->claims.p[1] = RMR_YES;
  do {
    if (!parse_claim(p, &p->tree->claims)) return false;
  } while (p->token->kind == TOKEN_LINE_END && strcmp(p->token->word, ";") == 0 && (p->token++, true));
  return true;
}

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

static bool parse_declaration(struct parser *p)
{
  const char *words[N_DECLARATIONS + 1];
  for (size_t k = 0; k < N_DECLARATIONS; k++) {
    words[k] = declarations[k].word;
    if (takes(p, words[k])) return declarations[k].parse(p);
  }
  words[N_DECLARATIONS] = "process";
  char hint[SUGGESTION];
  if (p->token->kind == TOKEN_NAME)
    return wrong(p, p->token, "expected a declaration or 'process', not '%s'%s", p->token->word,
                 suggestion(p->token->word, words, N_DECLARATIONS + 1, hint));
  return unexpected(p, "a declaration or 'process'");
}

static bool parse_process(struct parser *p)
{
  static const char *const none[] = {NULL};
  bool ok = true;
  if (!expects(p, "i", "'process'")) return false;
  for (skip_line_ends(p); sees(p, "local") || sees(p, "private"); skip_line_ends(p)) {
    const bool private = sees(p, "private");
    p->token++;
    if (!parse_locals(p, private)) return false;
    if (p->token->kind != TOKEN_LINE_END) return unexpected(p, "the end of the declaration");
  }
  struct instance *whole = pool_new(p->pool, 1, sizeof *whole);
  *whole = (struct instance){.prefix = "", .first_line = p->token->line};
  p->tree->instance = p->last_instance = whole;
  p->instance = whole;
  p->tree->body = parse_block(p, none, &ok);
  if (ok && p->tree->body == NULL) return unexpected(p, "statements of the process");
  whole->last_line = p->token->line;
  return ok;
}

bool parse(const struct text_source *source, struct pool *pool, struct tree *tree, struct error *e)
{
  struct parser *p = pool_new(pool, 1, sizeof *p);
  *tree = (struct tree){.source = *source};
  *p = (struct parser){.pool = pool, .tree = tree, .e = e};
  tree->group = pool_new(pool, RMR_MAX_GROUPS, sizeof *tree->group);
  tree->local = pool_new(pool, MOST_LOCALS_OF_TEXT, sizeof *tree->local);
  if (!scan(source, pool, &tree->tokens, e)) return false;
  p->token = tree->tokens.token;
  tree->local[0] = (struct local){.name = "mysession", .type = {.kind = TYPE_SESSION}, .at = p->token};
  tree->n_locals = p->slots = tree->n_slots = 1;
  if (!parse_first_line(p)) return false;
  for (skip_line_ends(p); !takes(p, "process"); skip_line_ends(p)) {
    if (!parse_declaration(p)) return false;
    if (p->token->kind != TOKEN_LINE_END) return unexpected(p, "the end of the line");
  }
  return parse_process(p) && parse_later(p);
}
