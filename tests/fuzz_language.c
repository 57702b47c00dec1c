/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_language.c: any text as an algorithm. Either it is refused with a reason and a place inside the text; or it can
 * be made a few steps with any replies, each of which is an access of a line of the figure, is the same when it is
 * asked for again, and changes nothing then; its declarations of registers can be asked for; and it can be written
 * as a file in C.
 *
 * A text that goes astray says so with a group of registers that there is not, from then on at every step. One whose
 * local state is larger than engines take is refused by them, not by the language, and no step of it is made here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/emit_c.h"
#include "language/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 24, CELLS = 5 };

/* One of the groups that tell of a text gone astray. */
static bool is_told(uint32_t group)
{
  return group >= RMR_ASTRAY_ENTRY && group <= RMR_ASTRAY_LOOP;
}

/* It has gone astray for good: by a division by 0, a value or an index that a local array has no room for, or a loop
 * without an access. An index outside of a shared array, of which the cell tells, is no such thing: the access is not
 * made, and the figure could go on. */
static bool is_astray(const struct rmr_op *op)
{
  return op->kind == RMR_READ && is_told(op->var >> RMR_CELL_BITS) && op->var % (1u << RMR_CELL_BITS) == 0;
}

/* A register of a group that there is; or one that tells of a text gone astray. */
static bool is_access(const struct rmr_algorithm *a, const struct rmr_op *op)
{
  const uint32_t group = op->var >> RMR_CELL_BITS;
  if (op->line == 0 || op->line >= a->n_lines || op->kind >= RMR_N_KINDS || op->section >= RMR_N_SECTIONS) return false;
  return !rmr_kind_accesses(op->kind) || group < a->n_shared || is_told(group);
}

static bool same_operation(const struct rmr_op *a, const struct rmr_op *b)
{
  return a->value == b->value && a->var == b->var && a->line == b->line && a->kind == b->kind &&
         a->section == b->section;
}

static void check_steps(const struct rmr_algorithm *a, uint32_t n, const uint8_t *data, size_t size)
{
  const uint32_t bytes = rmr_state_size(a, n);
  if (bytes > RMR_MAX_STATE) return;
  void *state = mem_new(1, bytes), *before = mem_new(1, bytes);
  uint32_t *sessions = mem_new(n + 1, sizeof *sessions);
  for (uint32_t p = 1; p <= n; p++) sessions[p] = p;
  struct rmr_in in = {.i = n, .n = n, .id = n, .sessions = sessions, .n_sessions = n, .self = a->self};
  struct rmr_op op = a->step(state, &in);
  for (uint32_t k = 0; k < STEPS; k++) {
    if (!is_access(a, &op)) abort();
    memcpy(before, state, bytes);
    in.given = false;
    const struct rmr_op again = a->step(state, &in);
    if (!same_operation(&op, &again) || memcmp(before, state, bytes) != 0) abort();
    in.given = true;
    in.value = size != 0 ? data[k % size] % 4 : 0;
    const bool astray = is_astray(&op);
    op = a->step(state, &in);
    if (astray && !same_operation(&op, &again)) abort();
  }
  free(sessions);
  free(before);
  free(state);
}

/* Sizes, homes, first and largest values. */
static void check_registers(const struct rmr_algorithm *a, uint32_t n)
{
  for (uint32_t g = 0; g < a->n_shared; g++) {
    const struct rmr_shared *s = &a->shared[g];
    const struct rmr_size size = {.n = n, .sessions = n, .passages = n, .self = a->self, .shared = s};
    const uint32_t cells = s->cells != NULL ? s->cells(size) : 1;
    if (s->max != NULL) s->max(size);
    if (s->horizon != NULL) s->horizon(size);
    for (const struct rmr_field *f = s->fields; f != NULL && f->name != NULL; f++)
      if (f->max != NULL) f->max(size);
    for (uint32_t cell = 0; cell < cells && cell < CELLS; cell++) {
      if (s->home != NULL && s->home(cell, size) > n) abort();
      const rmr_word first = s->initial_of != NULL ? s->initial_of(cell, size) : s->initial;
      if (s->responsible != NULL) s->responsible(cell, first, size);
      if (s->holder != NULL) s->holder(0, cell, first, 0, size);
      if (s->update != NULL) s->update(first, cell, size);
    }
  }
  if (a->watch != NULL) a->watch((struct rmr_size){.n = n, .sessions = n, .self = a->self});
}

static void check_c(const struct machine *m)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  emit_c(m, NULL, out);
  fclose(out);
  if (strstr(text, m->algorithm.name) == NULL) abort();
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct error e = {0};
  char *text = mem_format("%.*s", (int)size, (const char *)data);
  struct machine *m = machine_read("fuzz.alg", text, strlen(text), NULL, &e);
  if (m == NULL && (e.code != EXIT_USAGE || e.text[0] == '\0' || e.line < 1 || e.column < 1)) abort();
  for (uint32_t n = 1; m != NULL && n <= 3; n++) {
    check_steps(&m->algorithm, n, data, size);
    check_registers(&m->algorithm, n);
  }
  if (m != NULL) check_c(m);
  machine_free(m);
  free(text);
  return 0;
}
