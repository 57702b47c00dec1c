/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fit.c: whether an expression fits where it stands. Numbers of all kinds fit each other: whether one is in its range
 * is found when it is written.
 */
#include "base/suggest.h"
#include "base/text.h"
#include "language/parser.h"

static bool is_number(const struct type *t)
{
  switch (t->kind) {
  case TYPE_RANGE:
  case TYPE_NATURAL:
  case TYPE_PROCESS:
  case TYPE_SESSION:
  case TYPE_TIME:
  case TYPE_NUMBER: return true;
  default: return false;
  }
}

static const char *words_for(const struct type *t)
{
  static const char *const words[] = {[TYPE_BOOLEAN] = "true or false",
                                      [TYPE_RANGE] = "a number",
                                      [TYPE_NATURAL] = "a number",
                                      [TYPE_PROCESS] = "a number",
                                      [TYPE_SESSION] = "a number",
                                      [TYPE_TIME] = "a number",
                                      [TYPE_ENUM] = "one of the names of its type",
                                      [TYPE_RECORD] = "a record",
                                      [TYPE_SET] = "a set",
                                      [TYPE_NUMBER] = "a number",
                                      [TYPE_NAME] = "a name",
                                      [TYPE_LIST] = "a list"};
  return words[t->kind];
}

static bool same_names(const char *const *a, const char *const *b)
{
  if (a == b) return true;
  for (; *a != NULL && *b != NULL; a++, b++)
    if (strcmp(*a, *b) != 0) return false;
  return *a == *b;
}

static bool same_fields(const struct type *a, const struct type *b)
{
  if (a->n_fields != b->n_fields) return false;
  for (uint32_t k = 0; k < a->n_fields; k++)
    if (a->field[k].shift != b->field[k].shift || a->field[k].width != b->field[k].width ||
        strcmp(a->field[k].name, b->field[k].name) != 0)
      return false;
  return true;
}

static bool one_of_names(struct parser *p, struct expr *x, const struct type *type)
{
  size_t n = 0;
  for (; type->names[n] != NULL; n++)
    if (strcmp(type->names[n], x->word) == 0) {
      x->kind = EXPR_NUMBER;
      x->number = (int64_t)n;
      x->type = type;
      return true;
    }
  char hint[SUGGESTION];
  return wrong(p, x->at, "'%s' is none of the names of this type%s", x->word,
               suggestion(x->word, type->names, n, hint));
}

static bool fields_of(struct parser *p, struct expr *x, const struct type *record)
{
  uint32_t n = 0;
  for (struct expr *part = x->left; part != NULL; part = part->next, n++)
    if (n < record->n_fields && !fit(p, part, &record->field[n].type)) return false;
  if (n != record->n_fields)
    return wrong(p, x->at, "%u values for a record of %u field%s", n, record->n_fields, plural(record->n_fields));
  x->kind = EXPR_RECORD;
  x->type = record;
  return true;
}

bool fit_member(struct parser *p, struct expr *x, const struct type *set)
{
  if (set->names == NULL) return fit_number(p, x);
  struct type *of = pool_new(p->pool, 1, sizeof *of);
  *of = (struct type){.kind = TYPE_ENUM, .names = set->names};
  return fit(p, x, of);
}

static bool members_of(struct parser *p, struct expr *x, const struct type *set)
{
  for (struct expr *part = x->left; part != NULL; part = part->next)
    if (!fit_member(p, part, set)) return false;
  x->kind = EXPR_MEMBERS;
  x->type = set;
  return true;
}

bool fit(struct parser *p, struct expr *x, const struct type *type)
{
  if (x->kind == EXPR_ARGUMENT) return true; /* a number inside, whatever it stands for */
  if (x->kind == EXPR_NAME && (type->kind == TYPE_ENUM)) return one_of_names(p, x, type);
  if (x->kind == EXPR_TUPLE && type->kind == TYPE_RECORD) return fields_of(p, x, type);
  if (x->kind == EXPR_LIST && type->kind == TYPE_SET) return members_of(p, x, type);
  if (x->kind == EXPR_CHOOSE && x->type->kind != type->kind) {
    x->type = type;
    return fit(p, x->left, type) && fit(p, x->right, type);
  }
  if (x->kind == EXPR_NAME) {
    struct expr *named = find_enumerated(p, x->at);
    if (named == NULL) return none_known(p, x->at) != NULL;
    return wrong(p, x->at, "expected %s, not '%s'", words_for(type), x->word);
  }
  if (is_number(type) ? is_number(x->type) : type->kind == x->type->kind) {
    if (type->kind == TYPE_ENUM && !same_names(type->names, x->type->names))
      return wrong(p, x->at, "a value of another type");
    if (type->kind == TYPE_RECORD && !same_fields(type, x->type)) return wrong(p, x->at, "a record of another type");
    return true;
  }
  if (x->at->kind == TOKEN_NAME || x->at->kind == TOKEN_NUMBER)
    return wrong(p, x->at, "expected %s; '%s' is %s%s", words_for(type), x->at->word, words_for(x->type),
                 x->kind == EXPR_ATOMIC ? ", the old value" : "");
  return wrong(p, x->at, "expected %s, and this is %s", words_for(type), words_for(x->type));
}

bool fit_number(struct parser *p, struct expr *x)
{
  return fit(p, x, &type_number);
}

/* A name that both sides leave open is the first that there is. */
bool settle(struct parser *p, struct expr *x)
{
  if (x->kind == EXPR_CHOOSE && x->type->kind == TYPE_NAME) {
    if (!settle(p, x->left) || !settle(p, x->right)) return false;
    x->type = x->left->type;
  }
  if (x->kind != EXPR_NAME) return true;
  struct expr *named = find_enumerated(p, x->at);
  if (named == NULL) return none_known(p, x->at) != NULL;
  return fit(p, x, named->type);
}

/* Two tuples, part by part. */
static bool fit_tuples(struct parser *p, struct expr *a, struct expr *b)
{
  struct expr *x = a->left, *y = b->left;
  for (; x != NULL && y != NULL; x = x->next, y = y->next)
    if (!fit_pair(p, x, y)) return false;
  return x == y || wrong(p, b->at, "the two tuples have different lengths");
}

bool fit_pair(struct parser *p, struct expr *a, struct expr *b)
{
  if (a->kind == EXPR_TUPLE && b->kind == EXPR_TUPLE) return fit_tuples(p, a, b);
  if (a->kind == EXPR_ARGUMENT || b->kind == EXPR_ARGUMENT) return settle(p, a) && settle(p, b);
  if (a->type->kind == TYPE_NAME || a->type->kind == TYPE_LIST)
    return settle(p, b) && b->type->kind != TYPE_LIST ? fit(p, a, b->type)
                                                      : wrong(p, a->at, "a list cannot be compared with this");
  return fit(p, b, a->type);
}
