/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_step.c: the local state and the step function in C. Every node of the graph has a label; a step begins at the
 * line that is pending, and jumps from node to node up to the next access. The function's head, its way to the reply,
 * and its end are macros, which a loop that is made for the algorithm defines in its own way (sim/loop.h,
 * sim/native/native_loop.h).
 */
#include "language/emit_c.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "language/evaluate.h"

/* --- the local state ---------------------------------------------------------------------------------------------- */

static const char *type_of(uint8_t width)
{
  return width == 1 ? "uint8_t" : width == 2 ? "int16_t" : width == 4 ? "int32_t" : "int64_t";
}

/* Slots that some node reads or writes. */
static uint64_t used_slots(const struct flow *g)
{
  uint64_t used = 0;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    used |= slots_of(&n->index) | slots_of(&n->column) | slots_of(&n->value) | slots_of(&n->old) | n->live | n->dirty;
    if (n->slot != NO_SLOT) used |= UINT64_C(1) << n->slot;
  }
  return used;
}

void emit_state(struct c_file *f)
{
  const struct flow *g = &f->m->steps;
  const uint64_t used = used_slots(g);
  emit_find_widths(f);
  fputs("struct state {\n", f->out);
  for (uint8_t width = 8; width > 0; width /= 2) {
    if (width == 2) fputs("  uint16_t line;\n", f->out);
    for (uint8_t k = 0; k < g->n_slots; k++)
      if (f->width[k] == width && (used >> k & 1) != 0 && !is_array(g, k))
        fprintf(f->out, "  %s s%u;\n", type_of(width), k);
  }
  if (g->n_arrays != 0) fputs("  unsigned char array[];\n", f->out);
  fputs("};\n\n", f->out);
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    const struct array *a = &g->array[k];
    fprintf(
      f->out,
      "static inline unsigned char *array_%u(const struct state *my, int64_t n, int64_t index, uint32_t *astray)\n{\n"
      "  const int64_t at = index - INT64_C(%" PRId64 "), count = INT64_C(%" PRId64 ") + INT64_C(%" PRId64 ") * n;\n"
      "  const bool inside = at >= 0 && at < count;\n  if (!inside) *astray = RMR_ASTRAY_INDEX;\n  (void)n;\n"
      "  return (unsigned char *)(uintptr_t)my->array + ",
      k, a->low, a->fixed, a->each);
    for (uint32_t j = 0; j < k; j++)
      fprintf(f->out, "%u * (INT64_C(%" PRId64 ") + INT64_C(%" PRId64 ") * n) + ", g->array[j].width, g->array[j].fixed,
              g->array[j].each);
    fprintf(f->out, "(inside ? at : 0) * %u;\n}\n\n", a->width);
  }
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Whether some local nodes may go astray, or some accesses. */
static bool some_may_go_astray(const struct flow *g, bool accesses)
{
  for (uint32_t k = 0; k < g->n_nodes; k++)
    if ((g->node[k].kind == NODE_ACCESS) == accesses && node_may_go_astray(&g->node[k])) return true;
  return false;
}

static void emit_clear(const struct c_file *f, uint8_t slot)
{
  const struct flow *g = &f->m->steps;
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    const struct array *a = &g->array[k];
    if (a->slot != slot) continue;
    fprintf(f->out,
            "  memset(array_%u(my, n, INT64_C(%" PRId64 "), &(uint32_t){0}), 0, %u * text_count(INT64_C(%" PRId64
            ") + INT64_C(%" PRId64 ") * n));\n",
            k, a->low, a->width, a->fixed, a->each);
    return;
  }
  fprintf(f->out, "  my->s%u = 0;\n", slot);
}

static void emit_local(const struct c_file *f, const struct value *v)
{
  const bool record = value_makes_record(v);
  fputs(record ? "text_record(" : "(", f->out);
  emit_value(f, v);
  fputs(record ? ", &astray)" : ")", f->out);
}

static void emit_set(const struct c_file *f, const struct node *n)
{
  if (n->index.n == 0) {
    fprintf(f->out, "  my->s%u = (%s)", n->slot, type_of(f->width[n->slot]));
    emit_local(f, &n->value);
    fputs(";\n", f->out);
    return;
  }
  for (uint32_t k = 0; k < f->m->steps.n_arrays; k++)
    if (f->m->steps.array[k].slot == n->slot) {
      fprintf(f->out, "  text_store(array_%u(my, n, ", k);
      emit_value(f, &n->index);
      fputs(", &astray), ", f->out);
      emit_local(f, &n->value);
      fprintf(f->out, ", %u, &astray);\n", f->m->steps.array[k].width);
    }
}

static void emit_place(const struct c_file *f, const struct node *n)
{
  const struct group *g = &f->m->tree->group[n->group];
  if (g->n_dimensions != 2) fprintf(f->out, ".var = (UINT32_C(%u) << RMR_CELL_BITS)", n->group);
  if (g->n_dimensions == 0) return;
  if (g->n_dimensions == 1) {
    const bool fits = emit_fits(f, &n->index, 4);
    fputs(fits ? " + (uint32_t)(" : " + text_near(", f->out);
    emit_value(f, &n->index);
    fprintf(f->out, " - %d)", (int)g->dimension[0].low->number);
    return;
  }
  fprintf(f->out, ".var = text_cell(%u, ", n->group);
  emit_value(f, &n->index);
  fprintf(f->out, " - %d, ", (int)g->dimension[0].low->number);
  emit_value(f, &n->column);
  fprintf(f->out, " - %d, columns_%u(s))", (int)g->dimension[1].low->number, n->group);
}

static void emit_operation(const struct c_file *f, const struct node *n)
{
  fprintf(f->out, " op%u:\n  op = (struct rmr_op){.kind = ", n->line);
  if (n->round == NO_NODE)
    fprintf(f->out, "%u", n->access);
  else if (n->began == NO_SLOT)
    fputs("RMR_SPIN", f->out);
  else
    fprintf(f->out, "my->s%u == 0 ? RMR_SPIN : RMR_READ", n->began);
  fprintf(f->out, ", .line = %u, .section = %u", n->line, n->section);
  if (rmr_kind_accesses(n->access)) {
    fputs(", ", f->out);
    emit_place(f, n);
  }
  if (n->access == RMR_CAS) {
    fputs(", .value = text_both(", f->out);
    emit_value(f, &n->old);
    fputs(", ", f->out);
    emit_value(f, &n->value);
    fputs(")", f->out);
  } else if (n->value.n != 0 && n->access != RMR_LOCAL) {
    fputs(", .value = ", f->out);
    emit_value(f, &n->value);
  }
  fputs("};\n", f->out);
  if (node_may_go_astray(n)) fputs("  if (astray != 0) goto lost;\n", f->out);
  fprintf(f->out, "  RMR_PEND_(op, %u);\n", n->line);
}

static enum flow_way is_local(const struct flow *g, uint32_t node, const void *self)
{
  (void)self;
  return g->node[node].kind == NODE_ACCESS ? FLOW_BESIDE : FLOW_ON;
}

/* Whether local nodes lead from a branch back to it: then it may go round for ever. */
static bool is_in_ring(const struct flow *g, uint32_t branch)
{
  return flow_leads(g, branch, branch, is_local, NULL);
}

/* Whether the local nodes behind it lead back to it, whatever they compute. */
static bool is_in_plain_ring(const struct flow *g, uint32_t node)
{
  uint32_t at = node;
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    if (g->node[at].kind == NODE_ACCESS || g->node[at].kind == NODE_BRANCH) return false;
    at = g->node[at].next;
    if (at == node) return true;
  }
  return false;
}

static bool may_be_endless(const struct flow *g)
{
  for (uint32_t k = 0; k < g->n_nodes; k++)
    if ((g->node[k].kind == NODE_BRANCH && is_in_ring(g, k)) || is_in_plain_ring(g, k)) return true;
  return false;
}

/* An equation has its brackets with it: clang takes two pairs around one for an assignment that was meant. */
static void emit_branch(const struct c_file *f, const struct node *n)
{
  const bool equation = n->value.code[n->value.n - 1].kind == EXPR_EQUAL;
  fputs(equation ? "  if " : "  if (", f->out);
  emit_value(f, &n->value);
  fprintf(f->out, "%s goto n%u;\n  goto n%u;\n", equation ? "" : ")", n->next, n->other);
}

static void emit_node(const struct c_file *f, uint32_t k)
{
  const struct node *n = &f->m->steps.node[k];
  fprintf(f->out, " n%u:\n", k);
  switch (n->kind) {
  case NODE_ACCESS:
    if (some_may_go_astray(&f->m->steps, false)) fputs("  if (astray != 0) goto behind;\n", f->out);
    for (uint64_t dirty = n->dirty; dirty != 0; dirty &= dirty - 1) emit_clear(f, (uint8_t)__builtin_ctzll(dirty));
    for (uint32_t j = 0; j < n->n_trims; j++)
      fprintf(f->out, "  my->s%u &= INT64_C(%" PRId64 ");\n", n->trim[j].slot, (int64_t)n->trim[j].mask);
    fprintf(f->out, "  my->line = %u;\n", n->line);
    emit_operation(f, n);
    return;
  case NODE_SET: emit_set(f, n); break;
  case NODE_CLEAR: emit_clear(f, n->slot); break;
  case NODE_REMAINDER:
    fprintf(f->out, "  my->s%u = (%s)in->sessions[in->i];\n", n->slot, type_of(f->width[n->slot]));
    break;
  case NODE_BRANCH:
    if (is_in_ring(&f->m->steps, k)) fputs("  if (++spent > TOO_LONG) goto endless;\n", f->out);
    emit_branch(f, n);
    return;
  case NODE_LOST: fputs("  astray = RMR_ASTRAY_ENTRY;\n  goto behind;\n", f->out); return;
  case NODE_GO: break;
  }
  if (is_in_plain_ring(&f->m->steps, k))
    fputs("  goto endless;\n", f->out);
  else
    fprintf(f->out, "  goto n%u;\n", n->next);
}

static void emit_reached(const struct c_file *f, uint32_t k, bool *seen)
{
  const struct flow *g = &f->m->steps;
  uint32_t *open = mem_new(g->n_nodes + 1, sizeof *open), n = 1;
  open[0] = k;
  while (n > 0) {
    k = open[--n];
    if (seen[k]) continue;
    seen[k] = true;
    emit_node(f, k);
    const struct node *node = &g->node[k];
    if (node->kind == NODE_BRANCH) open[n++] = node->other;
    if (node->next != NO_NODE && n < g->n_nodes) open[n++] = node->next;
  }
  free(open);
}

/* The end of a step that has gone astray: the line says so, and why, until the process goes on (machine.c). Local
 * computation belongs to the line of the access before it. */
static void emit_lost(const struct c_file *f, bool endless, bool locals)
{
  const uint32_t lines = f->m->steps.n_lines + 1;
  if (endless) fputs(" endless:\n  astray = RMR_ASTRAY_LOOP;\n", f->out);
  if (locals) fputs(" behind:\n", f->out);
  if (endless || locals)
    fprintf(f->out, "  op = (struct rmr_op){.line = my->line != 0 ? my->line %% %u : 1};\n", lines);
  fprintf(
    f->out,
    " lost:\n  my->line = (uint16_t)(op.line + %u * (RMR_ASTRAY_LOOP - astray + 1));\n"
    "  op = (struct rmr_op){.kind = RMR_READ, .var = astray << RMR_CELL_BITS, .line = op.line};\n  RMR_LOST_(op);\n",
    lines);
}

/* Which of the updates of its group a line makes: the argument ends with its number (lower_value.c). */
static uint32_t which_update(const struct c_file *f, const struct node *n)
{
  const struct value *v = &n->value;
  return f->m->tree->group[n->group].n_updates > 1 ? (uint32_t)v->code[v->n - 2].number : 0;
}

static void emit_access(const struct c_file *f, const struct node *n)
{
  fprintf(f->out, "  case %u:\n    RMR_ACCESS_(%u, %u, %u, ", n->line, n->line,
          n->round != NO_NODE ? RMR_SPIN : n->access, rmr_kind_accesses(n->access) ? n->group : 0);
  if (n->access == RMR_UPDATE)
    fprintf(f->out, "update_%u_%u);\n", n->group, which_update(f, n));
  else
    fputs("NULL);\n", f->out);
}

void emit_step(const struct c_file *f)
{
  const struct flow *g = &f->m->steps;
  const bool endless = may_be_endless(g), locals = some_may_go_astray(g, false);
  const bool lost = endless || locals || some_may_go_astray(g, true);
  bool *seen = mem_new(g->n_nodes, sizeof *seen);
  fprintf(f->out, "#define RMR_N_LINES_ %u\n", g->n_lines + 1);
  fputs("#ifndef RMR_LOOP_\n#define RMR_STEP_                   static struct rmr_op step(void *state, const struct "
        "rmr_in *in)\n"
        "#define RMR_LINE_               my->line\n"
        "#define RMR_ACCESS_(line, kind, group, update) if (!in->given) goto op##line\n"
        "#define RMR_PEND_(op, line)     return op\n"
        "#define RMR_LOST_(op)           return op\n#endif\n\n"
        "RMR_STEP_\n{\n  struct state *my = state;\n  rmr_word reply = in->value;\n"
        "  const int64_t i = in->i, n = in->n;\n"
        "  const struct rmr_size s = {.n = in->n, .sessions = in->n_sessions, .parameters = in->parameters};\n"
        "  struct rmr_op op;\n",
        f->out);
  if (endless) fputs("  enum { TOO_LONG = 1 << 20 };\n  uint32_t spent = 0;\n", f->out);
  if (lost) fputs("  uint32_t astray = 0;\n", f->out);
  fputs("  (void)i, (void)n, (void)s, (void)reply;\n  switch (RMR_LINE_) {\n", f->out);
  fprintf(f->out, "  case 0: goto n%u;\n", g->begin);
  for (uint32_t line = 1; line <= g->n_lines; line++) {
    const struct node *at = &g->node[g->at_line[line]];
    emit_access(f, at);
    if (endless) fputs("    spent = 0;\n", f->out); /* as a loop of its own goes on for ever */
    if (at->slot != NO_SLOT) fprintf(f->out, "    my->s%u = (%s)reply;\n", at->slot, type_of(f->width[at->slot]));
    fprintf(f->out, "    goto n%u;\n", at->next);
  }
  if (lost)
    fprintf(f->out,
            "  default:\n    astray = RMR_ASTRAY_LOOP + 1 - my->line / %u;\n"
            "    op = (struct rmr_op){.line = my->line %% %u};\n    goto lost;\n  }\n",
            g->n_lines + 1, g->n_lines + 1);
  else
    fputs("  default:\n    op = (struct rmr_op){.kind = RMR_LOCAL};\n    RMR_LOST_(op);\n  }\n", f->out);
  emit_reached(f, g->begin, seen);
  if (lost) emit_lost(f, endless, locals);
  fputs("}\n\n", f->out);
  free(seen);
}
