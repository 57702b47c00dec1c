/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/export/promela.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/export/promela_internal.h"
#include "model/names.h"
#include "version.h"

/* Inside a comment, which the text must not end. */
static void print_remark(const struct promela *m, const char *text)
{
  for (; *text != '\0'; text++) {
    putc(*text, m->out);
    if (*text == '*' && text[1] == '/') putc(' ', m->out);
  }
}

/* --- registers and counters --------------------------------------------------------------------------------------- */

struct type {
  rmr_word low, high;
  const char *name;
  uint32_t bytes;
};

static const struct type *type_of(const struct promela *m, uint32_t var)
{
  static const struct type types[] = {
    {0, 1, "bit", 1}, {0, UINT8_MAX, "byte", 1}, {INT16_MIN, INT16_MAX, "short", 2}, {INT32_MIN, INT32_MAX, "int", 4}};
  const rmr_word low = promela_code(m, var, 0), high = promela_code(m, var, m->variable[var].n - 1);
  const struct type *type = types;
  while (low < type->low || high > type->high) type++;
  return type;
}

/* Has the register the same values as the one before it, and the same name up to the cell? Then so is what they are
 * called. */
static bool is_like_last(const struct promela *m, uint32_t var)
{
  const struct automata *a = m->a;
  if (system_cell(a->system, var) == 0) return false;
  if (m->variable[var].n != m->variable[var - 1].n) return false;
  for (uint32_t rank = 0; rank < m->variable[var].n; rank++)
    if (a->values[var].value[m->variable[var].number[rank]] !=
        a->values[var - 1].value[m->variable[var - 1].number[rank]])
      return false;
  return true;
}

static void print_register(const struct promela *m, uint32_t var)
{
  const struct promela_variable *v = &m->variable[var];
  const struct register_values *values = &m->a->values[var];
  char text[PROMELA_TEXT_SIZE];
  fprintf(m->out, "%s %s = %" PRId64 "; /* ", type_of(m, var)->name, v->name,
          promela_code(m, var, v->rank[values->first_initial]));
  print_remark(m, system_register_name(m->a->system, var, text, sizeof text));
  if (v->numbered && is_like_last(m, var)) fputs(": as the one before", m->out);
  for (uint32_t rank = 0; v->numbered && rank < v->n && !is_like_last(m, var); rank++) {
    fprintf(m->out, "\n     %u is ", rank);
    print_remark(m, system_value_text(m->a->system, var, values->value[v->number[rank]], text, sizeof text));
  }
  fputs(" */\n", m->out);
}

static void print_counters(const struct promela *m)
{
  if (!m->watched) return;
  const struct rmr_algorithm *algorithm = m->a->system->algorithm;
  fprintf(m->out, "\n/* how many are in the critical section%s */\n",
          algorithm->name_held != NULL ? ", by the name that they hold"
          : algorithm->group           ? ", by their session"
                                       : "");
  for (uint32_t claim = 1; claim < m->n_claims; claim++) {
    if (!m->in_cs[claim]) continue;
    fputs("byte ", m->out);
    promela_print_counter(m, claim);
    fputs(" = 0;\n", m->out);
  }
}

/* --- the beginning ------------------------------------------------------------------------------------------------ */

/* "Nobody has made a step, or all is again as if". */
static void print_start_condition(const struct promela *m)
{
  fputs("\n/* how many processes are not in their initial states */\nbyte away = 0;\n#define AT_THE_START (away == 0",
        m->out);
  for (uint32_t var = 0; var < m->a->n_registers; var++) {
    const struct register_values *values = &m->a->values[var];
    if (values->n_initial == values->n) continue;
    bool *when = mem_new(values->n, sizeof *when);
    for (uint32_t k = 0; k < values->n_initial; k++) when[m->variable[var].rank[values->first_initial + k]] = true;
    fputs(" && ", m->out);
    promela_print_condition(m, var, when);
    free(when);
  }
  fputs(")\n", m->out);
}

/* In an initial state P_p may go over to another session, and P1 may take a register to its next value. */
static void print_other_beginnings(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct automata *a = m->a;
  const struct automaton *automaton = &a->process[p];
  for (uint32_t c = 0; c < a->choices; c++) {
    if (automaton->initial[c] == local || promela_is_initial(automaton, c, automaton->initial[c])) continue;
    fputs("  :: AT_THE_START -> goto ", m->out);
    promela_print_label(m, p, automaton->initial[c]);
    putc('\n', m->out);
  }
  for (uint32_t var = 0; p == 1 && var < a->n_registers; var++)
    for (uint32_t k = 0, n = a->values[var].n_initial; n > 1 && k < n; k++) {
      const struct promela_variable *v = &m->variable[var];
      const uint32_t first = a->values[var].first_initial;
      fprintf(m->out, "  :: d_step { %s == %" PRId64 " && AT_THE_START -> %s = %" PRId64 " }; goto ", v->name,
              promela_code(m, var, v->rank[first + k]), v->name, promela_code(m, var, v->rank[first + (k + 1) % n]));
      promela_print_label(m, p, local);
      putc('\n', m->out);
    }
}

/* --- processes ---------------------------------------------------------------------------------------------------- */

/* The end of a remark: the writes that wait, the oldest first. */
static void print_buffer(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct system *s = m->a->system;
  char text[PROMELA_TEXT_SIZE];
  const char *separator = "; waiting: ";
  for (uint32_t k = 0; m->a->process[p].local[local].buffers; k++) {
    const struct buffer *buffer = buffer_of(s, promela_state(m, p, local));
    if (k == buffer->n) break;
    fputs(separator, m->out);
    separator = ", ";
    if (buffer->write[k].var == BUFFER_DATA) {
      fputs("the critical section", m->out);
      continue;
    }
    print_remark(m, system_register_name(s, buffer->write[k].var, text, sizeof text));
    fputs(" := ", m->out);
    print_remark(m, system_value_text(s, buffer->write[k].var, buffer->write[k].value, text, sizeof text));
  }
  fputs(" */\n", m->out);
}

/* The access and the pseudocode line that the transitions below belong to. */
static void print_local_remark(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct automaton_local *l = &m->a->process[p].local[local];
  const bool dead = local == m->a->process[p].dead;
  const struct rmr_line *line = rmr_line_of(m->a->system->algorithm, l->op.line);
  char name[PROMELA_TEXT_SIZE];
  if (l->done) {
    fputs(dead ? "/* crashed" : "/* all passages are made", m->out);
    print_buffer(m, p, local);
    return;
  }
  fprintf(m->out, "/* in the %s, session %u: %s", rmr_section_text(l->section), l->session,
          l->issues                ? "a write is issued"
          : l->waits && l->buffers ? "it waits for its commits"
                                   : rmr_kind_text(l->op.kind));
  if (rmr_kind_accesses(l->op.kind))
    putc(' ', m->out), print_remark(m, system_register_name(m->a->system, l->op.var, name, sizeof name));
  fprintf(m->out, ", line %s: ", line->label);
  print_remark(m, line->text + strspn(line->text, " "));
  print_buffer(m, p, local);
}

static void print_local(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct automaton *automaton = &m->a->process[p];
  print_local_remark(m, p, local);
  promela_print_label(m, p, local);
  if (automaton->local[local].done && !automaton->local[local].buffers) {
    fputs(":\n  false;\n", m->out);
    return;
  }
  fputs(":\n  if\n", m->out);
  if (promela_print_transitions(m, p, local) + promela_print_commits(m, p, local) + promela_print_crash(m, p, local) ==
      0)
    fputs("  :: false\n", m->out);
  if (m->many_initial && promela_is_initial(automaton, m->a->choices, local)) print_other_beginnings(m, p, local);
  fputs("  fi;\n", m->out);
}

/* A process begins at its first local state. */
static void print_process(const struct promela *m, uint32_t p)
{
  const struct automaton *automaton = &m->a->process[p];
  fprintf(m->out, "\nactive proctype P%u()\n{\n", p);
  print_local(m, p, automaton->initial[0]);
  for (uint32_t local = 0; local < automaton->n_locals; local++)
    if (local != automaton->initial[0]) print_local(m, p, local);
  fputs("}\n", m->out);
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

/* The algorithm and the options that tell which states are looked at. */
static void print_scope(const struct promela *m)
{
  print_remark(m, system_spec_text(&m->a->system->spec)); /* with a path, which may have any name */
  fprintf(m->out, " -n %u --passages ", m->a->n);
  if (m->a->passages[1] != 0)
    fprintf(m->out, "%u", m->a->passages[1]);
  else
    fputs("inf", m->out);
  fputs(" --sessions ", m->out);
  sessions_print(m->a->system->spec.sessions, m->out);
  fprintf(m->out, " --cap %" PRId64, m->a->cap);
  const struct faults *faults = &m->a->system->spec.faults;
  const struct rmr_algorithm *algorithm = m->a->system->algorithm;
  char text[2 * FAULTS_SIZE], order_said[ORDER_SIZE];
  if (faults_kind_said(faults))
    fprintf(m->out, " --faults %s", faults_kind_text(faults, m->a->system->algorithm, text, sizeof text));
  if (faults_leases_said(faults, algorithm))
    fprintf(m->out, " --leases %s", faults_leases_text(faults, algorithm, text, sizeof text));
  if (faults->limit[LIMIT_EXPIRIES] != 0) fprintf(m->out, " --leases-may-expire %u", faults->limit[LIMIT_EXPIRIES]);
  struct order_spec order = m->a->system->spec.order;
  order.merge = false; /* the explorer merges as well */
  if (order.order != ORDER_SC) fprintf(m->out, " --order %s", order_text(&order, algorithm, order_said, ORDER_SIZE));
}

/* Bytes of a state, generously: SPIN begins each process on a word of its own. */
static uint32_t vector_size(const struct promela *m)
{
  uint32_t bytes = 96 + 17 * m->a->n + m->n_claims;
  for (uint32_t var = 0; var < m->a->n_registers; var++) bytes += type_of(m, var)->bytes;
  return bytes > 1024 ? bytes : 1024;
}

static void print_how(const struct promela *m)
{
  const struct system_spec *spec = &m->a->system->spec;
  const bool merged = !faults_any(&spec->faults) && !order_buffers(&spec->order); /* as cmd_export.c has it */
  fprintf(
    m->out,
    " * SPIN's fastest search for safety that leaves nothing out:\n"
    " *\n"
    " *     spin -o2 -a MODEL.pml\n"
    " *     cc -O2 -DSAFETY -DNOREDUCE -DNOFAIR -DVECTORSZ=%u -o pan pan.c\n"
    " *     ./pan -E -n -m1000000 -w24\n"
    " *\n"
    " * -o2: registers that no process reads belong to the state. -w: two to the power of it should be a few times "
    "the\n"
    " * states. -m: if pan says that its search depth is too small, it has not seen all of them. Without -E it also\n"
    " * reports states where no process can go on though not all are done: a deadlock.\n"
    " *\n"
    " * Where pan finds no error, \"states, stored\" is the number of reachable global states, that is, local "
    "states\n"
    " * and registers.%s It is\n"
    " * exactly `states` of\n"
    " *\n"
    " *     rmr explore -a ",
    vector_size(m),
    merged ? " Local states that behave alike are one, and the remark at a label is that of the first." : "");
  print_scope(m);
  fputs(" --check P1 --no-symmetry --json\n"
        " *\n"
        " * Transitions are not to be compared: a step that changes nothing (a wait that fails) is left out here.\n",
        m->out);
}

static void print_meaning(const struct promela *m)
{
  if (!m->watched)
    fputs(" * P1 is not asserted: no two processes conflict.\n", m->out);
  else if (m->a->system->algorithm->name_held != NULL)
    fputs(" * \"assertion violated\" with in_cs in it: P1 fails, two hold the same name, or one that does not exist.\n",
          m->out);
  else
    fputs(" * \"assertion violated\" with in_cs in it: P1 fails, two are in the CS whose sessions conflict.\n", m->out);
  fputs(" * \"assertion violated 0\": a register leaves its declared range or, where it has none, passes the cap.\n",
        m->out);
  if (order_buffers(&m->a->system->spec.order))
    fprintf(
      m->out,
      " * A process issues its writes into a buffer of %u, and a commit is a way out of a local state that takes the\n"
      " * oldest to memory. A write for which there is no room waits. `rmr explore` says where that has happened.\n",
      order_capacity(&m->a->system->spec.order));
  if (m->many_initial)
    fputs(" *\n"
          " * There are several initial states. SPIN begins in one; transitions marked AT_THE_START lead from "
          "initial\n"
          " * states to initial states only, so it adds no states.\n",
          m->out);
  fputs(" */\n", m->out);
}

static void print_head(const struct promela *m)
{
  const struct rmr_algorithm *algorithm = m->a->system->algorithm;
  fputs("/* ", m->out);
  print_remark(m, algorithm->title);
  fputs(", as a Promela model.\n * ", m->out);
  print_remark(m, algorithm->source);
  fprintf(m->out, "\n * Made by rmr %s: rmr export --format promela ", RMR_VERSION);
  print_scope(m);
  fputs("\n *\n", m->out);
  print_how(m);
  print_meaning(m);
}

void promela_write(const struct automata *a, FILE *out)
{
  struct promela m;
  promela_prepare(&m, a, out);
  print_head(&m);
  fputs("\n/* registers */\n", out);
  for (uint32_t var = 0; var < a->n_registers; var++) print_register(&m, var);
  print_counters(&m);
  promela_print_budgets(&m);
  if (m.many_initial) print_start_condition(&m);
  for (uint32_t p = 1; p <= a->n; p++) print_process(&m, p);
  promela_print_environment(&m);
  promela_done(&m);
}
