/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_host.c: the services of the host, as methods of the object `host`, and the functions and constants of the
 * headers, as globals; all under the names that they have in C. An option of type RMR_SCHEDULE or RMR_ADVERSARY_NAME
 * is a handle in self.KEY, as it is in C.
 */
#include <lauxlib.h>
#include <stddef.h>

#include "adversary/foreign/lua_script.h"

static struct script *script_of(lua_State *L)
{
  return lua_touserdata(L, lua_upvalueindex(1));
}

static struct rmr_host *host_of(lua_State *L)
{
  struct rmr_host *host = script_of(L)->host;
  if (host == NULL) luaL_error(L, "there is no host before `start`");
  return host;
}

static uint32_t small(lua_State *L, int argument)
{
  const lua_Integer value = luaL_checkinteger(L, argument);
  return value < 0 || value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static void set_integer(lua_State *L, const char *key, lua_Integer value)
{
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text)
{
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* --- services ----------------------------------------------------------------------------------------------------- */

static int host_cost(lua_State *L)
{
  lua_pushinteger(L, host_of(L)->cost(host_of(L), small(L, 2)));
  return 1;
}

/* False; the run ends. */
static int host_fail(lua_State *L)
{
  struct script *script = script_of(L);
  host_of(L)->fail(host_of(L), "%s", luaL_checkstring(L, 2));
  script->told = true;
  lua_pushboolean(L, false);
  return 1;
}

static int host_log(lua_State *L)
{
  host_of(L)->log(host_of(L), "%s", luaL_checkstring(L, 2));
  return 0;
}

static int host_scheduled(lua_State *L)
{
  const lua_Integer k = luaL_checkinteger(L, 3);
  lua_pushinteger(L, (lua_Integer)host_of(L)->scheduled(host_of(L), small(L, 2), (uint64_t)k));
  return 1;
}

static int host_repeatable(lua_State *L)
{
  lua_pushinteger(L, (lua_Integer)host_of(L)->repeatable(host_of(L), small(L, 2)));
  return 1;
}

static int host_delegate(lua_State *L)
{
  struct script *script = script_of(L);
  lua_pushinteger(L, (lua_Integer)host_of(L)->delegate(host_of(L), small(L, 2), script->view[0]));
  return 1;
}

/* A view of the world; nil: there is none. Each is made once, and kept as a user value of the real one's. */
static int host_imagine(lua_State *L)
{
  struct script *script = script_of(L);
  const uint32_t world = small(L, 2);
  const struct rmr_view *view = host_of(L)->imagine(host_of(L), world, small(L, 3));
  if (view == NULL) return lua_pushnil(L), 1;
  script->view[world] = view;
  if (lua_rawgeti(L, lua_upvalueindex(2), world) != LUA_TNIL) return 1;
  script_push_view(L, script, (int)world);
  lua_pushvalue(L, -1);
  lua_rawseti(L, lua_upvalueindex(2), world);
  return 1;
}

/* The event; nil: it cannot be done. */
static int host_attempt(lua_State *L)
{
  struct script *script = script_of(L);
  script->event[1] = host_of(L)->attempt(host_of(L), small(L, 2), (rmr_action)luaL_checkinteger(L, 3));
  if (script->event[1] == NULL) return lua_pushnil(L), 1;
  script_push_event(L, script, 1);
  return 1;
}

static int host_changes(lua_State *L)
{
  lua_pushinteger(L, (lua_Integer)host_of(L)->changes(host_of(L), small(L, 2), small(L, 3)));
  return 1;
}

/* {most, first, wake}; nil: there is no time. */
static int host_time(lua_State *L)
{
  struct rmr_ticks ticks;
  if (!host_of(L)->time(host_of(L), small(L, 2), &ticks)) return lua_pushnil(L), 1;
  lua_createtable(L, 0, 3);
  set_integer(L, "most", ticks.most);
  set_integer(L, "first", ticks.first);
  set_integer(L, "wake", ticks.wake);
  return 1;
}

static int host_give_up(lua_State *L)
{
  host_of(L)->give_up(host_of(L));
  return 0;
}

static int host_register_name(lua_State *L)
{
  lua_pushstring(L, host_of(L)->register_name(host_of(L), small(L, 2)));
  return 1;
}

/* {name=, lines={[line]={label=, text=, section=}}} */
static void push_algorithm(lua_State *L, const struct rmr_algorithm *algorithm)
{
  lua_createtable(L, 0, 2);
  set_text(L, "name", algorithm->name);
  lua_createtable(L, algorithm->n_lines, 0);
  for (uint32_t row = 0; row < algorithm->n_rows; row++) {
    const struct rmr_line *line = &algorithm->lines[row];
    if (line->line == 0) continue;
    lua_createtable(L, 0, 3);
    set_text(L, "label", line->label);
    set_text(L, "text", line->text);
    set_integer(L, "section", line->section);
    lua_rawseti(L, -2, line->line);
  }
  lua_setfield(L, -2, "lines");
}

void script_push_host(lua_State *L, struct script *script)
{
  static const struct luaL_Reg services[] = {{"cost", host_cost},
                                             {"fail", host_fail},
                                             {"log", host_log},
                                             {"scheduled", host_scheduled},
                                             {"delegate", host_delegate},
                                             {"repeatable", host_repeatable},
                                             {"imagine", host_imagine},
                                             {"attempt", host_attempt},
                                             {"changes", host_changes},
                                             {"time", host_time},
                                             {"give_up", host_give_up},
                                             {"register_name", host_register_name},
                                             {NULL, NULL}};
  lua_newtable(L);
  lua_pushlightuserdata(L, script);
  lua_newtable(L); /* of the views of imagined worlds */
  luaL_setfuncs(L, services, 2);
  push_algorithm(L, script->host->algorithm);
  lua_setfield(L, -2, "algorithm");
}

/* --- functions of the headers: the first argument is the host, or the action -------------------------------------- */

static int random_bits(lua_State *L)
{
  lua_pushinteger(L, (lua_Integer)rmr_random(&host_of(L)->rng));
  return 1;
}

static int random_below(lua_State *L)
{
  const lua_Integer n = luaL_checkinteger(L, 2);
  if (n < 1 || n > UINT32_MAX) return luaL_error(L, "rmr_random_below: %I is not 1 or more", n);
  lua_pushinteger(L, rmr_random_below(&host_of(L)->rng, (uint32_t)n));
  return 1;
}

static int random_unit(lua_State *L)
{
  lua_pushnumber(L, rmr_random_unit(&host_of(L)->rng));
  return 1;
}

static int action_of(lua_State *L)
{
  const uint32_t kind = small(L, 1), choice = lua_isnoneornil(L, 3) ? 0 : small(L, 3);
  lua_pushinteger(L, (lua_Integer)rmr_action_of((enum rmr_action_kind)(kind & 0xff), small(L, 2), choice));
  return 1;
}

static int action_kind(lua_State *L)
{
  lua_pushinteger(L, rmr_action_kind((rmr_action)luaL_checkinteger(L, 1)));
  return 1;
}

static int action_choice(lua_State *L)
{
  lua_pushinteger(L, rmr_action_choice((rmr_action)luaL_checkinteger(L, 1)));
  return 1;
}

static int action_who(lua_State *L)
{
  lua_pushinteger(L, rmr_action_who((rmr_action)luaL_checkinteger(L, 1)));
  return 1;
}

static const struct {
  const char *name;
  lua_Integer value;
} constants[] = {
#define CONSTANT(name) \
  {                    \
#name, name        \
  }
  CONSTANT(RMR_STOP),
  CONSTANT(RMR_WORLDS),
  CONSTANT(RMR_REMAINDER),
  CONSTANT(RMR_RECOVER),
  CONSTANT(RMR_DOORWAY),
  CONSTANT(RMR_WAITING),
  CONSTANT(RMR_CS),
  CONSTANT(RMR_EXIT),
  CONSTANT(RMR_READY),
  CONSTANT(RMR_PARKED),
  CONSTANT(RMR_DONE),
  CONSTANT(RMR_DEAD),
  CONSTANT(RMR_DELAYED),
  CONSTANT(RMR_DRAINING),
#define ACTION(name, word) {"RMR_" #name, RMR_##name},
  RMR_ACTIONS(ACTION)
#undef ACTION
    CONSTANT(RMR_MAY_REREAD),
  CONSTANT(RMR_MAY_CHANGE),
  CONSTANT(RMR_MAY_TICK),
  CONSTANT(RMR_MAY_COMMIT),
  CONSTANT(RMR_INTEGER),
  CONSTANT(RMR_NUMBER),
  CONSTANT(RMR_TEXT),
  CONSTANT(RMR_SCHEDULE),
  CONSTANT(RMR_ADVERSARY_NAME),
#undef CONSTANT
#define KIND(id, text, reads, writes) {"RMR_" #id, RMR_##id},
  RMR_KINDS(KIND)
#undef KIND
#define CAUSE(id, key, text) {"RMR_" #id, RMR_##id},
    RMR_CAUSES(CAUSE)
#undef CAUSE
};

void script_host_functions(lua_State *L, struct script *script)
{
  static const struct luaL_Reg functions[] = {{"rmr_random", random_bits},      {"rmr_random_below", random_below},
                                              {"rmr_random_unit", random_unit}, {"rmr_action_of", action_of},
                                              {"rmr_action_kind", action_kind}, {"rmr_action_choice", action_choice},
                                              {"rmr_action_who", action_who},   {NULL, NULL}};
  lua_pushglobaltable(L);
  lua_pushlightuserdata(L, script);
  luaL_setfuncs(L, functions, 1);
  for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
    set_integer(L, constants[k].name, constants[k].value);
  lua_pop(L, 1);
}
