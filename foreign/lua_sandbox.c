/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_sandbox.c: what of Lua's own a script gets. No files, no processes, no loading of code: there is no io, os,
 * require, load, debug. Nothing that would let a run come out otherwise the next time: no clock, no random numbers but
 * the host's, no addresses in texts, and `pairs` goes by the order of the keys, as that of a hash table depends on
 * where the program lies in memory. Nothing that runs when the host cannot stop it: no finalizers, no coroutines (each
 * would have instructions of its own to count), no patterns (which can take for ever inside one instruction).
 */
#include <lauxlib.h>
#include <lualib.h>
#include <stddef.h>

#include "foreign/lua_script.h"

/* Run once, before the script, which cannot reach what it keeps in its locals. */
static const char prelude[] =
  "local next, type, sort, original, setmetatable = next, type, table.sort, tostring, setmetatable\n"
  "local rawget, error, select, format, find, gsub, rep = rawget, error, select, string.format, string.find, "
  "string.gsub, string.rep\n"
  "local function before(a, b)\n"
  "  local s, t = type(a), type(b)\n"
  "  if s == t then return a < b end\n"
  "  return s == 'number'\n"
  "end\n"
  "function pairs(t)\n"
  "  local keys, n, k = {}, 0, nil\n"
  "  for key in next, t do\n"
  "    if type(key) ~= 'number' and type(key) ~= 'string' then\n"
  "      error('pairs: a key is a ' .. type(key) .. ', which has no order', 2)\n"
  "    end\n"
  "    n = n + 1\n"
  "    keys[n] = key\n"
  "  end\n"
  "  sort(keys, before)\n"
  "  local at = 0\n"
  "  return function()\n"
  "    at = at + 1\n"
  "    while at <= n and t[keys[at]] == nil do at = at + 1 end\n"
  "    return keys[at], at <= n and t[keys[at]] or nil\n"
  "  end\n"
  "end\n"
  "local plain = {['nil'] = true, boolean = true, number = true, string = true}\n"
  "function tostring(x) return plain[type(x)] and original(x) or type(x) end\n"
  "function string.format(text, ...)\n"
  "  for k = 1, select('#', ...) do\n"
  "    if not plain[type((select(k, ...)))] then error('format: argument ' .. k .. ' is no text and no number', 2) "
  "end\n"
  "  end\n"
  "  if find(gsub(text, '%%%%', ''), '%%[^%a]*p') then error('format: there are no addresses here', 2) end\n"
  "  return format(text, ...)\n"
  "end\n"
  "function string.rep(text, n, between)\n"
  "  if n > 1 << 26 then error('rep: too many', 2) end\n"
  "  return rep(text, n, between)\n"
  "end\n"
  "function _G.setmetatable(t, meta)\n"
  "  if type(meta) == 'table' and (rawget(meta, '__gc') ~= nil or rawget(meta, '__mode') ~= nil) then\n"
  "    error('setmetatable: there are no finalizers and no weak tables here', 2)\n"
  "  end\n"
  "  return setmetatable(t, meta)\n"
  "end\n";

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
  if (luaL_loadbufferx(L, prelude, sizeof prelude - 1, "=prelude", "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 0);
  forget(L, NULL, base);
  forget(L, "string", strings);
  forget(L, "table", tables);
  forget(L, "math", math);
}
