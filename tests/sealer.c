/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sealer.c: gives altered records, and altered JSON files of a result directory, the checksums that they would need to
 * be believed (results/seal.h), so that a test can see what else is wrong with them, and so that those under tests/data
 * can be written by hand:
 *
 *   sealer FILE...      a .jsonl line by line, any other file as a whole
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/seal.h"

/* The object's text without a checksum. A last line without a newline is taken for torn and stays as it is. */
static void seal_lines(char *text, FILE *out)
{
  for (char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
    *end = '\0';
    char *old = strstr(text, ", \"checksum\": \""), *sealed;
    if (old != NULL) strcpy(old, "}");
    sealed = text[0] != '\0' ? seal_text(text) : mem_text("\n");
    fputs(sealed, out);
    free(sealed);
  }
  fputs(text, out);
}

static bool seal_whole(const char *text, const char *path, FILE *out)
{
  json_error_t why;
  json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &why);
  if (json == NULL) return fprintf(stderr, "sealer: %s:%d: %s\n", path, why.line, why.text), false;
  json_object_del(json, "checksum");
  char *sealed = seal_file(json);
  fputs(sealed, out);
  free(sealed);
  json_decref(json);
  return true;
}

static bool seal_again(const char *path, struct error *e)
{
  const char *dot = strrchr(path, '.');
  char *text = file_read(path, (size_t)1 << 30, NULL, e);
  struct file_writer w;
  if (text == NULL || !file_open(&w, path, e)) return free(text), false;
  bool ok = true;
  if (dot != NULL && strcmp(dot, ".jsonl") == 0)
    seal_lines(text, w.out);
  else
    ok = seal_whole(text, path, w.out);
  free(text);
  if (!ok) return file_abandon(&w), false;
  return file_commit(&w, e);
}

int main(int argc, char **argv)
{
  struct error e = {0};
  char words[1200];
  for (int k = 1; k < argc; k++)
    if (!seal_again(argv[k], &e)) return fprintf(stderr, "sealer: %s\n", error_string(&e, words, sizeof words)), 1;
  return 0;
}
