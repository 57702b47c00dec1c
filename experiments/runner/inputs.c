/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/child.h"
#include "base/file.h"
#include "base/mem.h"
#include "language/machine.h"
#include "model/loader.h"
#include "sim/scheduler.h"

enum { BLOCK = 1 << 16 };

/* Clocks of file systems are coarse: a file that was changed so shortly before may have been changed once more since.
 * */
enum { COARSE_SECONDS = 2 };

static bool hash_open(int file, const char *path, char out[FINGERPRINT_SIZE], struct error *e)
{
  XXH3_state_t *state = XXH3_createState();
  char *block = mem_new(BLOCK, 1);
  ssize_t got;
  if (state == NULL) abort();
  XXH3_128bits_reset(state);
  while ((got = read(file, block, BLOCK)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) XXH3_128bits_update(state, block, (size_t)got);
  const int why = errno;
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  config_hash_print(hash.high64, hash.low64, out);
  XXH3_freeState(state);
  free(block);
  return got == 0 || fail_at(e, exit_of_errno(why), path, 0, 0, "cannot be read: %s", strerror(why));
}

/* The state of the file is taken before its contents: a file that changes in between is hashed again later. */
static bool look_at(struct input *input, struct error *e)
{
  const int file = open(input->path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail_at(e, exit_of_errno(errno), input->path, 0, 0, "cannot be read: %s", strerror(errno));
  clock_gettime(CLOCK_REALTIME, &input->since);
  const bool ok = fstat(file, &input->found) == 0
                    ? hash_open(file, input->path, input->hash, e)
                    : fail_at(e, exit_of_errno(errno), input->path, 0, 0, "cannot be read: %s", strerror(errno));
  close(file);
  return ok;
}

static bool add(struct inputs *out, const char *directory, const char *name, struct error *e)
{
  for (size_t k = 0; k < out->n; k++)
    if (strcmp(out->input[k].name, name) == 0) return true;
  out->input = mem_another(out->input, out->n, sizeof *out->input);
  struct input *input = &out->input[out->n++];
  *input = (struct input){.name = mem_text(name), .path = plug_in_path(directory, name)};
  return look_at(input, e);
}

/* The files that an algorithm's text imports, as names that are found from where the text's own is. */
static bool add_imports(struct inputs *out, const struct algorithm_choice *choice, const char *directory,
                        const char *name, struct error *e)
{
  const struct text_source *lines = &choice->machine->lines;
  const char *bare = strncmp(name, "./", 2) == 0 ? name + 2 : name, *own = NULL;
  char *path = plug_in_path(directory, name);
  const size_t whole = strlen(path), tail = strlen(bare);
  const size_t before = whole >= tail && strcmp(path + whole - tail, bare) == 0 ? whole - tail : 0;
  bool ok = true;
  for (uint32_t k = 1; k <= lines->n_lines && ok; k++) {
    const char *file = lines->line[k].file;
    if (file == own) continue;
    own = file;
    if (strcmp(file, path) != 0) ok = add(out, directory, strncmp(file, path, before) == 0 ? file + before : file, e);
  }
  free(path);
  return ok;
}

/* The plug-in or the text; and the graph and the order, where they are in files. */
bool inputs_of_algorithm(const struct config *config, const char *specification, struct inputs *out, struct error *e)
{
  const struct algorithm_choice *choice = config_algorithm(config, specification);
  const char *files[NEIGHBOURS_FILES];
  const size_t n = neighbours_files(choice->algorithm, choice->parameters, files);
  bool ok = true;
  *out = (struct inputs){0};
  if (plug_in_is(specification)) {
    char *name = mem_format("%.*s", (int)plug_in_name(specification), specification);
    ok = add(out, config->directory, name, e) &&
         (choice->machine == NULL || add_imports(out, choice, config->directory, name, e));
    free(name);
  }
  for (size_t k = 0; ok && k < n; k++) ok = add(out, config->directory, files[k], e);
  return ok;
}

/* The question for a child, and the names that come back: one after the other, each with its NUL, and an empty one. */
struct attempt {
  const char *specification, *directory;
  char *names; /* shared */
};

enum { NAMES_ROOM = 1 << 16 };

static bool list_files(void *self, struct heartbeat *heart, struct error *e)
{
  const struct attempt *a = self;
  struct file_names names;
  size_t used = 0;
  (void)heart;
  bool ok = scheduler_files(a->specification, a->directory, &names, e);
  for (size_t k = 0; ok && k < names.n; k++) {
    const size_t size = strlen(names.name[k]) + 1;
    ok = used + size < NAMES_ROOM || fail(e, EXIT_USAGE, "adversary %s: it names too many files", a->specification);
    if (ok) memcpy(a->names + used, names.name[k], size);
    used += size;
  }
  file_names_free(&names);
  return ok;
}

/* Where a plug-in takes down the process that asks it: all that looks like a plug-in. Its tasks will fail, and their
 * ids are of no meaning but here. */
static bool guess(const char *specification, const char *directory, struct inputs *out, struct error *e)
{
  char *copy = mem_text(specification), *rest = copy;
  bool ok = true;
  for (const char *part; ok && (part = strsep(&rest, ":,=")) != NULL;)
    if (plug_in_is(part)) ok = add(out, directory, part, e);
  free(copy);
  return ok;
}

/* Nothing is loaded but in the child. */
bool inputs_of_adversary(const struct config *config, const char *specification, struct inputs *out, struct error *e)
{
  const char *directory = config->directory;
  *out = (struct inputs){0};
  if (!plug_in_is(specification) && strchr(specification, ':') == NULL) return true; /* built in, and nothing given */
  struct attempt attempt = {specification, directory, child_share(NAMES_ROOM)};
  struct error why = {0};
  if (attempt.names == NULL) return fail(e, EXIT_INTERNAL, "no memory to share: %s", strerror(errno));
  const enum child_trial came_to = child_try(list_files, &attempt, specification, &why);
  bool ok = came_to != CHILD_REFUSED;
  if (came_to == CHILD_FELL) ok = guess(specification, directory, out, e);
  if (came_to == CHILD_REFUSED) *e = why;
  for (const char *name = attempt.names; came_to == CHILD_DID_WELL && ok && *name != '\0'; name += strlen(name) + 1)
    ok = add(out, directory, name, e);
  child_unshare(attempt.names, NAMES_ROOM);
  return ok;
}

void inputs_free(struct inputs *inputs)
{
  for (size_t k = 0; k < inputs->n; k++) {
    free(inputs->input[k].name);
    free(inputs->input[k].path);
  }
  free(inputs->input);
  *inputs = (struct inputs){0};
}

void inputs_tell(const struct inputs *inputs, json_t *object)
{
  for (size_t k = 0; k < inputs->n; k++)
    json_object_set_new(object, inputs->input[k].name, json_string(inputs->input[k].hash));
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
  return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Whether the file is the one that was hashed, and was left alone since. */
static bool is_untouched(const struct input *input)
{
  const struct stat *was = &input->found;
  struct stat is;
  return stat(input->path, &is) == 0 && is.st_dev == was->st_dev && is.st_ino == was->st_ino &&
         is.st_size == was->st_size && is_same_time(&is.st_mtim, &was->st_mtim) &&
         is_same_time(&is.st_ctim, &was->st_ctim) && was->st_ctim.tv_sec + COARSE_SECONDS <= input->since.tv_sec;
}

bool inputs_unchanged(const struct inputs *inputs, struct error *e)
{
  for (size_t k = 0; k < inputs->n; k++) {
    const struct input *was = &inputs->input[k];
    if (is_untouched(was)) continue;
    struct input now = {.path = was->path};
    if (!look_at(&now, e)) return false;
    if (strcmp(now.hash, was->hash) != 0)
      return fail_at(e, EXIT_USAGE, was->path, 0, 0, "has changed since the run began; the task is not recorded");
  }
  return true;
}
