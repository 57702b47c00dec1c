/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/abstract_step.h"

#include <string.h>

#include "language/derived.h"
#include "model/system.h"
#include "prove/by_value.h"
#include "prove/local_loops.h"
#include "prove/quiet.h"
#include "prove/tickets.h"
#include "prove/unread.h"
#include "prove/views_queue.h"

/* More would take too long: nodes of one way, ways, and nodes of all ways. */
enum { MOST_LOCAL_NODES = 1 << 12, MOST_WAYS = 1 << 14, MOST_NODES_GONE = 1 << 20 };

/* --- registers ---------------------------------------------------------------------------------------------------- */

static struct abstract index_of(struct walk *w, const struct scene_group *g, uint32_t which, const struct value *v)
{
  const enum dimension_kind kind = which == 0 ? g->row : g->column;
  struct abstract a = abstract_plain(0);
  if (kind == DIMENSION_NONE) return a;
  a = way_value(w, v);
  bool inside;
  if (kind == DIMENSION_PROCESSES && w->scene->n == 0) {
    a = place_of_value(&w->computing, a);
    inside = ring_is_identity(w->scene->ring, a.is);
  } else if (kind == DIMENSION_NODES) {
    inside = a.kind == ABSTRACT_NODE;
  } else {
    inside = a.kind == ABSTRACT_PLAIN && a.is >= g->low[which] && a.is <= g->high[which];
  }
  if (!inside) way_stop(w, "an index may leave its array");
  return a;
}

/* Whose process an index names; any other index is the accessing process's own. */
static enum account account_of(const struct walk *w, enum dimension_kind kind, struct abstract index)
{
  return kind == DIMENSION_PROCESSES ? way_account(w, index) : ACCOUNT_OWN;
}

/* The processes whose register it is, but for the accessing one; as in struct step_access. */
static uint8_t owners_of(const struct walk *w, enum dimension_kind kind, struct abstract index)
{
  const int who = scene_who(w->scene, abstract_pack(index));
  if (kind != DIMENSION_PROCESSES || who == (int)w->member) return 0;
  return who != NO_MEMBER ? (uint8_t)(1u << who) : OF_OTHERS;
}

/* Charges the access, which has read its value, to the observed member, and notes its effect on the copy. A cell that
 * others may write may have been written again since it was read: of it no copy is known to be valid, unless the value
 * says so. */
static void charge(struct walk *w, const struct node *n, enum account account)
{
  const struct scene *of = w->scene;
  if (of->observed == NO_MEMBER || tickets_is_added(of->tickets, (uint32_t)(n - w->flow->node))) return;
  if (w->counts) quiet_charge(w, account);
  if (of->quiet) return;
  const bool moves = (uint32_t)of->observed == w->member, writes = w->access.writes, home = w->access.home;
  const int cell = w->access.cell;
  int32_t none = 0, bit = 0, *copies = &none;
  const int owner = cell != NO_CELL ? of->cell[cell].owner : NO_MEMBER;
  const bool own = owner == of->observed;
  const bool shared = owner == NO_MEMBER && cell != NO_CELL && of->cell[cell].exact; /* by members */
  const bool by_value = by_value_follows(of, cell);
  if (shared || by_value || (owner != NO_MEMBER && own == (of->members == 1))) copies = way_copies(w, cell, &bit);
  const bool holds = (*copies & bit) != 0 && (!by_value || w->finds_last);
  const bool remote = writes ? memory_write_costs(of->memory, false, home) : memory_read_costs(of->memory, holds, home);
  w->weight = moves && remote && account == (of->members == 1 ? ACCOUNT_OWN : ACCOUNT_PARTNER);
  if (writes) *copies &= ~bit;
  if (moves && memory_has_caches(of->memory) && (!writes || memory_writer_holds(of->memory))) *copies |= bit;
}

/* --- an access ---------------------------------------------------------------------------------------------------- */

/* The value of a register if others have written nothing so far. Where they have, it is not known. */
static struct abstract read_honestly(struct walk *w, uint32_t group)
{
  const int cell = w->access.cell;
  const struct cell at = {.group = group, .row = w->access.row, .column = w->access.column};
  if (cell == NO_CELL) return way_fit(w, group, way_first_value(w, &at));
  const int32_t held = w->state[state_cells(w->scene) + (uint32_t)cell];
  w->impossible |= held == CELL_ANY;
  return held == CELL_ANY ? abstract_plain(0) : abstract_unpack(held);
}

static struct abstract read_register(struct walk *w, uint32_t group)
{
  const int cell = w->access.cell;
  if (w->scene->honest) return read_honestly(w, group);
  if (cell == NO_CELL) return w->quiet ? quiet_anything(w, group) : way_anything(w, group, way_writers(w, group));
  int32_t *at = &w->state[state_cells(w->scene) + (uint32_t)cell];
  if (w->scene->cell[cell].exact || quiet_knows(w, cell)) return abstract_unpack(*at);
  if (*at != CELL_ANY && choose(&w->choices, 2) == 0) {
    w->finds_last = w->scene->by_value;
    return abstract_unpack(*at);
  }
  *at = CELL_ANY;
  if (w->scene->by_value) return by_value_of_others(w, group);
  return quiet_is_left(w, group) ? quiet_left(w, group) : way_anything(w, group, WRITTEN_BY_OTHERS);
}

/* Two places of a stretch are not known to be one process. */
static bool are_one(struct abstract a, struct abstract b)
{
  return a.kind == ABSTRACT_PLAIN && b.kind == ABSTRACT_PLAIN && a.is == b.is;
}

/* The value that the access leaves in the register that held `before`. `keeps`: it is surely the same. */
static struct abstract written_by(struct walk *w, const struct node *n, struct abstract before)
{
  const struct abstract value = n->value.n != 0 ? way_value(w, &n->value) : abstract_plain(1);
  switch (n->access) {
  case RMR_WRITE:
  case RMR_SWAP: return way_fit(w, n->group, value);
  case RMR_TAS: return way_fit(w, n->group, abstract_plain(1));
  case RMR_FETCH_ADD: return way_fit(w, n->group, abstract_operate(&w->computing, EXPR_ADD, before, value, 0, 0));
  case RMR_UPDATE: return way_fit(w, n->group, way_updated(w, n->group, before, value));
  case RMR_CAS: {
    const struct abstract same =
      abstract_operate(&w->computing, EXPR_EQUAL, before, way_fit(w, n->group, way_value(w, &n->old)), 0, 0);
    w->keeps = !abstract_is_true(same);
    return w->keeps ? before : way_fit(w, n->group, value);
  }
  default: way_stop(w, "an access that is not followed"); return before;
  }
}

/* Leaves the access's value in the register, and notes the facts that become known by it. */
static void leave_value(struct walk *w, const struct node *n, struct abstract before, bool names_itself)
{
  const int cell = w->access.cell;
  const struct abstract after = written_by(w, n, before);
  w->access.after = abstract_pack(after);
  way_note_in(w, n->group, after);
  by_value_note(w, n->group, after);
  if (!names_itself) way_note_foreign(w, n->group);
  w->keeps |= n->access != RMR_WRITE && are_one(before, after);
  const bool changes = !w->keeps || w->scene->left == NULL;
  if (cell != NO_CELL && changes) w->state[state_cells(w->scene) + (uint32_t)cell] = by_value_word(w, cell, after);
  if (cell != NO_CELL) quiet_know(w, cell, after);
}

static void make_access(struct walk *w, const struct node *n)
{
  const struct scene_group *g = &w->scene->group[n->group];
  const struct abstract row = index_of(w, g, 0, &n->index), column = index_of(w, g, 1, &n->column);
  if (w->choices.stuck != NULL) return;
  const enum account by_row = account_of(w, g->row, row), by_column = account_of(w, g->column, column);
  const bool own_row = g->row == DIMENSION_PROCESSES && by_row == ACCOUNT_OWN;
  const bool own_column = g->column == DIMENSION_PROCESSES && by_column == ACCOUNT_OWN;
  const bool of_other = (by_row == ACCOUNT_OTHER) != (by_column == ACCOUNT_OTHER);
  const int home = home_index(&w->scene->machine->tree->group[n->group]);
  const int cell = scene_cell(w->scene, n->group, row, column);
  if (w->scene->of_views && of_other && cell == NO_CELL && !scene_forgets(w->scene, n->group)) {
    w->impossible = true; /* scenes with one member more have the cell */
    return;
  }
  if (cell != NO_CELL && w->scene->accessed != NULL) w->scene->accessed[cell] = true;
  const bool reads = n->access != RMR_WRITE, writes = rmr_kind_writes(n->access);
  w->access = (struct step_access){.any = true,
                                   .writes = writes,
                                   .home = home == 0 ? own_row : home == 1 && own_column,
                                   .of = owners_of(w, g->row, row) | owners_of(w, g->column, column),
                                   .cell = cell,
                                   .row = abstract_pack(row),
                                   .column = abstract_pack(column)};
  w->sees = cell != NO_CELL && (writes || w->scene->cell[cell].owner != (int)w->member);
  w->always_sees = w->sees && w->choices.at == 0;
  const struct abstract before = reads ? read_register(w, n->group) : abstract_plain(0);
  charge(w, n, by_row != ACCOUNT_OWN ? by_row : by_column);
  w->access.before = abstract_pack(before);
  if (writes)
    leave_value(w, n, before, own_row || own_column);
  else if (cell != NO_CELL)
    quiet_know(w, cell, before);
  if (n->slot != NO_SLOT) *way_slot(w, n->slot) = abstract_pack(before);
}

/* --- local computation -------------------------------------------------------------------------------------------- */

static void set_slot(struct walk *w, const struct node *n)
{
  struct abstract a = way_value(w, &n->value);
  const uint64_t bit = slot_bit(n->slot);
  const bool follows = w->scene->n == 0 && n->index.n == 0 && a.kind == ABSTRACT_PLAIN;
  const bool counts = n->index.n == 0 && (w->scene->naturals & bit) != 0;
  if (n->index.n == 0 && (w->scene->as_node[n->next] & bit) != 0)
    a = way_node(w, a);
  else if (follows && (w->scene->as_place[n->next] & bit) != 0)
    a = place_of_value(&w->computing, a);
  else if (follows && (w->scene->as_position[n->next] & bit) != 0)
    a = position_of_value(&w->computing, a);
  else if (counts && a.kind == ABSTRACT_PLAIN && a.is > 1)
    a = way_number(w, a);
  if (n->index.n == 0) {
    *way_slot(w, n->slot) = abstract_pack(a);
    return;
  }
  uint32_t array;
  int32_t *at = way_element(w, n->slot, way_value(w, &n->index), &array);
  if (!abstract_has_room(a, 8 * w->flow->array[array].width, w->scene->unbounded)) way_stop(w, MAY_HAVE_NO_ROOM);
  if (a.kind == ABSTRACT_PLACE && a.is == ring_end(w->scene->ring)) way_stop(w, "an element may hold more than N");
  way_note_in(w, written_array(array), a);
  if (at != NULL) *at = abstract_pack(a);
}

/* Whether the step has been at this branch in the same local state. If it has counted since (local_loops.h), it goes
 * through a stretch that is passed one by one, and everything behind also comes behind the first time. If it has
 * not, it may go round for ever. */
static bool has_been(struct walk *w, uint32_t node, uint32_t counted, uint32_t *n)
{
  const uint32_t length = state_member(w->scene, 1);
  const int32_t *member = &w->state[state_member(w->scene, w->member)];
  for (uint32_t k = 0; k < *n; k++) {
    const int32_t *been = w->scene->been + k * (length + WORDS_OF_BEEN);
    if ((uint32_t)been[length] != node || memcmp(been, member, length * sizeof *been) != 0) continue;
    if ((uint32_t)been[length + 1] == counted) way_stop(w, MAY_NOT_END);
    return true;
  }
  if (*n == MOST_BEEN) {
    way_stop(w, "a loop without an access that is too long");
    return true;
  }
  int32_t *been = w->scene->been + (*n)++ * (length + WORDS_OF_BEEN);
  memcpy(been, member, length * sizeof *been);
  been[length] = (int32_t)node;
  been[length + 1] = (int32_t)counted;
  return false;
}

const struct node *way_go_on(struct walk *w, uint32_t next)
{
  uint32_t n_been = 0, counted = 0;
  for (uint32_t k = 0; k < MOST_LOCAL_NODES && w->choices.stuck == NULL; k++) {
    if (++w->nodes_gone > MOST_NODES_GONE) way_stop(w, TOO_MANY_WAYS);
    const struct node *at = &w->flow->node[next];
    const uint32_t here = next;
    if (at->kind == NODE_BRANCH && has_been(w, here, counted, &n_been)) {
      w->impossible = w->choices.stuck == NULL;
      return &w->flow->node[w->flow->at_line[1]];
    }
    next = at->next;
    switch (at->kind) {
    case NODE_ACCESS: return at;
    case NODE_GO:
    case NODE_LOST: break; /* the graph of the text has none */
    case NODE_CLEAR: way_clear_array(w, at->slot); break;
    case NODE_REMAINDER:
      *way_slot(w, at->slot) = abstract_pack(way_session(w, false));
      w->state[state_member(w->scene, w->member) + STATE_SESSION] = *way_slot(w, at->slot);
      break;
    case NODE_BRANCH:
      if (!way_is_true(w, way_value(w, &at->value))) next = at->other;
      break;
    case NODE_SET:
      set_slot(w, at);
      counted += local_loops_count(w->scene->counting, here, *way_slot(w, at->slot));
      break;
    }
  }
  way_stop(w, MAY_NOT_END);
  return &w->flow->node[w->flow->at_line[1]];
}

int32_t step_order(int32_t order, uint32_t member, uint8_t before, uint8_t after, bool other_waits, bool *wrong)
{
  const int32_t other_first = member == 0 ? ORDER_SECOND : ORDER_FIRST;
  const bool enters = after == RMR_CS && before != RMR_CS;
  if (before == RMR_REMAINDER) order = other_waits ? other_first : ORDER_NONE;
  *wrong = enters && order == other_first;
  return enters ? ORDER_NONE : order;
}

static bool watch_order(struct walk *w, uint8_t before, uint8_t after)
{
  const struct scene *of = w->scene;
  int32_t *order = &w->state[state_order(of)];
  if (!of->order || of->members != 2) return false;
  const int32_t *other = &w->state[state_member(of, 1 - w->member)];
  const int32_t self = w->state[state_member(of, w->member) + STATE_SESSION];
  const bool conflict = !of->machine->algorithm.group || self != other[STATE_SESSION];
  bool wrong;
  *order = step_order(*order, w->member, before, after, other[STATE_SECTION] == RMR_WAITING && conflict, &wrong);
  return wrong;
}

void way_arrive(struct walk *w, const struct node *at, uint8_t section)
{
  int32_t *member = &w->state[state_member(w->scene, w->member)];
  for (uint64_t dirty = at->dirty; dirty != 0; dirty &= dirty - 1) {
    way_clear_array(w, (uint8_t)__builtin_ctzll(dirty));
    *way_slot(w, (uint8_t)__builtin_ctzll(dirty)) = 0;
  }
  for (uint32_t k = 0; k < at->n_trims; k++) {
    const struct abstract a = abstract_unpack(*way_slot(w, at->trim[k].slot));
    if (a.kind == ABSTRACT_RECORD) *way_slot(w, at->trim[k].slot) = abstract_pack(way_trimmed(w, a, at->trim[k].mask));
    if (a.kind == ABSTRACT_PLAIN)
      *way_slot(w, at->trim[k].slot) = abstract_pack(abstract_plain((int32_t)((uint64_t)a.is & at->trim[k].mask)));
  }
  way_see_numbers(w, (uint32_t)(at - w->flow->node));
  member[STATE_NODE] = (int32_t)(at - w->flow->node);
  member[STATE_SECTION] = section;
}

/* --- in all ways -------------------------------------------------------------------------------------------------- */

static void copy_numbers(struct known_numbers *to, const struct known_numbers *from)
{
  memcpy(to->known, from->known, from->n * sizeof *from->known);
  to->n = from->n;
}

/* All ways of a step begin in one state, so its numbers, sessions and nodes are gathered once. */
static void know_names(struct walk *w)
{
  if (w->choices.ways == 1) {
    way_gather(w);
    copy_numbers(&w->names.numbers, &w->computing.numbers);
    w->names.sessions = w->sessions;
    w->names.nodes = w->nodes;
    return;
  }
  copy_numbers(&w->computing.numbers, &w->names.numbers);
  w->sessions = w->names.sessions;
  w->nodes = w->names.nodes;
}

void way_begin(struct walk *w, struct scene *scene, int32_t *state, uint32_t member)
{
  w->scene = scene;
  w->flow = &scene->machine->graph;
  w->state = state;
  way_move(w, member);
  w->computing.choices = &w->choices;
  w->computing.ring = scene->ring;
  w->computing.records = scene->records;
  w->computing.keep_to_ranges = scene->unbounded;
  w->choices.stuck = ++w->choices.ways < w->choices.most_ways ? NULL : TOO_MANY_WAYS;
  w->impossible = false;
  w->weight = 0;
  w->sees = w->always_sees = w->quiet = w->begins = w->counts = w->keeps = w->finds_last = false;
  w->access = (struct step_access){.cell = NO_CELL};
  know_names(w);
}

bool abstract_step(struct scene *scene, const int32_t *from, uint32_t member, abstract_fn *visit, void *self)
{
  int32_t *state = scene->state;
  struct walk w = {.choices = {.most_ways = MOST_WAYS}};
  const int32_t *at = &from[state_member(scene, member)];
  const struct node *node = &scene->machine->graph.node[at[STATE_NODE]];
  do {
    memcpy(state, from, scene->length * sizeof *state);
    way_begin(&w, scene, state, member);
    quiet_begin(&w);
    if (rmr_kind_accesses(node->access) && !w.impossible)
      make_access(&w, node);
    else if (node->access == RMR_DELAY)
      way_stop(&w, "time is not followed");
    w.impossible |= quiet_begins_early(&w);
    const struct node *next = w.choices.stuck == NULL && !w.impossible ? way_go_on(&w, node->next) : node;
    if (w.impossible && w.choices.ways < MOST_WAYS) continue; /* no process takes it */
    const uint8_t section = section_after(node->section, next->section);
    const bool wrong = watch_order(&w, (uint8_t)at[STATE_SECTION], section);
    way_arrive(&w, next, section);
    unread_forget(scene, state);
    queue_step(scene, state, member, (uint8_t)at[STATE_SECTION], section);
    way_normalise(&w);
    quiet_note(&w);
    const struct walked walked = {.state = state,
                                  .line = node->line,
                                  .section = node->section,
                                  .weight = w.weight,
                                  .hidden = !w.sees && w.weight == 0 && section != RMR_REMAINDER &&
                                            section == at[STATE_SECTION],
                                  .sees = w.sees,
                                  .always_sees = w.always_sees,
                                  .wrong_order = wrong,
                                  .access = w.access,
                                  .named = w.named,
                                  .stuck = w.choices.stuck};
    if (!visit(self, &walked)) return false;
  } while (choices_next(&w.choices) && w.choices.ways < MOST_WAYS);
  return true;
}

bool abstract_target(struct scene *scene, const int32_t *state, uint32_t member, int32_t *row, int32_t *column)
{
  struct walk w = {.choices = {.most_ways = MOST_WAYS}};
  const struct node *n = &scene->machine->graph.node[state[state_member(scene, member) + STATE_NODE]];
  if (!rmr_kind_accesses(n->access)) return false;
  memcpy(scene->state, state, scene->length * sizeof *state);
  way_begin(&w, scene, scene->state, member);
  *row = abstract_pack(index_of(&w, &scene->group[n->group], 0, &n->index));
  *column = abstract_pack(index_of(&w, &scene->group[n->group], 1, &n->column));
  return w.choices.n == 0 && w.choices.stuck == NULL;
}
