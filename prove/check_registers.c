/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_registers.h"

#include "language/evaluate.h"

static void decline(struct check_registers *r, const char *why)
{
  if (r->refused == NULL) r->refused = why;
}

/* --- constants ---------------------------------------------------------------------------------------------------- */

/* Operations of constants that are constant: no reads, no sizes, no comprehensions. */
static bool is_operation(enum expr_kind kind)
{
  return (kind >= EXPR_NOT && kind <= EXPR_AT_MOST) || (kind >= EXPR_IN && kind <= EXPR_SPAN);
}

bool is_constant(const struct scene *w, const struct expr *x)
{
  if (x == NULL) return true;
  const bool given = x->kind == EXPR_VALUE || x->kind == EXPR_ARGUMENT || (x->kind == EXPR_N && w->n != 0);
  const bool none = x->kind == EXPR_CRASHES; /* a proof is of runs without faults */
  const bool leaf = given || none || x->kind == EXPR_NUMBER || x->kind == EXPR_PARAMETER;
  return (leaf || is_operation(x->kind)) && is_constant(w, x->left) && is_constant(w, x->right) &&
         is_constant(w, x->third) && is_constant(w, x->next);
}

static bool constant_of(const struct scene *w, const struct expr *x, int32_t *out)
{
  if (x == NULL || !is_constant(w, x)) return false;
  const struct rmr_size size = {.n = w->n, .sessions = 1, .parameters = w->parameters};
  const int64_t value = constant(w->machine->tree, x, size);
  *out = (int32_t)value;
  return value >= INT32_MIN && value <= INT32_MAX;
}

/* --- declarations ------------------------------------------------------------------------------------------------- */

static void fill_range(struct check_registers *r, const struct type *t, struct check_type *out)
{
  const struct scene *w = r->scene;
  out->bounded = true;
  if (!constant_of(w, t->low, &out->least)) decline(r, "a range whose least value is not the same at every N");
  if (constant_of(w, t->high, &out->most)) return;
  out->kind = ABSTRACT_PLACE; /* 0..N, 1..N */
  if (t->high->kind != EXPR_N || out->least < 0 || out->least > 1) decline(r, "a range that goes by N");
}

static void fill_type(struct check_registers *r, const struct type *t, struct check_type *out)
{
  const uint32_t n = r->scene->n;
  *out = (struct check_type){.kind = ABSTRACT_PLAIN};
  switch (t->kind) {
  case TYPE_BOOLEAN: *out = (struct check_type){ABSTRACT_PLAIN, 0, 1, true}; break;
  case TYPE_ENUM: *out = (struct check_type){ABSTRACT_PLAIN, (int32_t)t->first, (int32_t)t->last, true}; break;
  case TYPE_NATURAL: out->kind = ABSTRACT_NUMBER; break;
  case TYPE_SESSION: out->kind = ABSTRACT_SESSION; break;
  case TYPE_PROCESS:
    *out = (struct check_type){n == 0 ? ABSTRACT_PLACE : ABSTRACT_PLAIN, t->nil ? 0 : 1, (int32_t)n, true};
    break;
  case TYPE_RANGE: fill_range(r, t, out); break;
  case TYPE_RECORD: out->kind = ABSTRACT_RECORD; break;
  case TYPE_SET:
    if (n == 0 || !constant_of(r->scene, t->high, &out->most) || out->most < 0 || out->most > MOST_OF_SET) {
      decline(r, "sets of large numbers, or at every N");
      break;
    }
    out->most = (2 << out->most) - 1; /* a bit for each element */
    out->bounded = true;
    break;
  default: decline(r, "a type that is not followed"); break;
  }
  r->ordered |= out->kind == ABSTRACT_NUMBER || out->kind == ABSTRACT_SESSION;
}

static void fill_parts(struct check_registers *r, const struct type *t, struct check_group *out)
{
  const struct record_layout *layout = &r->scene->records->layout;
  if (t->n_fields != layout->n || t->n_fields > MOST_PARTS) {
    decline(r, "records of several types");
    return;
  }
  for (uint32_t k = 0; k < t->n_fields; k++) {
    fill_type(r, &t->field[k].type, &out->part[k]);
    if (t->field[k].shift != layout->shift[k] || t->field[k].width != layout->width[k] ||
        out->part[k].kind == ABSTRACT_RECORD)
      decline(r, "records of several types");
  }
}

static void fill_index(struct check_registers *r, const struct dimension *d, struct check_group *out, uint32_t k)
{
  if (!constant_of(r->scene, d->low, &out->low[k])) decline(r, "an array that does not begin at a constant");
  out->of_processes[k] = d->high->kind == EXPR_N && out->low[k] == 1;
  if (r->scene->n == 0 && out->of_processes[k]) return;
  if (!constant_of(r->scene, d->high, &out->high[k])) decline(r, "an array whose size goes by N");
}

static void fill_group(struct check_registers *r, uint32_t group)
{
  const struct group *g = &r->scene->machine->tree->group[group];
  const struct scene_group *theirs = &r->scene->group[group];
  struct check_group *out = &r->group[group];
  fill_type(r, &g->type, &out->holds);
  if (out->holds.kind == ABSTRACT_RECORD) fill_parts(r, &g->type, out);
  out->n_indices = g->n_dimensions;
  for (uint32_t k = 0; k < g->n_dimensions && k < 2; k++) fill_index(r, &g->dimension[k], out, k);
  out->alone = g->n_dimensions != 0 && out->of_processes[0] && !g->multi_writer;
  if (theirs->holds.kind != out->holds.kind) decline(r, "a register that is not followed");
}

/* The words of the cells are those of registers, and each register has one. */
static void check_cells(struct check_registers *r)
{
  for (uint32_t k = 0; k < r->scene->n_cells; k++) {
    struct abstract index[2];
    cell_index(r->scene, k, index);
    if (r->scene->cell[k].group >= r->scene->machine->tree->n_groups ||
        register_cell(r, r->scene->cell[k].group, index) !=
          (scene_forgets(r->scene, r->scene->cell[k].group) ? NO_CELL : (int)k))
      decline(r, "a register has several words in a state");
  }
}

static void check_arrays(struct check_registers *r)
{
  const struct flow *f = &r->scene->machine->graph;
  for (uint32_t k = 0; k < f->n_arrays; k++) {
    const struct array *a = &f->array[k];
    const struct scene_array *theirs = &r->scene->array[k];
    const bool every = r->scene->n == 0 && a->each != 0;
    const int64_t n = every ? r->scene->members : a->fixed + a->each * r->scene->n;
    if ((every && (a->low != 1 || a->fixed != 0 || a->each != 1)) || theirs->of_processes != every ||
        theirs->slot != a->slot || theirs->low != a->low || theirs->n != (r->scene->forgets_arrays ? 0 : n))
      decline(r, "a local array that is not followed");
  }
}

void registers_fill(struct check_registers *r, const struct scene *scene)
{
  const struct tree *t = scene->machine->tree;
  *r = (struct check_registers){.scene = scene, .ordered = t->uses_sessions || scene->naturals != 0};
  if (t->uses_now || t->n_changes != 0) decline(r, "time and changes of the environment are not followed");
  if (t->held != NULL || t->uses_identity) decline(r, "renaming is not followed");
  for (uint32_t k = 0; k < t->n_groups; k++) fill_group(r, k);
  check_cells(r);
  check_arrays(r);
}

/* --- registers and members ---------------------------------------------------------------------------------------- */

struct abstract member_identity(const struct scene *w, uint32_t member)
{
  return w->n != 0 ? abstract_plain((int32_t)w->identity[member]) : abstract_place(ring_member(w->ring, member));
}

static bool same(struct abstract a, struct abstract b)
{
  return a.kind == b.kind && a.is == b.is;
}

int member_at(const struct scene *w, struct abstract identity)
{
  for (uint32_t m = 0; m < w->members; m++)
    if (same(identity, member_identity(w, m))) return (int)m;
  return NO_MEMBER;
}

void cell_index(const struct scene *w, uint32_t cell, struct abstract out[2])
{
  out[0] = abstract_unpack(w->cell[cell].row);
  out[1] = abstract_unpack(w->cell[cell].column);
}

int register_cell(const struct check_registers *r, uint32_t group, const struct abstract index[2])
{
  const struct scene *w = r->scene;
  struct abstract of[2];
  if (scene_forgets(w, group)) return NO_CELL;
  for (uint32_t k = 0; k < w->n_cells; k++) {
    cell_index(w, k, of);
    if (w->cell[k].group == group && same(of[0], index[0]) && same(of[1], index[1])) return (int)k;
  }
  return NO_CELL;
}

int register_owner(const struct check_registers *r, uint32_t group, const struct abstract index[2])
{
  return r->group[group].alone ? member_at(r->scene, index[0]) : NO_MEMBER;
}

/* The owner is one; or each process writes only registers that name it, and this one names members only. */
bool only_members_write(const struct check_registers *r, uint32_t group, const struct abstract index[2])
{
  const struct check_group *g = &r->group[group];
  bool names = false;
  if (g->alone) return member_at(r->scene, index[0]) != NO_MEMBER;
  if (r->scene->written[group].foreign) return false;
  for (uint32_t k = 0; k < g->n_indices; k++) {
    if (!g->of_processes[k]) continue;
    names = true;
    if (member_at(r->scene, index[k]) == NO_MEMBER) return false;
  }
  return names;
}

/* --- values of registers ------------------------------------------------------------------------------------------ */

static struct abstract fit(struct computation *c, const struct check_type *t, struct abstract a)
{
  const bool plain = a.kind == ABSTRACT_PLAIN;
  switch (t->kind) {
  case ABSTRACT_PLACE:
    a = as_place(c, a);
    if (a.is >= c->ring->end || (a.is == 0 && t->least > 0)) cannot_follow(c, "a register leaves its range");
    return a;
  case ABSTRACT_NUMBER:
    if (a.kind == ABSTRACT_NUMBER) return a;
    if (!plain || a.is < 0) cannot_follow(c, "a register of numbers gets another value");
    return as_number(c, a);
  case ABSTRACT_SESSION:
    if (a.kind == ABSTRACT_SESSION) return a;
    if (!plain) cannot_follow(c, "a register of sessions gets another value");
    return a.is == 0 ? (struct abstract){ABSTRACT_SESSION, 0} : some_session(c, false);
  default:
    if (!plain) cannot_follow(c, "a register gets a value that goes by N");
    if (t->bounded && (a.is < t->least || a.is > t->most)) cannot_follow(c, "a register leaves its range");
    return a;
  }
}

struct abstract fitted(struct computation *c, const struct check_registers *r, uint32_t group, struct abstract a)
{
  const struct check_group *g = &r->group[group];
  if (g->holds.kind != ABSTRACT_RECORD) return fit(c, &g->holds, a);
  struct abstract_record record = parts_of(c, a);
  for (uint32_t k = 0; k < c->records->layout.n; k++) record.part[k] = fit(c, &g->part[k], record.part[k]);
  return record_number(c->records, &record);
}

static struct abstract any_of(struct computation *c, const struct check_type *t)
{
  switch (t->kind) {
  case ABSTRACT_PLACE:
    return abstract_place(some_place(c, (uint16_t)(c->ring->identities | (t->least == 0 ? c->ring->number[0] : 0))));
  case ABSTRACT_NUMBER: return fork_in(c, 2) == 0 ? (struct abstract){ABSTRACT_NUMBER, 0} : some_number(c, 0, false);
  case ABSTRACT_SESSION: return some_session(c, true);
  default: break;
  }
  if (!t->bounded) cannot_follow(c, "an arbitrary value of a type that has no range");
  return abstract_plain(t->bounded ? t->least + (int32_t)fork_in(c, (uint32_t)((int64_t)t->most - t->least + 1)) : 0);
}

/* A plain value that the text gives, and which the words of a state can hold. */
static struct abstract given(struct computation *c, int64_t value)
{
  const bool fits = value <= INT32_MAX >> ABSTRACT_SHIFT && value >= 0;
  if (!fits) cannot_follow(c, "an initial value is too large");
  return abstract_plain(fits ? (int32_t)value : 0);
}

/* At one N the text says it of each register, for any number of sessions. */
static struct abstract initial_at(struct computation *c, const struct check_registers *r, uint32_t group,
                                  const struct abstract index[2])
{
  const struct check_group *g = &r->group[group];
  const struct rmr_shared *shared = &r->scene->machine->shared[group];
  const struct rmr_size size = {.n = r->scene->n, .sessions = 1, .parameters = r->scene->parameters, .shared = shared};
  uint32_t cell = 0;
  for (uint32_t k = 0; k < g->n_indices; k++)
    cell = cell * (uint32_t)(g->high[k] - g->low[k] + 1) + (uint32_t)(index[k].is - g->low[k]);
  const int64_t value = shared->initial_of(cell, size);
  if (scene_asks(r->scene->machine->tree->group[group].initial, EXPR_SESSIONS))
    cannot_follow(c, "an initial value goes by the sessions");
  return given(c, value);
}

struct abstract initial_value(struct computation *c, const struct check_registers *r, uint32_t group,
                              const struct abstract index[2])
{
  const struct check_group *g = &r->group[group];
  const struct group *text = &r->scene->machine->tree->group[group];
  if (text->arbitrary) {
    if (g->holds.kind != ABSTRACT_RECORD) return any_of(c, &g->holds);
    struct abstract_record record = {0};
    for (uint32_t k = 0; k < c->records->layout.n; k++) record.part[k] = any_of(c, &g->part[k]);
    return record_number(c->records, &record);
  }
  if (text->initial == NULL) return fitted(c, r, group, given(c, r->scene->machine->shared[group].initial));
  if (r->scene->n != 0) return fitted(c, r, group, initial_at(c, r, group, index));
  if (c->alike && text->initial->kind == EXPR_N) cannot_follow(c, "an initial value names one of identities alike");
  if (text->initial->kind == EXPR_N) return fitted(c, r, group, abstract_place(c->ring->end - 2));
  if (text->initial->kind != EXPR_NUMBER) cannot_follow(c, "an initial value goes by the index or by N");
  return fitted(c, r, group, given(c, text->initial->number));
}
