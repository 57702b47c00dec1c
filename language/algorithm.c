/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algorithm.c: from the text to the algorithm.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/machine.h"

/* The slots of locals that others look at: their owner keeps them. */
static uint64_t looked_at(const struct tree *t, const struct expr *x)
{
  if (x == NULL) return 0;
  uint64_t slots = 0;
  if (x->kind == EXPR_LOCAL || x->kind == EXPR_ELEMENT || x->kind == EXPR_OTHERS)
    slots |= UINT64_C(1) << t->local[x->local].slot;
  for (const struct expr *part = x->left; part != NULL; part = part->next) slots |= looked_at(t, part);
  slots |= looked_at(t, x->right) | looked_at(t, x->third) | looked_at(t, x->index) | looked_at(t, x->column);
  if (x->kind >= EXPR_MAX) slots &= ~(UINT64_C(1) << t->local[x->local].slot); /* its own name */
  return slots;
}

/* The slots that are never cleared. */
static uint64_t kept_slots(const struct tree *t)
{
  uint64_t slots = looked_at(t, t->held);
  for (uint32_t k = 0; k < t->n_groups; k++) slots |= looked_at(t, t->group[k].keeps);
  for (uint32_t k = 0; k < t->n_invariants; k++) slots |= looked_at(t, t->invariant[k].holds);
  slots |= looked_at(t, t->owner) | looked_at(t, t->ready) | looked_at(t, t->arrow);
  if (t->between[0] != 0)
    slots &= ~(UINT64_C(1) << t->local[t->between[0]].slot | UINT64_C(1) << t->local[t->between[1]].slot);
  for (uint32_t k = 0; k < t->n_locals; k++)
    if (t->local[k].private) slots |= UINT64_C(1) << t->local[k].slot;
  return slots;
}

static bool remembers(const struct tree *t)
{
  for (uint32_t k = 0; k < t->n_locals; k++)
    if (t->local[k].private) return true;
  return false;
}

static uint32_t size_of_state(const struct flow *g, uint32_t *each)
{
  int64_t size = (int64_t)(sizeof(struct machine_state) + g->n_slots * sizeof(int64_t));
  *each = 0;
  for (uint32_t k = 0; k < g->n_arrays; k++) {
    size += g->array[k].fixed * g->array[k].width;
    *each += (uint32_t)g->array[k].each * g->array[k].width;
  }
  return (uint32_t)size;
}

static void make_algorithm(struct machine *m)
{
  const struct tree *t = m->tree;
  struct rmr_algorithm *a = &m->algorithm;
  char *text = source_text(&m->lines);
  a->abi = RMR_ABI;
  a->size = sizeof *a;
  a->line_size = sizeof(struct rmr_line);
  a->shared_size = sizeof(struct rmr_shared);
  a->self = m;
  a->text = pool_copy(&m->pool, text, strlen(text));
  a->name = t->name;
  a->title = t->title;
  a->source = t->cited;
  a->note = t->note;
  a->group = t->uses_sessions;
  a->claims = t->claims;
  a->shared = m->shared;
  a->n_shared = t->n_groups;
  a->state_size = size_of_state(&m->graph, &a->state_each);
  a->step = machine_step;
  a->pc = 0;
  a->pc_size = sizeof(uint64_t);
  a->remembers = remembers(t);
  a->identities = t->uses_identity;
  free(text);
}

static bool make(struct machine *m, const char *variant, struct error *e)
{
  struct text_source source;
  m->tree = pool_new(&m->pool, 1, sizeof *m->tree);
  if (!source_variant(&m->lines, variant, &m->pool, &source, e) || !parse(&source, &m->pool, m->tree, e) ||
      !lower(m->tree, &m->pool, kept_slots(m->tree), &m->graph, e))
    return false;
  if (m->tree->n_groups == 0)
    return fail_at(e, EXIT_USAGE, m->lines.line[1].file, 1, 1, "an algorithm without a shared register");
  if (!make_figure(m->tree, &m->pool, &m->graph, &m->algorithm, e) || !make_callbacks(m, e)) return false;
  find_first_steps(&m->graph, &m->pool, &m->steps);
  make_algorithm(m);
  return true;
}

struct machine *machine_read(const char *name, const char *text, size_t length, const char *variant, struct error *e)
{
  struct machine *m = mem_new(1, sizeof *m);
  if (source_split(name, text, length, &m->pool, &m->lines, e) && make(m, variant, e)) return m;
  machine_free(m);
  return NULL;
}

struct machine *machine_load(const char *path, const char *variant, struct error *e)
{
  struct machine *m = mem_new(1, sizeof *m);
  if (source_load(path, &m->pool, &m->lines, e) && make(m, variant, e)) return m;
  machine_free(m);
  return NULL;
}

struct machine *machine_of(const struct rmr_algorithm *a, struct error *e)
{
  if (a->text == NULL) {
    fail(e, EXIT_USAGE, "%s is written in C: it has no text", a->name);
    return NULL;
  }
  struct error first = {0};
  struct machine *m = machine_read(a->name, a->text, strlen(a->text), NULL, &first);
  if (m != NULL && strcmp(m->tree->name, a->name) == 0) return m;
  machine_free(m);
  return machine_read(a->name, a->text, strlen(a->text), a->name, e);
}

const char *machine_file(const struct rmr_algorithm *a)
{
  return a->step == machine_step ? ((const struct machine *)a->self)->lines.line[1].file : NULL;
}

uint32_t machine_errors(const char *path, const char *variant, struct error *errors, uint32_t most)
{
  struct pool pool = {0};
  struct text_source lines, source;
  struct tree *tree = pool_new(&pool, 1, sizeof *tree);
  uint32_t n = 1;
  if (source_load(path, &pool, &lines, &errors[0]) && source_variant(&lines, variant, &pool, &source, &errors[0]))
    n = parse_for_errors(&source, &pool, tree, errors, most);
  pool_free(&pool);
  if (n != 0) return n;
  struct machine *m = machine_load(path, variant, &errors[0]); /* later stages find one error at a time */
  n = m == NULL;
  machine_free(m);
  return n;
}

void machine_free(struct machine *m)
{
  if (m == NULL) return;
  pool_free(&m->pool);
  free(m);
}
