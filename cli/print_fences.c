/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_fences.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/table.h"
#include "explore/answer/words.h"
#include "explore/answer_json.h"
#include "model/scope_text.h"

/* "2+3+cs", "none" */
char *fences_places_text(const struct fences_told *t, uint64_t places, char *out, size_t size)
{
  const struct order_spec order = fences_order(t->fences, &t->spec->question.setup.order, places);
  return order_fences_text(&order, t->spec->question.setup.algorithm, out, size);
}

/* The set of least cost by the weight; of equal ones the first. NULL: no costs are known, or all cost the same. */
static const struct fences_set *cheapest(const struct fences *f)
{
  const struct fences_set *least = NULL;
  uint64_t most = 0;
  for (uint32_t k = 0; k < f->n_sets; k++) {
    const struct fences_set *set = &f->set[k];
    if (!set->costs.known || set->costs.unbounded) continue;
    if (least == NULL || set->costs.sum < least->costs.sum) least = set;
    if (set->costs.sum > most) most = set->costs.sum;
  }
  return least != NULL && (f->n_sets == 1 || most > least->costs.sum) ? least : NULL;
}

/* --- text --------------------------------------------------------------------------------------------------------- */

/* "N = 2, memory cc, sessions distinct, passages without end, order tso" */
char *fences_scope(const struct fences_told *t)
{
  const struct system_spec *setup = &t->spec->question.setup;
  char *text = NULL;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  scope_print(setup, NULL, SCOPE_ALWAYS, out);
  mem_stream_end(out);
  return text;
}

static void print_heading(const struct fences_told *t)
{
  char *scope = fences_scope(t);
  scope_print_title(&t->spec->question.setup, stdout);
  printf(": minimal sets of fences for ");
  for (uint32_t k = 0, n = 0; k < N_PROPERTIES; k++)
    if (t->spec->question.check[k]) printf("%s%s", n++ != 0 ? ", " : "", property_key(k));
  printf("; %s\n", scope);
  free(scope);
}

/* "12"; of an unbounded cost that where each process makes one passage: "unbounded (9)", if that has an end */
static char *cost_cell(const struct fences_costs *c, uint64_t value, const struct fences_costs *once,
                       uint64_t value_once, char out[32])
{
  if (!c->known)
    snprintf(out, 32, "-");
  else if (c->unbounded && once->known && !once->unbounded)
    snprintf(out, 32, "unbounded (%" PRIu64 ")", value_once);
  else if (c->unbounded)
    snprintf(out, 32, "unbounded");
  else
    snprintf(out, 32, "%s%" PRIu64, c->exact ? "" : ">= ", value);
  return out;
}

static void add_row(struct table *table, const char *name, const char *verdict, const struct fences_costs *c,
                    const struct fences_costs *once)
{
  char rmr[32], fences[32], sum[32];
  table_row(table, (const char *[]){name, verdict, cost_cell(c, c->rmr, once, once->rmr, rmr),
                                    cost_cell(c, c->fences, once, once->fences, fences),
                                    cost_cell(c, c->sum, once, once->sum, sum)});
}

static const char *const verdict_words[] = {[FENCES_OPEN] = "not decided",
                                            [FENCES_RIGHT] = "right",
                                            [FENCES_BOUNDED] = "right, bounded",
                                            [FENCES_WRONG] = "wrong"};

static void print_sets(const struct fences_told *t)
{
  char name[ORDER_SIZE], sum[48];
  const struct fences_set *least = cheapest(t->fences);
  struct table table;
  snprintf(sum, sizeof sum, t->weight == 1 ? "RMRs + fences" : "RMRs + %" PRIu32 " x fences", t->weight);
  table_init(&table, (const char *[]){"fences behind", "", "RMRs", "fences", sum}, 5);
  for (uint32_t k = 0; k < t->fences->n_sets; k++) {
    const struct fences_set *set = &t->fences->set[k];
    char verdict[64];
    snprintf(verdict, sizeof verdict, "%s%s", verdict_words[set->verdict],
             set == least && t->fences->n_sets > 1 ? ", cheapest" : "");
    add_row(&table, fences_places_text(t, set->places, name, sizeof name), verdict, &set->costs, &set->one_shot);
  }
  if (t->fences->plain.known) add_row(&table, "(sc)", "", &t->fences->plain, &t->fences->plain_one_shot);
  putchar('\n');
  table_end(&table, stdout);
}

static void print_run(const struct fences_run *run)
{
  if (run->property == PROPERTY_NONE) {
    puts(run->astray);
    return;
  }
  printf("%s fails", property_key(run->property));
  if (run->process != 0) printf(", P%" PRIu32, run->process);
  printf("; %zu steps", run->witness.schedule.n_steps);
  if (run->witness.schedule.n_loop != 0) printf(", the last %zu in an endless loop", run->witness.schedule.n_loop);
  if (run->witness.file != NULL) printf("; %s", run->witness.file);
  putchar('\n');
}

static void print_need(const struct fences_told *t, const struct fences_set *set, uint16_t line)
{
  const struct fences *f = t->fences;
  uint32_t place = 0;
  while (place < f->n_places && f->line[place] != line) place++;
  if (place == f->n_places || (set->places >> place & 1) == 0) return;
  printf("  without %s: ", line != 0 ? rmr_line_of(t->spec->question.setup.algorithm, line)->label : "cs");
  if (set->needs[place] != 0)
    print_run(f->run[set->needs[place] - 1]);
  else
    puts("not looked for");
}

static void print_needs(const struct fences_told *t)
{
  char with[ORDER_SIZE];
  const struct rmr_algorithm *a = t->spec->question.setup.algorithm;
  for (uint32_t k = 0; k < t->fences->n_sets; k++) {
    const struct fences_set *set = &t->fences->set[k];
    if (set->places == 0) continue;
    printf("\n%s: each fence is needed\n", fences_places_text(t, set->places, with, sizeof with));
    for (uint32_t row = 0; row < a->n_rows; row++)
      if (a->lines[row].line != 0) print_need(t, set, a->lines[row].line);
    print_need(t, set, 0);
  }
}

static void print_known(const struct fences_told *t)
{
  char places[ORDER_SIZE];
  const uint64_t all = fences_necessary(t->fences);
  printf("\nCUT SHORT. Known so far:\n");
  if (all != 0)
    printf("  every right set has %s\n", fences_places_text(t, all, places, sizeof places));
  else
    puts("  no fence is known to be in every right set");
  for (uint32_t k = 0; k < t->fences->n_sets; k++)
    if (t->fences->set[k].verdict == FENCES_RIGHT || t->fences->set[k].verdict == FENCES_BOUNDED)
      printf("  %s is enough\n", fences_places_text(t, t->fences->set[k].places, places, sizeof places));
}

void print_fences(const struct fences_told *t, double seconds)
{
  const struct fences *f = t->fences;
  print_heading(t);
  if (f->hopeless) {
    printf("\nNo set of fences is enough. With fences everywhere: ");
    print_run(f->run[f->n_runs - 1]);
  } else {
    print_sets(t);
    print_needs(t);
    if (!f->complete) print_known(t);
  }
  bool bounded = false;
  for (uint32_t k = 0; k < f->n_sets; k++) bounded |= f->set[k].verdict == FENCES_BOUNDED;
  if (f->plain.unbounded && !f->plain_one_shot.unbounded)
    puts("\n(in parentheses: where each process makes one passage)");
  if (bounded) printf("\nbounded: as far as values up to the cap and buffers of the given size go\n");
  printf("\n%" PRIu64 " question%s, %" PRIu64 " states, %.1f s\n", f->asked, plural(f->asked), f->states, seconds);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

/* In the order of the lines. */
static json_t *places_json(const struct fences_told *t, uint64_t places)
{
  json_t *out = json_array();
  const struct rmr_algorithm *a = t->spec->question.setup.algorithm;
  const struct order_spec order = fences_order(t->fences, &t->spec->question.setup.order, places);
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && order_fenced(&order, a->lines[row].line))
      json_array_append_new(out, json_string(a->lines[row].label));
  if (order.fence_cs) json_array_append_new(out, json_string("cs"));
  return out;
}

static json_t *costs_json(const struct fences_costs *c)
{
  if (!c->known) return json_null();
  json_t *out = json_pack("{s:b, s:b, s:b}", "exact", c->exact, "bounded", c->bounded, "unbounded", c->unbounded);
  if (c->unbounded) return out;
  json_object_set_new(out, "rmr", json_integer((json_int_t)c->rmr));
  json_object_set_new(out, "fences", json_integer((json_int_t)c->fences));
  json_object_set_new(out, "rmr+fences", json_integer((json_int_t)c->sum));
  return out;
}

static json_t *run_json(const struct fences_told *t, const struct fences_run *run)
{
  if (run->property == PROPERTY_NONE)
    return json_pack("{s:s, s:o}", "astray", run->astray, "one_of", places_json(t, run->without));
  return json_pack("{s:s, s:o, s:o, s:o}", "property", property_key(run->property), "process",
                   run->process != 0 ? json_integer((json_int_t)run->process) : json_null(), "one_of",
                   places_json(t, run->without), "witness", answers_witness(&run->witness));
}

static json_t *set_json(const struct fences_told *t, const struct fences_set *set)
{
  static const char *const words[] = {
    [FENCES_OPEN] = "not decided", [FENCES_RIGHT] = "right", [FENCES_BOUNDED] = "bounded", [FENCES_WRONG] = "wrong"};
  json_t *needs = json_object();
  for (uint32_t place = 0; place < t->fences->n_places; place++) {
    char name[ORDER_SIZE];
    if (set->needs[place] == 0) continue;
    json_object_set_new(needs, fences_places_text(t, UINT64_C(1) << place, name, sizeof name),
                        json_integer((json_int_t)set->needs[place] - 1));
  }
  return json_pack("{s:o, s:s, s:o, s:o, s:o}", "fences", places_json(t, set->places), "verdict", words[set->verdict],
                   "costs", costs_json(&set->costs), "one_shot", costs_json(&set->one_shot), "wrong_without", needs);
}

json_t *fences_json(const struct fences_told *t)
{
  const struct explore_spec *q = &t->spec->question;
  json_t *check = json_array(), *sets = json_array(), *runs = json_array();
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    if (q->check[k]) json_array_append_new(check, json_string(property_key(k)));
  for (uint32_t k = 0; k < t->fences->n_sets; k++) json_array_append_new(sets, set_json(t, &t->fences->set[k]));
  for (uint32_t k = 0; k < t->fences->n_runs; k++) json_array_append_new(runs, run_json(t, t->fences->run[k]));
  const struct fences_set *least = cheapest(t->fences);
  return json_pack("{s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:i, s:o, s:o}", "scope",
                   answers_scope(&q->setup, t->sessions, 0, 0), "check", check, "complete", t->fences->complete,
                   "hopeless", t->fences->hopeless, "necessary", places_json(t, fences_necessary(t->fences)), "sets",
                   sets, "cheapest", least != NULL ? places_json(t, least->places) : json_null(), "weight",
                   (int)t->weight, "sc", costs_json(&t->fences->plain), "runs", runs);
}
