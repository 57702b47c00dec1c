/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/pending.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A label takes 20 bytes here: its state, where it comes from, and its cost. */
enum { WORDS = 5, FIRST_CAPACITY = 16, GROWTH = 4, CAPACITY = SCRATCH_BLOCK / (WORDS * 4) };

typedef uint32_t packed_label[WORDS];

struct pending_block {
  struct pending_block *next;
  packed_label *label; /* NULL: on the disk */
  uint32_t n, capacity, where;
};

void pending_create(struct pending *p, uint32_t classes, uint32_t threads, struct budget *budget,
                    struct scratch *scratch, size_t most)
{
  *p = (struct pending){.classes = classes, .alone = threads == 1, .budget = budget, .scratch = scratch, .most = most};
  p->class = budget_array(budget, classes, sizeof *p->class);
  for (uint32_t c = 0; c < classes; c++) atomic_flag_clear(&p->class[c].locked);
}

/* The first blocks of a class, of which there may be many, take no more than they need; those that go to the disk are
 * all of one size. */
static size_t bytes_of(const struct pending_block *b)
{
  return b->capacity == CAPACITY ? SCRATCH_BLOCK : b->capacity * sizeof(packed_label);
}

static void free_block(struct pending *p, struct pending_block *b)
{
  budget_drop(p->budget, b->label, bytes_of(b), 1);
  budget_drop(p->budget, b, 1, sizeof *b);
}

void pending_free(struct pending *p)
{
  for (uint32_t c = 0; c < p->classes; c++) {
    for (struct pending_block *b = p->class[c].first, *next; b != NULL; b = next) {
      next = b->next;
      free_block(p, b);
    }
  }
  budget_drop(p->budget, p->class, p->classes, sizeof *p->class);
  *p = (struct pending){0};
}

/* A block that cannot be put away stays. */
static void put_away(struct pending *p, struct pending_block *b)
{
  if (b->capacity != CAPACITY || p->scratch == NULL || budget_taken(p->budget) < p->most) return;
  b->where = scratch_put(p->scratch, b->label);
  if (b->where == SCRATCH_NOWHERE) return;
  budget_drop(p->budget, b->label, bytes_of(b), 1);
  b->label = NULL;
}

static struct pending_block *append_block(struct pending *p, struct pending_class *c)
{
  struct pending_block *b = budget_take(p->budget, sizeof *b);
  if (b == NULL) return NULL;
  b->capacity = c->first == NULL ? FIRST_CAPACITY : c->last->capacity * GROWTH;
  if (b->capacity > CAPACITY) b->capacity = CAPACITY;
  b->label = budget_take(p->budget, bytes_of(b));
  if (b->label == NULL) {
    budget_give(p->budget, b, sizeof *b);
    return NULL;
  }
  if (c->first == NULL) {
    c->first = b;
  } else {
    put_away(p, c->last);
    c->last->next = b;
  }
  c->last = b;
  return b;
}

void pending_add(struct pending *p, uint32_t class, const struct pareto_label *label)
{
  struct pending_class *c = &p->class[class];
  while (!p->alone && atomic_flag_test_and_set_explicit(&c->locked, memory_order_acquire))
    ;
  struct pending_block *b = c->last;
  if (b == NULL || b->n == b->capacity) b = append_block(p, c);
  if (b != NULL) { /* else it is lost, as the budget knows */
    uint32_t *to = b->label[b->n++];
    memcpy(to, &label->state, sizeof label->state);
    memcpy(to + 2, &label->from, sizeof label->from);
    to[4] = label->cost;
    c->n++;
  }
  if (!p->alone) atomic_flag_clear_explicit(&c->locked, memory_order_release);
}

/* The labels of a block that is in memory, or comes there. */
static bool bring_back(struct pending *p, struct pending_block *b)
{
  if (b->label != NULL) return true;
  b->label = budget_take(p->budget, bytes_of(b));
  const bool ok = b->label != NULL && scratch_get(p->scratch, b->where, b->label);
  scratch_drop(p->scratch, b->where);
  return ok;
}

bool pending_take(struct pending *p, uint32_t class, void visit(void *self, const struct pareto_label *label),
                  void *self)
{
  struct pending_class *c = &p->class[class];
  bool ok = true;
  for (struct pending_block *b = c->first, *next; b != NULL; b = next) {
    ok = ok && bring_back(p, b);
    for (uint32_t k = 0; ok && k < b->n; k++) {
      struct pareto_label label = {.cost = b->label[k][4]};
      memcpy(&label.state, b->label[k], sizeof label.state);
      memcpy(&label.from, b->label[k] + 2, sizeof label.from);
      visit(self, &label);
    }
    next = b->next;
    free_block(p, b);
  }
  c->first = c->last = NULL;
  c->n = 0;
  return ok;
}
