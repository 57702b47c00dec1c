#!/usr/bin/env Rscript
# SPDX-License-Identifier: MIT
#
# Reads records.csv of a result directory, and draws how the dearest passage grows.
#
#   rmr run experiments/memories.json -o out/memories
#   Rscript tools/examples/growth.R out/memories growth.pdf

arguments <- commandArgs(trailingOnly = TRUE)
records <- read.csv(file.path(arguments[1], "records.csv"))
worst <- aggregate(value ~ N + algorithm + memory, records[records$metric == "rmr.max", ], max)
worst$series <- paste(worst$algorithm, worst$memory, sep = ", ")
print(xtabs(value ~ N + series, worst))
pdf(arguments[2])
plot(value ~ N, worst, type = "n", log = "xy", ylab = "RMRs of a passage, at most")
series <- unique(worst$series)
for (k in seq_along(series)) lines(value ~ N, worst[worst$series == series[k], ], type = "b", col = k, pch = k)
legend("topleft", series, col = seq_along(series), pch = seq_along(series))
invisible(dev.off())
