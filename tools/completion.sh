#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# completion.sh RMR: bash completion for rmr on stdout, made from what `RMR --help` and `RMR COMMAND --help` print.
# Names of algorithms, adversaries and memories are not written into it: the installed rmr is asked for them.
set -eu
rmr=$1
export ARGP_HELP_FMT='rmargin=4000,opt-doc-col=45' LC_ALL=C

commands=$("$rmr" --help | awk '/^`rmr/ {exit} /^  [a-z-]+ +[a-z]/ {printf "%s%s", sep, $1; sep = " "}')

# "-a --algorithm= --json ...": an option that takes a value ends in =.
options() {
  "$rmr" "$1" --help | awk '
    /^ +-/    { sub(/^ +/, ""); sub(/  .*/, "")
                n = split($0, part, ", ")
                for (k = 1; k <= n; k++) {
                  word = part[k]
                  sub(/=.*/, "=", word)
                  if (word == "-?") continue
                  printf "%s%s", sep, word
                  sep = " "
                } }'
}

echo '# bash completion for rmr. Made by tools/completion.sh from rmr --help.'
echo '_rmr_options()'
echo '{'
echo '  case $1 in'
for command in $commands; do echo "  $command) echo '$(options "$command")' ;;"; done
echo '  esac'
echo '}'
sed "s/@commands@/$commands/" <<'END'

# The first column of `rmr list KIND`; the options of an adversary are indented and left out.
_rmr_names()
{
  "${COMP_WORDS[0]}" list "$1" 2> /dev/null | awk '/^[a-z]/ && $1 != "algorithm" {print $1}'
}

_rmr()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='@commands@ --help --version'
  else
    [ "$previous" = '=' ] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    [ "$current" = '=' ] && current=''
    case $previous in
    -a | --algorithm | show | export) words=$(_rmr_names algorithms) ;;
    -s | --adversary) words=$(_rmr_names adversaries) ;;
    -m | --memory) words=$(_rmr_names memories) ;;
    list) words='algorithms adversaries memories' ;;
    *) case $current in -*) words=$(_rmr_options "${COMP_WORDS[1]}") ;; esac ;;
    esac
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _rmr rmr rmr-mpi
END
