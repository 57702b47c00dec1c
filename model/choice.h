/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * choice.h: the choice of an algorithm by a specification: NAME or NAME:key=value,...; built in, or, where NAME has a
 * slash or ends in .so, a plug-in file. A choice is the algorithm, the block of its parameters, and its canonical text
 * for all output, which omits parameters with default values. So `anderson:slots=0` is `anderson`.
 *
 * A plug-in is loaded as long as its choice lives: no reference to the algorithm may outlive it.
 *
 * A plug-in may crash the process that loads it. algorithm_choose_safely loads it in a child first (base/child.h), and
 * makes all calls there that precede a run. If the child dies, the choice is an algorithm that cannot be run, without
 * lines and registers.
 */
#ifndef MODEL_CHOICE_H
#define MODEL_CHOICE_H

#include "model/system.h"

struct algorithm_choice {
  const struct rmr_algorithm *algorithm;
  void *parameters;        /* as rmr_algorithm.parameters lays them out; NULL: it has none */
  char *text;              /* canonical */
  char *directory;         /* for its files; NULL: the current one */
  void *handle;            /* of the shared object; NULL: it is none */
  struct guarded *guarded; /* of one that is written in C (guarded.h); NULL: it is none */
  struct machine *machine; /* of a text; NULL: it is none */
  char *fallen;            /* why it cannot be run: "./a.so died of ..."; NULL: it can */
};

/* Relative paths of plug-ins start from `directory`; NULL: the current one. NULL on failure: *e describes the error
 * and the correction. */
struct algorithm_choice *algorithm_choose(const char *specification, const char *directory, struct error *e);
struct algorithm_choice *algorithm_choose_safely(const char *specification, const char *directory, struct error *e);
void algorithm_release(struct algorithm_choice *choice); /* NULL is fine */

/* The errors of a specification: several only of a text. Fills errors[0 .. n-1], which are zeroed, n <= most;
 * returns n. */
uint32_t algorithm_errors(const char *specification, const char *directory, struct error *errors, uint32_t most);

/* Enters algorithm, parameters, text and directory. */
void algorithm_ask(const struct algorithm_choice *choice, struct system_spec *spec);

/* Determines the number of processes: *n, or where that is 0, the number of philosophers of the graph among the
 * parameters. False: the two differ, or neither is given. */
bool algorithm_processes(const struct algorithm_choice *choice, uint32_t *n, struct error *e);

/* Whether the texts of graph and order, if it has them, are valid for n processes. */
bool algorithm_fits(const struct algorithm_choice *choice, uint32_t n, struct error *e);

/* A block with the default values, for callers that have only the algorithm. NULL: it has no parameters. Free it. */
void *algorithm_defaults(const struct rmr_algorithm *algorithm);

#endif
