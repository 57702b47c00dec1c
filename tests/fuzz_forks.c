/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_forks.c: the first line of any text as a graph, the second as orders of it, and the rest as the file f, which
 * both can name: "file:f". Either they are refused with a reason, of a file with a place in it; or every philosopher
 * grabs each of its forks once, and all can be ranked, or drawn, without harm.
 *
 * Graphs of more than 48 philosophers are left alone: they only cost time.
 */
#include <string.h>

#include "fuzz_folder.h"
#include "model/arbitration/draw.h"

enum { MOST = 48 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  fuzz_folder_make();
  return 0;
}

static void check_refusal(const struct error *e)
{
  if (e->code != EXIT_USAGE || e->text[0] == '\0' || e->line < 0 || e->column < 0) abort();
}

static void check_orders(const struct graph *graph, const struct orders *orders)
{
  uint32_t all = 0;
  if (orders->n != graph->n) abort();
  for (uint32_t i = 0; i < orders->n; i++)
    for (uint32_t k = 0; k < orders_degree(orders, i); k++, all++) {
      const uint32_t j = orders_of(orders, i)[k];
      if (j >= graph->n || !graph_has(graph, i, j) || orders_place(orders, i, j) != k + 1) abort();
    }
  if (all != 2 * graph->n_forks) abort();
}

static void draw(const struct graph *graph, const struct orders *orders)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  uint32_t *rank = mem_new(graph->n_forks, sizeof *rank);
  const bool ranked = orders_are_ranked(orders, graph, rank);
  const struct picture picture = {.title = "\"\\", .rank = ranked ? rank : NULL};
  for (uint32_t k = 0; ranked && k < graph->n_forks; k++)
    if (rank[k] >= graph->n_forks) abort();
  if (out == NULL) abort();
  draw_forks(graph, orders, &picture, out);
  fclose(out);
  free(rank);
  free(text);
}

/* Cuts the first line off. Other files than f are none of ours. */
static const char *next_line(char **rest)
{
  const char *line = strsep(rest, "\n");
  return line == NULL || (strncmp(line, "file:", 5) == 0 && strcmp(line, "file:f") != 0) ? "" : line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = mem_format("%.*s", (int)size, (const char *)data), *rest = text;
  const char *graph_text = next_line(&rest), *order_text = next_line(&rest);
  char *file = fuzz_file("f", rest != NULL ? rest : "", rest != NULL ? strlen(rest) : 0);
  struct graph graph;
  struct orders orders;
  struct error e = {0};
  uint32_t n = 0;
  if (!graph_size(graph_text, fuzz_folder, &n, &e)) {
    check_refusal(&e);
  } else if (n <= MOST && graph_parse(graph_text, fuzz_folder, n == 0 ? 4 : 0, &graph, &e)) {
    if (n != 0 && graph.n != n) abort();
    if (orders_parse(order_text, fuzz_folder, &graph, &orders, &e)) {
      check_orders(&graph, &orders);
      draw(&graph, &orders);
      orders_free(&orders);
    } else {
      check_refusal(&e);
    }
    graph_free(&graph);
  } else if (n <= MOST) {
    check_refusal(&e);
  }
  free(file);
  free(text);
  return 0;
}
