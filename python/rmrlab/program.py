# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding the program `rmr`, running it, and telling an answer from an error.

No shell is involved: arguments are a list. `rmr` uses its exit code for two things. Some codes are part of an answer:
12 says that a safety property fails, and the JSON says which. Others mean that there is no answer. These become an
RmrError, with the line that the program wrote.
"""
from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from numbers import Real
from typing import Any

#: A value of an option. True: the option without a value; None and False: the option is left out.
Option = str | float | bool | os.PathLike[str] | Iterable[str | int] | None

Json = Mapping[str, Any]
Path = str | os.PathLike[str]


class Exit(IntEnum):
    """The exit codes of `rmr` that belong to an answer."""

    OK = 0
    DEADLOCK = 11  #: P6 or P7 fails
    SAFETY = 12  #: a property that one finite run refutes fails, for example P1 or P5
    LIVENESS = 13  #: P2 fails
    EXPECT = 20  #: a clause of `expect` fails
    INCOMPLETE = 30  #: cut short by memory, time or a signal; what is known is told


class RmrError(Exception):
    """`rmr` gave no answer."""

    def __init__(self, arguments: list[str], code: int, lines: list[str]) -> None:
        self.arguments = arguments  #: the command line, without the program
        self.code = code  #: the exit code; negative: the signal that ended the program
        self.lines = lines  #: all lines that it wrote on stderr
        super().__init__(self.line)

    @property
    def line(self) -> str:
        """The line that says what is wrong."""
        if self.lines:
            return self.lines[-1]
        why = f"died of {signal.Signals(-self.code).name}" if self.code < 0 else f"ended with exit code {self.code}"
        return f"rmr {self.arguments[0]}: {why}, without a message"


@dataclass(frozen=True)
class Answer:
    """What one run of `rmr` printed."""

    arguments: tuple[str, ...]
    text: str  #: stdout
    exit: Exit
    notes: tuple[str, ...]  #: the lines on stderr: remarks

    @property
    def json(self) -> Json:
        """The object that was printed."""
        told: Json = json.loads(self.text)
        return told


def find_rmr(rmr: Path | None = None) -> str:
    """The program to run: the argument, else the environment's RMR, else `rmr` on PATH."""
    wanted = os.fspath(rmr) if rmr is not None else os.environ.get("RMR") or "rmr"
    found = shutil.which(wanted)
    if found is None:
        raise FileNotFoundError(f"there is no program {wanted!r}; pass rmr=..., set RMR, or put rmr on PATH")
    return found


def arguments_of(options: Mapping[str, Option]) -> list[str]:
    """max_steps=100 becomes --max-steps=100; a list is joined by commas; math.inf is spelled inf."""
    out = []
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            out.append(name)
        elif value is not None and value is not False:
            out.append(f"{name}={_spelled(value)}")
    return out


def ask(*arguments: str, rmr: Path | None = None) -> Answer:
    """Runs `rmr ARGUMENTS`. Raises RmrError where there is no answer.

    Ctrl-C goes to the program, which ends by itself and leaves its files whole, and is raised here after that.
    """
    given = list(arguments)
    with subprocess.Popen(
        [find_rmr(rmr), *given],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        process_group=0,  # a terminal's Ctrl-C would reach it as well, and the second one ends it at once
    ) as process:
        try:
            text, told = process.communicate()
        except BaseException:
            process.send_signal(signal.SIGINT)
            process.communicate()
            raise
    lines = [line for line in told.splitlines() if line.strip() and not line.startswith("Try `rmr ")]
    answers = process.returncode in list(Exit) and (text.strip() != "" or process.returncode == Exit.OK)
    if not answers:
        raise RmrError(given, process.returncode, lines)
    return Answer(tuple(given), text, Exit(process.returncode), tuple(lines))


def _spelled(value: Option) -> str:
    if isinstance(value, bytes):
        raise TypeError(f"{value!r}: expected a text")
    if isinstance(value, Real) and value == math.inf:
        return "inf"
    if isinstance(value, str | int | float | Real):  # numbers of NumPy are Real, too
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return ",".join(str(one) for one in value or ())
