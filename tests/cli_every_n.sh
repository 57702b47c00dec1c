#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tables of docs/every-n.md, computed again: the proofs of each algorithm, by views too, and each bound beside the
# exact worst case of few processes and the cost that an adversary reaches. Seconds are not compared; rows that say that
# they take more than one are computed with ALL=1 only. `UPDATE=1 bash tests/cli_every_n.sh ...` writes the tables anew;
# read the diff.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > tables.py << 'END'
import json, os, re, resource, subprocess, sys

rmr, page = sys.argv[1:]
updates = os.environ.get("UPDATE") == "1"

def ask(*words):
    """The answer as JSON, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([rmr, *words, "--json"], capture_output=True, text=True).stdout
    return json.loads(out), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

def text_of(*words):
    return subprocess.run([rmr, *words], capture_output=True, text=True).stdout

def properties_of(algorithm):
    """What is proved of all that the tables ask, in one question, and the seconds of P1, which nobody compares: it is
    asked alone where they are to be written."""
    asked = [c for c in ("P1", "P3", "P4", "P5", "bypass") if c != "P5" or has_doorway(algorithm)]
    answer = ask("prove", algorithm, "--check", ",".join(asked))[0]["properties"]
    return answer, ask("prove", algorithm, "--check", "P1")[1] if updates else 0

def proved(algorithm):
    """| algorithm | P1: states, seconds | registers remembered | exit | P4 | P5 | bypass |"""
    rest, seconds = properties_of(algorithm)
    found = lambda id: rest.get(id, {"verdict": ""})["verdict"] == "proved"
    alone = re.search(r"from (.*) alone", text_of("prove", algorithm, "--check", "P1"))
    p1 = rest["P1"]
    return [f"`{algorithm}`", f"{p1['states']}, {seconds:.2f}" if p1["verdict"] == "proved" else "-",
            ", ".join(f"`{r}`" for r in alone[1].split()) if alone else "all",
            str(rest["P3"]["bound"]) if found("P3") else "-",
            entry_of(rest),
            "proved" if found("P5") else "-",
            str(rest["bypass"]["bound"]) if found("bypass") else "-"]

def entry_of(properties):
    p4 = properties["P4"]
    if p4["verdict"] != "proved":
        return "-"
    each = max(p4["below"], p4["above"])
    return f"{p4['own']} + {each if each > 1 else ''}(N-1)" if each else str(p4["own"])

def has_doorway(algorithm):
    """Without one, this is refused before anything is proved; with one, the memory is too small to prove anything."""
    return "has no doorway" not in subprocess.run([rmr, "prove", algorithm, "--check", "P5", "--mem", "1M"],
                                                  capture_output=True, text=True).stderr

def worst(algorithm, n, memory, *more):
    """Over all schedules. One thread takes less work than several in all."""
    return ask("explore", "-a", algorithm, "-n", n, "-m", memory, "--passages", "inf", "--check", "rmr",
               "--threads", "1", *more)[0]["worst_rmr"]

def bounded(algorithm, memory):
    """| algorithm | memory | bound, every N | bound, most at N = 2; 3 | slack | adversary | seconds |"""
    question = "prove", algorithm, "--check", "rmr", "-m", memory
    cost = ask(*question, "--beside", "2..3")[0]["rmr"]
    seconds = ask(*question)[1] if updates else 0
    line, exact, seen = cost["bound"], cost["beside"]["exact"], cost["beside"]["seen"]
    at = lambda n: line["each"] * n + line["more"]
    one = max(cost["below"], cost["above"])
    own = f"{cost['own']} + " if cost["own"] else ""
    words = (str(cost["own"]) if one == 0 else f"{line['each']}N + {line['more']}" if cost["two"] < 2 * one else
             f"{own}{one if one != 1 else ''}(N-1)")
    most = [n["most"] for n in exact]
    for n, paid in [*((n["n"], n["most"]) for n in exact), (seen["n"], seen["most"])]:
        if paid > at(n):
            sys.exit(f"{algorithm}, {memory}: a passage pays {paid} of {at(n)} at N = {n}")
    return [f"`{algorithm}`", f"`{memory}`", words, f"{at(2)}, {most[0]}", f"{at(3)}, {most[1]}",
            str(at(3) - most[1]), f"{seen['most']} of {at(64)}", f"{seconds:.1f}"]

def views_of(p1, seconds):
    return f"{p1['states']}, {seconds:.1f}" if p1["verdict"] == "proved" and p1.get("by") == "views of two" else "-"

def viewed(algorithm):
    """| algorithm | views, seconds | exit | P4 | P5 | bypass |"""
    rest, seconds = properties_of(algorithm)
    bound = lambda id: str(rest[id]["bound"]) if rest[id]["verdict"] == "proved" else "-"
    return [f"`{algorithm}`", views_of(rest["P1"], seconds), bound("P3"), entry_of(rest),
            "proved" if rest.get("P5", {}).get("verdict") == "proved" else "-", bound("bypass")]

def viewed_at(algorithm, n):
    """| algorithm | N | views, seconds | RMRs of a passage |"""
    answer, seconds = ask("prove", algorithm, "--check", "P1,rmr", "-n", n)
    bound = answer["rmr"].get("bound")
    return [f"`{algorithm}`", n, views_of(answer["properties"]["P1"], seconds),
            str(bound["each"] * int(n) + bound["more"]) if bound else "-"]

def valued(algorithm, memory, n):
    """| algorithm | memory | N | RMRs of a passage | the most |"""
    answer = ask("prove", algorithm, "--check", "rmr", "-m", memory, "-n", n)[0]["rmr"]
    bound = answer["bound"]["each"] * int(n) + answer["bound"]["more"]
    most = worst(algorithm, n, memory)
    return [f"`{algorithm}`", f"`{memory}`", n, str(bound) if answer.get("by") == "values found" else "-", str(most)]

def matched(algorithm, memory, n):
    """| tournament | memory | N | states, seconds | RMRs of a passage | the most |"""
    of = [] if n == "every" else ["-n", n]
    answer, seconds = ask("prove", algorithm, "--check", "P1,rmr", "-m", memory, *of)
    p1, cost = answer["properties"]["P1"], answer["rmr"]
    bound = cost["own"] if of else f"{cost['bound']['each_level']}L"
    most = worst(algorithm, n, memory) if of else "-"
    return [f"`{algorithm}`", f"`{memory}`", n, f"{p1['states']}, {seconds:.1f}" if p1.get("by") == "matches" else "-",
            str(bound) if cost.get("by") == "matches" else "-", str(most)]

def row(text):
    return [cell.strip() for cell in text.strip("|\n").split("|")]

name = lambda r: r[0].strip("`")
tables = {  # head: how a row comes about, and in which column behind a comma, or alone, the seconds stand
    "| algorithm | P1": (lambda r: proved(name(r)), 1),
    "| algorithm | memory | RMRs": (lambda r: bounded(name(r), r[1].strip("`")), 7),
    "| algorithm | memory | N ": (lambda r: valued(name(r), r[1].strip("`"), r[2]), None),
    "| tournament |": (lambda r: matched(name(r), r[1].strip("`"), r[2]), 3),
    "| algorithm | views": (lambda r: viewed(name(r)), 1),
    "| algorithm | N ": (lambda r: viewed_at(name(r), r[1]), 2),
}
lines = open(page).read().split("\n")
table, n_rows, wrong = None, 0, False
for k, text in enumerate(lines):
    table = next((t for head, t in tables.items() if text.startswith(head)), table if text.startswith("|") else None)
    if table is None or not text.startswith("| `"):
        continue
    compute, seconds_at = table
    n_rows += 1
    old = row(text)
    seconds = re.search(r"[0-9.]+$", old[seconds_at]) if seconds_at is not None else None
    if seconds and float(seconds[0]) > 1 and os.environ.get("ALL") != "1":
        continue
    new = compute(old)
    stable = lambda r: [re.sub(r"(^|, )[0-9.]+$", "", c) if i == seconds_at else c for i, c in enumerate(r)]
    lines[k] = "| " + " | ".join(new) + " |"
    if stable(old) != stable(new):
        wrong = True
        print(f"{text}\n  is now\n{lines[k]}")
if updates:
    open(page, "w").write("\n".join(lines))
elif wrong or n_rows < 30:
    sys.exit(f"{n_rows} rows; some are not what comes out" if wrong else f"only {n_rows} rows")
END
python3 tables.py "$rmr" "$source/docs/every-n.md" || fail "the tables of docs/every-n.md"

# a page that says something else is noticed
sed 's/^| `knuth` | [0-9]*/| `knuth` | 1/' "$source/docs/every-n.md" | grep -E '^\| (`knuth`|algorithm |---)' > page.md
UPDATE=0 python3 tables.py "$rmr" page.md > out 2>&1 && fail "a changed page is taken for what comes out"
grep -q 'is now' out || fail "a changed page: $(cat out)"
