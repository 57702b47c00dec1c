/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/manifest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/seal.h"

#define LARGEST_LIST ((size_t)1 << 30)

static const char *const folders[] = {MANIFEST_TOP, MANIFEST_EXTRAP, MANIFEST_PLOTS, MANIFEST_TRACES,
                                      MANIFEST_WITNESSES};
enum { N_FOLDERS = sizeof folders / sizeof *folders };

static bool is_there(const char *path)
{
  struct stat found;
  return lstat(path, &found) == 0;
}

static bool is_directory(const char *path)
{
  struct stat found;
  return lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static char *list_path(const char *directory)
{
  return mem_format("%s/%s", directory, MANIFEST_NAME);
}

/* The number of bytes of the folder's name with which `name` begins. */
static size_t folder_length(const char *name)
{
  const char *slash = strchr(name, '/');
  return slash != NULL ? (size_t)(slash - name) + 1 : 0;
}

/* --- whose directory it is ---------------------------------------------------------------------------------------- */

/* A file that a writer has left that was killed before it had made anything. */
static bool is_left_over(const char *name)
{
  const size_t length = strlen(name), end = strlen(FILE_TEMPORARY);
  return length > end && strcmp(name + length - end, FILE_TEMPORARY) == 0;
}

bool manifest_may_write(const char *directory, struct error *e)
{
  struct file_names names;
  file_list(directory, &names);
  bool mine = false;
  size_t n = 0, first = 0;
  for (size_t k = names.n; k-- > 0;) {
    mine = mine || strcmp(names.name[k], MANIFEST_NAME) == 0;
    if (is_left_over(names.name[k])) continue;
    first = k;
    n++;
  }
  if (!mine && n > 0)
    fail_at(e, EXIT_USAGE, directory, 0, 0,
            "has files (%.60s%s) and no list of those that rmrlab made, or that this version of it made. Choose "
            "another directory with -o; or, to let it write beside them, make an empty file %s in it",
            names.name[first], n > 1 ? ", ..." : "", MANIFEST_NAME);
  file_names_free(&names);
  return mine || n == 0;
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
  const struct manifest_entry *x = a, *y = b;
  return strcmp(x->name, y->name);
}

static bool is_name(const char *name)
{
  const size_t length = folder_length(name);
  size_t f = 0;
  while (f < N_FOLDERS && (strlen(folders[f]) != length || strncmp(folders[f], name, length) != 0)) f++;
  return f < N_FOLDERS && name[length] != '\0' && name[length] != '.' && strchr(name + length, '/') == NULL;
}

static void put(struct manifest *m, const char *name, bool kept)
{
  m->entry = mem_another(m->entry, m->n, sizeof *m->entry);
  m->entry[m->n++] = (struct manifest_entry){mem_text(name), kept};
}

/* A name stands on a line once, but for a list that nobody has put in order, as its writer was killed. */
static void tidy(struct manifest *m)
{
  if (m->n == 0) return;
  qsort(m->entry, m->n, sizeof *m->entry, by_name);
  size_t n = 1;
  for (size_t k = 1; k < m->n; k++) {
    if (strcmp(m->entry[n - 1].name, m->entry[k].name) != 0)
      m->entry[n++] = m->entry[k];
    else
      free(m->entry[k].name);
  }
  m->n = n;
}

static bool write_list(const struct manifest *m, struct error *e)
{
  struct file_writer w;
  if (!file_open_in(&w, m->directory, MANIFEST_NAME, e)) return false;
  for (size_t k = 0; k < m->n; k++) {
    char *line = seal_word(m->entry[k].name);
    fprintf(w.out, "%s\n", line);
    free(line);
  }
  return file_commit(&w, e);
}

static bool in_order(const struct manifest *m)
{
  for (size_t k = 1; k < m->n; k++)
    if (strcmp(m->entry[k - 1].name, m->entry[k].name) >= 0) return false;
  return true;
}

static struct manifest_entry *find(const struct manifest *m, const char *name)
{
  const struct manifest_entry key = {.name = (char *)name};
  return m->listed > 0 ? bsearch(&key, m->entry, m->listed, sizeof *m->entry, by_name) : NULL;
}

/* Whether rmrlab may have made it: it begins with the same bytes, and is not listed. */
static bool may_be_meant(const struct manifest *m, const char *name, const char *torn, size_t length)
{
  if (strncmp(name, torn, length) != 0 || !is_name(name) || is_left_over(name) || find(m, name) != NULL) return false;
  char *path = mem_format("%s/%s", m->directory, name);
  const bool file = !is_directory(path);
  free(path);
  return file;
}

/* A kill tears a line before its file is made. Where a file is there that the line may have named, something else has
 * cut the list, and nothing may be changed: without the line, the file would be taken for somebody else's. */
static bool was_torn_by_a_kill(const struct manifest *m, const char *torn, const char *path, int number,
                               struct error *e)
{
  const size_t length = strcspn(torn, " ");
  bool ok = true;
  for (size_t f = 0; ok && length > 0 && f < N_FOLDERS; f++) {
    char *folder = mem_format("%s/%s", m->directory, folders[f]);
    struct file_names names;
    file_list(folder, &names);
    for (size_t k = 0; ok && k < names.n; k++) {
      char *full = mem_format("%s%s", folders[f], names.name[k]);
      if (may_be_meant(m, full, torn, length))
        ok = fail_at(e, EXIT_USAGE, path, number, 0, "was cut short: '%.80s', and %.80s is there. Move that away", torn,
                     full);
      free(full);
    }
    file_names_free(&names);
    free(folder);
  }
  return ok;
}

/* The last line may be torn, and goes. Neither this nor the order in which a writer that was killed has added names is
 * left for good. */
static bool read_list(struct manifest *m, char *text, const char *path, struct error *e)
{
  int number = 1;
  for (char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, number++) {
    *end = '\0';
    if (!seal_open_word(text))
      return fail_at(e, EXIT_USAGE, path, number, 0, "was altered: its checksum is that of another name: '%.80s'",
                     text);
    if (!is_name(text))
      return fail_at(e, EXIT_USAGE, path, number, 0, "is not the name of a file that rmrlab makes: '%.80s'", text);
    put(m, text, false);
  }
  m->untidy = *text != '\0' || !in_order(m);
  tidy(m);
  m->listed = m->n;
  return was_torn_by_a_kill(m, text, path, number, e);
}

void manifest_leave(struct manifest *m)
{
  if (m->out != NULL) fclose(m->out); /* all was flushed */
  for (size_t k = 0; k < m->n; k++) free(m->entry[k].name);
  free(m->entry);
  free(m->directory);
  *m = (struct manifest){0};
}

bool manifest_begin(struct manifest *m, const char *directory, const char *folder, struct error *e)
{
  *m = (struct manifest){.directory = mem_text(directory), .folder = folder};
  char *path = list_path(directory);
  bool ok = true;
  if (is_there(path)) {
    size_t length;
    char *text = file_read(path, LARGEST_LIST, &length, e);
    ok = text != NULL && read_list(m, text, path, e);
    free(text);
  }
  free(path);
  if (!ok) manifest_leave(m);
  return ok;
}

/* Onto the end of the file, before the file of that name is made. */
static bool append(struct manifest *m, const char *name, struct error *e)
{
  if (m->untidy && !write_list(m, e)) return false; /* nothing can be added to a torn line */
  m->untidy = false;
  char *path = list_path(m->directory), *line = seal_word(name);
  if (m->out == NULL) m->out = fopen(path, "abe");
  const bool ok = m->out != NULL && fprintf(m->out, "%s\n", line) > 0 && fflush(m->out) == 0;
  if (!ok) fail_at(e, EXIT_INTERNAL, path, 0, 0, "could not be written: %s", strerror(errno));
  free(line);
  free(path);
  return ok;
}

/* Whether the file is rmrlab's, or there is none. `full`: with its folder. */
static bool may_have(const struct manifest *m, const char *full, struct error *e)
{
  char *path = mem_format("%s/%s", m->directory, full);
  const bool ok =
    find(m, full) != NULL || !is_there(path) ||
    fail_at(e, EXIT_USAGE, path, 0, 0, "is not rmrlab's (%s does not list it) and would be overwritten; move it away",
            MANIFEST_NAME);
  free(path);
  return ok;
}

bool manifest_may_have(const struct manifest *m, const char *const *names, size_t n, struct error *e)
{
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) {
    char *full = mem_format("%s%s", m->folder, names[k]);
    ok = may_have(m, full, e);
    free(full);
  }
  return ok;
}

bool manifest_add(struct manifest *m, const char *name, struct error *e)
{
  char *full = mem_format("%s%s", m->folder, name);
  struct manifest_entry *entry = find(m, full);
  bool ok = may_have(m, full, e);
  if (ok && entry != NULL) entry->kept = true;
  if (ok && entry == NULL) {
    ok = append(m, full, e);
    put(m, full, true);
  }
  free(full);
  return ok;
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void remove_stale(struct manifest *m)
{
  bool any = false;
  size_t n = 0;
  for (size_t k = 0; k < m->n; k++) {
    const size_t length = folder_length(m->entry[k].name);
    const bool here = strlen(m->folder) == length && strncmp(m->entry[k].name, m->folder, length) == 0;
    if (m->entry[k].kept || !here) {
      m->entry[n++] = m->entry[k];
      continue;
    }
    char *path = mem_format("%s/%s", m->directory, m->entry[k].name);
    unlink(path);
    any = true;
    free(path);
    free(m->entry[k].name);
  }
  m->n = n;
  char *folder = mem_format("%s/%s", m->directory, m->folder);
  if (any && m->folder[0] != '\0') rmdir(folder); /* fails, as it should, where something is left in it */
  free(folder);
}

/* Leaves the file alone where it is as it should be. */
bool manifest_end(struct manifest *m, bool replace, bool ok, struct error *e)
{
  const size_t before = m->listed, after = m->n;
  if (ok && replace) remove_stale(m);
  if (ok && (m->untidy || after != before || m->n != before)) {
    tidy(m);
    ok = write_list(m, e);
  }
  manifest_leave(m);
  return ok;
}

void manifest_sweep(const char *directory)
{
  for (size_t f = 0; f < N_FOLDERS; f++) {
    char *folder = mem_format("%s/%s", directory, folders[f]);
    struct file_names names;
    file_list(folder, &names);
    for (size_t k = 0; k < names.n; k++) {
      char *path = mem_format("%s/%s", folder, names.name[k]);
      if (is_left_over(names.name[k])) unlink(path);
      free(path);
    }
    file_names_free(&names);
    free(folder);
  }
}
