/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_routine.c: procedures and functions. Their bodies are passed over where they are declared, and parsed anew
 * wherever they are called, with each parameter bound to its argument. So a part works on the caller's registers, and
 * its operations are checked for each use.
 */
#include "base/suggest.h"
#include "base/text.h"
#include "language/parser.h"

struct routine *find_routine(struct parser *p, const char *name, bool function)
{
  for (uint32_t k = 0; k < p->n_routines; k++)
    if (p->routine[k].function == function && strcmp(p->routine[k].name, name) == 0) return &p->routine[k];
  return NULL;
}

/* --- as they are declared ----------------------------------------------------------------------------------------- */

/* (a, b[], c[,]) */
static bool parse_parameters(struct parser *p, struct routine *r)
{
  if (!expects(p, "(", "the name")) return false;
  if (takes(p, ")")) return true;
  do {
    if (r->n_parameters == MOST_ARGUMENTS) return wrong(p, p->token, "more than %d parameters", MOST_ARGUMENTS);
    if (!is_free(p, p->token)) return false;
    r->parameter[r->n_parameters] = p->token++->word;
    if (takes(p, "[")) {
      r->dimensions[r->n_parameters] = takes(p, ",") ? 2 : 1;
      if (!expects(p, "]", "'['")) return false;
    }
    r->n_parameters++;
  } while (takes(p, ","));
  return expects(p, ")", "the parameters");
}

bool parse_routine(struct parser *p, bool function)
{
  if (p->n_routines == MOST_ROUTINES) return wrong(p, p->token, "more than %d procedures and functions", MOST_ROUTINES);
  struct routine *r = &p->routine[p->n_routines];
  *r = (struct routine){.at = p->token, .function = function};
  if (!declares(p, p->token, false)) return false;
  r->name = p->token++->word;
  if (!parse_parameters(p, r) || (function && !expects(p, "=", "the parameters"))) return false;
  r->body = p->token;
  p->n_routines++;
  while (function && p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END) p->token++;
  if (function) return r->body != p->token || unexpected(p, "an expression");
  for (; p->token->kind != TOKEN_FILE_END; p->token++)
    if (sees(p, "end") && strcmp(p->token[1].word, "procedure") == 0) {
      p->token += 2;
      return true;
    }
  return wrong(p, r->at, "no 'end procedure' follows");
}

/* --- parameters --------------------------------------------------------------------------------------------------- */

const struct binding *find_binding(const struct parser *p, const char *name)
{
  for (const struct binding *b = p->scope; b != NULL; b = b->next)
    if (strcmp(b->name, name) == 0) return b;
  return NULL;
}

/* b[e], where b stands for an array, or for a row of one. */
struct expr *bound_element(struct parser *p, const struct binding *b, const struct token *at)
{
  struct expr *x;
  if (b->local != NO_INDEX) {
    x = new_expr(p, EXPR_ELEMENT, at, &p->tree->local[b->local].type);
    x->local = b->local;
  } else {
    x = new_expr(p, EXPR_SHARED, at, &p->tree->group[b->group].type);
    x->group = b->group;
    if (p->constant != NULL) return wrong(p, at, "'%s' is a register", at->word), NULL;
  }
  if (!expects(p, "[", "the name of an array") || (x->index = parse_expr(p)) == NULL || !fit_number(p, x->index))
    return NULL;
  const bool two = b->local == NO_INDEX && p->tree->group[b->group].n_dimensions == 2;
  if (b->row != NULL) {
    x->column = x->index;
    x->index = expr_copy(p, b->row);
  } else if (two && (takes(p, ",") || (expects(p, "]", "an index") && expects(p, "[", "the first index")))) {
    if ((x->column = parse_expr(p)) == NULL || !fit_number(p, x->column)) return NULL;
  } else if (two) {
    return NULL;
  }
  if (!expects(p, "]", "an index")) return NULL;
  if (b->field == NULL) return x;
  struct token *name = pool_new(p->pool, 1, sizeof *name);
  *name = *at;
  name->word = b->field;
  return parse_field(p, x, name);
}

/* An array as an argument: its name, a row of it, a field of its elements. */
static bool bind_array(struct parser *p, struct binding *b, uint32_t dimensions)
{
  const struct token *at = p->token;
  if (at->kind != TOKEN_NAME) return unexpected(p, "an array");
  p->token++;
  const struct binding *outer = find_binding(p, at->word);
  const int local = find_local(p, at->word), group = find_group(p->tree, at->word);
  uint32_t has;
  b->group = b->local = NO_INDEX;
  if (outer != NULL && outer->value == NULL) {
    const char *name = b->name;
    *b = *outer;
    b->name = name;
    has = b->local != NO_INDEX ? 1 : p->tree->group[b->group].n_dimensions - (b->row != NULL);
  } else if (local >= 0 && p->tree->local[local].array) {
    b->local = (uint32_t)local;
    has = 1;
  } else if (group >= 0 && p->tree->group[group].n_dimensions != 0) {
    b->group = (uint32_t)group;
    has = p->tree->group[group].n_dimensions;
  } else {
    return wrong(p, at, "'%s' is no array", at->word);
  }
  if (has == 2 && dimensions == 1) {
    if (!expects(p, "[", "the array, which has two dimensions") || (b->row = parse_expr(p)) == NULL ||
        !expects(p, "]", "the first index"))
      return false;
    has = 1;
  }
  if (has != dimensions)
    return wrong(p, at, "'%s' has %u dimension%s; %u expected", at->word, has, plural(has), dimensions);
  if (takes(p, ".")) b->field = p->token++->word;
  return true;
}

/* The arguments of a call. */
static bool bind_arguments(struct parser *p, const struct routine *r, const struct binding **out)
{
  *out = NULL;
  if (!expects(p, "(", r->name)) return false;
  for (uint32_t k = 0; k < r->n_parameters; k++) {
    struct binding *b = pool_new(p->pool, 1, sizeof *b);
    b->name = r->parameter[k];
    if (k > 0 && !expects(p, ",", "an argument")) return false;
    if (r->dimensions[k] != 0 ? !bind_array(p, b, r->dimensions[k]) : (b->value = parse_expr(p)) == NULL) return false;
    b->next = *out;
    *out = b;
  }
  return expects(p, ")", r->n_parameters == 0 ? "'('" : "the arguments");
}

static bool begin(struct parser *p, struct routine *r, const struct token *at)
{
  if (r->active) return wrong(p, at, "'%s' would be part of itself", r->name);
  if (!enters(p)) return false;
  r->active = true;
  return true;
}

static void end(struct parser *p, struct routine *r)
{
  r->active = false;
  p->depth--;
}

/* --- as they are used --------------------------------------------------------------------------------------------- */

/* An argument is looked at inside of the routine: the slots of the names that it binds stay in use there. */
static void keep_slots(struct parser *p, uint32_t first_local)
{
  for (uint32_t k = first_local; k < p->tree->n_locals; k++)
    if (p->tree->local[k].slot >= p->slots) p->slots = p->tree->local[k].slot + 1u;
}

/* The value of a function: of its body, which sees its parameters, and what is declared outside of the process. */
static struct expr *parse_body(struct parser *p, struct routine *r, const struct token *at)
{
  const struct token *behind = p->token;
  const uint32_t first_local = p->first_local;
  if (!begin(p, r, at)) return NULL;
  p->token = r->body;
  p->first_local = p->tree->n_locals;
  struct expr *x = parse_expr(p);
  if (x != NULL && p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END)
    x = (unexpected(p, "the end of the function"), NULL);
  p->token = behind;
  p->first_local = first_local;
  end(p, r);
  return x;
}

struct expr *parse_application(struct parser *p, struct routine *r, const struct token *at)
{
  const struct binding *outside = p->scope, *inside;
  const uint32_t slots = p->slots, arguments = p->tree->n_locals;
  if (!bind_arguments(p, r, &inside)) return NULL;
  keep_slots(p, arguments);
  p->scope = inside;
  struct expr *x = parse_body(p, r, at);
  p->scope = outside;
  p->slots = slots;
  return x;
}

/* The function of an update: of what the register holds, and the argument. */
const struct expr *parse_update(struct parser *p, struct routine *r, const struct token *at, uint32_t group)
{
  if (r->n_parameters != 2) return wrong(p, at, "a function that updates has two parameters"), NULL;
  const struct type *type = &p->tree->group[group].type;
  struct binding value = {.name = r->parameter[0], .value = new_expr(p, EXPR_VALUE, at, type)},
                 argument = {
                   .name = r->parameter[1], .value = new_expr(p, EXPR_ARGUMENT, at, &type_number), .next = &value};
  const struct binding *outside = p->scope;
  const char *constant = p->constant;
  p->scope = &argument;
  p->constant = "the function of an update";
  struct expr *x = parse_body(p, r, at);
  p->scope = outside;
  p->constant = constant;
  return x != NULL && fit(p, x, type) ? x : NULL;
}

/* 7. behind a number, T behind a word */
static const char *prefix_of(struct parser *p, const struct statement *s)
{
  const char *own = s->label != NULL ? s->label->word : s->name != NULL ? s->name : "", *outer = p->instance->prefix;
  const size_t n = strlen(own), m = strlen(outer);
  char *prefix = pool_new(p->pool, m + n + 2, 1);
  memcpy(prefix, outer, m);
  memcpy(prefix + m, own, n);
  if (n > 0 && own[n - 1] >= '0' && own[n - 1] <= '9') prefix[m + n] = '.';
  return prefix;
}

bool parse_call(struct parser *p, struct statement *s)
{
  static const char *const ends[] = {"end", NULL};
  const struct token *at = p->token;
  struct routine *r = at->kind == TOKEN_NAME ? find_routine(p, at->word, false) : NULL;
  if (r == NULL) {
    const char *names[MOST_ROUTINES];
    size_t n = 0;
    for (uint32_t k = 0; k < p->n_routines; k++)
      if (!p->routine[k].function) names[n++] = p->routine[k].name;
    char hint[SUGGESTION];
    if (at->kind == TOKEN_NAME) p->unknown = at->word;
    return wrong(p, at, "no procedure '%s'%s", at->word, suggestion(at->word, names, n, hint));
  }
  p->token++;
  const struct binding *outside = p->scope, *inside;
  const uint32_t first_local = p->first_local, slots = p->slots, arguments = p->tree->n_locals;
  if (!bind_arguments(p, r, &inside)) return false;
  const struct token *behind = p->token;
  keep_slots(p, arguments);
  const struct instance *caller = p->instance;
  if (!begin(p, r, at)) return false;
  struct instance *in = pool_new(p->pool, 1, sizeof *in);
  *in = (struct instance){.prefix = prefix_of(p, s), .called_at = at->line, .caller = caller};
  p->last_instance = p->last_instance->next = in;
  p->instance = in;
  p->scope = inside;
  p->token = r->body;
  p->first_local = in->first_local = p->tree->n_locals;
  bool ok = true;
  for (skip_line_ends(p); ok && takes(p, "local"); skip_line_ends(p)) ok = parse_locals(p, false);
  in->n_locals = p->tree->n_locals - in->first_local;
  in->first_line = p->token->line;
  p->open_at[p->n_open] = p->open_at[p->n_open + 1] = NULL;
  p->open[p->n_open++] = ""; /* blocks that are open outside are none of its business */
  p->open[p->n_open++] = "procedure";
  if (ok) s->body = parse_block(p, ends, &ok);
  if (ok && strcmp(p->token[1].word, "procedure") != 0) {
    p->token++;
    ok = unexpected(p, "'procedure' after 'end'");
  }
  p->n_open -= 2;
  in->last_line = p->token->line - 1;
  for (uint32_t k = in->first_local; k < in->first_local + in->n_locals; k++) p->tree->local[k].hidden = true;
  p->token = behind;
  p->first_local = first_local;
  p->scope = outside;
  p->instance = caller;
  p->slots = slots;
  end(p, r);
  return ok;
}
