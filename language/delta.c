/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/delta.h"

#include <string.h>

/* --- expressions -------------------------------------------------------------------------------------------------- */

static bool is_comprehension(const struct expr *x)
{
  return x->kind >= EXPR_MAX;
}

/* The parts of an expression, one after the other, from k = 0; NULL: no more. */
static const struct expr *part_of(const struct expr *x, uint32_t k)
{
  const struct expr *const fixed[] = {x->right, x->third, x->index, x->column};
  for (uint32_t j = 0; j < 4; j++)
    if (fixed[j] != NULL && k-- == 0) return fixed[j];
  const struct expr *part = x->left;
  while (part != NULL && k-- > 0) part = part->next;
  return part;
}

static bool same(const struct expr *a, const struct expr *b)
{
  if (a == b) return true;
  if (a == NULL || b == NULL || a->kind != b->kind || is_comprehension(a) || a->number != b->number ||
      a->rest != b->rest || a->local != b->local || a->group != b->group || a->shift != b->shift ||
      a->width != b->width || a->turned != b->turned)
    return false;
  for (uint32_t k = 0;; k++) {
    const struct expr *one = part_of(a, k), *other = part_of(b, k);
    if (one == NULL || other == NULL) return one == other;
    if (!same(one, other)) return false;
  }
}

static bool reads_state(const struct expr *x)
{
  if (x->kind == EXPR_SHARED || x->kind == EXPR_AT || x->kind == EXPR_INSIDE || x->kind == EXPR_OTHERS) return true;
  const struct expr *part;
  for (uint32_t k = 0; (part = part_of(x, k)) != NULL; k++)
    if (reads_state(part)) return true;
  return false;
}

/* The number of a quantified name; -1: it is none. */
static int name_of(const struct delta *d, const struct expr *x)
{
  for (uint32_t k = 0; x != NULL && x->kind == EXPR_LOCAL && k < d->n_names; k++)
    if (d->name[k]->local == x->local) return (int)k;
  return -1;
}

static const struct delta_name *known_name(const struct delta_rule *rule, uint32_t known, uint32_t which)
{
  for (uint32_t k = 0; k < known; k++)
    if (rule->name[k].which == which) return &rule->name[k];
  return NULL;
}

/* Whether all names that x mentions are among the first `known` of the rule. */
static bool knows(const struct delta *d, const struct delta_rule *rule, uint32_t known, const struct expr *x)
{
  const int name = name_of(d, x);
  const struct expr *part;
  if (name >= 0) return known_name(rule, known, (uint32_t)name) != NULL;
  for (uint32_t k = 0; (part = part_of(x, k)) != NULL; k++)
    if (!knows(d, rule, known, part)) return false;
  return true;
}

/* Whether its value before the step is known: it reads the state of the process that moved, and no other, and no
 * register. */
static bool is_known_before(const struct delta *d, const struct delta_rule *rule, uint32_t known, const struct expr *x)
{
  const struct expr *part;
  if (x->kind == EXPR_SHARED) return false;
  if (x->kind == EXPR_AT || x->kind == EXPR_INSIDE || x->kind == EXPR_OTHERS) {
    const int name = name_of(d, x->left);
    const struct delta_name *who = name >= 0 ? known_name(rule, known, (uint32_t)name) : NULL;
    return who != NULL && who->source == DELTA_MOVED;
  }
  for (uint32_t k = 0; (part = part_of(x, k)) != NULL; k++)
    if (!is_known_before(d, rule, known, part)) return false;
  return true;
}

/* --- facts -------------------------------------------------------------------------------------------------------- */

struct facts {
  struct fact fact[MOST_FACTS];
  uint32_t n;
};

/* Beyond the most they are left out: a rule with fewer looks at more. */
static void add_fact(struct facts *facts, const struct expr *x, bool holds, bool before)
{
  if (x->kind == EXPR_NOT) {
    add_fact(facts, x->left, !holds, before);
  } else if (x->kind == (holds ? EXPR_AND : EXPR_OR)) {
    add_fact(facts, x->left, holds, before);
    add_fact(facts, x->right, holds, before);
  } else if (facts->n < MOST_FACTS) {
    facts->fact[facts->n++] = (struct fact){.x = x, .holds = holds, .before = before};
  }
}

/* --- one rule ----------------------------------------------------------------------------------------------------- */

/* False: it is known already. */
static bool determine(struct delta_rule *rule, uint32_t *known, uint32_t which, enum delta_source source,
                      const struct expr *value)
{
  if (known_name(rule, *known, which) != NULL) return false;
  rule->name[(*known)++] = (struct delta_name){.which = which, .source = source, .value = value};
  return true;
}

/* The name by the value, if it is one and the value is known. */
static bool determine_by(const struct delta *d, struct delta_rule *rule, uint32_t *known, const struct expr *name,
                         const struct expr *value, enum delta_source source)
{
  const int which = name_of(d, name);
  if (which < 0 || !knows(d, rule, *known, value)) return false;
  if (source == DELTA_BEFORE && !is_known_before(d, rule, *known, value)) return false;
  return determine(rule, known, (uint32_t)which, source, value);
}

static bool use_equations(const struct delta *d, struct delta_rule *rule, uint32_t *known)
{
  for (uint32_t k = 0; k < rule->n_facts; k++) {
    const struct fact *f = &rule->fact[k];
    const enum delta_source source = f->before ? DELTA_BEFORE : DELTA_NOW;
    if (f->x->kind != (f->holds ? EXPR_EQUAL : EXPR_DIFFERENT) || f->x->left->kind == EXPR_TUPLE) continue;
    if (determine_by(d, rule, known, f->x->left, f->x->right, source) ||
        determine_by(d, rule, known, f->x->right, f->x->left, source))
      return true;
  }
  return false;
}

struct comparison {
  const struct expr *smaller, *larger;
  bool open;
};

/* a < b, a <= b, or what they are not; false: the fact is none of these. */
static bool is_comparison(const struct fact *f, struct comparison *out)
{
  if ((f->x->kind != EXPR_LESS && f->x->kind != EXPR_AT_MOST) || f->x->left->kind == EXPR_TUPLE) return false;
  const bool turns = f->x->turned != !f->holds;
  *out = (struct comparison){.smaller = turns ? f->x->right : f->x->left,
                             .larger = turns ? f->x->left : f->x->right,
                             .open = (f->x->kind == EXPR_LESS) == f->holds};
  return true;
}

static bool is_place(const struct expr *x, const struct expr *of, const struct expr *name)
{
  return x->kind == EXPR_PLACE && same(x->left, of) && same(x->right, name);
}

/* The bounds that the facts give for the place, among the neighbours, of the last name that is known. */
static void find_bounds(const struct delta *d, struct delta_rule *rule, uint32_t known, const struct expr *name)
{
  struct delta_name *out = &rule->name[known - 1];
  for (uint32_t k = 0; k < rule->n_facts && out->n_bounds < MOST_BOUNDS; k++) {
    const struct fact *f = &rule->fact[k];
    struct comparison c;
    if (!is_comparison(f, &c)) continue;
    const bool below = is_place(c.larger, out->value, name);
    const struct expr *value = below ? c.smaller : c.larger;
    if (!below && !is_place(c.smaller, out->value, name)) continue;
    if (!knows(d, rule, known - 1, value) || (f->before && !is_known_before(d, rule, known - 1, value))) continue;
    out->bound[out->n_bounds++] =
      (struct delta_bound){.value = value, .below = below, .open = c.open, .before = f->before};
  }
}

/* place_of(p, q) != 0, of which one is known. */
static bool use_neighbours(const struct delta *d, struct delta_rule *rule, uint32_t *known)
{
  for (uint32_t k = 0; k < rule->n_facts; k++) {
    const struct fact *f = &rule->fact[k];
    const struct expr *x = f->x->left;
    if (f->x->kind != (f->holds ? EXPR_DIFFERENT : EXPR_EQUAL) || x->kind != EXPR_PLACE ||
        f->x->right->kind != EXPR_NUMBER || f->x->right->number != 0)
      continue;
    const bool second = determine_by(d, rule, known, x->right, x->left, DELTA_NEIGHBOURS);
    if (!second && !determine_by(d, rule, known, x->left, x->right, DELTA_NEIGHBOURS)) continue;
    find_bounds(d, rule, *known, second ? x->right : x->left);
    return true;
  }
  return false;
}

/* The outermost name that is not known goes through its list. */
static void use_list(struct delta_rule *rule, uint32_t *known)
{
  uint32_t which = 0;
  while (known_name(rule, *known, which) != NULL) which++;
  determine(rule, known, which, DELTA_EACH, NULL);
}

static bool has_loop(const struct delta *d, const struct delta_rule *rule)
{
  for (uint32_t k = 0; k < d->n_names; k++)
    if (rule->name[k].source >= DELTA_NEIGHBOURS) return true;
  return false;
}

static bool same_names(const struct delta *d, const struct delta_rule *a, const struct delta_rule *b)
{
  if (a->written != b->written || a->group != b->group) return false;
  for (uint32_t k = 0; k < d->n_names; k++)
    if (a->name[k].which != b->name[k].which || a->name[k].source != b->name[k].source ||
        !same(a->name[k].value, b->name[k].value))
      return false;
  return true;
}

static bool has_fact(const struct delta_rule *rule, const struct fact *fact)
{
  for (uint32_t k = 0; k < rule->n_facts; k++)
    if (rule->fact[k].holds == fact->holds && rule->fact[k].before == fact->before && same(rule->fact[k].x, fact->x))
      return true;
  return false;
}

/* Facts that can be tested: a fact of what was needs a state that is known. */
static void keep_testable(const struct delta *d, struct delta_rule *rule)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < rule->n_facts; k++) {
    struct fact *f = &rule->fact[k];
    while (!knows(d, rule, f->known, f->x)) f->known++;
    if (!f->before || is_known_before(d, rule, d->n_names, f->x)) rule->fact[n++] = *f;
  }
  rule->n_facts = n;
}

/* Why there is the rule. Beyond the most causes, they are only counted. */
static void add_cause(struct delta_rule *rule, const struct delta_cause *cause)
{
  if (rule->n_causes < MOST_CAUSES) rule->cause[rule->n_causes] = *cause;
  rule->n_causes++;
}

static struct delta_cause cause_of(const struct delta *d, const struct delta_rule *rule, const struct expr *read)
{
  struct delta_cause cause = {.read = read};
  for (uint32_t k = 0; k < rule->n_facts && cause.n_lines < MOST_BOUNDS; k++) {
    const struct fact *f = &rule->fact[k];
    const int name = f->x->kind == EXPR_AT ? name_of(d, f->x->left) : -1;
    const struct delta_name *who = name >= 0 ? known_name(rule, d->n_names, (uint32_t)name) : NULL;
    if (who != NULL && who->source == DELTA_MOVED) cause.line[cause.n_lines++] = *f;
  }
  return cause;
}

/* Two rules without loops that look at the same instance are one, which knows what both know. */
static void add_rule(struct delta *d, struct delta_rule *rule)
{
  for (uint32_t k = 0; k < d->n_rules; k++) {
    struct delta_rule *old = &d->rule[k];
    if (!same_names(d, old, rule) || has_loop(d, rule)) continue;
    uint32_t n = 0;
    for (uint32_t j = 0; j < old->n_facts; j++)
      if (has_fact(rule, &old->fact[j])) old->fact[n++] = old->fact[j];
    old->n_facts = n;
    add_cause(old, &rule->cause[0]);
    return;
  }
  if (d->n_rules == MOST_DELTA_RULES)
    d->whole = true;
  else
    d->rule[d->n_rules++] = *rule;
}

/* The literal has become true because of what `read` reads. */
static void make_rule(struct delta *d, const struct expr *read, const struct facts *facts)
{
  struct delta_rule rule = {.written = read->kind == EXPR_SHARED, .group = read->group, .n_facts = facts->n};
  const struct expr *const place[] = {rule.written ? read->index : read->left, rule.written ? read->column : NULL};
  uint32_t known = 0;
  memcpy(rule.fact, facts->fact, sizeof rule.fact);
  if (!rule.written) rule.group = 0;
  for (uint32_t k = 0; k < 2; k++) {
    const int which = name_of(d, place[k]);
    if (which >= 0)
      determine(&rule, &known, (uint32_t)which, !rule.written ? DELTA_MOVED : k == 0 ? DELTA_ROW : DELTA_COLUMN, NULL);
  }
  while (known < d->n_names)
    if (!use_equations(d, &rule, &known) && !use_neighbours(d, &rule, &known)) use_list(&rule, &known);
  keep_testable(d, &rule);
  const struct delta_cause cause = cause_of(d, &rule, read);
  add_cause(&rule, &cause);
  add_rule(d, &rule);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* A rule for everything that the literal reads. */
static void literal(struct delta *d, const struct expr *x, const struct facts *facts)
{
  const struct expr *part;
  if (x->kind == EXPR_SHARED || x->kind == EXPR_AT || x->kind == EXPR_INSIDE || x->kind == EXPR_OTHERS)
    make_rule(d, x, facts);
  for (uint32_t k = 0; (part = part_of(x, k)) != NULL; k++) literal(d, part, facts);
}

/* `x` has become what `holds` says. */
static void walk(struct delta *d, const struct expr *x, bool holds, const struct facts *facts)
{
  struct facts more = *facts;
  if (x->kind == EXPR_NOT) {
    walk(d, x->left, !holds, facts);
  } else if (x->kind == EXPR_AND || x->kind == EXPR_OR) {
    const bool all = x->kind == (holds ? EXPR_AND : EXPR_OR); /* else one of the two: the other was not so before */
    add_fact(&more, x->right, all ? holds : !holds, !all);
    walk(d, x->left, holds, &more);
    more = *facts;
    add_fact(&more, x->left, all ? holds : !holds, !all);
    walk(d, x->right, holds, &more);
  } else {
    add_fact(&more, x, holds, false);
    add_fact(&more, x, !holds, true);
    literal(d, x, &more);
  }
}

/* A list that is the same in every state. */
static bool is_fixed_span(const struct expr *list)
{
  return list->kind == EXPR_SPAN && !reads_state(list);
}

void delta_find(struct delta *d, const struct expr *invariant)
{
  const struct expr *x = invariant;
  struct facts facts = {.n = 0};
  *d = (struct delta){.n_names = 0};
  while (d->n_names < MOST_QUANTIFIED && d->condition == NULL && x->kind == EXPR_FORALL && is_fixed_span(x->left)) {
    d->name[d->n_names++] = x;
    d->condition = x->third;
    x = x->right;
  }
  d->body = x;
  if (d->n_names == 0) return;
  if (d->condition != NULL) add_fact(&facts, d->condition, true, false);
  walk(d, d->body, false, &facts);
  if (d->condition == NULL || !reads_state(d->condition)) return;
  facts.n = 0; /* an instance may also be new */
  add_fact(&facts, d->body, false, false);
  walk(d, d->condition, true, &facts);
}

static bool rule_looks_back(const struct delta_rule *rule, uint32_t n_names)
{
  bool back = false;
  for (uint32_t k = 0; k < rule->n_facts; k++) back |= rule->fact[k].before;
  for (uint32_t k = 0; k < n_names; k++) {
    back |= rule->name[k].source == DELTA_BEFORE;
    for (uint32_t b = 0; b < rule->name[k].n_bounds; b++) back |= rule->name[k].bound[b].before;
  }
  return back;
}

bool delta_looks_back(const struct delta *delta)
{
  bool back = false;
  for (uint32_t k = 0; k < delta->n_rules; k++) back |= rule_looks_back(&delta->rule[k], delta->n_names);
  return back;
}
