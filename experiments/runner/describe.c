/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * describe.c: algorithms.json, the part of a result directory that says what was measured.
 *
 * The number of registers in a group is code, a function of N. It is written down as the formula among a few simple
 * ones that agrees with it at several N, or else as its values there.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "experiments/runner/write_record.h"
#include "explore/answer_json.h"

static json_t *rows(const struct rmr_algorithm *a)
{
  json_t *out = json_array();
  for (uint32_t k = 0; k < a->n_rows; k++) {
    const struct rmr_line *row = &a->lines[k];
    json_array_append_new(out,
                          json_pack("{s:s, s:s, s:s?, s:b}", "label", row->label, "text", row->text, "section",
                                    row->line != 0 ? rmr_section_text(row->section) : NULL, "step", row->line != 0));
  }
  return out;
}

static uint32_t constant_one(struct rmr_size s)
{
  return s.n > 0;
}

static uint32_t n_plus_one(struct rmr_size s)
{
  return s.n + 1;
}

static uint32_t n_times_n(struct rmr_size s)
{
  return s.n * s.n;
}

static uint32_t n_minus_one(struct rmr_size s)
{
  return s.n - 1;
}

static struct rmr_size size_of(uint32_t n, const void *parameters)
{
  return (struct rmr_size){.n = n, .parameters = parameters};
}

static json_t *cells_text(const struct rmr_shared *shared, const void *parameters)
{
  static const struct {
    const char *text;
    uint32_t (*value)(struct rmr_size);
  } formulas[] = {
    {"1", constant_one}, {"N", rmr_per_process}, {"N+1", n_plus_one}, {"N-1", n_minus_one}, {"N^2", n_times_n}};
  static const uint32_t samples[] = {2, 3, 5, 8, 13};
  enum { N_SAMPLES = sizeof samples / sizeof *samples };
  for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
    size_t k = 0;
    while (k < N_SAMPLES && algorithm_cells(shared, size_of(samples[k], parameters)) ==
                              formulas[f].value(size_of(samples[k], parameters)))
      k++;
    if (k == N_SAMPLES) return json_string(formulas[f].text);
  }
  char text[160] = "";
  for (size_t k = 0; k < N_SAMPLES; k++)
    text_add(text, sizeof text, "%s%u at N = %u", k > 0 ? ", " : "",
             algorithm_cells(shared, size_of(samples[k], parameters)), samples[k]);
  return json_string(text);
}

static json_t *registers(const struct rmr_algorithm *a, const void *parameters)
{
  json_t *out = json_array();
  for (uint32_t g = 0; g < a->n_shared; g++)
    json_array_append_new(out,
                          json_pack("{s:s, s:o, s:b}", "name", a->shared[g].name, "cells",
                                    cells_text(&a->shared[g], parameters), "bounded", algorithm_bounds(&a->shared[g])));
  return out;
}

static json_t *invariants(const struct rmr_algorithm *a)
{
  json_t *out = json_array();
  for (const struct rmr_invariant *i = a->invariants; i != NULL && i->name != NULL; i++)
    json_array_append_new(out, json_pack("{s:s, s:s}", "name", i->name, "says", i->text));
  return out;
}

static const char *claim(uint8_t said)
{
  static const char *const words[] = {[RMR_UNSAID] = NULL, [RMR_YES] = "yes", [RMR_NO] = "no"};
  return words[said];
}

static json_t *claims(const struct rmr_algorithm *a)
{
  const struct rmr_claims *c = &a->claims;
  json_t *out = json_pack("{s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:b, s:b, s:s?}", "primitives", c->primitives, "rmr_cc",
                          c->rmr_cc, "rmr_dsm", c->rmr_dsm, "space", c->space, "bounded", claim(c->bounded), "wrong",
                          c->wrong, "timed", c->timed, "one_shot", c->one_shot, "survives", c->survives);
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    json_object_set_new(out, property_key(k), claim(c->p[k]) != NULL ? json_string(claim(c->p[k])) : json_null());
  json_object_set_new(out, "cited", answers_cited(a));
  return out;
}

/* The text of an algorithm that is not shipped, with its imports: the file may change, and the results stay. NULL: the
 * version says which text it is, or there is none. */
static const char *kept_text(const struct algorithm_choice *choice)
{
  return choice->machine != NULL || choice->handle != NULL ? choice->algorithm->text : NULL;
}

/* Under the texts by which records call them. */
json_t *record_algorithms(const struct config *config)
{
  json_t *out = json_object();
  for (size_t k = 0; k < config->n_algorithms; k++) {
    const struct algorithm_choice *choice = config->algorithm[k];
    const struct rmr_algorithm *a = choice->algorithm;
    json_object_set_new(out, choice->text,
                        json_pack("{s:s, s:s, s:s, s:b, s:o*, s:o, s:o, s:o, s:o, s:s*}", "title", a->title, "source",
                                  a->source, "note", a->note, "group", a->group, "parameters",
                                  answers_parameters(a, choice->parameters), "claims", claims(a), "rows", rows(a),
                                  "registers", registers(a, choice->parameters), "invariants", invariants(a), "text",
                                  kept_text(choice)));
  }
  return out;
}
