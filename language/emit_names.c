/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_names.c: the names of slots. A slot may be several locals, one after the other, and values between the
 * accesses of one evaluation: each of these is a variable of the model. A local has its own name. A value is called as
 * it is mentioned, Token_i, or after the comprehension that it is the result of.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "language/emit_model.h"

/* --- names -------------------------------------------------------------------------------------------------------- */

static bool is_word(const char *name)
{
  /* the words of SPIN and its cpp, those of PlusCal and TLA+, and the names that models declare themselves */
  static const char words[] =
    " ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY Begin CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS DOMAIN "
    "D_proctype Done ELSE ENABLED EOF EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE Init Int LAMBDA LEMMA LET LOCAL "
    "Lg MODULE Max Min Mutex N NEW NULL Nat Next OBVIOUS OMITTED ONLY OTHER PICK PREFIX PROOF PROPOSITION PROVE Proc "
    "ProcSet Process QED RECURSIVE SAFETY STATE STRING SUBSET SUFFICES Spec TAKE TEMPORAL THEN THEOREM TRUE "
    "Termination UNCHANGED UNION USE VARIABLE VARIABLES WITH WITNESS active again algorithm asm assert atomic auto "
    "await begin begun bit bool break byte c_code c_decl c_expr c_state c_track call case chan char const cs d_step "
    "default defaultInitValue define do double either else empty enabled end enter enum errno eval extern fair false "
    "fi first float for full get_priority goto has hidden i if in in_cs init inline int leave len lg linux local long "
    "ltl macro max min mtype nempty never nfull notrace now now_ np_ od of or passages pc pc_value pid power print "
    "printf priority procedure process proctype provided register restrict return run select self sessions_in "
    "set_priority short show signed sizeof skip stack static struct switch then timeout too_large trace true typedef "
    "uchar uint ulong union unix unless unsigned ushort variable variables vars void volatile was when while with xr "
    "xs ";
  char spaced[80];
  snprintf(spaced, sizeof spaced, " %.70s ", name);
  return strstr(words, spaced) != NULL;
}

/* TLA+ reads WF_x as weak fairness, whatever stands behind the x. */
static bool begins_as_fairness(const char *name)
{
  return strncmp(name, "WF_", 3) == 0 || strncmp(name, "SF_", 3) == 0;
}

/* A label of the model; PlusCal has some of its own, H1, H2 and so on. */
static bool is_label(struct model *w, const char *name)
{
  bool same = name[0] == 'H' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
  for (uint32_t k = 0; name[0] == 'L' && k < w->graph->n_nodes && !same; k++)
    same = w->graph->node[k].kind == NODE_ACCESS && strcmp(model_label(w, k), name) == 0;
  return same;
}

static const struct type *type_at(const struct tree *t, uint32_t k)
{
  return k < t->n_groups ? &t->group[k].type : &t->local[k - t->n_groups].type;
}

/* Whether a type has a value of this name, other than as one of `names` (NULL: whichever they are). */
static bool has_value(const struct type *t, const char *const *names, const char *name)
{
  for (uint32_t k = 0; t->kind == TYPE_RECORD && k < t->n_fields; k++)
    if (has_value(&t->field[k].type, names, name)) return true;
  for (uint32_t k = 0; t->kind == TYPE_ENUM && t->names != names && t->names[k] != NULL; k++)
    if (strcmp(t->names[k], name) == 0) return true;
  return false;
}

bool model_declares(const struct model *w, const char *name)
{
  const struct tree *t = w->tree;
  for (uint32_t k = 0; k < t->n_groups; k++)
    if (strcmp(t->group[k].name, name) == 0) return true;
  for (uint32_t k = 0; k < t->n_locals; k++)
    if (t->local[k].at != NULL && strcmp(t->local[k].at->word, name) == 0) return true;
  for (uint32_t k = 0; k < t->n_groups + t->n_locals; k++)
    if (has_value(type_at(t, k), NULL, name)) return true;
  return false;
}

const char *model_name(struct model *w, const char *name)
{
  const char *out = begins_as_fairness(name) ? say(w, "_%s", name) : name;
  while (is_word(out) || is_label(w, out) || (out != name && model_declares(w, out))) out = say(w, "%s_", out);
  return out;
}

const char *model_comment(struct model *w, const char *text)
{
  char *out = pool_new(&w->pool, 2 * strlen(text) + 1, 1), *to = out;
  for (; *text != '\0'; text++) {
    *to++ = *text;
    if ((*text == '*' && (text[1] == '/' || text[1] == ')')) || (*text == '(' && text[1] == '*')) *to++ = ' ';
  }
  return out;
}

static bool is_new(struct model *w, const char *name)
{
  for (uint32_t k = 0; k < w->n_variables; k++)
    if (strcmp(w->variable[k].name, name) == 0) return false;
  for (uint32_t k = 0; k < w->tree->n_groups; k++)
    if (strcmp(model_name(w, w->tree->group[k].name), name) == 0) return false;
  for (uint32_t k = 0; k < w->tree->n_groups + w->tree->n_locals; k++)
    if (has_value(type_at(w->tree, k), NULL, name)) return false;
  return true;
}

/* --- enumerations ------------------------------------------------------------------------------------------------- */

static bool mentions(const struct type *t, const char *const *names)
{
  for (uint32_t k = 0; t->kind == TYPE_RECORD && k < t->n_fields; k++)
    if (mentions(&t->field[k].type, names)) return true;
  return t->kind == TYPE_ENUM && t->names == names;
}

bool model_is_shared(const struct model *w, const char *const *names, const char *name)
{
  for (uint32_t k = 0; k < w->tree->n_groups + w->tree->n_locals; k++)
    if (has_value(type_at(w->tree, k), names, name)) return true;
  return false;
}

static void print_enumeration(struct model *w, const struct type *t, uint32_t at, const char *before,
                              const char *between)
{
  for (uint32_t k = 0; t->kind == TYPE_RECORD && k < t->n_fields; k++)
    print_enumeration(w, &t->field[k].type, at, before, between);
  bool known = t->kind != TYPE_ENUM;
  for (uint32_t k = 0; k < at && !known; k++) known = mentions(type_at(w->tree, k), t->names);
  for (uint32_t k = 0; !known && t->names[k] != NULL; k++)
    if (!model_is_shared(w, t->names, t->names[k]))
      print(w, "%s%s%s%u\n", before, model_name(w, t->names[k]), between, k);
}

void model_names(struct model *w, const char *before, const char *between)
{
  for (uint32_t k = 0; k < w->tree->n_groups + w->tree->n_locals; k++)
    print_enumeration(w, type_at(w->tree, k), k, before, between);
}

/* --- locals ------------------------------------------------------------------------------------------------------- */

/* The local that a slot is in an expression; 0: it is not mentioned. */
static uint32_t local_in(const struct tree *t, const struct expr *x, uint8_t slot)
{
  for (; x != NULL; x = x->next) {
    const bool own = x->kind == EXPR_LOCAL || x->kind == EXPR_ELEMENT || x->kind >= EXPR_MAX;
    if (own && x->local != 0 && t->local[x->local].slot == slot) return x->local;
    if (x->kind >= EXPR_MAX && x->rest != 0 && t->local[x->rest].slot == slot) return x->rest;
    const struct expr *const parts[] = {x->index, x->column, x->left, x->right, x->third};
    for (uint32_t k = 0; k < sizeof parts / sizeof *parts; k++) {
      const uint32_t found = local_in(t, parts[k], slot);
      if (found != 0) return found;
    }
  }
  return 0;
}

/* In a statement alone. */
static uint32_t local_at(const struct tree *t, const struct statement *s, uint8_t slot)
{
  const struct expr *const parts[] = {s->target, s->value, s->from, s->to};
  for (uint32_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    const uint32_t found = local_in(t, parts[k], slot);
    if (found != 0) return found;
  }
  return 0;
}

/* In a statement or, if it does not mention it, in those around it, from the inside: it ends the round of a loop. */
static bool find_local(const struct tree *t, const struct statement *list, const struct statement *of, uint8_t slot,
                       uint32_t *local)
{
  for (const struct statement *s = list; s != NULL; s = s->next) {
    if (s != of && !find_local(t, s->body, of, slot, local) && !find_local(t, s->otherwise, of, slot, local)) continue;
    if (*local == 0) *local = local_at(t, s, slot);
    return true;
  }
  return false;
}

/* Elsewhere, as at the beginning of a passage, it is the first with this slot. */
static uint32_t local_of(const struct tree *t, uint8_t slot, const struct statement *of)
{
  uint32_t local = 0;
  find_local(t, t->body, of, slot, &local);
  if (local != 0 || slot == t->local[0].slot) return local;
  for (uint32_t k = t->n_locals; k-- > 1;)
    if (t->local[k].slot == slot && (local == 0 || !t->local[k].bound)) local = k;
  return local;
}

/* --- values of evaluations ---------------------------------------------------------------------------------------- */

/* "Token_i" */
static const char *word_of_mention(struct model *w, const struct node *n)
{
  char name[40];
  size_t k = 0;
  uint32_t depth = 0;
  for (const char *c = w->tree->source.line[n->at->line].text + n->at->column - 1; *c != '\0' && k + 1 < sizeof name;
       c++) {
    if (*c == '[') depth++;
    if (*c == ']' && depth > 0) depth--;
    if (isalnum((unsigned char)*c) || *c == '_')
      name[k++] = *c;
    else if (*c == '[')
      name[k++] = '_';
    if (depth == 0 && !isalnum((unsigned char)*c) && *c != '_') break;
  }
  name[k] = '\0';
  return say(w, "%s%s", name, strchr(name, '_') != NULL ? "" : "_now");
}

static bool has_kind(const struct value *v, uint8_t kind)
{
  for (uint32_t k = 0; k < v->n; k++)
    if (v->code[k].kind == kind) return true;
  return false;
}

static bool is_truth(const struct value *v)
{
  return v->n == 1 && v->code->kind == EXPR_NUMBER && (v->code->number == 0 || v->code->number == 1);
}

/* Statements that assign to a slot say what the slot is. */
static const struct type boolean = {.kind = TYPE_BOOLEAN};

static void describe(struct model *w, uint8_t slot, const struct statement *of, struct variable *out)
{
  const char *word = NULL;
  bool truth = true;
  out->type = NULL;
  for (uint32_t k = 0; k < w->graph->n_nodes; k++) {
    const struct node *n = &w->graph->node[k];
    if (n->slot != slot || n->of != of || !w->step[k].reached) continue;
    if (n->kind == NODE_ACCESS && w->step[k].kept) {
      if (word == NULL) word = word_of_mention(w, n);
      out->type = &w->tree->group[n->group].type;
      truth = false;
    } else if (n->kind == NODE_SET) {
      truth &= is_truth(&n->value);
      if (word == NULL && has_kind(&n->value, EXPR_LARGER)) word = "largest";
      if (word == NULL && has_kind(&n->value, EXPR_SMALLER)) word = "smallest";
    }
  }
  if (truth) out->type = &boolean;
  out->word = word != NULL ? word : truth ? "found" : "value";
}

/* Whether it says that the round of a wait has begun. */
static bool tells_beginning(const struct model *w, uint8_t slot)
{
  for (uint32_t k = 0; k < w->graph->n_nodes; k++)
    if (w->step[k].reached && w->graph->node[k].kind == NODE_ACCESS && w->graph->node[k].began == slot) return true;
  return false;
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

uint32_t model_variable(struct model *w, uint8_t slot, const struct statement *of)
{
  const struct tree *t = w->tree;
  struct variable v = {.slot = slot, .word = "began", .type = &boolean};
  if (slot < t->n_slots) {
    const struct local *l = &t->local[local_of(t, slot, of)];
    v.word = slot == t->local[0].slot ? "mysession" : l->at->word;
    v.type = &l->type;
  } else if (!tells_beginning(w, slot)) {
    describe(w, slot, of, &v);
  }
  const bool full = w->n_variables + MOST_SLOTS / 2 > MOST_SLOTS; /* then one for each slot */
  for (uint32_t k = 0; k < w->n_variables; k++)
    if (w->variable[k].slot == slot && (full || strcmp(w->variable[k].word, v.word) == 0)) return k;
  if (w->n_variables == MOST_SLOTS) {
    model_stop(w, of->at, "so many locals");
    return 0;
  }
  const char *name = model_name(w, v.word);
  v.name = name;
  for (uint32_t k = 2; !is_new(w, v.name); k++) v.name = say(w, "%s%u", name, k);
  w->variable[w->n_variables] = v;
  return w->n_variables++;
}

uint64_t model_slots(const struct model *w, uint64_t slots)
{
  uint64_t variables = 0;
  for (uint32_t k = 0; k < w->n_variables; k++)
    if ((slots >> w->variable[k].slot & 1) != 0) variables |= UINT64_C(1) << k;
  return variables;
}
