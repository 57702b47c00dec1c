/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_pluscal.c: the module around an algorithm in PlusCal, its declarations, and its processes.
 *
 * The translator puts its TLA+ between the two marks behind the algorithm; the properties to be checked stand behind
 * them. Bound names end in _ as no name of a text does: TLA+ lets nobody use a name twice.
 */
#include "language/emit_pluscal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/evaluate.h"

/* --- definitions -------------------------------------------------------------------------------------------------- */

static void print_definitions(struct model *w)
{
  print(w, "N == %u\n", w->spec->size.n);
  model_names(w, "", " == ");
  if ((w->needs & NEEDS_MAX) != 0) print(w, "Max(a, b) == IF a > b THEN a ELSE b\n");
  if ((w->needs & NEEDS_MIN) != 0) print(w, "Min(a, b) == IF a < b THEN a ELSE b\n");
  if ((w->needs & NEEDS_LG) != 0)
    print(w, "Lg(a) == CHOOSE k \\in 0..30 : 2^k >= a /\\ \\A m \\in 0..(k - 1) : 2^m < a\n");
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* "1..N" */
static const char *bounds_of(struct model *w, const struct dimension *d)
{
  if (d->high->kind == EXPR_N) return say(w, "%" PRId64 "..N", d->low->number);
  return say(w, "%" PRId64 "..%" PRId64, d->low->number, model_high(w, d));
}

/* The values with which an arbitrary register may begin. */
static const char *any_of(struct model *w, uint32_t group)
{
  const struct type *t = &w->tree->group[group].type;
  const int64_t low = w->m->shared[group].min, high = model_most(w, group);
  const char *text = "{", *comma = "";
  if (t->kind == TYPE_RECORD || high < 0 || high > UINT8_MAX)
    model_stop(w, w->tree->group[group].at, "an arbitrary beginning of such a register");
  for (int64_t k = low; k <= high && w->ok; k++, comma = ", ")
    text = say(w, "%s%s%s", text, comma, literal_of(w, k, t));
  return say(w, "%s}", text);
}

/* The initial value of the element x_, or of x_, y_. */
static const char *element_of(struct model *w, uint32_t group)
{
  const struct group *g = &w->tree->group[group];
  const uint32_t cells = model_cells(w, group),
                 columns = g->n_dimensions == 2 ? extent(w->tree, &g->dimension[1], w->spec->size) : 1;
  const char *last = model_initial(w, group, cells - 1), *text = "";
  for (uint32_t k = 0; k + 1 < cells; k++) {
    const char *value = model_initial(w, group, k);
    const int64_t row = g->dimension[0].low->number + k / columns;
    if (strcmp(value, last) == 0) continue;
    if (g->n_dimensions == 1)
      text = say(w, "%sIF x_ = %" PRId64 " THEN %s ELSE ", text, row, value);
    else
      text = say(w, "%sIF x_ = %" PRId64 " /\\ y_ = %" PRId64 " THEN %s ELSE ", text, row,
                 g->dimension[1].low->number + k % columns, value);
  }
  return say(w, "%s%s", text, last);
}

static void print_register(struct model *w, uint32_t group)
{
  const struct group *g = &w->tree->group[group];
  if (model_cells(w, group) == 0) return;
  print(w, "  %s ", model_name(w, g->name));
  const char *rows = g->n_dimensions > 0 ? bounds_of(w, &g->dimension[0]) : NULL,
             *columns = g->n_dimensions > 1 ? bounds_of(w, &g->dimension[1]) : NULL;
  if (g->arbitrary && columns != NULL)
    print(w, "\\in [(%s) \\X (%s) -> %s];\n", rows, columns, any_of(w, group));
  else if (g->arbitrary && rows != NULL)
    print(w, "\\in [%s -> %s];\n", rows, any_of(w, group));
  else if (g->arbitrary)
    print(w, "\\in %s;\n", any_of(w, group));
  else if (columns != NULL)
    print(w, "= [x_ \\in %s, y_ \\in %s |-> %s];\n", rows, columns, element_of(w, group));
  else if (rows != NULL)
    print(w, "= [x_ \\in %s |-> %s];\n", rows, element_of(w, group));
  else
    print(w, "= %s;\n", model_initial(w, group, 0));
}

/* --- the process -------------------------------------------------------------------------------------------------- */

static void print_local(struct model *w, const struct variable *v)
{
  const struct array *a = model_array(w, v->slot);
  const uint32_t n = w->spec->size.n;
  bool same = true, own = n > 1;
  for (uint32_t p = 1; p <= n; p++) {
    same &= model_first(w, p, v) == model_first(w, 1, v);
    own &= model_first(w, p, v) == p;
  }
  if (model_sessions_vary(w) && v == &w->variable[model_session(w)]) {
    print(w, "  %s \\in 1..%u;\n", v->name, w->spec->size.sessions);
    return;
  }
  print(w, "  %s = ", v->name);
  if (a != NULL)
    print(w, "[x_ \\in %" PRId64 "..%" PRId64 " |-> %s]", a->low, a->low + a->fixed + a->each * n - 1,
          literal_of(w, 0, v->type));
  else if (own)
    print(w, "self");
  else
    for (uint32_t p = 1; p <= n; p++) {
      if (!same && p < n) print(w, "IF self = %u THEN %s ELSE ", p, literal_of(w, model_first(w, p, v), v->type));
      if (p == n) print(w, "%s", literal_of(w, model_first(w, p, v), v->type));
    }
  print(w, ";\n");
}

/* A process need not ever leave its remainder: there its step is not fair, which a - says. */
static const char *steps_of(struct model *w)
{
  uint32_t *order = mem_new(w->graph->n_lines + 1, sizeof *order);
  const uint32_t n = walk_order(w, order);
  const char *text = "";
  for (uint32_t k = 0; k < n && w->ok; k++) {
    const char *next = k + 1 < n ? model_label(w, order[k + 1]) : w->spec->passages != 0 ? "Done" : "";
    const char *lines = without_goto(w, walk_step(w, order[k]), next), *remark = model_remark(w, order[k]);
    if (remark != NULL) text = say(w, "%s\\* %s\n", text, model_comment(w, remark));
    text = say(w, "%s%s:%s", text, model_label(w, order[k]), k == 0 && !model_is_ambiguous(w, order[k]) ? "-" : "");
    text = say(w, strchr(lines, '\n') == NULL ? "%s %s;\n" : "%s\n  %s;\n", text, indented(w, lines, 2));
  }
  free(order);
  return text;
}

static void print_process(struct model *w, const char *steps)
{
  print(w, "fair process Proc \\in 1..N\n");
  const bool was = (w->needs & NEEDS_WAS) != 0, counts = w->spec->passages > 1;
  if (w->n_variables != 0 || was || counts) print(w, "variables\n");
  for (uint32_t k = 0; k < w->n_variables; k++) print_local(w, &w->variable[k]);
  if (was) print(w, "  was = 0; \\* what an atomic operation has found\n");
  if (counts) print(w, "  passages = 0;\n");
  print(w, "begin\n%send process;\n", steps);
}

/* --- the module --------------------------------------------------------------------------------------------------- */

static void print_module(struct model *w, const char *steps)
{
  const struct tree *t = w->tree;
  print(w, "---- MODULE %s ----\n", t->name);
  print(w, "\\* %s\n\\* %s\n\\* Made by %s: rmr export --as pluscal %s\n", model_comment(w, t->title),
        model_comment(w, t->cited), w->spec->made_by, model_comment(w, w->spec->scope));
  print(w, "\\* A step with a label of the figure makes one access; the others make none.\n");
  print(w, "\\* java pcal.trans %s.tla translates it; then TLC checks the invariant Mutex.\n", t->name);
  print(w, "EXTENDS Integers\n\n");
  print_definitions(w);
  print(w, "\n(* --algorithm %s\nvariables\n", t->name);
  for (uint32_t k = 0; k < t->n_groups; k++) print_register(w, k);
  print(w, "  cs = {}; \\* who is in the critical section\n\n");
  print_process(w, steps);
  print(w, "\nend algorithm; *)\n\n\\* BEGIN TRANSLATION\n\\* END TRANSLATION\n\n");
  if (t->uses_sessions)
    print(w, "Mutex == \\A x_, y_ \\in cs : %s[x_] = %s[y_]\n", w->variable[model_session(w)].name,
          w->variable[model_session(w)].name);
  else
    print(w, "Mutex == \\A x_, y_ \\in cs : x_ = y_\n");
  print(w, "====\n");
}

bool emit_pluscal(const struct model_spec *spec, FILE *out, struct error *e)
{
  struct model w;
  if (model_begin(&w, spec, true, e)) {
    print_module(&w, steps_of(&w));
    if (w.ok) fputs(w.text, out);
  }
  const bool ok = w.ok;
  model_end(&w);
  return ok;
}
