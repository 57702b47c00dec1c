/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_c.c: the file as a whole: the declarations of the text beside its registers, the figure, and the algorithm
 * itself.
 */
#include "language/emit_c.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "language/evaluate.h"
#include "language/operations.h"

static const char helpers[] =
  "static inline int64_t text_load(const unsigned char *at, size_t width)\n{\n  int64_t value = 0;\n"
  "  memcpy(&value, at, width);\n  return value;\n}\n"
  "static inline void text_store(unsigned char *at, int64_t value, size_t width, uint32_t *astray)\n{\n"
  "  if (width < 8 && (uint64_t)value >> (8 * width % 64) != 0) *astray = RMR_ASTRAY_VALUE;\n"
  "  memcpy(at, &value, width);\n}\n"
  "static inline int64_t text_record(int64_t value, uint32_t *astray)\n{\n"
  "  if (value < 0) *astray = RMR_ASTRAY_VALUE;\n  return value;\n}\n"
  "static inline int64_t text_divide_by(int64_t a, int64_t b, uint32_t *astray)\n{\n"
  "  if (b == 0) *astray = RMR_ASTRAY_ZERO;\n  return text_divide(a, b);\n}\n"
  "static inline int64_t text_modulo_by(int64_t a, int64_t b, uint32_t *astray)\n{\n"
  "  if (b == 0) *astray = RMR_ASTRAY_ZERO;\n  return text_modulo(a, b);\n}\n"
  "static inline uint32_t text_near(int64_t cell)\n{\n"
  "  const int64_t far = INT64_C(1) << (RMR_CELL_BITS - 2);\n"
  "  return (uint32_t)(cell < -far ? -far : cell > far ? far : cell);\n}\n"
  "static inline uint32_t text_cell(uint32_t group, int64_t row, int64_t column, int64_t columns)\n{\n"
  "  return column < 0 || column >= columns || row < 0 ? (RMR_ASTRAY_INDEX << RMR_CELL_BITS) + group + 1\n"
  "                                                    : (group << RMR_CELL_BITS) + (uint32_t)(row * columns + "
  "column);\n}\n"
  "static inline rmr_word text_both(int64_t old, int64_t new)\n{\n"
  "  return (rmr_word)((uint64_t)(uint32_t)old << 32 | (uint32_t)new);\n}\n"
  "static inline size_t text_count(int64_t n)\n{\n  return n > 0 ? (size_t)n : 0;\n}\n"
  "static inline uint32_t text_extent(int64_t low, int64_t high)\n{\n  const int64_t n = high - low + 1;\n"
  "  return n < 0 ? 0 : n > 1 << RMR_CELL_BITS ? 1u << RMR_CELL_BITS : (uint32_t)n;\n}\n"
  "static inline uint32_t text_product(uint64_t rows, uint64_t columns)\n{\n"
  "  return rows * columns < 1u << RMR_CELL_BITS ? (uint32_t)(rows * columns) : 1u << RMR_CELL_BITS;\n}\n"
  "static inline rmr_word text_all(int64_t high)\n{\n"
  "  return high >= 0 && high < 62 ? (INT64_C(2) << high) - 1 : INT64_MAX;\n}\n"
  "static inline uint32_t text_who(int64_t who, struct rmr_size s)\n{\n"
  "  return who >= 1 && who <= rmr_largest_id(s) ? (uint32_t)who : 0;\n}\n"
  "#ifndef RMR_NOW_\ntypedef const struct rmr_moment *text_now;\n"
  "static inline struct rmr_size text_size(text_now now)\n{\n  return now->size;\n}\n"
  "static inline uint32_t text_base(text_now now, uint32_t group)\n{\n  return now->base[group];\n}\n"
  "static inline rmr_word text_word(text_now now, uint32_t var)\n{\n  return now->memory[var];\n}\n"
  "static inline uint16_t text_line(text_now now, uint32_t p)\n{\n  return now->process[p]->pending.line;\n}\n"
  "static inline uint8_t text_section(text_now now, uint32_t p)\n{\n  return now->process[p]->section;\n}\n"
  "static inline const void *text_state(text_now now, uint32_t p)\n{\n  return now->process[p]->state;\n}\n#endif\n"
  "static inline bool text_is(text_now now, int64_t p)\n{\n  return p >= 1 && p <= text_size(now).n;\n}\n"
  "static inline int64_t text_register(text_now now, uint32_t group, int64_t row, int64_t rows, int64_t column,\n"
  "                                    int64_t columns)\n{\n"
  "  if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;\n"
  "  return text_word(now, text_base(now, group) + (uint32_t)(row * columns + column));\n}\n"
  "static inline int64_t text_inside(text_now now, uint32_t group, int64_t row, int64_t rows, int64_t column,\n"
  "                                  int64_t columns)\n{\n  (void)rows;\n"
  "  return text_word(now, text_base(now, group) + (uint32_t)row * (uint32_t)columns + (uint32_t)column);\n}\n";

/* --- texts -------------------------------------------------------------------------------------------------------- */

void emit_text(FILE *out, const char *text)
{
  if (text == NULL) {
    fputs("NULL", out);
    return;
  }
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
    if (*c == '\n')
      fputs("\\n\"\n  \"", out);
    else if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (*c == '?')
      fputs("\\?", out); /* no trigraphs */
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

static void text_field(FILE *out, const char *name, const char *text)
{
  if (text == NULL) return;
  fprintf(out, "  .%s = ", name);
  emit_text(out, text);
  fputs(",\n", out);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void emit_parameters(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  const char *of = "NULL";
  fputs("struct parameters {\n", f->out);
  for (uint32_t k = 0; k < t->n_parameters; k++)
    fprintf(f->out, "  %s p_%s;\n", t->parameter[k].type == RMR_INTEGER ? "int64_t" : "struct rmr_neighbours",
            t->parameter[k].name);
  if (t->n_parameters == 0) fputs("  int none;\n", f->out);
  fputs("};\n", f->out);
  for (uint32_t k = 0; k < t->n_parameters; k++)
    if (t->parameter[k].type == RMR_ORDER || (t->parameter[k].type == RMR_GRAPH && strcmp(of, "NULL") == 0))
      of = t->parameter[k].name;
  if (strcmp(of, "NULL") != 0)
    fprintf(f->out, "#define NEIGHBOURS (&((const struct parameters *)s.parameters)->p_%s)\n", of);
  if (t->n_parameters == 0) return;
  fputs("static const struct rmr_option options[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_parameters; k++) {
    const struct rmr_option *o = &f->m->options[k];
    fprintf(f->out, "  {\"%s\", %u, offsetof(struct parameters, p_%s), \"%s\", %.0f, %.0f, ", o->key, o->type, o->key,
            o->fallback, o->low, o->high);
    emit_text(f->out, o->about);
    fputs("},\n", f->out);
  }
  fputs("  {.key = NULL},\n};\n\n", f->out);
}

static void emit_lines(const struct c_file *f)
{
  const struct rmr_algorithm *a = &f->m->algorithm;
  fputs("static const struct rmr_line lines[] = {\n", f->out);
  for (uint32_t k = 0; k < a->n_rows; k++) {
    fprintf(f->out, "  {\"%s\", ", a->lines[k].label);
    emit_text(f->out, a->lines[k].text);
    fprintf(f->out, ", %u, %u},\n", a->lines[k].line, a->lines[k].section);
  }
  fputs("};\n\n", f->out);
}

static void emit_function(const struct c_file *f, const char *head, const struct expr *x, const char *behind)
{
  fprintf(f->out, "static %s\n{\n  (void)s;\n  return ", head);
  emit_tree(f, x);
  fprintf(f->out, "%s;\n}\n", behind);
}

static void emit_changes(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  char head[128];
  for (uint32_t k = 0; k < t->n_changes; k++) {
    snprintf(head, sizeof head, "bool may_%u(rmr_word value, struct rmr_size s)", k);
    emit_function(f, head, t->change[k].may, " != 0");
    snprintf(head, sizeof head, "rmr_word becomes_%u(rmr_word value, struct rmr_size s)", k);
    emit_function(f, head, t->change[k].becomes, "");
  }
  if (t->n_changes == 0) return;
  fputs("static const struct rmr_change changes[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_changes; k++)
    fprintf(f->out, "  {\"%s\", %u, may_%u, becomes_%u},\n", t->change[k].name, t->change[k].group, k, k);
  fputs("};\n", f->out);
}

static void emit_times(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  if (f->m->algorithm.times == NULL) return;
  fputs("static rmr_word local_horizon(struct rmr_size s)\n{\n  rmr_word most = 0;\n  (void)s;\n", f->out);
  for (uint32_t k = 0; k < t->n_locals; k++) {
    if (t->local[k].type.kind != TYPE_TIME) continue;
    fputs("  most = text_larger(most, ", f->out);
    emit_tree(f, t->local[k].type.horizon);
    fputs(");\n", f->out);
  }
  fputs("  return most;\n}\nstatic const struct rmr_local_time times[] = {\n", f->out);
  for (uint32_t k = 0; k < t->n_locals; k++)
    if (t->local[k].type.kind == TYPE_TIME)
      fprintf(f->out, "  {offsetof(struct state, s%u), local_horizon},\n", t->local[k].slot);
  fputs("  {.horizon = NULL},\n};\n", f->out);
}

/* The functions of the algorithm that do not concern one register. */
static void emit_own_functions(const struct c_file *f)
{
  const struct tree *t = f->m->tree;
  const struct flow *g = &f->m->graph;
  if (t->held != NULL) {
    fputs("static uint32_t name_held(const void *state, struct rmr_size s)\n{\n  const struct state *my = state;\n"
          "  (void)my, (void)s;\n  const int64_t name = ",
          f->out);
    emit_tree(f, t->held);
    fputs(";\n  return name > 0 && name <= UINT32_MAX ? (uint32_t)name : 0;\n}\n", f->out);
    fputs("static uint32_t names_max(struct rmr_size s)\n{\n  (void)s;\n  const int64_t name = ", f->out);
    emit_tree(f, t->held_most);
    fputs(";\n  return name > 0 && name <= UINT32_MAX ? (uint32_t)name : 0;\n}\n", f->out);
  }
  if (t->between[0] != 0) {
    fprintf(f->out,
            "static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)\n{\n"
            "  const struct rmr_size s = now->size;\n  const int64_t v%u = i, v%u = j;\n  (void)s;\n  return (struct "
            "rmr_between){.owned = %d",
            t->between[0], t->between[1], t->owner != NULL);
    const struct expr *const parts[] = {t->owner, t->ready, t->arrow};
    static const char *const names[] = {"owner", "ready", "arrow"};
    for (uint32_t k = 0; k < 3; k++) {
      if (parts[k] == NULL) continue;
      fprintf(f->out, ", .%s = text_who(", names[k]);
      emit_tree(f, parts[k]);
      fputs(", s)", f->out);
    }
    fputs("};\n}\n", f->out);
  }
  if (t->period != NULL) emit_function(f, "rmr_word period(struct rmr_size s)", t->period, "");
  fprintf(f->out, "static uint32_t watched(struct rmr_size s)\n{\n  uint64_t n = %u;\n  (void)s;\n", g->watch);
  for (uint32_t k = 0; k < t->n_groups; k++)
    if (g->watch_group[k] != 0 && t->group[k].n_dimensions == 0)
      fprintf(f->out, "  n += %u;\n", g->watch_group[k]);
    else if (g->watch_group[k] != 0)
      fprintf(f->out, "  n += UINT64_C(%u) * cells_%u(s);\n", g->watch_group[k], k);
  fputs("  return n < 60000 ? (uint32_t)n : 60000;\n}\n", f->out);
}

/* --- the algorithm ------------------------------------------------------------------------------------------------ */

static void emit_claims(FILE *out, const struct rmr_claims *c)
{
  fputs("  .claims = {\n", out);
  text_field(out, "primitives", c->primitives);
  text_field(out, "rmr_cc", c->rmr_cc);
  text_field(out, "rmr_dsm", c->rmr_dsm);
  text_field(out, "space", c->space);
  text_field(out, "wrong", c->wrong);
  text_field(out, "survives", c->survives);
  fputs("  .p = {", out);
  for (size_t k = 0; k < sizeof c->p / sizeof *c->p; k++) fprintf(out, "%u, ", c->p[k]);
  fprintf(out, "}, .bounded = %u, .timed = %d, .one_shot = %d,\n", c->bounded, c->timed, c->one_shot);
  fputs("  .cited = {\n", out);
  for (size_t k = 0; k < RMR_N_CITED; k++) {
    if (c->cited[k] == NULL) continue;
    fprintf(out, "    [%zu] = ", k);
    emit_text(out, c->cited[k]);
    fputs(",\n", out);
  }
  fputs("  }},\n", out);
}

static void emit_size(const struct c_file *f)
{
  const struct flow *g = &f->m->graph;
  int64_t fixed = 0, each = 0;
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    fixed += g->array[k].fixed * g->array[k].width;
    each += g->array[k].each * g->array[k].width;
  }
  if (g->n_arrays == 0)
    fputs("  .state_size = sizeof(struct state),\n", f->out);
  else
    fprintf(f->out,
            "  .state_size = (uint32_t)((int64_t)offsetof(struct state, array) + %" PRId64 "), .state_each = %" PRId64
            ",\n",
            fixed, each);
  fputs("  .pc = offsetof(struct state, line), .pc_size = sizeof(uint16_t),\n", f->out);
}

static void emit_algorithm(const struct c_file *f, bool builtin)
{
  const struct rmr_algorithm *a = &f->m->algorithm;
  FILE *out = f->out;
  char symbol[128] = "rmr_algorithm";
  if (builtin) snprintf(symbol, sizeof symbol, "rmr_algorithm_%.64s", a->name);
  fprintf(out, "extern %sconst struct rmr_algorithm %s;\nconst struct rmr_algorithm %s = {\n",
          builtin ? "" : "__attribute__((visibility(\"default\"))) ", symbol, symbol);
  fputs("  .abi = RMR_ABI, .size = sizeof(struct rmr_algorithm), .line_size = sizeof(struct rmr_line),\n"
        "  .shared_size = sizeof(struct rmr_shared), .lines = lines, .shared = registers, .step = step, .watch = "
        "watched,\n",
        out);
  fprintf(out, "  .n_rows = %u, .n_lines = %u, .n_shared = %u, .group = %d, .remembers = %d, .identities = %d,\n",
          a->n_rows, a->n_lines, a->n_shared, a->group, a->remembers, a->identities);
  text_field(out, "name", a->name);
  text_field(out, "title", a->title);
  text_field(out, "source", a->source);
  text_field(out, "note", a->note);
  emit_claims(out, &a->claims);
  emit_size(f);
  if (a->n_changes != 0) fprintf(out, "  .changes = changes, .n_changes = %u,\n", a->n_changes);
  if (a->name_held != NULL) fputs("  .name_held = name_held, .names_max = names_max,\n", out);
  if (a->parameters != NULL) fputs("  .parameters = options, .parameters_size = sizeof(struct parameters),\n", out);
  if (a->invariants != NULL) fputs("  .invariants = invariants,\n", out);
  if (a->times != NULL) fputs("  .times = times,\n", out);
  if (a->between != NULL) fputs("  .between = between,\n", out);
  if (a->period != NULL) fputs("  .period = period,\n", out);
  fputs("  .text = text,\n};\n", out);
}

void emit_c(const struct machine *m, const char *headers, FILE *out)
{
  struct c_file f = {.m = m, .out = out};
  fprintf(out, "/* Made from the text of %s, which is below. */\n#include <stddef.h>\n#include <string.h>\n\n",
          m->tree->name);
  fputs(headers != NULL ? headers : "#include <rmr/types.h>\n\n", out);
  fputs(operations_in_c, out);
  fputs(helpers, out);
  emit_parameters(&f);
  emit_state(&f);
  emit_registers(&f);
  emit_step(&f);
  emit_invariants(&f);
  fputs("#ifndef RMR_LOOP_\n", out);
  emit_lines(&f);
  emit_changes(&f);
  emit_times(&f);
  emit_own_functions(&f);
  fputs("static const char text[] =\n  ", out);
  emit_text(out, m->algorithm.text);
  fputs(";\n\n", out);
  emit_algorithm(&f, headers == NULL);
  fputs("#endif\n", out);
}
