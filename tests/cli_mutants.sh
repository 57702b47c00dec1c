#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Would the unit tests notice? Each mutant is a copy of the simulator with one mistake in it, made by one sed command: no
# invalidation on a write, a waiter that is not woken, a property that is not checked, a line of an algorithm that does not wait. Every
# mutant must fail at least one unit test; the unchanged copy must pass them all. A mutation that changes nothing any more is an
# error too: keep the list in step with the sources.
#
# Only what a mutant touches is compiled again, into a shared library that the tests, compiled once, are run against.
#
# ctest: slow numbers
set -u
source=$2 build=$3
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT
export cc=${CC:-gcc}
export flags="-std=c11 -D_GNU_SOURCE -DRMR_BUILTIN -fPIC -w"
export paths="-I$work/include -I$work -I$work/tests -I$work/generated"
export units="reference memory parking monitor adversaries replay foresight ledger algorithms bare step schedule schedule_write rereads composed"
$cc --version > /dev/null 2>&1 || { echo "no compiler '$cc'"; exit 77; }

# --- the unchanged copy ---------------------------------------------------------------------------------------------------
mkdir "$work/obj" "$work/tests" "$work/experiments" "$work/cli" "$work/explore"
cp -r "$source"/{include,base,sim,algos,adversary} "$build/generated" "$work"
cp -r "$source"/tests/{toys,client.c,*.h} "$work/tests"
cp "$source"/cli/bare.* "$work/cli"
cp "$source"/explore/*.[ch] "$work/explore"
cp "$source/experiments/bw_naive.schedule" "$work/experiments"
rm -f "$work/adversary/template.c"
for unit in $units; do cp "$source/tests/unit_$unit.c" "$work/tests"; done

compile() { # file object flags...
  local file=$1 object=$2
  shift 2
  $cc $flags "$@" $paths -c "$file" -o "$object"
}
export -f compile
compile_original() { # obj/X.o, what it depends on in obj/X.d, and in obj/X.from where it comes from
  local name=${1//\//_}
  echo "$1" > "$work/obj/$name.from"
  compile "$work/$1" "$work/obj/$name.o" -O1 -MMD
}
link_unit() { $cc $flags $paths -O0 "$work/tests/unit_$1.c" -o "$work/unit_$1" -L"$work" -lengine -lcmocka -lm; }
export -f compile_original link_unit
(cd "$work" && ls base/*.c sim/*.c algos/*.c adversary/*.c tests/toys/*.c tests/client.c cli/bare.c explore/*.c generated/*.c) |
  xargs -P 2 -I{} bash -c 'compile_original {}' || { echo "the unchanged copy does not compile"; exit 1; }
$cc -shared "$work"/obj/*.o -o "$work/libengine.so" -lcmocka -ldl -lm || exit 1
echo $units | tr ' ' '\n' | xargs -P 2 -I{} bash -c 'link_unit {}' || { echo "the tests do not compile"; exit 1; }

# Runs the units against the library in $1 and says which of them failed first; nothing if all pass.
killer() {
  for unit in $units; do
    LD_LIBRARY_PATH=$1 timeout 20 "$work/unit_$unit" > "$1/out" 2>&1 || { echo "unit_$unit"; return; }
  done
}
export -f killer
by=$(killer "$work")
[ -z "$by" ] || { echo "the unchanged copy fails $by:"; grep -E "ERROR|LINE|FAILED" "$work/out"; exit 1; }

# --- the mutants ----------------------------------------------------------------------------------------------------------
# FILE ~ SED COMMANDS (extended regular expressions) ~ WHAT IS WRONG
cat > "$work/list" <<'LIST'
sim/step.h ~ s/row\[w\] &= SIM_ALL_EVER;/(void)row[w];/ ~ a write invalidates nothing
sim/step.h ~ s/w < sim->row; w\+\+\) row/w < 1; w++) row/ ~ a write invalidates the copies of the first processes only
sim/step.h ~ s/if \(memory == MEMORY_CC_KEEP \|\| memory == MEMORY_CC_WRITEBACK\)/if (memory != MEMORY_DSM)/ ~ cc: the writer keeps its own copy
sim/step.h ~ s/if \(memory == MEMORY_CC_KEEP \|\| /if (/ ~ cc-keep: the writer loses its own copy
sim/step.h ~ s/sim->owner\[var\] == p\) return RMR_FREE/sim->owner[var] != 0) return RMR_FREE/ ~ cc-writeback: whoever writes to an owned register writes for free
sim/step.h ~ s/bits & SIM_VALID \? sim->owner\[var\] : 0;/sim->owner[var];/ ~ cc-writeback: the owner stays exclusive after another has read
sim/step.h ~ s/if \(memory == MEMORY_CC_WRITEBACK\) sim->owner\[var\] = p;// ~ cc-writeback: nobody becomes the owner
sim/step.h ~ s/= sim_charge_write\(sim, p, op.var, memory\)/= op.kind == RMR_CAS \&\& before == after ? 0 : sim_charge_write(sim, p, op.var, memory)/ ~ a failing compare-and-swap is free
sim/step.h ~ s/= sim_charge_write\(sim, p, op.var, memory\)/= before == after ? 0 : sim_charge_write(sim, p, op.var, memory)/ ~ a write of the same value is free
sim/step.h ~ s/before == rmr_cas_expected\(op\) \? rmr_cas_desired\(op\) : before/rmr_cas_desired(op)/ ~ compare-and-swap does not compare
sim/step.h ~ s/before \+ op->value/before - op->value/ ~ fetch-and-add subtracts
sim/step.h ~ s/case RMR_TAS: return 1;/case RMR_TAS: return !before;/ ~ test-and-set toggles
sim/step.h ~ s/0x0201/0x0202/ ~ cold misses are counted as invalidated
sim/step.h ~ s/0x0201/0x0101/ ~ invalidated misses are counted as cold
sim/step.h ~ s/\*word \|= \(uint64_t\)\(SIM_VALID \| SIM_EVER\) << sim_shift\(p\);// ~ a read leaves no copy
sim/step.h ~ s/return sim->home\[var\] == p \? RMR_FREE : RMR_REMOTE;/return RMR_FREE;/ ~ dsm: reading from afar is free
sim/step.h ~ s/if \(memory == MEMORY_DSM && sim->home\[var\] == p\) return RMR_FREE;// ~ dsm: writing at home costs
sim/step.h ~ s/sim->waiting\[op.var\].head != SIM_NOBODY \? sim_wake\(sim, op.var\) : 0/0/ ~ nobody is woken
sim/step.h ~ s/sim->waiting\[op.var\].head != SIM_NOBODY \?/sim->waiting[op.var].head != SIM_NOBODY \&\& before != after ?/ ~ a write of the same value wakes nobody
sim/step.h ~ 0,/me->spinning = me->blocked = 0;/s/me->spinning = me->blocked = 0;// ~ a wait goes on although the process has written
sim/step.h ~ s/me->rmr \+= cause != RMR_FREE;/me->rmr++;/ ~ every step of a passage is charged
sim/step.h ~ s/me->steps\+\+;// ~ the steps of a passage are not counted
sim/step.h ~ s/if \(after > sim->largest.*sim_new_extreme\(.*\);// ~ ranges are not checked
sim/step.h ~ s/ \|\| after < sim->lowest\[op.var\]// ~ values below the range pass
sim/waiting.c ~ s/while \(sim->waiting\[var\].head != SIM_NOBODY\)/while (sim->waiting[var].head != sim->waiting[var].tail)/ ~ all but the last waiter are woken
sim/waiting.c ~ s/sim->waiter\[sim->waiting\[var\].head\].process/sim->waiter[sim->waiting[var].tail].process/ ~ waiters wake in the opposite order
sim/waiting.c ~ s/k < sim->process\[p\].watching; k\+\+\) unlink/k < 1; k++) unlink/ ~ who is woken stays on its other lists
sim/waiting.c ~ s/if \(!reads_for_nothing\(sim, p, op.var\)\) return 0;// ~ processes park on copies that are not valid
sim/waiting.c ~ s/\(sim->setup.memory != MEMORY_DSM \|\| sim->home\[var\] == p\)/true/ ~ dsm: processes park on remote registers
sim/waiting.c ~ s/return memcmp\(.*\) == 0 \? k : 0;/return k;/ ~ who counts its attempts is parked
sim/waiting.c ~ s/me->watching = \(uint16_t\)watching;/me->watching = 1;/;s/k < watching; k\+\+\) link_last/k < 1; k++) link_last/ ~ a wait on two registers watches one
sim/waiting.c ~ s/me->rmr = me->steps = 0;/me->steps = 0;/ ~ the RMRs of a passage are not reset
sim/waiting.c ~ s/me->rmr = me->steps = 0;/me->rmr = 0;/ ~ the steps of a passage are not reset
sim/waiting.c ~ s/event.blocked = me->blocked != me->spinning;/event.blocked = true;/ ~ every evaluation in vain is a new block
sim/waiting.c ~ s/sim->last.failed && event.to != RMR_REMAINDER/sim->last.failed/ ~ a wait lasts beyond its passage
sim/waiting.c ~ s/me->passages \+ 2/me->passages + 1/ ~ a passage asks for the session of the one before
sim/waiting.c ~ s/me->passages != sim_passages\(/me->passages < sim_passages(/ ~ endless processes make one passage
sim/waiting.c ~ s/sim->ready_set\[\(p - 1\) \/ 64\] &= .*// ~ the ready set keeps who is parked
sim/waiting.c ~ s/return sim->home\[op->var\] != p;/return 1;/ ~ adversaries are told that all costs in dsm
sim/waiting.c ~ s/return memory != MEMORY_CC_WRITEBACK .*/return 1;/ ~ adversaries are told that owners pay
sim/sim.c ~ s/done == RMR_EXIT \? RMR_EXIT : RMR_CS/RMR_EXIT/ ~ the critical section is the exit
sim/sim.c ~ s/leaving = done == RMR_EXIT \|\| done == RMR_CS/leaving = done == RMR_EXIT/ ~ an own-step critical section leads back into the entry
sim/sim.c ~ s/sim->view.step = sim->scalars->step;// ~ a loaded state goes on counting steps
sim/sim.c ~ s/!sim->algorithm->group \|\| session_p != session_q/session_p != session_q/ ~ equal sessions do not conflict in plain mutual exclusion
sim/sim.c ~ s/setup->n > SYSTEM_MAX_N/false/ ~ more than 4096 processes are let in
sim/monitor.c ~ s/    check_exclusion\(monitor, sim, event\);// ~ P1 is not checked
sim/monitor.c ~ s/if \(monitor->watch_fcfs\) check_order\(monitor, sim, event\);// ~ P5 is not checked
sim/monitor.c ~ s/if \(monitor->in_cs == friends\) return;/if (friends != 0) return;/ ~ P1: a friend in the CS hides a stranger
sim/monitor.c ~ s/monitor->doorway_ended\[q\] < begun/monitor->doorway_ended[q] > begun/ ~ P5: the wrong way round
sim/monitor.c ~ s/    monitor->doorway_ended\[p\] = 0;// ~ P5: who has been in the CS still waits
sim/monitor.c ~ s/monitor->in_cs_of_session\[event->session\]--;// ~ P1: those who have left are still friends
sim/monitor.c ~ s/has_doorway && a->claims.p\[5\] == RMR_YES/has_doorway/ ~ P5 is watched where it is not claimed
sim/monitor.c ~ s/      check_name\(monitor, sim, event\);/      ;/ ~ P1: names are not checked
sim/monitor.c ~ s/if \(name > names\) \{/if (false) {/ ~ P1: names may be as large as they like
sim/monitor.c ~ s/name_of\(sim, q\) == name/name_of(sim, q) != name/ ~ P1: only different names are the same
sim/ledger.h ~ s/cell->rmr \+= paid;/cell->rmr++;/ ~ every step of a line is an RMR
sim/ledger.h ~ s/ledger->by_register\[var\] \+= paid;// ~ RMRs are not counted by register
sim/ledger.c ~ s/ledger->bypass_from\[p\] = ledger->cs_entries \+ 1;/ledger->bypass_from[p] = 1;/ ~ bypasses count from the beginning of the run
sim/ledger.c ~ s/\(double\)seen >= wanted/(double)seen > wanted/ ~ quantiles are one too far
sim/ledger.c ~ s/by_line != by_cause \|\| // ~ the ledger balances without the causes
sim/ledger.c ~ s/by_line != by_register \|\| // ~ the ledger balances without the registers
sim/ledger.c ~ s/ \|\| steps != sim->view.step// ~ the ledger balances without the steps
sim/ledger.c ~ s/raise_count\(&ledger->max_passage\[p\], sim->process\[p\].rmr\);// ~ a passage that has not ended is forgotten
sim/ledger.c ~ s/if \(event->process == ledger->observed\) // ~ blocks of all processes are counted for the observed one
sim/ledger.c ~ s/count_passage\(ledger, event->passage_rmr\)/count_passage(ledger, event->passage_steps)/ ~ a passage costs its steps
sim/run.c ~ s/sim_unpark\(sim, p\);/sim->process[p].status = RMR_READY;/ ~ a parked process that reads again stays on its lists
sim/run.c ~ s/scheduler_may_reread\(run->scheduler\) && run->sim->n_done != run->sim->n\)/false)/ ~ a replay ends when everybody is parked
sim/run.c ~ s/sim->view.n_ready != 0 \? RUN_STOPPED : RUN_DEADLOCK/RUN_STOPPED/ ~ a replay that ends in a deadlock has stopped
sim/scheduler.c ~ s/if \(view->n_ready == 0 && !scheduler_may_reread\(nested\)\) return RMR_STOP;// ~ who takes over is asked when nobody is ready
sim/sim.c ~ s/sim->memory\[sim->setup.initial\[k\].var\] = .*;// ~ the initial values of a schedule are forgotten
sim/sim.h ~ s/return setup->passages_of != NULL \?/return false ?/ ~ all make the same number of passages
sim/sessions.c ~ s/k <= setup->asks\[p\].n/k < setup->asks[p].n/ ~ the last session that a schedule gives is not asked for
sim/schedule_header.c ~ s/rule->rule == SESSIONS_ANY && session > rule->any/false/ ~ sessions that the rule does not have are let in
sim/schedule_header.c ~ s/session != session_of\(rule, 0, p, 1\)/false/ ~ sessions against the rule are let in
sim/schedule_header.c ~ s/n_loop = r->out->n_steps - r->before_loop/n_loop = r->before_loop/ ~ what stands before the loop is repeated
sim/schedule_header.c ~ s/if \(!r->own_passages\[p\]\) // ~ the passages of one process are forgotten
sim/schedule_write.c ~ s/if \(schedule->n_loop != 0\) fputs\("loop\\n", out\);// ~ the loop is not written
sim/schedule_write.c ~ s/ && schedule->step\[k\].process == step->process\)/)/ ~ the steps of the next process are written as those of this one
sim/schedule_write.c ~ s/schedule->sessions.rule == SESSIONS_ANY \|\| // ~ the seed of drawn sessions is not written where it is 1
sim/schedule_write.c ~ s/if \(setup->asks\[p\].n == 0\) continue;/if (setup->asks[p].n <= 1) continue;/ ~ a single session is not written
sim/names.c ~ s/if \(!s->arbitrary\) return .*;// ~ any register may be set
sim/names.c ~ s/return rest == 0;/return true;/ ~ a composite register may hold more than its fields
sim/names.c ~ s/value <= shared->max\(size\)\)\) return true;/true)) return true;/ ~ any initial value is in range
sim/names.c ~ s/\(row - 1\) \* n \+ column - 1/(column - 1) * n + row - 1/ ~ a square of registers is turned round
sim/run.c ~ s/run->sim->n_done == run->sim->n \? RUN_COMPLETED : RUN_DEADLOCK/RUN_COMPLETED/ ~ a deadlock passes for completion
algos/bakery.c ~ /DO \( 6,/{n;s/while \(REPLY\)/while (0)/} ~ bakery: nobody waits for who is choosing
algos/bakery.c ~ s/i < my->j\)\) break/i > my->j)) break/ ~ bakery: ties go to the larger number
algos/bakery.c ~ s/REPLY < my->other \|\|/REPLY > my->other ||/ ~ bakery: the larger number goes first
algos/glb.c ~ s/write_to\(TOKEN\(i\), my->token \+ 1\)/write_to(TOKEN(i), my->token)/ ~ glb: the token is not raised
include/rmr/algo.h ~ s/return session == 0 \|\| session == mysession;/return true;/ ~ nobody conflicts
include/rmr/algo.h ~ s/memset\(my, 0, sizeof \*my\);/my->pc = 0;/ ~ a part leaves its locals set
include/rmr/algo.h ~ s/place_\[op_.line - 1\].line/place_[0].line/ ~ all steps of a part show its first line
algos/glb.c ~ s/^    my->j = 0;$// ~ glb: a dead local is left set
algos/glb.c ~ s/DO \(13, +write_to\(SESSION\(i\), 0\)\)/DO (13, write_to(SESSION(i % n + 1), 0))/ ~ glb: a process writes to another's register
algos/parts/burns_lamport.h ~ /DO \(10,/{n;s/while \(REPLY\)/while (0)/} ~ burns_lamport: line 10 does not wait
algos/parts/burns_lamport.h ~ s/DO \( 4, +write_to\(COMPETING\(i\), false\)\)/DO ( 4, write_to(COMPETING(i), true))/ ~ burns_lamport: line 4 leaves the bit up
algos/bwbgme.c ~ s/color_of\(REPLY\) == my->color && !no_conflict\(my, REPLY\) && /!no_conflict(my, REPLY) \&\& / ~ bwbgme: the maximum is taken over both colours
algos/bwbgme.c ~ s/return my->number < number_of\(other\) .*/return true;/ ~ bwbgme: line 19 does not wait
algos/bwbgme.c ~ s/if \(REPLY != my->color\) break;/if (REPLY == my->color) break;/ ~ bwbgme: line 21 tests for the own colour
algos/bw_naive.c ~ s/write_to\(GLOBAL, !my->color\)/write_to(GLOBAL, my->color)/ ~ bw_naive: the scenario of Section 4 does not happen
algos/dijkstra.c ~ s/if \(!REPLY\) break;// ~ dijkstra: nobody is seen in the second stage
algos/burns_lynch.c ~ /DO \(6,/{n;s/if \(REPLY == UP\) break;//} ~ burns_lynch: line 6 does not look again
algos/peterson.c ~ s/REPLY >= my->k/REPLY > my->k/ ~ peterson: who is at the same level is overlooked
algos/lamport_fast.c ~ /DO \( 9,/{n;s/while \(REPLY\)/while (0)/} ~ lamport_fast: line 9 does not wait
algos/lamport_three_bit.c ~ s/if \(my->j == my->f\) break;/break;/ ~ lamport_three_bit: line 8 goes back for nobody
algos/szymanski.c ~ s/while \(REPLY >= 2\)/while (0)/ ~ szymanski: line 8 does not wait
algos/szymanski_early.c ~ s/while \(REPLY == 2 .. REPLY == 3\)/while (0)/ ~ szymanski_early: line 9 does not wait
algos/szymanski_three_bit.c ~ /DO \(p9b,/{n;s/if \(!REPLY\) break;/break;/} ~ szymanski_three_bit: p9 does not look at s
algos/bw_bakery.c ~ s/write_to\(COLOR, !my->color\)/write_to(COLOR, my->color)/ ~ bw_bakery: the colour stays
algos/bounded_bakery.c ~ s/write_to\(X, my->token\)/write_to(X, 1)/ ~ bounded_bakery: X stays
algos/anderson.c ~ s/write_to\(FLAG\(my->place\), MUST_WAIT\)/write_to(FLAG(my->place), HAS_LOCK)/ ~ anderson: a slot stays open
algos/graunke_thakkar.c ~ s/write_to\(SLOT\(i\), !my->mine\)/write_to(SLOT(i), my->mine)/ ~ graunke_thakkar: the bit is not turned round
algos/mcs.c ~ s/write_to\(LOCKED\(i\), true\)/write_to(LOCKED(i), false)/ ~ mcs: nobody waits
algos/mcs.c ~ s/\.home = rmr_owner, // ~ mcs: the nodes lie nowhere
algos/clh.c ~ s/my->node = my->predecessor, // ~ clh: a process keeps its node
algos/parts/yang_anderson.h ~ s/r.p \+ level \* r.p_of_level/r.p/ ~ yang_anderson: one P for all levels
algos/parts/yang_anderson.h ~ /DO \(11,/{n;s/while \(REPLY != 2\)/while (0)/} ~ yang_anderson: line 11 does not wait
algos/yang_anderson_fast.c ~ s/DO \(16, +write_to\(Z, true\)\)/DO (16, write_to(Z, false))/ ~ yang_anderson_fast: Z stays open
algos/lycklama_hadzilacos.c ~ s/return turn == 0 \|\| turn == 3;/return 0;/ ~ lycklama_hadzilacos: only one bit of the turn is used
algos/lycklama_hadzilacos.c ~ s/!\(COPY\(i\) >> next_bit\(COPY\(i\)\) & 1\)/0/ ~ lycklama_hadzilacos: the turn stays
algos/aravind.c ~ s/my->t % 3 \+ 1/1/ ~ aravind: there is but one tag
algos/aravind.c ~ s/while \(REPLY == S\(my->j\)\)/while (0)/ ~ aravind: nobody waits for a tag
algos/hadzilacos_standin.c ~ s/while \(W\(my->j\)\) \{/while (false) {/ ~ hadzilacos_standin: the order is not kept
algos/jpt_standin.c ~ s/if \(my->conflict\) my->turn\+\+;// ~ jpt_standin: the turn stays
algos/joung_standin.c ~ s/ && state_of\(REPLY\) == IN\)/ \&\& state_of(REPLY) == PASSIVE)/ ~ joung_standin: who is in is overlooked
algos/takamura_igarashi_standin.c ~ s/\(ticket < my->number \|\|/(ticket > my->number ||/ ~ takamura_igarashi_standin: the larger ticket goes first
algos/keane_moir.c ~ s/if \(REPLY == my->need\)/if (true)/ ~ keane_moir: all who queue are let in
algos/keane_moir.c ~ s/DO \(12f, +write_to\(TAIL, my->previous\)\)/DO (12f, write_to(TAIL, my->v))/ ~ keane_moir: who has left the queue is its tail
algos/parts/splitter.h ~ s/\*way = SPLITTER_RIGHT;/*way = SPLITTER_STOP;/ ~ splitter: who should move right stops
algos/parts/splitter.h ~ s/return m \* \(m - 1\) \/ 2 \+ c \+ 1;/return m * (m - 1) \/ 2 + r + c + 1;/ ~ grid_renaming_diagonal: names that do not exist
algos/grid_renaming_long.c ~ s/DO \( 6, +write_to\(Y\(i\), false\)\)/DO ( 6, write_to(Y(i), true))/ ~ grid_renaming_long: names are not given back
adversary/greedy.c ~ s/worth == most && p < best/worth == most \&\& p > best/ ~ greedy: ties go to the largest number
adversary/greedy.c ~ s/ \| view->process\[p\].rmr// ~ greedy: what has been paid decides no tie
adversary/round_robin.c ~ s/rmr_next_ready\(view, my->last\)/rmr_next_ready(view, 0)/ ~ round_robin: always the first
adversary/solo.c ~ s/if \(!rmr_is_ready\(view, my->current\)\) // ~ solo: nobody is left to finish
adversary/pct.c ~ s/my->look_again = true/my->look_again = false/ ~ pct: who wakes is overlooked
adversary/pct.c ~ s/-\(int64_t\)\+\+my->fallen/-64 + (int64_t)++my->fallen/ ~ pct: the later to fall stays above
adversary/pct.c ~ s/k \+ 1 < my->depth/k < my->depth/ ~ pct: one change too many
adversary/bursty.c ~ s/my->mean < 1.0/my->mean < 1.3/ ~ bursty: bursts are too short
adversary/random.c ~ s/view->n_ready\)\]/view->n_ready - (view->n_ready > 1))]/ ~ random: the last of the list is never chosen
adversary/timed.c ~ s/a->order < b->order/a->order > b->order/ ~ timed: ties go to who was set last
adversary/timed.c ~ s/event->cause == RMR_FREE \? HIT : RMR/RMR/ ~ timed: a hit takes as long as an RMR
adversary/timed.c ~ s/if \(event->to == RMR_CS && event->from != RMR_CS\)/if (event->to == RMR_CS)/ ~ timed: the CS is slept in at each of its steps
adversary/timed.c ~ s/exponential\(rng, d->b \/ d->a\)/exponential(rng, d->b)/ ~ timed: an erlang time is too long
adversary/replay.c ~ s/my->rounds \+ 1 >= my->repeat/my->rounds >= my->repeat/ ~ replay: the loop is made once too often
adversary/replay.c ~ s/my->position -= host->repeatable\(host, my->schedule\);/my->position = 0;/ ~ replay: everything is repeated
adversary/replay.c ~ s/!rmr_is_ready\(view, p\) && !rmr_is_parked\(view, p\)/!rmr_is_ready(view, p)/ ~ replay: who is parked stays so
adversary/timed.c ~ s/ && !my->seat\[p\].queued// ~ timed: who is woken may be in the queue twice
adversary/timed.c ~ s/while \(my->size != 0 && .*\) pop\(my\);.*// ~ timed: who was parked by somebody else is chosen
adversary/replay.c ~ s/if \(p == RMR_STOP\) return my->then != 0 .*/if (p == RMR_STOP) return RMR_STOP;/ ~ replay: nobody goes on
adversary/burns_lamport.c ~ s/my->steps > enough \|\|// ~ burns_lamport: an act that its process cannot end goes on for ever
adversary/burns_lamport.c ~ s/next->section == RMR_WAITING/false/ ~ burns_lamport: nobody stops where it is about to announce itself
adversary/burns_lamport.c ~ s/my->j > my->round \? ANNOUNCE/my->j > my->round + 1 ? ANNOUNCE/ ~ burns_lamport: a round ends too early
adversary/foresight.c ~ s/value > my->value/value < my->value/ ~ foresight: the cheapest continuation is followed
adversary/foresight.c ~ s/if \(view == NULL \|\| view->process\[v\].section >= RMR_CS\) return false;/return true;/ ~ foresight: the victim walks into its CS
adversary/foresight.c ~ s/event->to == RMR_CS \|\| event->to == RMR_REMAINDER/true/ ~ foresight: the victim is never seen to wait
adversary/foresight.c ~ s/ \|\| my->step != view->step// ~ foresight: a plan goes on although others have chosen
adversary/foresight.c ~ s/if \(my->at != 0 && event->process != .*// ~ foresight: a choice that was not followed passes for made
adversary/foresight.c ~ s/ \|\| victim->rmr >= my->limit// ~ foresight: passages without end
adversary/foresight.c ~ s/my->victim = 1 \+ rmr_random_below\(.*\);/my->victim = view->n;/ ~ foresight: the victim is always the last
adversary/foresight.c ~ s/my->credit < 0 \? my->credit \+ my->effort : my->effort/my->effort != 0/ ~ foresight: effort is not made
adversary/foresight.c ~ s/ && \(rmr_is_ready\(view, p\) .*\) return p;/) return p;/ ~ foresight: steps of the plan are tried that cannot be made
sim/scheduler.c ~ s/sim_state_copy\(\*sim, source\);/sim_state_copy(*sim, s->sim);/ ~ every imagined world is a copy of the real one
sim/scheduler.c ~ s/if \(sim->process\[p\].status == RMR_PARKED\) sim_unpark\(sim, p\);/if (sim->process[p].status == RMR_PARKED) return NULL;/ ~ in imagined worlds nobody reads again
sim/sim.c ~ s/to->view.n_ready = from->view.n_ready;// ~ a copy of a state has forgotten how many are ready
include/rmr/adversary.h ~ s/w \+ 1 < words \? w \+ 1 : 0/0/ ~ the next ready process above 64 is not found
LIST

mutant() { # number file sed what
  local dir=$work/m$1 file=$2 objects=()
  mkdir -p "$dir/obj" "$dir/$(dirname "$file")"
  sed -E "$3" "$work/$file" > "$dir/$file"
  if cmp -s "$work/$file" "$dir/$file"; then echo "does not apply any more: $file: $4"; return; fi
  for object in "$work"/obj/*.o; do
    if grep -q "/$file\b" "${object%.o}.d"; then
      local original there=$work
      original=$(cat "${object%.o}.from")
      [ -e "$dir/$original" ] && there=$dir
      object=$dir/obj/$(basename "$object")
      compile "$there/$original" "$object" -O1 "-I$dir" "-I$dir/include" || { echo "does not compile: $file: $4"; return; }
    fi
    objects+=("$object")
  done
  $cc -shared "${objects[@]}" -o "$dir/libengine.so" -lcmocka -ldl -lm || { echo "does not link: $4"; return; }
  local by
  by=$(killer "$dir")
  if [ -n "$by" ]; then echo "caught by $by: $4"; else echo "SURVIVES: $file: $4"; fi
  rm -rf "$dir"
}
one() { # number line
  local file=${2%% ~ *} rest=${2#* ~ }
  mutant "$1" "$file" "${rest%% ~ *}" "${rest#* ~ }"
}
export -f mutant one

n=$(wc -l < "$work/list")
cat -n "$work/list" | sed -E 's/^ *([0-9]+)\t/\1\t/' | tr '\n' '\0' |
  xargs -0 -P 2 -I{} bash -c 'line=$1; one "${line%%$'"'\t'"'*}" "${line#*$'"'\t'"'}"' _ {} > "$work/verdicts"
sort "$work/verdicts"
caught=$(grep -c '^caught' "$work/verdicts")
echo "$caught of $n mutants caught"
[ "$caught" -eq "$n" ]
