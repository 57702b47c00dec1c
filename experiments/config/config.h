/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * config.h: an experiment, as written and in its complete form.
 *
 * A text becomes a config in several steps, each of which may refuse it with file, line and column: jansson parses it;
 * `--set` options are applied (override.h); every value is checked against the table of fields and defaults are filled
 * in (walk.h); algorithms are found and get their canonical names (choices.h); the parts are compared with each other
 * (check.h). Planning the tasks (plan.h) checks the options of adversaries, because that may load files.
 *
 * The fingerprint covers everything that the records depend on. Words for people, fits, plots and clauses may change
 * afterwards without another run, unless they ask for a metric that the records lack.
 */
#ifndef EXPERIMENTS_CONFIG_CONFIG_H
#define EXPERIMENTS_CONFIG_CONFIG_H

#include <jansson.h>

#include "experiments/config/metric.h"
#include "experiments/config/position.h"
#include "model/choice.h"

enum { CONFIG_MOST_BYTES = 4 << 20, FINGERPRINT_SIZE = 33 };

struct config {
  struct source source;
  json_t *json;    /* complete, in the order of the table, with "fingerprint" at the end */
  char *directory; /* of the file; relative paths in it are read from there */
  struct metric *metrics;
  size_t n_metrics;
  struct algorithm_choice **algorithm; /* the list "algorithms", in its order */
  size_t n_algorithms;
  uint32_t *processes; /* [k]: the number of processes of the k-th algorithm's graph, the only one allowed; 0: any */
  char fingerprint[FINGERPRINT_SIZE];
};

bool config_load(const char *path, const char *const *overrides, size_t n_overrides, struct config *out,
                 struct error *e);

/* The same from memory; `file` is its name in errors. On failure *out is empty. */
bool config_parse(const char *text, size_t length, const char *file, const char *const *overrides, size_t n_overrides,
                  struct config *out, struct error *e);

void config_free(struct config *config);

/* The keys that `rmr run` adds in config.json; ends with NULL. */
extern const char *const config_additions[];

const char *config_text(const struct config *config, const char *key); /* "" if it has none */
const json_t *config_list(const struct config *config, const char *key);

/* The algorithm with this name in the config; NULL: none. */
const struct algorithm_choice *config_algorithm(const struct config *config, const char *text);

/* The number of processes of the graph of one of the config's algorithms; 0: any. */
uint32_t config_processes(const struct config *config, const struct algorithm_choice *choice);

/* The keys in which two complete configs differ, of those that records depend on: "n, adversaries". Returns out. */
char *config_difference(const json_t *a, const json_t *b, char *out, size_t size);

/* XXH3-128 of the value's canonical JSON (sorted keys, no spaces), as 32 hex digits. */
void config_hash(const json_t *value, char out[FINGERPRINT_SIZE]);
void config_hash_print(uint64_t high, uint64_t low, char out[FINGERPRINT_SIZE]);

#endif
