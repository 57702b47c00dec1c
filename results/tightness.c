/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/tightness.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "results/facets.h"
#include "results/json_number.h"

static const char metric[] = "rmr.max";

static const char *tightness_name(enum tightness_verdict v)
{
#define X(id, name, words) [id] = name,
  static const char *const names[] = {TIGHTNESS_VERDICTS(X)};
#undef X
  return names[v];
}

const char *tightness_words(enum tightness_verdict v)
{
#define X(id, name, words) [id] = words,
  static const char *const all[] = {TIGHTNESS_VERDICTS(X)};
#undef X
  return all[v];
}

/* The costliest simulation of each scope. */
struct nearest {
  struct lookup scopes;
  struct compound key; /* room for one */
  const struct record **best;
};

/* The number of the record's scope. */
static size_t scope_number(struct nearest *all, const struct record *r)
{
  size_t number;
  compound_begin(&all->key);
  facets_add_question(&all->key, r);
  if (lookup_is_new(&all->scopes, all->key.bytes, all->key.length, &number)) {
    all->best = mem_grow(all->best, all->scopes.n, sizeof(struct record *));
    all->best[number] = NULL;
  }
  return number;
}

static void find_nearest(const struct results *r, struct nearest *out)
{
  *out = (struct nearest){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (record_is_exploration(one) || isnan(record_metric(one, metric))) continue;
    const size_t scope = scope_number(out, one);
    const struct record *best = out->best[scope];
    if (best == NULL || record_metric(one, metric) > record_metric(best, metric)) out->best[scope] = one;
  }
}

static void nearest_free(struct nearest *all)
{
  lookup_free(&all->scopes);
  compound_free(&all->key);
  free(all->best);
}

static enum tightness_verdict judge(const struct tightness *p)
{
  if (isinf(p->worst)) return NEARNESS_UNBOUNDED;
  if (!record_metric_complete(p->exact, metric)) return NEARNESS_NOT_EXACT;
  if (p->reached > p->worst) return NEARNESS_ABOVE;
  if (p->reached == p->worst) return NEARNESS_MET;
  return p->reached >= NEARNESS_WANTED * p->worst ? NEARNESS_NEAR : NEARNESS_SHORT;
}

static bool has_ratio(enum tightness_verdict v)
{
  switch (v) {
  case NEARNESS_MET:
  case NEARNESS_NEAR:
  case NEARNESS_SHORT:
  case NEARNESS_ABOVE: return true;
  case NEARNESS_UNBOUNDED:
  case NEARNESS_NOT_EXACT: break;
  }
  return false;
}

void results_tightness(const struct results *r, struct tightness_list *out)
{
  struct nearest all;
  find_nearest(r, &all);
  *out = (struct tightness_list){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *exact = &r->record[k];
    if (!record_is_exploration(exact) || record_observed(exact) != 0 || isnan(record_metric(exact, metric))) continue;
    const size_t scope = scope_number(&all, exact);
    const struct record *nearest = all.best[scope];
    if (nearest == NULL) continue;
    struct tightness pair = {.exact = exact,
                             .nearest = nearest,
                             .worst = record_metric(exact, metric),
                             .reached = record_metric(nearest, metric),
                             .ratio = NAN};
    pair.verdict = judge(&pair);
    if (has_ratio(pair.verdict)) pair.ratio = pair.worst > 0 ? pair.reached / pair.worst : 1;
    out->pair = mem_another(out->pair, out->n, sizeof *out->pair);
    out->pair[out->n++] = pair;
  }
  nearest_free(&all);
}

void tightness_list_free(struct tightness_list *list)
{
  free(list->pair);
  *list = (struct tightness_list){0};
}

static json_t *number_or(double value, const char *word)
{
  if (isfinite(value)) return json_number(value);
  return word != NULL ? json_string(word) : json_null();
}

static json_t *pair_json(const struct tightness *p)
{
  const struct record *a = p->exact, *b = p->nearest;
  return json_pack("{s:s, s:I, s:s, s:s, s:I, s:o, s:b, s:o, s:s, s:s, s:s, s:o, s:s}", "algorithm", a->algorithm, "n",
                   a->n, "memory", a->memory, "sessions", a->sessions, "passages", a->passages, "worst",
                   number_or(p->worst, "unbounded"), "exact", record_metric_complete(a, metric), "reached",
                   number_or(p->reached, NULL), "adversary", b->adversary, "explored", a->id, "simulated", b->id,
                   "ratio", number_or(p->ratio, NULL), "verdict", tightness_name(p->verdict));
}

json_t *tightness_json(const struct tightness_list *list)
{
  json_t *pairs = json_array();
  for (size_t k = 0; k < list->n; k++) json_array_append_new(pairs, pair_json(&list->pair[k]));
  return json_pack("{s:f, s:o}", "wanted", NEARNESS_WANTED, "pairs", pairs);
}
