/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * each_n.c: proofs for one N, or for each of a range. A proof for every N does not grow with N, as one at a single N
 * does: there each two processes have a scene of their own, and values are exact. So every N is tried first, and only
 * what it leaves open is asked of each N. Of few processes each N itself is quick, and its bounds may be smaller.
 */
#include <stdlib.h>

#include "prove/parameters.h"
#include "prove/prove.h"

enum { FEW = 4 };

/* Whether any question remains: one that one N leaves open is not known of all. */
static bool ask_on(struct prove_spec *spec, const struct proved *all)
{
  bool any = spec->cost &= all->cost.verdict <= PROVE_HOLDS;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) any |= spec->check[k] &= all->property[k].verdict <= PROVE_HOLDS;
  return any;
}

static bool ask_each(const struct prove_spec *given, struct prove_range range, struct proved *out, struct error *e)
{
  struct prove_spec spec = *given;
  bool ok = true;
  *out = (struct proved){.interrupted = false};
  for (spec.n = range.first; ok && spec.n <= range.last && !out->interrupted && ask_on(&spec, out); spec.n++) {
    struct proved here;
    ok = prove(&spec, &here, e);
    proved_join(out, &here);
    if (spec.n == 2 && range.last > 2) out->cost.two.most = 0; /* there are no two others */
  }
  if (spec.n <= range.last && out->interrupted) proved_leave_open(out);
  return ok;
}

/* Leaves in *rest what is to be asked of each N. False: nothing. */
static bool leave_rest(struct proved *every, struct prove_spec *rest)
{
  bool any = false;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    every->property[k].at_every_n = every->property[k].verdict == PROVE_HOLDS;
    rest->check[k] &= every->property[k].verdict > PROVE_HOLDS;
    any |= rest->check[k];
  }
  every->cost.at_every_n = every->cost.verdict == PROVE_HOLDS;
  rest->cost &= every->cost.verdict > PROVE_HOLDS;
  return any || rest->cost;
}

/* The answers of each N to the rest take the place of those of every N, if these say no more. */
static void take_rest(struct proved *every, const struct prove_spec *rest, struct proved *each)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    if (!rest->check[k] || each->property[k].verdict > every->property[k].verdict) continue;
    free(every->property[k].run.step);
    every->property[k] = each->property[k];
    each->property[k].run.step = NULL;
  }
  if (rest->cost && each->cost.verdict <= every->cost.verdict) {
    every->cost = each->cost;
    prove_run_move(&each->cost_run, &every->cost_run);
  }
  every->unbounded |= each->unbounded;
}

/* With or without the assumption that spec names. */
static bool prove_as_assumed(const struct prove_spec *spec, struct prove_range range, struct proved *out,
                             struct error *e)
{
  struct prove_spec rest = *spec;
  struct proved each;
  struct error why = {0};
  rest.n = 0;
  const bool first_every = range.last > FEW && spec->certificate == NULL;
  const bool followed = first_every && prove(&rest, out, &why);
  if (first_every && !followed && out->interrupted) return fail(e, why.code, "%s", why.text);
  if (!followed) return ask_each(spec, range, out, e);
  if (range.first == range.last) proved_at(out, range.first);
  if (!leave_rest(out, &rest) || out->interrupted) return true;
  if (ask_each(&rest, range, &each, &why)) take_rest(out, &rest, &each);
  out->interrupted = each.interrupted;
  proved_free(&each);
  return true;
}

/* Of few processes a text that is not followed may be at every N, such as one whose tickets are nodes then. */
static bool prove_as_every(const struct prove_spec *spec, struct prove_range range, struct proved *out, struct error *e)
{
  struct prove_spec rest = *spec;
  struct error why = {0};
  if (range.last > FEW || spec->certificate != NULL || out->interrupted) return false;
  proved_free(out);
  rest.n = 0;
  if (!prove(&rest, out, &why)) return false;
  if (range.first == range.last) proved_at(out, range.first);
  leave_rest(out, &rest);
  *e = (struct error){0};
  return true;
}

/* Each N has the parameters that it is asked with, such as a graph. */
static bool is_there(const struct prove_spec *spec, struct prove_range range, struct error *e)
{
  for (uint32_t n = range.first; n <= range.last; n++) {
    struct prove_parameters parameters;
    if (!prove_parameters_create(&parameters, &spec->machine->algorithm, spec->parameters, n, e)) return false;
    prove_parameters_free(&parameters);
  }
  return true;
}

bool prove_range(const struct prove_spec *given, struct prove_range range, struct proved *out, struct error *e)
{
  struct prove_spec spec = *given;
  struct error why = {0};
  *out = (struct proved){.interrupted = false};
  if (!is_there(&spec, range, e)) return false;
  spec.n = 0;
  if (range.first == 0) return prove(&spec, out, e);
  spec.assume_ranges = false;
  if (prove_as_assumed(&spec, range, out, e)) return true;
  if (!given->assume_ranges || out->interrupted) return prove_as_every(&spec, range, out, e);
  proved_free(out);
  spec.assume_ranges = true;
  if (!prove_as_assumed(&spec, range, out, &why)) return prove_as_every(&spec, range, out, e);
  *e = (struct error){0};
  return true;
}
