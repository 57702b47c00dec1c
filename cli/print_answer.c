/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_answer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "explore/answer/words.h"
#include "explore/answer_json.h"
#include "model/scope_text.h"

void answer_free(struct answer *answer)
{
  explored_free(&answer->main);
  explored_free(&answer->other);
  witness_free(&answer->outside);
}

/* The worse verdict decides. */
enum exit_code answer_exit_code(const struct answer *answer)
{
  const struct explored_property *invariants = explored_invariants(&answer->main);
  if (invariants != NULL && invariants->verdict == VERDICT_FAILS) return property_exit(PROPERTY_INVARIANTS);
  for (uint32_t kind = PROPERTY_SAFETY; kind <= PROPERTY_STARVATION; kind++)
    for (uint32_t k = 1; k < N_PROPERTIES; k++)
      if (property_table[k].kind == kind && answer->main.property[k].verdict == VERDICT_FAILS) return property_exit(k);
  const bool complete = answer->main.complete && (answer->other.n_costs == 0 || answer->other.complete);
  return complete ? EXIT_OK : EXIT_INCOMPLETE;
}

/* --- scopes ------------------------------------------------------------------------------------------------------- */

static const char *unit_of(const struct question *q, bool other)
{
  return other ? q->cost_text : "rmr";
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static void print_witness(const struct witness *w, FILE *out)
{
  if (!w->found) return;
  fprintf(out, "%zu step%s, %" PRIu32 " context switch%s", w->schedule.n_steps, plural(w->schedule.n_steps), w->changes,
          w->changes == 1 ? "" : "es");
  if (w->schedule.n_loop != 0) fprintf(out, ", the last %zu in an endless loop", w->schedule.n_loop);
  if (w->file != NULL) fprintf(out, "; %s", w->file);
}

static void print_costs(const struct question *q, const struct explored *explored, bool other, FILE *out)
{
  if (explored->n_costs == 0) return;
  fprintf(out, "\nThe most that one passage can cost (%s), the others making ", unit_of(q, other));
  char passages[64];
  scope_passages(q->setup.passages, passages, sizeof passages);
  fprintf(out, "%s, cold caches:\n", passages);
  for (uint32_t k = 0; k < explored->n_costs; k++) {
    const struct explored_cost *c = &explored->cost[k];
    char worst[32];
    snprintf(worst, sizeof worst, c->unbounded ? "unbounded" : "%" PRIu64, c->worst);
    fprintf(out, "  P%-3" PRIu32 " %9s  %-11s  ", c->process, worst,
            !c->complete ? "lower bound"
            : c->capped  ? "up to cap"
            : c->full    ? "up to buffer"
                         : "exact");
    print_witness(&c->witness, out);
    fputc('\n', out);
  }
}

bool property_is_told(const struct question *q, enum property_id id)
{
  return property_table[id].needs == NEEDS_DOORWAY || explore_applies(&q->setup, id);
}

static void print_properties(const struct question *q, const struct answer *answer, FILE *out)
{
  bool any = false;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    const struct explored_property *p = &answer->main.property[k];
    if (!q->asked[k]) continue;
    char verdict[128], who[96];
    if (!any) fputc('\n', out);
    any = true;
    explored_detail_text(k, p, who, sizeof who);
    fprintf(out, "%s  %s%s%s", property_key(k),
            explored_verdict_text(&q->setup, &answer->main, k, verdict, sizeof verdict), *who != '\0' ? ": " : "", who);
    if (p->witness.found) fputs("; ", out);
    print_witness(&p->witness, out);
    fputc('\n', out);
  }
}

static void print_invariants(const struct question *q, const struct answer *answer, FILE *out)
{
  int width = 0;
  for (uint32_t k = 0; k < answer->main.n_invariants; k++) {
    const int length = (int)strlen(q->setup.algorithm->invariants[k].name);
    if (length > width) width = length;
  }
  if (answer->main.n_invariants != 0) fputs("\nInvariants:\n", out);
  for (uint32_t k = 0; k < answer->main.n_invariants; k++) {
    const struct explored_property *p = &answer->main.invariant[k];
    const struct rmr_invariant *invariant = &q->setup.algorithm->invariants[k];
    char verdict[128];
    fprintf(out, "  %-*s  %s: %s", width, invariant->name,
            explored_holds_text(&q->setup, &answer->main, p, verdict, sizeof verdict), invariant->text);
    if (p->witness.found) fputs("; ", out);
    print_witness(&p->witness, out);
    fputc('\n', out);
  }
}

static void print_largest(const struct question *q, const struct answer *answer, FILE *out)
{
  const struct rmr_algorithm *a = q->setup.algorithm;
  if (answer->main.largest == NULL) return;
  fputs("\nLargest values:", out);
  for (uint32_t g = 0; g < a->n_shared; g++)
    for (uint32_t f = 0; f < RMR_MAX_FIELDS; f++) {
      const rmr_word value = answer->main.largest[(size_t)g * RMR_MAX_FIELDS + f];
      if (value < 0) continue;
      fprintf(out, "  %s", a->shared[g].name);
      if (a->shared[g].fields != NULL) fprintf(out, ".%s", a->shared[g].fields[f].name);
      fprintf(out, " %" PRId64, value);
    }
  fputc('\n', out);
}

/* "Engines: breadth (properties), depth (costs)" */
static void print_engines(const struct answer *answer, FILE *out)
{
  const struct explored *both[] = {&answer->main, &answer->other};
  bool costs[N_ENGINES] = {false};
  const char *before = "Engines: ";
  for (size_t b = 0; b < 2; b++)
    for (uint32_t k = 0; k < both[b]->n_costs; k++) costs[both[b]->cost[k].engine] = true;
  if (answer->main.engine != ENGINE_NONE) {
    fprintf(out, "%s%s (properties)", before, engine_name(answer->main.engine));
    before = ", ";
  }
  for (enum engine_kind k = ENGINE_NONE + 1; k < N_ENGINES; k++) {
    if (!costs[k]) continue;
    fprintf(out, "%s%s (costs)", before, engine_name(k));
    before = ", ";
  }
  if (*before == ',') fputc('\n', out);
}

void print_title(const struct question *q, const char *schedules, FILE *out)
{
  scope_print_title(&q->setup, out);
  fprintf(out, ": %s, ", schedules);
  scope_print(&q->setup, NULL, SCOPE_ALWAYS, out);
  fputc('\n', out);
}

void print_answer(const struct question *q, const struct answer *answer, FILE *out)
{
  print_title(q, "all schedules", out);
  fprintf(out, "%" PRIu64 " states%s, %" PRIu64 " steps between them%s\n", answer->main.states + answer->other.states,
          answer->main.renamed || answer->other.renamed ? " up to renaming of processes" : "",
          answer->main.transitions + answer->other.transitions,
          answer->main.complete ? "" : "; CUT SHORT: costs are lower bounds");
  print_engines(answer, out);
  print_costs(q, &answer->main, false, out);
  print_costs(q, &answer->other, true, out);
  print_properties(q, answer, out);
  print_invariants(q, answer, out);
  print_largest(q, answer, out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static json_t *passages_json(uint32_t passages)
{
  return passages == 0 ? json_string("inf") : json_integer(passages);
}

static json_t *name_or_null(const char *name)
{
  return name != NULL ? json_string(name) : json_null();
}

static json_t *worst_json(const struct explored_cost *c)
{
  return c == NULL || c->unbounded ? json_null() : json_integer((json_int_t)c->worst);
}

static json_t *costs_json(const struct explored *explored, const char *cost)
{
  json_t *all = json_array();
  for (uint32_t k = 0; k < explored->n_costs; k++) json_array_append_new(all, answers_cost(cost, &explored->cost[k]));
  return all;
}

static const struct likeness *alike_of(const struct answer *answer)
{
  return answer->main.alike != NULL ? answer->main.alike : answer->other.alike;
}

/* Lists of processes that are alike. */
static json_t *alike_json(const struct likeness *alike)
{
  json_t *all = json_array();
  for (uint32_t first = 1; alike != NULL && first <= alike->n; first++) {
    json_t *block = json_array();
    for (uint32_t p = first; p <= alike->n; p++)
      if (alike->block[p] == first) json_array_append_new(block, json_integer(p));
    if (json_array_size(block) > 1) json_array_append(all, block);
    json_decref(block);
  }
  return all;
}

/* All that can be asked, and beside each what it is true for. */
static json_t *verdicts_json(const struct question *q, const struct explored *explored)
{
  json_t *verdicts = json_object(), *scope = answers_scope(&q->setup, q->sessions, q->observed, q->bytes);
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    if (!property_is_told(q, k)) continue;
    json_t *verdict = answers_verdict(&q->setup, explored, k);
    json_object_set(verdict, "scope", explored->property[k].verdict != VERDICT_NOT_CHECKED ? scope : json_null());
    json_object_set_new(verdicts, property_key(k), verdict);
  }
  if (explored->n_invariants != 0) {
    json_t *verdict = answers_all_invariants(&q->setup, explored);
    json_object_set(verdict, "scope", scope);
    json_object_set_new(verdicts, "invariants", verdict);
  }
  json_decref(scope);
  return verdicts;
}

json_t *answer_json(const struct question *q, const struct answer *answer)
{
  const struct explored *main = &answer->main, *other = &answer->other;
  const struct explored_cost *worst = explored_costliest(main), *worst_other = explored_costliest(other);
  const struct explored_cost *told = worst != NULL ? worst : worst_other;
  json_t *json = json_object();
  json_object_set_new(json, "algorithm", json_string(system_spec_text(&q->setup)));
  json_object_set_new(json, "n", json_integer(q->setup.n));
  json_object_set_new(json, "memory", json_string(memory_names[q->setup.memory]));
  json_object_set_new(json, "passages", passages_json(q->setup.passages));
  json_object_set_new(json, "sessions", json_string(q->sessions));
  json_t *faults = answers_faults(&q->setup);
  json_object_set_new(json, "faults", faults != NULL ? faults : json_null());
  json_t *time = answers_time(&q->setup);
  json_object_set_new(json, "time", time != NULL ? time : json_null());
  json_t *order = answers_order(&q->setup);
  json_object_set_new(json, "order", order != NULL ? order : json_string("sc"));
  json_object_set_new(json, "observe", q->observed != 0 ? json_integer(q->observed) : json_string("all"));
  json_object_set_new(json, "caches", json_string("cold"));
  json_object_set_new(json, "engine", name_or_null(engine_name(main->engine)));
  json_object_set_new(json, "states_are", name_or_null(engine_states_are(main->engine)));
  json_object_set_new(json, "up_to_renaming", json_boolean(main->renamed || other->renamed));
  json_object_set_new(json, "alike", alike_json(alike_of(answer)));
  json_object_set_new(json, "states", json_integer((json_int_t)(main->states + other->states)));
  json_object_set_new(json, "transitions", json_integer((json_int_t)(main->transitions + other->transitions)));
  json_object_set_new(json, "seconds", json_real(answer->seconds));
  json_object_set_new(json, "complete", json_boolean(main->complete && (other->n_costs == 0 || other->complete)));
  json_object_set_new(json, "worst_rmr", worst_json(worst));
  json_object_set_new(json, "unbounded", json_boolean(told != NULL && told->unbounded));
  if (other->n_costs != 0) {
    json_object_set_new(json, "cost", json_string(q->cost_text));
    json_object_set_new(json, "worst_cost", worst_json(worst_other));
    json_object_set_new(json, "worst_cost_unbounded", json_boolean(worst_other->unbounded));
    json_object_set_new(json, "costs", costs_json(other, q->cost_text));
  }
  if (main->n_costs != 0) json_object_set_new(json, "processes", costs_json(main, "rmr"));
  json_object_set_new(json, "verdicts", verdicts_json(q, main));
  if (main->n_invariants != 0) json_object_set_new(json, "invariants", answers_invariants(&q->setup, main));
  if (main->largest != NULL) json_object_set_new(json, "registers", answers_registers(&q->setup, main));
  return json;
}

/* --- witness files ------------------------------------------------------------------------------------------------ */

/* path with ".what" before its extension. */
static char *beside(const char *path, const char *what)
{
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  const int stem =
    dot != NULL && dot != path && (slash == NULL || dot > slash + 1) ? (int)(dot - path) : (int)strlen(path);
  return mem_format("%.*s.%s%s", stem, path, what, path + stem);
}

/* Writes to `path` the first time, beside it later. */
static bool write_one(struct witness *w, const char *path, const char *what, const char *comment, bool *first,
                      struct error *e)
{
  if (!w->found) return true;
  char *file = *first ? mem_text(path) : beside(path, what);
  *first = false;
  return witness_write(w, file, comment, e);
}

static bool write_cost(const struct question *q, struct explored_cost *c, bool other, const char *path, bool *first,
                       struct error *e)
{
  char what[32], comment[160], worst[32];
  snprintf(worst, sizeof worst, c->unbounded ? "unbounded" : "%" PRIu64, c->worst);
  snprintf(what, sizeof what, "%s%" PRIu32, other ? "other" : "cost", c->process);
  snprintf(comment, sizeof comment, "the most that a passage of P%" PRIu32 " can cost (%s): %s%s", c->process,
           unit_of(q, other), worst, c->complete ? "" : ", a lower bound");
  return write_one(&c->witness, path, what, comment, first, e);
}

static bool write_costs(const struct question *q, struct explored *explored, bool other, const char *path, bool *first,
                        struct error *e)
{
  const struct explored_cost *worst = explored_costliest(explored);
  if (worst == NULL) return true;
  if (!write_cost(q, &explored->cost[worst - explored->cost], other, path, first, e)) return false;
  for (uint32_t k = 0; k < explored->n_costs; k++)
    if (&explored->cost[k] != worst && !write_cost(q, &explored->cost[k], other, path, first, e)) return false;
  return true;
}

bool write_witnesses(const struct question *q, struct answer *answer, const char *path, struct error *e)
{
  bool first = true;
  if (!write_costs(q, &answer->main, false, path, &first, e) || !write_costs(q, &answer->other, true, path, &first, e))
    return false;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    const char *what = property_key(k);
    char comment[160], who[96];
    explored_detail_text(k, &answer->main.property[k], who, sizeof who);
    snprintf(comment, sizeof comment, "%s %s%s%s", what,
             answer->main.property[k].verdict == VERDICT_FAILS ? "fails" : "holds", *who != '\0' ? ": " : "", who);
    if (!write_one(&answer->main.property[k].witness, path, what, comment, &first, e)) return false;
  }
  for (uint32_t k = 0; k < answer->main.n_invariants; k++) {
    const struct rmr_invariant *invariant = &q->setup.algorithm->invariants[k];
    char comment[160];
    snprintf(comment, sizeof comment, "%s does not hold: %s", invariant->name, invariant->text);
    if (!write_one(&answer->main.invariant[k].witness, path, invariant->name, comment, &first, e)) return false;
  }
  return true;
}

bool write_outside(struct answer *answer, const char *path, const struct error *why, struct error *e)
{
  if (!answer->outside.found) return true;
  if (!witness_write(&answer->outside, mem_text(path), why->text, e)) return false;
  const size_t steps = answer->outside.schedule.n_steps;
  fprintf(stderr, "rmr explore: %s has the fewest steps to there, %zu; see `rmr replay`\n", path, steps);
  return true;
}
