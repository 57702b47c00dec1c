/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * alg_main.c: rmr-alg FILE.alg NAME OUT.c: compiles an algorithm that is built in, or the variant of this name, while
 * rmr is built.
 */
#include <string.h>

#include "base/file.h"
#include "language/emit_c.h"

static int tell(const struct error *e)
{
  char text[1280];
  fprintf(stderr, "rmr-alg: %s\n", error_string(e, text, sizeof text));
  return e->code;
}

int main(int argc, char **argv)
{
  struct error e = {0};
  struct file_writer w;
  if (argc != 4) return fprintf(stderr, "usage: rmr-alg FILE.alg NAME OUT.c\n"), EXIT_USAGE;
  struct machine *m = machine_load(argv[1], NULL, &e);
  if (m != NULL && strcmp(m->tree->name, argv[2]) != 0) {
    machine_free(m);
    m = machine_load(argv[1], argv[2], &e);
  }
  if (m == NULL || !file_open(&w, argv[3], &e)) return tell(&e);
  emit_c(m, NULL, w.out);
  machine_free(m);
  return file_commit(&w, &e) ? EXIT_OK : tell(&e);
}
