# SPDX-License-Identifier: GPL-3.0-or-later
"""Result directories: what `rmr run` writes (docs/records.md), as frames."""
from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Mapping
from typing import Any

import pandas

from rmrlab.program import Answer, Option, Path, arguments_of, ask
from rmrlab.witness import Witness


def run(
    config: Path | Mapping[str, Any], directory: Path, *, rmr: Path | None = None, **options: Option
) -> Answer:
    """Runs the experiment of a config, a file or a mapping, into a directory. Options are those of `rmr run`.

    Finished work is kept: with resume=True, `rmr` does the rest.
    """
    given = [f"--output={os.fspath(directory)}", *arguments_of(options)]
    if not isinstance(config, Mapping):
        return ask("run", os.fspath(config), *given, rmr=rmr)
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, "config.json")
        path.write_text(json.dumps(dict(config)), encoding="utf-8")
        return ask("run", str(path), *given, rmr=rmr)


def records(directory: Path) -> pandas.DataFrame:
    """records.csv: one row for each task and metric, with the whole scope. `value` is inf where there is no bound.

    Rows with `gave_up`, and of the kind "lower bound", are no worst cases: more may be possible.
    """
    path = pathlib.Path(directory, "records.csv")
    whole = {column: "Int64" for column in ("passages", "repetition", "seed")}
    return pandas.read_csv(path, dtype=whole, keep_default_na=False, na_values=[""])


def verdicts(directory: Path) -> pandas.DataFrame:
    """verdicts.json: each clause of `expect`, with its verdict and the growth that was found."""
    return _frame(directory, "verdicts.json", "verdicts")


def claims(directory: Path) -> pandas.DataFrame:
    """findings.json: each claim of a table, of an algorithm or of `expect`, with its outcome as `rank`."""
    return _frame(directory, "findings.json", "findings")


def witnesses(directory: Path, rmr: Path | None = None) -> dict[str, Witness]:
    """The schedules in witnesses/, by name."""
    found = sorted(pathlib.Path(directory, "witnesses").glob("*.schedule"))
    return {path.stem: Witness.load(path, rmr) for path in found}


def _frame(directory: Path, name: str, key: str) -> pandas.DataFrame:
    return pandas.DataFrame(json.loads(pathlib.Path(directory, name).read_text(encoding="utf-8"))[key])
