/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * faults.h: the options --faults, --leases, --leases-may-expire and --time, which several commands share.
 */
#ifndef CLI_FAULTS_H
#define CLI_FAULTS_H

#include "cli/cli.h"
#include "model/system.h"

enum { KEY_FAULTS = 1024, KEY_LEASES, KEY_LEASES_MAY_EXPIRE, KEY_CLOCK };

struct fault_options {
  const char *kind, *leases; /* as given; NULL: not given */
  uint32_t expiries;
  const char *time;
};

#define FAULT_OPTIONS                                                                                                 \
  {"faults",                                                                                                          \
   KEY_FAULTS,                                                                                                        \
   "KIND:F[,...]",                                                                                                    \
   0,                                                                                                                 \
   "at most F crashes, anywhere in a passage. KIND tells of what: stop, recover, system (of all at once) or restart " \
   "(without a Recover line). Behind it, with commas between: at:LINE, only who is about to execute this line "       \
   "crashes; new:A, at most A new processes take the places of dead ones (stop only)",                                \
   0},                                                                                                                \
    {"leases",                                                                                                        \
     KEY_LEASES,                                                                                                      \
     "all|NAME,...[,at:reader]",                                                                                      \
     0,                                                                                                               \
     "registers that hold their initial value again some time after their owner has crashed (default: those that "    \
     "the algorithm declares); at:reader: not for all, but for one reader after the other, as clocks differ",         \
     0},                                                                                                              \
  {                                                                                                                   \
    "leases-may-expire", KEY_LEASES_MAY_EXPIRE, "K", 0, "so many times one of them does while its owner lives", 0     \
  }

/* Not of all that have these: `rmr search --time` is another. */
#define TIME_OPTION                                                                                                   \
  {                                                                                                                   \
    "time", KEY_CLOCK, "slow=S,skew=K,cs=C", 0,                                                                       \
      "a clock ticks: a step takes at most S ticks, a critical section at most C (default: S), and clocks differ by " \
      "at most K (default: 0)",                                                                                       \
      0                                                                                                               \
  }

/* Takes one of the four. False: the key is another. */
bool fault_option(struct fault_options *options, int key, char *argument, struct argp_state *state);

/* Into the spec, whose algorithm is known. */
bool faults_ask(const struct fault_options *options, const struct rmr_algorithm *algorithm, struct system_spec *spec,
                struct error *e);

#endif
