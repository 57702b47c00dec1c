/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cli.h: shared by the subcommands. Each subcommand is one file with one function of the type `command_fn`: argv[0] is
 * the subcommand's name, the return value the exit code of the process. Results go to stdout, messages to stderr.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/ranks.h"

typedef int command_fn(int argc, char **argv);

/* A command whose work is distributed over ranks, of which this process is one; NULL: a single process. */
typedef int ranks_fn(int argc, char **argv, struct ranks *ranks);
ranks_fn ranks_run, ranks_search;

/* One table: the command's name, its function, one line of help. commands.c, man page and completion follow it. */
#define COMMANDS(COMMAND)                                                                                 \
  COMMAND(run, "run", "run an experiment: records, fits, figures and a report from a config")             \
  COMMAND(simulate, "simulate", "simulate one run of an algorithm under an adversary")                    \
  COMMAND(explore, "explore", "explore every schedule: exact worst case, properties P1 to P7, witnesses") \
  COMMAND(prove, "prove", "prove P1, P3, P4, P5 and a bound on remote references for every N")            \
  COMMAND(check_certificate, "check-certificate", "confirm a certificate of `rmr prove`")                 \
  COMMAND(fences, "fences", "find all minimal sets of fences where writes wait in buffers")               \
  COMMAND(search, "search", "search for a costly schedule where there are too many to explore")           \
  COMMAND(replay, "replay", "run a recorded schedule again and compare every step")                       \
  COMMAND(native, "native", "run algorithms on real threads: speed, times of passages, mutual exclusion") \
  COMMAND(view, "view", "make a page of a recorded schedule, to step through it")                         \
  COMMAND(fit, "fit", "recognise or fit the growth of series in records or a CSV file")                   \
  COMMAND(merge, "merge", "merge the shards of a run into one result directory")                          \
  COMMAND(compare, "compare", "set algorithms, adversaries, memories or results side by side")            \
  COMMAND(plot, "plot", "draw the plots of a result directory again")                                     \
  COMMAND(report, "report", "write report.html for a result directory, or for a directory of them")       \
  COMMAND(forks, "forks", "philosophers who share forks: danger of deadlock, and delays")                 \
  COMMAND(export, "export", "write an algorithm as a model for SPIN or TLC")                              \
  COMMAND(list, "list", "list algorithms, adversaries or memories")                                       \
  COMMAND(show, "show", "print an algorithm's pseudocode, claims and registers")                          \
  COMMAND(compile, "compile", "compile an algorithm's text to a plug-in, for long simulations")           \
  COMMAND(new, "new", "write the text of an algorithm to begin with")                                     \
  COMMAND(check, "check", "check an algorithm file: purity, lines, dead values, ranges, claims, mutants") \
  COMMAND(bench, "bench", "measure the speed of the step loop against a bare loop")                       \
  COMMAND(doctor, "doctor", "report which features this installation has")                                \
  COMMAND(selftest, "selftest", "plant mistakes in every algorithm and check that they are found")

#define COMMAND(id, name, help) command_fn command_##id;
COMMANDS(COMMAND)
#undef COMMAND

enum { OPTION_LIST = 1 << 16 }; /* far above the flags of argp */

/* Prints "rmr COMMAND: <error>" on stderr and returns the error's exit code. */
int report_error(const char *command, const struct error *e);

/* Reports on stderr the figures that gnuplot did not draw, and why; returns the exit code for it. */
struct plots_outcome;
enum exit_code report_undrawn(const char *command, const struct plots_outcome *plots);

/* Parses with argp under the name "rmr COMMAND"; a usage error prints its line and exits with EXIT_USAGE. So does an
 * argument that is not text, or an option given twice, unless OPTION_LIST is among its flags. */
void parse_arguments(const struct argp *argp, int argc, char **argv, void *input);

/* The value of a numeric option; a usage error if it is no number or not from low to high. */
uint64_t parse_number(const char *name, const char *text, uint64_t low, uint64_t high, struct argp_state *state);

/* The name of a picture; a usage error if it does not end as a picture's (alone_name_check). */
const char *parse_picture(const char *option, const char *name, struct argp_state *state);

/* Takes an algorithm named without -a. */
void take_algorithm(const char **algorithm, const char *name, struct argp_state *state);

/* Refuse an algorithm with other parameters than the defaults, and the variant of a text. why: the words behind. */
struct algorithm_choice;
bool check_defaults(const struct algorithm_choice *choice, const char *why, struct error *e);
bool check_whole(const struct algorithm_choice *choice, struct error *e);

/* Asked before long work: whether a file can be written there, and is not the one that the algorithm is read from.
 * path: NULL: nothing is written. */
bool check_output(const char *path, const char *algorithm, struct error *e);

/* The same of a schedule, whose name must be one that `rmr replay` takes. */
bool check_witness(const char *path, const char *algorithm, struct error *e);

/* JSON on stdout: indented, keys in the order of insertion, reals with up to 15 digits, a final newline. Takes the
 * reference. Returns `code`, or EXIT_INTERNAL when stdout cannot be written, which commands.c reports. */
int print_json(json_t *object, int code);

#endif
