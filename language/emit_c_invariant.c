/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_invariant.c: the invariants in C. Of each there is a function of the whole state, one for each of the rules of
 * delta.h, and one of a step, which carries out only the rules that concern a step from this line to that one. They
 * look at the state through a few functions, text_line and its neighbours: a loop that is made for the algorithm has
 * its own (sim/loop.h), and one function of a step for all invariants. In such a loop the line that writes a register
 * says which one it is; elsewhere its indices are found by a division.
 */
#include "language/emit_c.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "language/evaluate.h"
#include "language/transitions.h"

#define SIZE "  const struct rmr_size s = text_size(now);\n  (void)s, (void)now;\n"

static const char step_type[] =
  "struct text_step { /* of which process, what it wrote and where that is, how the process was before, and "
  "its line now */\n  uint32_t moved, written;\n  int64_t row, column;\n"
  "  const void *state;\n  uint16_t line, now;\n  uint8_t section;\n  bool wrote;\n};\n";

/* The instance of the names, which are all known. Those that are outside their lists make none. */
static void emit_instance(const struct c_file *f, const struct delta *d, const char *leave)
{
  for (uint32_t k = 0; k < d->n_names; k++) {
    const struct expr *list = d->name[k]->left;
    const uint32_t v = d->name[k]->local;
    const bool down = goes_down(list), processes = !down && is_one_to_n(list->left, list->right);
    if (processes && f->names->is_process[v]) continue;
    fprintf(f->out, "    if (v%u < ", v);
    emit_tree(f, down ? list->right : list->left);
    fprintf(f->out, " || v%u > ", v);
    emit_around(f, "", down ? list->left : list->right, ") ");
    fprintf(f->out, "%s;\n", leave);
    f->names->is_process[v] |= processes;
  }
  if (d->condition != NULL) {
    emit_around(f, "    if (!(", d->condition, ")) ");
    fprintf(f->out, "%s;\n", leave);
  }
  emit_around(f, "    if (!(", d->body, ")) return false;\n");
}

/* The facts that hold once so many names are known. Those that the instance itself says are left out once all are. */
static void emit_facts(const struct c_file *f, const struct delta *d, const struct delta_rule *rule, uint32_t known,
                       const char *leave)
{
  struct c_file other = *f;
  for (uint32_t k = 0; k < rule->n_facts; k++) {
    const struct fact *fact = &rule->fact[k];
    if (fact->known != known || (known == d->n_names && !fact->before)) continue;
    other.before = fact->before;
    fprintf(f->out, "    if (%s(", fact->holds ? "!" : "");
    emit_around(&other, "", fact->x, "");
    fprintf(f->out, ")) %s;\n", leave);
  }
}

/* Opens a loop through neighbours. */
static void emit_neighbours(const struct c_file *f, const struct delta_name *name, uint32_t v)
{
  struct c_file other = *f;
  fprintf(f->out, "    const int64_t of%u = ", v);
  emit_around(f, "", name->value, ";\n");
  fprintf(f->out, "    int64_t from%u = 1, to%u = text_degree(NEIGHBOURS, of%u);\n", v, v, v);
  for (uint32_t k = 0; k < name->n_bounds; k++) {
    const struct delta_bound *b = &name->bound[k];
    other.before = b->before;
    fprintf(f->out, "    %s%u = %s(%s%u, ", b->below ? "from" : "to", v, b->below ? "text_larger" : "text_smaller",
            b->below ? "from" : "to", v);
    emit_around(&other, "", b->value, "");
    fprintf(f->out, " %s %d);\n", b->below ? "+" : "-", b->open);
  }
  fprintf(f->out,
          "    for (int64_t k%u = from%u; k%u <= to%u; k%u++) {\n"
          "    const int64_t v%u = rmr_neighbour(NEIGHBOURS, (uint32_t)of%u, (uint32_t)k%u);\n    (void)v%u;\n",
          v, v, v, v, v, v, v, v, v);
  f->names->is_process[v] = true;
  if (name->value->kind == EXPR_LOCAL) f->names->neighbour_of[v] = name->value->local;
}

/* Makes one more name known. Whether that is a loop, which has been opened. */
static bool emit_name(const struct c_file *f, const struct delta *d, const struct delta_rule *rule,
                      const struct delta_name *name)
{
  const struct group *g = &f->m->tree->group[rule->group];
  const struct expr *list = d->name[name->which]->left;
  const uint32_t v = d->name[name->which]->local;
  struct c_file before = *f;
  before.before = name->source == DELTA_BEFORE;
  switch (name->source) {
  case DELTA_MOVED:
    fprintf(f->out, "    const int64_t v%u = step->moved;\n", v);
    f->names->moved = v;
    f->names->is_process[v] = true;
    return false;
  case DELTA_ROW:
  case DELTA_COLUMN:
    fprintf(f->out, "    const int64_t v%u = step->%s;\n", v, name->source == DELTA_COLUMN ? "column" : "row");
    f->names->written[name->source == DELTA_COLUMN] = v;
    f->names->is_process[v] =
      is_one_to_n(g->dimension[name->source == DELTA_COLUMN].low, g->dimension[name->source == DELTA_COLUMN].high);
    return false;
  case DELTA_NOW:
  case DELTA_BEFORE:
    fprintf(f->out, "    const int64_t v%u = ", v);
    emit_around(&before, "", name->value, ";\n");
    return false;
  case DELTA_NEIGHBOURS: emit_neighbours(f, name, v); return true;
  case DELTA_EACH: break;
  }
  const bool down = goes_down(list);
  fprintf(f->out, "    for (int64_t v%u = ", v);
  emit_tree(f, down ? list->right : list->left);
  fprintf(f->out, "; v%u <= ", v);
  emit_tree(f, down ? list->left : list->right);
  fprintf(f->out, "; v%u++) {\n", v);
  return true;
}

static void emit_rule(const struct c_file *file, const struct delta *d, const struct delta_rule *rule, uint32_t which,
                      uint32_t number)
{
  struct c_names names = {.moved = 0};
  struct c_file own = *file;
  const struct c_file *const f = &own;
  own.names = &names;
  uint32_t loops = 0;
  names.group = rule->written ? rule->group : NO_GROUP;
  fprintf(f->out, "RULE_ bool rule_%u_%u(text_now now, const struct text_step *step)\n{\n" SIZE "  (void)step;\n",
          which, number);
  for (uint32_t k = 0; k < d->n_names; k++) {
    emit_facts(f, d, rule, k, loops != 0 ? "continue" : "return true");
    loops += emit_name(f, d, rule, &rule->name[k]);
  }
  emit_facts(f, d, rule, d->n_names, loops != 0 ? "continue" : "return true");
  emit_instance(f, d, loops != 0 ? "continue" : "return true");
  for (; loops > 0; loops--) fputs("    }\n", f->out);
  fputs("  return true;\n}\n", f->out);
}

static bool has_rules(const struct delta *d)
{
  return d->n_names != 0 && !d->whole;
}

/* Of each group whether the step wrote to it, and where. */
static void emit_places(const struct c_file *f)
{
  for (uint32_t k = 0; k < f->m->tree->n_groups; k++) {
    const struct group *g = &f->m->tree->group[k];
    fprintf(f->out,
            "static inline bool place_%u(text_now now, struct text_step *step)\n{\n" SIZE
            "  const uint32_t cell = step->written - text_base(now, %u);\n"
            "  if (!step->wrote || cell >= text_base(now, %u) - text_base(now, %u)) return false;\n",
            k, k, k + 1, k);
    if (g->n_dimensions == 2) fprintf(f->out, "  const uint32_t columns = columns_%u(s);\n", k);
    if (g->n_dimensions != 0)
      fprintf(f->out, "  step->row = %d + (int64_t)(cell%s);\n", (int)g->dimension[0].low->number,
              g->n_dimensions == 2 ? " / columns" : "");
    if (g->n_dimensions == 2)
      fprintf(f->out, "  step->column = %d + (int64_t)(cell %% columns);\n", (int)g->dimension[1].low->number);
    fputs("  return true;\n}\n", f->out);
  }
}

/* Whether a value of the graph is a function of what a rule knows of the step. */
static bool is_known_of_step(const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++) switch ((enum expr_kind)v->code[k].kind) {
    case EXPR_ELEMENT:
    case EXPR_ME:
    case EXPR_NOW:
    case EXPR_SESSIONS:
    case EXPR_PARAMETER: return false;
    default: break;
    }
  return true;
}

/* The place of the register that a line writes: its indices, from the state before the step. Otherwise a division finds
 * them in the register's number. */
static void emit_place(const struct c_file *f, const struct node *access)
{
  if (!is_known_of_step(&access->index) || !is_known_of_step(&access->column)) {
    fprintf(f->out, "    place_%u(now, &at);\n", access->group);
    return;
  }
  for (uint32_t k = 0; k < f->m->tree->group[access->group].n_dimensions; k++) {
    fprintf(f->out, "    at.%s = ", k == 0 ? "row" : "column");
    emit_value(f, k == 0 ? &access->index : &access->column);
    fputs(";\n", f->out);
  }
}

static void emit_call(const struct c_file *f, uint32_t which, uint32_t k, bool in_loop)
{
  const struct delta_rule *rule = &f->m->delta[which]->rule[k];
  if (rule->written && !in_loop)
    fprintf(f->out, "(!place_%u(now, &at) || rule_%u_%u(now, &at))", rule->group, which, k);
  else
    fprintf(f->out, "rule_%u_%u(now, &at)", which, k);
}

/* A step from one line to another, and the invariants that are looked at. */
struct way {
  uint32_t first, last, from, to;
  uint64_t changed;
};

static bool is_concerned(const struct c_file *f, const struct way *way, uint32_t which, uint32_t k)
{
  return rule_concerns(&f->m->delta[which]->rule[k], f->m->tree, &f->m->graph, way->from, way->to, way->changed);
}

/* Whether both concern the same rules. */
static bool are_alike(const struct c_file *f, const struct way *a, const struct way *b)
{
  for (uint32_t which = a->first; which < a->last; which++)
    for (uint32_t k = 0; has_rules(f->m->delta[which]) && k < f->m->delta[which]->n_rules; k++)
      if (is_concerned(f, a, which, k) != is_concerned(f, b, which, k)) return false;
  return true;
}

/* All rules that concern the step; of an invariant without rules: all of it. */
static void emit_concerned(const struct c_file *f, const struct way *way, bool in_loop)
{
  const char *and = "";
  for (uint32_t which = way->first; which < way->last; which++) {
    const struct delta *d = f->m->delta[which];
    if (!has_rules(d)) {
      fprintf(f->out, "%sall_%u(now)", and, which);
      and = " && ";
      continue;
    }
    for (uint32_t k = 0; k < d->n_rules; k++) {
      if (!is_concerned(f, way, which, k)) continue;
      fputs(and, f->out);
      emit_call(f, which, k, in_loop);
      and = " && ";
    }
  }
  fputs(and[0] == '\0' ? "true" : "", f->out);
}

/* The ways from a line; those that are alike are one case. */
static void emit_steps_from(const struct c_file *f, struct way way, struct next_line *to, bool in_loop)
{
  const struct flow *g = &f->m->graph;
  const struct node *access = &g->node[g->at_line[way.from]];
  find_next_lines(g, way.from, to);
  fprintf(f->out, "  case %u:\n    at.line = %u;\n", way.from, way.from);
  if (in_loop && rmr_kind_writes(access->access)) emit_place(f, access);
  fputs("    switch (step->now) {\n", f->out);
  for (way.to = 1; way.to <= g->n_lines; way.to++) {
    if (!to[way.to].possible) continue;
    way.changed = to[way.to].changed;
    uint32_t n = 1;
    fprintf(f->out, "    case %u:", way.to);
    for (uint32_t k = way.to + 1; k <= g->n_lines; k++) {
      struct way other = way;
      other.to = k;
      other.changed = to[k].changed;
      if (!to[k].possible || !are_alike(f, &way, &other)) continue;
      fprintf(f->out, " case %u:", k);
      to[k].possible = false;
      n++;
    }
    fputs("\n      ", f->out);
    if (n == 1) fprintf(f->out, "at.now = %u;\n      ", way.to);
    fputs("return ", f->out);
    emit_concerned(f, &way, in_loop);
    fputs(";\n", f->out);
  }
  fputs("    }\n    break;\n", f->out);
}

static void emit_cases(const struct c_file *f, uint32_t first, uint32_t last, bool in_loop)
{
  const struct flow *g = &f->m->graph;
  struct next_line *to = mem_new(g->n_lines + 1, sizeof *to);
  fputs("  struct text_step at = *step; /* its lines are constants in each case */\n  (void)at;\n"
        "  switch (step->line) {\n",
        f->out);
  for (uint32_t k = 1; k <= g->n_lines; k++)
    emit_steps_from(f, (struct way){.first = first, .last = last, .from = k}, to, in_loop);
  fputs("  }\n", f->out);
  free(to);
}

/* The function of a step, for one invariant. A step that is not of the graph, as the last one of a process, concerns
 * all rules. */
static void emit_keeps(const struct c_file *f, uint32_t which)
{
  fprintf(f->out, "static inline bool kept_%u(text_now now, const struct text_step *step)\n{\n", which);
  emit_cases(f, which, which + 1, false);
  fprintf(f->out, "  return rules_%u(now, step);\n}\n", which);
}

/* The same in a loop of its own, for all invariants. The rare cases are apart, with copies, so that the rest stays in
 * registers; and parts that nothing looks at are not copied. */
static void emit_keeps_all(const struct c_file *f)
{
  bool back = false;
  for (uint32_t k = 0; k < f->m->tree->n_invariants; k++) back |= delta_looks_back(f->m->delta[k]);
  fprintf(f->out,
          "static __attribute__((noinline, cold)) bool rules_all(text_source from, uint32_t moved, uint32_t written,\n"
          "                                                      bool wrote, uint16_t line, uint16_t next,\n"
          "                                                      uint8_t section%s)\n{\n"
          "  const text_look look = text_look_at(from);\n  text_now now = &look;\n"
          "  const struct text_step step = {.moved = moved, .written = written, .wrote = wrote, .state = %s,\n"
          "                                 .line = line, .now = next, .section = section};\n  return ",
          back ? ", struct state was" : "", back ? "&was" : "NULL");
  for (uint32_t k = 0; k < f->m->tree->n_invariants; k++)
    fprintf(f->out, "%srules_%u(now, &step)", k == 0 ? "" : " && ", k);
  fputs(";\n}\nRULE_ bool keeps_all(text_now now, const struct text_step *step)\n{\n" SIZE
        "  const struct state *const my = step->state;\n  const int64_t i = step->moved, n = s.n;\n"
        "  (void)my, (void)i, (void)n;\n",
        f->out);
  emit_cases(f, 0, f->m->tree->n_invariants, true);
  fprintf(f->out,
          "  return rules_all(text_source_of(now), step->moved, step->written, step->wrote, step->line, step->now,\n"
          "                   step->section%s);\n}\n",
          back ? ", *my" : "");
}

static void emit_invariant(const struct c_file *f, uint32_t which)
{
  const struct delta *d = f->m->delta[which];
  fprintf(f->out, "static inline bool all_%u(text_now now)\n{\n" SIZE, which);
  emit_around(f, "  return ", f->m->tree->invariant[which].holds, " != 0;\n}\n");
  for (uint32_t k = 0; has_rules(d) && k < d->n_rules; k++) emit_rule(f, d, &d->rule[k], which, k);
  fprintf(f->out,
          "static inline bool rules_%u(text_now now, const struct text_step *step)\n{\n"
          "  struct text_step at = *step;\n  (void)now, (void)at;\n  return %s",
          which, has_rules(d) ? "true" : "all_");
  if (!has_rules(d)) fprintf(f->out, "%u(now)", which);
  for (uint32_t k = 0; has_rules(d) && k < d->n_rules; k++) {
    fputs(" && ", f->out);
    emit_call(f, which, k, false);
  }
  fputs(";\n}\n#ifndef RMR_LOOP_\n", f->out);
  emit_keeps(f, which);
  fprintf(f->out,
          "static bool holds_%u(const struct rmr_moment *now)\n{\n"
          "  const struct rmr_seen *was = now->before;\n"
          "  return now->moved == 0 ? all_%u(now)\n"
          "                         : kept_%u(now, &(struct text_step){.moved = now->moved,\n"
          "                                                             .written = now->written,\n"
          "                                                             .wrote = now->written != RMR_NOWHERE,\n"
          "                                                             .state = was->state,\n"
          "                                                             .line = was->pending.line,\n"
          "                                                             .now = text_line(now, now->moved),\n"
          "                                                             .section = was->section});\n"
          "}\n#endif\n",
          which, which, which);
}

void emit_invariants(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  fprintf(f->out, "#define RMR_KEEPS_ %s\n", t->n_invariants != 0 ? "keeps_all" : "NULL");
  if (t->n_invariants == 0) return;
  fputs("#ifndef RMR_NOW_\n#define RULE_ static inline\n", f->out);
  fputs(step_type, f->out);
  fputs("#else\n#define RULE_ static inline __attribute__((always_inline))\n#endif\n", f->out);
  emit_places(f);
  for (uint32_t k = 0; k < t->n_invariants; k++) emit_invariant(f, k);
  fputs("#ifdef RMR_NOW_\n", f->out);
  emit_keeps_all(f);
  fputs("#endif\n#ifndef RMR_LOOP_\nstatic const struct rmr_invariant invariants[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_invariants; k++) {
    fprintf(f->out, "  {\"%s\", ", t->invariant[k].name);
    emit_text(f->out, t->invariant[k].text);
    fprintf(f->out, ", holds_%u},\n", k);
  }
  fputs("  {.name = NULL},\n};\n#endif\n", f->out);
}
