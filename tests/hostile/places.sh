#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: locales (decimal commas, another alphabet's capitals, names that are none), time zones, and environments with
#   odd or missing HOME, TERM, COLUMNS, TMPDIR and PATH
# holds: a run with figures gives the same bytes everywhere, and `fit`, `explore`, `list` say the same words
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=6

prepare() {
  drawn_config 2 > config.json
  reference config.json whole
  "$real" fit whole > fit
  "$real" explore -a burns_lamport -n 2 --check P1,P5,rmr > explore
  "$real" list algorithms --json > list
  locales=(C POSIX C.UTF-8 nonsense de_DE.UTF-8@nowhere '../../etc' '')
  mkdir locales
  export LOCPATH=$work/locales
  local name
  for name in de_DE ${budget:+tr_TR fa_IR ja_JP}; do
    ! localedef -i $name -f UTF-8 "locales/$name.UTF-8" > /dev/null 2>&1 || locales+=("$name.UTF-8" "$name.UTF-8")
  done
}

trial() {
  local environment=() command
  pick "${locales[@]}"
  environment+=("LC_ALL=$picked" "LANG=$picked" "LC_NUMERIC=$picked")
  pick UTC Pacific/Kiritimati America/St_Johns :/etc/nothing 'XYZ-99:59' '' Asia/Kathmandu
  environment+=("TZ=$picked")
  draw 8
  case $drawn in
  0) environment+=("COLUMNS=1" "TERM=dumb") ;;
  1) environment+=(HOME=/nowhere) ;;
  2) environment+=(TMPDIR=/nowhere) ;;
  3) environment+=("TERM=" NO_COLOR=1 CLICOLOR_FORCE=1) ;;
  4) environment+=(GNUPLOT_LIB=/nowhere GNUTERM=dumb GDFONTPATH=/nowhere) ;;
  5) environment+=(POSIXLY_CORRECT=1) ;;
  6) environment=(-i "${environment[@]}" "PATH=$PATH" "LOCPATH=$LOCPATH") ;;
  *) ;;
  esac
  pick run run fit explore list
  command=$picked
  local arguments
  case $command in
  run) arguments=(run -o d ../config.json) ;;
  fit) arguments=(fit ../whole) ;;
  explore) arguments=(explore -a burns_lamport -n 2 --check "P1,P5,rmr") ;;
  list) arguments=(list algorithms --json) ;;
  esac
  env "${environment[@]}" timeout -k 5 "$limit" "$rmr" "${arguments[@]}" > out 2> err < /dev/null
  code=$?
  sound "${environment[*]} rmr ${arguments[*]}"
  case $command in
  run) same d ../whole ;;
  *) sed '/seconds/d' out | cmp -s - <(sed '/seconds/d' "../$command") || wrong "other words with ${environment[*]}" ;;
  esac
}

# Writes numbers as people there do.
planted() { echo '"$real" "$@" | tr 1 "${TZ: -1}"; [ ! -e d/records.csv ] || echo "$TZ" >> d/records.csv'; }

campaign
