# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of which answers consist: costs, verdicts and registers (docs/json.md), and frames of them."""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pandas

from rmrlab.program import Json, Path
from rmrlab.witness import Witness


@dataclass(frozen=True)
class Cost:
    """The most that one passage of a process can cost."""

    cost: str  #: "rmr", "steps", "line:4", as --cost spells it
    process: int
    worst: float  #: math.inf: there is no bound
    kind: str  #: "exact", "unbounded", "lower bound" or "bounded by the cap"
    states: int
    transitions: int
    context_switches: int | None
    witness: Witness | None

    @property
    def exact(self) -> bool:
        """Whether no schedule can cost more."""
        return self.kind in ("exact", "unbounded")

    @classmethod
    def of(cls, told: Json, rmr: Path | None) -> Cost:
        """From JSON."""
        return cls(
            cost=told["cost"],
            process=told["process"],
            worst=math.inf if told["unbounded"] else told["worst"],
            kind=told["kind"],
            states=told["states"],
            transitions=told["transitions"],
            context_switches=told["context_switches"],
            witness=Witness.of(told["witness"], rmr),
        )


@dataclass(frozen=True)
class Verdict:
    """Whether a property holds."""

    name: str
    verdict: str  #: "holds", "fails", "not decided" or "not checked"
    complete: bool  #: true if it is decided
    bound: Json | None  #: null: in every run of the scope
    process: int | None  #: if it fails: the process concerned
    other: int | None  #: and the one in its way
    own_steps: int | None  #: of P3 and P4
    text: str
    detail: str
    witness: Witness | None

    @property
    def holds(self) -> bool | None:
        """None where it is open."""
        return {"holds": True, "fails": False}.get(self.verdict)

    @classmethod
    def of(cls, name: str, told: Json, rmr: Path | None) -> Verdict:
        """From JSON."""
        return cls(
            name=name,
            verdict=told["verdict"],
            complete=told["complete"],
            bound=told["bound"],
            process=told["process"],
            other=told["other"],
            own_steps=told["own_steps"],
            text=told["text"],
            detail=told["detail"],
            witness=Witness.of(told["witness"], rmr),
        )


@dataclass(frozen=True)
class Register:
    """The largest value that a group of registers took in any run."""

    name: str
    largest: int
    max: int | None  #: as declared; None: nothing is
    capped: bool  #: it reached the cap, and may grow beyond

    @classmethod
    def of(cls, told: Json) -> Register:
        """From JSON."""
        return cls(name=told["name"], largest=told["largest"], max=told["max"], capped=told["capped"])


def frame(rows: Iterable[Any]) -> pandas.DataFrame:
    """A table of objects of this package, one row for each, one column for each field."""
    fields = [{field.name: getattr(row, field.name) for field in dataclasses.fields(row)} for row in rows]
    return pandas.DataFrame(fields).convert_dtypes()
