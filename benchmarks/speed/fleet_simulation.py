"""`python -m benchmarks.speed.fleet_simulation`: a sync of 10,000 repositories, simulated.

Repositories get sizes from two distributions (below), are cut into tasks by the rules of
`tracer.fleet.planning`, and the tasks are given to workers in the order of `tracer.fleet.sync`:
plans, then tasks, largest first, each to the worker that is free first. What a task takes comes
from the measured rates of `benchmarks.speed.fleet_costs` and a spread that real tasks have; the
driver hands tasks out one after the other. Beside each simulated time stands the cost model's: all
work over all workers, but not less than the longest task or than what the driver needs.

Sizes: `all` has the commits of all of GitHub (a median of 6, nine in ten below 50: Kalliamvakou and
others, "The promises and perils of mining GitHub", MSR 2014) as a log-normal; `maintained` has the
median and spread of the clones that the rates were measured on. One in a thousand has a monorepo's
tail (Pareto, exponent 1.1).

Each kind twice: `now` is a sync without histories in which every file has a line that a record or
an intent owns, so that the tasks `lines` ask for the origins of all; `history` is one with
`--history`, in which the tasks `origins` ask for them as well.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import os
import random
import statistics

from benchmarks.speed.common import report
from tracer.fleet.planning import COMMITS, buckets_for

REFERENCE = os.path.join(os.path.dirname(__file__), "reference", "fleet_costs.json")
WORKERS = (2, 16, 128, 1024)
SPREAD = 0.6  # of the logarithm of what tasks of one size take
DRIVER_S = 0.0015  # of the driver, a task: sending it, its note, its share of a manifest


def log_normal(chance, median, sigma):
    return median * math.exp(chance.gauss(0, sigma))


def sizes(kind, count, measured, chance):
    """(commits, files) of so many repositories."""
    if kind == "all":
        median, sigma = 6.0, math.log(50 / 6) / 1.2816
    else:
        logs = [math.log(one["commits"]) for one in measured]
        median, sigma = math.exp(statistics.mean(logs)), statistics.stdev(logs)
    ratio = statistics.median(one["files"] / one["commits"] for one in measured)
    found = []
    for number in range(count):
        commits = log_normal(chance, median, sigma)
        if number % 1000 == 0:
            commits = max(commits, 20_000 * chance.paretovariate(1.1))
        commits = min(int(commits) + 1, 2_000_000)
        found.append((commits, max(1, int(log_normal(chance, ratio * commits, 0.7)))))
    return found


def tasks_of(found, rates, chance, *, has_history):
    """(plans, tasks): seconds of each."""
    plans, tasks = [], []

    def add(amount, rate):
        seconds = amount / rate * log_normal(chance, 1.0, SPREAD) / math.exp(SPREAD**2 / 2)
        tasks.append(seconds + rates["task_overhead_s"])

    for commits, files in found:
        plans.append(rates["plan_s"] + commits / 400_000)  # git lists 400,000 commits a second
        for first in range(0, commits if has_history else 0, COMMITS):
            add(min(COMMITS, commits - first), rates["commits_a_core_second"])
        buckets = buckets_for(files)
        for _ in range(buckets):
            add(files / buckets, rates["files_a_core_second"])
            for _ in range(1 + has_history):  # `lines`, and `origins`
                add(files / buckets, rates["origins_a_core_second"])
    return plans, tasks


def makespan(pieces, workers):
    """Seconds until the last piece is done; pieces are handed out in this order."""
    free = [0.0] * workers
    handed = last = 0.0
    for seconds in pieces:
        handed += DRIVER_S
        begin = max(heapq.heappop(free), handed)
        last = max(last, begin + seconds)
        heapq.heappush(free, begin + seconds)
    return last


def simulated(found, rates, *, has_history):
    """The figures of a first sync of repositories of these sizes, by workers."""
    plans, tasks = tasks_of(found, rates, random.Random(12), has_history=has_history)
    tasks.sort(reverse=True)
    work = sum(plans) + sum(tasks)
    rows = {}
    for workers in WORKERS:
        seconds = makespan(plans, workers) + makespan(tasks, workers)
        driver = DRIVER_S * (len(plans) + len(tasks))
        rows[str(workers)] = {
            "simulated_s": round(seconds),
            "model_s": round(max(work / workers, driver, tasks[0])),
            "efficiency": round(work / workers / seconds, 3),
        }
    return {
        "tasks": len(tasks),
        "longest_task_s": round(tasks[0], 1),
        "core_hours": round(work / 3600, 1),
        "workers": rows,
    }


def main():
    """Print the table; `--write` commits it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repositories", type=int, default=10_000)
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    options = parser.parse_args()
    with open(REFERENCE, encoding="utf-8") as file:
        known = json.load(file)
    rates = known["rates"]
    measured = [one["sizes"] for one in known["repositories"].values()]
    figures = {}
    for kind in ("all", "maintained"):
        found = sizes(kind, options.repositories, measured, random.Random(11))
        commits, files = (sum(column) for column in zip(*found, strict=True))
        figures[kind] = {
            "repositories": len(found),
            "commits": commits,
            "files": files,
            "largest": max(commits for commits, _ in found),
            "gigabytes_of_definitions": round(files * rates["bytes_a_file"] / 1e9, 1),
            "gigabytes_of_history": round(commits * rates["bytes_a_commit"] / 1e9, 1),
            "now": simulated(found, rates, has_history=False),
            "history": simulated(found, rates, has_history=True),
        }
    report("fleet_simulation", figures, [json.dumps(figures, indent=1)])


if __name__ == "__main__":
    main()
