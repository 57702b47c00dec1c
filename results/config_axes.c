/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/config_axes.h"

const struct config_axis_keys config_axes[N_AXES] = {
#define X(id, list, key, kind) {list, key, AXIS_IS_##kind},
  CONFIG_AXES(X)
#undef X
};
