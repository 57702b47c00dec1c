/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_model.c: the parts of a graph that are printed: names, types, and the ways on which each access is reached.
 */
#include "language/emit_model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/evaluate.h"

/* --- words -------------------------------------------------------------------------------------------------------- */

const char *say(struct model *w, const char *format, ...)
{
  va_list more, again;
  va_start(more, format);
  va_copy(again, more);
  const int length = vsnprintf(NULL, 0, format, more);
  char *text = pool_new(&w->pool, (size_t)length + 1, 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(more);
  return text;
}

void print(struct model *w, const char *format, ...)
{
  char none[1];
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  const size_t length = (size_t)vsnprintf(none, sizeof none, format, values), before = strlen(w->text);
  w->text = mem_grow(w->text, before + length + 1, 1);
  vsnprintf(w->text + before, length + 1, format, again);
  va_end(again);
  va_end(values);
}

bool model_stop(struct model *w, const struct token *at, const char *format, ...)
{
  char why[200];
  va_list more;
  va_start(more, format);
  vsnprintf(why, sizeof why, format, more);
  va_end(more);
  if (at == NULL && w->graph->node[w->access].of != NULL) at = w->graph->node[w->access].of->at;
  if (w->ok && at != NULL) refuse(&w->tree->source, at, w->e, "the model cannot express %s", why);
  if (w->ok && at == NULL) fail(w->e, EXIT_USAGE, "the model cannot express %s", why);
  w->ok = false;
  return false;
}

static const struct rmr_line *row_of(const struct model *w, uint32_t node)
{
  return rmr_line_of(&w->m->algorithm, w->graph->node[node].line);
}

/* Whether two labels differ in signs alone, which the formats have not: p6.1 and p6_1. */
static bool is_like(const char *a, const char *b)
{
  while (*a != '\0' && (*a == *b || (!isalnum((unsigned char)*a) && !isalnum((unsigned char)*b)))) a++, b++;
  return *a == *b;
}

const char *model_label(struct model *w, uint32_t node)
{
  const struct rmr_algorithm *a = &w->m->algorithm;
  const struct rmr_line *row = row_of(w, node);
  bool twice = false;
  for (uint32_t k = 0; k < a->n_rows; k++)
    twice |= a->lines[k].line != 0 && &a->lines[k] != row && is_like(a->lines[k].label, row->label);
  char *label = pool_copy(&w->pool, row->label, strlen(row->label));
  for (char *c = label; *c != '\0'; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  return twice ? say(w, "L%s__%u", label, row->line) : say(w, "L%s", label);
}

static bool is_part(const struct rmr_line *row)
{
  return row->text[strspn(row->text, " ")] == '[';
}

const char *model_remark(struct model *w, uint32_t node)
{
  const struct rmr_algorithm *a = &w->m->algorithm;
  const struct rmr_line *row = row_of(w, node), *next = row + 1;
  if (is_part(row) || next == a->lines + a->n_rows || !is_part(next)) return NULL;
  return row->text + strspn(row->text, " ");
}

/* --- sizes -------------------------------------------------------------------------------------------------------- */

int64_t model_most(const struct model *w, uint32_t group)
{
  const struct rmr_shared *s = &w->m->shared[group];
  const struct type *t = &w->tree->group[group].type;
  struct rmr_size size = w->spec->size;
  uint32_t bits = 0;
  while (t->kind == TYPE_SET && t->names != NULL && t->names[bits] != NULL) bits++;
  if (bits != 0) return (INT64_C(1) << bits) - 1; /* a set of names has a field for each of them */
  size.shared = s;
  return s->max != NULL ? s->max(size) : -1;
}

struct bounds model_bounds(const struct model *w, const struct type *t)
{
  switch (t != NULL ? t->kind : TYPE_NUMBER) {
  case TYPE_BOOLEAN: return (struct bounds){0, 1};
  case TYPE_ENUM: return (struct bounds){0, t->last};
  case TYPE_PROCESS: return (struct bounds){0, w->spec->size.n + 1};
  case TYPE_SESSION: return (struct bounds){0, w->spec->size.sessions + 1};
  case TYPE_RANGE:
    return (struct bounds){constant(w->tree, t->low, w->spec->size) - 1, constant(w->tree, t->high, w->spec->size) + 1};
  default: return (struct bounds){INT64_MIN, INT64_MAX};
  }
}

int64_t model_high(const struct model *w, const struct dimension *d)
{
  return constant(w->tree, d->high, w->spec->size);
}

static bool same_bound(const struct model *w, const struct expr *a, const struct expr *b)
{
  return (a == NULL) == (b == NULL) &&
         (a == NULL || constant(w->tree, a, w->spec->size) == constant(w->tree, b, w->spec->size));
}

/* Whether two types, which may be declared apart, are the same. */
static bool same_type(const struct model *w, const struct type *a, const struct type *b)
{
  if (a->kind != b->kind || a->nil != b->nil || a->n_fields != b->n_fields || a->names != b->names) return false;
  if (a->kind == TYPE_ENUM && (a->first != b->first || a->last != b->last)) return false;
  if (!same_bound(w, a->low, b->low) || !same_bound(w, a->high, b->high)) return false;
  for (uint32_t k = 0; k < a->n_fields; k++) {
    const struct field *f = &a->field[k], *g = &b->field[k];
    if (strcmp(f->name, g->name) != 0 || f->shift != g->shift || !same_type(w, &f->type, &g->type)) return false;
  }
  return true;
}

struct packed_record *model_record(struct model *w, const struct type *type)
{
  for (uint32_t k = 0; k < w->n_records; k++)
    if (same_type(w, w->record[k].type, type)) return &w->record[k];
  model_stop(w, NULL, "a record that no register has");
  return &w->record[0];
}

uint32_t model_cells(const struct model *w, uint32_t group)
{
  const struct rmr_shared *s = &w->m->shared[group];
  struct rmr_size size = w->spec->size;
  size.shared = s;
  return s->cells != NULL ? s->cells(size) : 1;
}

const char *model_initial(struct model *w, uint32_t group, uint32_t cell)
{
  const struct rmr_shared *s = &w->m->shared[group];
  struct rmr_size size = w->spec->size;
  size.shared = s;
  return literal_of(w, s->initial_of != NULL ? s->initial_of(cell, size) : s->initial, &w->tree->group[group].type);
}

static uint8_t bits_of(int64_t most)
{
  uint8_t bits = 1;
  while (bits < 62 && most >> bits != 0) bits++;
  return bits;
}

/* Packs it anew. */
static bool add_record(struct model *w, uint32_t group)
{
  const struct type *t = &w->tree->group[group].type;
  uint32_t shift = 0;
  for (uint32_t k = 0; k < w->n_records; k++)
    if (same_type(w, w->record[k].type, t)) return true;
  if (w->n_records == MOST_RECORDS) return model_stop(w, w->tree->group[group].at, "so many records");
  struct packed_record *r = &w->record[w->n_records++];
  *r = (struct packed_record){.type = t, .owner = w->tree->group[group].name};
  struct rmr_size size = w->spec->size;
  size.shared = &w->m->shared[group];
  for (uint32_t k = t->n_fields; k-- > 0;) {
    const struct rmr_field *f = &w->m->fields[group][k];
    r->field[k].least = f->min;
    r->field[k].most = f->max != NULL ? f->max(size) : w->spec->cap;
    r->field[k].width = bits_of(r->field[k].most);
    r->field[k].shift = (uint8_t)shift;
    shift += r->field[k].width;
  }
  return w->tla || shift < 32 || model_stop(w, w->tree->group[group].at, "a record of %u bits", shift);
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

static bool check_registers(struct model *w)
{
  for (uint32_t k = 0; k < w->tree->n_groups; k++) {
    const struct group *g = &w->tree->group[k];
    if (g->type.kind == TYPE_TIME) return model_stop(w, g->at, "time");
    for (uint32_t j = 0; g->type.kind == TYPE_RECORD && j < g->type.n_fields; j++)
      if (g->type.field[j].type.kind == TYPE_TIME) return model_stop(w, g->at, "time");
    if (g->type.kind == TYPE_SET && w->tla) return model_stop(w, g->at, "sets");
    if (model_most(w, k) > INT32_MAX) return model_stop(w, g->at, "values of more than 31 bits");
    if (g->type.kind == TYPE_RECORD && !add_record(w, k)) return false;
  }
  return true;
}

static bool check_tree(struct model *w)
{
  const struct tree *t = w->tree;
  const struct token *at = t->body->at;
  if (t->n_changes != 0) return model_stop(w, at, "changes of the environment");
  if (t->held != NULL) return model_stop(w, at, "renaming: no name is held in it");
  if (w->spec->session == NULL && !t->uses_sessions)
    return model_stop(w, at, "sessions any:K of an algorithm without sessions");
  if (t->uses_now) return model_stop(w, at, "time");
  for (uint32_t k = 0; k < t->n_parameters; k++)
    if (t->parameter[k].type != RMR_INTEGER) return model_stop(w, at, "a graph");
  for (uint32_t k = 0; k < w->graph->n_arrays; k++)
    if (w->graph->array[k].low < 0) return model_stop(w, at, "a local array with elements below 0");
  return check_registers(w);
}

/* --- the beginning ------------------------------------------------------------------------------------------------ */

/* Has the machine take each process to its first access: it must be the same line. */
static bool find_beginning(struct model *w)
{
  const struct rmr_algorithm *a = &w->m->algorithm;
  const uint32_t n = w->spec->size.n;
  const uint32_t bytes = rmr_state_size(a, n);
  struct machine_state *state = mem_new(1, bytes);
  uint32_t *sessions = mem_new(n + 1, sizeof *sessions);
  w->initial = mem_new(n + 1, sizeof *w->initial);
  for (uint32_t p = 1; p <= n && w->ok; p++) {
    memset(state, 0, bytes);
    sessions[p] = w->spec->session != NULL ? w->spec->session[p] : 1;
    const struct rmr_in in = {.i = p,
                              .n = n,
                              .id = p,
                              .sessions = sessions,
                              .parameters = w->spec->size.parameters,
                              .n_sessions = w->spec->size.sessions,
                              .self = a->self};
    const struct rmr_op op = machine_step(state, &in);
    const uint32_t node = w->graph->at_line[op.line];
    if (p > 1 && node != w->first) model_stop(w, w->graph->node[node].at, "processes that begin at different lines");
    w->first = node;
    memcpy(w->initial[p], state->slot, w->graph->n_slots * sizeof *state->slot);
    if (w->tree->uses_sessions) w->initial[p][w->tree->local[0].slot] = sessions[p]; /* P1 asks for it in any case */
  }
  free(sessions);
  free(state);
  return w->ok;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

bool model_sessions_vary(const struct model *w)
{
  return w->spec->session == NULL;
}

bool model_begin(struct model *w, const struct model_spec *spec, bool tla, struct error *e)
{
  const struct machine *m = spec->m;
  *w = (struct model){
    .spec = spec, .m = m, .tree = m->tree, .graph = &m->steps, .tla = tla, .e = e, .ok = true, .text = mem_text("")};
  w->step = mem_new(w->graph->n_nodes, sizeof *w->step);
  if (!check_tree(w) || !find_beginning(w) || !model_find_ways(w)) return false;
  model_find_rest(w);
  w->needs = 0;
  return w->ok;
}

void model_end(struct model *w)
{
  free(w->step);
  free(w->initial);
  free(w->text);
  pool_free(&w->pool);
}
