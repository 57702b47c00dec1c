#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets the process go on that has paid least, unless it is about to enter its critical section.

    rmr simulate -a burns_lamport -n 4 -s cmd:tools/examples/slowest.py

One JSON object a line comes in, one goes out; docs/adversaries.md has the fields.
"""
import json
import random
import sys

dice = random.Random()
for line in sys.stdin:
    told = json.loads(line)
    if told["hook"] == "start":
        dice.seed(told["seed"])  # so that the same seed makes the same run
        answer = {}
    else:
        ready = [told["processes"][p - 1] for p in told["ready"]]
        least = min(process["rmr"] for process in ready)
        answer = {"choose": dice.choice([p["process"] for p in ready if p["rmr"] == least])}
    print(json.dumps(answer), flush=True)
