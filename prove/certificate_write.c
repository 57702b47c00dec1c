/* SPDX-License-Identifier: GPL-3.0-or-later */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "prove/certificate.h"

const struct claim_row certificate_claims[N_CLAIMS] = {
  [CLAIM_WRITTEN] = {"written", 0}, [CLAIM_P1] = {"P1", 0},         [CLAIM_P3] = {"P3", 1},  [CLAIM_P4] = {"P4", 4},
  [CLAIM_P5] = {"P5", 0},           [CLAIM_BYPASS] = {"bypass", 1}, [CLAIM_RMR] = {"rmr", 4}};

/* --- while it is proved ------------------------------------------------------------------------------------------- */

static void drop(FILE **out, char **text)
{
  if (*out != NULL) mem_stream_end(*out);
  free(*text);
  *out = NULL;
  *text = NULL;
}

void certificate_begin(struct certificate *c)
{
  if (c == NULL) return;
  drop(&c->attempt_out, &c->attempt);
  c->attempt_out = mem_stream(&c->attempt, &c->attempt_size);
}

/* Each state is a line of the words that differ from the state before; the first one from zeros. The potential is a
 * word behind the last. */
static void put_states(FILE *out, const char *what, const struct abstract_graph *reach, const uint64_t *potential)
{
  fprintf(out, "%s %" PRIu32 "\n", what, reach->n_states);
  for (uint32_t state = 0; state < reach->n_states; state++) {
    const int32_t *words = reach_state(reach, state);
    fputc('+', out);
    for (uint32_t k = 0; k < reach->length; k++)
      if (words[k] != (state == 0 ? 0 : (words - reach->length)[k])) fprintf(out, " %" PRIu32 ":%" PRId32, k, words[k]);
    const uint64_t before = state == 0 || potential == NULL ? 0 : potential[state - 1];
    if (potential != NULL && potential[state] != before)
      fprintf(out, " %" PRIu32 ":%" PRIu64, reach->length, potential[state]);
    fputc('\n', out);
  }
}

void certificate_scene(struct certificate *c, const struct abstract_graph *reach, const uint64_t *potential)
{
  if (c != NULL) put_states(c->attempt_out, "scene", reach, potential);
}

void certificate_views(struct certificate *c, const struct scene *scene, const struct abstract_graph *views,
                       const uint64_t *potential)
{
  const char *what = "views";
  if (scene->n != 0 && scene->whole) what = "views-of-all";
  if (scene->n == 0 && !scene->alike) what = "views-by-place";
  if (scene->queue) what = "views-in-line";
  if (c != NULL) put_states(c->attempt_out, what, views, potential);
}

long certificate_mark(const struct certificate *c)
{
  return c != NULL ? ftell(c->attempt_out) : 0;
}

/* The size of a text in memory is where its end is written. */
void certificate_back(struct certificate *c, long mark)
{
  if (c != NULL && fseek(c->attempt_out, mark, SEEK_SET) != 0) mem_ended(1, BUFSIZ);
}

void certificate_keep(struct certificate *c, enum certificate_claim claim, const struct scene *scene,
                      const uint64_t bounds[MOST_CLAIM_BOUNDS])
{
  if (c == NULL) return;
  if (c->kept_out == NULL) c->kept_out = mem_stream(&c->kept, &c->kept_size);
  if (c->claim_at != 0 && c->claim == claim && fseek(c->kept_out, c->claim_at, SEEK_SET) != 0) mem_ended(1, BUFSIZ);
  c->claim = claim;
  c->claim_at = ftell(c->kept_out);
  fprintf(c->kept_out, "claim %s %d %" PRIu32, certificate_claims[claim].name, scene->forgets_arrays, scene->forgotten);
  for (uint32_t k = 0; k < certificate_claims[claim].n_bounds; k++) fprintf(c->kept_out, " %" PRIu64, bounds[k]);
  fputc('\n', c->kept_out);
  fflush(c->attempt_out);
  fwrite(c->attempt, 1, c->attempt_size, c->kept_out);
  drop(&c->attempt_out, &c->attempt);
}

static void put_written(FILE *out, uint32_t number, const struct written *w)
{
  fprintf(out, "%" PRIu32 " %d %d %d %d %d %d", number, w->itself, w->anybody, w->nobody, w->number, w->session,
          w->foreign);
  for (uint32_t k = 0; k < w->n_plain; k++) fprintf(out, " %" PRId32, w->plain[k]);
  fputc('\n', out);
}

void certificate_close(struct certificate *c, const struct written *written, const struct abstract_records *records)
{
  static const struct written nothing;
  if (c == NULL) return;
  FILE *out = mem_stream(&c->front, &c->front_size);
  fprintf(out, "records %zu\n", records->numbers.n);
  for (size_t k = 0; k < records->numbers.n; k++) {
    int32_t part[MOST_PARTS];
    memcpy(part, lookup_text(&records->numbers, k), sizeof part);
    for (uint32_t p = 0; p < MOST_PARTS; p++) fprintf(out, p == 0 ? "%" PRId32 : " %" PRId32, part[p]);
    fputc('\n', out);
  }
  uint32_t n = 0;
  for (uint32_t k = 0; k < N_WRITTEN; k++) n += memcmp(&written[k], &nothing, sizeof nothing) != 0;
  fprintf(out, "values %" PRIu32 "\n", n);
  for (uint32_t k = 0; k < N_WRITTEN; k++)
    if (memcmp(&written[k], &nothing, sizeof nothing) != 0) put_written(out, k, &written[k]);
  mem_stream_end(out);
}

void certificate_free(struct certificate *c)
{
  FILE *none = NULL;
  drop(&c->kept_out, &c->kept);
  drop(&c->attempt_out, &c->attempt);
  drop(&none, &c->front);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

void certificate_hash(const struct machine *machine, char out[CERTIFICATE_HASH])
{
  const char *text = machine->algorithm.text;
  const XXH128_hash_t hash = XXH3_128bits(text, strlen(text));
  snprintf(out, CERTIFICATE_HASH, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
}

bool certificate_write(const struct certificate *c, const char *path, const char *algorithm,
                       const struct machine *machine, enum memory memory, uint32_t n, struct error *e)
{
  struct file_writer w;
  char hash[CERTIFICATE_HASH];
  if (!file_open(&w, path, e)) return false;
  certificate_hash(machine, hash);
  fprintf(w.out, "rmr-certificate %d\nalgorithm %s\ntext %s\nmemory %s\nn %" PRIu32 "\n", CERTIFICATE_VERSION,
          algorithm, hash, memory_names[memory], n);
  fwrite(c->front, 1, c->front_size, w.out);
  fflush(c->kept_out);
  fwrite(c->kept, 1, c->kept_size, w.out);
  fputs("end\n", w.out);
  return file_commit(&w, e);
}
