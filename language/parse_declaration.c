/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_declaration.c: the declarations of a text, and what it is: its head, its registers, its process.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "language/parser.h"

static const char *const truth[] = {"false", "true", NULL};

/* --- types -------------------------------------------------------------------------------------------------------- */

/* {none, black, white} */
static bool parse_enum(struct parser *p, struct type *type)
{
  const char **names = pool_new(p->pool, MOST_ENUM_VALUES + 1, sizeof *names);
  uint32_t n = 0;
  do {
    if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of a value");
    if (n == MOST_ENUM_VALUES) return refuse(&p->tree->source, p->token, p->e, "more than %d values", MOST_ENUM_VALUES);
    names[n++] = p->token++->word;
  } while (takes(p, ","));
  *type = (struct type){.kind = TYPE_ENUM, .names = names};
  return expects(p, "}", "the values");
}

bool parse_type(struct parser *p, struct type *type)
{
  if (takes(p, "boolean")) {
    *type = (struct type){.kind = TYPE_BOOLEAN, .names = truth};
    return true;
  }
  if (takes(p, "natural")) {
    *type = (struct type){.kind = TYPE_NATURAL};
    return true;
  }
  if (takes(p, "session")) {
    *type = (struct type){.kind = TYPE_SESSION};
    p->tree->uses_sessions = true;
    return true;
  }
  if (takes(p, "process")) {
    *type = (struct type){.kind = TYPE_PROCESS};
    type->nil = takes(p, "or");
    return !type->nil || expects(p, "nil", "'or'");
  }
  if (takes(p, "{")) return parse_enum(p, type);
  *type = (struct type){.kind = TYPE_RANGE};
  if (p->token->kind != TOKEN_NUMBER && !sees(p, "N") && !sees(p, "-") && !sees(p, "("))
    return unexpected(p, "a type: boolean, natural, process, session, a range a..b or {names}");
  return (type->low = parse_constant(p)) != NULL && expects(p, "..", "the smallest value") &&
         (type->high = parse_constant(p)) != NULL;
}

/* --- declarations ------------------------------------------------------------------------------------------------- */

/* A name that is declared must be none of the language's own. */
static bool is_free(struct parser *p, const struct token *name)
{
  static const char *const words[] = {
    "N",      "i",     "mysession", "true",    "false",  "nil",      "and",     "or",       "not",       "in",
    "div",    "mod",   "max",       "min",     "sum",    "forall",   "exists",  "if",       "then",      "elsif",
    "else",   "end",   "while",     "do",      "repeat", "until",    "forever", "for",      "to",        "downto",
    "wait",   "await", "goto",      "return",  "exit",   "doorway",  "waiting", "critical", "remainder", "section",
    "shared", "local", "private",   "process", "at",     "initially"};
  if (name->kind != TOKEN_NAME) return unexpected(p, "a name");
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(name->word, words[k]) == 0)
      return refuse(&p->tree->source, name, p->e, "'%s' is a word of the language, and can be no name", name->word);
  return true;
}

bool add_local(struct parser *p, const struct token *name, const struct type *type, bool hides, uint32_t *which)
{
  struct tree *t = p->tree;
  if (!is_free(p, name)) return false;
  for (uint32_t k = 0; k < t->n_locals && !hides; k++)
    if (strcmp(t->local[k].name, name->word) == 0)
      return refuse(&t->source, name, p->e, "'%s' is declared already, in line %u", name->word, t->local[k].at->line);
  if (t->n_locals == MOST_LOCALS_OF_TEXT)
    return refuse(&t->source, name, p->e, "more than %d locals", MOST_LOCALS_OF_TEXT);
  *which = t->n_locals;
  t->local[t->n_locals++] = (struct local){.name = name->word, .type = *type, .at = name};
  return true;
}

/* local a, b : type */
static bool parse_locals(struct parser *p, bool private)
{
  uint32_t first = p->tree->n_locals, which = first;
  const struct type none = {0};
  do {
    const struct token *name = p->token;
    if (!add_local(p, name, &none, false, &which)) return false;
    p->token++;
  } while (takes(p, ","));
  struct type type;
  if (!expects(p, ":", "the names") || !parse_type(p, &type)) return false;
  for (; first <= which; first++) {
    p->tree->local[first].type = type;
    p->tree->local[first].private = private;
  }
  return true;
}

static bool parse_bounds(struct parser *p, struct group *g)
{
  if (!takes(p, "[")) return true;
  g->array = true;
  return (g->low = parse_constant(p)) != NULL && expects(p, "..", "the first index") &&
         (g->high = parse_constant(p)) != NULL && expects(p, "]", "the bounds");
}

static bool parse_attributes(struct parser *p, struct group *g)
{
  for (;;) {
    if (takes(p, "at")) {
      if (!sees(p, "owner") && !sees(p, "nobody")) return unexpected(p, "'owner' or 'nobody'");
      g->home = takes(p, "owner") ? HOME_OWNER : (p->token++, HOME_NOBODY);
    } else if (takes(p, "initially")) {
      if ((g->initial = parse_expr(p)) == NULL) return false;
    } else {
      return true;
    }
  }
}

/* shared A[1..N], B : type */
static bool parse_shared(struct parser *p)
{
  struct tree *t = p->tree;
  const uint32_t first = t->n_groups;
  do {
    const struct token *name = p->token;
    if (!is_free(p, name)) return false;
    if (t->n_groups == RMR_MAX_GROUPS)
      return refuse(&t->source, name, p->e, "more than %u groups of registers", RMR_MAX_GROUPS);
    p->token++;
    for (uint32_t k = 0; k < t->n_groups; k++)
      if (strcmp(t->group[k].name, name->word) == 0)
        return refuse(&t->source, name, p->e, "'%s' is declared already, in line %u", name->word, t->group[k].at->line);
    struct group *g = &t->group[t->n_groups];
    *g = (struct group){.name = name->word, .at = name};
    if (!parse_bounds(p, g)) return false;
    t->n_groups++;
  } while (takes(p, ","));
  struct group *last = &t->group[t->n_groups - 1];
  if (!expects(p, ":", "the name of a register") || !parse_type(p, &last->type) || !parse_attributes(p, last))
    return false;
  for (uint32_t k = first; k + 1 < t->n_groups; k++) {
    t->group[k].type = last->type;
    t->group[k].home = last->home;
    t->group[k].initial = last->initial;
  }
  return true;
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

static bool parse_text(struct parser *p, const char **out)
{
  if (p->token->kind != TOKEN_TEXT) return unexpected(p, "a text in quotation marks");
  *out = p->token++->word;
  return true;
}

/* The rest of a claim, as it stands there, up to the semicolon or the end of the line. */
static const char *rest_of_claim(struct parser *p)
{
  const struct token *from = p->token;
  while (p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END) p->token++;
  const char *line = p->tree->source.line[from->line] + from->column - 1;
  const size_t all = strlen(line), length = p->token->line == from->line ? p->token->column - from->column : all;
  char *text = pool_copy(p->pool, line, length < all ? length : all);
  for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--) text[n - 1] = '\0';
  return text;
}

/* claims P2, P5; rmr cc: N; space: 3N; bounded; read, write */
static bool parse_claim(struct parser *p, struct rmr_claims *c)
{
  if (takes(p, "bounded")) {
    c->bounded = RMR_YES;
  } else if (takes(p, "unbounded")) {
    c->bounded = RMR_NO;
  } else if (takes(p, "space")) {
    if (!expects(p, ":", "'space'")) return false;
    c->space = rest_of_claim(p);
  } else if (takes(p, "rmr")) {
    const bool dsm = sees(p, "dsm");
    if (!dsm && !sees(p, "cc")) return unexpected(p, "'cc' or 'dsm'");
    p->token++;
    if (!expects(p, ":", "the memory")) return false;
    *(dsm ? &c->rmr_dsm : &c->rmr_cc) = rest_of_claim(p);
  } else if (p->token->kind == TOKEN_NAME && p->token->word[0] == 'P' && p->token->word[1] >= '1' &&
             p->token->word[1] <= '7' && p->token->word[2] == '\0') {
    do {
      const char *word = p->token->word;
      if (p->token->kind != TOKEN_NAME || word[0] != 'P' || word[1] < '1' || word[1] > '7' || word[2] != '\0')
        return unexpected(p, "a property, P1 to P7");
      c->p[word[1] - '0'] = RMR_YES;
      p->token++;
    } while (takes(p, ","));
  } else {
    c->primitives = rest_of_claim(p);
  }
  return true;
}

static bool parse_claims(struct parser *p)
{
  do {
    if (!parse_claim(p, &p->tree->claims)) return false;
  } while (p->token->kind == TOKEN_LINE_END && strcmp(p->token->word, ";") == 0 && (p->token++, true));
  return true;
}

static bool parse_head(struct parser *p)
{
  struct tree *t = p->tree;
  skip_line_ends(p);
  if (!takes(p, "algorithm")) return unexpected(p, "'algorithm' and a name");
  if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of the algorithm");
  for (const char *c = p->token->word; *c != '\0'; c++)
    if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
      return refuse(&t->source, p->token, p->e, "names of algorithms are small letters, digits and _");
  t->name = t->title = p->token++->word;
  t->cited = t->note = "";
  return p->token->kind != TOKEN_TEXT || parse_text(p, &t->title);
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
  }
  p->tree->first_line = p->token->line;
  p->tree->body = parse_block(p, none, &ok);
  if (ok && p->tree->body == NULL) return unexpected(p, "statements of the process");
  p->tree->last_line = p->token->line;
  return ok;
}

static bool parse_declaration(struct parser *p)
{
  struct tree *t = p->tree;
  if (takes(p, "source")) return parse_text(p, &t->cited);
  if (takes(p, "note")) return parse_text(p, &t->note);
  if (takes(p, "claims")) return parse_claims(p);
  if (takes(p, "shared")) return parse_shared(p);
  return unexpected(p, "'source', 'note', 'claims', 'shared' or 'process'");
}

bool parse(const char *name, const char *text, size_t length, struct pool *pool, struct tree *tree, struct error *e)
{
  struct tokens tokens;
  *tree = (struct tree){0};
  tree->group = pool_new(pool, RMR_MAX_GROUPS, sizeof *tree->group);
  if (!scan(name, text, length, pool, &tree->source, &tokens, e)) return false;
  struct parser p = {.token = tokens.token, .pool = pool, .tree = tree, .e = e};
  if (!parse_head(&p)) return false;
  for (skip_line_ends(&p); !takes(&p, "process"); skip_line_ends(&p)) {
    if (!parse_declaration(&p)) return false;
    if (p.token->kind != TOKEN_LINE_END) return unexpected(&p, "the end of the line");
  }
  return parse_process(&p);
}
