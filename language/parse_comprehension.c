/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_comprehension.c: operands with a name that goes through a list: forall, exists, first, max, min and sum; and
 * max, min and sum of several values.
 */
#include <string.h>

#include "language/parser.h"

static void hide(struct parser *p, uint32_t local)
{
  p->tree->local[local].name = "";
}

/* `local in LIST`; the local is known up to the end of the comprehension. */
static bool parse_generator(struct parser *p, struct expr *x)
{
  const struct token *name = p->token;
  if (name->kind != TOKEN_NAME) return unexpected(p, "the name that goes through the list");
  p->token++;
  if (!expects(p, "in", "the name") || (x->left = parse_list(p)) == NULL) return false;
  for (struct expr *part = x->left->left; x->left->kind == EXPR_LIST && part != NULL; part = part->next)
    if (!fit_number(p, part)) return false;
  if (x->left->kind != EXPR_SPAN && (x->rest = hidden_local(p, name)) == 0) return false;
  if (!add_local(p, name, &type_number, true, &x->local)) return false;
  p->tree->local[x->local].bound = true;
  return true;
}

/* Whether one more follows: a new name and `in`. */
static bool sees_generator(const struct parser *p)
{
  const char *name = p->token->word;
  return p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "in") == 0 && find_local(p, name) < 0 &&
         find_group(p->tree, name) < 0 && find_binding(p, name) == NULL;
}

/* `local in LIST, condition` */
static bool parse_domain(struct parser *p, struct expr *x)
{
  return parse_generator(p, x) && (!takes(p, ",") || (x->third = parse_condition(p)) != NULL);
}

/* forall p in LIST, q in LIST, condition : condition */
struct expr *parse_quantifier(struct parser *p, enum expr_kind kind, const struct token *at)
{
  const uint32_t slots = p->slots;
  struct expr *x = new_expr(p, kind, at, &type_boolean);
  if (!enters(p) || !parse_generator(p, x)) return NULL;
  const bool more = takes(p, ",");
  if (more && kind != EXPR_WHICH && sees_generator(p)) {
    x->right = parse_quantifier(p, kind, p->token);
  } else {
    if ((more && (x->third = parse_condition(p)) == NULL) || !expects(p, ":", "the list")) return NULL;
    x->right = parse_condition(p);
  }
  p->depth--;
  hide(p, x->local);
  p->slots = slots;
  if (kind != EXPR_WHICH || x->right == NULL) return x->right != NULL ? x : NULL;
  x->type = &type_number; /* first j in LIST : c else e */
  x->index = expects(p, "else", "the condition") ? parse_expr(p) : NULL;
  return x->index != NULL && fit_number(p, x->index) ? x : NULL;
}

/* max(a, b, ...) */
static struct expr *parse_largest(struct parser *p, enum expr_kind kind, const struct token *at)
{
  uint32_t n;
  p->token++;
  struct expr *part = parse_values(p, ")", &n);
  if (part == NULL) return NULL;
  if (n < 2) return wrong(p, at, "'%s' wants several values", at->word), NULL;
  struct expr *x = part, *next = part->next;
  if (!fit_number(p, x)) return NULL;
  for (part = next; part != NULL; part = next) {
    next = part->next;
    x->next = part->next = NULL;
    if (!fit_number(p, part)) return NULL;
    struct expr *both = new_expr(p,
                                 kind == EXPR_MAX   ? EXPR_LARGER
                                 : kind == EXPR_MIN ? EXPR_SMALLER
                                                    : EXPR_ADD,
                                 at, &type_number);
    both->left = x;
    both->right = part;
    x = both;
  }
  return x;
}

/* max {body : local in LIST, condition}. The body comes before its local is declared: it is parsed behind it. */
struct expr *parse_extreme(struct parser *p, enum expr_kind kind, const struct token *at)
{
  if (sees(p, "(")) return parse_largest(p, kind, at);
  struct expr *x = new_expr(p, kind, at, &type_number);
  if (!expects(p, "{", at->word)) return NULL;
  const uint32_t slots = p->slots;
  const struct token *body = p->token;
  for (uint32_t depth = 0; !(depth == 0 && sees(p, ":")); p->token++) {
    if (p->token->kind == TOKEN_FILE_END || p->token->kind == TOKEN_LINE_END || (depth == 0 && sees(p, "}")))
      return unexpected(p, "':' and the list that a name goes through"), NULL;
    if (sees(p, "(") || sees(p, "[") || sees(p, "{")) depth++;
    if (depth > 0 && (sees(p, ")") || sees(p, "]") || sees(p, "}"))) depth--;
  }
  const struct token *colon = p->token++;
  if (!enters(p) || !parse_domain(p, x) || !expects(p, "}", "the list")) return NULL;
  const struct token *behind = p->token;
  p->token = body;
  x->right = parse_expr(p);
  if (x->right == NULL || !fit_number(p, x->right)) return NULL;
  if (p->token != colon) return unexpected(p, "':'"), NULL;
  p->token = behind;
  p->depth--;
  hide(p, x->local);
  p->slots = slots;
  return x;
}
