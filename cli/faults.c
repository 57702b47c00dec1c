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
  case KEY_CLOCK: options->time = argument; return true;
  default: return false;
  }
}

bool faults_ask(const struct fault_options *options, const struct rmr_algorithm *a, struct system_spec *spec,
                struct error *e)
{
  return faults_parse(options->kind, options->leases, options->expiries, a, &spec->faults, e) &&
         (options->time == NULL || time_parse(options->time, &spec->time, e)) &&
         faults_in_time(&spec->faults, time_passes(&spec->time), options->leases, e);
}
