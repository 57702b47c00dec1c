/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * names.c: from numbers to words and back: memories, algorithms, lines, registers and their values.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "sim/state.h"

const char *const memory_names[N_MEMORIES] = {
#define MEMORY(id, name, help) name,
  MEMORIES(MEMORY)
#undef MEMORY
};

bool memory_parse(const char *name, enum memory *out, struct error *e)
{
  for (int m = 0; m < N_MEMORIES; m++)
    if (strcmp(name, memory_names[m]) == 0) {
      *out = (enum memory)m;
      return true;
    }
  const char *near = suggest(name, memory_names, N_MEMORIES);
  return fail(e, EXIT_USAGE, "unknown memory '%s'; expected cc, cc-keep, cc-writeback or dsm%s%s%s", name,
              near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
}

bool sim_refuse_end(const struct rmr_algorithm *algorithm, uint32_t p, struct error *e)
{
  return fail(e, EXIT_INTERNAL, "%s: P%u leaves the step function; expected a loop around the passage that never ends",
              algorithm->name, p);
}

const struct rmr_algorithm *algorithm_find(const char *name, struct error *e)
{
  const char *names[256];
  size_t n = 0;
  for (; rmr_algorithms[n] != NULL && n < sizeof names / sizeof *names; n++) {
    if (strcmp(name, rmr_algorithms[n]->name) == 0) return rmr_algorithms[n];
    names[n] = rmr_algorithms[n]->name;
  }
  const char *near = suggest(name, names, n);
  if (near != NULL)
    fail(e, EXIT_USAGE, "unknown algorithm '%s'; did you mean '%s'?", name, near);
  else
    fail(e, EXIT_USAGE, "unknown algorithm '%s'; `rmr list algorithms` names them all", name);
  return NULL;
}

bool algorithm_bounds(const struct rmr_shared *shared)
{
  if (shared->fields == NULL || shared->max != NULL) return shared->max != NULL;
  for (const struct rmr_field *f = shared->fields; f->name != NULL; f++)
    if (f->max == NULL) return false;
  return true;
}

uint32_t algorithm_space(const struct rmr_algorithm *a, uint32_t n)
{
  uint32_t cells = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) cells += a->shared[g].cells(n);
  return cells;
}

uint16_t algorithm_label(const struct rmr_algorithm *a, const char *label, struct error *e)
{
  const char *labels[RMR_MAX_LINES] = {NULL};
  size_t n = 0;
  for (uint32_t row = 0; row < a->n_rows; row++) {
    if (a->lines[row].line == 0) continue;
    if (strcmp(a->lines[row].label, label) == 0) return a->lines[row].line;
    if (n < RMR_MAX_LINES) labels[n++] = a->lines[row].label;
  }
  const char *near = suggest(label, labels, n);
  for (size_t k = 0; near == NULL && k < n; k++) /* "8" when there are 8a and 8b */
    if (strncmp(labels[k], label, strlen(label)) == 0) near = labels[k];
  fail(e, EXIT_USAGE, "%s has no line '%s' that makes an access; %s%s%s", a->name, label,
       near != NULL ? "did you mean '" : "see `rmr show ", near != NULL ? near : a->name, near != NULL ? "'?" : "`");
  return 0;
}

uint32_t sim_group(const struct sim *sim, uint32_t var)
{
  uint32_t g = 0;
  while (g + 1 < sim->algorithm->n_shared && var >= sim->base[g + 1]) g++;
  return g;
}

/* How a cell of a group is spelled: a scalar by its name, a square one with two indices, any other with one; from 1. */
static char *cell_name(const struct rmr_shared *shared, uint32_t n, uint32_t cell, char *out, size_t size)
{
  if (shared->cells(7) == 1)
    snprintf(out, size, "%s", shared->name);
  else if (shared->cells(n) == n * n && n > 1)
    snprintf(out, size, "%s[%u][%u]", shared->name, cell / n + 1, cell % n + 1);
  else
    snprintf(out, size, "%s[%u]", shared->name, cell + 1);
  return out;
}

char *sim_register_name(const struct sim *sim, uint32_t var, char *out, size_t size)
{
  const uint32_t g = sim_group(sim, var);
  return cell_name(&sim->algorithm->shared[g], sim->n, var - sim->base[g], out, size);
}

/* The group of a register, and the number of the first register of that group. */
static const struct rmr_shared *group_of(const struct rmr_algorithm *a, uint32_t n, uint32_t var, uint32_t *base)
{
  const struct rmr_shared *shared = a->shared;
  for (*base = 0; var - *base >= shared->cells(n); shared++) *base += shared->cells(n);
  return shared;
}

char *algorithm_register_name(const struct rmr_algorithm *a, uint32_t n, uint32_t var, char *out, size_t size)
{
  uint32_t base;
  const struct rmr_shared *shared = group_of(a, n, var, &base);
  return cell_name(shared, n, var - base, out, size);
}

/* --- registers that are initialised arbitrarily --------------------------------------------------------------------------- */

static size_t name_arbitrary(const struct rmr_algorithm *a, const char *names[RMR_MAX_GROUPS])
{
  size_t n = 0;
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (a->shared[g].arbitrary) names[n++] = a->shared[g].name;
  return n;
}

static bool refuse_register(const struct rmr_algorithm *a, const char *name, bool known, struct error *e)
{
  const char *names[RMR_MAX_GROUPS];
  const size_t n = name_arbitrary(a, names);
  if (n == 0) return fail(e, EXIT_USAGE, "'%s': %s initialises all its registers itself", name, a->name);
  char bare[128], all[512] = "";
  snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "["), name);
  const char *near = suggest(bare, names, n);
  for (size_t k = 0, used = 0; k < n && used < sizeof all; k++)
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k > 0 ? ", " : "", names[k]);
  if (known) return fail(e, EXIT_USAGE, "'%s' is initialised by %s; initialised arbitrarily: %s", name, a->name, all);
  if (near != NULL) return fail(e, EXIT_USAGE, "%s has no register '%s'; did you mean '%s'?", a->name, name, near);
  return fail(e, EXIT_USAGE, "%s has no register '%s'; initialised arbitrarily: %s", a->name, name, all);
}

/* "[2]" or "[2][1]" behind the name: the cell's number from 0. */
static bool read_cell(const struct rmr_shared *shared, uint32_t n, const char *indices, uint32_t *cell)
{
  const uint32_t cells = shared->cells(n);
  char name[128], spelled[128];
  uint32_t row = 1, column = 0;
  const int given = sscanf(indices, "[%9" SCNu32 "][%9" SCNu32 "]", &row, &column);
  *cell = given == 2 ? (row - 1) * n + column - 1 : row - 1;
  if (row == 0 || (given == 2 && column == 0) || *cell >= cells) return false;
  snprintf(spelled, sizeof spelled, "%s%s", shared->name, indices);
  return strcmp(cell_name(shared, n, *cell, name, sizeof name), spelled) == 0;
}

bool algorithm_arbitrary(const struct rmr_algorithm *a, uint32_t n, const char *name, uint32_t *var, struct error *e)
{
  const size_t length = strcspn(name, "[");
  uint32_t base = 0, cell;
  char first[128], last[128];
  for (const struct rmr_shared *s = a->shared; s < a->shared + a->n_shared; base += s->cells(n), s++) {
    if (strlen(s->name) != length || strncmp(s->name, name, length) != 0) continue;
    if (!s->arbitrary) return refuse_register(a, name, true, e);
    if (!read_cell(s, n, name + length, &cell)) {
      cell_name(s, n, 0, first, sizeof first);
      cell_name(s, n, s->cells(n) - 1, last, sizeof last);
      return fail(e, EXIT_USAGE, "'%s': expected %s%s%s", name, first, strcmp(first, last) != 0 ? " to " : "",
                  strcmp(first, last) != 0 ? last : "");
    }
    *var = base + cell;
    return true;
  }
  return refuse_register(a, name, false, e);
}

/* A composite register: each field within its range, and nothing outside of them. */
static bool fields_fit(const struct rmr_field *fields, struct rmr_size size, rmr_word value)
{
  rmr_word rest = value;
  for (const struct rmr_field *f = fields; f->name != NULL; f++) {
    const rmr_word part = rmr_field_of(f, value);
    rest &= ~((((rmr_word)1 << f->width) - 1) << f->shift);
    if (f->max != NULL && part > f->max(size)) return false;
  }
  return rest == 0;
}

bool algorithm_may_hold(const struct rmr_algorithm *a, struct rmr_size size, uint32_t var, rmr_word value,
                        struct error *e)
{
  uint32_t base;
  char name[128];
  const struct rmr_shared *shared = group_of(a, size.n, var, &base);
  cell_name(shared, size.n, var - base, name, sizeof name);
  if (shared->fields != NULL)
    return fields_fit(shared->fields, size, value) ||
           fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 ": a field lies outside its range", name, value);
  if (value >= shared->min && (shared->max == NULL || value <= shared->max(size))) return true;
  if (shared->max == NULL)
    return fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 "; expected %" PRId64 " or more", name, value, shared->min);
  return fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 "; expected %" PRId64 " to %" PRId64, name, value, shared->min,
              shared->max(size));
}

/* --- values --------------------------------------------------------------------------------------------------------------- */

static void named_value(char *out, size_t size, const char *const *names, rmr_word value)
{
  rmr_word known = 0;
  while (names != NULL && names[known] != NULL) known++;
  if (value >= 0 && value < known)
    snprintf(out, size, "%s", names[value]);
  else
    snprintf(out, size, "%" PRId64, value);
}

char *sim_value_text(const struct sim *sim, uint32_t var, rmr_word value, char *out, size_t size)
{
  const struct rmr_shared *shared = &sim->algorithm->shared[sim_group(sim, var)];
  if (shared->fields == NULL) {
    named_value(out, size, shared->names, value);
    return out;
  }
  size_t used = (size_t)snprintf(out, size, "(");
  for (const struct rmr_field *f = shared->fields; f->name != NULL && used < size; f++) {
    char text[32];
    named_value(text, sizeof text, f->names, rmr_field_of(f, value));
    used += (size_t)snprintf(out + used, size - used, "%s%s %s", f == shared->fields ? "" : ", ", f->name, text);
  }
  if (used < size) snprintf(out + used, size - used, ")");
  return out;
}

void sim_initial_print(const struct sim *sim, FILE *out)
{
  char name[128], value[128];
  for (uint32_t k = 0; k < sim->setup.n_initial; k++) {
    const struct system_initial *at = &sim->setup.initial[k];
    fprintf(out, ", initially %s = %s", sim_register_name(sim, at->var, name, sizeof name),
            sim_value_text(sim, at->var, at->value, value, sizeof value));
  }
}

void sim_passages_print(const struct system_spec *setup, FILE *out)
{
  const char *before = " (";
  if (setup->passages != 0)
    fprintf(out, "%u passage%s each", setup->passages, setup->passages == 1 ? "" : "s");
  else
    fputs("passages without end", out);
  for (uint32_t p = 1; p <= setup->n; p++) {
    const uint32_t own = sim_passages(setup, p);
    if (own == setup->passages) continue;
    fprintf(out, own != 0 ? "%sP%u: %u" : "%sP%u: no end", before, p, own);
    before = ", ";
  }
  if (before[0] == ',') fputc(')', out);
}

/* Register names for an error: "Choosing, Session, Token.number". */
static size_t name_all(const struct rmr_algorithm *a, char names[][64], size_t most)
{
  size_t n = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) {
    const struct rmr_field *f = a->shared[g].fields;
    if (f == NULL && n < most) snprintf(names[n++], 64, "%s", a->shared[g].name);
    for (; f != NULL && f->name != NULL && n < most; f++) snprintf(names[n++], 64, "%s.%s", a->shared[g].name, f->name);
  }
  return n;
}

bool sim_largest(const struct sim *sim, const char *name, rmr_word *out, struct error *e)
{
  enum { MOST = RMR_MAX_GROUPS * SIM_MAX_FIELDS };
  const struct rmr_algorithm *a = sim->algorithm;
  for (uint32_t g = 0; g < a->n_shared; g++) {
    const struct rmr_field *f = a->shared[g].fields;
    const size_t length = strlen(a->shared[g].name);
    if (strncmp(name, a->shared[g].name, length) != 0) continue;
    if (f == NULL && name[length] == '\0') return *out = sim->largest_field[g][0], true;
    for (int k = 0; f != NULL && f[k].name != NULL && k < SIM_MAX_FIELDS; k++)
      if (name[length] == '.' && strcmp(name + length + 1, f[k].name) == 0)
        return *out = sim->largest_field[g][k], true;
  }
  char names[MOST][64];
  const char *words[MOST];
  const size_t n = name_all(a, names, MOST);
  for (size_t k = 0; k < n; k++) words[k] = names[k];
  const char *near = suggest(name, words, n);
  return fail(e, EXIT_USAGE, "%s has no register '%s'%s%s%s", a->name, name, near != NULL ? "; did you mean '" : "",
              near != NULL ? near : "", near != NULL ? "'?" : "");
}
