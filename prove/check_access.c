/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_access.c: an access of a member: its register, the value that it reads, the value that it leaves there, and
 * whether the account of the scene pays for it (docs/every-n.md, "Bounds on RMRs" and "Entries that nobody disturbs").
 */
#include "language/derived.h"
#include "language/operations.h"
#include "model/memory.h"
#include "prove/check_way.h"

/* --- whose -------------------------------------------------------------------------------------------------------- */

/* Whose an identity is, for the member that moves. Any other value is nobody's. */
enum whose { OF_NOBODY, OF_ITSELF, OF_MEMBER, OF_OTHER };

static enum whose whose(const struct way *w, struct abstract a)
{
  const bool place = a.kind == ABSTRACT_PLACE && (w->of->ring.identities >> a.is & 1) != 0;
  const bool number = a.kind == ABSTRACT_PLAIN && a.is >= 1 && (uint32_t)a.is <= w->scene->n;
  const int member = member_at(w->scene, a);
  if (!place && !number) return OF_NOBODY;
  return member == NO_MEMBER ? OF_OTHER : member == (int)w->member ? OF_ITSELF : OF_MEMBER;
}

/* The process with whose account an access goes: the first other one that an index names. */
static enum whose account_of(const struct way *w, uint32_t group, const struct abstract index[2])
{
  const struct check_group *g = &w->of->registers.group[group];
  for (uint32_t k = 0; k < g->n_indices; k++) {
    const enum whose of = g->of_processes[k] ? whose(w, index[k]) : OF_NOBODY;
    if (of == OF_MEMBER || of == OF_OTHER) return of;
  }
  return OF_ITSELF;
}

static bool names_itself(const struct way *w, uint32_t group, const struct abstract index[2])
{
  const struct check_group *g = &w->of->registers.group[group];
  for (uint32_t k = 0; k < g->n_indices; k++)
    if (g->of_processes[k] && whose(w, index[k]) == OF_ITSELF) return true;
  return false;
}

/* A scene of one member has its own account, one of several those with the others. */
static bool pays(const struct way *w, enum whose account)
{
  return account == (w->scene->members == 1 ? OF_ITSELF : OF_MEMBER);
}

/* --- quiet entries ------------------------------------------------------------------------------------------------ */

static bool is_entering(const struct way *w, uint32_t member)
{
  return rmr_section_is_entry(w->flow->node[member_words(w, member)[STATE_NODE]].section);
}

/* Both are in a passage for the same session, so that they do not conflict. */
static bool has_its_session(const struct way *w, uint32_t member)
{
  return w->scene->machine->tree->uses_sessions &&
         member_words(w, member)[STATE_SESSION] == member_words(w, (uint32_t)w->scene->observed)[STATE_SESSION];
}

static bool is_disturbed(const struct way *w)
{
  for (uint32_t m = 0; m < w->scene->members; m++) {
    const bool active = member_words(w, m)[STATE_SECTION] != RMR_REMAINDER;
    if ((int)m != w->scene->observed && active && !has_its_session(w, m)) return true;
  }
  return false;
}

/* On which account an own step is that goes to no other process's register: where loops have accounts, that of the
 * process which the loop has come to. */
static enum whose account_of_loop(struct way *w)
{
  const uint64_t slots = w->scene->as_place[member_words(w, w->member)[STATE_NODE]] & w->scene->scanning;
  if (!w->scene->by_scan || slots == 0) return OF_ITSELF;
  const enum whose of = whose(w, abstract_unpack(*slot_of(w, (uint8_t)__builtin_ctzll(slots))));
  return of == OF_NOBODY ? OF_ITSELF : of;
}

void begin_quiet(struct way *w)
{
  w->quiet = w->begins = false;
  if (!w->scene->quiet) return;
  int32_t *quiet = &w->state[state_order(w->scene)];
  const bool own = (int)w->member == w->scene->observed, enters = is_entering(w, (uint32_t)w->scene->observed);
  if (*quiet != 0)
    w->c.never |= !enters || !(own || has_its_session(w, w->member));
  else if (own && enters && !is_disturbed(w))
    *quiet = w->begins = fork_in(&w->c, 2) != 0;
  w->quiet = *quiet != 0;
  w->counted = w->quiet && own && pays(w, account_of_loop(w));
}

/* --- costs -------------------------------------------------------------------------------------------------------- */

/* A copy is known to be valid only of a register that members alone write; a scene follows those of its account. */
static bool follows_copy(const struct way *w, uint32_t group, const struct abstract index[2])
{
  const int owner = register_owner(&w->of->registers, group, index);
  if (!only_members_write(&w->of->registers, group, index)) return false;
  return owner == NO_MEMBER || (owner == w->scene->observed) == (w->scene->members == 1);
}

static bool is_home(const struct way *w, const struct node *n, const struct abstract index[2])
{
  const int at = home_index(&w->scene->machine->tree->group[n->group]);
  return at != NO_INDEX && w->of->registers.group[n->group].of_processes[at] && whose(w, index[at]) == OF_ITSELF;
}

bool check_is_remote(enum memory memory, const struct check_access *a, bool own, bool *holds)
{
  const bool held = *holds;
  if (a->writes) *holds = false;
  if (!own) return false;
  *holds |= memory_has_caches(memory) && (!a->writes || memory_writer_holds(memory));
  return a->writes ? memory_write_costs(memory, false, a->home) : memory_read_costs(memory, held, a->home);
}

static void pay(struct way *w, const struct node *n, const struct abstract index[2])
{
  const struct scene *scene = w->scene;
  const enum whose account = account_of(w, n->group, index);
  const int cell = w->access.cell;
  const bool own = (int)w->member == scene->observed;
  if (scene->quiet) {
    if (w->quiet && own && account != OF_ITSELF) w->counted = pays(w, account);
    return;
  }
  if (scene->observed == NO_MEMBER) return;
  const bool follows = cell != NO_CELL && follows_copy(w, n->group, index);
  bool holds = follows && copy_bit(w, cell);
  const bool remote = check_is_remote(scene->memory, &w->access, own, &holds);
  w->counted = remote && pays(w, account);
  if (follows) set_copy_bit(w, cell, holds);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct abstract index_of(struct way *w, uint32_t group, uint32_t k, const struct value *v)
{
  const struct check_group *g = &w->of->registers.group[group];
  if (k >= g->n_indices) return abstract_plain(0);
  struct abstract a = value_of(w, v);
  bool inside = a.kind == ABSTRACT_PLAIN && a.is >= g->low[k] && a.is <= g->high[k];
  if (g->of_processes[k] && w->scene->n == 0) {
    a = as_place(&w->c, a);
    inside = (w->of->ring.identities >> a.is & 1) != 0;
  }
  if (!inside) cannot_follow(&w->c, "an index leaves its array");
  return a;
}

/* While nobody else moves, the value of a register is known from the first look at it on. The bits of copies say so: a
 * scene that watches this counts no RMRs. */
static bool keeps(const struct way *w)
{
  return w->quiet && !w->scene->machine->tree->uses_sessions;
}

/* The value of the register: the one that a member wrote last, or one that others wrote since. */
static struct abstract held_in(struct way *w, uint32_t group, int cell, const struct abstract index[2])
{
  if (cell == NO_CELL) return written_by_others(w, group, index);
  int32_t *word = word_of_cell(w, cell);
  if (w->scene->of_views) return abstract_unpack(*word);
  const bool known = only_members_write(&w->of->registers, group, index) || (keeps(w) && copy_bit(w, cell));
  if (*word != CELL_ANY && (known || fork_in(&w->c, 2) == 0)) return abstract_unpack(*word);
  put_any(w, word);
  return written_by_others(w, group, index);
}

/* A function of the text, of plain values. */
static struct abstract updated(struct way *w, uint32_t group, struct abstract held, struct abstract argument)
{
  const struct scene *scene = w->scene;
  const struct group *g = &scene->machine->tree->group[group];
  const struct rmr_shared *shared = &scene->machine->shared[group];
  const struct rmr_size size = {
    .n = scene->n != 0 ? scene->n : 2, .sessions = 1, .parameters = scene->parameters, .shared = shared};
  const struct record_layout *layout = &w->c.records->layout;
  rmr_word old = held.is;
  bool plain = argument.kind == ABSTRACT_PLAIN;
  for (uint32_t k = 0; k < g->n_updates; k++) plain &= is_constant(scene, g->update[k]);
  if (held.kind == ABSTRACT_RECORD) {
    const struct abstract_record record = record_of(w->c.records, held);
    old = 0;
    for (uint32_t k = 0; k < layout->n; k++) {
      plain &= record.part[k].kind == ABSTRACT_PLAIN;
      old = operate(EXPR_PUT, old, record.part[k].is, layout->shift[k], layout->width[k]);
    }
  } else {
    plain &= held.kind == ABSTRACT_PLAIN;
  }
  const rmr_word new = plain ? shared->update(old, argument.is, size) : 0;
  if (!plain || new < 0 || new > INT32_MAX >> ABSTRACT_SHIFT) cannot_follow(&w->c, "an update that is not followed");
  return w->c.stuck == NULL ? abstract_plain((int32_t) new) : held;
}

/* The value that the access leaves. */
static struct abstract left_by(struct way *w, const struct node *n, struct abstract held)
{
  const struct check_registers *r = &w->of->registers;
  const struct abstract value = n->value.n != 0 ? value_of(w, &n->value) : abstract_plain(1);
  switch (n->access) {
  case RMR_WRITE:
  case RMR_SWAP: return fitted(&w->c, r, n->group, value);
  case RMR_TAS: return fitted(&w->c, r, n->group, abstract_plain(1));
  case RMR_FETCH_ADD:
    return fitted(&w->c, r, n->group, compute(&w->c, (struct abstract[]){held, value}, EXPR_ADD, 0, 0));
  case RMR_UPDATE: return fitted(&w->c, r, n->group, updated(w, n->group, held, value));
  case RMR_CAS: {
    const struct abstract old = fitted(&w->c, r, n->group, value_of(w, &n->old));
    return are_equal(&w->c, held, old) ? fitted(&w->c, r, n->group, value) : held;
  }
  default: cannot_follow(&w->c, "an access that is not followed"); return held;
  }
}

void make_access(struct way *w, const struct node *n, bool only_hidden)
{
  const struct check_registers *r = &w->of->registers;
  const struct abstract index[2] = {index_of(w, n->group, 0, &n->index), index_of(w, n->group, 1, &n->column)};
  if (w->c.stuck != NULL || w->c.never) return;
  const int cell = register_cell(r, n->group, index);
  /* In views the step is made where the process is a member whose register it is. */
  w->c.never |= w->scene->of_views && cell == NO_CELL && account_of(w, n->group, index) == OF_OTHER;
  if (w->c.never) return;
  const bool reads = n->access != RMR_WRITE, writes = rmr_kind_writes(n->access);
  w->seen = cell != NO_CELL && (writes || register_owner(r, n->group, index) != (int)w->member);
  if (w->seen && only_hidden) return;
  w->access =
    (struct check_access){cell, true, writes, is_home(w, n, index), account_of(w, n->group, index) != OF_ITSELF};
  pay(w, n, index);
  const struct abstract held = reads ? held_in(w, n->group, cell, index) : abstract_plain(0);
  const struct abstract left = writes ? left_by(w, n, held) : held;
  if (writes) {
    const bool own = names_itself(w, n->group, index);
    must_be_listed(w, n->group, left);
    w->unlisted |= w->of->lists && !own && (r->group[n->group].alone || !w->scene->written[n->group].foreign);
    if (r->group[n->group].alone && whose(w, index[0]) != OF_ITSELF)
      cannot_follow(&w->c, "a process writes a register that another one was to write alone");
    if (cell != NO_CELL) put_value(w, word_of_cell(w, cell), left);
  }
  if (cell != NO_CELL && keeps(w) && !only_members_write(r, n->group, index)) {
    put_value(w, word_of_cell(w, cell), left);
    set_copy_bit(w, cell, true);
  }
  if (n->slot != NO_SLOT) put_value(w, slot_of(w, n->slot), held);
}
