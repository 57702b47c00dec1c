/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/derived.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

/* --- expressions -------------------------------------------------------------------------------------------------- */

static const char *sign_of(enum expr_kind kind)
{
  switch (kind) {
  case EXPR_ADD: return " + ";
  case EXPR_SUBTRACT: return " - ";
  case EXPR_MULTIPLY: return " * ";
  case EXPR_DIVIDE: return " div ";
  case EXPR_MODULO: return " mod ";
  default: return NULL;
  }
}

static const char *word_of(const struct tree *tree, const struct expr *x, const struct group *g)
{
  static const struct {
    enum expr_kind kind;
    const char *word;
  } words[] = {{EXPR_N, "N"},
               {EXPR_I, "i"},
               {EXPR_SESSIONS, "sessions"},
               {EXPR_VALUE, "value"},
               {EXPR_PASSAGES, "passages"},
               {EXPR_CRASHES, "crashes"},
               {EXPR_LAPSING, "lapsing"},
               {EXPR_ARRIVALS, "arrivals"}};
  if (x->kind == EXPR_PARAMETER) return tree->parameter[x->number].name;
  if (x->kind == EXPR_INDEX && g != NULL) return g->dimension[x->number].index;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (words[k].kind == x->kind) return words[k].word;
  return NULL;
}

/* A constant, or an attribute of the group; "..." where it is more than a sum. */
static void describe_expr(FILE *out, const struct tree *tree, const struct expr *x, const struct group *g)
{
  const char *word = word_of(tree, x, g), *sign = sign_of(x->kind);
  if (x->kind == EXPR_NUMBER) {
    fprintf(out, "%" PRId64, x->number);
  } else if (word != NULL) {
    fputs(word, out);
  } else if (x->kind == EXPR_POWER) {
    fputs("2^", out);
    describe_expr(out, tree, x->left, g);
  } else if (sign != NULL) {
    const bool product = x->kind != EXPR_ADD && x->kind != EXPR_SUBTRACT;
    const struct expr *const side[] = {x->left, x->right};
    for (uint32_t k = 0; k < 2; k++) {
      const bool sum = side[k]->kind == EXPR_ADD || side[k]->kind == EXPR_SUBTRACT;
      const bool apart = sum && (product || (k == 1 && x->kind == EXPR_SUBTRACT));
      if (apart) fputc('(', out);
      describe_expr(out, tree, side[k], g);
      fputs(apart ? ")" : "", out);
      if (k == 0) fputs(sign, out);
    }
  } else {
    fputs("...", out);
  }
}

/* --- types -------------------------------------------------------------------------------------------------------- */

static void describe_names(FILE *out, const struct type *t)
{
  fputc('{', out);
  for (int64_t v = t->first; v <= t->last; v++) fprintf(out, "%s%s", v > t->first ? ", " : "", t->names[v]);
  fputc('}', out);
}

static void describe_range(FILE *out, const struct tree *tree, const struct type *t)
{
  describe_expr(out, tree, t->low, NULL);
  fputs("..", out);
  describe_expr(out, tree, t->high, NULL);
}

static void describe_set(FILE *out, const struct tree *tree, const struct type *t)
{
  fputs("set of ", out);
  if (t->names == NULL)
    describe_range(out, tree, t);
  else
    describe_names(out, &(struct type){.names = t->names, .last = t->high->number});
}

void describe_type(FILE *out, const struct tree *tree, const struct type *t)
{
  switch (t->kind) {
  case TYPE_BOOLEAN: fputs("boolean", out); break;
  case TYPE_NATURAL: fputs("natural", out); break;
  case TYPE_SESSION: fputs("session", out); break;
  case TYPE_PROCESS: fputs(t->nil ? "process or nil" : "process", out); break;
  case TYPE_ENUM: describe_names(out, t); break;
  case TYPE_RANGE: describe_range(out, tree, t); break;
  case TYPE_SET: describe_set(out, tree, t); break;
  case TYPE_TIME:
    fputs("time horizon ", out);
    describe_expr(out, tree, t->horizon, NULL);
    break;
  case TYPE_RECORD: fprintf(out, "record of %" PRIu32 " field%s", t->n_fields, plural(t->n_fields)); break;
  default: fputs("number", out);
  }
}

void describe_bounds(FILE *out, const struct tree *tree, const struct group *g)
{
  for (uint32_t k = 0; k < g->n_dimensions; k++) {
    fputs(k == 0 ? "[" : ", ", out);
    describe_expr(out, tree, g->dimension[k].low, NULL);
    fputs("..", out);
    describe_expr(out, tree, g->dimension[k].high, NULL);
  }
  if (g->n_dimensions != 0) fputc(']', out);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static bool is_written(const struct machine *m, uint32_t group)
{
  for (uint32_t k = 0; k < m->graph.n_nodes; k++) {
    const struct node *n = &m->graph.node[k];
    if (n->kind == NODE_ACCESS && rmr_kind_writes(n->access) && n->group == group) return true;
  }
  return false;
}

static bool is_changed(const struct tree *t, uint32_t group)
{
  bool any = false;
  for (uint32_t k = 0; k < t->n_changes; k++) any |= t->change[k].group == group;
  return any;
}

const char *describe_writers(const struct machine *m, uint32_t group)
{
  if (!is_written(m, group))
    return m->shared[group].epoch ? "crashes" : is_changed(m->tree, group) ? "environment" : "nobody";
  return m->shared[group].multi_writer ? "all" : "its owner";
}

void describe_home(FILE *out, const struct machine *m, uint32_t group)
{
  const struct group *g = &m->tree->group[group];
  if (g->home == HOME_EXPR)
    describe_expr(out, m->tree, g->home_of, g);
  else
    fputs(m->shared[group].home != NULL ? "its owner" : "nobody", out);
}

static void describe_value(FILE *out, const struct type *t, int64_t value)
{
  const char *before = "";
  if (t->kind == TYPE_BOOLEAN && (value == 0 || value == 1)) {
    fputs(value != 0 ? "true" : "false", out);
  } else if (t->kind == TYPE_ENUM && value >= t->first && value <= t->last) {
    fputs(t->names[value], out);
  } else if (t->kind == TYPE_PROCESS && value == 0) {
    fputs("nil", out);
  } else if (t->kind == TYPE_SET) {
    fputc('{', out);
    for (uint32_t k = 0; k < 63; k++) {
      if ((value >> k & 1) == 0) continue;
      if (t->names != NULL)
        fprintf(out, "%s%s", before, t->names[k]);
      else
        fprintf(out, "%s%" PRIu32, before, k);
      before = ", ";
    }
    fputc('}', out);
  } else if (t->kind == TYPE_RECORD) {
    for (uint32_t k = 0; k < t->n_fields; k++) {
      const struct field *f = &t->field[k];
      fputs(k == 0 ? "(" : ", ", out);
      describe_value(out, &f->type, value >> f->shift & ((INT64_C(1) << f->width) - 1));
    }
    fputc(')', out);
  } else {
    fprintf(out, "%" PRId64, value);
  }
}

static bool varies(const struct expr *x)
{
  return x->kind == EXPR_INDEX || x->kind == EXPR_N || x->kind == EXPR_SESSIONS || x->kind == EXPR_PARAMETER ||
         x->kind == EXPR_PASSAGES || x->kind == EXPR_CRASHES || x->kind == EXPR_LAPSING || x->kind == EXPR_ARRIVALS;
}

void describe_initial(FILE *out, const struct machine *m, uint32_t group)
{
  const struct group *g = &m->tree->group[group];
  const struct rmr_shared *s = &m->shared[group];
  const struct rmr_size two = {.n = 2, .sessions = 2, .passages = 2, .self = m, .shared = s};
  if (g->arbitrary)
    fputs("arbitrary", out);
  else if (g->initial == NULL || !expr_any(g->initial, varies))
    describe_value(out, &g->type, s->initial_of != NULL ? s->initial_of(0, two) : s->initial);
  else
    describe_expr(out, m->tree, g->initial, g);
}

int home_index(const struct group *g)
{
  if (g->home == HOME_OWNER) return 0;
  return g->home == HOME_EXPR && g->home_of->kind == EXPR_INDEX ? (int)g->home_of->number : NO_INDEX;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static bool is_of(const struct instance *in, uint32_t local)
{
  return local >= in->first_local && local < in->first_local + in->n_locals;
}

bool local_is_known(const struct tree *t, const struct instance *in, uint32_t local)
{
  for (const struct instance *outer = in; outer != NULL; outer = outer->caller)
    if (is_of(outer, local)) return true;
  for (const struct instance *other = t->instance; other != NULL; other = other->next)
    if (is_of(other, local)) return false;
  return true; /* of the process */
}

uint32_t describe_live(const struct machine *m, const struct node *at, const char *names[], uint32_t *n_unnamed)
{
  const struct tree *t = m->tree;
  uint64_t rest = at->live;
  uint32_t n = 0;
  for (uint32_t k = 0; k < t->n_locals && n < MOST_SLOTS; k++) {
    const struct local *l = &t->local[k];
    if (l->name[0] == '\0' || (rest >> l->slot & 1) == 0 || !local_is_known(t, at->of->in, k)) continue;
    if (k == 0 && !t->uses_sessions) continue;
    names[n++] = l->name;
    rest &= ~(UINT64_C(1) << l->slot);
  }
  *n_unnamed = (uint32_t)__builtin_popcountll(rest);
  return n;
}
