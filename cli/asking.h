/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * asking.h: the options that `rmr explore` and `rmr search` share: the observed process, the cost, the memory.
 */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include <argp.h>

#include "base/ranks.h"
#include "cli/print_answer.h"
#include "cli/system_options.h"

enum { KEY_OBSERVE = 2048, KEY_COST, KEY_MEM, KEY_THREADS, KEY_WITNESS };

struct question_options {
  struct system_options system;
  const char *observe, *cost, *witness;
  uint32_t threads; /* 0: not given */
  uint64_t bytes;   /* the same */
};

#define QUESTION_OPTIONS_BEGIN                                      \
  {                                                                 \
    .system = SYSTEM_OPTIONS_BEGIN, .observe = "all", .cost = "rmr" \
  }

/* Handles one of them, or of those of the system. False: the key is another. */
bool question_option(struct question_options *options, int key, char *argument, struct argp_state *state);

/* The question about a known system. */
bool question_ask(const struct question_options *options, const struct system_spec *system, struct question *out,
                  struct error *e);

/* Parses a number of bytes, with K, M, G or T; otherwise a usage error. */
uint64_t parse_bytes(const char *option, const char *text, struct argp_state *state);

/* The default memory and threads of a search; threads of one of these ranks, NULL: of a single process. */
uint64_t usual_bytes(void);
uint32_t usual_threads(const struct ranks *ranks);

#endif
