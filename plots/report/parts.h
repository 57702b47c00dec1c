/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.h: the parts of a report's section, one function each. Only the report includes this.
 */
#ifndef PLOTS_REPORT_PARTS_H
#define PLOTS_REPORT_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "plots/figure.h"
#include "results/analysis/judge.h"

/* One result directory on the page. */
struct section {
  const struct evaluation *evaluation;
  const struct results *results; /* the evaluation's */
  const struct figure_list *figures;
  const char *id;         /* of its heading; a prefix for ids inside it */
  FILE *contents;         /* receives an <li> for each part; NULL: none */
  const char *link;       /* its directory, relative to the page, with a slash at the end; "" for the page's own */
  const json_t *findings; /* of all sections of the page (findings_gather) */
  size_t on_screen;       /* 1 + the number of the figure that is on the page's first screen alone; 0: there is none */
};

typedef void part_fn(FILE *out, const struct section *s);

part_fn part_findings, part_verdicts, part_galleries, part_exact, part_tightness, part_failures, part_violations,
  part_fits, part_figures, part_listings, part_traces, part_provenance;

/* Most rows of a table, the first ones: a page of gigabytes is useless. */
enum { ROWS_MOST = 1000 };

/* The heading of a part, with an anchor and a place in the contents. `slug` makes the anchor, after the section's. */
void part_heading(FILE *out, const struct section *s, const char *slug, const char *title);

/* The k-th table of claims of the section; rows with a disagreement come first. Folded: only its heading is open. */
void claims_write(FILE *out, const struct section *s, size_t k, bool folded);

/* The number of cells of the table that disagree with the claims. */
size_t claims_disagreeing(const struct section *s, size_t k);

/* A link to the page of a witness (results/witness_files.h), with a space before it. False: there is no such page. */
bool witness_link(FILE *out, const struct section *s, const char *name);

/* Where not all schedules that violate a property became files, a paragraph with the number that did. */
void witnesses_left_out(FILE *out, const struct section *s);

/* The <details> of a claim: its summary, how it was decided, the evidence, the witness. */
void claim_evidence(FILE *out, const struct section *s, const char *label, const char *algorithm, const json_t *cell);

/* The findings of all sections for the first screen: findings_gather takes those of one section */
json_t *findings_new(void);
void findings_gather(json_t *all, const struct section *s, const char *name);
void findings_write(FILE *out, const json_t *all);

/* The directory of a plug-in or a text, which may be another algorithm than its namesake in another directory, in a
 * report of several; "": its name alone tells which it is. `name` is that of the section, "" in a report of one. */
const char *section_place(const struct section *s, const char *algorithm, const char *name);

/* The matrix of all sections for the first screen, and the evidence of its cells, further down. */
json_t *matrix_new(void);
void matrix_gather(json_t *all, const struct section *s, const char *name);
void matrix_write(FILE *out, const json_t *all);
void matrix_write_evidence(FILE *out, const json_t *all);

/* The k-th figure of a section, with links to its files. */
void figure_part(FILE *out, const struct section *s, size_t k);

/* The narrow form of a figure, with a link to the figure. False: it has none. */
bool figure_on_screen_part(FILE *out, const struct section *s, size_t k);

/* The first of them that refutes a claim about an algorithm ("P1"); NULL: there is none. */
const json_t *findings_refuting(const json_t *all, const char *algorithm, const char *claim);

/* The outcomes of clauses. Those that only simulations confirm are `sampled`. */
struct claim_counts {
  size_t of[N_OUTCOMES], sampled;
};

/* Writes and counts the rows of the verdicts of one directory. `name` not NULL: each begins with a cell that names
 * the section and links there. */
struct grid;
void claim_rows(struct grid *t, const struct section *s, const char *name, struct claim_counts *count);
extern const char *const claim_heads[]; /* the heads of those rows; the first is that of the name */

#endif
