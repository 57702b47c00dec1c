/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_dead_values.c: no shipped algorithm carries a dead value. The local states of each process are merged for as
 * long as they cannot be told apart from outside: same pending access, same section, same session, same name where
 * there are names, and for every value read the same successors. If fewer classes are left than there are local states,
 * some state holds a value that nothing depends on, and multiplies the states of an exploration. A tenth is allowed: a
 * value that only later turns of a loop use is dead in the last turn, and nobody would write a figure so that it is
 * cleared there. And the step function of every one is a function: asked again, it says the same (grow_again.c).
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "explore/tables/automaton.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static uint32_t row_length(const struct automata *a, const struct automaton_local *l)
{
  if (l->done) return 0;
  return (rmr_kind_accesses(l->op.kind) ? a->values[l->op.var].n : 1) * a->choices;
}

/* The name that a renaming algorithm's process holds in this state, if it is in the CS. */
static uint32_t name_of(const struct automata *a, const struct automaton *m, uint32_t l)
{
  const struct rmr_algorithm *algorithm = a->system->algorithm;
  if (algorithm->name_held == NULL || m->local[l].section != RMR_CS) return 0;
  return algorithm->name_held(m->state + (size_t)l * a->system->state_size, a->system->size);
}

/* The parts that tell a local state from others, if its successors are known by these classes only. */
static void signature(const struct automata *a, const struct automaton *m, const uint32_t *class, uint32_t l,
                      struct compound *key)
{
  const struct automaton_local *p = &m->local[l];
  const uint32_t own[] = {class[l], p -> session, name_of(a, m, l), p -> section, p -> passages, p -> done};
  compound_begin(key);
  compound_add(key, &p->op, sizeof p->op);
  compound_add(key, own, sizeof own);
  for (uint32_t k = 0; k < row_length(a, p); k++) {
    const uint32_t to = m->next[p->first_next + k];
    compound_add_number(key, automaton_goes_on(to) ? (int64_t) class[to] : -1);
  }
}

/* Splits classes until nothing can be told apart any more; returns how many there are. */
static uint32_t classes_of(const struct automata *a, const struct automaton *m)
{
  uint32_t *class = mem_new(m->n_locals, sizeof *class), *finer = mem_new(m->n_locals, sizeof *finer), n = 1,
           before = 0;
  struct compound key = {0};
  while (n != before) {
    struct lookup seen = {0};
    before = n;
    for (uint32_t l = 0; l < m->n_locals; l++) {
      signature(a, m, class, l, &key);
      finer[l] = (uint32_t)lookup_add(&seen, key.bytes, key.length);
    }
    n = (uint32_t)seen.n;
    memcpy(class, finer, m->n_locals * sizeof *class);
    lookup_free(&seen);
  }
  compound_free(&key);
  free(class);
  free(finer);
  return n;
}

/* Whether the tables go on to registers that there are not, as no run does: then they are wider than what happens. */
static bool is_wide(const struct automaton *m)
{
  for (size_t k = 0; k < m->n_next; k++)
    if (m->next[k] == AUTOMATON_STRAY) return true;
  return false;
}

static void test_no_dead_values(void **state)
{
  (void)state;
  static const uint32_t passages[] = {0, 0, 0, 0}; /* without end */
  struct sessions sessions = {.rule = SESSIONS_ANY, .any = 2};
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++) {
    struct error e = {0};
    struct automata a;
    /* The tables of this one are wide: with three processes they would take longer than all others together. */
    const uint32_t n = strcmp(rmr_algorithms[k]->name, "merritt_taubenfeld") == 0 ? 2 : 3;
    const struct system_spec setup = {.algorithm = rmr_algorithms[k], .n = n, .sessions = &sessions};
    if (!automata_create(&a, &setup, passages, 6, NULL, (struct table_limits){.locals = 1u << 20, .again = true}, &e))
      fail_msg("%s", e.text);
    for (uint32_t p = 1; p <= n; p++) {
      if (is_wide(&a.process[p])) continue;
      const uint32_t classes = classes_of(&a, &a.process[p]);
      if (10 * a.process[p].n_locals > 11 * classes)
        fail_msg("%s: P%u has %u local states but %u are enough", setup.algorithm->name, p, a.process[p].n_locals,
                 classes);
    }
    automata_free(&a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_dead_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
