# SPDX-License-Identifier: GPL-3.0-or-later
"""rmrlab: what a passage through a critical section costs in remote memory references, asked from Python.

The package runs the program `rmr` and turns its JSON into typed objects and pandas frames. It computes no number of
its own. docs/python.md shows how it is used; `Explore("bakery", n=3).worst` is the shortest example.
"""
from rmrlab.answers import Cost, Register, Verdict, frame
from rmrlab.explore import Explore, Search
from rmrlab.fences import Fences, FenceCosts, FenceSet, WrongRun
from rmrlab.fitting import Fit, RunnerUp, fit
from rmrlab.program import Answer, Exit, RmrError, ask, find_rmr
from rmrlab.prove import Bound, Proof, Prove
from rmrlab.results import claims, records, run, verdicts, witnesses
from rmrlab.simulate import Line, Replay, Simulate, Violation
from rmrlab.witness import Witness

__all__ = [
    "Answer", "Bound", "Cost", "Exit", "Explore", "FenceCosts", "FenceSet", "Fences", "Fit", "Line", "Proof", "Prove",
    "Register", "Replay", "RmrError", "RunnerUp", "Search", "Simulate", "Verdict", "Violation", "Witness", "WrongRun",
    "ask", "claims", "find_rmr", "fit", "frame", "records", "run", "verdicts", "witnesses",
]
