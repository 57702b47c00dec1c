/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/caption.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "plots/axes.h"
#include "plots/looks.h"
#include "results/scope.h"

/* The scope that all series share. */
static char *common_scope(const struct series_list *list)
{
  json_t *common = scope_common(list);
  char *words = scope_words(common);
  json_decref(common);
  return words;
}

static const char *mark_words(const struct series_list *list)
{
  size_t exact = 0, samples = 0, bounds = 0;
  for (size_t k = 0; k < list->n; k++) {
    exact += list->series[k].kind == KIND_EXACT;
    samples += list->series[k].kind == KIND_SAMPLE;
    for (size_t p = 0; p < list->series[k].n; p++) bounds += !list->series[k].point[p].complete;
  }
  if (exact == list->n && bounds == 0) return "Filled marks: exact values.";
  if (exact > 0) return "Filled marks: exact values; open marks: lower bounds of the worst case.";
  if (samples == list->n) return "Open marks: samples, one schedule for each run; the worst case may be higher.";
  return "Open marks: lower bounds of the worst case.";
}

static char *repetition_words(const struct series_list *list)
{
  unsigned least = list->series[0].point[0].repetitions, most = least;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const unsigned n = list->series[k].point[p].repetitions;
      least = n < least ? n : least;
      most = n > most ? n : most;
    }
  if (most == 1) return mem_text("");
  return least == most ? mem_format(", %u runs per point", most) : mem_format(", %u to %u runs per point", least, most);
}

/* ", rmrlab 0.1.0, config 0f3c9a12", as far as known. */
static char *provenance(const struct results *r)
{
  const char *print = text_of(r->config, "fingerprint"), *version = r->n > 0 ? r->record[0].version : "";
  return mem_format("%s%s%s%.8s", version[0] != '\0' ? ", rmrlab " : "", version, print[0] != '\0' ? ", config " : "",
                    print);
}

/* Whether series b has all points of series a, with the same values: then one of the two hides the other. */
static bool lies_on(const struct series *a, const struct series *b)
{
  size_t at = 0;
  for (size_t p = 0; p < a->n; p++) {
    while (at < b->n && b->point[at].x < a->point[p].x) at++;
    if (at == b->n || b->point[at].x != a->point[p].x || b->point[at].value != a->point[p].value) return false;
  }
  return true;
}

/* The first series, before this one or longer than it, on which it lies; k: it lies on none. */
static size_t lies_on_which(const struct series_list *list, size_t k)
{
  const struct series *own = &list->series[k];
  for (size_t j = 0; j < list->n; j++)
    if (j != k && (j < k || list->series[j].n > own->n) && looks_twin(list, k) != j && lies_on(own, &list->series[j]))
      return j;
  return k;
}

/* " At the same values as another series: foresight (all schedules)." */
static char *covered_words(const struct series_list *list)
{
  enum { MOST = 6 };
  char *out = mem_text("");
  size_t n = 0;
  for (size_t k = 0; k < list->n; k++) {
    const size_t on = lies_on_which(list, k);
    if (on != k && n++ < MOST)
      mem_append(&out, "%s%s (%s)", n == 1 ? " At the same values as another series: " : "; ", list->series[k].name,
                 list->series[on].name);
  }
  if (n > MOST) mem_append(&out, "; and %zu more", n - MOST);
  if (n > 0) mem_append(&out, ".");
  return out;
}

static const char zero_words[] = " A logarithmic axis has no 0: it has a tick of its own at the bottom.";

char *caption_of_series(const struct results *r, const struct series_list *list, bool log_values)
{
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < list->n; k++) {
    low = fmin(low, list->series[k].point[0].x);
    high = fmax(high, list->series[k].point[list->series[k].n - 1].x);
  }
  char *scope = common_scope(list), *repetitions = repetition_words(list), *from = provenance(r),
       *covered = covered_words(list);
  char *range = low < high ? mem_format("%.15g..%.15g", low, high) : mem_format("%.15g", low);
  char *out = mem_format("%s%s%s = %s%s%s. %s%s%s", scope, scope[0] != '\0' ? ", " : "", list->series[0].x_name, range,
                         repetitions, from, mark_words(list), covered,
                         log_values && axis_of_values(list).zero > 0 ? zero_words : "");
  free(scope);
  free(repetitions);
  free(from);
  free(range);
  free(covered);
  return out;
}

/* Whether a 0 has its tick. A gallery shows neither means nor bands. */
static bool shows_zero(const struct series_list *worst)
{
  bool zero = false, positive = false, negative = false;
  for (size_t k = 0; k < worst->n; k++)
    for (size_t p = 0; p < worst->series[k].n; p++) {
      const double value = worst->series[k].point[p].value;
      zero = zero || value == 0;
      positive = positive || (value > 0 && isfinite(value));
      negative = negative || value < 0;
    }
  return zero && positive && !negative; /* else the axis is linear */
}

/* ---- galleries: the settings that were tried, of all algorithms ---- */

/* The settings that may have been tried, in the order in which they are told. */
enum tried { TRIED_PASSAGES, TRIED_SESSIONS, TRIED_FAULTS, TRIED_TIME, TRIED_ORDER, TRIED_ADVERSARIES, N_TRIED };

static const struct {
  const char *name, *usual; /* not told where all records have the usual word */
} tried[N_TRIED] = {{"passages", NULL}, {"sessions", NULL}, {"faults", "none"},
                    {"time", "none"},   {"order", "sc"},    {"adversaries", NULL}};

static const char *word_of(const struct record *r, enum tried what, char room[32])
{
  switch (what) {
  case TRIED_SESSIONS: return r->sessions;
  case TRIED_FAULTS: return record_faults(r);
  case TRIED_TIME: return record_time(r);
  case TRIED_ORDER: return record_order(r);
  case TRIED_ADVERSARIES: return r->adversary;
  case TRIED_PASSAGES:
  case N_TRIED: break;
  }
  if (r->passages == 0) return "endless";
  snprintf(room, 32, "%" JSON_INTEGER_FORMAT, r->passages);
  return room;
}

static bool is_told(const struct results *r, enum tried what)
{
  char room[32];
  bool told = tried[what].usual == NULL;
  for (size_t k = 0; k < r->n && !told; k++) told = strcmp(word_of(&r->record[k], what, room), tried[what].usual) != 0;
  return told;
}

enum { WORDS_MOST = 40 };

/* An exploration, or a simulation. */
static bool is_one(const struct record *r, bool explored)
{
  return explored ? record_is_exploration(r) : record_is_simulation(r);
}

/* The different words of the records of one drive that have the metric: "; adversaries random, greedy". */
static void write_words(char **out, enum tried what, const struct results *r, const char *metric, bool explored)
{
  char room[32];
  struct lookup told = {0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *a = &r->record[k];
    if (!is_one(a, explored) || isnan(record_metric(a, metric))) continue;
    lookup_add_text(&told, word_of(a, what, room));
  }
  mem_append(out, "; %s ", tried[what].name);
  for (size_t k = 0; k < told.n && k < WORDS_MOST; k++)
    mem_append(out, "%s%s", k > 0 ? ", " : "", lookup_text(&told, k));
  if (told.n > WORDS_MOST) mem_append(out, " and %zu more", told.n - WORDS_MOST);
  lookup_free(&told);
}

/* "N = 2..3; passages of the others 1, endless; sessions distinct"; nothing where there are no such records. */
static void write_tried(char **out, const struct results *r, const char *metric, bool explored, const char *words)
{
  json_int_t low = INT64_MAX, high = 0;
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    if (!is_one(one, explored) || isnan(record_metric(one, metric))) continue;
    low = one->n < low ? one->n : low;
    high = one->n > high ? one->n : high;
  }
  if (high == 0) return;
  mem_append(out, " %s: N = %" JSON_INTEGER_FORMAT, words, low);
  if (low < high) mem_append(out, "..%" JSON_INTEGER_FORMAT, high);
  for (enum tried what = 0; what < N_TRIED; what++)
    if (is_told(r, what) && (what != TRIED_ADVERSARIES || !explored)) write_words(out, what, r, metric, explored);
  mem_append(out, ".");
}

char *caption_of_gallery(const struct results *r, const struct series_list *worst, const char *metric)
{
  char *from = provenance(r), *text = mem_format("Memory %s, cold caches%s.", r->record[0].memory, from);
  write_tried(&text, r, metric, true, "Filled marks, exact over all schedules");
  write_tried(&text, r, metric, false, "Open marks, lower bounds, the worst simulated passage");
  mem_append(&text, " At each N the largest value is drawn. Beside each name is the growth of its values (exact or "
                    "simulated, whichever reach furthest): a formula that all drawn values obey, from some N on, ~ a "
                    "class, or else ≈ the slope (dashed). The true growth may be faster.");
  if (shows_zero(worst)) mem_append(&text, "%s", zero_words);
  free(from);
  return text;
}

char *caption_of_task(const struct results *r, const struct record *task)
{
  char *scope = record_scope(task), *from = provenance(r);
  char *out = mem_format("%s%s%s. RMRs and executions of all processes together.", scope, from,
                         record_complete(task) ? "" : ", run cut short");
  free(scope);
  free(from);
  return out;
}
