/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * read_algorithm.c: from the file to the algorithm.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "language/machine.h"

enum { MOST_TEXT = 1 << 20 }; /* bytes of a file */

/* --- what depends on N -------------------------------------------------------------------------------------------- */

int64_t constant(const struct expr *x, uint32_t n)
{
  switch (x->kind) {
  case EXPR_NUMBER: return x->number;
  case EXPR_N: return n;
  case EXPR_NEGATE: return -constant(x->left, n);
  case EXPR_ADD: return constant(x->left, n) + constant(x->right, n);
  case EXPR_SUBTRACT: return constant(x->left, n) - constant(x->right, n);
  case EXPR_MULTIPLY: return constant(x->left, n) * constant(x->right, n);
  case EXPR_DIVIDE: return constant(x->right, n) != 0 ? constant(x->left, n) / constant(x->right, n) : 0;
  default: return 0;
  }
}

static uint32_t cells(struct rmr_size size)
{
  const struct group *g = size.shared->self;
  const int64_t n = constant(g->high, size.n) - constant(g->low, size.n) + 1;
  return n > 0 ? (uint32_t)n : 0;
}

static rmr_word largest(struct rmr_size size)
{
  const struct type *type = &((const struct group *)size.shared->self)->type;
  rmr_word n = 0;
  if (type->kind == TYPE_RANGE) return constant(type->high, size.n);
  while (type->names[n] != NULL) n++;
  return n - 1;
}

static rmr_word first_value(uint32_t cell, struct rmr_size size)
{
  (void)cell;
  return constant(((const struct group *)size.shared->self)->initial, size.n);
}

static uint32_t watched(struct rmr_size size)
{
  const struct machine *m = size.self;
  return m->graph.watch + m->graph.watch_each * size.n;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static bool is_of_processes(const struct group *g)
{
  return g->array && g->low->kind == EXPR_NUMBER && g->low->number == 1 && g->high->kind == EXPR_N;
}

static bool make_register(const struct tree *t, const struct group *g, struct rmr_shared *out, struct error *e)
{
  static rmr_word (*const most[])(struct rmr_size) = {[TYPE_BOOLEAN] = rmr_bit,
                                                      [TYPE_RANGE] = largest,
                                                      [TYPE_NATURAL] = NULL,
                                                      [TYPE_PROCESS] = rmr_up_to_n,
                                                      [TYPE_SESSION] = rmr_session_number,
                                                      [TYPE_ENUM] = largest};
  *out = (struct rmr_shared){.name = g->name, .self = g, .max = most[g->type.kind], .names = g->type.names};
  if (g->array && (g->low->kind != EXPR_NUMBER || g->low->number > 1))
    return refuse(&t->source, g->low->at, e, "arrays begin at 0 or at 1");
  out->cells = is_of_processes(g) ? rmr_per_process : g->array ? cells : NULL;
  out->from_zero = g->array && g->low->number == 0;
  out->multi_writer = g->multi_writer;
  if (g->type.kind == TYPE_RANGE) {
    if (g->type.low->kind != EXPR_NUMBER)
      return refuse(&t->source, g->type.low->at, e, "the smallest value of a register is a number");
    out->min = out->initial = g->type.low->number;
  }
  if (g->initial != NULL) out->initial_of = first_value;
  const bool own = is_of_processes(g) && (g->home == HOME_OWNER || (g->home == HOME_DERIVED && !g->multi_writer));
  if (g->home == HOME_OWNER && !is_of_processes(g))
    return refuse(&t->source, g->at, e, "only an array [1..N] has owners");
  out->home = own ? rmr_owner : NULL;
  return true;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void make_algorithm(struct machine *m)
{
  const struct tree *t = m->tree;
  struct rmr_algorithm *a = &m->algorithm;
  a->abi = RMR_ABI;
  a->size = sizeof *a;
  a->line_size = sizeof(struct rmr_line);
  a->shared_size = sizeof(struct rmr_shared);
  a->self = m;
  a->name = t->name;
  a->title = t->title;
  a->source = t->cited;
  a->note = t->note;
  a->group = t->uses_sessions;
  a->claims = t->claims;
  a->shared = m->shared;
  a->n_shared = t->n_groups;
  a->state_size = (uint32_t)(sizeof(struct machine_state) + m->graph.n_slots * sizeof(int64_t));
  a->watch = watched;
  a->step = machine_step;
  a->pc = 0;
  a->pc_size = sizeof(uint64_t);
}

static bool make(struct machine *m, const char *path, const char *text, size_t length, struct error *e)
{
  m->tree = pool_new(&m->pool, 1, sizeof *m->tree);
  if (!parse(path, text, length, &m->pool, m->tree, e) || !lower(m->tree, &m->pool, &m->graph, e)) return false;
  uint64_t private = 0;
  for (uint32_t k = 0; k < m->tree->n_locals; k++)
    if (m->tree->local[k].private) private |= UINT64_C(1) << k;
  m->algorithm.remembers = private != 0;
  find_live(&m->graph, private);
  for (uint32_t k = 0; k < m->tree->n_groups; k++)
    if (!make_register(m->tree, &m->tree->group[k], &m->shared[k], e)) return false;
  if (m->tree->n_groups == 0) return fail_at(e, EXIT_USAGE, path, 1, 1, "an algorithm without a shared register");
  if (!make_figure(m->tree, &m->pool, &m->graph, &m->algorithm, e)) return false;
  make_algorithm(m);
  return true;
}

struct machine *machine_read(const char *name, const char *text, size_t length, struct error *e)
{
  struct machine *m = mem_new(1, sizeof *m);
  if (make(m, name, text, length, e)) return m;
  machine_free(m);
  return NULL;
}

struct machine *machine_load(const char *path, struct error *e)
{
  size_t length;
  struct error unread = {0};
  char *text = file_read(path, MOST_TEXT, &length, &unread);
  if (text == NULL) {
    /* The place to mend is where the text is asked for: a command line, a config, a schedule. */
    fail(e, unread.code, "'%s' %s", path, unread.text);
    return NULL;
  }
  struct machine *m = machine_read(path, text, length, e);
  free(text);
  return m;
}

void machine_free(struct machine *m)
{
  if (m == NULL) return;
  pool_free(&m->pool);
  free(m);
}
