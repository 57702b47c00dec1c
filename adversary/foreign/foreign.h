/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * foreign.h: adversaries in other languages than C: a Lua script (lua.c), or any program at the other end of a pipe
 * (command.c). Each becomes a struct rmr_adversary like every other, with hooks that forward their calls, so callers
 * see no difference.
 *
 * The state of such an adversary begins with a pointer to its struct foreign, which the host puts there before `start`.
 */
#ifndef ADVERSARY_FOREIGN_FOREIGN_H
#define ADVERSARY_FOREIGN_FOREIGN_H

#include <rmr/adversary.h>

#include "base/error.h"

enum foreign_kind { FOREIGN_NOT, FOREIGN_LUA, FOREIGN_COMMAND };

enum {
  FOREIGN_INSTRUCTIONS = 10000000, /* of Lua, in one call of a hook */
  FOREIGN_MEMORY = 64 << 20,       /* bytes that a script may hold  */
  FOREIGN_SECONDS = 10,            /* for an answer of a program */
};

struct foreign {
  struct rmr_adversary adversary;
  bool free_options; /* it has no table: `take` gets the whole text behind the colon */
  bool (*take)(struct foreign *, const char *text, struct error *e); /* "key=value,..."; "": nothing */
  void (*end)(struct foreign *);
};

/* Whether this build has Lua. */
bool foreign_has_lua(void);

/* `name` is for messages and has the kind's prefix, `path` is the file. A script is read and run to get its table;
 * for a program only its file is checked. NULL on failure. */
struct foreign *foreign_open(enum foreign_kind kind, const char *name, const char *path, struct error *e);

static inline void foreign_end(struct foreign *foreign)
{
  if (foreign != NULL) foreign->end(foreign);
}

/* The pointer at the beginning of a state. */
static inline struct foreign *foreign_of(const void *state)
{
  struct foreign *const *first = state;
  return *first;
}

struct foreign *lua_open(const char *name, const char *path, struct error *e);
struct foreign *command_open(const char *name, const char *path, struct error *e);

#endif
