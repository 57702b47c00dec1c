#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# manual.sh RMR: the man page rmr(1) on stdout, made from what `RMR --help` and `RMR COMMAND --help` print, so that it
# cannot say anything else. No date in it: the same command gives the same page.
set -eu
rmr=$1
# One line per option and per paragraph: awk below need not join what argp has wrapped.
export ARGP_HELP_FMT='rmargin=4000,opt-doc-col=45' LC_ALL=C

escape() { sed -e 's/\\/\\\\/g' -e 's/-/\\-/g' -e "s/'/\\\\(aq/g" -e 's/^\./\\\&./'; }

# The commands: the rows of the table in `rmr --help`, "  name   help".
commands() { "$rmr" --help | awk '/^Usage:/ {next} /^`rmr/ {exit} /^  [a-z]+ +[a-z]/ {print $1}'; }

# "Usage:", one-line description, options, the rest: as argp orders them.
section() {
  "$rmr" "$1" --help | escape | awk -v name="$1" '
    NR == 1        { sub(/^Usage: /, ""); print ".SS " name; print ".B " $0; print ".PP"; next }
    /^Mandatory/   { next }
    /^ +\\-/       { split_at = match($0, /[^ ]  +[^ ]/)
                     option = substr($0, 1, split_at); sub(/^ +/, "", option)
                     text = substr($0, split_at + 1); sub(/^ +/, "", text)
                     print ".TP"; print ".B " option; print text; options = 1; next }
    /^$/           { if (!empty) print ".PP"; empty = 1; next }
                   { if (options && !broken) { print ".PP"; broken = 1 } else if (broken) print ".br"; print }
                   { empty = 0 }'
}

version=$("$rmr" --version | sed 's/^rmr //')
cat <<END
.\\" Made by tools/manual.sh from rmr \\-\\-help.
.TH RMR 1 "" "rmrlab $version" "User Commands"
.SH NAME
rmr \\- remote memory references of shared\\-memory algorithms: simulate, measure, fit, report
.SH SYNOPSIS
.B rmr
.I COMMAND
.RI [ ARGUMENT ...]
.br
.B rmr
.I COMMAND
.B \\-\\-help
.SH DESCRIPTION
END
"$rmr" --help | awk 'NR > 2 && /^$/ {exit} NR > 2' | escape
echo 'Data goes to standard output, talk and progress to standard error.'
echo '.SH COMMANDS'
for command in $(commands); do section "$command"; done
echo '.SH EXIT STATUS'
"$rmr" --help | sed -n 's/^Exit codes: //p' | tr ',' '\n' | sed 's/^ *//; s/\.$//' | escape |
  awk '{ code = $1; sub(/^[0-9]+ /, ""); print ".TP"; print ".B " code; print }'
echo '.SH EXAMPLES'
echo '.nf'
"$rmr" --help | awk '/^Examples:/ {on = 1; next} on' | escape
echo '.fi'
cat <<'END'
.SH FILES
.TP
.I PREFIX/include/rmr
The interface of adversary plug\-ins.
.TP
.I PREFIX/share/rmr/template.c
An adversary to copy.
.TP
.I PREFIX/share/doc/rmr
What the words mean, the format of configs and records, a tutorial for adversaries.
.SH MANY MACHINES
.B rmr\-mpi
has the same commands on ranks that
.BR mpirun (1)
or
.BR srun (1)
starts, where it was built:
.IR PREFIX/share/doc/rmr/clusters.md .
.SH SEE ALSO
.BR gnuplot (1),
.BR mpirun (1)
END
