/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * types.c: types as they are written, and how records are packed. fit.c says whether an expression fits where it
 * stands.
 */
#include "base/suggest.h"
#include "language/parser.h"

static const char *const truth[] = {"false", "true", NULL};

const struct type type_boolean = {.kind = TYPE_BOOLEAN, .names = truth}, type_number = {.kind = TYPE_NUMBER},
                  type_name = {.kind = TYPE_NAME}, type_list = {.kind = TYPE_LIST};

enum { WORD_BITS = 63, PARAMETER_BITS = 32, LEAST_OPEN_BITS = 12 };

/* --- records ------------------------------------------------------------------------------------------------------ */

/* No more than this is the value of a sum, at any N. */
static uint64_t most_of(const struct expr *x)
{
  if (x == NULL) return 0;
  if (x->kind == EXPR_NUMBER) return x->number > 0 ? (uint64_t)x->number : 0;
  if (x->kind == EXPR_ADD) {
    const uint64_t left = most_of(x->left), right = most_of(x->right);
    return left <= UINT64_MAX - right ? left + right : UINT64_MAX;
  }
  if (x->kind == EXPR_SUBTRACT) return most_of(x->left);
  return x->kind == EXPR_N ? LARGEST_N : 0;
}

/* Bits for a constant expression: exactly where it is a number, else by what it depends on. */
static uint32_t bits_of(const struct expr *x)
{
  if (x == NULL) return 0;
  if (x->kind == EXPR_NUMBER) {
    uint32_t bits = 1;
    while (x->number >> bits != 0) bits++;
    return bits;
  }
  if (x->kind == EXPR_POWER && x->left->kind == EXPR_NUMBER)
    return x->left->number < WORD_BITS ? (uint32_t)x->left->number + 1 : 1; /* it is 0 then */
  if (x->kind == EXPR_PARAMETER || x->kind == EXPR_PASSAGES || x->kind == EXPR_CRASHES) return PARAMETER_BITS;
  if (x->kind == EXPR_MULTIPLY || x->kind == EXPR_POWER) return PARAMETER_BITS;
  uint32_t bits = N_BITS;
  const struct expr *const part[] = {x->left, x->right, x->third};
  for (uint32_t k = 0; k < 3; k++) {
    const uint32_t of_part = bits_of(part[k]);
    if (of_part > bits) bits = of_part;
  }
  const uint64_t most = most_of(x);
  while (bits < WORD_BITS && most >> bits != 0) bits++;
  return bits;
}

/* 0: as many as are left. */
static uint32_t width_of(const struct type *t)
{
  switch (t->kind) {
  case TYPE_BOOLEAN: return 1;
  case TYPE_ENUM: {
    uint32_t bits = 1;
    while (t->last >> bits != 0) bits++;
    return bits;
  }
  case TYPE_RANGE: return bits_of(t->high);
  case TYPE_PROCESS:
  case TYPE_SESSION: return N_BITS;
  case TYPE_SET: return t->high->kind == EXPR_NUMBER ? (uint32_t)t->high->number + 1 : 0;
  default: return 0;
  }
}

uint32_t type_bits(const struct type *of)
{
  if (of->kind == TYPE_RANGE) return of->high->kind == EXPR_NUMBER ? bits_of(of->high) : 0;
  if (of->kind != TYPE_RECORD) return 0;
  return (uint32_t)of->field[0].shift + of->field[0].width;
}

/* The last field has the lowest bits. */
static bool pack(struct parser *p, const struct token *at, struct type *record)
{
  uint32_t used = 0, open = 0, shift = 0;
  for (uint32_t k = 0; k < record->n_fields; k++) {
    record->field[k].width = (uint8_t)width_of(&record->field[k].type);
    used += record->field[k].width;
    open += record->field[k].width == 0;
  }
  const uint32_t each = open != 0 && used < WORD_BITS ? (WORD_BITS - used) / open : 0;
  if (used > WORD_BITS || (open != 0 && each < LEAST_OPEN_BITS))
    return wrong(p, at, "the fields of a record take more than %d bits", WORD_BITS);
  for (uint32_t k = record->n_fields; k-- > 0;) {
    struct field *f = &record->field[k];
    if (f->width == 0) f->width = (uint8_t)each;
    f->shift = (uint8_t)shift;
    shift += f->width;
  }
  return true;
}

/* (session: session, color: {none, black, white}, number: 0..N+1), behind the bracket */
static bool parse_record(struct parser *p, struct type *type)
{
  const struct token *at = p->token - 1;
  *type = (struct type){.kind = TYPE_RECORD, .field = pool_new(p->pool, RMR_MAX_FIELDS, sizeof *type->field)};
  do {
    const struct token *name = p->token;
    if (name->kind != TOKEN_NAME) return unexpected(p, "the name of a field");
    if (!is_brief(p, name)) return false;
    if (type->n_fields == RMR_MAX_FIELDS) return wrong(p, name, "more than %u fields", RMR_MAX_FIELDS);
    for (uint32_t k = 0; k < type->n_fields; k++)
      if (strcmp(type->field[k].name, name->word) == 0) return wrong(p, name, "a second field '%s'", name->word);
    struct field *f = &type->field[type->n_fields++];
    f->name = name->word;
    p->token++;
    if (!expects(p, ":", "the name of a field") || !parse_type(p, &f->type)) return false;
    if (f->type.kind == TYPE_RECORD) return wrong(p, name, "a record in a record");
  } while (takes(p, ","));
  return expects(p, ")", "the fields") && pack(p, at, type);
}

/* --- as they are written ------------------------------------------------------------------------------------------ */

/* {none, black, white}, behind the bracket */
static bool parse_names(struct parser *p, struct type *type)
{
  const char **names = pool_new(p->pool, MOST_NAMES_OF_TYPE + 1, sizeof *names);
  int64_t n = 0;
  do {
    if (p->token->kind != TOKEN_NAME && p->token->kind != TOKEN_NUMBER) return unexpected(p, "the name of a value");
    if (p->token->kind == TOKEN_NUMBER) return wrong(p, p->token, "a type of numbers is a range: a..b");
    if (n == MOST_NAMES_OF_TYPE) return wrong(p, p->token, "more than %d values", MOST_NAMES_OF_TYPE);
    if (!declares(p, p->token, true)) return false;
    for (int64_t k = 0; k < n; k++)
      if (strcmp(names[k], p->token->word) == 0) return wrong(p, p->token, "a second value '%s'", names[k]);
    names[n++] = p->token++->word;
  } while (takes(p, ","));
  *type = (struct type){.kind = TYPE_ENUM, .names = names, .last = n - 1};
  return expects(p, "}", "the values");
}

/* A name of some enumeration of registers, locals and named types; NULL: none has it. */
struct expr *find_enumerated(struct parser *p, const struct token *at)
{
  const struct tree *t = p->tree;
  const uint32_t n_all = p->n_types + t->n_groups + t->n_locals;
  for (uint32_t k = 0; k < n_all; k++) {
    const struct type *type = k < p->n_types                 ? &p->type[k]
                              : k < p->n_types + t->n_groups ? &t->group[k - p->n_types].type
                                                             : &t->local[k - p->n_types - t->n_groups].type;
    for (uint32_t f = 0; f < (type->kind == TYPE_RECORD ? type->n_fields : 1); f++) {
      const struct type *one = type->kind == TYPE_RECORD ? &type->field[f].type : type;
      for (int64_t v = 0; one->kind == TYPE_ENUM && one->names[v] != NULL; v++)
        if (strcmp(one->names[v], at->word) == 0) {
          struct expr *x = new_expr(p, EXPR_NUMBER, at, one);
          x->number = v;
          return x;
        }
    }
  }
  return NULL;
}

/* black..white */
static bool parse_part_of_names(struct parser *p, struct type *type)
{
  struct expr *low = find_enumerated(p, p->token), *high;
  p->token++;
  if (!expects(p, "..", "the first value")) return false;
  if (p->token->kind != TOKEN_NAME || (high = find_enumerated(p, p->token)) == NULL ||
      high->type->names != low->type->names)
    return unexpected(p, "a name of the same type");
  p->token++;
  *type = *low->type;
  type->first = low->number;
  type->last = high->number;
  return true;
}

static bool parse_range(struct parser *p, struct type *type)
{
  type->low = parse_constant(p, "a range");
  return type->low != NULL && expects(p, "..", "the smallest value") &&
         (type->high = parse_constant(p, "a range")) != NULL && is_range(p, type->low, type->high);
}

/* The type of names that is declared as the next word; NULL: none is. */
static const struct type *declared_names(const struct parser *p)
{
  for (uint32_t k = 0; k < p->n_types; k++)
    if (sees(p, p->type_name[k]) && p->type[k].kind == TYPE_ENUM) return &p->type[k];
  return NULL;
}

/* set of 0..9; set of a..s, set of color, of names: a bit for each */
static bool parse_elements_of_set(struct parser *p, struct type *set)
{
  struct type of;
  const struct type *declared = declared_names(p);
  const bool names =
    p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") == 0 && find_enumerated(p, p->token) != NULL;
  if (declared == NULL && !names) return parse_range(p, set) && is_set(p, set);
  if (declared != NULL) of = *declared, p->token++;
  if (declared == NULL && !parse_part_of_names(p, &of)) return false;
  if (of.last >= (int64_t)RMR_MAX_FIELDS) return wrong(p, p->token - 1, "a set of more than %u names", RMR_MAX_FIELDS);
  struct expr *high = new_expr(p, EXPR_NUMBER, p->token, &type_number);
  high->number = of.last;
  set->low = set->high = high;
  set->names = of.names;
  return true;
}

bool parse_type(struct parser *p, struct type *type)
{
  static const struct {
    const char *word;
    struct type type;
  } simple[] = {{"boolean", {.kind = TYPE_BOOLEAN, .names = truth}},
                {"natural", {.kind = TYPE_NATURAL}},
                {"session", {.kind = TYPE_SESSION}},
                {"process", {.kind = TYPE_PROCESS}},
                {"time", {.kind = TYPE_TIME}},
                {"set", {.kind = TYPE_SET}}};
  for (size_t k = 0; k < sizeof simple / sizeof *simple; k++) {
    if (!sees(p, simple[k].word)) continue;
    *type = simple[k].type;
    p->token++;
    p->tree->uses_sessions |= type->kind == TYPE_SESSION;
    if (type->kind == TYPE_SET) return expects(p, "of", "'set'") && parse_elements_of_set(p, type);
    if (type->kind == TYPE_TIME)
      return expects(p, "horizon", "'time'") && (type->horizon = parse_constant(p, "a horizon")) != NULL;
    type->nil = type->kind == TYPE_PROCESS && takes(p, "or");
    return !type->nil || expects(p, "nil", "'or'");
  }
  if (takes(p, "{")) return parse_names(p, type);
  if (sees(p, "(") && p->token[1].kind == TOKEN_NAME && strcmp(p->token[2].word, ":") == 0) {
    p->token++;
    return parse_record(p, type);
  }
  for (uint32_t k = 0; k < p->n_types; k++)
    if (sees(p, p->type_name[k])) {
      *type = p->type[k];
      p->token++;
      return true;
    }
  *type = (struct type){.kind = TYPE_RANGE};
  if (p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") == 0 && find_enumerated(p, p->token) != NULL)
    return parse_part_of_names(p, type);
  if (p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") != 0 && strcmp(p->token[1].word, "(") != 0 &&
      !sees(p, "N") && p->token[1].kind != TOKEN_SIGN) {
    const char *names[MOST_TYPES + 8];
    size_t n = 0;
    for (size_t k = 0; k < sizeof simple / sizeof *simple; k++) names[n++] = simple[k].word;
    for (uint32_t k = 0; k < p->n_types; k++) names[n++] = p->type_name[k];
    char hint[SUGGESTION];
    return wrong(p, p->token, "expected a type, not '%s'%s", p->token->word,
                 right_word(p->token->word, names, n, hint));
  }
  if (p->token->kind != TOKEN_NUMBER && p->token->kind != TOKEN_NAME && !sees(p, "-") && !sees(p, "("))
    return unexpected(p, "a type: boolean, natural, process, session, a range a..b, {names} or a record");
  return parse_range(p, type);
}
