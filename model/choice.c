/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/mem.h"
#include "base/surroundings.h"
#include "language/machine.h"
#include "model/guarded.h"
#include "model/loader.h"
#include "model/names.h"
#include "model/options.h"
#include "model/sessions.h"
#include "model/trial.h"

_Static_assert((int)SYSTEM_MAX_N <= (int)LARGEST_N && SESSIONS_MAX < 1 << (int)N_BITS,
               "fields have room for N, and sessions");

/* A block in which what the text says is set; an algorithm without parameters has none, but its text is looked at. */
static bool set_parameters(struct algorithm_choice *choice, const char *name, const char *text, struct error *e)
{
  const struct rmr_algorithm *a = choice->algorithm;
  if (a->parameters != NULL) choice->parameters = mem_new(1, a->parameters_size);
  const struct option_set options = {
    .kind = "algorithm", .name = name, .noun = "parameter", .table = a->parameters, .block = choice->parameters};
  return options_set(&options, text, e);
}

static const struct rmr_algorithm *find(const char *name, const char *directory, void **handle, struct error *e)
{
  if (!plug_in_is(name)) {
    const struct rmr_algorithm *found = algorithm_find(name, e);
    return found != NULL && algorithm_check(found, name, e) ? found : NULL;
  }
  if (plug_in_kind(name) != PLUG_IN_OBJECT) {
    fail(e, EXIT_USAGE, "'%s' is not an algorithm: these are built in, texts, ./FILE.alg, or shared objects, ./FILE.so",
         name);
    return NULL;
  }
  char *path = plug_in_path(directory, name);
  const struct rmr_algorithm *found = algorithm_load(path, handle, e);
  free(path);
  return found;
}

static const char variant_key[] = "variant=";

/* One of a shared object; where it is no compiled text, its operations are looked at. */
static const struct rmr_algorithm *guard(struct algorithm_choice *choice, const struct rmr_algorithm *found)
{
  if (found == NULL || choice->handle == NULL || found->text != NULL) return found;
  choice->guarded = mem_new(1, sizeof *choice->guarded);
  guarded_create(choice->guarded, found);
  return &choice->guarded->algorithm;
}

/* The variant that is asked for, at the beginning of the parameters; NULL: none. *given: the parameters behind it. */
static char *take_variant(const char **given)
{
  const size_t key = sizeof variant_key - 1;
  if (strncmp(*given, variant_key, key) != 0) return NULL;
  const size_t length = strcspn(*given + key, ",");
  char *variant = mem_format("%.*s", (int)length, *given + key);
  *given += key + length;
  if (**given == ',') ++*given;
  return variant;
}

/* An algorithm whose text is in a file. */
static const struct rmr_algorithm *read_text(struct algorithm_choice *choice, const char *name, const char *variant,
                                             struct error *e)
{
  char *path = plug_in_path(choice->directory, name);
  choice->machine = machine_load(path, variant, e);
  free(path);
  if (choice->machine == NULL || !algorithm_check(&choice->machine->algorithm, name, e)) return NULL;
  return &choice->machine->algorithm;
}

/* `tried`: whether its step function is, if it is a plug-in. */
static struct algorithm_choice *choose(const char *specification, const char *directory, bool tried, struct error *e)
{
  const size_t length = plug_in_name(specification);
  if (length == 0) {
    fail(e, EXIT_USAGE, "algorithm '%s': expected NAME or NAME:key=value,...", specification);
    return NULL;
  }
  struct algorithm_choice *choice = mem_new(1, sizeof *choice);
  choice->directory = directory != NULL ? mem_text(directory) : NULL;
  char *name = mem_format("%.*s", (int)length, specification);
  const char *given = specification[length] == ':' ? specification + length + 1 : "";
  const bool is_text = plug_in_kind(name) == PLUG_IN_TEXT;
  char *variant = take_variant(&given);
  if (is_text && strstr(given, ",variant=") != NULL)
    fail(e, EXIT_USAGE, "%s: expected variant= before the parameters", specification);
  else if (is_text)
    choice->algorithm = read_text(choice, name, variant, e);
  else if (variant != NULL)
    fail(e, EXIT_USAGE, "%s: only the text of a file takes a variant; elsewhere each has a name of its own", name);
  else
    choice->algorithm = guard(choice, find(name, directory, &choice->handle, e));
  const bool ok =
    choice->algorithm != NULL && set_parameters(choice, name, given, e) &&
    (choice->handle == NULL || !tried || algorithm_try(choice->algorithm, choice->parameters, choice->directory, e));
  if (ok) {
    char *parameters = options_text(choice->algorithm->parameters, choice->parameters);
    choice->text = mem_format("%s%s%s%s%s%s", name, variant != NULL || parameters[0] != '\0' ? ":" : "",
                              variant != NULL ? variant_key : "", variant != NULL ? variant : "",
                              variant != NULL && parameters[0] != '\0' ? "," : "", parameters);
    free(parameters);
  }
  free(variant);
  free(name);
  if (ok) return choice;
  algorithm_release(choice);
  return NULL;
}

struct algorithm_choice *algorithm_choose(const char *specification, const char *directory, struct error *e)
{
  return choose(specification, directory, true, e);
}

uint32_t algorithm_errors(const char *specification, const char *directory, struct error *errors, uint32_t most)
{
  char *name = mem_format("%.*s", (int)plug_in_name(specification), specification);
  uint32_t n = 0;
  if (plug_in_kind(name) == PLUG_IN_TEXT) {
    const char *given = specification + strlen(name) + (specification[strlen(name)] == ':');
    char *variant = take_variant(&given), *path = plug_in_path(directory, name);
    n = machine_errors(path, variant, errors, most);
    free(path);
    free(variant);
  }
  free(name);
  if (n != 0) return n;
  struct algorithm_choice *choice = choose(specification, directory, true, &errors[0]);
  n = choice == NULL;
  algorithm_release(choice);
  return n;
}

/* --- with care ---------------------------------------------------------------------------------------------------- */

struct attempt {
  const char *specification, *directory;
};

/* Loads it, has it say how large it is, tries it, and closes it again. Its loading is what the parent will do as well,
 * so that must change nothing there. */
static bool attempt(void *self, struct heartbeat *heart, struct error *e)
{
  enum { MOST_N = 16 };
  const struct attempt *a = self;
  struct surroundings surroundings;
  surroundings_note(&surroundings);
  struct algorithm_choice *choice = choose(a->specification, a->directory, false, e);
  (void)heart;
  if (choice == NULL) return false;
  const char *changed = surroundings_changed(&surroundings);
  if (changed != NULL)
    fail(e, EXIT_USAGE, "%s: when it is loaded, it changes %s of the process that loads it", a->specification, changed);
  const bool ok = changed == NULL && algorithm_try(choice->algorithm, choice->parameters, choice->directory, e);
  for (uint32_t n = 1; ok && n <= MOST_N; n++)
    algorithm_space(choice->algorithm, (struct rmr_size){.n = n, .parameters = choice->parameters});
  algorithm_release(choice);
  return ok;
}

static struct algorithm_choice *fallen(const char *specification, const char *why)
{
  static const struct rmr_algorithm nobody = {
    .name = "fallen", .title = "an algorithm that cannot be loaded", .source = "", .note = ""};
  struct algorithm_choice *choice = mem_new(1, sizeof *choice);
  *choice = (struct algorithm_choice){.algorithm = &nobody, .text = mem_text(specification), .fallen = mem_text(why)};
  return choice;
}

struct algorithm_choice *algorithm_choose_safely(const char *specification, const char *directory, struct error *e)
{
  if (!plug_in_is(specification) || plug_in_kind(specification) == PLUG_IN_TEXT)
    return algorithm_choose(specification, directory, e);
  struct attempt a = {specification, directory};
  struct error why = {0};
  switch (child_try(attempt, &a, specification, &why)) {
  case CHILD_DID_WELL: return choose(specification, directory, false, e);
  case CHILD_FELL: return fallen(specification, why.text);
  case CHILD_REFUSED: break;
  }
  if (e->code == EXIT_OK) *e = why;
  return NULL;
}

void algorithm_release(struct algorithm_choice *choice)
{
  if (choice == NULL) return;
  free(choice->fallen);
  free(choice->parameters);
  free(choice->text);
  free(choice->directory);
  free(choice->guarded);
  plug_in_close(choice->handle);
  machine_free(choice->machine);
  free(choice);
}

void algorithm_ask(const struct algorithm_choice *choice, struct system_spec *spec)
{
  spec->algorithm = choice->algorithm;
  spec->parameters = choice->parameters;
  spec->text = choice->text;
  spec->directory = choice->directory;
}

bool algorithm_processes(const struct algorithm_choice *choice, uint32_t *n, struct error *e)
{
  uint32_t own;
  if (!neighbours_n(choice->algorithm, choice->parameters, choice->directory, &own, e)) return false;
  if (*n == 0) *n = own;
  if (*n == 0)
    return fail(e, EXIT_USAGE, "no number of processes; expected -n N%s",
                neighbours_has(choice->algorithm) ? ", or a graph with its size, such as ring:5" : "");
  return own == 0 || *n == own ||
         fail(e, EXIT_USAGE, "%s: the graph has %u philosophers, but N = %u is asked for", choice->text, own, *n);
}

bool algorithm_fits(const struct algorithm_choice *choice, uint32_t n, struct error *e)
{
  const struct rmr_algorithm *a = choice->algorithm;
  struct neighbours neighbours;
  if (!neighbours_has(a)) return true;
  void *block = memcpy(mem_new(1, a->parameters_size), choice->parameters, a->parameters_size);
  const bool ok = neighbours_fill(a, block, n, choice->directory, &neighbours, e);
  neighbours_free(&neighbours);
  free(block);
  return ok;
}

void *algorithm_defaults(const struct rmr_algorithm *a)
{
  if (a->parameters == NULL) return NULL;
  void *block = mem_new(1, a->parameters_size);
  const struct option_set options = {
    .kind = "algorithm", .name = a->name, .noun = "parameter", .table = a->parameters, .block = block};
  struct error ignored = {0}; /* a required one stays 0 */
  options_set(&options, "", &ignored);
  return block;
}
