/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_value.c: expressions in C. An operation is spelled as operations.c says.
 */
#include "language/emit_c.h"

#include <inttypes.h>

#include "language/evaluate.h"
#include "language/operations.h"

/* --- values of the graph ------------------------------------------------------------------------------------------ */

/* Where the value begins that ends with this code. */
static uint32_t begin_of(const struct value *v, uint32_t end)
{
  uint32_t begin = end;
  for (uint32_t k = operands_of(v->code[end].kind); k > 0; k--) begin = begin_of(v, begin - 1);
  return begin;
}

static void emit_leaf(const struct c_file *f, const struct code *c)
{
  switch (c->kind) {
  case EXPR_NUMBER: fprintf(f->out, "INT64_C(%" PRId64 ")", c->number); break;
  case EXPR_LOCAL: fprintf(f->out, "my->s%u", c->slot); break;
  case EXPR_I: fputs("i", f->out); break;
  case EXPR_N: fputs("n", f->out); break;
  case EXPR_ME: fputs("(int64_t)in->id", f->out); break;
  case EXPR_NOW: fputs("in->now", f->out); break;
  case EXPR_SESSIONS: fputs("(int64_t)in->n_sessions", f->out); break;
  default: fprintf(f->out, "((const struct parameters *)in->parameters)->p_%s", f->m->tree->parameter[c->number].name);
  }
}

static void emit_code(const struct c_file *f, const struct value *v, uint32_t end)
{
  const struct code *c = &v->code[end];
  const uint32_t n = operands_of(c->kind);
  uint32_t last[3]; /* of each operand */
  if (n == 0) {
    emit_leaf(f, c);
    return;
  }
  for (uint32_t k = n, at = end; k-- > 0; at = begin_of(v, at - 1)) last[k] = at - 1;
  if (c->kind == EXPR_ELEMENT) {
    uint32_t k = 0;
    while (f->m->graph.array[k].slot != c->slot) k++;
    fprintf(f->out, "text_load(array_%u(my, n, ", k);
    emit_code(f, v, last[0]);
    fprintf(f->out, ", &astray), %u)", f->m->graph.array[k].width);
    return;
  }
  if ((c->kind == EXPR_DEGREE || c->kind == EXPR_NEIGHBOUR) && v->code[last[0]].kind == EXPR_I) { /* it is there */
    fputs(c->kind == EXPR_DEGREE ? "(int64_t)rmr_degree(NEIGHBOURS, (uint32_t)i)"
                                 : "text_neighbour_of(NEIGHBOURS, (uint32_t)i, ",
          f->out);
    if (c->kind == EXPR_NEIGHBOUR) {
      emit_code(f, v, last[1]);
      fputs(")", f->out);
    }
    return;
  }
  if (code_may_divide_by_zero(c)) {
    fprintf(f->out, "text_%s_by(", c->kind == EXPR_DIVIDE ? "divide" : "modulo");
    emit_code(f, v, last[0]);
    fputs(", ", f->out);
    emit_code(f, v, last[1]);
    fputs(", &astray)", f->out);
    return;
  }
  for (const char *s = spelling_of(c->kind); *s != '\0'; s++) {
    if (*s != '$')
      fputc(*s, f->out);
    else if (*++s == 's')
      fprintf(f->out, "%u", c->shift);
    else if (*s == 'w')
      fprintf(f->out, "%u", c->width);
    else
      emit_code(f, v, last[*s - '1']);
  }
}

void emit_value(const struct c_file *f, const struct value *v)
{
  emit_code(f, v, v->n - 1);
}

/* --- expressions of the tree -------------------------------------------------------------------------------------- */

void emit_around(const struct c_file *f, const char *before, const struct expr *x, const char *behind)
{
  fputs(before, f->out);
  emit_tree(f, x);
  fputs(behind, f->out);
}

static void emit_parts(const struct c_file *f, const struct expr *a, const struct expr *b, bool at_most, bool last)
{
  emit_around(f, "(", a, last && at_most ? " <= " : " < ");
  emit_around(f, "", b, "");
  if (!last) {
    emit_around(f, " || (", a, " == ");
    emit_around(f, "", b, " && ");
    emit_parts(f, a->next, b->next, at_most, a->next->next == NULL);
    fputs(")", f->out);
  }
  fputs(")", f->out);
}

static void emit_comparison(const struct c_file *f, const struct expr *x)
{
  const bool tuple = x->left->kind == EXPR_TUPLE, order = x->kind == EXPR_LESS || x->kind == EXPR_AT_MOST;
  const struct expr *a = tuple ? x->left->left : x->left, *b = tuple ? x->right->left : x->right;
  if (order) {
    if (x->turned)
      emit_parts(f, b, a, x->kind == EXPR_AT_MOST, !tuple || b->next == NULL);
    else
      emit_parts(f, a, b, x->kind == EXPR_AT_MOST, !tuple || a->next == NULL);
    return;
  }
  fputs(x->kind == EXPR_DIFFERENT ? "!(" : "(", f->out);
  for (bool first = true; a != NULL; a = tuple ? a->next : NULL, b = tuple ? b->next : NULL, first = false) {
    emit_around(f, first ? "" : " && ", a, " == ");
    emit_around(f, "", b, "");
  }
  fputs(")", f->out);
}

static void emit_in(const struct c_file *f, const struct expr *x)
{
  if (x->right->kind == EXPR_SPAN) {
    emit_around(f, "(", x->right->left, " <= ");
    emit_around(f, "", x->left, " && ");
    emit_around(f, "", x->left, " <= ");
    emit_around(f, "", x->right->right, ")");
    return;
  }
  fputs("(0", f->out);
  for (const struct expr *part = x->right->left; part != NULL; part = part->next) {
    emit_around(f, " || ", x->left, " == ");
    emit_around(f, "", part, "");
  }
  fputs(")", f->out);
}

static void emit_packed(const struct c_file *f, const struct expr *x)
{
  uint32_t k = 0;
  fputs("(0", f->out);
  for (const struct expr *part = x->left; part != NULL; part = part->next, k++) {
    if (x->kind == EXPR_MEMBERS) {
      emit_around(f, " | text_power(", part, ")");
      continue;
    }
    const struct field *field = &x->type->field[k];
    emit_around(f, " | text_put(", part, "");
    fprintf(f->out, ", %u, %u)", field->shift, field->width);
  }
  fputs(")", f->out);
}

/* ({ loop; value; }) */
static void emit_comprehension(const struct c_file *f, const struct expr *x)
{
  const struct expr *list = x->left;
  const uint32_t v = x->local;
  const char *begin = x->kind == EXPR_FORALL ? "1"
                      : x->kind == EXPR_MIN  ? "INT64_MAX"
                      : x->kind == EXPR_MAX  ? "INT64_MIN"
                                             : "0";
  fprintf(f->out, "({ int64_t r%u = ", v);
  if (x->kind == EXPR_WHICH)
    emit_around(f, "", x->index, "; ");
  else
    fprintf(f->out, "%s; ", begin);
  if (list->kind == EXPR_SPAN) {
    const bool down = goes_down(list);
    fprintf(f->out, "for (int64_t v%u = ", v);
    emit_around(f, "", list->left, "");
    fprintf(f->out, "; v%u %s ", v, down ? ">=" : "<=");
    emit_around(f, "", list->right, "");
    fprintf(f->out, "; v%u%s) { ", v, down ? "--" : "++");
  } else if (list->kind == EXPR_LIST) {
    uint32_t n = 0;
    fprintf(f->out, "const int64_t l%u[] = {0", v);
    for (const struct expr *part = list->left; part != NULL; part = part->next, n++) emit_around(f, ", ", part, "");
    fprintf(f->out, "}; for (int k%u = 1; k%u <= %u; k%u++) { const int64_t v%u = l%u[k%u]; ", v, v, n, v, v, v, v);
  } else {
    fprintf(f->out, "for (int64_t l%u = ", v);
    emit_around(f, "", list, "");
    fprintf(f->out, "; l%u != 0; l%u &= l%u - 1) { const int64_t v%u = text_first(l%u); ", v, v, v, v, v);
  }
  if (x->third != NULL) emit_around(f, "if (!", x->third, ") continue; ");
  fprintf(f->out, "const int64_t e%u = ", v);
  emit_around(f, "", x->right, "; ");
  switch (x->kind) {
  case EXPR_FORALL: fprintf(f->out, "if (!e%u) { r%u = 0; break; } ", v, v); break;
  case EXPR_EXISTS: fprintf(f->out, "if (e%u) { r%u = 1; break; } ", v, v); break;
  case EXPR_WHICH: fprintf(f->out, "if (e%u) { r%u = v%u; break; } ", v, v, v); break;
  case EXPR_SUM: fprintf(f->out, "r%u += e%u; ", v, v); break;
  case EXPR_MAX: fprintf(f->out, "if (e%u > r%u) r%u = e%u; ", v, v, v, v); break;
  default: fprintf(f->out, "if (e%u < r%u) r%u = e%u; ", v, v, v, v);
  }
  if (x->kind == EXPR_MIN || x->kind == EXPR_MAX)
    fprintf(f->out, "} r%u == %s ? 0 : r%u; })", v, begin, v);
  else
    fprintf(f->out, "} r%u; })", v);
}

bool is_one_to_n(const struct expr *low, const struct expr *high)
{
  return low->kind == EXPR_NUMBER && low->number == 1 && high->kind == EXPR_N;
}

/* A name that is one of 1..N for certain. */
static bool is_sure(const struct c_file *f, const struct expr *x)
{
  return f->names != NULL && x->kind == EXPR_LOCAL && f->names->is_process[x->local];
}

/* Whether the indices cannot be outside the group. */
static bool is_inside(const struct c_file *f, const struct expr *x)
{
  const struct group *g = &f->m->tree->group[x->group];
  for (uint32_t k = 0; k < g->n_dimensions; k++)
    if (!is_one_to_n(g->dimension[k].low, g->dimension[k].high) || !is_sure(f, k == 0 ? x->index : x->column))
      return false;
  return true;
}

/* Whether it is the one that was written. */
static bool is_written(const struct c_file *f, const struct expr *x)
{
  if (f->names == NULL || f->names->group != x->group) return false;
  for (uint32_t k = 0; k < f->m->tree->group[x->group].n_dimensions; k++) {
    const struct expr *index = k == 0 ? x->index : x->column;
    if (index->kind != EXPR_LOCAL || f->names->written[k] == 0 || index->local != f->names->written[k]) return false;
  }
  return true;
}

static void emit_register(const struct c_file *f, const struct expr *x)
{
  const struct group *g = &f->m->tree->group[x->group];
  if (is_written(f, x)) {
    fputs("text_word(now, step->written)", f->out);
    return;
  }
  fprintf(f->out, "text_%s(now, %u", is_inside(f, x) ? "inside" : "register", x->group);
  for (uint32_t k = 0; k < 2; k++) {
    if (k >= g->n_dimensions) {
      fputs(", 0, 1", f->out);
      continue;
    }
    emit_around(f, ", ", k == 0 ? x->index : x->column, " - ");
    emit_around(f, "", g->dimension[k].low, ", ");
    emit_around(f, "", g->dimension[k].high, " + 1 - ");
    emit_around(f, "", g->dimension[k].low, "");
  }
  fputs(")", f->out);
}

/* A neighbour, and the place of one, of names that are processes: the k-th is at place k. False: it is of others. */
static bool emit_neighbour(const struct c_file *f, const struct expr *x)
{
  if (x->kind == EXPR_NEIGHBOUR && is_sure(f, x->left)) {
    fprintf(f->out, "text_neighbour_of(NEIGHBOURS, (uint32_t)v%u, ", x->left->local);
    emit_around(f, "", x->right, ")");
    return true;
  }
  if (x->kind != EXPR_PLACE || !is_sure(f, x->left) || !is_sure(f, x->right)) return false;
  if (f->names->neighbour_of[x->right->local] == x->left->local)
    fprintf(f->out, "k%u", x->right->local);
  else
    fprintf(f->out, "(int64_t)rmr_place(NEIGHBOURS, (uint32_t)v%u, (uint32_t)v%u)", x->left->local, x->right->local);
  return true;
}

static void emit_of_process(const struct c_file *f, const struct expr *x)
{
  const bool sure = is_sure(f, x->left), moved = sure && x->left->local == f->names->moved;
  if (f->before)
    fputs("(", f->out);
  else
    emit_around(f, "({ const int64_t p = ", x->left, sure ? "; (void)p; " : "; !text_is(now, p) ? 0 : ");
  if (x->kind == EXPR_INSIDE)
    fprintf(f->out, "%s == %u", f->before ? "step->section" : "text_section(now, (uint32_t)p)", (uint32_t)x->number);
  if (x->kind == EXPR_AT) {
    const char *line = f->before ? "step->line" : moved ? "step->now" : "text_line(now, (uint32_t)p)";
    if ((uint32_t)x->number == x->rest)
      fprintf(f->out, "%s == %u", line, x->rest);
    else
      fprintf(f->out, "%s >= %u && %s <= %u", line, (uint32_t)x->number, line, x->rest);
  }
  if (x->kind == EXPR_OTHERS)
    fprintf(f->out, "((const struct state *)%s)->s%u", f->before ? "step->state" : "text_state(now, (uint32_t)p)",
            f->m->tree->local[x->local].slot);
  fputs(f->before ? ")" : "; })", f->out);
}

static void emit_operation(const struct c_file *f, const struct expr *x)
{
  for (const char *s = spelling_of((uint8_t)x->kind); *s != '\0'; s++) {
    if (*s != '$')
      fputc(*s, f->out);
    else if (*++s == 's')
      fprintf(f->out, "%u", x->shift);
    else if (*s == 'w')
      fprintf(f->out, "%u", x->width);
    else if (x->kind == EXPR_CHOOSE)
      emit_tree(f, *s == '1' ? x->third : *s == '2' ? x->left : x->right);
    else
      emit_tree(f, *s == '1' ? x->left : x->right);
  }
}

void emit_tree(const struct c_file *f, const struct expr *x)
{
  switch (x->kind) {
  case EXPR_NUMBER: fprintf(f->out, "INT64_C(%" PRId64 ")", x->number); break;
  case EXPR_N: fputs("(int64_t)s.n", f->out); break;
  case EXPR_SESSIONS: fputs("(int64_t)s.sessions", f->out); break;
  case EXPR_PASSAGES: fputs("(int64_t)s.passages", f->out); break;
  case EXPR_CRASHES: fputs("(int64_t)s.crashes", f->out); break;
  case EXPR_ARRIVALS: fputs("(int64_t)s.arrivals", f->out); break;
  case EXPR_LAPSING: fputs("(int64_t)s.lapsing", f->out); break;
  case EXPR_PARAMETER:
    fprintf(f->out, "((const struct parameters *)s.parameters)->p_%s", f->m->tree->parameter[x->number].name);
    break;
  case EXPR_VALUE: fputs("value", f->out); break;
  case EXPR_ARGUMENT: fputs("argument", f->out); break;
  case EXPR_INDEX: fprintf(f->out, "index%u", (uint32_t)x->number); break;
  case EXPR_LOCAL:
    if (f->m->tree->local[x->local].bound)
      fprintf(f->out, "v%u", x->local);
    else
      fprintf(f->out, "my->s%u", f->m->tree->local[x->local].slot);
    break;
  case EXPR_SHARED: emit_register(f, x); break;
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: emit_comparison(f, x); break;
  case EXPR_IN: emit_in(f, x); break;
  case EXPR_RECORD:
  case EXPR_MEMBERS: emit_packed(f, x); break;
  case EXPR_AT:
  case EXPR_INSIDE:
  case EXPR_OTHERS: emit_of_process(f, x); break;
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM:
  case EXPR_FORALL:
  case EXPR_EXISTS:
  case EXPR_WHICH: emit_comprehension(f, x); break;
  default:
    if (emit_neighbour(f, x)) break;
    if (spelling_of((uint8_t)x->kind) != NULL)
      emit_operation(f, x);
    else
      fputs("0", f->out);
  }
}
