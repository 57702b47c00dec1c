/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/fences/fences.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/engines/grace_period.h"
#include "explore/fences/hitting.h"
#include "explore/fences/skipped.h"

struct finding {
  const struct fences_spec *spec;
  struct fences *out;
  struct hitting hitting;
  struct error *e;
};

/* --- places ------------------------------------------------------------------------------------------------------- */

struct order_spec fences_order(const struct fences *f, const struct order_spec *order, uint64_t places)
{
  struct order_spec with = *order;
  memset(with.fences, 0, sizeof with.fences);
  with.fence_cs = false;
  for (uint32_t k = 0; k < f->n_places; k++) {
    if ((places >> k & 1) == 0) continue;
    if (f->line[k] != 0)
      order_fence(&with, f->line[k]);
    else
      with.fence_cs = true;
  }
  return with;
}

/* Fences everywhere but at these places. */
static struct order_spec all_but(const struct finding *f, uint64_t places)
{
  const struct order_spec *order = &f->spec->question.setup.order;
  const struct order_spec without = fences_order(f->out, order, places);
  struct order_spec with = *order;
  for (uint32_t line = 1; line < f->spec->question.setup.algorithm->n_lines; line++)
    if (!order_fenced(&without, line)) order_fence(&with, line);
  with.fence_cs = !without.fence_cs;
  return with;
}

/* The number of a place, new or old. False: there are too many. */
static bool number_of(struct finding *f, uint16_t line, uint64_t *places)
{
  struct fences *out = f->out;
  uint32_t k = 0;
  while (k < out->n_places && out->line[k] != line) k++;
  if (k == FENCES_MOST_PLACES)
    return fail(f->e, EXIT_INCOMPLETE, "%s has more than %d lines that may need a fence",
                f->spec->question.setup.algorithm->name, FENCES_MOST_PLACES);
  if (k == out->n_places) out->line[out->n_places++] = line;
  *places |= UINT64_C(1) << k;
  return true;
}

/* Without a schedule, all places where no fence stood and a write may be made. */
static bool places_skipped(struct finding *f, const struct fences_run *run, const struct order_spec *with,
                           uint64_t *places)
{
  const struct rmr_algorithm *a = f->spec->question.setup.algorithm;
  struct order_spec skipped = {0};
  uint64_t written[ORDER_LINE_WORDS];
  *places = 0;
  if (!run->witness.found && !fences_written(&f->spec->question.setup, written)) memset(written, 0xff, sizeof written);
  for (uint32_t line = 1; !run->witness.found && line < a->n_lines; line++)
    if (!order_fenced(with, line) && (written[line / 64] >> line % 64 & 1) != 0) order_fence(&skipped, line);
  skipped.fence_cs = !run->witness.found && !with->fence_cs;
  if (run->witness.found && !skipped_by(&run->witness.schedule, &skipped, f->e)) return false;
  for (uint32_t line = 1; line < a->n_lines; line++)
    if (order_fenced(&skipped, line) && !number_of(f, (uint16_t)line, places)) return false;
  return !skipped.fence_cs || number_of(f, 0, places);
}

/* --- asking ------------------------------------------------------------------------------------------------------- */

/* The answer about some properties with some fences; of a failure, the run. */
struct asked {
  enum fences_verdict verdict;
  struct fences_run *run; /* NULL: it does not fail */
};

static void forget_run(struct fences_run *run)
{
  witness_free(&run->witness);
  free(run);
}

static void take_failure(struct explored_property *p, enum property_id id, struct asked *out)
{
  if (p->verdict != VERDICT_FAILS || out->verdict == FENCES_WRONG || !p->witness.found) return;
  out->verdict = FENCES_WRONG;
  out->run = mem_new(1, sizeof *out->run);
  out->run->property = id;
  out->run->process = p->process;
  memcpy(&out->run->witness, &p->witness, sizeof p->witness);
  memset(&p->witness, 0, sizeof p->witness); /* it is ours now */
}

static bool is_safety(uint32_t id)
{
  return id == PROPERTY_P1 || id == PROPERTY_P5 || id == PROPERTY_ROBUST || id == PROPERTY_INVARIANTS;
}

/* The answer of the explorer, on the heap; NULL: there is none. */
static struct explored *explored_with(struct finding *f, const struct explore_spec *q)
{
  struct explored *answer = mem_new(1, sizeof *answer);
  f->out->asked++;
  if (!explore(q, answer, f->e)) {
    free(answer);
    return NULL;
  }
  f->out->states += answer->states;
  return answer;
}

/* A process that reads what was not written yet may use it as an index, and go astray. That is wrong, too. */
static bool goes_astray(struct finding *f, struct asked *out)
{
  if (f->e->code != EXIT_SAFETY) return false;
  out->verdict = FENCES_WRONG;
  out->run = mem_new(1, sizeof *out->run);
  out->run->property = PROPERTY_NONE;
  snprintf(out->run->astray, sizeof out->run->astray, "%.255s", f->e->text);
  *f->e = (struct error){0};
  return true;
}

/* Whether memory or an interrupt ended the question: then it stays open, and all that is known is kept. */
static bool was_cut_short(struct finding *f)
{
  if (f->e->code != EXIT_INCOMPLETE) return false;
  *f->e = (struct error){0};
  return true;
}

/* Those of the asked properties that are decided state by state, or the others. */
static bool ask_some(struct finding *f, const struct order_spec *order, bool safety, struct asked *out)
{
  struct explore_spec q = f->spec->question;
  struct explored *answer;
  bool any = false;
  q.setup.order = *order;
  q.cost = COST_NONE;
  for (uint32_t k = 0; k < N_PROPERTIES; k++) {
    q.check[k] = q.check[k] && is_safety(k) == safety;
    any |= q.check[k];
  }
  if (!any) return true;
  answer = explored_with(f, &q);
  if (answer == NULL && was_cut_short(f)) {
    out->verdict = FENCES_OPEN;
    return true;
  }
  if (answer == NULL) return goes_astray(f, out);
  for (uint32_t k = 0; k < N_PROPERTIES; k++) take_failure(&answer->property[k], (enum property_id)k, out);
  bool capped = false;
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    capped |= q.check[k] && (answer->property[k].capped || answer->property[k].full);
  if (out->verdict != FENCES_WRONG && !answer->complete) out->verdict = FENCES_OPEN;
  if (out->verdict == FENCES_RIGHT && capped) out->verdict = FENCES_BOUNDED;
  explored_free(answer);
  free(answer);
  return true;
}

static bool ask(struct finding *f, const struct order_spec *order, struct asked *out)
{
  *out = (struct asked){.verdict = FENCES_RIGHT};
  if (!ask_some(f, order, true, out)) return false;
  return out->verdict == FENCES_WRONG || out->verdict == FENCES_OPEN || ask_some(f, order, false, out);
}

/* --- wrong runs --------------------------------------------------------------------------------------------------- */

/* Looks for a run that skips fewer places: with fences everywhere but at some of them. */
static bool blame_fewer(struct finding *f, struct fences_run **found)
{
  struct fences_run *run = *found;
  for (uint64_t rest = run->without; rest != 0; rest &= rest - 1) {
    const uint64_t place = rest & -rest, fewer = run->without & ~place;
    if ((run->without & place) == 0 || fewer == 0) continue;
    const struct order_spec order = all_but(f, fewer);
    struct asked asked;
    if (!ask(f, &order, &asked)) return false;
    if (asked.verdict != FENCES_WRONG) continue;
    uint64_t skipped;
    forget_run(run);
    *found = run = asked.run;
    if (!places_skipped(f, run, &order, &skipped)) return false;
    run->without = skipped;
    rest &= skipped | place;
  }
  return true;
}

static bool take_run(struct finding *f, struct asked *asked, const struct order_spec *order, bool shrink)
{
  struct fences *out = f->out;
  struct fences_run *run = asked->run;
  bool ok = places_skipped(f, run, order, &run->without) && (!shrink || blame_fewer(f, &run));
  out->run = mem_another(out->run, out->n_runs, sizeof *out->run);
  out->run[out->n_runs++] = run;
  if (ok) hitting_add(&f->hitting, run->without);
  out->hopeless = ok && run->without == 0;
  return ok;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

static enum fences_verdict *verdict_of(struct fences *out, uint64_t places)
{
  for (uint32_t k = 0; k < out->n_sets; k++)
    if (out->set[k].places == places) return &out->set[k].verdict;
  out->set = mem_another(out->set, out->n_sets, sizeof *out->set);
  out->set[out->n_sets] = (struct fences_set){.places = places};
  return &out->set[out->n_sets++].verdict;
}

/* A smallest set that hits all known runs and about which nothing is known; false: there is none. */
static bool next_set(struct finding *f, uint64_t *places)
{
  for (uint32_t k = 0; k < f->hitting.n; k++) {
    *places = f->hitting.set[k];
    if (*verdict_of(f->out, *places) == FENCES_OPEN) return true;
  }
  return false;
}

/* Sets that do not hit all runs are forgotten. */
static void drop_others(struct finding *f)
{
  struct fences *out = f->out;
  struct fences_set *set = mem_new((size_t)f->hitting.n + 1, sizeof *set);
  for (uint32_t k = 0; k < f->hitting.n; k++)
    set[k] = (struct fences_set){.places = f->hitting.set[k], .verdict = *verdict_of(out, f->hitting.set[k])};
  free(out->set);
  out->set = set;
  out->n_sets = f->hitting.n;
}

/* Whether it makes sense to begin: the properties hold where fences are everywhere. */
static bool try_all(struct finding *f)
{
  struct asked asked;
  const struct order_spec all = all_but(f, 0);
  if (!ask(f, &all, &asked)) return false;
  return asked.verdict != FENCES_WRONG || take_run(f, &asked, &all, false);
}

static bool search(struct finding *f)
{
  uint64_t places;
  bool open = false;
  while (!f->out->hopeless && !open && !limits_interrupted(&f->spec->question.limits) && next_set(f, &places)) {
    struct asked asked;
    const struct order_spec order = fences_order(f->out, &f->spec->question.setup.order, places);
    if (!ask(f, &order, &asked)) return false;
    if (asked.verdict == FENCES_WRONG) {
      if (!take_run(f, &asked, &order, true)) return false;
    } else {
      *verdict_of(f->out, places) = asked.verdict;
      open = asked.verdict == FENCES_OPEN;
    }
  }
  f->out->complete = !open && !limits_interrupted(&f->spec->question.limits);
  return true;
}

/* --- the cost of sets, and why each fence is needed --------------------------------------------------------------- */

/* A kind of cost, where each process makes so many passages. */
struct bill {
  enum cost_id cost;
  uint32_t passages;
};

/* Process by process, up to the first that pays without bound. */
static bool cost_of(struct finding *f, const struct order_spec *order, struct bill bill, struct fences_costs *costs,
                    uint64_t *out)
{
  struct explore_spec q = f->spec->question;
  memset(q.check, 0, sizeof q.check);
  q.setup.order = *order;
  q.setup.passages = bill.passages;
  q.cost = bill.cost;
  q.lines.fence_surcharge = f->spec->surcharge;
  q.answered = true;
  for (q.observed = 1; q.observed <= q.setup.n && !costs->unbounded; q.observed++) {
    struct explored *answer = explored_with(f, &q);
    if (answer == NULL) {
      costs->exact = false;
      return was_cut_short(f);
    }
    const struct explored_cost *cost = &answer->cost[0];
    if (cost->worst > *out) *out = cost->worst;
    costs->exact &= cost->complete;
    costs->bounded |= cost->capped || cost->full;
    costs->unbounded |= cost->unbounded;
    explored_free(answer);
    free(answer);
  }
  return true;
}

/* Where one of them has no bound, neither has their sum, and the others are of no interest. */
static bool find_costs_of(struct finding *f, const struct order_spec *order, uint32_t passages,
                          struct fences_costs *costs)
{
  *costs = (struct fences_costs){.exact = true};
  if (!f->spec->costs || limits_interrupted(&f->spec->question.limits)) return true;
  costs->known = true;
  const struct {
    enum cost_id cost;
    uint64_t *out;
  } bills[] = {{COST_RMR, &costs->rmr}, {COST_FENCES, &costs->fences}, {COST_RMR_AND_FENCES, &costs->sum}};
  bool ok = true;
  for (size_t k = 0; ok && !costs->unbounded && k < sizeof bills / sizeof *bills; k++)
    ok = cost_of(f, order, (struct bill){bills[k].cost, passages}, costs, bills[k].out);
  return ok;
}

static bool find_costs(struct finding *f, const struct order_spec *order, struct fences_costs *costs,
                       struct fences_costs *one_shot)
{
  return find_costs_of(f, order, f->spec->question.setup.passages, costs) &&
         (!costs->unbounded || find_costs_of(f, order, 1, one_shot));
}

/* A run that is wrong without the fence, though all others of the set stand. */
static bool find_need(struct finding *f, struct fences_set *set, uint32_t place)
{
  struct fences *out = f->out;
  const uint64_t others = set->places & ~(UINT64_C(1) << place);
  struct asked asked = {0};
  if (limits_interrupted(&f->spec->question.limits)) return true;
  const struct order_spec order = fences_order(out, &f->spec->question.setup.order, others);
  if (!ask(f, &order, &asked)) return false;
  if (asked.verdict != FENCES_WRONG) return true; /* cut short: the set is minimal all the same */
  if (!take_run(f, &asked, &order, false)) return false;
  set->needs[place] = out->n_runs;
  return true;
}

static bool finish(struct finding *f)
{
  struct fences *out = f->out;
  const struct order_spec plain = {0};
  drop_others(f);
  for (uint32_t k = 0; k < out->n_sets; k++) {
    struct fences_set *set = &out->set[k];
    if (set->verdict == FENCES_OPEN) continue;
    const struct order_spec order = fences_order(out, &f->spec->question.setup.order, set->places);
    for (uint32_t place = 0; place < out->n_places; place++)
      if ((set->places >> place & 1) != 0 && !find_need(f, set, place)) return false;
    if (!find_costs(f, &order, &set->costs, &set->one_shot)) return false;
  }
  return out->n_sets == 0 || find_costs(f, &plain, &out->plain, &out->plain_one_shot);
}

bool fences_find(const struct fences_spec *spec, struct fences *out, struct error *e)
{
  *out = (struct fences){0};
  struct finding f = {.spec = spec, .out = out, .e = e};
  hitting_create(&f.hitting);
  const bool ok = try_all(&f) && search(&f) && finish(&f);
  hitting_free(&f.hitting);
  if (!ok) fences_free(out);
  return ok;
}

void fences_free(struct fences *out)
{
  for (uint32_t k = 0; k < out->n_runs; k++) forget_run(out->run[k]);
  free(out->run);
  free(out->set);
  *out = (struct fences){0};
}

uint64_t fences_necessary(const struct fences *f)
{
  uint64_t places = 0;
  for (uint32_t k = 0; k < f->n_runs; k++)
    if ((f->run[k]->without & (f->run[k]->without - 1)) == 0) places |= f->run[k]->without;
  return places;
}
