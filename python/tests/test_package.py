# SPDX-License-Identifier: GPL-3.0-or-later
"""The package against the program: what it says is what `rmr` prints, and errors are told from answers.

Where an exit code or a signal is needed that the program gives only when it is out of luck, a script plays its part.
RMR in the environment is the program; tests/cli_python.sh sets it.
"""
from __future__ import annotations

import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from fractions import Fraction

import pandas

from rmrlab import (
    Exit, Explore, Fences, Prove, Replay, RmrError, Search, Simulate, Witness, ask, claims, find_rmr, fit, frame,
    records, run, verdicts, witnesses,
)
from rmrlab.program import arguments_of

CONFIG = {
    "name": "both", "drive": ["simulate", "explore"], "algorithms": ["ticket", "tas"], "n": [2, 3, 4, 5],
    "adversaries": ["round_robin"], "passages": 1, "metrics": ["rmr.max"], "plots": [], "check": ["P1", "P2"],
    "expect": {"rmr.max": "O(N)"},
    "tables": [{"name": "locks", "cited": "nowhere", "columns": ["RMR cc"],
                "rows": [{"algorithm": "tas", "says": {"RMR cc": "O(N)"}}]}],
}


class InAFolder(unittest.TestCase):
    """A folder of its own, and programs that play the part of rmr."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def script(self, text: str) -> str:
        path = self.folder / "rmr"
        path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        path.chmod(0o755)
        return str(path)


class Program(InAFolder):
    """Finding it, its arguments, its exit codes."""

    def setUp(self) -> None:
        super().setUp()
        self.environment = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(self.environment)))

    def test_it_is_found_by_argument_variable_and_path(self) -> None:
        mine = self.script("exit 0\n")
        self.assertEqual(find_rmr(mine), mine)
        os.environ["RMR"] = mine
        self.assertEqual(find_rmr(), mine)
        self.assertEqual(find_rmr("/bin/sh"), "/bin/sh")
        del os.environ["RMR"]
        os.environ["PATH"] = f"{self.folder}:{os.environ['PATH']}"
        self.assertEqual(find_rmr(), mine)
        os.environ["PATH"] = "/nowhere"
        with self.assertRaisesRegex(FileNotFoundError, "set RMR"):
            find_rmr()

    def test_options_become_arguments(self) -> None:
        given = {"max_steps": 7, "passages": math.inf, "isolate": True, "json": False, "observe": None,
                 "check": ["P1", "rmr"], "trace": pathlib.Path("a b")}
        self.assertEqual(arguments_of(given),
                         ["--max-steps=7", "--passages=inf", "--isolate", "--check=P1,rmr", "--trace=a b"])

    def test_no_shell_reads_the_arguments(self) -> None:
        mine = self.script('for one; do echo "[$one]"; done\n')
        self.assertEqual(ask("a; b", "$(c)", "", rmr=mine).text, "[a; b]\n[$(c)]\n[]\n")

    def test_codes_of_answers(self) -> None:
        for code in (0, 11, 12, 13, 20, 30):
            answer = ask("x", rmr=self.script(f"echo '{{\"a\": 1}}'; echo 'a remark' >&2; exit {code}\n"))
            self.assertEqual((answer.exit, answer.json["a"], answer.notes), (Exit(code), 1, ("a remark",)))

    def test_codes_of_errors(self) -> None:
        for code in (1, 64, 75):
            with self.assertRaises(RmrError) as told:
                ask("x", rmr=self.script(f"echo '{{}}'; echo 'a remark' >&2; echo 'rmr x: wrong' >&2; exit {code}\n"))
            error = told.exception
            self.assertEqual((error.code, error.line, str(error)), (code, "rmr x: wrong", "rmr x: wrong"))
        with self.assertRaises(RmrError) as told:  # cut short before anything was known
            ask("x", rmr=self.script("echo 'rmr x: no memory' >&2; exit 30\n"))
        self.assertEqual((told.exception.code, told.exception.line), (30, "rmr x: no memory"))
        with self.assertRaisesRegex(RmrError, "rmr x: died of SIGKILL, without a message"):
            ask("x", rmr=self.script("kill -KILL $$\n"))

    def test_messages_of_the_program(self) -> None:
        for ask_for, line in [
            (lambda: Explore("bakerry", n=3), "rmr explore: unknown algorithm 'bakerry'; did you mean 'bakery'?"),
            (lambda: Explore("bakery", n=3, chek="P1"), "rmr: unrecognized option"),
            (lambda: Simulate("bakery", n=0), "rmr simulate: "),
            (lambda: fit("/nowhere"), "rmr fit: /nowhere: cannot be read"),
        ]:
            with self.assertRaises(RmrError) as told:
                ask_for()
            self.assertEqual(told.exception.code, 64)
            self.assertIn(line.split(": ", 1)[1], told.exception.line)

    def test_an_interrupt_goes_to_the_program(self) -> None:
        mine = self.script(f"trap 'echo ended >> {self.folder}/ended; over=1' INT\ntouch {self.folder}/ready\n"
                           'while [ -z "$over" ]; do sleep 0.05; done\nsleep 0.6\nexit 30\n')
        asking = subprocess.Popen([sys.executable, "-c", f"import rmrlab; rmrlab.ask('x', rmr={mine!r})"],
                                  stderr=subprocess.PIPE, encoding="utf-8", process_group=0)
        for _ in range(400):
            if (self.folder / "ready").exists():
                break
            time.sleep(0.05)
        os.killpg(asking.pid, signal.SIGINT)  # as a terminal does; a second one would end the program at once
        _, told = asking.communicate(timeout=20)
        self.assertIn("KeyboardInterrupt", told)
        self.assertEqual((self.folder / "ended").read_text(), "ended\n")

    def test_numbers_of_other_kinds(self) -> None:
        self.assertEqual(Explore("bakery", n=Fraction(3)).worst, 16)  # those of NumPy are such numbers
        with self.assertRaises(TypeError):
            Explore("bakery", n=2, check=b"rmr")
        with self.assertRaises(RmrError):
            Explore("bakery", n=2, passages=-math.inf)


class Answers(InAFolder):
    """Objects against the JSON and the text of the same question."""

    def test_worst_case(self) -> None:
        answer = Explore("bakery", n=3)
        self.assertEqual((answer.worst, answer.exact, answer.complete), (16, True, True))
        self.assertEqual([one.worst for one in answer.costs], [one["worst"] for one in answer.answer.json["processes"]])
        self.assertTrue(all(one.holds for one in answer.verdicts.values()))
        self.assertEqual(set(answer.verdicts), {f"P{k}" for k in range(1, 8)})
        self.assertEqual([one.name for one in answer.registers], ["choosing", "number"])
        self.assertIn("worst 16 (exact)", repr(answer))
        with self.assertRaisesRegex(KeyError, "steps.*there is rmr"):
            answer.costliest("steps")

    def test_properties_alone(self) -> None:
        answer = Explore("peterson", n=2, check="P1")
        self.assertEqual((answer.costs, list(answer.verdicts)), ((), ["P1"]))
        self.assertEqual(repr(answer), "<Explore peterson, n=2>")
        with self.assertRaisesRegex(KeyError, "rmr.*there is none"):
            answer.costliest()

    def test_witness(self) -> None:
        answer = Explore("bakery", n=3, check="rmr")
        self.assertEqual(answer.verdicts, {})
        witness, costliest = answer.witness, answer.costliest()
        assert witness is not None
        steps = witness.steps()
        self.assertIn(f"\nsteps {len(steps)}\n", witness.schedule)
        self.assertEqual(((steps.process == costliest.process) & steps.rmr).sum(), answer.worst)
        self.assertEqual(steps.text[0], "L1: choosing[i] := 1")
        self.assertEqual(steps.step.tolist(), list(range(1, len(steps) + 1)))
        witness.save(self.folder / "w.sched")
        self.assertEqual(Witness.load(self.folder / "w.sched"), witness)
        replay = Replay(self.folder / "w.sched")
        self.assertEqual((replay.max_passage, replay.steps), (answer.worst, len(steps)))

    def test_without_bound(self) -> None:
        answer = Explore("bwbgme", n=2, sessions="same", passages=math.inf)
        self.assertEqual((answer.worst, answer.exact, answer.answer.exit), (math.inf, True, Exit.SAFETY))
        starving = answer.verdicts["P2"]
        assert starving.witness is not None
        self.assertEqual((starving.holds, starving.process, starving.witness.endless), (False, 1, True))
        once, thrice = starving.witness.steps(), starving.witness.steps(repeat=3)
        self.assertGreater(len(thrice), len(once))

    def test_what_is_no_step_of_a_process(self) -> None:
        runs = Fences("peterson", n=2, order="pso").runs
        assert runs[0].witness is not None
        commits = runs[0].witness.steps().loc[lambda steps: steps.process.isna()]
        self.assertGreater(len(commits), 0)
        self.assertTrue(commits.register.str.startswith("commit P").all())

    def test_another_cost(self) -> None:
        answer = Explore("ticket", n=2, check="rmr", cost="steps")
        self.assertEqual(answer.costliest("steps").worst, answer.answer.json["worst_cost"] or math.inf)

    def test_search(self) -> None:
        found = Search("ticket", n=4, effort="20K")
        self.assertEqual((found.worst, found.exact), (Explore("ticket", n=4, check="rmr").worst, False))
        self.assertEqual(found.seed, 1)

    def test_simulate(self) -> None:
        run_ = Simulate("burns_lamport", n=64, adversary="burns_lamport")
        self.assertEqual((run_.max_passage, run_.completed, run_.gave_up), (8128, True, False))
        self.assertEqual(max(run_.per_process), 8128)
        self.assertEqual(sum(run_.causes.values()), run_.rmr)
        self.assertEqual(sum(line.steps for line in run_.lines), run_.steps)
        broken = Simulate("bw_naive", n=3, sessions="1,1,2")
        told = [one["property"] for one in broken.answer.json["violations"]]
        self.assertEqual([one.property for one in broken.violations], told)

    def test_fences(self) -> None:
        answer = Fences("peterson", n=2, order="pso")
        self.assertEqual((answer.necessary, answer.complete, answer.hopeless), (("2", "3", "cs"), True, False))
        only, = answer.sets
        assert only.costs is not None
        self.assertEqual((only.costs.rmr, only.costs.fences, only.costs.both), (7, 3, 10))
        for line, wrong in only.wrong_without.items():
            self.assertIn(line, wrong.one_of)

    def test_prove(self) -> None:
        answer = Prove("glb")
        assert answer.rmr is not None
        self.assertEqual(answer.rmr.at(16), 9 + 8 * 15)
        self.assertEqual({name for name, one in answer.properties.items() if one.proved},
                         {"P1", "P3", "P4", "P5", "bypass"})
        self.assertGreaterEqual(answer.rmr.at(3), Explore("glb", n=3, check="rmr").worst)
        unproved = Prove("szymanski")
        self.assertEqual((unproved.rmr, unproved.answer.exit), (None, Exit.INCOMPLETE))
        self.assertGreater(len(unproved.properties["P1"].run), 0)

    def test_bound_of_two(self) -> None:
        bound = Prove("recoverable_bakery", check="rmr").rmr
        assert bound is not None
        self.assertEqual(bound.at(3), 17)  # two others together cost less than twice the most of one
        assert bound.own is not None and bound.below is not None
        self.assertLess(bound.at(3), bound.own + 2 * bound.below)
        self.assertEqual(sum(line["own"] for line in bound.lines), bound.own)
        self.assertEqual(sum(line["two"] for line in bound.lines), 11)

    def test_bounds_of_other_forms(self) -> None:
        tree = Prove("yang_anderson", check="P3,P4,bypass,rmr")
        assert tree.rmr is not None
        self.assertEqual((tree.rmr.at(8), tree.rmr.at(9), tree.rmr.own, tree.rmr.each), (39, 52, None, None))
        steps = [[one.at(n) for n in (2, 3, 8, 9)] for one in tree.properties.values()]
        self.assertEqual(steps, [[3, 6, 9, 12], [6, 10, 14, 18], [None] * 4])
        levels = Prove("peterson", check="P3,rmr")
        assert levels.rmr is not None
        self.assertEqual((levels.rmr.at(5), levels.properties["P3"].at(5)), (5**3 + 5 - 1, 1))


class Results(InAFolder):
    """A result directory, as frames."""

    def setUp(self) -> None:
        super().setUp()
        self.directory = self.folder / "both"
        self.exit = run(CONFIG, self.directory).exit

    def test_records(self) -> None:
        table = records(self.directory)
        told = {}
        for line in (self.directory / "records.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            told[record["id"]] = record["metrics"]["rmr.max"]
        self.assertEqual(len(told), 16)
        self.assertEqual({key: math.inf if value == "unbounded" else value for key, value in told.items()},
                         dict(zip(table.id, table.value)))
        self.assertIn(math.inf, set(table.value))
        self.assertFalse(table.gave_up.any())
        self.assertEqual(set(table.adversary), {"null", "round_robin"})
        self.assertTrue(table[table.drive == "explore"].seed.isna().all())

    def test_verdicts_and_claims(self) -> None:
        self.assertEqual(self.exit, Exit.EXPECT)
        said = verdicts(self.directory)
        self.assertIn("fails", set(said[said.series.str.startswith("tas")].verdict))
        self.assertEqual(set(said[said.series.str.startswith("ticket")].verdict), {"holds"})
        self.assertIn("refuted", set(claims(self.directory)["rank"]))
        found = witnesses(self.directory)
        self.assertEqual({name for name, one in found.items() if one.endless}, {"00012-tas-n2-rmr"})
        self.assertTrue(all(one.n in CONFIG["n"] for one in found.values()))

    def test_fit(self) -> None:
        exact = {one.scope["algorithm"]: one for one in fit(self.directory) if one.kind == "exact"}
        self.assertEqual((exact["ticket"].formula, exact["ticket"].held_out), ("N+2", 2))
        self.assertEqual((exact["tas"].verdict, exact["tas"].formula), ("undecided", None))
        worst = pandas.DataFrame(
            {lock: {n: Explore(lock, n=n, check="rmr").worst for n in range(2, 7)} for lock in ["ticket", "tas"]}
        )
        law, none = sorted(fit(worst), key=lambda one: one.series, reverse=True)
        self.assertEqual((law.series, law.verdict, law.formula, law.held_out), ("ticket", "recognised", "N+2", 3))
        self.assertEqual((none.series, none.verdict), ("tas", "undecided"))
        self.assertEqual(list(frame([law, none]).formula.fillna("-")), ["N+2", "-"])

    def test_finished_work_is_kept(self) -> None:
        with self.assertRaisesRegex(RmrError, "differ in: n"):
            run(CONFIG | {"n": [2, 3]}, self.directory)
        self.assertEqual(run(CONFIG, self.directory, resume=True).exit, Exit.EXPECT)


if __name__ == "__main__":
    unittest.main()
