/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_moment.c: what an invariant says of a process: its line, its section, and its locals.
 */
#include "language/parser.h"

/* 9, p6.1: tokens without a blank between them. */
static const char *parse_label(struct parser *p)
{
  const struct token *from = p->token++;
  while (p->token->line == from->line && p->token[-1].column + strlen(p->token[-1].word) == p->token->column &&
         (p->token->kind == TOKEN_NAME || p->token->kind == TOKEN_NUMBER || sees(p, ".")))
    p->token++;
  const struct token *last = p->token - 1;
  return pool_copy(p->pool, p->tree->source.line[from->line].text + from->column - 1,
                   last->column + strlen(last->word) - from->column);
}

/* P[e] at 9, P[e] in cs, P[e].x */
struct expr *parse_moment(struct parser *p, const struct token *at)
{
  static const struct {
    const char *word;
    uint8_t section;
  } sections[] = {{"remainder", RMR_REMAINDER}, {"recover", RMR_RECOVER}, {"doorway", RMR_DOORWAY},
                  {"waiting", RMR_WAITING},     {"cs", RMR_CS},           {"exit", RMR_EXIT}};
  p->token++;
  struct expr *who = parse_expr(p), *x;
  if (who == NULL || !fit_number(p, who) || !expects(p, "]", "a process")) return NULL;
  const struct token *word = p->token + 1;
  if (takes(p, "at")) {
    x = new_expr(p, EXPR_AT, at, &type_boolean);
    if (word->kind != TOKEN_NAME && word->kind != TOKEN_NUMBER) return unexpected(p, "the label of a line"), NULL;
    x->word = parse_label(p);
  } else if (takes(p, "in")) {
    x = new_expr(p, EXPR_INSIDE, at, &type_boolean);
    size_t k = 0;
    while (k < 6 && !sees(p, sections[k].word)) k++;
    if (k == 6) return unexpected(p, "a section: remainder, recover, doorway, waiting, cs or exit"), NULL;
    x->number = sections[k].section;
    p->token++;
  } else {
    if (!expects(p, ".", "a process")) return NULL;
    const uint32_t first_local = p->first_local;
    p->first_local = 0; /* a function sees those of P[e] as well */
    const int local = p->token->kind == TOKEN_NAME ? find_local(p, p->token->word) : -1;
    p->first_local = first_local;
    if (local < 0) return unexpected(p, "a local"), NULL;
    if (p->tree->local[local].array) return wrong(p, p->token, "an invariant does not see local arrays"), NULL;
    x = new_expr(p, EXPR_OTHERS, at, &p->tree->local[local].type);
    x->local = (uint32_t)local;
    p->token++;
  }
  x->left = who;
  return x;
}
