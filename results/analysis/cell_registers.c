/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <math.h>
#include <stdlib.h>

#include "base/lookup.h"
#include "base/mem.h"

/* The results of explorations about the registers; the names are kept here, as those of the records are in the file. */
struct reaches {
  struct evidence from;
  struct reach *reach;
  struct lookup names;
};

static void add_reach(struct reaches *all, const struct record *r, const json_t *one)
{
  const json_t *max = json_object_get(one, "max");
  const size_t name = lookup_add_text(&all->names, text_of(one, "name"));
  evidence_add(&all->from, r);
  all->reach = mem_grow(all->reach, all->from.n, sizeof *all->reach);
  all->reach[all->from.n - 1] = (struct reach){.scope = scope_of(r),
                                               .name = lookup_text(&all->names, name),
                                               .largest = json_number_value(json_object_get(one, "largest")),
                                               .max = json_is_number(max) ? json_number_value(max) : NAN,
                                               .complete = record_complete(r),
                                               .capped = json_is_true(json_object_get(one, "capped"))};
}

static void add_reaches(struct reaches *all, const struct results *r, const struct record *record)
{
  json_t *line = results_line(r, record);
  const json_t *registers = json_object_get(line, "registers");
  for (size_t k = 0; k < json_array_size(registers); k++) add_reach(all, record, json_array_get(registers, k));
  json_decref(line);
}

/* Those of one record, from number `first` on; returns the number behind them. */
static size_t show_reaches(json_t *cell, const struct reaches *all, size_t first)
{
  const struct record *r = all->from.record[first];
  const struct scope scope = scope_of(r);
  char words[SCOPE_TEXT], *text = mem_format("%s:", scope_text(&scope, words));
  size_t k = first;
  for (; k < all->from.n && all->from.record[k] == r; k++)
    mem_append(&text, "%s %s %.15g", k > first ? "," : "", all->reach[k].name, all->reach[k].largest);
  cell_add_evidence(cell, r, "%s", text);
  free(text);
  return k;
}

json_t *cell_of_registers(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                          struct ruling *ruling)
{
  struct reaches all = {0};
  for (size_t k = 0; k < b->results->n; k++)
    if (is_exploration_of(&b->results->record[k], algorithm)) add_reaches(&all, b->results, &b->results->record[k]);
  claim_bounded(said, all.reach, all.from.n, ruling);
  json_t *cell = cell_new(column, said, ruling);
  for (size_t k = 0; k < all.from.n;) k = show_reaches(cell, &all, k);
  free(all.reach);
  free(all.from.record);
  lookup_free(&all.names);
  return cell;
}
