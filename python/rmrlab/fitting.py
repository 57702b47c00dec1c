# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr fit`: how series grow with N. docs/analysis.md says how the answer is found."""
from __future__ import annotations

import os
import pathlib
import tempfile
from dataclasses import dataclass

import pandas

from rmrlab.program import Json, Path, ask


@dataclass(frozen=True)
class RunnerUp:
    """Another candidate."""

    growth: str
    formula: str
    error: float  #: leave-one-out, as a share of the mean
    explains: bool  #: it is a contender


@dataclass(frozen=True)
class Fit:
    """The growth of one series."""

    series: str
    metric: str
    scope: Json
    kind: str  #: "exact", "lower bound", "sample"; "" of points that come from elsewhere
    x: str
    points: int
    verdict: str  #: "recognised", "fitted" or "undecided"
    growth: str | None  #: the class, "N" or "N^2"
    formula: str | None
    exact: bool  #: the formula meets every point
    held_out: int  #: points that confirm a law; 0 of a fit
    powers_of_two_only: bool
    runners_up: tuple[RunnerUp, ...]
    reason: str

    @classmethod
    def of(cls, told: Json) -> Fit:
        """From JSON."""
        others = told.get("runners_up", [])
        return cls(
            series=told["series"],
            metric=told["metric"],
            scope=told["scope"],
            kind=told["kind"],
            x=told["x"],
            points=told["points"],
            verdict=told["verdict"],
            growth=told["class"],
            formula=told["formula"],
            exact=bool(told["exact"]),
            held_out=told["held_out"],
            powers_of_two_only=bool(told["powers_of_two_only"]),
            runners_up=tuple(RunnerUp(one["class"], one["formula"], one["error"], one["explains"]) for one in others),
            reason=told["reason"],
        )


def fit(source: Path | pandas.DataFrame, *, rmr: Path | None = None) -> list[Fit]:
    """The growth of every series of a result directory, a records.jsonl or a CSV file with series, N and value.

    Or of a frame: its index is N, and each column is a series. Cells without a value are left out.
    """
    if isinstance(source, str | os.PathLike):
        return _asked(source, rmr)
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "frame.csv")
        table = source.rename_axis(index="N", columns="series").stack().rename("value").dropna().reset_index()
        table.to_csv(path, index=False, columns=["series", "N", "value"], quoting=2)  # texts in quotes
        return _asked(path, rmr)


def _asked(path: Path, rmr: Path | None) -> list[Fit]:
    return [Fit.of(one) for one in ask("fit", os.fspath(path), "--json", rmr=rmr).json["series"]]
