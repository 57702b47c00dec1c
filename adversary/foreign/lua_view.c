/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua_view.c: views, processes, pending accesses and events as a script sees them: objects whose fields have the names
 * of the structs in adversary.h, event.h and op.h, and are read from these when they are asked for. A field that does
 * not exist is an error, not nil. Nothing can be assigned.
 */
#include <lauxlib.h>
#include <stddef.h>
#include <string.h>

#include "adversary/foreign/lua_script.h"

/* Of a struct: where it lies and how wide it is; 0: a truth value. */
struct field {
  const char *name;
  uint16_t offset, width;
};
#define NUMBER(type, member)                                                      \
  {                                                                               \
#member, offsetof(struct type, member), sizeof(((struct type *)NULL)->member) \
  }
#define TRUTH(type, member)                   \
  {                                           \
#member, offsetof(struct type, member), 0 \
  }

static const struct field view_fields[] = {NUMBER(rmr_view, step), NUMBER(rmr_view, n), NUMBER(rmr_view, n_ready),
                                           NUMBER(rmr_view, now)};
static const struct field process_fields[] = {NUMBER(rmr_process, rmr),     NUMBER(rmr_process, steps),
                                              NUMBER(rmr_process, session), NUMBER(rmr_process, passages),
                                              NUMBER(rmr_process, section), NUMBER(rmr_process, status)};
static const struct field pending_fields[] = {NUMBER(rmr_op, value), NUMBER(rmr_op, var), NUMBER(rmr_op, line),
                                              NUMBER(rmr_op, kind), NUMBER(rmr_op, section)};
static const struct field event_fields[] = {
  NUMBER(rmr_event, step),    NUMBER(rmr_event, before),      NUMBER(rmr_event, after),
  NUMBER(rmr_event, process), NUMBER(rmr_event, var),         NUMBER(rmr_event, woken),
  NUMBER(rmr_event, session), NUMBER(rmr_event, line),        NUMBER(rmr_event, kind),
  NUMBER(rmr_event, cause),   NUMBER(rmr_event, from),        NUMBER(rmr_event, to),
  NUMBER(rmr_event, action),  TRUTH(rmr_event, blocked),      TRUTH(rmr_event, parked),
  NUMBER(rmr_event, choice),  NUMBER(rmr_event, passage_rmr), NUMBER(rmr_event, passage_steps)};

#define COUNT(fields) (sizeof(fields) / sizeof(fields)[0])
enum {
  N_VIEW = COUNT(view_fields),
  N_PROCESS = COUNT(process_fields),
  N_PENDING = COUNT(pending_fields),
  N_EVENT = COUNT(event_fields),
};

/* The parts of a view beside plain fields, as user values from 1 of its object. Their names follow the fields'. */
enum part { PART_PROCESS = 1, PART_READY, PART_WOKEN, PART_MEMORY, PART_BASE, N_PARTS = PART_BASE };
static const char *const part_names[] = {"", "process", "ready", "woken", "memory", "base"};

/* An object that stands for something in a world. */
struct object {
  struct script *script;
  uint32_t world; /* of an event: which one */
  uint32_t which; /* a process; or a part   */
};

static const struct object *self(lua_State *L)
{
  return lua_touserdata(L, 1);
}

static const struct rmr_view *view_of(lua_State *L, const struct object *object)
{
  const struct rmr_view *view = object->script->view[object->world];
  if (view == NULL) luaL_error(L, "there is no such world");
  return view;
}

/* The number, from 1, of the key among the names of upvalue 1. */
static uint32_t key_number(lua_State *L, const char *what)
{
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNUMBER) {
    if (!lua_isstring(L, 2)) luaL_error(L, "%s has no field that is a %s", what, luaL_typename(L, 2));
    luaL_error(L, "%s has no field '%s'", what, lua_tostring(L, 2));
  }
  const lua_Integer number = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return (uint32_t)number;
}

static int push_field(lua_State *L, const void *base, const struct field *field)
{
  const unsigned char *at = (const unsigned char *)base + field->offset;
  uint64_t wide = 0;
  if (field->width == 0)
    lua_pushboolean(L, *at);
  else {
    memcpy(&wide, at, field->width); /* little end first, as on every machine that this runs on */
    lua_pushinteger(L, (lua_Integer)wide);
  }
  return 1;
}

static int view_index(lua_State *L)
{
  const struct object *object = self(L);
  const uint32_t key = key_number(L, "a view");
  if (key > N_VIEW) return lua_getiuservalue(L, 1, (int)(key - N_VIEW)), 1;
  return push_field(L, view_of(L, object), &view_fields[key - 1]);
}

static int process_index(lua_State *L)
{
  const struct object *object = self(L);
  const uint32_t key = key_number(L, "a process");
  if (key > N_PROCESS) return lua_getiuservalue(L, 1, 1), 1;
  return push_field(L, &view_of(L, object)->process[object->which], &process_fields[key - 1]);
}

static int pending_index(lua_State *L)
{
  const struct object *object = self(L);
  const uint32_t key = key_number(L, "a pending access");
  return push_field(L, &view_of(L, object)->process[object->which].pending, &pending_fields[key - 1]);
}

static int event_index(lua_State *L)
{
  const struct object *object = self(L);
  const struct rmr_event *event = object->script->event[object->world];
  if (event == NULL) return luaL_error(L, "this event is over");
  return push_field(L, event, &event_fields[key_number(L, "an event") - 1]);
}

static uint32_t n_groups(const struct object *object)
{
  return object->script->host != NULL && object->script->host->algorithm != NULL
           ? object->script->host->algorithm->n_shared
           : 0;
}

/* How many there are of a part, and the number of the first one: lists count from 1, parts with numbers of their own by
 * these. */
static uint32_t part_size(const struct object *object, const struct rmr_view *view, uint32_t *first)
{
  *first = object->which == PART_READY || object->which == PART_WOKEN;
  switch (object->which) {
  case PART_READY: return view->n_ready;
  case PART_WOKEN: return object->script->event[0] != NULL ? object->script->event[0]->woken : 0;
  case PART_MEMORY: return view->base[n_groups(object)];
  default: return n_groups(object);
  }
}

/* Past the end: nil, as of every list of Lua. */
static int part_index(lua_State *L)
{
  const struct object *object = self(L);
  const struct rmr_view *view = view_of(L, object);
  uint32_t first;
  const uint32_t size = part_size(object, view, &first);
  int is_number;
  const lua_Integer k = lua_tointegerx(L, 2, &is_number);
  if (!is_number) return luaL_error(L, "view.%s has numbers for keys only", part_names[object->which]);
  if (k < first || k - first >= size)
    lua_pushnil(L);
  else if (object->which == PART_MEMORY)
    lua_pushinteger(L, view->memory[k]);
  else if (object->which == PART_BASE)
    lua_pushinteger(L, view->base[k]);
  else
    lua_pushinteger(L, object->which == PART_READY ? view->ready[k - 1] : view->woken[k - 1]);
  return 1;
}

static int part_length(lua_State *L)
{
  const struct object *object = self(L);
  uint32_t first;
  lua_pushinteger(L, part_size(object, view_of(L, object), &first));
  return 1;
}

static int refuse_assignment(lua_State *L)
{
  return luaL_error(L, "an adversary can read everything and change nothing");
}

/* --- making them -------------------------------------------------------------------------------------------------- */

static void make_type(lua_State *L, const char *name, lua_CFunction index, const struct field *fields, uint32_t n,
                      const char *const *more, uint32_t n_more)
{
  luaL_newmetatable(L, name);
  lua_newtable(L);
  for (uint32_t k = 0; k < n + n_more; k++) {
    lua_pushinteger(L, k + 1);
    lua_setfield(L, -2, k < n ? fields[k].name : more[k - n]);
  }
  lua_pushcclosure(L, index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, refuse_assignment);
  lua_setfield(L, -2, "__newindex");
  lua_pop(L, 1);
}

static struct object *push_object(lua_State *L, const char *type, struct script *script, uint32_t world, uint32_t which,
                                  int values)
{
  struct object *object = lua_newuserdatauv(L, sizeof *object, values);
  *object = (struct object){script, world, which};
  luaL_setmetatable(L, type);
  return object;
}

/* The table of processes, 1..n. */
static void push_processes(lua_State *L, struct script *script, uint32_t world)
{
  const uint32_t n = script->view[world]->n;
  lua_createtable(L, (int)n, 0);
  for (uint32_t p = 1; p <= n; p++) {
    push_object(L, "process", script, world, p, 1);
    push_object(L, "pending", script, world, p, 0);
    lua_setiuservalue(L, -2, 1);
    lua_rawseti(L, -2, p);
  }
}

void script_push_view(lua_State *L, struct script *script, int world)
{
  push_object(L, "view", script, (uint32_t)world, 0, N_PARTS);
  push_processes(L, script, (uint32_t)world);
  lua_setiuservalue(L, -2, PART_PROCESS);
  for (uint32_t part = PART_READY; part <= N_PARTS; part++) {
    push_object(L, "part", script, (uint32_t)world, part, 0);
    lua_setiuservalue(L, -2, (int)part);
  }
}

void script_push_event(lua_State *L, struct script *script, int which)
{
  push_object(L, "event", script, (uint32_t)which, 0, 0);
}

/* --- functions of the headers ------------------------------------------------------------------------------------- */

static const struct rmr_view *check_view(lua_State *L)
{
  return view_of(L, luaL_checkudata(L, 1, "view"));
}

static uint32_t check_process(lua_State *L, const struct rmr_view *view)
{
  const lua_Integer p = luaL_checkinteger(L, 2);
  return p >= 0 && p <= view->n ? (uint32_t)p : 0;
}

static int next_ready(lua_State *L)
{
  const struct rmr_view *view = check_view(L);
  lua_pushinteger(L, rmr_next_ready(view, check_process(L, view)));
  return 1;
}

static int is_ready(lua_State *L)
{
  const struct rmr_view *view = check_view(L);
  lua_pushboolean(L, rmr_is_ready(view, check_process(L, view)));
  return 1;
}

static int is_parked(lua_State *L)
{
  const struct rmr_view *view = check_view(L);
  lua_pushboolean(L, rmr_is_parked(view, check_process(L, view)));
  return 1;
}

static int event_action(lua_State *L)
{
  const struct object *object = luaL_checkudata(L, 1, "event");
  const struct rmr_event *event = object->script->event[object->world];
  if (event == NULL) return luaL_error(L, "this event is over");
  lua_pushinteger(L, (lua_Integer)rmr_event_action(event));
  return 1;
}

void script_view_functions(lua_State *L)
{
  static const char *const pending[] = {"pending"};
  make_type(L, "view", view_index, view_fields, N_VIEW, &part_names[1], N_PARTS);
  make_type(L, "process", process_index, process_fields, N_PROCESS, pending, 1);
  make_type(L, "pending", pending_index, pending_fields, N_PENDING, NULL, 0);
  make_type(L, "event", event_index, event_fields, N_EVENT, NULL, 0);
  make_type(L, "part", part_index, NULL, 0, NULL, 0);
  luaL_getmetatable(L, "part");
  lua_pushcfunction(L, part_length);
  lua_setfield(L, -2, "__len");
  lua_pop(L, 1);
  lua_register(L, "rmr_next_ready", next_ready);
  lua_register(L, "rmr_is_ready", is_ready);
  lua_register(L, "rmr_is_parked", is_parked);
  lua_register(L, "rmr_event_action", event_action);
}
