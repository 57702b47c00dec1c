/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loader.c. The order of the checks matters: `abi` and `size` never move, so they are looked at before anything else of a
 * struct that may have been compiled against another version of the headers. The match is exact: while the interface is
 * young, a rebuild is cheaper than a promise.
 */
#include "adversary/loader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

static bool check_option(const struct rmr_option *option, const struct rmr_adversary *a, const char *name,
                         struct error *e)
{
  static const size_t sizes[] = {
    [RMR_INTEGER] = 8, [RMR_NUMBER] = 8, [RMR_TEXT] = 64, [RMR_SCHEDULE] = 4, [RMR_ADVERSARY_NAME] = 4};
  if (option->type >= sizeof sizes / sizeof *sizes)
    return fail(e, EXIT_USAGE, "%s: option '%s' has the unknown type %u", name, option->key, option->type);
  if (option->offset + sizes[option->type] > a->state_size)
    return fail(e, EXIT_USAGE, "%s: option '%s' lies outside the state of %u bytes", name, option->key, a->state_size);
  if (option->type == RMR_ADVERSARY_NAME && option[1].key != NULL)
    return fail(e, EXIT_USAGE, "%s: option '%s' names an adversary and must be the last one", name, option->key);
  return true;
}

bool adversary_check(const struct rmr_adversary *a, const char *name, struct error *e)
{
  if (a->abi != RMR_ABI)
    return fail(e, EXIT_USAGE, "%s: built for plug-in interface %u, this is interface %u; build it again", name, a->abi,
                RMR_ABI);
  if (a->size != sizeof *a)
    return fail(e, EXIT_USAGE, "%s: struct rmr_adversary has %u bytes, expected %zu; build it again with these headers",
                name, a->size, sizeof *a);
  if (a->event_size != sizeof(struct rmr_event) || a->view_size != sizeof(struct rmr_view))
    return fail(e, EXIT_USAGE, "%s: events of %u and views of %u bytes, expected %zu and %zu; build it again", name,
                a->event_size, a->view_size, sizeof(struct rmr_event), sizeof(struct rmr_view));
  if (a->name == NULL || a->name[0] == '\0') return fail(e, EXIT_USAGE, "%s: the adversary has no name", name);
  if (a->choose == NULL) return fail(e, EXIT_USAGE, "%s: the required hook `choose` is missing", name);
  if (a->measures != NULL && a->measure == NULL)
    return fail(e, EXIT_USAGE, "%s: `measures` is given but the hook `measure` is missing", name);
  for (const struct rmr_option *option = a->options; option != NULL && option->key != NULL; option++) {
    if (option - a->options == ADVERSARY_MAX_OPTIONS)
      return fail(e, EXIT_USAGE, "%s: more than %d options", name, ADVERSARY_MAX_OPTIONS);
    if (!check_option(option, a, name, e)) return false;
  }
  return true;
}

bool adversary_load(const char *path, struct rmr_adversary *out, void **handle, struct error *e)
{
  if (access(path, R_OK) != 0) return fail(e, EXIT_USAGE, "no plug-in '%s': the file is missing or unreadable", path);
  char *file =
    mem_format("%s%s", strchr(path, '/') == NULL ? "./" : "", path); /* a name without a slash would be searched for */
  *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  free(file);
  if (*handle == NULL) return fail(e, EXIT_USAGE, "'%s' cannot be loaded: %s", path, dlerror());
  const struct rmr_adversary *found = dlsym(*handle, "rmr_adversary");
  if (found == NULL)
    fail(e, EXIT_USAGE, "'%s' is not an adversary: it exports no symbol `rmr_adversary`", path);
  else if (adversary_check(found, path, e)) {
    memcpy(out, found, sizeof *out);
    return true;
  }
  dlclose(*handle);
  *handle = NULL;
  return false;
}

void adversary_unload(void *handle)
{
  if (handle != NULL) dlclose(handle);
}
