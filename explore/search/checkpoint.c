/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "sim/schedule.h"
#include "version.h"

enum { LARGEST = 1 << 30 };

/* FNV-1a. */
static uint64_t checksum(const char *text, size_t length)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t k = 0; k < length; k++) sum = (sum ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
  return sum;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

/* The question and the limits: all that must be the same for a search to resume. */
static void write_question(const struct search_run *run, FILE *out)
{
  const struct search_spec *spec = run->spec;
  fputs("rmr-search 2\nversion " RMR_VERSION "\n", out);
  schedule_print_scope(run->level[run->n].climber[0].world->system, out);
  fprintf(out, "cost %d lines %u to %u\nobserve %" PRIu32 "\n", (int)spec->goal.cost, spec->goal.lines.first,
          spec->goal.lines.last, spec->observed);
  fprintf(out, "methods %u\nseed %" PRIu64 "\nmem %zu\nfrom %" PRIu32 "\n", spec->methods, spec->seed,
          spec->limits.memory, run->smallest);
}

static void write_candidate(const struct candidate *candidate, const struct world *w, FILE *out)
{
  const size_t asks = (size_t)w->system->n * w->open.n_asks;
  fprintf(out, "draft %" PRIu32 " %zu %" PRIu64 " %" PRIu64 " %d\n", candidate->observed, candidate->n, candidate->paid,
          candidate->steps, candidate->ended);
  for (size_t k = 0; k < asks; k++) fprintf(out, "%" PRIu32 "\n", candidate->ask[k]);
  for (uint32_t k = 0; k < w->open.n_initial; k++) fprintf(out, "%" PRIu64 "\n", (uint64_t)candidate->initial[k]);
  for (size_t k = 0; k < candidate->n; k++) {
    const struct move *m = &candidate->move[k];
    fprintf(out, "%" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 " %d\n", m->who, m->count, m->goal, m->past,
            m->ends + 2 * m->rereads);
  }
}

static void write_climber(const struct climber *c, FILE *out)
{
  fprintf(out, "climber %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu\n", c->rng, c->idle, c->shortened, c->of_current.n);
  for (size_t k = 0; k < c->of_current.n; k++) fprintf(out, "%zu\n", c->of_current.place[k].before);
  write_candidate(&c->best, c->world, out);
  write_candidate(&c->current, c->world, out);
}

static char *as_text(const struct search_run *run, size_t *length)
{
  char *text = NULL;
  FILE *out = mem_stream(&text, length);
  write_question(run, out);
  fprintf(out, "at %" PRIu32 " %d %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", run->pass,
          run->last, run->at->goal.setup.n, run->length, run->share, run->round, run->effort, run->end);
  for (uint32_t n = run->smallest; n <= run->n; n++)
    write_candidate(&run->level[n].best, run->level[n].climber[0].world, out);
  for (uint32_t k = 0; k < CLIMBERS; k++) write_climber(&run->at->climber[k], out);
  mem_stream_end(out);
  return text;
}

bool checkpoint_write(const struct search_run *run, struct error *e)
{
  size_t length = 0;
  struct file_writer w;
  char *text = as_text(run, &length);
  bool ok = file_open(&w, run->spec->limits.keep, e);
  if (ok) {
    fwrite(text, 1, length, w.out);
    fprintf(w.out, "sum %016" PRIx64 "\n", checksum(text, length));
    ok = file_commit(&w, e);
  }
  free(text);
  return ok;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

struct reader {
  const char *at;
  bool wrong; /* something else was there than was looked for */
};

static void read_word(struct reader *r, const char *word)
{
  const size_t length = strlen(word);
  r->wrong |= strncmp(r->at, word, length) != 0;
  if (!r->wrong) r->at += length;
}

/* A number up to `most`, and the blank or the line end behind it. */
static uint64_t read_number(struct reader *r, uint64_t most)
{
  char *end;
  if (r->wrong || *r->at < '0' || *r->at > '9') return r->wrong = true, 0;
  const uint64_t number = strtoull(r->at, &end, 10);
  r->wrong = number > most || (*end != ' ' && *end != '\n');
  r->at = end + !r->wrong;
  return number;
}

static void read_move(struct reader *r, const struct world *w, struct candidate *candidate)
{
  struct move m = {.who = (uint32_t)read_number(r, w->system->n + w->n_changes)};
  m.count = (uint32_t)read_number(r, UINT32_MAX);
  m.goal = read_number(r, UINT64_MAX);
  m.past = read_number(r, UINT64_MAX);
  const uint64_t flags = read_number(r, 3);
  m.ends = flags & 1;
  m.rereads = flags >> 1;
  r->wrong |= m.who == 0;
  if (!r->wrong) candidate_append(candidate, &m);
}

static void read_candidate(struct reader *r, const struct world *w, struct candidate *candidate)
{
  const struct sessions *sessions = w->goal->setup.sessions;
  read_word(r, "draft ");
  candidate->observed = (uint32_t)read_number(r, w->system->n);
  const size_t n = (size_t)read_number(r, SIZE_MAX);
  candidate->paid = read_number(r, UINT64_MAX);
  candidate->steps = read_number(r, UINT64_MAX);
  candidate->ended = read_number(r, 1) != 0;
  for (size_t k = 0; k < (size_t)w->system->n * w->open.n_asks; k++) {
    candidate->ask[k] = (uint32_t)read_number(r, sessions->any);
    r->wrong |= candidate->ask[k] == 0;
  }
  for (uint32_t k = 0; k < w->open.n_initial; k++) candidate->initial[k] = (rmr_word)read_number(r, UINT64_MAX);
  r->wrong |= n != 0 && candidate->observed == 0;
  for (candidate->n = 0; candidate->n < n && !r->wrong;) read_move(r, w, candidate);
}

/* A candidate that has been read is played in this climber: it must cost what it did. */
static void play_again(struct reader *r, struct climber *c, const struct candidate *candidate, const size_t *before,
                       size_t n)
{
  if (r->wrong || candidate->n == 0) return;
  if (candidate != &c->current) candidate_copy(&c->current, candidate, c->world);
  r->wrong |= !climber_return(c, before, n);
}

static void read_climber(struct reader *r, struct climber *c)
{
  read_word(r, "climber ");
  c->rng = read_number(r, UINT64_MAX);
  const uint64_t idle = read_number(r, UINT64_MAX);
  c->shortened = read_number(r, UINT64_MAX);
  const size_t n = (size_t)read_number(r, strlen(r->at)); /* each has a line */
  size_t *before = mem_new(r->wrong ? 0 : n, sizeof *before);
  for (size_t k = 0; k < n && !r->wrong; k++) before[k] = (size_t)read_number(r, SIZE_MAX);
  read_candidate(r, c->world, &c->best);
  play_again(r, c, &c->best, NULL, 0);
  read_candidate(r, c->world, &c->current);
  play_again(r, c, &c->current, before, n);
  r->wrong |= c->of_current.n != n;
  c->idle = idle;
  free(before);
}

static void read_run(struct reader *r, struct search_run *run)
{
  read_word(r, "at ");
  run->pass = (uint32_t)read_number(r, UINT32_MAX);
  run->last = read_number(r, 1) != 0;
  const uint32_t n = (uint32_t)read_number(r, run->n);
  run->length = read_number(r, UINT64_MAX);
  run->share = read_number(r, UINT64_MAX);
  run->round = read_number(r, UINT64_MAX);
  run->effort = read_number(r, UINT64_MAX);
  run->end = read_number(r, UINT64_MAX);
  r->wrong |= n < run->smallest;
  for (uint32_t size = run->smallest; size <= run->n && !r->wrong; size++) {
    struct level *level = &run->level[size];
    read_candidate(r, level->climber[0].world, &level->best);
    play_again(r, &level->climber[0], &level->best, NULL, 0);
  }
  if (r->wrong) return;
  run->at = &run->level[n];
  for (uint32_t k = 0; k < CLIMBERS && !r->wrong; k++) read_climber(r, &run->at->climber[k]);
}

/* The text without its last line, if that is right. */
static bool is_whole(char *text, size_t length)
{
  char last[32];
  const size_t size = (size_t)snprintf(last, sizeof last, "sum %016" PRIx64 "\n", UINT64_C(0));
  if (length < size) return false;
  snprintf(last, sizeof last, "sum %016" PRIx64 "\n", checksum(text, length - size));
  if (strcmp(text + length - size, last) != 0) return false;
  text[length - size] = '\0';
  return true;
}

/* The first line in which the search that was kept is another. */
static bool same_question(const struct search_run *run, struct reader *r, const char *path, struct error *e)
{
  char *wanted = NULL;
  size_t length = 0;
  FILE *out = mem_stream(&wanted, &length);
  write_question(run, out);
  mem_stream_end(out);
  size_t k = 0, line = 0;
  while (k < length && r->at[k] == wanted[k])
    if (wanted[k++] == '\n') line = k;
  const bool same = k == length;
  if (!same)
    fail(e, EXIT_USAGE, "%s: is of another search: it has '%.*s' where this one has '%.*s'", path,
         (int)strcspn(r->at + line, "\n"), r->at + line, (int)strcspn(wanted + line, "\n"), wanted + line);
  r->at += same ? length : 0;
  free(wanted);
  return same;
}

bool checkpoint_read(struct search_run *run, struct error *e)
{
  const char *path = run->spec->limits.keep;
  size_t length;
  char *text = file_read(path, LARGEST, &length, e);
  if (text == NULL) return false;
  struct reader r = {.at = text};
  bool ok =
    is_whole(text, length) || fail(e, EXIT_USAGE, "%s: is not a checkpoint of a search, or has been altered", path);
  ok = ok && same_question(run, &r, path, e);
  if (ok) read_run(&r, run);
  r.wrong |= ok && *r.at != '\0';
  if (ok && r.wrong) ok = fail(e, EXIT_USAGE, "%s: holds steps that this algorithm does not make", path);
  free(text);
  return ok;
}
