/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/benches.h"

#include <stdlib.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/partition.h"

/* A bench for each setting that a row is about. */
struct benches {
  struct results_parts parts; /* the records of each */
  struct series_list space;
  struct results none; /* no records */
  struct bench *bench; /* [parts.n + 1]; the last one is that of a setting in which nothing was run */
};

/* The worst cases of one drive. The most that one process alone pays is no exact worst case of an algorithm. */
static struct series_list worst_cases(const struct results *r, bool explored, const char *metric)
{
  struct results view = *r;
  struct series_list out;
  view.n = 0;
  view.record = mem_new(r->n, sizeof *view.record);
  for (size_t k = 0; k < r->n; k++)
    if (record_is_exploration(&r->record[k]) == explored && !(explored && record_observed(&r->record[k]) != 0))
      view.record[view.n++] = r->record[k];
  results_worst(&view, metric, &out);
  free(view.record);
  return out;
}

static const char *const metrics[] = {[BENCH_PASSAGE] = "rmr.max", [BENCH_SUPER] = "super.max"};

void bench_begin(struct bench *b, const struct results *all, const struct results *part, struct analyses *known)
{
  *b = (struct bench){.all = all, .results = part, .known = known};
  for (int cost = 0; cost < BENCH_COSTS; cost++)
    b->worst[cost] =
      (struct bench_worst){worst_cases(part, true, metrics[cost]), worst_cases(part, false, metrics[cost])};
}

void bench_end(struct bench *b)
{
  for (int cost = 0; cost < BENCH_COSTS; cost++) {
    series_list_free(&b->worst[cost].exact);
    series_list_free(&b->worst[cost].lower);
  }
}

struct benches *benches_new(const struct results *r, struct analyses *known)
{
  struct benches *out = mem_new(1, sizeof *out);
  *out = (struct benches){.none = *r};
  out->none.n = 0;
  results_split(r, PARTS_BY_SETTING, &out->parts);
  results_worst(r, "space", &out->space);
  out->bench = mem_new(out->parts.n + 1, sizeof *out->bench);
  for (size_t k = 0; k <= out->parts.n; k++) {
    bench_begin(&out->bench[k], r, k < out->parts.n ? &out->parts.part[k] : &out->none, known);
    out->bench[k].space = out->space;
  }
  return out;
}

void benches_free(struct benches *b)
{
  for (size_t k = 0; k <= b->parts.n; k++) bench_end(&b->bench[k]);
  series_list_free(&b->space);
  results_parts_free(&b->parts);
  free(b->bench);
  free(b);
}

const struct bench *benches_of(const struct benches *b, const json_t *row)
{
  char *setting = setting_text(text_of(row, "faults"), text_of(row, "time"), text_of(row, "order"));
  const struct bench *found = &b->bench[lookup_find_text(&b->parts.names, setting)];
  free(setting);
  return found;
}
