/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/proof_beside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "explore/explore.h"
#include "sim/run.h"
#include "sim/scheduler.h"

enum { PASSAGES = 2 /* of each process under an adversary: one after the other reuses copies */ };

/* Any of two sessions are explored, as it is proved of any. An adversary gets distinct ones, where most conflict. */
static const struct sessions any_of_two = {.rule = SESSIONS_ANY, .any = 2};

static struct system_spec setup_of(const struct proof_answer *a, const struct algorithm_choice *choice, uint32_t n)
{
  return (struct system_spec){.algorithm = choice->algorithm,
                              .parameters = choice->parameters,
                              .directory = choice->directory,
                              .text = choice->text,
                              .n = n,
                              .memory = a->spec->memory,
                              .sessions = choice->algorithm->group ? &any_of_two : NULL,
                              .seed = 1};
}

static bool keeps(const struct proof_answer *a, uint32_t n, uint64_t paid, struct error *e)
{
  const uint64_t bound = prove_bound(&a->proved.cost, n);
  return paid <= bound ||
         fail(e, EXIT_INTERNAL, "%s: a passage at N = %" PRIu32 " costs more than the %" PRIu64 " that are proved",
              a->algorithm, n, bound);
}

static bool explore_at(const struct proof_answer *a, const struct algorithm_choice *choice, atomic_bool *interrupt,
                       struct searching *searching, struct beside_exact *at, struct error *e)
{
  struct explored *found = mem_new(1, sizeof *found);
  const struct explore_spec spec = {.setup = setup_of(a, choice, at->n),
                                    .cost = COST_RMR,
                                    .up_to_renaming = true,
                                    .limits = {.memory = a->spec->limits.memory,
                                               .threads = 1,
                                               .interrupt = interrupt,
                                               .tell = searching_tell,
                                               .listener = searching}};
  const bool ok = explore(&spec, found, e);
  at->is_complete = true;
  for (uint32_t k = 0; ok && k < found->n_costs; k++) {
    const struct explored_cost *of = &found->cost[k];
    at->is_complete &= of->complete;
    at->cap = of->capped ? found->cap : at->cap;
    if (of->unbounded) at->most = UINT64_MAX;
    if (of->worst > at->most) at->most = of->worst;
  }
  if (ok) explored_free(found);
  free(found);
  return ok && keeps(a, at->n, at->most, e);
}

static bool run_under(const struct proof_answer *a, const struct algorithm_choice *choice, const char *adversary,
                      atomic_bool *interrupt, struct beside *out, struct error *e)
{
  struct run_spec spec = {.setup = setup_of(a, choice, out->n_large), .adversary = adversary, .interrupt = interrupt};
  spec.setup.passages = PASSAGES;
  spec.setup.sessions = NULL;
  struct run *run = run_create(&spec, e);
  const bool ok = run != NULL && run_go(run, e);
  for (uint32_t p = 1; ok && p <= out->n_large; p++) {
    const uint64_t paid = ledger_max_passage(run_ledger(run), p);
    if (out->adversary != NULL && paid <= out->paid) continue;
    out->paid = paid;
    out->adversary = adversary;
  }
  run_free(run);
  return ok && keeps(a, out->n_large, out->paid, e);
}

bool proof_set_beside(struct proof_answer *a, const struct algorithm_choice *choice, const struct prove_range *range,
                      atomic_bool *interrupt, struct searching *searching, struct error *e)
{
  static const char *const usual[] = {"random", "greedy", "round_robin"};
  struct beside *out = &a->beside;
  struct error ignored = {0};
  if (a->proved.cost.verdict != PROVE_HOLDS) return true;
  for (uint32_t n = range->first; n <= range->last && !atomic_load(interrupt); n++) {
    struct beside_exact *at = &out->exact[out->n_exact];
    *at = (struct beside_exact){.n = n};
    if (!explore_at(a, choice, interrupt, searching, at, e)) return false;
    out->n_exact++;
  }
  out->n_large = a->range.first == 0 ? PROVE_MOST_N : a->range.last;
  const char *own = choice->algorithm->name;
  const bool has_own = adversary_find(own, &ignored) != NULL;
  for (size_t k = 0; k < (has_own ? 1 : sizeof usual / sizeof *usual) && !atomic_load(interrupt); k++)
    if (!run_under(a, choice, has_own ? own : usual[k], interrupt, out, e)) return false;
  return true;
}

void print_beside(const struct proof_answer *a)
{
  const struct beside *b = &a->beside;
  for (uint32_t k = 0; k < b->n_exact; k++) {
    const struct beside_exact *at = &b->exact[k];
    printf("    %s at N = %" PRIu32 ": %" PRIu64 " of %" PRIu64,
           at->is_complete ? "over all schedules" : "as far as was explored", at->n, at->most,
           prove_bound(&a->proved.cost, at->n));
    if (at->cap != 0) printf(" (registers up to %" PRIu64 ")", (uint64_t)at->cap);
    printf("\n");
  }
  if (b->adversary != NULL)
    printf("    under %s at N = %" PRIu32 ": %" PRIu64 " of %" PRIu64 "\n", b->adversary, b->n_large, b->paid,
           prove_bound(&a->proved.cost, b->n_large));
}

json_t *beside_json(const struct proof_answer *a)
{
  const struct beside *b = &a->beside;
  json_t *exact = json_array();
  for (uint32_t k = 0; k < b->n_exact; k++) {
    const struct beside_exact *at = &b->exact[k];
    json_array_append_new(exact, json_pack("{s:I, s:I, s:I, s:b, s:o}", "n", (json_int_t)at->n, "most",
                                           (json_int_t)at->most, "bound",
                                           (json_int_t)prove_bound(&a->proved.cost, at->n), "complete", at->is_complete,
                                           "cap", at->cap != 0 ? json_integer((json_int_t)at->cap) : json_null()));
  }
  json_t *out = json_pack("{s:o}", "exact", exact);
  if (b->adversary != NULL)
    json_object_set_new(out, "seen",
                        json_pack("{s:s, s:I, s:I, s:I}", "adversary", b->adversary, "n", (json_int_t)b->n_large,
                                  "most", (json_int_t)b->paid, "bound",
                                  (json_int_t)prove_bound(&a->proved.cost, b->n_large)));
  return out;
}
