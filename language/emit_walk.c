/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_walk.c: a step as text: the effect of the access, and the ways from it to the next one. A way ends in a goto to
 * the label of an access. On the way to it the bookkeeping is done: processes in the critical section, passages made,
 * locals that are needed no more.
 */
#include <inttypes.h>
#include <string.h>

#include "language/emit_model.h"
#include "language/operations.h"

enum { LINE = 96 /* columns of a line, before its label */ };

/* How far a way has come. */
struct way {
  uint64_t may;      /* slots that may not be 0 */
  uint64_t assigned; /* slots that this step has assigned: in PlusCal it may do so once */
  enum done_class done;
  const char *mention; /* the spelling of the reply; NULL: it is kept, or another value has taken its slot */
  bool fresh;          /* nothing has been done yet */
};

static const char *walk(struct model *w, uint32_t node, struct way way);

/* --- lines -------------------------------------------------------------------------------------------------------- */

static size_t last_line(const char *text)
{
  const char *end = strrchr(text, '\n');
  return strlen(end != NULL ? end + 1 : text);
}

static bool begins_with_label(const char *lines)
{
  const char *behind = strpbrk(lines, ": ");
  return behind != NULL && behind[0] == ':' && behind[1] == ' ';
}

/* One behind the other. NULL: nothing. */
const char *lines_then(struct model *w, const char *a, const char *b)
{
  if (a == NULL || b == NULL) return a != NULL ? a : b;
  const size_t first = strcspn(b, "\n");
  const bool anew =
    b[first] != '\0' && (strncmp(b, "if", 2) == 0 || begins_with_label(b)); /* wants a line of its own */
  const bool fits = last_line(a) + first < LINE && !anew;
  return say(w, fits ? "%s; %s" : "%s;\n%s", a, b);
}

const char *indented(struct model *w, const char *lines, uint32_t columns)
{
  const char *text = "", *from = lines;
  for (const char *to = strchr(from, '\n'); to != NULL; from = to + 1, to = strchr(from, '\n'))
    text = say(w, "%s%.*s\n%*s", text, (int)(to - from), from, (int)columns, "");
  return say(w, "%s%s", text, from);
}

static const char *choice(struct model *w, const char *condition, const char *yes, const char *no)
{
  if (strcmp(yes, no) == 0) return yes;
  const bool one_line =
    strchr(yes, '\n') == NULL && strchr(no, '\n') == NULL && strlen(condition) + strlen(yes) + strlen(no) + 24 < LINE;
  if (w->tla)
    return say(w, one_line ? "if %s then %s; else %s; end if" : "if %s then\n  %s;\nelse\n  %s;\nend if", condition,
               indented(w, yes, 2), indented(w, no, 2));
  return say(w, one_line ? "if :: %s -> %s :: else -> %s fi" : "if\n:: %s -> %s\n:: else -> %s\nfi", condition,
             indented(w, yes, 3), indented(w, no, 3));
}

const char *lines_assign(struct model *w, const char *what, const char *value)
{
  if (w->tla) return say(w, "%s := %s", what, value);
  const size_t n = strlen(what);
  if (strncmp(value, what, n) == 0 && strcmp(value + n, " + 1") == 0) return say(w, "%s++", what);
  if (strncmp(value, what, n) == 0 && strcmp(value + n, " - 1") == 0) return say(w, "%s--", what);
  return say(w, "%s = %s", what, value);
}

/* --- locals ------------------------------------------------------------------------------------------------------- */

static uint64_t bit_of(uint32_t variable)
{
  return UINT64_C(1) << variable;
}

static uint64_t session_bit(struct model *w)
{
  return w->tree->uses_sessions ? bit_of(model_session(w)) : 0;
}

static const char *clear_array(struct model *w, const struct variable *v, const struct array *a)
{
  const int64_t count = a->fixed + a->each * w->spec->size.n;
  const char *text = NULL, *zero = literal_of(w, 0, v->type);
  if (w->tla)
    return say(w, "%s := [x_ \\in %" PRId64 "..%" PRId64 " |-> %s]", v->name, a->low, a->low + count - 1, zero);
  for (int64_t k = a->low; k < a->low + count; k++)
    text = lines_then(w, text, say(w, "%s[%" PRId64 "] = %s", v->name, k, zero));
  return text;
}

static const char *clear(struct model *w, uint32_t variable)
{
  const struct variable *v = &w->variable[variable];
  const struct array *a = model_array(w, v->slot);
  return a != NULL ? clear_array(w, v, a) : lines_assign(w, v->name, literal_of(w, 0, v->type));
}

/* For the sake of the explorer's states; TLC may well tell dead values apart. */
static const char *clear_all(struct model *w, uint64_t variables)
{
  const char *text = NULL;
  for (uint32_t k = 0; k < w->n_variables && !w->tla; k++)
    if ((variables >> k & 1) != 0) text = lines_then(w, text, clear(w, k));
  return text;
}

/* A slot becomes this variable: the other variables of the slot are cleared. */
static const char *take_slot(struct model *w, struct way *way, uint32_t variable, bool zero)
{
  const uint64_t others = model_slots(w, UINT64_C(1) << w->variable[variable].slot) & ~bit_of(variable);
  const char *text = clear_all(w, way->may & others);
  way->may &= ~(others | bit_of(variable));
  if (!zero) way->may |= bit_of(variable);
  return text;
}

/* A label of its own before a second assignment to the same variable (PlusCal). */
static const char *apart(struct model *w, struct way *way, uint32_t variable, const char *statement)
{
  const bool second = w->tla && (way->assigned & bit_of(variable)) != 0;
  if (second) way->assigned = 0;
  way->assigned |= bit_of(variable);
  way->fresh = false;
  return second ? say(w, "H%u: %s", ++w->n_labels, statement) : statement;
}

static const char *set(struct model *w, const struct node *n, struct way *way)
{
  const uint32_t variable = model_variable(w, n->slot, n->of);
  const struct variable *v = &w->variable[variable];
  const char *value = as_type(w, words_of(w, &n->value), v->type), *to = v->name;
  if (n->index.n != 0) to = say(w, "%s[%s]", v->name, as_type(w, words_of(w, &n->index), NULL));
  return lines_then(w, apart(w, way, variable, lines_assign(w, to, value)),
                    take_slot(w, way, variable, node_sets_zero(n)));
}

/* --- the end of a way --------------------------------------------------------------------------------------------- */

static const char *goes_to(struct model *w, const char *label)
{
  return say(w, "goto %s", label);
}

/* The passage is over. */
static const char *end_passage(struct model *w, const struct way *way, const char *on)
{
  const uint64_t session = model_sessions_vary(w) ? session_bit(w) : 0;
  if (w->spec->passages == 0) return on;
  const char *end =
    lines_then(w, clear_all(w, (way->may & ~session_bit(w)) | session), goes_to(w, w->tla ? "Done" : "end"));
  if (w->spec->passages == 1) return end;
  return lines_then(w, lines_assign(w, "passages", "passages + 1"),
                    choice(w, say(w, "passages %s %u", w->tla ? "=" : "==", w->spec->passages), end, on));
}

/* Fields of records that nobody will read. */
static const char *trimmed(struct model *w, const struct node *n, uint64_t may)
{
  const char *text = NULL;
  for (uint32_t k = 0; k < n->n_trims; k++) {
    const uint64_t variables = may & model_slots(w, UINT64_C(1) << n->trim[k].slot);
    for (uint32_t v = 0; v < w->n_variables && !w->tla; v++)
      if ((variables >> v & 1) != 0)
        text =
          lines_then(w, text, lines_assign(w, w->variable[v].name, with_fields(w, &w->variable[v], n->trim[k].mask)));
  }
  return text;
}

/* To the next access. */
static const char *arrive(struct model *w, uint32_t node, const struct way *way)
{
  const struct node *n = &w->graph->node[node];
  const bool exit = n->section == RMR_EXIT || n->section == RMR_CS;
  const char *text = NULL, *on;
  if (exit && way->done == DONE_ENTRY) text = w->tla ? "cs := cs \\union {self}" : "enter()";
  on = lines_then(w, clear_all(w, way->may & model_slots(w, n->dirty) & ~session_bit(w)), trimmed(w, n, way->may));
  if (!w->tla && model_is_ambiguous(w, node) && (way->done == DONE_EXIT) == exit && (exit || way->done == DONE_ENTRY))
    on = lines_then(w, on, "again = 1");
  on = lines_then(w, on, goes_to(w, model_label(w, node)));
  return lines_then(w, text, !exit && way->done != DONE_ENTRY ? end_passage(w, way, on) : on);
}

/* --- ways --------------------------------------------------------------------------------------------------------- */

static const char *choose_session(struct model *w)
{
  const char *name = w->variable[model_session(w)].name, *text = "if";
  if (w->tla) return say(w, "with x_ \\in 1..%u do %s := x_; end with", w->spec->size.sessions, name);
  for (uint32_t k = 1; k <= w->spec->size.sessions; k++) text = say(w, "%s :: %s = %u", text, name, k);
  return say(w, "%s fi", text);
}

/* A wait: it goes on where the other way would come back here with nothing done. */
static const char *wait_until(struct model *w, const char *condition, const char *on)
{
  return w->tla ? lines_then(w, say(w, "await %s", condition), on) : say(w, "%s -> %s", condition, on);
}

static const char *branch(struct model *w, const struct node *n, struct way way)
{
  const bool first = way.fresh;
  bool taken;
  if (model_known(w, n, &taken)) return walk(w, taken ? n->next : n->other, way);
  const char *condition = as_condition(w, &n->value, false), *not = as_condition(w, &n->value, true);
  const char *here = goes_to(w, model_label(w, w->access));
  way.fresh = false;
  const char *yes = walk(w, n->next, way), *no = walk(w, n->other, way);
  if (first && strcmp(yes, here) == 0) return wait_until(w, not, no);
  if (first && strcmp(no, here) == 0) return wait_until(w, condition, yes);
  return choice(w, condition, yes, no);
}

static const char *kind_of(const struct statement *s)
{
  switch (s->kind) {
  case STATEMENT_FOR:
  case STATEMENT_IN: return "for";
  case STATEMENT_WHILE: return "while";
  case STATEMENT_UNTIL:
  case STATEMENT_FOREVER: return "repeat";
  default: return "on";
  }
}

static bool is_label(const struct model *w, const char *text)
{
  for (uint32_t k = 0; k < w->graph->n_nodes; k++)
    for (uint32_t j = 0; j < DONE_CLASSES; j++)
      if (w->step[k].label[j] != NULL && strcmp(w->step[k].label[j], text) == 0) return true;
  return false;
}

/* The label of a place where ways meet: "for7", or "for_1" where the line has none. */
static const char *new_label(struct model *w, const struct node *n)
{
  const struct token *label = n->of->label;
  if (label != NULL && strchr(label->word, '.') == NULL) {
    const char *text = say(w, "%s%s", kind_of(n->of), label->word);
    if (!is_label(w, text) && !model_declares(w, text)) return text;
  }
  const char *text;
  do {
    text = say(w, "%s_%u", kind_of(n->of), ++w->n_labels);
  } while (model_declares(w, text));
  return text;
}

/* From a node on. */
static const char *walk_on(struct model *w, uint32_t node, struct way way)
{
  const struct node *n = &w->graph->node[node];
  w->of = n->of;
  w->mention = way.mention;
  switch (n->kind) {
  case NODE_ACCESS: return arrive(w, node, &way);
  case NODE_BRANCH: return branch(w, n, way);
  case NODE_GO: return walk(w, n->next, way);
  case NODE_SET: {
    const char *statement = (w->needed >> n->slot & 1) != 0 ? set(w, n, &way) : NULL;
    if (n->slot == w->graph->node[w->access].slot) way.mention = NULL;
    return lines_then(w, statement, walk(w, n->next, way));
  }
  case NODE_CLEAR: {
    const uint32_t array = model_variable(w, n->slot, n->of);
    const bool clears = w->tla || (way.may & bit_of(array)) != 0;
    const char *statement = clears ? apart(w, &way, array, clear(w, array)) : NULL;
    way.may &= ~bit_of(array);
    return lines_then(w, statement, walk(w, n->next, way));
  }
  case NODE_LOST: return w->tla ? "assert FALSE" : "assert(false)";
  case NODE_REMAINDER: {
    const char *statement = model_sessions_vary(w) ? apart(w, &way, model_session(w), choose_session(w)) : NULL;
    return lines_then(w, statement, walk(w, n->next, way));
  }
  }
  return "";
}

static const char *walk(struct model *w, uint32_t node, struct way way)
{
  struct step_of_model *step = &w->step[node];
  if (!w->ok) return "";
  if (!step->head) return walk_on(w, node, way);
  if (step->label[way.done] != NULL) return goes_to(w, step->label[way.done]);
  step->label[way.done] = new_label(w, &w->graph->node[node]);
  way.may = step->may;
  way.assigned = 0;
  way.mention = NULL;
  way.fresh = false;
  return say(w, "%s: %s", step->label[way.done], walk_on(w, node, way));
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The critical section ends with its first access of the exit, or with its own step. */
static const char *leave_section(struct model *w, uint32_t access)
{
  const struct node *n = &w->graph->node[access];
  const bool again = model_is_ambiguous(w, access) && !w->tla;
  const char *text = NULL;
  if (n->section == RMR_CS || (n->section == RMR_EXIT && (w->step[access].classes & ~(1u << DONE_EXIT)) != 0))
    text = w->tla ? "cs := cs \\ {self}" : again ? "if :: again :: else -> leave() fi" : "leave()";
  return again ? lines_then(w, text, "again = 0") : text;
}

const char *walk_step(struct model *w, uint32_t access)
{
  const struct node *n = &w->graph->node[access];
  w->access = access;
  w->of = n->of;
  w->mention = NULL;
  const bool asked = n->slot != NO_SLOT && !w->step[access].kept;
  const char *leaves = leave_section(w, access), *does = walk_access(w, n, asked);
  struct way way = {.may = w->step[access].may & ~model_slots(w, n->dirty),
                    .done = n->section == RMR_EXIT ? DONE_EXIT
                            : n->section == RMR_CS ? DONE_CS
                                                   : DONE_ENTRY,
                    .fresh = leaves == NULL && does == NULL};
  if (w->step[access].kept) {
    does = lines_then(w, does, take_slot(w, &way, model_variable(w, n->slot, n->of), false));
    way.assigned |= bit_of(model_variable(w, n->slot, n->of));
  }
  if (asked && rmr_kind_accesses(n->access)) way.mention = n->access == RMR_READ ? register_of(w, n) : "was";
  const char *on = walk(w, n->next, way);
  const bool begins = strncmp(on, "goto ", 5) != 0 && !begins_with_label(on);
  if (leaves == NULL && does == NULL && !begins) does = "skip"; /* nobody wants what is read */
  return lines_then(w, lines_then(w, leaves, does), on);
}

uint32_t walk_order(const struct model *w, uint32_t *order)
{
  uint32_t n = 0;
  order[n++] = w->first;
  for (uint32_t line = 1; line <= w->graph->n_lines; line++) {
    const uint32_t node = w->graph->at_line[line];
    if (node != w->first && w->step[node].reached) order[n++] = node;
  }
  return n;
}

const char *without_goto(struct model *w, const char *lines, const char *next)
{
  const char *const ends[] = {say(w, "; goto %s", next), say(w, ";\ngoto %s", next), say(w, " -> goto %s", next)};
  const size_t n = strlen(lines);
  for (uint32_t k = 0; k < 3; k++) {
    const size_t m = strlen(ends[k]);
    if (n > m && strcmp(lines + n - m, ends[k]) == 0) return pool_copy(&w->pool, lines, n - m);
  }
  return lines;
}
