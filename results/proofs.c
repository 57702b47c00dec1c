/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/proofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/bound.h"

/* A bound for one N, or with n = 0 for every N; or the most that was seen at one N. A proved property is a bound of 0,
 * and a broken one was seen once. */
struct one {
  double n;
  struct bound bound; /* the seen value: own */
  char *source;
};

/* The proved and the seen values of one quantity of an algorithm. */
struct quantity {
  size_t n_proved, n_seen;
  struct one *proved, *seen;
};

struct proofs {
  struct lookup keys;
  struct compound key; /* room for one */
  struct quantity *quantity;
};

struct proofs *proofs_new(void)
{
  return mem_new(1, sizeof(struct proofs));
}

static void list_free(struct one *list, size_t n)
{
  for (size_t k = 0; k < n; k++) free(list[k].source);
  free(list);
}

void proofs_free(struct proofs *p)
{
  if (p == NULL) return;
  for (size_t k = 0; k < p->keys.n; k++) {
    list_free(p->quantity[k].proved, p->quantity[k].n_proved);
    list_free(p->quantity[k].seen, p->quantity[k].n_seen);
  }
  free(p->quantity);
  lookup_free(&p->keys);
  compound_free(&p->key);
  free(p);
}

/* Costs depend on the memory. A plug-in or a text of the same name in another directory may be another algorithm. */
static struct quantity *quantity_of(struct proofs *p, const struct results *r, const struct record *one,
                                    const char *what, bool cost)
{
  size_t number;
  compound_begin(&p->key);
  compound_add_text(&p->key, one->algorithm);
  compound_add_text(&p->key, strchr(one->algorithm, '/') != NULL ? r->directory : "");
  compound_add_text(&p->key, cost ? one->memory : "");
  compound_add_text(&p->key, what);
  if (lookup_is_new(&p->keys, p->key.bytes, p->key.length, &number)) {
    p->quantity = mem_grow(p->quantity, p->keys.n, sizeof *p->quantity);
    p->quantity[number] = (struct quantity){0};
  }
  return &p->quantity[number];
}

static bool agree(const struct one *proved, const struct one *seen, const char *what, struct error *e)
{
  const bool meant = proved->n == 0 || proved->n == seen->n;
  const double most = bound_at(&proved->bound, seen->n);
  return !meant || seen->bound.own <= most ||
         fail(e, EXIT_INTERNAL, "a proof is contradicted, %s at N = %.15g: %s, is above what %s proves, %.15g", what,
              seen->n, seen->source, proved->source, most);
}

static struct one *grown(struct one **list, size_t *n)
{
  *list = mem_another(*list, *n, sizeof **list);
  return &(*list)[(*n)++];
}

static bool add_proved(struct proofs *p, const struct results *r, const struct record *one, const char *what, bool cost,
                       struct bound bound, struct error *e)
{
  struct quantity *q = quantity_of(p, r, one, what, cost);
  struct one *new = grown(&q->proved, &q->n_proved);
  *new = (struct one){(double)one->n, bound, mem_format("%s, record %s", r->directory, one->id)};
  bool ok = true;
  for (size_t k = 0; ok && k < q->n_seen; k++) ok = agree(new, &q->seen[k], what, e);
  return ok;
}

static bool add_seen(struct proofs *p, const struct results *r, const struct record *one, const char *what, bool cost,
                     double value, struct error *e)
{
  struct quantity *q = quantity_of(p, r, one, what, cost);
  struct one *seen = NULL;
  for (size_t k = 0; k < q->n_seen && seen == NULL; k++)
    if (q->seen[k].n == (double)one->n) seen = &q->seen[k];
  if (seen == NULL) *(seen = grown(&q->seen, &q->n_seen)) = (struct one){(double)one->n, {.own = -INFINITY}, NULL};
  if (value <= seen->bound.own) return true;
  free(seen->source);
  seen->bound.own = value;
  seen->source = mem_format("%s, record %s (%s: %.15g)", r->directory, one->id, one->drive, value);
  bool ok = true;
  for (size_t k = 0; ok && k < q->n_proved; k++) ok = agree(&q->proved[k], seen, what, e);
  return ok;
}

static bool add_proof(struct proofs *p, const struct results *r, const struct record *one, struct error *e)
{
  struct bound bound;
  bool ok = !bound_of(one, &bound) || add_proved(p, r, one, "rmr.max", true, bound, e);
  ok = ok && (!bound_of_bypass(one, &bound) || add_proved(p, r, one, "bypass.max", false, bound, e));
  for (size_t k = 0; ok && k < one->n_judged; k++)
    if (one->judged[k].verdict.finding == RECORD_PROVED)
      ok = add_proved(p, r, one, one->judged[k].property, false, (struct bound){.own = 0}, e);
  return ok;
}

static bool is_plain(const struct record *one)
{
  return strcmp(record_faults(one), "none") == 0 && strcmp(record_time(one), "none") == 0 &&
         strcmp(record_order(one), "sc") == 0;
}

static bool add_run(struct proofs *p, const struct results *r, const struct record *one, struct error *e)
{
  const double cost = record_metric(one, "rmr.max"), bypass = record_metric(one, "bypass.max");
  bool ok = isnan(cost) || add_seen(p, r, one, "rmr.max", true, cost, e);
  ok = ok && (isnan(bypass) || add_seen(p, r, one, "bypass.max", false, bypass, e));
  for (size_t k = 0; ok && k < one->n_violations; k++)
    ok = add_seen(p, r, one, one->violation[k].property, false, 1, e);
  return ok;
}

bool proofs_add(struct proofs *p, const struct results *r, const struct record *one, struct error *e)
{
  if (record_is_proof(one)) return add_proof(p, r, one, e);
  return record_is_counted(one) || !is_plain(one) || add_run(p, r, one, e);
}
