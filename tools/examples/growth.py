#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads records.csv of a result directory with pandas, and draws how the worst passage grows.

    rmr run experiments/memories.json -o out/memories
    python3 tools/examples/growth.py out/memories growth.pdf

A value without bound is inf. It is in the table, and the key says of which lines there are such values.
"""
import math
import sys

import matplotlib
import pandas

matplotlib.use("agg")
records = pandas.read_csv(f"{sys.argv[1]}/records.csv", keep_default_na=False)
records = records[records.metric == "rmr.max"]
worst = records.groupby(["algorithm", "memory", "N"]).value.max().unstack("N").T
print(worst.to_string())
for algorithm in sorted(set(records[records.gave_up].algorithm)):
    print(f"{algorithm}: an adversary gave up, so the worst case may be higher")
worst.columns = [
    f"{algorithm}, {memory}{', unbounded' if math.inf in values.array else ''}"
    for (algorithm, memory), values in worst.items()
]
axes = worst.replace(math.inf, math.nan).plot(marker="o", xlabel="N", ylabel="RMRs of a passage, at most")
axes.set_xscale("log", base=2)
axes.set_yscale("log", base=2)
axes.figure.savefig(sys.argv[2])
