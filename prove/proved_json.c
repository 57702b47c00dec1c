/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/proved_json.h"

#define NAME_YES(id, key) [PROVE_##id] = key,
#define NAME_NO(id, key)
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) NAME_##proved(id, key)
const char *const prove_names[N_PROVE_PROPERTIES] = {PROPERTIES(P)[PROVE_BYPASS] = "bypass"};
#undef P

/* Whether the answer is a number of steps or entries. */
static bool has_bound(enum prove_property id)
{
  return id == PROVE_P3 || id == PROVE_P4 || id == PROVE_BYPASS;
}

static const char *const verdict_words[] = {
  [PROVE_HOLDS] = "proved", [PROVE_NOT_PROVED] = "not proved", [PROVE_NOT_DECIDED] = "not decided"};

static json_t *part_json(uint64_t part)
{
  return part == REACH_NO_BOUND ? json_null() : json_integer((json_int_t)part);
}

/* own + each (N-1) */
static json_t *line_json(uint64_t each, uint64_t own)
{
  return json_pack("{s:I, s:I}", "each", (json_int_t)each, "more", (json_int_t)own - (json_int_t)each);
}

/* Its steps, and how many of the last ones are made again and again. */
static void set_run(json_t *o, const struct machine *machine, const struct prove_run *run)
{
  json_t *steps = json_array();
  for (size_t k = 0; k < run->n && run->step != NULL; k++)
    json_array_append_new(steps, json_pack("{s:s, s:s, s:b}", "process", run->step[k].member == 0 ? "a" : "b", "line",
                                           rmr_line_of(&machine->algorithm, run->step[k].line)->label, "lies",
                                           run->step[k].lies));
  if (run->step != NULL) json_object_set(o, "run", steps);
  if (run->step != NULL && run->n_loop != 0) json_object_set_new(o, "loop", json_integer((json_int_t)run->n_loop));
  json_decref(steps);
}

/* Of several over a range of N, the last one. */
static void set_basis(json_t *o, uint32_t basis)
{
  static const char *const keys[] = {
#define X(name, key, why) key,
    PROVE_BASES(X)
#undef X
  };
  for (uint32_t k = 0; k < N_PROVE_BASES; k++)
    if (basis >> k & 1) json_object_set_new(o, "by", json_string(keys[k]));
}

static json_t *property_json(const struct machine *machine, const struct proved *proved, enum prove_property id)
{
  const struct prove_answer *p = &proved->property[id];
  json_t *o = json_pack("{s:s, s:I}", "verdict", verdict_words[p->verdict], "states", (json_int_t)p->states);
  if (p->at_every_n) json_object_set_new(o, "every_n", json_true());
  set_basis(o, p->basis);
  if (has_bound(id) && p->verdict == PROVE_HOLDS)
    json_object_set_new(o, "bound",
                        p->per_level
                          ? json_pack("{s:o, s:o}", "each_level", part_json(p->bound), "more", part_json(p->once))
                        : p->by_accounts ? line_json(prove_each(p), p->bound)
                                         : part_json(p->bound));
  if (p->by_accounts) {
    json_object_set_new(o, "own", part_json(p->bound));
    json_object_set_new(o, "below", part_json(p->below));
    json_object_set_new(o, "above", part_json(p->above));
  }
  if (p->why[0] != '\0') json_object_set_new(o, "why", json_string(p->why));
  set_run(o, machine, &p->run);
  return o;
}

json_t *prove_properties_json(const struct machine *machine, const struct proved *proved)
{
  json_t *o = json_object();
  for (int id = 0; id < N_PROVE_PROPERTIES; id++)
    if (proved->property[id].verdict != PROVE_NOT_ASKED)
      json_object_set_new(o, prove_names[id], property_json(machine, proved, (enum prove_property)id));
  return o;
}

/* A bound as a function of N: a line, the factors of the powers of N-1 from 0 on, or so much at each level. */
static json_t *bound_json(const struct prove_cost *c)
{
  if (c->form == PROVE_PER_LEVEL) return json_pack("{s:o}", "each_level", part_json(c->own.most));
  if (c->form == PROVE_LINE) {
    const struct prove_line line = prove_line(c);
    return json_pack("{s:I, s:I}", "each", line.each, "more", line.more);
  }
  json_t *powers = json_array();
  for (uint32_t k = 0; k < PROVE_MOST_POWERS; k++) json_array_append_new(powers, part_json(c->power[k].most));
  return json_pack("{s:o}", "powers", powers);
}

json_t *prove_cost_json(const struct machine *machine, const struct proved *proved)
{
  const struct prove_cost *c = &proved->cost;
  json_t *o = json_pack("{s:s, s:I}", "verdict", verdict_words[c->verdict], "states", (json_int_t)c->states);
  if (c->form == PROVE_LINE) {
    json_object_set_new(o, "own", part_json(c->own.most));
    json_object_set_new(o, "below", part_json(c->below.most));
    json_object_set_new(o, "above", part_json(c->above.most));
    if (c->verdict == PROVE_HOLDS) json_object_set_new(o, "two", part_json(c->two.most));
  }
  if (c->verdict == PROVE_HOLDS) json_object_set_new(o, "bound", bound_json(c));
  if (c->at_every_n) json_object_set_new(o, "every_n", json_true());
  set_basis(o, c->basis);
  if (c->why[0] != '\0') json_object_set_new(o, "why", json_string(c->why));
  if (c->verdict == PROVE_NOT_PROVED) set_run(o, machine, &proved->cost_run);
  return o;
}
