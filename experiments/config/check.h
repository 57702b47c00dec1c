/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check.h: checks the words of a config: names exist, specifications parse, and keys agree with each other. The table
 * of fields (fields.c) calls the checks of single texts, which see only that text; check_agreement checks the whole
 * config (cross_checks.h).
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
bool check_order_of_writes(const char *text, struct error *e);
bool check_observed(const char *text, struct error *e); /* P_N, P_3 */
bool check_observe(const char *text, struct error *e);  /* the same, or all */
bool check_methods(const char *text, struct error *e);  /* of a search */
bool check_metric(const char *text, struct error *e);
bool check_scalar_metric(const char *text, struct error *e); /* it can be drawn and fitted */
bool check_formula(const char *text, struct error *e);

/* Whether it can be a column of a table. */
bool check_column(const char *text, struct error *e);

/* Whether the key of an expect clause is one of P1..P7, CSR, BCSR, or `invariants`. */
bool check_is_property(const char *text);

/* `config` is complete: every default filled in. */
bool check_agreement(const struct config *config, struct error *e);

/* Whether the tables agree with the rest of the config, which runs the algorithms of their rows and the memory
 * models of their columns. */
bool check_tables(const struct source *source, const json_t *config, struct error *e);

/* With metrics and properties complete: whether an exploration has a question. */
bool check_asks(const struct source *source, const json_t *config, struct error *e);

#endif
