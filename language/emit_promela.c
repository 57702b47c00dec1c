/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_promela.c: the declarations of a model in Promela, and its processes.
 *
 * All processes are instances of one proctype, which begin at once: SPIN's first state is the explorer's. A step is one
 * statement, or an atomic sequence. Jumps to a label before such a sequence end a step. Labels inside of one are
 * reached within a step alone, so jumps to them go on with it.
 *
 * Counters beside registers and locals follow from where the processes are (in_cs, sessions_in), or distinguish what
 * the explorer distinguishes: `again` stands for the section, where one line belongs to two.
 */
#include "language/emit_promela.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/evaluate.h"

/* --- types and values --------------------------------------------------------------------------------------------- */

static const char *type_for(int64_t low, int64_t high)
{
  return low >= 0 && high <= UINT8_MAX ? "byte" : low >= INT16_MIN && high <= INT16_MAX ? "short" : "int";
}

static uint32_t bits_of_record(struct model *w, const struct type *t)
{
  const struct packed_record *r = model_record(w, t);
  return r->field[0].shift + r->field[0].width;
}

static const char *type_of_register(struct model *w, uint32_t group)
{
  const struct type *t = &w->tree->group[group].type;
  const int64_t most = model_most(w, group);
  if (t->kind == TYPE_BOOLEAN) return "bool";
  if (t->kind == TYPE_RECORD) return type_for(0, (INT64_C(1) << bits_of_record(w, t)) - 1);
  return type_for(w->m->shared[group].min, most >= 0 ? most : w->spec->cap);
}

static const char *type_of_local(struct model *w, const struct type *t)
{
  if (t != NULL && t->kind == TYPE_BOOLEAN) return "bool";
  if (t != NULL && t->kind == TYPE_RECORD) return type_for(0, (INT64_C(1) << bits_of_record(w, t)) - 1);
  const struct bounds has = model_bounds(w, t);
  return type_for(has.least, has.most);
}

/* --- names, macros ------------------------------------------------------------------------------------------------ */

static void print_record(struct model *w, const struct packed_record *r)
{
  const char *comma = "";
  for (uint32_t k = 0; k < r->type->n_fields; k++) {
    const char *name = r->type->field[k].name, *behind = "";
    for (uint32_t j = 0; j < w->n_records; j++)
      for (uint32_t f = 0; f < w->record[j].type->n_fields; f++)
        if (&w->record[j] != r && strcmp(w->record[j].type->field[f].name, name) == 0) behind = r->owner;
    print(w, "#define %s_of%s%s(r) ((r) >> %u & %" PRId64 ")\n", name, behind[0] != '\0' ? "_" : "", behind,
          r->field[k].shift, (INT64_C(1) << r->field[k].width) - 1);
  }
  print(w, "#define make_%s(", r->owner);
  for (uint32_t k = 0; k < r->type->n_fields; k++, comma = ", ") print(w, "%s%s", comma, r->type->field[k].name);
  print(w, ") (");
  comma = "";
  for (uint32_t k = 0; k < r->type->n_fields; k++, comma = " | ")
    print(w, "%s(%s) << %u", comma, r->type->field[k].name, r->field[k].shift);
  print(w, ")\n");
}

/* A chain of conditionals: for each power of two, from 1 on, its exponent where the sign holds; else the last value. */
static void print_chain(struct model *w, const char *name, const char *sign, uint32_t last)
{
  print(w, "#define %s(x) (", name);
  for (uint32_t k = 0; k < MODEL_BITS; k++) print(w, "((x) %s %" PRId64 " -> %u : (", sign, INT64_C(1) << k, k);
  print(w, "%u", last);
  for (uint32_t k = 0; k <= 2 * MODEL_BITS; k++) print(w, ")");
  print(w, "\n");
}

static void print_macros(struct model *w)
{
  print(w, "#define N %u\n", w->spec->size.n);
  model_names(w, "#define ", " ");
  if ((w->needs & NEEDS_MAX) != 0) print(w, "#define max(a, b) ((a) > (b) -> (a) : (b))\n");
  if ((w->needs & NEEDS_MIN) != 0) print(w, "#define min(a, b) ((a) < (b) -> (a) : (b))\n");
  if ((w->needs & NEEDS_LG) != 0) print_chain(w, "lg", "<=", MODEL_BITS);
  if ((w->needs & NEEDS_FIRST) != 0) print_chain(w, "first", "&", 0);
  if ((w->needs & NEEDS_HAS) != 0)
    print(w, "#define has(set, x) ((x) >= 0 && (x) < %d && ((set) >> (x) & 1))\n", MODEL_BITS);
  if ((w->needs & NEEDS_POWER) != 0)
    print(w,
          "hidden byte too_large[1]; /* pan reports the index of a power that no int can hold */\n"
          "#define power(e) ((e) >= 0 && (e) < %d -> 1 << (e) : ((e) < 0 || (e) > 62 -> 0 : too_large[e]))\n",
          MODEL_BITS);
  for (uint32_t k = 0; k < w->n_records; k++) print_record(w, &w->record[k]);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* " = 1", or " = {0, 1, 2}"; `unused` elements come before the first one. Whether it is a list. */
static bool print_initial(struct model *w, uint32_t group, uint32_t unused)
{
  const uint32_t cells = model_cells(w, group);
  const char *first = cells != 0 ? model_initial(w, group, 0) : "0";
  bool same = true;
  for (uint32_t k = 1; k < cells; k++) same &= strcmp(model_initial(w, group, k), first) == 0;
  if (same && w->m->shared[group].initial == 0 && strcmp(first, literal_of(w, 0, &w->tree->group[group].type)) == 0)
    return false;
  if (same) {
    print(w, " = %s", first);
    return false;
  }
  const char *separator = " = {";
  for (uint32_t k = 0; k < cells + unused; k++, separator = ", ")
    print(w, "%s%s", separator, model_initial(w, group, k < unused ? 0 : k - unused));
  print(w, "}");
  return true;
}

/* An array of two dimensions lies in one of one, of this name. */
static const char *flat_name(struct model *w, uint32_t group)
{
  const char *name = model_name(w, w->tree->group[group].name);
  do name = say(w, "%s_", name);
  while (model_declares(w, name));
  return name;
}

/* Whether a step may come to a register of the group; of one without cells, none does. */
static bool is_mentioned(const struct model *w, uint32_t group)
{
  bool any = false;
  for (uint32_t k = 0; k < w->graph->n_nodes; k++)
    any |= w->step[k].reached && w->graph->node[k].kind == NODE_ACCESS && rmr_kind_accesses(w->graph->node[k].access) &&
           w->graph->node[k].group == group;
  return any;
}

/* With those of the same type on one line, as long as all are arrays or none is, and none has a list: so SPIN wants it.
 * last: the type of the line that is open, "" of one that is not to be continued; NULL: there is none. */
static void print_register(struct model *w, uint32_t group, const char **last)
{
  const struct group *g = &w->tree->group[group];
  const char *name = model_name(w, g->name), *type = type_of_register(w, group),
             *like = say(w, "%s%s", type, g->n_dimensions != 0 ? "[]" : "");
  const uint32_t cells = model_cells(w, group);
  if (cells == 0 && !is_mentioned(w, group)) return;
  if (*last != NULL && strcmp(*last, like) == 0)
    print(w, ", %s", name);
  else
    print(w, "%s%s %s", *last != NULL ? ";\n" : "", type, name);
  if (g->n_dimensions == 1 && g->dimension[0].high->kind == EXPR_N)
    print(w, "[N + 1]");
  else if (g->n_dimensions == 1)
    print(w, "[%" PRId64 "]", cells != 0 ? model_high(w, &g->dimension[0]) + 1 : 1);
  else if (g->n_dimensions == 2)
    print(w, "%s[%u]", flat_name(w, group) + strlen(name), cells != 0 ? cells : 1);
  const bool list = print_initial(w, group, g->n_dimensions == 1 ? (uint32_t)g->dimension[0].low->number : 0);
  *last = list ? "" : like;
}

static void print_matrix(struct model *w, uint32_t group)
{
  const struct group *g = &w->tree->group[group];
  const char *name = model_name(w, g->name);
  if (g->n_dimensions != 2) return;
  const int64_t row = g->dimension[0].low->number, column = g->dimension[1].low->number,
                columns = model_high(w, &g->dimension[1]) - column + 1;
  print(w, "#define %s(a, b) %s[(a) * %" PRId64 " + (b) - %" PRId64 "]\n", name, flat_name(w, group), columns,
        row * columns + column);
}

static void print_registers(struct model *w)
{
  const char *last = NULL;
  for (uint32_t k = 0; k < w->tree->n_groups; k++) print_matrix(w, k);
  print(w, "\n");
  for (uint32_t k = 0; k < w->tree->n_groups; k++) print_register(w, k, &last);
  print(w, ";\n");
  if (model_sessions_vary(w)) print(w, "%s mysession[N + 1];\n", type_for(0, w->spec->size.sessions));
  if ((w->needs & NEEDS_WAS) != 0) print(w, "hidden int was; /* what an atomic operation has found */\n");
}

/* --- the critical section ----------------------------------------------------------------------------------------- */

static void print_section(struct model *w)
{
  if (!w->tree->uses_sessions) {
    print(w, "byte in_cs; /* how many are in the critical section */\n"
             "inline enter() { assert(in_cs == 0); in_cs++ }\n"
             "inline leave() { in_cs-- }\n");
    return;
  }
  const char *mine = w->variable[model_session(w)].name;
  print(w,
        "byte in_cs, sessions_in[%u]; /* how many are in the critical section, in all and by session */\n"
        "inline enter() { assert(in_cs == sessions_in[%s]); in_cs++; sessions_in[%s]++ }\n"
        "inline leave() { in_cs--; sessions_in[%s]-- }\n",
        w->spec->size.sessions + 1, mine, mine, mine);
}

/* --- choices at the beginning ------------------------------------------------------------------------------------- */

static bool is_chosen(const struct model *w)
{
  for (uint32_t k = 0; k < w->tree->n_groups; k++)
    if (w->tree->group[k].arbitrary && model_cells(w, k) != 0) return true;
  return model_sessions_vary(w);
}

static void print_choices(struct model *w, const char *place, const struct type *t, int64_t low, int64_t high)
{
  print(w, "    if");
  for (int64_t k = low; k <= high; k++) print(w, " :: %s = %s", place, literal_of(w, k, t));
  print(w, " fi;\n");
}

static void print_beginning(struct model *w)
{
  if (!is_chosen(w)) return;
  print(w, "\n/* Registers that begin with any value, and first sessions: before all else. */\n"
           "active proctype Begin()\n{\n  atomic {\n");
  for (uint32_t k = 0; k < w->tree->n_groups; k++) {
    const struct group *g = &w->tree->group[k];
    if (!g->arbitrary) continue;
    const char *name = model_name(w, g->name);
    const int64_t high = model_most(w, k);
    if (g->type.kind == TYPE_RECORD || high < 0) model_stop(w, g->at, "an arbitrary beginning of such a register");
    const uint32_t columns = g->n_dimensions == 2 ? extent(w->tree, &g->dimension[1], w->spec->size) : 1;
    for (uint32_t c = 0; c < model_cells(w, k) && w->ok; c++) {
      const char *place = g->n_dimensions == 0 ? name
                          : g->n_dimensions == 1
                            ? say(w, "%s[%" PRId64 "]", name, g->dimension[0].low->number + c)
                            : say(w, "%s(%" PRId64 ", %" PRId64 ")", name, g->dimension[0].low->number + c / columns,
                                  g->dimension[1].low->number + c % columns);
      print_choices(w, place, &g->type, w->m->shared[k].min, high);
    }
  }
  for (uint32_t p = 1; model_sessions_vary(w) && p <= w->spec->size.n; p++)
    print_choices(w, say(w, "mysession[%u]", p), NULL, 1, w->spec->size.sessions);
  print(w, "    begun = true\n  };\nend: false\n}\n");
}

/* --- the process -------------------------------------------------------------------------------------------------- */

/* The value of a slot at first: of all processes, or of each. */
static const char *first_value(struct model *w, const struct variable *v)
{
  const struct type *t = v->type;
  const uint32_t n = w->spec->size.n;
  bool same = true, own = true;
  for (uint32_t p = 1; p <= n; p++) {
    same &= model_first(w, p, v) == model_first(w, 1, v);
    own &= model_first(w, p, v) == p;
  }
  if (own && n > 1) return "i";
  const char *text = literal_of(w, model_first(w, n, v), t);
  for (uint32_t p = n; !same && --p > 0;)
    text = say(w, "(i == %u -> %s : %s)", p, literal_of(w, model_first(w, p, v), t), text);
  return same && model_first(w, 1, v) == 0 ? NULL : text;
}

/* "byte i = _pid + 1, j;": with those of the same type on one line. */
static void print_locals(struct model *w)
{
  const char *last = "";
  print(w, "  byte i = _pid + 1"); /* on its own: others may begin as i */
  for (uint32_t k = 0; k < w->n_variables; k++) {
    const struct variable *v = &w->variable[k];
    const struct array *a = model_array(w, v->slot);
    const char *type = type_of_local(w, v->type), *first = first_value(w, v);
    if (model_sessions_vary(w) && k == model_session(w)) continue; /* it is global */
    if (strcmp(type, last) == 0 && a == NULL)
      print(w, ", %s", v->name);
    else
      print(w, ";\n  %s %s", type, v->name);
    if (a != NULL) print(w, "[%" PRId64 "]", a->low + a->fixed + a->each * w->spec->size.n);
    if (a == NULL && first != NULL) print(w, " = %s", first);
    last = a == NULL ? type : ""; /* SPIN does not like arrays and others in one declaration */
  }
  print(w, ";\n");
}

/* Whether it is one statement, and perhaps a goto behind it that ends the step. */
static bool is_one_statement(const char *text)
{
  static const char *const joints[] = {"; ", " -> "};
  const char *joint = NULL;
  uint32_t depth = 0, length = 0;
  if (strncmp(text, "if", 2) == 0 || strncmp(text, "enter", 5) == 0 || strncmp(text, "leave", 5) == 0) return false;
  for (const char *c = text; *c != '\0' && joint == NULL; c++) {
    depth += *c == '(';
    depth -= *c == ')';
    for (uint32_t k = 0; depth == 0 && k < 2; k++) /* an arrow in brackets is a condition's */
      if (strncmp(c, joints[k], strlen(joints[k])) == 0) joint = c, length = (uint32_t)strlen(joints[k]);
  }
  if (strchr(text, '\n') != NULL) return false;
  return joint == NULL || strncmp(joint + length, "goto L", 6) == 0 || strcmp(joint + length, "goto end") == 0;
}

static const char *step_of(struct model *w, uint32_t access, const char *next)
{
  const char *text = without_goto(w, walk_step(w, access), next), *label = model_label(w, access);
  if (is_one_statement(text)) return say(w, "%s: %s;\n", label, text);
  if (strchr(text, '\n') == NULL) return say(w, "%s: atomic { %s };\n", label, text);
  return say(w, "%s: atomic {\n  %s\n};\n", label, indented(w, text, 2));
}

static const char *steps_of(struct model *w)
{
  uint32_t *order = mem_new(w->graph->n_lines + 1, sizeof *order);
  const uint32_t n = walk_order(w, order);
  const char *text = "";
  for (uint32_t k = 0; k < n && w->ok; k++) {
    const char *remark = model_remark(w, order[k]);
    if (remark != NULL) text = say(w, "%s/* %s */\n", text, model_comment(w, remark));
    text = say(w, "%s%s", text,
               step_of(w, order[k],
                       k + 1 < n                ? model_label(w, order[k + 1])
                       : w->spec->passages != 0 ? "end"
                                                : ""));
  }
  free(order);
  return text;
}

static void print_process(struct model *w, const char *steps)
{
  const bool chosen = is_chosen(w);
  if (chosen) print(w, "bool begun;\n");
  print(w, "\n");
  print(w, "active [N] proctype Process()%s\n{\n", chosen ? " provided (begun)" : "");
  print_locals(w);
  if (w->spec->passages > 1) print(w, "  %s passages;\n", type_for(0, w->spec->passages));
  if (model_has_again(w)) print(w, "  bit again; /* the line is not the first of its section */\n");
  print(w, "%s", steps);
  if (w->spec->passages != 0) print(w, "end: false\n");
  print(w, "}\n");
}

static void print_head(struct model *w)
{
  const struct tree *t = w->tree;
  print(w, "/* %s\n * %s\n * Made by %s: rmr export --as promela %s\n", model_comment(w, t->title),
        model_comment(w, t->cited), w->spec->made_by, model_comment(w, w->spec->scope));
  print(w, " *     spin -o1 -o2 -a MODEL.pml\n"
           " *     cc -O2 -DSAFETY -DNOREDUCE -DNOFAIR -DVECTORSZ=4096 -o pan pan.c\n"
           " *     ./pan -E -n -m1000000 -w24\n");
  print(w, " * Its states are those of rmr explore -a %s --check P6 --no-symmetry%s */\n",
        model_comment(w, w->spec->scope), is_chosen(w) ? ", and one before the choices of Begin" : "");
}

bool emit_promela(const struct model_spec *spec, FILE *out, struct error *e)
{
  struct model w;
  if (model_begin(&w, spec, false, e)) {
    if (model_sessions_vary(&w)) w.variable[model_session(&w)].name = "mysession[i]";
    const char *steps = steps_of(&w);
    print_head(&w);
    print_macros(&w);
    print_registers(&w);
    print_section(&w);
    print_process(&w, steps);
    print_beginning(&w);
    if (w.ok) fputs(w.text, out);
  }
  const bool ok = w.ok;
  model_end(&w);
  return ok;
}
