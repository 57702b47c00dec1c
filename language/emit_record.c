/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_record.c: records. In the graph they are packed into one word: a field is so many bits of it, and a record is
 * made by putting values into their places. Here that becomes fields with names again, color_of(Token[j]) or
 * Token[j].color, and a record with all of its fields.
 */
#include <string.h>

#include "language/emit_model.h"
#include "language/operations.h"

const char *words_record(struct model *w, int64_t value, const struct type *type)
{
  const struct packed_record *r = model_record(w, type);
  if (!w->tla && value == 0) return "0";
  const char *text = w->tla ? "[" : say(w, "make_%s(", r->owner);
  for (uint32_t k = 0; k < type->n_fields; k++) {
    const struct field *f = &type->field[k];
    const char *part = literal_of(w, value >> f->shift & ((INT64_C(1) << f->width) - 1), &f->type);
    const char *comma = k == 0 ? "" : ", ";
    text = w->tla ? say(w, "%s%s%s |-> %s", text, comma, f->name, part) : say(w, "%s%s%s", text, comma, part);
  }
  return say(w, "%s%s", text, w->tla ? "]" : ")");
}

static const struct field *field_of(const struct type *t, uint8_t shift, uint8_t width)
{
  for (uint32_t k = 0; t != NULL && t->kind == TYPE_RECORD && k < t->n_fields; k++)
    if (t->field[k].shift == shift && t->field[k].width == width) return &t->field[k];
  return NULL;
}

/* The field of a record. Where a local's type is not known, that of any register with such a field. */
struct phrase words_field(struct model *w, struct phrase x, uint8_t shift, uint8_t width)
{
  const struct type *t = x.type;
  for (uint32_t k = 0; k < w->n_records && field_of(t, shift, width) == NULL; k++) t = w->record[k].type;
  const struct field *f = field_of(t, shift, width);
  if (x.known && x.literal) {
    struct phrase out = words_literal(x.value >> shift & ((INT64_C(1) << width) - 1));
    if (f != NULL) out.type = &f->type;
    return out;
  }
  if (f == NULL) {
    model_stop(w, NULL, "a record that no register has");
    return words_literal(0);
  }
  if (w->tla) return words_atom(say(w, "%s.%s", words_operand(w, x, AS_ATOM, false, t), f->name), &f->type);
  const struct packed_record *r = model_record(w, t);
  bool twice = false; /* another record has a field of this name */
  for (uint32_t k = 0; k < w->n_records; k++)
    for (uint32_t j = 0; j < w->record[k].type->n_fields; j++)
      twice |= &w->record[k] != r && strcmp(w->record[k].type->field[j].name, f->name) == 0;
  return words_atom(say(w, "%s_of%s%s(%s)", f->name, twice ? "_" : "", twice ? r->owner : "", as_type(w, x, t)),
                    &f->type);
}

/* A record of these values: the type is that whose fields have these places. NULL: there is none. */
static const struct type *type_of_parts(const struct model *w, const struct code *const part[], uint32_t n)
{
  for (uint32_t k = 0; k < w->n_records; k++) {
    const struct type *t = w->record[k].type;
    bool same = t->n_fields == n;
    for (uint32_t j = 0; same && j < n; j++)
      same = t->field[j].shift == part[j]->shift && t->field[j].width == part[j]->width;
    if (same) return t;
  }
  return NULL;
}

static struct phrase record_of(struct model *w, const struct type *t, const struct phrase *part)
{
  const struct packed_record *r = model_record(w, t);
  const char *text = w->tla ? "[" : say(w, "make_%s(", r->owner);
  bool known = true;
  int64_t value = 0;
  for (uint32_t k = 0; k < t->n_fields; k++) {
    const struct field *f = &t->field[k];
    const char *one = as_type(w, part[k], &f->type), *comma = k == 0 ? "" : ", ";
    text = w->tla ? say(w, "%s%s%s |-> %s", text, comma, f->name, one) : say(w, "%s%s%s", text, comma, one);
    known &= part[k].literal;
    value = operate(EXPR_PUT, value, part[k].value, f->shift, f->width);
  }
  struct phrase out = known ? words_literal(value) : words_atom(say(w, "%s%s", text, w->tla ? "]" : ")"), t);
  out.type = t;
  return out;
}

uint32_t words_begin(const struct value *v, uint32_t end)
{
  uint32_t begin = end;
  for (uint32_t k = operands_of(v->code[end].kind); k > 0; k--) begin = words_begin(v, begin - 1);
  return begin;
}

/* r with e in one field: r - (0 with that field of r in it), and e in it */
static bool replaces_field(const struct value *v, uint32_t end, uint32_t *base, uint32_t *part)
{
  const struct code *put = &v->code[end];
  *part = end - 1;
  const uint32_t minus = words_begin(v, *part) - 1;
  if (v->code[minus].kind != EXPR_SUBTRACT || v->code[minus - 1].kind != EXPR_PUT ||
      v->code[minus - 1].shift != put->shift)
    return false;
  *base = words_begin(v, minus - 1) - 1;
  return true;
}

struct phrase words_put(struct model *w, const struct value *v, uint32_t end)
{
  struct phrase value[RMR_MAX_FIELDS];
  const struct code *code[RMR_MAX_FIELDS];
  uint32_t base, part, n = 0, at = end;
  if (replaces_field(v, end, &base, &part)) {
    struct phrase r = words_at(w, v, base);
    const struct type *t = r.type;
    for (uint32_t k = 0; k < w->n_records && field_of(t, v->code[end].shift, v->code[end].width) == NULL; k++)
      t = w->record[k].type;
    for (uint32_t k = 0; t != NULL && k < t->n_fields; k++)
      value[k] = t->field[k].shift == v->code[end].shift ? words_at(w, v, part)
                                                         : words_field(w, r, t->field[k].shift, t->field[k].width);
    if (t != NULL) return record_of(w, t, value);
  }
  while (v->code[at].kind == EXPR_PUT && n < RMR_MAX_FIELDS) {
    code[n] = &v->code[at];
    value[n++] = words_at(w, v, at - 1);
    at = words_begin(v, at - 1) - 1;
  }
  for (uint32_t k = 0; k < n / 2; k++) {
    const struct phrase one = value[k];
    const struct code *const two = code[k];
    value[k] = value[n - 1 - k], code[k] = code[n - 1 - k];
    value[n - 1 - k] = one, code[n - 1 - k] = two;
  }
  const struct type *t = type_of_parts(w, code, n);
  if (t != NULL) return record_of(w, t, value);
  model_stop(w, NULL, "a record that no register has");
  return words_literal(0);
}

const char *with_fields(struct model *w, const struct variable *v, uint64_t mask)
{
  struct phrase part[RMR_MAX_FIELDS];
  const struct phrase r = words_atom(v->name, v->type);
  if (v->type == NULL || v->type->kind != TYPE_RECORD) {
    model_stop(w, NULL, "a part of something that is no record");
    return "";
  }
  for (uint32_t k = 0; k < v->type->n_fields; k++) {
    const struct field *f = &v->type->field[k];
    part[k] = (mask >> f->shift & 1) != 0 ? words_field(w, r, f->shift, f->width) : words_literal(0);
  }
  return as_type(w, record_of(w, v->type, part), v->type);
}
