/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/write_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "model/cost.h"

const char *const order_names[N_ORDERS] = {
#define O(id, word) [ORDER_##id] = word,
  ORDERS(O)
#undef O
};

const char *const drain_names[N_DRAINS] = {
#define D(id, word) [DRAIN_##id] = word,
  DRAINS(D)
#undef D
};

/* --- from text ---------------------------------------------------------------------------------------------------- */

/* The number of the word of `length` bytes in a table; n: it is not there. */
static uint32_t word_in(const char *const *table, uint32_t n, const char *word, size_t length)
{
  uint32_t k = 0;
  while (k < n && (strlen(table[k]) != length || strncmp(table[k], word, length) != 0)) k++;
  return k;
}

static bool parse_drain(const char *text, enum drain *out, struct error *e)
{
  char near[SUGGESTION];
  *out = (enum drain)word_in(drain_names, N_DRAINS, text, strlen(text));
  return *out != N_DRAINS || fail(e, EXIT_USAGE, "drain '%s': expected random, eager, lazy or worst%s", text,
                                  suggestion(text, drain_names, N_DRAINS, near));
}

enum { WORD_CS, WORD_ALL, WORD_NONE, N_WORDS };

static const char *const fence_words[N_WORDS] = {"cs", "all", "none"};

bool order_is_word(const char *label)
{
  return word_in(fence_words, N_WORDS, label, strlen(label)) != N_WORDS;
}

static void fence_all(const struct rmr_algorithm *a, struct order_spec *out)
{
  for (uint32_t line = 1; a != NULL && line < a->n_lines; line++) order_fence(out, line);
  out->fence_cs = true;
}

static bool take_fence(const char *label, size_t length, const struct rmr_algorithm *a, struct order_spec *out,
                       struct error *e)
{
  char word[64];
  struct cost_lines lines;
  if (length == 0 || length >= sizeof word)
    return fail(e, EXIT_USAGE, "fences: expected labels of lines or cs, with commas between; or all, or none");
  snprintf(word, sizeof word, "%.*s", (int)length, label);
  if (strcmp(word, fence_words[WORD_CS]) == 0) {
    out->fence_cs = true;
    return true;
  }
  if (a == NULL) return true;
  if (!cost_lines_of(word, a, &lines, e)) return false;
  for (uint32_t line = lines.first; line <= lines.last; line++) order_fence(out, line);
  return true;
}

bool order_parse_fences(const char *text, const struct rmr_algorithm *a, struct order_spec *out, struct error *e)
{
  memset(out->fences, 0, sizeof out->fences);
  out->fence_cs = false;
  if (strcmp(text, fence_words[WORD_NONE]) == 0) return true;
  if (strcmp(text, fence_words[WORD_ALL]) == 0) {
    fence_all(a, out);
    return true;
  }
  for (;;) {
    const size_t length = strcspn(text, ",+");
    if (!take_fence(text, length, a, out, e)) return false;
    if (text[length] == '\0') return true;
    text += length + 1;
  }
}

static bool take_buffer(const char *value, struct order_spec *out, struct error *e)
{
  const char *end = value;
  uint64_t n;
  if (!text_number(&end, ORDER_MOST_BUFFER, &n) || *end != '\0' || n == 0)
    return fail(e, EXIT_USAGE, "buffer '%s': expected a number of writes, 1 to %d", value, ORDER_MOST_BUFFER);
  out->buffer = n != ORDER_BUFFER ? (uint32_t)n : 0;
  return true;
}

static bool take_answer(const char *key, const char *value, bool *yes, struct error *e)
{
  *yes = strcmp(value, "yes") == 0;
  return *yes || strcmp(value, "no") == 0 || fail(e, EXIT_USAGE, "%s '%s': expected yes or no", key, value);
}

static bool take_data(const char *value, struct order_spec *out, struct error *e)
{
  bool data;
  if (!take_answer("data", value, &data, e)) return false;
  out->no_data = !data;
  return true;
}

enum { FENCES, BUFFER, DATA, DRAIN, MERGE, N_PARTS };

static const char *const part_names[N_PARTS] = {"fences", "buffer", "data", "drain", "merge"};

/* One part, "buffer=5". */
static bool take_part(const char *part, const struct rmr_algorithm *a, bool *seen, struct order_spec *out,
                      struct error *e)
{
  const char *equals = strchr(part, '=');
  const uint32_t which = equals != NULL ? word_in(part_names, N_PARTS, part, (size_t)(equals - part)) : N_PARTS;
  if (which == N_PARTS || seen[which])
    return fail(e, EXIT_USAGE,
                "order: '%s': expected fences=L1+L2+cs, buffer=B, data=no, merge=yes or drain=KIND, each at most once",
                part);
  seen[which] = true;
  switch (which) {
  case FENCES: return order_parse_fences(equals + 1, a, out, e);
  case BUFFER: return take_buffer(equals + 1, out, e);
  case DATA: return take_data(equals + 1, out, e);
  case MERGE: return take_answer("merge", equals + 1, &out->merge, e);
  default: return parse_drain(equals + 1, &out->drain, e);
  }
}

bool order_parse(const char *text, const struct rmr_algorithm *a, struct order_spec *out, struct error *e)
{
  bool seen[N_PARTS] = {false}, ok = true;
  char near[SUGGESTION], copy[ORDER_SIZE];
  const size_t length = strcspn(text, ",");
  *out = (struct order_spec){.order = (enum write_order)word_in(order_names, N_ORDERS, text, length)};
  if (strlen(text) >= sizeof copy) return fail(e, EXIT_USAGE, "order '%.20s...' is too long", text);
  snprintf(copy, sizeof copy, "%.*s", (int)length, text);
  if (out->order == N_ORDERS)
    return fail(e, EXIT_USAGE, "order '%s': expected sc, tso or pso%s", copy,
                suggestion(copy, order_names, N_ORDERS, near));
  if (strlen(text) >= sizeof copy) return fail(e, EXIT_USAGE, "order: more than %zu bytes", sizeof copy - 1);
  snprintf(copy, sizeof copy, "%s", text + length);
  for (char *part = copy; ok && *part == ',';) {
    part++;
    char *end = part + strcspn(part, ",");
    const char behind = *end;
    *end = '\0';
    ok = take_part(part, a, seen, out, e);
    *end = behind;
    part = end;
  }
  if (ok && out->order == ORDER_SC && length != strlen(text))
    return fail(e, EXIT_USAGE, "order '%s': there are no buffers with sc; expected sc alone, or tso or pso", text);
  return ok;
}

bool order_leaves_commits(const struct order_spec *spec, struct error *e)
{
  return spec->drain == DRAIN_RANDOM || fail(e, EXIT_USAGE,
                                             "drain=%s says when a simulation commits writes; all moments are tried "
                                             "here, so expected no drain",
                                             drain_names[spec->drain]);
}

/* --- to text ------------------------------------------------------------------------------------------------------ */

char *order_fences_text(const struct order_spec *spec, const struct rmr_algorithm *a, char *out, size_t size)
{
  uint32_t n = 0, possible = 0;
  *out = '\0';
  for (uint32_t row = 0; row < a->n_rows; row++) {
    if (a->lines[row].line == 0) continue;
    possible++;
    if (!order_fenced(spec, a->lines[row].line)) continue;
    text_add(out, size, "%s%s", n++ != 0 ? "+" : "", a->lines[row].label);
  }
  if (spec->fence_cs && n == possible)
    snprintf(out, size, "%s", fence_words[WORD_ALL]);
  else if (spec->fence_cs)
    text_add(out, size, "%s%s", n != 0 ? "+" : "", fence_words[WORD_CS]);
  else if (n == 0)
    snprintf(out, size, "%s", fence_words[WORD_NONE]);
  return out;
}

char *order_text(const struct order_spec *spec, const struct rmr_algorithm *a, char *out, size_t size)
{
  char fences[ORDER_SIZE];
  snprintf(out, size, "%s", order_names[spec->order]);
  if (spec->order == ORDER_SC) return out;
  if (strcmp(order_fences_text(spec, a, fences, sizeof fences), fence_words[WORD_NONE]) != 0)
    text_add(out, size, ",fences=%s", fences);
  if (spec->buffer != 0) text_add(out, size, ",buffer=%u", spec->buffer);
  if (spec->no_data) text_add(out, size, ",data=no");
  if (spec->merge) text_add(out, size, ",merge=yes");
  if (spec->drain != DRAIN_RANDOM) text_add(out, size, ",drain=%s", drain_names[spec->drain]);
  return out;
}
