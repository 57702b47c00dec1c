/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_declaration.c: the declarations of a text: locals, registers with their attributes, parameters, types, changes
 * of the environment. Declarations that mention locals wait until these are known (parse_later.c).
 */
#include "language/recover.h"

/* --- locals ------------------------------------------------------------------------------------------------------- */

static bool new_local(struct parser *p, const struct token *name, const struct type *type, const char *word,
                      uint32_t *which)
{
  struct tree *t = p->tree;
  if (t->n_locals == MOST_LOCALS_OF_TEXT) return wrong(p, name, "more than %d locals", MOST_LOCALS_OF_TEXT);
  if (p->slots == MOST_SLOTS) return wrong(p, name, "more than %d locals at a time", MOST_SLOTS);
  *which = t->n_locals;
  t->local[t->n_locals++] = (struct local){.name = word, .type = *type, .slot = (uint8_t)p->slots++, .at = name};
  if (p->slots > t->n_slots) t->n_slots = p->slots;
  return true;
}

bool add_local(struct parser *p, const struct token *name, const struct type *type, bool hides, uint32_t *which)
{
  if (!is_free(p, name)) return false;
  const int other = hides ? -1 : find_local(p, name->word);
  if (other >= 0)
    return wrong(p, name, "'%s' is declared already, in line %u", name->word,
                 p->tree->source.line[p->tree->local[other].at->line].number);
  const bool of_process = p->instance == NULL; /* those of a procedure hide what is outside */
  if (!hides && of_process && !is_new(p, name, false)) return false;
  return new_local(p, name, type, name->word, which);
}

uint32_t hidden_local(struct parser *p, const struct token *at)
{
  uint32_t which = 0;
  return new_local(p, at, &type_number, "", &which) ? which : 0;
}

static bool parse_elements(struct parser *p, struct local *l)
{
  l->array = true;
  if ((l->low = parse_constant(p, "a bound")) == NULL || !expects(p, "..", "the first index") ||
      (l->high = parse_constant(p, "a bound")) == NULL || !is_range(p, l->low, l->high) ||
      !expects(p, "]", "the bounds"))
    return false;
  return l->low->kind == EXPR_NUMBER || wrong(p, l->at, "a local array begins at a number");
}

/* local a, b[1..N] : type; behind `local` or `private` */
bool parse_locals(struct parser *p, bool private)
{
  const uint32_t first = p->tree->n_locals;
  uint32_t last = first;
  do {
    const struct token *name = p->token;
    if (!add_local(p, name, &type_number, false, &last)) return false;
    p->token++;
    if (!takes(p, "[")) continue;
    if (!parse_elements(p, &p->tree->local[last])) return false;
    if (p->instance != NULL) p->slots--; /* of a procedure: it gets one of its own in the end */
  } while (takes(p, ","));
  struct type *type = pool_new(p->pool, 1, sizeof *type); /* the initial value refers to it */
  if (!expects(p, ":", "the names") || !parse_type(p, type)) return false;
  struct expr *initial = NULL;
  if (private && takes(p, "initially") && ((initial = parse_expr(p)) == NULL || !fit(p, initial, type))) return false;
  for (uint32_t k = first; k <= last; k++) {
    struct local *l = &p->tree->local[k];
    l->type = *type;
    l->private = private;
    l->initial = initial;
    if (private && l->array) return wrong(p, l->at, "a private array");
  }
  return true;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* k in 1..N */
static bool parse_dimension(struct parser *p, struct dimension *d)
{
  if (p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "in") == 0) {
    if (!is_free(p, p->token)) return false;
    d->index = p->token->word;
    p->token += 2;
  }
  return (d->low = parse_constant(p, "a bound")) != NULL && expects(p, "..", "the first index") &&
         (d->high = parse_constant(p, "a bound")) != NULL && is_range(p, d->low, d->high);
}

static bool parse_bounds(struct parser *p, struct group *g)
{
  if (!takes(p, "[")) return true;
  g->n_dimensions = 1;
  if (!parse_dimension(p, &g->dimension[0])) return false;
  if (takes(p, ",") || (sees(p, "]") && strcmp(p->token[1].word, "[") == 0 && (p->token += 2))) {
    g->n_dimensions = 2;
    if (!parse_dimension(p, &g->dimension[1])) return false;
  }
  return expects(p, "]", "the bounds");
}

/* An expression of the indices; value: and of what the register holds. */
static struct expr *parse_attribute(struct parser *p, const struct group *g, bool value, const struct type *type)
{
  p->attribute = g;
  p->value_is_known = value;
  p->constant = "an attribute";
  struct expr *x = parse_expr(p);
  p->attribute = NULL;
  p->value_is_known = false;
  p->constant = NULL;
  return x != NULL && fit(p, x, type) ? x : NULL;
}

/* lease, responsible: [of] e, while e */
static bool parse_responsible(struct parser *p, struct group *g, bool lease)
{
  g->lease |= lease;
  if (takes(p, "while")) return put_off(p, LATER_KEEPS, (uint32_t)(g - p->tree->group));
  if (lease && !takes(p, "of")) return true;
  return (g->responsible = parse_attribute(p, g, true, &type_number)) != NULL;
}

static bool parse_home(struct parser *p, struct group *g)
{
  g->home = sees(p, "owner") ? HOME_OWNER : sees(p, "nobody") ? HOME_NOBODY : HOME_EXPR;
  if (g->home != HOME_EXPR) return p->token++, true;
  return (g->home_of = parse_attribute(p, g, false, &type_number)) != NULL;
}

/* Of a type whose values are counted up to a largest one. */
static bool parse_arbitrary(struct parser *p, struct group *g)
{
  const struct type *t = &g->type;
  const bool parts = t->kind == TYPE_RECORD || (t->kind == TYPE_SET && t->names != NULL);
  if (parts || t->kind == TYPE_NATURAL || t->kind == TYPE_TIME)
    return wrong(p, p->token - 1,
                 "'arbitrary' needs a type with a largest value, which a record, natural number, time or "
                 "set of names has not");
  g->arbitrary = true;
  return true;
}

bool parse_attributes(struct parser *p, struct group *g)
{
  for (;;) {
    if (takes(p, "at")) {
      if (!parse_home(p, g)) return false;
    } else if (takes(p, "initially")) {
      if (takes(p, "arbitrary") ? !parse_arbitrary(p, g)
                                : (g->initial = parse_attribute(p, g, false, &g->type)) == NULL)
        return false;
      if (g->initial != NULL && !in_range(p, g->initial, &g->type)) return false;
    } else if (takes(p, "arbitrary")) {
      if (!parse_arbitrary(p, g)) return false;
    } else if (takes(p, "epoch")) {
      g->epoch = g->multi_writer = true;
    } else if (sees(p, "lease") || sees(p, "responsible")) {
      if (!parse_responsible(p, g, takes(p, "lease") || (p->token++, false))) return false;
    } else if (takes(p, "held")) {
      if (!expects(p, "by", "'held'") || (g->holder = parse_attribute(p, g, true, &type_number)) == NULL) return false;
    } else {
      return !(g->epoch && g->arbitrary) ||
             wrong(p, p->token - 1, "crashes count %s, so it is not initialised arbitrarily", g->name);
    }
  }
}

static bool is_index(const struct expr *x)
{
  return x->kind == EXPR_INDEX;
}

/* Whether an attribute that is the same for several groups depends on an index. */
static bool has_index(const struct group *g)
{
  const struct expr *const of[] = {g->initial, g->home_of, g->responsible, g->holder};
  for (uint32_t k = 0; k < sizeof of / sizeof *of; k++)
    if (of[k] != NULL && expr_any(of[k], is_index)) return true;
  return false;
}

/* shared A[1..N], B : type ... */
bool parse_shared(struct parser *p)
{
  struct tree *t = p->tree;
  const uint32_t first = t->n_groups;
  do {
    const struct token *name = p->token;
    if (!declares(p, name, false)) return false;
    if (t->n_groups == RMR_MAX_GROUPS) return wrong(p, name, "more than %u groups of registers", RMR_MAX_GROUPS);
    struct group *g = &t->group[t->n_groups];
    *g = (struct group){.name = name->word, .at = name};
    p->token++;
    if (!parse_bounds(p, g)) return false;
    t->n_groups++;
  } while (takes(p, ","));
  struct group *last = &t->group[t->n_groups - 1];
  if (!expects(p, ":", "the name of a register") || !parse_type(p, &last->type)) return false;
  const uint32_t later = p->n_later;
  if (!parse_attributes(p, last)) return false;
  for (uint32_t k = first; k + 1 < t->n_groups; k++) {
    struct group *g = &t->group[k];
    const struct group own = *g;
    *g = *last;
    g->name = own.name;
    g->at = own.at;
    g->n_dimensions = own.n_dimensions;
    memcpy(g->dimension, own.dimension, sizeof g->dimension);
    if (own.n_dimensions < last->n_dimensions && has_index(last))
      return wrong(p, own.at, "%s has not as many indices as %s, whose attributes use them; declare it by itself",
                   own.name, last->name);
    for (uint32_t j = later; j < p->n_later && p->later[j].which == t->n_groups - 1 && p->n_later < MOST_LATER; j++) {
      p->later[p->n_later] = p->later[j];
      p->later[p->n_later++].which = k;
    }
  }
  return true;
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

static bool parse_number(struct parser *p, int64_t *out)
{
  const bool negative = takes(p, "-");
  if (p->token->kind != TOKEN_NUMBER) return unexpected(p, "a number");
  *out = negative ? -p->token->number : p->token->number;
  p->token++;
  if (*out != 2 || !takes(p, "^")) return true; /* 2^30 */
  if (p->token->kind != TOKEN_NUMBER || p->token->number > 62) return unexpected(p, "a number up to 62");
  *out = INT64_C(1) << p->token++->number;
  return true;
}

/* parameter slots : 0..64 = 0 "how many"; parameter graph "..." */
bool parse_parameter(struct parser *p)
{
  struct tree *t = p->tree;
  if (t->n_parameters == MOST_PARAMETERS) return wrong(p, p->token, "more than %d parameters", MOST_PARAMETERS);
  struct parameter *q = &t->parameter[t->n_parameters];
  *q = (struct parameter){.name = p->token->word, .type = RMR_INTEGER, .about = ""};
  if (sees(p, "graph") || sees(p, "order")) q->type = sees(p, "graph") ? RMR_GRAPH : RMR_ORDER;
  if (q->type == RMR_INTEGER && !declares(p, p->token, false)) return false;
  p->token++;
  if (q->type == RMR_INTEGER &&
      (!expects(p, ":", "the name") || !parse_number(p, &q->low) || !expects(p, "..", "the smallest value") ||
       !parse_number(p, &q->high) || !expects(p, "=", "the range") || !parse_number(p, &q->fallback)))
    return false;
  if (q->type == RMR_INTEGER && (q->fallback < q->low || q->fallback > q->high))
    return wrong(p, p->token - 1, "the default of '%s' is outside its range", q->name);
  t->n_parameters++;
  skip_to_text(p);
  return p->token->kind != TOKEN_TEXT || parse_text(p, &q->about);
}

/* type color = {none, black, white} */
bool parse_named_type(struct parser *p)
{
  if (p->n_types == MOST_TYPES) return wrong(p, p->token, "more than %d types", MOST_TYPES);
  if (!declares(p, p->token, false)) return false;
  p->type_name[p->n_types] = p->token++->word;
  if (!expects(p, "=", "the name") || !parse_type(p, &p->type[p->n_types])) return false;
  p->n_types++;
  return true;
}

static bool has_time(const struct type *t)
{
  bool any = t->kind == TYPE_TIME;
  for (uint32_t k = 0; t->kind == TYPE_RECORD && k < t->n_fields; k++) any |= t->field[k].type.kind == TYPE_TIME;
  return any;
}

/* environment abort "..." : signal[k] := e when c */
bool parse_environment(struct parser *p)
{
  struct tree *t = p->tree;
  const char *about;
  if (t->n_changes == MOST_CHANGES) return wrong(p, p->token, "more than %d changes", MOST_CHANGES);
  struct change *c = &t->change[t->n_changes];
  if (!declares(p, p->token, false)) return false;
  c->name = p->token++->word;
  if ((p->token->kind == TOKEN_TEXT && !parse_text(p, &about)) || !expects(p, ":", "the name")) return false;
  const int group = p->token->kind == TOKEN_NAME ? find_group(t, p->token->word) : -1;
  if (group < 0) return unexpected(p, "a register");
  c->group = (uint32_t)group;
  p->token++;
  if (takes(p, "[")) {
    if (p->token->kind != TOKEN_NAME) return unexpected(p, "a name for the index");
    p->token++;
    if (!expects(p, "]", "the index")) return false;
  }
  const struct group *g = &t->group[group];
  if (g->epoch || has_time(&g->type))
    return wrong(p, p->token - 1, "the environment cannot change %s, which %s", g->name,
                 g->epoch ? "counts crashes" : "holds a time");
  if (!expects(p, ":=", "the register") || (c->becomes = parse_attribute(p, g, true, &g->type)) == NULL ||
      !expects(p, "when", "the new value") || (c->may = parse_attribute(p, g, true, &type_boolean)) == NULL)
    return false;
  if (expr_any(c->becomes, is_index) || expr_any(c->may, is_index))
    return wrong(p, p->token - 1, "a change is the same for all registers of %s, so it does not use the index",
                 g->name);
  t->n_changes++;
  return true;
}
