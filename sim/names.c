/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * names.c: from numbers to words and back: memories, algorithms, lines, registers and their values.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "sim/state.h"

const char *const sim_memory_names[SIM_N_MEMORIES] = {
#define MEMORY(id, name, help) name,
  SIM_MEMORIES(MEMORY)
#undef MEMORY
};

bool sim_memory_parse(const char *name, enum sim_memory *out, struct error *e)
{
  for (int m = 0; m < SIM_N_MEMORIES; m++)
    if (strcmp(name, sim_memory_names[m]) == 0) {
      *out = (enum sim_memory)m;
      return true;
    }
  const char *near = suggest(name, sim_memory_names, SIM_N_MEMORIES);
  return fail(e, EXIT_USAGE, "unknown memory '%s'; expected cc, cc-keep, cc-writeback or dsm%s%s%s", name,
              near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
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

char *sim_register_name(const struct sim *sim, uint32_t var, char *out, size_t size)
{
  const uint32_t g = sim_group(sim, var), cells = sim->base[g + 1] - sim->base[g], cell = var - sim->base[g];
  const struct rmr_shared *shared = &sim->algorithm->shared[g];
  if (shared->cells(2) == 1)
    snprintf(out, size, "%s", shared->name);
  else if (cells == sim->n * sim->n && sim->n > 1)
    snprintf(out, size, "%s[%u][%u]", shared->name, cell / sim->n + 1, cell % sim->n + 1);
  else
    snprintf(out, size, "%s[%u]", shared->name, cell + 1);
  return out;
}

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
