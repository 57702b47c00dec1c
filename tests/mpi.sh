# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # common.sh sets $rmr
#
# mpi.sh: functions that the checks of rmr-mpi share, beside common.sh. Where MPI is missing they are skipped.

mpi=$(dirname "$rmr")/rmr-mpi
[ -x "$mpi" ] || { echo "rmr-mpi was not built (libopenmpi-dev): not tested"; exit 77; }
command -v mpirun > /dev/null || { echo "no mpirun (openmpi-bin): rmr-mpi is not tested"; exit 77; }
skip_leaks # memory that MPI keeps until the end is not ours

# ranks N ARGUMENT...
ranks() {
  local n=$1
  shift
  mpirun --oversubscribe --allow-run-as-root --bind-to none -np "$n" "$mpi" "$@" 2>&1 < /dev/null
}
