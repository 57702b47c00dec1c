/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule.c: the reader of schedules: a hand-written scanner over one text, which knows at every moment its line and column.
 */
#include "sim/schedule.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/suggest.h"

#define KEYS(KEY) KEY(algorithm) KEY(n) KEY(memory) KEY(sessions) KEY(passages) KEY(seed) KEY(version) KEY(steps)

enum key {
#define KEY(name) KEY_##name,
  KEYS(KEY)
#undef KEY
    N_KEYS
};

static const char *const key_names[] = {
#define KEY(name) #name,
  KEYS(KEY)
#undef KEY
};

struct reader {
  const char *name, *at, *end, *line_start;
  int line;
  struct schedule *out;
  size_t capacity;
  uint64_t declared_steps;
  bool seen[N_KEYS]; /* keys of the header */
  struct error *e;
};

/* An error at the present place. */
#define REFUSE(r, ...) \
  fail_at((r)->e, EXIT_USAGE, (r)->name, (r)->line, (int)((r)->at - (r)->line_start) + 1, __VA_ARGS__)

static void skip_blanks(struct reader *r)
{
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
  if (r->at < r->end && *r->at == '#')
    while (r->at < r->end && *r->at != '\n') r->at++;
}

static bool at_line_end(struct reader *r)
{
  skip_blanks(r);
  return r->at == r->end || *r->at == '\n';
}

static void next_line(struct reader *r)
{
  while (r->at < r->end && *r->at != '\n') r->at++;
  if (r->at < r->end) r->at++;
  r->line++;
  r->line_start = r->at;
}

/* The word at the present place, which is not passed; empty at the end of the line. */
static size_t peek_word(const struct reader *r, char *word, size_t size)
{
  size_t length = 0;
  while (r->at + length < r->end && !isspace((unsigned char)r->at[length]) && r->at[length] != '#' &&
         r->at[length] != '\0')
    length++;
  const size_t kept = length < size ? length : size - 1;
  memcpy(word, r->at, kept);
  word[kept] = '\0';
  return length;
}

static bool number_of(const char *text, uint64_t most, uint64_t *out)
{
  if (!isdigit((unsigned char)*text)) return false;
  char *end;
  errno = 0;
  *out = strtoull(text, &end, 10);
  return *end == '\0' && errno == 0 && *out <= most;
}

/* --- the header --------------------------------------------------------------------------------------------------- */

/* Puts the place of the header's value into an error that a parser below has filled in without one. */
static bool placed(struct reader *r, bool ok)
{
  if (!ok && r->e->file[0] == '\0') {
    struct error told = *r->e;
    *r->e = (struct error){0};
    return REFUSE(r, "%s", told.text);
  }
  return ok;
}

static bool set_key(struct reader *r, enum key key, const char *value)
{
  struct schedule *out = r->out;
  uint64_t number = 0;
  switch (key) {
  case KEY_algorithm: return placed(r, (out->algorithm = algorithm_find(value, r->e)) != NULL);
  case KEY_n:
    if (!number_of(value, SIM_MAX_N, &number) || number == 0)
      return REFUSE(r, "n is '%s'; expected a number from 1 to %d", value, SIM_MAX_N);
    out->n = (uint32_t)number;
    return true;
  case KEY_memory: return placed(r, sim_memory_parse(value, &out->memory, r->e));
  case KEY_sessions:
    if (strlen(value) >= sizeof out->sessions_text) return REFUSE(r, "the list of sessions is too long");
    strcpy(out->sessions_text, value);
    return placed(r, sim_sessions_parse(value, &out->sessions, r->e));
  case KEY_passages:
    if (strcmp(value, "inf") != 0 && (!number_of(value, UINT32_MAX, &number) || number == 0))
      return REFUSE(r, "passages is '%s'; expected a number from 1 on, or inf", value);
    out->passages = (uint32_t)number;
    return true;
  case KEY_seed: return number_of(value, UINT64_MAX, &out->seed) || REFUSE(r, "seed is '%s'; expected a number", value);
  case KEY_version:
    if (strlen(value) >= sizeof out->version) return REFUSE(r, "the version is too long");
    strcpy(out->version, value);
    return true;
  case KEY_steps:
    return number_of(value, SCHEDULE_MAX_STEPS, &r->declared_steps) ||
           REFUSE(r, "steps is '%s'; expected a number", value);
  case N_KEYS: break;
  }
  return false;
}

static bool read_key(struct reader *r, const char *word, size_t length)
{
  int key = 0;
  while (key < N_KEYS && strcmp(word, key_names[key]) != 0) key++;
  if (key == N_KEYS) {
    const char *near = suggest(word, key_names, N_KEYS);
    return REFUSE(r, "unknown key '%s'%s%s%s; expected a header key or a process such as P1", word,
                  near != NULL ? ", did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
  }
  if (r->seen[key]) return REFUSE(r, "%s is given twice", word);
  if (r->out->n_steps > 0 && key != KEY_steps) return REFUSE(r, "%s must stand before the first step", word);
  r->seen[key] = true;
  r->at += length;
  skip_blanks(r);
  char value[8192];
  const size_t value_length = peek_word(r, value, sizeof value);
  if (value_length == 0) return REFUSE(r, "%s has no value", word);
  if (!set_key(r, (enum key)key, value)) return false;
  r->at += value_length;
  return at_line_end(r) || REFUSE(r, "more than one value for %s", word);
}

/* --- the steps ---------------------------------------------------------------------------------------------------- */

static bool add_step(struct reader *r, struct schedule_step step)
{
  struct schedule *out = r->out;
  if (out->n_steps == SCHEDULE_MAX_STEPS) return REFUSE(r, "more than %d steps", SCHEDULE_MAX_STEPS);
  if (out->n_steps == r->capacity) {
    r->capacity = r->capacity * 2 + 256;
    out->step = mem_grow(out->step, r->capacity, sizeof *out->step);
  }
  step.source = (uint32_t)r->line;
  out->step[out->n_steps++] = step;
  return true;
}

static bool add_unsaid(struct reader *r, uint16_t process, const char *count)
{
  uint64_t k = 0;
  if (!number_of(count, SCHEDULE_MAX_STEPS, &k) || k == 0)
    return REFUSE(r, "'x%s': expected x and a number of steps", count);
  for (; k > 0; k--)
    if (!add_step(r, (struct schedule_step){.process = process})) return false;
  return true;
}

/* "8a=1i" */
static bool add_said(struct reader *r, uint16_t process, char *word)
{
  char *equals = strchr(word, '=');
  if (equals == NULL) return REFUSE(r, "'%s': expected LABEL=VALUE as in 8a=1i, or xK", word);
  *equals = '\0';
  struct schedule_step step = {.process = process, .line = algorithm_label(r->out->algorithm, word, r->e)};
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
  while (!at_line_end(r)) {
    char item[64];
    const size_t item_length = peek_word(r, item, sizeof item);
    if (item_length == 0 || item_length >= sizeof item) return REFUSE(r, "expected LABEL=VALUE as in 8a=1i, or xK");
    if (item[0] == 'x' ? !add_unsaid(r, (uint16_t)process, item + 1) : !add_said(r, (uint16_t)process, item))
      return false;
    r->at += item_length;
  }
  return true;
}

static bool read_line(struct reader *r)
{
  char word[64];
  const size_t length = peek_word(r, word, sizeof word);
  if (length == 0) return REFUSE(r, "unexpected character");
  if (word[0] == 'P' && isdigit((unsigned char)word[1])) return read_process_line(r, word, length);
  return read_key(r, word, length);
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
  if (r->out->algorithm == NULL) return REFUSE(r, "the header names no algorithm");
  if (r->out->n == 0) return REFUSE(r, "the header does not say n");
  if (r->out->sessions.rule == SIM_LIST && r->out->sessions.n_list != r->out->n)
    return REFUSE(r, "%u sessions are listed for n = %u", r->out->sessions.n_list, r->out->n);
  if (r->seen[KEY_steps] && r->declared_steps != r->out->n_steps)
    return REFUSE(r, "%llu steps are declared but %zu are there: the file is damaged",
                  (unsigned long long)r->declared_steps, r->out->n_steps);
  r->out->complete = r->seen[KEY_steps];
  return true;
}

bool schedule_parse(const char *text, size_t size, const char *name, struct schedule *out, struct error *e)
{
  *out = (struct schedule){.passages = 1, .seed = 1, .sessions_text = "distinct"};
  struct reader r = {.name = name, .at = text, .end = text + size, .line_start = text, .line = 1, .out = out, .e = e};
  if (read_all(&r)) return true;
  schedule_free(out);
  return false;
}

bool schedule_read(const char *path, struct schedule *out, struct error *e)
{
  size_t size = 0;
  char *text = file_read(path, (size_t)1 << 31, &size, e);
  if (text == NULL) return false;
  const bool ok = schedule_parse(text, size, path, out, e);
  free(text);
  return ok;
}

void schedule_free(struct schedule *schedule)
{
  free(schedule->step);
  schedule->step = NULL;
  schedule->n_steps = 0;
}
