#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads records.csv of a result directory with pandas, and draws how the worst passage grows.

    rmr run experiments/memories.json -o out/memories
    python3 tools/examples/growth.py out/memories growth.pdf
"""
import sys

import matplotlib
import pandas

matplotlib.use("agg")
records = pandas.read_csv(f"{sys.argv[1]}/records.csv")
worst = records[records.metric == "rmr.max"].groupby(["algorithm", "memory", "N"]).value.max().unstack("N").T
print(worst.to_string())
axes = worst.plot(marker="o", xlabel="N", ylabel="RMRs of a passage, at most")
axes.set_xscale("log", base=2)
axes.set_yscale("log", base=2)
axes.figure.savefig(sys.argv[2])
