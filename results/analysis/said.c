/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/said.h"

#include <string.h>

#include "base/mem.h"
#include "results/analysis/property_evidence.h"

static const char *or_none(const char *text)
{
  return text[0] != '\0' ? text : "none";
}

const char *row_faults(const json_t *row)
{
  return or_none(text_of(row, "faults"));
}

const char *row_time(const json_t *row)
{
  return or_none(text_of(row, "time"));
}

const char *row_order(const json_t *row)
{
  const char *order = text_of(row, "order");
  return order[0] != '\0' ? order : "sc";
}

/* Whether a clock ticks where the algorithm needs one. */
static bool has_its_clock(const struct results *r, const json_t *row)
{
  const json_t *algorithm = json_object_get(r->algorithms, text_of(row, "algorithm"));
  const bool timed = json_is_true(json_object_get(json_object_get(algorithm, "claims"), "timed"));
  return !timed || strcmp(row_time(row), "none") != 0;
}

bool row_is_plain(const struct results *r, const json_t *row)
{
  return strcmp(row_faults(row), "none") == 0 && strcmp(row_order(row), "sc") == 0 && has_its_clock(r, row);
}

char *said_of(const struct results *r, const json_t *row, const struct column *column)
{
  const char *said = text_of(json_object_get(row, "says"), column->name);
  const json_t *algorithm = json_object_get(r->algorithms, text_of(row, "algorithm"));
  if (said[0] != '\0' || column->claim == NULL || !has_its_clock(r, row) || strcmp(row_order(row), "sc") != 0 ||
      !property_is_claimed_of(json_object_get(algorithm, "claims"), row_faults(row), column->property))
    return mem_text(said);
  const char *claim = text_of(json_object_get(algorithm, "claims"), column->claim);
  if (claim[0] == '\0' || strcmp(claim, "unbounded") == 0) return mem_text(claim);
  if (column->kind == COLUMN_RMR) return mem_format("O(%s)", claim);
  return column->kind == COLUMN_SPACE ? mem_format("= %s", claim) : mem_text(claim);
}

const char *said_in(const struct results *r, const json_t *row, const struct column *column)
{
  const json_t *algorithm = json_object_get(r->algorithms, text_of(row, "algorithm"));
  if (!said_by_file(row, column)) return text_of(row, "cited");
  if (column->claim == NULL) return "";
  return text_of(json_object_get(json_object_get(algorithm, "claims"), "cited"), column->claim);
}

bool said_by_file(const json_t *row, const struct column *column)
{
  return text_of(json_object_get(row, "says"), column->name)[0] == '\0';
}

bool said_of_parameters(const char *algorithm)
{
  return strchr(algorithm, ':') == NULL;
}

const char *said_of_others(const json_t *claims, const struct column *column, const struct record *r)
{
  const bool space = column->kind == COLUMN_SPACE;
  if (!space && column->kind != COLUMN_RMR) return NULL;
  if (!said_of_parameters(r->algorithm)) return "claimed for the default parameters";
  if (r->passages != 1 && (space || json_is_true(json_object_get(claims, "one_shot"))))
    return "claimed for one passage each";
  if (space && strcmp(r->sessions, "distinct") != 0) return "claimed for distinct sessions";
  return space && strcmp(record_faults(r), "none") != 0 ? "claimed for runs without faults" : NULL;
}

const char *said_scope(const struct column *column)
{
  return column->kind == COLUMN_SPACE ? "one passage each, sessions distinct" : "one passage each";
}
