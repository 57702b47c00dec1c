/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void path_free(struct path *path)
{
  free(path->state);
  free(path->process);
  *path = (struct path){0};
}

void path_begin(const struct visited *visited, uint32_t id, struct path *path)
{
  *path = (struct path){.state = mem_new(1, sizeof *path->state)};
  path->state[0] = id;
  memcpy(path->begin, visited_state(visited, id), visited->words * sizeof *path->begin);
}

void path_copy(const struct path *from, struct path *to)
{
  *to = (struct path){.state = mem_new(1, sizeof *to->state)};
  memcpy(to->begin, from->begin, sizeof to->begin);
  to->state[0] = from->state[0];
  for (size_t k = 0; k < from->n; k++) path_append(to, from->process[k], from->state[k + 1]);
  to->loop = from->loop;
}

void path_append(struct path *path, uint32_t process, uint32_t to)
{
  if ((path->n & (path->n - 1)) == 0) { /* room doubles */
    path->state = mem_grow(path->state, path->n * 2 + 2, sizeof *path->state);
    path->process = mem_grow(path->process, path->n * 2 + 2, sizeof *path->process);
  }
  path->process[path->n++] = (uint16_t)process;
  path->state[path->n] = to;
}
