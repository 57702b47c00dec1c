/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/contradictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/facets.h"
#include "results/metric_name.h"
#include "results/proofs.h"

/* The highest lower bound and the lowest exact value of one quantity, and where they are from. A broken property is a
 * value of 1 above an exact 0. */
struct quantity {
  double lower, exact;
  char *lower_source, *exact_source; /* NULL: there is none yet */
};

struct consistency {
  struct lookup keys;
  struct compound key; /* room for one */
  struct quantity *quantity;
  struct proofs *proofs;
};

struct consistency *consistency_new(void)
{
  struct consistency *out = mem_new(1, sizeof *out);
  out->proofs = proofs_new();
  return out;
}

void consistency_free(struct consistency *c)
{
  if (c == NULL) return;
  for (size_t k = 0; k < c->keys.n; k++) {
    free(c->quantity[k].lower_source);
    free(c->quantity[k].exact_source);
  }
  free(c->quantity);
  proofs_free(c->proofs);
  lookup_free(&c->keys);
  compound_free(&c->key);
  free(c);
}

/* "out/gallery, record 3f2a (search: 22)" */
static char *source_of(const struct results *r, const struct record *one, double value)
{
  return mem_format("%s, record %s (%s by rmrlab %s: %.17g)", r->directory, one->id, one->drive, one->version, value);
}

/* A plug-in of the same name in another directory may be another algorithm. */
static bool is_plug_in(const struct record *one)
{
  return strchr(one->algorithm, '/') != NULL;
}

static struct quantity *quantity_of(struct consistency *c, const struct results *r, const struct record *one,
                                    const char *what, json_int_t observed)
{
  size_t number;
  compound_begin(&c->key);
  facets_add_question(&c->key, one);
  compound_add_text(&c->key, is_plug_in(one) ? r->directory : "");
  compound_add_text(&c->key, what);
  compound_add_number(&c->key, observed);
  if (lookup_is_new(&c->keys, c->key.bytes, c->key.length, &number)) {
    c->quantity = mem_grow(c->quantity, c->keys.n, sizeof *c->quantity);
    c->quantity[number] = (struct quantity){.lower = -INFINITY, .exact = INFINITY};
  }
  return &c->quantity[number];
}

/* An exact value, or a lower bound. */
static bool add(struct consistency *c, const struct results *r, const struct record *one, const char *what,
                json_int_t observed, double value, bool exact, struct error *e)
{
  struct quantity *q = quantity_of(c, r, one, what, observed);
  double *kept = exact ? &q->exact : &q->lower;
  char **source = exact ? &q->exact_source : &q->lower_source;
  if (exact ? value < *kept : value > *kept) {
    *kept = value;
    free(*source);
    *source = source_of(r, one, value);
  }
  if (q->lower <= q->exact) return true;
  char *scope = record_scope(one);
  fail(e, EXIT_INTERNAL, "two records contradict each other, %s, %s: %s is above the exact value of %s", what, scope,
       q->lower_source, q->exact_source);
  free(scope);
  return false;
}

/* --- the values of a record --------------------------------------------------------------------------------------- */

/* Whether the metric is the most of something that a passage can cost. */
static bool is_worst_case(const char *metric)
{
  struct metric_name name;
  struct error ignored = {0};
  return metric_name_parse(metric, &name, &ignored) && metric_forms[name.id].nature == METRIC_WORST;
}

/* Whether what happened in the record is among what an exploration of its scope looks at. */
static bool is_within(const struct record *one)
{
  if (!record_is_simulation(one) || record_is_search(one)) return true;
  return one->passages == 1 && strstr(one->faults, "new:") == NULL;
}

/* The cost of one observed process is a bound for the most that any pays, too. The observed process of a simulation is
 * another thing: costs there are of all. */
static bool add_cost(struct consistency *c, const struct results *r, const struct record *one, const char *metric,
                     double value, struct error *e)
{
  const bool explored = record_is_exploration(one);
  const json_int_t observed = record_observed(one);
  if (explored && record_metric_complete(one, metric)) return add(c, r, one, metric, observed, value, true, e);
  return add(c, r, one, metric, 0, value, false, e) &&
         (observed == 0 || add(c, r, one, metric, observed, value, false, e));
}

static bool add_costs(struct consistency *c, const struct results *r, const struct record *one, struct error *e)
{
  for (size_t k = 0; k < one->form->n_metrics; k++) {
    const char *metric = one->form->metric[k];
    const double value = one->value[k];
    if (isnan(value) || !is_worst_case(metric)) continue;
    if (!add_cost(c, r, one, metric, value, e)) return false;
  }
  return true;
}

/* Where an exploration is for a number of passages, a run is one of its schedules. */
static bool add_properties(struct consistency *c, const struct results *r, const struct record *one, struct error *e)
{
  for (size_t k = 0; k < one->n_judged; k++) {
    const struct record_verdict *v = &one->judged[k].verdict;
    const bool holds = v->finding == RECORD_HOLDS && v->complete && !v->capped;
    if (holds && !add(c, r, one, one->judged[k].property, 0, 0, true, e)) return false;
    if (v->finding == RECORD_FAILS && !add(c, r, one, one->judged[k].property, 0, 1, false, e)) return false;
  }
  for (size_t k = 0; !record_is_exploration(one) && k < one->n_violations; k++)
    if (!add(c, r, one, one->violation[k].property, 0, 1, false, e)) return false;
  return true;
}

bool consistency_add(struct consistency *c, const struct results *r, struct error *e)
{
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (!proofs_add(c->proofs, r, one, e)) return false;
    if (record_is_proof(one)) continue;
    if (is_within(one) && (!add_costs(c, r, one, e) || !add_properties(c, r, one, e))) return false;
  }
  return true;
}
