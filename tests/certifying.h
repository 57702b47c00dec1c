/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certifying.h: certificates that prove() writes, and the same ones with a state left out, or with a potential that is
 * less by 1, for the tests of their checker.
 */
#ifndef TESTS_CERTIFYING_H
#define TESTS_CERTIFYING_H

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "model/choice.h"
#include "prove/certificate.h"
#include "prove/prove.h"

#include "client.h"

enum { MOST_BYTES = 1 << 28, MOST_WORDS = 64 };

static char path[64]; /* of the certificate under test */

static inline void put(const char *name, const char *text, size_t length)
{
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  assert_int_equal(fwrite(text, 1, length, out), length);
  fclose(out);
}

/* If not, there is one line and an exit code. */
static inline bool is_confirmed(struct certified *certified, struct error *e)
{
  char line[1200];
  const struct reach_limits limits = {.memory = MOST_BYTES};
  *e = (struct error){0};
  if (certificate_check(path, &limits, certified, e)) return true;
  assert_true(e->code == EXIT_EXPECT || e->code == EXIT_USAGE || e->code == EXIT_INCOMPLETE);
  assert_null(strchr(error_string(e, line, sizeof line), '\n'));
  assert_true(e->text[0] != '\0');
  return false;
}

static inline void refused(const char *text, size_t length, const char *what, const char *why)
{
  struct certified certified;
  struct error e;
  put(path, text, length);
  if (is_confirmed(&certified, &e)) fail_msg("%s is confirmed", what);
  if (strstr(e.text, why) == NULL) fail_msg("%s: '%s', expected '%s'", what, e.text, why);
}

/* A text of one's own, and an empty certificate of it, to be filled in. */
struct forgery {
  uint32_t n;
  struct algorithm_choice *choice;
  struct certificate certificate;
  struct reach_limits limits;
  struct abstract_records records;
};

/* n: 0 is every N. */
static inline void forgery_begin(struct forgery *f, const char *specification, const char *text, uint32_t n)
{
  struct error e = {0};
  struct proved proved;
  *f = (struct forgery){.n = n, .limits.memory = MOST_BYTES};
  put(specification, text, strlen(text));
  f->choice = algorithm_choose(specification, NULL, &e);
  if (f->choice == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {
    .machine = f->choice->machine, .n = n, .limits = f->limits, .certificate = &f->certificate};
  if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
  proved_free(&proved);
}

/* Its scenes, which have no members yet. */
static inline struct scene forgery_scene(struct forgery *f)
{
  static struct written written[N_WRITTEN];
  return (struct scene){
    .machine = f->choice->machine, .n = f->n, .memory = MEMORY_CC, .written = written, .records = &f->records};
}

/* Writes the file. */
static inline void forgery_end(struct forgery *f, const char *specification)
{
  struct error e = {0};
  assert_true(certificate_write(&f->certificate, path, specification, f->choice->machine, MEMORY_CC, f->n, &e));
  certificate_free(&f->certificate);
  lookup_free(&f->records.numbers);
  algorithm_release(f->choice);
}

/* Writes what proves all that is asked of the algorithm, or the text, into the file, and returns it. asked: the checks,
 * the cost, the memory. */
static inline char *honest(const char *name, struct prove_spec asked, struct proved *proved)
{
  struct error e = {0};
  struct certificate c = {0};
  size_t length;
  struct algorithm_choice *choice = algorithm_choose(name, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct machine *own = choice->machine == NULL ? machine_of(choice->algorithm, &e) : NULL;
  asked.machine = own != NULL ? own : choice->machine;
  asked.limits.memory = MOST_BYTES;
  asked.certificate = &c;
  const bool ok = prove(&asked, proved, &e);
  if (ok && (c.front == NULL || c.kept_out == NULL))
    put(path, "", 0); /* nothing is certified */
  else if (!ok || !certificate_write(&c, path, name, asked.machine, asked.memory, asked.n, &e))
    fail_msg("%s", e.text);
  certificate_free(&c);
  machine_free(own);
  algorithm_release(choice);
  char *text = file_read(path, MOST_BYTES, &length, &e);
  assert_non_null(text);
  return text;
}

/* The states of a block, which begins with `views K` or the like: K, and the last place whose word is ever another one
 * than 0. */
static inline uint32_t n_states(const char *block)
{
  return (uint32_t)strtoul(strchr(block, ' '), NULL, 10);
}

static inline long last_place(const char *block)
{
  long most = 0;
  const char *line = strchr(block, '\n') + 1;
  for (; *line == '+'; line = strchr(line, '\n') + 1)
    for (const char *at = line + 1; *at == ' '; at += strcspn(at + 1, " \n") + 1)
      if (strtol(at, NULL, 10) > most) most = strtol(at, NULL, 10);
  return most;
}

/* The certificate without a state of the block; or where its last word is less by 1, if it is not 0: else NULL. All
 * words of each state are written. */
static inline char *changed(const char *text, const char *block, uint32_t state, bool left_out)
{
  const long length = last_place(block) + 1;
  const uint32_t n = n_states(block);
  long word[MOST_WORDS] = {0};
  const char *line = strchr(block, '\n') + 1;
  char *out = NULL;
  size_t size;
  bool any = left_out;
  FILE *to = open_memstream(&out, &size);
  fprintf(to, "%.*s %u\n", (int)(strchr(block, ' ') - text), text, left_out ? n - 1 : n);
  for (uint32_t k = 0; k < n; k++, line = strchr(line, '\n') + 1) {
    char *at = (char *)line + 1;
    while (*at == ' ') {
      const long place = strtol(at, &at, 10);
      assert_true(place < MOST_WORDS);
      word[place] = strtol(at + 1, &at, 10);
    }
    if (k == state && left_out) continue;
    const bool less = k == state && word[length - 1] > 0;
    any |= less;
    fputc('+', to);
    for (long p = 0; p < length; p++) fprintf(to, " %ld:%ld", p, word[p] - (less && p == length - 1));
    fputc('\n', to);
  }
  fputs(line, to);
  fclose(to);
  if (any) return out;
  free(out);
  return NULL;
}

#endif
