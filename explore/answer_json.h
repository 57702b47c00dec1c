/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * answer_json.h: the results of an exploration as JSON. `rmr explore --json` and the explorations in records.jsonl
 * consist of the same objects, and this is their only writer; docs/json.md describes them. Everything that a program
 * may need is a field of its own: the words under "text" and "detail" are for people, and no program parses them.
 */
#ifndef EXPLORE_ANSWER_JSON_H
#define EXPLORE_ANSWER_JSON_H

#include <jansson.h>

#include "explore/explore.h"
#include "sim/monitor.h"

/* All functions return a new reference. */

/* "stop:1 leases:Flag": the faults as configs write them; NULL: there are none. */
json_t *answers_faults(const struct system_spec *setup);

/* "slow=2,skew=1"; NULL: there is no time. */
json_t *answers_time(const struct system_spec *setup);

/* "tso,fences=3"; NULL: writes do not wait. */
json_t *answers_order(const struct system_spec *setup);

/* {"drive": "explore", "algorithm": ..., "n": ...}: the scope of an answer. `sessions` as given; observed 0: all;
 * budget 0: the caller set no limit. */
json_t *answers_scope(const struct system_spec *setup, const char *sessions, uint32_t observed, uint64_t budget);

/* {"slots": 4}: the parameters of an algorithm, default values included; NULL where it has none. */
json_t *answers_parameters(const struct rmr_algorithm *algorithm, const void *parameters);

/* {"P2": "Lamport, CACM 17(8), 1974", "rmr_cc": ...}: where each claim is made that is. */
json_t *answers_cited(const struct rmr_algorithm *algorithm);

/* A schedule file as one text, or null. */
json_t *answers_witness(const struct witness *witness);

/* "holds", "fails", "not decided" or "not checked", with its bound and its witness. */
json_t *answers_verdict(const struct system_spec *setup, const struct explored *explored, uint32_t property);

/* The same for all invariants together; NULL where there are none. */
json_t *answers_all_invariants(const struct system_spec *setup, const struct explored *explored);

/* A list of the verdicts on each invariant, with its `name` and its text `says`. */
json_t *answers_invariants(const struct system_spec *setup, const struct explored *explored);

/* The worst case of one process under one cost ("rmr", "line:4"). */
json_t *answers_cost(const char *cost, const struct explored_cost *found);

/* What a monitor has seen break in a run: [{"property": ..., "step": ..., "text": ...}]. */
json_t *answers_violations(const struct monitor *monitor);

/* The largest value of each register, or field of one; empty where no property was checked, as only that search sees
 * values. */
json_t *answers_registers(const struct system_spec *setup, const struct explored *explored);

#endif
