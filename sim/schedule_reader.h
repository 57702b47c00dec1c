/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule_reader.h: shared by the two halves of the reader of schedules: schedule.c reads the steps, schedule_header.c
 * the keys. A hand-written scanner over one text, which always knows its line and column.
 */
#ifndef SIM_SCHEDULE_READER_H
#define SIM_SCHEDULE_READER_H

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/schedule_words.h"
#include "sim/schedule.h"

/* A line of the header that is read when the whole header is known. */
struct reader_place {
  const char *at, *line_start;
  int line;
};

struct reader {
  const char *name, *directory, *at, *end, *line_start;
  int line;
  struct schedule *out;
  struct system *system; /* of the whole header; see reader_system */
  bool settled;          /* the header is complete: its faults, time and passages are in `out` */
  size_t places;         /* in out->step */
  uint64_t declared_steps;
  bool seen[N_KEYS];                   /* keys of the header */
  bool own_passages[SYSTEM_MAX_N + 1]; /* [p]: given for P_p */
  const char *needs_sessions;          /* a key that was checked against the sessions, or NULL */
  char faults[32], leases[512];        /* as given, for the end of the header */
  char order[ORDER_SIZE];              /* likewise */
  uint32_t expiries;
  size_t before_loop;             /* the steps before `loop` ... */
  int loop_line;                  /* ... and its line, or 0 */
  struct reader_place *initially; /* behind the key of each such line, n_initially of them */
  size_t n_initially;
  struct error *e;
};

/* An error at the present place. */
#define REFUSE(r, ...) \
  fail_at((r)->e, EXIT_USAGE, (r)->name, (r)->line, (int)((r)->at - (r)->line_start) + 1, __VA_ARGS__)

/* A comment on a line of its own, before the steps, describes the schedule. */
static inline void note_comment(struct reader *r, const char *from, const char *to)
{
  char *note = r->out->note;
  const size_t used = strlen(note), room = sizeof r->out->note - used;
  while (from < to && (*from == '#' || *from == ' ')) from++;
  while (to > from && isspace((unsigned char)to[-1])) to--;
  if (to > from) snprintf(note + used, room, "%s%.*s", used > 0 ? " " : "", (int)(to - from), from);
}

static inline void skip_blanks(struct reader *r)
{
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
  if (r->at == r->end || *r->at != '#') return;
  const char *from = r->at;
  while (r->at < r->end && *r->at != '\n') r->at++;
  if (from == r->line_start && r->places == 0) note_comment(r, from, r->at);
}

static inline bool at_line_end(struct reader *r)
{
  skip_blanks(r);
  return r->at == r->end || *r->at == '\n';
}

/* The word at the present place, without advancing; empty at the end of the line. */
static inline size_t peek_word(const struct reader *r, char *word, size_t size)
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

static inline bool number_of(const char *text, uint64_t most, uint64_t *out)
{
  return text_number(&text, most, out) && *text == '\0';
}

/* Adds the place of the header's value to an error of a parser below. */
static inline bool placed(struct reader *r, bool ok)
{
  if (!ok && r->e->file[0] == '\0') {
    struct error told = *r->e;
    *r->e = (struct error){0};
    return REFUSE(r, "%s", told.text);
  }
  return ok;
}

/* --- schedule_header.c -------------------------------------------------------------------------------------------- */

/* Reads a line that begins with this word, which is no process. */
bool schedule_read_key(struct reader *r, const char *word, size_t length);

/* The system for reading names of registers, made when the first action needs it, as no key of the header follows an
 * action. It is the system of the schedule: the number of registers may depend on any of its keys. NULL: there is
 * none, see r->e. */
const struct system *reader_system(struct reader *r);

/* At the end of the file: the keys must agree with each other and with the steps. */
bool schedule_check_keys(struct reader *r);

#endif
