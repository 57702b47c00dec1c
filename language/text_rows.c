/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * text_rows.c: the rows of a figure are the lines of the text. A line that makes one access has its label; one that
 * makes several has a row for each, in the order in which they are made: 9a, 9b, ...
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/machine.h"

struct figure {
  struct tree *tree;
  struct pool *pool;
  struct flow *graph;
  struct rmr_line *row;
  uint32_t n_rows, number;    /* the last label's number */
  const struct statement *of; /* the statement whose accesses were labelled last, and so many of them */
  uint32_t n_of;
};

static const char *text_of_line(const struct figure *f, uint32_t line, uint32_t *column)
{
  const char *text = f->tree->source.line[line], *at = text;
  while (*at == ' ') at++;
  if (isdigit((unsigned char)*at)) { /* its label */
    while (isalnum((unsigned char)*at)) at++;
    while (*at == ' ') at++;
  }
  *column = (uint32_t)(at - text);
  const char *comment = strstr(at, "//");
  size_t length = comment != NULL ? (size_t)(comment - at) : strlen(at);
  while (length > 0 && isspace((unsigned char)at[length - 1])) length--;
  return pool_copy(f->pool, at, length);
}

static bool is_mark(const char *text)
{
  return strcmp(text, "doorway") == 0 || strcmp(text, "waiting") == 0 || strcmp(text, "exit") == 0;
}

static uint32_t accesses_of(const struct figure *f, const struct statement *s)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < f->graph->n_nodes; k++)
    n += f->graph->node[k].kind == NODE_ACCESS && f->graph->node[k].of == s;
  return n;
}

/* 9, or 9a where the statement makes several accesses. */
static const char *label_of(struct figure *f, const struct statement *s)
{
  if (s != f->of) {
    f->number = s->label != NULL ? (uint32_t)s->label->number : f->number + 1;
    f->of = s;
    f->n_of = 0;
  }
  char number[24], *label;
  snprintf(number, sizeof number, "%u", f->number);
  const char *base = s->label != NULL ? s->label->word : number;
  label = accesses_of(f, s) > 1 ? mem_format("%s%c", base, (char)('a' + f->n_of % 26)) : mem_text(base);
  f->n_of++;
  const char *kept = pool_copy(f->pool, label, strlen(label));
  free(label);
  return kept;
}

/* The register as the text mentions it, "[Token[j]]". */
static const char *mention(const struct figure *f, const struct node *n, uint32_t columns)
{
  const char *from = f->tree->source.line[n->at->line] + n->at->column - 1, *to = from;
  while (isalnum((unsigned char)*to) || *to == '_') to++;
  if (*to == '[' || *to == '(') {
    uint32_t depth = 0;
    do {
      depth += *to == '[' || *to == '(';
      depth -= *to == ']' || *to == ')';
      to++;
    } while (depth > 0 && *to != '\0');
  }
  char *text = mem_format("%*s[%.*s]", (int)columns, "", (int)(to - from), from);
  const char *kept = pool_copy(f->pool, text, strlen(text));
  free(text);
  return kept;
}

static void add_row(struct figure *f, const char *label, const char *text, const struct node *n)
{
  f->row[f->n_rows++] = (struct rmr_line){
    .label = label, .text = text, .line = n != NULL ? n->line : 0, .section = n != NULL ? n->section : 0};
}

static const char *indented(const struct figure *f, const char *text, uint32_t columns)
{
  char *line = mem_format("%*s%s", (int)columns, "", text);
  const char *kept = pool_copy(f->pool, line, strlen(line));
  free(line);
  return kept;
}

static void add_line(struct figure *f, uint32_t line, uint32_t margin)
{
  uint32_t column, n = 0;
  const char *bare = text_of_line(f, line, &column);
  if (bare[0] == '\0' || is_mark(bare)) return;
  const uint32_t columns = column > margin ? column - margin : 0;
  const char *text = indented(f, bare, columns);
  for (uint32_t k = 0; k < f->graph->n_nodes; k++) {
    struct node *node = &f->graph->node[k];
    if (node->kind != NODE_ACCESS || node->at->line != line) continue;
    node->line = (uint16_t)++f->graph->n_lines;
    f->graph->at_line[node->line] = k;
    add_row(f, label_of(f, node->of), n++ == 0 ? text : mention(f, node, columns + 2), node);
  }
  if (n == 0) add_row(f, "", text, NULL);
}

static bool check_labels(const struct figure *f, struct error *e)
{
  for (uint32_t k = 0; k < f->n_rows; k++)
    for (uint32_t j = 0; j < k && f->row[k].line != 0; j++)
      if (f->row[j].line != 0 && strcmp(f->row[j].label, f->row[k].label) == 0) {
        const struct node *n = &f->graph->node[f->graph->at_line[f->row[k].line]];
        return refuse(&f->tree->source, n->at, e, "a second line %s", f->row[k].label);
      }
  return true;
}

bool make_figure(struct tree *tree, struct pool *pool, struct flow *graph, struct rmr_algorithm *out, struct error *e)
{
  const uint32_t lines = tree->last_line - tree->first_line + 1;
  struct figure f = {.tree = tree, .pool = pool, .graph = graph};
  uint32_t accesses = 0, margin = UINT32_MAX;
  for (uint32_t k = 0; k < graph->n_nodes; k++) accesses += graph->node[k].kind == NODE_ACCESS;
  if (accesses + lines >= RMR_MAX_LINES)
    return fail_at(e, EXIT_USAGE, tree->source.name, (int)tree->first_line, 1, "more than %u rows", RMR_MAX_LINES - 1);
  f.row = pool_new(pool, accesses + lines, sizeof *f.row);
  graph->at_line = pool_new(pool, accesses + 1, sizeof *graph->at_line);
  for (uint32_t line = tree->first_line; line <= tree->last_line && line <= tree->source.n_lines; line++) {
    uint32_t column;
    const char *text = text_of_line(&f, line, &column);
    if (text[0] != '\0' && column < margin) margin = column;
  }
  for (uint32_t line = tree->first_line; line <= tree->last_line && line <= tree->source.n_lines; line++)
    add_line(&f, line, margin);
  out->lines = f.row;
  out->n_rows = f.n_rows;
  out->n_lines = graph->n_lines + 1;
  return check_labels(&f, e);
}
