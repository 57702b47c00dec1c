/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * live_fields.c: liveness of the parts of records. A process that has read a register of several fields, and will
 * look at one of them only, keeps that one: two states that differ in the others are one. Backwards through the graph,
 * as in live.c, with the bits of each slot that are still read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/flow.h"

enum { MOST_RECORDS = 8 };

struct fields {
  uint8_t slot[MOST_RECORDS]; /* that some value reads a field of */
  uint32_t n;
  uint64_t *bits; /* [node * MOST_RECORDS + k]: of slot[k], that are read from this node on */
};

static bool reads_field(const struct value *v, uint32_t k)
{
  return v->code[k].kind == EXPR_LOCAL && k + 1 < v->n && v->code[k + 1].kind == EXPR_FIELD;
}

static void note_value(struct fields *f, const struct value *v, uint64_t always)
{
  for (uint32_t k = 0; k < v->n; k++) {
    if (!reads_field(v, k) || (always >> v->code[k].slot & 1) != 0) continue;
    uint32_t at = 0;
    while (at < f->n && f->slot[at] != v->code[k].slot) at++;
    if (at == f->n && f->n < MOST_RECORDS) f->slot[f->n++] = v->code[k].slot;
  }
}

/* The bits of a slot that a value reads. */
static uint64_t read_by(const struct value *v, uint8_t slot)
{
  uint64_t bits = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    if (v->code[k].kind != EXPR_LOCAL || v->code[k].slot != slot) continue;
    if (!reads_field(v, k)) return UINT64_MAX;
    bits |= ((UINT64_C(1) << v->code[k + 1].width) - 1) << v->code[k + 1].shift;
  }
  return bits;
}

static uint64_t bits_at(const struct fields *f, uint32_t node, uint32_t k)
{
  return node != NO_NODE ? f->bits[(size_t)node * MOST_RECORDS + k] : 0;
}

/* The bits of slot k from this node on. */
static uint64_t bits_from(const struct fields *f, const struct node *n, uint32_t k)
{
  const uint8_t slot = f->slot[k];
  const bool sets = (n->kind == NODE_SET && n->index.n == 0) || n->kind == NODE_REMAINDER || n->kind == NODE_ACCESS;
  uint64_t bits = bits_at(f, n->next, k) | (n->kind == NODE_BRANCH ? bits_at(f, n->other, k) : 0);
  if (sets && n->slot == slot) bits = 0;
  if (n->kind == NODE_SET && n->index.n == 0 && n->value.n == 1 && n->value.code->kind == EXPR_LOCAL &&
      n->value.code->slot == slot) { /* a copy: the fields that are read of it */
    for (uint32_t j = 0; j < f->n; j++)
      if (f->slot[j] == n->slot) return bits | bits_at(f, n->next, j);
  }
  return bits | read_by(&n->index, slot) | read_by(&n->column, slot) | read_by(&n->value, slot) |
         read_by(&n->old, slot);
}

static void put_trims(struct fields *f, struct node *n, uint32_t node, struct pool *pool)
{
  struct trim trim[MOST_RECORDS];
  for (uint32_t k = 0; k < f->n; k++) {
    const uint64_t bits = bits_at(f, node, k);
    if (bits == UINT64_MAX || (n->live >> f->slot[k] & 1) == 0) continue;
    trim[n->n_trims++] = (struct trim){f->slot[k], bits};
  }
  if (n->n_trims == 0) return;
  struct trim *kept = pool_new(pool, n->n_trims, sizeof *kept);
  memcpy(kept, trim, n->n_trims * sizeof *kept);
  n->trim = kept;
}

void find_trims(struct flow *g, struct pool *pool, uint64_t always)
{
  struct fields f = {.n = 0};
  for (uint32_t k = 0; k < g->n_nodes; k++) {
    const struct node *n = &g->node[k];
    const struct value *const values[] = {&n->index, &n->column, &n->value, &n->old};
    for (uint32_t j = 0; j < 4; j++) note_value(&f, values[j], always);
  }
  if (f.n == 0) return;
  f.bits = mem_new((size_t)g->n_nodes * MOST_RECORDS, sizeof *f.bits);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t node = g->n_nodes; node-- > 0;)
      for (uint32_t k = 0; k < f.n; k++) {
        const uint64_t bits = bits_from(&f, &g->node[node], k);
        changed |= bits != f.bits[(size_t)node * MOST_RECORDS + k];
        f.bits[(size_t)node * MOST_RECORDS + k] = bits;
      }
  }
  for (uint32_t node = 0; node < g->n_nodes; node++)
    if (g->node[node].kind == NODE_ACCESS) put_trims(&f, &g->node[node], node, pool);
  free(f.bits);
}
