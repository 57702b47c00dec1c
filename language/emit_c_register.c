/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c_register.c: the registers in C: a function for whatever depends on the size, and the table. Which of a
 * register's functions there are is what the machine has (callbacks.c).
 */
#include <inttypes.h>

#include "language/emit_c.h"

/* static TYPE NAME_k(parameters) { return EXPRESSION; } */
static void begin_function(const struct c_file *f, const char *type, const char *name, uint32_t k,
                           const char *parameters)
{
  fprintf(f->out, "static %s %s_%u(%s)\n{\n", type, name, k, parameters);
}

/* index0, index1 of `cell`. */
static void emit_indices(const struct c_file *f, uint32_t which)
{
  const struct group *g = &f->m->tree->group[which];
  if (g->n_dimensions == 2)
    fprintf(f->out, "  const int64_t row = columns_%u(s) != 0 ? columns_%u(s) : 1;\n", which, which);
  for (uint32_t k = 0; k < g->n_dimensions; k++)
    fprintf(f->out, "  const int64_t index%u = %d + (int64_t)cell%s;\n  (void)index%u;\n", k,
            (int)g->dimension[k].low->number,
            g->n_dimensions == 1 ? ""
            : k == 0             ? " / row"
                                 : " % row",
            k);
}

static void of_cell(const struct c_file *f, const char *type, const char *name, uint32_t which, const char *parameters,
                    const struct expr *x, const char *before, const char *behind)
{
  if (x == NULL) return;
  begin_function(f, type, name, which, parameters);
  fputs("  (void)cell, (void)s;\n", f->out);
  emit_indices(f, which);
  fprintf(f->out, "  %s", before);
  emit_tree(f, x);
  fprintf(f->out, "%s\n}\n", behind);
}

static void emit_most(const struct c_file *f, const struct type *t)
{
  switch (t->kind) {
  case TYPE_BOOLEAN: fputs("1", f->out); break;
  case TYPE_RANGE: emit_tree(f, t->high); break;
  case TYPE_PROCESS: fputs(f->m->tree->uses_identity ? "rmr_largest_id(s)" : "(rmr_word)s.n", f->out); break;
  case TYPE_SESSION: fputs("(rmr_word)s.sessions", f->out); break;
  case TYPE_ENUM: fprintf(f->out, "%" PRId64, t->last); break;
  default:
    fputs("text_all(", f->out);
    emit_tree(f, t->high);
    fputs(")", f->out);
  }
}

static void most_function(const struct c_file *f, const char *name, uint32_t k, const struct type *t, const char *what)
{
  if (t->kind == TYPE_NATURAL || t->kind == TYPE_TIME || t->kind == TYPE_RECORD) return;
  fprintf(f->out, "static rmr_word %s_%u%s(struct rmr_size s)\n{\n  (void)s;\n  return ", name, k, what);
  emit_most(f, t);
  fputs(";\n}\n", f->out);
}

static void horizon_function(const struct c_file *f, uint32_t k, const struct type *t, const char *what)
{
  if (t->kind != TYPE_TIME) return;
  fprintf(f->out, "static rmr_word horizon_%u%s(struct rmr_size s)\n{\n  (void)s;\n  return ", k, what);
  emit_tree(f, t->horizon);
  fputs(";\n}\n", f->out);
}

static void emit_names(const struct c_file *f, const struct type *t, uint32_t k, const char *what)
{
  if (t->names == NULL) return;
  fprintf(f->out, "static const char *const names_%u%s[] = {", k, what);
  for (uint32_t n = 0; t->names[n] != NULL; n++) fprintf(f->out, "\"%s\", ", t->names[n]);
  fputs("NULL};\n", f->out);
}

static void emit_extent(const struct c_file *f, const char *name, uint32_t which, const struct dimension *d)
{
  begin_function(f, "uint32_t", name, which, "struct rmr_size s");
  if (is_one_to_n(d->low, d->high)) {
    fputs("  return s.n;\n}\n", f->out);
    return;
  }
  fputs("  (void)s;\n  return text_extent(", f->out);
  emit_tree(f, d->low);
  fputs(", ", f->out);
  emit_tree(f, d->high);
  fputs(");\n}\n", f->out);
}

static void emit_fields(const struct c_file *f, uint32_t which)
{
  const struct type *t = &f->m->tree->group[which].type;
  const struct rmr_field *field = f->m->shared[which].fields;
  for (uint32_t k = 0; k < t->n_fields; k++) {
    char what[16];
    snprintf(what, sizeof what, "_%u", k);
    emit_names(f, &t->field[k].type, which, what);
    most_function(f, "most", which, &t->field[k].type, what);
    horizon_function(f, which, &t->field[k].type, what);
  }
  fprintf(f->out, "static const struct rmr_field fields_%u[] = {\n", which);
  for (uint32_t k = 0; field[k].name != NULL; k++) {
    fprintf(f->out, "  {.name = \"%s\", .shift = %u, .width = %u", field[k].name, field[k].shift, field[k].width);
    if (t->kind == TYPE_SET) /* a bit for each name */
      fputs(", .max = rmr_bit, .names = truth", f->out);
    else if (field[k].max != NULL)
      fprintf(f->out, ", .max = most_%u_%u", which, k);
    if (t->kind == TYPE_RECORD && field[k].names != NULL) fprintf(f->out, ", .names = names_%u_%u", which, k);
    if (field[k].min != 0) fprintf(f->out, ", .min = %" PRId64, field[k].min);
    if (field[k].time) fprintf(f->out, ", .time = true, .horizon = horizon_%u_%u", which, k);
    fputs("},\n", f->out);
  }
  fputs("  {.name = NULL},\n};\n", f->out);
}

/* Each update of a group, and the one of all: of several, the argument tells which. */
static void emit_update(const struct c_file *f, uint32_t which)
{
  static const char parameters[] = "rmr_word value, rmr_word argument, struct rmr_size s";
  const struct group *g = &f->m->tree->group[which];
  const bool several = g->n_updates > 1;
  if (g->n_updates == 0) return;
  for (uint32_t k = 0; k < g->n_updates; k++) {
    fputs("#ifdef RMR_NOW_\n__attribute__((always_inline)) inline\n#endif\n", f->out); /* into each line */
    fprintf(f->out, "static rmr_word update_%u_%u(%s)\n{\n  (void)s%s;\n  return ", which, k, parameters,
            several ? ", argument >>= 2" : "");
    emit_tree(f, g->update[k]);
    fputs(";\n}\n", f->out);
  }
  begin_function(f, "rmr_word", "update", which, parameters);
  for (uint32_t k = 0; several && k < g->n_updates; k++)
    fprintf(f->out, "  if ((argument & 3) == %u) return update_%u_%u(value, argument, s);\n", k, which, k);
  fprintf(f->out, several ? "  return INT64_MIN;\n}\n" : "  return update_%u_0(value, argument, s);\n}\n", which);
}

static void emit_functions(const struct c_file *f, uint32_t which)
{
  const struct group *g = &f->m->tree->group[which];
  const struct rmr_shared *r = &f->m->shared[which];
  if (r->fields == NULL) emit_names(f, &g->type, which, "");
  if (r->fields != NULL) emit_fields(f, which);
  most_function(f, "most", which, &g->type, "");
  horizon_function(f, which, &g->type, "");
  if (g->n_dimensions == 2) emit_extent(f, "columns", which, &g->dimension[1]);
  if (g->n_dimensions != 0) {
    emit_extent(f, "rows", which, &g->dimension[0]);
    begin_function(f, "uint32_t", "cells", which, "struct rmr_size s");
    fprintf(f->out, "  return text_product(rows_%u(s), ", which);
    if (g->n_dimensions == 2) fprintf(f->out, "columns_%u(s)", which);
    fputs(g->n_dimensions == 2 ? ");\n}\n" : "1);\n}\n", f->out);
  }
  static const char cell_only[] = "uint32_t cell, struct rmr_size s";
  of_cell(f, "rmr_word", "initial", which, cell_only, g->initial, "return ", ";");
  of_cell(f, "uint32_t", "home", which, cell_only, g->home_of,
          "const int64_t p = ", ";\n  return p >= 1 && p <= s.n ? (uint32_t)p : 0;");
  if (g->home == HOME_OWNER && g->n_dimensions == 2) {
    begin_function(f, "uint32_t", "home", which, cell_only);
    fprintf(f->out, "  return columns_%u(s) != 0 ? cell / columns_%u(s) + 1 : 0;\n}\n", which, which);
  }
  of_cell(f, "uint32_t", "responsible", which, "uint32_t cell, rmr_word value, struct rmr_size s", g->responsible,
          "(void)value;\n  return text_who(", ", s);");
  of_cell(f, "bool", "keeps", which, "const void *state, uint32_t cell, struct rmr_size s", g->keeps,
          "const struct state *my = state;\n  return ", " != 0;");
  of_cell(f, "uint32_t", "holder", which,
          "uint32_t after, uint32_t cell, rmr_word value, rmr_word argument, struct rmr_size s", g->holder,
          "(void)argument;\n  (void)value;\n  const uint32_t p = text_who(", ", s);\n  return p > after ? p : 0;");
  emit_update(f, which);
}

static void emit_row(const struct c_file *f, uint32_t which)
{
  const struct group *g = &f->m->tree->group[which];
  const struct rmr_shared *r = &f->m->shared[which];
  fprintf(f->out, "  {.name = \"%s\", .initial = %" PRId64 ", .min = %" PRId64, r->name, r->initial, r->min);
  if (group_is_of_processes(g))
    fputs(", .cells = rmr_per_process", f->out);
  else if (r->cells != NULL)
    fprintf(f->out, ", .cells = cells_%u", which);
  if (r->columns != NULL) fprintf(f->out, ", .columns = columns_%u", which);
  if (r->from_zero) fputs(", .from_zero = true", f->out);
  if (r->columns_from_zero) fputs(", .columns_from_zero = true", f->out);
  if (g->home == HOME_OWNER && g->n_dimensions == 1)
    fputs(", .home = rmr_owner", f->out);
  else if (r->home != NULL)
    fprintf(f->out, ", .home = home_%u", which);
  if (r->initial_of != NULL) fprintf(f->out, ", .initial_of = initial_%u", which);
  if (r->max != NULL) fprintf(f->out, ", .max = most_%u", which);
  if (r->arbitrary) fputs(", .arbitrary = true", f->out);
  if (r->multi_writer) fputs(", .multi_writer = true", f->out);
  if (r->epoch) fputs(", .epoch = true", f->out);
  if (r->lease) fputs(", .lease = true", f->out);
  if (r->time) fprintf(f->out, ", .time = true, .horizon = horizon_%u", which);
  if (g->responsible != NULL) fprintf(f->out, ", .responsible = responsible_%u", which);
  if (g->keeps != NULL) fprintf(f->out, ", .keeps = keeps_%u", which);
  if (g->holder != NULL) fprintf(f->out, ", .holder = holder_%u", which);
  if (g->n_updates != 0) fprintf(f->out, ", .update = update_%u", which);
  if (r->fields != NULL) fprintf(f->out, ", .fields = fields_%u", which);
  if (r->names != NULL) fprintf(f->out, ", .names = names_%u", which);
  fputs("},\n", f->out);
}

void emit_registers(const struct c_file *f)
{
  fputs("static const char *const truth[] = {\"false\", \"true\", NULL};\n", f->out);
  for (uint32_t k = 0; k < f->m->tree->n_groups; k++) emit_functions(f, k);
  fputs("static const struct rmr_shared registers[] = {\n", f->out);
  for (uint32_t k = 0; k < f->m->tree->n_groups; k++) emit_row(f, k);
  fputs("};\n\n", f->out);
}
