/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule_header.c: the keys of a schedule. Some hold for the whole simulation, some for one process or register; the
 * latter are checked against n, or algorithm, n and sessions, as they are read, so these must stand before them.
 */
#include "base/mem.h"
#include "base/suggest.h"
#include "model/sessions.h"
#include "sim/schedule_reader.h"

/* 0 stands for inf. */
static bool read_passages(struct reader *r, const char *value, uint32_t *out)
{
  uint64_t number = 0;
  if (strcmp(value, "inf") != 0 && (!number_of(value, UINT32_MAX, &number) || number == 0))
    return REFUSE(r, "passages is '%s'; expected a number from 1 on, or inf", value);
  *out = (uint32_t)number;
  return true;
}

/* The word that stands behind escapes: "\x20" is a blank. Only characters that the writer escapes may be written so. */
static char *unescaped(const char *word)
{
  char *out = mem_text(word), *to = out;
  for (; *word != '\0'; to++) {
    unsigned byte = 0;
    const bool escaped = sscanf(word, "\\x%2X", &byte) == 1 && byte != 0 && strchr(SCHEDULE_ESCAPED, (int)byte) != NULL;
    *to = escaped ? (char)byte : *word;
    word += escaped ? strlen("\\x20") : 1;
  }
  *to = '\0';
  return out;
}

static bool set_algorithm(struct reader *r, const char *value)
{
  char *specification = unescaped(value);
  struct algorithm_choice *choice = algorithm_choose(specification, r->directory, r->e);
  free(specification);
  if (choice == NULL) return placed(r, false);
  r->out->choice = choice;
  r->out->algorithm = choice->algorithm;
  r->out->parameters = choice->parameters;
  r->out->text = choice->text;
  return true;
}

static bool keep_text(struct reader *r, const char *value, char *out, size_t size)
{
  if (strlen(value) >= size) return REFUSE(r, "'%.20s...' is too long", value);
  strcpy(out, value);
  return true;
}

static bool set_key(struct reader *r, enum key key, const char *value)
{
  struct schedule *out = r->out;
  uint64_t number = 0;
  switch (key) {
  case KEY_algorithm: return set_algorithm(r, value);
  case KEY_n:
    if (!number_of(value, SYSTEM_MAX_N, &number) || number == 0)
      return REFUSE(r, "n is '%s'; expected a number from 1 to %d", value, SYSTEM_MAX_N);
    out->n = (uint32_t)number;
    return true;
  case KEY_memory: return placed(r, memory_parse(value, &out->memory, r->e));
  case KEY_sessions:
    free(out->sessions_text);
    out->sessions_text = mem_text(value);
    return placed(r, sessions_parse(value, &out->sessions, r->e));
  case KEY_passages: return read_passages(r, value, &out->passages);
  case KEY_seed: return number_of(value, UINT64_MAX, &out->seed) || REFUSE(r, "seed is '%s'; expected a number", value);
  case KEY_version:
    if (strlen(value) >= sizeof out->version) return REFUSE(r, "the version is too long");
    strcpy(out->version, value);
    return true;
  case KEY_steps:
    return number_of(value, SCHEDULE_MAX_STEPS, &r->declared_steps) ||
           REFUSE(r, "steps is '%s'; expected a number", value);
  case KEY_faults: return keep_text(r, value, r->faults, sizeof r->faults);
  case KEY_leases: return keep_text(r, value, r->leases, sizeof r->leases);
  case KEY_leases_may_expire:
    if (!number_of(value, FAULTS_MOST, &number))
      return REFUSE(r, "leases_may_expire is '%s'; expected a number up to %d", value, FAULTS_MOST);
    r->expiries = (uint32_t)number;
    return true;
  case KEY_time: return placed(r, time_parse(value, &out->time, r->e));
  case KEY_order: return keep_text(r, value, r->order, sizeof r->order);
  case KEY_skew:
  case KEY_asks:
  case KEY_initially:
  case KEY_loop:
  case N_KEYS: break;
  }
  return false;
}

/* --- keys of one process or register ------------------------------------------------------------------------------ */

/* One session for each process, where they are listed. */
static bool list_fits(struct reader *r)
{
  const struct schedule *out = r->out;
  return out->sessions.rule != SESSIONS_LIST || out->sessions.n_list == out->n ||
         REFUSE(r, "%u sessions are listed for n = %u", out->sessions.n_list, out->n);
}

/* Such a key is checked against n and, but for passages, against the algorithm, which must be there; and the sessions
 * cannot be given any more. */
static bool settle(struct reader *r, enum key key)
{
  const struct schedule *out = r->out;
  const char *word = key_names[key];
  if (out->n == 0) return REFUSE(r, "%s stands before `n` is known", word);
  if (key == KEY_passages || key == KEY_skew) return true;
  if (out->algorithm == NULL) return REFUSE(r, "%s stands before `algorithm` is known", word);
  r->needs_sessions = word;
  return list_fits(r);
}

/* The process at the present place, which is not passed. */
static size_t peek_process(struct reader *r, uint32_t *p)
{
  char word[64];
  uint64_t number = 0;
  const size_t length = peek_word(r, word, sizeof word);
  if (word[0] != 'P' || !number_of(word + 1, r->out->n, &number) || number == 0) {
    REFUSE(r, "'%s': expected a process, P1 to P%u", word, r->out->n);
    return 0;
  }
  *p = (uint32_t)number;
  return length;
}

static bool read_session(struct reader *r, uint32_t p, struct system_asks *asks)
{
  const struct sessions *rule = &r->out->sessions;
  char word[64];
  uint64_t session = 0;
  const size_t length = peek_word(r, word, sizeof word);
  if (!number_of(word, SESSIONS_MAX, &session) || session == 0)
    return REFUSE(r, "'%s': expected the number of a session", word);
  if (rule->rule == SESSIONS_ANY && session > rule->any)
    return REFUSE(r, "P%u asks for session %s; by `sessions any:%u` it is 1 to %u", p, word, rule->any, rule->any);
  if (rule->rule != SESSIONS_ANY && session != session_of(rule, 0, p, 1))
    return REFUSE(r, "P%u asks for session %s; by `sessions %s` it is %u", p, word, r->out->sessions_text,
                  session_of(rule, 0, p, 1));
  asks->session = mem_another(asks->session, asks->n, sizeof *asks->session);
  asks->session[asks->n++] = (uint32_t)session;
  r->at += length;
  return true;
}

/* "P2 1 2 2" */
static bool read_asks(struct reader *r)
{
  struct schedule *out = r->out;
  uint32_t p;
  const size_t length = peek_process(r, &p);
  if (length == 0) return false;
  if (out->asks == NULL) out->asks = mem_new(out->n + 1, sizeof *out->asks);
  if (out->asks[p].n != 0) return REFUSE(r, "asks P%u is given twice", p);
  r->at += length;
  while (!at_line_end(r))
    if (!read_session(r, p, &out->asks[p])) return false;
  return out->asks[p].n != 0 || REFUSE(r, "asks P%u has no sessions", p);
}

/* Which registers there are is known when the whole header is. */
static bool keep_initially(struct reader *r)
{
  r->initially = mem_another(r->initially, r->n_initially, sizeof *r->initially);
  r->initially[r->n_initially++] = (struct reader_place){r->at, r->line_start, r->line};
  while (r->at < r->end && *r->at != '\n') r->at++;
  return true;
}

/* "GlobalColor 1" */
static bool read_initially(struct reader *r, const struct system *system)
{
  struct schedule *out = r->out;
  struct system_initial initial;
  char name[128], value[64], *end;
  const size_t name_length = peek_word(r, name, sizeof name);
  if (!placed(r, system != NULL && system_arbitrary(system, name, &initial.var, r->e))) return false;
  for (uint32_t k = 0; k < out->n_initial; k++)
    if (out->initial[k].var == initial.var) return REFUSE(r, "initially %s is given twice", name);
  r->at += name_length;
  if (at_line_end(r)) return REFUSE(r, "initially %s has no value", name);
  const size_t value_length = peek_word(r, value, sizeof value);
  errno = 0;
  initial.value = strtoll(value, &end, 10);
  if (end == value || *end != '\0' || errno != 0)
    return REFUSE(r, "initially %s is '%s'; expected a whole number", name, value);
  if (!placed(r, system_may_hold(system, initial.var, initial.value, r->e))) return false;
  r->at += value_length;
  out->initial = mem_another(out->initial, out->n_initial, sizeof *out->initial);
  out->initial[out->n_initial++] = initial;
  return at_line_end(r) || REFUSE(r, "more than one value for %s", name);
}

/* "P3 1" */
static bool read_own_passages(struct reader *r)
{
  struct schedule *out = r->out;
  char value[64];
  uint32_t p;
  const size_t length = peek_process(r, &p);
  if (length == 0) return false;
  if (r->own_passages[p]) return REFUSE(r, "passages P%u is given twice", p);
  r->own_passages[p] = true;
  if (out->passages_of == NULL) out->passages_of = mem_new(out->n + 1, sizeof *out->passages_of);
  r->at += length;
  if (at_line_end(r)) return REFUSE(r, "passages P%u has no value", p);
  const size_t value_length = peek_word(r, value, sizeof value);
  if (!read_passages(r, value, &out->passages_of[p])) return false;
  r->at += value_length;
  return at_line_end(r) || REFUSE(r, "more than one value for passages P%u", p);
}

/* "P2 1" */
static bool read_skew(struct reader *r)
{
  struct schedule *out = r->out;
  char value[64];
  uint64_t ticks = 0;
  uint32_t p;
  const size_t length = peek_process(r, &p);
  if (length == 0) return false;
  if (out->skew_of == NULL) out->skew_of = mem_new(out->n + 1, sizeof *out->skew_of);
  if (out->skew_of[p] != 0) return REFUSE(r, "skew P%u is given twice", p);
  r->at += length;
  skip_blanks(r);
  const size_t value_length = peek_word(r, value, sizeof value);
  if (!number_of(value, TIME_MOST, &ticks) || ticks == 0)
    return REFUSE(r, "skew P%u is '%s'; expected a number of ticks, 1 to %d", p, value, TIME_MOST);
  out->skew_of[p] = (uint32_t)ticks;
  r->at += value_length;
  return at_line_end(r) || REFUSE(r, "more than one value for skew P%u", p);
}

static bool read_loop(struct reader *r)
{
  r->loop_line = r->line;
  r->before_loop = r->out->n_steps;
  return at_line_end(r) || REFUSE(r, "loop takes no value");
}

/* --- keys --------------------------------------------------------------------------------------------------------- */

static bool find_key(struct reader *r, const char *word, enum key *key)
{
  *key = key_named(word);
  if (*key != N_KEYS) return true;
  const char *near = suggest(word, key_names, N_KEYS);
  return REFUSE(r, "unknown key '%s'%s%s%s; expected a header key or a process such as P1", word,
                near != NULL ? ", did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
}

/* Whether the key may stand here. `each`: it is given for each process or register by itself. */
static bool has_its_place(struct reader *r, enum key key, bool each)
{
  const char *word = key_names[key];
  const bool among_steps = key == KEY_steps || key == KEY_loop;
  if (!each && r->seen[key]) return REFUSE(r, "%s is given twice", word);
  if (!among_steps && (r->out->n_steps > 0 || r->seen[KEY_loop]))
    return REFUSE(r, "%s must stand before the first step", word);
  if (each) return settle(r, key);
  if (key == KEY_sessions && r->needs_sessions != NULL)
    return REFUSE(r, "sessions must stand before `%s`", r->needs_sessions);
  r->seen[key] = true;
  return true;
}

static bool read_value(struct reader *r, enum key key)
{
  char start[1];
  const size_t length = peek_word(r, start, sizeof start);
  char *value = mem_new(length + 1, 1);
  peek_word(r, value, length + 1);
  const bool ok = set_key(r, key, value);
  free(value);
  if (!ok) return false;
  r->at += length;
  return at_line_end(r) || REFUSE(r, "more than one value for %s", key_names[key]);
}

bool schedule_read_key(struct reader *r, const char *word, size_t length)
{
  enum key key;
  if (!find_key(r, word, &key)) return false;
  const char *const key_at = r->at;
  r->at += length;
  skip_blanks(r);
  const char *const value_at = r->at;
  const bool own = key == KEY_passages && r->at < r->end && *r->at == 'P';
  r->at = key_at;
  if (!has_its_place(r, key, own || key == KEY_asks || key == KEY_initially || key == KEY_skew)) return false;
  r->at = value_at;
  if (key == KEY_loop) return read_loop(r);
  if (at_line_end(r)) return REFUSE(r, "%s has no value", word);
  if (own) return read_own_passages(r);
  if (key == KEY_asks) return read_asks(r);
  if (key == KEY_skew) return read_skew(r);
  return key == KEY_initially ? keep_initially(r) : read_value(r, key);
}

/* --- at the end --------------------------------------------------------------------------------------------------- */

/* Those for whom nothing was said make as many as everybody. */
static void finish_passages(struct reader *r)
{
  for (uint32_t p = 1; r->out->passages_of != NULL && p <= r->out->n; p++)
    if (!r->own_passages[p]) r->out->passages_of[p] = r->out->passages;
}

static bool finish_loop(struct reader *r)
{
  if (!r->seen[KEY_loop]) return true;
  r->out->n_loop = r->out->n_steps - r->before_loop;
  return r->out->n_loop != 0 || fail_at(r->e, EXIT_USAGE, r->name, r->loop_line, 1, "no step stands behind `loop`");
}

/* Clocks differ by what the header allows, and where it names none they agree. */
static bool finish_skew(struct reader *r)
{
  struct schedule *out = r->out;
  for (uint32_t p = 1; out->skew_of != NULL && p <= out->n; p++)
    if (out->skew_of[p] > out->time.skew)
      return REFUSE(r, "the clock of P%u is ahead by %u ticks; by `time` clocks differ by at most %u", p,
                    out->skew_of[p], out->time.skew);
  if (out->time.skew != 0 && out->skew_of == NULL) out->skew_of = mem_new(out->n + 1, sizeof *out->skew_of);
  return true;
}

/* Once: the header is complete, as an action follows, or the end. */
static bool settle_header(struct reader *r)
{
  struct schedule *out = r->out;
  if (r->settled) return true;
  r->settled = true;
  const char *kind = r->seen[KEY_faults] ? r->faults : NULL, *leases = r->seen[KEY_leases] ? r->leases : NULL;
  if (!placed(r, faults_parse(kind, leases, r->expiries, out->algorithm, &out->faults, r->e))) return false;
  if (!placed(r, faults_in_time(&out->faults, time_passes(&out->time), leases, r->e)) || !finish_skew(r)) return false;
  if (r->seen[KEY_order] && !placed(r, order_parse(r->order, out->algorithm, &out->order, r->e))) return false;
  finish_passages(r);
  return true;
}

const struct system *reader_system(struct reader *r)
{
  if (r->system != NULL) return r->system;
  if (!settle_header(r)) return NULL;
  struct system_spec spec = schedule_system(r->out);
  spec.directory = r->directory;
  return r->system = system_create(&spec, r->e);
}

static bool read_all_initially(struct reader *r)
{
  const struct system *system = r->n_initially != 0 ? reader_system(r) : NULL;
  if (r->n_initially != 0 && !placed(r, system != NULL)) return false;
  for (size_t k = 0; k < r->n_initially; k++) {
    r->at = r->initially[k].at;
    r->line_start = r->initially[k].line_start;
    r->line = r->initially[k].line;
    if (!read_initially(r, system)) return false;
  }
  return true;
}

bool schedule_check_keys(struct reader *r)
{
  if (r->out->algorithm == NULL) return REFUSE(r, "the header names no algorithm");
  if (r->out->n == 0) return REFUSE(r, "the header does not say n");
  if (!list_fits(r)) return false;
  if (r->seen[KEY_steps] && r->declared_steps != r->out->n_steps)
    return REFUSE(r, "%llu steps are declared but %zu are there: the file is damaged",
                  (unsigned long long)r->declared_steps, r->out->n_steps);
  if (!settle_header(r) || !finish_loop(r) || !read_all_initially(r)) return false;
  r->out->complete = r->seen[KEY_steps];
  return true;
}
