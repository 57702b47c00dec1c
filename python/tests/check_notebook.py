# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a notebook that was executed: its tables, its texts and its pictures, against what `rmr` itself prints.

    check_notebook.py EXECUTED.ipynb

Each complaint is a line; the exit code is 1 if there is any.
"""
from __future__ import annotations

import base64
import io
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import matplotlib.image

from rmrlab import ask

Cell = dict[str, Any]
FIGURES = ["worst-figure", "beyond-figure", "witness-figure", "fences-figure"]


def text_of(cell: Cell) -> str:
    """All text that the cell has printed or shown."""
    texts = []
    for output in cell["outputs"]:
        texts += output.get("text", []) or output.get("data", {}).get("text/plain", [])
    return "".join(texts)


def picture_of(cell: Cell) -> bytes:
    """The cell's picture, empty if there is none."""
    for output in cell["outputs"]:
        if "image/png" in output.get("data", {}):
            return base64.b64decode(output["data"]["image/png"])
    return b""


def worst_of(lock: str, n: int) -> int:
    """As `rmr explore` prints it for people."""
    text = ask("explore", "-a", lock, "-n", str(n), "--check", "rmr").text
    return max(int(cost) for cost in re.findall(r"^  P\d+ +(\d+)  exact", text, re.MULTILINE))


def complaints(cells: dict[str, Cell]) -> Iterator[str]:
    """What is not as it should be."""
    for name, cell in cells.items():
        if cell["execution_count"] is None:
            yield f"{name}: was not executed"
        if any(output["output_type"] == "error" for output in cell["outputs"]):
            yield f"{name}: ended with an error"
    for n in range(2, 7):
        row = f"{n} +{worst_of('burns_lamport', n)} +{worst_of('ticket', n)}"
        if re.search(f"^{row}$", text_of(cells["worst"]), re.MULTILINE) is None:
            yield f"worst: there is no row '{row}'"
    for name, words in [
        ("fit", r"burns_lamport +undecided"),
        ("fit", r"ticket +recognised +N\+2"),
        ("beyond", r"^recognised \(N\^3\+18N\^2-61N\+84\)/6 \(18 points confirm it\)$"),
        ("witness", f"^P4 pays {worst_of('burns_lamport', 4)} RMRs in"),
        ("witness", r"L: competing\[i\] := true +Competing\[4\]"),
        ("lines", r"^3 +if competing\[j\] then +\d+$"),
        ("fences", r"^tso .*\{3\}>$"),
        ("fences", r"^pso .*\{2, 3, cs\}>$"),
        ("fences-run", r"^without the fence behind line 3, P1 fails:$"),
        ("fences-figure", r"^pso +7 +3$"),
    ]:
        if re.search(words, text_of(cells[name]), re.MULTILINE) is None:
            yield f"{name}: nowhere '{words}'"
    for name in FIGURES:
        picture = picture_of(cells[name])
        if not picture:
            yield f"{name}: there is no picture"
        elif matplotlib.image.imread(io.BytesIO(picture)).std() < 0.02:
            yield f"{name}: the picture is blank"


def main() -> int:
    """Prints the complaints."""
    with open(sys.argv[1], encoding="utf-8") as file:
        cells = {cell["id"]: cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"}
    found = list(complaints(cells))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
