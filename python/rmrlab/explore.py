# SPDX-License-Identifier: GPL-3.0-or-later
"""`rmr explore`: every schedule; and `rmr search`: a costly one, where there are too many to explore."""
from __future__ import annotations

import math
import os

from rmrlab.answers import Cost, Register, Verdict
from rmrlab.program import Answer, Option, Path, arguments_of, ask
from rmrlab.witness import Witness


class _Costs:
    """What both have: costs with their schedules."""

    command = ""

    def __init__(self, algorithm: str | os.PathLike[str], n: int, rmr: Path | None, options: dict[str, Option]) -> None:
        self.algorithm = os.fspath(algorithm)
        self.n = n
        given = arguments_of({"algorithm": self.algorithm, "processes": n, **options})
        #: the output of the program
        self.answer: Answer = ask(self.command, "--json", *given, rmr=rmr)
        told = self.answer.json
        #: one for each observed process and each cost that was asked for
        self.costs: tuple[Cost, ...] = tuple(Cost.of(one, rmr) for one in told.get("processes", []) + told.get("costs", []))

    def costliest(self, cost: str = "rmr") -> Cost:
        """The process that pays most."""
        found = [one for one in self.costs if one.cost == cost]
        if not found:
            asked = sorted({one.cost for one in self.costs})
            raise KeyError(f"the cost {cost!r} was not asked for; there is {', '.join(asked) or 'none'}")
        return max(found, key=lambda one: one.worst)

    @property
    def worst(self) -> float:
        """The most RMRs of one passage of any observed process; math.inf where there is no bound."""
        return self.costliest().worst

    @property
    def exact(self) -> bool:
        """Whether `worst` is the worst case. Else it is a lower bound, and no more is known."""
        return math.isinf(self.worst) or all(one.exact for one in self.costs if one.cost == "rmr")

    @property
    def witness(self) -> Witness | None:
        """A schedule under which a passage costs `worst`."""
        return self.costliest().witness

    def __repr__(self) -> str:
        name = type(self).__name__
        worst = ""
        if any(one.cost == "rmr" for one in self.costs):
            worst = f": worst {self.worst} ({'exact' if self.exact else 'lower bound'})"
        return f"<{name} {self.algorithm}, n={self.n}{worst}>"


class Explore(_Costs):
    """Explores every schedule. Options are those of `rmr explore`, with _ for -.

    Explore("bakery", n=3).worst
    Explore("bwbgme", n=2, sessions="same", passages=math.inf).verdicts["P2"].witness
    Explore("glb", n=3, check="rmr", cost="steps").costliest("steps")
    """

    command = "explore"

    def __init__(
        self, algorithm: str | os.PathLike[str], *, n: int, rmr: Path | None = None, **options: Option
    ) -> None:
        super().__init__(algorithm, n, rmr, options)
        told = self.answer.json
        #: neither memory nor an interrupt cut anything short
        self.complete: bool = told["complete"]
        self.states: int = told["states"]
        self.transitions: int = told["transitions"]
        #: the properties that were checked, by name
        self.verdicts: dict[str, Verdict] = {
            name: Verdict.of(name, one, rmr)
            for name, one in told["verdicts"].items()
            if one["verdict"] != "not checked"
        }
        #: the largest values of registers, if a property was checked
        self.registers: tuple[Register, ...] = tuple(Register.of(one) for one in told.get("registers", []))


class Search(_Costs):
    """Searches for a costly schedule: `worst` is a lower bound. Options are those of `rmr search`, with _ for -.

    Search("burns_lamport", n=8, effort="2M").worst

    An `effort` gives the same result each time; a `time` does not.
    """

    command = "search"

    def __init__(
        self, algorithm: str | os.PathLike[str], *, n: int, rmr: Path | None = None, **options: Option
    ) -> None:
        super().__init__(algorithm, n, rmr, options)
        told = self.answer.json
        self.effort: int = told["effort"]  #: steps that were simulated
        self.seed: int = told["seed"]

