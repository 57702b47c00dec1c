/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/explore.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "explore/answer/confirm.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/combinations.h"

rmr_word explore_cap(const struct system_spec *setup)
{
  const rmr_word all = (rmr_word)setup->n * setup->passages;
  return setup->passages != 0 && all < INT16_MAX ? all + 1 : 2 * (rmr_word)setup->n;
}

/* Which processes are alike in all that they do: there is no observed one, and no local states have been merged. Where
 * the tables are too large, or there is no time, nothing is known. */
static struct likeness *find_alike(const struct explore_spec *spec)
{
  struct space_spec space_spec = explore_space(spec);
  struct space space;
  struct error ignored = {0};
  space_spec.up_to_renaming = true;
  limits_tell(&spec->limits, "tables");
  if (!space_create(&space, &space_spec, &ignored)) return NULL;
  struct likeness *alike = likeness_create(&space);
  space_free(&space);
  return alike;
}

/* The cost of P_p is that of the first process that is like it. */
static void take_from_first(const struct likeness *alike, uint32_t p, const struct explored_cost *first,
                            struct explored_cost *out)
{
  *out = *first;
  out->process = p;
  likeness_rename(alike, p, &first->witness, &out->witness);
}

/* The processes of which one stands for others in a cost. The holders of registers are not compared, and meals
 * depend on them. */
static const struct likeness *alike_in_costs(const struct explore_spec *spec, const struct explored *out)
{
  return spec->cost != COST_MEALS ? out->alike : NULL;
}

/* The costs that were asked for. When something has been answered, a lack of memory or an interrupt of the others does
 * not throw that away: they end as bounds. */
static bool explore_costs(const struct explore_spec *spec, bool answered, struct explored *out, struct error *e)
{
  const uint32_t first = spec->observed != 0 ? spec->observed : 1, last = spec->observed != 0 ? first : spec->setup.n;
  const struct likeness *alike = alike_in_costs(spec, out);
  out->cost = mem_new(last - first + 1, sizeof *out->cost);
  for (uint32_t p = first; p <= last; p++, answered = true) {
    struct error why = {0};
    struct explored_cost *cost = &out->cost[out->n_costs++];
    if (spec->observed == 0 && !likeness_is_first(alike, p)) {
      take_from_first(alike, p, &out->cost[alike->block[p] - 1], cost);
      continue;
    }
    *cost = (struct explored_cost){.process = p};
    if ((answered && limits_interrupted(&spec->limits)) || explore_cost(spec, p, cost, &why)) continue;
    *cost = (struct explored_cost){.process = p};
    if (!answered || why.code != EXIT_INCOMPLETE) return fail(e, why.code, "%s", why.text);
  }
  return true;
}

/* A property that holds as far as was searched is not decided; nor is one that fails, if the way there could not be
 * told. */
static void settle_verdict(struct explored_property *p)
{
  const bool unshown = p->verdict == VERDICT_FAILS && !p->witness.found && p->cut;
  if (unshown || (p->verdict == VERDICT_HOLDS && (p->unfinished || !p->complete))) p->verdict = VERDICT_NOT_DECIDED;
}

/* The answer for buffers of the size that the spec names. */
static bool explore_once(const struct explore_spec *given, struct explored *out, struct error *e)
{
  struct explore_spec spec = *given;
  *out = (struct explored){.complete = true, .buffer = order_capacity(&spec.setup.order)};
  if (!system_check(&spec.setup, e)) return false;
  if (spec.setup.n > DEPTH_MOST_PROCESSES)
    return fail(e, EXIT_USAGE, "N = %" PRIu32 " is too much for an exploration; at most %d processes", spec.setup.n,
                DEPTH_MOST_PROCESSES);
  if (time_passes(&spec.setup.time) && spec.setup.n == DEPTH_MOST_PROCESSES)
    return fail(e, EXIT_USAGE, "N = %" PRIu32 " is too much for an exploration with time; at most %d processes",
                spec.setup.n, DEPTH_MOST_PROCESSES - 1);
  if (spec.cost == COST_TICKS && !time_passes(&spec.setup.time))
    return fail(e, EXIT_USAGE, "there is no time, so nothing costs ticks; expected --time slow=S");
  if (!cost_is_known(spec.cost, spec.setup.algorithm, e)) return false;
  if (spec.cap == 0) spec.cap = explore_cap(&spec.setup);
  out->cap = spec.cap;
  const bool of_several = spec.check[PROPERTY_P5] || (spec.cost != COST_NONE && spec.observed == 0);
  if (spec.up_to_renaming && of_several && !explore_asks_regions(&spec)) out->alike = find_alike(&spec);
  const bool asks = explore_asks_properties(&spec);
  bool ok = !asks || explore_properties(&spec, out, e);
  ok = ok && (spec.cost == COST_NONE || explore_costs(&spec, asks || spec.answered, out, e));
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    settle_verdict(&out->property[k]);
    out->complete &= !out->property[k].unfinished && out->property[k].verdict != VERDICT_NOT_DECIDED;
  }
  for (uint32_t k = 0; k < out->n_invariants; k++) {
    settle_verdict(&out->invariant[k]);
    out->complete &= out->invariant[k].verdict != VERDICT_NOT_DECIDED;
  }
  ok = ok && confirm_answers(&spec, out, e);
  for (uint32_t k = 0; k < out->n_costs; k++) {
    out->complete &= out->cost[k].complete;
    out->refused |= out->cost[k].refused;
    if (asks || (spec.observed == 0 && !likeness_is_first(alike_in_costs(&spec, out), out->cost[k].process))) continue;
    out->renamed |= out->cost[k].renamed;
    out->states += out->cost[k].states;
    out->transitions += out->cost[k].transitions;
  }
  if (!ok) explored_free(out);
  if (!ok && e->code == EXIT_SAFETY && spec.outside != NULL) explore_outside(&spec, spec.outside, e);
  return ok;
}

/* --- buffers ------------------------------------------------------------------------------------------------------ */

enum { SMALLEST_BUFFER = 2 };

/* Whether larger buffers may give another answer. */
static bool is_bounded_by_buffers(const struct explored *out)
{
  bool full = false;
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    full |= out->property[k].full && out->property[k].verdict == VERDICT_HOLDS;
  for (uint32_t k = 0; k < out->n_invariants; k++)
    full |= out->invariant[k].full && out->invariant[k].verdict == VERDICT_HOLDS;
  for (uint32_t k = 0; k < out->n_costs; k++) full |= out->cost[k].full && out->cost[k].complete;
  return full;
}

/* Whether something fails that holds with smaller buffers. */
static bool fails_anew(const struct explored *larger, const struct explored *smaller)
{
  bool anew = false;
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    anew |= larger->property[k].verdict == VERDICT_FAILS && smaller->property[k].verdict == VERDICT_HOLDS;
  for (uint32_t k = 0; k < larger->n_invariants; k++)
    anew |= larger->invariant[k].verdict == VERDICT_FAILS && smaller->invariant[k].verdict == VERDICT_HOLDS;
  return anew;
}

/* Witnesses are runs with larger buffers as well: they get those of the question. */
static void name_buffer(struct explored *out, uint32_t buffer)
{
  for (uint32_t k = 0; k < N_PROPERTIES; k++) out->property[k].witness.schedule.order.buffer = buffer;
  for (uint32_t k = 0; k < out->n_invariants; k++) out->invariant[k].witness.schedule.order.buffer = buffer;
  for (uint32_t k = 0; k < out->n_costs; k++) out->cost[k].witness.schedule.order.buffer = buffer;
}

/* Tables and searches grow quickly with the size of the buffers, of which most runs need little. So small ones come
 * first. If no write has found its buffer full, the answer holds for buffers of any size. */
bool explore(const struct explore_spec *given, struct explored *out, struct error *e)
{
  struct explore_spec spec = *given;
  struct order_spec *order = &spec.setup.order;
  const uint32_t most = order_capacity(order), asked = order->buffer;
  if (!order_buffers(order)) return explore_once(&spec, out, e);
  order->buffer = most < SMALLEST_BUFFER ? most : SMALLEST_BUFFER;
  bool ok = explore_once(&spec, out, e);
  while (ok && order->buffer < most && out->complete && is_bounded_by_buffers(out)) {
    struct explored *larger = mem_new(1, sizeof *larger);
    struct error why = {0};
    order->buffer = 2 * order->buffer < most ? 2 * order->buffer : most;
    const bool more = explore_once(&spec, larger, &why);
    if (more && (larger->complete || fails_anew(larger, out))) {
      explored_free(out);
      *out = *larger;
    } else if (more) {
      explored_free(larger);
      order->buffer = most; /* the answer for the smaller ones says more */
    } else if (why.code != EXIT_INCOMPLETE) {
      ok = fail(e, why.code, "%s", why.text);
      explored_free(out);
    } else {
      order->buffer = most; /* the answer for the smaller ones must do */
    }
    free(larger);
  }
  if (ok) name_buffer(out, asked);
  if (!ok && spec.outside != NULL) spec.outside->schedule.order.buffer = asked;
  return ok;
}

void explored_free(struct explored *out)
{
  for (uint32_t k = 0; k < out->n_costs; k++) witness_free(&out->cost[k].witness);
  for (uint32_t k = 1; k < N_PROPERTIES; k++) witness_free(&out->property[k].witness);
  for (uint32_t k = 0; k < out->n_invariants; k++) witness_free(&out->invariant[k].witness);
  if (out->familiar != NULL) combinations_free(out->familiar);
  free(out->familiar);
  likeness_free(out->alike);
  free(out->cost);
  free(out->largest);
  *out = (struct explored){0};
}
