/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loader.h: adversaries from shared objects.
 */
#ifndef ADVERSARY_LOADER_H
#define ADVERSARY_LOADER_H

#include <rmr/adversary.h>

#include "base/error.h"

enum { ADVERSARY_MAX_OPTIONS = 64 };

/* Opens the shared object and checks its `rmr_adversary`: abi, sizes, required hooks, options. On success *out is a copy
 * of the struct and *handle is to be closed with adversary_unload once nothing of *out is used any more. On failure
 * nothing stays open and *e names the file, what was found and what was expected. */
bool adversary_load(const char *path, struct rmr_adversary *out, void **handle, struct error *e);
void adversary_unload(void *handle);

/* The same checks for a struct that is there already; `name` stands for it in messages. */
bool adversary_check(const struct rmr_adversary *adversary, const char *name, struct error *e);

#endif
