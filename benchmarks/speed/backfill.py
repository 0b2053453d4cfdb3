"""`python -m benchmarks.speed.backfill --clones DIR`: `tracer index --history`, measured.

Commits per second, processor time and memory of working out what every commit did, from an
empty cache, on all cores. A repository of more than `--limit` commits is measured on slices
spread over its history, and the whole is extrapolated, which the table says.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report

COMMAND = (
    "import json, resource, sys; from tracer.model.workspace import Workspace;"
    "from tracer.history.backfill import backfill;"
    "d = backfill(Workspace(sys.argv[1]), rev=sys.argv[2], newest=int(sys.argv[3]));"
    "print(d.commits, d.versions)"
)


def main():
    """Measure each repository; `--write` commits the figures."""
    options = arguments()
    figures = {}
    titles = ("commits", "versions", "a second", "cpu s", "MB", "cache MB")
    rows = [f"{'repository':34}" + "".join(f"{title:>10}" for title in titles) + "  whole history"]
    for name in options.repositories:
        found = measure(os.path.join(options.clones, name.replace("/", "+"), "repo"), options)
        figures[name] = found
        keys = ("measured", "versions", "commits_per_s", "cpu_s", "peak_mb", "cache_mb")
        cells = "".join(f"{found[key]:>10}" for key in keys)
        label = " (extrapolated)" if found["extrapolated"] else ""
        whole = f"{found['commits']} commits: {found['whole_s'] / 60:.1f} min{label}"
        rows.append(f"{name:34}{cells}  {whole}")
    report("backfill", figures, rows)


def arguments():
    """The options; `report` looks for `--write` itself."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.backfill")
    parser.add_argument("--clones", required=True, help="folder of clones, OWNER+NAME/repo each")
    parser.add_argument("--limit", type=int, default=8000, help="commits measured at most")
    parser.add_argument("--slices", type=int, default=4, help="places in history for a part")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    parser.add_argument(
        "repositories", nargs="*", default=["psf/requests", "spring-projects/spring-framework"]
    )
    return parser.parse_args()


def measure(repository, options):
    """The figures of one repository."""
    listed = subprocess.run(
        ["git", "--git-dir", repository, "rev-list", "HEAD"], capture_output=True, check=True
    )
    commits = listed.stdout.decode().split()
    is_whole = len(commits) <= options.limit
    parts = 1 if is_whole else options.slices
    size = len(commits) if is_whole else options.limit // parts
    measured = versions = 0
    wall = cpu = cache = 0.0
    for part in range(parts):
        start = commits[part * len(commits) // parts]
        with tempfile.TemporaryDirectory() as folder:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", COMMAND, repository, start, str(size)],
                env={**os.environ, "TRACER_CACHE": folder},
                capture_output=True,
                check=True,
            )
            wall += time.perf_counter() - began
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            cache += sum(
                os.path.getsize(os.path.join(top, name))
                for top, _, names in os.walk(folder)
                for name in names
            )
        counts = done.stdout.split()
        measured += int(counts[0])
        versions += int(counts[1])
        sys.stderr.write(f"{repository}: slice {part + 1} of {parts}\n")
    return {
        "commits": len(commits),
        "measured": measured,
        "extrapolated": not is_whole,
        "versions": versions,
        "commits_per_s": round(measured / wall, 1),
        "versions_per_cpu_s": round(versions / cpu, 1),
        "wall_s": round(wall, 1),
        "cpu_s": round(cpu, 1),
        "whole_s": round(wall * len(commits) / measured, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
        "cache_mb": round(cache / 1e6, 1),
        "cores": os.cpu_count(),
    }


if __name__ == "__main__":
    main()
