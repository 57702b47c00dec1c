/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/columns.h"

#include <string.h>

#include "results/expect.h"
#include "results/metric_name.h"

/* In the order in which a full table has them: costs, the properties that a simulation or an exploration of its own
 * decides, whether registers are bounded, and what is proved. */
#define COSTS(X)                                                     \
  X("RMR cc", COLUMN_RMR, "cc", "rmr.max", "rmr_cc")                 \
  X("RMR cc-keep", COLUMN_RMR, "cc-keep", "rmr.max", NULL)           \
  X("RMR cc-writeback", COLUMN_RMR, "cc-writeback", "rmr.max", NULL) \
  X("RMR dsm", COLUMN_RMR, "dsm", "rmr.max", "rmr_dsm")              \
  X("super cc", COLUMN_RMR, "cc", "super.max", NULL)                 \
  X("super dsm", COLUMN_RMR, "dsm", "super.max", NULL)               \
  X("space", COLUMN_SPACE, NULL, NULL, "space")

/* A property is a column if anything is claimed of it; its claim has its key, if algorithms can claim it. */
#define COLUMN_NOT(id, key)
#define COLUMN_OWN(id, key)
#define COLUMN_SAID(id, key)   {key, COLUMN_PROPERTY, NULL, NULL, PROPERTY_##id, key},
#define COLUMN_ALWAYS(id, key) COLUMN_SAID(id, key)
#define COLUMN_TAKEN(id, key)  {key, COLUMN_PROPERTY, NULL, NULL, PROPERTY_##id, NULL},

const struct column columns[] = {
#define X(name, kind, memory, metric, claim) {name, kind, memory, metric, PROPERTY_NONE, claim},
  COSTS(X)
#undef X
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) COLUMN_##claimed(id, key)
    PROPERTIES(P)
#undef P
      {"bounded", COLUMN_BOUNDED, NULL, NULL, PROPERTY_NONE, "bounded"},
  {"every N", COLUMN_PROVED, NULL, NULL, PROPERTY_NONE, NULL},
};

const size_t n_columns = sizeof columns / sizeof *columns;

#undef COLUMN_SAID
#undef COLUMN_ALWAYS
#undef COLUMN_TAKEN
#define COLUMN_SAID(id, key)   key,
#define COLUMN_ALWAYS(id, key) key,
#define COLUMN_TAKEN(id, key)  key,

const char *const column_names[] = {
#define X(name, kind, memory, metric, claim) name,
  COSTS(X)
#undef X
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) COLUMN_##claimed(id, key)
    PROPERTIES(P)
#undef P
      "bounded",
  "every N", NULL};

const struct column *column_find(const char *name)
{
  for (size_t k = 0; k < n_columns; k++)
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
                "the claim about \"%s\" is growth; expected one such as \"O(N)\" or \"unbounded\", not \"%s\"",
                column->name, clause.text);
  if (column->kind == COLUMN_SPACE && !expect_is_growth(clause.kind) && clause.kind != EXPECT_EQUAL)
    return fail(e, EXIT_USAGE,
                "the claim about \"space\" is a number of registers; expected one such as \"O(N)\" or \"= 3N\", "
                "not \"%s\"",
                clause.text);
  if (column->kind == COLUMN_METRIC && clause.kind != EXPECT_UNBOUNDED &&
      (!expect_is_pointwise(clause.kind) || clause.metric[0] != '\0'))
    return fail(
      e, EXIT_USAGE,
      "the claim about \"%s\" is compared at each N; expected one such as \"<= 9\", \"= 3N\" or \"unbounded\", not "
      "\"%s\"",
      column->name, clause.text);
  if (!clause.formula.uses_j) return true;
  return fail(e, EXIT_USAGE, "\"%s\" is one number, so \"%s\" has no j; expected a formula in N", column->name,
              clause.text);
}

bool column_allows(const struct column *column, const char *said, struct error *e)
{
  if (column->kind == COLUMN_PROVED)
    return fail(e, EXIT_USAGE, "\"%s\" lists what is proved; expected no claim about it", column->name);
  if (column->kind != COLUMN_PROPERTY && column->kind != COLUMN_BOUNDED) return clause_allows(column, said, e);
  if (strcmp(said, "yes") == 0 || strcmp(said, "no") == 0) return true;
  return fail(e, EXIT_USAGE, "\"%s\" holds or does not; expected \"yes\" or \"no\", not \"%.40s\"", column->name, said);
}
