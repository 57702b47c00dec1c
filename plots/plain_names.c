/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/plain_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

/* The file that "./x.so:key=value" or "cmd:./x.py" names, and its length; NULL: it is something built in. */
static const char *file_of(const char *text, size_t *length)
{
  const char *file = strncmp(text, "cmd:", 4) == 0 ? text + 4 : text;
  *length = strcspn(file, ":");
  const bool is_file = file != text || memchr(file, '/', *length) != NULL || text_ends_in(file, *length, ".so") ||
                       text_ends_in(file, *length, ".alg") || text_ends_in(file, *length, ".lua");
  return is_file ? file : NULL;
}

/* The title, if no algorithm but that of the file, which may have other parameters there, has it; else "". */
static const char *title_of(const json_t *algorithms, const char *algorithm, size_t file)
{
  const char *title = text_of(json_object_get(algorithms, algorithm), "title"), *name;
  json_t *other;
  json_object_foreach((json_t *)algorithms, name, other)
  {
    const bool own = strncmp(name, algorithm, file) == 0 && (name[file] == ':' || name[file] == '\0');
    if (!own && strcmp(text_of(other, "title"), title) == 0) return "";
  }
  return title;
}

char *plain_algorithm(const json_t *algorithms, const char *algorithm)
{
  size_t length;
  const char *file = file_of(algorithm, &length);
  const char *title = file != NULL ? title_of(algorithms, algorithm, length) : "";
  return title[0] != '\0' ? mem_format("%s%s", title, file + length) : mem_text(algorithm);
}

/* The caller frees it. */
static char *plain_adversary(const char *adversary)
{
  size_t length;
  const char *file = file_of(adversary, &length);
  if (file == NULL) return mem_text(adversary);
  const char *name = file;
  for (size_t k = 0; k < length; k++)
    if (file[k] == '/') name = file + k + 1;
  return mem_text(name);
}

/* Puts `to` in place of a part of a name, of those that ", " separates. */
static void exchange(char **name, const char *part, const char *to)
{
  const size_t length = strlen(part);
  const char *at = length > 0 ? *name : NULL;
  for (; at != NULL; at = strstr(at, ", ") != NULL ? strstr(at, ", ") + 2 : NULL) {
    if (strncmp(at, part, length) != 0 || (at[length] != '\0' && at[length] != ',' && at[length] != ':')) continue;
    char *all = mem_format("%.*s%s%s", (int)(at - *name), *name, to, at + length);
    free(*name);
    *name = all;
    return;
  }
}

static char *plain_name(const struct results *r, const struct series *s)
{
  char *name = mem_text(s->name), *algorithm = plain_algorithm(r->algorithms, s->algorithm),
       *adversary = plain_adversary(s->adversary);
  exchange(&name, s->algorithm, algorithm);
  exchange(&name, s->adversary, adversary);
  free(algorithm);
  free(adversary);
  return name;
}

static bool are_different(char *const *name, size_t n)
{
  for (size_t k = 0; k < n; k++)
    for (size_t j = 0; j < k; j++)
      if (strcmp(name[k], name[j]) == 0) return false;
  return true;
}

void plain_names(const struct results *r, struct series_list *list)
{
  char **name = mem_new(list->n, sizeof *name);
  for (size_t k = 0; k < list->n; k++) name[k] = plain_name(r, &list->series[k]);
  const bool take = are_different(name, list->n);
  for (size_t k = 0; k < list->n; k++) {
    char **const other = take ? &list->series[k].name : &name[k];
    free(*other);
    if (take) *other = name[k];
  }
  free(name);
}
