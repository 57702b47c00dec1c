/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_access.c: the effect of an access. A model in Promela asserts that the written value is in the register's range,
 * where the text does not show it.
 */
#include <inttypes.h>

#include "language/emit_model.h"

/* Whether a value can be no other than those of the register's range. */
static bool fits(const struct model *w, const struct value *v, const struct phrase *x, int64_t least, int64_t most)
{
  if (x->known) return x->value >= least && x->value <= most;
  if (v->n == 1 && v->code->kind == EXPR_I) return least <= 1 && most >= w->spec->size.n;
  if (x->type == NULL || x->type->kind == TYPE_RANGE) return false; /* of a range that loops go beyond */
  const struct bounds has = model_bounds(w, x->type);
  return least <= has.least && most >= has.most - (x->type->kind == TYPE_PROCESS || x->type->kind == TYPE_SESSION);
}

static bool may_be_negative(const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == EXPR_SUBTRACT || v->code[k].kind == EXPR_NEGATE) return true;
  return false;
}

/* The register and what is added to it. */
static const char *sum_of(struct model *w, const char *place, struct phrase x)
{
  const bool less = x.literal && x.value < 0;
  if (less) x.value = -x.value;
  return say(w, "%s %c %s", place, less ? '-' : '+', words_operand(w, x, AS_SUM, true, NULL));
}

static const char *range_check(struct model *w, const struct value *v, const char *added, int64_t least, int64_t most)
{
  const struct phrase x = words_of(w, v);
  if (w->tla || (added == NULL && fits(w, v, &x, least, most))) return NULL;
  const char *text = added != NULL ? sum_of(w, added, x) : words_operand(w, x, AS_ORDER, false, NULL);
  if (least == 0 && !may_be_negative(v) && !phrase_may_be_negative(&x))
    return say(w, "assert(%s <= %" PRId64 ")", text, most);
  return say(w, "assert(%s >= %" PRId64 " && %s <= %" PRId64 ")", text, least, text, most);
}

/* Asserts that the written value is of the register's range, where the text does not show it. added: the register
 * itself, if the value is added to it; NULL. */
static const char *check_range(struct model *w, const struct node *n, const char *added)
{
  const struct group *g = &w->tree->group[n->group];
  const int64_t most = model_most(w, n->group);
  if (g->type.kind != TYPE_RECORD)
    return range_check(w, &n->value, added, w->m->shared[n->group].min, most >= 0 ? most : w->spec->cap);
  const struct packed_record *r = model_record(w, &g->type);
  const char *text = NULL;
  for (uint32_t at = n->value.n - 1; n->value.code[at].kind == EXPR_PUT;) {
    const uint32_t begin = words_begin(&n->value, at - 1);
    const struct value part = {n->value.code + begin, at - begin};
    for (uint32_t k = 0; k < g->type.n_fields; k++)
      if (g->type.field[k].shift == n->value.code[at].shift)
        text = lines_then(w, range_check(w, &part, NULL, r->field[k].least, r->field[k].most), text);
    if (begin == 0) break;
    at = begin - 1;
  }
  return text;
}

/* The value of the register after an operation. */
static const char *result_of(struct model *w, const struct node *n, const char *before)
{
  const struct type *t = &w->tree->group[n->group].type;
  struct phrase value = words_of(w, &n->value);
  switch (n->access) {
  case RMR_TAS: return literal_of(w, 1, t);
  case RMR_FETCH_ADD: return sum_of(w, before, value);
  case RMR_CAS:
    return say(w, w->tla ? "IF %s = %s THEN %s ELSE %s" : "(%s == %s -> %s : %s)", before,
               words_operand(w, words_of(w, &n->old), AS_EQUALITY, true, t), as_type(w, value, t), before);
  default: return as_type(w, value, t);
  }
}

/* A compare-and-swap that fails writes nothing. */
static const char *where_it_swaps(struct model *w, const struct node *n, const char *place, const char *checked)
{
  return say(w, "if :: %s == %s -> %s :: else fi", place,
             words_operand(w, words_of(w, &n->old), AS_EQUALITY, true, &w->tree->group[n->group].type), checked);
}

/* The register first becomes the reply, unless nobody asks for that; then it changes. A reply that goes to a local of
 * which the new value is made goes there last. */
static const char *change(struct model *w, const struct node *n, const char *place, bool asked, bool kept)
{
  const char *name = kept ? w->variable[model_variable(w, n->slot, n->of)].name : "was";
  const uint64_t needs = slots_of(&n->value) | slots_of(&n->old) | slots_of(&n->index) | slots_of(&n->column);
  const bool last = kept && (needs >> n->slot & 1) != 0;
  const char *checked = check_range(w, n, n->access == RMR_FETCH_ADD ? place : NULL);
  if (checked != NULL && n->access == RMR_CAS) checked = where_it_swaps(w, n, place, checked);
  if (!asked && !kept) return lines_then(w, checked, lines_assign(w, place, result_of(w, n, place)));
  if (!kept || last) w->needs |= NEEDS_WAS;
  const char *text = lines_then(w, checked, lines_assign(w, last ? "was" : name, place));
  text = lines_then(w, text, lines_assign(w, place, result_of(w, n, last ? "was" : name)));
  return last ? lines_then(w, text, lines_assign(w, name, "was")) : text;
}

const char *walk_access(struct model *w, const struct node *n, bool asked)
{
  const bool kept = w->step[w->access].kept;
  if (!rmr_kind_accesses(n->access)) return "skip";
  const char *place = register_of(w, n);
  switch (n->access) {
  case RMR_READ: return kept ? lines_assign(w, w->variable[model_variable(w, n->slot, n->of)].name, place) : NULL;
  case RMR_WRITE: return lines_then(w, check_range(w, n, NULL), lines_assign(w, place, result_of(w, n, place)));
  default: return change(w, n, place, asked, kept);
  }
}
