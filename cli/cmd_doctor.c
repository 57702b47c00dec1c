/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_doctor.c: `rmr doctor`: versions, what is built in, and whether what is optional at run time is there.
 */
#include <errno.h>
#include <gsl/gsl_version.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adversary/foreign/foreign.h"
#include "base/platform.h"
#include "base/program.h"
#include "cli/cli.h"
#include "sim/run.h"
#include "sim/scheduler.h"
#include "version.h"

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
  argp_error(state, "'%s' is not expected here", argument);
  return EINVAL;
}

static const struct argp argp = {
  .parser = parse_option,
  .doc = "Reports which features this installation has.",
};

/* rmr-mpi is installed beside rmr; or else it is in the PATH. */
static bool has_ranks(void)
{
  char path[4096];
  static const char name[] = "/rmr-mpi";
  if (!platform_own_path(path, sizeof path - sizeof name)) return program_found("rmr-mpi");
  strcpy(strrchr(path, '/'), name);
  return access(path, X_OK) == 0 || program_found("rmr-mpi");
}

int command_doctor(int argc, char **argv)
{
  parse_arguments(&argp, argc, argv, NULL);
  int algorithms = 0, adversaries = 0;
  char libc[40];
  while (rmr_algorithms[algorithms] != NULL) algorithms++;
  while (rmr_adversaries[adversaries] != NULL) adversaries++;
  printf("rmr %s (commit %s)\n", RMR_VERSION, RMR_GIT_COMMIT[0] != '\0' ? RMR_GIT_COMMIT : "unknown");
  printf("built with   GSL %s, jansson %s, %s\n", GSL_VERSION, JANSSON_VERSION, platform_libc(libc, sizeof libc));
  printf("plug-ins     interface %u\n", RMR_ABI);
  printf("built in     %d algorithms, %d adversaries\n", algorithms, adversaries);
  printf("Lua          %s\n", foreign_has_lua() ? "built in: adversaries may be scripts"
                                                : "not built in: no adversaries in Lua (install liblua5.4-dev, build)");
  printf("MPI          %s\n", !has_ranks() ? "no rmr-mpi: one process only (install libopenmpi-dev, build)"
                              : program_found("mpirun") || program_found("srun")
                                ? "rmr-mpi is here: mpirun or srun starts it"
                                : "rmr-mpi is here, but no mpirun and no srun to start it (install openmpi-bin)");
  printf("cores        %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
  printf("gnuplot      %s\n", program_found("gnuplot")
                                ? "found: plots are drawn"
                                : "not found: plots are written as .gp and .dat only (install gnuplot-nox)");
  printf("Graphviz     %s\n", program_found("dot") ? "found: graphs are drawn"
                                                   : "not found: graphs are written for dot only (install graphviz)");
#ifdef NDEBUG
  puts("checks       release build: assertions off");
#else
  puts("checks       debug build: every run checks that its ledger balances");
#endif
  return EXIT_OK;
}
