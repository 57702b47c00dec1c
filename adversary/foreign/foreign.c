/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adversary/foreign/foreign.h"

#include <stddef.h>

#ifdef RMR_LUA
bool foreign_has_lua(void)
{
  return true;
}
#else
bool foreign_has_lua(void)
{
  return false;
}

struct foreign *lua_open(const char *name, const char *path, struct error *e)
{
  (void)path;
  fail(e, EXIT_USAGE, "adversary %s: this rmr was built without Lua (install liblua5.4-dev and build it again)", name);
  return NULL;
}
#endif

struct foreign *foreign_open(enum foreign_kind kind, const char *name, const char *path, struct error *e)
{
  return kind == FOREIGN_LUA ? lua_open(name, path, e) : command_open(name, path, e);
}
