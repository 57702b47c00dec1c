/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_invariant.c: the invariants in C. Of each there is a function of the whole state, and one of a step, which
 * carries out the rules of delta.h. Both look at the state through a few functions, text_line and its neighbours: a
 * loop that is made for the algorithm has its own (sim/loop.h).
 */
#include "language/emit_c.h"

#include <inttypes.h>

#include "language/evaluate.h"

#define SIZE "  const struct rmr_size s = text_size(now);\n  (void)s, (void)now;\n"

static const char step_type[] = "struct text_step { /* of which process, what it wrote, and how the process was before "
                                "*/\n  uint32_t moved, written;\n"
                                "  const void *state;\n  uint16_t line;\n  uint8_t section;\n};\n";

static void emit_around(const struct c_file *f, const char *before, const struct expr *x, const char *behind)
{
  fputs(before, f->out);
  emit_tree(f, x);
  fputs(behind, f->out);
}

static void emit_names(const struct c_file *f, const struct delta *d)
{
  for (uint32_t k = 0; k < d->n_names; k++) fprintf(f->out, ", int64_t v%u", d->name[k]->local);
}

/* Of one instance; names outside their lists make none. */
static void emit_instance(const struct c_file *f, const struct delta *d, uint32_t which)
{
  fprintf(f->out, "static inline bool instance_%u(text_now now", which);
  emit_names(f, d);
  fputs(")\n{\n" SIZE, f->out);
  for (uint32_t k = 0; k < d->n_names; k++) {
    const struct expr *list = d->name[k]->left;
    const bool down = goes_down(list);
    fprintf(f->out, "  if (v%u < ", d->name[k]->local);
    emit_tree(f, down ? list->right : list->left);
    fprintf(f->out, " || v%u > ", d->name[k]->local);
    emit_around(f, "", down ? list->left : list->right, ") return true;\n");
  }
  if (d->condition != NULL) emit_around(f, "  if (!(", d->condition, ")) return true;\n");
  emit_around(f, "  return ", d->body, " != 0;\n}\n");
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
          "    const int64_t v%u = text_neighbour(NEIGHBOURS, of%u, k%u);\n",
          v, v, v, v, v, v, v, v);
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
  case DELTA_MOVED: fprintf(f->out, "    const int64_t v%u = step.moved;\n", v); return false;
  case DELTA_ROW:
  case DELTA_COLUMN:
    fprintf(f->out, "    const int64_t v%u = %d + (int64_t)(cell %s columns);\n", v,
            (int)g->dimension[name->source == DELTA_COLUMN].low->number, name->source == DELTA_COLUMN ? "%" : "/");
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

static void emit_rule(const struct c_file *f, const struct delta *d, const struct delta_rule *rule, uint32_t which)
{
  const struct group *g = &f->m->tree->group[rule->group];
  uint32_t loops = 0;
  fputs("  do {\n", f->out);
  if (rule->written) {
    fprintf(f->out,
            "    const uint32_t cell = step.written - text_base(now, %u);\n"
            "    if (step.written == RMR_NOWHERE || cell >= text_base(now, %u) - text_base(now, %u)) break;\n",
            rule->group, rule->group + 1, rule->group);
    if (g->n_dimensions == 2)
      fprintf(f->out, "    const uint32_t columns = columns_%u(s);\n", rule->group);
    else
      fputs("    const uint32_t columns = 1;\n", f->out);
    fputs("    (void)columns;\n", f->out);
  }
  for (uint32_t k = 0;; k++) {
    emit_facts(f, d, rule, k, loops != 0 ? "continue" : "break");
    if (k == d->n_names) break;
    loops += emit_name(f, d, rule, &rule->name[k]);
  }
  fprintf(f->out, "    if (!instance_%u(now", which);
  for (uint32_t k = 0; k < d->n_names; k++) fprintf(f->out, ", v%u", d->name[k]->local);
  fputs(")) return false;\n", f->out);
  for (; loops > 0; loops--) fputs("    }\n", f->out);
  fputs("  } while (0);\n", f->out);
}

static void emit_invariant(const struct c_file *f, uint32_t which)
{
  const struct delta *d = f->m->delta[which];
  const bool rules = d->n_names != 0 && !d->whole;
  fprintf(f->out, "static inline bool all_%u(text_now now)\n{\n" SIZE, which);
  emit_around(f, "  return ", f->m->tree->invariant[which].holds, " != 0;\n}\n");
  if (rules) emit_instance(f, d, which);
  fprintf(f->out, "static inline bool keeps_%u(text_now now, const struct text_step step)\n{\n" SIZE "  (void)step;\n",
          which);
  for (uint32_t k = 0; rules && k < d->n_rules; k++) emit_rule(f, d, &d->rule[k], which);
  if (rules)
    fputs("  return true;\n}\n", f->out);
  else
    fprintf(f->out, "  return all_%u(now);\n}\n", which);
  fprintf(f->out,
          "#ifndef RMR_LOOP_\nstatic bool holds_%u(const struct rmr_moment *now)\n{\n"
          "  const struct rmr_seen *was = now->before;\n"
          "  return now->moved == 0 ? all_%u(now)\n"
          "                         : keeps_%u(now, (struct text_step){now->moved, now->written, was->state,\n"
          "                                                            was->pending.line, was->section});\n}\n#endif\n",
          which, which, which);
}

void emit_invariants(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  fprintf(f->out, "#define RMR_KEEPS_ %s\n", t->n_invariants != 0 ? "keeps_all" : "NULL");
  if (t->n_invariants == 0) return;
  fputs("#ifndef RMR_NOW_\n", f->out);
  fputs(step_type, f->out);
  fputs("#endif\n", f->out);
  for (uint32_t k = 0; k < t->n_invariants; k++) emit_invariant(f, k);
  fputs("#ifdef RMR_LOOP_\nstatic inline bool keeps_all(text_now now, const struct text_step step)\n{\n  return ",
        f->out);
  for (uint32_t k = 0; k < t->n_invariants; k++) fprintf(f->out, "%skeeps_%u(now, step)", k == 0 ? "" : " && ", k);
  fputs(";\n}\n#else\nstatic const struct rmr_invariant invariants[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_invariants; k++) {
    fprintf(f->out, "  {\"%s\", ", t->invariant[k].name);
    emit_text(f->out, t->invariant[k].text);
    fprintf(f->out, ", holds_%u},\n", k);
  }
  fputs("  {.name = NULL},\n};\n#endif\n", f->out);
}
