# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr prove`: proofs for every number of processes, from the algorithm's text."""
from __future__ import annotations

import os
from dataclasses import dataclass

from rmrlab.program import Json, Option, Path, arguments_of, ask


@dataclass(frozen=True)
class Proof:
    """A property, for every N. One that is not proved may hold all the same."""

    name: str
    verdict: str  #: "proved", "not proved" or "not decided"
    states: int
    #: of P3 the own steps of an exit; of bypass the entries of each other process; of P4 {"each", "more"}: an entry that
    #: nobody disturbs takes at most each * N + more own steps
    bound: int | dict[str, int] | None
    why: str | None  #: what is not followed, if it is not decided
    run: tuple[tuple[str, str], ...]  #: process and line of each step of a run that breaks it in the abstract system

    @property
    def proved(self) -> bool:
        """Whether there is a proof."""
        return self.verdict == "proved"

    @classmethod
    def of(cls, name: str, told: Json) -> Proof:
        """From JSON."""
        run = tuple((step["process"], step["line"]) for step in told.get("run", []))
        return cls(name, told["verdict"], told["states"], told.get("bound"), told.get("why"), run)


@dataclass(frozen=True)
class Bound:
    """A bound on the RMRs of a passage: each * N + more; its own part, and what is paid for each process below and
    above; and which lines pay."""

    own: int
    below: int
    above: int
    each: int
    more: int
    lines: tuple[Json, ...]  #: of each line that pays: label, text, own, below, above, and two where it matters

    def at(self, n: int) -> int:
        """The bound of any of n processes, from 2 on."""
        return self.each * n + self.more


class Prove:
    """What can be proved. Options are those of `rmr prove`.

    Prove("glb").rmr.at(16)
    """

    def __init__(self, algorithm: str | os.PathLike[str], *, rmr: Path | None = None, **options: Option) -> None:
        given = arguments_of({"algorithm": os.fspath(algorithm), **options})
        self.answer = ask("prove", "--json", *given, rmr=rmr)  #: what the program printed
        told = self.answer.json
        self.algorithm = os.fspath(algorithm)
        self.properties: dict[str, Proof] = {name: Proof.of(name, one) for name, one in told["properties"].items()}
        #: None: no bound was found, or it was not asked for
        self.rmr: Bound | None = _bound(told.get("rmr"))

    def __repr__(self) -> str:
        proved = [name for name, one in self.properties.items() if one.proved]
        return f"<Prove {self.algorithm}: {', '.join(proved) or 'nothing'}{f', {self.rmr}' if self.rmr else ''}>"


def _bound(told: Json | None) -> Bound | None:
    if told is None or told.get("bound") is None:
        return None
    each, more = told["bound"]["each"], told["bound"]["more"]
    return Bound(told["own"], told["below"], told["above"], each, more, tuple(told["lines"]))
