/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * levels_pay.c: the cost of a passage through levels, and the steps of its exit.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/levels.h"

/* Between two looks at the level's register the place of another process is read once at most: the loop goes on from
 * one to the next, and begins again only behind a look. It leaves out the own place. */
static bool check_others(struct levels *l)
{
  const uint32_t end = l->more;
  if (levels_lead(l, l->look, l->see, (struct stops){{end, l->again, NO_NODE}}) ||
      levels_lead(l, l->claim, l->see, (struct stops){{end, l->again, NO_NODE}}))
    return levels_fail(l, "a wait does not begin with the first one of the others");
  if (levels_lead(l, l->again, l->again, (struct stops){{end, l->look, NO_NODE}}) ||
      levels_lead(l, l->see, l->see, (struct stops){{end, l->look, l->next}}))
    return levels_fail(l, "a place may be looked at again before the level's register is");
  for (uint32_t k = 0; k < l->graph.flow->n_nodes; k++)
    l->graph.barred[k] = levels_differs(levels_node(l, k), l->other);
  const bool own = levels_lead(l, l->again, l->see, (struct stops){{end, l->look, NO_NODE}}) ||
                   levels_lead(l, l->next, l->see, (struct stops){{end, l->look, NO_NODE}});
  memset(l->graph.barred, 0, l->graph.flow->n_nodes * sizeof *l->graph.barred);
  return !own || levels_fail(l, "one's own place is looked at as well");
}

/* --- the cost ----------------------------------------------------------------------------------------------------- */

/* Accesses that may cost, or writes of places, on the longest way: in a level, or outside. False: there is no longest
 * one. */
static bool pay(const struct levels *l, bool inside, bool places, struct reach_paid *out)
{
  const uint32_t n = l->graph.flow->n_nodes;
  bool *counted = mem_new(n, sizeof *counted);
  for (uint32_t k = 0; k < n; k++) {
    const struct node *at = levels_node(l, k);
    const bool any = at->kind == NODE_ACCESS && rmr_kind_accesses(at->access) && (inside ? l->body[k] : l->outside[k]);
    const bool writes = at->access == RMR_WRITE && at->group == l->places;
    counted[k] = any && (places ? writes : k != l->look && k != l->see);
  }
  const bool finite = part_longest(&l->graph, inside ? l->entry : l->behind, inside ? l->more : l->begin, counted, out);
  free(counted);
  return finite;
}

/* So much more, at one line. */
static void add(struct reach_paid *paid, uint16_t line, uint64_t much)
{
  paid->most += much;
  paid->by_line[line] = (uint16_t)(paid->by_line[line] + much);
}

/* By powers of N-1. At each level the first look at the register costs where the own write leaves no copy, and so does
 * the one that ends the wait. Of another one's place the first look costs, the last one, and one for each write between
 * two times that this one writes its name at the level. */
static bool find_cost(struct levels *l, enum memory memory, struct reach_paid power[PROVE_MOST_POWERS])
{
  struct reach_paid outside, each;
  const uint16_t look = levels_node(l, l->look)->line, see = levels_node(l, l->see)->line;
  if (!pay(l, false, false, &power[0]) || !pay(l, true, false, &power[1]) || !pay(l, false, true, &outside) ||
      !pay(l, true, true, &each))
    return levels_fail(l, "there is a loop in which an access is made again and again");
  add(&power[1], look, memory_writer_holds(memory) ? 1 : 2);
  power[2] = power[3] = (struct reach_paid){.most = 0};
  add(&power[2], see, 2 + outside.most);
  add(&power[3], see, each.most);
  return true;
}

bool levels_cost(struct levels *l, enum memory memory, struct prove_cost *cost)
{
  *cost = (struct prove_cost){.form = PROVE_POWERS, .basis = PROVE_BY_LEVELS};
  if (!memory_has_caches(memory)) return levels_fail(l, "without caches each look costs");
  if (!check_others(l) || !find_cost(l, memory, cost->power)) return false;
  cost->verdict = PROVE_HOLDS;
  return true;
}

uint64_t levels_exit(struct levels *l)
{
  const uint32_t n = l->graph.flow->n_nodes;
  struct reach_paid steps;
  bool *counted = mem_new(n, sizeof *counted);
  for (uint32_t k = 0; k < n; k++) counted[k] = l->outside[k] && levels_node(l, k)->kind == NODE_ACCESS;
  const bool finite = part_longest(&l->graph, l->behind, l->begin, counted, &steps);
  free(counted);
  if (!finite) levels_fail(l, "an exit has a loop with a step in it");
  return finite ? steps.most : REACH_NO_BOUND;
}
