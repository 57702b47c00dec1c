/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/suggest.h"

enum { MOST_TEXT = 1 << 20, MOST_FILES = 32, MOST_LINES_OF_TEXT = 1 << 16, MOST_DEEP = 8 };

/* The first word of a line, in `out`; returns what follows it. */
static const char *first_word(const char *line, char *out, size_t size)
{
  size_t n = 0;
  while (*line == ' ') line++;
  for (; isalnum((unsigned char)*line) || *line == '_'; line++)
    if (n + 1 < size) out[n++] = *line;
  out[n] = '\0';
  while (*line == ' ') line++;
  return line;
}

static bool begins_with(const char *line, const char *word)
{
  char first[64];
  first_word(line, first, sizeof first);
  return strcmp(first, word) == 0;
}

static void add_line(struct pool *pool, struct text_source *out, struct text_line line)
{
  /* [0] and powers of two from 64 on */
  const uint32_t have = out->n_lines + 1;
  if (out->line == NULL || (have >= 64 && (have & (have - 1)) == 0)) {
    struct text_line *more = pool_new(pool, have < 64 ? 64 : 2 * have, sizeof *more);
    if (out->line != NULL) memcpy(more, out->line, have * sizeof *more);
    out->line = more;
  }
  out->line[++out->n_lines] = line;
}

/* --- imports ------------------------------------------------------------------------------------------------------ */

struct import {
  struct pool *pool;
  struct text_source *out;
  struct error *e;
  const char *file[MOST_FILES];
  bool open[MOST_FILES]; /* it is being read: a file that imports it now would be part of itself */
  uint32_t n_files, depth;
};

static bool refuse_line(const struct text_line *line, struct error *e, const char *why, const char *name)
{
  const size_t column = strspn(line->text, " ");
  return fail_at(e, EXIT_USAGE, line->file, (int)line->number, (int)column + 1, "%s '%s'", why, name);
}

/* The path of a file that another one imports. */
static char *beside(const char *importer, const char *name)
{
  const char *slash = strrchr(importer, '/');
  if (name[0] == '/' || slash == NULL) return mem_text(name);
  return mem_format("%.*s/%s", (int)(slash - importer), importer, name);
}

static bool load_file(struct import *m, const char *path, const struct text_line *asked);

static bool load_import(struct import *m, const struct text_line *line)
{
  char word[16];
  const char *name = first_word(line->text, word, sizeof word), *end = name[0] == '"' ? strchr(name + 1, '"') : NULL;
  if (end == NULL)
    return refuse_line(line, m->e, "expected import \"FILE\", not", line->text + strspn(line->text, " "));
  char *bare = mem_format("%.*s", (int)(end - name - 1), name + 1), *path = beside(line->file, bare);
  bool ok = true;
  for (uint32_t k = 0; k < m->n_files && ok; k++)
    if (strcmp(m->file[k], path) == 0)
      ok = refuse_line(line, m->e, m->open[k] ? "a text would be part of itself:" : "it is imported already:", bare);
  ok =
    ok && (m->depth < MOST_DEEP || refuse_line(line, m->e, "imports go too deep:", bare)) && load_file(m, path, line);
  free(bare);
  free(path);
  return ok;
}

static bool load_file(struct import *m, const char *path, const struct text_line *asked)
{
  size_t length;
  struct error unread = {0};
  if (m->n_files == MOST_FILES) return refuse_line(asked, m->e, "too many files, with", path);
  const uint32_t which = m->n_files++;
  m->file[which] = pool_copy(m->pool, path, strlen(path));
  m->open[which] = true;
  char *text = file_read(path, MOST_TEXT, &length, &unread);
  if (text == NULL) {
    /* The place to mend is where the text is asked for: a command line, a config, a schedule, an import. */
    if (asked == NULL) return fail(m->e, unread.code, "'%s' %s", path, unread.text);
    return fail_at(m->e, unread.code, asked->file, (int)asked->number, 1, "'%s' %s", path, unread.text);
  }
  struct text_source lines;
  bool ok = source_split(path, text, length, m->pool, &lines, m->e);
  free(text);
  m->depth++;
  for (uint32_t k = 1; k <= lines.n_lines && ok; k++) {
    if (m->out->n_lines == MOST_LINES_OF_TEXT) return refuse_line(&lines.line[k], m->e, "too many lines, with", path);
    if (begins_with(lines.line[k].text, "import"))
      ok = load_import(m, &lines.line[k]);
    else if (k < lines.n_lines || lines.line[k].text[0] != '\0') /* there is no line behind the last newline */
      add_line(m->pool, m->out, lines.line[k]);
  }
  m->depth--;
  m->open[which] = false;
  return ok;
}

bool source_load(const char *path, struct pool *pool, struct text_source *source, struct error *e)
{
  *source = (struct text_source){0};
  struct import m = {.pool = pool, .out = source, .e = e};
  if (!load_file(&m, path, NULL)) return false;
  if (source->n_lines == 0) add_line(pool, source, (struct text_line){"", pool_copy(pool, path, strlen(path)), 1});
  return true;
}

char *source_text(const struct text_source *source)
{
  size_t length = 1;
  for (uint32_t k = 1; k <= source->n_lines; k++) length += strlen(source->line[k].text) + 1;
  char *text = mem_new(length, 1), *to = text;
  for (uint32_t k = 1; k <= source->n_lines; k++) {
    const size_t n = strlen(source->line[k].text);
    memcpy(to, source->line[k].text, n);
    to[n] = '\n';
    to += n + 1;
  }
  return text;
}

/* --- variants ----------------------------------------------------------------------------------------------------- */

/* A line that another one may replace, with the lines that continue it: its identity and its place. */
struct part {
  char key[128];
  uint32_t first, last;
};

/* The key by which a line of the head is replaced: its kind; or its kind and name where there may be several. */
static bool head_key(const char *line, char *out, size_t size)
{
  static const char *const single[] = {"source", "note", "wrong", "claims", "holds", "between", NULL};
  static const char *const named[] = {"shared",    "parameter", "type",    "function", "environment",
                                      "invariant", "local",     "private", NULL};
  char word[64];
  const char *behind = first_word(line, word, sizeof word);
  for (size_t k = 0; single[k] != NULL; k++)
    if (strcmp(word, single[k]) == 0) {
      strcpy(out, word);
      return true;
    }
  for (size_t k = 0; named[k] != NULL; k++)
    if (strcmp(word, named[k]) == 0) {
      const size_t n = strlen(word);
      memcpy(out, word, n);
      out[n] = ' ';
      first_word(behind, out + n + 1, size - n - 1);
      return true;
    }
  return false;
}

/* The parts of the lines from `first` on: those with a label (if they are of the process), and those of the head. */
static uint32_t find_parts(const struct text_source *s, const struct tokens *t, uint32_t first, uint32_t last,
                           bool in_process, struct part *part)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < t->n; k++) {
    const struct token *at = &t->token[k];
    const bool begins = at->first && (k == 0 || t->token[k - 1].kind == TOKEN_LINE_END);
    if (!begins || at->line < first || at->line > last) continue;
    if (at->kind == TOKEN_NAME && strcmp(at->word, "process") == 0) in_process = true;
    struct part *p = &part[n];
    if (at->kind == TOKEN_LABEL && in_process)
      snprintf(p->key, sizeof p->key, "%s", at->word);
    else if (at->kind != TOKEN_NAME || !head_key(s->line[at->line].text, p->key, sizeof p->key))
      continue;
    uint32_t end = k + 1; /* the first token of a line that does not go on with this one */
    while (t->token[end].kind != TOKEN_FILE_END &&
           (!t->token[end].first || t->token[end - 1].kind != TOKEN_LINE_END || t->token[end].kind == TOKEN_TEXT))
      end++;
    end--;
    p->first = at->line;
    p->last = t->token[end].line;
    n++;
  }
  return n;
}

static const struct part *part_of_line(const struct part *part, uint32_t n, uint32_t line)
{
  for (uint32_t k = 0; k < n; k++)
    if (part[k].first <= line && line <= part[k].last) return &part[k];
  return NULL;
}

static int part_named(const struct part *part, uint32_t n, const char *key)
{
  for (uint32_t k = 0; k < n; k++)
    if (strcmp(part[k].key, key) == 0) return (int)k;
  return -1;
}

static bool is_empty(const char *line)
{
  line += strspn(line, " ");
  return line[0] == '\0' || (line[0] == '/' && line[1] == '/');
}

struct splice {
  const struct text_source *all;
  struct pool *pool;
  struct text_source *out;
  struct part *old, *new;
  uint32_t n_old, n_new, from, to; /* the variant's lines */
};

/* The lines of a new part: its own, and those without a label that follow it. A label alone is no line. */
static void put(struct splice *s, uint32_t k)
{
  const uint32_t end = k + 1 < s->n_new ? s->new[k + 1].first - 1 : s->to;
  for (uint32_t line = s->new[k].first; line <= end; line++) {
    const struct text_line *at = &s->all->line[line];
    const char *text = at->text + strspn(at->text, " ");
    if (is_empty(text) || (line == s->new[k].first &&strcmp(text, s->new[k].key) == 0)) continue;
    add_line(s->pool, s->out, *at);
  }
}

/* Whether every line of the variant belongs to a part, and no part is there twice. */
static bool check_new(const struct splice *s, struct error *e)
{
  const uint32_t first = s->n_new != 0 ? s->new[0].first : s->to + 1;
  for (uint32_t line = s->from + 1; line < first; line++)
    if (!is_empty(s->all->line[line].text))
      return refuse_line(&s->all->line[line], e, "expected a label, or a line of the head, not",
                         s->all->line[line].text + strspn(s->all->line[line].text, " "));
  for (uint32_t k = 0; k < s->n_new; k++)
    for (uint32_t j = 0; j < k; j++)
      if (strcmp(s->new[k].key, s->new[j].key) == 0)
        return refuse_line(&s->all->line[s->new[k].first], e, "the variant has a second line", s->new[k].key);
  return true;
}

static void splice_lines(struct splice *s, uint32_t end)
{
  bool *put_already = mem_new(s->n_new + 1, sizeof *put_already);
  for (uint32_t line = 1; line <= end; line++) {
    const struct text_line *at = &s->all->line[line];
    if (begins_with(at->text, "algorithm")) { /* the variant's line instead, which has its name and title */
      char word[16], *head = mem_format("algorithm %s", first_word(s->all->line[s->from].text, word, sizeof word));
      const struct text_line *variant = &s->all->line[s->from];
      add_line(s->pool, s->out,
               (struct text_line){pool_copy(s->pool, head, strlen(head)), variant->file, variant->number});
      free(head);
      continue;
    }
    if (begins_with(at->text, "process")) /* lines that the head did not have */
      for (uint32_t k = 0; k < s->n_new; k++)
        if (!put_already[k] && part_named(s->old, s->n_old, s->new[k].key) < 0) put(s, k), put_already[k] = true;
    const struct part *old = part_of_line(s->old, s->n_old, line);
    const int new = old != NULL ? part_named(s->new, s->n_new, old->key) : -1;
    if (new < 0)
      add_line(s->pool, s->out, *at);
    else if (!put_already[new])
      put(s, (uint32_t) new), put_already[new] = true;
  }
  free(put_already);
}

static uint32_t next_variant(const struct text_source *s, uint32_t line)
{
  while (line <= s->n_lines && !begins_with(s->line[line].text, "variant")) line++;
  return line;
}

static bool find_variant(const struct text_source *all, const char *variant, uint32_t *from, struct error *e)
{
  const char *names[64];
  char name[64][64];
  size_t n = 0;
  for (*from = next_variant(all, 1); *from <= all->n_lines; *from = next_variant(all, *from + 1)) {
    char word[64];
    if (n == 64) break;
    first_word(first_word(all->line[*from].text, word, sizeof word), name[n], sizeof name[n]);
    names[n] = name[n];
    if (strcmp(name[n++], variant) == 0) return true;
  }
  char hint[SUGGESTION];
  return fail_at(e, EXIT_USAGE, all->line[1].file, 1, 1, "there is no variant '%s'%s", variant,
                 suggestion(variant, names, n, hint));
}

bool source_variant(const struct text_source *all, const char *variant, struct pool *pool, struct text_source *out,
                    struct error *e)
{
  const uint32_t end = next_variant(all, 1) - 1;
  *out = (struct text_source){all->line, end};
  struct tokens tokens;
  uint32_t from;
  if (variant == NULL)
    return end > 0 || fail_at(e, EXIT_USAGE, all->line[1].file, 1, 1, "expected 'algorithm' and a name");
  if (!find_variant(all, variant, &from, e) || !scan(all, pool, &tokens, e)) return false;
  *out = (struct text_source){0};
  struct splice s = {.all = all, .pool = pool, .out = out, .from = from, .to = next_variant(all, from + 1) - 1};
  s.old = mem_new(all->n_lines + 1, sizeof *s.old);
  s.new = mem_new(all->n_lines + 1, sizeof *s.new);
  s.n_old = find_parts(all, &tokens, 1, end, false, s.old);
  s.n_new = find_parts(all, &tokens, from + 1, s.to, true, s.new);
  bool ok = check_new(&s, e);
  char key[128];
  for (uint32_t k = 0; k < s.n_new && ok; k++)
    if (part_named(s.old, s.n_old, s.new[k].key) < 0 && !head_key(s.new[k].key, key, sizeof key))
      ok =
        refuse_line(&all->line[s.new[k].first], e, "the algorithm that this is a variant of has no line", s.new[k].key);
  if (ok) splice_lines(&s, end);
  free(s.old);
  free(s.new);
  return ok;
}
