/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_words.c: values of the graph as expressions in Promela or TLA+. A value that the number of processes and the
 * parameters decide is computed. A number that is compared with, or assigned to, a value of a type with names has its
 * name; and brackets stand where the operators need them.
 */
#include <inttypes.h>
#include <string.h>

#include "language/emit_model.h"
#include "language/evaluate.h"
#include "language/operations.h"

static const struct type boolean = {.kind = TYPE_BOOLEAN};

/* Of the operations that are an operator in both; the others are spelled by hand. */
static const struct {
  uint8_t strength;
  const char *promela, *tla;
} operators[] = {
  [EXPR_NEGATE] = {AS_NEGATION, "-", "-"},
  [EXPR_MULTIPLY] = {AS_PRODUCT, "*", "*"},
  [EXPR_DIVIDE] = {AS_PRODUCT, "/", "\\div"},
  [EXPR_MODULO] = {AS_PRODUCT, "%", "%"},
  [EXPR_ADD] = {AS_SUM, "+", "+"},
  [EXPR_SUBTRACT] = {AS_SUM, "-", "-"},
  [EXPR_LESS] = {AS_ORDER, "<", "<"},
  [EXPR_AT_MOST] = {AS_ORDER, "<=", "<="},
  [EXPR_EQUAL] = {AS_EQUALITY, "==", "="},
  [EXPR_DIFFERENT] = {AS_EQUALITY, "!=", "#"},
  [EXPR_AND] = {AS_ALL, "&&", "/\\"},
  [EXPR_OR] = {AS_ANY, "||", "\\/"},
  [EXPR_UNION] = {AS_BITS, "|", ""},
};

struct phrase words_literal(int64_t value)
{
  return (struct phrase){.strength = AS_ATOM, .literal = true, .known = true, .value = value};
}

static struct phrase truth(bool value)
{
  struct phrase x = words_literal(value);
  x.type = &boolean;
  return x;
}

struct phrase words_atom(const char *text, const struct type *type)
{
  return (struct phrase){.text = text, .strength = AS_ATOM, .type = type};
}

static bool is_boolean(const struct phrase *x)
{
  return x->type != NULL && x->type->kind == TYPE_BOOLEAN;
}

/* --- as it is printed --------------------------------------------------------------------------------------------- */

const char *literal_of(struct model *w, int64_t value, const struct type *type)
{
  if (type != NULL && type->kind == TYPE_RECORD) return words_record(w, value, type);
  if (type != NULL && type->kind == TYPE_BOOLEAN && (value == 0 || value == 1))
    return w->tla ? (value != 0 ? "TRUE" : "FALSE") : value != 0 ? "true" : "false";
  if (type != NULL && type->kind == TYPE_ENUM && value >= type->first && value <= type->last &&
      !model_is_shared(w, type->names, type->names[value]))
    return model_name(w, type->names[value]);
  if (value == INT64_MAX) return "2147483647"; /* above all values, where the smallest is looked for; and below them */
  if (value == -INT64_MAX) return "-2147483647";
  if (value > INT32_MAX || value < -INT32_MAX) model_stop(w, NULL, "a number of more than 32 bits");
  return say(w, "%" PRId64, value);
}

const char *as_type(struct model *w, struct phrase x, const struct type *type)
{
  if (x.literal) return literal_of(w, x.value, type != NULL ? type : x.type);
  if (!w->tla) return x.text;
  const bool wanted = type != NULL && type->kind == TYPE_BOOLEAN;
  if (wanted && !is_boolean(&x)) return say(w, "%s # 0", x.strength < AS_SUM ? say(w, "(%s)", x.text) : x.text);
  if (!wanted && is_boolean(&x)) return say(w, "IF %s THEN 1 ELSE 0", x.text);
  return x.text;
}

/* Whether an expression stands beside an operator without brackets. Those that few remember have them. */
static bool is_clear(const struct model *w, uint8_t inner, uint8_t outer, bool right)
{
  if (inner == AS_ATOM) return true;
  switch (outer) {
  case AS_ANY: return inner == AS_ANY || inner >= AS_EQUALITY;
  case AS_ALL: return inner == AS_ALL || inner >= AS_EQUALITY;
  case AS_EQUALITY:
  case AS_ORDER: return inner == AS_SUM || inner == AS_PRODUCT || (inner == AS_NEGATION && !w->tla);
  case AS_SUM: return (inner == AS_SUM && !right) || (inner >= AS_PRODUCT && !w->tla);
  default: return inner == AS_NEGATION && outer != AS_ATOM && !w->tla;
  }
}

const char *words_operand(struct model *w, struct phrase x, uint8_t strength, bool right, const struct type *type)
{
  const char *text = as_type(w, x, type);
  if (x.literal) return x.value < 0 ? say(w, "(%s)", text) : text;
  return text == x.text && is_clear(w, x.strength, strength, right) ? text : say(w, "(%s)", text);
}

static struct phrase binary(struct model *w, uint8_t kind, struct phrase a, struct phrase b, const struct type *type)
{
  const uint8_t strength = operators[kind].strength;
  const char *sign = w->tla ? operators[kind].tla : operators[kind].promela;
  const struct type *left = NULL, *right = NULL;
  if (strength == AS_ORDER || strength == AS_EQUALITY) {
    left = a.literal ? b.type : a.type;
    right = b.literal ? a.type : b.type;
  } else if (strength == AS_ALL || strength == AS_ANY) {
    left = right = &boolean;
  }
  return (struct phrase){.text = say(w, "%s %s %s", words_operand(w, a, strength, false, left), sign,
                                     words_operand(w, b, strength, strength != AS_ALL && strength != AS_ANY, right)),
                         .strength = strength,
                         .type = type};
}

/* --- negation ----------------------------------------------------------------------------------------------------- */

static struct phrase negated(struct model *w, struct phrase x)
{
  if (x.known) return truth(x.value == 0);
  if (w->tla && !is_boolean(&x)) {
    struct phrase out = words_atom(say(w, "%s = 0", words_operand(w, x, AS_EQUALITY, false, NULL)), &boolean);
    out.strength = AS_EQUALITY;
    return out;
  }
  struct phrase out =
    words_atom(say(w, "%s%s", w->tla ? "~" : "!", words_operand(w, x, AS_ATOM, false, &boolean)), &boolean);
  out.strength = AS_NEGATION;
  return out;
}

/* --- operations --------------------------------------------------------------------------------------------------- */

static struct phrase comparison(struct model *w, uint8_t kind, struct phrase a, struct phrase b)
{
  if (a.known && b.known) return truth(operate(kind, a.value, b.value, 0, 0) != 0);
  const bool equality = kind == EXPR_EQUAL || kind == EXPR_DIFFERENT;
  if (equality && a.literal) {
    const struct phrase swap = a;
    a = b;
    b = swap;
  }
  if (equality && is_boolean(&a) && b.literal && (b.value == 0 || b.value == 1))
    return (b.value == 1) == (kind == EXPR_EQUAL) ? a : negated(w, a);
  if (equality || !a.literal) return binary(w, kind, a, b, &boolean);
  /* 1 <= x is x >= 1 */
  struct phrase out = binary(w, kind, b, a, &boolean);
  out.text = say(w, "%s %s %s", words_operand(w, b, AS_ORDER, false, NULL),
                 kind == EXPR_LESS ? ">" : ">=", words_operand(w, a, AS_ORDER, true, b.type));
  return out;
}

static struct phrase both(struct model *w, uint8_t kind, struct phrase a, struct phrase b)
{
  const bool all = kind == EXPR_AND;
  if (a.known) return (a.value != 0) == all ? b : truth(!all);
  if (b.known) return (b.value != 0) == all ? a : truth(!all);
  return binary(w, kind, a, b, &boolean);
}

static struct phrase arithmetic(struct model *w, uint8_t kind, struct phrase a, struct phrase b)
{
  const bool known = a.known && b.known;
  const int64_t value = known ? operate(kind, a.value, b.value, 0, 0) : 0;
  if (known && (a.literal || b.literal || kind != EXPR_SUBTRACT) &&
      ((a.literal && b.literal) || kind == EXPR_DIVIDE || kind == EXPR_MODULO))
    return words_literal(value);
  if (b.literal && b.value == 0 && (kind == EXPR_ADD || kind == EXPR_SUBTRACT)) return a;
  if (a.literal && a.value == 0 && kind == EXPR_ADD) return b;
  if (b.literal && b.value == 1 && (kind == EXPR_MULTIPLY || kind == EXPR_DIVIDE)) return a;
  if (a.literal && a.value == 1 && kind == EXPR_MULTIPLY) return b;
  if ((kind == EXPR_DIVIDE || kind == EXPR_MODULO) && !b.positive && !(b.known && b.value > 0))
    model_stop(w, NULL, "a division by something that may be 0");
  if ((kind == EXPR_DIVIDE || kind == EXPR_MODULO) && w->tla && phrase_may_be_negative(&a))
    model_stop(w, NULL, "a division of something that may be negative: TLA+ rounds it down");
  struct phrase out = binary(w, kind, a, b, NULL);
  out.known = known;
  out.value = value;
  return out;
}

static struct phrase call(struct model *w, const char *name, struct phrase a, const struct phrase *b)
{
  return words_atom(b == NULL ? say(w, "%s(%s)", name, as_type(w, a, NULL))
                              : say(w, "%s(%s, %s)", name, as_type(w, a, NULL), as_type(w, *b, NULL)),
                    NULL);
}

static struct phrase larger(struct model *w, uint8_t kind, struct phrase a, struct phrase b)
{
  if (a.known && b.known) return (operate(kind, a.value, b.value, 0, 0) == a.value) ? a : b;
  w->needs |= kind == EXPR_LARGER ? NEEDS_MAX : NEEDS_MIN;
  return call(w, kind == EXPR_LARGER ? (w->tla ? "Max" : "max") : w->tla ? "Min" : "min", a, &b);
}

static struct phrase chosen(struct model *w, struct phrase c, struct phrase a, struct phrase b)
{
  if (c.known) return c.value != 0 ? a : b;
  const struct type *type = a.literal ? b.type : a.type;
  return words_atom(say(w, w->tla ? "(IF %s THEN %s ELSE %s)" : "(%s -> %s : %s)", as_type(w, c, &boolean),
                        as_type(w, a, type), as_type(w, b, type)),
                    type);
}

/* Whether it is the place of a bit in a number of SPIN, as far as types tell. */
static bool is_place(const struct model *w, const struct phrase *x)
{
  const struct bounds has = x->known ? (struct bounds){x->value, x->value} : model_bounds(w, x->type);
  return has.least >= 0 && has.most < MODEL_BITS;
}

static struct phrase power(struct model *w, struct phrase a)
{
  if (a.known) return words_literal(operate(EXPR_POWER, a.value, 0, 0, 0));
  if (w->tla)
    return (struct phrase){
      .text = say(w, "2^%s", words_operand(w, a, AS_ATOM, false, NULL)), .strength = AS_NEGATION, .positive = true};
  if (!is_place(w, &a)) {
    w->needs |= NEEDS_POWER;
    struct phrase out = call(w, "power", a, NULL);
    out.positive = true; /* else the model says so: it divides by 0 */
    return out;
  }
  return (struct phrase){
    .text = say(w, "1 << %s", words_operand(w, a, AS_SHIFT, true, NULL)), .strength = AS_SHIFT, .positive = true};
}

static struct phrase lg(struct model *w, struct phrase a)
{
  if (a.known) return words_literal(operate(EXPR_LG, a.value, 0, 0, 0));
  w->needs |= NEEDS_LG;
  return call(w, w->tla ? "Lg" : "lg", a, NULL);
}

static struct phrase of_set(struct model *w, uint8_t kind, struct phrase a, struct phrase b)
{
  if (a.known && (kind == EXPR_FIRST || b.known)) return words_literal(operate(kind, a.value, b.value, 0, 0));
  if (w->tla) {
    model_stop(w, NULL, "sets");
    return words_literal(0);
  }
  if (kind == EXPR_FIRST) {
    w->needs |= NEEDS_FIRST;
    return call(w, "first", a, NULL);
  }
  if (kind == EXPR_UNION && a.literal && a.value == 0) return b;
  if (kind == EXPR_UNION) return binary(w, kind, a, b, NULL);
  if (kind == EXPR_MINUS)
    return (struct phrase){
      .text = say(w, "%s & ~%s", words_operand(w, a, AS_BITS, false, NULL), words_operand(w, b, AS_ATOM, true, NULL)),
      .strength = AS_BITS};
  if (!is_place(w, &a)) {
    w->needs |= NEEDS_HAS;
    struct phrase out = call(w, "has", b, &a);
    out.type = &boolean;
    return out;
  }
  struct phrase out = words_atom(
    say(w, "(%s >> %s & 1)", words_operand(w, b, AS_SHIFT, false, NULL), words_operand(w, a, AS_SHIFT, true, NULL)),
    &boolean);
  return out;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static struct phrase of_slot(struct model *w, uint8_t slot)
{
  const struct node *n = &w->graph->node[w->access];
  if (n->slot == slot && !w->step[w->access].kept && w->mention != NULL) /* a reply that is not kept */
    return words_atom(w->mention, &w->tree->group[n->group].type);
  if (!w->named) return words_atom("", NULL);
  const struct variable *v = &w->variable[model_variable(w, slot, w->of)];
  return words_atom(v->name, v->type);
}

static struct phrase leaf(struct model *w, const struct code *c)
{
  switch (c->kind) {
  case EXPR_NUMBER: return words_literal(c->number);
  case EXPR_LOCAL: return of_slot(w, c->slot);
  case EXPR_N: return (struct phrase){.text = "N", .strength = AS_ATOM, .known = true, .value = w->spec->size.n};
  case EXPR_SESSIONS: return words_literal(w->spec->size.sessions);
  case EXPR_I:
  case EXPR_ME: return words_atom(w->tla ? "self" : "i", NULL);
  case EXPR_NOW: model_stop(w, NULL, "time"); return words_literal(0);
  default: return words_literal(parameter_value(w->spec->size.parameters, (uint32_t)c->number, w->tree));
  }
}

static struct phrase element_of(struct model *w, uint8_t slot, struct phrase index)
{
  const struct phrase array = of_slot(w, slot);
  return words_atom(say(w, "%s[%s]", array.text, as_type(w, index, NULL)), array.type);
}

struct phrase words_at(struct model *w, const struct value *v, uint32_t end)
{
  const struct code *c = &v->code[end];
  const uint32_t n = operands_of(c->kind);
  struct phrase x[3] = {{0}, words_literal(0), words_literal(0)};
  if (n == 0) return leaf(w, c);
  if (c->kind == EXPR_PUT) return words_put(w, v, end);
  for (uint32_t k = n, at = end; k-- > 0; at = words_begin(v, at - 1)) x[k] = words_at(w, v, at - 1);
  switch (c->kind) {
  case EXPR_NOT: return negated(w, x[0]);
  case EXPR_NEGATE:
    if (x[0].literal) return words_literal(-x[0].value);
    return (struct phrase){.text = say(w, "-%s", words_operand(w, x[0], AS_ATOM, true, NULL)), .strength = AS_NEGATION};
  case EXPR_LG: return lg(w, x[0]);
  case EXPR_POWER: return power(w, x[0]);
  case EXPR_FIELD: return words_field(w, x[0], c->shift, c->width);
  case EXPR_AND:
  case EXPR_OR: return both(w, c->kind, x[0], x[1]);
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: return comparison(w, c->kind, x[0], x[1]);
  case EXPR_LARGER:
  case EXPR_SMALLER: return larger(w, c->kind, x[0], x[1]);
  case EXPR_CHOOSE: return chosen(w, x[0], x[1], x[2]);
  case EXPR_FIRST:
  case EXPR_UNION:
  case EXPR_MINUS:
  case EXPR_HAS: return of_set(w, c->kind, x[0], x[1]);
  case EXPR_ELEMENT: return element_of(w, c->slot, x[0]);
  case EXPR_DEGREE:
  case EXPR_NEIGHBOUR:
  case EXPR_PLACE: model_stop(w, NULL, "a graph"); return words_literal(0);
  default: return arithmetic(w, c->kind, x[0], x[1]);
  }
}

struct phrase words_of(struct model *w, const struct value *v)
{
  return words_at(w, v, v->n - 1);
}

/* Without its "not", where it has one: `not (a = b)` is `a != b`, and so on. */
static struct phrase denied(struct model *w, const struct value *v, uint32_t end)
{
  const struct code *c = &v->code[end];
  if (c->kind == EXPR_NOT) return words_at(w, v, end - 1);
  if (c->kind != EXPR_EQUAL && c->kind != EXPR_DIFFERENT && c->kind != EXPR_LESS && c->kind != EXPR_AT_MOST)
    return negated(w, words_at(w, v, end));
  const struct phrase b = words_at(w, v, end - 1), a = words_at(w, v, words_begin(v, end - 1) - 1);
  switch (c->kind) {
  case EXPR_EQUAL: return comparison(w, EXPR_DIFFERENT, a, b);
  case EXPR_DIFFERENT: return comparison(w, EXPR_EQUAL, a, b);
  case EXPR_LESS: return comparison(w, EXPR_AT_MOST, b, a);
  default: return comparison(w, EXPR_LESS, b, a);
  }
}

const char *as_condition(struct model *w, const struct value *v, bool not )
{
  return as_type(w, not ? denied(w, v, v->n - 1) : words_of(w, v), &boolean);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

const char *register_of(struct model *w, const struct node *n)
{
  const struct group *g = &w->tree->group[n->group];
  const char *name = model_name(w, g->name);
  if (g->n_dimensions == 0) return name;
  const char *row = as_type(w, words_of(w, &n->index), NULL);
  if (g->n_dimensions == 1) return say(w, "%s[%s]", name, row);
  return say(w, w->tla ? "%s[%s, %s]" : "%s(%s, %s)", name, row, as_type(w, words_of(w, &n->column), NULL));
}
