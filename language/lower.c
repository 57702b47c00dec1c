/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower.c: from the tree to the graph: statements become nodes one behind the other.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "language/evaluate.h"
#include "language/lowering.h"
#include "language/tidy.h"

/* --- simple statements -------------------------------------------------------------------------------------------- */

/* A field of a local: the others stay. */
static struct value with_field(struct lowering *l, const struct expr *target, const struct expr *value)
{
  struct making m = {.n = 0};
  make_value(l, target->left, &m);
  make_number(l, &m, 0);
  make_value(l, target, &m);
  make_code(l, &m, (struct code){.kind = EXPR_PUT, .shift = target->shift, .width = target->width});
  make_kind(l, &m, EXPR_SUBTRACT);
  make_value(l, value, &m);
  make_code(l, &m, (struct code){.kind = EXPR_PUT, .shift = target->shift, .width = target->width});
  return make_end(l, &m);
}

static void assign(struct lowering *l, const struct statement *s)
{
  const struct expr *target = s->target, *place = target->kind == EXPR_FIELD ? target->left : target;
  lower_begin(l);
  if (place->kind == EXPR_SHARED) {
    lower_writes(l, place);
    const struct value index = lower_value(l, place->index), column = lower_value(l, place->column),
                       value = lower_value(l, s->value);
    struct node *n = lower_access(l, RMR_WRITE, place->at);
    n->group = place->group;
    n->index = index;
    n->column = column;
    n->value = value;
    return;
  }
  const uint8_t slot = l->tree->local[place->local].slot;
  const struct value index = lower_value(l, place->index),
                     value = target->kind == EXPR_FIELD ? with_field(l, target, s->value) : lower_value(l, s->value);
  lower_set(l, slot, value);
  l->graph->node[l->tail].index = index;
}

/* A step without an access: skip, delay, fence. */
static void without_access(struct lowering *l, const struct statement *s)
{
  lower_begin(l);
  const struct value ticks = lower_value(l, s->value);
  const enum rmr_kind kind = s->kind == STATEMENT_DELAY   ? RMR_DELAY
                             : s->kind == STATEMENT_FENCE ? RMR_FENCE
                                                          : RMR_LOCAL;
  lower_access(l, kind, s->at)->value = ticks;
}

/* --- branches ------------------------------------------------------------------------------------------- */

static void branch_if(struct lowering *l, const struct statement *s)
{
  const uint32_t yes = lower_new_target(l), no = lower_new_target(l), behind = lower_new_target(l);
  lower_test(l, s->value, yes, no);
  lower_place(l, yes);
  lower_statements(l, s->body);
  lower_go(l, behind);
  lower_place(l, no);
  lower_statements(l, s->otherwise);
  lower_place(l, behind);
}

/* `repeat ... forever` around the whole text says nothing; another one is a loop. */
static void loop_forever(struct lowering *l, const struct statement *s)
{
  if (s == l->tree->body && s->next == NULL)
    lower_statements(l, s->body);
  else
    lower_repeat(l, s);
}

/* --- gotos -------------------------------------------------------------------------------------------------------- */

static bool is_called(const struct statement *s, const char *word)
{
  return (s->name != NULL && strcmp(s->name, word) == 0) || (s->label != NULL && strcmp(s->label->word, word) == 0);
}

/* The target that gotos ask for by this word, in this procedure. */
static struct target *target_of(struct lowering *l, const char *word, const struct instance *in)
{
  for (uint32_t k = 0; k < l->n_targets; k++)
    if (l->target[k].in == in && strcmp(l->target[k].name, word) == 0) return &l->target[k];
  return NULL;
}

static void collect_gotos(struct lowering *l, const struct statement *s)
{
  for (; s != NULL && l->ok; s = s->next) {
    if (s->kind == STATEMENT_GOTO && target_of(l, s->where->word, s->in) == NULL) {
      if (l->n_targets == MOST_TARGETS)
        lower_stop(l, s->at, "too many targets of gotos");
      else
        l->target[l->n_targets++] =
          (struct target){.name = s->where->word, .in = s->in, .node = lower_new_target(l), .asked = s->where};
    }
    if (s->kind == STATEMENT_GOTO && l->ok) {
      struct target *t = target_of(l, s->where->word, s->in);
      if (s->where > t->asked) t->asked = s->where; /* the last one */
    }
    collect_gotos(l, s->body);
    collect_gotos(l, s->otherwise);
  }
}

static void place_targets(struct lowering *l, const struct statement *s)
{
  for (uint32_t k = 0; k < l->n_targets; k++) {
    struct target *t = &l->target[k];
    if (t->in != s->in || !is_called(s, t->name)) continue;
    if (t->placed) lower_stop(l, s->at, "two lines with one name, to which a goto leads");
    t->placed = true;
    if (t->asked > s->at)
      lower_place_round(l, t->node);
    else
      lower_place(l, t->node);
  }
}

static void go(struct lowering *l, const struct statement *s)
{
  const struct target *t = target_of(l, s->where->word, s->in);
  l->graph->node[t->node].last = l->graph->n_nodes; /* of the loop, if it leads back */
  lower_go(l, t->node);
}

/* The names and labels of the lines of a procedure. */
struct names {
  const char *name[2 * RMR_MAX_LINES + 1]; /* NULL behind the last one */
  size_t n;
};

static void collect_names(const struct statement *s, const struct instance *in, struct names *names)
{
  for (; s != NULL && names->n + 2 <= 2 * RMR_MAX_LINES; s = s->next) {
    if (s->in == in && s->name != NULL) names->name[names->n++] = s->name;
    if (s->in == in && s->label != NULL) names->name[names->n++] = s->label->word;
    collect_names(s->body, in, names);
    collect_names(s->otherwise, in, names);
  }
}

/* No number is a mistyped form of another one. */
static bool is_number(const char *word)
{
  return word[0] >= '0' && word[0] <= '9';
}

static bool check_targets(struct lowering *l)
{
  for (uint32_t k = 0; k < l->n_targets; k++) {
    const struct target *t = &l->target[k];
    struct names names = {0};
    char hint[SUGGESTION];
    collect_names(l->tree->body, t->in, &names);
    if (!text_is_one_of(t->name, names.name))
      return refuse(&l->tree->source, t->asked, l->e, "no line has the name '%s'%s", t->name,
                    is_number(t->name) ? "" : suggestion(t->name, names.name, names.n, hint));
  }
  return true;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

/* The process, or a procedure where it is called: its arrays begin as 0. */
static void begin_instance(struct lowering *l, const struct instance *of)
{
  struct instance *in = l->tree->instance;
  while (in != NULL && in != of) in = in->next;
  if (in == NULL) return; /* a procedure without a statement */
  in->entry = lower_new_target(l);
  lower_place(l, in->entry);
  for (uint32_t k = in->first_local; k < in->first_local + in->n_locals; k++)
    if (l->tree->local[k].array) lower_emit(l, NODE_CLEAR)->slot = l->tree->local[k].slot;
}

static void call(struct lowering *l, const struct statement *s)
{
  const uint32_t before = l->end, round = l->round, rounds = l->rounds;
  begin_instance(l, s->body != NULL ? s->body->in : NULL);
  l->end = lower_new_target(l);
  lower_statements(l, s->body);
  lower_place(l, l->end);
  if (l->round != round) l->fresh = FRESH_NO;
  l->round = round;
  l->rounds = rounds;
  l->end = before;
}

static void leave(struct lowering *l, const struct statement *s)
{
  if (l->leave == NO_NODE)
    lower_stop(l, s->at, "'break' stands in no loop");
  else
    lower_go(l, l->leave);
}

static void critical(struct lowering *l, const struct statement *s)
{
  if (l->critical != NO_NODE) lower_stop(l, s->at, "a second critical section");
  l->section = RMR_CS;
  lower_emit(l, NODE_GO)->at = s->at;
  l->critical = l->tail;
  l->section = RMR_EXIT;
}

static void section(struct lowering *l, const struct statement *s)
{
  if ((s->section == RMR_EXIT) != (l->critical != NO_NODE))
    lower_stop(l, s->at,
               s->section == RMR_EXIT ? "expected 'critical section' before the exit"
                                      : "this section comes before the critical section");
  l->section = s->section;
}

static void statement(struct lowering *l, const struct statement *s)
{
  l->statement = s;
  place_targets(l, s);
  if (l->tail == NO_NODE && s->kind != STATEMENT_SECTION && s->kind != STATEMENT_REMAINDER) {
    lower_stop(l, s->at, "this line cannot be reached");
    return;
  }
  switch (s->kind) {
  case STATEMENT_ASSIGN: assign(l, s); break;
  case STATEMENT_EVALUATE:
    lower_begin(l);
    lower_atomic(l, s->value, false);
    break;
  case STATEMENT_IF: branch_if(l, s); break;
  case STATEMENT_WHILE: lower_while(l, s); break;
  case STATEMENT_UNTIL: lower_repeat(l, s); break;
  case STATEMENT_FOREVER: loop_forever(l, s); break;
  case STATEMENT_FOR: lower_for(l, s); break;
  case STATEMENT_IN: lower_for_in(l, s); break;
  case STATEMENT_WAIT: lower_wait(l, s); break;
  case STATEMENT_GOTO: go(l, s); break;
  case STATEMENT_BREAK: leave(l, s); break;
  case STATEMENT_RETURN: lower_go(l, l->end); break;
  case STATEMENT_CALL: call(l, s); break;
  case STATEMENT_DELAY:
  case STATEMENT_FENCE:
  case STATEMENT_SKIP: without_access(l, s); break;
  case STATEMENT_SECTION: section(l, s); break;
  case STATEMENT_CRITICAL: critical(l, s); break;
  case STATEMENT_REMAINDER: l->section = RMR_DOORWAY; break;
  }
}

void lower_statements(struct lowering *l, const struct statement *s)
{
  const uint32_t round = l->round, rounds = l->rounds;
  for (; s != NULL && l->ok; s = s->next) statement(l, s);
  if (l->round != round) l->fresh = FRESH_NO; /* a target of this block had begun one */
  l->round = round;
  l->rounds = rounds;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* A sum of numbers, and of N times a number. */
static bool is_linear(const struct expr *x)
{
  switch (x->kind) {
  case EXPR_NUMBER:
  case EXPR_N: return true;
  case EXPR_NEGATE: return is_linear(x->left);
  case EXPR_ADD:
  case EXPR_SUBTRACT: return is_linear(x->left) && is_linear(x->right);
  case EXPR_MULTIPLY:
    return is_linear(x->left) && is_linear(x->right) && (x->left->kind == EXPR_NUMBER || x->right->kind == EXPR_NUMBER);
  default: return false;
  }
}

static bool add_arrays(struct lowering *l)
{
  struct tree *t = l->tree;
  for (uint32_t k = 0; k < t->n_locals; k++) {
    const struct local *of = &t->local[k];
    if (!of->array) continue;
    if (l->graph->n_arrays == MOST_ARRAYS) return lower_stop(l, of->at, "too many local arrays");
    struct array a = {.slot = of->slot, .low = of->low->number, .width = 8};
    int64_t high[2]; /* for N = 0, 1 */
    for (uint32_t n = 0; n < 2; n++) high[n] = constant(t, of->high, (struct rmr_size){.n = n});
    a.each = high[1] - high[0];
    a.fixed = high[0] - a.low + 1;
    if (!is_linear(of->high))
      return lower_stop(l, of->at, "the bound of a local array is a number times N and a number");
    const struct type *e = &of->type;
    if (e->kind == TYPE_BOOLEAN || e->kind == TYPE_ENUM ||
        (e->kind == TYPE_RANGE && e->high->kind == EXPR_NUMBER && e->high->number < 128 && e->low->kind == EXPR_NUMBER))
      a.width = 1;
    else if (e->kind == TYPE_PROCESS || e->kind == TYPE_SESSION ||
             (e->kind == TYPE_RECORD && e->field[0].shift + e->field[0].width < 16))
      a.width = 2;
    if (a.each < 0 || a.each > 64 || a.fixed + a.each < 1 || a.fixed > 4096)
      return lower_stop(l, of->at, "a local array of no element, or of more than 4096");
    l->graph->array[l->graph->n_arrays++] = a;
  }
  return true;
}

static void begin_passages(struct lowering *l, uint64_t always)
{
  const struct tree *t = l->tree;
  l->graph->begin = lower_new_target(l);
  lower_place(l, l->graph->begin);
  for (uint32_t k = 0; k < t->n_locals; k++)
    if (t->local[k].initial != NULL) lower_set(l, t->local[k].slot, lower_value(l, t->local[k].initial));
  l->top = l->end = l->graph->top = lower_new_target(l);
  lower_place(l, l->top);
  if (!add_arrays(l)) return;
  begin_instance(l, l->tree->instance);
  struct making zero = {.n = 0};
  make_number(l, &zero, 0);
  for (uint32_t k = 1; k < t->n_locals; k++) /* locals that others look at are known between passages as well */
    if ((always >> t->local[k].slot & 1) != 0 && !t->local[k].private && !t->local[k].array &&
        t->local[k].name[0] != '\0')
      lower_set(l, t->local[k].slot, make_end(l, &zero));
  if (t->uses_sessions) lower_emit(l, NODE_REMAINDER)->slot = t->local[0].slot;
}

/* Those of a procedure would have what another one has left. */
static bool check_procedures(const struct lowering *l)
{
  const struct tree *t = l->tree;
  for (const struct instance *in = t->instance->next; in != NULL; in = in->next)
    for (uint32_t k = in->first_local; in->entry != 0 && k < in->first_local + in->n_locals; k++)
      if (!t->local[k].array && (l->graph->node[in->entry].live >> t->local[k].slot & 1) != 0)
        return refuse(&t->source, t->local[k].at, l->e, "'%s' may be read before it is written", t->local[k].name);
  return true;
}

/* A local that may be read before it is written would have what another passage has left. */
static bool check_written(const struct lowering *l, uint64_t always)
{
  const struct tree *t = l->tree;
  if (!check_procedures(l)) return false;
  for (uint32_t k = 1; k < t->n_locals; k++) {
    const struct local *of = &t->local[k];
    if (of->private || of->array || of->name[0] == '\0') continue;
    if (((l->graph->node[l->top].live & ~always) >> of->slot & 1) == 0) continue;
    bool shared = false; /* with one that is private, or always kept */
    for (uint32_t j = 0; j < t->n_locals; j++) shared |= t->local[j].private && t->local[j].slot == of->slot;
    if (!shared) return refuse(&t->source, of->at, l->e, "'%s' may be read before it is written", of->name);
  }
  return true;
}

bool lower(struct tree *tree, struct pool *pool, uint64_t always, struct flow *graph, struct error *e)
{
  struct lowering *l = mem_new(1, sizeof *l);
  *l = (struct lowering){.tree = tree,
                         .pool = pool,
                         .graph = graph,
                         .e = e,
                         .tail = NO_NODE,
                         .statement = tree->body,
                         .section = RMR_DOORWAY,
                         .leave = NO_NODE,
                         .round = NO_NODE,
                         .critical = NO_NODE,
                         .fresh = FRESH_NO,
                         .ok = true};
  *graph = (struct flow){0};
  l->began = (uint8_t)tree->n_slots;
  l->first_slot = l->n_slots = graph->n_slots = tree->n_slots + MOST_ROUNDS;
  if (graph->n_slots > MOST_SLOTS) lower_stop(l, tree->body->at, "too many locals");
  begin_passages(l, always);
  collect_gotos(l, tree->body);
  l->ok = l->ok && check_targets(l);
  lower_statements(l, tree->body);
  lower_go(l, l->top);
  bool ok = l->ok;
  if (ok && l->critical == NO_NODE) ok = refuse(&tree->source, tree->body->at, e, "there is no critical section");
  if (ok) tidy_critical(graph, pool, l->critical);
  ok = ok && tidy_passages(graph, l->critical, tree->uses_sessions, &tree->source, e);
  if (ok) tidy(graph, pool, always);
  ok = ok && check_written(l, always) && tidy_check(graph, &tree->source, e);
  free(l);
  return ok;
}
