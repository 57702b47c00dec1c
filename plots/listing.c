/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const json_t *line_of(const json_t *lines, const char *label)
{
  for (size_t k = 0; k < json_array_size(lines); k++)
    if (strcmp(text_of(json_array_get(lines, k), "label"), label) == 0) return json_array_get(lines, k);
  return NULL;
}

static struct listing_row make_row(const json_t *shown, const json_t *line)
{
  const bool step = line != NULL || json_is_true(json_object_get(shown, "step"));
  return (struct listing_row){
    .label = text_of(shown, "label"),
    .text = text_of(shown, "text"),
    .section = text_of(shown, "section"),
    .counted = step,
    .steps = json_number_value(json_object_get(line, "steps")),
    .rmr = json_number_value(json_object_get(line, "rmr")),
  };
}

void listing_make(const struct results *r, const struct record *task, struct listing *out)
{
  json_t *record = results_line(r, task);
  const json_t *lines = json_object_get(record, "lines");
  const json_t *rows = json_object_get(json_object_get(r->algorithms, task->algorithm), "rows");
  const json_t *shown = json_array_size(rows) > 0 ? rows : lines;
  *out = (struct listing){.n = json_array_size(shown), .record = record};
  out->row = mem_new(out->n, sizeof *out->row);
  for (size_t k = 0; k < out->n; k++) {
    const json_t *row = json_array_get(shown, k);
    const bool makes_none = json_is_false(json_object_get(row, "step"));
    out->row[k] = make_row(row, makes_none ? NULL : line_of(lines, text_of(row, "label")));
    out->steps += out->row[k].steps;
    out->rmr += out->row[k].rmr;
  }
}

void listing_free(struct listing *listing)
{
  free(listing->row);
  json_decref(listing->record);
  *listing = (struct listing){0};
}
