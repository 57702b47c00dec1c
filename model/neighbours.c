/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

/* The value of the option of this type; NULL: the algorithm has none. */
static struct rmr_neighbours *find(const struct rmr_algorithm *a, enum rmr_option_type type, void *block)
{
  for (const struct rmr_option *option = a->parameters; option != NULL && option->key != NULL; option++)
    if (option->type == type) return (struct rmr_neighbours *)((unsigned char *)block + option->offset);
  return NULL;
}

const struct rmr_neighbours *neighbours_of(const struct rmr_algorithm *a, const void *block)
{
  return find(a, RMR_GRAPH, (void *)block);
}

static bool has_option(const struct rmr_algorithm *a, enum rmr_option_type type)
{
  for (const struct rmr_option *option = a->parameters; option != NULL && option->key != NULL; option++)
    if (option->type == type) return true;
  return false;
}

bool neighbours_has(const struct rmr_algorithm *a)
{
  return has_option(a, RMR_GRAPH);
}

bool neighbours_has_orders(const struct rmr_algorithm *a)
{
  return has_option(a, RMR_GRAPH) && has_option(a, RMR_ORDER);
}

static void refer(struct rmr_neighbours *value, const struct orders *to)
{
  value->n = to->n;
  value->first = to->first_;
  value->neighbour = to->neighbour_;
  value->place = to->place_;
}

bool neighbours_fill(const struct rmr_algorithm *a, void *block, uint32_t n, const char *directory,
                     struct neighbours *out, struct error *e)
{
  struct rmr_neighbours *of_graph = find(a, RMR_GRAPH, block), *of_order = find(a, RMR_ORDER, block);
  struct graph graph;
  *out = (struct neighbours){0};
  if (!graph_parse(of_graph->text, directory, n, &graph, e)) return false;
  orders_start(&graph, &out->graph);
  refer(of_graph, &out->graph);
  const bool ok = of_order == NULL || orders_parse(of_order->text, directory, &graph, &out->order, e);
  if (ok && of_order != NULL) refer(of_order, &out->order);
  graph_free(&graph);
  return ok;
}

void neighbours_free(struct neighbours *neighbours)
{
  orders_free(&neighbours->graph);
  orders_free(&neighbours->order);
}

size_t neighbours_files(const struct rmr_algorithm *a, const void *block, const char *names[NEIGHBOURS_FILES])
{
  static const char kind[] = "file:";
  const struct rmr_neighbours *const texts[] = {find(a, RMR_GRAPH, (void *)block), find(a, RMR_ORDER, (void *)block)};
  size_t n = 0;
  for (size_t k = 0; k < NEIGHBOURS_FILES; k++)
    if (texts[k] != NULL && strncmp(texts[k]->text, kind, sizeof kind - 1) == 0)
      names[n++] = texts[k]->text + sizeof kind - 1;
  return n;
}

/* They are read whenever a system is made. */
static bool files_are_lasting(const struct rmr_algorithm *a, const void *block, const char *directory, struct error *e)
{
  const char *names[NEIGHBOURS_FILES];
  const size_t n = neighbours_files(a, block, names);
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) {
    const bool here = directory == NULL || names[k][0] == '/';
    char *path = mem_format("%s%s%s", here ? "" : directory, here ? "" : "/", names[k]);
    if (file_is_stream(path))
      ok = fail_at(e, EXIT_USAGE, names[k], 0, 0, "is a pipe or a device, and is read more than once; expected a file");
    free(path);
  }
  return ok;
}

bool neighbours_n(const struct rmr_algorithm *a, const void *block, const char *directory, uint32_t *n, struct error *e)
{
  const struct rmr_neighbours *of_graph = neighbours_of(a, block);
  *n = 0;
  if (of_graph == NULL) return true;
  return files_are_lasting(a, block, directory, e) && graph_size(of_graph->text, directory, n, e);
}
