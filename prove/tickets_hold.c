/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/tickets_hold.h"

#include "model/system.h"
#include "prove/views_queue.h"

static uint32_t node_in(const struct scene *w, const int32_t *view, uint32_t member)
{
  return (uint32_t)view[state_member(w, member) + STATE_NODE];
}

/* Whether the member's ticket is smaller than that of the other one of the pair, if that one has a ticket. */
static bool is_smallest(const struct scene *w, const int32_t *view, uint32_t member)
{
  return !queue_is_there(w, view, 1 - member) || queue_came_before(w, view, member, 1 - member);
}

/* The register of the ticket whose passage is over: its node is now the next one that the process puts in. */
static bool is_closed(const struct tickets *t, const struct scene *w, const int32_t *view, uint32_t member)
{
  const struct abstract node = abstract_unpack(view[state_member(w, member) + STATE_SLOTS + t->next]);
  const int cell = scene_cell(w, t->places, node, abstract_plain(0));
  return node.kind == ABSTRACT_NODE && cell != NO_CELL &&
         view[state_cells(w) + (uint32_t)cell] == abstract_pack(abstract_plain((int32_t)t->closed));
}

/* NULL: the step is as it must be. */
static const char *wrong_with(const struct tickets *t, const struct scene *w, const int32_t *from, const int32_t *to,
                              uint32_t member)
{
  const uint32_t node = node_in(w, from, member);
  const bool before = queue_is_there(w, from, member), after = queue_is_there(w, to, member);
  if (t->to_next[node] && !is_smallest(w, from, member))
    return "the place of the next one is accessed while a smaller one is held";
  if (!before || after) return NULL;
  if (!t->has_none[node_in(w, to, member)]) return "a passage may begin with that of the one before";
  if (!is_smallest(w, from, member)) return "a passage may end while a smaller one is held";
  return is_closed(t, w, to, member) ? NULL : "a passage may end, and leave its place open";
}

static bool refuse_step(const struct tickets *t, const struct scene *w, const int32_t *from, uint32_t member,
                        const char *why, struct error *e)
{
  const struct rmr_algorithm *a = &t->of->algorithm;
  const struct node *n = &w->machine->graph.node[node_in(w, from, member)];
  return fail(e, EXIT_INCOMPLETE, "%s%s%s: the tickets of %s: %s", a->name, n->line != 0 ? ", line " : "",
              n->line != 0 ? rmr_line_of(a, n->line)->label : "", t->of->tree->group[t->counter].name, why);
}

bool tickets_hold(const struct tickets *t, const struct views_graph *g, struct error *e)
{
  for (uint32_t p = 0; p < g->scenes.n_pairs; p++) {
    const struct scene *w = &g->scenes.pair[p].scene;
    const struct views_steps *of = &g->steps[p];
    for (uint32_t k = 0; k < of->first[of->n_views]; k++) {
      const struct views_step *s = &of->step[k];
      const int32_t *from = of->words + (size_t)s->from * w->length, *to = of->words + (size_t)s->to * w->length;
      const char *why = s->mover != VIEWS_THIRD ? wrong_with(t, w, from, to, s->mover) : NULL;
      if (why != NULL) return refuse_step(t, w, from, s->mover, why, e);
    }
  }
  return true;
}
