/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * types.c: types as they are written, how records are packed, and whether an expression fits where it stands. Numbers
 * of all kinds fit each other: whether one is in its range is found when it is written.
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
static struct expr *find_name(struct parser *p, const struct token *at)
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
  struct expr *low = find_name(p, p->token), *high;
  p->token++;
  if (!expects(p, "..", "the first value")) return false;
  if (p->token->kind != TOKEN_NAME || (high = find_name(p, p->token)) == NULL || high->type->names != low->type->names)
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
    p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") == 0 && find_name(p, p->token) != NULL;
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
  if (p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") == 0 && find_name(p, p->token) != NULL)
    return parse_part_of_names(p, type);
  if (p->token->kind == TOKEN_NAME && strcmp(p->token[1].word, "..") != 0 && strcmp(p->token[1].word, "(") != 0 &&
      !sees(p, "N") && p->token[1].kind != TOKEN_SIGN) {
    const char *names[MOST_TYPES + 8];
    size_t n = 0;
    for (size_t k = 0; k < sizeof simple / sizeof *simple; k++) names[n++] = simple[k].word;
    for (uint32_t k = 0; k < p->n_types; k++) names[n++] = p->type_name[k];
    char hint[SUGGESTION];
    return wrong(p, p->token, "expected a type, not '%s'%s", p->token->word,
                 suggestion(p->token->word, names, n, hint));
  }
  if (p->token->kind != TOKEN_NUMBER && p->token->kind != TOKEN_NAME && !sees(p, "-") && !sees(p, "("))
    return unexpected(p, "a type: boolean, natural, process, session, a range a..b, {names} or a record");
  return parse_range(p, type);
}

/* --- whether one fits --------------------------------------------------------------------------------------------- */

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
    return wrong(p, x->at, "%u values for a record of %u field%s", n, record->n_fields,
                 record->n_fields == 1 ? "" : "s");
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
    struct expr *named = find_name(p, x->at);
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
    return wrong(p, x->at, "expected %s; '%s' is %s", words_for(type), x->at->word, words_for(x->type));
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
  struct expr *named = find_name(p, x->at);
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
