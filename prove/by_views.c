/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_views.c: properties that two processes among anything do not prove, tried by views (views.h, views_paths.h), if P1
 * is among them. The views are searched once for all questions.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/system.h"
#include "prove/certificate.h"
#include "prove/check_shows.h"
#include "prove/proof.h"
#include "prove/tickets_hold.h"
#include "prove/views_paths.h"

/* with: all registers, or the order in which processes came. */
static void search_views(struct proof *p, struct scene with, struct proof_views *out)
{
  const struct prove_spec *spec = p->spec;
  const struct scene like = proof_scene(p, with);
  const bool paths =
    with.queue || spec->check[PROVE_P5] || spec->check[PROVE_BYPASS] || spec->cost || p->certificate != NULL;
  struct reach_limits told = p->limits;
  struct error e = {0};
  told.what = "views";
  const bool graph = scene_has_graph(&like); /* views know no neighbours */
  if (graph || !views_search(&like, &told, paths ? &out->graph : NULL, &out->found, &e))
    out->found = (struct views_found){.end = REACH_STUCK};
  p->out->interrupted |= out->found.end == REACH_INTERRUPTED;
}

/* First with the registers of each two processes; at one N where that is not enough, with those of all. */
static void try_views(struct proof *p)
{
  p->views.sought = true;
  p->views.found.end = REACH_STUCK;
  if (!proof_needs_views(p)) return;
  search_views(p, (struct scene){.whole = false}, &p->views);
  if (p->views.found.end == REACH_EXCLUSION && p->spec->n > 2) /* two processes have all registers */
    search_views(p, (struct scene){.whole = true}, &p->views);
}

/* REACH_ALL: the views have been found, and the steps between them too. */
static enum reach_end with_steps(const struct proof_views *v)
{
  return v->found.end == REACH_ALL && v->graph.steps == NULL ? REACH_MEMORY : v->found.end;
}

static enum reach_end find_views(struct proof *p, bool steps)
{
  if (!p->views.sought) try_views(p);
  return steps ? with_steps(&p->views) : p->views.found.end;
}

static enum reach_end find_in_line(struct proof *p)
{
  if (!p->queue.sought) search_views(p, (struct scene){.queue = true}, &p->queue);
  p->queue.sought = true;
  return with_steps(&p->queue);
}

/* Why views are not enough, for people. */
static void say_why(const struct proof *p, const struct views_found *found, enum reach_end end, char *out, size_t size)
{
  const struct rmr_algorithm *a = &p->spec->machine->algorithm;
  switch (end) {
  case REACH_EXCLUSION:
    snprintf(out, size, "two processes are in the critical section (%" PRIu32 " views)", found->n_views);
    break;
  case REACH_ORDER: snprintf(out, size, "a process enters before one that came first"); break;
  case REACH_STUCK:
    if (found->stuck == NULL) break;
    if (found->line == 0)
      snprintf(out, size, "not decided: %s", found->stuck);
    else
      snprintf(out, size, "not decided: line %s: %s", rmr_line_of(a, found->line)->label, found->stuck);
    break;
  case REACH_INTERRUPTED: snprintf(out, size, "interrupted"); break;
  default: snprintf(out, size, "too many views for the memory or the time"); break;
  }
}

/* Whether the views have the registers that those of the checker have: at one N a pair may keep fewer. */
static bool are_full(const struct views_scenes *scenes)
{
  const struct scene *w = &scenes->pair[0].scene;
  if (w->n == 0 || w->whole || w->n > CERTIFIED_MOST) return w->n <= CERTIFIED_MOST;
  struct scene full = shows_scene(2, (struct shows_form){.n = w->n}, 0);
  struct error e = {0};
  full.machine = w->machine;
  full.parameters = w->parameters;
  full.memory = w->memory;
  full.n = w->n;
  full.records = w->records;
  full.written = w->written;
  bool same = scene_create(&full, &e);
  if (same) shows_choose_cells(&full);
  same = same && full.n_cells == w->n_cells && views_keep_alike(scenes);
  scene_free(&full);
  return same;
}

/* Where the checker follows the views (check_views.h), and their steps were kept, they have a certificate. */
static struct certificate *certificate_of(const struct proof *p, const struct views_graph *views)
{
  if (views->steps == NULL) return NULL;
  const struct scene *w = &views->scenes.pair[0].scene;
  const bool ranks = w->ranks && ((w->n == 0 && !w->alike) || w->unbounded || w->machine->algorithm.group);
  const bool records = w->records->layout.n != 0 && (w->n == 0 || w->ranks);
  const bool arrays = w->machine->graph.n_arrays != 0 || neighbours_has(&w->machine->algorithm);
  bool others = ranks || records || arrays || w->nodes;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    others |= w->group[g].row == DIMENSION_PROCESSES && w->group[g].column == DIMENSION_PROCESSES;
  return !others && are_full(&views->scenes) ? p->certificate : NULL;
}

static void give_views(const struct views_graph *views, struct certificate *certificate)
{
  for (uint32_t pair = 0; certificate != NULL && pair < views->scenes.n_pairs; pair++) {
    const struct scene *w = &views->scenes.pair[pair].scene;
    const struct views_steps *of = &views->steps[pair];
    const struct abstract_graph all = {.word = of->words, .n_states = of->n_views, .length = w->length};
    certificate_views(certificate, w, &all, NULL);
  }
}

/* Of all paths through the views. P1 is a claim about the views themselves. */
static enum reach_end ask(struct proof *p, enum prove_property id, const struct views_graph *views, uint64_t *most)
{
  enum reach_end end = REACH_ALL;
  struct certificate *certificate = certificate_of(p, views);
  certificate_begin(certificate);
  if (id == PROVE_P5) end = views_first_come(views, &p->limits, certificate);
  if (id == PROVE_BYPASS) end = views_bypass(views, &p->limits, certificate, most);
  if (id == PROVE_P1) give_views(views, certificate);
  p->out->interrupted |= end == REACH_INTERRUPTED;
  return end;
}

/* The same where views have who came before whom, at every N. False: that says no more. */
static bool ask_in_line(struct proof *p, enum prove_property id, uint64_t *most)
{
  if (p->spec->n != 0 || !algorithm_has_doorway(&p->spec->machine->algorithm)) return false;
  return find_in_line(p) == REACH_ALL && ask(p, id, &p->queue.graph, most) == REACH_ALL && *most != REACH_NO_BOUND;
}

bool prove_tickets(struct proof *p)
{
  const struct tickets *t = p->tickets;
  const char *name = t->of->tree->group[t->counter].name;
  const enum reach_end end = find_in_line(p);
  char why[160] = "too many views for the memory or the time";
  if (end == REACH_ALL) return tickets_hold(t, &p->queue.graph, p->e);
  say_why(p, &p->queue.found, end, why, sizeof why);
  return fail(p->e, EXIT_INCOMPLETE, "%s: the tickets of %s: by views of two: %s", t->of->algorithm.name, name, why);
}

/* The last answer of ask(), if it has a certificate. */
static bool certify(struct proof *p, enum prove_property id, const struct views_graph *views, uint64_t bound)
{
  static const enum certificate_claim claims[N_PROVE_PROPERTIES] = {
    [PROVE_P1] = CLAIM_P1, [PROVE_P5] = CLAIM_P5, [PROVE_BYPASS] = CLAIM_BYPASS};
  struct certificate *certificate = certificate_of(p, views);
  if (certificate == NULL) return false;
  const uint64_t bounds[MOST_CLAIM_BOUNDS] = {bound};
  certificate_keep(certificate, claims[id], &views->scenes.pair[0].scene, bounds);
  return true;
}

void prove_by_views(struct proof *p, enum prove_property id)
{
  struct prove_answer *out = &p->out->property[id];
  uint64_t most = 0, in_line = 0;
  enum reach_end end = find_views(p, id != PROVE_P1);
  uint32_t n_views = p->views.found.n_views;
  const struct views_graph *by = &p->views.graph;
  if (end == REACH_ALL) end = ask(p, id, &p->views.graph, &most);
  if ((end == REACH_ORDER || most == REACH_NO_BOUND) && ask_in_line(p, id, &in_line)) {
    end = REACH_ALL;
    most = in_line;
    by = &p->queue.graph;
    n_views = p->queue.found.n_views;
  }
  if (end != REACH_ALL) {
    say_why(p, &p->views.found, end, out->why, sizeof out->why);
  } else if (most == REACH_NO_BOUND) {
    snprintf(out->why, sizeof out->why, "there is no bound either (%" PRIu32 " views)", p->views.found.n_views);
  } else {
    free(out->run.step);
    *out = (struct prove_answer){.verdict = PROVE_HOLDS, .bound = most, .basis = PROVE_BY_VIEWS, .states = n_views};
    out->certified = certify(p, id, by, most);
  }
}

/* A bound by views, if there is one. */
static struct prove_cost bound_of(const struct views_cost *cost)
{
  struct prove_cost out = {.own = cost->all, .states = cost->states, .basis = PROVE_BY_VIEWS};
  if (cost->all.most == REACH_NO_BOUND) {
    out.own = cost->own;
    out.below = cost->below;
    out.above = cost->above;
    out.two.most = 2 * prove_with_one(&out);
  }
  const bool known = out.own.most != REACH_NO_BOUND && prove_with_one(&out) != REACH_NO_BOUND;
  out.verdict = known ? PROVE_HOLDS : PROVE_NOT_PROVED;
  return out;
}

/* Whether a bound by views is the better one: by its slope, and then by what is left; or, among equals, as it has a
 * certificate. */
static bool is_better(const struct proof *p, const struct prove_cost *views, const struct prove_cost *before)
{
  if (views->verdict != PROVE_HOLDS || before->verdict == PROVE_NOT_PROVED) return views->verdict == PROVE_HOLDS;
  const struct prove_line now = prove_line(views), then = prove_line(before);
  const bool certifies = p->certificate != NULL && (before->basis & PROVE_BY_VALUES);
  return now.each != then.each ? now.each < then.each : now.more < then.more + certifies;
}

static void find_cost(struct proof *p)
{
  struct prove_cost *out = &p->out->cost;
  struct views_cost cost;
  enum reach_end end = find_views(p, true);
  struct certificate *certificate = certificate_of(p, &p->views.graph);
  certificate_begin(certificate);
  if (end == REACH_ALL) end = views_cost(&p->views.graph, &p->limits, certificate, &cost);
  p->out->interrupted |= end == REACH_INTERRUPTED;
  if (end != REACH_ALL) {
    if (out->verdict == PROVE_NOT_PROVED) say_why(p, &p->views.found, end, out->why, sizeof out->why);
    return;
  }
  const struct prove_cost bound = bound_of(&cost);
  if (!is_better(p, &bound, out)) return;
  *out = bound;
  out->certified = certificate != NULL && cost.all.most != REACH_NO_BOUND;
  const uint64_t bounds[MOST_CLAIM_BOUNDS] = {cost.all.most};
  if (out->certified) certificate_keep(certificate, CLAIM_RMR, &p->views.graph.scenes.pair[0].scene, bounds);
}

/* Where the bound is one by value, views get an eighth of the memory: it would do without them. */
void prove_costs_by_views(struct proof *p)
{
  const struct prove_cost *known = &p->out->cost;
  const size_t memory = p->limits.memory;
  const bool may_be_less =
    known->verdict == PROVE_HOLDS && (known->basis & PROVE_BY_MATCHES) == 0 && prove_with_one(known) != 0;
  if (known->verdict != PROVE_NOT_PROVED && !may_be_less) return;
  if (known->basis & PROVE_BY_VALUES) p->limits.memory /= 8;
  find_cost(p);
  p->limits.memory = memory;
}
