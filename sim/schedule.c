/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule.c: the reader of schedules: lines and steps. The keys are read in schedule_header.c.
 */
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "sim/schedule_reader.h"

/* The last run that does not begin behind step k; NULL: there is none. */
static const struct schedule_run *run_before(const struct schedule *schedule, uint64_t k)
{
  size_t low = 0, high = schedule->n_runs;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (schedule->run[middle].first <= k)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? &schedule->run[low - 1] : NULL;
}

const struct schedule_step *schedule_step(const struct schedule *schedule, uint64_t k, uint64_t *same)
{
  const struct schedule_run *run = run_before(schedule, k);
  const bool inside = run != NULL && k <= run->last;
  if (same != NULL) *same = inside ? run->last - k + 1 : 1;
  if (run == NULL) return &schedule->step[k];
  return &schedule->step[inside ? run->place : run->place + (size_t)(k - run->last)];
}

static void next_line(struct reader *r)
{
  while (r->at < r->end && *r->at != '\n') r->at++;
  if (r->at < r->end) r->at++;
  r->line++;
  r->line_start = r->at;
}

/* --- the steps ---------------------------------------------------------------------------------------------------- */

/* Of fewer steps each has a place of its own: to find them is quicker then. */
enum { SHORTEST_RUN = 16 };

static void add_run(struct reader *r, uint64_t n)
{
  struct schedule *out = r->out;
  out->run = mem_another(out->run, out->n_runs, sizeof *out->run);
  out->run[out->n_runs++] = (struct schedule_run){out->n_steps, out->n_steps + n - 1, r->places};
}

/* `n` steps in one place. */
static bool add_steps(struct reader *r, struct schedule_step step, uint64_t n)
{
  struct schedule *out = r->out;
  if (n > SCHEDULE_MAX_STEPS - out->n_steps) return REFUSE(r, "more than %d steps", SCHEDULE_MAX_STEPS);
  if (n > 1) add_run(r, n);
  step.source = (uint32_t)r->line;
  out->step = mem_another(out->step, r->places, sizeof *out->step);
  out->step[r->places++] = step;
  out->n_steps += n;
  return true;
}

static bool add_step(struct reader *r, struct schedule_step step)
{
  return add_steps(r, step, 1);
}

static bool add_unsaid(struct reader *r, rmr_action action, const char *count)
{
  uint64_t k = 0;
  if (!number_of(count, SCHEDULE_MAX_STEPS, &k) || k == 0)
    return REFUSE(r, "'x%s': expected x and a number of steps", count);
  const struct schedule_step step = {.action = action};
  if (k >= SHORTEST_RUN) return add_steps(r, step, k);
  for (; k > 0; k--)
    if (!add_step(r, step)) return false;
  return true;
}

/* "8a=1i" */
static bool add_said(struct reader *r, rmr_action action, char *word)
{
  char *equals = strchr(word, '=');
  if (equals == NULL) return REFUSE(r, "'%s': expected LABEL=VALUE as in 8a=1i, or xK", word);
  *equals = '\0';
  struct schedule_step step = {.action = action, .said = true, .line = algorithm_label(r->out->algorithm, word, r->e)};
  if (step.line == 0) return placed(r, false);
  char *end;
  errno = 0;
  step.value = strtoll(equals + 1, &end, 10);
  if (end == equals + 1 || errno != 0) return REFUSE(r, "'%s=%s': expected a number after the =", word, equals + 1);
  static const char letters[] = {[RMR_COLD] = 'c', [RMR_INVALIDATED] = 'i', [RMR_WRITTEN] = 'w', [RMR_REMOTE] = 'r'};
  for (uint8_t cause = RMR_COLD; cause < RMR_N_CAUSES; cause++)
    if (*end == letters[cause]) step.cause = cause;
  if (step.cause != RMR_FREE) end++;
  if (*end != '\0') return REFUSE(r, "'%s' behind the value: expected one of c, i, w, r, or nothing", end);
  return add_step(r, step);
}

static bool read_process_line(struct reader *r, const char *word, size_t length)
{
  uint64_t process = 0;
  if (r->out->algorithm == NULL || r->out->n == 0)
    return REFUSE(r, "the steps begin before `algorithm` and `n` are known");
  if (!number_of(word + 1, r->out->n, &process) || process == 0)
    return REFUSE(r, "'%s': expected a process, P1 to P%u", word, r->out->n);
  r->at += length;
  if (at_line_end(r)) return REFUSE(r, "no step behind %s; expected LABEL=VALUE as in 8a=1i, or xK", word);
  while (!at_line_end(r)) {
    char item[64];
    const size_t item_length = peek_word(r, item, sizeof item);
    if (item_length == 0 || item_length >= sizeof item) return REFUSE(r, "expected LABEL=VALUE as in 8a=1i, or xK");
    const bool unsaid = item[0] == 'x' && strchr(item, '=') == NULL; /* a label may begin with x, too */
    if (unsaid ? !add_unsaid(r, process, item + 1) : !add_said(r, process, item)) return false;
    r->at += item_length;
  }
  return true;
}

/* The change of the algorithm with this name; NULL: it has none. */
static const struct rmr_change *change_named(const struct reader *r, const char *word)
{
  const struct rmr_algorithm *a = r->out->algorithm;
  for (uint32_t k = 0; a != NULL && k < a->n_changes; k++)
    if (strcmp(a->changes[k].name, word) == 0) return &a->changes[k];
  return NULL;
}

/* An event of a line that is nobody's step: a change of the algorithm's, or (change NULL) the expiry of a lease. */
struct by_itself {
  const char *name;
  const struct rmr_change *change;
};

/* "at P1", perhaps, behind an expiry */
static bool read_reader(struct reader *r, rmr_action *expiry)
{
  char word[64];
  uint64_t process = 0;
  if (at_line_end(r)) return true;
  const size_t at_length = peek_word(r, word, sizeof word);
  if (strcmp(word, "at") != 0) return REFUSE(r, "expected one register behind expire, and perhaps at and a process");
  r->at += at_length;
  if (at_line_end(r)) return REFUSE(r, "no process behind at; expected P1 to P%u", r->out->n);
  const size_t length = peek_word(r, word, sizeof word);
  if (word[0] != 'P' || !number_of(word + 1, r->out->n, &process) || process == 0)
    return REFUSE(r, "'%s': expected a process, P1 to P%u", word, r->out->n);
  r->at += length;
  *expiry = rmr_action_of((enum rmr_action_kind)rmr_action_kind(*expiry), rmr_action_who(*expiry), (uint32_t)process);
  return at_line_end(r) || REFUSE(r, "expected one process");
}

/* "Flag[2]" or "Flag[2]=0" */
static bool read_changed(struct reader *r, struct by_itself what, char *word, struct schedule_step *out)
{
  const struct rmr_change *change = what.change;
  const struct system *system = reader_system(r);
  uint32_t var;
  char *equals = strchr(word, '=');
  if (equals != NULL) *equals = '\0';
  if (system == NULL || !system_register(system, word, &var, r->e)) return placed(r, false);
  if (change != NULL && system->group_of[var] != change->group)
    return REFUSE(r, "%s cannot %s; only %s can", word, change->name, system->algorithm->shared[change->group].name);
  out->action = change == NULL ? rmr_action_of(action_named(what.name), var, 0)
                               : rmr_action_of(RMR_CHANGE, var, (uint32_t)(change - r->out->algorithm->changes));
  if (equals == NULL) return true;
  char *end;
  errno = 0;
  out->said = true;
  out->value = strtoll(equals + 1, &end, 10);
  return (end != equals + 1 && *end == '\0' && errno == 0) || REFUSE(r, "'%s': expected a number", equals + 1);
}

static bool read_change(struct reader *r, struct by_itself what, size_t length)
{
  char word[NAMES_SIZE];
  struct schedule_step step = {0};
  if (r->out->algorithm == NULL || r->out->n == 0)
    return REFUSE(r, "the actions begin before `algorithm` and `n` are known");
  r->at += length;
  if (at_line_end(r)) return REFUSE(r, "%s without a register", what.name);
  const size_t word_length = peek_word(r, word, sizeof word);
  if (!read_changed(r, what, word, &step)) return false;
  r->at += word_length;
  if (what.change == NULL && !read_reader(r, &step.action)) return false;
  return at_line_end(r) ? add_step(r, step) : REFUSE(r, "expected one register behind %s", what.name);
}

/* The register behind the process of a commit, where each has a buffer of its own: "Flag[1]", or "cs" */
static bool read_committed(struct reader *r, uint32_t process, rmr_action *commit)
{
  char word[NAMES_SIZE];
  uint32_t var = BUFFER_DATA;
  const struct system *system = reader_system(r);
  if (system == NULL) return placed(r, false);
  if (system->spec.order.order == ORDER_SC) return REFUSE(r, "a commit where the header names no order tso or pso");
  *commit = rmr_action_of(RMR_COMMIT, process, 0);
  if (system->spec.order.order == ORDER_TSO) return true;
  if (at_line_end(r)) return REFUSE(r, "no register behind the process; expected one, or " NAMES_DATA);
  const size_t length = peek_word(r, word, sizeof word);
  if (strcmp(word, NAMES_DATA) != 0 && !system_register(system, word, &var, r->e)) return placed(r, false);
  r->at += length;
  *commit = rmr_action_of(RMR_COMMIT, process, buffer_choice(system, var));
  return true;
}

/* "P2", or of a crash "all" */
static bool read_process(struct reader *r, enum rmr_action_kind kind, const char *what, size_t length)
{
  char word[NAMES_SIZE];
  uint64_t process = 0;
  if (r->out->algorithm == NULL || r->out->n == 0)
    return REFUSE(r, "the actions begin before `algorithm` and `n` are known");
  r->at += length;
  skip_blanks(r);
  const size_t word_length = peek_word(r, word, sizeof word);
  const bool all = action_table[kind].everybody && strcmp(word, "all") == 0;
  if (!all && (word[0] != 'P' || !number_of(word + 1, r->out->n, &process) || process == 0))
    return REFUSE(r, "'%s': expected a process, P1 to P%u%s", word, r->out->n,
                  action_table[kind].everybody ? ", or all" : "");
  rmr_action action = rmr_action_of(kind, (uint32_t)process, 0);
  r->at += word_length;
  if (kind == RMR_COMMIT && !read_committed(r, (uint32_t)process, &action)) return false;
  if (!add_step(r, (struct schedule_step){.action = action})) return false;
  return at_line_end(r) || REFUSE(r, "expected one process behind %s", what);
}

/* "", or "x3" */
static bool read_ticks(struct reader *r, enum rmr_action_kind kind, size_t length)
{
  char word[64];
  uint64_t ticks = 1;
  r->at += length;
  if (!at_line_end(r)) {
    const size_t word_length = peek_word(r, word, sizeof word);
    if (word[0] != 'x' || !number_of(word + 1, UINT32_MAX, &ticks) || ticks == 0)
      return REFUSE(r, "'%s': expected x and a number of ticks, 1 to %u", word, UINT32_MAX);
    r->at += word_length;
  }
  return at_line_end(r) ? add_step(r, (struct schedule_step){.action = rmr_action_of(kind, (uint32_t)ticks, 0)})
                        : REFUSE(r, "expected one number of ticks");
}

static bool read_line(struct reader *r)
{
  char word[64];
  const size_t length = peek_word(r, word, sizeof word);
  if (length == 0) return REFUSE(r, "unexpected character");
  if (word_is_process(word)) return read_process_line(r, word, length);
  const struct rmr_change *change = change_named(r, word);
  const enum rmr_action_kind kind = action_named(word);
  if (change == NULL && (kind == RMR_STEP || kind == RMR_CHANGE || kind == RMR_N_ACTIONS))
    return schedule_read_key(r, word, length);
  switch (change != NULL ? BEFALLS_REGISTER : action_table[kind].befalls) {
  case BEFALLS_PROCESS: return read_process(r, kind, word, length);
  case BEFALLS_CLOCK: return read_ticks(r, kind, length);
  case BEFALLS_REGISTER: break;
  }
  return read_change(r, (struct by_itself){word, change}, length);
}

static bool read_all(struct reader *r)
{
  char magic[32], format[32];
  skip_blanks(r);
  const size_t length = peek_word(r, magic, sizeof magic);
  if (strcmp(magic, "rmr-schedule") != 0)
    return REFUSE(r, "not a schedule: expected `rmr-schedule 1` in the first line");
  r->at += length;
  skip_blanks(r);
  const size_t format_length = peek_word(r, format, sizeof format);
  if (strcmp(format, "1") != 0) return REFUSE(r, "a schedule of format '%s'; this program reads format 1", format);
  r->at += format_length;
  for (; r->at < r->end; next_line(r))
    if (!at_line_end(r) && !read_line(r)) return false;
  return schedule_check_keys(r);
}

/* Comments are checked as well, so that a report can repeat them. */
static bool is_text(const struct reader *r)
{
  const char *const wrong = r->at + text_sound(r->at, (size_t)(r->end - r->at), "\t\r\n");
  const char *line_start = r->at;
  int line = 1;
  if (wrong == r->end) return true;
  for (const char *c = r->at; c < wrong; c++)
    if (*c == '\n') line++, line_start = c + 1;
  return fail_at(r->e, EXIT_USAGE, r->name, line, (int)(wrong - line_start) + 1,
                 "not text in UTF-8 without control or invisible characters");
}

bool schedule_parse(const char *text, size_t size, const char *name, const char *directory, struct schedule *out,
                    struct error *e)
{
  *out = (struct schedule){0};
  out->passages = 1;
  out->seed = 1;
  out->sessions_text = mem_text("distinct");
  struct reader r = {.name = name,
                     .directory = directory,
                     .at = text,
                     .end = text + size,
                     .line_start = text,
                     .line = 1,
                     .out = out,
                     .e = e};
  const bool ok = is_text(&r) && read_all(&r);
  system_free(r.system);
  free(r.initially);
  if (!ok) schedule_free(out);
  return ok;
}

bool schedule_read(const char *path, const char *directory, struct schedule *out, struct error *e)
{
  size_t size = 0;
  char *text = file_read(path, (size_t)1 << 31, &size, e);
  if (text == NULL) return false;
  const bool ok = schedule_parse(text, size, path, directory, out, e);
  free(text);
  return ok;
}

void schedule_free(struct schedule *schedule)
{
  for (uint32_t p = 1; schedule->asks != NULL && p <= schedule->n; p++) free(schedule->asks[p].session);
  free(schedule->asks);
  free(schedule->sessions_text);
  free(schedule->passages_of);
  free(schedule->initial);
  free(schedule->skew_of);
  free(schedule->step);
  free(schedule->run);
  algorithm_release(schedule->choice);
  schedule->choice = NULL;
  schedule->asks = NULL;
  schedule->sessions_text = NULL;
  schedule->passages_of = NULL;
  schedule->initial = NULL;
  schedule->skew_of = NULL;
  schedule->step = NULL;
  schedule->run = NULL;
  schedule->n_runs = 0;
  schedule->n_initial = 0;
  schedule->n_steps = schedule->n_loop = 0;
}

struct system_spec schedule_system(const struct schedule *schedule)
{
  return (struct system_spec){.algorithm = schedule->algorithm,
                              .parameters = schedule->parameters,
                              .text = schedule->text,
                              .directory = schedule->directory,
                              .n = schedule->n,
                              .memory = schedule->memory,
                              .passages = schedule->passages,
                              .sessions = &schedule->sessions,
                              .seed = schedule->seed,
                              .passages_of = schedule->passages_of,
                              .asks = schedule->asks,
                              .initial = schedule->initial,
                              .n_initial = schedule->n_initial,
                              .faults = schedule->faults,
                              .time = schedule->time,
                              .order = schedule->order,
                              .skew_of = schedule->skew_of};
}
