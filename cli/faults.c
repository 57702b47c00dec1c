/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/faults.h"

bool fault_option(struct fault_options *options, int key, char *argument, struct argp_state *state)
{
  switch (key) {
  case KEY_FAULTS: options->kind = argument; return true;
  case KEY_LEASES: options->leases = argument; return true;
  case KEY_LEASES_MAY_EXPIRE:
    options->expiries = (uint32_t)parse_number("--leases-may-expire", argument, 0, FAULTS_MOST, state);
    return true;
  default: return false;
  }
}
