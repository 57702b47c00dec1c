/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certificate_check.c: confirms a certificate (certificate.h). It searches nothing. Each claim has its states, and each
 * state is looked at once: are the initial states among them, are all successors, does none break the property, and
 * does the potential fall on every step by at least what the step counts?
 *
 * What it trusts: the language (language/), and what a step of a member among anything can come out as (scene.h,
 * abstract_step.h), which gives a claim its meaning. tests/unit_abstract.c and tests/unit_prove_all.c check that.
 *
 * What it does not trust: prove.c and reach.c. The search, the table of states, what is ever written, the choice of
 * scenes, the paths and their longest one are not used. What is ever written is confirmed by a claim of its own, which
 * comes first: no member of its states writes anything else. Nor does it trust the file: each word is checked before
 * it is used, and an algorithm in C is not loaded.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "language/machine.h"
#include "model/choice.h"
#include "prove/certificate.h"

enum { MOST_KNOWN = 100, MOST_POTENTIAL = 1 << 30, POLL_EVERY = 1 << 10 };

struct checking {
  const char *path, *at; /* the file's name, and the rest of its text */
  int line;
  struct error *e;
  const atomic_bool *interrupt;
  struct certified *out;
  struct algorithm_choice *choice;
  struct machine *own; /* of an algorithm that is built in */
  const struct machine *machine;
  void *usual; /* parameters */
  struct written written[N_WRITTEN];
  struct abstract_records records;
  /* One scene. */
  enum certificate_claim claim;
  uint64_t limit; /* no potential exceeds it */
  struct scene scene;
  struct lookup states;
  uint64_t *potential;
  const int32_t *state; /* whose steps are made; NULL: what comes is initial */
  size_t from;          /* its number */
  uint32_t mover;       /* the member that makes them */
  bool grew;            /* something was written that is not among the values */
};

#define REFUSE(c, code, ...) fail_at((c)->e, code, (c)->path, (c)->line, 0, __VA_ARGS__)

/* --- words of the file -------------------------------------------------------------------------------------------- */

static bool malformed(struct checking *c, const char *expected)
{
  return REFUSE(c, EXIT_USAGE, *c->at == '\0' ? "the file ends; expected %s" : "expected %s", expected);
}

static bool take_text(struct checking *c, const char *text)
{
  const size_t length = strlen(text);
  if (strncmp(c->at, text, length) != 0) return false;
  c->at += length;
  if (length != 0 && text[length - 1] == '\n') c->line++;
  return true;
}

static bool need_text(struct checking *c, const char *text, const char *expected)
{
  return take_text(c, text) || malformed(c, expected);
}

static bool take_number(struct checking *c, int64_t low, int64_t high, int64_t *out, const char *what)
{
  char *end = NULL;
  const bool begins = *c->at == '-' || (*c->at >= '0' && *c->at <= '9');
  const long long value = begins ? strtoll(c->at, &end, 10) : 0;
  if (!begins || end == c->at) return malformed(c, what);
  if (value < low || value > high)
    return REFUSE(c, EXIT_USAGE, "%s is %lld; expected %" PRId64 " to %" PRId64, what, value, low, high);
  c->at = end;
  *out = value;
  return true;
}

/* The rest of the line. */
static bool take_rest(struct checking *c, char *out, size_t size, const char *what)
{
  const size_t length = strcspn(c->at, "\n");
  if (length == 0 || length >= size || c->at[length] == '\0') return malformed(c, what);
  memcpy(out, c->at, length);
  out[length] = '\0';
  c->at += length + 1;
  c->line++;
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

static bool check_algorithm(struct checking *c)
{
  char hash[CERTIFICATE_HASH], expected[CERTIFICATE_HASH];
  if (!is_text(c->out->algorithm)) return REFUSE(c, EXIT_USAGE, "the algorithm is not a text");
  c->choice = algorithm_choose(c->out->algorithm, NULL, c->e);
  if (c->choice == NULL) return false;
  if (c->choice->machine == NULL) c->own = machine_of(c->choice->algorithm, c->e);
  c->machine = c->choice->machine != NULL ? c->choice->machine : c->own;
  if (c->machine == NULL) return false;
  c->usual = c->choice->parameters == NULL ? algorithm_defaults(&c->machine->algorithm) : NULL;
  certificate_hash(c->machine, hash);
  if (!need_text(c, "text ", "a line `text HASH`") || !take_rest(c, expected, sizeof expected, "a hash")) return false;
  return strcmp(hash, expected) == 0 ||
         REFUSE(c, EXIT_EXPECT, "it is of another text of %s: its hash is %s", c->machine->algorithm.name, hash);
}

static bool check_question(struct checking *c)
{
  char memory[64];
  int64_t version, n;
  if (!need_text(c, "rmr-certificate ", "a certificate, whose first line is `rmr-certificate 1`") ||
      !take_number(c, CERTIFICATE_VERSION, CERTIFICATE_VERSION, &version, "the version") ||
      !need_text(c, "\nalgorithm ", "a line `algorithm ALGO`"))
    return false;
  c->line = 2;
  if (!take_rest(c, c->out->algorithm, sizeof c->out->algorithm, "an algorithm") || !check_algorithm(c) ||
      !need_text(c, "memory ", "a line `memory MEMORY`") || !take_rest(c, memory, sizeof memory, "a memory") ||
      !memory_parse(memory, &c->out->memory, c->e) || !need_text(c, "n ", "a line `n N`") ||
      !take_number(c, 0, 64, &n, "n") || !need_text(c, "\n", "the end of the line"))
    return false;
  c->out->n = (uint32_t)n;
  return n != 1 || REFUSE(c, EXIT_USAGE, "n is 1; expected 0 for every N, or 2 to 64");
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* Whether a word of a state is a value that steps can be made with. */
static bool is_value(const struct checking *c, int32_t word)
{
  const struct abstract a = abstract_unpack(word);
  switch (a.kind) {
  case ABSTRACT_PLAIN: return true;
  case ABSTRACT_PLACE: return c->out->n == 0 && a.is >= 0 && a.is <= ring_end(c->scene.ring);
  case ABSTRACT_NUMBER: return a.is >= 0 && a.is % NUMBER_GAP == 0 && a.is <= MOST_KNOWN * NUMBER_GAP;
  case ABSTRACT_SESSION: return a.is >= 0 && a.is <= MOST_KNOWN;
  case ABSTRACT_RECORD: return a.is >= 0 && (size_t)a.is < c->records.numbers.n;
  default: return false;
  }
}

/* A part of a record may be a place of a larger ring than that of the scene: 0 to the end of the largest. */
static bool is_part(int32_t word)
{
  const struct abstract a = abstract_unpack(word);
  const struct ring largest = {MOST_MEMBERS, true, true};
  if (a.kind == ABSTRACT_PLACE) return a.is >= 0 && a.is <= ring_end(largest);
  if (a.kind == ABSTRACT_NUMBER) return a.is >= 0 && a.is <= MOST_KNOWN * NUMBER_GAP;
  if (a.kind == ABSTRACT_SESSION) return a.is >= 0 && a.is <= MOST_KNOWN;
  return a.kind == ABSTRACT_PLAIN;
}

static bool read_record(struct checking *c)
{
  struct abstract_record record = {0};
  for (uint32_t p = 0; p < MOST_PARTS; p++) {
    int64_t word = 0;
    if (!take_number(c, INT32_MIN, INT32_MAX, &word, "a part of a record")) return false;
    const bool fits = p < c->records.layout.n ? is_part((int32_t)word) : word == 0;
    if (!fits || !need_text(c, p + 1 < MOST_PARTS ? " " : "\n", "8 parts of a record"))
      return REFUSE(c, EXIT_USAGE, "a record has a part that is no value");
    record.part[p] = abstract_unpack((int32_t)word);
  }
  const size_t before = c->records.numbers.n;
  return (size_t)record_number(&c->records, &record).is == before ||
         REFUSE(c, EXIT_USAGE, "a record that was there before");
}

static bool read_written(struct checking *c)
{
  int64_t number, value, flag[5];
  if (!take_number(c, 0, N_WRITTEN - 1, &number, "the number of registers")) return false;
  for (int k = 0; k < 5; k++)
    if (!need_text(c, " ", "a space") || !take_number(c, 0, 1, &flag[k], "a flag")) return false;
  struct written *w = &c->written[number];
  *w =
    (struct written){.itself = flag[0], .anybody = flag[1], .nobody = flag[2], .number = flag[3], .session = flag[4]};
  while (take_text(c, " ")) {
    if (!take_number(c, -(INT32_MAX >> ABSTRACT_SHIFT), INT32_MAX >> ABSTRACT_SHIFT, &value, "a value")) return false;
    if (w->n_plain == MOST_WRITTEN) return REFUSE(c, EXIT_USAGE, "more than %d values", MOST_WRITTEN);
    w->plain[w->n_plain++] = (int32_t)value;
  }
  return need_text(c, "\n", "a value or the end of the line");
}

static bool make_scene(struct checking *c, struct scene scene)
{
  scene_free(&c->scene);
  c->scene = scene;
  c->scene.machine = c->machine;
  c->scene.parameters = c->choice->parameters != NULL ? c->choice->parameters : c->usual;
  c->scene.memory = c->out->memory;
  c->scene.n = c->out->n;
  c->scene.records = &c->records;
  c->scene.written = c->written;
  c->scene.order = c->claim == CLAIM_P5;
  c->scene.grew = c->claim == CLAIM_WRITTEN ? &c->grew : NULL;
  return scene_create(&c->scene, c->e);
}

/* Records have a layout once there is a scene. */
static bool read_values(struct checking *c)
{
  int64_t n;
  if (!make_scene(c, (struct scene){.members = 1, .ring = {1, true, true}, .identity = {1}}) ||
      !need_text(c, "records ", "a line `records K`") || !take_number(c, 0, INT32_MAX >> ABSTRACT_SHIFT, &n, "records"))
    return false;
  if (!need_text(c, "\n", "the end of the line")) return false;
  if (n != 0 && c->records.layout.n == 0) return REFUSE(c, EXIT_USAGE, "the algorithm has no records");
  for (int64_t k = 0; k < n; k++)
    if (!read_record(c)) return false;
  if (!need_text(c, "values ", "a line `values K`") || !take_number(c, 0, N_WRITTEN, &n, "values") ||
      !need_text(c, "\n", "the end of the line"))
    return false;
  for (int64_t k = 0; k < n; k++)
    if (!read_written(c)) return false;
  return true;
}

/* --- the states of a scene ---------------------------------------------------------------------------------------- */

static bool is_sound_member(const struct checking *c, const int32_t *of)
{
  const struct flow *f = &c->machine->graph;
  if (of[STATE_NODE] < 0 || (uint32_t)of[STATE_NODE] >= f->n_nodes) return false;
  if (f->node[of[STATE_NODE]].kind != NODE_ACCESS) return false;
  if (of[STATE_SECTION] < 0 || of[STATE_SECTION] >= RMR_N_SECTIONS) return false;
  for (uint32_t k = STATE_SESSION; k < state_member(&c->scene, 1); k++)
    if (!is_value(c, of[k])) return false;
  return true;
}

static bool is_sound(const struct checking *c, const int32_t *state)
{
  const struct scene *w = &c->scene;
  for (uint32_t m = 0; m < w->members; m++)
    if (!is_sound_member(c, state + state_member(w, m))) return false;
  for (uint32_t k = 0; k < w->n_cells; k++) {
    const int32_t word = state[state_cells(w) + k];
    const bool any = w->cell[k].owner == NO_MEMBER || (w->forgotten >> w->cell[k].group & 1) != 0;
    if (word == CELL_ANY ? !any : !is_value(c, word)) return false;
  }
  for (uint32_t k = state_copies(w); k < state_order(w); k++)
    if (state[k] < 0) return false;
  return state[state_order(w)] >= ORDER_NONE && state[state_order(w)] <= ORDER_SECOND;
}

/* One line: the words that differ from those of the line before. */
static bool read_state(struct checking *c, int32_t *state, int64_t *potential)
{
  const int64_t most_k = c->scene.length;
  int64_t k, word = 0;
  if (!need_text(c, "+", "a state")) return false;
  while (take_text(c, " ")) {
    if (!take_number(c, 0, most_k, &k, "the place of a word") || !need_text(c, ":", "a colon")) return false;
    const bool last = k == most_k;
    if (!take_number(c, last ? 0 : INT32_MIN, last ? MOST_POTENTIAL : INT32_MAX, &word, "a word")) return false;
    if (last)
      *potential = word;
    else
      state[k] = (int32_t)word;
  }
  if (!need_text(c, "\n", "the end of a state")) return false;
  size_t number;
  if (!is_sound(c, state)) return REFUSE(c, EXIT_USAGE, "this is no state of the algorithm");
  if (!lookup_is_new(&c->states, state, c->scene.length * sizeof *state, &number))
    return REFUSE(c, EXIT_USAGE, "a state that was there before");
  c->potential[number] = (uint64_t)*potential;
  return (uint64_t)*potential <= c->limit ||
         REFUSE(c, EXIT_EXPECT, "%s: a path counts %" PRId64 ", more than the bound %" PRIu64,
                certificate_claims[c->claim].name, *potential, c->limit);
}

static bool read_states(struct checking *c)
{
  int64_t n, potential = 0;
  if (!need_text(c, "scene ", "a line `scene K`") || !take_number(c, 1, UINT32_MAX / 2, &n, "states")) return false;
  if (!need_text(c, "\n", "the end of the line")) return false;
  if ((size_t)n > strlen(c->at) / 2) return REFUSE(c, EXIT_USAGE, "the file ends before %" PRId64 " states", n);
  lookup_free(&c->states);
  c->states = (struct lookup){0};
  free(c->potential);
  c->potential = mem_new((size_t)n, sizeof *c->potential);
  int32_t *state = mem_new(c->scene.length, sizeof *state);
  bool ok = true;
  for (int64_t k = 0; ok && k < n; k++) ok = read_state(c, state, &potential);
  free(state);
  c->out->states[c->claim] += (uint64_t)n;
  return ok;
}

/* --- what is confirmed of each state and step --------------------------------------------------------------------- */

static int32_t section_in(const struct checking *c, const int32_t *state, uint32_t member)
{
  return state[state_member(&c->scene, member) + STATE_SECTION];
}

/* Both members are in the critical section, and conflict. */
static bool breaks_exclusion(const struct checking *c, const int32_t *state)
{
  const struct scene *w = &c->scene;
  if (c->claim != CLAIM_P1) return false;
  if (section_in(c, state, 0) != RMR_CS || section_in(c, state, 1) != RMR_CS) return false;
  return !c->machine->algorithm.group ||
         state[state_member(w, 0) + STATE_SESSION] != state[state_member(w, 1) + STATE_SESSION];
}

/* What a step adds to the path that the claim is about, and whether the path ends there. */
static uint64_t adds(const struct checking *c, const int32_t *from, const struct walked *to, bool *ends)
{
  const uint32_t observed = (uint32_t)c->scene.observed;
  const bool own = c->mover == observed;
  const int32_t before = section_in(c, from, c->mover), after = section_in(c, to->state, c->mover);
  *ends = own && after == RMR_REMAINDER;
  if (c->claim == CLAIM_RMR) return to->weight;
  if (c->claim == CLAIM_P3) {
    *ends |= own && to->section != RMR_EXIT;
    return own && to->section == RMR_EXIT;
  }
  *ends = own && before == RMR_WAITING && after != RMR_WAITING;
  return !own && section_in(c, from, observed) == RMR_WAITING && before != RMR_CS && after == RMR_CS;
}

static bool check_potential(struct checking *c, const struct walked *to, size_t number)
{
  bool ends;
  const uint64_t counted = adds(c, c->state, to, &ends), rest = ends ? 0 : c->potential[number];
  return c->potential[c->from] >= counted + rest ||
         REFUSE(c, EXIT_EXPECT, "%s: a step counts more than the potential falls", certificate_claims[c->claim].name);
}

static bool check_reached(void *self, const struct walked *to)
{
  struct checking *c = self;
  const char *name = certificate_claims[c->claim].name;
  size_t number;
  if (to->stuck != NULL) return REFUSE(c, EXIT_EXPECT, "%s: a step that is not followed: %s", name, to->stuck);
  if (c->grew) return REFUSE(c, EXIT_EXPECT, "%s: a process writes what is not among the values", name);
  if (lookup_is_new(&c->states, to->state, c->scene.length * sizeof *to->state, &number))
    return REFUSE(c, EXIT_EXPECT, "%s: %s leads out of the scene's states", name,
                  c->state == NULL ? "an initial state" : "a step");
  if (breaks_exclusion(c, to->state))
    return REFUSE(c, EXIT_EXPECT, "%s: two members are in the critical section", name);
  if (c->claim == CLAIM_P5 && to->wrong_order)
    return REFUSE(c, EXIT_EXPECT, "%s: a member enters before one that came first", name);
  if (c->state == NULL || certificate_claims[c->claim].n_bounds == 0) return true;
  return check_potential(c, to, number);
}

static bool check_steps(struct checking *c)
{
  const size_t n = c->states.n;
  int32_t *from = mem_new(c->scene.length, sizeof *from);
  bool ok = true;
  c->state = NULL;
  c->grew = false;
  ok = abstract_begin(&c->scene, check_reached, c);
  for (size_t k = 0; ok && k < n; k++) {
    c->state = from;
    c->from = k;
    memcpy(from, lookup_text(&c->states, k), c->scene.length * sizeof *from);
    for (c->mover = 0; ok && c->mover < c->scene.members; c->mover++)
      ok = abstract_step(&c->scene, from, c->mover, check_reached, c);
    if (ok && k % POLL_EVERY == 0 && c->interrupt != NULL && atomic_load(c->interrupt))
      ok = fail(c->e, EXIT_INCOMPLETE, "interrupted");
  }
  free(from);
  return ok;
}

/* --- the scenes of a claim ---------------------------------------------------------------------------------------- */

static bool check_scene(struct checking *c, struct scene scene, int observed)
{
  scene.observed = observed;
  return make_scene(c, scene) && read_states(c) && check_steps(c);
}

/* A scene, once for each member that it may observe. */
static bool check_observed(struct checking *c, struct scene scene)
{
  const uint64_t *bound = c->out->bound[c->claim];
  c->limit = certificate_claims[c->claim].n_bounds != 0 ? bound[0] : 0;
  if (certificate_claims[c->claim].n_bounds == 0) return check_scene(c, scene, NO_MEMBER);
  for (uint32_t member = 0; member < scene.members; member++) {
    /* The first member has the other one above itself. */
    if (c->claim == CLAIM_RMR && scene.members == 2) c->limit = member == 0 ? bound[2] : bound[1];
    if (!check_scene(c, scene, (int)member)) return false;
  }
  return true;
}

/* All scenes of so many members: of every N, or of one. */
static bool check_scenes(struct checking *c, struct scene scene, uint32_t members)
{
  const uint32_t n = c->out->n;
  scene.members = members;
  for (uint32_t k = 0; n == 0 && k < 4; k++) {
    scene.ring = (struct ring){(uint8_t)members, k % 2 == 1, k / 2 == 1};
    if (!check_observed(c, scene)) return false;
  }
  scene.ring = (struct ring){(uint8_t)members, false, false};
  for (uint32_t a = 1; a <= n; a++)
    for (uint32_t b = members == 1 ? a : a + 1; b <= (members == 1 ? a : n); b++) {
      scene.identity[0] = a;
      scene.identity[1] = members == 1 ? 0 : b;
      if (!check_observed(c, scene)) return false;
    }
  return true;
}

static bool read_claim(struct checking *c, struct scene *scene)
{
  int64_t forgets, forgotten, bound;
  if (!need_text(c, certificate_claims[c->claim].name, "the claim `written` first") || !need_text(c, " ", "a space") ||
      !take_number(c, 0, 1, &forgets, "whether arrays are forgotten") || !need_text(c, " ", "a space") ||
      !take_number(c, 0, UINT32_MAX, &forgotten, "what is forgotten"))
    return false;
  *scene = (struct scene){.forgets = forgets == 1, .forgotten = (uint32_t)forgotten};
  for (uint32_t k = 0; k < certificate_claims[c->claim].n_bounds; k++) {
    if (!need_text(c, " ", "a bound") || !take_number(c, 0, MOST_POTENTIAL, &bound, "a bound")) return false;
    c->out->bound[c->claim][k] = (uint64_t)bound;
  }
  if (!need_text(c, "\n", "the end of the line")) return false;
  const uint32_t allowed = scene->forgets ? scene_may_forget(&c->scene) : 0;
  const bool may = !scene->forgets || c->out->n == 0;
  return (may && (scene->forgotten & ~allowed) == 0) ||
         REFUSE(c, EXIT_USAGE, "registers are forgotten that must not be");
}

static bool check_claim(struct checking *c)
{
  struct scene scene;
  if (!read_claim(c, &scene)) return false;
  const bool one = c->claim == CLAIM_WRITTEN || c->claim == CLAIM_P3 || c->claim == CLAIM_RMR;
  if (one && !check_scenes(c, scene, 1)) return false;
  if ((!one || c->claim == CLAIM_RMR) && !check_scenes(c, scene, 2)) return false;
  c->out->claimed[c->claim] = true;
  return true;
}

/* The claim that the next line makes: not `written` again, nor one before an earlier one. */
static bool next_claim(struct checking *c)
{
  for (enum certificate_claim k = c->claim + 1; k < N_CLAIMS; k++) {
    const size_t length = strlen(certificate_claims[k].name);
    if (strncmp(c->at, certificate_claims[k].name, length) != 0 || c->at[length] != ' ') continue;
    c->claim = k;
    return true;
  }
  return malformed(c, "a claim: P1, P3, P5, bypass or rmr, each once and in this order");
}

static bool check_all(struct checking *c)
{
  if (!check_question(c) || !read_values(c)) return false;
  c->claim = CLAIM_WRITTEN;
  if (!need_text(c, "claim ", "a claim") || !check_claim(c)) return false;
  bool any = false;
  while (take_text(c, "claim ")) {
    if (!next_claim(c)) return false;
    if (c->claim == CLAIM_P5 && !algorithm_has_doorway(&c->machine->algorithm))
      return REFUSE(c, EXIT_USAGE, "P5: the algorithm has no doorway");
    if (!check_claim(c)) return false;
    any = true;
  }
  if (!any) return malformed(c, "a claim");
  return need_text(c, "end\n", "a claim, or `end`") && (*c->at == '\0' || malformed(c, "nothing behind `end`"));
}

bool certificate_check(const char *path, const atomic_bool *interrupt, struct certified *out, struct error *e)
{
  enum { MOST_BYTES = INT32_MAX };
  size_t length;
  *out = (struct certified){.n = 0};
  char *text = file_read(path, MOST_BYTES, &length, e);
  if (text == NULL) return false;
  struct checking *c = mem_new(1, sizeof *c);
  *c = (struct checking){.path = path, .at = text, .line = 1, .e = e, .interrupt = interrupt, .out = out};
  const bool ok = strlen(text) == length ? check_all(c) : REFUSE(c, EXIT_USAGE, "it has a zero byte: it is no text");
  scene_free(&c->scene);
  lookup_free(&c->states);
  lookup_free(&c->records.numbers);
  free(c->potential);
  free(c->usual);
  machine_free(c->own);
  algorithm_release(c->choice);
  free(c);
  free(text);
  return ok;
}
