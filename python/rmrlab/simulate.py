# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr simulate` and `rmr replay`: one run, under an adversary or a schedule. A run is a sample of many."""
from __future__ import annotations

import os
from dataclasses import dataclass

from rmrlab.program import Answer, Json, Option, Path, arguments_of, ask


@dataclass(frozen=True)
class Line:
    """A line of the algorithm, with what its executions cost."""

    label: str
    text: str
    steps: int
    rmr: int
    by_process: tuple[int, ...]  #: executions by P1 to PN

    @classmethod
    def of(cls, told: Json) -> Line:
        """From JSON."""
        return cls(told["label"], told["text"], told["steps"], told["rmr"], tuple(told["by_process"]))


@dataclass(frozen=True)
class Violation:
    """The first violation of a property in the run."""

    property: str
    step: int
    text: str

    @classmethod
    def of(cls, told: Json) -> Violation:
        """From JSON."""
        return cls(told["property"], told["step"], told["text"])


class _Run:
    """What a simulation and a replay have in common."""

    def __init__(self, answer: Answer) -> None:
        told = answer.json
        rmr = told["rmr"]
        self.answer = answer  #: what the program printed
        self.algorithm: str = told["algorithm"]
        self.n: int = told["n"]
        self.adversary: str = told["adversary"]
        self.completed: bool = told["completed"]  #: every process made all its passages
        self.end: str = told["end"]  #: how the run ended: "completed", "deadlock", "step limit", ...
        self.gave_up: bool = told["gave_up"]  #: the adversary met a limit, so a passage might have cost more
        self.steps: int = told["steps"]
        self.rmr: int = rmr["total"]  #: of all passages
        self.max_passage: int = rmr["max_passage"]  #: RMRs of the costliest passage
        self.mean_passage: float | None = rmr["mean_passage"]  #: None: no passage was completed
        self.per_process: tuple[int, ...] = tuple(rmr["per_process"])  #: the costliest passage of P1 to PN
        self.causes: dict[str, int] = {key: rmr[key] for key in ("cold", "invalidated", "write", "remote")}
        self.lines: tuple[Line, ...] = tuple(Line.of(one) for one in told["lines"])
        self.max_bypass: int = told["max_bypass"]  #: most entries of processes in conflict with one that waited
        self.measures: dict[str, float] = dict(told["measures"])  #: the adversary's own
        self.violations: tuple[Violation, ...] = tuple(Violation.of(one) for one in told["violations"])

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name} {self.algorithm}, n={self.n}, {self.adversary}: {self.end}, at most {self.max_passage} RMRs>"


class Simulate(_Run):
    """One run under an adversary. Options are those of `rmr simulate`, with _ for -.

    Simulate("bakery", n=64, adversary="bakery").max_passage
    Simulate("glb", n=8, sessions="any:2", passages=3, seed=7).lines
    """

    def __init__(
        self, algorithm: str | os.PathLike[str], *, n: int, rmr: Path | None = None, **options: Option
    ) -> None:
        given = arguments_of({"algorithm": os.fspath(algorithm), "processes": n, **options})
        super().__init__(ask("simulate", "--json", *given, rmr=rmr))


class Replay(_Run):
    """The run of a schedule in a file, step by step as recorded. Options are those of `rmr replay`.

    Replay("worst.sched", repeat=10).max_passage
    """

    def __init__(self, schedule: Path, *, rmr: Path | None = None, **options: Option) -> None:
        super().__init__(ask("replay", os.fspath(schedule), "--json", *arguments_of(options), rmr=rmr))
