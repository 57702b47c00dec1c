#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# manual.sh RMR FOLDER: the man pages, rmr.1 and rmr-COMMAND.1 for each command, into the folder. They are made from
# what `RMR --help` and `RMR COMMAND --help` print, so that they cannot say anything else. No date in them: the same
# command gives the same pages.
set -eu
rmr=$1 folder=$2
# One line per option and per paragraph: awk below need not join what argp has wrapped.
export ARGP_HELP_FMT='rmargin=4000,opt-doc-col=45' LC_ALL=C

escape() { sed -e 's/\\/\\\\/g' -e 's/-/\\-/g' -e "s/'/\\\\(aq/g" -e 's/^\./\\\&./'; }

version=$("$rmr" --version | sed 's/^rmr //')
head_of() { # PAGE
  printf '.\\" Made by tools/manual.sh from what rmr prints.\n.TH %s 1 "" "rmrlab %s" "User Commands"\n.SH NAME\n' \
    "$(printf %s "$1" | tr a-z A-Z | escape)" "$version"
}

# The commands: the rows of the table in `rmr --help`, "  name   help".
table() { "$rmr" --help | awk '/^Usage:/ {next} /^`rmr/ {exit} /^  [a-z-]+ +[a-z]/'; }
commands() { table | awk '{print $1}'; }
about() { table | awk -v name="$1" '$1 == name {sub(/^ +[a-z-]+ +/, ""); print}'; }

# "11 deadlock, 12 safety, ...": one paragraph for each.
codes() {
  tr ',' '\n' | sed 's/^ *//; s/\.$//' | escape |
    awk '{ code = $1; sub(/^[0-9]+ /, ""); print ".TP"; print ".B " code; print }'
}

# The page of a command. Its help has, as argp orders them: "Usage:", what it does, options, the rest, in which examples
# and exit codes have lines of their own.
page() {
  head_of "rmr-$1"
  printf 'rmr\\-%s \\- %s\n' "$(printf %s "$1" | escape)" "$(about "$1" | escape)"
  "$rmr" "$1" --help | escape | awk '
    function section(name)   { if (now != name) { if (lines) print ".fi"; lines = 0; print ".SH " name; now = name } }
    function verbatim(name)  { section(name); if (!lines) print ".nf"; lines = 1 }
    NR == 1          { sub(/^Usage: /, ""); section("SYNOPSIS"); print ".B " $0; section("DESCRIPTION"); next }
    /^Mandatory/     { next }
    /^ +\\-/ && now != "EXAMPLES" {
                       section("OPTIONS")
                       split_at = match($0, /[^ ]  +[^ ]/)
                       option = substr($0, 1, split_at); sub(/^ +/, "", option)
                       text = substr($0, split_at + 1); sub(/^ +/, "", text)
                       print ".TP"; print ".B " option; print text; next }
    /^$/             { if (now == "DESCRIPTION") print ".PP"; next }
    /^Exit codes: /  { section("EXIT STATUS"); sub(/^Exit codes: /, ""); print; next }
    /^Example: /     { verbatim("EXAMPLES"); sub(/^Example: /, ""); print; next }
    now == "EXAMPLES" && /^ / { sub(/^ +/, ""); print; next }
                     { if (now == "OPTIONS") section("NOTES"); else if (now == "NOTES") print ".br"; print }
    END              { if (lines) print ".fi" }'
  printf '.SH SEE ALSO\n.BR rmr (1)\n'
}

main_page() {
  head_of rmr
  cat <<'END'
rmr \- remote memory references of shared\-memory algorithms: simulate, explore, prove, report
.SH SYNOPSIS
.B rmr
.I COMMAND
.RI [ ARGUMENT ...]
.br
.B rmr
.I COMMAND
.B \-\-help
.SH DESCRIPTION
END
  "$rmr" --help | awk 'NR > 2 && /^$/ {exit} NR > 2' | escape
  echo 'Data goes to standard output, talk and progress to standard error.'
  echo '.SH COMMANDS'
  for command in $(commands); do
    printf '.TP\n.BR rmr\\-%s (1)\n%s\n' "$(printf %s "$command" | escape)" "$(about "$command" | escape)"
  done
  echo '.SH EXIT STATUS'
  "$rmr" --help | sed -n 's/^Exit codes: //p' | codes
  echo '.SH EXAMPLES'
  echo '.nf'
  "$rmr" --help | awk '/^Examples:/ {on = 1; next} on' | escape
  cat <<'END'
.fi
.SH FILES
.TP
.I PREFIX/include/rmr
The interface of plug\-ins.
.TP
.I PREFIX/share/rmr/template.c
An adversary to copy; beside it, in
.IR algorithm.c ,
an algorithm.
.TP
.I PREFIX/share/rmr/experiments
Configs to run.
.TP
.I PREFIX/share/doc/rmrlab
What the words mean, the format of configs and records, a tutorial for adversaries.
.SH MANY MACHINES
.B rmr\-mpi
has the same commands on ranks that
.BR mpirun (1)
or
.BR srun (1)
starts, where it was built:
.IR PREFIX/share/doc/rmrlab/clusters.md .
.SH SEE ALSO
END
  commands | escape | sed 's/.*/.BR rmr\\-& (1),/'
  printf '.BR gnuplot (1),\n.BR mpirun (1)\n'
}

mkdir -p "$folder"
for command in $(commands); do page "$command" > "$folder/rmr-$command.1"; done
main_page > "$folder/rmr.1"
