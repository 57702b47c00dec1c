/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_value.c: operands: numbers, names, registers, atomic operations.
 */
#include "base/suggest.h"
#include "language/parser.h"

/* --- names -------------------------------------------------------------------------------------------------------- */

void *none_known(struct parser *p, const struct token *at)
{
  const char *names[MOST_LOCALS_OF_TEXT + RMR_MAX_GROUPS + MOST_PARAMETERS + MOST_ROUTINES + 16];
  size_t n = 0;
  const struct tree *t = p->tree;
  p->unknown = at->word;
  if (find_routine(p, at->word, false) != NULL)
    return wrong(p, at, "'%s' is a procedure, and has no value", at->word), NULL;
  for (uint32_t k = p->first_local; k < t->n_locals; k++) names[n++] = t->local[k].name;
  for (uint32_t k = 0; k < t->n_groups; k++) names[n++] = t->group[k].name;
  for (uint32_t k = 0; k < t->n_parameters; k++) names[n++] = t->parameter[k].name;
  for (uint32_t k = 0; k < p->n_routines; k++)
    if (p->routine[k].function) names[n++] = p->routine[k].name;
  for (const struct binding *b = p->scope; b != NULL && n + 2 < sizeof names / sizeof *names; b = b->next)
    names[n++] = b->name;
  static const char *const words[] = {"N", "mysession", "true", "false", "nil"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) names[n++] = words[k];
  char hint[SUGGESTION];
  wrong(p, at, "'%.64s' is not declared%s", at->word, right_word(at->word, names, n, hint));
  return NULL;
}

int find_group(const struct tree *t, const char *name)
{
  for (uint32_t k = 0; k < t->n_groups; k++)
    if (strcmp(t->group[k].name, name) == 0) return (int)k;
  return -1;
}

int find_local(const struct parser *p, const char *name)
{
  for (uint32_t k = p->tree->n_locals; k-- > p->first_local;) /* the innermost first */
    if (strcmp(p->tree->local[k].name, name) == 0 && (!p->tree->local[k].hidden || p->sees_hidden)) return (int)k;
  return -1;
}

static struct expr *constant_only(struct parser *p, const struct token *at)
{
  wrong(p, at, "'%s': %s is made of numbers, N, parameters and functions of these", at->word, p->constant);
  return NULL;
}

/* --- registers and elements --------------------------------------------------------------------------------------- */

struct expr *parse_values(struct parser *p, const char *end, uint32_t *n)
{
  struct expr *first = NULL, **last = &first;
  for (*n = 0; *n == 0 || takes(p, ","); last = &(*last)->next, ++*n)
    if ((*last = parse_expr(p)) == NULL) return NULL;
  return expects(p, end, "the values") ? first : NULL;
}

/* [e], [e, f] or [e][f] */
static bool parse_indices(struct parser *p, const struct token *at, struct expr *x, uint32_t n_dimensions)
{
  if (n_dimensions == 0) {
    if (!sees(p, "[")) return true;
    return wrong(p, p->token, "'%s' is one register, not an array", at->word);
  }
  if (!expects(p, "[", "the name of an array") || (x->index = parse_expr(p)) == NULL || !fit_number(p, x->index))
    return false;
  if (n_dimensions == 1) return expects(p, "]", "an index");
  if (!takes(p, ",") && !(expects(p, "]", "an index") && expects(p, "[", "the first index"))) return false;
  return (x->column = parse_expr(p)) != NULL && fit_number(p, x->column) && expects(p, "]", "an index");
}

static struct expr *parse_register(struct parser *p, const struct token *at, uint32_t group)
{
  const struct group *g = &p->tree->group[group];
  struct expr *x = new_expr(p, EXPR_SHARED, at, &g->type);
  x->group = group;
  if (p->constant != NULL) return constant_only(p, at);
  return parse_indices(p, at, x, g->n_dimensions) ? x : NULL;
}

static struct expr *parse_local(struct parser *p, const struct token *at, uint32_t local)
{
  const struct local *l = &p->tree->local[local];
  struct expr *x = new_expr(p, l->array ? EXPR_ELEMENT : EXPR_LOCAL, at, &l->type);
  x->local = local;
  if (p->constant != NULL && !l->bound) return constant_only(p, at);
  if (!l->array) return x;
  return parse_indices(p, at, x, 1) ? x : NULL;
}

struct expr *parse_field(struct parser *p, struct expr *x, const struct token *name)
{
  if (x->type->kind != TYPE_RECORD) return wrong(p, name, "'.%s': this is no record", name->word), NULL;
  const char *names[RMR_MAX_FIELDS];
  for (uint32_t k = 0; k < x->type->n_fields; k++) {
    const struct field *f = &x->type->field[k];
    names[k] = f->name;
    if (strcmp(f->name, name->word) != 0) continue;
    struct expr *part = new_expr(p, EXPR_FIELD, x->at, &f->type);
    part->left = x;
    part->shift = f->shift;
    part->width = f->width;
    return part;
  }
  char hint[SUGGESTION];
  wrong(p, name, "no field '%s'%s", name->word, suggestion(name->word, names, x->type->n_fields, hint));
  return NULL;
}

/* --- atomic operations -------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  uint8_t kind, values;
} atomics[] = {{"test_and_set", RMR_TAS, 0},
               {"fetch_and_store", RMR_SWAP, 1},
               {"fetch_and_add", RMR_FETCH_ADD, 1},
               {"compare_and_swap", RMR_CAS, 2},
               {"update", RMR_UPDATE, 1}};

/* X, f, e: the argument is e, or 4 e and the number of f where there are several functions. */
static bool parse_update_of(struct parser *p, struct expr *x)
{
  struct group *g = &p->tree->group[x->group];
  const struct token *name = p->token;
  struct routine *f = name->kind == TOKEN_NAME ? find_routine(p, name->word, true) : NULL;
  if (f == NULL) return unexpected(p, "the name of a function");
  p->token++;
  uint32_t which = 0;
  while (which < g->n_updates && strcmp(g->update_name[which], f->name) != 0) which++;
  if (which == 4) return wrong(p, name, "more than 4 functions that update '%s'", g->name);
  if (which == g->n_updates) {
    const struct expr *becomes = parse_update(p, f, name, x->group);
    if (becomes == NULL) return false;
    g->update[g->n_updates] = becomes;
    g->update_name[g->n_updates++] = f->name;
  }
  x->number = which;
  return expects(p, ",", "the function") && (x->right = parse_expr(p)) != NULL && settle(p, x->right);
}

static struct expr *parse_atomic(struct parser *p, const struct token *at, size_t which)
{
  if (p->constant != NULL) return constant_only(p, at);
  if (!expects(p, "(", atomics[which].name)) return NULL;
  struct expr *place = parse_primary(p);
  if (place == NULL) return NULL;
  if (place->kind == EXPR_NAME) return none_known(p, place->at);
  if (place->kind != EXPR_SHARED) return wrong(p, place->at, "'%s' wants a register", at->word), NULL;
  const struct type *type = place->type;
  struct expr *x = new_expr(p, EXPR_ATOMIC, at, type);
  x->group = place->group;
  x->index = place->index;
  x->column = place->column;
  x->atomic = atomics[which].kind;
  if (atomics[which].values >= 1 && !expects(p, ",", "a register")) return NULL;
  if (x->atomic == RMR_UPDATE) return parse_update_of(p, x) && expects(p, ")", "the arguments") ? x : NULL;
  if (x->atomic == RMR_TAS && type->kind != TYPE_BOOLEAN && type->kind != TYPE_RANGE)
    return wrong(p, place->at, "test_and_set wants a boolean register"), NULL;
  if (x->atomic == RMR_CAS && type_bits(type) > CAS_BITS)
    return wrong(p, place->at, "compare_and_swap compares %d bits, and this register has %u", CAS_BITS,
                 type_bits(type)),
           NULL;
  if (atomics[which].values == 2 &&
      ((x->third = parse_expr(p)) == NULL || !fit(p, x->third, type) || !expects(p, ",", "the expected value")))
    return NULL;
  if (atomics[which].values >= 1 && ((x->right = parse_expr(p)) == NULL || !fit(p, x->right, type))) return NULL;
  return expects(p, ")", "the arguments") ? x : NULL;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* lg(x), degree(p), neighbour(p, k), place_of(p, q), first(S) */
static struct expr *parse_numeric(struct parser *p, enum expr_kind kind, const struct token *at)
{
  static const struct type set = {.kind = TYPE_SET};
  struct expr *x = new_expr(p, kind, at, &type_number);
  if (!expects(p, "(", at->word) || (x->left = parse_expr(p)) == NULL ||
      !fit(p, x->left, kind == EXPR_FIRST ? &set : &type_number))
    return NULL;
  if ((kind == EXPR_NEIGHBOUR || kind == EXPR_PLACE) &&
      (!expects(p, ",", "a process") || (x->right = parse_expr(p)) == NULL || !fit_number(p, x->right)))
    return NULL;
  return expects(p, ")", "the value") ? x : NULL;
}

/* Whether only what surrounds it tells its type. */
static bool is_open(const struct expr *x)
{
  return x->type->kind == TYPE_NAME || x->type->kind == TYPE_LIST;
}

/* first j in 1..N : b, or first(S) */
static struct expr *parse_first(struct parser *p, enum expr_kind kind, const struct token *at)
{
  return p->token->kind == TOKEN_NAME ? parse_quantifier(p, EXPR_WHICH, at) : parse_numeric(p, kind, at);
}

static struct expr *parse_choice(struct parser *p, enum expr_kind kind, const struct token *at)
{
  struct expr *x = new_expr(p, kind, at, NULL);
  if ((x->third = parse_condition(p)) == NULL || !expects(p, "then", "the condition") ||
      (x->left = parse_expr(p)) == NULL || !expects(p, "else", "the first value") ||
      (x->right = parse_expr(p)) == NULL ||
      !(is_open(x->left) && is_open(x->right) ? true : fit_pair(p, x->left, x->right)))
    return NULL;
  x->type = x->left->type;
  return x;
}

struct word {
  const char *name;
  enum expr_kind kind;
  int64_t number;
  const struct type *type;
  bool constant;
};

static struct expr *parse_word(struct parser *p, const struct token *at, const struct word *w)
{
  if (p->constant != NULL && !w->constant) return constant_only(p, at);
  p->tree->uses_sessions |= w->kind == EXPR_LOCAL;
  p->tree->uses_identity |= w->kind == EXPR_ME;
  p->tree->uses_now |= w->kind == EXPR_NOW;
  p->tree->uses_passages |= w->kind == EXPR_PASSAGES;
  struct expr *x = new_expr(p, w->kind, at, w->type);
  x->number = w->number;
  return x;
}

/* The name of an index of the register whose attribute this is, or `value`. */
static struct expr *parse_attribute_name(struct parser *p, const struct token *at)
{
  const struct group *g = p->attribute;
  for (uint32_t k = 0; k < g->n_dimensions; k++)
    if (g->dimension[k].index != NULL && strcmp(g->dimension[k].index, at->word) == 0) {
      struct expr *x = new_expr(p, EXPR_INDEX, at, &type_number);
      x->number = k;
      return x;
    }
  return p->value_is_known && strcmp(at->word, "value") == 0 ? new_expr(p, EXPR_VALUE, at, &g->type) : NULL;
}

static struct expr *parse_declared(struct parser *p, const struct token *at)
{
  const struct binding *b = find_binding(p, at->word);
  if (b != NULL && b->value == NULL) return bound_element(p, b, at);
  if (b != NULL) {
    struct expr *copy = expr_copy(p, b->value);
    copy->at = at;
    return copy;
  }
  struct expr *x = p->attribute != NULL ? parse_attribute_name(p, at) : NULL;
  if (x != NULL) return x;
  const int local = find_local(p, at->word), group = find_group(p->tree, at->word);
  if (local >= 0) return parse_local(p, at, (uint32_t)local);
  if (group >= 0) return parse_register(p, at, (uint32_t)group);
  for (uint32_t k = 0; k < p->tree->n_parameters; k++)
    if (strcmp(p->tree->parameter[k].name, at->word) == 0) {
      if (p->tree->parameter[k].type != RMR_INTEGER) return wrong(p, at, "'%s' is no number", at->word), NULL;
      x = new_expr(p, EXPR_PARAMETER, at, &type_number);
      x->number = k;
      return x;
    }
  struct routine *f = find_routine(p, at->word, true);
  if (f != NULL) return parse_application(p, f, at);
  if (sees(p, "[") || sees(p, "(") || sees(p, ".")) return none_known(p, at);
  x = new_expr(p, EXPR_NAME, at, &type_name);
  x->word = at->word;
  return x;
}

/* again X, again X.field: of whatever kind that is */
static struct expr *parse_again(struct parser *p, enum expr_kind kind, const struct token *at)
{
  (void)kind;
  if (!enters(p)) return NULL;
  struct expr *x = parse_primary(p), *read = x;
  p->depth--;
  while (read != NULL && read->kind == EXPR_FIELD) read = read->left;
  if (read == NULL) return NULL;
  if (read->kind != EXPR_SHARED) return wrong(p, at, "'again' wants a register"), NULL;
  read->again = true;
  return x;
}

static struct expr *parse_name(struct parser *p)
{
  static const struct word words[] = {{"true", EXPR_NUMBER, 1, &type_boolean, true},
                                      {"false", EXPR_NUMBER, 0, &type_boolean, true},
                                      {"nil", EXPR_NUMBER, 0, &type_number, true},
                                      {"N", EXPR_N, 0, &type_number, true},
                                      {"i", EXPR_I, 0, &type_number, false},
                                      {"me", EXPR_ME, 0, &type_number, false},
                                      {"now", EXPR_NOW, 0, &type_number, false},
                                      {"mysession", EXPR_LOCAL, 0, &type_number, false},
                                      {"sessions", EXPR_SESSIONS, 0, &type_number, true},
                                      {"passages", EXPR_PASSAGES, 0, &type_number, true},
                                      {"crashes", EXPR_CRASHES, 0, &type_number, true},
                                      {"arrivals", EXPR_ARRIVALS, 0, &type_number, true},
                                      {"lapsing", EXPR_LAPSING, 0, &type_number, true}};
  static const struct {
    const char *name;
    enum expr_kind kind;
    struct expr *(*parse)(struct parser *, enum expr_kind, const struct token *); /* behind its word */
  } forms[] = {{"max", EXPR_MAX, parse_extreme},          {"min", EXPR_MIN, parse_extreme},
               {"sum", EXPR_SUM, parse_extreme},          {"forall", EXPR_FORALL, parse_quantifier},
               {"exists", EXPR_EXISTS, parse_quantifier}, {"first", EXPR_FIRST, parse_first},
               {"if", EXPR_CHOOSE, parse_choice},         {"lg", EXPR_LG, parse_numeric},
               {"degree", EXPR_DEGREE, parse_numeric},    {"neighbour", EXPR_NEIGHBOUR, parse_numeric},
               {"place_of", EXPR_PLACE, parse_numeric},   {"again", EXPR_SHARED, parse_again}};
  const struct token *at = p->token++;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(at->word, words[k].name) == 0 && find_binding(p, at->word) == NULL) return parse_word(p, at, &words[k]);
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
    if (strcmp(at->word, forms[k].name) == 0) return forms[k].parse(p, forms[k].kind, at);
  for (size_t k = 0; k < sizeof atomics / sizeof *atomics; k++)
    if (strcmp(at->word, atomics[k].name) == 0) return parse_atomic(p, at, k);
  if (strcmp(at->word, "P") == 0 && p->invariant && sees(p, "[")) return parse_moment(p, at);
  return parse_declared(p, at);
}

static struct expr *parse_atom(struct parser *p)
{
  const struct token *at = p->token;
  uint32_t n;
  if (at->kind == TOKEN_NUMBER) {
    struct expr *x = new_expr(p, EXPR_NUMBER, at, &type_number);
    x->number = at->number;
    p->token++;
    return x;
  }
  if (at->kind == TOKEN_NAME) return parse_name(p);
  const bool tuple = takes(p, "(");
  if (!tuple && !takes(p, "{")) return unexpected(p, "a value"), NULL;
  struct expr *x = new_expr(p, tuple ? EXPR_TUPLE : EXPR_LIST, at, &type_list);
  if (!tuple && takes(p, "}")) return x; /* the empty one */
  if (!enters(p) || (x->left = parse_values(p, tuple ? ")" : "}", &n)) == NULL) return NULL;
  p->depth--;
  return tuple && n == 1 ? x->left : x;
}

struct expr *parse_primary(struct parser *p)
{
  struct expr *x = parse_atom(p);
  while (x != NULL && sees(p, ".")) {
    p->token++;
    if (p->token->kind != TOKEN_NAME) return unexpected(p, "the name of a field"), NULL;
    x = parse_field(p, x, p->token++);
  }
  return x;
}
