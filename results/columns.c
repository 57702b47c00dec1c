/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/columns.h"

#include <string.h>

#include "results/expect.h"
#include "results/metric_name.h"

/* In the order in which a full table has them. */
#define COLUMNS(X)                                                      \
  X("RMR cc", COLUMN_RMR, "cc", "rmr.max", 0, "rmr_cc")                 \
  X("RMR cc-keep", COLUMN_RMR, "cc-keep", "rmr.max", 0, NULL)           \
  X("RMR cc-writeback", COLUMN_RMR, "cc-writeback", "rmr.max", 0, NULL) \
  X("RMR dsm", COLUMN_RMR, "dsm", "rmr.max", 0, "rmr_dsm")              \
  X("super cc", COLUMN_RMR, "cc", "super.rmr.max", 0, NULL)             \
  X("super dsm", COLUMN_RMR, "dsm", "super.rmr.max", 0, NULL)           \
  X("space", COLUMN_SPACE, NULL, NULL, 0, "space")                      \
  X("P1", COLUMN_PROPERTY, NULL, NULL, 1, "P1")                         \
  X("P2", COLUMN_PROPERTY, NULL, NULL, 2, "P2")                         \
  X("P3", COLUMN_PROPERTY, NULL, NULL, 3, "P3")                         \
  X("P4", COLUMN_PROPERTY, NULL, NULL, 4, "P4")                         \
  X("P5", COLUMN_PROPERTY, NULL, NULL, 5, "P5")                         \
  X("P6", COLUMN_PROPERTY, NULL, NULL, 6, "P6")                         \
  X("P7", COLUMN_PROPERTY, NULL, NULL, 7, "P7")                         \
  X("CSR", COLUMN_PROPERTY, NULL, NULL, 8, "CSR")                       \
  X("BCSR", COLUMN_PROPERTY, NULL, NULL, 9, "BCSR")                     \
  X("response", COLUMN_PROPERTY, NULL, NULL, 10, NULL)                  \
  X("bounded", COLUMN_BOUNDED, NULL, NULL, 0, "bounded")

const struct column columns[N_COLUMNS] = {
#define X(name, kind, memory, metric, property, claim) {name, kind, memory, metric, property, claim},
  COLUMNS(X)
#undef X
};

const char *const column_names[N_COLUMNS + 1] = {
#define X(name, kind, memory, metric, property, claim) name,
  COLUMNS(X)
#undef X
    NULL};

const struct column *column_find(const char *name)
{
  for (size_t k = 0; k < N_COLUMNS; k++)
    if (strcmp(columns[k].name, name) == 0) return &columns[k];
  return NULL;
}

bool column_of(const char *name, struct column *out)
{
  const struct column *found = column_find(name);
  struct metric_name metric;
  struct error ignored = {0};
  *out = found != NULL ? *found : (struct column){.name = name, .kind = COLUMN_METRIC};
  return found != NULL || (metric_name_parse(name, &metric, &ignored) && metric.split == METRIC_NUMBER);
}

static bool clause_allows(const struct column *column, const char *said, struct error *e)
{
  struct expect clause;
  struct error inner = {0};
  if (!expect_parse(said, &clause, &inner)) return fail(e, EXIT_USAGE, "\"%.80s\": %s", said, inner.text);
  if (column->kind == COLUMN_RMR && !expect_is_growth(clause.kind) && clause.kind != EXPECT_UNBOUNDED)
    return fail(e, EXIT_USAGE,
                "what is said of \"%s\" is growth; expected such as \"O(N)\" or \"unbounded\", not \"%s\"",
                column->name, clause.text);
  if (column->kind == COLUMN_SPACE && !expect_is_growth(clause.kind) && clause.kind != EXPECT_EQUAL)
    return fail(e, EXIT_USAGE,
                "what is said of \"space\" is a number of registers; expected such as \"O(N)\" or \"= 3N\", not \"%s\"",
                clause.text);
  if (column->kind == COLUMN_METRIC && clause.kind != EXPECT_UNBOUNDED &&
      (!expect_is_pointwise(clause.kind) || clause.metric[0] != '\0'))
    return fail(
      e, EXIT_USAGE,
      "what is said of \"%s\" is compared at each N; expected such as \"<= 9\", \"= 3N\" or \"unbounded\", not \"%s\"",
      column->name, clause.text);
  if (!clause.formula.uses_j) return true;
  return fail(e, EXIT_USAGE, "\"%s\" is one number, so \"%s\" has no j; expected a formula in N", column->name,
              clause.text);
}

bool column_allows(const struct column *column, const char *said, struct error *e)
{
  if (column->kind != COLUMN_PROPERTY && column->kind != COLUMN_BOUNDED) return clause_allows(column, said, e);
  if (strcmp(said, "yes") == 0 || strcmp(said, "no") == 0) return true;
  return fail(e, EXIT_USAGE, "\"%s\" holds or does not; expected \"yes\" or \"no\", not \"%.40s\"", column->name, said);
}
