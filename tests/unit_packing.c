/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_packing.c: states in a few words (explore/tables/packing.h), on automata that are made by hand: so many
 * processes and registers, each with so many local states and values. No field touches another, none crosses a word,
 * and the top bit of the first word stays free.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/packing.h"

#include <cmocka.h>

enum { MOST_LOCALS = 300, MOST_PROCESSES = 6, MOST_REGISTERS = 200 };

struct made {
  struct automata a;
  struct system system;
  struct rmr_algorithm algorithm;
  struct automaton process[MOST_PROCESSES + 1];
  struct register_values values[MOST_REGISTERS];
  struct automaton_local local[MOST_LOCALS];
};

/* Processes with n_locals local states, which read register 0 first and write to register 1 ever after; registers with
 * n_values values. */
static struct made *make(uint32_t n, uint32_t n_locals, uint32_t n_registers, uint32_t n_values, enum memory memory)
{
  struct made *m = mem_new(1, sizeof *m);
  m->algorithm.name = "Made by hand";
  m->system.algorithm = &m->algorithm;
  m->system.memory = memory;
  m->a.system = &m->system;
  m->a.n = m->a.n_actors = n, m->a.n_registers = n_registers;
  m->a.process = m->process, m->a.values = m->values;
  for (uint32_t l = 0; l < MOST_LOCALS; l++)
    m->local[l].op = (struct rmr_op){.kind = l == 0 ? RMR_READ : RMR_WRITE, .var = l != 0};
  for (uint32_t p = 1; p <= n && p <= MOST_PROCESSES; p++)
    m->process[p] = (struct automaton){.n_locals = n_locals, .local = m->local};
  for (uint32_t var = 0; var < n_registers && var < MOST_REGISTERS; var++) m->values[var].n = n_values;
  return m;
}

/* The bits of a field, in words; 0 everywhere if it has none. */
static void bits_of(const struct bit_field *f, uint64_t bits[PACKING_MAX_WORDS])
{
  memset(bits, 0, PACKING_MAX_WORDS * sizeof *bits);
  if (f->width == 0) return;
  assert_true(f->word < PACKING_MAX_WORDS && f->shift + f->width <= 64);
  assert_int_equal(f->mask, (UINT64_C(1) << f->width) - 1);
  bits[f->word] = f->mask << f->shift;
}

static void claim(const struct packing *layout, const struct bit_field *f, uint64_t taken[PACKING_MAX_WORDS])
{
  uint64_t bits[PACKING_MAX_WORDS];
  bits_of(f, bits);
  for (uint32_t w = 0; w < PACKING_MAX_WORDS; w++) {
    assert_true((taken[w] & bits[w]) == 0);
    assert_true(w < layout->words || bits[w] == 0);
    taken[w] |= bits[w];
  }
}

/* Every field holds its largest number while all others hold 0, and the other way round. */
static void check_field(const struct bit_field *f, uint32_t largest)
{
  uint64_t state[PACKING_MAX_WORDS] = {0}, bits[PACKING_MAX_WORDS];
  bits_of(f, bits);
  field_set(state, f, largest);
  assert_int_equal(field_get(state, f), largest);
  for (uint32_t w = 0; w < PACKING_MAX_WORDS; w++) assert_true((state[w] & ~bits[w]) == 0);
  memset(state, 0xff, sizeof state);
  field_set(state, f, 0);
  assert_int_equal(field_get(state, f), 0);
  for (uint32_t w = 0; w < PACKING_MAX_WORDS; w++) assert_true((state[w] | bits[w]) == UINT64_MAX);
}

static void check_layout(const struct made *m, const struct packing *layout)
{
  uint64_t taken[PACKING_MAX_WORDS] = {PACKING_OCCUPIED};
  for (uint32_t p = 1; p <= m->a.n; p++) {
    claim(layout, &layout->local[p], taken);
    check_field(&layout->local[p], m->a.process[p].n_locals - 1);
  }
  for (uint32_t var = 0; var < m->a.n_registers; var++) {
    claim(layout, &layout->value[var], taken);
    check_field(&layout->value[var], m->a.values[var].n - 1);
    claim(layout, &layout->valid[var], taken);
    claim(layout, &layout->owned[var], taken);
  }
  claim(layout, &layout->pair, taken);
  assert_true(layout->words >= 1 && layout->words <= PACKING_MAX_WORDS);
}

static void test_no_field_touches_another(void **state)
{
  (void)state;
  struct error e = {0};
  static const uint32_t locals[] = {1, 2, 3, 4, 5, 255, 256, 257}, values[] = {1, 2, 3, 8, 9};
  uint32_t fit = 0;
  for (size_t l = 0; l < sizeof locals / sizeof *locals; l++)
    for (size_t v = 0; v < sizeof values / sizeof *values; v++)
      for (uint32_t n_registers = 2; n_registers <= 40; n_registers++) {
        struct made *m = make(5, locals[l], n_registers, values[v], MEMORY_CC_WRITEBACK);
        struct packing layout;
        if (packing_create(&layout, &m->a, (struct packing_watch){.observed = 3, .pair = true}, &e)) {
          check_layout(m, &layout);
          packing_free(&layout);
          fit++;
        }
        free(m);
      }
  assert_int_equal(fit, sizeof locals / sizeof *locals * sizeof values / sizeof *values * 39);
}

/* Fields of 1, 2, 3, ... bits: each as wide as it must be and no wider. */
static void test_width(void **state)
{
  (void)state;
  struct error e = {0};
  static const struct {
    uint32_t n, width;
  } wide[] = {{1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {16, 4}, {17, 5}, {256, 8}, {257, 9}};
  for (size_t k = 0; k < sizeof wide / sizeof *wide; k++) {
    struct made *m = make(2, wide[k].n, 2, 2, MEMORY_CC);
    struct packing layout;
    assert_true(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
    assert_int_equal(layout.local[1].width, wide[k].width);
    assert_int_equal(layout.bits, 2 * wide[k].width + 2);
    assert_int_equal(layout.words, 1);
    packing_free(&layout);
    free(m);
  }
}

/* 63 bits are one word, as the top bit is not to be had; 64 are two; a field that would cross the border begins the
 * next word. */
static void test_the_border_of_a_word(void **state)
{
  (void)state;
  struct error e = {0};
  struct packing layout;
  struct made *m = make(1, 1, 63, 2, MEMORY_CC);
  assert_true(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
  assert_int_equal(layout.words, 1);
  assert_int_equal(layout.value[62].shift, 62);
  packing_free(&layout), free(m);
  m = make(1, 1, 64, 2, MEMORY_CC);
  assert_true(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
  assert_int_equal(layout.words, 2);
  assert_int_equal(layout.value[63].word, 1);
  assert_int_equal(layout.value[63].shift, 0);
  packing_free(&layout), free(m);
  m = make(1, 1, 40, 8, MEMORY_CC); /* 21 of them in the first word and in the second, too, which has one bit more */
  assert_true(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
  assert_int_equal(layout.value[20].word, 0);
  assert_int_equal(layout.value[21].word, 1);
  assert_int_equal(layout.words, 2);
  packing_free(&layout), free(m);
}

/* The observed process reads register 0 only. */
static void test_copies(void **state)
{
  (void)state;
  struct error e = {0};
  static const struct {
    enum memory memory;
    uint32_t observed, valid, owned;
  } cases[] = {
    {MEMORY_CC, 2, 1, 0},           {MEMORY_CC_KEEP, 2, 1, 0}, {MEMORY_CC_WRITEBACK, 2, 1, 3},
    {MEMORY_CC_WRITEBACK, 0, 0, 0}, {MEMORY_DSM, 2, 0, 0},     {MEMORY_CC, 0, 0, 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct made *m = make(2, 2, 3, 2, cases[k].memory);
    struct packing layout;
    assert_true(packing_create(&layout, &m->a, (struct packing_watch){.observed = cases[k].observed}, &e));
    uint32_t valid = 0, owned = 0;
    for (uint32_t var = 0; var < 3; var++) valid += layout.valid[var].width, owned += layout.owned[var].width;
    assert_int_equal(layout.valid[0].width, cases[k].valid);
    assert_int_equal(valid, cases[k].valid);
    assert_int_equal(owned, cases[k].owned);
    assert_int_equal(layout.pair.width, 0);
    packing_free(&layout), free(m);
  }
}

static void refuse(struct made *m, const char *words)
{
  struct error e = {0};
  struct packing layout;
  assert_false(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
  assert_non_null(strstr(e.text, words));
  assert_int_equal(e.code, EXIT_INCOMPLETE);
  free(m);
}

static void test_too_much(void **state)
{
  (void)state;
  struct error e = {0};
  struct packing layout;
  struct made *m = make(1, 1, 85, 8, MEMORY_CC); /* 21 registers a word, and one too many */
  refuse(m, "takes 259 bits, more than the 256");
  m = make(1, 1, 84, 8, MEMORY_CC);
  assert_true(packing_create(&layout, &m->a, (struct packing_watch){0}, &e));
  assert_int_equal(layout.words, PACKING_MAX_WORDS);
  packing_free(&layout), free(m);
  refuse(make(PACKING_MAX_PROCESSES + 1, 1, 2, 2, MEMORY_CC), "at most 255 processes");
  refuse(make(1, 1, PACKING_MAX_REGISTERS + 1, 2, MEMORY_CC), "32766 registers");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_no_field_touches_another),
    cmocka_unit_test(test_width),
    cmocka_unit_test(test_the_border_of_a_word),
    cmocka_unit_test(test_copies),
    cmocka_unit_test(test_too_much),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
