/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lua.c: an adversary in Lua 5.4. A script returns a table with the fields and hooks of struct rmr_adversary; each
 * instance of an adversary has a Lua of its own, so nothing is shared by runs, threads or nested adversaries.
 *
 * A mistake of a script comes back as an error with its file and line. It may not hold more than FOREIGN_MEMORY bytes,
 * which the allocator sees to, nor make more than FOREIGN_INSTRUCTIONS in one call of a hook, which a count hook sees
 * to. A script that catches that error with pcall gets it again at the next instruction.
 */
#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adversary/foreign/lua_script.h"
#include "base/file.h"
#include "base/mem.h"

enum { LARGEST_FILE = 16 << 20, COUNTED = 1000 };

/* --- limits ------------------------------------------------------------------------------------------------------- */

/* As lua_Alloc wants it: `was` is no size where `old` is NULL. */
static void *allocate(void *self, void *old, size_t was, size_t size)
{
  struct script *script = self;
  if (old == NULL) was = 0;
  if (size == 0) {
    script->held -= was;
    free(old);
    return NULL;
  }
  if (size > was && size - was > FOREIGN_MEMORY - script->held) return NULL;
  void *new = realloc(old, size);
  if (new != NULL) script->held = script->held - was + size;
  return new;
}

/* Where the script is: not in a function of C, nor in the prelude. */
static void note_place(lua_State *L, struct script *script)
{
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar) != 0; level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0 || strcmp(ar.source, SCRIPT_PRELUDE) == 0) continue;
    snprintf(script->place, sizeof script->place, "%.50s:%d: ", ar.short_src, ar.currentline);
    return;
  }
}

static void count(lua_State *L, lua_Debug *ar)
{
  (void)ar;
  script_spend(L, COUNTED);
}

void script_spend(lua_State *L, uint64_t instructions)
{
  struct script *script = *(struct script **)lua_getextraspace(L);
  script->spent += instructions;
  if (script->spent < FOREIGN_INSTRUCTIONS) return;
  if (!script->endless) note_place(L, script);
  script->endless = true;
  lua_sethook(L, count, LUA_MASKCOUNT, 1);
  luaL_error(L, "no end");
}

/* --- calling ------------------------------------------------------------------------------------------------------ */

/* The error of a call; the message is on top, and is taken away. */
static void tell(struct script *script, int status, const char *where, char *out, size_t size)
{
  const char *message = lua_type(script->L, -1) == LUA_TSTRING ? lua_tostring(script->L, -1) : NULL;
  if (script->endless)
    snprintf(out, size, "%smore than %d instructions in %s: is it a loop without an end?", script->place,
             FOREIGN_INSTRUCTIONS, where);
  else if (status == LUA_ERRMEM)
    snprintf(out, size, "%s needs more than %d MiB of memory", where, FOREIGN_MEMORY >> 20);
  else if (message == NULL)
    snprintf(out, size, "%s raised an error that is a %s, not a text", where, luaL_typename(script->L, -1));
  else
    snprintf(out, size, "%s", message);
  lua_pop(script->L, 1);
}

/* The function and its arguments are on the stack. False: it has failed, and the host knows. */
static bool call(struct script *script, int arguments, int results, const char *where)
{
  char text[400];
  script->spent = 0;
  const int status = lua_pcall(script->L, arguments, results, 0);
  if (status == LUA_OK && !script->endless) return true;
  if (status == LUA_OK) {
    lua_settop(script->L, AT_END);
    lua_pushnil(script->L);
  }
  tell(script, status, where, text, sizeof text);
  script->host->fail(script->host, "%s", text);
  script->told = true;
  return false;
}

/* A hook, and so many of its arguments: self, host, view, event. */
static void push_hook(lua_State *L, int hook, int arguments)
{
  lua_pushvalue(L, hook);
  for (int k = 0; k < arguments; k++) lua_pushvalue(L, AT_SELF + k);
}

static struct script *enter(void *state, struct rmr_host *host, const struct rmr_view *view)
{
  struct script *script = (struct script *)foreign_of(state);
  script->host = host;
  script->view[0] = view;
  return script;
}

/* self.KEY = what the user has set, for each option. */
static void fill_self(lua_State *L, const struct script *script, const unsigned char *state)
{
  lua_newtable(L);
  for (const struct rmr_option *option = script->option; option->key != NULL; option++) {
    const unsigned char *at = state + option->offset;
    int64_t integer;
    double number;
    uint32_t handle;
    switch (option->type) {
    case RMR_INTEGER: lua_pushinteger(L, (memcpy(&integer, at, sizeof integer), integer)); break;
    case RMR_NUMBER: lua_pushnumber(L, (memcpy(&number, at, sizeof number), number)); break;
    case RMR_TEXT: lua_pushstring(L, (const char *)at); break;
    default: lua_pushinteger(L, (memcpy(&handle, at, sizeof handle), handle)); break;
    }
    lua_setfield(L, -2, option->key);
  }
  lua_replace(L, AT_SELF);
}

/* Called by lua_pcall, so that even here no memory is an error like any other. */
static int prepare(lua_State *L)
{
  struct script *script = lua_touserdata(L, 1);
  script_push_host(L, script);
  script_push_view(L, script, 0);
  script_push_event(L, script, 0);
  return 3;
}

static int prepare_self(lua_State *L)
{
  struct script *script = lua_touserdata(L, 1);
  lua_settop(L, AT_END);
  fill_self(L, script, lua_touserdata(L, 2));
  lua_pushvalue(L, AT_SELF);
  return 1;
}

static bool start(void *state, struct rmr_host *host, const struct rmr_view *view)
{
  struct script *script = enter(state, host, view);
  lua_State *L = script->L;
  lua_pushcfunction(L, prepare);
  lua_pushlightuserdata(L, script);
  if (!call(script, 1, 3, "start")) return false;
  lua_replace(L, AT_EVENT);
  lua_replace(L, AT_VIEW);
  lua_replace(L, AT_HOST);
  lua_pushcfunction(L, prepare_self);
  lua_pushlightuserdata(L, script);
  lua_pushlightuserdata(L, state);
  if (!call(script, 2, 1, "start")) return false;
  lua_replace(L, AT_SELF);
  if (lua_isnil(L, AT_START)) return true;
  push_hook(L, AT_START, 3);
  if (!call(script, 3, 1, "start")) return false;
  const bool refused = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  lua_pop(L, 1);
  return !refused && !script->told;
}

/* The action that choose has returned, which is on top. */
static rmr_action returned(struct script *script)
{
  lua_State *L = script->L;
  int is_whole;
  const lua_Integer chosen = lua_tointegerx(L, -1, &is_whole);
  char what[64];
  if (lua_type(L, -1) == LUA_TNUMBER && is_whole && chosen >= 0) return lua_pop(L, 1), (rmr_action)chosen;
  if (!script->told) {
    if (lua_type(L, -1) == LUA_TNUMBER)
      snprintf(what, sizeof what, "%.14g", lua_tonumber(L, -1));
    else
      snprintf(what, sizeof what, "%s%s", lua_isnil(L, -1) ? "" : "a ", luaL_typename(L, -1));
    script->host->fail(script->host,
                       "`choose` returned %s at step %" PRIu64 "; expected an action, such as the number "
                       "of a process, or RMR_STOP",
                       what, script->view[0]->step + 1);
    script->told = true;
  }
  lua_pop(L, 1);
  return RMR_STOP;
}

static rmr_action choose(void *state, struct rmr_host *host, const struct rmr_view *view)
{
  struct script *script = enter(state, host, view);
  if (script->told) return RMR_STOP;
  push_hook(script->L, AT_CHOOSE, 3);
  return call(script, 3, 1, "choose") ? returned(script) : RMR_STOP;
}

static void observe(void *state, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct script *script = enter(state, host, view);
  if (script->told) return;
  script->event[0] = event;
  push_hook(script->L, AT_OBSERVE, 4);
  call(script, 4, 0, "observe");
  script->event[0] = NULL;
}

/* 0 where it tells no number: it is called when the run is over, and cannot fail it any more. */
static double measure(const void *state, uint32_t which)
{
  struct script *script = (struct script *)foreign_of(state);
  lua_State *L = script->L;
  push_hook(L, AT_MEASURE, 1);
  lua_pushinteger(L, which + 1);
  script->spent = 0;
  const bool ok = lua_pcall(L, 2, 1, 0) == LUA_OK && !script->endless && lua_type(L, -1) == LUA_TNUMBER;
  const double value = ok ? lua_tonumber(L, -1) : 0;
  if (!ok) script->host->log(script->host, "`measure` of '%s' gave no number; 0 is used", script->measure[which]);
  lua_pop(L, 1);
  return value;
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

/* A script, its text, and the name of its chunk. */
struct source {
  struct script *script;
  const char *text, *chunk;
  size_t length;
};

/* Leaves the hooks on the stack: AT_START and on. */
static int load(lua_State *L)
{
  const struct source *source = lua_touserdata(L, 1);
  lua_settop(L, 0);
  script_open_libraries(L);
  script_view_functions(L);
  script_host_functions(L, source->script);
  lua_settop(L, AT_END);
  if (luaL_loadbufferx(L, source->text, source->length, source->chunk, "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 1);
  script_describe(L, source->script);
  lua_settop(L, AT_END);
  return AT_END;
}

static void end(struct foreign *foreign)
{
  struct script *script = (struct script *)foreign;
  if (script->L != NULL) lua_close(script->L);
  for (size_t k = 0; k < script->n_texts; k++) free(script->text[k]);
  free(script->name);
  free(script);
}

static bool run_file(struct script *script, const char *path, const char *text, size_t length, struct error *e)
{
  const char *slash = strrchr(path, '/');
  char *chunk = mem_format("@%s", slash != NULL ? slash + 1 : path), told[400];
  struct source source = {script, text, chunk, length};
  lua_pushcfunction(script->L, load);
  lua_pushlightuserdata(script->L, &source);
  const int status = lua_pcall(script->L, 1, AT_END, 0);
  free(chunk);
  if (status == LUA_OK && !script->endless) return true;
  if (status == LUA_OK) lua_pushnil(script->L);
  tell(script, status, "the script", told, sizeof told);
  return fail(e, EXIT_USAGE, "adversary %s: %s", script->name, told);
}

struct foreign *lua_open(const char *name, const char *path, struct error *e)
{
  size_t length;
  if (file_is_stream(path)) {
    fail(e, EXIT_USAGE, "'%s' cannot be loaded: it is not a file", path);
    return NULL;
  }
  char *text = file_read(path, LARGEST_FILE, &length, e);
  if (text == NULL) return NULL;
  struct script *script = mem_new(1, sizeof *script);
  script->name = mem_text(name);
  script->foreign =
    (struct foreign){.adversary = {RMR_ADVERSARY_HEAD, .state_size = sizeof(struct foreign *), .start = start,
                                   .choose = choose, .observe = observe, .measure = measure},
                     .end = end};
  script->L = lua_newstate(allocate, script);
  bool ok = script->L != NULL || fail(e, EXIT_INTERNAL, "adversary %s: no memory for Lua", name);
  if (ok) {
    *(struct script **)lua_getextraspace(script->L) = script;
    lua_sethook(script->L, count, LUA_MASKCOUNT, COUNTED);
    ok = run_file(script, path, text, length, e);
  }
  free(text);
  if (ok && script->foreign.adversary.name == NULL) script->foreign.adversary.name = script->name;
  if (ok) return &script->foreign;
  end(&script->foreign);
  return NULL;
}
