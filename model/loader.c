/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/loader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/options.h"

static const char command[] = "cmd:";

const char *plug_in_file(const char *name)
{
  return strncmp(name, command, sizeof command - 1) == 0 ? name + sizeof command - 1 : name;
}

size_t plug_in_name(const char *specification)
{
  const char *file = plug_in_file(specification);
  return (size_t)(file - specification) + strcspn(file, ":");
}

static enum plug_in_kind kind_of(const char *name, size_t length)
{
  if (plug_in_file(name) != name) return PLUG_IN_COMMAND;
  if (text_ends_in(name, length, ".lua")) return PLUG_IN_LUA;
  if (text_ends_in(name, length, ".alg")) return PLUG_IN_TEXT;
  return memchr(name, '/', length) != NULL || text_ends_in(name, length, ".so") ? PLUG_IN_OBJECT : PLUG_IN_NONE;
}

enum plug_in_kind plug_in_kind(const char *specification)
{
  return kind_of(specification, plug_in_name(specification));
}

bool plug_in_is(const char *specification)
{
  return plug_in_kind(specification) != PLUG_IN_NONE;
}

bool plug_in_among(const char *specification)
{
  if (plug_in_is(specification)) return true;
  const char *value = strchr(specification, '=');
  for (; value != NULL; value = strchr(value + 1, '='))
    if (kind_of(value + 1, strcspn(value + 1, ":,")) != PLUG_IN_NONE) return true;
  return false;
}

char *plug_in_path(const char *directory, const char *path)
{
  const bool as_it_is = path[0] == '/' || directory == NULL || strcmp(directory, ".") == 0;
  return as_it_is ? mem_text(path) : mem_format("%s/%s", directory, path);
}

void plug_in_close(void *handle)
{
  if (handle != NULL) dlclose(handle);
}

/* The one symbol of a plug-in; "an adversary". NULL: nothing stays open. */
static const void *open_symbol(const char *path, const char *what, const char *symbol, const char *other_what,
                               const char *other, void **handle, struct error *e)
{
  *handle = NULL;
  if (access(path, R_OK) != 0) {
    fail(e, EXIT_USAGE, "no plug-in '%s': the file is missing or unreadable", path);
    return NULL;
  }
  if (file_is_stream(path)) {
    fail(e, EXIT_USAGE, "'%s' cannot be loaded: it is not a file", path);
    return NULL;
  }
  char *file =
    mem_format("%s%s", strchr(path, '/') == NULL ? "./" : "", path); /* a name without a slash would be searched for */
  void *opened = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  free(file);
  if (opened == NULL) {
    fail(e, EXIT_USAGE, "'%s' cannot be loaded: %s", path, dlerror());
    return NULL;
  }
  const void *found = dlsym(opened, symbol);
  if (found != NULL) {
    *handle = opened;
    return found;
  }
  const bool is_other = dlsym(opened, other) != NULL;
  fail(e, EXIT_USAGE, "'%s' is not %s: it exports no symbol `%s`%s%s", path, what, symbol, is_other ? "; it is " : "",
       is_other ? other_what : "");
  dlclose(opened);
  return NULL;
}

static bool check_texts(const struct rmr_adversary *a, const char *name, struct error *e)
{
  const char *const texts[] = {a->name, a->about, a->paper};
  bool ok = true;
  for (size_t k = 0; ok && k < sizeof texts / sizeof *texts; k++) ok = texts[k] == NULL || text_is_line(texts[k]);
  for (const char *const *measure = a->measures; ok && measure != NULL && *measure != NULL; measure++)
    ok = text_is_line(*measure);
  return ok || fail(e, EXIT_USAGE, "%s: one of its texts is not UTF-8 without control or invisible characters", name);
}

static bool check_measures(const struct rmr_adversary *a, const char *name, struct error *e)
{
  if (a->measures == NULL) return true;
  if (a->measure == NULL) return fail(e, EXIT_USAGE, "%s: `measures` is given but the hook `measure` is missing", name);
  for (size_t k = 0; a->measures[k] != NULL; k++)
    for (size_t other = 0; other < k; other++)
      if (strcmp(a->measures[k], a->measures[other]) == 0)
        return fail(e, EXIT_USAGE, "%s: two of its measures are called '%s'", name, a->measures[k]);
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
  return check_texts(a, name, e) && check_measures(a, name, e) &&
         options_check(a->options, a->state_size, true, name, e);
}

bool adversary_load(const char *path, struct rmr_adversary *out, void **handle, struct error *e)
{
  const struct rmr_adversary *found =
    open_symbol(path, "an adversary", "rmr_adversary", "an algorithm", "rmr_algorithm", handle, e);
  if (found == NULL) return false;
  if (adversary_check(found, path, e)) {
    memcpy(out, found, sizeof *out);
    return true;
  }
  plug_in_close(*handle);
  *handle = NULL;
  return false;
}

const struct rmr_algorithm *algorithm_load(const char *path, void **handle, struct error *e)
{
  const struct rmr_algorithm *found =
    open_symbol(path, "an algorithm", "rmr_algorithm", "an adversary", "rmr_adversary", handle, e);
  if (found == NULL || algorithm_check(found, path, e)) return found;
  plug_in_close(*handle);
  *handle = NULL;
  return NULL;
}
