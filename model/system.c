/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "model/choice.h"
#include "model/guarded.h"
#include "model/names.h"

/* --- sections ----------------------------------------------------------------------------------------------------- */

static bool has_section(const struct rmr_algorithm *a, enum rmr_section section)
{
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && a->lines[row].section == section) return true;
  return false;
}

bool algorithm_has_doorway(const struct rmr_algorithm *a)
{
  return has_section(a, RMR_DOORWAY);
}

bool algorithm_has_recovery(const struct rmr_algorithm *a)
{
  return has_section(a, RMR_RECOVER);
}

bool algorithm_has_holders(const struct rmr_algorithm *a)
{
  bool any = false;
  for (uint32_t g = 0; g < a->n_shared; g++) any = any || a->shared[g].holder != NULL;
  return any;
}

static bool is_claimed(const struct rmr_claims *c, size_t claim)
{
  switch (claim) {
  case RMR_CITED_CC: return c->rmr_cc != NULL;
  case RMR_CITED_DSM: return c->rmr_dsm != NULL;
  case RMR_CITED_SPACE: return c->space != NULL;
  case RMR_CITED_BOUNDED: return c->bounded != RMR_UNSAID;
  case RMR_CITED_SURVIVES: return c->survives != NULL;
  }
  return claim != 0 && c->p[claim] != RMR_UNSAID;
}

const char *algorithm_cited(const struct rmr_algorithm *a, size_t claim)
{
  if (!is_claimed(&a->claims, claim)) return NULL;
  if (a->claims.cited[claim] != NULL) return a->claims.cited[claim];
  return claim == RMR_CITED_SPACE || claim == RMR_CITED_BOUNDED ? "its text, where they are counted" : a->source;
}

/* --- making one --------------------------------------------------------------------------------------------------- */

/* Leases that run out by themselves are what is said of time where there is none. */
static bool check_time(const struct system_spec *spec, struct error *e)
{
  const struct faults *faults = &spec->faults;
  if (time_passes(&spec->time) && faults->limit[LIMIT_ARRIVALS] != 0)
    return fail(e, EXIT_USAGE, "new processes do not come where there is time yet; expected no new:A with --time");
  if (!time_passes(&spec->time) || (faults->leases == 0 && faults->limit[LIMIT_EXPIRIES] == 0)) return true;
  return fail(e, EXIT_USAGE,
              "leases run out by themselves where there is no time; with --time %s tells by its clock, so "
              "expected no --leases",
              spec->algorithm->name);
}

/* Options that cannot be combined with waiting writes yet. */
static bool check_order(const struct system_spec *spec, struct error *e)
{
  const char *order = order_names[spec->order.order];
  if (spec->order.order == ORDER_SC) return true;
  const struct faults *faults = &spec->faults;
  if (faults->leases != 0 && !faults_counted(faults))
    return fail(e, EXIT_USAGE, "%s has registers that are leases; expected the order sc", spec->algorithm->name);
  if (faults_any(faults))
    return fail(e, EXIT_USAGE, "a crash would lose the writes in the buffer; expected no faults with the order %s",
                order);
  if (time_passes(&spec->time)) return fail(e, EXIT_USAGE, "expected no time with the order %s", order);
  if (memory_has_owners(spec->memory))
    return fail(
      e, EXIT_USAGE,
      "with the order %s the cost of a write in cc-writeback is known only when it is committed; expected cc, "
      "cc-keep or dsm",
      order);
  if (spec->algorithm->name_held != NULL)
    return fail(e, EXIT_USAGE, "%s is a renaming algorithm; expected the order sc", spec->algorithm->name);
  return true;
}

bool system_check(const struct system_spec *spec, struct error *e)
{
  const struct rmr_algorithm *a = spec->algorithm;
  if (spec->n < 1 || spec->n > SYSTEM_MAX_N)
    return fail(e, EXIT_USAGE, "N = %u: expected 1 to %d processes", spec->n, SYSTEM_MAX_N);
  if (rmr_state_size(a, spec->n) > RMR_MAX_STATE)
    return fail(e, EXIT_USAGE,
                "%s keeps %u byte%s for each process in a local state of at most %u: expected N up to %u", a->name,
                a->state_each, plural(a->state_each), RMR_MAX_STATE, (RMR_MAX_STATE - a->state_size) / a->state_each);
  if (spec->sessions != NULL && spec->sessions->rule == SESSIONS_LIST && spec->sessions->n_list != spec->n)
    return fail(e, EXIT_USAGE, "%u sessions are listed for N = %u processes", spec->sessions->n_list, spec->n);
  return check_time(spec, e) && check_order(spec, e);
}

/* Where the registers are N² or N³, a large N is a mistake to be told, not memory to be asked for. */
static const uint64_t MOST_REGISTERS = UINT64_C(1) << 28;

static bool count_registers(struct system *s, struct error *e)
{
  uint64_t total = 0;
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++) {
    const struct rmr_shared *shared = &s->algorithm->shared[g];
    struct system_group *group = &s->group[g];
    group->first = (uint32_t)total;
    group->n = algorithm_cells(shared, s->size);
    group->whole[0] = (struct rmr_field){.name = "",
                                         .max = shared->max,
                                         .names = shared->names,
                                         .time = shared->time,
                                         .horizon = shared->horizon,
                                         .min = shared->min};
    group->fields = shared->fields != NULL ? shared->fields : group->whole;
    s->places.offset[g] = (int64_t)total - ((int64_t)g << RMR_CELL_BITS);
    s->places.end[g] = (g << RMR_CELL_BITS) + group->n;
    total += group->n;
    if (total > MOST_REGISTERS || group->n >= UINT32_C(1) << (RMR_CELL_BITS - 1))
      return fail(e, EXIT_USAGE, "%s with N = %u has too many registers: more than %" PRIu64 " million",
                  s->algorithm->name, s->n, MOST_REGISTERS >> 20);
  }
  s->n_registers = (uint32_t)total;
  return true;
}

static void place_registers(struct system *s)
{
  s->home = mem_new(s->n_registers, sizeof *s->home);
  s->group_of = mem_new(s->n_registers, sizeof *s->group_of);
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++) {
    const struct rmr_shared *shared = &s->algorithm->shared[g];
    for (uint32_t cell = 0; cell < s->group[g].n; cell++) {
      const uint32_t var = s->group[g].first + cell;
      s->home[var] = shared->home != NULL ? shared->home(cell, size_for(s->size, shared)) : 0;
      s->group_of[var] = (uint8_t)g;
    }
  }
}

/* The spec's, or those of the algorithm's table; with a graph a block of our own, in which it is filled in. */
static bool set_parameters(struct system *s, struct error *e)
{
  const struct rmr_algorithm *a = s->algorithm;
  const void *given = s->spec.parameters;
  const bool graph = neighbours_has(a);
  if (given == NULL || graph) s->spec.parameters = s->parameters = algorithm_defaults(a);
  if (!graph) return true;
  if (given != NULL) memcpy(s->parameters, given, a->parameters_size);
  if (!neighbours_fill(a, s->parameters, s->n, s->spec.directory, &s->neighbours, e)) return false;
  s->graph = neighbours_of(a, s->parameters);
  return true;
}

static void set_clock(struct system *s)
{
  const struct time_spec *time = &s->spec.time;
  if (!time_passes(time)) return;
  s->begin = 1 + time_horizon(s->algorithm, s->size) + time->skew;
  s->end_of_time = time_largest(s->algorithm) - s->begin - time->skew;
}

/* Also of new processes that take the places of dead ones. 0: there is no end to them. */
static uint32_t passages_of_all(const struct system_spec *spec)
{
  uint64_t all = 0, most = 0;
  for (uint32_t p = 1; p <= spec->n; p++) {
    const uint32_t more = system_passages_of(spec, p);
    if (more == 0) return 0;
    all += more;
    if (more > most) most = more;
  }
  all += spec->faults.limit[LIMIT_ARRIVALS] * most;
  return all <= UINT32_MAX ? (uint32_t)all : 0;
}

/* Checks the initial values of registers. In a group without an initial_of the first register stands for all. */
static bool check_initial(const struct system *s, struct error *e)
{
  for (uint32_t g = 0; g < s->algorithm->n_shared; g++) {
    const uint32_t n = s->algorithm->shared[g].initial_of != NULL || s->group[g].n == 0 ? s->group[g].n : 1;
    for (uint32_t var = s->group[g].first; var < s->group[g].first + n; var++) {
      const uint32_t crashes = s->algorithm->shared[g].epoch ? s->size.crashes : 0;
      const rmr_word value = system_initial_value(s, var) + crashes;
      if (system_fit(s, var, value, INT64_MAX) != REGISTER_OUTSIDE) continue;
      char name[NAMES_SIZE], text[NAMES_SIZE];
      return fail(e, EXIT_USAGE, "%s, N = %u: %s is %s %s, outside its declared range", s->algorithm->name, s->n,
                  system_register_name(s, var, name, sizeof name), system_value_text(s, var, value, text, sizeof text),
                  crashes != 0 ? "after all crashes of the system" : "at first");
    }
  }
  return true;
}

struct rmr_size system_size_of(const struct system_spec *spec)
{
  return (struct rmr_size){.n = spec->n,
                           .self = guarded_self(spec->algorithm),
                           .sessions = session_largest(spec->sessions, spec->n),
                           .arrivals = spec->faults.limit[LIMIT_ARRIVALS],
                           .parameters = spec->parameters,
                           .crashes = faults_epochs(&spec->faults),
                           .passages = passages_of_all(spec),
                           .lapsing = faults_lapsing(&spec->faults)};
}

/* From here on the algorithm is that with buffers. */
static bool add_buffers(struct system *s, struct error *e)
{
  if (!order_buffers(&s->spec.order) && !order_has_fences(&s->spec.order)) return true;
  if (!buffered_create(&s->buffered, s, e)) return false;
  s->algorithm = &s->buffered.algorithm;
  s->state_size = s->algorithm->state_size;
  return true;
}

struct system *system_create(const struct system_spec *spec, struct error *e)
{
  if (!system_check(spec, e)) return NULL;
  struct system *s = mem_new(1, sizeof *s);
  s->spec = *spec;
  if (s->spec.sessions == NULL) s->spec.sessions = &s->distinct;
  s->algorithm = spec->algorithm;
  s->n = spec->n;
  s->memory = spec->memory;
  if (!set_parameters(s, e)) {
    system_free(s);
    return NULL;
  }
  s->size = system_size_of(&s->spec);
  s->state_size = rmr_state_size(s->algorithm, s->n);
  set_clock(s);
  s->watch = s->algorithm->watch != NULL ? s->algorithm->watch(s->size) : 3;
  if (s->watch == 0) {
    fail(e, EXIT_USAGE, "%s, N = %u: `watch` says that no wait reads a register", s->algorithm->name, s->n);
    system_free(s);
    return NULL;
  }
  for (uint8_t done = 0; done < RMR_N_SECTIONS; done++)
    for (uint8_t next = 0; next < RMR_N_SECTIONS; next++) s->after[done][next] = section_after(done, next);
  if (!count_registers(s, e)) {
    system_free(s);
    return NULL;
  }
  place_registers(s);
  if (check_initial(s, e) && add_buffers(s, e)) return s;
  system_free(s);
  return NULL;
}

void system_free(struct system *s)
{
  if (s == NULL) return;
  free(s->home);
  free(s->group_of);
  free(s->parameters);
  neighbours_free(&s->neighbours);
  free(s);
}

uint32_t system_session(const struct system_spec *spec, uint32_t p, uint32_t k)
{
  if (spec->asks != NULL && k <= spec->asks[p].n) return spec->asks[p].session[k - 1];
  return session_of(spec->sessions, spec->seed, p, k);
}

uint32_t system_skew(const struct system_spec *spec, uint32_t p)
{
  if (spec->skew_of != NULL) return spec->skew_of[p];
  if (spec->time.skew == 0) return 0;
  uint64_t seed = spec->seed, state = rng_next(&seed) ^ p;
  return rng_below(&state, spec->time.skew + 1);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

uint64_t algorithm_space(const struct rmr_algorithm *a, struct rmr_size size)
{
  uint64_t cells = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) cells += algorithm_cells(&a->shared[g], size);
  return cells;
}

bool algorithm_bounds(const struct rmr_shared *shared)
{
  if (shared->fields == NULL || shared->max != NULL) return shared->max != NULL;
  for (const struct rmr_field *f = shared->fields; f->name != NULL; f++)
    if (f->max == NULL) return false;
  return true;
}

rmr_word system_initial_value(const struct system *s, uint32_t var)
{
  const struct rmr_shared *shared = system_shared(s, var);
  return shared->initial_of != NULL ? shared->initial_of(system_cell(s, var), size_for(s->size, shared))
                                    : shared->initial;
}

const struct rmr_field *system_time_field(const struct system *s, uint32_t var)
{
  const struct rmr_field *f = s->group[s->group_of[var]].fields;
  while (f->name != NULL && !f->time) f++;
  return f->name != NULL ? f : NULL;
}

enum register_fit system_fit(const struct system *s, uint32_t var, rmr_word value, rmr_word cap)
{
  enum register_fit fit = REGISTER_FITS;
  rmr_word rest = value; /* the bits for which no field has room */
  if (value < system_shared(s, var)->min) return REGISTER_OUTSIDE;
  for (const struct rmr_field *f = s->group[s->group_of[var]].fields; f->name != NULL; f++) {
    const rmr_word part = system_part(f, value);
    const bool above = f->max != NULL && part > f->max(size_for(s->size, system_shared(s, var)));
    if (part < f->min || (above && !order_buffers(&s->spec.order))) return REGISTER_OUTSIDE;
    if ((above || f->max == NULL) && part > cap) fit = REGISTER_CAPPED;
    rest = f->width == 0 ? 0 : rest & ~((((rmr_word)1 << f->width) - 1) << f->shift);
  }
  return rest == 0 ? fit : REGISTER_OUTSIDE;
}
