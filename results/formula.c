/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * formula.c: recursive descent, one function per line of the grammar in formula.h, each of which emits its operands and
 * then its operator. The depth of parentheses is bounded, so that hostile text cannot exhaust the stack.
 */
#include "results/formula.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

/* The words of the language: functions, the product, then variables. A word is recognised by its beginning, so `NlgN`
 * is N lg N. */
#define WORDS(WORD)             \
  WORD("lg", FORMULA_LG)        \
  WORD("log", FORMULA_LG)       \
  WORD("sqrt", FORMULA_SQRT)    \
  WORD("floor", FORMULA_FLOOR)  \
  WORD("ceil", FORMULA_CEIL)    \
  WORD("prod", FORMULA_PRODUCT) \
  WORD("N", FORMULA_N)          \
  WORD("j", FORMULA_J)

#define WORD(text, code) text,
static const char *const word_text[] = {WORDS(WORD)};
#undef WORD
#define WORD(text, code) code,
static const enum formula_code word_code[] = {WORDS(WORD)};
#undef WORD
enum { N_WORDS = sizeof word_text / sizeof word_text[0], DEEPEST = 32, LONGEST_NUMBER = 40 };

struct parser {
  const char *text;
  size_t at, end; /* next character, and one past the last */
  unsigned depth;
  bool in_product;
  struct formula *out;
  struct error *error;
};

static bool parse_sum(struct parser *p);
static bool parse_signed(struct parser *p);

static char peek(struct parser *p)
{
  while (p->at < p->end && isspace((unsigned char)p->text[p->at])) p->at++;
  return p->at < p->end ? p->text[p->at] : '\0';
}

static bool expected(struct parser *p, const char *what)
{
  const int column = (int)p->at + 1;
  if (peek(p) == '\0')
    return fail_at(p->error, EXIT_USAGE, NULL, 0, column, "column %d: expected %s, but the formula ends", column, what);
  return fail_at(p->error, EXIT_USAGE, NULL, 0, column, "column %d: expected %s, not '%.*s'", column, what,
                 (int)(p->end - p->at < 20 ? p->end - p->at : 20), p->text + p->at);
}

static bool emit(struct parser *p, enum formula_code code, double number)
{
  if (p->out->n == FORMULA_OPS)
    return fail(p->error, EXIT_USAGE, "the formula is too long: at most %d numbers, variables and operations",
                FORMULA_OPS);
  p->out->op[p->out->n++] = (struct formula_op){.code = code, .number = number};
  p->out->uses_n |= code == FORMULA_N;
  p->out->uses_j |= code == FORMULA_J;
  return true;
}

static bool digit_at(const struct parser *p, size_t at)
{
  return at < p->end && isdigit((unsigned char)p->text[at]);
}

/* One past the digits, the point and the exponent that begin at p->at. `1e6` is a number, `1e` is not. */
static size_t number_end(const struct parser *p)
{
  size_t at = p->at;
  while (digit_at(p, at)) at++;
  if (at < p->end && p->text[at] == '.')
    for (at++; digit_at(p, at);) at++;
  if (at == p->at + 1 && p->text[p->at] == '.') return at; /* no digit */
  if (at < p->end && (p->text[at] == 'e' || p->text[at] == 'E')) {
    size_t digits = at + 1;
    if (digits < p->end && (p->text[digits] == '+' || p->text[digits] == '-')) digits++;
    if (digit_at(p, digits))
      for (at = digits; digit_at(p, at);) at++;
  }
  return at;
}

static bool parse_number(struct parser *p)
{
  char digits[LONGEST_NUMBER + 1] = "";
  const size_t end = number_end(p), length = end - p->at;
  if (length > LONGEST_NUMBER || (length == 1 && p->text[p->at] == '.')) return expected(p, "a number");
  memcpy(digits, p->text + p->at, length);
  p->at = end;
  return emit(p, FORMULA_NUMBER, strtod(digits, NULL));
}

static bool unknown_word(struct parser *p)
{
  char word[24] = "";
  for (size_t k = 0; k + 1 < sizeof word && p->at + k < p->end && isalpha((unsigned char)p->text[p->at + k]); k++)
    word[k] = p->text[p->at + k];
  const char *near = suggest(word, word_text, N_WORDS);
  if (near == NULL && word[1] == '\0') near = word[0] == 'n' ? "N" : word[0] == 'J' ? "j" : NULL;
  const int column = (int)p->at + 1;
  return fail_at(p->error, EXIT_USAGE, NULL, 0, column,
                 "column %d: unknown word '%s'%s%s%s; a formula knows N, j, lg, sqrt, floor, ceil and prod", column,
                 word, near != NULL ? ", did you mean '" : "", near != NULL ? near : "", near != NULL ? "'" : "");
}

static bool parse_parenthesis(struct parser *p)
{
  p->at++;
  if (!parse_sum(p)) return false;
  if (peek(p) != ')') return expected(p, "')' or an operator");
  p->at++;
  return true;
}

static bool parse_power(struct parser *p);

/* After the function's name: an optional power of the value, and the argument. */
static bool parse_argument(struct parser *p, enum formula_code code)
{
  double power = 1;
  if (peek(p) == '^') {
    p->at++;
    if (!isdigit((unsigned char)peek(p))) return expected(p, "a number, as in lg^2 N");
    if (!parse_number(p)) return false;
    power = p->out->op[--p->out->n].number;
  }
  if (!(peek(p) == '(' ? parse_parenthesis(p) : parse_power(p))) return false;
  if (!emit(p, code, 0)) return false;
  return power == 1 || (emit(p, FORMULA_NUMBER, power) && emit(p, FORMULA_POWER, 0));
}

static bool parse_sign(struct parser *p, char sign, const char *what)
{
  if (peek(p) != sign) return expected(p, what);
  p->at++;
  return true;
}

/* After the word: (j < BOUND: BODY). A j in the body is no j of the formula. */
static bool parse_product_of(struct parser *p)
{
  const int column = (int)p->at + 1;
  if (p->in_product) return fail_at(p->error, EXIT_USAGE, NULL, 0, column, "column %d: a product in a product", column);
  if (!parse_sign(p, '(', "'(', as in prod(j < lg N: 1+2^j)")) return false;
  if (!parse_sign(p, 'j', "'j < ', as in prod(j < lg N: 1+2^j)")) return false;
  if (!parse_sign(p, '<', "'<', as in prod(j < lg N: 1+2^j)")) return false;
  p->in_product = true;
  if (!parse_sum(p) || !parse_sign(p, ':', "':', as in prod(j < lg N: 1+2^j)")) return false;

  const bool uses_j = p->out->uses_j;
  const unsigned at = p->out->n;
  if (!emit(p, FORMULA_PRODUCT, 0) || !parse_sum(p)) return false;
  p->out->op[at].body = p->out->n - at - 1;
  p->out->uses_j = uses_j;
  p->in_product = false;
  return parse_sign(p, ')', "')' or an operator");
}

static bool parse_word(struct parser *p)
{
  for (size_t k = 0; k < N_WORDS; k++) {
    const size_t length = strlen(word_text[k]);
    if (length > p->end - p->at || memcmp(p->text + p->at, word_text[k], length) != 0) continue;
    p->at += length;
    if (word_code[k] == FORMULA_N || word_code[k] == FORMULA_J) return emit(p, word_code[k], 0);
    return word_code[k] == FORMULA_PRODUCT ? parse_product_of(p) : parse_argument(p, word_code[k]);
  }
  return unknown_word(p);
}

static bool parse_atom(struct parser *p)
{
  const char c = peek(p);
  if (isdigit((unsigned char)c) || c == '.') return parse_number(p);
  if (isalpha((unsigned char)c)) return parse_word(p);
  if (c == '(') return parse_parenthesis(p);
  return expected(p, "a number, N, a function or '('");
}

static bool parse_power(struct parser *p)
{
  if (p->depth == DEEPEST) return fail(p->error, EXIT_USAGE, "the formula is nested too deeply: at most %d", DEEPEST);
  p->depth++;
  bool ok = parse_atom(p);
  if (ok && peek(p) == '^') {
    p->at++;
    ok = parse_signed(p) && emit(p, FORMULA_POWER, 0);
  }
  p->depth--;
  return ok;
}

static bool parse_signed(struct parser *p)
{
  const char sign = peek(p);
  if (sign == '-' || sign == '+') p->at++;
  if (!parse_power(p)) return false;
  return sign != '-' || emit(p, FORMULA_NEGATE, 0);
}

static bool begins_atom(char c)
{
  return isalnum((unsigned char)c) || c == '(' || c == '.';
}

static bool parse_product(struct parser *p)
{
  if (!parse_signed(p)) return false;
  for (;;) {
    const char c = peek(p);
    if (c != '*' && c != '/' && !begins_atom(c)) return true;
    if (c == '*' || c == '/') p->at++;
    if (!parse_signed(p) || !emit(p, c == '/' ? FORMULA_DIVIDE : FORMULA_MULTIPLY, 0)) return false;
  }
}

static bool parse_sum(struct parser *p)
{
  if (!parse_product(p)) return false;
  for (;;) {
    const char c = peek(p);
    if (c != '+' && c != '-') return true;
    p->at++;
    if (!parse_product(p) || !emit(p, c == '+' ? FORMULA_ADD : FORMULA_SUBTRACT, 0)) return false;
  }
}

bool formula_parse_part(const char *text, size_t begin, size_t end, struct formula *out, struct error *e)
{
  assert(begin <= end && end <= strlen(text));
  struct parser p = {.text = text, .at = begin, .end = end, .out = out, .error = e};
  out->n = 0;
  out->uses_n = out->uses_j = false;
  if (!parse_sum(&p)) return false;
  if (peek(&p) != '\0') return expected(&p, "an operator or the end of the formula");
  return true;
}

bool formula_parse(const char *text, struct formula *out, struct error *e)
{
  return formula_parse_part(text, 0, strlen(text), out, e);
}

double formula_lg(double x)
{
  int exponent;
  if (!(x > 0) || isinf(x)) return log2(x);
  if (frexp(x, &exponent) == 0.5) return exponent - 1;
  const double lg = log2(x);
  if (lg != floor(lg)) return lg;
  return nextafter(lg, lg >= exponent ? -INFINITY : INFINITY); /* exponent-1 < lg x < exponent */
}

/* Whole exponents by squaring, because pow() need not be exact. */
static double power_value(double base, double exponent)
{
  if (exponent != floor(exponent) || fabs(exponent) > 1024) return pow(base, exponent);
  double value = 1;
  for (unsigned k = (unsigned)fabs(exponent); k != 0; k >>= 1) {
    if (k & 1) value *= base;
    base *= base;
  }
  return exponent < 0 ? 1 / value : value;
}

static double unary_value(enum formula_code code, double a)
{
  return code == FORMULA_NEGATE  ? -a
         : code == FORMULA_LG    ? formula_lg(a)
         : code == FORMULA_SQRT  ? sqrt(a)
         : code == FORMULA_FLOOR ? floor(a)
                                 : ceil(a);
}

static double program_value(const struct formula_op *program, unsigned n, double N, double j);

/* Of the operations after `product`, for each j below the bound. */
static double product_value(const struct formula_op *product, double bound, double N)
{
  double value = 1;
  if (!(bound <= FORMULA_FACTORS)) return NAN;
  for (unsigned j = 0; j < bound; j++) value *= program_value(product + 1, product->body, N, j);
  return value;
}

static double program_value(const struct formula_op *program, unsigned n, double N, double j)
{
  double stack[FORMULA_OPS];
  size_t top = 0; /* entries in use */
  for (unsigned k = 0; k < n; k++) {
    const struct formula_op *op = &program[k];
    switch (op->code) {
    case FORMULA_NUMBER: stack[top++] = op->number; break;
    case FORMULA_N: stack[top++] = N; break;
    case FORMULA_J: stack[top++] = j; break;
    case FORMULA_ADD:
      top--;
      stack[top - 1] += stack[top];
      break;
    case FORMULA_SUBTRACT:
      top--;
      stack[top - 1] -= stack[top];
      break;
    case FORMULA_MULTIPLY:
      top--;
      stack[top - 1] *= stack[top];
      break;
    case FORMULA_DIVIDE:
      top--;
      stack[top - 1] /= stack[top];
      break;
    case FORMULA_POWER:
      top--;
      stack[top - 1] = power_value(stack[top - 1], stack[top]);
      break;
    case FORMULA_NEGATE:
    case FORMULA_LG:
    case FORMULA_SQRT:
    case FORMULA_FLOOR:
    case FORMULA_CEIL: stack[top - 1] = unary_value(op->code, stack[top - 1]); break;
    case FORMULA_PRODUCT:
      stack[top - 1] = product_value(op, stack[top - 1], N);
      k += op->body;
      break;
    }
  }
  assert(top == 1);
  return stack[0];
}

double formula_value(const struct formula *f, double N, double j)
{
  return program_value(f->op, f->n, N, j);
}
