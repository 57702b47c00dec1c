/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_invariant.c: the invariants in C. Of each there is a function of the whole state, one for each of the rules of
 * delta.h, and one of a step, which carries out only the rules that concern a step from this line to that one. They
 * look at the state through a few functions, text_line and its neighbours: a loop that is made for the algorithm has
 * its own (sim/loop.h), and one function of a step for all invariants.
 */
#include "language/emit_c.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "language/evaluate.h"
#include "language/transitions.h"

#define SIZE "  const struct rmr_size s = text_size(now);\n  (void)s, (void)now;\n"

static const char step_type[] =
  "struct text_step { /* of which process, what it wrote, how the process was before, and "
  "its line now */\n  uint32_t moved, written;\n"
  "  const void *state;\n  uint16_t line, now;\n  uint8_t section;\n};\n";

static void emit_around(const struct c_file *f, const char *before, const struct expr *x, const char *behind)
{
  fputs(before, f->out);
  emit_tree(f, x);
  fputs(behind, f->out);
}

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
    fprintf(f->out, "    const int64_t v%u = %d + (int64_t)(cell %s columns);\n", v,
            (int)g->dimension[name->source == DELTA_COLUMN].low->number, name->source == DELTA_COLUMN ? "%" : "/");
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
  const struct group *g = &f->m->tree->group[rule->group];
  uint32_t loops = 0;
  fprintf(f->out, "RULE_ bool rule_%u_%u(text_now now, const struct text_step *step)\n{\n" SIZE "  (void)step;\n",
          which, number);
  if (rule->written) {
    fprintf(f->out,
            "    const uint32_t cell = step->written - text_base(now, %u);\n"
            "    if (step->written == RMR_NOWHERE || cell >= text_base(now, %u) - text_base(now, %u)) return true;\n",
            rule->group, rule->group + 1, rule->group);
    if (g->n_dimensions == 2)
      fprintf(f->out, "    const uint32_t columns = columns_%u(s);\n", rule->group);
    else
      fputs("    const uint32_t columns = 1;\n", f->out);
    fputs("    (void)columns;\n", f->out);
  }
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

/* The rules of an invariant that concern a step from one line to another; of one without rules: all of it. Returns
 * what joins the next. */
static const char *emit_concerned(const struct c_file *f, uint32_t which, uint32_t from, uint32_t to, uint64_t changed,
                                  const char *and)
{
  const struct delta *d = f->m->delta[which];
  if (!has_rules(d)) {
    fprintf(f->out, "%sall_%u(now)", and, which);
    return " && ";
  }
  for (uint32_t k = 0; k < d->n_rules; k++) {
    if (!rule_concerns(&d->rule[k], f->m->tree, &f->m->graph, from, to, changed)) continue;
    fprintf(f->out, "%srule_%u_%u(now, &at)", and, which, k);
    and = " && ";
  }
  return and;
}

static void emit_steps_from(const struct c_file *f, uint32_t first, uint32_t last, uint32_t from, struct next_line *to)
{
  const struct flow *g = &f->m->graph;
  find_next_lines(g, from, to);
  fprintf(f->out, "  case %u:\n    switch (step->now) {\n", from);
  for (uint32_t k = 1; k <= g->n_lines; k++) {
    if (!to[k].possible) continue;
    const char *and = "";
    fprintf(f->out, "    case %u:\n      at.line = %u, at.now = %u;\n      return ", k, from, k);
    for (uint32_t which = first; which < last; which++) and = emit_concerned(f, which, from, k, to[k].changed, and);
    fprintf(f->out, "%s;\n", and[0] == '\0' ? "true" : "");
  }
  fputs("    }\n    break;\n", f->out);
}

/* The function of a step, for some invariants. A step that is not of the graph, as the last one of a process, concerns
 * all rules. */
static void emit_keeps(const struct c_file *f, const char *name, uint32_t first, uint32_t last)
{
  const struct flow *g = &f->m->graph;
  struct next_line *to = mem_new(g->n_lines + 1, sizeof *to);
  fprintf(
    f->out,
    "static inline bool keeps_%s(text_now now, const struct text_step *step)\n{\n"
    "  struct text_step at = *step; /* its lines are constants in each case */\n  (void)at;\n  switch (step->line) {\n",
    name);
  for (uint32_t k = 1; k <= g->n_lines; k++) emit_steps_from(f, first, last, k, to);
  fputs("  }\n  return ", f->out);
  for (uint32_t k = first; k < last; k++) fprintf(f->out, "%srules_%u(now, step)", k == first ? "" : " && ", k);
  fputs(";\n}\n", f->out);
  free(to);
}

static void emit_invariant(const struct c_file *f, uint32_t which)
{
  const struct delta *d = f->m->delta[which];
  char name[16];
  fprintf(f->out, "static inline bool all_%u(text_now now)\n{\n" SIZE, which);
  emit_around(f, "  return ", f->m->tree->invariant[which].holds, " != 0;\n}\n");
  for (uint32_t k = 0; has_rules(d) && k < d->n_rules; k++) emit_rule(f, d, &d->rule[k], which, k);
  fprintf(f->out,
          "static inline bool rules_%u(text_now now, const struct text_step *step)\n{\n  (void)now, (void)step;\n"
          "  return %s",
          which, has_rules(d) ? "true" : "all_");
  if (!has_rules(d)) fprintf(f->out, "%u(now)", which);
  for (uint32_t k = 0; has_rules(d) && k < d->n_rules; k++) fprintf(f->out, " && rule_%u_%u(now, step)", which, k);
  fputs(";\n}\n#ifndef RMR_LOOP_\n", f->out);
  snprintf(name, sizeof name, "%u", which);
  emit_keeps(f, name, which, which + 1);
  fprintf(f->out,
          "static bool holds_%u(const struct rmr_moment *now)\n{\n"
          "  const struct rmr_seen *was = now->before;\n"
          "  return now->moved == 0 ? all_%u(now)\n"
          "                         : keeps_%u(now, &(struct text_step){now->moved, now->written, was->state,\n"
          "                                                             was->pending.line,\n"
          "                                                             text_line(now, now->moved), was->section});\n"
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
  for (uint32_t k = 0; k < t->n_invariants; k++) emit_invariant(f, k);
  fputs("#ifdef RMR_LOOP_\n", f->out);
  emit_keeps(f, "all", 0, t->n_invariants);
  fputs("#else\nstatic const struct rmr_invariant invariants[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_invariants; k++) {
    fprintf(f->out, "  {\"%s\", ", t->invariant[k].name);
    emit_text(f->out, t->invariant[k].text);
    fprintf(f->out, ", holds_%u},\n", k);
  }
  fputs("  {.name = NULL},\n};\n#endif\n", f->out);
}
