/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/export/promela_internal.h"
#include "model/names.h"

/* A way out of a local state: the steps that lead to the same local state and do the same to the register. */
struct transition {
  uint32_t to;  /* local state, AUTOMATON_OUTSIDE or AUTOMATON_CAPPED */
  uint32_t set; /* number of the value that the register gets, or UNSET */
  bool *when;   /* [rank]: on these values; NULL where there is no register to look at */
};

#define UNSET UINT32_MAX

/* --- names and values --------------------------------------------------------------------------------------------- */

/* Characters not allowed in an identifier become underscores. */
static void make_identifier(char *name)
{
  for (; *name != '\0'; name++)
    if (!isalnum((unsigned char)*name)) *name = '_';
}

/* "Done[2][1]" becomes Done_2_1, "Tail" becomes Tail_: with an underscore, no name is a word of Promela. */
static void name_variable(const struct automata *a, uint32_t var, char *out)
{
  char name[NAMES_SIZE], *end = out;
  const char *from = system_register_name(a->system, var, name, sizeof name);
  const bool is_scalar = strchr(from, '[') == NULL;
  for (; *from != '\0' && end - out < PROMELA_NAME_SIZE - 2; from++)
    if (*from != ']') *end++ = *from;
  if (is_scalar) *end++ = '_';
  *end = '\0';
  make_identifier(out);
}

struct numbered_value {
  rmr_word value;
  uint32_t number;
};

static int compare_values(const void *left, const void *right)
{
  const rmr_word a = ((const struct numbered_value *)left)->value, b = ((const struct numbered_value *)right)->value;
  return (a > b) - (a < b);
}

static struct promela_variable variable_of(const struct automata *a, uint32_t var)
{
  const struct register_values *values = &a->values[var];
  struct numbered_value *order = mem_new(values->n, sizeof *order);
  for (uint32_t k = 0; k < values->n; k++) order[k] = (struct numbered_value){values->value[k], k};
  qsort(order, values->n, sizeof *order, compare_values);
  struct promela_variable v = {
    .n = values->n, .number = mem_new(values->n, sizeof *v.number), .rank = mem_new(values->n, sizeof *v.rank)};
  v.numbered =
    system_shared(a->system, var)->fields != NULL || order[0].value < INT32_MIN || order[v.n - 1].value > INT32_MAX;
  for (uint32_t rank = 0; rank < v.n; rank++) {
    v.number[rank] = order[rank].number;
    v.rank[order[rank].number] = rank;
  }
  name_variable(a, var, v.name);
  free(order);
  return v;
}

rmr_word promela_code(const struct promela *m, uint32_t var, uint32_t rank)
{
  const struct promela_variable *v = &m->variable[var];
  return v->numbered ? rank : m->a->values[var].value[v->number[rank]];
}

void promela_print_label(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct automaton_local *l = &m->a->process[p].local[local];
  char name[PROMELA_NAME_SIZE];
  if (l->done)
    snprintf(name, sizeof name, "end_%u", local);
  else
    snprintf(name, sizeof name, "L%s_%u", rmr_line_of(m->a->system->algorithm, l->op.line)->label, local);
  make_identifier(name);
  fputs(name, m->out);
}

/* The claim with which it is there; 0: it is not, or holds no name. */
static uint32_t claim_inside(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct rmr_algorithm *algorithm = m->a->system->algorithm;
  const struct automaton_local *l = &m->a->process[p].local[local];
  if (l->section != RMR_CS) return 0;
  if (algorithm->name_held != NULL) return algorithm->name_held(promela_state(m, p, local), m->a->system->size);
  return algorithm->group ? l->session : 1;
}

bool promela_claims(const struct promela *m, uint32_t p, uint32_t local, uint32_t claim)
{
  const struct system *s = m->a->system;
  if (claim_inside(m, p, local) == claim) return claim != 0;
  if (!m->a->process[p].local[local].buffers) return false;
  const struct buffer *buffer = buffer_of(s, promela_state(m, p, local));
  for (uint32_t k = 0; k < buffer->n; k++)
    if (buffer->write[k].var == BUFFER_DATA && (s->algorithm->group ? buffer->write[k].value : 1) == claim) return true;
  return false;
}

void promela_print_counter(const struct promela *m, uint32_t claim)
{
  fputs("in_cs", m->out);
  if (m->a->system->algorithm->group || m->a->system->algorithm->name_held != NULL) fprintf(m->out, "_%u", claim);
}

bool promela_is_initial(const struct automaton *automaton, uint32_t choices, uint32_t local)
{
  for (uint32_t c = 0; c < choices; c++)
    if (automaton->initial[c] == local) return true;
  return false;
}

static void find_claims(struct promela *m)
{
  uint32_t found = 0;
  for (uint32_t p = 1; p <= m->a->n; p++)
    for (uint32_t local = 0; local < m->a->process[p].n_locals; local++) {
      const uint32_t claim = claim_inside(m, p, local); /* those of waiting writes were here before */
      for (; m->n_claims <= claim; m->n_claims++) {
        m->in_cs = mem_another(m->in_cs, m->n_claims, sizeof *m->in_cs);
        m->in_cs[m->n_claims] = false;
      }
      found += claim != 0 && !m->in_cs[claim];
      m->in_cs[claim] = true;
    }
  m->watched = !m->a->system->algorithm->group || found > 1;
}

void promela_prepare(struct promela *m, const struct automata *a, FILE *out)
{
  *m = (struct promela){.a = a, .out = out};
  m->variable = mem_new(a->n_registers, sizeof *m->variable);
  for (uint32_t var = 0; var < a->n_registers; var++) {
    m->variable[var] = variable_of(a, var);
    m->many_initial |= a->values[var].n_initial > 1;
  }
  for (uint32_t p = 1; p <= a->n; p++)
    for (uint32_t c = 1; c < a->choices; c++) m->many_initial |= a->process[p].initial[c] != a->process[p].initial[0];
  find_claims(m);
}

void promela_done(struct promela *m)
{
  for (uint32_t var = 0; var < m->a->n_registers; var++) {
    free(m->variable[var].number);
    free(m->variable[var].rank);
  }
  free(m->variable);
  free(m->in_cs);
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

/* The last rank of the run of equal marks that begins at this one. */
static uint32_t run_end(const struct promela_variable *v, const bool *when, uint32_t rank)
{
  while (rank + 1 < v->n && when[rank + 1] == when[rank]) rank++;
  return rank;
}

static void print_run(const struct promela *m, uint32_t var, uint32_t first, uint32_t last)
{
  const struct promela_variable *v = &m->variable[var];
  const rmr_word low = promela_code(m, var, first), high = promela_code(m, var, last);
  if (first == last)
    fprintf(m->out, "%s == %" PRId64, v->name, low);
  else if (first == 0)
    fprintf(m->out, "%s <= %" PRId64, v->name, high);
  else if (last == v->n - 1)
    fprintf(m->out, "%s >= %" PRId64, v->name, low);
  else
    fprintf(m->out, "(%s >= %" PRId64 " && %s <= %" PRId64 ")", v->name, low, v->name, high);
}

/* The runs that are marked or, where these are fewer, that it is none of the others. */
void promela_print_condition(const struct promela *m, uint32_t var, const bool *when)
{
  const struct promela_variable *v = &m->variable[var];
  uint32_t runs[2] = {0, 0};
  for (uint32_t rank = 0; rank < v->n; rank = run_end(v, when, rank) + 1) runs[when[rank]]++;
  const bool marked = runs[true] <= runs[false];
  const char *separator = marked ? "(" : "!(";
  if (marked && runs[true] == 1) separator = "";
  for (uint32_t rank = 0; rank < v->n; rank = run_end(v, when, rank) + 1) {
    if (when[rank] != marked) continue;
    fputs(separator, m->out);
    print_run(m, var, rank, run_end(v, when, rank));
    separator = " || ";
  }
  if (!marked || runs[true] > 1) putc(')', m->out);
}

/* --- which transitions there are ---------------------------------------------------------------------------------- */

/* The effect of a step on the register. A compare-and-swap that fails is told apart from one that stores the old value.
 * */
static uint32_t setting(const struct automaton_local *from, uint32_t before, uint32_t after)
{
  if (!rmr_kind_writes(from->op.kind) || (from->op.kind == RMR_CAS && before == after)) return UNSET;
  return after;
}

static void add_step(struct transition *all, uint32_t *n, const struct promela_variable *v, uint32_t to, uint32_t set,
                     uint32_t rank)
{
  uint32_t k = 0;
  while (k < *n && (all[k].to != to || all[k].set != set)) k++;
  if (k == *n) all[(*n)++] = (struct transition){to, set, v != NULL ? mem_new(v->n, sizeof(bool)) : NULL};
  if (v != NULL) all[k].when[rank] = true;
}

/* All steps out of a local state that change anything. A write for which the buffer has no room waits. The caller
 * frees what is returned, and each `when` before. */
static struct transition *transitions_of(const struct promela *m, uint32_t p, uint32_t local, uint32_t *n)
{
  const struct automaton *automaton = &m->a->process[p];
  const struct automaton_local *from = &automaton->local[local];
  const struct promela_variable *v = rmr_kind_accesses(from->op.kind) ? &m->variable[from->op.var] : NULL;
  const uint32_t values = automaton_values(m->a, from), choices = m->a->choices;
  struct transition *all = mem_new((size_t)values * choices, sizeof *all);
  *n = 0;
  for (uint32_t rank = 0; rank < values && !from->full; rank++) {
    const uint32_t before = v != NULL ? v->number[rank] : 0;
    for (uint32_t c = 0; c < choices; c++) {
      const uint32_t to = automaton->next[from->first_next + before * choices + c];
      const uint32_t after = rmr_kind_writes(from->op.kind) ? automaton->written[from->first_value + before] : before;
      if (!automaton_goes_on(to))
        add_step(all, n, v, to, UNSET, rank);
      else if (to != local || after != before)
        add_step(all, n, v, to, setting(from, before, after), rank);
    }
  }
  return all;
}

/* --- how they are written ----------------------------------------------------------------------------------------- */

/* The parts of one transition. */
struct deed {
  bool guarded, sets, fails; /* fails: the register cannot hold what is written */
  uint32_t leaves, enters;   /* the critical section, with this claim; 0: not, or not watched */
  int away;                  /* +1: goes away from where it began, -1: comes back there; 0: neither, or not watched */
  int things;
};

static struct deed deed_of(const struct promela *m, uint32_t p, uint32_t local, uint32_t var,
                           const struct transition *t)
{
  const struct automaton *automaton = &m->a->process[p];
  const struct promela_variable *v = t->when != NULL ? &m->variable[var] : NULL;
  struct deed d = {.guarded = v != NULL && !(t->when[0] && run_end(v, t->when, 0) == v->n - 1),
                   .sets = t->set != UNSET,
                   .fails = !automaton_goes_on(t->to)};
  if (!d.fails) {
    for (uint32_t claim = 1; m->watched && claim < m->n_claims; claim++) {
      const bool in = promela_claims(m, p, local, claim), next_in = promela_claims(m, p, t->to, claim);
      if (in && !next_in) d.leaves = claim;
      if (!in && next_in) d.enters = claim;
    }
    if (m->many_initial)
      d.away =
        promela_is_initial(automaton, m->a->choices, local) - promela_is_initial(automaton, m->a->choices, t->to);
  }
  d.things = d.guarded + d.sets + d.fails + (d.leaves != 0) + 2 * (d.enters != 0) + (d.away != 0);
  return d;
}

/* P1 for P_p, which enters: no conflicting process is there, and a name that it takes exists. It may not have committed
 * the write of another session itself. */
static void print_entering(const struct promela *m, uint32_t p, uint32_t local, uint32_t claim)
{
  const struct rmr_algorithm *algorithm = m->a->system->algorithm;
  const char *separator = "assert(";
  for (uint32_t other = 1; other < m->n_claims; other++) {
    if (!m->in_cs[other] || algorithm->group != (other != claim)) continue;
    fputs(separator, m->out);
    promela_print_counter(m, other);
    fputs(promela_claims(m, p, local, other) && other != claim ? " == 1" : " == 0", m->out);
    separator = " && ";
  }
  if (algorithm->name_held != NULL) fprintf(m->out, " && %u <= %u", claim, algorithm->names_max(m->a->system->size));
  fputs("); ", m->out);
  promela_print_counter(m, claim);
  fputs("++", m->out);
}

/* var: the register of the access, if there is any. */
static void print_transition(const struct promela *m, uint32_t p, uint32_t local, uint32_t var,
                             const struct transition *t)
{
  const struct deed d = deed_of(m, p, local, var, t);
  const char *separator = "";
  fputs(d.things > 1 ? "  :: d_step { " : "  :: ", m->out);
  if (d.guarded) promela_print_condition(m, var, t->when), separator = " -> ";
  if (d.sets) {
    const struct promela_variable *v = &m->variable[var];
    fprintf(m->out, "%s%s = %" PRId64, separator, v->name, promela_code(m, var, v->rank[t->set]));
    separator = "; ";
  }
  if (d.leaves != 0) {
    fputs(separator, m->out);
    promela_print_counter(m, d.leaves);
    fputs("--", m->out);
    separator = "; ";
  }
  if (d.enters != 0) fputs(separator, m->out), print_entering(m, p, t->to, d.enters), separator = "; ";
  if (d.away != 0) fprintf(m->out, "%saway%s", separator, d.away > 0 ? "++" : "--");
  if (d.fails)
    fprintf(m->out, "%sassert(false) /* %s %s */", separator, m->variable[var].name,
            t->to == AUTOMATON_CAPPED ? "passes the cap" : "leaves its declared range");
  fputs(d.things > 1 ? " }; goto " : d.things == 1 ? "; goto " : "goto ", m->out);
  promela_print_label(m, p, d.fails ? local : t->to);
  putc('\n', m->out);
}

uint32_t promela_print_transitions(const struct promela *m, uint32_t p, uint32_t local)
{
  uint32_t n;
  struct transition *all = transitions_of(m, p, local, &n);
  for (uint32_t k = 0; k < n; k++) {
    print_transition(m, p, local, m->a->process[p].local[local].op.var, &all[k]);
    free(all[k].when);
  }
  free(all);
  return n;
}

uint32_t promela_print_commits(const struct promela *m, uint32_t p, uint32_t local)
{
  uint32_t n = 0;
  for (uint32_t actor = m->a->n + 1; actor <= m->a->n_actors; actor++) {
    const struct automaton_local *l = &m->a->process[actor].local[local];
    const rmr_action action = m->a->event[actor].action;
    if (rmr_action_kind(action) != RMR_COMMIT || m->a->event[actor].process != p || l->done) continue;
    const struct transition t = {.to = m->a->process[actor].next[l->first_next],
                                 .set = l->op.kind == RMR_WRITE ? m->a->process[actor].written[l->first_value] : UNSET};
    print_transition(m, p, local, l->op.var, &t);
    n++;
  }
  return n;
}
