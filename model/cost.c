/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/cost.h"

#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "model/names.h"
#include "model/system.h"

const struct cost cost_table[N_COSTS] = {[COST_NONE] = {"", "", PAID_NOTHING, false, false, false},
#define C(id, key, paid, at_line, through, searched, metric, help) \
  [COST_##id] = {key, metric, PAID_##paid, at_line, through, searched},
                                         COSTS(C)
#undef C
};

/* Of a step of the process itself. */
static uint64_t own(const struct cost *c, struct cost_lines lines, const struct rmr_event *event)
{
  const bool counts = !c->at_line || (!event->added && cost_is_at(lines, event->line));
  const uint64_t fences = event->kind == RMR_FENCE || rmr_kind_is_atomic(event->kind);
  if (c->paid == PAID_FENCE) return fences;
  if (c->paid == PAID_SUM) return (event->cause != RMR_FREE) + fences * (1 + lines.fence_surcharge);
  return counts && (c->paid == PAID_STEP || (c->paid == PAID_RMR && event->cause != RMR_FREE));
}

uint64_t cost_of_event(const struct system *system, enum cost_id cost, struct cost_lines lines, struct cost_payer payer,
                       const struct rmr_event *event)
{
  const struct cost *c = &cost_table[cost];
  const uint8_t section = payer.section;
  const bool enters = event->action == RMR_STEP && event->to == RMR_CS && event->from != RMR_CS;
  switch (c->paid) {
  case PAID_RMR:
  case PAID_STEP:
  case PAID_SUM:
  case PAID_FENCE: return event->action == RMR_STEP && event->process == payer.process ? own(c, lines, event) : 0;
  case PAID_ENTRY:
    return enters && section == RMR_WAITING &&
           system_conflict(system, event->process, event->session, payer.process, payer.session);
  case PAID_TICK: return event->action == RMR_TICK && section >= RMR_RECOVER && section <= RMR_WAITING ? event->var : 0;
  case PAID_MEAL:
  case PAID_NOTHING: break;
  }
  return 0;
}

bool cost_is_known(enum cost_id cost, const struct rmr_algorithm *algorithm, struct error *e)
{
  return cost != COST_MEALS || algorithm_has_holders(algorithm) ||
         fail(e, EXIT_USAGE,
              "%s does not say who holds its registers, so meals that end blocking paths are not known; expected an "
              "algorithm that does, such as philosophers (in a text, by `held by`)",
              algorithm->name);
}

bool cost_lines_of(const char *label, const struct rmr_algorithm *a, struct cost_lines *lines, struct error *e)
{
  const size_t size = strlen(label);
  *lines = (struct cost_lines){0};
  for (uint32_t row = 0; row < a->n_rows && size != 0; row++) {
    const char *other = a->lines[row].label;
    if (a->lines[row].line == 0 || strncmp(other, label, size) != 0) continue;
    if (other[size] == '\0') {
      *lines = (struct cost_lines){.first = a->lines[row].line, .last = a->lines[row].line};
      return true;
    }
    if (other[size] < 'a' || other[size] > 'z' || other[size + 1] != '\0') continue;
    if (lines->first != 0 && a->lines[row].line != lines->last + 1)
      return fail(e, EXIT_USAGE, "%s: other lines stand between those of '%s'; expected one of them, such as %s",
                  a->name, label, other);
    if (lines->first == 0) lines->first = a->lines[row].line;
    lines->last = a->lines[row].line;
  }
  return lines->first != 0 || algorithm_label(a, label, e) != 0;
}

static bool refuse(const char *text, struct error *e)
{
  const char *words[N_COSTS];
  char all[128] = "", near[SUGGESTION];
  for (uint32_t k = 1; k < N_COSTS; k++) {
    words[k - 1] = cost_table[k].key;
    text_add(all, sizeof all, "%s%s%s",
             k == 1             ? ""
             : k == N_COSTS - 1 ? " or "
                                : ", ",
             cost_table[k].key, cost_table[k].at_line ? "L" : "");
  }
  return fail(e, EXIT_USAGE, "--cost '%s': expected %s%s", text, all, suggestion(text, words, N_COSTS - 1, near));
}

/* rmr+fences=5: a fence counts for five RMRs. */
static bool take_weight(const char *text, struct cost_lines *lines, struct error *e)
{
  const char *end = text;
  uint64_t weight = 0;
  if (!text_number(&end, COST_MOST_WEIGHT, &weight) || *end != '\0' || weight < 1)
    return fail(e, EXIT_USAGE, "--cost rmr+fences=%s: expected how many RMRs a fence counts for, 1 to %d", text,
                COST_MOST_WEIGHT);
  lines->fence_surcharge = (uint8_t)(weight - 1);
  return true;
}

bool cost_parse(const char *text, const struct rmr_algorithm *algorithm, enum cost_id *cost, struct cost_lines *lines,
                struct error *e)
{
  *lines = (struct cost_lines){0};
  for (uint32_t k = 1; k < N_COSTS; k++) {
    const size_t length = strlen(cost_table[k].key);
    if (strncmp(text, cost_table[k].key, length) != 0) continue;
    const bool weighed = cost_table[k].paid == PAID_SUM && text[length] == '=';
    if (!weighed && (text[length] != '\0') != cost_table[k].at_line) continue;
    *cost = (enum cost_id)k;
    if (weighed) return take_weight(text + length + 1, lines, e);
    return !cost_table[k].at_line || cost_lines_of(text + length, algorithm, lines, e);
  }
  return refuse(text, e);
}

enum cost_id cost_of_metric(const char *pattern)
{
  uint32_t k = N_COSTS;
  while (--k > 0 && strcmp(cost_table[k].metric, pattern) != 0) continue;
  return (enum cost_id)k;
}
