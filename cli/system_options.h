/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * system_options.h: the options of the system. The commands simulate, explore, search and export share the options for
 * the algorithm, the number of processes, memory, passages, sessions and faults. Each lists the options that it has; a
 * key that it does not list never occurs.
 */
#ifndef CLI_SYSTEM_OPTIONS_H
#define CLI_SYSTEM_OPTIONS_H

#include "cli/cli.h"
#include "model/choice.h"

enum {
  KEY_PASSAGES = 1024,
  KEY_SESSIONS,
  KEY_FAULTS,
  KEY_LEASES,
  KEY_LEASES_MAY_EXPIRE,
  KEY_CLOCK,
  KEY_ORDER_OF_WRITES,
  KEY_FENCES,
  KEY_BUFFER,
  KEY_DATA,
  KEY_DRAIN,
  KEY_JSON,
  KEY_ISOLATE
};

/* As given; the others keep their defaults (SYSTEM_OPTIONS_BEGIN). */
struct system_options {
  const char *algorithm, *memory, *sessions;
  const char *faults, *leases, *time;                 /* NULL: not given */
  const char *order, *fences, *buffer, *data, *drain; /* likewise */
  uint32_t n, passages, expiries;
  uint32_t most_n, most_passages; /* that the command takes */
  bool json, isolate;
};

/* most: "4096"; passages: the end of the help of --passages, with the default */
/* clang-format off */
#define SYSTEM_OPTIONS(most, passages)                                                                              \
  {"algorithm", 'a', "ALGO[:k=v,...]", 0,                                                                           \
   "the algorithm (`rmr list algorithms`); a plug-in is given as ./FILE.so", 0},                                    \
  {"processes", 'n', "N", 0, "how many processes, 1 to " most "; a graph with a size says it as well", 0},          \
  {"passages", KEY_PASSAGES, "K", 0, "passages per process" passages, 0},                                            \
  {"sessions", KEY_SESSIONS, "SPEC", 0, "distinct (default), same, any:K, or a list such as 1,1,2", 0}
#define FAULT_OPTIONS                                                                                               \
  {"faults", KEY_FAULTS, "KIND:F[,...]", 0,                                                                         \
   "at most F crashes, anywhere in a passage. KIND is stop, recover, system (all processes at once) or restart "    \
   "(without a Recover line). Behind it, separated by commas: at:LINE, only a process about to execute this line "  \
   "crashes; new:A, at most A new processes replace dead ones (stop only)", 0},                                     \
  {"leases", KEY_LEASES, "NAME,..", 0,                                                                              \
   "all, or registers that return to their initial value some time after the process responsible for "              \
   "them has crashed, or none (default: those that the algorithm declares); at:reader: for one reader after the "   \
   "other, as clocks differ", 0},                                                                                   \
  {"leases-may-expire", KEY_LEASES_MAY_EXPIRE, "K", 0,                                                              \
   "at most so many of them also run out while their owners live", 0}
/* clang-format on */

#define MEMORY_OPTION                                                           \
  {                                                                             \
    "memory", 'm', "MEMORY", 0, "cc (default), cc-keep, cc-writeback or dsm", 0 \
  }
#define JSON_OPTION                                    \
  {                                                    \
    "json", KEY_JSON, NULL, 0, "the result as JSON", 0 \
  }

/* Not for all commands with these options: `rmr search --time` is another. */
#define TIME_OPTION                                                                                                   \
  {                                                                                                                   \
    "time", KEY_CLOCK, "slow=S,skew=K,cs=C", 0,                                                                       \
      "a clock ticks: a step takes at most S ticks, a critical section at most C (default: S), and clocks differ by " \
      "at most K (default: 0)",                                                                                       \
      0                                                                                                               \
  }

/* drain: --drain for those that simulate */
#define ORDER_OPTIONS                                                                                    \
  {"order",                                                                                              \
   KEY_ORDER_OF_WRITES,                                                                                  \
   "ORDER",                                                                                              \
   0,                                                                                                    \
   "sc (default), tso: writes wait in a buffer of the process, or pso: in a buffer for each register "   \
   "(docs/orders.md)",                                                                                   \
   0},                                                                                                   \
    {"fences",                                                                                           \
     KEY_FENCES,                                                                                         \
     "L1,..",                                                                                            \
     0,                                                                                                  \
     "with --order: a fence behind the writes of each of these lines; cs: at the end of the critical "   \
     "section; or all, or none",                                                                         \
     0},                                                                                                 \
    {"buffer", KEY_BUFFER, "B", 0, "with --order: most writes of a process that wait (default: 10)", 0}, \
  {                                                                                                      \
    "data", KEY_DATA, "yes|no", 0,                                                                       \
      "with --order: whether a critical section makes a write of its own, and lasts "                    \
      "until that is committed (default: yes)",                                                          \
      0                                                                                                  \
  }
#define DRAIN_OPTION                                                                                               \
  {                                                                                                                \
    "drain", KEY_DRAIN, "KIND", 0,                                                                                 \
      "with --order: when writes are committed that the adversary does not commit: random (default), eager, lazy " \
      "or worst",                                                                                                  \
      0                                                                                                            \
  }

#define SYSTEM_OPTIONS_BEGIN                              \
  {                                                       \
    .memory = "cc", .sessions = "distinct", .passages = 1 \
  }

/* Handles one of them, or the algorithm without -a. False: the key is another. */
bool system_option(struct system_options *options, int key, char *argument, struct argp_state *state);

/* The requested system, and the data that it refers to. */
struct system_asked {
  struct algorithm_choice *choice;
  struct sessions *sessions; /* too large for a small stack */
  struct system_spec spec;
};

/* False: *e says why there is none. Call system_asked_free all the same. */
bool system_ask(const struct system_options *options, struct system_asked *out, struct error *e);
void system_asked_free(struct system_asked *asked);

/* Warns of time that an algorithm needs and does not have. */
void tell_untimed(const char *command, const struct system_spec *setup, const char *advice);

#endif
