/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * figure_rows.c: the rows of a figure are the lines of the text. A line that makes one access has its label. One that
 * makes several has a row for each, in the order in which they are made: 9a, 9b, ... The lines of a procedure stand
 * behind the line that calls it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/machine.h"

enum { LONGEST_LABEL = 32 }; /* a word of schedules */

struct figure {
  struct tree *tree;
  struct pool *pool;
  struct flow *graph;
  struct rmr_line *row;
  uint32_t n_rows, most_rows;
  const struct token **begins; /* [line]: its first token; NULL: it has none */
  uint32_t *first, *next;      /* first[line]: an access of this line from 1; next[...]: the one behind it */
  bool *reached;               /* of nodes */
  const char **based;          /* [line of the machine]: its label, without the letter or number of its access */
  char base[96];               /* the last label, without the letters of its accesses */
  bool goes_on;                /* the last statement has no label, and goes on with the letters of another one */
  char stem[64];               /* of the last label, without its number */
  uint32_t number;             /* of the last label */
  const struct statement *of;  /* the statement whose accesses were labelled last, */
  uint32_t n_of;               /* and so many of them */
  bool full;
};

static const char *keep(const struct figure *f, char *text)
{
  const char *kept = pool_copy(f->pool, text, strlen(text));
  free(text);
  return kept;
}

/* The text of a line behind its label. */
static const char *bare(const struct figure *f, uint32_t line, uint32_t *column)
{
  const char *text = f->tree->source.line[line].text, *at = text;
  const struct token *t = f->begins[line];
  if (t != NULL && t->kind == TOKEN_LABEL) at += t->column - 1 + strlen(t->word);
  if (t != NULL && t->kind == TOKEN_LABEL && *at == ':') at++;
  while (*at == ' ') at++;
  *column = (uint32_t)(at - text);
  size_t length = strlen(at);
  bool quoted = false;
  for (size_t k = 0; k < length; k++) {
    quoted ^= at[k] == '"';
    if (!quoted && at[k] == '/' && at[k + 1] == '/') length = k;
  }
  while (length > 0 && at[length - 1] == ' ') length--;
  return pool_copy(f->pool, at, length);
}

static bool is_mark(const char *text)
{
  static const char *const marks[] = {"recover", "doorway", "waiting", "exit", NULL};
  for (size_t k = 0; marks[k] != NULL; k++)
    if (strcmp(text, marks[k]) == 0) return true;
  return text[0] == '\0';
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

/* The label that stands at the beginning of the statement's line; NULL: none. */
static const struct token *label_at(const struct figure *f, const struct statement *s)
{
  const struct token *t = f->begins[s->at->line];
  return s->label != NULL ? s->label : t != NULL && t->kind == TOKEN_LABEL ? t : NULL;
}

/* Whether the accesses of two statements go under one label: they are one, or stand on one line. */
static bool belong_together(const struct figure *f, const struct statement *a, const struct statement *b)
{
  if (a == b) return true;
  if (a == NULL || b == NULL || a->in != b->in) return false;
  const struct token *label = label_at(f, a);
  if (label != NULL) return label == label_at(f, b);
  return label_at(f, b) == NULL && a->name == NULL && b->name == NULL && a->at->line == b->at->line;
}

static uint32_t accesses_of(const struct figure *f, const struct statement *s)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < f->graph->n_nodes; k++)
    n += f->graph->node[k].kind == NODE_ACCESS && f->reached[k] && belong_together(f, f->graph->node[k].of, s);
  return n;
}

/* The label of the next line if it has none of its own. */
static void note_label(struct figure *f, const char *label)
{
  size_t stem = 0;
  while (label[stem] != '\0' && !isdigit((unsigned char)label[stem])) stem++;
  if (label[stem] == '\0') return;
  snprintf(f->stem, sizeof f->stem, "%.*s", (int)(stem < sizeof f->stem ? stem : 0), label);
  f->number = (uint32_t)strtoul(label + stem, NULL, 10);
}

/* The label of a line that makes no access: lines behind it may go on with its letters. */
static void pass_label(struct figure *f, const char *label)
{
  note_label(f, label);
  if (!isdigit((unsigned char)label[strlen(label) - 1])) return;
  snprintf(f->base, sizeof f->base, "%s", label);
  f->n_of = 0;
  f->of = NULL;
}

/* Whether some line of the same procedure has this label in the text. */
static bool is_written(const struct figure *f, const struct instance *in, const char *label)
{
  for (uint32_t line = in->first_line; line <= in->last_line && line <= f->tree->source.n_lines; line++) {
    const struct token *t = f->begins[line];
    if (t != NULL && t->kind == TOKEN_LABEL && strcmp(t->word, label) == 0) return true;
  }
  return false;
}

/* Whether it is the critical section itself, as a step. */
static bool is_section(const struct statement *s, uint8_t access)
{
  return access == RMR_LOCAL && s->kind == STATEMENT_CRITICAL;
}

/* The label of a statement without its letters, in f->base. A line without a label is numbered after the one before; if
 * that number stands in the text further on, it goes on with the letters of the one before. */
static void begin_label(struct figure *f, const struct statement *s, uint8_t access)
{
  const struct token *label = label_at(f, s);
  char next[sizeof f->base];
  snprintf(next, sizeof next, "%s%u", f->stem, f->number + 1);
  f->goes_on =
    label == NULL && s->name == NULL && !is_section(s, access) && f->base[0] != '\0' && is_written(f, s->in, next);
  if (f->goes_on) return;
  if (label == NULL && s->name == NULL && is_section(s, access))
    snprintf(next, sizeof next, "CS");
  else if (label != NULL || s->name != NULL)
    snprintf(next, sizeof next, "%.80s", label != NULL ? label->word : s->name);
  else
    f->number++;
  if (label != NULL) note_label(f, label->word);
  f->n_of = 0;
  memcpy(f->base, next, sizeof next);
}

/* 9, or 9a where the statement makes several accesses. */
static const char *label_of(struct figure *f, const struct statement *s, uint8_t access)
{
  if (!belong_together(f, s, f->of)) {
    begin_label(f, s, access);
    f->of = s;
  }
  const uint32_t n = f->n_of++, length = (uint32_t)strlen(f->base);
  if (n == 0 && !f->goes_on && accesses_of(f, s) == 1) return keep(f, mem_format("%s%s", s->in->prefix, f->base));
  if (isdigit((unsigned char)f->base[length - 1]))
    return keep(f, mem_format("%s%s%c", s->in->prefix, f->base, (char)('a' + n % 26)));
  return keep(f, mem_format("%s%s%u", s->in->prefix, f->base, n + 1));
}

/* The line of an access: where its register is mentioned, or, where that is in a function, its statement's. */
static uint32_t line_of(const struct node *n)
{
  const struct instance *in = n->of->in;
  return n->at->line >= in->first_line && n->at->line <= in->last_line ? n->at->line : n->of->at->line;
}

/* The register as the text mentions it, "[Token[j]]"; where that is in a function, its name. */
static const char *mention(const struct figure *f, const struct node *n, uint32_t columns)
{
  if (line_of(n) != n->at->line) return keep(f, mem_format("%*s[%s]", (int)columns, "", f->tree->group[n->group].name));
  const char *from = f->tree->source.line[n->at->line].text + n->at->column - 1, *to = from;
  while (isalnum((unsigned char)*to) || *to == '_') to++;
  if (*to == '[' || *to == '(') {
    uint32_t depth = 0;
    do {
      depth += *to == '[' || *to == '(';
      depth -= *to == ']' || *to == ')';
      to++;
    } while (depth > 0 && *to != '\0');
  }
  return keep(f, mem_format("%*s[%.*s]", (int)columns, "", (int)(to - from), from));
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void add_row(struct figure *f, const char *label, const char *text, const struct node *n)
{
  if (f->n_rows == f->most_rows) {
    f->full = true;
    return;
  }
  f->row[f->n_rows++] = (struct rmr_line){
    .label = label, .text = text, .line = n != NULL ? n->line : 0, .section = n != NULL ? n->section : 0};
}

static void add_lines(struct figure *f, const struct instance *in, uint32_t indent);

static void add_line(struct figure *f, const struct instance *in, uint32_t line, uint32_t margin, uint32_t indent)
{
  uint32_t column, n = 0;
  const char *text = bare(f, line, &column);
  if (is_mark(text)) return;
  const uint32_t columns = indent + (column > margin ? column - margin : 0);
  text = keep(f, mem_format("%*s%s", (int)columns, "", text));
  for (uint32_t k = f->first[line]; k != 0; k = f->next[k]) {
    struct node *node = &f->graph->node[k - 1];
    if (node->of->in != in) continue;
    node->line = (uint16_t)++f->graph->n_lines;
    f->graph->at_line[node->line] = k - 1;
    const char *label = label_of(f, node->of, node->access);
    f->based[node->line] = keep(f, mem_format("%s%s", in->prefix, f->base));
    add_row(f, label, n++ == 0 ? text : mention(f, node, columns + 2), node);
  }
  const struct token *t = f->begins[line];
  if (n == 0) {
    const bool labelled = t != NULL && t->kind == TOKEN_LABEL;
    if (labelled && in->caller == NULL) pass_label(f, t->word);
    add_row(f, labelled ? keep(f, mem_format("%s%s", in->prefix, t->word)) : "", text, NULL);
  }
  for (const struct instance *called = f->tree->instance; called != NULL; called = called->next)
    if (called->caller == in && called->called_at == line) {
      char stem[sizeof f->stem];
      const uint32_t number = f->number;
      const bool apart = called->prefix[0] != '\0'; /* else its lines are counted with those around the call */
      memcpy(stem, f->stem, sizeof stem);
      if (apart) f->number = 0;
      if (apart) f->stem[0] = f->base[0] = '\0';
      add_lines(f, called, columns + 2);
      if (apart) f->number = number;
      if (apart) memcpy(f->stem, stem, sizeof stem);
    }
}

static void add_lines(struct figure *f, const struct instance *in, uint32_t indent)
{
  uint32_t margin = UINT32_MAX;
  for (uint32_t line = in->first_line; line <= in->last_line && line <= f->tree->source.n_lines; line++) {
    uint32_t column;
    if (!is_mark(bare(f, line, &column)) && column < margin) margin = column;
  }
  for (uint32_t line = in->first_line; line <= in->last_line && line <= f->tree->source.n_lines && !f->full; line++)
    add_line(f, in, line, margin, indent);
}

static const struct node *node_of_row(const struct figure *f, uint32_t row)
{
  return &f->graph->node[f->graph->at_line[f->row[row].line]];
}

static bool check_labels(const struct figure *f, struct error *e)
{
  for (uint32_t k = 0; k < f->n_rows; k++)
    if (f->row[k].line != 0 && strlen(f->row[k].label) > LONGEST_LABEL)
      return refuse(&f->tree->source, node_of_row(f, k)->at, e, "the label '%.64s' has more than %d bytes",
                    f->row[k].label, LONGEST_LABEL);
  for (uint32_t k = 0; k < f->n_rows; k++)
    for (uint32_t j = 0; j < k && f->row[k].line != 0; j++)
      if (f->row[j].line != 0 && strcmp(f->row[j].label, f->row[k].label) == 0) {
        const struct node *first = node_of_row(f, j), *second = node_of_row(f, k);
        const bool called = first->of->in->caller != NULL || second->of->in->caller != NULL;
        return refuse(&f->tree->source, second->at, e, "a second line %s: the first is line %u of the text%s",
                      f->row[k].label, f->tree->source.line[first->at->line].number,
                      called ? "; a label at the call of a procedure keeps its lines apart" : "");
      }
  return true;
}

/* --- the parts of lines ------------------------------------------------------------------------------------------- */

static enum flow_way goes_on(const struct flow *g, uint32_t node, const void *self)
{
  (void)g, (void)node, (void)self;
  return FLOW_ON;
}

static void find_reached(struct figure *f)
{
  f->reached[f->graph->begin] = true;
  flow_spread(f->graph, f->graph->begin, goes_on, NULL, f->reached);
}

/* Lists the accesses of each line in the order in which they are made. */
static uint32_t list_accesses(struct figure *f)
{
  uint32_t n = 0;
  for (uint32_t k = f->graph->n_nodes; k-- > 0;) {
    const struct node *node = &f->graph->node[k];
    if (node->kind != NODE_ACCESS || !f->reached[k]) continue;
    f->next[k + 1] = f->first[line_of(node)];
    f->first[line_of(node)] = k + 1;
    n++;
  }
  return n;
}

/* Whether the line has this label, or is a part of the line that has it: 9 is 9a and 9b, and L is L1 and L2. */
static bool has_label(const struct figure *f, const struct rmr_line *row, const char *word)
{
  const char *base = f->based[row->line];
  const size_t n = strlen(word);
  if (strcmp(row->label, word) == 0 || strcmp(base, word) == 0) return true;
  return isdigit((unsigned char)word[n - 1]) && strncmp(base, word, n) == 0 && islower((unsigned char)base[n]) &&
         base[n + 1] == '\0';
}

/* The lines of the label that an invariant mentions. Where they do not follow each other, it is one of several. */
static bool find_lines(const struct figure *f, struct expr *x, struct error *e)
{
  bool any = false;
  for (uint32_t k = 0; k < f->n_rows; k++) {
    const uint16_t line = f->row[k].line;
    if (line == 0 || !has_label(f, &f->row[k], x->word)) continue;
    if (any && line != x->rest + 1u) {
      struct expr *before = pool_new(f->pool, 1, sizeof *before), *behind = pool_new(f->pool, 1, sizeof *behind);
      *before = *x;
      *behind = *x;
      before->next = behind->next = NULL;
      x->kind = EXPR_OR;
      x->left = before;
      x->right = behind;
      x = behind;
      any = false;
    }
    if (!any) x->number = line;
    x->rest = line;
    any = true;
  }
  return any || refuse(&f->tree->source, x->at, e, "no line '%s' makes an access", x->word);
}

static bool find_places(const struct figure *f, struct expr *x, struct error *e)
{
  if (x == NULL) return true;
  if (x->kind == EXPR_AT) return find_places(f, x->left, e) && find_lines(f, x, e);
  for (struct expr *part = x->left; part != NULL; part = part->next)
    if (!find_places(f, part, e)) return false;
  return find_places(f, x->right, e) && find_places(f, x->third, e) && find_places(f, x->index, e) &&
         find_places(f, x->column, e);
}

static bool draw(struct figure *f, struct rmr_algorithm *out, struct error *e)
{
  const struct token *at = f->tree->body->at;
  find_reached(f);
  const uint32_t accesses = list_accesses(f);
  if (accesses >= RMR_MAX_LINES)
    return refuse(&f->tree->source, at, e, "%u accesses, with those of procedures; at most %u", accesses,
                  RMR_MAX_LINES - 1);
  f->most_rows = RMR_MAX_LINES;
  f->row = pool_new(f->pool, f->most_rows, sizeof *f->row);
  f->graph->at_line = pool_new(f->pool, accesses + 2, sizeof *f->graph->at_line);
  add_lines(f, f->tree->instance, 0);
  if (f->full) return refuse(&f->tree->source, at, e, "a figure of more than %u rows", f->most_rows);
  out->lines = f->row;
  out->n_rows = f->n_rows;
  out->n_lines = f->graph->n_lines + 1;
  for (uint32_t k = 0; k < f->tree->n_invariants; k++)
    if (!find_places(f, (struct expr *)(uintptr_t)f->tree->invariant[k].holds, e)) return false;
  const struct expr *const between[] = {f->tree->owner, f->tree->ready, f->tree->arrow};
  for (uint32_t k = 0; k < 3; k++)
    if (!find_places(f, (struct expr *)(uintptr_t)between[k], e)) return false;
  return check_labels(f, e);
}

bool make_figure(struct tree *tree, struct pool *pool, struct flow *graph, struct rmr_algorithm *out, struct error *e)
{
  const uint32_t lines = tree->source.n_lines + 1;
  struct figure f = {.tree = tree, .pool = pool, .graph = graph};
  f.begins = mem_new(lines, sizeof *f.begins);
  f.first = mem_new(lines, sizeof *f.first);
  f.next = mem_new(graph->n_nodes + 1, sizeof *f.next);
  f.reached = mem_new(graph->n_nodes, sizeof *f.reached);
  f.based = mem_new(RMR_MAX_LINES + 1, sizeof *f.based);
  for (uint32_t k = 0; k < tree->tokens.n; k++) {
    const struct token *t = &tree->tokens.token[k];
    if (t->kind != TOKEN_LINE_END && t->kind != TOKEN_FILE_END && f.begins[t->line] == NULL) f.begins[t->line] = t;
  }
  const bool ok = draw(&f, out, e);
  free(f.begins);
  free(f.first);
  free(f.next);
  free(f.reached);
  free(f.based);
  return ok;
}
