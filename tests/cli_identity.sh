#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The files that a task's result depends on are part of its identity, and nothing else is: plug-ins, schedules, whatever
# their names look like, the plug-in that a schedule names. They are found from where the config is; on the command line
# from where one is. One that cannot be read is an error, and so is one that changes while the run goes on.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "${CC:-cc}"
cc+=(-std=c11 -O1 -shared -fPIC "-I$source/include")

mkdir there && cd there || exit 1
"${cc[@]}" -o lock.so "$source/algos/algorithm_template.c" || fail "the algorithm does not build"
"${cc[@]}" -o mine.so "$source/adversary/adversary_template.c" || fail "the adversary does not build"
"$rmr" simulate -a ./lock.so -n 3 --trace 'a:b=c.schedule' > /dev/null || fail "no schedule"
cp 'a:b=c.schedule' second.schedule
cat > config.json <<'END'
{"algorithms": ["glb", "./lock.so"], "n": 3, "plots": [],
 "adversaries": ["random", "pct:depth=3", "./mine.so:hold=3",
                 "replay:file=a:b=c.schedule,then=replay:file=second.schedule"]}
END
touch 3 random glb second

# ids: those of the eight tasks, and which of them have changed since `before`.
ids() { "$rmr" run config.json --dry-run | cut -d ' ' -f 3; }
changed() { diff <(echo "$before") <(ids) | grep -c '^>'; }
before=$(ids)
[ "$(echo "$before" | wc -l)" = 8 ] || fail "not eight tasks"
for file in 3 random glb second config.json.old; do echo x >> $file; done
[ "$(changed)" = 0 ] || fail "a file that only looks like an option counts"
echo '# longer' >> 'a:b=c.schedule'
[ "$(changed)" = 2 ] || fail "the name of a schedule with : and =: $(changed) tasks have changed"
before=$(ids)
echo '# longer' >> second.schedule
[ "$(changed)" = 2 ] || fail "a nested schedule: $(changed) tasks have changed"
before=$(ids)
echo x >> mine.so
[ "$(changed)" = 2 ] || fail "an adversary: $(changed) tasks have changed"
before=$(ids)
echo x >> lock.so # the algorithm of four tasks; a schedule of one more names it
[ "$(changed)" = 5 ] || fail "an algorithm: $(changed) tasks have changed"
before=$(ids)

# From somewhere else everything is the same; a path in a schedule starts where the config's do.
cd .. || exit 1
[ "$("$rmr" run there/config.json --dry-run | cut -d ' ' -f 3)" = "$before" ] || fail "other tasks from elsewhere"
"$rmr" simulate -a there/lock.so -n 3 -s replay:file=there/second.schedule > /dev/null 2> err &&
  fail "a schedule's plug-in is found in the schedule's directory"
grep -qF "there/second.schedule:2:11: no plug-in './lock.so'" err || fail "simulate says: $(cat err)"
"$rmr" replay there/second.schedule > /dev/null 2> err && fail "replay finds what simulate does not"
grep -qF "there/second.schedule:2:11: no plug-in './lock.so'" err || fail "replay says: $(cat err)"
cd there || exit 1
"$rmr" replay second.schedule > /dev/null 2>&1 || fail "replay beside the plug-in: exit $?"

# A schedule names its algorithm whatever characters the file's name has.
odd='./my #lock\x20é.so'
cp lock.so "$odd" || fail "no copy"
"$rmr" simulate -a "$odd:slots=2" -n 2 --trace odd.schedule > /dev/null || fail "an odd name: exit $?"
grep -qx 'algorithm ./my\\x20\\x23lock\\x5Cx20é.so:slots=2' odd.schedule ||
  fail "an odd name is written as $(grep algorithm odd.schedule)"
"$rmr" replay odd.schedule --json 2> /dev/null | grep -qF '"algorithm": "./my #lock\\x20é.so:slots=2"' ||
  fail "a replay does not find an odd name"
"$rmr" explore -a "$odd" -n 2 --check rmr --witness odd.schedule > /dev/null || fail "an odd name explored: exit $?"
"$rmr" replay odd.schedule > /dev/null 2>&1 || fail "the witness of an odd name: exit $?"

# --- unreadable files -------------------------------------------------------------------------------------------------
refused() {
  local words=$1
  timeout 60 "$rmr" run config.json -o out "${@:2}" > out.text 2> err
  [ $? = 64 ] || fail "$words: not exit 64"
  [ "$(cat err)" = "rmr run: $words" ] || fail "expected '$words', not: $(cat err)"
  [ -e out ] && fail "$words: something was written"
}
mv second.schedule aside
refused 'config.json:3:18: second.schedule: cannot be read: No such file or directory'
mkdir second.schedule
refused 'config.json:3:18: second.schedule: cannot be read: Is a directory'
rmdir second.schedule
mkfifo second.schedule
refused 'config.json:3:18: second.schedule: is not a file that can be read again'
rm second.schedule
mv aside second.schedule
mv mine.so aside
mkfifo mine.so
refused "--set adversaries=[\"mine.so\"]: 'mine.so' cannot be loaded: it is not a file" --set 'adversaries=["mine.so"]'
rm mine.so
mv aside mine.so

# --- files that change while the run goes on --------------------------------------------------------------------------
# An adversary that, once it runs, adds a comment to its own schedule.
cat > spoils.c <<'END'
#include <rmr/adversary.h>
#include <stdio.h>
static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  if (view->step == 0) {
    FILE *file = fopen("second.schedule", "a");
    fputs("# spoilt\n", file);
    fclose(file);
  }
  return rmr_next_ready(view, 0);
}
static const struct rmr_option options[] = {{"file", RMR_SCHEDULE, 0, NULL, 0, 0, "a schedule"}, {.key = NULL}};
RMR_ADVERSARY(spoils) = {
  RMR_ADVERSARY_HEAD, .name = "spoils", .options = options, .state_size = 8, .choose = choose};
END
"${cc[@]}" -o spoils.so spoils.c || fail "spoils.c does not build"
spoilt=(run config.json -o out --jobs 1 --set 'algorithms=["glb"]'
  --set 'adversaries=["random", "./spoils.so:file=second.schedule", "replay:file=second.schedule"]')
"$rmr" "${spoilt[@]}" > out.text 2> err
[ "$(grep -c '"reason": "second.schedule: has changed since the run began' out/failures.jsonl)" = 2 ] ||
  fail "a changing schedule: $(cat err)"
[ "$(wc -l < out/records.jsonl)" = 1 ] || fail "tasks of a changing schedule are recorded"
