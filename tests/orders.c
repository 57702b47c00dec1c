/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/fences/fences.h"
#include "model/names.h"
#include "model/options.h"
#include "tests/brute_buffers.h"
#include "tests/orders.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

static struct order_spec order_of(const struct buffers_system *s)
{
  struct order_spec order = {.order = s->partial ? ORDER_PSO : ORDER_TSO, .no_data = !s->data, .buffer = s->buffer};
  for (uint32_t line = 1; line < s->algorithm->n_lines; line++)
    if (s->fences >> line & 1) order_fence(&order, line);
  order.fence_cs = s->fences >> BUFFERS_CS & 1;
  return order;
}

static struct explore_spec question(const struct buffers_system *s)
{
  struct explore_spec q = {.setup = {.algorithm = s->algorithm,
                                     .n = s->n,
                                     .passages = s->passages,
                                     .sessions = &distinct,
                                     .seed = 1,
                                     .order = order_of(s)},
                           .observed = s->observed,
                           .limits = {.memory = (size_t)1 << 30, .threads = 1}};
  return q;
}

static struct explored *ask(const struct explore_spec *q)
{
  struct explored *out = mem_new(1, sizeof *out);
  struct error e = {0};
  if (!explore(q, out, &e)) fail_msg("%s, %s", q->setup.algorithm->name, e.text);
  assert_true(out->complete);
  return out;
}

static void end(struct explored *out)
{
  explored_free(out);
  free(out);
}

static bool is_right(const struct buffers_found *f)
{
  return f->exclusion && f->progress;
}

/* Both verdicts, and if nobody is in the other's way, the costs of P_1. */
static struct buffers_found compare_verdicts(const struct buffers_system *s, struct counts *counts)
{
  struct explore_spec q = question(s);
  q.check[PROPERTY_P1] = q.check[PROPERTY_P6] = q.check[PROPERTY_ROBUST] = true;
  const struct buffers_found found = buffers_walk(s);
  struct explored *answer = ask(&q);
  if ((answer->property[PROPERTY_P1].verdict == VERDICT_HOLDS) != found.exclusion ||
      (answer->property[PROPERTY_P6].verdict == VERDICT_HOLDS) != found.progress ||
      (answer->property[PROPERTY_ROBUST].verdict == VERDICT_HOLDS) != found.robust)
    fail_msg("%s, N = %u, %s, fences %llx: P1 %d, P6 %d, robust %d", s->algorithm->name, s->n,
             s->partial ? "pso" : "tso", (unsigned long long)s->fences, found.exclusion, found.progress, found.robust);
  end(answer);
  counts->right += is_right(&found);
  counts->wrong += !found.exclusion;
  counts->stuck += !found.progress;
  counts->robust += found.robust;
  return found;
}

static void compare_costs(struct buffers_system s, struct counts *counts)
{
  static const enum cost_id costs[] = {COST_RMR, COST_FENCES};
  for (s.observed = 1; s.observed <= s.n; s.observed++) {
    const struct buffers_found found = buffers_walk(&s);
    for (int k = 0; k < 2; k++) {
      struct explore_spec q = question(&s);
      q.cost = costs[k];
      struct explored *answer = ask(&q);
      assert_int_equal(answer->cost[0].unbounded ? BUFFERS_UNBOUNDED : answer->cost[0].worst, found.most[k]);
      counts->costs++;
      end(answer);
    }
  }
}

static const struct rmr_algorithm *named(const char *name)
{
  struct error e = {0};
  const struct rmr_algorithm *a = algorithm_find(name, &e);
  assert_non_null(a);
  return a;
}

static uint64_t fences_of(const struct family *f, const struct rmr_algorithm *a, uint32_t subset)
{
  uint64_t fences = 0;
  struct error e = {0};
  for (uint32_t k = 0; k < f->n_places; k++)
    if (subset >> k & 1)
      fences |= UINT64_C(1) << (strcmp(f->places[k], "cs") == 0 ? BUFFERS_CS : algorithm_label(a, f->places[k], &e));
  return fences;
}

/* Whether the sets that are right are those with a minimal one of `rmr fences` in them. */
static void compare_sets(const struct family *f, const struct buffers_system *s, const bool *right)
{
  struct fences *found = mem_new(1, sizeof *found);
  struct error e = {0};
  struct fences_spec spec = {.question = question(s)};
  spec.question.setup.order.fence_cs = false;
  memset(spec.question.setup.order.fences, 0, sizeof spec.question.setup.order.fences);
  spec.question.check[PROPERTY_P1] = spec.question.check[PROPERTY_P6] = true;
  if (!fences_find(&spec, found, &e)) fail_msg("%s", e.text);
  assert_true(found->complete && !found->hopeless);
  for (uint32_t subset = 0; subset < UINT32_C(1) << f->n_places; subset++) {
    const uint64_t fences = fences_of(f, s->algorithm, subset);
    bool has_minimal = false;
    for (uint32_t k = 0; k < found->n_sets; k++) {
      uint64_t set = 0;
      for (uint32_t place = 0; place < found->n_places; place++)
        if (found->set[k].places >> place & 1) set |= UINT64_C(1) << found->line[place];
      assert_int_equal(found->set[k].verdict, FENCES_RIGHT);
      has_minimal |= (set & ~fences) == 0;
    }
    assert_int_equal(has_minimal, right[subset]);
  }
  fences_free(found);
  free(found);
}

static void compare_family(const struct family *f, bool partial, struct counts *counts)
{
  struct buffers_system s = {
    .algorithm = named(f->algorithm), .n = 2, .passages = f->passages, .buffer = 5, .partial = partial, .data = true};
  bool right[1 << 4];
  void *parameters = algorithm_defaults(s.algorithm);
  s.parameters = parameters;
  for (uint32_t subset = 0; subset < UINT32_C(1) << f->n_places; subset++) {
    s.fences = fences_of(f, s.algorithm, subset);
    const struct buffers_found found = compare_verdicts(&s, counts);
    right[subset] = is_right(&found);
    compare_costs(s, counts);
  }
  s.fences = 0;
  compare_sets(f, &s, right);
  free(parameters);
}

struct counts orders_compare(const struct family *family, size_t n)
{
  struct counts counts = {0};
  for (size_t k = 0; k < n; k++)
    for (int partial = 0; partial < 2; partial++) compare_family(&family[k], partial, &counts);
  print_message("%zu right, %zu wrong, %zu stuck, %zu robust; %zu costs\n", counts.right, counts.wrong, counts.stuck,
                counts.robust, counts.costs);
  return counts;
}
