/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * names.c: see names.h. The error for an unknown name says the nearest right word.
 */
#include "model/names.h"

#include <inttypes.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "language/machine.h"

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
    fail(e, EXIT_USAGE, "unknown algorithm '%s'; `rmr list algorithms` lists them all", name);
  return NULL;
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
  const char *shown = machine_file(a) != NULL ? machine_file(a) : a->name;
  fail(e, EXIT_USAGE, "%s has no line '%s' that makes an access; %s%s%s", a->name, label,
       near != NULL ? "did you mean '" : "see `rmr show ", near != NULL ? near : shown, near != NULL ? "'?" : "`");
  return 0;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

char *system_cell_name(const struct system *s, uint32_t g, int64_t cell, char *out, size_t size)
{
  const struct rmr_shared *shared = &s->algorithm->shared[g];
  const int64_t from = !shared->from_zero,
                columns = shared->columns != NULL ? shared->columns(size_for(s->size, shared)) : 0;
  const int64_t first = !shared->columns_from_zero;
  if (shared->cells == NULL && cell == 0) {
    snprintf(out, size, "%s", shared->name);
  } else if (columns != 0) {
    const int64_t column = (cell % columns + columns) % columns; /* before the first row, too */
    snprintf(out, size, "%s[%" PRId64 "][%" PRId64 "]", shared->name, (cell - column) / columns + from, column + first);
  } else {
    snprintf(out, size, "%s[%" PRId64 "]", shared->name, cell + from);
  }
  return out;
}

char *system_register_name(const struct system *s, uint32_t var, char *out, size_t size)
{
  return system_cell_name(s, s->group_of[var], system_cell(s, var), out, size);
}

/* The name of the register that a COMMIT with a choice other than 0 commits, or of the data of a critical section. */
static const char *commit_name(const struct system *s, uint32_t choice, char *out, size_t size)
{
  if (choice <= s->n_registers) return system_register_name(s, choice - 1, out, size);
  snprintf(out, size, "%s", NAMES_DATA);
  return out;
}

char *system_change_name(const struct system *s, rmr_action change, char *out, size_t size)
{
  char name[NAMES_SIZE];
  const uint32_t who = rmr_action_who(change);
  const uint32_t kind = rmr_action_kind(change), choice = rmr_action_choice(change);
  const char *word = kind == RMR_CHANGE ? s->algorithm->changes[choice].name : rmr_action_word(kind);
  switch (action_table[kind].befalls) {
  case BEFALLS_PROCESS:
    if (kind == RMR_STEP)
      snprintf(out, size, "P%u", who);
    else if (choice != 0)
      snprintf(out, size, "%s P%u %s", word, who, commit_name(s, choice, name, sizeof name));
    else
      snprintf(out, size, who != 0 ? "%s P%u" : "%s all", word, who);
    break;
  case BEFALLS_REGISTER:
    system_register_name(s, who, name, sizeof name);
    snprintf(out, size, kind != RMR_CHANGE && choice != 0 ? "%s %s at P%u" : "%s %s", word, name, choice);
    break;
  case BEFALLS_CLOCK: snprintf(out, size, who == 1 ? "%s" : "%s x%u", word, who); break;
  }
  return out;
}

/* "[2]" or "[2][1]" behind the name of a group: the cell's number from 0. */
static bool read_cell(const struct system *s, uint32_t g, const char *indices, uint32_t *cell)
{
  const struct rmr_shared *shared = &s->algorithm->shared[g];
  const uint32_t from = !shared->from_zero,
                 columns = shared->columns != NULL ? shared->columns(size_for(s->size, shared)) : 0;
  const uint32_t first = !shared->columns_from_zero;
  char name[NAMES_SIZE], spelled[2 * NAMES_SIZE];
  uint32_t row = from, column = first;
  const int given = sscanf(indices, "[%9" SCNu32 "][%9" SCNu32 "]", &row, &column);
  if (row < from || column < first || (given == 2 && columns == 0)) return false;
  *cell = given == 2 ? (row - from) * columns + column - first : row - from;
  if (*cell >= s->group[g].n) return false;
  snprintf(spelled, sizeof spelled, "%s%s", shared->name, indices);
  return strcmp(system_cell_name(s, g, *cell, name, sizeof name), spelled) == 0;
}

static bool refuse_cell(const struct system *s, uint32_t g, const char *name, struct error *e)
{
  char first[NAMES_SIZE], last[NAMES_SIZE];
  system_cell_name(s, g, 0, first, sizeof first);
  system_cell_name(s, g, s->group[g].n - 1, last, sizeof last);
  const bool one = strcmp(first, last) == 0;
  return fail(e, EXIT_USAGE, "'%s': expected %s%s%s", name, first, one ? "" : " to ", one ? "" : last);
}

/* The group with the name that stands before the first bracket; n_shared if there is none. */
static uint32_t group_named(const struct system *s, const char *name)
{
  const size_t length = strcspn(name, "[");
  uint32_t g = 0;
  for (; g < s->algorithm->n_shared; g++)
    if (strlen(s->algorithm->shared[g].name) == length && strncmp(s->algorithm->shared[g].name, name, length) == 0)
      break;
  return g;
}

bool system_register(const struct system *s, const char *name, uint32_t *var, struct error *e)
{
  const uint32_t g = group_named(s, name);
  uint32_t cell;
  if (g < s->algorithm->n_shared) {
    if (!read_cell(s, g, name + strcspn(name, "["), &cell)) return refuse_cell(s, g, name, e);
    *var = s->group[g].first + cell;
    return true;
  }
  const char *names[RMR_MAX_GROUPS];
  char bare[NAMES_SIZE], near[SUGGESTION];
  for (uint32_t k = 0; k < s->algorithm->n_shared; k++) names[k] = s->algorithm->shared[k].name;
  snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "["), name);
  return fail(e, EXIT_USAGE, "%s has no register '%s'%s", s->algorithm->name, name,
              suggestion(bare, names, s->algorithm->n_shared, near));
}

/* --- registers that are initialised arbitrarily ------------------------------------------------------------------- */

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
  text_add_list(all, sizeof all, names, n, ", ");
  if (known) return fail(e, EXIT_USAGE, "'%s' is initialised by %s; initialised arbitrarily: %s", name, a->name, all);
  if (near != NULL) return fail(e, EXIT_USAGE, "%s has no register '%s'; did you mean '%s'?", a->name, name, near);
  return fail(e, EXIT_USAGE, "%s has no register '%s'; initialised arbitrarily: %s", a->name, name, all);
}

bool system_arbitrary(const struct system *s, const char *name, uint32_t *var, struct error *e)
{
  const uint32_t g = group_named(s, name);
  const bool known = g < s->algorithm->n_shared;
  if (!known || !s->algorithm->shared[g].arbitrary) return refuse_register(s->algorithm, name, known, e);
  return system_register(s, name, var, e);
}

bool system_may_hold(const struct system *s, uint32_t var, rmr_word value, struct error *e)
{
  const struct rmr_shared *shared = system_shared(s, var);
  char name[NAMES_SIZE];
  if (system_fit(s, var, value, INT64_MAX) == REGISTER_FITS) return true;
  system_register_name(s, var, name, sizeof name);
  if (shared->fields != NULL)
    return fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 ": a field lies outside its range", name, value);
  if (shared->max == NULL)
    return fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 "; expected %" PRId64 " or more", name, value, shared->min);
  return fail(e, EXIT_USAGE, "%s cannot hold %" PRId64 "; expected %" PRId64 " to %" PRId64, name, value, shared->min,
              shared->max(size_for(s->size, shared)));
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void named_value(char *out, size_t size, const char *const *names, rmr_word value)
{
  rmr_word known = 0;
  while (names != NULL && names[known] != NULL) known++;
  if (value >= 0 && value < known)
    snprintf(out, size, "%s", names[value]);
  else
    snprintf(out, size, "%" PRId64, value);
}

char *system_value_text(const struct system *s, uint32_t var, rmr_word value, char *out, size_t size)
{
  const struct rmr_field *fields = s->group[s->group_of[var]].fields;
  if (fields->width == 0) {
    named_value(out, size, fields->names, value);
    return out;
  }
  size_t used = (size_t)snprintf(out, size, "(");
  for (const struct rmr_field *f = fields; f->name != NULL && used < size; f++) {
    char text[32];
    named_value(text, sizeof text, f->names, rmr_field_of(f, value));
    used += (size_t)snprintf(out + used, size - used, "%s%s %s", f == fields ? "" : ", ", f->name, text);
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

bool algorithm_part(const struct rmr_algorithm *a, const char *name, uint32_t *group, uint32_t *field, struct error *e)
{
  enum { MOST = RMR_MAX_GROUPS * RMR_MAX_FIELDS };
  char names[MOST][64], near[SUGGESTION];
  const char *words[MOST];
  for (*group = 0; *group < a->n_shared; ++*group) {
    const struct rmr_field *f = a->shared[*group].fields;
    const size_t length = strlen(a->shared[*group].name);
    *field = 0;
    if (strncmp(name, a->shared[*group].name, length) != 0) continue;
    if (f == NULL && name[length] == '\0') return true;
    for (; f != NULL && f[*field].name != NULL; ++*field)
      if (name[length] == '.' && strcmp(name + length + 1, f[*field].name) == 0) return true;
  }
  const size_t n = name_all(a, names, MOST);
  for (size_t k = 0; k < n; k++) words[k] = names[k];
  return fail(e, EXIT_USAGE, "%s has no register '%s'%s", a->name, name, suggestion(name, words, n, near));
}
