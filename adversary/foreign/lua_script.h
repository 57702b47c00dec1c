/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_script.h: shared by the files about Lua: a running script.
 */
#ifndef ADVERSARY_FOREIGN_LUA_SCRIPT_H
#define ADVERSARY_FOREIGN_LUA_SCRIPT_H

#include "adversary/foreign/foreign.h"

typedef struct lua_State lua_State; /* as in lua.h, which exists only where Lua is installed */

enum { SCRIPT_OPTIONS = 64, SCRIPT_MEASURES = 64, SCRIPT_TEXTS = SCRIPT_OPTIONS * 3 + SCRIPT_MEASURES + 4 };

#define SCRIPT_PRELUDE "=prelude" /* the name of the chunk */

struct script {
  struct foreign foreign; /* stands first: see foreign_of */
  lua_State *L;
  char *name;            /* as given, for messages */
  size_t held;           /* bytes, at most FOREIGN_MEMORY */
  uint64_t spent;        /* instructions in this call */
  bool endless;          /* it has spent too many */
  char place[64];        /* "mine.lua:12", its place then    */
  struct rmr_host *host; /* of the hook that is being called */
  const struct rmr_view *view[RMR_WORLDS + 1];
  const struct rmr_event *event[2]; /* the observed one; the attempted one. NULL: none now */
  bool told;                        /* a failure has been reported to the host */
  struct rmr_option option[SCRIPT_OPTIONS + 1];
  const char *measure[SCRIPT_MEASURES + 1];
  char *text[SCRIPT_TEXTS]; /* owns the strings of the struct */
  size_t n_texts;
};

/* Fixed positions on the stack. */
enum { AT_START = 1, AT_CHOOSE, AT_OBSERVE, AT_MEASURE, AT_SELF, AT_HOST, AT_VIEW, AT_EVENT, AT_END = AT_EVENT };

/* lua.c: counts instructions of this call that Lua does not count itself. Raises an error where they are too many. */
void script_spend(lua_State *L, uint64_t instructions);

/* lua_sandbox.c: opens the harmless libraries, and of these the functions with the same results in every run. */
void script_open_libraries(lua_State *L);

/* lua_view.c: pushes the script's view of a world, from 0, and of an event: the observed one, 0, or the attempted
 * one. */
void script_push_view(lua_State *L, struct script *script, int world);
void script_push_event(lua_State *L, struct script *script, int which);
void script_view_functions(lua_State *L);

/* lua_host.c: pushes the services of the host; sets the functions and constants of the headers as globals. */
void script_push_host(lua_State *L, struct script *script);
void script_host_functions(lua_State *L, struct script *script);

/* lua_table.c: makes the struct from the table on top of the stack. Raises a Lua error if that is impossible. */
void script_describe(lua_State *L, struct script *script);

#endif
