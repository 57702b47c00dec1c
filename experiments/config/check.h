/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check.h: whether the words of a config mean something: names that exist, specifications that parse, and keys that
 * agree with each other. The first kind is called by the table of fields (fields.c) for each text, and knows no more
 * than that text; check_agreement looks at the whole config (cross_checks.h).
 */
#ifndef EXPERIMENTS_CONFIG_CHECK_H
#define EXPERIMENTS_CONFIG_CHECK_H

#include <jansson.h>

#include "experiments/config/config.h"

bool check_name(const char *text, struct error *e);      /* can be part of a file name */
bool check_algorithm(const char *text, struct error *e); /* built-in ones; plug-ins in choices.c */
bool check_axis(const char *text, struct error *e);      /* N, passages, algorithm.KEY, adversary.KEY */
bool check_adversary(const char *text, struct error *e); /* built-in ones; plug-ins when the tasks are planned */
bool check_memory(const char *text, struct error *e);
bool check_sessions(const char *text, struct error *e);
bool check_faults(const char *text, struct error *e);
bool check_time(const char *text, struct error *e);
bool check_observed(const char *text, struct error *e); /* P_N, P_3 */
bool check_observe(const char *text, struct error *e);  /* the same, or all */
bool check_methods(const char *text, struct error *e);  /* of a search */
bool check_metric(const char *text, struct error *e);
bool check_scalar_metric(const char *text, struct error *e); /* one that can be drawn and fitted */
bool check_formula(const char *text, struct error *e);

/* What a table can have as a column. */
bool check_column(const char *text, struct error *e);

/* Is the key of an expect clause one of P1..P7, CSR, BCSR, or `invariants`? */
bool check_is_property(const char *text);

/* `config` is complete: every default filled in. */
bool check_agreement(const struct config *config, struct error *e);

/* The tables agree with the rest of the config: rows with algorithms that are run, columns with memory models that
 * are. */
bool check_tables(const struct source *source, const json_t *config, struct error *e);

/* With metrics and properties complete: is an exploration asked for anything? */
bool check_asks(const struct source *source, const json_t *config, struct error *e);

#endif
