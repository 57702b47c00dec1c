# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedules that show something: the costliest passage, or how a property fails.

A witness is text, in the form that `rmr replay` reads (docs/schedules.md). Its steps are found by a replay, so they
are what the simulator sees, not what the explorer claims.
"""
from __future__ import annotations

import json
import pathlib
import tempfile
from dataclasses import dataclass, field
from typing import Any

import pandas

from rmrlab.program import Path, arguments_of, ask

COLUMNS = ["step", "process", "line", "text", "register", "value", "rmr", "cause"]


@dataclass(frozen=True, repr=False)
class Witness:
    """A schedule."""

    schedule: str
    rmr: Path | None = field(default=None, compare=False)  #: the program that replays it

    @classmethod
    def of(cls, schedule: str | None, rmr: Path | None) -> Witness | None:
        """None where there is no schedule."""
        return cls(schedule, rmr) if schedule is not None else None

    @classmethod
    def load(cls, path: Path, rmr: Path | None = None) -> Witness:
        """From a file."""
        return cls(pathlib.Path(path).read_text(encoding="utf-8"), rmr)

    @property
    def algorithm(self) -> str:
        """The algorithm that it is a schedule of, with parameters."""
        return self._head("algorithm")

    @property
    def n(self) -> int:
        """The number of processes."""
        return int(self._head("n"))

    @property
    def endless(self) -> bool:
        """Whether its last steps are a loop that can be repeated for ever."""
        return "\nloop\n" in self.schedule

    def save(self, path: Path) -> None:
        """To a file that `rmr replay` and `rmr view` read."""
        pathlib.Path(path).write_text(self.schedule, encoding="utf-8")

    def steps(self, repeat: int | None = None) -> pandas.DataFrame:
        """The run, one row for each action. A loop is made `repeat` times, or once.

        Columns: `step`, from 1; `process`, None for what no process does (a commit, a crash, a lease that expires);
        `line`, its label, and its `text`; `register`, or the name of the action; `value`, which it read or wrote;
        `rmr`, whether that cost one; `cause`, why.
        """
        lines = self._lines()
        marks = [event for event in self._events(repeat) if event["ph"] == "i" and event["cat"] in _CATEGORIES]
        return pandas.DataFrame([_row(mark, lines) for mark in marks], columns=COLUMNS).astype({"process": "Int64"})

    def __repr__(self) -> str:
        endless = ", endless" if self.endless else ""
        return f"<Witness {self.algorithm}, n={self.n}, {self._head('steps')} steps{endless}>"

    def _events(self, repeat: int | None) -> list[dict[str, Any]]:
        with tempfile.TemporaryDirectory() as directory:
            self.save(pathlib.Path(directory, "w.schedule"))
            trace = pathlib.Path(directory, "trace.json")
            options = arguments_of({"trace": trace, "repeat": repeat})
            ask("replay", str(trace.with_name("w.schedule")), *options, rmr=self.rmr)
            events: list[dict[str, Any]] = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
        return events

    def _lines(self) -> dict[str, str]:
        rows = ask("show", self.algorithm, "--json", rmr=self.rmr).json["rows"]
        return {row["label"]: row["text"].strip() for row in rows if row["access"]}

    def _head(self, key: str) -> str:
        for line in self.schedule.splitlines():
            word, _, rest = line.partition(" ")
            if word == key:
                return rest
        raise ValueError(f"this schedule has no line {key!r}")


_CATEGORIES = ("rmr", "free", "change")


def _row(event: dict[str, Any], lines: dict[str, str]) -> dict[str, Any]:
    """One mark of the trace."""
    told = event.get("args", {})
    label = told.get("line")
    return {
        "step": event["ts"],
        "process": event["tid"] if event["cat"] != "change" else None,
        "line": label,
        "text": lines.get(label) if label is not None else None,
        "register": event["name"],
        "value": told.get("value"),
        "rmr": event["cat"] == "rmr",
        "cause": told.get("cause"),
    }
