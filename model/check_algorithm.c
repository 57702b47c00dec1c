/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_algorithm.c: whether the tables of an algorithm are well formed. The system checks everything that depends on
 * N, and the step function is checked as it runs.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/property.h"
#include "base/text.h"
#include "model/loader.h"
#include "model/names.h"
#include "model/options.h"
#include "model/schedule_words.h"
#include "model/system.h"

static bool check_sizes(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  if (a->abi != RMR_ABI)
    return fail(e, EXIT_USAGE, "%s: built for plug-in interface %u, this is interface %u; build it again", name, a->abi,
                RMR_ABI);
  if (a->size != sizeof *a)
    return fail(e, EXIT_USAGE, "%s: struct rmr_algorithm has %u bytes, expected %zu; build it again with these headers",
                name, a->size, sizeof *a);
  if (a->line_size != sizeof(struct rmr_line) || a->shared_size != sizeof(struct rmr_shared))
    return fail(e, EXIT_USAGE, "%s: lines of %u and registers of %u bytes, expected %zu and %zu; build it again", name,
                a->line_size, a->shared_size, sizeof(struct rmr_line), sizeof(struct rmr_shared));
  return true;
}

/* A text that is shown, and written into records and reports. */
static bool check_text(const char *text, const char *what, const char *name, struct error *e)
{
  return text == NULL || text_is_line(text) ||
         fail(e, EXIT_USAGE, "%s: %s '%s' is not text in UTF-8 without control or invisible characters", name, what,
              text);
}

enum { LONGEST_WORD = 32 };

/* A word of schedules: the label of a line, the name of a register or of a change. */
static bool check_word(const char *word, const char *what, const char *name, struct error *e)
{
  if (!check_text(word, what, name, e)) return false;
  return (word[0] != '\0' && strlen(word) <= LONGEST_WORD && strpbrk(word, " #=[]") == NULL) ||
         fail(e, EXIT_USAGE, "%s: %s '%s' must be one word of at most %d bytes, without any of # = [ ]", name, what,
              word, LONGEST_WORD);
}

static bool check_claims(const struct rmr_claims *claims, const char *name, struct error *e)
{
  const char *const texts[] = {claims->primitives, claims->rmr_cc, claims->rmr_dsm,
                               claims->space,      claims->wrong,  claims->survives};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    if (!check_text(texts[k], "the claim", name, e)) return false;
  for (size_t k = 0; k < RMR_N_CITED; k++)
    if (!check_text(claims->cited[k], "the citation of a claim", name, e)) return false;
  static_assert(sizeof claims->p == PROPERTY_LAST_CLAIMED + 1, "one for each property that can be claimed");
  for (uint32_t p = 1; p <= PROPERTY_LAST_CLAIMED; p++)
    if (claims->p[p] > RMR_NO)
      return fail(e, EXIT_USAGE, "%s: .claims.p[%u] is %u; expected RMR_UNSAID, RMR_YES or RMR_NO", name, p,
                  claims->p[p]);
  return true;
}

/* The kinds of crashes that it claims to survive. Where processes recover, there must be a line at which they do. */
static bool check_survival(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  for (const char *at = a->claims.survives; at != NULL; at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL) {
    const struct fault_row *row = &fault_table[fault_kind_of(at)];
    if (row == fault_table || row->restarts == RESTARTS_AT_FIRST)
      return fail(e, EXIT_USAGE, "%s: .claims.survives is '%s'; expected some of stop, recover and system, with commas",
                  name, a->claims.survives);
    if (row->restarts == RESTARTS_AT_RECOVER && !algorithm_has_recovery(a))
      return fail(e, EXIT_USAGE, "%s: .claims.survives has %s, but no line is in the section RECOVER", name, row->word);
  }
  return true;
}

static bool check_words(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  if (a->name == NULL || a->name[0] == '\0' ||
      a->name[strspn(a->name, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
    return fail(e, EXIT_USAGE, "%s: the algorithm is called '%s'; expected a name of a-z, 0-9 and _", name,
                a->name != NULL ? a->name : "");
  if (a->title == NULL || a->source == NULL || a->note == NULL)
    return fail(e, EXIT_USAGE, "%s: .%s is missing", name,
                a->title == NULL    ? "title"
                : a->source == NULL ? "source"
                                    : "note");
  return check_text(a->title, ".title", name, e) && check_text(a->source, ".source", name, e) &&
         check_text(a->note, ".note", name, e) && check_claims(&a->claims, name, e);
}

/* Rows that make an access are numbered 1, 2, ... as they stand. */
static bool check_lines(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  enum { MOST_LABELS = ORDER_SIZE - 256 };
  size_t bytes = 0;
  uint32_t next = 1;
  if (a->lines == NULL || a->n_rows == 0) return fail(e, EXIT_USAGE, "%s: it has no lines", name);
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const struct rmr_line *line = &a->lines[row];
    if (line->label == NULL || line->text == NULL)
      return fail(e, EXIT_USAGE, "%s: row %u of .lines has no %s", name, row + 1,
                  line->label == NULL ? "label" : "text");
    if (!check_text(line->label, "the label", name, e) || !check_text(line->text, "the line", name, e)) return false;
    if (line->line == 0) continue;
    if (!check_word(line->label, "the label", name, e)) return false;
    if (order_is_word(line->label))
      return fail(e, EXIT_USAGE, "%s: a line is called '%s', which means something else where fences are named; %s",
                  name, line->label, "expected another label");
    bytes += strlen(line->label) + 1;
    if (line->line != next)
      return fail(e, EXIT_USAGE, "%s: line %s has the number %u, expected %u", name, line->label, line->line, next);
    if (line->section == RMR_REMAINDER || line->section >= RMR_N_SECTIONS)
      return fail(e, EXIT_USAGE, "%s: line %s is in section %u; expected RECOVER, DOORWAY, WAITING, CS or EXIT", name,
                  line->label, line->section);
    next++;
  }
  if (a->n_lines != next || next > RMR_MAX_LINES)
    return fail(e, EXIT_USAGE, "%s: .n_lines is %u, expected %u, and at most %u", name, a->n_lines, next,
                RMR_MAX_LINES);
  if (bytes > MOST_LABELS)
    return fail(e, EXIT_USAGE, "%s: all labels together have more than %d bytes", name, MOST_LABELS);
  return next > 1 || fail(e, EXIT_USAGE, "%s: no line makes an access", name);
}

/* A passage begins with Recover, the doorway or the waiting room, and comes to the critical section or the exit. A text
 * has said where its critical section is; where a loop without an access keeps all from the exit, a run tells that. */
static bool check_passage(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  bool inside = false;
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const struct rmr_line *line = &a->lines[row];
    const bool late = line->section == RMR_CS || line->section == RMR_EXIT;
    if (line->line == 1 && late)
      return fail(e, EXIT_USAGE, "%s: the first line, %s, is in section %s; expected RECOVER, DOORWAY or WAITING", name,
                  line->label, line->section == RMR_CS ? "CS" : "EXIT");
    inside |= line->line != 0 && late;
  }
  return inside || a->text != NULL ||
         fail(e, EXIT_USAGE, "%s: no line is in section CS or EXIT, so nobody ever enters", name);
}

static bool check_names(const char *const *names, const char *name, struct error *e)
{
  for (; names != NULL && *names != NULL; names++)
    if (!check_text(*names, "the value", name, e)) return false;
  return true;
}

static bool check_fields(const struct rmr_shared *shared, const char *name, struct error *e)
{
  uint64_t taken = 0;
  uint32_t n = 0;
  if (!check_names(shared->names, name, e)) return false;
  if (shared->time && (shared->fields != NULL || shared->horizon == NULL))
    return fail(e, EXIT_USAGE, "%s: %s holds a time, so it needs a horizon, and no fields", name, shared->name);
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++, n++) {
    if (n == RMR_MAX_FIELDS)
      return fail(e, EXIT_USAGE, "%s: %s has more than %u fields", name, shared->name, RMR_MAX_FIELDS);
    if (f->width == 0 || f->shift + f->width > 63)
      return fail(e, EXIT_USAGE, "%s: %s.%s has bits %u to %d; expected at least one, of 0 to 62", name, shared->name,
                  f->name, f->shift, f->shift + f->width - 1);
    if (f->time && (f->horizon == NULL || f->width < 32 || f->max != NULL))
      return fail(e, EXIT_USAGE, "%s: %s.%s holds a time, so it needs a horizon, at least 32 bits, and no maximum",
                  name, shared->name, f->name);
    const uint64_t bits = ((UINT64_C(1) << f->width) - 1) << f->shift;
    if ((taken & bits) != 0)
      return fail(e, EXIT_USAGE, "%s: %s.%s shares bits with another field", name, shared->name, f->name);
    if (f->min < 0 || f->min >> f->width != 0)
      return fail(e, EXIT_USAGE, "%s: %s.%s has %u bits, and no room for its smallest value, %" PRId64, name,
                  shared->name, f->name, f->width, f->min);
    taken |= bits;
    if (!check_word(f->name, "the field", name, e) || !check_names(f->names, name, e)) return false;
  }
  return true;
}

/* Crashes alone change an epoch, and always by 1; a time can be compared with a clock only if a process has written
 * it. */
static bool check_change_of(const struct rmr_change *change, const struct rmr_shared *shared, const char *name,
                            struct error *e)
{
  bool time = shared->time;
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++) time |= f->time;
  return !(time || shared->epoch) ||
         fail(e, EXIT_USAGE, "%s: the change %s is one of %s, which %s; the environment cannot change that", name,
              change->name, shared->name, time ? "holds a time" : "counts crashes");
}

static bool check_registers(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  if (a->shared == NULL || a->n_shared == 0 || a->n_shared > RMR_MAX_GROUPS)
    return fail(e, EXIT_USAGE, "%s: %u groups of registers; expected 1 to %u", name,
                a->shared == NULL ? 0 : a->n_shared, RMR_MAX_GROUPS);
  for (uint32_t g = 0; g < a->n_shared; g++) {
    if (a->shared[g].name == NULL || a->shared[g].name[0] == '\0')
      return fail(e, EXIT_USAGE, "%s: group %u of .shared has no name", name, g);
    for (uint32_t other = 0; other < g; other++)
      if (strcmp(a->shared[g].name, a->shared[other].name) == 0)
        return fail(e, EXIT_USAGE, "%s: two groups are called %s", name, a->shared[g].name);
    if (strcmp(a->shared[g].name, NAMES_DATA) == 0)
      return fail(e, EXIT_USAGE, "%s: a register is called '" NAMES_DATA "', %s", name,
                  "which is the data of critical sections in schedules; expected another name");
    if (!check_word(a->shared[g].name, "the register", name, e) || !check_fields(&a->shared[g], name, e)) return false;
    if (a->shared[g].epoch && a->shared[g].arbitrary)
      return fail(e, EXIT_USAGE, "%s: %s counts crashes, so it is not initialised arbitrarily", name,
                  a->shared[g].name);
  }
  if (a->n_changes != 0 && a->changes == NULL)
    return fail(e, EXIT_USAGE, "%s: .n_changes is %u, but there are no .changes", name, a->n_changes);
  for (uint32_t k = 0; k < a->n_changes; k++) {
    const struct rmr_change *change = &a->changes[k];
    if (change->name == NULL || change->may == NULL || change->becomes == NULL || change->group >= a->n_shared)
      return fail(e, EXIT_USAGE, "%s: change %u lacks a name, `may`, `becomes`, or a group that there is", name, k);
    if (!check_word(change->name, "the change", name, e) ||
        !check_change_of(change, &a->shared[change->group], name, e))
      return false;
    for (uint32_t other = 0; other < k; other++)
      if (a->changes[other].group == change->group && strcmp(a->changes[other].name, change->name) == 0)
        return fail(e, EXIT_USAGE, "%s: two changes of %s are called %s", name, a->shared[change->group].name,
                    change->name);
    if (schedule_has_word(change->name))
      return fail(e, EXIT_USAGE,
                  "%s: a change is called '%s', which means something else in schedules; expected another name", name,
                  change->name);
  }
  return true;
}

/* They are told beside the properties P1, P2, ..., so they have other names. */
static bool check_invariants(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  enum { LONGEST_NAME = 16, LONGEST_TEXT = 120 };
  uint32_t n = 0;
  for (const struct rmr_invariant *i = a->invariants; i != NULL && i->name != NULL; i++, n++) {
    if (n == RMR_MAX_INVARIANTS) return fail(e, EXIT_USAGE, "%s: more than %u invariants", name, RMR_MAX_INVARIANTS);
    if (!check_word(i->name, "the invariant", name, e)) return false;
    if (strlen(i->name) > LONGEST_NAME || (i->name[0] == 'P' && i->name[1] >= '1' && i->name[1] <= '9'))
      return fail(e, EXIT_USAGE, "%s: an invariant is called '%s'; expected at most %d bytes, and not P1, P2, ...",
                  name, i->name, LONGEST_NAME);
    for (const struct rmr_invariant *other = a->invariants; other < i; other++)
      if (strcmp(other->name, i->name) == 0)
        return fail(e, EXIT_USAGE, "%s: two invariants are called %s", name, i->name);
    if (i->text == NULL || i->holds == NULL)
      return fail(e, EXIT_USAGE, "%s: the invariant %s has no %s", name, i->name, i->text == NULL ? "text" : "`holds`");
    if (!check_text(i->text, "the text of an invariant", name, e)) return false;
    if (strlen(i->text) > LONGEST_TEXT)
      return fail(e, EXIT_USAGE, "%s: the text of the invariant %s has more than %d bytes", name, i->name,
                  LONGEST_TEXT);
  }
  return true;
}

static bool check_times(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  for (const struct rmr_local_time *t = a->times; t != NULL && t->horizon != NULL; t++)
    if (t->offset > a->state_size || a->state_size - t->offset < sizeof(rmr_word))
      return fail(e, EXIT_USAGE, "%s: .times has an offset of %u; the local state has %u bytes, a time %zu", name,
                  t->offset, a->state_size, sizeof(rmr_word));
  return true;
}

bool algorithm_check(const struct rmr_algorithm *a, const char *name, struct error *e)
{
  if (!check_sizes(a, name, e) || !check_words(a, name, e) || !check_lines(a, name, e) || !check_passage(a, name, e) ||
      !check_registers(a, name, e) || !check_invariants(a, name, e) || !check_times(a, name, e) ||
      !check_survival(a, name, e))
    return false;
  if (a->state_size == 0 || a->state_size > RMR_MAX_STATE)
    return fail(e, EXIT_USAGE, "%s: a local state of %u bytes; expected 1 to %u", name, a->state_size, RMR_MAX_STATE);
  if (a->state_each > RMR_MAX_STATE)
    return fail(e, EXIT_USAGE, "%s: a local state of %u bytes more for each process; expected at most %u", name,
                a->state_each, RMR_MAX_STATE);
  if (a->pc_size != 0 && (a->pc_size > a->state_size || a->pc > a->state_size - a->pc_size))
    return fail(e, EXIT_USAGE, "%s: .pc is %u, of %u bytes; expected a place in the local state, which has %u", name,
                a->pc, a->pc_size, a->state_size);
  if (a->step == NULL) return fail(e, EXIT_USAGE, "%s: the required function `step` is missing", name);
  if ((a->name_held == NULL) != (a->names_max == NULL))
    return fail(e, EXIT_USAGE, "%s: of `name_held` and `names_max` one is missing", name);
  uint32_t graphs = 0, orders = 0;
  if (!options_check(a->parameters, a->parameters_size, false, name, e)) return false;
  for (const struct rmr_option *option = a->parameters; option != NULL && option->key != NULL; option++) {
    graphs += option->type == RMR_GRAPH;
    orders += option->type == RMR_ORDER;
  }
  return (graphs <= 1 && orders <= graphs) || fail(e, EXIT_USAGE,
                                                   "%s: %u graphs and %u orders among the parameters; expected at most "
                                                   "one of each, and no order without a graph",
                                                   name, graphs, orders);
}
