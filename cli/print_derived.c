/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_derived.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/table.h"
#include "language/derived.h"

/* A text that something has written. To be freed. */
struct written {
  FILE *out;
  char *text;
  size_t length;
};

static void begin(struct written *w)
{
  w->out = mem_stream(&w->text, &w->length);
}

static char *end(struct written *w)
{
  mem_stream_end(w->out);
  return w->text;
}

static const struct node *access_of(const struct machine *m, const struct rmr_line *row)
{
  return &m->graph.node[m->graph.at_line[row->line]];
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static char *name_of(const struct machine *m, uint32_t group)
{
  struct written w;
  begin(&w);
  fputs(m->tree->group[group].name, w.out);
  describe_bounds(w.out, m->tree, &m->tree->group[group]);
  return end(&w);
}

static char *home_of(const struct machine *m, uint32_t group)
{
  struct written w;
  begin(&w);
  describe_home(w.out, m, group);
  return end(&w);
}

static char *initial_of(const struct machine *m, uint32_t group)
{
  struct written w;
  begin(&w);
  describe_initial(w.out, m, group);
  return end(&w);
}

static char *type_of(const struct machine *m, const struct type *type)
{
  struct written w;
  begin(&w);
  describe_type(w.out, m->tree, type);
  return end(&w);
}

static void add_row(struct table *table, const char *first, const char *second, const char *third, char *fourth)
{
  const char *const row[] = {first, second, third, fourth};
  table_row(table, row);
  free(fourth);
}

static void add_register(const struct machine *m, uint32_t group, struct table *table)
{
  char *name = name_of(m, group), *home = home_of(m, group), *first = initial_of(m, group),
       *holds = type_of(m, &m->tree->group[group].type);
  const char *const row[] = {name, describe_writers(m, group), home, first, holds};
  table_row(table, row);
  free(name);
  free(home);
  free(first);
  free(holds);
}

/* A record has a row for each field, with its bits. */
void print_registers(const struct machine *m, FILE *out)
{
  static const char *const head[] = {"register", "written by", "in the memory of", "initially", "holds"};
  struct table table;
  table_init(&table, head, 5);
  for (uint32_t g = 0; g < m->tree->n_groups; g++) {
    const struct type *type = &m->tree->group[g].type;
    add_register(m, g, &table);
    for (uint32_t k = 0; type->kind == TYPE_RECORD && k < type->n_fields; k++) {
      const struct field *f = &type->field[k];
      char *field = mem_format("  .%s", f->name), *type_text = type_of(m, &f->type),
           *holds = mem_format("%s: %u bit%s", type_text, f->width, plural(f->width));
      const char *const row[] = {field, "", "", "", holds};
      table_row(&table, row);
      free(field);
      free(type_text);
      free(holds);
    }
  }
  table_end(&table, out);
}

static char *live_at(const struct machine *m, const struct node *at)
{
  const char *names[MOST_SLOTS];
  uint32_t n_unnamed, n = describe_live(m, at, names, &n_unnamed);
  struct written w;
  begin(&w);
  for (uint32_t k = 0; k < n; k++) fprintf(w.out, "%s%s", k > 0 ? ", " : "", names[k]);
  if (n_unnamed != 0)
    fprintf(w.out, "%s%" PRIu32 " value%s read before", n > 0 ? ", and " : "", n_unnamed, plural(n_unnamed));
  if (n == 0 && n_unnamed == 0) fputc('-', w.out);
  return end(&w);
}

static char *watched_at(const struct machine *m, const struct node *at)
{
  struct written w;
  begin(&w);
  const char *before = "";
  for (uint32_t g = 0; g < m->tree->n_groups; g++) {
    if ((at->watches >> g & 1) == 0) continue;
    fprintf(w.out, "%s%s", before, m->tree->group[g].name);
    before = ", ";
  }
  return end(&w);
}

static void print_lines(const struct machine *m, FILE *out)
{
  static const char *const head[] = {"line", "section", "a wait for", "locals that are still read"};
  struct table table;
  table_init(&table, head, 4);
  for (uint32_t k = 0; k < m->algorithm.n_rows; k++) {
    const struct rmr_line *row = &m->algorithm.lines[k];
    if (row->line == 0) continue;
    char *watched = watched_at(m, access_of(m, row));
    add_row(&table, row->label, rmr_section_key(row->section), watched, live_at(m, access_of(m, row)));
    free(watched);
  }
  table_end(&table, out);
}

/* Whether the whole entry is the doorway, and it waits there. */
static bool waits_in_doorway(const struct machine *m)
{
  bool waits = false;
  for (uint32_t k = 0; k < m->algorithm.n_rows; k++) {
    const struct rmr_line *row = &m->algorithm.lines[k];
    if (row->line == 0) continue;
    if (row->section == RMR_WAITING) return false;
    waits |= row->section == RMR_DOORWAY && access_of(m, row)->watches != 0;
  }
  return waits;
}

void print_derived(const struct machine *m, FILE *out)
{
  const struct rmr_algorithm *a = &m->algorithm;
  print_registers(m, out);
  fputc('\n', out);
  print_lines(m, out);
  if (waits_in_doorway(m))
    fputs(
      "\nThe doorway waits, and there is no waiting room: P5 and bypass say nothing. Expected `waiting` before the\n"
      "first wait.\n",
      out);
  fprintf(out, "\nlocal state: %" PRIu32 " byte%s", a->state_size, plural(a->state_size));
  if (a->state_each != 0) fprintf(out, ", and %" PRIu32 " for each process", a->state_each);
  fputs("\n\n", out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static json_t *taken(char *text)
{
  json_t *out = json_string(text);
  free(text);
  return out;
}

static json_t *register_json(const struct machine *m, uint32_t g)
{
  const struct type *type = &m->tree->group[g].type;
  json_t *fields = json_array();
  for (uint32_t k = 0; type->kind == TYPE_RECORD && k < type->n_fields; k++)
    json_array_append_new(fields, json_pack("{s:s, s:o, s:i, s:i}", "name", type->field[k].name, "type",
                                            taken(type_of(m, &type->field[k].type)), "shift", type->field[k].shift,
                                            "bits", type->field[k].width));
  return json_pack("{s:o, s:s, s:o, s:o, s:o}", "name", taken(name_of(m, g)), "written_by", describe_writers(m, g),
                   "memory", taken(home_of(m, g)), "type", taken(type_of(m, type)), "fields", fields);
}

static json_t *line_json(const struct machine *m, const struct rmr_line *row)
{
  const struct node *at = access_of(m, row);
  const char *names[MOST_SLOTS];
  uint32_t n_unnamed, n = describe_live(m, at, names, &n_unnamed);
  json_t *live = json_array(), *watches = json_array();
  for (uint32_t k = 0; k < n; k++) json_array_append_new(live, json_string(names[k]));
  for (uint32_t g = 0; g < m->tree->n_groups; g++)
    if ((at->watches >> g & 1) != 0) json_array_append_new(watches, json_string(m->tree->group[g].name));
  return json_pack("{s:s, s:s, s:o, s:i, s:o}", "label", row->label, "section", rmr_section_key(row->section), "live",
                   live, "live_unnamed", (int)n_unnamed, "watches", watches);
}

json_t *derived_json(const struct machine *m)
{
  const struct rmr_algorithm *a = &m->algorithm;
  json_t *registers = json_array(), *lines = json_array();
  for (uint32_t g = 0; g < m->tree->n_groups; g++) json_array_append_new(registers, register_json(m, g));
  for (uint32_t k = 0; k < a->n_rows; k++)
    if (a->lines[k].line != 0) json_array_append_new(lines, line_json(m, &a->lines[k]));
  return json_pack("{s:o, s:o, s:{s:i, s:i}}", "registers", registers, "lines", lines, "local_state", "bytes",
                   (int)a->state_size, "bytes_per_process", (int)a->state_each);
}
