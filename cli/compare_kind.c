/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare_kind.c: the kind of the arguments of `rmr compare`. `burns_lamport` is an algorithm and an adversary: the
 * arguments beside it, or the options, tell which one is meant.
 */
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "cli/comparison.h"
#include "model/loader.h"
#include "model/memory.h"
#include "model/names.h"
#include "sim/run.h"
#include "sim/scheduler.h"

const char *const compared_names[N_COMPARED] = {"algorithms", "adversaries", "memories", "result directories"};
static const char *const one_of[N_COMPARED] = {"an algorithm", "an adversary", "a memory", "a result directory"};

enum { MOST_NAMES = 512 };

static bool is_among(const char *const *names, size_t n, const char *name, size_t length)
{
  for (size_t k = 0; k < n; k++)
    if (strlen(names[k]) == length && strncmp(names[k], name, length) == 0) return true;
  return false;
}

static size_t algorithm_names(const char **names)
{
  size_t n = 0;
  for (; rmr_algorithms[n] != NULL && n < MOST_NAMES / 2; n++) names[n] = rmr_algorithms[n]->name;
  return n;
}

static size_t adversary_names(const char **names)
{
  size_t n = 0;
  for (; rmr_adversaries[n] != NULL && n < MOST_NAMES / 4; n++) names[n] = rmr_adversaries[n]->name;
  return n;
}

/* A bit for each kind that the text may be of. */
static unsigned kinds_of(const char *text)
{
  const char *names[MOST_NAMES];
  const size_t length = plug_in_name(text);
  if (file_is_directory(text) && strchr(text, '/') != NULL) return 1u << COMPARED_DIRECTORIES;
  switch (plug_in_kind(text)) {
  case PLUG_IN_OBJECT:
    if (file_exists(text) || strstr(text, ".so") != NULL) return 1u << COMPARED_ALGORITHMS | 1u << COMPARED_ADVERSARIES;
    return 0;
  case PLUG_IN_TEXT: return 1u << COMPARED_ALGORITHMS;
  case PLUG_IN_LUA:
  case PLUG_IN_COMMAND: return 1u << COMPARED_ADVERSARIES;
  case PLUG_IN_NONE: break;
  }
  unsigned kinds = 0;
  kinds |= (unsigned)is_among(names, algorithm_names(names), text, length) << COMPARED_ALGORITHMS;
  kinds |= (unsigned)is_among(names, adversary_names(names), text, length) << COMPARED_ADVERSARIES;
  kinds |= (unsigned)is_among(memory_names, N_MEMORIES, text, strlen(text)) << COMPARED_MEMORIES;
  return kinds == 0 && file_is_directory(text) ? 1u << COMPARED_DIRECTORIES : kinds;
}

static bool unknown(const char *text, struct error *e)
{
  const char *names[MOST_NAMES];
  size_t n = algorithm_names(names);
  n += adversary_names(names + n);
  for (size_t k = 0; k < N_MEMORIES; k++) names[n++] = memory_names[k];
  char *name = mem_text(text);
  name[plug_in_name(text)] = '\0';
  char near[SUGGESTION];
  fail(e, EXIT_USAGE, "'%s' is not an algorithm, adversary, memory or result directory%s", text,
       suggestion(name, names, n, near));
  free(name);
  return false;
}

static enum compared first_of(unsigned kinds)
{
  enum compared kind = 0;
  while ((kinds >> kind & 1) == 0) kind++;
  return kind;
}

/* A kind that an option gives is not the one that is compared. */
static unsigned left_by_options(const struct compare_options *o, unsigned kinds)
{
  if (o->algorithm != NULL && kinds != 1u << COMPARED_ALGORITHMS) kinds &= ~(1u << COMPARED_ALGORITHMS);
  if (o->adversary != NULL && kinds != 1u << COMPARED_ADVERSARIES) kinds &= ~(1u << COMPARED_ADVERSARIES);
  return kinds;
}

bool compared_kind(const struct compare_options *o, enum compared *out, struct error *e)
{
  unsigned common = ~0u, first = 0;
  for (size_t k = 0; k < o->n_contenders; k++) {
    const unsigned kinds = kinds_of(o->contender[k]);
    if (kinds == 0) return unknown(o->contender[k], e);
    if (k == 0) first = kinds;
    if ((common & kinds) == 0)
      return fail(e, EXIT_USAGE, "'%s' is %s, '%s' %s; expected all of one kind", o->contender[0],
                  one_of[first_of(first)], o->contender[k], one_of[first_of(kinds)]);
    common &= kinds;
  }
  *out = first_of(left_by_options(o, common));
  return true;
}
