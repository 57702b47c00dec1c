/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * choice.h: an algorithm as somebody asks for it: NAME or NAME:key=value,...; built in, or, where NAME has a slash or
 * ends in .so, a plug-in file. A choice is the algorithm, the block of its parameters, and the text by which all that
 * comes out calls it: the canonical one, in which parameters that are as the algorithm's table has them are not
 * mentioned. So `anderson:slots=0` is `anderson`.
 *
 * A plug-in is loaded as long as its choice lives: whatever refers to the algorithm must not outlive that.
 *
 * A plug-in may take down whoever loads it. algorithm_choose_safely loads it in a child first (base/child.h), and asks
 * it there for what is asked of an algorithm before it runs. Where the child falls, the choice is an algorithm that
 * nobody can run, without lines and registers.
 */
#ifndef MODEL_CHOICE_H
#define MODEL_CHOICE_H

#include "model/system.h"

struct algorithm_choice {
  const struct rmr_algorithm *algorithm;
  void *parameters; /* as rmr_algorithm.parameters lays them out; NULL: it has none */
  char *text;       /* canonical */
  char *directory;  /* where its files are looked for; NULL: the current one */
  void *handle;     /* of the shared object; NULL: it is none */
  struct machine *machine; /* of a text; NULL: it is none */
  char *fallen;     /* why it cannot be run: "./a.so died of ..."; NULL: it can */
};

/* Relative paths of plug-ins start from `directory`; NULL: the current one. NULL on failure: *e tells what is wrong,
 * and what would be right. */
struct algorithm_choice *algorithm_choose(const char *specification, const char *directory, struct error *e);
struct algorithm_choice *algorithm_choose_safely(const char *specification, const char *directory, struct error *e);
void algorithm_release(struct algorithm_choice *choice); /* NULL is fine */

/* Enters algorithm, parameters, text and directory. */
void algorithm_ask(const struct algorithm_choice *choice, struct system_spec *spec);

/* How many processes there are: *n, or where that is 0, as many as the graph among the parameters has philosophers.
 * False: that is not so many, or nobody says it. */
bool algorithm_processes(const struct algorithm_choice *choice, uint32_t *n, struct error *e);

/* Whether the texts of graph and order, if it has them, are right for n processes. */
bool algorithm_fits(const struct algorithm_choice *choice, uint32_t n, struct error *e);

/* A block with the values of the table, for whoever has nothing but the algorithm. NULL: it has no parameters. Free
 * it. */
void *algorithm_defaults(const struct rmr_algorithm *algorithm);

#endif
