/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.h: the parts of a report's section, one function each. Only the report includes this.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdio.h>

#include "plots/figure.h"

/* One result directory on the page. */
struct section {
  const struct results *results;
  const struct figure_list *figures;
  const char *id;   /* of its heading; a prefix for ids inside it */
  const char *link; /* its directory, relative to the page, with a slash at the end; "" for the page's own */
};

typedef void part_fn(FILE *out, const struct section *s);

part_fn part_findings, part_claims, part_verdicts, part_galleries, part_exact, part_nearness, part_failures,
  part_violations, part_fits, part_figures, part_listings, part_traces, part_provenance;

/* A page of gigabytes is of no use: a table has so many rows at most, the first ones. The end of a table says how many
 * of its `n` rows are left out, and which file of the directory has all. */
enum { ROWS_MOST = 1000 };
void table_end(FILE *out, size_t n, const char *file);

/* What stands in the <details> of a claim: its summary, how it was decided, the evidence, the witness. */
void claim_evidence(FILE *out, const struct section *s, const char *label, const char *algorithm, const json_t *cell);

/* The findings of all sections for the first screen: findings_gather takes those of one section; the page is `broad`
 */
json_t *findings_new(void);
void findings_gather(json_t *all, const struct section *s, const char *name);
void findings_write(FILE *out, const json_t *all);

/* The rows of the verdicts of one directory. `name` not NULL: each begins with a cell that names the section and
 * links there. */
void claim_rows(FILE *out, const struct section *s, const char *name);
extern const char *const claim_heads[]; /* the heads of those rows; the first is that of the name */

#endif
