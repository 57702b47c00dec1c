/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/words.h"
#include "model/options.h"
#include "model/sessions.h"

static json_t *number_or_null(uint64_t number)
{
  return number != 0 ? json_integer((json_int_t)number) : json_null();
}

json_t *answers_parameters(const struct rmr_algorithm *algorithm, const void *parameters)
{
  if (algorithm->parameters == NULL || parameters == NULL) return NULL;
  json_t *out = json_object();
  for (const struct rmr_option *o = algorithm->parameters; o->key != NULL; o++) {
    char *text = option_text(o, parameters);
    json_object_set_new(out, o->key,
                        o->type == RMR_INTEGER  ? json_integer(strtoll(text, NULL, 10))
                        : o->type == RMR_NUMBER ? json_real(strtod(text, NULL))
                                                : json_string(text));
    free(text);
  }
  return out;
}

json_t *answers_cited(const struct rmr_algorithm *algorithm)
{
  static const char *const keys[RMR_N_CITED] = {
    [RMR_CITED_CC] = "rmr_cc",       [RMR_CITED_DSM] = "rmr_dsm",       [RMR_CITED_SPACE] = "space",
    [RMR_CITED_BOUNDED] = "bounded", [RMR_CITED_SURVIVES] = "survives",
  };
  json_t *out = json_object();
  for (size_t k = 1; k < RMR_N_CITED; k++) {
    const char *cited = algorithm_cited(algorithm, k);
    if (cited != NULL)
      json_object_set_new(out, keys[k] != NULL ? keys[k] : property_key((enum property_id)k), json_string(cited));
  }
  return out;
}

json_t *answers_faults(const struct system_spec *setup)
{
  char text[2 * FAULTS_SIZE];
  faults_spelled(&setup->faults, setup->algorithm, text, sizeof text);
  return strcmp(text, "none") != 0 ? json_string(text) : NULL;
}

json_t *answers_time(const struct system_spec *setup)
{
  char text[TIME_SIZE];
  return time_passes(&setup->time) ? json_string(time_text(&setup->time, text, sizeof text)) : NULL;
}

json_t *answers_order(const struct system_spec *setup)
{
  char text[ORDER_SIZE];
  if (setup->order.order == ORDER_SC) return NULL;
  return json_string(order_text(&setup->order, setup->algorithm, text, sizeof text));
}

json_t *answers_scope(const struct system_spec *setup, const char *sessions, uint32_t observed, uint64_t budget)
{
  return json_pack(
    "{s:s, s:s, s:o*, s:I, s:s, s:n, s:s, s:I, s:o*, s:o*, s:o*, s:s, s:I, s:o}", "drive", "explore", "algorithm",
    system_spec_text(setup), "parameters", answers_parameters(setup->algorithm, setup->parameters), "n",
    (json_int_t)setup->n, "memory", memory_names[setup->memory], "adversary", "sessions", sessions, "passages",
    (json_int_t)setup->passages, "faults", answers_faults(setup), "time", answers_time(setup), "order",
    answers_order(setup), "start", "cold", "observed", (json_int_t)observed, "budget", number_or_null(budget));
}

json_t *answers_witness(const struct witness *witness)
{
  if (!witness->found) return json_null();
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  struct error ignored = {0}; /* the system of a witness has been made before */
  schedule_print(&witness->schedule, NULL, out, &ignored);
  mem_stream_end(out);
  json_t *json = json_string(text);
  free(text);
  return json;
}

/* --- verdicts ----------------------------------------------------------------------------------------------------- */

/* The bounds of a verdict: a key for each bound; null if it is complete. */
static json_t *bound_of(const struct system_spec *setup, const struct explored *explored,
                        const struct explored_property *p)
{
  if (p->verdict == VERDICT_FAILS && p->rests) return json_pack("{s:I}", "passages", (json_int_t)setup->passages);
  if (p->verdict != VERDICT_HOLDS && p->verdict != VERDICT_NOT_DECIDED) return json_null();
  json_t *bound = json_object();
  if (setup->passages != 0) json_object_set_new(bound, "passages", json_integer(setup->passages));
  if (p->capped) json_object_set_new(bound, "cap", json_integer(explored->cap));
  if (p->verdict == VERDICT_NOT_DECIDED) json_object_set_new(bound, "states", json_integer((json_int_t)p->states));
  if (json_object_size(bound) > 0) return bound;
  json_decref(bound);
  return json_null();
}

static json_t *verdict_json(const struct system_spec *setup, const struct explored *explored,
                            const struct explored_property *p, bool bounds_steps, const char *detail)
{
  static const char *const names[] = {[VERDICT_NOT_CHECKED] = "not checked",
                                      [VERDICT_NOT_DECIDED] = "not decided",
                                      [VERDICT_HOLDS] = "holds",
                                      [VERDICT_FAILS] = "fails"};
  const bool complete = p->verdict == VERDICT_FAILS || p->verdict == VERDICT_HOLDS;
  char text[128];
  explored_holds_text(setup, explored, p, text, sizeof text);
  return json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:s, s:s, s:o}", "verdict", names[p->verdict], "complete", complete,
                   "bound", bound_of(setup, explored, p), "process", number_or_null(p->process), "other",
                   number_or_null(p->other), "own_steps",
                   bounds_steps ? json_integer((json_int_t)p->bound) : json_null(), "text", text, "detail", detail,
                   "witness", answers_witness(&p->witness));
}

json_t *answers_verdict(const struct system_spec *setup, const struct explored *explored, uint32_t property)
{
  const struct explored_property *p = &explored->property[property];
  const bool holds = p->verdict == VERDICT_HOLDS;
  char detail[96];
  explored_detail_text(property, p, detail, sizeof detail);
  const bool counts_steps = property_table[property].bound == BOUND_OWN_STEPS;
  json_t *verdict = verdict_json(setup, explored, p, counts_steps && holds, detail);
  if (property == PROPERTY_RESPONSE)
    json_object_set_new(verdict, "ticks", holds ? json_integer((json_int_t)p->bound) : json_null());
  if (property == PROPERTY_RATE)
    json_object_set_new(verdict, "ticks",
                        p->verdict >= VERDICT_HOLDS && p->bound != GAP_NONE ? json_integer((json_int_t)p->bound)
                                                                            : json_null());
  return verdict;
}

json_t *answers_all_invariants(const struct system_spec *setup, const struct explored *explored)
{
  const struct explored_property *shown = explored_invariants(explored);
  char detail[192];
  if (shown == NULL) return NULL;
  return verdict_json(setup, explored, shown, false, explored_invariants_text(setup, explored, detail, sizeof detail));
}

json_t *answers_invariants(const struct system_spec *setup, const struct explored *explored)
{
  json_t *out = json_array();
  for (uint32_t k = 0; k < explored->n_invariants; k++) {
    json_t *one = verdict_json(setup, explored, &explored->invariant[k], false, "");
    json_object_set_new(one, "name", json_string(setup->algorithm->invariants[k].name));
    json_object_set_new(one, "says", json_string(setup->algorithm->invariants[k].text));
    json_array_append_new(out, one);
  }
  return out;
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

json_t *answers_cost(const char *cost, const struct explored_cost *found)
{
  return json_pack("{s:s, s:I, s:o, s:b, s:s, s:s?, s:s?, s:b, s:I, s:I, s:o, s:o}", "cost", cost, "process",
                   (json_int_t)found->process, "worst",
                   found->unbounded ? json_null() : json_integer((json_int_t)found->worst), "unbounded",
                   found->unbounded, "kind", found->unbounded ? "unbounded" : explored_scope_text(found), "engine",
                   engine_name(found->engine), "states_are", engine_states_are(found->engine), "up_to_renaming",
                   found->renamed, "states", (json_int_t)found->states, "transitions", (json_int_t)found->transitions,
                   "context_switches", found->witness.found ? json_integer(found->witness.changes) : json_null(),
                   "witness", answers_witness(&found->witness));
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* "capped": it met the largest value that is looked at, and may grow beyond. */
static json_t *register_json(const struct system_spec *setup, const struct explored *explored, uint32_t g, uint32_t f,
                             bool capped)
{
  const struct rmr_shared *shared = &setup->algorithm->shared[g];
  const struct rmr_field *field = shared->fields != NULL ? &shared->fields[f] : NULL;
  rmr_word (*const max)(struct rmr_size) = field != NULL ? field->max : shared->max;
  const rmr_word largest = explored->largest[(size_t)g * RMR_MAX_FIELDS + f];
  json_t *name = json_sprintf("%s%s%s", shared->name, field != NULL ? "." : "", field != NULL ? field->name : "");
  return json_pack("{s:o, s:I, s:o, s:b}", "name", name, "largest", (json_int_t)largest, "max",
                   max != NULL ? json_integer((json_int_t)max(size_for(system_size_of(setup), shared))) : json_null(),
                   "capped", max == NULL && capped && largest >= explored->cap);
}

json_t *answers_registers(const struct system_spec *setup, const struct explored *explored)
{
  json_t *out = json_array();
  bool capped = false;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) capped = capped || explored->property[k].capped;
  for (uint32_t g = 0; explored->largest != NULL && g < setup->algorithm->n_shared; g++)
    for (uint32_t f = 0; f < RMR_MAX_FIELDS; f++)
      if (explored->largest[(size_t)g * RMR_MAX_FIELDS + f] >= 0)
        json_array_append_new(out, register_json(setup, explored, g, f, capped));
  return out;
}

json_t *answers_violations(const struct monitor *monitor)
{
  json_t *out = json_array();
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *v = &monitor->violation[k];
    json_array_append_new(
      out, json_pack("{s:s, s:I, s:s}", "property", v->property, "step", (json_int_t)v->step, "text", v->text));
  }
  return out;
}
