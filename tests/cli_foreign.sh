#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Adversaries in Lua, and at the other end of a pipe: that those of tools/examples/ do what they say, also on several
# threads and as parts of others; that a script gets out of its box by no way; and that each mistake of it, or of the
# program, is one line and the exit code of a bad plug-in.
#
# ctest: slow
# shellcheck disable=SC2016 # messages have backquotes
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

# says CODE WORDS ADVERSARY [ARGUMENT...]: the run ends with CODE and says one line, with WORDS in it.
says() {
  local code=$1 words=$2 adversary=$3
  shift 3
  local out=$BASHPID.out err=$BASHPID.err # one runs beside the others
  "$rmr" simulate -a bakery -n 2 -s "$adversary" "$@" > "$out" 2> "$err"
  local got=$?
  [ $got -eq "$code" ] || fail "$adversary $*: exit $got, expected $code: $(cat "$err")"
  [ "$(wc -l < "$err")" -eq 1 ] || fail "$adversary $*: not one line: $(cat "$err")"
  grep -qF -- "$words" "$err" || fail "$adversary $*: nowhere '$words': $(cat "$err")"
  [ "$code" -ne 64 ] || [ ! -s "$out" ] || fail "$adversary $*: something on stdout"
}

# --- a program at the other end of a pipe -----------------------------------------------------------------------------

# program NAME: the rest of a Python program, in which `told` is what it is told.
program() {
  { printf '#!/usr/bin/env python3\nimport json, os, sys, time\nfor line in sys.stdin:\n    told = json.loads(line)\n'
    sed 's/^/    /'; } > "$1.py"
  chmod +x "$1.py"
}
reply='print(json.dumps(answer), flush=True)'
first='answer = {} if told["hook"] == "start" else {"choose": told["ready"][0]}'

if command -v python3 > /dev/null; then
  program hangs <<< "time.sleep(1000) if told['hook'] == 'choose' else print('{}', flush=True)"
  says 64 'adversary cmd:./hangs.py: the program has not answered for 10 seconds, at step 1' cmd:./hangs.py &

  spec="cmd:$source/tools/examples/slowest.py"
  "$rmr" simulate -a glb -n 3 -s "$spec" --seed 5 --json > one.json || fail "the example does not run"
  "$rmr" simulate -a glb -n 3 -s "$spec" --seed 5 --json > two.json
  cmp -s one.json two.json || fail "the example makes two runs of one seed"
  grep -q '"completed": true' one.json || fail "the example does not let all complete"

  program first <<< "$first; $reply"
  cp "$source/tools/examples/slowest.py" .
  cat > threads.json << 'END'
{"algorithms": ["glb"], "n": [2, 3], "adversaries": ["cmd:./slowest.py", "cmd:./first.py:a=1",
 "replay:file=s.schedule,then=cmd:./first.py"],
 "repetitions": 2}
END
  printf 'rmr-schedule 1\nalgorithm glb\nn 2\nP2 x1\n' > s.schedule
  "$rmr" run threads.json -o one --jobs 1 > /dev/null 2> log || fail "$(cat log)"
  "$rmr" run threads.json -o four --jobs 4 > /dev/null 2> log || fail "$(cat log)"
  cmp one/records.jsonl four/records.jsonl || fail "four threads make other records of programs than one"
  [ "$(wc -l < one/records.jsonl)" -eq 12 ] || fail "not 12 records: $(wc -l < one/records.jsonl)"

  program dies <<< 'if told["hook"] == "choose" and told["step"] == 3: sys.exit(7)
'"$first; $reply"
  says 64 'adversary cmd:./dies.py: the program ended with exit code 7, at step 3' cmd:./dies.py
  program killed <<< 'os.kill(os.getpid(), 9)'
  says 64 'adversary cmd:./killed.py: the program died of SIGKILL (killed)' cmd:./killed.py
  program bare <<< 'print("hello", flush=True)'
  says 64 'the program answered with something other than a JSON object: hello, at "start"' cmd:./bare.py
  program empty <<< 'answer = {}; '"$reply"
  says 64 'the program answered {}; expected {"choose": 1 to 2}, at step 1' cmd:./empty.py
  program nobody <<< 'answer = {"choose": 9}; '"$reply"
  says 64 'adversary cmd:./nobody.py chose process 9 at step 1; there are P1 to P2' cmd:./nobody.py
  program negative <<< 'answer = {"choose": -1}; '"$reply"
  says 64 'the program answered {"choose":-1}; expected {"choose": 1 to 2}, at step 1' cmd:./negative.py
  program passed <<< 'answer = {"choose": 1}; '"$reply"
  says 64 'adversary cmd:./passed.py chose P1 at step 11, which has made all its passages' cmd:./passed.py
  program parked <<< 'answer = {}
if told["hook"] == "choose": answer = {"choose": 1 if told["processes"][0]["section"] != "cs" else 2}
'"$reply"
  says 64 'the program chose P2, which is parked, without the flag "may_reread", at step' cmd:./parked.py
  program crasher <<< 'answer = {"choose": {"action": "crash", "who": 1}}; '"$reply"
  says 64 'the program chose an event of the environment without the flag "may_change"' cmd:./crasher.py
  program gives_up <<< 'answer = {"fail": "no idea"}; '"$reply"
  says 64 'adversary cmd:./gives_up.py: no idea' cmd:./gives_up.py
  program flags <<< 'answer = {"flags": ["may_fly"]}; '"$reply"
  says 64 'gave a flag other than "may_reread" and "may_change"' cmd:./flags.py
  program long <<< 'try: print("x" * 2000000, flush=True)
except OSError: os._exit(1)'
  says 64 'the program answered with more than 1048576 bytes without an end of line' cmd:./long.py
  says 64 "adversary cmd:./first.py: 'b' is not key=value" cmd:./first.py:a=1,b
  says 64 "adversary cmd:./first.py: option 'a' is given twice" cmd:./first.py:a=1,a=2

  program stops <<< 'answer = {} if told["hook"] == "start" else {"choose": None}; '"$reply"
  "$rmr" simulate -a bakery -n 2 -s cmd:./stops.py > out.txt || fail "a program may stop"
  grep -q '^stopped after 0 steps' out.txt || fail "a program may stop: $(cat out.txt)"
  program crashes <<< 'answer = {"flags": ["may_change"]}
if told["hook"] == "choose": answer = {"choose": (told["ready"] + [None])[0]}
for c in told.get("changes", []):
    if c["action"] == "crash" and told["processes"][0]["section"] == "cs":
        answer = {"choose": c}
'"$reply"
  "$rmr" simulate -a bakery -n 2 -s cmd:./crashes.py --faults stop:1 --trace run.txt > out.txt 2>&1
  grep -q crash run.txt || fail "a program that may crash processes does not: $(cat out.txt)"

  # a mistake of a program is a task that fails; the others go on
  cat > failing.json << 'END'
{"algorithms": ["bakery"], "n": [2], "adversaries": ["random", "cmd:./dies.py", "cmd:./nobody.py"], "repetitions": 2}
END
  expect 30 'the program ended with exit code 7' "$rmr" run failing.json -o failing
  [ "$(wc -l < failing/records.jsonl)" -eq 2 ] || fail "the tasks of sound adversaries are not there"
fi
printf 'hello\n' > no.py
says 64 "adversary cmd:./no.py: there is no program './no.py' that may be run: it is not executable" cmd:./no.py
says 64 "adversary cmd:./missing: there is no program './missing'" cmd:./missing
printf 'hello\n' > noexec && chmod +x noexec
says 64 'the program cannot be started: Exec format error (does its first line begin with #!?)' cmd:./noexec
says 64 "adversary 'cmd:': expected cmd:FILE" cmd:
expect 64 "'cmd:./no.py' is not an algorithm" "$rmr" simulate -a cmd:./no.py -n 2
expect 64 "'x.lua' is not an algorithm" "$rmr" simulate -a x.lua -n 2

expect 0 'rate=0.9  how often it looks for one' "$rmr" list adversaries "$source/tools/examples/dear.lua"
expect 0 'KEY=VALUE  any, for the program' "$rmr" list adversaries "cmd:$source/tools/examples/slowest.py"
expect 0 '"key": "rate"' "$rmr" list adversaries "$source/tools/examples/dear.lua" --json
expect 64 "adversary cmd:./no.py: there is no program './no.py'" "$rmr" list adversaries cmd:./no.py
expect 64 "adversary 'cmd:': expected cmd:FILE" "$rmr" list adversaries cmd:
expect 64 './no.lua: cannot be read' "$rmr" list adversaries ./no.lua

# --- Lua --------------------------------------------------------------------------------------------------------------

if "$rmr" doctor | grep -q '^Lua  *not built in'; then
  echo 'return {}' > some.lua
  says 64 'this rmr was built without Lua' ./some.lua
  wait
  exit
fi

without_name() { sed '/"adversary"/d'; }
for n in 2 5; do
  "$rmr" simulate -a glb -n $n --seed 3 --passages 3 --json -s random | without_name > c.json
  "$rmr" simulate -a glb -n $n --seed 3 --passages 3 --json -s "$source/tools/examples/random.lua" |
    without_name > lua.json
  cmp -s c.json lua.json || fail "random in Lua makes another run than random in C: $(diff c.json lua.json | head -n 3)"
done
cp "$source"/tools/examples/*.lua .
cat > lua.json << 'END'
{"algorithms": ["burns_lamport"], "n": [2, 4], "adversaries": ["dear.lua", "./dear.lua:rate=0.5",
 "replay:file=b.schedule,then=dear.lua"],
 "repetitions": 3, "memories": ["cc", "dsm"], "expect": {"measure.remote_chosen": "<= 100000"}}
END
printf 'rmr-schedule 1\nalgorithm burns_lamport\nn 2\nP2 x1\n' > b.schedule
"$rmr" run lua.json -o lua1 --jobs 1 > /dev/null 2> log || fail "$(cat log)"
"$rmr" run lua.json -o lua4 --jobs 4 > /dev/null 2> log || fail "$(cat log)"
cmp lua1/records.jsonl lua4/records.jsonl || fail "four threads make other records of scripts than one"
grep -q remote_chosen lua1/records.jsonl || fail "a script's measure is not in the records"
echo '-- another file' >> dear.lua
expect 64 '' "$rmr" run lua.json -o lua1 --resume

# script NAME: a script whose `choose` is the text on stdin.
script() { { printf 'return {choose = function(self, host, view)\n'; cat; printf '\nend}\n'; } > "$1.lua"; }

# lua CODE WORDS: the choose on stdin does that.
lua() {
  script bad
  says "$1" "$2" ./bad.lua
}
lua 64 'adversary ./bad.lua: bad.lua:2: more than 10000000 instructions in choose' <<< 'while true do end'
lua 64 'more than 10000000 instructions in choose' <<< 'while true do pcall(function() while true do end end) end'
lua 64 'more than 10000000 instructions in choose' <<< 'local function f() return f() end return f()'
lua 64 'choose needs more than 64 MiB of memory' \
  <<< 'local t = {} while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end'
lua 64 'choose needs more than 64 MiB of memory' <<< 'local s = "x" while true do s = s .. s end'
lua 64 'bad.lua:2: rep: too many' <<< 'return #(""):rep(1 << 60)'
lua 64 'choose needs more than 64 MiB of memory' <<< 'local function f() return 1 + f() end return f()'
lua 64 '`choose` returned nil at step 1; expected an action' <<< 'local x = 1'
lua 64 '`choose` returned a string at step 1' <<< 'return "P1"'
lua 64 '`choose` returned 1.5 at step 1' <<< 'return 1.5'
lua 64 '`choose` returned -1 at step 1' <<< 'return -1'
lua 64 '`choose` returned a userdata at step 1' <<< 'return view.process[1]'
lua 64 'adversary ./bad.lua chose process 99 at step 1; there are P1 to P2' <<< 'return 99'
lua 64 'adversary ./bad.lua chose P1 at step 11, which has made all its passages' <<< 'return 1'
lua 64 'bad.lua:2: attempt to index a nil value' <<< 'return view.process[99].rmr'
lua 64 "bad.lua:2: a view has no field 'proces'" <<< 'return view.proces[1].rmr'
lua 64 "bad.lua:2: a pending access has no field 'label'" <<< 'return view.process[1].pending.label'
lua 64 'an adversary can read everything and change nothing' <<< 'view.step = 7'
lua 64 'an adversary can read everything and change nothing' <<< 'view.memory[0] = 7'
lua 64 'an adversary can read everything and change nothing' <<< 'view.process[1].rmr = 7'
lua 64 'bad.lua:2: mine' <<< 'error("mine")'
lua 64 'choose raised an error that is a table, not a text' <<< 'error({})'
lua 64 'adversary ./bad.lua: it says so' <<< 'return host:fail("it says so")'
lua 64 'bad.lua:2: rmr_random_below: 0 is not 1 or more' <<< 'return rmr_random_below(host, 0)'
lua 64 'bad.lua:2: pairs: a key is neither a number nor a text, and has no order' \
  <<< 'for k in pairs({[{}] = 1}) do end'
lua 64 'bad.lua:2: pairs: expected a table, not a nil' <<< 'for k in pairs(nil) do end'
lua 64 'bad.lua:3: more than 10000000 instructions in choose' \
  <<< $'local t = {} for k = 1, 100000 do t["k" .. k] = k end\nwhile true do pairs(t) end'
lua 64 'bad.lua:2: more than 10000000 instructions in choose' \
  <<< 'table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 5)'
lua 64 'bad.lua:2: insert: there is no such position' <<< 'table.insert({}, 2, 5)'
lua 64 'bad.lua:2: insert: expected a value, or a position and a value' <<< 'table.insert({}, 2, 5, 6)'
lua 64 'bad.lua:2: remove: there is no such position' <<< 'table.remove({}, 2)'
lua 64 'bad.lua:2: format: more than 4096 characters' <<< 'string.format(("%1"):rep(1 << 20))'
lua 64 'there are no finalizers' <<< 'setmetatable({}, {__gc = function() while true do end end})'
lua 64 'format: there are no addresses here' <<< 'host:log(string.format("%-20p", "x"))'
lua 64 'format: argument 1 is no text and no number' <<< 'host:log(string.format("%s", {}))'

# ways out of the box
script box << 'END'
for _, name in ipairs({"io", "os", "debug", "package", "coroutine", "require", "load", "loadstring", "loadfile",
    "dofile", "getmetatable", "next", "collectgarbage", "print", "warn"}) do
  if _G[name] ~= nil then return host:fail("there is " .. name) end
end
for _, name in ipairs({"dump", "find", "match", "gmatch", "gsub"}) do
  if string[name] ~= nil or (""):len() ~= 0 or (name)[name] ~= nil then return host:fail("there is string." .. name) end
end
if math.random or math.randomseed then return host:fail("there is chance") end
if tostring({}) ~= "table" or tostring(host.cost) ~= "function" then return host:fail("there are addresses") end
local keys = ""
for k, v in pairs({c = 3, a = 1, [2] = 4, b = 2, [1] = 0}) do keys = keys .. k .. v end
if keys ~= "1024a1b2c3" then return host:fail("pairs goes by " .. keys) end
return view.ready[1]
END
"$rmr" simulate -a bakery -n 2 -s ./box.lua > out.txt 2>&1 || fail "$(cat out.txt)"

# No address comes out: not in a text, and not as an order. Each run of the program has others, so all runs must agree.
cat > leak.lua << 'END'
local texts = {}
local function note(...) texts[#texts + 1] = table.concat({...}, " ") end
local function says(f, ...) note(tostring(select(2, pcall(f, ...)))) end
for k = 1, 40 do _G["alias" .. k] = math.floor end
local function orders()
  local names, mixed = {}, {a = 1, [true] = 1, [{}] = 1, [note] = 1}
  for k = 1, 60 do names["key" .. k * 7919] = k end
  for key in pairs(names) do note(key) end
  says(function() for key in pairs(mixed) do note(type(key)) end end)
  -- an order that makes a quicksort draw new pivots
  local value, order, solid, candidate, gas = {}, {}, 0, 1, 600
  for k = 1, gas do value[k], order[k] = gas, k end
  table.sort(order, function(x, y)
    if value[x] == gas and value[y] == gas then
      value[x == candidate and x or y], solid = solid, solid + 1
    end
    if value[x] == gas then candidate = x elseif value[y] == gas then candidate = y end
    return value[x] < value[y]
  end)
  note(table.concat(order, " "))
end
return {
  measures = {"sum"},
  measure = function()
    local all, sum = table.concat(texts), 0
    for k = 1, #all do sum = (sum * 31 + all:byte(k)) % 1000003 end
    return sum
  end,
  start = function(self, host, view)
    local objects = {view, host, view.process[1], view.process[1].pending, view.memory, {}, note, rmr_random}
    for _, x in ipairs(objects) do
      note(tostring(x))
      for _, y in ipairs(objects) do says(function() return x[y] end) end
      for _, f in ipairs({error, math.floor, string.rep, string.format, rmr_next_ready, setmetatable, select,
          ipairs, table.concat, table.unpack, table.insert, table.sort, tostring, assert}) do
        says(f, x)
        says(f, "%s", x)
      end
      for _, f in ipairs({function() return x .. "" end, function() return x + 1 end, function() return x < x end,
          function() return #x end, function() return x() end, function() x[x] = x.x end, function() error(x) end,
          function() for k = x, 1 do end end}) do says(f) end
    end
    for _, text in ipairs({"%p", "%5p", "%-20p", "%%%p"}) do
      says(string.format, text, note)
      says(string.format, text, "x")
    end
    orders()
    for k = 1, #texts do host:log(texts[k]) end
    return true
  end,
  choose = function(self, host, view) return view.ready[1 + #texts[#texts - 1] % view.n_ready] end,
}
END
for k in 1 2 3 4 5 6; do
  "$rmr" simulate -a bakery -n 2 -s ./leak.lua --json > leak$k.json 2> leak$k.txt
  cmp -s leak1.json leak$k.json || fail "a script makes other runs from addresses: $(diff leak1.json leak$k.json)"
  cmp -s leak1.txt leak$k.txt || fail "a script sees an address: $(diff leak1.txt leak$k.txt | cut -c 1-200 | sed 4q)"
done
! grep -q 0x leak1.txt || fail "there is an address in $(grep -m 1 0x leak1.txt)"
grep -q 'a view has no field that is a userdata' leak1.txt || fail "no text is tried: $(head -n 3 leak1.txt)"
for k in 1 2 3 4 5 6; do
  echo 'return {choose = function() end, one = 1, other = 2, another = 3, more = 4}' > bad.lua
  says 64 "the adversary has an unknown field 'another'" ./bad.lua
done

# our own functions do the same as Lua's
script own << 'END'
local function is(t, text)
  local words = table.concat(t, " ")
  if words ~= text then host:fail(words .. " for " .. text) end
end
local t = {1, 2, 3}
table.insert(t, 4) table.insert(t, 1, 0) table.insert(t, 3, 9)
is(t, "0 1 9 2 3 4")
is({table.remove(t), table.remove(t, 1), table.remove(t, 2), table.remove(t, 4) or "nil", #t}, "4 0 9 nil 3")
is({table.remove({}) or "nil", table.remove({}, 0) or "nil", table.remove({7}, 1)}, "nil nil 7")
for n = 0, 40 do
  local list, most = {}, 1 + rmr_random_below(host, 9)
  for k = 1, n do list[k] = {value = rmr_random_below(host, most), place = k} end
  table.sort(list, function(a, b) return a.value < b.value end)
  for k = 2, n do
    local a, b = list[k - 1], list[k]
    if a.value > b.value or (a.value == b.value and a.place > b.place) then host:fail("sort of " .. n) end
  end
  if #list ~= n then host:fail("sort loses some of " .. n) end
end
t = {3, 1, 2}
table.sort(t)
is(t, "1 2 3")
t = {c = false, b = 1, a = 2, [1.5] = 3, [-1] = 4}
local seen = {}
for k, v in pairs(t) do
  seen[#seen + 1] = k .. "=" .. tostring(v)
  t.b = nil
end
is(seen, "-1=4 1.5=3 a=2 c=false")
return view.ready[1]
END
"$rmr" simulate -a bakery -n 2 -s ./own.lua > out.txt 2>&1 || fail "$(cat out.txt)"

# whole files
file() {
  cat > bad.lua
  says "$1" "$2" ./bad.lua
}
file 64 'adversary ./bad.lua: bad.lua:2: ' <<< $'return {\n choose = = 1}'
file 64 'adversary ./bad.lua: it returns a number; expected a table' <<< 'return 7'
file 64 './bad.lua: the required hook `choose` is missing' <<< 'return {name = "x"}'
file 64 "the adversary has an unknown field 'chose'" <<< 'return {chose = function() end}'
file 64 "'choose' is not a function" <<< 'return {choose = 7}'
file 64 "option 'a': its type is none of" <<< 'return {choose = function() end, options = {{key = "a"}}}'
file 64 'more than 10000000 instructions in the script' <<< 'while true do end'
file 64 'the script needs more than 64 MiB' <<< 'local s = "x" while true do s = s .. s end'
file 64 'bad.lua:1: mine' <<< 'return {choose = function() end, start = function() error("mine") end}'
file 64 'its start failed and gave no reason' \
  <<< 'return {choose = function() end, start = function() return false end}'
file 64 'bad.lua:1: seen' \
  <<< 'return {choose = function(s, h, v) return v.ready[1] end, observe = function() error("seen") end}'
printf '\033Lua' > bad.lua
says 64 'attempt to load a binary chunk' ./bad.lua
says 64 'missing.lua' ./missing.lua
mkfifo pipe.lua
says 64 'pipe.lua' ./pipe.lua

# the powers of adversaries in C: look ahead, hand over, change, drive the clock
cat > far.lua << 'END'
return {
  flags = RMR_MAY_CHANGE,
  options = {{key = "then", type = RMR_ADVERSARY_NAME, fallback = "random"}},
  observe = function(self, host, view, event)
    if event.step ~= view.step then host:fail("steps differ") end
    for k = 1, event.woken do if not rmr_is_ready(view, view.woken[k]) then host:fail("woken and not ready") end end
  end,
  choose = function(self, host, view)
    local world = host:imagine(1, 0)
    local p = view.n_ready > 0 and world.ready[1] or 0
    if p > 0 then
      local event = host:attempt(1, p)
      if world.step ~= view.step + 1 or event.process ~= p then return host:fail("another world than expected") end
      if rmr_event_action(event) ~= p then return host:fail("another action") end
      if host:register_name(event.var) == nil then return host:fail("no name") end
    end
    local change = host:changes(0, 0)
    if change ~= RMR_STOP and view.process[1].section == RMR_CS then
      host:log(rmr_action_kind(change) == RMR_CRASH and "a crash" or "a change")
      return change
    end
    return host:delegate(self["then"], view)
  end,
}
END
"$rmr" simulate -a bakery -n 3 -s ./far.lua:then=pct:depth=2 > out.txt 2>&1 || fail "$(cat out.txt)"
"$rmr" simulate -a bakery -n 3 -s ./far.lua --faults stop:1 > out.txt 2>&1
grep -q 'adversary ./far.lua: a crash' out.txt || fail "a script that may crash processes does not: $(cat out.txt)"
wait
