# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr prove`: proofs for every number of processes, from the algorithm's text."""
from __future__ import annotations

import os
from dataclasses import dataclass

from rmrlab.program import Json, Option, Path, arguments_of, ask


#: A bound as a function of N: {"each", "more"}, each * N + more; {"powers"}, the factors of the powers of N - 1 from 0
#: on; or {"each_level", "more"}, each_level * ceil(lg N) + more, without "more" of RMRs.
Form = Json


def _at(form: Form, n: int) -> int:
    factors: list[int] = form.get("powers", [])
    levels = (n - 1).bit_length()
    more: int = form.get("more", 0) + form.get("each", 0) * n + form.get("each_level", 0) * levels
    return more + sum(factor * int((n - 1) ** power) for power, factor in enumerate(factors))


@dataclass(frozen=True)
class Proof:
    """A property, for every N. One that is not proved may hold all the same."""

    name: str
    verdict: str  #: "proved", "not proved" or "not decided"
    states: int
    #: of P3 the own steps of an exit, of P4 those of an entry that nobody disturbs; of bypass the entries of each other
    #: process
    bound: int | Form | None
    why: str | None  #: what is not followed, if it is not decided
    run: tuple[tuple[str, str], ...]  #: process and line of each step of a run that breaks it in the abstract system

    @property
    def proved(self) -> bool:
        """Whether there is a proof."""
        return self.verdict == "proved"

    def at(self, n: int) -> int | None:
        """The bound in a system of n processes, from 2 on; None: there is none."""
        return self.bound if self.bound is None or isinstance(self.bound, int) else _at(self.bound, n)

    @classmethod
    def of(cls, name: str, told: Json) -> Proof:
        """From JSON."""
        run = tuple((step["process"], step["line"]) for step in told.get("run", []))
        return cls(name, told["verdict"], told["states"], told.get("bound"), told.get("why"), run)


@dataclass(frozen=True)
class Bound:
    """A bound on the RMRs of a passage. Of a line also its own part, and what is paid for each process below and above;
    else these are None."""

    form: Form
    own: int | None
    below: int | None
    above: int | None
    lines: tuple[Json, ...]  #: of each line that pays: its label, text, and what it pays of each part

    @property
    def each(self) -> int | None:
        """Of a line: for each process."""
        return self.form.get("each")

    @property
    def more(self) -> int | None:
        """Of a line: and so much more."""
        return self.form.get("more")

    def at(self, n: int) -> int:
        """The bound of any of n processes, from 2 on."""
        return _at(self.form, n)


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
    return Bound(told["bound"], told.get("own"), told.get("below"), told.get("above"), tuple(told["lines"]))
