/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_expr.c: expressions, by precedence: or; and; not; comparisons; + and -; * div mod; the rest.
 */
#include <string.h>

#include "base/suggest.h"
#include "language/parser.h"

struct expr *new_expr(struct parser *p, enum expr_kind kind, const struct token *at)
{
  struct expr *x = pool_new(p->pool, 1, sizeof *x);
  x->kind = kind;
  x->at = at;
  return x;
}

static struct expr *pair(struct parser *p, enum expr_kind kind, const struct token *at, struct expr *left,
                         struct expr *right)
{
  if (left == NULL || right == NULL) return NULL;
  struct expr *x = new_expr(p, kind, at);
  x->left = left;
  x->right = right;
  return x;
}

struct expr *unknown_name(struct parser *p, const struct token *at)
{
  const char *names[MOST_LOCALS_OF_TEXT + RMR_MAX_GROUPS + 8];
  size_t n = 0;
  const struct tree *t = p->tree;
  for (uint32_t k = 0; k < t->n_locals; k++) names[n++] = t->local[k].name;
  for (uint32_t k = 0; k < t->n_groups; k++) names[n++] = t->group[k].name;
  names[n++] = "N";
  names[n++] = "mysession";
  const char *near = suggest(at->word, names, n);
  if (near != NULL)
    refuse(&t->source, at, p->e, "'%s' is not declared; did you mean '%s'?", at->word, near);
  else
    refuse(&t->source, at, p->e, "'%s' is not declared", at->word);
  return NULL;
}

static int find_group(const struct tree *t, const char *name)
{
  for (uint32_t k = 0; k < t->n_groups; k++)
    if (strcmp(t->group[k].name, name) == 0) return (int)k;
  return -1;
}

static int find_local(const struct tree *t, const char *name)
{
  for (uint32_t k = t->n_locals; k-- > 0;) /* the innermost first */
    if (strcmp(t->local[k].name, name) == 0) return (int)k;
  return -1;
}

/* A value of an enumeration that some register or local has. */
static struct expr *enum_value(struct parser *p, const struct token *at)
{
  const struct tree *t = p->tree;
  for (uint32_t k = 0; k < t->n_groups + t->n_locals; k++) {
    const struct type *type = k < t->n_groups ? &t->group[k].type : &t->local[k - t->n_groups].type;
    for (uint32_t v = 0; type->kind == TYPE_ENUM && type->names[v] != NULL; v++)
      if (strcmp(type->names[v], at->word) == 0) {
        struct expr *x = new_expr(p, EXPR_NUMBER, at);
        x->number = v;
        return x;
      }
  }
  return NULL;
}

/* A register: its name has been seen, its index follows where it is an array. */
static struct expr *parse_register(struct parser *p, const struct token *at, uint32_t group)
{
  struct expr *x = new_expr(p, EXPR_SHARED, at);
  x->group = group;
  if (!p->tree->group[group].array) {
    if (!sees(p, "[")) return x;
    refuse(&p->tree->source, p->token, p->e, "'%s' is one register, not an array", at->word);
    return NULL;
  }
  if (!expects(p, "[", "the name of an array") || (x->left = parse_expr(p)) == NULL) return NULL;
  return expects(p, "]", "an index") ? x : NULL;
}

static struct expr *register_argument(struct parser *p)
{
  const struct token *at = p->token;
  const int group = at->kind == TOKEN_NAME ? find_group(p->tree, at->word) : -1;
  if (group < 0) {
    unexpected(p, "a register");
    return NULL;
  }
  p->token++;
  return parse_register(p, at, (uint32_t)group);
}

static const struct {
  const char *name;
  uint8_t kind, values;
} atomics[] = {{"test_and_set", RMR_TAS, 0},
               {"fetch_and_store", RMR_SWAP, 1},
               {"fetch_and_add", RMR_FETCH_ADD, 1},
               {"compare_and_swap", RMR_CAS, 2}};

static struct expr *parse_atomic(struct parser *p, const struct token *at, size_t which)
{
  if (!expects(p, "(", atomics[which].name)) return NULL;
  struct expr *place = register_argument(p);
  if (place == NULL) return NULL;
  struct expr *x = new_expr(p, EXPR_ATOMIC, at);
  x->group = place->group;
  x->left = place->left;
  x->atomic = atomics[which].kind;
  if (atomics[which].values == 2 && (!expects(p, ",", "a register") || (x->third = parse_expr(p)) == NULL)) return NULL;
  if (atomics[which].values >= 1 && (!expects(p, ",", "a register") || (x->right = parse_expr(p)) == NULL)) return NULL;
  return expects(p, ")", "the arguments") ? x : NULL;
}

/* a, b, ... up to the closing bracket. */
static bool parse_list(struct parser *p, const char *end, struct expr **first, uint32_t *n)
{
  for (*n = 0; *n == 0 || takes(p, ","); first = &(*first)->next, ++*n)
    if ((*first = parse_expr(p)) == NULL) return false;
  return expects(p, end, "a list");
}

/* a..b, or {a, b}. */
static struct expr *parse_set(struct parser *p)
{
  const struct token *at = p->token;
  if (takes(p, "{")) {
    struct expr *x = new_expr(p, EXPR_SET, at);
    uint32_t n;
    return parse_list(p, "}", &x->left, &n) ? x : NULL;
  }
  struct expr *from = parse_expr(p);
  if (from == NULL || !expects(p, "..", "the beginning of a range")) return NULL;
  return pair(p, EXPR_SPAN, at, from, parse_expr(p));
}

/* `local in SET, condition`; the local is known up to the end of the comprehension. */
static bool parse_domain(struct parser *p, struct expr *x)
{
  const struct token *name = p->token;
  if (name->kind != TOKEN_NAME) return unexpected(p, "the name that goes through the set");
  p->token++;
  const struct type type = {.kind = TYPE_RANGE};
  if (!expects(p, "in", "a name") || (x->left = parse_set(p)) == NULL || !add_local(p, name, &type, true, &x->local))
    return false;
  return !takes(p, ",") || (x->third = parse_expr(p)) != NULL;
}

static void hide(struct parser *p, uint32_t local)
{
  p->tree->local[local].name = ""; /* its place is kept */
}

static struct expr *parse_quantifier(struct parser *p, enum expr_kind kind, const struct token *at)
{
  struct expr *x = new_expr(p, kind, at);
  if (!parse_domain(p, x) || !expects(p, ":", "the set")) return NULL;
  x->right = parse_expr(p);
  hide(p, x->local);
  return x->right != NULL ? x : NULL;
}

/* max {body : local in set, condition}. The body comes before its local is declared: it is read again behind it. */
static struct expr *parse_extreme(struct parser *p, enum expr_kind kind, const struct token *at)
{
  struct expr *x = new_expr(p, kind, at);
  if (!expects(p, "{", at->word)) return NULL;
  const struct token *body = p->token;
  for (uint32_t depth = 0; !(depth == 0 && sees(p, ":")); p->token++) {
    if (p->token->kind == TOKEN_FILE_END || (depth == 0 && sees(p, "}"))) {
      unexpected(p, "':' and the set that a name goes through");
      return NULL;
    }
    if (sees(p, "(") || sees(p, "[") || sees(p, "{")) depth++;
    if (sees(p, ")") || sees(p, "]") || sees(p, "}")) depth--;
  }
  const struct token *colon = p->token++;
  if (!parse_domain(p, x) || !expects(p, "}", "the set")) return NULL;
  const struct token *behind = p->token;
  p->token = body;
  x->right = parse_expr(p);
  if (x->right != NULL && p->token != colon) {
    unexpected(p, "':'");
    return NULL;
  }
  p->token = behind;
  hide(p, x->local);
  return x->right != NULL ? x : NULL;
}

static struct expr *constant_only(struct parser *p, const struct token *at)
{
  refuse(&p->tree->source, at, p->e, "'%s': only numbers and N can stand here", at->word);
  return NULL;
}

static struct expr *parse_name(struct parser *p)
{
  static const struct {
    const char *name;
    enum expr_kind kind;
    int64_t number;
  } words[] = {{"true", EXPR_NUMBER, 1}, {"false", EXPR_NUMBER, 0}, {"nil", EXPR_NUMBER, 0},
               {"N", EXPR_N, 0},         {"i", EXPR_I, 0},          {"mysession", EXPR_MYSESSION, 0}};
  static const struct {
    const char *name;
    enum expr_kind kind;
    struct expr *(*parse)(struct parser *, enum expr_kind, const struct token *);
  } forms[] = {{"max", EXPR_MAX, parse_extreme},
               {"min", EXPR_MIN, parse_extreme},
               {"sum", EXPR_SUM, parse_extreme},
               {"forall", EXPR_FORALL, parse_quantifier},
               {"exists", EXPR_EXISTS, parse_quantifier}};
  const struct token *at = p->token++;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(at->word, words[k].name) == 0) {
      if (p->constant && words[k].kind != EXPR_NUMBER && words[k].kind != EXPR_N) return constant_only(p, at);
      p->tree->uses_sessions |= words[k].kind == EXPR_MYSESSION;
      struct expr *x = new_expr(p, words[k].kind, at);
      x->number = words[k].number;
      return x;
    }
  if (p->constant) return constant_only(p, at);
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
    if (strcmp(at->word, forms[k].name) == 0) return forms[k].parse(p, forms[k].kind, at);
  for (size_t k = 0; k < sizeof atomics / sizeof *atomics; k++)
    if (strcmp(at->word, atomics[k].name) == 0) return parse_atomic(p, at, k);
  const int local = find_local(p->tree, at->word), group = find_group(p->tree, at->word);
  if (local >= 0) {
    struct expr *x = new_expr(p, EXPR_LOCAL, at);
    x->local = (uint32_t)local;
    return x;
  }
  if (group >= 0) return parse_register(p, at, (uint32_t)group);
  struct expr *value = enum_value(p, at);
  return value != NULL ? value : unknown_name(p, at);
}

struct expr *parse_primary(struct parser *p)
{
  const struct token *at = p->token;
  if (at->kind == TOKEN_NUMBER) {
    struct expr *x = new_expr(p, EXPR_NUMBER, at);
    x->number = at->number;
    p->token++;
    return x;
  }
  if (at->kind == TOKEN_NAME) return parse_name(p);
  if (!takes(p, "(")) {
    unexpected(p, "a value");
    return NULL;
  }
  struct expr *x = new_expr(p, EXPR_TUPLE, at);
  uint32_t n;
  if (!parse_list(p, ")", &x->left, &n)) return NULL;
  return n == 1 ? x->left : x;
}

static struct expr *parse_unary(struct parser *p)
{
  const struct token *at = p->token;
  if (!takes(p, "-")) return parse_primary(p);
  struct expr *x = new_expr(p, EXPR_NEGATE, at);
  if (!enters(p)) return NULL;
  x->left = parse_unary(p);
  p->depth--;
  return x->left != NULL ? x : NULL;
}

struct level {
  const char *sign;
  enum expr_kind kind;
};

/* operand sign operand sign ..., from left to right. */
static struct expr *parse_level(struct parser *p, const struct level *level, struct expr *(*operand)(struct parser *))
{
  struct expr *x = operand(p);
  while (x != NULL) {
    const struct level *l = level;
    while (l->sign != NULL && !sees(p, l->sign)) l++;
    if (l->sign == NULL) return x;
    const struct token *at = p->token++;
    x = pair(p, l->kind, at, x, operand(p));
  }
  return NULL;
}

static struct expr *parse_product(struct parser *p)
{
  static const struct level level[] = {{"*", EXPR_MULTIPLY}, {"div", EXPR_DIVIDE}, {"mod", EXPR_MODULO}, {NULL, 0}};
  return parse_level(p, level, parse_unary);
}

static struct expr *parse_sum(struct parser *p)
{
  static const struct level level[] = {{"+", EXPR_ADD}, {"-", EXPR_SUBTRACT}, {NULL, 0}};
  return parse_level(p, level, parse_product);
}

static struct expr *parse_comparison(struct parser *p)
{
  static const struct {
    const char *sign;
    enum expr_kind kind;
    bool turned;
  } signs[] = {{"=", EXPR_EQUAL, false},    {"!=", EXPR_DIFFERENT, false}, {"<", EXPR_LESS, false},
               {"<=", EXPR_AT_MOST, false}, {">", EXPR_LESS, true},        {">=", EXPR_AT_MOST, true}};
  struct expr *x = parse_sum(p);
  if (x == NULL) return NULL;
  const struct token *at = p->token;
  if (takes(p, "in")) return pair(p, EXPR_IN, at, x, parse_set(p));
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
    if (!takes(p, signs[k].sign)) continue;
    struct expr *other = parse_sum(p);
    struct expr *both = pair(p, signs[k].kind, at, x, other);
    if (both != NULL) both->number = signs[k].turned; /* the right side is read second, and compared first */
    return both;
  }
  return x;
}

static struct expr *parse_not(struct parser *p)
{
  const struct token *at = p->token;
  if (!takes(p, "not")) return parse_comparison(p);
  struct expr *x = new_expr(p, EXPR_NOT, at);
  if (!enters(p)) return NULL;
  x->left = parse_not(p);
  p->depth--;
  return x->left != NULL ? x : NULL;
}

static struct expr *parse_and(struct parser *p)
{
  static const struct level level[] = {{"and", EXPR_AND}, {NULL, 0}};
  return parse_level(p, level, parse_not);
}

struct expr *parse_expr(struct parser *p)
{
  static const struct level level[] = {{"or", EXPR_OR}, {NULL, 0}};
  if (!enters(p)) return NULL;
  struct expr *x = parse_level(p, level, parse_and);
  p->depth--;
  return x;
}

struct expr *parse_constant(struct parser *p)
{
  p->constant = true;
  struct expr *x = parse_sum(p);
  p->constant = false;
  return x;
}
