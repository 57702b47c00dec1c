/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * absent.c: in place of the files that web/web.cmake leaves out. A browser's rmr has one process, one thread and no
 * plug-ins, and draws nothing with gnuplot. A command that asks for that is told; the rest of the code need not know.
 */
#include <rmr/types.h>
#include <stdio.h>

#include "adversary/foreign/foreign.h"
#include "base/child.h"
#include "cli/fences_figure.h"
#include "cli/isolation.h"
#include "model/names.h"
#include "plots/alone.h"
#include "sim/loops.h"

/* Algorithms are texts, which the machine of language/machine.h carries out. */
const struct rmr_algorithm *const rmr_algorithms[] = {NULL};
const struct loop_of rmr_loops[] = {{NULL, NULL}};

static bool refuse(struct error *e, const char *what)
{
  return fail(e, EXIT_USAGE, "%s: not in a browser; the same command on a machine of your own can", what);
}

struct foreign *foreign_open(enum foreign_kind kind, const char *name, const char *path, struct error *e)
{
  (void)kind;
  (void)path;
  refuse(e, name);
  return NULL;
}

bool alone_name_check(const char *path, struct error *e)
{
  return refuse(e, path);
}

bool fences_draw(const struct fences *fences, const struct system_spec *setup, const char *question, const char *path,
                 struct error *e)
{
  (void)fences;
  (void)setup;
  (void)question;
  return refuse(e, path);
}

/* A text cannot fall: its computations are checked. */
enum child_trial child_try(bool work(void *self, struct heartbeat *heart, struct error *e), void *self, const char *who,
                           struct error *e)
{
  (void)who;
  return work(self, NULL, e) ? CHILD_DID_WELL : CHILD_REFUSED;
}

void watch_begin(struct watch *watch, const struct heartbeat *heart)
{
  *watch = (struct watch){.heart = heart};
}

bool watch_tick(struct watch *watch, unsigned seconds)
{
  (void)watch;
  (void)seconds;
  return false;
}

int isolation_run(const struct isolated *what, bool isolate)
{
  if (!isolate) return what->work(what->self, &(struct isolation){.out = 1});
  fprintf(stderr, "rmr %s: --isolate: not in a browser, where every question is a worker of its own\n", what->command);
  return EXIT_USAGE;
}

void isolation_print(const struct isolation *isolation)
{
  (void)isolation;
  fflush(stdout);
}
