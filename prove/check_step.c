/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_step.c: a step in all its ways. Behind the access come local nodes, up to the next access. The reachable part
 * is a set of pairs of a node and a state, each of which is looked at once: a loop over a stretch that is passed any
 * number of times ends where nothing new is reached. No loop may go through pairs again without having counted.
 */
#include "prove/check_step.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/system.h"
#include "prove/check_way.h"
#include "prove/local_loops.h"
#include "prove/views_queue.h"

enum { MOST_PAIRS = 1 << 12, MOST_WAYS = 1 << 14 };

void check_scene_fill(struct check_scene *out, const struct scene *scene, bool lists)
{
  out->scene = scene;
  out->lists = lists;
  registers_fill(&out->registers, scene);
  relations_fill(&out->ring, scene->ring);
  for (uint32_t m = 0; m < scene->members; m++) relations_fill(&out->list[m], scene->list[m]);
}

/* --- local nodes -------------------------------------------------------------------------------------------------- */

/* Pairs that were reached: a node, and the state before it; and the ways from one to another that do not count. */
struct reached {
  int32_t *word;
  uint32_t n, room, length;
  struct way_on {
    uint32_t from, to;
  } * way;
  uint32_t n_ways;
};

static int32_t *pair_at(const struct reached *r, uint32_t k)
{
  return r->word + (size_t)k * (r->length + 1);
}

/* The pair's number, r->n: it has not been reached. */
static uint32_t number_of(const struct reached *r, uint32_t node, const int32_t *state)
{
  for (uint32_t k = r->n; k-- > 0;)
    if (pair_at(r, k)[0] == (int32_t)node && memcmp(pair_at(r, k) + 1, state, r->length * sizeof *state) == 0) return k;
  return r->n;
}

static void reached_free(struct reached *r)
{
  free(r->word);
  free(r->way);
}

static uint32_t add_pair(struct reached *r, uint32_t node, const int32_t *state)
{
  const uint32_t number = number_of(r, node, state);
  if (number != r->n) return number;
  if (r->n == r->room) {
    r->room = 2 * r->room + 32;
    r->word = mem_grow(r->word, (size_t)r->room * (r->length + 1), sizeof *r->word);
  }
  pair_at(r, r->n)[0] = (int32_t)node;
  memcpy(pair_at(r, r->n++) + 1, state, r->length * sizeof *state);
  return number;
}

static void add_way(struct reached *r, uint32_t from, uint32_t to)
{
  r->way = mem_another(r->way, r->n_ways, sizeof *r->way);
  r->way[r->n_ways++] = (struct way_on){from, to};
}

/* Whether some ways lead in a circle: whether some are left when those are gone, again and again, behind whose end
 * there is none. */
static bool has_circle(struct reached *r)
{
  if (r->n_ways == 0) return false;
  bool *leads_on = mem_new(r->n, sizeof *leads_on);
  uint32_t before = UINT32_MAX;
  while (r->n_ways < before) {
    before = r->n_ways;
    r->n_ways = 0;
    memset(leads_on, 0, r->n * sizeof *leads_on);
    for (uint32_t k = 0; k < before; k++) leads_on[r->way[k].from] = true;
    for (uint32_t k = 0; k < before; k++)
      if (leads_on[r->way[k].to]) r->way[r->n_ways++] = r->way[k];
  }
  free(leads_on);
  return r->n_ways != 0;
}

/* slot := value, or an element of an array. A slot that is used as an identity behind the node gets it in that form. In
 * one that may count up without an end a large number is known by its order alone. */
static void set(struct way *w, const struct node *n)
{
  struct abstract a = value_of(w, &n->value);
  if (n->index.n == 0) {
    const bool counts = n->slot < MOST_SLOTS && (w->scene->naturals >> n->slot & 1) != 0;
    if (counts && a.kind == ABSTRACT_PLAIN && a.is > 1) a = as_number(&w->c, a);
    const bool follows = w->scene->n == 0 && a.kind == ABSTRACT_PLAIN && n->slot < MOST_SLOTS;
    if (follows && (w->scene->as_place[n->next] >> n->slot & 1) != 0)
      a = as_place(&w->c, a);
    else if (follows && (w->scene->as_position[n->next] >> n->slot & 1) != 0)
      a = as_position(&w->c, a);
    put_value(w, slot_of(w, n->slot), a);
    return;
  }
  const uint32_t array = array_of(w, n->slot), width = w->flow->array[array].width;
  int32_t *word = element_of(w, array, value_of(w, &n->index));
  const bool too_wide = !abstract_has_room(a, 8 * width, false);
  const bool known = a.kind != ABSTRACT_POSITION;
  const bool beyond = a.kind == ABSTRACT_PLACE && a.is >= w->of->ring.end;
  if (too_wide || !known || beyond) cannot_follow(&w->c, "an element holds a value that is not followed");
  must_be_listed(w, written_array(array), a);
  if (word != NULL) put_value(w, word, a);
}

/* Carries a local node out, in one of its ways. Returns the next one. */
static uint32_t carry_out(struct way *w, const struct node *at)
{
  switch (at->kind) {
  case NODE_CLEAR:
    clear_elements(w, at->slot);
    must_be_listed(w, written_array(array_of(w, at->slot)), abstract_plain(0));
    break;
  case NODE_REMAINDER:
    put_value(w, slot_of(w, at->slot), some_session(&w->c, false));
    put_value(w, &member_words(w, w->member)[STATE_SESSION], abstract_unpack(*slot_of(w, at->slot)));
    break;
  case NODE_BRANCH: return is_true(&w->c, value_of(w, &at->value)) ? at->next : at->other;
  case NODE_SET: set(w, at); break;
  default: break;
  }
  return at->next;
}

/* All pairs from the state of the way on. False: one cannot be followed, which w->c says. */
static bool reach_pairs(struct way *w, uint32_t first, struct reached *r)
{
  const bool *counting = w->scene->counting;
  r->n = r->n_ways = 0;
  r->length = w->scene->length;
  add_pair(r, first, w->state);
  for (uint32_t k = 0; k < r->n; k++) {
    const uint32_t node = (uint32_t)pair_at(r, k)[0];
    const struct node *at = &w->flow->node[node];
    if (at->kind == NODE_ACCESS) continue;
    w->c.n_forks = w->c.at = 0;
    do {
      memcpy(w->state, pair_at(r, k) + 1, r->length * sizeof *w->state);
      w->moved = false;
      begin_computing(w);
      const uint32_t next = carry_out(w, at);
      const bool counts = at->kind == NODE_SET && local_loops_count(counting, node, *slot_of(w, at->slot));
      to_normal_form(w);
      if (r->n > MOST_PAIRS) cannot_follow(&w->c, "a step is too long");
      if (w->c.stuck != NULL && !w->c.never) return false;
      const uint32_t to = w->c.never ? NO_NODE : add_pair(r, next, w->state);
      if (to != NO_NODE && counting != NULL && !counts) add_way(r, k, to);
    } while (next_fork(&w->c));
  }
  if (!has_circle(r)) return true;
  cannot_follow(&w->c, MAY_NOT_END);
  return false;
}

/* --- the end of a step -------------------------------------------------------------------------------------------- */

/* A member that leaves its remainder while another one waits behind its doorway, and conflicts with it, must not enter
 * before that. */
bool check_who_is_first(const struct scene *scene, const int32_t *before, uint32_t member, uint8_t section,
                        int32_t *order)
{
  const int32_t *own = before + state_member(scene, member), *other = before + state_member(scene, 1 - member);
  const int32_t first = member == 0 ? ORDER_SECOND : ORDER_FIRST;
  const bool conflict = !scene->machine->tree->uses_sessions || own[STATE_SESSION] != other[STATE_SESSION];
  if (own[STATE_SECTION] == RMR_REMAINDER)
    *order = other[STATE_SECTION] == RMR_WAITING && conflict ? first : ORDER_NONE;
  if (section != RMR_CS || own[STATE_SECTION] == RMR_CS) return false;
  const bool wrong = *order == first;
  *order = ORDER_NONE;
  return wrong;
}

static bool watch_order(struct way *w, const int32_t *before, uint8_t section)
{
  return w->scene->order && w->scene->members == 2 &&
         check_who_is_first(w->scene, before, w->member, section, &w->state[state_order(w->scene)]);
}

bool check_is_there(int32_t section)
{
  return section == RMR_WAITING || section == RMR_CS || section == RMR_EXIT;
}

/* Records the order in which processes came, where views have it: a process comes behind all that are there, and right
 * behind the one that came last of all. It is there until its passage is over. */
static void record_who_came(const struct scene *scene, int32_t *state, uint32_t member, uint8_t before, uint8_t section)
{
  const bool was = check_is_there(before), is = check_is_there(section), comes = is && !was;
  for (uint32_t other = 0; scene->queue && other < scene->members; other++) {
    if (other == member || (was && is)) continue;
    const bool below = other < member;
    int32_t *word = &state[below ? queue_word(scene, other, member) : queue_word(scene, member, other)];
    *word = CAME_NONE;
    if (!comes || !check_is_there(state[state_member(scene, other) + STATE_SECTION])) continue;
    const bool right = state[queue_last(scene)] == (int32_t)other + 1;
    if (below)
      *word = right ? CAME_RIGHT_FIRST : CAME_FIRST;
    else
      *word = right ? CAME_RIGHT_SECOND : CAME_SECOND;
  }
  if (scene->queue && comes) state[queue_last(scene)] = (int32_t)member + 1;
}

/* The ways behind an access, in which no more is open. */
static bool visit_ends(struct way *w, const struct reached *r, const int32_t *from, const struct node *n,
                       check_way_fn *visit, void *self)
{
  const uint8_t before = (uint8_t)from[state_member(w->scene, w->member) + STATE_SECTION];
  for (uint32_t k = 0; k < r->n; k++) {
    const struct node *at = &w->flow->node[pair_at(r, k)[0]];
    if (at->kind != NODE_ACCESS) continue;
    memcpy(w->state, pair_at(r, k) + 1, r->length * sizeof *w->state);
    begin_computing(w);
    const uint8_t section = section_after(n->section, at->section);
    const bool wrong = watch_order(w, from, section);
    arrive_at(w, at);
    member_words(w, w->member)[STATE_SECTION] = section;
    record_who_came(w->scene, w->state, w->member, before, section);
    to_normal_form(w);
    if (w->of->lists) must_be_listed_while_quiet(w);
    const struct check_way way = {.access = w->access,
                                  .state = w->state,
                                  .section = n->section,
                                  .counted = w->counted,
                                  .hidden =
                                    !w->seen && w->counted == 0 && section == before && section != RMR_REMAINDER,
                                  .wrong_order = wrong,
                                  .unlisted = w->unlisted,
                                  .stuck = w->c.stuck};
    if (!visit(self, &way)) return false;
  }
  return true;
}

static bool tell_stuck(const struct way *w, check_way_fn *visit, void *self)
{
  return visit(self, &(struct check_way){.stuck = w->c.stuck});
}

static struct way way_of(const struct check_scene *of, int32_t *state, uint32_t member)
{
  return (struct way){
    .of = of,
    .scene = of->scene,
    .flow = &of->scene->machine->graph,
    .state = state,
    .member = member,
    .c = {.alike = of->scene->alike, .ring = &of->ring, .list = &of->list[member], .records = of->scene->records}};
}

const char *check_normal_form(const struct check_scene *of, int32_t *state)
{
  struct way w = way_of(of, state, 0);
  begin_computing(&w);
  w.moved = true;
  to_normal_form(&w);
  return w.c.stuck;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The access, in one of its ways. */
static void access_in(struct way *w, const int32_t *from, const struct node *n, bool only_hidden)
{
  memcpy(w->state, from, w->scene->length * sizeof *from);
  begin_computing(w);
  w->seen = w->unlisted = w->moved = false;
  w->counted = 0;
  w->access = (struct check_access){.cell = NO_CELL};
  begin_quiet(w);
  if (rmr_kind_accesses(n->access) && !w->c.never)
    make_access(w, n, only_hidden);
  else if (n->access == RMR_DELAY)
    cannot_follow(&w->c, "time is not followed");
  w->c.never |= w->begins && w->counted == 0; /* a later step will do */
}

bool check_step(const struct check_scene *of, const int32_t *from, uint32_t member, bool only_hidden,
                check_way_fn *visit, void *self)
{
  const uint32_t length = of->scene->length;
  const struct node *n = &of->scene->machine->graph.node[from[state_member(of->scene, member) + STATE_NODE]];
  struct reached r = {.n = 0};
  int32_t *state = mem_new(length, sizeof *state);
  struct way access = way_of(of, state, member);
  uint32_t ways = 0;
  bool more = true;
  do {
    access_in(&access, from, n, only_hidden);
    to_normal_form(&access);
    struct way w = access; /* whose forks are those of local nodes */
    const bool too_many = ++ways > MOST_WAYS;
    if (too_many) cannot_follow(&w.c, "a step comes out in too many ways");
    if (w.c.never && !too_many) continue;
    if (w.seen && only_hidden)
      more = visit(self, &(struct check_way){.state = NULL});
    else if (w.c.stuck != NULL || !reach_pairs(&w, n->next, &r))
      more = tell_stuck(&w, visit, self) && !too_many;
    else
      more = visit_ends(&w, &r, from, n, visit, self);
  } while (more && next_fork(&access.c));
  reached_free(&r);
  free(state);
  return more;
}

/* --- the beginning ------------------------------------------------------------------------------------------------ */

/* The members from this one on come to their first access, one after another: none of them sees another one there. */
static bool begin_member(struct way *from, uint32_t member, check_way_fn *visit, void *self)
{
  const struct scene *scene = from->scene;
  struct way w = *from;
  struct reached r = {.n = 0};
  bool more = true;
  if (member == scene->members) {
    for (w.member = 0; w.of->lists && w.member < member; w.member++) must_be_listed_while_quiet(&w);
    return visit(self, &(struct check_way){.state = w.state, .unlisted = w.unlisted, .stuck = w.c.stuck});
  }
  w.member = member;
  w.c.list = &w.of->list[member];
  const bool followed = reach_pairs(&w, w.flow->begin, &r);
  if (!followed) more = tell_stuck(&w, visit, self);
  for (uint32_t k = 0; more && followed && k < r.n; k++) {
    const struct node *at = &w.flow->node[pair_at(&r, k)[0]];
    if (at->kind != NODE_ACCESS) continue;
    memcpy(w.state, pair_at(&r, k) + 1, r.length * sizeof *w.state);
    begin_computing(&w);
    arrive_at(&w, at);
    member_words(&w, member)[STATE_SECTION] = RMR_REMAINDER;
    to_normal_form(&w);
    more = begin_member(&w, member + 1, visit, self);
  }
  reached_free(&r);
  return more;
}

bool check_begin(const struct check_scene *of, check_way_fn *visit, void *self)
{
  const struct scene *scene = of->scene;
  int32_t *state = mem_new(scene->length, sizeof *state);
  struct way w = way_of(of, state, 0);
  bool more = true;
  const bool vaguely = scene_begins_vaguely(scene);
  if (of->lists && !initial_must_be_listed(&w)) more = tell_stuck(&w, visit, self);
  w.c.n_forks = 0;
  do {
    memset(state, 0, scene->length * sizeof *state);
    begin_computing(&w);
    for (uint32_t k = 0; k < scene->n_cells; k++) {
      struct abstract index[2];
      cell_index(scene, k, index);
      const bool forgotten = scene_forgets(scene, scene->cell[k].group);
      if (vaguely && scene_is_arbitrary(scene, &scene->cell[k]) &&
          !only_members_write(&of->registers, scene->cell[k].group, index)) {
        put_any(&w, word_of_cell(&w, (int)k));
        continue;
      }
      const struct abstract first = initial_value(&w.c, &of->registers, scene->cell[k].group, index);
      put_value(&w, word_of_cell(&w, (int)k), first);
      if (forgotten) put_any(&w, word_of_cell(&w, (int)k));
    }
    if (w.c.never) continue;
    struct way here = w;
    to_normal_form(&here);
    more = more && (here.c.stuck != NULL ? tell_stuck(&here, visit, self) : begin_member(&here, 0, visit, self));
  } while (more && next_fork(&w.c));
  free(state);
  return more;
}
