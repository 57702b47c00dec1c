/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_nodes.h"

static bool is_node(const struct scene *w, const int32_t *state, uint32_t word)
{
  return state_is_value(w, word) && state[word] != CELL_ANY && abstract_unpack(state[word]).kind == ABSTRACT_NODE;
}

struct views_names views_names(const struct lens *l, const int32_t *from, const int32_t *to)
{
  struct views_names names = {{0}};
  for (uint32_t k = 0; l->to->nodes && k < state_copies(l->to); k++)
    if (l->word[k] != NO_WORD && is_node(l->to, to, k))
      names.name[abstract_unpack(from[l->word[k]]).is] = (uint8_t)abstract_unpack(to[k]).is;
  return names;
}

void nodes_show(const struct lens *l, const int32_t *from, int32_t *to)
{
  const struct scene *w = l->to;
  struct views_names names = {{0}};
  uint8_t n = 0;
  for (uint32_t k = 0; k < state_copies(w); k++) {
    if (!is_node(w, to, k)) continue;
    uint8_t *name = &names.name[abstract_unpack(to[k]).is];
    if (*name == 0) *name = ++n;
    to[k] = abstract_pack((struct abstract){ABSTRACT_NODE, *name});
  }
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    for (uint32_t k = 1; w->group[g].row == DIMENSION_NODES && k <= l->from->group[g].n_cells; k++)
      if (names.name[k] != 0)
        to[state_cells(w) + w->group[g].first_cell + names.name[k] - 1] =
          from[state_cells(l->from) + l->from->group[g].first_cell + k - 1];
}

/* The registers of a node hold what each pair says that knows it. False: it is a contradiction. */
static bool join_registers(const struct views_triple *t, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out,
                           uint32_t group)
{
  int32_t *cell = &out[state_cells(&t->scene) + t->scene.group[group].first_cell];
  bool known[MOST_KNOWN_NODES] = {false};
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    const struct scene *w = t->lens[p].to;
    const struct views_names names = views_names(&t->lens[p], out, pair[p]);
    for (uint32_t k = 0; k < t->scene.group[group].n_cells; k++) {
      if (names.name[k + 1] == 0) continue;
      const int32_t here = pair[p][state_cells(w) + w->group[group].first_cell + names.name[k + 1] - 1];
      if (known[k] && cell[k] != here) return false;
      cell[k] = here;
      known[k] = true;
    }
  }
  return true;
}

bool nodes_join(const struct views_triple *t, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out)
{
  bool fits = true;
  for (uint32_t g = 0; fits && g < t->scene.machine->tree->n_groups; g++)
    if (t->scene.group[g].row == DIMENSION_NODES) fits = join_registers(t, pair, out, g);
  return fits;
}
