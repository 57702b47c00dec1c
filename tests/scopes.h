/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scopes.h: scopes drawn at random: an algorithm and its parameters, N, memory, sessions, passages, faults, leases, a
 * clock, and a cost. unit_scopes.c asks every drive that accepts one, and compares what they say.
 *
 * The texts of a scope are those of the command line, so that one that is told can be asked there again.
 */
#ifndef TESTS_SCOPES_H
#define TESTS_SCOPES_H

#include "explore/explore.h"
#include "model/choice.h"

struct scope {
  char algorithm[96]; /* with parameters */
  uint32_t n, passages;
  enum memory memory;
  char sessions[32];
  char faults[96]; /* as in configs: "stop:1 leases:all expire:1" */
  char time[32];
  char cost[24]; /* "rmr", "steps", "bypass", "super", "line:4", "rmr@4", "ticks" */
  uint64_t seed; /* of the simulations and the search */
};

/* The K-th scope of a seed. Most can be asked; of some only that they are refused in order. */
void scope_draw(uint64_t seed, uint64_t k, struct scope *out);

/* As one would type it behind `rmr explore`. Returns out. */
char *scope_command(const struct scope *scope, char *out, size_t size);

/* A scope as the drives take it. */
struct asked {
  struct algorithm_choice *choice;
  struct sessions sessions;
  struct system_spec setup;
  enum cost_id cost;
  struct cost_lines lines;
};

/* False: there is no such scope, and *e says why. */
bool scope_open(const struct scope *scope, struct asked *out, struct error *e);
void scope_close(struct asked *asked);

#endif
