/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * direct.c: statements, and the passages of a process. direct_value.c has expressions.
 */
#include "tests/direct_run.h"

#include <string.h>

enum { MOST_STATEMENTS = 200000 };

/* How a statement ends. */
enum how {
  HOW_ON,     /* the next one follows */
  HOW_BREAK,  /* the innermost loop ends */
  HOW_RETURN, /* the procedure ends, or the passage */
  HOW_GO,     /* run->go says where */
};

static enum how list(struct run *run, const struct statement *s, bool entering);

/* --- targets ------------------------------------------------------------------------------------------------------ */

static bool is_target(const struct run *run, const struct statement *s)
{
  const char *word = run->go->where->word;
  if (s->in != run->go->in) return false;
  return (s->name != NULL && strcmp(s->name, word) == 0) || (s->label != NULL && strcmp(s->label->word, word) == 0);
}

/* The statement of a list that is the target, or has it inside; NULL: none. */
static const struct statement *holder_of_target(const struct run *run, const struct statement *s)
{
  for (; s != NULL; s = s->next)
    if (is_target(run, s) || holder_of_target(run, s->body) != NULL || holder_of_target(run, s->otherwise) != NULL)
      return s;
  return NULL;
}

/* --- loops -------------------------------------------------------------------------------------------------------- */

/* A round of a loop. False: the loop has ended, and *how is how the statement ends. */
static bool round_goes_on(struct run *run, const struct statement *s, bool entering, enum how *how)
{
  *how = list(run, s->body, entering);
  if (*how == HOW_ON) return true;
  if (*how == HOW_BREAK) *how = HOW_ON;
  return false;
}

static enum how loop_while(struct run *run, const struct statement *s, bool entering)
{
  enum how how = HOW_ON;
  while (entering || run_test(run, s, s->value)) {
    if (!round_goes_on(run, s, entering, &how)) return how;
    entering = false;
  }
  return HOW_ON;
}

static enum how repeat(struct run *run, const struct statement *s, bool entering)
{
  enum how how = HOW_ON;
  if (s == run->d->tree->body && s->next == NULL && s->kind == STATEMENT_FOREVER)
    return list(run, s->body, entering); /* around the whole text: each round is a passage */
  do {
    if (!round_goes_on(run, s, entering, &how)) return how;
    entering = false;
    run->behind = true; /* its condition stands behind its body */
  } while (s->kind == STATEMENT_FOREVER || !run_test(run, s, s->value));
  return HOW_ON;
}

static enum how loop_for(struct run *run, const struct statement *s, bool entering)
{
  enum how how = HOW_ON;
  if (!entering) run_set(run, s->target->local, run_evaluate(run, s, s->from));
  for (;;) {
    if (!entering) {
      const int64_t last = run_evaluate(run, s, s->to), at = run_get(run, s->target->local);
      if (s->down ? at < last : at > last) return HOW_ON;
    }
    if (!round_goes_on(run, s, entering, &how)) return how;
    entering = false;
    run_set(run, s->target->local, run_get(run, s->target->local) + (s->down ? -1 : 1));
  }
}

static enum how loop_in(struct run *run, const struct statement *s)
{
  enum how how = HOW_ON;
  struct elements all;
  const bool is_set = s->value->type->kind == TYPE_SET;
  run->statement = s;
  run_elements(run, s->value, &all);
  for (uint32_t k = 0; k < all.n; k++) {
    run_set(run, s->target->local, all.value[k]);
    if (!round_goes_on(run, s, false, &how)) return how;
    if (!is_set) run_elements(run, s->value, &all); /* its ends and elements are looked at in each round */
  }
  return HOW_ON;
}

/* --- simple statements -------------------------------------------------------------------------------------------- */

static void assign(struct run *run, const struct statement *s)
{
  const struct expr *target = s->target, *place = target->kind == EXPR_FIELD ? target->left : target;
  int64_t index[2] = {0, 0};
  run->n_memory = 0;
  if (place->index != NULL) index[0] = run_value(run, place->index);
  if (place->column != NULL) index[1] = run_value(run, place->column);
  int64_t value = run_value(run, s->value);
  if (place->kind == EXPR_SHARED) {
    run_access(run, (struct direct_access){
                      .kind = RMR_WRITE, .group = place->group, .index = {index[0], index[1]}, .value = value});
    return;
  }
  if (target->kind == EXPR_FIELD) {
    const int64_t ones = (INT64_C(1) << target->width) - 1;
    if (value < 0 || value > ones) run_stop(run, DIRECT_ASTRAY);
    const int64_t whole =
      place->kind == EXPR_ELEMENT ? *run_element(run, place->local, index[0]) : run_get(run, place->local);
    value = (whole & ~(ones << target->shift)) | (value & ones) << target->shift;
  }
  if (s->value->kind == EXPR_RECORD && value < 0) run_stop(run, DIRECT_ASTRAY);
  if (place->kind == EXPR_ELEMENT)
    *run_element(run, place->local, index[0]) = value;
  else
    run_set(run, place->local, value);
}

static enum how wait(struct run *run, const struct statement *s)
{
  while (!run_test(run, s, s->value)) {
  }
  return HOW_ON;
}

/* Its locals are its own, and begin anew. */
static enum how call(struct run *run, const struct statement *s)
{
  for (const struct instance *in = run->d->tree->instance; in != NULL && s->body != NULL; in = in->next)
    if (in == s->body->in) run_forget(run, in->first_local, in->n_locals);
  const enum how how = list(run, s->body, false);
  return how == HOW_RETURN ? HOW_ON : how;
}

static void without_access(struct run *run, const struct statement *s)
{
  run->n_memory = 0;
  const int64_t ticks = s->kind == STATEMENT_DELAY ? run_value(run, s->value) : 0;
  const enum rmr_kind kind = s->kind == STATEMENT_DELAY   ? RMR_DELAY
                             : s->kind == STATEMENT_FENCE ? RMR_FENCE
                                                          : RMR_LOCAL;
  run_access(run, (struct direct_access){.kind = kind, .value = ticks});
}

static enum how branch(struct run *run, const struct statement *s, bool entering)
{
  const bool yes = entering ? holder_of_target(run, s->body) != NULL : run_test(run, s, s->value);
  return list(run, yes ? s->body : s->otherwise, entering);
}

/* entering: a goto leads into it, not to it. */
static enum how statement(struct run *run, const struct statement *s, bool entering)
{
  run_count(run, MOST_STATEMENTS);
  run->statement = s;
  run->behind = false;
  switch (s->kind) {
  case STATEMENT_ASSIGN: return assign(run, s), HOW_ON;
  case STATEMENT_EVALUATE: return run_evaluate(run, s, s->value), HOW_ON;
  case STATEMENT_IF: return branch(run, s, entering);
  case STATEMENT_WHILE: return loop_while(run, s, entering);
  case STATEMENT_UNTIL:
  case STATEMENT_FOREVER: return repeat(run, s, entering);
  case STATEMENT_FOR: return loop_for(run, s, entering);
  case STATEMENT_IN: return loop_in(run, s);
  case STATEMENT_WAIT: return wait(run, s);
  case STATEMENT_GOTO: return run->go = s, HOW_GO;
  case STATEMENT_BREAK: return HOW_BREAK;
  case STATEMENT_RETURN: return HOW_RETURN;
  case STATEMENT_CALL: return call(run, s);
  case STATEMENT_DELAY:
  case STATEMENT_FENCE:
  case STATEMENT_SKIP: return without_access(run, s), HOW_ON;
  case STATEMENT_CRITICAL: return run->critical = true, HOW_ON;
  case STATEMENT_REMAINDER:
  case STATEMENT_SECTION: break;
  }
  return HOW_ON;
}

static enum how list(struct run *run, const struct statement *first, bool entering)
{
  const struct statement *s = entering ? holder_of_target(run, first) : first;
  while (s != NULL) {
    const enum how how = statement(run, s, entering && !is_target(run, s));
    entering = false;
    if (how == HOW_GO && holder_of_target(run, first) != NULL) {
      s = holder_of_target(run, first);
      entering = true;
      continue;
    }
    if (how != HOW_ON) return how;
    s = s->next;
  }
  return HOW_ON;
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

/* In the order of the text. behind: of what stands at the end of the statement. */
static bool find_section(const struct statement *s, const struct statement *wanted, bool behind, uint8_t *section)
{
  for (; s != NULL; s = s->next) {
    if (s == wanted && !behind) return true;
    if (s->kind == STATEMENT_SECTION) *section = s->section;
    if (s->kind == STATEMENT_REMAINDER) *section = RMR_DOORWAY;
    if (s->kind == STATEMENT_CRITICAL) *section = RMR_EXIT;
    if (find_section(s->body, wanted, behind, section) || find_section(s->otherwise, wanted, behind, section))
      return true;
    if (s == wanted) return true;
  }
  return false;
}

/* --- passages ----------------------------------------------------------------------------------------------------- */

/* The passage is over: its replies are used up. */
static void end_passage(struct run *run)
{
  struct direct *d = run->d;
  if (run->critical) {
    run->statement = NULL;
    run_access(run, (struct direct_access){.kind = RMR_LOCAL});
  }
  for (uint32_t k = 0; k < d->tree->n_locals; k++)
    if (d->tree->local[k].private) d->kept[k] = run->local[k];
  memmove(d->reply, d->reply + run->used, (d->n_replies - run->used) * sizeof *d->reply);
  d->n_replies -= run->used;
  d->passages++;
}

static void begin_passage(struct run *run)
{
  const struct tree *t = run->d->tree;
  run->used = 0;
  run->critical = false;
  run_forget(run, 0, t->n_locals);
  run_set(run, 0, run->d->session);
  for (uint32_t k = 0; k < t->n_locals; k++) {
    if (!t->local[k].private) continue;
    const bool first = run->d->passages == 0 && t->local[k].initial != NULL;
    run_set(run, k, first ? run_value(run, t->local[k].initial) : run->d->kept[k]);
  }
}

struct direct_access direct_ask(struct direct *d)
{
  struct run run = {.d = d, .capacity = DIRECT_REPLIES};
  if (setjmp(run.stop) == 0) {
    for (;;) {
      begin_passage(&run);
      list(&run, d->tree->body, false);
      end_passage(&run);
      run_count(&run, MOST_STATEMENTS);
    }
  }
  if (run.found.of == NULL)
    run.found.section = RMR_CS;
  else {
    run.found.section = RMR_DOORWAY;
    find_section(d->tree->body, run.found.of, run.behind, &run.found.section);
  }
  return run.found;
}

bool direct_reply(struct direct *d, int64_t value)
{
  if (d->n_replies == DIRECT_REPLIES) return false;
  d->reply[d->n_replies++] = value;
  return true;
}
