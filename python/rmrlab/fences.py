# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr fences`: the minimal sets of fences with which an algorithm is right where writes wait in store buffers."""
from __future__ import annotations

import os
from dataclasses import dataclass

from rmrlab.program import Json, Option, Path, arguments_of, ask
from rmrlab.witness import Witness


@dataclass(frozen=True)
class FenceCosts:
    """What a passage costs, the most of any process; None where there is no bound."""

    rmr: int | None
    fences: int | None
    both: int | None  #: RMRs and fences together
    exact: bool  #: else lower bounds
    unbounded: bool

    @classmethod
    def of(cls, told: Json | None) -> FenceCosts | None:
        """From JSON; None where costs were not asked for."""
        if told is None:
            return None
        return cls(told.get("rmr"), told.get("fences"), told.get("rmr+fences"), told["exact"], told["unbounded"])


@dataclass(frozen=True)
class WrongRun:
    """A run in which the algorithm is wrong without one of these fences."""

    property: str | None
    process: int | None
    one_of: tuple[str, ...]  #: lines, of which one needs a fence
    astray: str | None  #: a message, where a process leaves the registers of the algorithm
    witness: Witness | None

    @classmethod
    def of(cls, told: Json, rmr: Path | None) -> WrongRun:
        """From JSON."""
        witness = Witness.of(told.get("witness"), rmr)
        return cls(told.get("property"), told.get("process"), tuple(told["one_of"]), told.get("astray"), witness)


@dataclass(frozen=True)
class FenceSet:
    """A minimal set: lines behind whose writes there is a fence; "cs" is the end of the critical section."""

    fences: tuple[str, ...]
    verdict: str  #: "right", "bounded" or "not decided"
    costs: FenceCosts | None
    one_shot: FenceCosts | None  #: where each process makes one passage, if `costs` are unbounded
    wrong_without: dict[str, WrongRun]  #: for each fence a run that is wrong without it

    @classmethod
    def of(cls, told: Json, runs: tuple[WrongRun, ...]) -> FenceSet:
        """From JSON."""
        return cls(
            fences=tuple(told["fences"]),
            verdict=told["verdict"],
            costs=FenceCosts.of(told["costs"]),
            one_shot=FenceCosts.of(told["one_shot"]),
            wrong_without={line: runs[number] for line, number in told["wrong_without"].items()},
        )


class Fences:
    """All minimal sets of fences. Options are those of `rmr fences`, with _ for -.

    Fences("peterson", n=2, order="pso").necessary
    """

    def __init__(
        self, algorithm: str | os.PathLike[str], *, n: int, rmr: Path | None = None, **options: Option
    ) -> None:
        given = arguments_of({"algorithm": os.fspath(algorithm), "processes": n, **options})
        self.answer = ask("fences", "--json", *given, rmr=rmr)  #: what the program printed
        told = self.answer.json
        self.algorithm = os.fspath(algorithm)
        self.n = n
        self.complete: bool = told["complete"]  #: all minimal sets are known
        self.hopeless: bool = told["hopeless"]  #: a property fails with fences everywhere
        self.necessary: tuple[str, ...] = tuple(told["necessary"])  #: lines that every right set has
        self.runs: tuple[WrongRun, ...] = tuple(WrongRun.of(one, rmr) for one in told["runs"])
        self.sets: tuple[FenceSet, ...] = tuple(FenceSet.of(one, self.runs) for one in told["sets"])
        #: the set of least RMRs and fences together; None: all cost the same
        self.cheapest: tuple[str, ...] | None = tuple(told["cheapest"]) if told["cheapest"] is not None else None
        self.without_buffers = FenceCosts.of(told["sc"])  #: costs where writes do not wait

    def __repr__(self) -> str:
        sets = " or ".join("{" + ", ".join(one.fences) + "}" for one in self.sets)
        return f"<Fences {self.algorithm}, n={self.n}: {'hopeless' if self.hopeless else sets or 'none are known'}>"
