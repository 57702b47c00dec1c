/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/recover.h"

struct mark mark(const struct parser *p)
{
  return (struct mark){p->token,  p->depth,          p->slots,      p->tree->n_locals,
                       p->n_open, p->tree->n_groups, p->n_routines, p->n_later};
}

static bool ends(const struct token *t)
{
  return t->kind == TOKEN_LINE_END || t->kind == TOKEN_FILE_END;
}

/* --- errors that are told ----------------------------------------------------------------------------------------- */

static bool is_doubtful(const struct recovery *r, const char *name)
{
  for (uint32_t k = 0; k < r->n_doubtful; k++)
    if (strcmp(r->doubtful[k], name) == 0) return true;
  return false;
}

static void doubt(struct recovery *r, const char *name)
{
  if (r->n_doubtful < MOST_DOUBTFUL && !is_doubtful(r, name)) r->doubtful[r->n_doubtful++] = name;
}

/* Whether the statement from `at` on mentions a doubtful name. */
static bool mentions_doubtful(const struct recovery *r, const struct token *at)
{
  for (; !ends(at); at++)
    if (at->kind == TOKEN_NAME && is_doubtful(r, at->word)) return true;
  return false;
}

static bool is_told(const struct recovery *r, const struct error *e)
{
  for (uint32_t k = 0; k < r->n; k++)
    if (r->error[k].line == e->line && r->error[k].column == e->column && strcmp(r->error[k].file, e->file) == 0)
      return true;
  return false;
}

static void keep(struct parser *p, const struct token *from)
{
  struct recovery *r = p->recovery;
  const struct error e = *p->e;
  const bool follows = is_told(r, &e) || mentions_doubtful(r, from) || (p->unknown != NULL && r->undeclared);
  *p->e = (struct error){0};
  if (e.code != EXIT_OK && !follows) r->error[r->n++] = e;
  if (p->unknown != NULL) doubt(r, p->unknown);
  p->unknown = NULL;
}

/* --- going on ----------------------------------------------------------------------------------------------------- */

static void go_back(struct parser *p, const struct mark *from)
{
  p->depth = from->depth;
  p->slots = from->slots;
  p->n_open = from->n_open;
  p->constant = NULL;
  p->attribute = NULL;
  p->value_is_known = p->invariant = false;
  for (uint32_t k = from->n_locals; k < p->tree->n_locals; k++)
    if (p->tree->local[k].bound) p->tree->local[k].name = "";
}

bool recovers(struct parser *p, const struct mark *from, const char *stop)
{
  if (p->recovery == NULL) return false;
  keep(p, from->at);
  go_back(p, from);
  while (!ends(p->token) && !sees(p, "end") && (stop == NULL || !sees(p, stop))) p->token++;
  return p->recovery->n < p->recovery->most && p->token->kind != TOKEN_FILE_END;
}

bool recovers_declaration(struct parser *p, const struct mark *from)
{
  if (!recovers(p, from, NULL)) return false;
  while (!ends(p->token)) p->token++;
  p->tree->n_groups = from->n_groups;
  p->tree->n_locals = from->n_locals;
  p->n_routines = from->n_routines;
  p->n_later = from->n_later;
  p->recovery->undeclared = true;
  for (const struct token *t = from->at; !ends(t) && strpbrk(t->word, ":=(") == NULL; t++)
    if (t->kind == TOKEN_NAME && !is_word(t->word)) doubt(p->recovery, t->word);
  return true;
}

bool mends(struct parser *p, const struct mark *from, bool ok, const char *word)
{
  if (ok) return true;
  if (!recovers(p, from, word)) return false;
  takes(p, word);
  return true;
}
