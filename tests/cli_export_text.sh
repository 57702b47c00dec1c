#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Models that are made from the text of an algorithm (`rmr export --as`). In Promela: run as its head says (compiled
# without optimisation, as compiling is what takes the time), SPIN must find exactly as many states as `rmr explore`,
# and the same verdict on P1. In PlusCal, for which no checker is at hand: the steps are those of the model in Promela,
# each makes one access, every goto has its label, and every opened block is closed. Skipped (exit 77) where spin or a C
# compiler is missing.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "${CC:-cc}"
command -v spin > /dev/null || { echo "spin is not installed"; exit 77; }
command -v "${cc[0]}" > /dev/null || { echo "there is no C compiler '${cc[0]}'"; exit 77; }
export rmr work
export CC="${cc[*]}"

# --- states and verdicts ----------------------------------------------------------------------------------------------

# found MODEL: SPIN's verdict on it: "STATES holds", "fails" (P1) or "outside" (a register). The states before the
# choices of Begin are none of the explorer's.
found() {
  local command words states
  while IFS= read -r command; do
    read -ra words <<< "${command//MODEL.pml/$1}"
    case ${words[0]} in
    spin)
      "${words[@]}" > spin.log 2>&1
      [ ! -s spin.log ] || { echo "spin: $(head -n 1 spin.log)"; return; }
      ;;
    cc) $CC -w "${words[@]:1}" -O0 > cc.log 2>&1 || { echo "cc: $(head -n 2 cc.log)"; return; } ;;
    ./pan) "${words[@]}" -w20 > out 2>&1 ;;
    esac
  done < <(sed -n 's/^ \*     \(spin\|cc\|\.\/pan\) /\1 /p' "$1")
  states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' out)
  grep -q 'proctype Begin' "$1" && states=$((states - 1))
  if grep -q 'search depth too small' out; then
    echo 'not deep enough'
  elif grep -q 'assertion violated (in_cs' out; then
    echo fails
  elif grep -q 'assertion violated' out; then
    echo outside
  elif grep -q 'errors: 0$' out; then
    echo "$states holds"
  else
    head -n 3 out
  fi
}

# expected SCOPE...: the same of the explorer. The states are those of P6, as for P1 alone local states that behave
# alike are one.
expected() {
  local p1
  p1=$("$rmr" explore "$@" --check P1 --threads 1 | grep '^P1')
  case $p1 in
  *fails*) echo fails ;;
  *'values up to'*) echo outside ;;
  *)
    echo "$("$rmr" explore "$@" --check P6 --no-symmetry --threads 1 --json |
      sed -n 's/^ *"states": \([0-9]*\),/\1/p') holds"
    ;;
  esac
}

# job ALGO N PASSAGES SESSIONS
job() {
  local here scope answer right
  here=$(mktemp -d "$work/job.XXXXXX") && cd "$here" || exit 1
  "$rmr" export --as promela "$1" -n "$2" --passages "$3" --sessions "$4" -o m.pml ||
    { echo "FAIL: $*: no model"; return; }
  read -ra scope < <(sed -n 's/^ \* Its states are those of rmr explore \(.*\) --check P6.*/\1/p' m.pml)
  answer=$(found m.pml) right=$(expected "${scope[@]}")
  [ "$answer" = "$right" ] && echo "ok: $*: $right" || echo "FAIL: $*: the explorer says $right, SPIN $answer"
  cd "$work" && rm -rf "$here"
}
export -f found expected job

cat > list <<'END'
burns_lamport 2 inf distinct
burns_lamport 4 inf distinct
burns_lamport 2 3 distinct
bakery 2 2 distinct
peterson 2 inf distinct
dijkstra 2 inf distinct
eisenberg_mcguire 2 inf distinct
lamport_fast 2 inf distinct
lamport_three_bit 2 inf distinct
kessels 3 inf distinct
tas 3 inf distinct
ttas 3 inf distinct
ticket 2 3 distinct
anderson 2 2 distinct
clh 2 inf distinct
mcs 3 inf distinct
graunke_thakkar 2 inf distinct
szymanski 2 inf distinct
szymanski_one_register 2 inf distinct
szymanski_no_wait 2 inf distinct
yang_anderson_fast 2 1 distinct
aravind 2 inf distinct
hesselink_2015 2 inf distinct
bw_bakery 2 inf distinct
bounded_bakery 2 inf distinct
burns_lynch_denied 2 inf distinct
glb 2 2 any:2
glb 3 1 1,1,2
glb 2 inf distinct
bwbgme 2 inf distinct
bwbgme_repaired 2 1 any:2
bw_naive 3 2 2,1,1
END
xargs -P 2 -L 1 bash -c 'job "$@"' job < list > verdicts 2>&1
grep -v '^ok: ' verdicts | while IFS= read -r line; do fail "${line#FAIL: }"; done
[ "$(grep -c '^ok: ' verdicts)" -eq "$(wc -l < list)" ] || fail "not all models have been compared"
for verdict in 'bw_naive 3 2 2,1,1: fails' 'szymanski_no_wait 2 inf distinct: fails' 'glb 2 inf distinct: outside'; do
  grep -qx "ok: $verdict" verdicts || fail "not so: $verdict"
done

# The comparison itself notices what is wrong: a local that is not cleared, and a critical section that two may enter.
"$rmr" export --as promela burns_lamport -n 3 --passages inf -o m.pml
[ "$(found m.pml)" = "197 holds" ] || fail "197 states are not found: $(found m.pml)"
sed 's/j = 0; again = 1;/again = 1;/' m.pml > kept.pml
cmp -s m.pml kept.pml && fail "nothing is planted"
case $(found kept.pml) in '197 holds') fail "a local that is not cleared is not noticed" ;; esac
sed 's/^L10: atomic { !Competing\[j\]/L10: atomic { true/' m.pml > open.pml
[ "$(found open.pml)" = fails ] || fail "a wait that does not wait is not noticed: $(found open.pml)"

# --- corners of the language: as the explorer has them ----------------------------------------------------------------

# corner NAME ANSWER: of the text on standard input; "same": as the explorer.
corner() {
  local answer right=$2
  { echo "algorithm $1 \"a corner\""; cat; } > "$1.alg"
  rm -f m.pml
  "$rmr" export --as promela "./$1.alg" -n 1 -o m.pml || { fail "$1: no model"; return; }
  [ "$right" != same ] || right=$(expected -a "./$1.alg" -n 1)
  answer=$(found m.pml)
  [ "$answer" = "$right" ] || fail "$1: SPIN says $answer, expected $right"
}
ends=$'  waiting\n  8 wait until Z\n  critical section\n  exit\n  9 Z := true'
# The first of no elements is 0, lg of a large number is no less, and no set has a negative element.
corner least_of_none same << END
shared S : set of 0..5
shared X, Y : 0..100000
shared Z : boolean
process i
  local s : set of 0..5
  local x : 0..100000
  doorway
  1 X := 40000
  2 s := S
  3 x := X
  if first(s) = 0 and lg(x) = 16 and not (x - 40001 in s) and 2^(x - 40001) = 0 then
  4 Z := true
  end if
$ends
END
expect 0 'P6  holds' "$rmr" explore -a ./least_of_none.alg -n 1 --check P6
# A compare-and-swap that fails writes nothing, whatever it would have written.
corner no_swap same << END
shared X : 0..3
shared Z : boolean initially true
process i
  local was : 0..3
  doorway
  1 was := compare_and_swap(X, 2, 3 + N)
$ends
END
corner swap outside << END
shared X : 0..3
shared Z : boolean initially true
process i
  local was : 0..3
  doorway
  1 was := compare_and_swap(X, 0, 3 + N)
$ends
END
# A register of processes does not take nil.
corner nobody outside << END
shared X : process initially 1
shared Z : boolean initially true
process i
  local q : process or nil
  doorway
  1 q := X
  q := nil
  if Z then
  2 X := q
  end if
$ends
END
# No int holds 2^35.
corner large outside << END
shared X : 0..100
shared Z : boolean initially true
process i
  local x : 0..100
  doorway
  1 X := 35
  2 x := X
  if 2^x > 7 then
  3 X := 0
  end if
$ends
END
# A local of a procedure is not the value of that name.
corner same_name same << END
type color = {none, black, white}
shared A : color
shared Y : 0..5
shared Z : boolean initially true
procedure p(x)
  local black : 0..5
  4 black := x
  if black = 0 then black := 5 end if
  5 x := black
end procedure
process i
  doorway
  1 A := black
  2 call p(Y)
  3 wait until A = black and Y = 5
$ends
END

# Brackets stand around what binds less than the operator beside it.
corner minus same << END
shared S : set of 0..3
shared Z : boolean initially true
process i
  local st : set of 0..3
  doorway
  1 st := S
  2 S := {2} minus st
$ends
END
corner union outside << END
shared S : set of 0..2
shared T : set of 0..3 initially {3}
shared Z : boolean initially true
process i
  local st : set of 0..3
  doorway
  1 st := T
  2 S := {2} union st
$ends
END
corner both same << END
shared B : boolean
shared Z : boolean initially true
process i
  local o, p, was : boolean
  doorway
  1 o := Z
  2 p := B
  3 was := compare_and_swap(B, o and p, true)
    if not was then
  4 wait until B
    end if
$ends
END
# Two locals that have one place in the local state: the first value is that of one of them.
corner one_place same << END
shared X : 0..3
shared Z : boolean initially true
procedure first_part(x)
  local w : 0..3
  w := 2
  1 x := 1
  2 x := w
end procedure
procedure second_part(x)
  local u : 0..3
  1 u := x
  2 x := 1
  3 x := u
end procedure
process i
  doorway
  1 call first_part(X)
  2 call second_part(X)
$ends
END
grep -q 'short w = 2, u;' m.pml || fail "the first value of w is that of u, too: $(grep w m.pml)"
# A private number that is read only.
corner read_only same << END
shared X : 0..3
shared Z : boolean initially true
process i
  private own : 0..3 initially 2
  doorway
  1 X := own
  2 wait until X = own
$ends
END
# One name for values of two types; a record type that is written twice; words of C, and names that models make.
corner two_types same << END
type a = {none, black}
type b = {black, white}
shared X : a
shared Y : b initially white
shared Z : boolean initially true
process i
  doorway
  1 X := black
  2 wait until X = black
  3 Y := black
$ends
END
corner written_twice same << END
shared R : (a : 0..3, b : boolean)
shared X : 0..3
shared Z : boolean initially true
process i
  local rec : (a : 0..3, b : boolean)
  doorway
  1 rec := R
  2 X := rec.a
  3 X := rec.a
$ends
END
corner words same << END
shared register, default, EOF, was, was_, D_ : 0..3
shared D[1..2, 1..2], A[1..N - 1] : 0..3
shared Z : boolean initially true
process i
  local static, long, on_1, for6 : 0..3
  doorway
  1     register := 1
  2     static := register
        for6 := static
  3     default := static
  4     long := default
  p5.1  EOF := long
  p5_1: was_ := 1
  6     for on_1 := static to long do
  7       was := on_1
          if default = 3 then A[1] := 1 end if
          if on_1 = for6 then D[1, 2] := on_1 end if
        end for
  8a    D_ := fetch_and_store(was, 2)
$ends
END

# --- as it reads ------------------------------------------------------------------------------------------------------

for format in promela pluscal; do
  "$rmr" export --as $format glb -n 2 | sed '/Made by/d' > glb.$format
  diff "$source/tests/golden/export_glb.$format" glb.$format || fail "GLB in $format reads otherwise"
done
[ "$("$rmr" export --as promela glb -n 2 --passages inf | wc -l)" -lt 60 ] || fail "the model of GLB is too long"

# steps FILE: the labels of accesses, sorted.
steps() { sed -n 's/^\(L[A-Za-z0-9_]*\):.*/\1/p' "$1" | sort; }

# Of a module: the parts that its text lacks.
look() {
  awk '
    /^variables$/ && !n_declared++ {declares = 1}
    declares && /^  cs = / {declares = 0}
    declares && /^  [A-Za-z_]+ / {register[$1]}
    /^begin$/ {begun = 1; next}
    /^end process;$/ {begun = 0}
    !begun || /^\\\*/ {next}
    {
      if (match($0, /^L[A-Za-z0-9_]+:/)) step = substr($0, 1, RLENGTH - 1)
      gsub(/end if/, "close"); gsub(/end with/, "closewith")
      gsub(/\.[A-Za-z_]+/, ""); gsub(/[A-Za-z_]+ \|->/, "") # fields
      n = split($0, word, /[^A-Za-z0-9_]+/)
      for (k = 1; k <= n; k++) {
        open += (word[k] == "if") - (word[k] == "close")
        with += (word[k] == "with") - (word[k] == "closewith")
        if (word[k] == "goto") goes[word[k + 1]] = step
        if (word[k] in register && !((step, word[k]) in seen)) {
          seen[step, word[k]]
          if (accesses[step]++) print "step " step " accesses " word[k] " as well"
        }
      }
      rest = $0
      while (match(rest, /[A-Za-z0-9_]+:-? /) || match(rest, /[A-Za-z0-9_]+:$/)) {
        label = substr(rest, RSTART, RLENGTH)
        sub(/:.*/, "", label)
        if (label in known) print "a second label " label
        known[label]
        rest = substr(rest, RSTART + RLENGTH)
      }
    }
    END {
      if (open != 0 || with != 0) print "something is not closed"
      for (label in goes)
        if (!(label in known) && label != "Done") print "no label " label ", to which " goes[label] " goes"
    }' "$1"
}

n=0
for algorithm in $("$rmr" list algorithms | awk 'NR > 1 && NF == 0 { exit } NR > 1 { print $1 }'); do
  "$rmr" export --as promela "$algorithm" -n 3 > m.pml 2> why || {
    grep -qE "^rmr export: [a-z0-9_]+(:[0-9]+:[0-9]+: the model cannot express | is written in C)" why ||
      fail "$algorithm is refused without a reason: $(cat why)"
    continue
  }
  "$rmr" export --as pluscal "$algorithm" -n 3 > m.tla 2> why || {
    grep -q 'cannot express sets$' why || fail "$algorithm: no PlusCal: $(cat why)"
    continue
  }
  diff <(steps m.pml) <(steps m.tla) > /dev/null || fail "$algorithm: other steps in PlusCal"
  lacks=$(look m.tla)
  [ -z "$lacks" ] || fail "$algorithm: $lacks"
  n=$((n + 1))
done
[ $n -ge 45 ] || fail "only $n algorithms can be had in PlusCal"
sed 's/ goto L8b;/ goto L8x;/; s/end if;$/;/' glb.pluscal > wrong
[ "$(look wrong | wc -l)" -ge 2 ] || fail "a module without its labels and ends is not noticed"
sed 's/^L8a: if ~Choosing\[j\]/& \\\/ Session[j] = 0/' glb.pluscal > wrong
look wrong | grep -q 'step L8a accesses Session as well' || fail "a second access of a step is not noticed"

# --- refusals ---------------------------------------------------------------------------------------------------------

# a value below 0 is asserted not to be written, and TLA+ divides it in another way
cat > below.alg << 'END'
algorithm below "A local below 0"
shared A : 0..7 initially 3
process i
  local x : -5..5
  waiting
  1 x := A
    x := 1 - x
  2 A := x
    critical section
  exit
  3 A := x div 2
END
expect 0 'assert(x >= 0 && x <= 7)' "$rmr" export --as promela ./below.alg -n 2
# so are fields below their ranges
cat > least.alg << 'END'
algorithm least "Fields that do not begin at 0"
shared X : (n: 2..3, p: process)
process i
  local k : 0..3
  waiting
  1 k := X.n
    critical section
  exit
  2 X := (k - 1, i)
END
"$rmr" export --as promela ./least.alg -n 2 > least.pml || fail "no model of least.alg"
grep -q '^byte X = make_X(2, 1);' least.pml && grep -qF 'assert(k - 1 >= 2 && k - 1 <= 3); X =' least.pml ||
  fail "fields that do not begin at 0: $(grep X least.pml)"
expect 64 'a division of something that may be negative' "$rmr" export --as pluscal ./below.alg -n 2
expect 64 'the model cannot express time' "$rmr" export --as promela fischer -n 2
expect 64 'the model cannot express changes of the environment' "$rmr" export --as pluscal abortable_queue -n 2
expect 64 'the model cannot express sets' "$rmr" export --as pluscal szymanski_one_register -n 2
expect 64 'the model cannot express a general update' "$rmr" export --as promela burns_lynch_rate -n 2 --leases none
expect 64 'a model of the text (--as) has no faults' "$rmr" export --as promela burns_lynch -n 2 --faults stop:1
expect 64 'any:K of an algorithm without sessions' "$rmr" export --as promela mcs -n 2 --sessions any:2
expect 64 "unknown --as 'promla'; expected promela or pluscal; did you mean 'promela'?" "$rmr" export --as promla glb \
  -n 2
expect 64 '--as and --format: one of them is enough' "$rmr" export --as promela --format promela glb -n 2
expect 64 'cannot be written' "$rmr" export --as promela glb -n 2 -o no/such/place

# A name that is a label of the model, or a word of SPIN, gets another.
cat > names.alg << 'END'
algorithm names "names that a model has itself"
claims P6; read, write
source "none"
shared L1, get_priority, np_, H1 : boolean
process i
  waiting
  1  await not L1
  2  L1 := true
  3  get_priority := np_
  4  H1 := true
     critical section
  exit
  5  L1 := false
END
"$rmr" export --as promela ./names.alg -n 2 > names.pml || fail "no model of names.alg"
grep -q '^bit L1_, get_priority_, np__, H1_;\|^bool L1_, get_priority_, np__, H1_;' names.pml ||
  fail "names of the format: $(grep get_priority names.pml)"

# So does a word of TLA+; one that begins as a fairness gets something in front.
reserved='EXTENDS MODULE INSTANCE WITH LOCAL ACTION STATE VARIABLE VARIABLES CONSTANT CONSTANTS ASSUME ASSUMPTION AXIOM
THEOREM LEMMA PROPOSITION COROLLARY LAMBDA PROOF BY QED OBVIOUS OMITTED DEFINE DEF DEFS HAVE HIDE NEW PICK PROVE
SUFFICES TAKE TEMPORAL USE WITNESS PREFIX ONLY RECURSIVE'
for word in $reserved WF_x SF_; do
  sed "s/get_priority/$word/g" names.alg > word.alg
  as=${word}_
  [[ $word != ?F_* ]] || as=_$word
  "$rmr" export --as pluscal ./word.alg -n 2 > word.tla || fail "no module with $word"
  grep -q "^  $as = FALSE;" word.tla && grep -q "^L3b: $as := " word.tla ||
    fail "$word: $(grep -w "$as\|$word" word.tla)"
done

# A path does not end the comment at the head.
mkdir -p 'a*' && cp names.alg 'a*/names.alg'
for format in '--as promela' '--format promela' '--as pluscal'; do
  # shellcheck disable=SC2086 # two words are meant
  "$rmr" export $format './a*/names.alg' -n 2 > path.pml || fail "$format: no model of a*/names.alg"
  sed '/^ \*.*\*\/$/q' path.pml | grep -q 'export .*\./a\* /names.alg' && ! grep -q 'a\*/' path.pml ||
    fail "$format: the path ends the comment: $(head -n 4 path.pml)"
done

# Of an algorithm with sessions that it never reads P1 asks all the same.
cat > mine.alg << 'END'
algorithm mine "nobody excludes anybody"
claims P6; read, write
source "none"
shared B[1..N] : session
process i
  waiting
  1  B[i] := 0
     critical section
  exit
  2  B[i] := 0
END
"$rmr" export --as promela ./mine.alg -n 2 | grep -q '^  byte mysession = i;' || fail "sessions that nobody reads"
"$rmr" export --as promela ./mine.alg -n 2 --sessions same | grep -q '^  byte mysession = 1;' || fail "one session"
"$rmr" export --as pluscal ./mine.alg -n 2 | grep -q '^  mysession = self;' || fail "the same in PlusCal"
