/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * transitions.h: the changes that a step can make, by the lines of its access and of the next one; and so, which rules
 * of an invariant (delta.h) concern it. A rule has causes; each is a read of a local, of a line or of a register. A
 * step has none of them if on no way from the one line to the other the local is set, if both lines are among those
 * that the read asks for or neither, or if the access does not write to the register's group.
 */
#ifndef LANGUAGE_TRANSITIONS_H
#define LANGUAGE_TRANSITIONS_H

#include "language/delta.h"
#include "language/flow.h"

struct next_line {
  bool possible;
  uint64_t changed; /* slots: bits */
};

/* to[1..n_lines]: the steps from a line within a passage, or to the next one. */
void find_next_lines(const struct flow *graph, uint32_t line, struct next_line *to);

/* Whether a step from one line to the other, which changes these slots, can have a cause of the rule. */
bool rule_concerns(const struct delta_rule *rule, const struct tree *tree, const struct flow *graph, uint32_t from,
                   uint32_t to, uint64_t changed);

#endif
