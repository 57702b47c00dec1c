/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_table.c: the table that a script returns becomes a struct rmr_adversary: name, about, paper, flags, options,
 * measures. The names of its fields are those of the structs; a misspelt one is an error. Options lie in the
 * state behind the pointer with which it begins (foreign.h).
 */
#include <lauxlib.h>
#include <stddef.h>
#include <string.h>

#include "adversary/foreign/lua_script.h"
#include "base/mem.h"

/* Copies, as the collector may free Lua's own. */
static const char *keep(lua_State *L, struct script *script, const char *text)
{
  if (text == NULL) return NULL;
  if (script->n_texts == SCRIPT_TEXTS) luaL_error(L, "too many texts");
  return script->text[script->n_texts++] = mem_text(text);
}

/* The text of a field of the table on top. */
static const char *text_of(lua_State *L, struct script *script, const char *key)
{
  const int type = lua_getfield(L, -1, key);
  if (type != LUA_TNIL && type != LUA_TSTRING && type != LUA_TNUMBER) luaL_error(L, "'%s' is not a text", key);
  const char *text = keep(L, script, lua_tostring(L, -1));
  lua_pop(L, 1);
  return text;
}

static double number_of(lua_State *L, const char *key)
{
  const int type = lua_getfield(L, -1, key);
  if (type != LUA_TNIL && type != LUA_TNUMBER) luaL_error(L, "'%s' is not a number", key);
  const double value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

static void check_keys(lua_State *L, const char *what, const char *const *known)
{
  const char *unknown = NULL;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "a key that is not a text";
    const char *const *k = known;
    while (*k != NULL && strcmp(*k, key) != 0) k++;
    if (*k == NULL && (unknown == NULL || strcmp(key, unknown) < 0)) unknown = key; /* Lua has them in any order */
    lua_pop(L, 1);
  }
  if (unknown != NULL) luaL_error(L, "%s has an unknown field '%s'", what, unknown);
}

/* How many elements the list on top has. */
static size_t list_length(lua_State *L, const char *what, size_t most)
{
  if (!lua_istable(L, -1)) luaL_error(L, "'%s' is not a list", what);
  const size_t n = lua_rawlen(L, -1);
  if (n > most) luaL_error(L, "'%s' has more than %d elements", what, (int)most);
  return n;
}

static void read_option(lua_State *L, struct script *script, size_t k)
{
  static const char *const known[] = {"key", "type", "fallback", "low", "high", "about", NULL};
  if (!lua_istable(L, -1)) luaL_error(L, "option %d is not a table", (int)k + 1);
  check_keys(L, "an option", known);
  struct rmr_option *option = &script->option[k];
  lua_getfield(L, -1, "type");
  const double type = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : -1;
  lua_pop(L, 1);
  *option = (struct rmr_option){.key = text_of(L, script, "key"),
                                .type = type >= 0 && type <= UINT8_MAX ? (uint8_t)type : UINT8_MAX,
                                .fallback = text_of(L, script, "fallback"),
                                .low = number_of(L, "low"),
                                .high = number_of(L, "high"),
                                .about = text_of(L, script, "about")};
  const bool known_type =
    type == RMR_INTEGER || type == RMR_NUMBER || type == RMR_TEXT || type == RMR_SCHEDULE || type == RMR_ADVERSARY_NAME;
  if (option->key == NULL) luaL_error(L, "option %d has no key", (int)k + 1);
  if (!known_type) luaL_error(L, "option '%s': its type is none of RMR_INTEGER, RMR_NUMBER, ...", option->key);
  if (option->about == NULL) option->about = "";
  option->offset = script->foreign.adversary.state_size;
  script->foreign.adversary.state_size += option->type == RMR_TEXT ? 64 : 8;
}

static void read_options(lua_State *L, struct script *script)
{
  if (lua_getfield(L, -1, "options") != LUA_TNIL) {
    const size_t n = list_length(L, "options", SCRIPT_OPTIONS);
    for (size_t k = 0; k < n; k++) {
      lua_rawgeti(L, -1, (lua_Integer)k + 1);
      read_option(L, script, k);
      lua_pop(L, 1);
    }
    script->foreign.adversary.options = script->option;
  }
  lua_pop(L, 1);
}

static void read_measures(lua_State *L, struct script *script)
{
  if (lua_getfield(L, -1, "measures") != LUA_TNIL) {
    const size_t n = list_length(L, "measures", SCRIPT_MEASURES);
    for (size_t k = 0; k < n; k++) {
      if (lua_rawgeti(L, -1, (lua_Integer)k + 1) != LUA_TSTRING) luaL_error(L, "a measure's name is not a text");
      script->measure[k] = keep(L, script, lua_tostring(L, -1));
      lua_pop(L, 1);
    }
    script->foreign.adversary.measures = script->measure;
  }
  lua_pop(L, 1);
}

/* Leaves the function, or nil, at its place on the stack. */
static bool read_hook(lua_State *L, const char *key, int place)
{
  const int type = lua_getfield(L, -1, key);
  if (type != LUA_TNIL && type != LUA_TFUNCTION) luaL_error(L, "'%s' is not a function", key);
  lua_replace(L, place);
  return type == LUA_TFUNCTION;
}

void script_describe(lua_State *L, struct script *script)
{
  static const char *const known[] = {"name",  "about",  "paper",   "flags",   "options", "measures",
                                      "start", "choose", "observe", "measure", NULL};
  struct rmr_adversary *a = &script->foreign.adversary;
  if (!lua_istable(L, -1))
    luaL_error(L, "it returns a %s; expected a table with the hook `choose`", luaL_typename(L, -1));
  check_keys(L, "the adversary", known);
  a->name = text_of(L, script, "name");
  a->about = text_of(L, script, "about");
  a->paper = text_of(L, script, "paper");
  const double flags = number_of(L, "flags");
  const uint32_t may = RMR_MAY_REREAD | RMR_MAY_CHANGE | RMR_MAY_TICK | RMR_MAY_COMMIT;
  if (!(flags >= 0 && flags <= may + 1 && ((uint32_t)flags & ~(may | RMR_NOT_COPYABLE)) == 0))
    luaL_error(L, "'flags' is none of RMR_MAY_REREAD | RMR_MAY_CHANGE | RMR_MAY_TICK | RMR_MAY_COMMIT");
  a->flags = (uint32_t)flags | RMR_NOT_COPYABLE;
  read_options(L, script);
  read_measures(L, script);
  read_hook(L, "start", AT_START);
  if (!read_hook(L, "choose", AT_CHOOSE)) a->choose = NULL;
  if (!read_hook(L, "observe", AT_OBSERVE)) a->observe = NULL;
  if (!read_hook(L, "measure", AT_MEASURE)) a->measure = NULL;
}
