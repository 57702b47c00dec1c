/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certificate_read.c: reads a certificate, from its first line to `end`. docs/certificates.md has the format.
 *
 * A certificate may come from anybody. So each word is checked when it is read, before anything is done with it: a
 * number has its range, a value is one that steps can be made with, a state is one of the scene. The text has a
 * question, values and states of the algorithm that the file names. Whether the claims follow from them is another
 * matter, that of certificate_check.c. An algorithm in C is not loaded, as its code would run.
 *
 * One scene is held at a time: a file has many, and their states take more memory than its text.
 */
#include "prove/certificate_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "model/neighbours.h"
#include "prove/check_shows.h"
#include "prove/proved_json.h"
#include "prove/sound.h"

enum { MOST_POTENTIAL = 1 << 30, POLL_EVERY = 1 << 10 };

bool read_goes_on(const struct certificate_reading *r)
{
  return !reach_is_interrupted(r->limits) || fail(r->e, EXIT_INCOMPLETE, "interrupted");
}

/* --- words of the file -------------------------------------------------------------------------------------------- */

static bool malformed(struct certificate_reading *r, const char *expected)
{
  return CERTIFICATE_REFUSE(r, EXIT_USAGE, *r->at == '\0' ? "the file ends; expected %s" : "expected %s", expected);
}

static bool take_text(struct certificate_reading *r, const char *text)
{
  const size_t length = strlen(text);
  if (strncmp(r->at, text, length) != 0) return false;
  r->at += length;
  if (length != 0 && text[length - 1] == '\n') r->line++;
  return true;
}

static bool need_text(struct certificate_reading *r, const char *text, const char *expected)
{
  return take_text(r, text) || malformed(r, expected);
}

static bool take_number(struct certificate_reading *r, int64_t low, int64_t high, int64_t *out, const char *what)
{
  char *end = NULL;
  const bool begins = *r->at == '-' || (*r->at >= '0' && *r->at <= '9');
  const long long value = begins ? strtoll(r->at, &end, 10) : 0;
  if (!begins || end == r->at) return malformed(r, what);
  if (value < low || value > high)
    return CERTIFICATE_REFUSE(r, EXIT_USAGE, "%s is %lld; expected %" PRId64 " to %" PRId64, what, value, low, high);
  r->at = end;
  *out = value;
  return true;
}

/* The rest of the line. */
static bool take_rest(struct certificate_reading *r, char *out, size_t size, const char *what)
{
  const size_t length = strcspn(r->at, "\n");
  if (length == 0 || length >= size || r->at[length] == '\0') return malformed(r, what);
  memcpy(out, r->at, length);
  out[length] = '\0';
  r->at += length + 1;
  r->line++;
  return true;
}

/* --- the question ------------------------------------------------------------------------------------------------- */

/* An algorithm in C would be loaded, and its code run: a certificate may come from anybody. */
static bool is_text(const char *specification)
{
  const size_t length = strcspn(specification, ":");
  if (memchr(specification, '/', length) == NULL)
    return length < 3 || strncmp(specification + length - 3, ".so", 3) != 0;
  return length > 4 && strncmp(specification + length - 4, ".alg", 4) == 0;
}

static bool check_algorithm(struct certificate_reading *r)
{
  char hash[CERTIFICATE_HASH], expected[CERTIFICATE_HASH];
  if (!is_text(r->out->algorithm)) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "the algorithm is not a text");
  r->choice = algorithm_choose(r->out->algorithm, NULL, r->e);
  if (r->choice == NULL) return false;
  if (r->choice->machine == NULL) r->own = machine_of(r->choice->algorithm, r->e);
  r->machine = r->choice->machine != NULL ? r->choice->machine : r->own;
  if (r->machine == NULL) return false;
  certificate_hash(r->machine, hash);
  if (!need_text(r, "text ", "a line `text HASH`") || !take_rest(r, expected, sizeof expected, "a hash")) return false;
  return strcmp(hash, expected) == 0 ||
         CERTIFICATE_REFUSE(r, EXIT_EXPECT, "it is of another text of %s: its hash is %s", r->machine->algorithm.name,
                            hash);
}

bool read_question(struct certificate_reading *r)
{
  char memory[64];
  int64_t version, n;
  if (!need_text(r, "rmr-certificate ", "a certificate, whose first line is `rmr-certificate 4`") ||
      !take_number(r, CERTIFICATE_VERSION, CERTIFICATE_VERSION, &version, "the version") ||
      !need_text(r, "\nalgorithm ", "a line `algorithm ALGO`"))
    return false;
  r->line = 2;
  if (!take_rest(r, r->out->algorithm, sizeof r->out->algorithm, "an algorithm") || !check_algorithm(r) ||
      !need_text(r, "memory ", "a line `memory MEMORY`") || !take_rest(r, memory, sizeof memory, "a memory") ||
      !memory_parse(memory, &r->out->memory, r->e) || !need_text(r, "n ", "a line `n N`") ||
      !take_number(r, 0, 64, &n, "n") || !need_text(r, "\n", "the end of the line"))
    return false;
  r->out->n = (uint32_t)n;
  if (n == 1) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "n is 1; expected 0 for every N, or 2 to 64");
  return prove_parameters_create(&r->parameters, &r->machine->algorithm, r->choice->parameters, (uint32_t)n, r->e);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static bool read_record(struct certificate_reading *r)
{
  struct abstract_record record = {0};
  for (uint32_t p = 0; p < MOST_PARTS; p++) {
    int64_t word = 0;
    if (!take_number(r, INT32_MIN, INT32_MAX, &word, "a part of a record")) return false;
    const bool fits = p < r->records.layout.n ? is_sound_part((int32_t)word) : word == 0;
    if (!fits || !need_text(r, p + 1 < MOST_PARTS ? " " : "\n", "8 parts of a record"))
      return CERTIFICATE_REFUSE(r, EXIT_USAGE, "a record has a part that is no value");
    record.part[p] = abstract_unpack((int32_t)word);
  }
  const size_t before = r->records.numbers.n;
  return (size_t)record_number(&r->records, &record).is == before ||
         CERTIFICATE_REFUSE(r, EXIT_USAGE, "a record that was there before");
}

/* Of registers behind those of the line before. */
static bool read_written(struct certificate_reading *r, int64_t *least)
{
  enum { FLAGS = 6 };
  int64_t number, value, flag[FLAGS];
  if (!take_number(r, *least, N_WRITTEN - 1, &number, "the number of registers")) return false;
  for (int k = 0; k < FLAGS; k++)
    if (!need_text(r, " ", "a space") || !take_number(r, 0, 1, &flag[k], "a flag")) return false;
  struct written *w = &r->written[number];
  *w = (struct written){.itself = flag[0],
                        .anybody = flag[1],
                        .nobody = flag[2],
                        .number = flag[3],
                        .session = flag[4],
                        .foreign = flag[5]};
  while (take_text(r, " ")) {
    if (!take_number(r, -(INT32_MAX >> ABSTRACT_SHIFT), INT32_MAX >> ABSTRACT_SHIFT, &value, "a value")) return false;
    if (w->n_plain == MOST_WRITTEN) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "more than %d values", MOST_WRITTEN);
    w->plain[w->n_plain++] = (int32_t)value;
  }
  if (!need_text(r, "\n", "a value or the end of the line")) return false;
  *least = number + 1;
  return is_sound_written(&r->scene, (uint32_t)number, w) ||
         CERTIFICATE_REFUSE(r, EXIT_USAGE, "values that the registers cannot hold, or that are there twice");
}

bool read_make_scene(struct certificate_reading *r, struct scene *out, struct scene scene)
{
  scene_free(out);
  *out = scene;
  out->machine = r->machine;
  out->parameters = r->parameters.block;
  out->memory = r->out->memory;
  out->n = r->out->n;
  out->records = &r->records;
  out->written = r->written;
  if (!scene_create(out, r->e)) return false;
  if (scene.of_views) shows_choose_cells(out);
  return true;
}

/* Records have a layout once there is a scene. */
bool read_values(struct certificate_reading *r)
{
  int64_t n;
  if (!read_make_scene(r, &r->scene, (struct scene){.members = 1, .ring = {1, true, true, false}, .identity = {1}}) ||
      !need_text(r, "records ", "a line `records K`") || !take_number(r, 0, INT32_MAX >> ABSTRACT_SHIFT, &n, "records"))
    return false;
  if (!need_text(r, "\n", "the end of the line")) return false;
  if (n != 0 && r->records.layout.n == 0) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "the algorithm has no records");
  for (int64_t k = 0; k < n; k++)
    if (!read_record(r) || (k % POLL_EVERY == 0 && !read_goes_on(r))) return false;
  r->n_records = r->records.numbers.n;
  int64_t least = 0;
  if (!need_text(r, "values ", "a line `values K`") || !take_number(r, 0, N_WRITTEN, &n, "values") ||
      !need_text(r, "\n", "the end of the line"))
    return false;
  for (int64_t k = 0; k < n; k++)
    if (!read_written(r, &least)) return false;
  return true;
}

/* --- claims ------------------------------------------------------------------------------------------------------- */

/* Reads which groups are forgotten, and the bounds. */
static bool read_terms(struct certificate_reading *r)
{
  int64_t forgets, forgotten, bound;
  if (!need_text(r, certificate_claims[r->claim].name, "the claim `written` first") || !need_text(r, " ", "a space") ||
      !take_number(r, 0, 1, &forgets, "whether arrays are forgotten") || !need_text(r, " ", "a space") ||
      !take_number(r, 0, UINT32_MAX, &forgotten, "what is forgotten"))
    return false;
  r->forgets_arrays = forgets == 1;
  r->forgotten = (uint32_t)forgotten;
  for (uint32_t k = 0; k < certificate_claims[r->claim].n_bounds; k++) {
    if (!need_text(r, " ", "a bound") || !take_number(r, 0, MOST_POTENTIAL, &bound, "a bound")) return false;
    r->out->bound[r->claim][k] = (uint64_t)bound;
  }
  if (!need_text(r, "\n", "the end of the line")) return false;
  if (r->claim == CLAIM_WRITTEN) r->forgot = r->forgets_arrays;
  const uint32_t allowed = r->forgets_arrays ? scene_may_forget(&r->scene) : 0;
  const bool may = !r->forgets_arrays || r->out->n == 0;
  return (may && (r->forgotten & ~allowed) == 0) ||
         CERTIFICATE_REFUSE(r, EXIT_USAGE, "registers are forgotten that must not be");
}

/* The claim that the line makes: not `written` again, nor one that was there. */
static bool next_claim(struct certificate_reading *r)
{
  for (enum certificate_claim k = 0; k < N_CLAIMS; k++) {
    const size_t length = strlen(certificate_claims[k].name);
    if (k == CLAIM_WRITTEN || r->out->claimed[k]) continue;
    if (strncmp(r->at, certificate_claims[k].name, length) != 0 || r->at[length] != ' ') continue;
    r->claim = k;
    return true;
  }
  return malformed(r, "a claim, each once:" PROVE_HELP);
}

bool read_claim(struct certificate_reading *r, bool *more)
{
  const bool first = r->claim == N_CLAIMS, any = !first && r->claim != CLAIM_WRITTEN;
  *more = take_text(r, "claim ");
  if (!*more && !any) return malformed(r, "a claim");
  if (!*more)
    return need_text(r, "end\n", "a claim, or `end`") && (*r->at == '\0' || malformed(r, "nothing behind `end`"));
  if (first)
    r->claim = CLAIM_WRITTEN;
  else if (!next_claim(r))
    return false;
  if (r->claim == CLAIM_P5 && !algorithm_has_doorway(&r->machine->algorithm))
    return CERTIFICATE_REFUSE(r, EXIT_USAGE, "P5: the algorithm has no doorway");
  if (r->claim == CLAIM_P4 && neighbours_has(&r->machine->algorithm))
    return CERTIFICATE_REFUSE(r, EXIT_USAGE, "P4: the algorithm has a graph");
  if (!read_terms(r)) return false;
  const bool quiet_is_known = r->claim != CLAIM_P4 || (!r->forgot && !r->forgets_arrays);
  return quiet_is_known || CERTIFICATE_REFUSE(r, EXIT_USAGE, "P4: what registers hold was forgotten");
}

/* --- the states of a scene ---------------------------------------------------------------------------------------- */

/* One line: the words that differ from those of the line before, each once and in their order. */
static bool read_state(struct certificate_reading *r, int32_t *state, int64_t *potential)
{
  const int64_t most_k = r->scene.length;
  int64_t k, word = 0, least_k = 0;
  if (!need_text(r, "+", "a state")) return false;
  while (take_text(r, " ")) {
    if (!take_number(r, least_k, most_k, &k, "the place of a word") || !need_text(r, ":", "a colon")) return false;
    const bool last = k == most_k;
    least_k = k + 1;
    if (!take_number(r, last ? 0 : INT32_MIN, last ? MOST_POTENTIAL : INT32_MAX, &word, "a word")) return false;
    if (last)
      *potential = word;
    else
      state[k] = (int32_t)word;
  }
  if (!need_text(r, "\n", "the end of a state")) return false;
  size_t number;
  if (!is_sound_state(&r->scene, state)) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "this is no state of the algorithm");
  if (!lookup_is_new(&r->states, state, r->scene.length * sizeof *state, &number))
    return CERTIFICATE_REFUSE(r, EXIT_USAGE, "a state that was there before");
  r->potential[number] = (uint64_t)*potential;
  return true;
}

/* Its words, its potential, and its place in the table. */
static size_t bytes_of_state(const struct scene *w)
{
  return w->length * sizeof(int32_t) + sizeof(uint64_t) + 5 * sizeof(size_t);
}

static bool read_states(struct certificate_reading *r)
{
  int64_t n, potential = 0;
  if (!take_number(r, 0, UINT32_MAX / 2, &n, "states") || !need_text(r, "\n", "the end of the line")) return false;
  if (n > (r->end - r->at) / 2) return CERTIFICATE_REFUSE(r, EXIT_USAGE, "the file ends before %" PRId64 " states", n);
  if ((size_t)n > r->limits->memory / bytes_of_state(&r->scene))
    return CERTIFICATE_REFUSE(r, EXIT_INCOMPLETE, "too many abstract states for the memory");
  lookup_free(&r->states);
  free(r->potential);
  r->potential = mem_new((size_t)n + 1, sizeof *r->potential);
  int32_t *state = mem_new(r->scene.length, sizeof *state);
  bool ok = true;
  for (int64_t k = 0; ok && k < n; k++)
    ok = read_state(r, state, &potential) && (k % POLL_EVERY != 0 || read_goes_on(r));
  free(state);
  r->out->states[r->claim] += (uint64_t)n;
  return ok;
}

bool read_scene(struct certificate_reading *r, struct scene scene)
{
  scene.forgets_arrays = r->forgets_arrays;
  scene.forgotten = r->forgotten;
  return read_make_scene(r, &r->scene, scene) && need_text(r, "scene ", "a line `scene K`") && read_states(r);
}

static const char *header_of(struct shows_form form)
{
  if (form.n != 0) return form.whole ? "views-of-all " : "views ";
  return form.placed ? "views-by-place " : form.queue ? "views-in-line " : "views ";
}

bool read_are_views(const struct certificate_reading *r, struct shows_form *form)
{
  static const struct shows_form forms[] = {{.n = 0}, {.queue = true}, {.placed = true}, {.whole = true}};
  const bool may = r->claim == CLAIM_P1 || r->claim == CLAIM_P5 || r->claim == CLAIM_BYPASS || r->claim == CLAIM_RMR;
  for (size_t k = 0; may && k < sizeof forms / sizeof *forms; k++) {
    *form = forms[k];
    form->n = r->out->n;
    const bool fits = form->n == 0 ? !form->whole : !form->queue && !form->placed;
    if (fits && strncmp(r->at, header_of(*form), strlen(header_of(*form))) == 0) return true;
  }
  return false;
}

bool read_views(struct certificate_reading *r, struct shows_form form, uint32_t class, int observed)
{
  struct scene scene = shows_scene(2, form, class);
  scene.observed = observed;
  scene.order = r->claim == CLAIM_P5;
  if (form.queue && !algorithm_has_doorway(&r->machine->algorithm))
    return CERTIFICATE_REFUSE(r, EXIT_USAGE, "the algorithm has no doorway");
  return read_make_scene(r, &r->scene, scene) && need_text(r, header_of(form), "views, as those before") &&
         read_states(r);
}

/* --- from the first line to the last ------------------------------------------------------------------------------ */

bool read_begin(struct certificate_reading *r, const char *path, const struct reach_limits *limits,
                struct certified *out)
{
  size_t length;
  r->path = path;
  r->limits = limits;
  r->out = out;
  r->claim = N_CLAIMS;
  *out = (struct certified){.n = 0};
  r->text = file_read(path, limits->memory, &length, r->e);
  if (r->text == NULL) return false;
  r->at = r->text;
  r->end = r->text + length;
  r->line = 1;
  return strlen(r->text) == length || CERTIFICATE_REFUSE(r, EXIT_USAGE, "it has a zero byte: it is no text");
}

void read_free(struct certificate_reading *r)
{
  scene_free(&r->scene);
  lookup_free(&r->states);
  lookup_free(&r->records.numbers);
  free(r->potential);
  prove_parameters_free(&r->parameters);
  machine_free(r->own);
  algorithm_release(r->choice);
  free(r->text);
}
