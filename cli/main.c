/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * main.c: the command `rmr`.
 */
#include "cli/commands.h"

int main(int argc, char **argv)
{
  open_standard_streams();
  return run_rmr(argc, argv, NULL);
}
