/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_later.c: what a declaration says of locals, or of lines, and so is parsed once the process is known.
 */
#include "language/recover.h"

bool put_off(struct parser *p, int what, uint32_t which)
{
  if (p->n_later == MOST_LATER) return wrong(p, p->token, "too many of these");
  p->later[p->n_later].what = what;
  p->later[p->n_later].which = which;
  p->later[p->n_later++].at = p->token;
  do {
    skip_to_text(p);
    while (p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END) p->token++;
  } while (p->token->kind == TOKEN_LINE_END && p->token[1].kind == TOKEN_TEXT);
  return true;
}

static bool is_read(const struct expr *x)
{
  return x->kind == EXPR_SHARED || x->kind == EXPR_ATOMIC;
}

static struct expr *parse_of_locals(struct parser *p, const struct type *type)
{
  const struct token *at = p->token;
  struct expr *x = parse_expr(p);
  if (x == NULL || !fit(p, x, type)) return NULL;
  return expr_any(x, is_read) ? (wrong(p, at, "this may not read registers"), NULL) : x;
}

/* invariant Q1 "text" : holds */
static bool parse_invariant(struct parser *p, struct invariant *v)
{
  v->name = p->token++->word;
  v->text = "";
  skip_to_text(p);
  if (p->token->kind == TOKEN_TEXT && !parse_text(p, &v->text)) return false;
  if (strlen(v->name) > 16 || strlen(v->text) > 120)
    return wrong(p, p->token - 1, "the name of an invariant has at most 16 bytes, its text 120");
  p->invariant = true;
  const struct token *at = p->token;
  if (!expects(p, ":", "the name") || (v->holds = parse_condition(p)) == NULL) return false;
  return !mentions_time(v->holds) ||
         wrong(p, at, "an invariant asks for no times, of which an exploration knows the ages only");
}

/* between p, q : owner e, ready e, arrow e */
static bool parse_between(struct parser *p)
{
  struct tree *t = p->tree;
  p->invariant = true;
  for (uint32_t k = 0; k < 2; k++) {
    if ((k == 1 && !expects(p, ",", "a name")) || !add_local(p, p->token, &type_number, true, &t->between[k]))
      return false;
    t->local[t->between[k]].bound = true;
    p->token++;
  }
  if (!expects(p, ":", "the two names")) return false;
  do {
    const struct expr **which = sees(p, "owner")   ? &t->owner
                                : sees(p, "ready") ? &t->ready
                                : sees(p, "arrow") ? &t->arrow
                                                   : NULL;
    if (which == NULL) return unexpected(p, "'owner', 'ready' or 'arrow'");
    p->token++;
    struct expr *x = parse_expr(p);
    if (x == NULL || !fit_number(p, x)) return false;
    *which = x;
  } while (takes(p, ","));
  return true;
}

static bool parse_holds(struct parser *p)
{
  struct tree *t = p->tree;
  return expects(p, "name", "'holds'") && (t->held = parse_of_locals(p, &type_number)) != NULL &&
         expects(p, "up", "the name") && expects(p, "to", "'up'") &&
         (t->held_most = parse_constant(p, "the largest name")) != NULL;
}

static bool parse_keeps(struct parser *p, struct group *g)
{
  p->attribute = g;
  g->keeps = parse_of_locals(p, &type_boolean);
  p->attribute = NULL;
  return g->keeps != NULL && parse_attributes(p, g);
}

static bool parse_put_off(struct parser *p, int what, uint32_t which)
{
  struct tree *t = p->tree;
  switch (what) {
  case LATER_KEEPS: return parse_keeps(p, &t->group[which]);
  case LATER_HOLDS: return parse_holds(p);
  case LATER_BETWEEN: return parse_between(p);
  default: break;
  }
  if (t->n_invariants == RMR_MAX_INVARIANTS) return wrong(p, p->token, "more than %u invariants", RMR_MAX_INVARIANTS);
  if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of the invariant");
  return parse_invariant(p, &t->invariant[t->n_invariants++]);
}

bool parse_later(struct parser *p)
{
  bool ok = true;
  p->sees_hidden = true;
  for (uint32_t k = 0; k < p->n_later && ok; k++) {
    p->token = p->later[k].at;
    p->invariant = false;
    p->attribute = NULL;
    const struct mark from = mark(p);
    ok = parse_put_off(p, p->later[k].what, p->later[k].which) &&
         (p->token->kind == TOKEN_LINE_END || unexpected(p, "the end of the line"));
    if (!ok) ok = recovers(p, &from, NULL);
  }
  return ok;
}
