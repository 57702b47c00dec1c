/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loader.h: adversaries and algorithms from shared objects. Built-in ones undergo the same checks.
 *
 * The order of the checks matters: `abi` and `size` never move, so they are checked before anything else of a struct
 * that may have been compiled against another version of the headers. They must match exactly: while the interface is
 * young, a rebuild is cheaper than a promise.
 */
#ifndef MODEL_LOADER_H
#define MODEL_LOADER_H

#include <rmr/adversary.h>

#include "base/error.h"

/* The length of the name in "NAME:key=value,..."; "cmd:" belongs to the name. */
size_t plug_in_name(const char *specification);

/* The file name in the name of a plug-in: behind "cmd:". */
const char *plug_in_file(const char *name);

/* The kind of a name: something built in; a shared object, whose name has a slash or ends in .so; a script, *.lua; the
 * text of an algorithm, *.alg; a program, cmd:FILE. Scripts and programs are adversaries only. */
enum plug_in_kind { PLUG_IN_NONE, PLUG_IN_OBJECT, PLUG_IN_LUA, PLUG_IN_TEXT, PLUG_IN_COMMAND };
enum plug_in_kind plug_in_kind(const char *specification);

/* Whether "NAME:key=value,..." names a plug-in file. */
bool plug_in_is(const char *specification);

/* Whether the specification names a plug-in anywhere, even as the value of an option:
 * "replay:file=x,then=./mine.so". A file of another kind may be mistaken for one. */
bool plug_in_among(const char *specification);

/* Resolves a path against the directory that relative paths start from (NULL: the current one). The caller frees it. */
char *plug_in_path(const char *directory, const char *path);

/* Opens the shared object and checks its `rmr_adversary`: abi, sizes, required hooks, options. On success *out is a
 * copy of the struct; close *handle with plug_in_close after the last use of *out. On failure nothing stays open and
 * *e names the file, the value found and the value expected. */
bool adversary_load(const char *path, struct rmr_adversary *out, void **handle, struct error *e);

/* The same for `rmr_algorithm`: abi, sizes, tables. The algorithm lives as long as the handle. NULL on failure. */
const struct rmr_algorithm *algorithm_load(const char *path, void **handle, struct error *e);

void plug_in_close(void *handle); /* NULL is fine */

/* The checks for a struct in memory; `name` names it in messages. */
bool adversary_check(const struct rmr_adversary *adversary, const char *name, struct error *e);
bool algorithm_check(const struct rmr_algorithm *algorithm, const char *name, struct error *e);

#endif
