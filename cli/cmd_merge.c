/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_merge.c: `rmr merge`: of the shards of a run, on machines that know nothing of each other, the directory that one
 * run would have made.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/finish.h"
#include "experiments/runner/merge.h"
#include "results/lock.h"

struct options {
  const char **from;
  size_t n;
  const char *to;
  bool strict;
};

enum { KEY_STRICT = 256 };

static const struct argp_option argp_options[] = {
  {"output", 'o', "DIR", 0, "where the results go", 0},
  {"strict", KEY_STRICT, NULL, 0, "as of `rmr run`", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'o': o->to = argument; return 0;
  case KEY_STRICT: o->strict = true; return 0;
  case ARGP_KEY_ARG:
    o->from = mem_another(o->from, o->n, sizeof *o->from);
    o->from[o->n++] = argument;
    return 0;
  case ARGP_KEY_END:
    if (o->n == 0) argp_error(state, "nothing to merge; expected the directories of shards");
    if (o->to == NULL) argp_error(state, "nowhere to go; expected -o DIR");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "DIR...",
  .doc = "Merges the result directories of `rmr run --shard I/K` into one: records, fits, figures and a report, as "
         "one run would have made them.\vExample: rmr merge shard1 shard2 shard3 -o out/glb\n"
         "Exit codes: those of `rmr run`; 30 where records are missing.",
};

int command_merge(int argc, char **argv)
{
  struct options o = {0};
  struct error e = {0};
  struct merged merged;
  int lock;
  parse_arguments(&argp, argc, argv, &o);
  if (!merge_directories(o.from, o.n, o.to, &lock, &merged, &e)) {
    free(o.from);
    return report_error("merge", &e);
  }
  free(o.from);
  enum exit_code code = EXIT_INCOMPLETE;
  if (merged.records < merged.tasks)
    fprintf(stderr,
            "rmr merge: %s holds %zu of %zu records; `rmr run CONFIG -o %s --resume` does the rest, or merge the other "
            "shards as well\n",
            o.to, merged.records, merged.tasks, o.to);
  else if (!finish_results("merge", o.to, o.strict, &code, &e))
    code = (enum exit_code)report_error("merge", &e);
  directory_unlock(lock);
  return code;
}
