/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/emit_json.h"

#include <inttypes.h>

#include "language/derived.h"
#include "language/evaluate.h"

struct json_file {
  const struct machine *m;
  const void *parameters;
  FILE *out;
};

/* --- values ------------------------------------------------------------------------------------------------------- */

static const char *word_of(uint8_t kind)
{
  static const char *const words[] = {
    [EXPR_I] = "i",
    [EXPR_N] = "n",
    [EXPR_ME] = "me",
    [EXPR_NOW] = "now",
    [EXPR_SESSIONS] = "sessions",
    [EXPR_LOCAL] = "local",
    [EXPR_ELEMENT] = "element",
    [EXPR_NOT] = "not",
    [EXPR_NEGATE] = "negate",
    [EXPR_LG] = "lg",
    [EXPR_FIRST] = "first",
    [EXPR_POWER] = "power",
    [EXPR_FIELD] = "field",
    [EXPR_AND] = "and",
    [EXPR_OR] = "or",
    [EXPR_ADD] = "add",
    [EXPR_SUBTRACT] = "subtract",
    [EXPR_MULTIPLY] = "multiply",
    [EXPR_DIVIDE] = "divide",
    [EXPR_MODULO] = "modulo",
    [EXPR_LARGER] = "larger",
    [EXPR_SMALLER] = "smaller",
    [EXPR_UNION] = "union",
    [EXPR_MINUS] = "minus",
    [EXPR_HAS] = "has",
    [EXPR_EQUAL] = "equal",
    [EXPR_DIFFERENT] = "different",
    [EXPR_LESS] = "less",
    [EXPR_AT_MOST] = "at_most",
    [EXPR_CHOOSE] = "choose",
    [EXPR_PUT] = "put",
  };
  return kind < sizeof words / sizeof *words && words[kind] != NULL ? words[kind] : "unknown";
}

static void print_number(int64_t number, FILE *out)
{
  const int64_t exact = INT64_C(1) << 53;
  const char *quote = number > exact || number < -exact ? "\"" : "";
  fprintf(out, "%s%" PRId64 "%s", quote, number, quote);
}

static void print_code(const struct json_file *f, const struct code *c)
{
  switch (c->kind) {
  case EXPR_NUMBER: print_number(c->number, f->out); break;
  case EXPR_PARAMETER: print_number(parameter_value(f->parameters, (uint32_t)c->number, f->m->tree), f->out); break;
  case EXPR_LOCAL:
  case EXPR_ELEMENT: fprintf(f->out, "[\"%s\",%u]", word_of(c->kind), c->slot); break;
  case EXPR_FIELD:
  case EXPR_PUT: fprintf(f->out, "[\"%s\",%u,%u]", word_of(c->kind), c->shift, c->width); break;
  default: fprintf(f->out, "\"%s\"", word_of(c->kind));
  }
}

/* Nothing where there is no value. */
static void print_value(const struct json_file *f, const char *key, const struct value *v)
{
  if (v->n == 0) return;
  fprintf(f->out, ",\"%s\":[", key);
  for (uint32_t k = 0; k < v->n; k++) {
    if (k > 0) fputc(',', f->out);
    print_code(f, &v->code[k]);
  }
  fputc(']', f->out);
}

/* --- the locals that one sees at an access ------------------------------------------------------------------------ */

static bool expression_names(const struct expr *x, uint32_t local)
{
  for (; x != NULL; x = x->next) {
    const bool own = x->local == local && (x->kind == EXPR_LOCAL || x->kind == EXPR_ELEMENT || x->kind >= EXPR_MAX);
    if (own || expression_names(x->left, local) || expression_names(x->right, local) ||
        expression_names(x->third, local) || expression_names(x->index, local) || expression_names(x->column, local))
      return true;
  }
  return false;
}

static bool statement_names(const struct statement *s, uint32_t local)
{
  return expression_names(s->target, local) || expression_names(s->value, local) || expression_names(s->from, local) ||
         expression_names(s->to, local);
}

/* Behind a comprehension its local has no name any more. */
static const char *name_of(const struct local *l)
{
  return l->bound ? l->at->word : l->name;
}

/* The locals whose values are still read. Those of comprehensions share slots, and count in their statement only. */
static void print_sees(const struct json_file *f, const struct node *n)
{
  const struct tree *t = f->m->tree;
  const char *comma = "";
  fputs(",\"sees\":[", f->out);
  for (uint32_t k = 0; k < t->n_locals && n->of != NULL; k++) {
    const struct local *l = &t->local[k];
    if (*name_of(l) == '\0' || l->slot >= MOST_SLOTS || (n->live >> l->slot & 1) == 0) continue;
    if (k == 0 && !t->uses_sessions) continue;
    if (l->bound ? !statement_names(n->of, k) : !local_is_known(t, n->of->in, k)) continue;
    fprintf(f->out, "%s%u", comma, k);
    comma = ",";
  }
  fputc(']', f->out);
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static void print_access(const struct json_file *f, const struct node *n)
{
  const char *comma = "";
  fprintf(f->out, ",\"kind\":%u,\"section\":%u,\"line\":%u", n->access, n->section, n->line);
  if (rmr_kind_accesses(n->access)) fprintf(f->out, ",\"group\":%u", n->group);
  print_value(f, "index", &n->index);
  print_value(f, "column", &n->column);
  print_value(f, "value", &n->value);
  print_value(f, "old", &n->old);
  if (n->slot != NO_SLOT) fprintf(f->out, ",\"slot\":%u", n->slot);
  if (n->round != NO_NODE) fprintf(f->out, ",\"began\":%d", n->began != NO_SLOT ? (int)n->began : -1);
  if (n->dirty != 0) {
    fputs(",\"dirty\":[", f->out);
    for (uint64_t dirty = n->dirty; dirty != 0; dirty &= dirty - 1, comma = ",")
      fprintf(f->out, "%s%d", comma, __builtin_ctzll(dirty));
    fputc(']', f->out);
  }
  if (n->n_trims > 0) {
    fputs(",\"trims\":[", f->out);
    for (uint32_t k = 0; k < n->n_trims; k++)
      fprintf(f->out, "%s[%u,\"%" PRId64 "\"]", k > 0 ? "," : "", n->trim[k].slot, (int64_t)n->trim[k].mask);
    fputc(']', f->out);
  }
  print_sees(f, n);
}

static void print_node(const struct json_file *f, const struct node *n)
{
  static const char *const words[] = {[NODE_ACCESS] = "access", [NODE_SET] = "set", [NODE_CLEAR] = "clear",
                                      [NODE_BRANCH] = "branch", [NODE_GO] = "go",   [NODE_REMAINDER] = "remainder",
                                      [NODE_LOST] = "lost"};
  fprintf(f->out, "{\"do\":\"%s\"", words[n->kind]);
  if (n->next != NO_NODE) fprintf(f->out, ",\"next\":%u", n->next);
  switch (n->kind) {
  case NODE_ACCESS: print_access(f, n); break;
  case NODE_BRANCH:
    fprintf(f->out, ",\"other\":%u", n->other);
    print_value(f, "value", &n->value);
    break;
  case NODE_SET: print_value(f, "index", &n->index); print_value(f, "value", &n->value); /* fallthrough */
  case NODE_CLEAR:
  case NODE_REMAINDER: fprintf(f->out, ",\"slot\":%u", n->slot); break;
  case NODE_GO:
  case NODE_LOST: break;
  }
  fputc('}', f->out);
}

/* --- locals ------------------------------------------------------------------------------------------------------- */

static void print_names(const char *const *names, FILE *out)
{
  if (names == NULL) {
    fputs("null", out);
    return;
  }
  fputc('[', out);
  for (uint32_t k = 0; names[k] != NULL; k++) fprintf(out, "%s\"%s\"", k > 0 ? "," : "", names[k]);
  fputc(']', out);
}

static void print_local(const struct local *l, FILE *out)
{
  const struct type *t = &l->type;
  fprintf(out, "{\"name\":\"%s\",\"slot\":%u,\"names\":", name_of(l), l->slot);
  print_names(t->kind == TYPE_BOOLEAN || t->kind == TYPE_ENUM ? t->names : NULL, out);
  if (l->array) fputs(",\"array\":true", out);
  if (t->n_fields > 0) {
    fputs(",\"fields\":[", out);
    for (uint32_t k = 0; k < t->n_fields; k++) {
      const struct field *field = &t->field[k];
      fprintf(out, "%s[\"%s\",%u,%u,", k > 0 ? "," : "", field->name, field->shift, field->width);
      print_names(field->type.names, out);
      fputc(']', out);
    }
    fputc(']', out);
  }
  fputc('}', out);
}

void emit_json(const struct machine *m, const void *parameters, FILE *out)
{
  const struct flow *g = &m->steps;
  const struct json_file f = {m, parameters, out};
  fprintf(out, "{\"begin\":%u,\"slots\":%u,\"arrays\":[", g->begin, g->n_slots);
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    const struct array *a = &g->array[k];
    fprintf(out, "%s[%u,%u,%" PRId64 ",%" PRId64 ",%" PRId64 "]", k > 0 ? "," : "", a->slot, a->width, a->low, a->fixed,
            a->each);
  }
  fputs("],\n\"locals\":[", out);
  for (uint32_t k = 0; k < m->tree->n_locals; k++) {
    if (k > 0) fputs(",\n", out);
    print_local(&m->tree->local[k], out);
  }
  fputs("],\n\"nodes\":[", out);
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    if (k > 0) fputs(",\n", out);
    print_node(&f, &g->node[k]);
  }
  fputs("]}", out);
}
