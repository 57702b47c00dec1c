/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * alike_verify.c: whether a proposed exchange of two processes is an automorphism. It trusts nothing of the proposal.
 */
#include "explore/tables/alike.h"
#include "explore/tables/alike_slots.h"

struct verification {
  const struct space *s;
  const struct symmetry *y;
  const struct symmetry_swap *swap;
  uint32_t p, q;
};

/* The number, in its slot, of the item that another one corresponds to. */
static uint32_t image(const struct verification *v, uint32_t slot, uint32_t k)
{
  return v->swap->item[v->y->first[slot] + k] - v->y->first[v->swap->slot[slot]];
}

/* Slots correspond to slots of their kind and size, items to items of the corresponding slot, one to one. */
static bool is_bijection(const struct verification *v)
{
  const struct symmetry *y = v->y;
  const struct packing *layout = &v->s->layout;
  for (uint32_t slot = 0; slot < y->n_slots; slot++) {
    const uint32_t to = v->swap->slot[slot], size = y->first[slot + 1] - y->first[slot];
    if (to >= y->n_slots || v->swap->slot[to] != slot || y->first[to + 1] - y->first[to] != size) return false;
    if (slot < y->n && to != alike_exchanged(slot + 1, v->p, v->q) - 1) return false;
    for (uint32_t k = 0; k < size; k++) {
      const uint32_t item = v->swap->item[y->first[slot] + k];
      if (item < y->first[to] || item >= y->first[to + 1] || v->swap->item[item] != y->first[slot] + k) return false;
      if (slot >= y->n + v->s->automata.n_registers && image(v, slot, k) != k) return false;
    }
  }
  for (uint32_t var = 0; var < v->s->automata.n_registers; var++) {
    const uint32_t to = v->swap->slot[alike_value_slot(y, var)] - y->n;
    const uint32_t valid = alike_copy_slot(v->s, y, &layout->valid[var]),
                   owned = alike_copy_slot(v->s, y, &layout->owned[var]);
    if (to >= v->s->automata.n_registers) return false;
    if (layout->valid[var].width != layout->valid[to].width || layout->owned[var].width != layout->owned[to].width)
      return false;
    if (valid < y->n_slots && v->swap->slot[valid] != alike_copy_slot(v->s, y, &layout->valid[to])) return false;
    if (owned < y->n_slots && v->swap->slot[owned] != alike_copy_slot(v->s, y, &layout->owned[to])) return false;
  }
  return true;
}

/* Initial states correspond to initial states. */
static bool begins_alike(const struct verification *v)
{
  const struct automata *a = &v->s->automata;
  for (uint32_t r = 1; r <= a->n; r++)
    for (uint32_t c = 0; c < a->choices; c++)
      if (image(v, r - 1, a->process[r].initial[c]) != a->process[alike_exchanged(r, v->p, v->q)].initial[c])
        return false;
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const uint32_t slot = alike_value_slot(v->y, var);
    const struct register_values *from = &a->values[var], *to = &a->values[v->swap->slot[slot] - v->y->n];
    if (from->n_initial != to->n_initial) return false;
    for (uint32_t k = 0; k < from->n_initial; k++) {
      const uint32_t there = image(v, slot, from->first_initial + k);
      if (there < to->first_initial || there >= to->first_initial + to->n_initial) return false;
    }
  }
  return true;
}

/* Both local states count for the same in every question, and access a register of the same group, at home with the
 * corresponding process. Lines tell apart only where local states have not been merged. */
static bool stands_alike(const struct verification *v, uint32_t r, uint32_t local)
{
  const struct space *s = v->s;
  const uint32_t to = alike_exchanged(r, v->p, v->q), there = image(v, r - 1, local);
  const struct automaton_local *l = &s->automata.process[r].local[local], *k = &s->automata.process[to].local[there];
  const struct space_label *a = &s->label[r][local], *b = &s->label[to][there];
  const struct space_row *row = &s->row[r][local], *other = &s->row[to][there];
  if (a->name != b->name || a->section != b->section || a->line_section != b->line_section || a->done != b->done ||
      a->alone != b->alone || row->weigh != other->weigh || row->fence != other->fence)
    return false;
  if (l->done || l->op.kind != k->op.kind) return l->done;
  if (!s->spec.minimise && l->op.line != k->op.line) return false;
  if (!rmr_kind_accesses(l->op.kind)) return true;
  const struct system *system = s->automata.system;
  const uint32_t home = system->home[l->op.var];
  return v->swap->slot[alike_value_slot(v->y, l->op.var)] == alike_value_slot(v->y, k->op.var) &&
         system->group_of[l->op.var] == system->group_of[k->op.var] &&
         system->home[k->op.var] == alike_exchanged(home, v->p, v->q);
}

/* Copies are kept, and made, alike. */
static bool copies_alike(const struct verification *v, uint32_t move, uint32_t other)
{
  const struct space *s = v->s;
  for (uint32_t k = s->n + s->automata.n_registers; k < v->y->n_slots; k++) {
    const struct bit_field *from = &v->y->field[k], *to = &v->y->field[v->swap->slot[k]];
    const uint64_t *keep = s->keep + (size_t)move * s->words, *put = s->put + (size_t)move * s->words,
                   *keeps = s->keep + (size_t)other * s->words, *puts = s->put + (size_t)other * s->words;
    if (field_get(keep, from) != field_get(keeps, to) || field_get(put, from) != field_get(puts, to)) return false;
  }
  return true;
}

/* One step from a local state, with the value that is found and the session that is chosen. */
static bool steps_alike(const struct verification *v, uint32_t r, uint32_t local, uint32_t value, uint32_t choice)
{
  const struct space *s = v->s;
  const uint32_t to = alike_exchanged(r, v->p, v->q), there = image(v, r - 1, local);
  const struct automaton *m = &s->automata.process[r], *n = &s->automata.process[to];
  const struct automaton_local *l = &m->local[local], *k = &n->local[there];
  const uint32_t slot = rmr_kind_accesses(l->op.kind) ? alike_value_slot(v->y, l->op.var) : 0,
                 found = slot != 0 ? image(v, slot, value) : 0;
  const uint32_t move = s->row[r][local].first + value * s->choices + choice,
                 other = s->row[to][there].first + found * s->choices + choice;
  if (s->flags[move] != s->flags[other]) return false;
  if (s->flags[move] & MOVE_NONE) return true;
  if (image(v, r - 1, m->next[l->first_next + value * s->choices + choice]) !=
      n->next[k->first_next + found * s->choices + choice])
    return false;
  if (rmr_kind_writes(l->op.kind) &&
      image(v, slot, m->written[l->first_value + value]) != n->written[k->first_value + found])
    return false;
  return copies_alike(v, move, other);
}

static bool moves_alike(const struct verification *v, uint32_t r)
{
  const struct automata *a = &v->s->automata;
  for (uint32_t l = 0; l < a->process[r].n_locals; l++) {
    if (!stands_alike(v, r, l)) return false;
    for (uint32_t k = 0; k < automaton_values(a, &a->process[r].local[l]) * v->s->choices; k++)
      if (!steps_alike(v, r, l, k / v->s->choices, k % v->s->choices)) return false;
  }
  return true;
}

/* Local states of a process, one for each session with each counterpart. */
struct asking {
  uint32_t local[64], n;
};

/* False: there are too many. */
static bool note_sessions(const struct verification *v, uint32_t r, struct asking *out)
{
  const struct space_label *here = v->s->label[r], *there = v->s->label[alike_exchanged(r, v->p, v->q)];
  out->n = 0;
  for (uint32_t l = 0; l < v->s->automata.process[r].n_locals; l++) {
    uint32_t k = 0;
    while (k < out->n && (here[out->local[k]].session != here[l].session ||
                          there[image(v, r - 1, out->local[k])].session != there[image(v, r - 1, l)].session))
      k++;
    if (k == sizeof out->local / sizeof *out->local) return false;
    if (k == out->n) out->local[out->n++] = l;
  }
  return true;
}

static bool pair_conflicts_alike(const struct verification *v, uint32_t r, uint32_t local, uint32_t with,
                                 uint32_t other)
{
  const struct space *s = v->s;
  const uint32_t a = alike_exchanged(r, v->p, v->q), b = alike_exchanged(with, v->p, v->q);
  return space_conflict(s, r, &s->label[r][local], with, &s->label[with][other]) ==
         space_conflict(s, a, &s->label[a][image(v, r - 1, local)], b, &s->label[b][image(v, with - 1, other)]);
}

/* Whether the renaming maps conflicts to conflicts. */
static bool conflicts_alike(const struct verification *v)
{
  struct asking of[CANONICAL_MOST_PROCESSES + 1];
  for (uint32_t r = 1; r <= v->s->n; r++) {
    if (!note_sessions(v, r, &of[r])) return false;
    for (uint32_t with = 1; with < r; with++)
      for (uint32_t k = 0; k < of[r].n * of[with].n; k++)
        if (!pair_conflicts_alike(v, r, of[r].local[k / of[with].n], with, of[with].local[k % of[with].n]))
          return false;
  }
  return true;
}

bool alike_verify(const struct space *s, const struct symmetry *y, uint32_t p, uint32_t q,
                  const struct symmetry_swap *swap)
{
  const struct verification v = {s, y, swap, p, q};
  if (!is_bijection(&v) || !begins_alike(&v)) return false;
  for (uint32_t r = 1; r <= s->n; r++)
    if (!moves_alike(&v, r)) return false;
  return conflicts_alike(&v);
}
