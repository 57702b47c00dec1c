/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * config_axes.h: the axes of a config: its lists, of which each task takes one value. One table: plans, exclusions,
 * selections of series, and the comparison of a record with its config use it.
 *
 *   list      the key of the list in a config
 *   key       the key of the value in `exclude`, in a selection, and in the scope of a record
 *   kind      TEXT: selections may ask for it; NUMBER: only `exclude` may; METHODS: as NUMBER, and records do not have
 *             it in this form
 *
 * The slowest comes first: the last one varies from task to task.
 */
#ifndef RESULTS_CONFIG_AXES_H
#define RESULTS_CONFIG_AXES_H

enum axis_kind { AXIS_IS_TEXT, AXIS_IS_NUMBER, AXIS_IS_METHODS };

/* X(id, list, key, kind) */
#define CONFIG_AXES(X)                           \
  X(DRIVE, "drive", "drive", TEXT)               \
  X(ALGORITHM, "algorithms", "algorithm", TEXT)  \
  X(ADVERSARY, "adversaries", "adversary", TEXT) \
  X(METHODS, "methods", "methods", METHODS)      \
  X(MEMORY, "memories", "memory", TEXT)          \
  X(SESSIONS, "sessions", "sessions", TEXT)      \
  X(PASSAGES, "passages", "passages", NUMBER)    \
  X(FAULTS, "faults", "faults", TEXT)            \
  X(TIME, "time", "time", TEXT)                  \
  X(ORDER, "order", "order", TEXT)               \
  X(N, "n", "n", NUMBER)

enum config_axis {
#define X(id, list, key, kind) AXIS_##id,
  CONFIG_AXES(X)
#undef X
    N_AXES
};

struct config_axis_keys {
  const char *list, *key;
  enum axis_kind kind;
};

extern const struct config_axis_keys config_axes[N_AXES];

#endif
