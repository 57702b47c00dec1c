/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_sandbox.c: the functions of Lua that a script gets. No files, no processes, no loading of code: there is no io,
 * os, require, load, debug. Nothing that would let a run come out otherwise the next time: no clock, no random numbers
 * but the host's, and no addresses, be it in texts or as an order. `pairs` goes by the order of the keys, as that of a
 * hash table depends on where the program lies in memory; keys without an order are refused. `table.sort` is our own,
 * as Lua's draws from the clock. Nothing that runs when the host cannot stop it: no finalizers, no coroutines (each
 * would have instructions of its own to count), no patterns (which can take for ever inside one instruction).
 *
 * One thing is left: the length `#` of a list with holes depends on when its table grew.
 */
#include <lauxlib.h>
#include <lualib.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adversary/foreign/lua_script.h"
#include "assets.h"
#include "base/sort.h"

/* --- order -------------------------------------------------------------------------------------------------------- */

enum { AT_TABLE = 1, AT_KEYS, AT_PLACES };

/* Of two places in the list of keys. No two keys are the same. */
static int by_key(const void *a, const void *b, void *lua)
{
  lua_State *L = lua;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (x == y) return 0;
  lua_rawgeti(L, AT_KEYS, x);
  lua_rawgeti(L, AT_KEYS, y);
  const int type = lua_type(L, -2);
  const bool less = type == lua_type(L, -1) ? lua_compare(L, -2, -1, LUA_OPLT) : type == LUA_TNUMBER;
  lua_pop(L, 2);
  return less ? -1 : 1;
}

/* For prelude.lua. It is in C as the instructions that it takes must not depend on the order in which Lua has them. */
static int keys_in_order(lua_State *L)
{
  uint32_t n = 0, levels = 1;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, AT_TABLE) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TNUMBER && lua_type(L, -1) != LUA_TSTRING) return 0;
    lua_pushvalue(L, -1);
    lua_rawseti(L, AT_KEYS, ++n);
  }
  for (uint32_t k = n; k > 1; k /= 2) levels++;
  script_spend(L, (uint64_t)n * levels);
  uint32_t *place = lua_newuserdatauv(L, (size_t)n * sizeof *place, 0);
  for (uint32_t k = 0; k < n; k++) place[k] = k + 1;
  sort_numbers(place, n, by_key, L);
  lua_createtable(L, (int)n, 0);
  for (uint32_t k = 0; k < n; k++) {
    lua_rawgeti(L, AT_KEYS, place[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_pushinteger(L, n);
  return 2;
}

/* --- libraries ---------------------------------------------------------------------------------------------------- */

static void forget(lua_State *L, const char *table, const char *const *names)
{
  if (table != NULL)
    lua_getglobal(L, table);
  else
    lua_pushglobaltable(L);
  for (; *names != NULL; names++) {
    lua_pushnil(L);
    lua_setfield(L, -2, *names);
  }
  lua_pop(L, 1);
}

void script_open_libraries(lua_State *L)
{
  static const struct luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                              {LUA_TABLIBNAME, luaopen_table},
                                              {LUA_STRLIBNAME, luaopen_string},
                                              {LUA_MATHLIBNAME, luaopen_math},
                                              {NULL, NULL}};
  static const char *const base[] = {"collectgarbage", "dofile", "getmetatable", "load",    "loadfile", "loadstring",
                                     "next",           "print",  "rawset",       "require", "warn",     NULL};
  static const char *const strings[] = {"dump", "find", "gmatch", "gsub", "match", "pack", "unpack", "packsize", NULL};
  static const char *const tables[] = {"move", NULL};
  static const char *const math[] = {"random", "randomseed", NULL};
  for (const struct luaL_Reg *library = libraries; library->func != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  if (luaL_loadbufferx(L, prelude_lua, strlen(prelude_lua), SCRIPT_PRELUDE, "t") != LUA_OK) lua_error(L);
  lua_pushcfunction(L, keys_in_order);
  lua_call(L, 1, 0);
  forget(L, NULL, base);
  forget(L, "string", strings);
  forget(L, "table", tables);
  forget(L, "math", math);
  lua_pushnil(L); /* else messages search it for the name of a function, and take the first of several that they meet */
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}
